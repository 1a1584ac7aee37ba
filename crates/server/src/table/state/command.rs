//! What people may do at a table, and how the table judges it: a state, a command and the time
//! give the events to append, or the reason why not.

use boneyard_fair::Purpose;
use boneyard_protocol::{AbsentChoice, Commitment, Level, Seed, Status};
use boneyard_rules::{Need, Play, Seat};

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::table::computers::question::ComputerAction;
use crate::table::state::State;
use crate::table::state::event::TableEvent;
use crate::table::state::participation::Gone;
use crate::table::state::refusal::Refusal;

/// What somebody wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who.
    pub player: PlayerId,
    /// Whether they came with the invitation.
    pub invited: bool,
    /// What.
    pub action: Action,
}

/// What can be done at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Take a seat.
    Sit {
        /// Which; the first that is free if none is named.
        seat: Option<Seat>,
        /// The visitor's display name.
        name: String,
    },
    /// Give the seat up.
    Leave,
    /// Be ready for a match, or no longer.
    Ready(bool),
    /// Promise a seed for the next match.
    Commit {
        /// The number of that match.
        match_number: u32,
        /// The seed's hash.
        commitment: Commitment,
    },
    /// Reveal the seed that was promised.
    Reveal {
        /// The number of the match.
        match_number: u32,
        /// The seed.
        seed: Seed,
    },
    /// Remove somebody else, or a computer player.
    Remove(Seat),
    /// Give a free seat to a computer player.
    SeatComputer(Seat, Level),
    /// Go by another name.
    Rename(String),
    /// Play a tile.
    Play {
        /// The position that it was chosen for.
        ply: u32,
        /// What to play.
        play: Play,
    },
    /// Call "Muggins!".
    Call {
        /// The position in which it was called.
        ply: u32,
    },
    /// Be ready for the next round.
    Next,
    /// Give the match up.
    Resign,
    /// Want the match to end without a winner, or not.
    Agree(bool),
    /// Do something about somebody who keeps the others waiting.
    Absent(Seat, AbsentChoice),
    /// Be there again.
    Back,
}

/// What a command comes to: nothing until the events are in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What happens, as one append. Empty if nothing is left to be done.
    pub events: Vec<TableEvent>,
    /// The state after it. In a box: what waits for the log is small.
    pub next: Box<State>,
}

/// A state that is being changed on trial.
pub(crate) struct Draft {
    now: Timestamp,
    pub(crate) events: Vec<TableEvent>,
    pub(crate) next: Box<State>,
}

impl Draft {
    pub(crate) fn new(next: State, now: Timestamp) -> Self {
        Self {
            now,
            // Most decisions are one event.
            events: Vec::with_capacity(1),
            next: Box::new(next),
        }
    }

    /// When it would happen.
    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn add(&mut self, event: TableEvent) -> Result<(), Refusal> {
        self.next.apply(&event, self.now)?;
        self.events.push(event);
        Ok(())
    }

    /// Draws lots and deals, again if the rules want it, until somebody is on turn.
    pub(crate) fn deal_round(&mut self) -> Result<(), Refusal> {
        for _ in 0..limits::DEALS_MAX {
            let event = match self.next.next_round_needs() {
                Need::Lots => TableEvent::Lots {
                    tiles: self
                        .next
                        .order_to_deal(Purpose::Lots)?
                        .lots(self.next.rules.seating),
                },
                Need::Deal => TableEvent::Dealt {
                    order: self.next.order_to_deal(Purpose::Deal)?,
                },
                Need::Play(_) | Need::Nothing => return Ok(()),
            };
            self.add(event)?;
        }
        Err(Refusal::OutOfOrder)
    }

    /// Begins the match or its next round if nobody has to be waited for any more.
    fn begin_if_ready(&mut self) -> Result<(), Refusal> {
        if self.next.everybody_is_ready() {
            self.begin()?;
        }
        Ok(())
    }

    /// Deals, or asks for the seeds that were promised first.
    pub(crate) fn begin(&mut self) -> Result<(), Refusal> {
        if self.next.fair.is_anything_promised() {
            self.add(TableEvent::Began)
        } else {
            self.deal_round()
        }
    }

    pub(crate) fn seat_computer(&mut self, seat: Seat, level: Level) -> Result<(), Refusal> {
        self.add(TableEvent::ComputerSat { seat, level })
    }

    fn play(&mut self, seat: Seat, play: Play) -> Result<(), Refusal> {
        self.add(TableEvent::Played {
            seat,
            tile: play.tile,
            arm: play.arm,
            announced: play.announced,
        })
    }

    pub(crate) fn done(mut self) -> Decision {
        if !self.events.is_empty() {
            self.next.version += 1;
        }
        Decision {
            events: self.events,
            next: self.next,
        }
    }
}

impl State {
    /// Nothing has happened yet.
    pub(crate) fn draft(&self, now: Timestamp) -> Draft {
        Draft::new(self.clone(), now)
    }

    /// Judges what somebody wants to do. The state itself stays as it is.
    ///
    /// # Errors
    ///
    /// Why they may not.
    pub fn decide(
        &self,
        command: &Command,
        gone: &Gone,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if self.closed {
            return Err(Refusal::NotFound);
        }
        let mut draft = self.draft(now);
        if let Action::Sit { seat, name } = &command.action {
            draft.add(TableEvent::Sat {
                seat: self.seat_to_take(command, *seat)?,
                player: command.player,
                name: name.clone(),
                invited: command.invited,
            })?;
            return Ok(draft.done());
        }
        let seat = self.seat_of(command.player).ok_or(Refusal::NotSeated)?;
        match &command.action {
            // Only those without a seat sit down.
            Action::Sit { .. } => {}
            Action::Leave => self.leave(seat, &mut draft)?,
            Action::Ready(ready) => self.ready(seat, *ready, &mut draft)?,
            Action::Commit {
                match_number,
                commitment,
            } => self.commit(seat, *match_number, *commitment, &mut draft)?,
            Action::Reveal { match_number, seed } => {
                self.reveal(seat, *match_number, *seed, &mut draft)?;
            }
            Action::Remove(other) => {
                self.may_remove(seat, *other)?;
                draft.add(TableEvent::Removed { seat: *other })?;
            }
            Action::SeatComputer(free, level) => {
                self.may_seat_computer(seat, *free)?;
                draft.seat_computer(*free, *level)?;
                draft.begin_if_ready()?;
            }
            Action::Rename(name) => self.rename(seat, name, &mut draft)?,
            Action::Play { ply, play } => {
                self.expect_ply(*ply)?;
                self.come_back(seat, &mut draft)?;
                draft.play(seat, *play)?;
            }
            Action::Call { ply } => {
                self.expect_ply(*ply)?;
                self.come_back(seat, &mut draft)?;
                draft.add(TableEvent::Called { seat })?;
            }
            Action::Resign => self.resign(seat, &mut draft)?,
            Action::Agree(agree) => self.agree(seat, *agree, &mut draft)?,
            Action::Absent(other, choice) => {
                self.do_about(seat, (*other, *choice), gone, &mut draft)?;
            }
            Action::Back => {
                if self.status == Status::Playing {
                    self.come_back(seat, &mut draft)?;
                }
            }
            Action::Next => self.go_on(seat, &mut draft)?,
        }
        Ok(draft.done())
    }

    /// Judges what a computer player wants to do, as [`Self::decide`] does for people.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub(crate) fn decide_for_computer(
        &self,
        action: ComputerAction,
        ply: u32,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        self.expect_ply(ply)?;
        if self.computer_for(action.seat()).is_none() {
            return Err(Refusal::Stale);
        }
        let mut draft = self.draft(now);
        match action {
            ComputerAction::Play { seat, play } => draft.play(seat, play)?,
            ComputerAction::Call { seat } => draft.add(TableEvent::Called { seat })?,
        }
        Ok(draft.done())
    }

    fn leave(&self, seat: Seat, draft: &mut Draft) -> Result<(), Refusal> {
        self.must_rest()?;
        draft.add(TableEvent::Left { seat })?;
        if draft.next.people().next().is_none() {
            draft.add(TableEvent::Closed)?;
        }
        Ok(())
    }

    fn ready(&self, seat: Seat, ready: bool, draft: &mut Draft) -> Result<(), Refusal> {
        self.must_rest()?;
        if self.is_ready(seat) == ready {
            return Ok(());
        }
        draft.add(TableEvent::Readied { seat, ready })?;
        draft.begin_if_ready()
    }

    fn may_remove(&self, seat: Seat, other: Seat) -> Result<(), Refusal> {
        if seat != self.host {
            return Err(Refusal::NotHost);
        }
        self.must_rest()?;
        match self.status {
            // A computer player can always be had again, and doesn't mind.
            _ if self.computer_at(other).is_some() => return Ok(()),
            Status::Open => {}
            Status::Playing | Status::Over => return Err(Refusal::TooLateToRemove),
        }
        if other == seat {
            return Err(Refusal::RemoveSelf);
        }
        if self.removed.len() >= limits::REMOVED_PER_TABLE_MAX {
            return Err(Refusal::TooManyRemoved);
        }
        Ok(())
    }

    fn may_seat_computer(&self, seat: Seat, free: Seat) -> Result<(), Refusal> {
        if seat != self.host {
            return Err(Refusal::NotHost);
        }
        self.must_rest()?;
        self.must_be_free(free)
    }

    fn rename(&self, seat: Seat, name: &str, draft: &mut Draft) -> Result<(), Refusal> {
        if self
            .person_at(seat)
            .is_some_and(|person| *person.name == *name)
        {
            return Ok(());
        }
        let name = name.to_owned();
        draft.add(TableEvent::Renamed { seat, name })
    }

    fn go_on(&self, seat: Seat, draft: &mut Draft) -> Result<(), Refusal> {
        if self.status != Status::Playing {
            return Err(Refusal::NoMatch);
        }
        if !matches!(self.next_round_needs(), Need::Lots | Need::Deal) {
            return Err(Refusal::RoundRunning);
        }
        self.come_back(seat, draft)?;
        if self.is_ready(seat) && self.plays_alone(seat) {
            return Ok(());
        }
        draft.add(TableEvent::Continued { seat })?;
        draft.begin_if_ready()
    }

    pub(crate) fn expect_ply(&self, ply: u32) -> Result<(), Refusal> {
        match self.ply() {
            _ if self.status != Status::Playing => Err(Refusal::NoMatch),
            now if now == ply => Ok(()),
            _ => Err(Refusal::Stale),
        }
    }
}

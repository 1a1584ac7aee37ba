//! The commands of visitors at a table, and how the table decides them: a state, a command and the time
//! give either the events to append or a refusal.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_fair::Promise;
use boneyard_protocol::{AbsentChoice, Level, Pseudonym, Seed};
use boneyard_rules::{Move, Seat};

use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;
use super::{Arranged, Gone, State};

/// A player for whom quick match opens a table.
#[derive(Clone, Debug)]
pub struct PairedPerson {
    /// The player.
    pub player: PlayerId,
    /// The player's display name.
    pub name: String,
    /// The opponents of the player's last match.
    pub met: Vec<PlayerId>,
}

/// A player whom a tournament gives a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArrangedSeat {
    /// A person.
    Person {
        /// The player.
        player: PlayerId,
        /// The player's display name.
        name: String,
    },
    /// A computer player.
    Computer {
        /// Its level.
        level: Level,
        /// Its number among the entrants, as the tournament's page shows it.
        entrant: u32,
    },
}

/// A player who holds nothing any more: the account was closed, or a moderator keeps the player out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaving {
    /// The player.
    pub player: PlayerId,
    /// The name that the player has at tables from now on; `None` if the name stays.
    pub name: Option<String>,
    /// Whether the player resigns from a running match. Otherwise the player may play it to its end.
    pub resigns: bool,
}

/// A visitor's request to do something at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The visitor.
    pub player: PlayerId,
    /// Whether the visitor came with the invitation.
    pub invited: bool,
    /// The action.
    pub action: Action,
}

/// An action at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Take a seat.
    Sit {
        /// The seat; `None` for the first free one.
        seat: Option<Seat>,
        /// The visitor's display name.
        name: String,
    },
    /// Give up the visitor's seat.
    Leave,
    /// Be ready for a match, or stop being ready.
    Ready(bool),
    /// Promise a seed for the next match.
    Commit {
        /// The number of the next match.
        match_number: u32,
        /// The promise.
        promise: Promise,
    },
    /// Reveal the seed that was promised.
    Reveal {
        /// The number of the match for which the seed was promised.
        match_number: u32,
        /// The seed.
        seed: Seed,
    },
    /// Remove another player, or a computer player. With a pseudonym, only the player with it.
    Remove(Seat, Option<Pseudonym>),
    /// Give a free seat to a computer player.
    SeatComputer(Seat, Level),
    /// Change the display name.
    Rename(String),
    /// Make a move.
    Move {
        /// The number of the position for which the move was chosen.
        ply: u32,
        /// The move.
        chosen: Move,
    },
    /// Be ready for the next round.
    Next,
    /// Resign from the match.
    Resign,
    /// Offer to end the match without a winner (`true`), or decline or take back such an offer (`false`).
    Agree(bool),
    /// Choose what happens about a player who keeps the others waiting.
    Absent(Seat, AbsentChoice),
    /// Play again at the visitor's own seat, after the time had run out or a computer player had taken
    /// over.
    Back,
    /// Take a day of holiday.
    Holiday,
}

/// The outcome of a command. It takes effect once its events are in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The events, to be added by one append. Empty if the command changes nothing.
    pub events: Vec<TableEvent>,
    /// The state after the events. It is boxed so that a task that waits for the log stays small.
    pub next: Box<State>,
}

impl State {
    /// Decides an action of a visitor. Does not change `self`.
    pub fn decide(
        &self,
        command: &Command,
        gone: &Gone,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if self.closed {
            return Err(Refusal::NotFound);
        }
        let mut draft = Draft::of(self, now);
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
            // `Sit` was handled above: only a visitor without a seat sits down.
            Action::Sit { .. } => {}
            Action::Leave => draft.leave(seat)?,
            Action::Ready(ready) => draft.ready(seat, *ready)?,
            Action::Commit {
                match_number,
                promise,
            } => draft.commit(seat, *match_number, *promise)?,
            Action::Reveal { match_number, seed } => draft.reveal(seat, *match_number, *seed)?,
            Action::Remove(other, pseudonym) => draft.remove(seat, *other, *pseudonym)?,
            Action::SeatComputer(free, level) => {
                self.must_be_host(seat)?;
                self.must_rest()?;
                self.seats.must_be_free(*free)?;
                if self.settings.rated {
                    return Err(Refusal::NoComputers);
                }
                draft.seat_computer(*free, *level, None)?;
                draft.begin_if_ready()?;
            }
            Action::Rename(name) => draft.rename(seat, name)?,
            Action::Move { ply, chosen } => {
                self.expect_ply(*ply)?;
                draft.come_back(seat)?;
                draft.make_move(seat, *chosen)?;
            }
            Action::Resign => draft.resign(seat)?,
            Action::Agree(agree) => draft.agree(seat, *agree)?,
            Action::Absent(other, choice) => draft.act_for_absent(seat, (*other, *choice), gone)?,
            Action::Back => {
                if self.matches.is_playing() {
                    draft.come_back(seat)?;
                }
            }
            Action::Next => draft.go_on(seat)?,
            Action::Holiday => {
                self.matches.must_be_playing()?;
                if !self.has_part(seat) {
                    return Err(Refusal::Resigned);
                }
                draft.come_back(seat)?;
                draft.add(TableEvent::TookHoliday { seat })?;
            }
        }
        Ok(draft.done())
    }

    /// Decides what a player who holds nothing any more gives up now: the part in the running match, or the seat. A
    /// seat that can't be given up at this moment stays, and is asked about again.
    pub(crate) fn decide_departure(
        &self,
        leaving: &Leaving,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let seat = self.seat_of(leaving.player).filter(|_| !self.closed);
        if let Some(seat) = seat {
            draft.depart(seat, leaving)?;
        }
        Ok(draft.done())
    }

    /// Opens a new table, with computer players at the seats from 1 on, and with what its host may have
    /// promised for the first match. If computer players take all other seats the match begins, since
    /// the table waits for no player.
    ///
    /// # Errors
    ///
    /// When there are too few seats, or the deal fails.
    pub fn open(
        created: TableEvent,
        computers: &[Level],
        promise: Option<Promise>,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of_new(created, now)?;
        for &level in computers {
            let free = draft.next.seats.free().next().ok_or(Refusal::Full)?;
            draft.seat_computer(free, level, None)?;
        }
        if let Some(promise) = promise {
            let seat = draft.next.seats.host();
            draft.commit(seat, 1, promise)?;
        }
        if draft.next.seats.free().next().is_none() {
            draft.begin()?;
        }
        Ok(draft.done())
    }

    /// Opens a new table for a match of a tournament. `others` sit at the seats from 1 on. They have not opened
    /// the table yet.
    pub(crate) fn open_arranged(
        created: TableEvent,
        arranged: Arranged,
        others: &[ArrangedSeat],
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of_new(created, now)?;
        draft.add(TableEvent::Arranged {
            tournament: arranged.tournament.id,
            come_by: arranged.come_by,
            name: arranged.tournament.name,
            round: arranged.tournament.round,
            rounds: arranged.tournament.rounds,
        })?;
        if let Some(boards) = arranged.boards {
            draft.add(TableEvent::InSection { boards })?;
        }
        if let Some(delay_minutes) = arranged.watch_delay_minutes {
            draft.add(TableEvent::Watchable { delay_minutes })?;
        }
        for other in others {
            let seat = draft.next.seats.free().next().ok_or(Refusal::Full)?;
            match other {
                ArrangedSeat::Person { player, name } => draft.add(TableEvent::Sat {
                    seat,
                    player: *player,
                    name: name.clone(),
                    invited: true,
                })?,
                ArrangedSeat::Computer { level, entrant } => {
                    draft.seat_computer(seat, *level, Some(*entrant))?;
                }
            }
        }
        Ok(draft.done())
    }

    /// Opens a new table for a quick match. All its seats are assigned to players, who have not opened the
    /// table yet.
    pub(crate) fn open_paired(
        created: TableEvent,
        others: &[PairedPerson],
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of_new(created, now)?;
        for person in others {
            let seat = draft.next.seats.free().next().ok_or(Refusal::Full)?;
            draft.add(TableEvent::Sat {
                seat,
                player: person.player,
                name: person.name.clone(),
                invited: true,
            })?;
        }
        Ok(draft.done())
    }

    /// Opens a new table at which computer players wait for a visitor: the host leaves seat 0 to the visitor. It
    /// is the only kind of open table without a person. Only a demo has such tables.
    pub(crate) fn open_for_visitor(
        created: TableEvent,
        computers: &[Level],
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of_new(created, now)?;
        for &level in computers {
            let free = draft.next.seats.free().next().ok_or(Refusal::Full)?;
            draft.seat_computer(free, level, None)?;
        }
        let seat = draft.next.seats.host();
        draft.add(TableEvent::Left { seat })?;
        Ok(draft.done())
    }

    /// The seat that a visitor who sits down gets.
    fn seat_to_take(&self, command: &Command, wanted: Option<Seat>) -> Result<Seat, Refusal> {
        let Command {
            player, invited, ..
        } = *command;
        self.may_sit(player)?;
        if self.settings.arranged.is_some() {
            return Err(Refusal::Kept);
        }
        if self.matches.is_playing() {
            return Err(Refusal::MatchRunning);
        }
        if let Some(seat) = wanted {
            self.seats.must_be_free(seat)?;
        }
        let free = self.seats.free().next().ok_or(Refusal::Full)?;
        if !invited && self.open_seats() == 0 {
            return Err(Refusal::Kept);
        }
        Ok(wanted.unwrap_or(free))
    }

    /// Checks whether a visitor is allowed to take a seat at this table, if one is free.
    pub(crate) fn may_sit(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if self.seats.removed().contains(&player) {
            return Err(Refusal::Removed);
        }
        if player.is_bot() && !self.settings.bots {
            return Err(Refusal::NoBots);
        }
        if self.settings.rated && player.is_bot() != self.settings.opened_by.is_bot() {
            return Err(Refusal::OnlyBots);
        }
        Ok(())
    }

    pub(crate) fn must_be_host(&self, seat: Seat) -> Result<(), Refusal> {
        let is_host = seat == self.seats.host() && !self.settings.is_paired();
        is_host.then_some(()).ok_or(Refusal::NotHost)
    }

    /// Checks that no match is being played or is about to be dealt: then no player may sit down or leave.
    pub(super) fn must_rest(&self) -> Result<(), Refusal> {
        if self.matches.is_playing() {
            return Err(Refusal::MatchRunning);
        }
        if self.deals.is_bound() {
            return Err(Refusal::Beginning);
        }
        Ok(())
    }

    /// Checks that a decision was made for the current position.
    pub(crate) fn expect_ply(&self, ply: u32) -> Result<(), Refusal> {
        self.matches.must_be_playing()?;
        let is_now = self.ply() == ply;
        is_now.then_some(()).ok_or(Refusal::Stale)
    }
}

//! The computer players at a loaded table: when they are asked, and when they act. They are asked
//! only while somebody follows the table.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boneyard_bot::Player;
use boneyard_protocol::{About, Level, ServerMessage, TableId};
use boneyard_rules::BySeat;
use boneyard_rules::seat::SEATS_MAX;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::actor::Actor;
use super::question::{Deed, Hint};
use super::refusal::Refusal;
use super::state::State;
use super::study::Verdict;
use crate::limits;
use crate::peer::FollowId;
use crate::rate::Rate;
use crate::thinkers::Thinkers;

/// What the computer players at one table are at.
#[derive(Debug)]
pub(super) struct Computers {
    pub(super) thinkers: Thinkers,
    delay: Duration,
    /// Knows the rules of this table.
    pub(super) player: Arc<Player>,
    pub(super) thoughts: Arc<Thoughts>,
    /// Whether a computer player thinks, maybe about a position that has passed.
    thinking: bool,
    /// The position in which some computer player may act.
    position: Option<Position>,
    hints: [Hinting; SEATS_MAX],
}

/// A position in which some computer player may act.
#[derive(Debug)]
struct Position {
    ply: u32,
    /// The computer player that plays at each seat: a person may come to one meanwhile.
    players: BySeat<Option<Level>>,
    since: Instant,
    /// Whether a person may call "Muggins!" in it.
    is_claimed: bool,
    resolve: Resolve,
}

/// What the computer players have decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resolve {
    /// Nothing yet.
    Open,
    /// To do this.
    Act(Deed),
    /// To let it pass.
    Rest,
}

/// Hints for one seat.
#[derive(Debug)]
struct Hinting {
    rate: Rate,
    /// Whether one is being thought of.
    thinking: bool,
}

/// What comes back from the thinkers.
#[derive(Debug)]
pub(super) enum Thought {
    /// For a computer player.
    Deed {
        /// The position that it is for.
        ply: u32,
        /// None if none of them does anything, or thinking has failed.
        deed: Option<Deed>,
    },
    /// For a person.
    Hint {
        /// Who wants it.
        follower: FollowId,
        /// Their seat's number.
        seat: usize,
        /// The position that it is for.
        ply: u32,
        /// None if thinking has failed.
        hint: Option<Hint>,
    },
    /// About a move of the last match; none if thinking has failed.
    Verdict(Option<Verdict>),
}

/// Thoughts that have come back and wait for the table: one of its computer players', a hint for
/// each seat, and one about a move of the last match, at most.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    waiting: Mutex<VecDeque<Thought>>,
    /// Wakes the table's task.
    changed: Notify,
}

impl Thoughts {
    /// Hands a thought to the table.
    pub(super) fn put(&self, thought: Thought) {
        self.waiting().push_back(thought);
        self.wake();
    }

    /// Wakes the table's task.
    pub(super) fn wake(&self) {
        self.changed.notify_one();
    }

    /// Returns when the table's task is to wake.
    pub(super) async fn woken(&self) {
        self.changed.notified().await;
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Thought>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Computers {
    pub(super) fn new(
        player: Arc<Player>,
        thinkers: Thinkers,
        thoughts: Arc<Thoughts>,
        delay: Duration,
        now: Instant,
    ) -> Self {
        let hinting = || Hinting {
            rate: Rate::new(limits::HINT_INTERVAL, limits::HINT_BURST, now),
            thinking: false,
        };
        Self {
            thinkers,
            delay,
            player,
            thoughts,
            thinking: false,
            position: None,
            hints: std::array::from_fn(|_| hinting()),
        }
    }

    /// Looks at the table, and has the thinkers asked if a computer player has to decide. One
    /// thought is under way at a time: one about a position that has passed is waited for.
    pub(super) fn look(&mut self, table: TableId, state: &State, now: Instant) {
        if !state.asks_computers() {
            self.position = None;
            return;
        }
        let ply = state.ply();
        let players = BySeat::from_fn(state.rules.seating, |seat| state.computer_for(seat));
        let position = match &mut self.position {
            Some(position) if position.ply == ply && position.players == players => position,
            other => other.insert(Position {
                ply,
                players,
                since: now,
                is_claimed: state.lets_a_person_call(),
                resolve: Resolve::Open,
            }),
        };
        if self.thinking || position.resolve != Resolve::Open {
            return;
        }
        let Some(question) = state.question(table) else {
            return;
        };
        let (player, thoughts) = (Arc::clone(&self.player), Arc::clone(&self.thoughts));
        let asked = self.thinkers.ask(
            move |share| question.think(&player, share),
            move |deed: Option<Option<Deed>>| {
                let deed = deed.flatten();
                thoughts.put(Thought::Deed { ply, deed });
            },
        );
        match asked {
            Ok(()) => self.thinking = true,
            Err(_) => position.resolve = Resolve::unthought(state),
        }
    }

    /// The next thought that has come back.
    pub(super) fn thought(&self) -> Option<Thought> {
        self.thoughts.waiting().pop_front()
    }

    /// When a computer player is to act.
    pub(super) fn due(&self) -> Option<Instant> {
        let position = self.position.as_ref()?;
        let delays = match position.resolve {
            Resolve::Act(Deed::Play { .. }) if position.is_claimed => limits::BOT_DELAYS_FOR_A_CALL,
            Resolve::Act(_) => 1,
            Resolve::Open | Resolve::Rest => return None,
        };
        Some(position.since + self.delay * delays)
    }

    /// What one of them is to do now, and in which position.
    fn due_deed(&self, now: Instant) -> Option<(u32, Deed)> {
        let is_due = self.due().is_some_and(|due| due <= now);
        match self.position.as_ref()? {
            Position {
                ply,
                resolve: Resolve::Act(deed),
                ..
            } if is_due => Some((*ply, *deed)),
            _ => None,
        }
    }

    fn resolve(&mut self, ply: u32, resolve: Resolve) {
        if let Some(position) = self.position.as_mut().filter(|known| known.ply == ply) {
            position.resolve = resolve;
        }
    }
}

impl Resolve {
    /// When there is no thought: whoever must play plays, and nobody calls.
    fn unthought(state: &State) -> Self {
        state.plainest_deed().map_or(Self::Rest, Self::Act)
    }
}

impl Actor {
    /// Takes what the thinkers have come to.
    pub(super) fn take_thought(&mut self, thought: &Thought) {
        match *thought {
            Thought::Deed { ply, deed } => {
                self.computers.thinking = false;
                // What was thought for a seat that a person has come to is thought anew.
                if deed.is_some_and(|deed| self.state.computer_for(deed.seat()).is_none()) {
                    return;
                }
                let resolve = deed.map_or_else(|| Resolve::unthought(&self.state), Resolve::Act);
                self.computers.resolve(ply, resolve);
            }
            Thought::Hint {
                follower,
                seat,
                ply,
                hint,
            } => {
                self.computers.hints[seat].thinking = false;
                self.pass_hint_on(follower, ply, hint);
            }
            Thought::Verdict(verdict) => self.take_verdict(verdict),
        }
    }

    /// Has a computer player act, if it is time. It is judged as everybody is.
    pub(super) async fn let_computers_act(&mut self) -> Result<(), Refusal> {
        let Some((ply, deed)) = self.computers.due_deed(Instant::now()) else {
            return Ok(());
        };
        let result = self
            .settle(|state, now| state.decide_deed(deed, ply, now))
            .await;
        match result {
            Ok(()) | Err(Refusal::Unavailable | Refusal::OutOfOrder) => return result,
            // Somebody was faster; the next look finds the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's deed was refused");
                let plain = Resolve::unthought(&self.state);
                let once = plain != Resolve::Act(deed);
                let resolve = if once { plain } else { Resolve::Rest };
                self.computers.resolve(ply, resolve);
            }
        }
        Ok(())
    }

    /// Has the thinkers asked what a follower should play.
    pub(super) fn hint(&mut self, follower: FollowId, ply: u32) -> Result<(), Refusal> {
        let Some(known) = self.followers.get(follower) else {
            return Ok(());
        };
        let (seat, question) = self.state.hint_question(self.id, known.peer.player, ply)?;
        let seat = seat.index();
        let hinting = &mut self.computers.hints[seat];
        if hinting.thinking || !hinting.rate.allows(Instant::now()) {
            return Err(Refusal::AsksTooFast);
        }
        let player = Arc::clone(&self.computers.player);
        let thoughts = Arc::clone(&self.computers.thoughts);
        let pass_on = move |hint: Option<Option<Hint>>| {
            let hint = hint.flatten();
            thoughts.put(Thought::Hint {
                follower,
                seat,
                ply,
                hint,
            });
        };
        let asked = self
            .computers
            .thinkers
            .ask(move |share| question.think(&player, share), pass_on);
        hinting.thinking = asked.is_ok();
        asked.map_err(|_| Refusal::HintFailed)
    }

    fn pass_hint_on(&mut self, id: FollowId, ply: u32, hint: Option<Hint>) {
        let hint = match hint {
            _ if self.state.ply() != ply => Err(Refusal::Stale),
            None => Err(Refusal::HintFailed),
            Some(hint) => Ok(hint),
        };
        match hint {
            Err(refusal) => self.refuse(id, About::Hint, refusal),
            Ok(Hint { play, reason }) => self.tell(
                id,
                &ServerMessage::Hint {
                    table: self.id,
                    ply,
                    tile: play.tile,
                    arm: play.arm,
                    reason,
                },
            ),
        }
    }
}

//! The computer players at a loaded table: when the computer players' threads are asked for an action, and
//! when a computer player does this action. The threads are asked only while the table has followers.

pub(crate) mod players;
pub(crate) mod question;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{ComputerThreads, FollowId, Rate, limits};
use boneyard_bot::{Hint, Player};
use boneyard_protocol::Level;
use boneyard_rules::seat::SEATS_MAX;
use boneyard_rules::{BySeat, Seat};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::computers::question::{
    ComputerQuestion, HintQuestion, asks_computers, fallback_move, lets_a_person_interrupt,
};
use crate::state::State;
use crate::state::computer_move::ComputerMove;
use crate::state::refusal::Refusal;

/// The computer players at one table.
#[derive(Debug)]
pub(crate) struct Computers {
    threads: ComputerThreads,
    delay: Duration,
    /// The computer player for the rules of this table.
    player: Arc<Player>,
    answers: Arc<Answers>,
    /// Whether the threads are computing an action, perhaps for an earlier position.
    thinking: bool,
    /// The current position, if a computer player may act in it.
    position: Option<Position>,
    /// The hints by seat number; `None` before a player asks for one.
    hints: Option<Box<[Hinting; SEATS_MAX]>>,
}

/// A position in which a computer player may act.
#[derive(Debug)]
struct Position {
    ply: u32,
    /// The level of the computer player at each seat. If this changes while the threads think, because a
    /// person takes a seat, the position counts as a new one.
    players: BySeat<Option<Level>>,
    since: Instant,
    /// How long this node waits for another node to act first.
    stand_by: Duration,
    /// The seat on turn, if a person may interrupt its turn.
    interrupted: Option<Seat>,
    plan: Plan,
}

/// The decision of the computer players in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    /// Not decided yet.
    Open,
    /// A computer player makes this move.
    Act(ComputerMove),
    /// No computer player moves.
    Rest,
}

/// The hints for one seat.
#[derive(Debug)]
struct Hinting {
    rate: Rate,
    /// Whether the threads are computing a hint.
    thinking: bool,
}

impl Hinting {
    /// The hints of all seats, of which no player has asked for any.
    fn all(now: Instant) -> Box<[Self; SEATS_MAX]> {
        Box::new(std::array::from_fn(|_| Self {
            rate: Rate::new(limits::HINT_INTERVAL, limits::HINT_BURST, now),
            thinking: false,
        }))
    }
}

/// The result of a job of the computer players' threads.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The move of a computer player.
    ComputerMove {
        /// The number of the position.
        ply: u32,
        /// The move; `None` if no computer player moves, or if the computation failed.
        chosen: Option<ComputerMove>,
    },
    /// A hint for a person.
    Hint {
        /// The follower who asked.
        follower: FollowId,
        /// The number of the follower's seat.
        seat: usize,
        /// The number of the position.
        ply: u32,
        /// The hint; `None` if the computation failed.
        hint: Option<Hint>,
    },
}

/// Answers that the table has not taken yet: at most one action, and one hint for each seat.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    waiting: Mutex<VecDeque<Answer>>,
    /// Wakes the table's task.
    changed: Notify,
}

impl Answers {
    /// Adds an answer, and wakes the table's task.
    pub(crate) fn put(&self, answer: Answer) {
        self.waiting().push_back(answer);
        self.wake();
    }

    /// Wakes the table's task.
    pub(crate) fn wake(&self) {
        self.changed.notify_one();
    }

    /// Waits until the table's task must wake.
    pub(crate) async fn woken(&self) {
        self.changed.notified().await;
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Answer>> {
        self.waiting.lock()
    }
}

impl Computers {
    pub(crate) fn new(
        player: Arc<Player>,
        threads: ComputerThreads,
        answers: Arc<Answers>,
        delay: Duration,
    ) -> Self {
        Self {
            threads,
            delay,
            player,
            answers,
            thinking: false,
            position: None,
            hints: None,
        }
    }

    /// Looks at the table. If a computer player must decide, and no other node has acted for it within
    /// `stand_by`, asks the threads for the action. Only one such job runs at a time: a job about an earlier
    /// position must end first.
    pub(crate) fn look(&mut self, state: &State, now: Instant, stand_by: Duration) {
        if !asks_computers(state) {
            self.position = None;
            return;
        }
        let ply = state.ply();
        let players = BySeat::from_fn(state.rules().seating(), |seat| state.computer_for(seat));
        let position = match &mut self.position {
            Some(position) if position.ply == ply && position.players == players => position,
            other => other.insert(Position {
                ply,
                players,
                since: now,
                stand_by,
                interrupted: lets_a_person_interrupt(state)
                    .then(|| state.matches.on_turn())
                    .flatten(),
                plan: Plan::Open,
            }),
        };
        position.stand_by = stand_by;
        if self.thinking || position.plan != Plan::Open || position.since + stand_by > now {
            return;
        }
        let Some(question) = ComputerQuestion::of(state) else {
            return;
        };
        let (player, answers) = (Arc::clone(&self.player), Arc::clone(&self.answers));
        let asked = self.threads.ask(
            move |share| question.think(&player, share),
            move |chosen: Option<Option<ComputerMove>>| {
                let chosen = chosen.flatten();
                answers.put(Answer::ComputerMove { ply, chosen });
            },
        );
        match asked {
            Ok(()) => self.thinking = true,
            Err(_) => position.plan = Plan::without_answer(state),
        }
    }

    /// Asks the threads for a hint for a follower.
    pub(crate) fn ask_hint(
        &mut self,
        follower: FollowId,
        (seat, question): (Seat, HintQuestion),
        ply: u32,
    ) -> Result<(), Refusal> {
        let seat = seat.index();
        let now = Instant::now();
        let hints = self.hints.get_or_insert_with(|| Hinting::all(now));
        let hinting = &mut hints[seat];
        if hinting.thinking || !hinting.rate.allows(now) {
            return Err(Refusal::AsksTooFast);
        }
        let (player, answers) = (Arc::clone(&self.player), Arc::clone(&self.answers));
        let asked = self.threads.ask(
            move |share| question.think(&player, share),
            move |hint: Option<Option<Hint>>| {
                let hint = hint.flatten();
                answers.put(Answer::Hint {
                    follower,
                    seat,
                    ply,
                    hint,
                });
            },
        );
        hinting.thinking = asked.is_ok();
        asked.map_err(|_| Refusal::HintFailed)
    }

    /// Takes the next answer.
    pub(crate) fn next_answer(&mut self) -> Option<Answer> {
        let answer = self.answers.waiting().pop_front()?;
        match answer {
            Answer::ComputerMove { .. } => self.thinking = false,
            Answer::Hint { seat, .. } => {
                if let Some(hints) = &mut self.hints {
                    hints[seat].thinking = false;
                }
            }
        }
        Some(answer)
    }

    /// When a computer player must act, or when the threads must be asked because no other node has acted;
    /// `None` if neither is planned.
    pub(crate) fn due(&self) -> Option<Instant> {
        let position = self.position.as_ref()?;
        let delays = match position.plan {
            Plan::Act(computer) if position.interrupted == Some(computer.seat) => {
                limits::BOT_DELAYS_FOR_A_CALL
            }
            Plan::Act(_) => 1,
            Plan::Open if self.thinking || position.stand_by.is_zero() => return None,
            Plan::Open => 0,
            Plan::Rest => return None,
        };
        Some(position.since + position.stand_by + self.delay * delays)
    }

    /// The move that a computer player must make now, and the number of its position.
    pub(crate) fn due_move(&self, now: Instant) -> Option<(u32, ComputerMove)> {
        let is_due = self.due().is_some_and(|due| due <= now);
        match self.position.as_ref()? {
            Position {
                ply,
                plan: Plan::Act(chosen),
                ..
            } if is_due => Some((*ply, *chosen)),
            _ => None,
        }
    }

    pub(crate) fn plan(&mut self, ply: u32, plan: Plan) {
        if let Some(position) = self.position.as_mut().filter(|known| known.ply == ply) {
            position.plan = plan;
        }
    }
}

impl Plan {
    /// The plan if the threads give no answer: the computer player on turn moves, and no computer player
    /// interrupts.
    pub(crate) fn without_answer(state: &State) -> Self {
        fallback_move(state).map_or(Self::Rest, Self::Act)
    }
}

//! The questions to computer players, and the knowledge that comes with each question: the view of the
//! computer player's own seat, and how each seat played in earlier rounds. A person at that seat would know
//! the same. Pure.

use std::time::Instant;

use boneyard_base::{PlayerId, Share};
use boneyard_bot::{Budget, Hint, Memory, Player, Seen};
use boneyard_protocol::Level;
use boneyard_rules::{Seat, Standing, View, Viewer};

use crate::state::State;
use crate::state::computer_move::ComputerMove;
use crate::state::refusal::Refusal;

/// The question to the computer players at a table in one position.
#[derive(Debug)]
pub(crate) struct ComputerQuestion {
    /// How the match stands.
    standing: Standing,
    /// How each seat played in earlier rounds.
    memory: Memory,
    /// The computer players who may move. The one on turn is the last: the others can only interrupt.
    asked: Vec<Asked>,
}

/// One computer player, and everything that it knows.
#[derive(Debug)]
struct Asked {
    seat: Seat,
    level: Level,
    view: View,
    seed: u64,
}

impl ComputerQuestion {
    /// The move of one computer player. `None` if a person is on turn and no computer player interrupts, or if the
    /// move can't be computed.
    pub(crate) fn think(&self, player: &Player, share: Share) -> Option<ComputerMove> {
        self.asked.iter().find_map(|asked| {
            let Asked { level, seed, .. } = *asked;
            let budget = budget(share, level);
            let seen = Seen::new(&self.standing, &asked.view, self.memory);
            let chosen = player.choose_move(seen, level, budget, seed)?;
            Some(ComputerMove {
                seat: asked.seat,
                chosen,
            })
        })
    }
}

/// The question for a person's hint.
#[derive(Debug)]
pub(crate) struct HintQuestion {
    standing: Standing,
    view: View,
    memory: Memory,
    seed: u64,
}

impl HintQuestion {
    pub(crate) fn think(&self, player: &Player, share: Share) -> Option<Hint> {
        let seen = Seen::new(&self.standing, &self.view, self.memory);
        player.hint(seen, budget(share, Level::Expert), self.seed)
    }
}

impl ComputerQuestion {
    /// The question to the computer players at a table; `None` if there is no match.
    pub(crate) fn of(state: &State) -> Option<Self> {
        let game = state.matches.current()?;
        let ask = |seat: Seat| {
            Some(Asked {
                seat,
                level: state.computer_for(seat)?,
                view: game.view(Viewer::Seat(seat)),
                seed: state.deals.computer_chance(state.ply(), seat),
            })
        };
        Some(Self {
            standing: game.standing(),
            memory: state.matches.memory(),
            asked: movers(state).filter_map(ask).collect(),
        })
    }
}

impl HintQuestion {
    /// The seat of a player who asks for a hint in position `ply`, and the question for the hint. Refuses a
    /// player who may not get a hint now.
    pub(crate) fn of(state: &State, player: PlayerId, ply: u32) -> Result<(Seat, Self), Refusal> {
        let seat = state.seat_of(player).ok_or(Refusal::NotSeated)?;
        if !state.settings.hints {
            return Err(Refusal::NoHints);
        }
        state.expect_ply(ply)?;
        if state.matches.on_turn() != Some(seat) {
            return Err(Refusal::NotOnTurn);
        }
        let game = state.matches.current().ok_or(Refusal::NoMatch)?;
        let question = Self {
            standing: game.standing(),
            view: game.view(Viewer::Seat(seat)),
            memory: state.matches.memory(),
            seed: state.deals.computer_chance(ply, seat),
        };
        Ok((seat, question))
    }
}

/// Whether any computer player must decide something.
pub(crate) fn asks_computers(state: &State) -> bool {
    movers(state).any(|seat| state.computer_for(seat).is_some())
}

/// Whether a person may interrupt the turn of another seat now.
pub(crate) fn lets_a_person_interrupt(state: &State) -> bool {
    let turn = state.matches.on_turn();
    movers(state).any(|seat| Some(seat) != turn && state.plays(seat))
}

/// The move of the computer player on turn if the threads give no answer.
pub(crate) fn fallback_move(state: &State) -> Option<ComputerMove> {
    let seat = state.matches.on_turn()?;
    state.computer_for(seat)?;
    let chosen = state.matches.current()?.forced()?;
    Some(ComputerMove { seat, chosen })
}

/// The seats that may move now, the one on turn last.
fn movers(state: &State) -> impl Iterator<Item = Seat> {
    let turn = state.matches.on_turn();
    let others = state.matches.running().into_iter().flat_map(move |game| {
        let may_move = move |&seat: &Seat| Some(seat) != turn && game.may_move(seat);
        state.seats.all().filter(may_move)
    });
    others.chain(turn)
}

/// The budget for a decision of a computer player of this level. `share` says when the decision must be made,
/// and how many jobs share the time of one thread.
pub(crate) fn budget(share: Share, level: Level) -> Budget {
    // If the decisions of a level need no passes, `passes` is 0.
    let passes = level.budget().passes.div_ceil(share.jobs);
    // When the job's time is already over, at most one pass is made, because preparing more passes would take
    // too long.
    let is_late = Instant::now() >= share.until;
    Budget::passes(if is_late { passes.min(1) } else { passes }).until(share.until)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn share(from_now: Duration, jobs: u32) -> Share {
        let until = Instant::now() + from_now;
        Share { until, jobs }
    }

    #[test]
    fn a_job_that_is_late_is_as_short_as_can_be() {
        let late = budget(share(Duration::ZERO, 1), Level::Expert);
        assert_eq!(late.passes, 1);
        let in_time = budget(share(Duration::from_hours(1), 1), Level::Expert);
        assert_eq!(in_time.passes, Level::Expert.budget().passes);
    }

    #[test]
    fn each_of_many_jobs_is_short() {
        let crowded = share(Duration::from_hours(1), 100);
        let alone = Level::Expert.budget().passes;
        assert_eq!(budget(crowded, Level::Expert).passes, alone.div_ceil(100));
        assert_eq!(budget(crowded, Level::Beginner).passes, 0);
    }
}

//! Who sits where at the table of a match, and which outcome follows from the table.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_bot::Level;
use boneyard_protocol::Ending;
use boneyard_rules::BySide;
use boneyard_table::{ArrangedSeat, ArrangedStand};
use boneyard_tournaments::{Outcome, Pairing, Winner};

use crate::event::Entrant;
use crate::state::{Entry, Match, State};

/// The seats of a match's table.
pub(crate) struct Seats<'a> {
    /// Who sits at each seat, from seat 0 on.
    order: Vec<&'a Entry>,
    /// Whether the first side of the match sits at the second seat.
    flipped: bool,
}

/// What follows from the condition of a match's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The match goes on, or waits for its players.
    Nothing,
    /// The table of the match is open, and players can be told of it.
    Opened,
    /// The match has ended.
    Over(Outcome),
    /// The match needs another table, since the absence of its players doesn't count.
    NewTable,
}

impl<'a> Seats<'a> {
    /// The seats of a match; `None` for a bye, and if no person plays.
    pub(crate) fn of(state: &'a State, one: &Match) -> Option<Self> {
        let mut order = alternating(state, &one.pairing)?;
        // A person must have seat 0.
        let first = order.iter().position(|entry| person(entry).is_some())?;
        order.rotate_left(first);
        Some(Self {
            order,
            flipped: !first.is_multiple_of(2),
        })
    }

    /// The person at seat 0.
    pub(crate) fn first(&self) -> Option<(PlayerId, String)> {
        let entry = self.order.first()?;
        Some((person(entry)?, entry.name.to_string()))
    }

    /// Who sits at the seats from 1 on.
    pub(crate) fn others(&self) -> Vec<ArrangedSeat> {
        let seat = |entry: &&Entry| match entry.entrant {
            Entrant::Person(player) => ArrangedSeat::Person {
                player,
                name: entry.name.to_string(),
            },
            Entrant::Computer(level) => ArrangedSeat::Computer(level),
        };
        self.order.iter().skip(1).map(seat).collect()
    }

    /// What follows from the condition of the table. This node has watched the match since `watched`.
    /// `is_knockout` says that the match needs a winner.
    pub(crate) fn verdict(
        &self,
        stand: &ArrangedStand,
        is_knockout: bool,
        (watched, now): (Timestamp, Timestamp),
    ) -> Verdict {
        if let Some(ending) = stand.ending {
            return Verdict::Over(self.ended(ending, stand.scores.as_ref(), is_knockout));
        }
        if !stand.has_begun {
            if !stand.closed {
                return Verdict::Nothing;
            }
            if stand.last.ms_since(watched) < limits::TOURNAMENT_WATCH_MS {
                return Verdict::NewTable;
            }
            let came = |entry: &Entry| person(entry).is_none_or(|who| stand.came.contains(&who));
            return Verdict::Over(self.forfeited(came));
        }
        let idle = now.ms_since(stand.last.max(watched));
        if idle >= limits::TOURNAMENT_MATCH_IDLE_MS {
            return Verdict::Over(self.forfeited(|entry| person(entry).is_none()));
        }
        Verdict::Nothing
    }

    /// The outcome of a match that was not played: the side wins whose players are all there, if only one is.
    fn forfeited(&self, is_there: impl Fn(&Entry) -> bool) -> Outcome {
        let there = |parity: usize| {
            let side = self.order.iter().skip(parity).step_by(2);
            side.copied().all(&is_there)
        };
        let (first, second) = (
            there(usize::from(self.flipped)),
            there(usize::from(!self.flipped)),
        );
        Outcome::Forfeited {
            winner: match (first, second) {
                (true, false) => Some(Winner::First),
                (false, true) => Some(Winner::Second),
                (true, true) | (false, false) => None,
            },
        }
    }

    fn ended(&self, ending: Ending, scores: Option<&BySide<u16>>, is_knockout: bool) -> Outcome {
        let winner = ending.winner().map(|side| {
            if (side.index() == 0) == self.flipped {
                Winner::Second
            } else {
                Winner::First
            }
        });
        if matches!(ending, Ending::Abandoned | Ending::Claimed { .. }) {
            return Outcome::Forfeited { winner };
        }
        let points = scores.map_or([0, 0], |scores| {
            let mut points = scores.iter().map(|(_, &points)| points);
            let mut points = [(); 2].map(|()| points.next().unwrap_or(0));
            if self.flipped {
                points.reverse();
            }
            points
        });
        // If a match of a knockout ends without a winner, the side with more points goes on, and if both have
        // scored the same the side that is named first.
        let ahead = if points[1] > points[0] {
            Winner::Second
        } else {
            Winner::First
        };
        Outcome::Played {
            winner: winner.or(is_knockout.then_some(ahead)),
            points,
        }
    }
}

/// The players of a pairing in such an order that the seats of the sides alternate; `None` for a bye.
fn alternating<'a>(state: &'a State, pairing: &Pairing) -> Option<Vec<&'a Entry>> {
    let sides = pairing.sides()?.map(|side| state.side(side));
    let each = (0..sides[0].len()).flat_map(|place| {
        let both = sides.iter().filter_map(move |side| side.get(place));
        both.map(|&(_, entry)| entry)
    });
    Some(each.collect())
}

/// Whether the first side of a pairing doesn't sit at seat 0, because only the second side has a person for it.
pub(crate) fn is_flipped(state: &State, pairing: &Pairing) -> bool {
    let order = alternating(state, pairing).unwrap_or_default();
    let first = order.iter().position(|entry| person(entry).is_some());
    first.is_some_and(|first| !first.is_multiple_of(2))
}

fn person(entry: &Entry) -> Option<PlayerId> {
    match entry.entrant {
        Entrant::Person(player) => Some(player),
        Entrant::Computer(_) => None,
    }
}

/// The levels at the seats of a match that only computer players play; `None` if a person plays.
pub(crate) fn computers(state: &State, one: &Match) -> Option<Level> {
    let sides = one.pairing.sides()?;
    let mut levels = sides
        .into_iter()
        .flat_map(|side| state.side(side))
        .map(|(_, entry)| match entry.entrant {
            Entrant::Person(_) => None,
            Entrant::Computer(level) => Some(level),
        });
    let first = levels.next()??;
    levels.all(|level| level.is_some()).then_some(first)
}

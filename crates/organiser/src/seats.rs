//! Who sits where at the table of a match, and which outcome follows from the table.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_bot::Level;
use boneyard_protocol::Ending;
use boneyard_rules::{BySide, Seat, Side};
use boneyard_table::{ArrangedSeat, ArrangedStand, Stop as TableStop};
use boneyard_tournaments::{Decision, MatchOutcome, Pairing, Placed, Placing, Winner};

use crate::event::{Entrant, EntryId};
use crate::state::{Entry, Match, State, Stop};

/// The seats of a match's table.
pub(crate) struct Seats<'a> {
    /// Who sits at each seat, from seat 0 on.
    order: Vec<(EntryId, &'a Entry)>,
    /// How many seats the first player of the pairing sits before seat 0, so that a person has seat 0.
    turned: usize,
    /// Whether the first side of a match of two sits at the second seat.
    flipped: bool,
    /// Whether it is a table of several.
    is_of_several: bool,
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// Of a match of two sides.
    Match(MatchOutcome),
    /// Of a table of several.
    Table(Placing),
}

/// What follows from the condition of a match's table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The match goes on, or waits for its players.
    Nothing,
    /// The table of the match is open, and players can be told of it.
    Opened,
    /// The match has to end at its table.
    Stop(TableStop),
    /// The match has ended.
    Over(Found, End),
    /// The match needs another table, since the absence of its players doesn't count.
    NewTable,
}

/// How a match ended, whether or not it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The players ended it.
    Played,
    /// A player resigned.
    Resigned,
    /// A side did not come.
    NotCome,
    /// A side left, or withdrew.
    Forfeited,
    /// The organiser decided it.
    Decided,
}

impl From<MatchOutcome> for Found {
    fn from(outcome: MatchOutcome) -> Self {
        Self::Match(outcome)
    }
}

impl<'a> Seats<'a> {
    /// The seats of a match; `None` for a bye, and if no person plays.
    pub(crate) fn of(state: &'a State, one: &Match) -> Option<Self> {
        let mut order = alternating(state, &one.pairing)?;
        // A person must have seat 0.
        let first = order
            .iter()
            .position(|(_, entry)| entry.player().is_some())?;
        order.rotate_left(first);
        Some(Self {
            order,
            turned: first,
            flipped: !first.is_multiple_of(2),
            is_of_several: matches!(one.pairing, Pairing::Table(_)),
        })
    }

    /// The person at seat 0.
    pub(crate) fn first(&self) -> Option<(PlayerId, String)> {
        let (_, entry) = self.order.first()?;
        Some((entry.player()?, entry.name.to_string()))
    }

    /// Who sits at the seats from 1 on.
    pub(crate) fn others(&self) -> Vec<ArrangedSeat> {
        let seat = |(id, entry): &(EntryId, &Entry)| match entry.entrant {
            Entrant::Person(player) => ArrangedSeat::Person {
                player,
                name: entry.name.to_string(),
            },
            Entrant::Computer(level) => ArrangedSeat::Computer {
                level,
                entrant: id.number(),
            },
        };
        self.order.iter().skip(1).map(seat).collect()
    }

    /// What follows from the condition of the table. This node has watched the match since `watched`.
    /// `is_knockout` says that the match needs a winner.
    pub(crate) fn verdict(
        &self,
        stop: Option<&Stop>,
        stand: &ArrangedStand,
        is_knockout: bool,
        (watched, now): (Timestamp, Timestamp),
    ) -> Verdict {
        if self.is_of_several {
            return self.verdict_of_several(stop, stand, (watched, now));
        }
        let over = |decision, end| Verdict::Over(self.outcome(decision, stand).into(), end);
        if let Some(ending) = stand.ending {
            let (decision, end) = self.ended(ending, stop, stand, is_knockout);
            return over(decision, end);
        }
        let is_dealt = stand.scores.is_some();
        let idle = now.ms_since(stand.last.max(watched));
        let is_deserted = is_dealt && idle >= limits::TOURNAMENT_MATCH_IDLE_MS;
        let stopped = match stop {
            Some(Stop::Withdrawn(id)) => self.withdrawn(*id),
            Some(Stop::Decided(decision, _)) => {
                let winner = self.at_table(*decision);
                Some((TableStop::Decided { winner }, *decision, End::Decided))
            }
            Some(Stop::Ranked(..)) | None => is_deserted.then(|| {
                let decision = self.only_there(|entry| entry.player().is_none());
                let winner = self.at_table(decision);
                (TableStop::Deserted { winner }, decision, End::Forfeited)
            }),
        };
        if let Some((stop, decision, end)) = stopped {
            return if stand.closed {
                over(decision, end)
            } else {
                Verdict::Stop(stop)
            };
        }
        if is_dealt || !stand.closed {
            return Verdict::Nothing;
        }
        if stand.last.ms_since(watched) < limits::TOURNAMENT_WATCH_MS {
            return Verdict::NewTable;
        }
        let came = |entry: &Entry| entry.player().is_none_or(|who| stand.came.contains(&who));
        over(self.only_there(came), End::NotCome)
    }

    /// What follows from the condition of a table of several. One player ends nothing for the others there: a computer
    /// player stands in.
    fn verdict_of_several(
        &self,
        stop: Option<&Stop>,
        stand: &ArrangedStand,
        (watched, now): (Timestamp, Timestamp),
    ) -> Verdict {
        let over = |end| Verdict::Over(Found::Table(self.placing(stand)), end);
        let is_dealt = stand.scores.is_some();
        let idle = now.ms_since(stand.last.max(watched));
        let is_ranked = matches!(stop, Some(Stop::Ranked(..)));
        if is_ranked && (stand.ending.is_some() || stand.closed) {
            over(End::Decided)
        } else if is_ranked {
            Verdict::Stop(TableStop::Decided { winner: None })
        } else if stand.ending.is_some() {
            over(End::Played)
        } else if is_dealt && !stand.closed && idle >= limits::TOURNAMENT_MATCH_IDLE_MS {
            Verdict::Stop(TableStop::Deserted { winner: None })
        } else if is_dealt || !stand.closed {
            Verdict::Nothing
        } else if stand.last.ms_since(watched) < limits::TOURNAMENT_WATCH_MS {
            Verdict::NewTable
        } else {
            over(End::NotCome)
        }
    }

    /// What the players of a table of several have reached, in the order of the pairing. Those who left, or did not come,
    /// are behind all others; those who came to a table without a match share the first place.
    fn placing(&self, stand: &ArrangedStand) -> Placing {
        let at = |seat: usize| {
            let side = Side::new(seat as u8)?;
            let points = stand.scores.as_ref()?.get(side)?;
            Some((*stand.places.as_ref()?.get(side)?, *points))
        };
        let has_missed = |entry: &Entry| {
            entry.player().is_some_and(|player| match stand.scores {
                Some(_) => stand.left.contains(&player),
                None => !stand.came.contains(&player),
            })
        };
        let reached = self.order.iter().enumerate().map(|(seat, (_, entry))| {
            let (place, points) = at(seat).unwrap_or((1, 0));
            let missed = has_missed(entry);
            Placed {
                place,
                points,
                missed,
            }
        });
        let reached: Vec<Placed> = reached.collect();
        let stayed = || reached.iter().filter(|of| !of.missed);
        let placed = reached.iter().map(|of| {
            let ahead = stayed().filter(|other| of.missed || other.place < of.place);
            Placed {
                place: 1 + ahead.count() as u8,
                ..*of
            }
        });
        let mut placed: Vec<Placed> = placed.collect();
        placed.rotate_right(self.turned);
        Placing(placed)
    }

    /// The outcome of a match. Only its table says whether it was played: whether tiles were dealt there.
    fn outcome(&self, decision: Decision, stand: &ArrangedStand) -> MatchOutcome {
        let points = stand.scores.as_ref().map(|scores| {
            let mut points = scores.iter().map(|(_, &points)| points);
            let mut points = [(); 2].map(|()| points.next().unwrap_or(0));
            if self.flipped {
                points.reverse();
            }
            points
        });
        MatchOutcome { decision, points }
    }

    /// The side wins whose players are all there, if only one is.
    fn only_there(&self, is_there: impl Fn(&Entry) -> bool) -> Decision {
        let there = |parity: usize| {
            let mut side = self.order.iter().skip(parity).step_by(2);
            side.all(|(_, entry)| is_there(entry))
        };
        let (first, second) = (
            there(usize::from(self.flipped)),
            there(usize::from(!self.flipped)),
        );
        match (first, second) {
            (true, false) => Decision::Won(Winner::First),
            (false, true) => Decision::Won(Winner::Second),
            (true, true) | (false, false) => Decision::Neither,
        }
    }

    /// The end of a match from which a player has withdrawn.
    fn withdrawn(&self, id: EntryId) -> Option<(TableStop, Decision, End)> {
        let seat = self.order.iter().position(|(of, _)| *of == id)?;
        let lost = Side::new(u8::from(seat % 2 == 1))?;
        let winner = match self.named(lost) {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
        };
        let seat = Seat::new(seat as u8)?;
        let stop = TableStop::Withdrawn { seat };
        Some((stop, Decision::Won(winner), End::Forfeited))
    }

    /// The side of the match that has a side of the table.
    fn named(&self, side: Side) -> Winner {
        if (side.index() == 0) == self.flipped {
            Winner::Second
        } else {
            Winner::First
        }
    }

    /// The side of the table that wins; `None` if none does.
    fn at_table(&self, decision: Decision) -> Option<Side> {
        let mut sides = (0..2).filter_map(Side::new);
        sides.find(|&side| decision == Decision::Won(self.named(side)))
    }

    /// How a match is decided that has ended at its table, and how it ended.
    fn ended(
        &self,
        ending: Ending,
        stop: Option<&Stop>,
        stand: &ArrangedStand,
        is_knockout: bool,
    ) -> (Decision, End) {
        let end = match ending {
            Ending::Played { .. } | Ending::Agreed => End::Played,
            Ending::Resigned { .. } => End::Resigned,
            Ending::Claimed { .. } | Ending::Abandoned { .. } | Ending::Withdrawn { .. } => {
                End::Forfeited
            }
            Ending::Decided { .. } => End::Decided,
        };
        let decision = match (ending.winner(), stop) {
            // The table knows who won, but not whether a match without a winner is a tie.
            (winner, Some(Stop::Decided(decision, _)))
                if end == End::Decided && winner == self.at_table(*decision) =>
            {
                *decision
            }
            (Some(side), _) => Decision::Won(self.named(side)),
            // If a match of a knockout ends without a winner, the side with the better place goes on, and if they are
            // level the side that is named first.
            (None, _) if end == End::Played && is_knockout => {
                let places = stand.places.as_ref();
                let mut places = places.into_iter().flat_map(BySide::iter);
                let first = places.find(|(_, place)| **place == 1);
                let is_level = places.any(|(_, place)| *place == 1);
                let ahead = first.filter(|_| !is_level);
                Decision::Won(ahead.map_or(Winner::First, |(side, _)| self.named(side)))
            }
            (None, _) if end == End::Played => Decision::Tie,
            (None, _) => Decision::Neither,
        };
        (decision, end)
    }
}

/// The players of a pairing in such an order that the seats of two sides alternate; `None` for a bye.
fn alternating<'a>(state: &'a State, pairing: &Pairing) -> Option<Vec<(EntryId, &'a Entry)>> {
    if let Pairing::Table(seated) = pairing {
        let entrants = seated.entrants().iter();
        return Some(entrants.flat_map(|&of| state.players_of(of)).collect());
    }
    let sides = pairing.sides()?.map(|side| state.side(side));
    let each = (0..sides[0].len()).flat_map(|place| {
        sides
            .iter()
            .filter_map(move |side| side.get(place).copied())
    });
    Some(each.collect())
}

/// Whether the first side of a pairing doesn't sit at seat 0, because only the second side has a person for it.
pub(crate) fn is_flipped(state: &State, pairing: &Pairing) -> bool {
    let order = alternating(state, pairing).unwrap_or_default();
    let first = order.iter().position(|(_, entry)| entry.player().is_some());
    first.is_some_and(|first| !first.is_multiple_of(2))
}

/// The level of the players of a match that only computer players play; `None` if a person plays.
pub(crate) fn computers(state: &State, one: &Match) -> Option<Level> {
    let is_match = one.pairing.is_match();
    let mut levels = one
        .pairing
        .entrants()
        .filter(|_| is_match)
        .flat_map(|of| state.players_of(of))
        .map(|(_, entry)| match entry.entrant {
            Entrant::Person(_) => None,
            Entrant::Computer(level) => Some(level),
        });
    let first = levels.next()??;
    levels.all(|level| level.is_some()).then_some(first)
}

//! Entrants, sides, pairings, and the outcomes of matches.

use serde::{Deserialize, Serialize};

/// The number of an entrant. An entrant is a player, or a pair that stays together. The numbers follow the
/// order of entry, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct EntrantId(pub u32);

impl EntrantId {
    /// The number as an index.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A network from which players enter. Players of one network may be one person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Network(pub u64);

/// A side of a match: one entrant, or two entrants who are partners for this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    /// The entrant, or the first of two partners.
    pub first: EntrantId,
    /// The second of two partners.
    pub partner: Option<EntrantId>,
}

impl Side {
    /// The side of one entrant.
    #[must_use]
    pub const fn one(first: EntrantId) -> Self {
        Self {
            first,
            partner: None,
        }
    }

    /// The side of two partners.
    #[must_use]
    pub const fn partners(first: EntrantId, partner: EntrantId) -> Self {
        Self {
            first,
            partner: Some(partner),
        }
    }

    /// The entrants of the side.
    pub fn entrants(self) -> impl Iterator<Item = EntrantId> {
        std::iter::once(self.first).chain(self.partner)
    }
}

/// A place in a round: a match, or a bye.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pairing {
    /// A match of two sides.
    Match([Side; 2]),
    /// The match for the third place of a knockout.
    ThirdPlace([Side; 2]),
    /// An entrant without an opponent in this round. It counts as a win.
    Bye(EntrantId),
    /// A match of several entrants, each for themselves.
    Table(Seated),
}

/// The largest number of entrants at a table.
pub const SEATS_MAX: usize = 8;

/// The entrants at a table, in the order of their seats; at most [`SEATS_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<EntrantId>", into = "Vec<EntrantId>")]
pub struct Seated {
    entrants: [EntrantId; SEATS_MAX],
    count: usize,
}

impl Seated {
    /// `None` if they are more than [`SEATS_MAX`].
    #[must_use]
    pub fn new(entrants: &[EntrantId]) -> Option<Self> {
        let mut seated = Self {
            entrants: [EntrantId(0); SEATS_MAX],
            count: entrants.len(),
        };
        let seats = seated.entrants.get_mut(..entrants.len())?;
        seats.copy_from_slice(entrants);
        Some(seated)
    }

    /// The entrants, in the order of their seats.
    #[must_use]
    pub fn entrants(&self) -> &[EntrantId] {
        &self.entrants[..self.count]
    }
}

impl From<Seated> for Vec<EntrantId> {
    fn from(seated: Seated) -> Self {
        seated.entrants().to_vec()
    }
}

impl TryFrom<Vec<EntrantId>> for Seated {
    type Error = &'static str;

    fn try_from(entrants: Vec<EntrantId>) -> Result<Self, Self::Error> {
        Self::new(&entrants).ok_or("a table has at most eight entrants")
    }
}

/// How a match at a table of several entrants ended: what each has reached, in the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placing(pub Vec<Placed>);

/// What an entrant has reached at a table of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// The place, from 1. Entrants who are level share one.
    pub place: u8,
    /// The points of the table.
    pub points: u16,
    /// Whether the entrant did not come, or left. Such an entrant is behind all others.
    pub missed: bool,
}

/// The match points of an entrant who has beaten all others at the table.
pub const TABLE_WIN: u32 = 100;

impl Placing {
    /// The match points of the entrant at a seat: the share of the others whom the entrant has beaten, half of those with
    /// the same place included, as a part of [`TABLE_WIN`]. So a place is worth as much at a table of four as at one of five.
    #[must_use]
    pub fn match_points(&self, seat: usize) -> u32 {
        let others = self.0.len().saturating_sub(1);
        let Some(own) = self.0.get(seat).filter(|own| others > 0 && !own.missed) else {
            return 0;
        };
        let halves = |other: &Placed| {
            if other.missed || other.place > own.place {
                2
            } else {
                u32::from(other.place == own.place)
            }
        };
        // The entrant is among those who share the place.
        let halves = self.0.iter().map(halves).sum::<u32>() - 1;
        let whole = 2 * others as u32;
        // Half of the divisor is added, so that the division rounds to the nearest number.
        (TABLE_WIN * halves + whole / 2) / whole
    }

    /// By how many points of the table the entrant at a seat is better than the mean of the others, rounded down.
    /// `fewest_win` says that fewer points are better.
    #[must_use]
    pub fn difference(&self, seat: usize, fewest_win: bool) -> i32 {
        let here = || self.0.iter().filter(|of| !of.missed);
        let others: i32 = here().skip(1).map(|_| 1).sum();
        let Some(own) = self.0.get(seat).filter(|own| others > 0 && !own.missed) else {
            return 0;
        };
        let sum: i32 = here().map(|of| i32::from(of.points)).sum();
        let own = i32::from(own.points);
        let ahead = own * others - (sum - own);
        let ahead = if fewest_win { -ahead } else { ahead };
        ahead.div_euclid(others)
    }
}

impl Pairing {
    /// The sides of the match; `None` for a bye, and for a table of several.
    #[must_use]
    pub const fn sides(&self) -> Option<[Side; 2]> {
        match self {
            Self::Match(sides) | Self::ThirdPlace(sides) => Some(*sides),
            Self::Bye(_) | Self::Table(_) => None,
        }
    }

    /// Whether it is a match, and no bye.
    #[must_use]
    pub const fn is_match(&self) -> bool {
        !matches!(self, Self::Bye(_))
    }

    /// The entrants of the match, in their order, or the entrant with the bye.
    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> + use<> {
        let (seated, sides) = match *self {
            Self::Bye(entrant) => (Seated::new(&[entrant]), None),
            Self::Table(seated) => (Some(seated), None),
            Self::Match(sides) | Self::ThirdPlace(sides) => (None, Some(sides)),
        };
        let seated = seated.into_iter();
        let seated = seated.flat_map(|of| of.entrants.into_iter().take(of.count));
        seated.chain(sides.into_iter().flatten().flat_map(Side::entrants))
    }
}

/// A match of two single entrants.
pub(crate) const fn singles(first: EntrantId, second: EntrantId) -> Pairing {
    Pairing::Match([Side::one(first), Side::one(second)])
}

/// The place of a pairing in the tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PairingId {
    /// The number of the round, from 0.
    pub round: usize,
    /// The number of the pairing in its round, from 0.
    pub number: usize,
}

/// The side that won a match, in the order of [`Pairing::sides`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Winner {
    /// The first side won.
    First,
    /// The second side won.
    Second,
}

impl Winner {
    /// The index of the side.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// How a match is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Decision {
    /// A side won.
    Won(Winner),
    /// Nobody won, and each side scores a tie. A knockout has no ties.
    Tie,
    /// Both sides lost.
    Neither,
    /// The match counts for neither side, as if it had not been paired. A knockout has no such match.
    Void,
    /// The match was at a table of several, and each entrant has a place ([`Placing`]).
    Placed,
}

/// The outcome of a match. How it is decided does not say whether it was played, and the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchOutcome {
    /// How the match is decided.
    pub decision: Decision,
    /// The points that each side had scored at the table when the match ended; `None` if its tiles were not dealt. A
    /// match whose tiles were dealt is a meeting of its sides, whatever ended it.
    pub points: Option<[u16; 2]>,
}

impl MatchOutcome {
    /// The side that won.
    #[must_use]
    pub const fn winner(self) -> Option<Winner> {
        match self.decision {
            Decision::Won(winner) => Some(winner),
            Decision::Tie | Decision::Neither | Decision::Void | Decision::Placed => None,
        }
    }

    /// Whether the sides have met: the tiles of the match were dealt.
    #[must_use]
    pub const fn is_meeting(self) -> bool {
        self.points.is_some() && !matches!(self.decision, Decision::Void)
    }

    /// By how many points the first side is better than the second. If the side that won is behind, because the
    /// match ended early or was decided otherwise, it is 0. `fewest_win` says that fewer points are better.
    #[must_use]
    pub fn difference(self, fewest_win: bool) -> i32 {
        let [first, second] = self.points.unwrap_or_default().map(i32::from);
        let ahead = if fewest_win {
            second - first
        } else {
            first - second
        };
        match self.decision {
            Decision::Won(Winner::First) => ahead.max(0),
            Decision::Won(Winner::Second) => ahead.min(0),
            Decision::Tie | Decision::Neither => ahead,
            Decision::Void | Decision::Placed => 0,
        }
    }
}

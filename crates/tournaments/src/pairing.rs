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
}

impl Pairing {
    /// The sides of the match; `None` for a bye.
    #[must_use]
    pub const fn sides(&self) -> Option<[Side; 2]> {
        match self {
            Self::Match(sides) | Self::ThirdPlace(sides) => Some(*sides),
            Self::Bye(_) => None,
        }
    }

    /// The entrants of the match, or the entrant with the bye.
    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> + use<> {
        let (bye, sides) = match *self {
            Self::Bye(entrant) => (Some(entrant), None),
            Self::Match(sides) | Self::ThirdPlace(sides) => (None, Some(sides)),
        };
        bye.into_iter()
            .chain(sides.into_iter().flatten().flat_map(Side::entrants))
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
            Decision::Tie | Decision::Neither | Decision::Void => None,
        }
    }

    /// Whether the sides have met: the tiles of the match were dealt.
    #[must_use]
    pub const fn is_meeting(self) -> bool {
        self.points.is_some() && !matches!(self.decision, Decision::Void)
    }

    /// The points of the first side less those of the second. If the side that won has fewer points, because the
    /// match ended early or was decided otherwise, it is 0.
    #[must_use]
    pub fn difference(self) -> i32 {
        let [first, second] = self.points.unwrap_or_default().map(i32::from);
        match self.decision {
            Decision::Won(Winner::First) => (first - second).max(0),
            Decision::Won(Winner::Second) => (first - second).min(0),
            Decision::Tie | Decision::Neither => first - second,
            Decision::Void => 0,
        }
    }
}

//! The count, and the points that it scores (RULES.md, Counting and The four games).

use serde::{Deserialize, Serialize};

use crate::line::layout::{ArmId, Layout};
use crate::line::rules::{Options, PointUnit, Variant};
use crate::tile::Pips;

/// What one outermost tile adds to the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// The arm that ends with this tile.
    pub arm: ArmId,
    /// The pips of the tile's free end; for a double, the pips of each half.
    pub pips: Pips,
    /// Whether the tile is a double, so that both halves count; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
}

impl Term {
    /// The pips that the tile adds to the count, 0 to 12.
    #[must_use]
    pub const fn value(self) -> u16 {
        self.pips.get() as u16 * if self.double { 2 } else { 1 }
    }
}

/// The count: the sum of the free pips of all outermost tiles. It holds one term for each arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Count {
    terms: [Option<Term>; 4],
}

impl Count {
    /// The terms, in the order of the arms.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.terms.iter().flatten().copied()
    }

    /// The sum of the terms.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.terms().map(Term::value).sum()
    }
}

impl Layout {
    /// The count of this layout. An outermost double counts with both halves. The lead counts for the arms
    /// `a` and `b` while they have no tile; a double without neighbours counts only once.
    #[must_use]
    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for (slot, arm) in count.terms.iter_mut().zip(ArmId::ALL) {
            *slot = match self.tip(arm) {
                Some(tip) => Some(Term {
                    arm,
                    pips: tip.pips,
                    double: tip.tile.is_double(),
                }),
                None => self.bare_lead(arm),
            };
        }
        count
    }

    /// The term of the lead for an arm without tiles: what the lead's free end adds to the count.
    fn bare_lead(&self, arm: ArmId) -> Option<Term> {
        let lead = self.first()?;
        let (pips, other) = match arm {
            ArmId::A => (lead.high(), ArmId::B),
            ArmId::B => (lead.low(), ArmId::A),
            ArmId::C | ArmId::D => return None,
        };
        let alone = self.tip(other).is_none();
        // A double without neighbours is one term with both halves, not two terms.
        let double = lead.is_double();
        (!double || !alone || arm == ArmId::A).then_some(Term { arm, pips, double })
    }
}

/// The points for a play, from the count of the layout after the play.
#[must_use]
pub fn play_points(options: &Options, count: u16) -> u16 {
    match options.variant {
        Variant::AllFives if count.is_multiple_of(5) => in_unit(options, count),
        Variant::Block | Variant::Draw | Variant::AllFives => 0,
        Variant::FivesAndThrees => {
            let of = |n: u16| {
                if count.is_multiple_of(n) {
                    count / n
                } else {
                    0
                }
            };
            of(5) + of(3)
        }
    }
}

/// The points for the pips that remain in hands. In All Fives the pips are rounded to the nearest five.
#[must_use]
pub fn hand_points(options: &Options, pips: u16) -> u16 {
    match options.variant {
        Variant::AllFives => in_unit(options, (pips + 2) / 5 * 5),
        Variant::Block | Variant::Draw | Variant::FivesAndThrees => pips,
    }
}

/// The points for `fives`, a number of pips that is a multiple of five: one point for each pip or one for
/// each five, as the options say.
const fn in_unit(options: &Options, fives: u16) -> u16 {
    match options.point_unit {
        PointUnit::Pips => fives,
        PointUnit::Fives => fives / 5,
    }
}

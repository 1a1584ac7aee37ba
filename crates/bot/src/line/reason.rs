//! The reason for a play, in one sentence.

use std::fmt;

use boneyard_rules::line::ArmId;
use boneyard_rules::line::rules::Variant;
use boneyard_rules::line::view::Own;
use boneyard_rules::{Pips, Seat, Tile, TileSet};
use serde::{Deserialize, Serialize};

use crate::line::knowledge::Knowledge;

/// The simplest reason for a play. It depends only on what the player may know.
///
/// New reasons may be added: a client shows nothing for a reason that it doesn't know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HintReason {
    /// The rules allow no other play.
    OnlyPlay,
    /// The play's points reach the target and win the match.
    Wins,
    /// The play uses the last tile of the hand.
    GoesOut,
    /// After the play, the next opponent is known to have no tile for any open end.
    ShutsOut {
        /// The next opponent.
        seat: Seat,
    },
    /// The play scores by the count.
    Scores {
        /// The number of points.
        points: u16,
    },
    /// The play leaves an open end whose pips the next opponent is known not to have.
    Blocks {
        /// The pips of the open end.
        pips: Pips,
        /// The next opponent.
        seat: Seat,
    },
    /// The play leaves an open end, and most unplayed tiles with the pips of this end are in the player's
    /// own hand.
    Controls {
        /// The pips of the open end.
        pips: Pips,
    },
    /// The tile is a double, which fits fewer ends than other tiles.
    ShedsDouble,
    /// The tile is the heaviest tile of the hand.
    ShedsWeight,
    /// After the play, several tiles of the hand fit an open end; no other play leaves more such tiles.
    KeepsOptions {
        /// The number of tiles that fit.
        tiles: u8,
    },
    /// The play had the best result in the search.
    BestInTheLongRun,
}

impl HintReason {
    pub(crate) fn of(known: &Knowledge, own: &Own, tile: Tile, arm: Option<ArmId>) -> Self {
        let layout = known.layout_after(tile, arm);
        let mut rest = known.hand;
        rest.remove(tile);
        let points = known.points(tile, arm);
        let score = known.rules.score_after(known.score(), points);
        if own.placements.len() == 1 {
            return Self::OnlyPlay;
        }
        if score.is_some_and(|score| score >= known.rules.target) {
            return Self::Wins;
        }
        if rest.is_empty() {
            return Self::GoesOut;
        }
        let seat = known.rules.seating.next(known.seat);
        let lacks = |pips: Pips| known.sample.is_known_to_lack(seat, pips);
        if layout.ends().all(|end| lacks(end.pips)) {
            return Self::ShutsOut { seat };
        }
        if points > 0 && score.is_some() {
            return Self::Scores { points };
        }
        let opened = layout
            .ends()
            .find(|end| Some(end.arm) == arm)
            .map(|end| end.pips);
        match opened {
            Some(pips) if lacks(pips) => Self::Blocks { pips, seat },
            Some(pips) if controls(known, rest, pips) => Self::Controls { pips },
            _ => Self::of_hand(known, own, tile, rest.intersection(layout.fitting()).len()),
        }
    }

    /// Finds the reason in the rest of the hand. `fitting` is the number of tiles in the rest of the hand
    /// that fit an open end after the play.
    fn of_hand(known: &Knowledge, own: &Own, tile: Tile, fitting: usize) -> Self {
        if tile.is_double() {
            return Self::ShedsDouble;
        }
        let weighs = !known.rules.going_out_point || known.rules.variant != Variant::FivesAndThrees;
        if weighs && known.hand.heaviest() == Some(tile) {
            return Self::ShedsWeight;
        }
        let kept = |tile, arm| {
            let mut rest = known.hand;
            rest.remove(tile);
            rest.intersection(known.layout_after(tile, arm).fitting())
                .len()
        };
        let mut others = own.placements.iter();
        let is_most = others.all(|offer| kept(offer.tile, offer.arm) <= fitting);
        if fitting > 1 && is_most {
            let tiles = fitting as u8;
            return Self::KeepsOptions { tiles };
        }
        Self::BestInTheLongRun
    }
}

/// Whether the rest of the hand has at least two tiles with these pips, and fewer tiles with these pips are
/// unseen.
fn controls(known: &Knowledge, rest: TileSet, pips: Pips) -> bool {
    let with = TileSet::with(pips);
    let own = rest.intersection(with).len();
    own >= 2 && own > known.unseen.intersection(with).len()
}

impl fmt::Display for HintReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyPlay => f.write_str("it is the only play"),
            Self::Wins => f.write_str("it wins the match"),
            Self::GoesOut => f.write_str("it goes out"),
            Self::ShutsOut { .. } => f.write_str("the next opponent has no tile for any end"),
            Self::Scores { points: 1 } => f.write_str("it scores 1 point"),
            Self::Scores { points } => write!(f, "it scores {points} points"),
            Self::Blocks { pips, .. } => write!(
                f,
                "it leaves a {pips}, which the next opponent is known not to have"
            ),
            Self::Controls { pips } => {
                write!(
                    f,
                    "it leaves a {pips}, and you hold most of the unplayed tiles with it"
                )
            }
            Self::ShedsDouble => f.write_str("it gets rid of a double"),
            Self::ShedsWeight => f.write_str("it gets rid of your heaviest tile"),
            Self::KeepsOptions { tiles } => {
                write!(f, "it leaves you {tiles} tiles that fit")
            }
            Self::BestInTheLongRun => f.write_str("it comes out ahead in the long run"),
        }
    }
}

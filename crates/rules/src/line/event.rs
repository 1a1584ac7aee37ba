//! The events of a match.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::line::deal::TileOrder;
use crate::line::layout::Joint;
use crate::line::{BySeat, BySide};
use crate::seat::{Seat, Side};
use crate::tile::Tile;

/// One event of a match. Events by chance ([`Event::Lots`], [`Event::Deal`]), decisions
/// ([`Event::Played`], [`Event::Called`], [`Event::GaveLead`]) and the end of the time
/// ([`Event::TimeCalled`]) come from the caller; all other events follow from the rules.
///
/// An event contains what the whole table may know after the round. [`Event::seen`] returns the part that
/// everybody may see during the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Each seat drew a lot; the seat with the heaviest lot leads (RULES.md, The opening).
    Lots {
        /// The lots drawn.
        lots: BySeat<Tile>,
        /// The seat that leads.
        leader: Seat,
    },
    /// The tiles were dealt.
    Deal {
        /// All tiles of the set: first the hands by seat, then the boneyard in the order of drawing. An order
        /// needs several times as much memory as the data of any other event. The `Arc` keeps the order
        /// outside the event; without it, each of the dozens of events of a round would need as much memory
        /// as an order.
        order: Arc<TileOrder>,
        /// The seat that leads; `None` if the tiles must be dealt again.
        leader: Option<Seat>,
    },
    /// The leader gave the lead to its partner.
    GaveLead {
        /// The seat that gave the lead.
        seat: Seat,
    },
    /// A tile was played.
    Played {
        /// The seat that played.
        seat: Seat,
        /// The tile that was played.
        tile: Tile,
        /// Where the tile was joined to the layout; `None` for the lead.
        joint: Option<Joint>,
        /// The points that the player announced, in games with muggins calls.
        announced: Option<u16>,
    },
    /// A seat called "Muggins!" and takes the points of the last play.
    Called {
        /// The seat that called.
        seat: Seat,
    },
    /// A side scored.
    Scored {
        /// The side that scored.
        side: Side,
        /// The points that the side got.
        points: u16,
        /// Why the side got the points.
        reason: Reason,
    },
    /// A side got no points. Either its score would have exceeded an exact target, or the points were for
    /// passes, which can't bring a score to the target.
    Overshot {
        /// The side that got no points.
        side: Side,
        /// The points that were not given.
        points: u16,
        /// Why the points would have been given.
        reason: Reason,
    },
    /// A side without points won a round but got nothing, because the round was worth less than the entry,
    /// which is the fewest points that such a side can get.
    FellShort {
        /// The side that got no points.
        side: Side,
        /// The points that were not given.
        points: u16,
        /// Why the points would have been given.
        reason: Reason,
    },
    /// The love rule changed the scores (RULES.md, Love).
    Love {
        /// The scores after the change.
        scores: BySide<u16>,
    },
    /// A seat could not play and drew a tile.
    Drew {
        /// The seat that drew.
        seat: Seat,
        /// The drawn tile. Only this seat sees it during the round.
        tile: Tile,
    },
    /// A seat could neither play nor draw.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// The time of the match was up: the round that was being played is the last one, unless sides then share
    /// the most points (RULES.md, The call of time).
    TimeCalled,
    /// The round ended.
    RoundOver(Outcome),
    /// A side reached the target, or had the most points when time had been called.
    MatchOver {
        /// The side that won.
        winner: Side,
    },
}

/// Why points are given (RULES.md, Scoring).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The count after a play.
    Count,
    /// A call of "Muggins!".
    Call,
    /// Going out: a seat played its last tile.
    Domino,
    /// A blocked round was won.
    Blocked,
    /// The play made other seats pass.
    Pass,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::Count,
        Self::Call,
        Self::Domino,
        Self::Blocked,
        Self::Pass,
    ];
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outcome {
    /// A seat played its last tile.
    Domino {
        /// The seat that went out.
        by: Seat,
        /// The points for the round. Because of an exact target or the entry, the side may not get them.
        points: u16,
        /// The parts that the points consist of.
        #[serde(default, skip_serializing_if = "Parts::is_empty")]
        parts: Parts,
    },
    /// No seat could play or draw.
    Blocked {
        /// The side that wins the round; `None` for a tie in which no side wins.
        winner: Option<Side>,
        /// The points for the round. Because of an exact target or the entry, the side may not get them.
        points: u16,
        /// The parts that the points consist of.
        #[serde(default, skip_serializing_if = "Parts::is_empty")]
        parts: Parts,
    },
}

/// The parts that the points of a won round consist of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Parts {
    /// Points for the pips in hands, or the going-out point, which replaces them.
    #[serde(skip_serializing_if = "is_zero")]
    pub hands: u16,
    /// Points for the way in which the round was won.
    #[serde(skip_serializing_if = "is_zero")]
    pub finish: u16,
    /// Points for going out with 0-0.
    #[serde(skip_serializing_if = "is_zero")]
    pub double_blank: u16,
    /// Extra points for one of the first won rounds of the match.
    #[serde(skip_serializing_if = "is_zero")]
    pub round: u16,
    /// Whether the total is doubled because an earlier block was tied.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub twice: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Parts {
    /// Whether every part is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The sum of the parts; doubled if `twice` is true.
    #[must_use]
    pub const fn total(self) -> u16 {
        let once = self.hands + self.finish + self.double_blank + self.round;
        if self.twice { once * 2 } else { once }
    }
}

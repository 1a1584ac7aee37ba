//! What happens in a match, as a list of events.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::deal::Order;
use crate::layout::Joint;
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::Tile;

/// One thing that happened. Chance ([`Event::Lots`], [`Event::Deal`]) and decisions
/// ([`Event::Played`], [`Event::Called`]) come from outside; the rest follows from the rules.
///
/// An event holds what the whole table and its record may know when the round is over; what may
/// be seen of it before is [`Event::seen`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Each seat drew a lot; the heaviest leads (rules.md, A round, 2).
    Lots {
        /// The lots drawn.
        lots: BySeat<Tile>,
        /// Who leads.
        leader: Seat,
    },
    /// The tiles were dealt.
    Deal {
        /// All tiles of the set: the hands by seat, then the boneyard in the order of drawing. Shared: it
        /// is several times as large as all other events, of which a round has dozens.
        order: Arc<Order>,
        /// Who leads; `None` if the tiles are dealt again.
        leader: Option<Seat>,
    },
    /// The seat that was to lead gave the lead to its partner.
    GaveLead {
        /// Who gave it.
        seat: Seat,
    },
    /// A tile was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Where; `None` for the lead.
        joint: Option<Joint>,
        /// The points that the player announced, under muggins calls.
        announced: Option<u16>,
    },
    /// An opponent called "Muggins!" and takes the points of the last play.
    Called {
        /// Who called.
        seat: Seat,
    },
    /// A side scored.
    Scored {
        /// Which side.
        side: Side,
        /// How many points.
        points: u16,
        /// For what.
        reason: Reason,
    },
    /// A side would have passed the exact target, and scored nothing.
    Overshot {
        /// Which side.
        side: Side,
        /// The points that weren't given.
        points: u16,
        /// For what.
        reason: Reason,
    },
    /// A side without points won a round that is worth less than the entry, and scored nothing.
    FellShort {
        /// Which side.
        side: Side,
        /// The points that weren't given.
        points: u16,
        /// For what.
        reason: Reason,
    },
    /// Love changed the scores.
    Love {
        /// What they are now.
        scores: BySide<u16>,
    },
    /// A seat could not play and drew a tile.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The tile, which only that seat sees.
        tile: Tile,
    },
    /// A seat could neither play nor draw.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// The round ended.
    RoundOver(Outcome),
    /// A side reached the target.
    MatchOver {
        /// The side that won.
        winner: Side,
    },
}

/// For what points are given (rules.md, Scoring).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The count after a play.
    Count,
    /// A call of "Muggins!".
    Call,
    /// Going out.
    Domino,
    /// The fewest pips in a blocked round.
    Blocked,
    /// Making others pass.
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
        /// Who went out.
        by: Seat,
        /// What that is worth, before an exact target or the entry is looked at.
        points: u16,
        /// What the points are made of.
        #[serde(default, skip_serializing_if = "Parts::is_empty")]
        parts: Parts,
    },
    /// Nobody could play, and nothing could be drawn.
    Blocked {
        /// The side that wins the round; `None` for a tie that nobody is given.
        winner: Option<Side>,
        /// What that is worth, before an exact target or the entry is looked at.
        points: u16,
        /// What the points are made of.
        #[serde(default, skip_serializing_if = "Parts::is_empty")]
        parts: Parts,
    },
}

/// What the points of a won round are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Parts {
    /// For the pips in hands, or the going-out point in their place.
    #[serde(skip_serializing_if = "is_zero")]
    pub hands: u16,
    /// For how the round was won.
    #[serde(skip_serializing_if = "is_zero")]
    pub finish: u16,
    /// For going out with 0-0.
    #[serde(skip_serializing_if = "is_zero")]
    pub double_blank: u16,
    /// For one of the first won rounds of the match.
    #[serde(skip_serializing_if = "is_zero")]
    pub round: u16,
    /// Whether a tied block has made all of it count twice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub twice: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Parts {
    /// Whether there is nothing to be told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The points that they add up to.
    #[must_use]
    pub const fn total(self) -> u16 {
        let once = self.hands + self.finish + self.double_blank + self.round;
        if self.twice { once * 2 } else { once }
    }
}

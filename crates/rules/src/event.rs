//! What happens in a match, as a list of events.

use serde::{Deserialize, Serialize};

use crate::deal::Order;
use crate::layout::Joint;
use crate::seat::{BySeat, Seat, Side};
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
        /// All 28 tiles: the hands by seat, then the boneyard in the order of drawing.
        order: Order,
        /// Who leads; `None` if nobody holds a double and the tiles are dealt again.
        leader: Option<Seat>,
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
        /// What that is worth, before an exact target is looked at.
        points: u16,
    },
    /// Nobody could play, and nothing could be drawn.
    Blocked {
        /// The side with the fewest pips; `None` if several have the fewest.
        winner: Option<Side>,
        /// What that is worth, before an exact target is looked at.
        points: u16,
    },
}

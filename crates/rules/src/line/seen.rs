//! The part of an event that everybody at a table may see.

use serde::{Deserialize, Serialize};

use crate::line::event::{Event, Outcome, Reason};
use crate::line::layout::{Joint, Laid};
use crate::line::{BySeat, BySide};
use crate::seat::{Seat, Side};
use crate::tile::Tile;

/// An event as everybody at the table may see it during the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VisibleEvent {
    /// Each seat drew a lot; the seat with the heaviest lot leads.
    Lots {
        /// The lots by seat.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
        tiles: BySeat<Tile>,
        /// The seat that leads.
        leader: Seat,
    },
    /// The tiles are dealt again, because no seat was dealt a double or because a hand has too many
    /// doubles.
    Redeal,
    /// The tiles were dealt.
    Dealt {
        /// The seat that leads.
        leader: Seat,
    },
    /// A seat gave the lead to its partner.
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
        /// Where the tile was joined; `None` for the lead.
        joint: Option<Joint>,
        /// The points that the player announced; absent if none were announced.
        #[serde(skip_serializing_if = "Option::is_none")]
        announced: Option<u16>,
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
    /// The love rule changed the scores.
    Love {
        /// The scores after the change.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
        scores: BySide<u16>,
    },
    /// A seat called "Muggins!" and takes the points of the last play.
    Called {
        /// The seat that called.
        seat: Seat,
    },
    /// A seat drew one tile.
    Drew {
        /// The seat that drew.
        seat: Seat,
    },
    /// A seat passed.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// The time of the match was up: the round that was being played is the last one, unless sides then share
    /// the most points.
    TimeCalled,
    /// The round ended: a seat played its last tile.
    Domino {
        /// The seat that went out.
        seat: Seat,
    },
    /// The round ended: no seat could play or draw.
    Blocked {
        /// The side that wins the round; `None` for a tie in which no side wins.
        winner: Option<Side>,
    },
    /// The match ended.
    MatchOver {
        /// The side that won.
        winner: Side,
    },
}

impl VisibleEvent {
    /// The tile that this event put on the table; `None` if the event is not a play.
    #[must_use]
    pub const fn laid(&self) -> Option<Laid> {
        match *self {
            Self::Played {
                seat, tile, joint, ..
            } => Some(Laid { tile, seat, joint }),
            _ => None,
        }
    }
}

impl Event {
    /// The event without the parts that only one seat may know.
    #[must_use]
    pub fn seen(&self) -> VisibleEvent {
        match *self {
            Self::Lots { lots, leader } => VisibleEvent::Lots {
                tiles: lots,
                leader,
            },
            Self::Deal { leader: None, .. } => VisibleEvent::Redeal,
            Self::Deal {
                leader: Some(leader),
                ..
            } => VisibleEvent::Dealt { leader },
            Self::Played {
                seat,
                tile,
                joint,
                announced,
            } => VisibleEvent::Played {
                seat,
                tile,
                joint,
                announced,
            },
            Self::GaveLead { seat } => VisibleEvent::GaveLead { seat },
            Self::FellShort {
                side,
                points,
                reason,
            } => VisibleEvent::FellShort {
                side,
                points,
                reason,
            },
            Self::Love { scores } => VisibleEvent::Love { scores },
            Self::Called { seat } => VisibleEvent::Called { seat },
            Self::Scored {
                side,
                points,
                reason,
            } => VisibleEvent::Scored {
                side,
                points,
                reason,
            },
            Self::Overshot {
                side,
                points,
                reason,
            } => VisibleEvent::Overshot {
                side,
                points,
                reason,
            },
            Self::Drew { seat, .. } => VisibleEvent::Drew { seat },
            Self::TimeCalled => VisibleEvent::TimeCalled,
            Self::Passed { seat } => VisibleEvent::Passed { seat },
            Self::RoundOver(Outcome::Domino { by, .. }) => VisibleEvent::Domino { seat: by },
            Self::RoundOver(Outcome::Blocked { winner, .. }) => VisibleEvent::Blocked { winner },
            Self::MatchOver { winner } => VisibleEvent::MatchOver { winner },
        }
    }
}

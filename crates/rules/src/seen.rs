//! What everybody at a table sees of an event.

use serde::{Deserialize, Serialize};

use crate::event::{Event, Outcome, Reason};
use crate::layout::{Joint, Laid};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::Tile;

/// An event, as everybody at the table may see it while the round is being played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seen {
    /// Each seat drew a lot; the heaviest leads.
    Lots {
        /// The lots by seat.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
        tiles: BySeat<Tile>,
        /// Who leads.
        leader: Seat,
    },
    /// Nobody was dealt a double, or a hand has too many: the tiles are dealt again.
    Redeal,
    /// The tiles were dealt.
    Dealt {
        /// Who leads.
        leader: Seat,
    },
    /// A seat gave the lead to its partner.
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
        /// The points that the player announced; absent if none, and where none need be.
        #[serde(skip_serializing_if = "Option::is_none")]
        announced: Option<u16>,
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
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
        scores: BySide<u16>,
    },
    /// A seat called "Muggins!" and takes the points of the last play.
    Called {
        /// Who called.
        seat: Seat,
    },
    /// A seat drew one tile.
    Drew {
        /// Who drew.
        seat: Seat,
    },
    /// A seat passed.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// The round ended: a seat played its last tile.
    Domino {
        /// Who went out.
        seat: Seat,
    },
    /// The round ended: nobody could play.
    Blocked {
        /// The side that wins the round; `None` for a tie that nobody is given.
        winner: Option<Side>,
    },
    /// The match ended.
    MatchOver {
        /// The side that won.
        winner: Side,
    },
}

impl Seen {
    /// The tile that it laid on the table.
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
    /// The event without what only one seat may know.
    #[must_use]
    pub fn seen(&self) -> Seen {
        match *self {
            Self::Lots { lots, leader } => Seen::Lots {
                tiles: lots,
                leader,
            },
            Self::Deal { leader: None, .. } => Seen::Redeal,
            Self::Deal {
                leader: Some(leader),
                ..
            } => Seen::Dealt { leader },
            Self::Played {
                seat,
                tile,
                joint,
                announced,
            } => Seen::Played {
                seat,
                tile,
                joint,
                announced,
            },
            Self::GaveLead { seat } => Seen::GaveLead { seat },
            Self::FellShort {
                side,
                points,
                reason,
            } => Seen::FellShort {
                side,
                points,
                reason,
            },
            Self::Love { scores } => Seen::Love { scores },
            Self::Called { seat } => Seen::Called { seat },
            Self::Scored {
                side,
                points,
                reason,
            } => Seen::Scored {
                side,
                points,
                reason,
            },
            Self::Overshot {
                side,
                points,
                reason,
            } => Seen::Overshot {
                side,
                points,
                reason,
            },
            Self::Drew { seat, .. } => Seen::Drew { seat },
            Self::Passed { seat } => Seen::Passed { seat },
            Self::RoundOver(Outcome::Domino { by, .. }) => Seen::Domino { seat: by },
            Self::RoundOver(Outcome::Blocked { winner, .. }) => Seen::Blocked { winner },
            Self::MatchOver { winner } => Seen::MatchOver { winner },
        }
    }
}

//! The events of a match, and their lines in a transcript.
//!
//! ```text
//! deal leads 0: 27 3 14 …
//! 0 plays 6-4
//! 0 takes the trick
//! round over
//! time called
//! 0 wins the match
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Given, Noted, ParseEventError};
use crate::high::game::Move;
use crate::order::Order;
use crate::seat::{Seat, Side};
use crate::tile::Tile;

/// Something that happened. `D` is what is known of a deal: its order, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event<D = Order> {
    /// The tiles were dealt.
    Dealt {
        /// All things: each seat holds three of them, by its number.
        #[serde(skip)]
        order: D,
        /// The seat that leads.
        leader: Seat,
    },
    /// A tile was played.
    Played {
        /// The seat that played.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat took the trick.
    Took {
        /// The seat.
        seat: Seat,
        /// The side that scores a point.
        side: Side,
    },
    /// All tricks of the round were played.
    RoundOver,
    /// Time was called.
    TimeCalled,
    /// A side won the match.
    MatchOver {
        /// The side.
        winner: Side,
    },
}

/// An event as everybody at the table may know it.
pub type Seen = Event<()>;

impl Event {
    /// What everybody at the table may know of the event.
    #[must_use]
    pub fn seen(&self) -> Seen {
        match *self {
            Self::Dealt { order: _, leader } => Event::Dealt { order: (), leader },
            Self::Played { seat, tile } => Event::Played { seat, tile },
            Self::Took { seat, side } => Event::Took { seat, side },
            Self::RoundOver => Event::RoundOver,
            Self::TimeCalled => Event::TimeCalled,
            Self::MatchOver { winner } => Event::MatchOver { winner },
        }
    }

    pub(super) fn given(&self) -> Option<Given<Move>> {
        match self {
            Self::Dealt { order, .. } => Some(Given::Order(order.clone())),
            Self::Played { seat, tile } => Some(Given::Move(*seat, Move::Play(*tile))),
            Self::TimeCalled => Some(Given::Time),
            Self::Took { .. } | Self::RoundOver | Self::MatchOver { .. } => None,
        }
    }

    pub(super) const fn noted(&self) -> Option<Noted> {
        match *self {
            Self::Played { seat, .. } => Some(Noted::Play(seat)),
            Self::Took { side, .. } => Some(Noted::Points {
                side,
                points: 1,
                by_play: true,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dealt { order, leader } => {
                write!(f, "deal leads {leader}:")?;
                let mut things = order.things().iter();
                things.try_for_each(|thing| write!(f, " {thing}"))
            }
            Self::Played { seat, tile } => write!(f, "{seat} plays {tile}"),
            Self::Took { seat, side } => write!(f, "{seat} takes the trick for {side}"),
            Self::RoundOver => f.write_str("round over"),
            Self::TimeCalled => f.write_str("time called"),
            Self::MatchOver { winner } => write!(f, "{winner} wins the match"),
        }
    }
}

impl FromStr for Event {
    type Err = ParseEventError;

    fn from_str(line: &str) -> Result<Self, ParseEventError> {
        let event = read(line).ok_or(ParseEventError)?;
        // Only the printed form is read, so each event has one line.
        let mut printed = String::with_capacity(line.len());
        write!(printed, "{event}").map_err(|_| ParseEventError)?;
        if printed == line {
            Ok(event)
        } else {
            Err(ParseEventError)
        }
    }
}

fn read(line: &str) -> Option<Event> {
    let words: Vec<&str> = line.split(' ').collect();
    Some(match *words.as_slice() {
        ["deal", "leads", leader, ref things @ ..] => {
            let things: Option<Vec<u8>> = things.iter().map(|thing| thing.parse().ok()).collect();
            Event::Dealt {
                order: Order::try_from(things?.as_slice()).ok()?,
                leader: Seat::new(leader.strip_suffix(':')?.parse().ok()?)?,
            }
        }
        [seat, "plays", tile] => Event::Played {
            seat: Seat::new(seat.parse().ok()?)?,
            tile: tile.parse().ok()?,
        },
        [seat, "takes", "the", "trick", "for", side] => Event::Took {
            seat: Seat::new(seat.parse().ok()?)?,
            side: Side::new(side.parse().ok()?)?,
        },
        ["round", "over"] => Event::RoundOver,
        ["time", "called"] => Event::TimeCalled,
        [winner, "wins", "the", "match"] => Event::MatchOver {
            winner: Side::new(winner.parse().ok()?)?,
        },
        _ => return None,
    })
}

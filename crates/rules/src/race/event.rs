//! The events of a match, and their lines in a transcript (RULES-RINGWAY.md, Transcript).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Given, Noted, ParseEventError};
use crate::order::Order;
use crate::race::game::{HAND, Move, THINGS};
use crate::race::placement::Placement;
use crate::seat::{Seat, Side, Winners};
use crate::tile::Tile;

/// What points are given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceReason"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The tile covers a diamond.
    Diamond,
    /// The side's piece stands on a number of the tile.
    Track,
}

/// All tiles as they lay after the shuffle. Boxed, since each event of any game is as large as the largest one.
pub type Deal = Box<[Tile; THINGS]>;

/// Something that happened. `D` is what is known of a deal: all tiles as they lay after the shuffle, or the leader's
/// lightest kind. `T` is what is known of a tile that nobody else sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "RaceEvent",
        bound = "D: schemars::JsonSchema, T: schemars::JsonSchema + Default + PartialEq + Serialize"
    )
)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    bound(
        serialize = "D: Serialize, T: Serialize + Default + PartialEq",
        deserialize = "D: Deserialize<'de>, T: Deserialize<'de> + Default"
    )
)]
pub enum Event<D = Deal, T = Tile> {
    /// The tiles were dealt.
    Dealt {
        /// The seat that leads.
        leader: Seat,
        /// The lightest kind that any seat holds; the leader holds it.
        #[serde(rename = "lightest")]
        tiles: D,
    },
    /// The tiles were dealt, but two seats hold the lightest kind, so they are dealt again.
    DealtAgain {
        /// The lightest kind that any seat holds.
        #[serde(rename = "lightest")]
        tiles: D,
    },
    /// A tile was placed.
    Placed {
        /// The seat that placed it.
        seat: Seat,
        /// The tile and its place.
        place: Placement,
    },
    /// A seat ended its turn after a double.
    Stopped {
        /// The seat.
        seat: Seat,
    },
    /// A seat put a tile into the pit.
    Pitted {
        /// The seat.
        seat: Seat,
        /// The tile; absent where it is not known.
        #[serde(default, skip_serializing_if = "is_unknown")]
        tile: T,
    },
    /// Time was called.
    TimeCalled,
    /// A seat drew a tile.
    Drew {
        /// The seat.
        seat: Seat,
        /// The tile; absent where it is not known.
        #[serde(default, skip_serializing_if = "is_unknown")]
        tile: T,
    },
    /// A side scored.
    Scored {
        /// The side.
        side: Side,
        /// The points.
        points: u16,
        /// What they are given for.
        reason: Reason,
    },
    /// No tile can be placed any more.
    Blocked,
    /// The game is over.
    Won {
        /// The sides that have won it: several if they share the win.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Side>"))]
        sides: Winners,
    },
}

fn is_unknown<T: Default + PartialEq>(known: &T) -> bool {
    *known == T::default()
}

/// An event as it is shown: in a match without the tiles that are hidden, in a replay with them.
pub type Seen = Event<Tile, Option<Tile>>;

impl Event {
    /// The event with the tiles that are hidden in a match of so many seats, or without them.
    pub(super) fn seen(&self, seats: usize, with_tiles: bool) -> Seen {
        let lightest = |tiles: &[Tile]| {
            let held = tiles.iter().take(HAND * seats).copied();
            held.min_by_key(|tile| tile.heaviness()).unwrap_or_default()
        };
        match *self {
            Self::Dealt { leader, ref tiles } => Event::Dealt {
                leader,
                tiles: lightest(tiles.as_slice()),
            },
            Self::DealtAgain { ref tiles } => Event::DealtAgain {
                tiles: lightest(tiles.as_slice()),
            },
            Self::Placed { seat, place } => Event::Placed { seat, place },
            Self::Stopped { seat } => Event::Stopped { seat },
            Self::Pitted { seat, tile } => Event::Pitted {
                seat,
                tile: with_tiles.then_some(tile),
            },
            Self::TimeCalled => Event::TimeCalled,
            Self::Drew { seat, tile } => Event::Drew {
                seat,
                tile: with_tiles.then_some(tile),
            },
            Self::Scored {
                side,
                points,
                reason,
            } => Event::Scored {
                side,
                points,
                reason,
            },
            Self::Blocked => Event::Blocked,
            Self::Won { sides } => Event::Won { sides },
        }
    }

    pub(super) fn given(&self) -> Option<Given<Move>> {
        Some(match self {
            Self::Dealt { tiles, .. } | Self::DealtAgain { tiles } => {
                Given::Order(order(tiles.as_slice())?)
            }
            Self::Placed { seat, place } => Given::Move(*seat, Move::Place(*place)),
            Self::Stopped { seat } => Given::Move(*seat, Move::Stop),
            Self::Pitted { seat, tile } => Given::Move(*seat, Move::Pit(*tile)),
            Self::TimeCalled => Given::Time,
            Self::Drew { .. } | Self::Scored { .. } | Self::Blocked | Self::Won { .. } => {
                return None;
            }
        })
    }

    pub(super) fn noted(&self) -> Option<Noted> {
        Some(match *self {
            Self::Placed { seat, .. } => Noted::Play(seat),
            Self::Scored { side, points, .. } => Noted::Points {
                side,
                points,
                by_play: true,
            },
            _ => return None,
        })
    }
}

/// An order that deals these tiles. Of two copies the first one lies first: nobody can tell them apart.
fn order(tiles: &[Tile]) -> Option<Order> {
    let mut copies = [0_u8; Tile::COUNT];
    let thing = |tile: &Tile| {
        let copy = &mut copies[tile.index()];
        *copy += 1;
        (*copy <= 2).then_some(2 * tile.index() as u8 + *copy - 1)
    };
    let things: Option<Vec<u8>> = tiles.iter().map(thing).collect();
    Order::try_from(things?.as_slice()).ok()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diamond => "diamond",
            Self::Track => "track",
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, tiles: &[Tile]| {
            tiles.iter().try_for_each(|tile| write!(f, " {tile}"))
        };
        match self {
            Self::Dealt { leader, tiles } => {
                write!(f, "deal leads {leader}:")?;
                list(f, tiles.as_slice())
            }
            Self::DealtAgain { tiles } => {
                f.write_str("deal again:")?;
                list(f, tiles.as_slice())
            }
            Self::Placed { seat, place } => write!(f, "{seat} places {place}"),
            Self::Stopped { seat } => write!(f, "{seat} stops"),
            Self::Pitted { seat, tile } => write!(f, "{seat} pits {tile}"),
            Self::TimeCalled => f.write_str("time is called"),
            Self::Drew { seat, tile } => write!(f, "{seat} draws {tile}"),
            Self::Scored {
                side,
                points,
                reason,
            } => write!(f, "side {side} scores {points} for {reason}"),
            Self::Blocked => f.write_str("nobody can place"),
            Self::Won { sides } => {
                if let Some(side) = sides.only() {
                    return write!(f, "side {side} wins");
                }
                f.write_str("sides")?;
                sides.iter().try_for_each(|side| write!(f, " {side}"))?;
                f.write_str(" share")
            }
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

fn seat(text: &str) -> Option<Seat> {
    Seat::new(text.parse().ok()?)
}

fn side(text: &str) -> Option<Side> {
    Side::new(text.parse().ok()?)
}

/// All tiles of a deal; `None` if they aren't the set.
fn deal(tiles: &[&str]) -> Option<Deal> {
    let tiles: Option<Vec<Tile>> = tiles.iter().map(|tile| tile.parse().ok()).collect();
    let tiles = Deal::try_from(tiles?).ok()?;
    order(tiles.as_slice()).map(|_| tiles)
}

fn read(line: &str) -> Option<Event> {
    let words: Vec<&str> = line.split(' ').collect();
    Some(match *words.as_slice() {
        ["deal", "leads", leader, ref tiles @ ..] => Event::Dealt {
            leader: seat(leader.strip_suffix(':')?)?,
            tiles: deal(tiles)?,
        },
        ["deal", "again:", ref tiles @ ..] => Event::DealtAgain {
            tiles: deal(tiles)?,
        },
        [placer, "places", ref place @ ..] => Event::Placed {
            seat: seat(placer)?,
            place: place.join(" ").parse().ok()?,
        },
        [stopper, "stops"] => Event::Stopped {
            seat: seat(stopper)?,
        },
        [owner, "pits", tile] => Event::Pitted {
            seat: seat(owner)?,
            tile: tile.parse().ok()?,
        },
        ["time", "is", "called"] => Event::TimeCalled,
        [drawer, "draws", tile] => Event::Drew {
            seat: seat(drawer)?,
            tile: tile.parse().ok()?,
        },
        ["side", scorer, "scores", points, "for", reason] => Event::Scored {
            side: side(scorer)?,
            points: crate::text::number(points)?,
            reason: [Reason::Diamond, Reason::Track]
                .into_iter()
                .find(|one| one.to_string() == reason)?,
        },
        ["nobody", "can", "place"] => Event::Blocked,
        ["side", winner, "wins"] => Event::Won {
            sides: std::iter::once(side(winner)?).collect(),
        },
        ["sides", ref sides @ .., "share"] if sides.len() > 1 => Event::Won {
            sides: sides.iter().map(|one| side(one)).collect::<Option<_>>()?,
        },
        _ => return None,
    })
}

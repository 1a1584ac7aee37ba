//! The events of a match, and their lines in a transcript (RULES-TRAINS.md, Transcript).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Given, Noted, ParseEventError};
use crate::order::Order;
use crate::seat::{BySeat, BySide, Seat, Side, Winners};
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::place::Played;
use crate::trains::round::Move;
use crate::trains::rules::{DominoSet, Rules};

/// The beginning of a round, with all tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The double of the round.
    pub engine: Tile,
    /// The seat that begins.
    pub beginner: Seat,
    /// All other tiles as they lay after the shuffle: the hands by seat, then the boneyard in the order of drawing.
    pub tiles: Vec<Tile>,
}

/// The beginning of a round, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsBegun"))]
pub struct Begun {
    /// The double of the round.
    pub engine: Tile,
    /// The seat that begins.
    pub beginner: Seat,
}

/// The points of all seats. Boxed, since each event of any game is as large as the largest one.
pub type Points = Box<BySide<u16>>;

/// Something that happened. `D` is what is known of a deal: all tiles, or the engine and the beginner. `T` is what is
/// known of a tile that only one seat sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "TrainsEvent",
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
pub enum Event<D = Box<Deal>, T = Tile> {
    /// Each seat drew a lot.
    Lots {
        /// The seat that drew the heaviest tile: it begins the first round.
        beginner: Seat,
        /// The lot of each seat.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
        lots: BySeat<Tile>,
    },
    /// The tiles were dealt, and the round began.
    Dealt(D),
    /// A tile was played.
    Played(Played),
    /// A seat ended its long first turn.
    Stopped {
        /// The seat.
        seat: Seat,
    },
    /// Time was called.
    TimeCalled,
    /// A seat that couldn't play drew a tile.
    Drew {
        /// The seat.
        seat: Seat,
        /// The tile; absent where it is not known.
        #[serde(default, skip_serializing_if = "is_unknown")]
        tile: T,
    },
    /// A marker was put on the train of a seat.
    Opened {
        /// The seat.
        seat: Seat,
    },
    /// The marker came off the train of a seat.
    Closed {
        /// The seat.
        seat: Seat,
    },
    /// A seat couldn't play, and its turn is over.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// The round is over: a seat played its last tile.
    Out {
        /// The seat.
        seat: Seat,
        /// The points of the round.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
        points: Points,
    },
    /// The round is over: no seat can play any more.
    Blocked {
        /// The points of the round.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
        points: Points,
    },
    /// The points of all rounds so far.
    Totals {
        /// The points.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
        scores: Points,
    },
    /// The match is over.
    Won {
        /// The seats that have won it: several if they share the first place.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Seat>"))]
        seats: Winners,
    },
}

fn is_unknown<T: Default + PartialEq>(known: &T) -> bool {
    *known == T::default()
}

/// An event as it is shown: in a match without the tiles that are hidden, in a replay with them.
pub type Seen = Event<Begun, Option<Tile>>;

impl Event {
    /// The event with the tile that only one seat sees during the round, or without it.
    pub(super) fn seen(&self, with_tiles: bool) -> Seen {
        match *self {
            Self::Lots { beginner, lots } => Event::Lots { beginner, lots },
            Self::Dealt(ref deal) => Event::Dealt(Begun {
                engine: deal.engine,
                beginner: deal.beginner,
            }),
            Self::Played(played) => Event::Played(played),
            Self::Stopped { seat } => Event::Stopped { seat },
            Self::TimeCalled => Event::TimeCalled,
            Self::Drew { seat, tile } => Event::Drew {
                seat,
                tile: with_tiles.then_some(tile),
            },
            Self::Opened { seat } => Event::Opened { seat },
            Self::Closed { seat } => Event::Closed { seat },
            Self::Passed { seat } => Event::Passed { seat },
            Self::Out { seat, ref points } => Event::Out {
                seat,
                points: points.clone(),
            },
            Self::Blocked { ref points } => Event::Blocked {
                points: points.clone(),
            },
            Self::Totals { ref scores } => Event::Totals {
                scores: scores.clone(),
            },
            Self::Won { seats } => Event::Won { seats },
        }
    }

    /// What has to be given to a match with these rules so that the event happens.
    pub(super) fn given(&self, rules: &Rules) -> Option<Given<Move>> {
        Some(match self {
            Self::Lots { lots, .. } => {
                let engine = rules.engine(1)?;
                let all = rules.tile_set.tiles();
                let drawn: LargeTileSet = lots.as_slice().iter().copied().collect();
                let rest = all.difference(drawn).iter().filter(|&tile| tile != engine);
                let tiles = lots.as_slice().iter().copied().chain(rest);
                Given::Order(order(engine, tiles)?)
            }
            Self::Dealt(deal) => Given::Order(order(deal.engine, deal.tiles.iter().copied())?),
            Self::Played(Played { seat, tile, on, .. }) => {
                let (tile, on) = (*tile, *on);
                Given::Move(*seat, Move::Play { tile, on })
            }
            Self::Stopped { seat } => Given::Move(*seat, Move::Stop),
            Self::TimeCalled => Given::Time,
            _ => return None,
        })
    }

    pub(super) fn noted(&self) -> Option<Noted> {
        match *self {
            Self::Played(Played { seat, .. }) => Some(Noted::Play(seat)),
            Self::Out { seat, .. } => Some(Noted::Out(seat)),
            _ => None,
        }
    }
}

/// The tile that a thing of an order is: the tiles by their index, without the engine.
pub(super) fn tile(engine: Tile, thing: u8) -> Option<Tile> {
    let thing = usize::from(thing);
    Tile::from_index(thing + usize::from(thing >= engine.index()))
}

/// The order in which these tiles lie; `None` if a tile is there twice, or is missing.
fn order(engine: Tile, tiles: impl Iterator<Item = Tile>) -> Option<Order> {
    let thing = |tile: Tile| {
        let index = tile.index();
        (tile != engine).then(|| (index - usize::from(index > engine.index())) as u8)
    };
    let things: Option<Vec<u8>> = tiles.map(thing).collect();
    Order::try_from(things?.as_slice()).ok()
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lots { beginner, lots } => {
                write!(f, "lots begin {beginner}:")?;
                list(f, lots.as_slice())
            }
            Self::Dealt(deal) => {
                write!(f, "deal {} begins {}:", deal.engine, deal.beginner)?;
                list(f, &deal.tiles)
            }
            Self::Played(Played { seat, tile, on, to }) => {
                write!(f, "{seat} plays {tile} on {on} to {}", to.get())
            }
            Self::Stopped { seat } => write!(f, "{seat} stops"),
            Self::TimeCalled => f.write_str("time is called"),
            Self::Drew { seat, tile } => write!(f, "{seat} draws {tile}"),
            Self::Opened { seat } => write!(f, "{seat} opens"),
            Self::Closed { seat } => write!(f, "{seat} closes"),
            Self::Passed { seat } => write!(f, "{seat} passes"),
            Self::Out { seat, points } => {
                write!(f, "{seat} goes out:")?;
                list(f, points.as_slice())
            }
            Self::Blocked { points } => {
                f.write_str("blocked:")?;
                list(f, points.as_slice())
            }
            Self::Totals { scores } => {
                f.write_str("totals")?;
                list(f, scores.as_slice())
            }
            Self::Won { seats } => {
                if let Some(seat) = seats.only() {
                    return write!(f, "{seat} wins");
                }
                let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                write!(f, "{} win", seats.join(" and "))
            }
        }
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    items.iter().try_for_each(|item| write!(f, " {item}"))
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

fn parsed<T: FromStr>(words: &[&str]) -> Option<Vec<T>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

fn points(words: &[&str]) -> Option<Points> {
    BySide::from_list(parsed(words)?).map(Box::new)
}

/// The beginning of a round; `None` if the tiles and the engine aren't a set.
fn deal(engine: &str, beginner: &str, tiles: &[&str]) -> Option<Deal> {
    let deal = Deal {
        engine: engine.parse().ok()?,
        beginner: seat(beginner)?,
        tiles: parsed(tiles)?,
    };
    let mut sets = DominoSet::ALL.iter();
    let is_set = sets.any(|set| deal.tiles.len() == set.dealt());
    let is_possible = is_set && deal.engine.is_double();
    let order = order(deal.engine, deal.tiles.iter().copied());
    (is_possible && order.is_some()).then_some(deal)
}

fn read(line: &str) -> Option<Event> {
    let words: Vec<&str> = line.split(' ').collect();
    Some(match *words.as_slice() {
        ["lots", "begin", beginner, ref lots @ ..] => Event::Lots {
            beginner: seat(beginner.strip_suffix(':')?)?,
            lots: BySeat::from_list(parsed(lots)?)?,
        },
        ["deal", engine, "begins", beginner, ref tiles @ ..] => {
            Event::Dealt(Box::new(deal(engine, beginner.strip_suffix(':')?, tiles)?))
        }
        [player, "plays", tile, "on", on, "to", to] => Event::Played(Played {
            seat: seat(player)?,
            tile: tile.parse().ok()?,
            on: on.parse().ok()?,
            to: Pips::new(crate::text::number(to)?)?,
        }),
        [stopper, "stops"] => Event::Stopped {
            seat: seat(stopper)?,
        },
        ["time", "is", "called"] => Event::TimeCalled,
        [drawer, "draws", tile] => Event::Drew {
            seat: seat(drawer)?,
            tile: tile.parse().ok()?,
        },
        [owner, "opens"] => Event::Opened { seat: seat(owner)? },
        [owner, "closes"] => Event::Closed { seat: seat(owner)? },
        [passer, "passes"] => Event::Passed {
            seat: seat(passer)?,
        },
        [player, "goes", "out:", ref all @ ..] => Event::Out {
            seat: seat(player)?,
            points: points(all)?,
        },
        ["blocked:", ref all @ ..] => Event::Blocked {
            points: points(all)?,
        },
        ["totals", ref all @ ..] => Event::Totals {
            scores: points(all)?,
        },
        [winner, "wins"] => Event::Won {
            seats: winners([winner].into_iter())?,
        },
        [ref all @ .., "win"] if all.len() > 1 => Event::Won {
            seats: winners(all.iter().copied().step_by(2))?,
        },
        _ => return None,
    })
}

fn winners<'a>(mut all: impl Iterator<Item = &'a str>) -> Option<Winners> {
    all.try_fold(Vec::new(), |mut sides, text| {
        sides.push(Side::new(text.parse().ok()?)?);
        Some(sides)
    })
    .map(Winners::from)
}

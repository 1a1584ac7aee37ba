//! The events as lines of a transcript, printed and parsed without loss.
//!
//! ```text
//! rules Five-Up 150
//! deal leads 0: 6-6 5-4 …          all tiles: hands by seat, then the boneyard
//! deal again: 5-4 …                nobody holds a double, or a hand too many
//! lots leads 1: 3-2 6-1            one tile a seat
//! 0 gives the lead                 to its partner
//! 0 plays 6-6                      the lead
//! 1 plays 6-4 on a to 4 says 10    arm a, whose free end is now 4; an announcement
//! 0 calls                          "Muggins!"
//! time is called                   the round is the last one
//! side 0 scores 10 for count       or call, domino, blocked, pass
//! side 0 overshoots 8 for count
//! side 0 falls short 12 for domino less than the entry
//! scores are 0 0                   love changed them
//! 1 draws 3-2
//! 1 passes
//! 0 goes out for 15 (hands 10, finish 5)   the points and their parts
//! blocked 1 for 9 (hands 9)        the side that wins the round
//! blocked tie
//! side 0 wins
//! ```

use std::fmt::{self, Display as _, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use crate::game::{Given, ParseEventError};
use crate::line::BySeat;
use crate::line::deal::TileOrder;
use crate::line::event::{Event, Outcome, Parts, Reason};
use crate::line::layout::Joint;
use crate::line::play::{Move, Play};
use crate::line::rules::DominoSet;
use crate::seat::BySide;
use crate::text;
use crate::tile::Tile;

impl Event {
    /// What has to be given to a match of this set so that this event happens; `None` for an event that follows from
    /// others, and for lots that aren't different tiles of the set.
    pub(crate) fn given(&self, set: DominoSet) -> Option<Given<Move>> {
        Some(match *self {
            Self::Lots { lots, .. } => {
                Given::Order(TileOrder::beginning_with(set, lots.as_slice())?.things())
            }
            Self::Deal { ref order, .. } => Given::Order(order.things()),
            Self::Played {
                seat,
                tile,
                joint,
                announced,
            } => {
                let arm = joint.map(|joint| joint.arm);
                let play = Play {
                    tile,
                    arm,
                    announced,
                };
                Given::Move(seat, Move::Play(play))
            }
            Self::Called { seat } => Given::Move(seat, Move::Call),
            Self::GaveLead { seat } => Given::Move(seat, Move::GiveLead),
            Self::TimeCalled => Given::Time,
            _ => return None,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Count => "count",
            Self::Call => "call",
            Self::Domino => "domino",
            Self::Blocked => "blocked",
            Self::Pass => "pass",
        })
    }
}

impl FromStr for Reason {
    type Err = ParseEventError;

    fn from_str(text: &str) -> Result<Self, ParseEventError> {
        Self::ALL
            .into_iter()
            .find(|reason| reason.to_string() == text)
            .ok_or(ParseEventError)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lots { lots, leader } => {
                write!(f, "lots leads {leader}:")?;
                write_tiles(f, lots.as_slice())
            }
            Self::Deal { order, leader } => {
                match leader {
                    Some(leader) => write!(f, "deal leads {leader}:")?,
                    None => f.write_str("deal again:")?,
                }
                write_tiles(f, order.tiles())
            }
            Self::Played {
                seat,
                tile,
                joint,
                announced,
            } => {
                write!(f, "{seat} plays {tile}")?;
                if let Some(Joint { arm, outer }) = joint {
                    write!(f, " on {arm} to {outer}")?;
                }
                announced.map_or(Ok(()), |points| write!(f, " says {points}"))
            }
            Self::Called { seat } => write!(f, "{seat} calls"),
            Self::GaveLead { seat } => write!(f, "{seat} gives the lead"),
            Self::TimeCalled => f.write_str("time is called"),
            Self::Scored {
                side,
                points,
                reason,
            } => write!(f, "side {side} scores {points} for {reason}"),
            Self::Overshot {
                side,
                points,
                reason,
            } => write!(f, "side {side} overshoots {points} for {reason}"),
            Self::FellShort {
                side,
                points,
                reason,
            } => write!(f, "side {side} falls short {points} for {reason}"),
            Self::Love { scores } => {
                f.write_str("scores are")?;
                let mut scores = scores.as_slice().iter();
                scores.try_for_each(|score| write!(f, " {score}"))
            }
            Self::Drew { seat, tile } => write!(f, "{seat} draws {tile}"),
            Self::Passed { seat } => write!(f, "{seat} passes"),
            Self::RoundOver(Outcome::Domino { by, points, parts }) => {
                write!(f, "{by} goes out for {points}{parts}")
            }
            Self::RoundOver(Outcome::Blocked {
                winner: Some(side),
                points,
                parts,
            }) => {
                write!(f, "blocked {side} for {points}{parts}")
            }
            Self::RoundOver(Outcome::Blocked { winner: None, .. }) => f.write_str("blocked tie"),
            Self::MatchOver { winner } => write!(f, "side {winner} wins"),
        }
    }
}

/// Prints the parts that aren't 0, in brackets; nothing if all parts are 0.
impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("hands", self.hands),
            ("finish", self.finish),
            ("double blank", self.double_blank),
            ("round", self.round),
        ];
        let numbers = named.into_iter().filter(|&(_, points)| points > 0);
        let mut parts: Vec<_> = numbers
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        if self.twice {
            parts.push("twice".to_owned());
        }
        if parts.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", parts.join(", "))
    }
}

impl FromStr for Parts {
    type Err = ParseEventError;

    /// Parses the text between the brackets.
    fn from_str(text: &str) -> Result<Self, ParseEventError> {
        let mut parts = Self::default();
        for part in text.split(", ") {
            if part == "twice" {
                parts.twice = true;
                continue;
            }
            let (name, worth) = part.rsplit_once(' ').ok_or(ParseEventError)?;
            *match name {
                "hands" => &mut parts.hands,
                "finish" => &mut parts.finish,
                "double blank" => &mut parts.double_blank,
                "round" => &mut parts.round,
                _ => return Err(ParseEventError),
            } = points(worth)?;
        }
        if parts.to_string() == format!(" ({text})") {
            Ok(parts)
        } else {
            Err(ParseEventError)
        }
    }
}

fn write_tiles(f: &mut fmt::Formatter<'_>, tiles: &[Tile]) -> fmt::Result {
    tiles.iter().try_for_each(|tile| {
        f.write_char(' ')?;
        tile.fmt(f)
    })
}

/// Parses one word of a line.
fn word<T: FromStr>(text: &str) -> Result<T, ParseEventError> {
    text.parse().map_err(|_| ParseEventError)
}

/// Parses a number of points.
fn points(text: &str) -> Result<u16, ParseEventError> {
    text::number(text).ok_or(ParseEventError)
}

/// Parses a seat, a side or a number of pips.
fn number<T: TryFrom<u8>>(text: &str) -> Result<T, ParseEventError> {
    let number: u8 = text::number(text).ok_or(ParseEventError)?;
    number.try_into().map_err(|_| ParseEventError)
}

fn tiles(words: &[&str]) -> Result<Vec<Tile>, ParseEventError> {
    words.iter().map(|text| word(text)).collect()
}

impl FromStr for Event {
    type Err = ParseEventError;

    fn from_str(line: &str) -> Result<Self, ParseEventError> {
        let (line, parts) = match line
            .strip_suffix(')')
            .and_then(|line| line.split_once(" ("))
        {
            Some((line, parts)) => (line, Some(parts.parse()?)),
            None => (line, None),
        };
        let words: Vec<&str> = line.split(' ').collect();
        let is_end = matches!(words.as_slice(), ["blocked", ..] | [_, "goes", ..]);
        if parts.is_some() && !is_end {
            return Err(ParseEventError);
        }
        let parts: Parts = parts.unwrap_or_default();
        let leader = |text: &str| number(text.strip_suffix(':').ok_or(ParseEventError)?);
        let order = |words: &[&str]| match TileOrder::try_from(tiles(words)?.as_slice()) {
            Ok(order) => Ok(Arc::new(order)),
            Err(_) => Err(ParseEventError),
        };
        Ok(match words.as_slice() {
            ["lots", "leads", seat, lots @ ..] => Self::Lots {
                lots: BySeat::from_list(tiles(lots)?).ok_or(ParseEventError)?,
                leader: leader(seat)?,
            },
            ["deal", "again:", tiles @ ..] => Self::Deal {
                order: order(tiles)?,
                leader: None,
            },
            ["deal", "leads", seat, tiles @ ..] => Self::Deal {
                order: order(tiles)?,
                leader: Some(leader(seat)?),
            },
            [seat, "plays", tile, rest @ ..] => {
                let (joint, announced) = parse_play(rest)?;
                Self::Played {
                    seat: number(seat)?,
                    tile: word(tile)?,
                    joint,
                    announced,
                }
            }
            [seat, "calls"] => Self::Called {
                seat: number(seat)?,
            },
            [seat, "gives", "the", "lead"] => Self::GaveLead {
                seat: number(seat)?,
            },
            ["time", "is", "called"] => Self::TimeCalled,
            [seat, "draws", tile] => Self::Drew {
                seat: number(seat)?,
                tile: word(tile)?,
            },
            [seat, "passes"] => Self::Passed {
                seat: number(seat)?,
            },
            ["side", side, "scores", worth, "for", reason] => Self::Scored {
                side: number(side)?,
                points: points(worth)?,
                reason: word(reason)?,
            },
            ["side", side, "overshoots", worth, "for", reason] => Self::Overshot {
                side: number(side)?,
                points: points(worth)?,
                reason: word(reason)?,
            },
            ["side", side, "falls", "short", worth, "for", reason] => Self::FellShort {
                side: number(side)?,
                points: points(worth)?,
                reason: word(reason)?,
            },
            ["scores", "are", scores @ ..] => {
                let scores = scores
                    .iter()
                    .map(|text| points(text))
                    .collect::<Result<_, _>>()?;
                Self::Love {
                    scores: BySide::from_list(scores).ok_or(ParseEventError)?,
                }
            }
            ["side", side, "wins"] => Self::MatchOver {
                winner: number(side)?,
            },
            [seat, "goes", "out", "for", worth] => Self::RoundOver(Outcome::Domino {
                by: number(seat)?,
                points: points(worth)?,
                parts,
            }),
            ["blocked", "tie"] if parts.is_empty() => Self::RoundOver(Outcome::Blocked {
                winner: None,
                points: 0,
                parts,
            }),
            ["blocked", side, "for", worth] => Self::RoundOver(Outcome::Blocked {
                winner: Some(number(side)?),
                points: points(worth)?,
                parts,
            }),
            _ => return Err(ParseEventError),
        })
    }
}

/// Parses the words after the tile of a play.
fn parse_play(words: &[&str]) -> Result<(Option<Joint>, Option<u16>), ParseEventError> {
    let (joint, rest) = match words {
        ["on", arm, "to", outer, rest @ ..] => (
            Some(Joint {
                arm: word(arm)?,
                outer: number(outer)?,
            }),
            rest,
        ),
        rest => (None, rest),
    };
    match rest {
        [] => Ok((joint, None)),
        ["says", worth] => Ok((joint, Some(points(worth)?))),
        _ => Err(ParseEventError),
    }
}

//! Parses only the parts of the server's frames that the speed measurement needs. The parser skips all other parts to
//! save time, because one thread reads the frames of all players.
//!
//! A frame with a standing but without an offered move means that the receiver can't move.

use std::borrow::Cow;
use std::fmt;

use boneyard_rules::line::{self, ArmId, Play};
use boneyard_rules::{Move, Tile, race, trains};
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A frame from the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frame<'a> {
    /// The whole state of a table, and its version.
    Table { v: u64, change: Change },
    /// What changed at a table, and the new version of the table.
    Update { v: u64, change: Change },
    /// The server refused a message, for this reason.
    Refused(Cow<'a, str>),
    /// Any frame of another type.
    Other,
}

/// The changes to the match that a frame contains. `None` means unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Change {
    /// The number of deals, plays and calls so far.
    pub(crate) ply: Option<u32>,
    /// What the match waits for now.
    pub(crate) phase: Option<Phase>,
    /// The first move that the server offers to the receiver. `None` means that it offers none, unless `ply` is unchanged.
    pub(crate) offer: Option<Move>,
}

/// What a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The match waits for a play by this seat.
    Playing { turn: u8 },
    /// The match waits for the deal of the next round.
    RoundOver,
    /// The match is over and waits for a rematch.
    MatchOver,
}

/// The fields that the measurement needs, of all types of frames.
#[derive(Deserialize)]
struct RawFrame<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    v: Option<u64>,
    standing: Option<RawStanding>,
    own: Option<OfGame<RawOwn>>,
    view: Option<OfGame<RawView>>,
    #[serde(borrow)]
    text: Option<Cow<'a, str>>,
}

/// A value under the name of its game.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OfGame<T> {
    Line(T),
    Race(T),
    Trains(T),
}

impl<T> OfGame<T> {
    fn into_value(self) -> T {
        match self {
            Self::Line(value) | Self::Race(value) | Self::Trains(value) => value,
        }
    }
}

#[derive(Deserialize)]
struct RawView {
    own: Option<RawOwn>,
}

#[derive(Deserialize)]
struct RawStanding {
    ply: u32,
    turn: Option<u8>,
    #[serde(default)]
    over: bool,
}

/// The lists of what a player may do, of all games.
#[derive(Deserialize, Default)]
#[serde(default)]
struct RawOwn {
    /// Of a game of the line.
    placements: First<LineOffer>,
    /// Of the race board.
    places: First<race::Placement>,
    pits: First<Tile>,
    /// Of trains.
    offers: First<trains::Offer>,
}

#[derive(Deserialize)]
struct LineOffer {
    tile: Tile,
    arm: Option<ArmId>,
}

impl RawOwn {
    /// The first move of the lists.
    fn first(self) -> Option<Move> {
        let play = |LineOffer { tile, arm }| {
            let announced = None;
            line::Move::Play(Play {
                tile,
                arm,
                announced,
            })
            .into()
        };
        let place = |placement| race::Move::Place(placement).into();
        let pit = |tile| race::Move::Pit(tile).into();
        let train = |offer: trains::Offer| {
            let tile = offer.tile;
            let on = *offer.on.first()?;
            Some(trains::Move::Play { tile, on }.into())
        };
        let of_race = self.places.0.map(place).or(self.pits.0.map(pit));
        let of_line = self.placements.0.map(play);
        of_line.or(of_race).or(self.offers.0.and_then(train))
    }
}

/// The first element of a list, or `None` if the list is empty. The parser skips the other
/// elements.
struct First<T>(Option<T>);

impl<T> Default for First<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for First<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FirstVisitor<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for FirstVisitor<T> {
            type Value = First<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<First<T>, A::Error> {
                let first = list.next_element()?;
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }

        deserializer.deserialize_seq(FirstVisitor(std::marker::PhantomData))
    }
}

impl<'a> Frame<'a> {
    /// Parses a frame.
    pub(crate) fn decode(text: &'a str) -> serde_json::Result<Self> {
        let raw: RawFrame<'a> = serde_json::from_str(text)?;
        Ok(match (raw.kind, raw.v) {
            ("table", Some(v)) => Self::Table {
                v,
                change: Change::new(
                    raw.standing,
                    raw.view.and_then(|view| view.into_value().own),
                ),
            },
            ("update", Some(v)) => Self::Update {
                v,
                change: Change::new(raw.standing, raw.own.map(OfGame::into_value)),
            },
            ("error", _) => Self::Refused(raw.text.unwrap_or_default()),
            ("closed", _) => Self::Refused("the table was closed".into()),
            _ => Self::Other,
        })
    }
}

impl Change {
    fn new(standing: Option<RawStanding>, own: Option<RawOwn>) -> Self {
        let Some(standing) = standing else {
            return Self::default();
        };
        Self {
            ply: Some(standing.ply),
            phase: Some(match standing.turn {
                Some(turn) => Phase::Playing { turn },
                None if standing.over => Phase::MatchOver,
                None => Phase::RoundOver,
            }),
            offer: own.and_then(RawOwn::first),
        }
    }
}

/// The version in an update frame; `None` for other frames. It is found without parsing the rest of
/// the frame, because watchers need nothing else.
pub(crate) fn update_version(text: &str) -> Option<u64> {
    let fields = text.strip_prefix(r#"{"type":"update","#)?;
    let (_, behind) = fields.split_once(r#""v":"#)?;
    let digits = behind.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::{ServerMessage, SharedUpdate, TableId};

    use super::*;

    #[test]
    fn a_frame_says_what_a_play_needs() {
        let frame = r#"{"type":"update","table":"3f","v":7,"standing":{"ply":12,"turn":1,"round":1},
            "change":{"line":{"events":[{"type":"passed","seat":1}],"board":{"ends":[]}}},
            "own":{"line":{"seat":1,"hand":["6-4"],"placements":[{"tile":"6-4","arm":"a","points":5},
            {"tile":"5-4","arm":null}],"may_call":false}}}"#;
        let offer = line::Move::Play(Play {
            tile: "6-4".parse().unwrap(),
            arm: Some(ArmId::A),
            announced: None,
        });
        let change = Change {
            ply: Some(12),
            phase: Some(Phase::Playing { turn: 1 }),
            offer: Some(offer.into()),
        };
        assert_eq!(
            Frame::decode(frame).unwrap(),
            Frame::Update { v: 7, change }
        );
    }

    #[test]
    fn an_absent_field_is_unchanged_and_absent_placements_are_none() {
        let update = |rest| format!(r#"{{"type":"update","v":7{rest}}}"#);
        let change = |text: &str| match Frame::decode(text).unwrap() {
            Frame::Update { change, .. } => change,
            other => panic!("{other:?}"),
        };
        assert_eq!(change(&update("")), Change::default());
        let not_on_turn = change(&update(r#","standing":{"ply":9,"turn":1}"#));
        assert_eq!(not_on_turn.phase, Some(Phase::Playing { turn: 1 }));
        assert_eq!((not_on_turn.ply, not_on_turn.offer), (Some(9), None));
    }

    #[test]
    fn a_refusal_says_why() {
        let refused = r#"{"type":"error","about":"move","code":"stale","text":"It is \"over\"."}"#;
        assert_eq!(
            Frame::decode(refused).unwrap(),
            Frame::Refused("It is \"over\".".into())
        );
    }

    #[test]
    fn the_version_of_an_update_is_found_without_parsing_it() {
        let table = TableId::random();
        let mut update = SharedUpdate::new(table, 4711).encode();
        assert_eq!(
            update_version(update.frame(&boneyard_protocol::PrivateUpdate::default())),
            Some(4711)
        );
        let other = ServerMessage::Unlisted { table }.encode();
        assert_eq!(update_version(&other), None);
    }
}

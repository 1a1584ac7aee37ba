//! `docs/protocol.md` agrees with the code: all its examples are messages, it describes every message,
//! and the rules allow the session at its end.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;

use boneyard_protocol::catalogue::{OptionBody, PresetBody, SeatingBody, TileSetBody};
use boneyard_protocol::http::{
    BotCreated, BotsBody, CreateBot, CreateTable, FeedBody, FeedCreated, HttpError, MeBody,
    TableCreated, TurnsBody, VersionBody,
};
use boneyard_protocol::people::{
    BlocksBody, ConductBody, DevicesBody, EmailAddress, FriendsBody, InviteFriend, LeaderboardBody,
    PasskeyAnswer, PasskeyChallenge, PersonBody, RatingChanges, ReportPlayer, ReportsBody,
    SignInAttempt, SignInCode, SignInState, SignedIn, TablePeople, TakeAct,
};
use boneyard_protocol::push::{PushBrowsersBody, PutPushBrowser, PutTurnMail, PutWebhook};
use boneyard_protocol::record::{HideMatch, Matches, RECORD_VERSION, Record, ReplayRequest};
use boneyard_protocol::tournament::{CreateTournament, ReportTournament, TakeOrganiserAction};
use boneyard_protocol::{
    About, ClientMessage, CloseCode, ErrorCode, Folded, HintReason, Line, Me, PROTOCOL,
    RecordAnalysis, Request, Room, ServerMessage, Snapshot, Time,
};
use boneyard_rules::line::TileOrder;
use boneyard_rules::line::view::{Board, Own, VisibleEvent};
use boneyard_rules::line::{self, Laid, Play};
use boneyard_rules::{Change, Match, Order, Seat, Standing, Tile, Viewer, race, trains};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");
const SCHEMA: &str = include_str!("../../../docs/protocol.schema.json");

/// All JSON code blocks of a document: for each the name of its type, and its JSON.
fn examples(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("```json ").skip(1).map(|rest| {
        let block = rest.split("```").next().unwrap();
        block
            .split_once('\n')
            .expect("a block names its type, and has lines")
    })
}

/// Fails unless the JSON is exactly the encoded form of the value that it describes: no field may be
/// missing, misspelt or unknown.
fn check<T: DeserializeOwned + Serialize>(json: &str) {
    let read: T = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    is_written_so(&read, json);
}

fn is_written_so(value: &impl Serialize, json: &str) {
    let written: Value =
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(serde_json::to_value(value).unwrap(), written, "{json}");
}

#[test]
fn every_example_is_what_it_is_said_to_be() {
    for (name, json) in examples(DOCUMENT) {
        match name {
            "ClientMessage" => {
                is_written_so(&ClientMessage::parse(json).unwrap(), json);
            }
            "ServerMessage" => check::<ServerMessage>(json),
            "Room" => check::<Room>(json),
            "Time" => check::<Time>(json),
            "Line" => check::<Line>(json),
            "HintReason" => check::<HintReason>(json),
            "Me" => check::<Me>(json),
            "Standing" => check::<Standing>(json),
            "Board" => check::<Board>(json),
            "Laid" => check::<Laid>(json),
            "Own" => check::<Own>(json),
            "VisibleEvent" => check::<VisibleEvent>(json),
            "RaceView" => check::<race::View>(json),
            "TrainsView" => check::<trains::View>(json),
            "MeBody" => check::<MeBody>(json),
            "VersionBody" => check::<VersionBody>(json),
            "SignedIn" => check::<SignedIn>(json),
            "DevicesBody" => check::<DevicesBody>(json),
            "SignInAttempt" => check::<SignInAttempt>(json),
            "SignInState" => check::<SignInState>(json),
            "CreateTable" => check::<CreateTable>(json),
            "TableCreated" => check::<TableCreated>(json),
            "CreateBot" => check::<CreateBot>(json),
            "BotCreated" => check::<BotCreated>(json),
            "EmailAddress" => check::<EmailAddress>(json),
            "PasskeyAnswer" => check::<PasskeyAnswer>(json),
            "PasskeyChallenge" => check::<PasskeyChallenge>(json),
            "SignInCode" => check::<SignInCode>(json),
            "BotsBody" => check::<BotsBody>(json),
            "FeedBody" => check::<FeedBody>(json),
            "FeedCreated" => check::<FeedCreated>(json),
            "TurnsBody" => check::<TurnsBody>(json),
            "RatingChanges" => check::<RatingChanges>(json),
            "PersonBody" => check::<PersonBody>(json),
            "LeaderboardBody" => check::<LeaderboardBody>(json),
            "TablePeople" => check::<TablePeople>(json),
            "FriendsBody" => check::<FriendsBody>(json),
            "InviteFriend" => check::<InviteFriend>(json),
            "BlocksBody" => check::<BlocksBody>(json),
            "ReportPlayer" => check::<ReportPlayer>(json),
            "ReportTournament" => check::<ReportTournament>(json),
            "ReportsBody" => check::<ReportsBody>(json),
            "TakeAct" => check::<TakeAct>(json),
            "ConductBody" => check::<ConductBody>(json),
            "PutPushBrowser" => check::<PutPushBrowser>(json),
            "PushBrowsersBody" => check::<PushBrowsersBody>(json),
            "PutTurnMail" => check::<PutTurnMail>(json),
            "PutWebhook" => check::<PutWebhook>(json),
            "HttpError" => check::<HttpError>(json),
            "RecordAnalysis" => check::<RecordAnalysis>(json),
            "Matches" => check::<Matches>(json),
            "HideMatch" => check::<HideMatch>(json),
            "ReplayRequest" => check::<ReplayRequest>(json),
            "PresetBody" => check::<PresetBody>(json),
            "OptionBody" => check::<OptionBody>(json),
            "SeatingBody" => check::<SeatingBody>(json),
            "TileSetBody" => check::<TileSetBody>(json),
            "CreateTournament" => check::<CreateTournament>(json),
            "TakeOrganiserAction" => check::<TakeOrganiserAction>(json),
            _ => panic!("an example of {name}"),
        }
    }
}

#[test]
fn the_example_of_a_record_is_one() {
    let document = include_str!("../../../docs/record.md");
    let found: Vec<_> = examples(document).collect();
    assert_eq!(found.len(), 1);
    for (_, json) in found {
        check::<Record>(json);
        let record: Record = serde_json::from_str(json).unwrap();
        assert_eq!(record.version, RECORD_VERSION);
    }
}

/// The `type` of each message that a definition of the schema allows.
fn message_types(schema: &Value, definition: &str) -> BTreeSet<String> {
    let messages = schema["$defs"][definition]["oneOf"].as_array().unwrap();
    let name = |message: &Value| {
        message["properties"]["type"]["const"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    messages.iter().map(name).collect()
}

#[test]
fn every_message_has_a_heading_and_an_example() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let (_, messages) = DOCUMENT.split_once("## What a client sends\n").unwrap();
    let (sent, received) = messages.split_once("## What the server sends\n").unwrap();
    for (section, definition) in [(sent, "ClientMessage"), (received, "ServerMessage")] {
        let shown: BTreeSet<_> = examples(DOCUMENT)
            .filter(|(name, _)| *name == definition)
            .map(|(_, json)| {
                serde_json::from_str::<Value>(json).unwrap()["type"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        let all = message_types(&schema, definition);
        assert_eq!(shown, all);
        for name in all {
            assert!(
                section.contains(&format!("\n### `{name}`\n")),
                "{definition} {name} has no heading"
            );
        }
    }
    assert_eq!(
        message_types(&schema, "ClientMessage").len(),
        About::ALL.len()
    );
}

/// The documents about the protocol: names and texts.
const DOCUMENTS: [(&str, &str); 3] = [
    ("protocol.md", DOCUMENT),
    ("bots.md", include_str!("../../../docs/bots.md")),
    ("record.md", include_str!("../../../docs/record.md")),
];

/// The first cell of each row in the table of a section.
fn first_cells(heading: &str) -> Vec<String> {
    let (_, section) = DOCUMENT.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| "));
    let cells = rows.skip(2).map(|row| row.split('|').nth(1).unwrap());
    cells.map(|cell| cell.trim().replace('`', "")).collect()
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

#[test]
fn every_code_is_explained_once_and_no_other() {
    let codes = ErrorCode::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(sorted(first_cells("Errors")), sorted(codes));
    let codes = CloseCode::ALL.iter().map(|code| code.code().to_string());
    assert_eq!(sorted(first_cells("Close codes")), sorted(codes.collect()));
}

/// The number that stands directly after each occurrence of `words` in the text.
fn numbers<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = u32> + 'a {
    text.match_indices(words).map(move |(at, _)| {
        let rest = &text[at + words.len()..];
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap();
        digits
            .parse()
            .unwrap_or_else(|_| panic!("no number behind {words:?}"))
    })
}

#[test]
fn every_version_is_that_of_the_protocol() {
    for (name, text) in DOCUMENTS {
        let mut found = 0;
        for words in [
            "This page describes **version ",
            "This page describes version ",
            "the version that you speak: ",
            "\"protocol\": ",
        ] {
            for number in numbers(text, words) {
                assert_eq!(number, PROTOCOL, "{name}: {words}");
                found += 1;
            }
        }
        assert_eq!(found > 0, name != "record.md", "{name}: {found} versions");
    }
}

#[test]
fn every_row_stands_in_a_table() {
    for (name, text) in DOCUMENTS {
        let lines: Vec<_> = text.lines().collect();
        for (at, pair) in lines.windows(2).enumerate() {
            let begins = !pair[0].starts_with('|') && pair[1].starts_with('|');
            assert!(
                !begins || lines[at + 2].starts_with("| --- |"),
                "{name}:{}: {} is outside its table",
                at + 2,
                pair[1]
            );
        }
    }
}

/// Collects the names of all fields and all choices of a schema.
fn names(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                found.extend(properties.keys().cloned());
            }
            if let Some(Value::String(constant)) = object.get("const") {
                found.insert(constant.clone());
            }
            object.values().for_each(|child| names(child, found));
        }
        Value::Array(list) => list.iter().for_each(|child| names(child, found)),
        _ => {}
    }
}

#[test]
fn every_field_and_every_choice_is_explained() {
    let mut all = BTreeSet::new();
    names(&serde_json::from_str(SCHEMA).unwrap(), &mut all);
    let missing: Vec<_> = all
        .into_iter()
        .filter(|name| {
            !DOCUMENT.contains(&format!("`{name}`")) && !DOCUMENT.contains(&format!("`\"{name}\"`"))
        })
        .collect();
    assert!(missing.is_empty(), "not in the document: {missing:?}");
}

/// The deal of the document's session: first seven tiles for Ben, then seven tiles for Ada, then the
/// boneyard.
fn session_order() -> Order {
    let dealt = "4-4 5-0 6-4 3-1 2-2 5-2 1-0 5-5 6-5 4-1 3-2 6-0 2-1 3-0";
    let mut tiles: Vec<Tile> = dealt.split(' ').map(|tile| tile.parse().unwrap()).collect();
    let rest: Vec<_> = TileOrder::SORTED
        .tiles()
        .iter()
        .copied()
        .filter(|tile| !tiles.contains(tile))
        .collect();
    tiles.extend(rest);
    TileOrder::try_from(tiles.as_slice()).unwrap().things()
}

/// The session of the document: the snapshot that the client computes, and the match that is really
/// played.
struct Session {
    known: Option<Snapshot>,
    game: Option<Match>,
    me: Seat,
}

impl Session {
    fn send(&mut self, message: &ClientMessage) {
        let Self {
            known: Some(known),
            game,
            ..
        } = self
        else {
            return;
        };
        let ClientMessage::Table { request, .. } = message else {
            return;
        };
        let ply = game.as_ref().map_or(0, Match::ply);
        match request {
            Request::Ready { .. } => {
                let mut fresh = Match::new(&known.room.rules);
                fresh.deal(&session_order()).unwrap();
                *game = Some(fresh);
            }
            &Request::Move { ply: seen, chosen } if seen == ply => {
                let game = game.as_mut().unwrap();
                game.take(self.me, chosen).unwrap();
            }
            _ => {}
        }
    }

    fn receive(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Table(snapshot) => self.known = Some(*snapshot),
            ServerMessage::Update(update) => {
                let known = self.known.as_mut().unwrap();
                let events = match &update.shared.change {
                    Some(Change::Line(change)) => change.events.as_slice(),
                    _ => &[],
                };
                for event in events {
                    match *event {
                        VisibleEvent::Played {
                            seat,
                            tile,
                            joint,
                            announced,
                        } if seat != self.me => {
                            let arm = joint.map(|joint| joint.arm);
                            let game = self.game.as_mut().unwrap();
                            let play = Play {
                                tile,
                                arm,
                                announced,
                            };
                            let chosen = line::Move::from(play);
                            game.take(seat, chosen.into()).unwrap();
                        }
                        _ => {}
                    }
                }
                assert_eq!(known.fold(*update), Folded::Next);
                let real = self
                    .game
                    .as_ref()
                    .map(|game| game.view(Viewer::Seat(self.me)));
                assert_eq!(known.view, real);
                assert_eq!(known.standing, self.game.as_ref().map(Match::standing));
            }
            _ => {}
        }
    }
}

#[test]
fn the_session_is_what_the_rules_play() {
    let (_, text) = DOCUMENT.split_once("\n## A session\n").unwrap();
    let mut session = Session {
        known: None,
        game: None,
        me: Seat::new(1).unwrap(),
    };
    for (name, json) in examples(text) {
        match name {
            "ClientMessage" => session.send(&ClientMessage::parse(json).unwrap()),
            _ => session.receive(serde_json::from_str(json).unwrap()),
        }
    }
    let game = session.game.expect("a match was played");
    let game: line::Match = game.try_into().unwrap();
    let plays = game
        .history()
        .iter()
        .filter(|event| matches!(event, line::Event::Played { .. }))
        .count();
    assert_eq!(plays, 3, "the last play of the session was accepted");
}

//! Laws of the messages: what is written is read back, whatever it is, and what isn't a message is
//! told from what is.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::parse::NESTING_MAX;
use boneyard_protocol::room::ListedSeat;
use boneyard_protocol::{
    About, AbsentChoice, ClientMessage, ClockRule, ErrorCode, Invite, Level, Listing, ParseError,
    Phrase, Reaction, ServerMessage, Status, TableId, Words,
};
use boneyard_rules::{ArmId, BySeat, Preset, Seat, Tile};
use proptest::prelude::*;

fn table() -> impl Strategy<Value = TableId> {
    any::<u128>().prop_map(|bits| format!("{bits:032x}").parse().unwrap())
}

fn invite() -> impl Strategy<Value = Invite> {
    any::<u128>().prop_map(|bits| format!("{bits:032x}").parse().unwrap())
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..4_u8).prop_map(|number| Seat::new(number).unwrap())
}

fn play() -> impl Strategy<Value = ClientMessage> {
    let tile = (0..Tile::COUNT).prop_map(|index| Tile::from_index(index).unwrap());
    let arm = proptest::option::of(proptest::sample::select(ArmId::ALL.to_vec()));
    (table(), any::<u32>(), tile, arm, any::<Option<u16>>()).prop_map(
        |(table, ply, tile, arm, announced)| ClientMessage::Play {
            table,
            ply,
            tile,
            arm,
            announced,
        },
    )
}

fn words() -> impl Strategy<Value = Words> {
    prop_oneof![
        any::<String>().prop_map(Words::Text),
        proptest::sample::select(Phrase::ALL).prop_map(Words::Phrase),
    ]
}

fn absent_choice() -> impl Strategy<Value = AbsentChoice> {
    use AbsentChoice::{Claim, Computer, Place};
    proptest::sample::select(vec![Place, Computer, Claim])
}

fn client_message() -> impl Strategy<Value = ClientMessage> {
    prop_oneof![
        any::<u32>().prop_map(|protocol| ClientMessage::Hello { protocol }),
        any::<bool>().prop_map(|follow| ClientMessage::Lobby { follow }),
        any::<String>().prop_map(|name| ClientMessage::Rename { name }),
        (
            table(),
            proptest::option::of(invite()),
            any::<Option<u64>>()
        )
            .prop_map(|(table, invite, since)| ClientMessage::Open {
                table,
                invite,
                since
            }),
        table().prop_map(|table| ClientMessage::Close { table }),
        (table(), proptest::option::of(seat()))
            .prop_map(|(table, seat)| ClientMessage::Sit { table, seat }),
        table().prop_map(|table| ClientMessage::Leave { table }),
        (table(), any::<bool>()).prop_map(|(table, ready)| ClientMessage::Ready { table, ready }),
        (table(), seat()).prop_map(|(table, seat)| ClientMessage::Remove { table, seat }),
        (table(), seat(), proptest::sample::select(Level::ALL))
            .prop_map(|(table, seat, level)| ClientMessage::SeatComputer { table, seat, level }),
        (table(), seat()).prop_map(|(table, seat)| ClientMessage::RequestSeat { table, seat }),
        table().prop_map(|table| ClientMessage::WithdrawRequest { table }),
        (table(), any::<i64>(), any::<bool>()).prop_map(|(table, asked_ms, agree)| {
            ClientMessage::AnswerRequest {
                table,
                asked_ms,
                agree,
            }
        }),
        play(),
        (table(), any::<u32>()).prop_map(|(table, ply)| ClientMessage::Hint { table, ply }),
        (table(), any::<u32>()).prop_map(|(table, ply)| ClientMessage::Call { table, ply }),
        table().prop_map(|table| ClientMessage::Resign { table }),
        (table(), any::<bool>()).prop_map(|(table, agree)| ClientMessage::Agree { table, agree }),
        (table(), seat(), absent_choice()).prop_map(|(table, seat, choice)| {
            ClientMessage::Absent {
                table,
                seat,
                choice,
            }
        }),
        table().prop_map(|table| ClientMessage::Back { table }),
        table().prop_map(|table| ClientMessage::Analyse { table }),
        table().prop_map(|table| ClientMessage::Next { table }),
        (table(), words()).prop_map(|(table, words)| ClientMessage::Say { table, words }),
        (table(), proptest::sample::select(Reaction::ALL))
            .prop_map(|(table, reaction)| ClientMessage::React { table, reaction }),
    ]
}

proptest! {
    #[test]
    fn what_a_client_sends_is_read_back(message in client_message()) {
        let frame = message.encode();
        prop_assert_eq!(ClientMessage::parse(&frame), Ok(message.clone()));
        let prefix = format!(r#"{{"type":{}"#, serde_json::to_string(&message.about()).unwrap());
        prop_assert!(frame.starts_with(&prefix));
    }

    #[test]
    fn unknown_fields_are_ignored(message in client_message(), extra in any::<String>()) {
        let extra = serde_json::json!([{ "deep": [extra] }]);
        let frame = message.encode().replacen('{', &format!(r#"{{"novelty":{extra},"#), 1);
        prop_assert_eq!(ClientMessage::parse(&frame), Ok(message));
    }

    #[test]
    fn no_text_upsets_the_parser(frame in any::<String>()) {
        let _ = ClientMessage::parse(&frame);
    }

    #[test]
    fn a_damaged_message_is_no_message_or_another(message in client_message(), at in any::<prop::sample::Index>()) {
        let mut frame: Vec<char> = message.encode().chars().collect();
        let at = at.index(frame.len());
        frame.remove(at);
        let frame: String = frame.into_iter().collect();
        if let Err(error) = ClientMessage::parse(&frame) {
            prop_assert!(error.to_string().len() < 400);
        }
    }
}

fn code(frame: &str) -> ErrorCode {
    ClientMessage::parse(frame).unwrap_err().code()
}

#[test]
fn junk_is_told_from_a_type_that_does_not_exist_and_from_wrong_fields() {
    for junk in [
        "",
        "hello",
        "7",
        "null",
        "[]",
        "{}",
        r#"{"type":7}"#,
        r#"{"type":"hello""#,
        "{\"a\":1}x",
    ] {
        let error = ClientMessage::parse(junk).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Malformed, "{junk}");
        assert!(error.is_fatal());
    }
    for unknown in [
        r#"{"type":"cheat"}"#,
        r#"{"type":"Hello","protocol":1}"#,
        r#"{"type":""}"#,
    ] {
        assert_eq!(code(unknown), ErrorCode::UnknownType, "{unknown}");
    }
    let table = "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90";
    let wrong = [
        (About::Hello, r#"{"type":"hello"}"#.to_owned()),
        (About::Hello, r#"{"type":"hello","protocol":-1}"#.to_owned()),
        (
            About::Open,
            r#"{"type":"open","table":"../../etc/passwd"}"#.to_owned(),
        ),
        (
            About::Sit,
            format!(r#"{{"type":"sit","table":"{table}","seat":4}}"#),
        ),
        (
            About::Play,
            format!(r#"{{"type":"play","table":"{table}","ply":1,"tile":"7-0"}}"#),
        ),
        (
            About::Play,
            format!(r#"{{"type":"play","table":"{table}","ply":1,"tile":"6-0","arm":"e"}}"#),
        ),
        (About::Say, format!(r#"{{"type":"say","table":"{table}"}}"#)),
        (
            About::Say,
            format!(r#"{{"type":"say","table":"{table}","phrase":"fool"}}"#),
        ),
        (
            About::React,
            format!(r#"{{"type":"react","table":"{table}","reaction":"fist"}}"#),
        ),
        (
            About::Next,
            format!(r#"{{"type":"next","table":"{table}","table":"{table}"}}"#),
        ),
    ];
    for (about, frame) in wrong {
        let error = ClientMessage::parse(&frame).unwrap_err();
        assert_eq!(
            (error.about(), error.code()),
            (Some(about), ErrorCode::WrongFields),
            "{frame}"
        );
        assert!(!error.is_fatal());
    }
}

#[test]
fn deep_nesting_is_refused_before_it_costs_anything() {
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"type":"lobby","follow":true,"novelty":{open}{close}}}"#)
    };
    assert!(ClientMessage::parse(&nested(NESTING_MAX - 1)).is_ok());
    for frame in [
        nested(NESTING_MAX),
        nested(64),
        nested(1_000_000),
        "[".repeat(1_000_000),
        "{\"type\":".repeat(64),
    ] {
        assert_eq!(code(&frame), ErrorCode::Malformed);
    }
    let brackets_in_a_name = ClientMessage::Rename {
        name: r#"\"[[[[[[[[[[{{{"#.into(),
    };
    assert_eq!(
        ClientMessage::parse(&brackets_in_a_name.encode()),
        Ok(brackets_in_a_name)
    );
}

#[test]
fn a_long_text_is_not_quoted_back() {
    let frame = format!(r#"{{"type":"{}"}}"#, "é".repeat(10_000));
    let error = ClientMessage::parse(&frame).unwrap_err();
    assert!(matches!(error, ParseError::UnknownType { .. }));
    let ServerMessage::Error {
        about: None,
        table: None,
        code,
        text,
    } = ServerMessage::from(&error)
    else {
        panic!("not an error")
    };
    assert_eq!(code, ErrorCode::UnknownType);
    assert!(text.len() < 400);
}

#[test]
fn what_cannot_be_printed_does_not_swell_the_answer() {
    let frame = format!(r#"{{"type":"{}"}}"#, "\u{7f}".repeat(4_000));
    let error = ClientMessage::parse(&frame).unwrap_err();
    assert!(ServerMessage::from(&error).encode().len() < 400);
}

#[test]
fn a_listing_is_read_back() {
    let rules = Preset::MUGGINS.rules();
    let listing = Listing {
        clock: ClockRule::None,
        table: TableId::random(),
        notation: rules.to_string(),
        seats: BySeat::from_fn(rules.seating, |seat| {
            (seat.index() == 0).then(|| ListedSeat {
                name: "Ben".into(),
                computer: None,
                bot: false,
            })
        }),
        open_seats: 1,
        target: rules.target,
        status: Status::Open,
    };
    let message = ServerMessage::Listed { table: listing };
    assert_eq!(
        serde_json::from_str::<ServerMessage>(&message.encode()).unwrap(),
        message
    );
}

#[test]
fn a_table_is_opened_without_a_word_about_computers() {
    let rules = serde_json::to_string(Preset::DRAW.rules()).unwrap();
    let body = format!(r#"{{"rules":{rules},"access":"public","kept_seats":0}}"#);
    let wanted: CreateTable = serde_json::from_str(&body).unwrap();
    assert_eq!((wanted.computers.as_slice(), wanted.hints), (&[][..], None));
    assert_eq!(serde_json::to_string(&wanted).unwrap(), body);
}

//! Laws of the messages: parsing an encoded message gives the same message, and text that is not a
//! message is refused.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::parse::NESTING_MAX;
use boneyard_protocol::room::ListedSeat;
use boneyard_protocol::{
    About, AbsentChoice, ClientMessage, ClockRule, Commitment, ErrorCode, Hash, Invite, Level,
    Listing, ParseError, Phrase, Reaction, Request, Seed, ServerMessage, SignedHead, Status,
    TableId, Words,
};
use boneyard_rules::line::ArmId;
use boneyard_rules::line::{self, Play, Preset};
use boneyard_rules::{BySeat, Move, Options, Seat, Tile};
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

fn number() -> impl Strategy<Value = u32> {
    any::<u32>()
}

fn chosen() -> impl Strategy<Value = Move> {
    let tile = (0..Tile::COUNT).prop_map(|index| Tile::from_index(index).unwrap());
    let arm = proptest::option::of(proptest::sample::select(ArmId::ALL.to_vec()));
    let play = (tile, arm, any::<Option<u16>>()).prop_map(|(tile, arm, announced)| {
        line::Move::Play(Play {
            tile,
            arm,
            announced,
        })
    });
    let others = prop_oneof![Just(line::Move::GiveLead), Just(line::Move::Call)];
    prop_oneof![play, others].prop_map(Move::from)
}

fn head() -> impl Strategy<Value = SignedHead> {
    (number(), any::<[u8; 32]>(), 0..1_i64 << 53).prop_map(|(size, bytes, at_ms)| SignedHead {
        size,
        root: Hash::from(bytes),
        at_ms,
        signature: [bytes[0]; 64].into(),
    })
}

fn fairness() -> impl Strategy<Value = Request> {
    let commit = (number(), any::<[u8; 32]>(), proptest::option::of(head()));
    prop_oneof![
        commit.prop_map(|(match_number, bytes, head)| Request::Commit {
            match_number,
            commitment: Commitment::from(bytes),
            head,
        }),
        (number(), any::<[u8; 32]>()).prop_map(|(match_number, bytes)| Request::Reveal {
            match_number,
            seed: Seed::from(bytes),
        }),
        number().prop_map(|round| Request::Fairness { round }),
    ]
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

fn request() -> impl Strategy<Value = Request> {
    prop_oneof![
        proptest::option::of(seat()).prop_map(|seat| Request::Sit { seat }),
        Just(Request::Leave),
        any::<bool>().prop_map(|ready| Request::Ready { ready }),
        fairness(),
        seat().prop_map(|seat| Request::Remove {
            seat,
            pseudonym: None,
        }),
        (seat(), proptest::sample::select(Level::ALL))
            .prop_map(|(seat, level)| Request::SeatComputer { seat, level }),
        seat().prop_map(|seat| Request::RequestSeat { seat }),
        Just(Request::WithdrawRequest),
        (any::<i64>(), any::<bool>())
            .prop_map(|(asked_ms, agree)| Request::AnswerRequest { asked_ms, agree }),
        (number(), chosen()).prop_map(|(ply, chosen)| Request::Move { ply, chosen }),
        number().prop_map(|ply| Request::Hint { ply }),
        Just(Request::Resign),
        any::<bool>().prop_map(|agree| Request::Agree { agree }),
        (seat(), absent_choice()).prop_map(|(seat, choice)| Request::Absent { seat, choice }),
        Just(Request::Back),
        Just(Request::Next),
        words().prop_map(|words| Request::Say { words }),
        proptest::sample::select(Reaction::ALL).prop_map(|reaction| Request::React { reaction }),
    ]
}

fn client_message() -> impl Strategy<Value = ClientMessage> {
    prop_oneof![
        1 => number().prop_map(|protocol| ClientMessage::Hello { protocol }),
        1 => any::<bool>().prop_map(|follow| ClientMessage::Lobby { follow }),
        1 => any::<String>().prop_map(|name| ClientMessage::Rename { name }),
        1 => (table(), proptest::option::of(invite()), any::<Option<u64>>()).prop_map(
            |(table, invite, since)| ClientMessage::Open { table, invite, since, preview: None, replay: None }
        ),
        1 => table().prop_map(|table| ClientMessage::Close { table }),
        20 => (request(), table()).prop_map(|(request, table)| request.at(table)),
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
    fn fields_may_stand_in_any_order(message in client_message()) {
        let sorted = serde_json::to_value(&message).unwrap().to_string();
        prop_assert_eq!(ClientMessage::parse(&sorted), Ok(message));
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
    let table = TABLE;
    let wrong = [
        (About::Hello, r#"{"type":"hello"}"#.to_owned()),
        (About::Hello, r#"{"type":"hello","protocol":-1}"#.to_owned()),
        (
            About::Open,
            r#"{"type":"open","table":"../../etc/passwd"}"#.to_owned(),
        ),
        (
            About::Sit,
            format!(r#"{{"type":"sit","table":"{table}","seat":8}}"#),
        ),
        (
            About::Move,
            format!(
                r#"{{"type":"move","table":"{table}","ply":1,"move":{{"line":{{"play":{{"tile":"6-x"}}}}}}}}"#
            ),
        ),
        (
            About::Move,
            format!(r#"{{"type":"move","table":"{table}","ply":1,"move":{{"chess":"call"}}}}"#),
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

const TABLE: &str = "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90";

#[test]
fn an_error_names_the_table_of_its_message() {
    for frame in [
        format!(r#"{{"type":"sit","table":"{TABLE}","seat":8}}"#),
        format!(r#"{{"type":"move","table":"{TABLE}"}}"#),
        format!(r#"{{"type":"cheat","table":"{TABLE}"}}"#),
    ] {
        let error = ClientMessage::parse(&frame).unwrap_err();
        assert_eq!(error.table(), TABLE.parse().ok(), "{frame}");
        let answer = ServerMessage::from(&error).encode();
        assert!(answer.contains(TABLE), "{answer}");
    }
    for frame in [
        r#"{"type":"sit","table":"7"}"#,
        r#"{"type":"cheat","table":7}"#,
        r#"{"type":"hello"}"#,
    ] {
        assert_eq!(ClientMessage::parse(frame).unwrap_err().table(), None);
    }
}

#[test]
fn an_error_names_the_field_and_what_it_may_hold() {
    for (fields, text) in [
        (r#""type":"sit","seat":8"#, "`seat` must be a seat: 0 to 7"),
        (
            r#""type":"sit","seat":"x""#,
            "`seat` must be a seat: 0 to 7",
        ),
        (
            r#""type":"sit","seat":1.5"#,
            "`seat` must be a seat: 0 to 7",
        ),
        (r#""type":"ready""#, "`ready` is missing"),
        (r#""type":"ready","ready":null"#, "`ready` is missing"),
        (
            r#""type":"ready","ready":1"#,
            "`ready` must be true or false",
        ),
        (
            r#""type":"hint","ply":"x""#,
            "`ply` must be a whole number from 0 to 4294967295",
        ),
        (
            r#""type":"hint","ply":4294967296"#,
            "`ply` must be a whole number from 0 to 4294967295",
        ),
        (
            r#""type":"move","ply":1,"move":{"line":{"play":{"tile":"6-0","arm":"e"}}}"#,
            "`move.line.play.arm` must be one of \"a\", \"b\", \"c\", \"d\"",
        ),
        (
            r#""type":"move","ply":1,"move":{"line":"fly"}"#,
            "`move.line` must be one of \"play\", \"give_lead\", \"call\"",
        ),
        (
            r#""type":"fairness","round":1,"round":2"#,
            "`round` is there twice",
        ),
        (
            r#""type":"say","text":"Hello!","phrase":"hello""#,
            "either `text` or `phrase` is needed, and not both",
        ),
    ] {
        let frame = format!(r#"{{"table":"{TABLE}",{fields}}}"#);
        let error = ClientMessage::parse(&frame).unwrap_err();
        assert_eq!(error.code(), ErrorCode::WrongFields, "{frame}");
        assert_eq!(error.to_string(), text, "{frame}");
    }
    let error = ClientMessage::parse(r#"{"type":"next","table":"../../etc"}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`table` must be a table's id: 32 lower-case hex digits"
    );
}

#[test]
fn a_whole_number_may_be_written_as_a_fraction() {
    let frame = format!(r#"{{"type":"sit","table":"{TABLE}","seat":2.0}}"#);
    let sit = Request::Sit { seat: Seat::new(2) };
    assert_eq!(
        ClientMessage::parse(&frame),
        Ok(sit.at(TABLE.parse().unwrap()))
    );
    assert_eq!(
        ClientMessage::parse(r#"{"type":"hello","protocol":1e1}"#),
        Ok(ClientMessage::Hello { protocol: 10 })
    );
    for protocol in ["1.5", "-1.0", "1e300", "4294967296.0"] {
        let frame = format!(r#"{{"type":"hello","protocol":{protocol}}}"#);
        assert_eq!(code(&frame), ErrorCode::WrongFields, "{frame}");
    }
}

#[test]
fn a_field_of_another_message_may_hold_anything() {
    let frame = r#"{"type":"lobby","seat":"x","table":7,"follow":true,"tile":[]}"#;
    assert_eq!(
        ClientMessage::parse(frame),
        Ok(ClientMessage::Lobby { follow: true })
    );
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
        reason: None,
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
    let rules = boneyard_rules::Rules::from(Preset::MUGGINS.rules());
    let listing = Listing {
        clock: ClockRule::None,
        time_cap: None,
        table: TableId::random(),
        notation: rules.to_string(),
        seats: BySeat::from_fn(rules.seating(), |seat| {
            (seat.index() == 0).then(|| ListedSeat {
                name: "Ben".into(),
                computer: None,
                bot: false,
            })
        }),
        open_seats: 1,
        status: Status::Open,
        rated: true,
        opened_ms: 1_767_225_600_000,
    };
    let message = ServerMessage::Listed { table: listing };
    assert_eq!(
        serde_json::from_str::<ServerMessage>(&message.encode()).unwrap(),
        message
    );
}

#[test]
fn a_table_is_opened_without_a_word_about_computers() {
    let rules = serde_json::to_string(&Options::from(*Preset::DRAW.rules())).unwrap();
    let body = format!(r#"{{"rules":{rules},"access":"public","kept_seats":0}}"#);
    let wanted: CreateTable = serde_json::from_str(&body).unwrap();
    assert_eq!((wanted.computers.as_slice(), wanted.hints), (&[][..], None));
    assert_eq!(serde_json::to_string(&wanted).unwrap(), body);
}

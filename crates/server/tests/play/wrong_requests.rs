//! Tests of malformed requests. All routes refuse them in the same way, with error texts in the protocol's
//! own words.

use std::fmt::Write as _;
use std::path::Path;

use boneyard_base::{Clock, limits};
use boneyard_rules::line::Preset;
use boneyard_rules::{Match, Need, Order, Transcript};
use serde_json::{Value, json};

use crate::person::Person;
use crate::ratings::keep;
use crate::world::{World, public};

/// Words that appear only in the error texts of the parsing libraries, and so must not appear in responses.
const FOREIGN_WORDS: [&str; 12] = [
    "expected",
    "invalid",
    "eserialize",
    "variant",
    "struct",
    "sequence",
    "parse",
    "buffer",
    "column 0",
    "missing field",
    "UTF-8 in",
    "URL",
];

const SOMEBODY: &str = "00000000000000000000000000000001";

/// Every route that has a body, with a body that it accepts.
fn routes() -> Vec<(&'static str, String, Value)> {
    let [table, person, record] = [SOMEBODY; 3];
    let question = json!({"challenge": SOMEBODY, "credential": {"id": "mZ4", "response": {}}});
    let wanted = public(*Preset::DRAW.rules());
    let in_an_hour = Clock::system().now().plus_ms(60 * 60_000);
    let event = |what: &str| format!("tournaments/{SOMEBODY}/{what}");
    let route = |method, path: &str, body| (method, format!("/api/{path}"), body);
    vec![
        route("POST", "account", json!({"name": "Ann"})),
        route("DELETE", "account", json!({"name": "Nobody"})),
        route("PUT", "account/name", json!({"name": "Anna"})),
        route(
            "PUT",
            "account/preferences",
            json!({"ratings_public": true, "matches_public": true, "presence_public": true,
                   "friends_welcome": true}),
        ),
        route(
            "POST",
            "account/transfer/answer",
            json!({"device": "Firefox", "agree": true}),
        ),
        route("POST", "account/passkeys", question.clone()),
        route(
            "POST",
            "account/email",
            json!({"email": "ann@dominoes.example"}),
        ),
        route("POST", "account/email/confirm", json!({"code": "012345"})),
        route("POST", "sign-in/passkey", question),
        route(
            "POST",
            "sign-in/email",
            json!({"email": "ann@dominoes.example"}),
        ),
        route("POST", "sign-in/email/confirm", json!({"code": "012345"})),
        route("POST", "sign-in/transfer", json!({"code": "7KQ2-M0XD"})),
        route(
            "POST",
            "sign-in/recovery",
            json!({"name": "Ann", "code": "7KQ2"}),
        ),
        route("POST", "bots", json!({"name": "Deep Bone"})),
        route("POST", "tables", json!(wanted)),
        route(
            "POST",
            &format!("friends/{person}/invite"),
            json!({"table": table}),
        ),
        route(
            "POST",
            "reports",
            json!({"table": table, "seat": 1, "reason": "abuse", "words": ""}),
        ),
        route(
            "POST",
            "moderation/reports/1/acts",
            json!({"act": "note", "note": "seen"}),
        ),
        route(
            "PUT",
            &format!("m/{record}/hidden"),
            json!({"hidden": true}),
        ),
        route(
            "PUT",
            "push",
            json!({"endpoint": "https://push.example/x", "auth": "BTBZMqHH6r4Tts7J_aSIgg", "language": "en",
                   "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}),
        ),
        route(
            "PUT",
            "push/mail",
            json!({"after_hours": 24, "language": "en"}),
        ),
        route(
            "PUT",
            &format!("push/{SOMEBODY}"),
            json!({"turn": true, "invited": true, "found": true, "quiet": {"from": 0, "until": 0}}),
        ),
        route(
            "PUT",
            &format!("tables/{SOMEBODY}/webhook"),
            json!({"form": "json", "url": "https://chat.example/x", "language": "en"}),
        ),
        route("POST", "replay", json!({"transcript": "rules Draw 100"})),
        route(
            "POST",
            "tournaments",
            json!({"name": "Thursday", "format": "knockout", "rules": wanted.rules,
                   "clock": {"type": "per_move", "seconds": 30}, "starts_ms": in_an_hour.0, "players_max": 8,
                   "come_minutes": 5}),
        ),
        route("PUT", &event("entry"), json!({})),
        route("POST", &event("actions"), json!({"action": "pause"})),
        route(
            "POST",
            &event("reports"),
            json!({"reason": "name", "words": ""}),
        ),
    ]
}

/// The number of handlers in the server's sources that have a body as argument.
fn bodies_taken(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let taken = entries.map(|entry| {
        if entry.file_type().unwrap().is_dir() {
            return bodies_taken(&entry.path());
        }
        let source = std::fs::read_to_string(entry.path()).unwrap();
        source.matches("): Body<").count()
    });
    taken.sum()
}

#[test]
fn every_route_with_a_body_is_among_these() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    assert_eq!(bodies_taken(&sources), routes().len());
}

/// Checks that a request was refused with this status and code, and that the error text uses the protocol's
/// own words. Returns the text.
fn is_refused(answer: &crate::person::Answer, (status, code): (u16, &str), at: &str) -> String {
    assert_eq!(answer.status, status, "{at}: {}", answer.body);
    let error: Value = serde_json::from_str(&answer.body)
        .unwrap_or_else(|_| panic!("{at}: {:?} is no error", answer.body));
    assert_eq!(error["code"], code, "{at}: {error}");
    let text = error["text"].as_str().unwrap().to_owned();
    has_own_words(&text, at);
    text
}

fn has_own_words(text: &str, at: &str) {
    // Names of fields and choices are in quotes, so only the text outside of quotes is checked.
    let words: String = text.split(['`', '"']).step_by(2).collect();
    for word in FOREIGN_WORDS {
        assert!(!words.contains(word), "{at}: {word:?} in {text:?}");
    }
}

async fn send(
    world: &World,
    who: &Person,
    line: (&str, &str),
    kind: &str,
    body: &str,
) -> crate::person::Answer {
    let mut headers = format!("cookie: {}\r\n", who.cookie);
    if !kind.is_empty() {
        write!(headers, "Content-Type: {kind}\r\n").unwrap();
    }
    crate::person::send(world.address, line, &headers, body)
        .await
        .unwrap()
}

const JSON: &str = "application/json";

#[tokio::test]
async fn a_body_that_is_none_is_refused_alike_everywhere() {
    let world = World::new().await;
    let (ann, _) = keep(world.address, "Ann").await;
    for (method, path, body) in routes() {
        let line = (method, path.as_str());
        let body = body.to_string();
        for kind in ["", "text/plain", "application/x-www-form-urlencoded"] {
            let answer = send(&world, &ann, line, kind, &body).await;
            is_refused(&answer, (415, "malformed"), &format!("{path} {kind}"));
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(64), "]".repeat(64));
        for text in [
            "",
            "?",
            "{",
            "[]",
            "null",
            "\"x\"",
            "7",
            &format!("{body}}}"),
            &deep,
        ] {
            let answer = send(&world, &ann, line, JSON, text).await;
            is_refused(&answer, (400, "malformed"), &format!("{path} {text:.20}"));
        }
        let most = if path == "/api/replay" {
            limits::REPLAY_BODY_BYTES_MAX
        } else {
            limits::HTTP_BODY_BYTES_MAX
        };
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(most));
        let answer = send(&world, &ann, line, JSON, &large).await;
        is_refused(&answer, (413, "malformed"), &path);
    }
}

#[tokio::test]
async fn a_wrong_field_is_named_everywhere_and_an_unknown_one_ignored() {
    let world = World::new().await;
    let (ann, _) = keep(world.address, "Ann").await;
    for (method, path, body) in routes() {
        let line = (method, path.as_str());
        for name in body.as_object().unwrap().keys() {
            let mut wrong = body.clone();
            wrong.as_object_mut().unwrap().remove(name);
            let answer = send(&world, &ann, line, JSON, &wrong.to_string()).await;
            let at = format!("{path} without {name}");
            let text = is_refused(&answer, (422, "wrong_fields"), &at);
            assert_eq!(text, format!("`{name}` is missing"));
            if name == "credential" {
                continue;
            }
            wrong[name] = json!([[[]]]);
            let answer = send(&world, &ann, line, JSON, &wrong.to_string()).await;
            let text = is_refused(&answer, (422, "wrong_fields"), &at);
            assert!(text.starts_with(&format!("`{name}` must be ")), "{text}");
        }
    }
    for (method, path, mut body) in routes() {
        body["novelty"] = json!({"colour": null});
        let answer = send(&world, &ann, (method, &path), JSON, &body.to_string()).await;
        let code = serde_json::from_str::<Value>(&answer.body).map(|error| error["code"].clone());
        let is_read = code.is_ok_and(|code| code != "malformed" && code != "wrong_fields");
        assert!(is_read || answer.status == 204, "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn what_is_left_out_of_a_table_may_be_null() {
    let world = World::new().await;
    let (ann, _) = world.somebody().await;
    let mut wanted = json!(public(*Preset::DRAW.rules()));
    for name in [
        "computers",
        "hints",
        "clock",
        "bots",
        "rated",
        "commitment",
        "head",
    ] {
        wanted[name] = Value::Null;
    }
    for name in [
        "love",
        "passes",
        "finish",
        "round_bonus",
        "entry",
        "tile_set",
    ] {
        wanted["rules"]["line"][name] = Value::Null;
    }
    let answer = send(
        &world,
        &ann,
        ("POST", "/api/tables"),
        JSON,
        &wanted.to_string(),
    )
    .await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    for (name, value, text) in [
        ("variant", json!(null), "`rules.line.variant` is missing"),
        (
            "love",
            json!("perhaps"),
            "`rules.line.love` must be one of \"no\", \"yes\", \"one_all\"",
        ),
        ("passes", json!(7), "`rules.line.passes` must be an object"),
        (
            "passes",
            json!({}),
            "`rules.line.passes.lead_double` is missing",
        ),
        (
            "round_bonus",
            json!([1]),
            "`rules.line.round_bonus` must be a list of 4",
        ),
        (
            "round_bonus",
            json!([1, 2, "x", 4]),
            "`rules.line.round_bonus[2]` must be a whole number",
        ),
    ] {
        let mut wanted = wanted.clone();
        wanted["rules"]["line"][name] = value;
        let answer = send(
            &world,
            &ann,
            ("POST", "/api/tables"),
            JSON,
            &wanted.to_string(),
        )
        .await;
        assert_eq!(is_refused(&answer, (422, "wrong_fields"), name), text);
    }
}

#[tokio::test]
async fn a_wrong_query_is_refused_alike_everywhere() {
    let world = World::new().await;
    let (ann, _) = keep(world.address, "Ann").await;
    for (path, text) in [
        (
            "me/matches?result=maybe",
            "`result` must be one of \"won\", \"lost\", \"undecided\"",
        ),
        (
            "me/matches?before=soon",
            "`before`: it is what the last answer said",
        ),
        (
            "me/matches?variant=draw&variant=block",
            "`variant` is there twice",
        ),
        (
            "m/1/steps?from=one",
            "`from` must be a whole number from 0 to 65535",
        ),
        (
            "leaderboards/draw?bots=-1",
            "`bots` must be a whole number from 0 to 255",
        ),
        (
            "tables/1/people?invite=7",
            "`invite`: an id is 32 lower-case hex digits",
        ),
        (
            "moderation/reports?after=x",
            "`after` must be a whole number",
        ),
        ("transparency/entries", "`table` is missing"),
        (
            "transparency/entries?table=00",
            "`table`: 32 bytes are written as lower-case hex digits, two for each",
        ),
        (
            "transparency/log?from=%ff",
            "`from` must be a whole number from 0 to 4294967295",
        ),
        ("transparency/consistency", "`from` is missing"),
    ] {
        let path = format!("/api/{path}");
        let answer = ann.request(world.address, "GET", &path, "").await;
        assert_eq!(is_refused(&answer, (422, "wrong_fields"), &path), text);
    }
}

#[tokio::test]
async fn the_address_of_nothing_is_answered_plainly() {
    let world = World::new().await;
    let (ann, _) = keep(world.address, "Ann").await;
    let paths = [
        ("GET", "m/X"),
        ("GET", "m/X.txt"),
        ("GET", "m/X/steps"),
        ("GET", "m/X/ratings"),
        ("GET", "people/X"),
        ("GET", "leaderboards/X"),
        ("GET", "tables/X/people"),
        ("PUT", "tables/X/seats/0/block"),
        (
            "PUT",
            "tables/00000000000000000000000000000001/seats/X/block",
        ),
        ("PUT", "blocks/X"),
        ("PUT", "friends/X"),
        ("DELETE", "friends/X"),
        ("DELETE", "bots/X"),
        ("DELETE", "push/X"),
        ("DELETE", "account/devices/X"),
        ("DELETE", "account/passkeys/X"),
    ];
    for (method, path) in paths {
        for name in ["nobody", "-1", "%ff", "99999999999", "%00", "a%2fb"] {
            let path = format!("/api/{}", path.replace('X', name));
            let answer = ann.request(world.address, method, &path, "").await;
            is_refused(&answer, (404, "not_found"), &path);
        }
    }
    for path in ["/m/%ff", "/m/x?at=1&at=2", "/t/%ff/qr.svg"] {
        let answer = ann.request(world.address, "GET", path, "").await;
        assert!((400..500).contains(&answer.status), "{path}");
        has_own_words(&answer.body, path);
    }
}

#[tokio::test]
async fn the_line_that_cannot_have_happened_is_named_by_its_number() {
    let world = World::new().await;
    let (ann, _) = world.somebody().await;
    for preset in boneyard_rules::Preset::all() {
        let rules = preset.rules();
        let mut game = Match::new(&rules);
        let Need::Chance(chance) = game.needs() else {
            panic!("{game:?}")
        };
        let events = game.deal(&Order::sorted(chance.things)).unwrap();
        let text = Transcript { rules, events }.to_string() + "side 0 wins\n";
        let body = json!({"transcript": text}).to_string();
        let answer = send(&world, &ann, ("POST", "/api/replay"), JSON, &body).await;
        let said = is_refused(&answer, (422, "bad_transcript"), preset.name());
        let line = format!("line {}: ", text.lines().count());
        assert!(said.starts_with(&line), "{said} of {text}");
    }
}

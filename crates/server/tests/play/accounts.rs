//! Tests that only the owner can use an account, and not an attacker who has seen a cookie or who guesses
//! codes.

use boneyard_protocol::http::HttpError;
use boneyard_protocol::people::{
    AccountBody, DevicesBody, RecoveryCode, SignInAttempt, SignInState, SignedIn, TransferBody,
};
use boneyard_protocol::record::Record;
use boneyard_protocol::{ClientMessage, CloseCode, ErrorCode, ServerMessage};
use boneyard_rules::line::Preset;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::bots::make_bot;
use crate::person::{Answer, Person, request};
use crate::records::{get, play, short};
use crate::world::{World, public};

const NO_IDENTITY: Option<u16> = Some(CloseCode::NoIdentity.code());

fn read<T: DeserializeOwned>(answer: &Answer) -> T {
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body))
}

fn code(answer: &Answer) -> ErrorCode {
    read::<HttpError>(answer).code
}

/// The visitor with the cookie that a response sets; `None` if it sets no cookie.
fn cookie(answer: &Answer) -> Option<Person> {
    let mut lines = answer.headers.lines();
    let set = lines.find_map(|line| line.strip_prefix("set-cookie: "))?;
    let cookie = set.split(';').next()?.to_owned();
    Some(Person { cookie })
}

/// Sends one request of a visitor.
async fn ask(world: &World, who: &Person, line: &str, body: serde_json::Value) -> Answer {
    let (method, path) = line.split_once(' ').unwrap();
    let path = format!("/api/{path}");
    let body = body.to_string();
    who.request(world.address, method, &path, &body).await
}

/// Turns a guest into an account. Returns the device's new cookie, and the recovery code.
async fn keep(world: &World, guest: &Person, name: &str) -> (Person, SignedIn) {
    let answer = ask(world, guest, "POST account", json!({ "name": name })).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    (cookie(&answer).unwrap(), read(&answer))
}

async fn arrive(world: &World) -> Person {
    Person::arrive(world.address).await
}

/// The name of the visitor's account; `None` if the visitor is not known.
async fn name_of(world: &World, who: &Person) -> Option<String> {
    let answer = ask(world, who, "GET account", json!(null)).await;
    (answer.status == 200).then(|| read::<AccountBody>(&answer).name)
}

async fn offer(world: &World, owner: &Person) -> String {
    let answer = ask(world, owner, "POST account/transfer", json!({})).await;
    read::<TransferBody>(&answer).code.unwrap()
}

async fn give(world: &World, who: &Person, code: &str) -> Answer {
    ask(world, who, "POST sign-in/transfer", json!({ "code": code })).await
}

async fn approve(world: &World, owner: &Person) {
    let answer = ask(world, owner, "GET account/transfer", json!(null)).await;
    let device = read::<TransferBody>(&answer).device.unwrap();
    let answer = json!({ "device": device, "agree": true });
    let answer = ask(world, owner, "POST account/transfer/answer", answer).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

async fn finish(world: &World, who: &Person, attempt: &str) -> (SignInState, Option<Person>) {
    let line = format!("POST sign-in/attempts/{attempt}");
    let answer = ask(world, who, &line, json!({})).await;
    (read(&answer), cookie(&answer))
}

/// Signs in to an account on a second device.
async fn second_device(world: &World, owner: &Person) -> Person {
    let guest = arrive(world).await;
    let code = offer(world, owner).await;
    let given = give(world, &guest, &code.to_lowercase().replace('-', " ")).await;
    assert_eq!(given.status, 202, "{}", given.body);
    let attempt = read::<SignInAttempt>(&given).attempt;
    approve(world, owner).await;
    finish(world, &guest, &attempt).await.1.unwrap()
}

async fn recover(world: &World, who: &Person, name: &str, code: &str) -> Answer {
    let given = json!({ "name": name, "code": code });
    ask(world, who, "POST sign-in/recovery", given).await
}

#[tokio::test]
async fn a_copied_cookie_of_a_guest_is_worth_nothing_once_the_account_is_kept() {
    let world = World::new().await;
    let (guest, mut thief) = world.somebody().await;
    let (owner, signed_in) = keep(&world, &guest, "Ann").await;
    assert_eq!(signed_in.account.name, "Ann");
    // The server has closed the open socket, and the old cookie can't open another one.
    assert_eq!(thief.until_ended().await, Some(CloseCode::Restart.code()));
    let mut again = guest.dial(world.address, None).await.unwrap();
    assert_eq!(again.until_ended().await, NO_IDENTITY);
    assert_eq!(name_of(&world, &guest).await, None);
    let refused = ask(&world, &guest, "GET account/devices", json!(null)).await;
    assert_eq!(code(&refused), ErrorCode::NoIdentity);
    // With the old cookie, a visitor is treated as a newcomer. The owner is still the same player as the
    // guest.
    let header = format!("cookie: {}\r\n", guest.cookie);
    let stranger = request(world.address, "GET", "/api/me", &header, "");
    let stranger = cookie(&stranger.await.unwrap()).unwrap();
    assert_eq!(name_of(&world, &stranger).await, None);
    assert_eq!(name_of(&world, &owner).await.as_deref(), Some("Ann"));
    assert_eq!(owner.connect(world.address).await.name, "Ann");
    // A device's id can't be combined with the id of another player, because the signature covers both ids.
    let forged = guest.cookie.clone() + "." + &"0".repeat(32);
    let forged = Person { cookie: forged };
    assert_eq!(name_of(&world, &forged).await, None);
}

#[tokio::test]
async fn names_that_look_like_a_kept_one_are_taken() {
    let world = World::new().await;
    let (owner, _) = keep(&world, &arrive(&world).await, "Ann Bob").await;
    let (guest, mut client) = world.somebody().await;
    for name in ["ann bob", "ANN B0b", "ＡＮＮ Bob", "Ann ВОВ"] {
        let rename = ClientMessage::Rename {
            name: name.to_owned(),
        };
        assert_eq!(client.refused(&rename).await, ErrorCode::NameTaken);
        for line in ["POST account", "POST bots"] {
            let refused = ask(&world, &guest, line, json!({ "name": name })).await;
            assert_eq!(
                (refused.status, code(&refused)),
                (409, ErrorCode::NameTaken)
            );
        }
    }
    for name in ["Guest 1234", "Computer", "Ann (bot)"] {
        let refused = ask(&world, &guest, "POST account", json!({ "name": name })).await;
        assert_eq!(code(&refused), ErrorCode::BadName);
    }
    // The owner can't change the name again so soon, neither over HTTP nor over the WebSocket.
    let refused = ask(&world, &owner, "PUT account/name", json!({ "name": "Zoe" })).await;
    assert_eq!((refused.status, code(&refused)), (409, ErrorCode::NotNow));
    let mut client = owner.connect(world.address).await;
    let rename = ClientMessage::Rename {
        name: "Zoe".to_owned(),
    };
    assert_eq!(client.refused(&rename).await, ErrorCode::NotNow);
    let month_ms = 30 * 24 * 60 * 60_000_i64;
    let later = "UPDATE accounts SET named_ms = named_ms - ?1";
    world.database().execute(later, [month_ms]).unwrap();
    let renamed = ask(&world, &owner, "PUT account/name", json!({ "name": "Zoe" })).await;
    assert_eq!(read::<AccountBody>(&renamed).name, "Zoe");
    let refused = ask(&world, &guest, "POST account", json!({ "name": "Ann Bob" })).await;
    assert_eq!(code(&refused), ErrorCode::NameTaken, "for good");
}

#[tokio::test]
async fn a_device_that_is_signed_out_is_out_at_once() {
    let world = World::new().await;
    let (first, _) = keep(&world, &arrive(&world).await, "Ann").await;
    let second = second_device(&world, &first).await;
    assert_eq!(name_of(&world, &second).await.as_deref(), Some("Ann"));
    let listed = ask(&world, &first, "GET account/devices", json!(null)).await;
    let devices = read::<DevicesBody>(&listed).devices;
    assert_eq!(devices.len(), 2);
    let other = devices.iter().find(|device| !device.own).unwrap().id;
    let (mut own, mut stolen) = (
        first.connect(world.address).await,
        second.connect(world.address).await,
    );
    // Another account can't sign out this device.
    let line = format!("DELETE account/devices/{other}");
    let (stranger, _) = keep(&world, &arrive(&world).await, "Eve").await;
    let refused = ask(&world, &stranger, &line, json!(null)).await;
    assert_eq!(code(&refused), ErrorCode::NotFound);
    let guest = arrive(&world).await;
    let refused = ask(&world, &guest, &line, json!(null)).await;
    assert_eq!(code(&refused), ErrorCode::OnlyKept);

    let done = ask(&world, &first, &line, json!(null)).await;
    assert_eq!(done.status, 204);
    assert_eq!(stolen.until_ended().await, NO_IDENTITY);
    assert_eq!(name_of(&world, &second).await, None);
    let third = second_device(&world, &first).await;
    let mut third_client = third.connect(world.address).await;
    ask(&world, &first, "POST account/sign-out-others", json!({})).await;
    assert_eq!(third_client.until_ended().await, NO_IDENTITY);
    assert_eq!(name_of(&world, &first).await.as_deref(), Some("Ann"));
    ask(&world, &first, "POST account/sign-out", json!({})).await;
    assert_eq!(own.until_ended().await, NO_IDENTITY);
    assert_eq!(name_of(&world, &first).await, None);
}

#[tokio::test]
async fn what_happens_to_an_account_is_told_after_hello_alone() {
    let world = World::new().await;
    let (owner, _) = keep(&world, &arrive(&world).await, "Ann").await;
    let mut silent = owner.dial(world.address, None).await.unwrap();
    let mut client = owner.connect(world.address).await;
    let code_shown = offer(&world, &owner).await;
    give(&world, &arrive(&world).await, &code_shown).await;
    while client.receive().await != (ServerMessage::AccountChanged {}) {}
    let hello = ClientMessage::Hello {
        protocol: boneyard_protocol::PROTOCOL,
    };
    silent.say(&hello).await.unwrap();
    assert!(matches!(
        silent.receive().await,
        ServerMessage::Welcome { .. }
    ));
}

#[tokio::test]
async fn an_attempt_is_that_of_the_browser_that_made_it() {
    let world = World::new().await;
    let (owner, _) = keep(&world, &arrive(&world).await, "Ann").await;
    let mut client = owner.connect(world.address).await;
    let (asker, attacker) = (arrive(&world).await, arrive(&world).await);
    let code_shown = offer(&world, &owner).await;
    let given = give(&world, &asker, &code_shown).await;
    let attempt = read::<SignInAttempt>(&given).attempt;
    while client.receive().await != (ServerMessage::AccountChanged {}) {}
    // The transfer code can't be used again.
    let replayed = give(&world, &attacker, &code_shown).await;
    assert_eq!(code(&replayed), ErrorCode::BadCode);
    let waiting = finish(&world, &asker, &attempt).await;
    assert!(matches!(waiting, (SignInState::Waiting {}, None)));
    approve(&world, &owner).await;
    let other = finish(&world, &attacker, &attempt).await;
    assert!(matches!(other, (SignInState::Declined {}, None)));
    let (state, device) = finish(&world, &asker, &attempt).await;
    assert!(matches!(state, SignInState::SignedIn { account } if account.name == "Ann"));
    assert_eq!(
        name_of(&world, &device.unwrap()).await.as_deref(),
        Some("Ann")
    );
    // The attempt can't be used again after it has signed a device in.
    let again = finish(&world, &asker, &attempt).await;
    assert!(matches!(again, (SignInState::Declined {}, None)));
}

#[tokio::test]
async fn wrong_codes_are_bounded_and_tell_nothing_of_names() {
    let world = World::new().await;
    let (owner, signed_in) = keep(&world, &arrive(&world).await, "Ann").await;
    let right = signed_in.recovery_code.unwrap();
    let code_shown = offer(&world, &owner).await;
    let attacker = arrive(&world).await;
    let wrong = "0000-0000-0000-0000-0000";
    let known = recover(&world, &attacker, "Ann", wrong).await;
    let unknown = recover(&world, &attacker, "Nobody", wrong).await;
    assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
    assert_eq!(code(&known), ErrorCode::BadCode);
    let other = arrive(&world).await;
    for (attacker, recoveries) in [(&attacker, 3), (&other, 5)] {
        for _ in 0..recoveries {
            let refused = recover(&world, attacker, "Ann", wrong).await;
            assert_eq!(code(&refused), ErrorCode::BadCode);
        }
        for _ in 0..5 {
            let refused = give(&world, attacker, "ABCD-EFGH").await;
            assert_eq!(code(&refused), ErrorCode::BadCode);
        }
    }
    // After too many wrong codes, the right code is refused too, also with another cookie from the same
    // address.
    for attacker in [attacker, other, arrive(&world).await] {
        let refused = give(&world, &attacker, &code_shown).await;
        assert_eq!((refused.status, code(&refused)), (429, ErrorCode::Rate));
        let refused = recover(&world, &attacker, "Ann", &right).await;
        assert_eq!(code(&refused), ErrorCode::Rate);
    }
    assert_eq!(name_of(&world, &owner).await.as_deref(), Some("Ann"));
}

#[tokio::test]
async fn a_recovery_code_lets_in_once() {
    let world = World::new().await;
    let (owner, signed_in) = keep(&world, &arrive(&world).await, "Ann").await;
    let first = signed_in.recovery_code.unwrap();
    let guest = arrive(&world).await;
    let back = recover(&world, &guest, "ann", &first.to_lowercase()).await;
    assert_eq!(back.status, 200, "{}", back.body);
    let device = cookie(&back).unwrap();
    assert_eq!(name_of(&world, &device).await.as_deref(), Some("Ann"));
    let second = read::<SignedIn>(&back).recovery_code.unwrap();
    let replayed = recover(&world, &guest, "Ann", &first).await;
    assert_eq!(code(&replayed), ErrorCode::BadCode);
    let made = ask(&world, &owner, "POST account/recovery", json!({})).await;
    let third = read::<RecoveryCode>(&made).recovery_code;
    let renewed = recover(&world, &guest, "Ann", &second).await;
    assert_eq!(code(&renewed), ErrorCode::BadCode);
    assert_eq!(recover(&world, &guest, "Ann", &third).await.status, 200);
}

#[tokio::test]
async fn another_sites_page_does_nothing_to_an_account() {
    let world = World::new().await;
    let (owner, _) = keep(&world, &arrive(&world).await, "Ann").await;
    let guest = arrive(&world).await;
    for (who, line) in [
        (&guest, "POST account"),
        (&owner, "DELETE account"),
        (&owner, "PUT account/name"),
        (&owner, "PUT account/preferences"),
        (&owner, "POST account/recovery"),
        (&owner, "DELETE account/devices/0"),
        (&owner, "POST account/sign-out"),
        (&owner, "POST account/sign-out-others"),
        (&owner, "POST account/transfer"),
        (&owner, "DELETE account/transfer"),
        (&owner, "POST account/transfer/answer"),
        (&guest, "POST sign-in/transfer"),
        (&guest, "POST sign-in/attempts/0"),
        (&guest, "POST sign-in/recovery"),
    ] {
        let (method, path) = line.split_once(' ').unwrap();
        let headers = format!("cookie: {}\r\norigin: https://evil.example\r\n", who.cookie);
        let path = format!("/api/{path}");
        let body = r#"{"name":"Ann","code":"0"}"#;
        let answer = request(world.address, method, &path, &headers, body).await;
        assert_eq!(code(&answer.unwrap()), ErrorCode::ForeignOrigin, "{line}");
    }
    assert_eq!(name_of(&world, &owner).await.as_deref(), Some("Ann"));
}

#[tokio::test]
async fn a_closed_account_is_gone_and_its_name_is_not_given_again() {
    let world = World::new().await;
    let mut table = world.table(&public(short(Preset::BLOCK.rules(), 20))).await;
    let (owner, _) = keep(&world, &table.people[0], "Ann").await;
    assert_eq!(
        table.players[0].until_ended().await,
        Some(CloseCode::Restart.code())
    );
    table.players[0] = owner.connect(world.address).await;
    table.players[0].open(table.id, None).await;
    let record = play(&mut table, 7).await;
    let path = format!("/api/m/{record}");
    let is_named = get(&world, &path).await.text().contains("\"Ann\"");
    assert!(
        is_named,
        "the match is Ann's, who was a guest when she sat down"
    );
    let (_, bot) = make_bot(&world, &owner, "Deep Bone").await;
    let mut bot = bot.connect(world.address).await;
    let exported = ask(&world, &owner, "GET account/export", json!(null)).await;
    let all: serde_json::Value = export(&exported);
    assert_eq!(all["account"]["name"], "Ann");
    let records: Vec<Record> = serde_json::from_value(all["records"].clone()).unwrap();
    assert_eq!(records.len(), 1);

    let mut client = owner.connect(world.address).await;
    let refused = ask(&world, &owner, "DELETE account", json!({ "name": "Bob" })).await;
    assert_eq!(code(&refused), ErrorCode::BadName);
    let closed = ask(&world, &owner, "DELETE account", json!({ "name": "Ann" })).await;
    assert_eq!(closed.status, 204, "{}", closed.body);
    assert_eq!(client.until_ended().await, NO_IDENTITY);
    assert_eq!(bot.until_ended().await, NO_IDENTITY);
    for who in [&owner, &table.people[0]] {
        assert_eq!(name_of(&world, who).await, None);
        let mut client = who.dial(world.address, None).await.unwrap();
        assert_eq!(client.until_ended().await, NO_IDENTITY);
    }
    let page = get(&world, &path).await;
    assert!(!page.text().contains("\"Ann\""), "{}", page.text());
    let guest = arrive(&world).await;
    let refused = ask(&world, &guest, "POST account", json!({ "name": "ann" })).await;
    assert_eq!(code(&refused), ErrorCode::NameTaken);
}

/// The JSON in a response with chunked encoding.
fn export(answer: &Answer) -> serde_json::Value {
    let is_attachment = answer.headers.contains("boneyard-account.json");
    assert!(is_attachment, "{}", answer.headers);
    let mut json = String::new();
    let mut rest = answer.body.as_str();
    while let Some((length, chunk)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            break;
        }
        json.push_str(&chunk[..length]);
        rest = &chunk[length + 2..];
    }
    serde_json::from_str(&json).unwrap()
}

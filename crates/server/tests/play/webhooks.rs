//! Tests of webhooks: the host of a table over days has a chat told, and nobody else learns where.

use boneyard_base::limits;
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::push::TableWebhook;
use boneyard_protocol::{ClockRule, ErrorCode, Request};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use serde_json::{Value, json};

use crate::person::{Answer, Person};
use crate::push::{Pushing, play_until_turn};
use crate::ratings::sit_down_at;
use crate::safety::Kept;
use crate::world::{Table, World, public};

const SECRET: &str = "https://push.example/hooks/secret";

async fn ask(world: &World, who: &Person, method: &str, table: &Table) -> Answer {
    let body = json!({ "form": "json", "url": SECRET, "language": "en" }).to_string();
    let path = format!("/api/tables/{}/webhook", table.id);
    who.request(world.address, method, &path, &body).await
}

async fn over_days(world: &World, people: [&Kept; 2]) -> Table {
    let wanted = CreateTable {
        clock: ClockRule::Days {
            days: 2,
            holiday: 0,
        },
        ..public(*Preset::DRAW.rules())
    };
    let people = people.map(|one| one.person.clone()).to_vec();
    sit_down_at(world.address, &wanted, people).await
}

async fn next(pushing: &mut Pushing) -> Value {
    let request = pushing.service.next().await;
    assert_eq!(request.path, "/hooks/secret");
    serde_json::from_slice(&request.body).unwrap()
}

#[tokio::test]
async fn a_chat_is_told_of_a_turn_and_of_the_end_of_a_match() {
    let mut pushing = Pushing::start().await;
    let world = &pushing.world;
    let host = Kept::at(world, "Olga").await;
    let guest = Kept::at(world, "Piet").await;
    let mut table = over_days(world, [&host, &guest]).await;
    let set = ask(world, &host.person, "PUT", &table).await;
    assert_eq!(set.status, 200, "{}", set.body);
    assert!(!set.body.contains("secret"), "{}", set.body);
    let site = format!("http://{}", world.address);
    table.start().await;
    play_until_turn(&mut table, Seat::new(1).unwrap()).await;
    drop(table.players.pop());
    let stored = pushing.world.database();
    let waiting = || {
        let sql = "SELECT count(*) FROM notices WHERE due_ms IS NOT NULL";
        let count = stored.query_row(sql, [], |row| row.get::<_, i64>(0));
        count.unwrap()
    };
    while waiting() != 1 {
        tokio::task::yield_now().await;
    }
    pushing.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    let told = next(&mut pushing).await;
    assert_eq!(told["event"], "turn");
    assert_eq!(told["player"], "Piet");
    assert_eq!(told["table"], table.id.to_string());
    // A program set it, whose requests have no origin.
    assert_eq!(told["url"], format!("{site}/t/{}", table.id));

    let mut back = guest.person.connect(pushing.world.address).await;
    back.open(table.id, None).await;
    back.send(&Request::Resign.at(table.id)).await;
    let told = next(&mut pushing).await;
    assert_eq!(told["event"], "over");
    let names = |side: usize| told["scores"][side]["names"].clone();
    assert_eq!([names(0), names(1)], [json!(["Olga"]), json!(["Piet"])]);
    assert!(pushing.service.is_empty());
}

#[tokio::test]
async fn the_host_alone_sets_a_webhook_and_learns_where_it_leads() {
    let pushing = Pushing::start().await;
    let world = &pushing.world;
    let host = Kept::at(world, "Olga").await;
    let guest = Kept::at(world, "Piet").await;
    let mut table = over_days(world, [&host, &guest]).await;
    let refused = |answer: &Answer, code: ErrorCode| {
        let known = serde_json::from_str::<Value>(&answer.body).unwrap()["code"].clone();
        assert_eq!(known, json!(code), "{}", answer.body);
    };
    assert_eq!(ask(world, &host.person, "PUT", &table).await.status, 200);
    for method in ["GET", "PUT", "DELETE"] {
        let answer = ask(world, &guest.person, method, &table).await;
        refused(&answer, ErrorCode::NotHost);
    }
    // Who keeps no account sets none, though the table is the visitor's own; and a table of minutes has none.
    let visitor = Person::arrive(world.address).await;
    let quick = public(*Preset::DRAW.rules());
    let days = CreateTable {
        clock: ClockRule::Days {
            days: 1,
            holiday: 0,
        },
        ..quick.clone()
    };
    let own = sit_down_at(world.address, &days, vec![visitor.clone()]).await;
    refused(
        &ask(world, &visitor, "PUT", &own).await,
        ErrorCode::OnlyKept,
    );
    let none: TableWebhook =
        serde_json::from_str(&ask(world, &visitor, "GET", &own).await.body).unwrap();
    assert_eq!(none.webhook, None);
    let people = vec![host.person.clone()];
    let fast = sit_down_at(world.address, &quick, people).await;
    refused(
        &ask(world, &host.person, "PUT", &fast).await,
        ErrorCode::NotHost,
    );

    // Nobody else reads it, neither at the table nor anywhere else.
    table.sync().await;
    let seen = serde_json::to_string(table.players[1].table(table.id)).unwrap();
    assert!(!seen.contains("push.example"));
    let export = async |who: &Kept| {
        let path = "/api/account/export";
        who.person
            .request(world.address, "GET", path, "")
            .await
            .body
    };
    assert!(export(&host).await.contains(SECRET));
    assert!(!export(&guest).await.contains("push.example"));

    let closed = json!({ "name": "Olga" }).to_string();
    let path = "/api/account";
    let closed = host
        .person
        .request(world.address, "DELETE", path, &closed)
        .await;
    assert_eq!(closed.status, 204, "{}", closed.body);
    let rows = world.database();
    let sql = "SELECT count(*) FROM webhooks";
    let left: i64 = rows.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0, "it goes with the account");
}

#[tokio::test]
async fn a_webhook_ends_with_the_place_of_the_host_who_has_set_it() {
    let mut pushing = Pushing::start().await;
    let world = &pushing.world;
    let host = Kept::at(world, "Olga").await;
    let guest = Kept::at(world, "Piet").await;
    let mut table = over_days(world, [&host, &guest]).await;
    let answer = ask(world, &host.person, "PUT", &table).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let id = table.id;
    table.players[0].send(&Request::Leave.at(id)).await;
    table.players[0].until(|host| host.seat(id).is_none()).await;
    let next = Kept::at(world, "Quinn").await;
    let mut player = next.person.connect(world.address).await;
    player.open(id, Some(table.invite)).await;
    let seat = Seat::new(0);
    player.send(&Request::Sit { seat }.at(id)).await;
    player.until(|player| player.seat(id) == seat).await;
    table.people[0] = next.person;
    table.players[0] = player;
    table.start().await;
    play_until_turn(&mut table, Seat::new(1).unwrap()).await;
    drop(table.players.pop());
    let stored = pushing.world.database();
    let count = |sql| {
        stored
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    while count("SELECT COUNT(*) FROM notices WHERE due_ms IS NOT NULL") != 1 {
        tokio::task::yield_now().await;
    }
    pushing.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    while count("SELECT COUNT(*) FROM webhooks") != 0 {
        tokio::task::yield_now().await;
    }
    assert!(
        pushing.service.is_empty(),
        "the chat of the former host is told nothing"
    );
}

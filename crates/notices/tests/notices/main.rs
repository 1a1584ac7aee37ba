//! What is to be told reaches the browser once, whatever the push service and the server do meanwhile.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod attacks;
mod webhooks;
mod world;

use std::collections::HashMap;

use boneyard_base::{Clock, PlayerId, TableId, Timestamp, limits};
use boneyard_notices::TableAnswer;
use boneyard_protocol::Invite;
use boneyard_protocol::push::{PushWishes, QuietHours};
use boneyard_store::{Sharing, Store};
use boneyard_testing::{Postgres, PushAnswer, PushBrowser, PushService};

use world::{HOST, NOW, Tables, World, about, outside_to, sender, start, wanted};

#[tokio::test]
async fn each_kind_is_told_once_and_can_be_read_by_the_browser_alone() {
    let mut world = World::new().await;
    let table = TableId::random();
    assert!(world.notices.turn(world.player, table, 3));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    let request = world.service.next().await;
    assert_eq!(request.path, "/of/ana");
    assert_eq!(request.header("urgency"), "high");
    assert_eq!(request.header("ttl"), "86390");
    let notice = world.browser.read(&request);
    let expected = serde_json::json!({
        "title": "Your turn.",
        "body": "Draw · Ana",
        "table": table,
        "path": format!("/t/{table}"),
        "language": "en",
    });
    assert_eq!(notice, expected);
    let claims = request.claims(world.notices.public_key());
    assert_eq!(claims["aud"], "https://push.example");
    assert_eq!(claims["sub"], "https://dominoes.example");
    let expires = claims["exp"].as_i64().unwrap() - world.clock.now().0 / 1_000;
    assert!(expires > 0 && expires <= 24 * 60 * 60);
    let plain = String::from_utf8_lossy(&request.body).into_owned() + &request.head;
    assert!(!plain.contains("Ana") && !plain.contains(&table.to_string()));

    // The same turn isn't told again, an earlier one neither; the next one is.
    assert!(world.notices.turn(world.player, table, 3));
    assert!(world.notices.turn(world.player, table, 2));
    world.nothing_more().await;
    let topic = request.header("topic").to_owned();
    assert!(world.notices.turn(world.player, table, 5));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    let next = world.service.next().await;
    assert_eq!(
        next.header("topic"),
        topic,
        "it replaces the notice of the table"
    );
    assert!(topic.len() <= 32);
    assert_eq!(next.body.len(), request.body.len());

    world.notices.invited(world.player, table, "Bo & Co");
    let request = world.service.next().await;
    let notice = world.browser.read(&request);
    assert_eq!(notice["title"], "Bo & Co invites you: Draw");
    assert_eq!(
        notice["path"],
        format!("/t/{table}?invite={}", Invite::from_bits(7))
    );
    assert_eq!(request.body.len(), next.body.len());

    let table = TableId::random();
    assert!(world.notices.found(world.player, table));
    world.pass_ms(limits::PUSH_FOUND_AFTER_MS);
    let notice = world.browser.read(&world.service.next().await);
    assert_eq!(notice["title"], "Match found");
    assert!(world.notices.found(world.player, table));
    world.nothing_more().await;
}

#[tokio::test]
async fn a_push_that_panics_is_tried_again_and_holds_up_no_other() {
    let mut world = World::new().await;
    world.tables.panic_at(world.player, true);
    let count = limits::PUSH_AT_ONCE_PER_PLAYER;
    for _ in 0..count {
        assert!(world.notices.turn(world.player, TableId::random(), 1));
    }
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    world.failed(count as u64).await;
    // Another player is told, by the same service.
    world.nothing_more().await;
    world.tables.panic_at(world.player, false);
    world.pass_ms(limits::PUSH_RETRY_MS);
    for _ in 0..count {
        world.service.next().await;
    }
    world.nothing_more().await;
}

#[tokio::test]
async fn nothing_is_told_that_is_over_or_not_wanted() {
    let mut world = World::new().await;
    for standing in [TableAnswer::Here, TableAnswer::Over] {
        world.tables.stand(world.player, standing);
        assert!(world.notices.turn(world.player, TableId::random(), 1));
        world.nothing_more().await;
    }
    // The server tells a player who came to the table and left it again.
    let table = TableId::random();
    world.tables.stand(world.player, TableAnswer::Here);
    assert!(world.notices.turn(world.player, table, 1));
    world.nothing_more().await;
    world
        .tables
        .stand(world.player, TableAnswer::Awaited(about()));
    assert!(world.notices.turn(world.player, table, 1));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    world.service.next().await;

    let wishes = PushWishes {
        turn: false,
        ..PushWishes::default()
    };
    world.subscribe(Some(wishes)).await;
    assert!(world.notices.turn(world.player, TableId::random(), 1));
    world.nothing_more().await;
    assert_eq!(world.browsers().await, 1);
    // The browser that comes again says nothing about its wishes, and keeps them.
    world.subscribe(None).await;
    let known = world.notices.browsers(world.player).await.unwrap();
    assert_eq!(known.browsers[0].wishes, wishes);
    world
        .notices
        .remove(world.player, known.browsers[0].id)
        .await
        .unwrap();
    world.notices.invited(world.player, TableId::random(), "Bo");
    world.nothing_more().await;
}

#[tokio::test]
async fn quiet_hours_put_a_turn_off_and_drop_what_is_over_by_then() {
    let mut world = World::new().await;
    let quiet = QuietHours {
        from: 12 * 60,
        until: 14 * 60,
    };
    let wishes = PushWishes {
        quiet,
        ..PushWishes::default()
    };
    world.subscribe(Some(wishes)).await;
    assert!(world.notices.turn(world.player, TableId::random(), 1));
    world.notices.invited(world.player, TableId::random(), "Bo");
    world.nothing_more().await;
    world.pass_ms(2 * 60 * 60 * 1_000);
    let notice = world.browser.read(&world.service.next().await);
    assert_eq!(notice["title"], "Your turn.");
    world.nothing_more().await;
}

#[tokio::test]
async fn what_waits_survives_a_restart_and_what_was_sent_is_not_sent_again() {
    let mut world = World::new().await;
    let (told, waits) = (TableId::random(), TableId::random());
    assert!(world.notices.turn(world.player, told, 1));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    world.service.next().await;
    assert!(world.notices.turn(world.player, waits, 1));
    while !world
        .store
        .notices()
        .is_due(Timestamp(i64::MAX))
        .await
        .unwrap()
    {
        tokio::task::yield_now().await;
    }
    let key = world.notices.public_key().to_owned();
    world = world.restarted().await;
    assert_eq!(world.notices.public_key(), key);
    assert!(world.notices.turn(world.player, told, 1));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    let request = world.service.next().await;
    request.claims(&key);
    assert_eq!(world.browser.read(&request)["table"], waits.to_string());
    world.nothing_more().await;
}

#[tokio::test]
async fn a_service_that_is_down_for_an_hour_gets_it_afterwards_once() {
    let mut world = World::new().await;
    world.service.answers_status(503);
    assert!(world.notices.turn(world.player, TableId::random(), 1));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    let (begin, mut tries) = (world.clock.now(), 0);
    while world.clock.now().ms_since(begin) < 60 * 60 * 1_000 {
        world.service.next().await;
        tries += 1;
        world.failed(tries).await;
        world.pass_ms(limits::PUSH_RETRY_MS_MAX);
    }
    world.service.answers_status(201);
    world.service.next().await;
    assert!(tries <= 10, "{tries}");
    world.nothing_more().await;
    assert_eq!(world.browsers().await, 1);
}

#[tokio::test]
async fn a_service_that_asks_to_be_left_alone_is() {
    let mut world = World::new().await;
    let wait = "retry-after: 3600\r\n".to_owned();
    world.service.answers(PushAnswer::Status(429, wait));
    assert!(world.notices.turn(world.player, TableId::random(), 1));
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    world.service.next().await;
    world.failed(1).await;
    world.service.answers_status(201);
    world.pass_ms(3_500_000);
    // The service takes what is for others.
    world.nothing_more().await;
    world.pass_ms(100_000);
    assert_eq!(world.service.next().await.path, "/of/ana");
    world.nothing_more().await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_a_refused_push_is_not_sent_again() {
    for status in [404, 410] {
        let mut world = World::new().await;
        world.service.answers_status(status);
        assert!(world.notices.turn(world.player, TableId::random(), 1));
        world.pass_ms(limits::PUSH_TURN_AFTER_MS);
        world.service.next().await;
        world.failed(1).await;
        while world.browsers().await > 0 {
            tokio::task::yield_now().await;
        }
        assert!(world.notices.turn(world.player, TableId::random(), 1));
        world.nothing_more().await;
    }
    let mut world = World::new().await;
    for refusals in 1..=limits::PUSH_FAILURES_MAX {
        assert_eq!(world.browsers().await, 1);
        world.service.answers_status(413);
        assert!(world.notices.turn(world.player, TableId::random(), 1));
        world.pass_ms(limits::PUSH_TURN_AFTER_MS);
        world.service.next().await;
        world.failed(refusals.unsigned_abs()).await;
        world.nothing_more().await;
    }
    assert_eq!(
        world.browsers().await,
        0,
        "a browser that takes nothing is forgotten"
    );
}

#[tokio::test]
async fn two_nodes_send_once() {
    let postgres = Postgres::start();
    let address = postgres.create_database("push");
    let mut service = PushService::start(HOST).await;
    let outside = outside_to(&service);
    let (clock, time) = Clock::manual(NOW);
    let tables = Tables::default();
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let store = Store::open_with(&address, Sharing::Nodes).await.unwrap();
        nodes.push(start(&store, &clock, &outside, &tables).await);
    }
    assert_eq!(nodes[0].public_key(), nodes[1].public_key());
    let mut browsers = HashMap::new();
    // No more than are sent to one service at once: the test's clock doesn't run.
    let count = limits::PUSH_AT_ONCE_PER_SERVICE;
    for number in 0..count {
        let path = format!("/of/{number}");
        let browser = PushBrowser::at(&format!("https://push.example{path}"));
        let (player, table) = (PlayerId::random(), TableId::random());
        let wanted = wanted(&browser, None);
        nodes[0].put_browser(sender(player), &wanted).await.unwrap();
        // Both nodes say it, as both have the table in memory.
        for node in &nodes {
            assert!(node.turn(player, table, 1));
        }
        browsers.insert(path, browser);
    }
    time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    while let Some(path) = browsers.keys().next().cloned() {
        let request = service.next().await;
        let browser = browsers.remove(&request.path);
        browser
            .unwrap_or_else(|| panic!("{} twice, not {path}", request.path))
            .read(&request);
    }
    let sent = || {
        nodes
            .iter()
            .map(|node| node.meters().sent.get())
            .sum::<u64>()
    };
    while sent() < count as u64 {
        tokio::task::yield_now().await;
    }
    assert!(service.is_empty());
}

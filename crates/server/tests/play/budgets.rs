//! Tests of the budgets, which limit how much the server writes to the database for one visitor and for one
//! address.

use std::time::{Duration, Instant};

use boneyard_protocol::{ClientMessage, ErrorCode, Request, ServerMessage};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;

use crate::world::{World, public};

#[tokio::test]
async fn no_visitor_has_more_written_than_their_budget() {
    let world = World::with_the_usual_budgets().await;
    let (_, mut restless) = world.somebody().await;
    let mut names = 0;
    let refusal = loop {
        let name = format!("Name {names}");
        let rename = ClientMessage::Rename { name: name.clone() };
        restless.send(&rename).await;
        let refused = loop {
            match restless.receive().await {
                ServerMessage::Error { code, text, .. } => {
                    break Some((code, text));
                }
                ServerMessage::You { name: now } if now == name => break None,
                _ => {}
            }
        };
        match refused {
            Some(refusal) => break refusal,
            None => names += 1,
        }
    };
    assert_eq!(names, 14);
    assert_eq!(refusal.0, ErrorCode::Rate);
    assert!(refusal.1.ends_with("wait a moment."), "{}", refusal.1);

    // The address has a budget of its own, so other visitors at this address can still write.
    let (owner, mut other) = world.somebody().await;
    let rename = ClientMessage::Rename {
        name: "Grace".to_owned(),
    };
    other.send(&rename).await;
    other.until(|other| other.name == "Grace").await;

    // Creating or deleting a bot is also subtracted from the budget.
    let mut answers = Vec::new();
    for _ in 0..200 {
        let body = r#"{"name":"Bot"}"#;
        let made = owner.request(world.address, "POST", "/api/bots", body);
        let made = made.await;
        if made.status != 201 {
            answers.push(made.status);
            break;
        }
        let bot: serde_json::Value = serde_json::from_str(&made.body).unwrap();
        let path = format!("/api/bots/{}", bot["bot"]["id"].as_str().unwrap());
        owner.request(world.address, "DELETE", &path, "").await;
    }
    assert_eq!(answers, [429]);
}

#[tokio::test]
async fn a_client_refused_again_and_again_is_read_more_slowly() {
    /// The number of refusals that the test waits for. The server sends all of them but the last without a
    /// delay.
    const REFUSALS: usize = 12;
    /// How long the server waits after the eleventh refusal before it reads again.
    const REST: Duration = Duration::from_secs(1);
    let world = World::with_the_usual_budgets().await;
    let (_, mut restless) = world.somebody().await;
    for number in 0..14 + REFUSALS {
        let name = format!("Name {number}");
        restless.send(&ClientMessage::Rename { name }).await;
    }
    let mut refused = 0;
    let mut eleventh = None;
    while refused < REFUSALS {
        if let ServerMessage::Error { code, .. } = restless.receive().await {
            assert_eq!(code, ErrorCode::Rate);
            refused += 1;
        }
        if refused == REFUSALS - 1 {
            eleventh.get_or_insert_with(Instant::now);
        }
    }
    let rested = eleventh.unwrap().elapsed();
    // The measured time is shorter than the delay, because the eleventh refusal took some time to arrive.
    assert!(rested >= REST / 2, "{rested:?}");
    // The delay also applies to another socket from the same address.
    let (_, mut another) = world.somebody().await;
    for number in 0..16 {
        let name = format!("Another {number}");
        another.send(&ClientMessage::Rename { name }).await;
    }
    let mut first = None;
    loop {
        let ServerMessage::Error { .. } = another.receive().await else {
            continue;
        };
        if let Some(first) = first.replace(Instant::now()) {
            assert!(first.elapsed() >= REST / 2, "{:?}", first.elapsed());
            break;
        }
    }
}

#[tokio::test]
async fn ready_on_and_off_fills_no_log() {
    let world = World::with_the_usual_budgets().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    let id = table.id;
    let host = &mut table.players[0];
    host.open(id, None).await;
    let before = host.v(id);
    for number in 0..200 {
        let request = Request::Ready {
            ready: number % 2 == 0,
        };
        host.send(&ClientMessage::Table { table: id, request })
            .await;
    }
    host.open(id, None).await;
    let written = host.v(id) - before;
    assert_eq!(written, 6, "three times ready, three times not");
    assert!(
        !host.table(id).room.seats[Seat::new(0).unwrap()]
            .as_ref()
            .unwrap()
            .ready
    );
}

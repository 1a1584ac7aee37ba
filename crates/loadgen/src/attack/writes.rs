//! Attacks with data that the server must store.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::http::{BotCreated, CreateBot};
use boneyard_protocol::{Access, ClientMessage, Request};
use boneyard_rules::Preset;
use reqwest::header::COOKIE;
use tokio::task::JoinSet;

use super::attacker::{Attacker, Target, send_at_rate};
use super::counts::{Counts, refusal};
use crate::client::table;
use crate::error::LoadError;

/// The time between two messages of a socket: the shortest that the server allows.
const INTERVAL: Duration = Duration::from_millis(50);

/// Sockets that rename their visitors, from a single address.
const RENAMING: usize = 500;

/// Sockets that rename their visitors, from each of several addresses.
const RENAMING_EACH: usize = 250;

/// Sockets that rename their visitors in a quick run.
const RENAMING_QUICK: usize = 40;

/// Players who change between ready and not ready.
const PLAYERS: usize = 200;

/// Players in a quick run.
const PLAYERS_QUICK: usize = 20;

/// Visitors who create bots.
const BOT_OWNERS: usize = 16;

/// Changes names on many sockets from some addresses.
pub(super) async fn renames(target: &Target, addresses: u8) {
    let whole = if addresses == 1 {
        RENAMING
    } else {
        RENAMING_EACH
    };
    let mut running = JoinSet::new();
    for number in 0..addresses {
        let target = target.clone();
        running.spawn(async move {
            let counts = Arc::clone(&target.counts);
            let attack = move |attacker, _| rename(attacker, Arc::clone(&counts));
            let count = target.count(whole, RENAMING_QUICK);
            target.run(count, target.address(number), attack).await;
        });
    }
    running.join_all().await;
}

async fn rename(attacker: Attacker, counts: Arc<Counts>) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    let message = |number| {
        let name = format!("Attacker {number}");
        ClientMessage::Rename { name }.encode()
    };
    Err(send_at_rate(&mut connection, &counts, INTERVAL, false, message).await)
}

/// Changes between ready and not ready at many tables.
pub(super) async fn ready(target: &Target) {
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, _| be_ready_and_not(attacker, Arc::clone(&counts));
    let count = target.count(PLAYERS, PLAYERS_QUICK);
    target.run(count, target.address(0), attack).await;
}

async fn be_ready_and_not(attacker: Attacker, counts: Arc<Counts>) -> Result<(), LoadError> {
    let created = attacker
        .create(&table(*Preset::DRAW.rules(), Access::Link))
        .await?;
    let mut connection = attacker.connect().await?;
    let open = ClientMessage::Open {
        table: created.table,
        invite: Some(created.invite),
        since: None,
    };
    connection.send(&open).await?;
    let message = |number: u32| {
        let ready = number.is_multiple_of(2);
        Request::Ready { ready }.at(created.table).encode()
    };
    Err(send_at_rate(&mut connection, &counts, INTERVAL, false, message).await)
}

/// Creates and deletes bots.
pub(super) async fn bots(target: &Target) {
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, _| make_bots(attacker, Arc::clone(&counts));
    target.run(BOT_OWNERS, target.address(0), attack).await;
}

async fn make_bots(attacker: Attacker, counts: Arc<Counts>) -> Result<(), LoadError> {
    let name = "Deep Bone".to_owned();
    let body = CreateBot { name };
    loop {
        counts.tries();
        let request = attacker.http.post(attacker.url("/api/bots"));
        let request = request.header(COOKIE, attacker.identity.cookie());
        let answer = request.json(&body).send().await?;
        let status = answer.status();
        if !status.is_success() {
            counts.refuse(&refusal(status.as_u16(), &answer.text().await?));
            tokio::time::sleep(INTERVAL).await;
            continue;
        }
        let created: BotCreated = answer.json().await?;
        let path = format!("/api/bots/{}", created.bot.id);
        let request = attacker.http.delete(attacker.url(&path));
        let request = request.header(COOKIE, attacker.identity.cookie());
        counts.tries();
        counts.answers(request.send().await?).await;
    }
}

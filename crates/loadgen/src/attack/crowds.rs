//! Attacks by crowds at one table.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Phrase, Reaction, Request, TableId, Words};

use super::attacker::{Attacker, Target, send_at_rate};
use super::counts::Counts;
use super::honest::{COMPUTERS_SEAT, Fixture};
use crate::error::LoadError;

/// Watchers who react and chat.
const WATCHERS: usize = 300;

/// Watchers in a quick run.
const WATCHERS_QUICK: usize = 40;

/// Strangers who ask for seats.
const STRANGERS: usize = 60;

/// Strangers in a quick run.
const STRANGERS_QUICK: usize = 20;

/// The time between two messages of an attacker: slower than the server's limit for a socket, and
/// faster than its limit for chat.
const INTERVAL: Duration = Duration::from_millis(200);

/// Watches a table at which people play, and reacts and chats there.
pub(super) async fn watchers(target: &Target) {
    let count = target.count(WATCHERS, WATCHERS_QUICK);
    crowd(target, target.table, count, |number| {
        if number.is_multiple_of(2) {
            let reaction = Reaction::Clap;
            Request::React { reaction }
        } else {
            let words = Words::Phrase(Phrase::NiceMove);
            Request::Say { words }
        }
    })
    .await;
}

/// Asks for the seats of computer players, and withdraws the requests.
pub(super) async fn seat_requests(target: &Target) {
    let Fixture::Computers(table) = target.fixture else {
        return;
    };
    let count = target.count(STRANGERS, STRANGERS_QUICK);
    crowd(target, table, count, move |number| {
        if number.is_multiple_of(2) {
            Request::RequestSeat {
                seat: COMPUTERS_SEAT,
            }
        } else {
            Request::WithdrawRequest
        }
    })
    .await;
}

/// Visitors who follow a table and send messages there again and again.
async fn crowd(
    target: &Target,
    table: TableId,
    count: usize,
    request: impl Fn(u32) -> Request + Clone + Send + Sync + 'static,
) {
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, number| {
        let (counts, request) = (Arc::clone(&counts), request.clone());
        join(attacker, table, number, counts, request)
    };
    target.run(count, target.address(0), attack).await;
}

async fn join(
    attacker: Attacker,
    table: TableId,
    number: usize,
    counts: Arc<Counts>,
    request: impl Fn(u32) -> Request,
) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
    };
    connection.send(&open).await?;
    let message = |sent| request(sent).at(table).encode();
    let is_first = number == 0;
    Err(send_at_rate(&mut connection, &counts, INTERVAL, is_first, message).await)
}

//! Attacks on quick match: seekers who do not come to their tables. Some of them answer the server's
//! question whether they are connected, and leave when a table is found. The others do not answer.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use boneyard_protocol::ServerMessage;
use tokio::time::{sleep, timeout};

use super::attacker::{Attacker, Target};
use super::codes::address_in_network;
use super::honest::{Fixture, Tried, Visitors};
use crate::client::{Connection, Identity};
use crate::error::LoadError;
use crate::http::Http;
use crate::seek::{Observed, receive, seek, seek_draw, wait};

/// The number of attackers who are guests.
const GUESTS: usize = 10;

/// The number of attackers who have accounts: fewer than one address may make in an hour.
const ACCOUNTS: usize = 58;

/// How long an account waits until its next search: longer than the server keeps its seat at a table.
const ACCOUNT_DELAY: Duration = Duration::from_secs(22);

/// How long an attacker waits for a table before it begins a new search.
const TABLE_TIMEOUT: Duration = Duration::from_secs(15);

/// How long honest seekers may wait for a match.
const HONEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The time between the searches of two honest seekers. Meanwhile attackers find the first seeker.
const SECOND_DELAY: Duration = Duration::from_secs(2);

/// The attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attackers {
    /// Guests of one address, each with a new identity for each search.
    Guests,
    /// The same, each search from another network of 64 bits in one network of 48 bits.
    Network,
    /// Accounts that were made at one address, and search again and again.
    Accounts,
}

/// Runs the attack.
pub(super) async fn attack(target: &Target, kind: Attackers) {
    let count = match kind {
        Attackers::Guests | Attackers::Network => GUESTS,
        Attackers::Accounts => ACCOUNTS,
    };
    let attack = move |attacker, number| attack_again(attacker, kind, number);
    target.run(1, count, attack).await;
}

async fn attack_again(attacker: Attacker, kind: Attackers, number: usize) -> Result<(), LoadError> {
    let answers = number.is_multiple_of(2);
    match kind {
        Attackers::Guests => seek_and_leave(&attacker, None, &attacker.identity, answers).await,
        Attackers::Network => {
            let client = address_in_network();
            let http = Http::from(attacker.from).for_client(client);
            let identity = Identity::fetch(http, attacker.server).await?;
            seek_and_leave(&attacker, Some(client), &identity, answers).await
        }
        Attackers::Accounts => {
            let name = format!("Ghost {}", rand::random::<u32>());
            let account = attacker.identity.keep(attacker.server, name).await?;
            // One after the other, so that one of them searches at each moment.
            sleep(ACCOUNT_DELAY * number as u32 / ACCOUNTS as u32).await;
            loop {
                seek_and_leave(&attacker, None, &account, answers).await?;
                sleep(ACCOUNT_DELAY).await;
            }
        }
    }
}

/// Seeks a match until a table is found, and closes the connection.
async fn seek_and_leave(
    attacker: &Attacker,
    client: Option<IpAddr>,
    identity: &Identity,
    answers: bool,
) -> Result<(), LoadError> {
    attacker.counts.tries();
    let mut connection =
        Connection::open_for(client, attacker.from, attacker.server, identity).await?;
    connection.send(&seek_draw()).await?;
    let leaves = async {
        loop {
            let message = if answers {
                receive(&mut connection).await?
            } else {
                connection.receive().await?
            };
            match message {
                ServerMessage::SeekQuestion { .. } if !answers => return Ok(()),
                ServerMessage::Paired(_) => return Ok(()),
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    };
    timeout(TABLE_TIMEOUT, leaves).await.unwrap_or(Ok(()))
}

impl Visitors {
    /// Lets two new visitors seek a match, one after the other. Returns the longer of their waits.
    pub(super) async fn seek(&self, fixture: Fixture) -> Tried {
        let second = async {
            sleep(SECOND_DELAY).await;
            self.seek_one(fixture).await
        };
        let (one, other) = tokio::join!(self.seek_one(fixture), second);
        let error = |error: LoadError| error.to_string();
        Ok(one.map_err(error)?.max(other.map_err(error)?))
    }

    async fn seek_one(&self, fixture: Fixture) -> Result<Duration, LoadError> {
        let mut identity = self.guest().await?;
        if fixture == Fixture::SeekingAccounts {
            let name = format!("Honest {}", rand::random::<u32>());
            identity = identity.keep(self.server, name).await?;
        }
        let mut connection = seek(self.address(), self.server, &identity).await?;
        let began = Instant::now();
        let until = tokio::time::Instant::now() + HONEST_TIMEOUT;
        if wait(&mut connection, until, &mut Observed::default()).await? {
            Ok(began.elapsed())
        } else {
            Err(LoadError::NoAnswer(HONEST_TIMEOUT))
        }
    }
}

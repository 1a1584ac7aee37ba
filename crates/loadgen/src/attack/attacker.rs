//! What all attackers need: their own addresses, identities and connections.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::task::JoinSet;

use super::counts::Counts;
use super::honest::Fixture;
use crate::client::{Connection, Identity};
use crate::error::LoadError;
use crate::http::Http;

/// The network of all addresses of attackers.
pub(super) const ATTACKERS_NETWORK: &str = "127.2.0.0/16";

/// How long an attacker waits before trying again after an attempt has ended.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The server that is attacked, the length of the attack, and the number of attackers.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) server: SocketAddr,
    /// The number of the attack. Each attack uses its own addresses, so that the limits that
    /// earlier attacks reached don't affect it.
    pub(super) round: u8,
    /// The length of the attack.
    pub(super) time: Duration,
    /// Whether this is a quick run, which needs only few attackers.
    pub(super) is_quick: bool,
    /// What honest visitors prepared at the server for this scenario.
    pub(super) fixture: Fixture,
    pub(super) counts: Arc<Counts>,
}

/// A visitor who attacks the server.
pub(super) struct Attacker {
    pub(super) identity: Identity,
    pub(super) server: SocketAddr,
    pub(super) from: IpAddr,
    pub(super) counts: Arc<Counts>,
}

impl Target {
    /// The attackers' address with this number.
    fn address(&self, number: u8) -> IpAddr {
        Ipv4Addr::new(127, 2, self.round, number + 1).into()
    }

    /// The number of attackers: `quick` in a quick run, otherwise `whole`.
    pub(super) const fn count(&self, whole: usize, quick: usize) -> usize {
        if self.is_quick { quick } else { whole }
    }

    /// Runs `count` attackers from each of the first `addresses` addresses at the same time, until
    /// the future is dropped. An attacker that ends starts again after a delay. Errors that end an
    /// attacker are counted.
    pub(super) async fn run<F, A>(&self, addresses: u8, count: usize, attack: F)
    where
        F: Fn(Attacker, usize) -> A + Clone + Send + Sync + 'static,
        A: Future<Output = Result<(), LoadError>> + Send + 'static,
    {
        let mut running = JoinSet::new();
        for from in (0..addresses).map(|number| self.address(number)) {
            for number in 0..count {
                let (target, attack) = (self.clone(), attack.clone());
                running.spawn(async move {
                    loop {
                        let ended = async {
                            let attacker = Attacker::new(&target, from).await?;
                            attack(attacker, number).await
                        };
                        if let Err(error) = ended.await {
                            target.counts.fails(&error);
                        }
                        tokio::time::sleep(RETRY_DELAY).await;
                    }
                });
            }
        }
        running.join_all().await;
    }
}

impl Attacker {
    /// Creates a new visitor at the server.
    async fn new(target: &Target, from: IpAddr) -> Result<Self, LoadError> {
        Ok(Self {
            identity: Identity::fetch(Http::from(from), target.server).await?,
            server: target.server,
            from,
            counts: Arc::clone(&target.counts),
        })
    }

    /// Opens a WebSocket and sends the hello message.
    pub(super) async fn connect(&self) -> Result<Connection, LoadError> {
        Connection::open_from(self.from, self.server, &self.identity).await
    }

    /// Sends a request, and reads the whole response. Counts a refusal, and returns whether there was none.
    pub(super) async fn ask(
        &self,
        request: (&str, &str),
        body: &impl Serialize,
    ) -> Result<bool, LoadError> {
        self.counts.tries();
        match self.identity.send(self.server, request, body).await {
            Ok(_) => Ok(true),
            Err(error @ LoadError::Status { .. }) => {
                self.counts.fails(&error);
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}

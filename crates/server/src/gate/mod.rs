//! Decides which connections and requests are accepted: what each address may use. Counts the visitors
//! and requests that are refused.

mod connections;
mod known;
mod mistakes;
mod named_proxy;
mod proxies;
mod reject;
mod trusted_proxy;

use std::net::IpAddr;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::Instant;

pub(crate) use self::connections::{Connections, Open, Place};
use self::known::Known;
pub(crate) use self::known::Permit;
pub(crate) use self::mistakes::{Mistake, Mistakes, clipped};
pub use self::proxies::ForwardedHeader;
use self::proxies::Proxies;
pub(crate) use self::reject::{Reject, Rejects};
pub use self::trusted_proxy::{HostName, ParseTrustedProxyError, TrustedProxy};
use crate::config::Config;
use crate::http::ApiError;
use boneyard_base::{Address, Amount, BudgetSpent, Budgets, PlayerId, Requester, limits};

/// The address of the other end of a TCP connection. Each request of the connection has it as an extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The limits that are checked when a connection or a request arrives. All clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    proxies: Proxies,
    known: Known,
    /// How much may still be written to the database for each visitor and each address.
    pub(crate) budgets: Budgets,
    /// The number of refusals, by reason.
    pub(crate) rejects: Rejects,
    /// The configuration mistakes that were logged recently.
    pub(crate) mistakes: Mistakes,
    /// The open connections.
    pub(crate) connections: Connections,
}

impl Gate {
    /// Creates a gate with the limits from the settings, without connections.
    pub(crate) fn new(config: &Config) -> Self {
        let mistakes = Mistakes::default();
        let (trusted, header) = (&config.trusted_proxy, config.forwarded_header);
        Self {
            proxies: Proxies::new(trusted, header, mistakes.clone()),
            known: Known::new(config.connections_per_address, config.tables_per_address),
            budgets: Budgets::new(config.rows_per_address),
            rejects: Rejects::default(),
            mistakes,
            connections: Connections::new(connections_max()),
        }
    }

    /// Starts to look up the names of trusted proxies, repeatedly as long as the process runs.
    pub(crate) fn follow_proxy_names(&self) {
        self.proxies.follow_names();
    }

    /// Takes a place for a TCP connection, and a permit for its address. A trusted proxy needs no permit,
    /// because many visitors may connect through it.
    pub(crate) fn connect(&self, peer: IpAddr) -> Result<(Place, Option<Permit>), Reject> {
        let (from, permit) = if self.proxies.trust(peer) {
            (None, None)
        } else {
            let permit = self.known.connect(peer.into());
            let permit = permit.ok_or_else(|| {
                self.tell_of_full_address(peer.into());
                Reject::AddressConnections
            })?;
            (Some(peer.into()), Some(permit))
        };
        let place = self.connections.open(from);
        Ok((place.ok_or(Reject::Full)?, permit))
    }

    /// Takes a permit for a WebSocket from this address.
    pub(crate) fn open_socket(&self, from: Address) -> Result<Permit, Reject> {
        let permit = self.known.open_socket(from);
        permit.ok_or_else(|| {
            self.tell_of_full_address(from);
            Reject::AddressSockets
        })
    }

    /// Logs for the host that an address has reached its limit of connections.
    fn tell_of_full_address(&self, from: Address) {
        if self.mistakes.is_due(Mistake::AddressLimit) {
            tracing::warn!(
                %from,
                "an address has too many connections, and more of them are refused. If a proxy has this \
                 address, name it: --trusted-proxy {from}. If it is a school's or a company's, allow more: \
                 --connections-per-address"
            );
        }
    }

    /// Spends `rows` small rows from the budgets of the visitor and of the address.
    pub(crate) fn spend(
        &self,
        player: PlayerId,
        from: Address,
        rows: u32,
    ) -> Result<(), BudgetSpent> {
        let bytes = rows as usize * limits::SMALL_ROW_BYTES;
        let requester = Requester { player, from };
        self.budgets.spend(requester, None, Amount { rows, bytes })
    }

    /// Whether the address may create another table or bot. The table or bot is counted.
    pub(crate) fn may_make_one_more(&self, from: Address) -> bool {
        self.known.opens_table(from, Instant::now())
    }

    /// Whether the address may request another code by email. The code is counted.
    pub(crate) fn may_ask_for_email_code(&self, from: Address) -> bool {
        self.known.asks_for_email_code(from, Instant::now())
    }

    /// Counts a request that was refused because the address sends too many. Returns `false` if the client
    /// must wait after the refusal, because there were too many refusals.
    pub(crate) fn refuses_at_once(&self, from: Address) -> bool {
        self.known.is_refused(from, Instant::now())
    }

    /// The address from which a request comes: the other end of its connection, or the address that a
    /// trusted proxy names.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Address {
        self.proxies.client(peer, headers).into()
    }
}

/// The highest number of open connections: the limit of open files, less the files that the server needs
/// itself.
fn connections_max() -> usize {
    let files = rlimit::Resource::NOFILE.get_soft();
    let files = files.map_or(u64::MAX, |files| files);
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    let max = files.saturating_sub(limits::FILES_KEPT);
    max.clamp(limits::CONNECTIONS_KEPT, limits::CONNECTIONS_MAX)
}

/// Finds the address from which a request comes, and refuses the request if the address sends too many.
/// Counts the request if this or a later check refuses it.
pub(crate) async fn admit(
    State(gate): State<Gate>,
    Extension(Peer(peer)): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = gate.client(peer, request.headers());
    request.extensions_mut().insert(client);
    let response = if gate.known.requests(client, Instant::now()) {
        next.run(request).await
    } else {
        ApiError::TooFast.into_response()
    };
    let too_many = response.status() == StatusCode::TOO_MANY_REQUESTS;
    if too_many && !gate.refuses_at_once(client) {
        // While this waits, the client can send no other request on the same connection.
        tokio::time::sleep(limits::REFUSED_REST).await;
    }
    if let Some(reject) = response.extensions().get() {
        gate.rejects.count(*reject);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use axum::body::Body;
    use axum::routing::get;
    use axum::{Router, middleware};
    use clap::Parser as _;
    use tower::ServiceExt as _;

    use super::*;
    use crate::config::Cli;

    #[tokio::test(start_paused = true)]
    async fn an_address_that_asks_too_often_is_told_to_wait() {
        let gate = Gate::new(&Cli::try_parse_from(["test"]).unwrap().config);
        let asks = async |ip: Ipv4Addr| {
            let door = Router::new()
                .route("/", get(|| async { "come in" }))
                .layer(middleware::from_fn_with_state(gate.clone(), admit))
                .layer(Extension(Peer(ip.into())));
            let request = Request::new(Body::empty());
            door.oneshot(request).await.unwrap().status()
        };
        let (one, other) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(192, 0, 2, 1));
        let at_once = limits::REQUESTS_BURST.as_millis() / limits::REQUEST_INTERVAL.as_millis();
        for _ in 0..at_once {
            assert_eq!(asks(one).await, StatusCode::OK);
        }
        assert_eq!(asks(one).await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(asks(other).await, StatusCode::OK);
        tokio::time::advance(limits::REQUEST_INTERVAL).await;
        assert_eq!(asks(one).await, StatusCode::OK);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_refused_again_and_again_waits_for_the_answer() {
        let gate = Gate::new(&Cli::try_parse_from(["test"]).unwrap().config);
        let waits = async |ip: Ipv4Addr| {
            let door = Router::new()
                .route("/", get(|| async { StatusCode::TOO_MANY_REQUESTS }))
                .layer(middleware::from_fn_with_state(gate.clone(), admit))
                .layer(Extension(Peer(ip.into())));
            let start = Instant::now();
            door.oneshot(Request::new(Body::empty())).await.unwrap();
            start.elapsed()
        };
        let (one, other) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(192, 0, 2, 1));
        let at_once = limits::REFUSALS_BURST.as_millis() / limits::REFUSAL_INTERVAL.as_millis();
        for _ in 0..at_once {
            assert_eq!(waits(one).await, Duration::ZERO);
        }
        assert_eq!(waits(one).await, limits::REFUSED_REST);
        assert_eq!(waits(other).await, Duration::ZERO);
    }
}

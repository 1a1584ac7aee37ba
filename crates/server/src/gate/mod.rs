//! Decides which connections and requests are accepted, by limiting how much each network address may use.
//! Counts the visitors and requests that are refused.

mod connections;
mod mistakes;
mod named_proxy;
mod open_counts;
mod proxies;
mod reject;
mod trusted_proxy;

use std::net::IpAddr;

use axum::http::HeaderMap;
use boneyard_base::limits::{self, Bound};
use boneyard_base::{
    Address, Amount, Bounds, BudgetSpent, Budgets, PlayerId, Requester, Source, Supervisor,
};
use tokio::time::Instant;

pub(crate) use self::connections::{Connections, Open, Place};
pub(crate) use self::mistakes::{Mistake, Mistakes, clipped};
use self::open_counts::OpenCounts;
pub(crate) use self::open_counts::Permit;
pub use self::proxies::ForwardedHeader;
use self::proxies::Proxies;
pub(crate) use self::reject::{Reject, Rejects};
pub use self::trusted_proxy::{HostName, ParseTrustedProxyError, TrustedProxy};

/// The address of the other end of a TCP connection. Each request of the connection has it as an extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The settings about proxies and about what one address may use.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The proxies that may name the address of the client that sent a request.
    pub(crate) trusted_proxy: Vec<TrustedProxy>,
    /// The header in which trusted proxies name the client's address.
    pub(crate) forwarded_header: ForwardedHeader,
    /// How many connections one network address may have open.
    pub(crate) connections_per_address: u32,
    /// How many tables one network address may open in an hour.
    pub(crate) tables_per_address: u32,
    /// How many rows may be written from one network address in a minute.
    pub(crate) rows_per_address: u32,
}

/// The limits that are checked when a connection or a request arrives. All clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    proxies: Proxies,
    counts: OpenCounts,
    /// How much each visitor, address and network has used of what all of them share.
    pub(crate) bounds: Bounds,
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
    pub(crate) fn new(settings: &Settings) -> Self {
        let mistakes = Mistakes::default();
        let (trusted, header) = (&settings.trusted_proxy, settings.forwarded_header);
        Self {
            proxies: Proxies::new(trusted, header, mistakes.clone()),
            counts: OpenCounts::new(settings.connections_per_address),
            bounds: Bounds::new(settings.tables_per_address.max(1)),
            budgets: Budgets::new(settings.rows_per_address),
            rejects: Rejects::default(),
            mistakes,
            connections: Connections::new(connections_max()),
        }
    }

    /// Starts to look up the names of trusted proxies, repeatedly as long as the process runs.
    pub(crate) fn follow_proxy_names(&self, supervisor: &Supervisor) {
        self.proxies.follow_names(supervisor);
    }

    /// Takes a place for a TCP connection, and a permit for its address. A trusted proxy needs no permit,
    /// because many visitors may connect through it.
    pub(crate) fn connect(&self, peer: IpAddr) -> Result<(Place, Option<Permit>), Reject> {
        let (from, permit) = if self.proxies.trust(peer) {
            (None, None)
        } else {
            let permit = self.counts.connect(peer.into());
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
        let permit = self.counts.open_socket(from);
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

    /// Subtracts the cost of `rows` small rows from the budgets of the visitor and of the address. Returns an
    /// error if a budget is used up.
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

    /// Counts an action. Returns `false`, and counts nothing, if the action isn't allowed now.
    pub(crate) fn allow(&self, bound: Bound, by: impl Into<Source>) -> bool {
        self.bounds.allow(bound, by, Instant::now())
    }

    /// The network address from which a request comes: the other end of its connection, or the address that a
    /// trusted proxy names.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Address {
        self.proxies.client(peer, headers).into()
    }
}

/// The highest number of open connections: the limit of open files, less the files that the server needs
/// itself.
pub fn connections_max() -> usize {
    let files = rlimit::Resource::NOFILE.get_soft();
    let files = files.map_or(u64::MAX, |files| files);
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    let max = files.saturating_sub(limits::FILES_KEPT);
    max.clamp(limits::CONNECTIONS_KEPT, limits::CONNECTIONS_MAX)
}

//! Records what each network address uses: connections, WebSockets, requests and tables.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{Address, Rate, limits};
use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

/// All network addresses that use something now, or used something recently. All clones share the record.
#[derive(Clone, Debug)]
pub(super) struct Known {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The highest number of connections that one address may have open. The same limit holds separately for
    /// WebSockets.
    connections_max: u32,
    /// The interval at which an address that has reached its limit may open one more table.
    table_interval: Duration,
    usage: Mutex<HashMap<Address, Usage>>,
}

/// The current usage of one address.
#[derive(Debug)]
struct Usage {
    connections: u32,
    sockets: u32,
    requests: Rate,
    tables: Rate,
    email_codes: Rate,
    refusals: Rate,
}

/// The kind of connection that a [`Permit`] allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Connection,
    Socket,
}

/// The permission for one open connection or WebSocket of an address. The permission is given back when this
/// value is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    known: Known,
    address: Address,
    kind: Kind,
}

impl Usage {
    fn count(&mut self, kind: Kind) -> &mut u32 {
        match kind {
            Kind::Connection => &mut self.connections,
            Kind::Socket => &mut self.sockets,
        }
    }

    /// Whether the usage is equal to that of a new address, so that the entry can be removed.
    fn is_none(&self, now: Instant) -> bool {
        let rates = [
            &self.requests,
            &self.tables,
            &self.email_codes,
            &self.refusals,
        ];
        self.is_closed() && rates.iter().all(|rate| rate.is_full(now))
    }

    fn is_closed(&self) -> bool {
        self.connections == 0 && self.sockets == 0
    }
}

impl Known {
    /// Creates the record, without addresses. An address may have `connections_max` connections open, and
    /// may open `tables_per_hour` tables in an hour.
    pub(super) fn new(connections_max: u32, tables_per_hour: u32) -> Self {
        let inner = Inner {
            connections_max,
            table_interval: limits::TABLES_BURST / tables_per_hour.max(1),
            usage: Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Takes a permit for a TCP connection; `None` if the address has reached its limit.
    pub(super) fn connect(&self, address: Address) -> Option<Permit> {
        self.take(address, Kind::Connection)
    }

    /// Takes a permit for a WebSocket; `None` if the address has reached its limit.
    pub(super) fn open_socket(&self, address: Address) -> Option<Permit> {
        self.take(address, Kind::Socket)
    }

    /// Counts a request. Returns `false` if the address sends too many requests.
    pub(super) fn requests(&self, address: Address, now: Instant) -> bool {
        self.with(address, now, |usage| usage.requests.allows(now))
    }

    /// Counts a new table. Returns `false` if the address opens too many tables.
    pub(super) fn opens_table(&self, address: Address, now: Instant) -> bool {
        self.with(address, now, |usage| usage.tables.allows(now))
    }

    /// Counts a code that will be sent by email. Returns `false` if the address requests too many codes.
    pub(super) fn asks_for_email_code(&self, address: Address, now: Instant) -> bool {
        self.with(address, now, |usage| usage.email_codes.allows(now))
    }

    /// Counts a refused request. Returns `false` if too many requests of the address are refused.
    pub(super) fn is_refused(&self, address: Address, now: Instant) -> bool {
        self.with(address, now, |usage| usage.refusals.allows(now))
    }

    fn take(&self, address: Address, kind: Kind) -> Option<Permit> {
        let max = self.inner.connections_max;
        let taken = self.with(address, Instant::now(), |usage| {
            let count = usage.count(kind);
            let free = *count < max;
            *count += u32::from(free);
            free
        });
        taken.then(|| Permit {
            known: self.clone(),
            address,
            kind,
        })
    }

    fn with<T>(&self, address: Address, now: Instant, does: impl FnOnce(&mut Usage) -> T) -> T {
        let mut usage = self.usage();
        if usage.len() >= limits::ADDRESSES_MAX && !usage.contains_key(&address) {
            usage.retain(|_, usage| !usage.is_none(now));
            if usage.len() >= limits::ADDRESSES_MAX {
                // The map is full, which means a flood of requests from many addresses. Only addresses with
                // an open connection stay in the map. Their number is limited too, because the number of
                // connections is limited.
                usage.retain(|_, usage| !usage.is_closed());
            }
        }
        let fresh = || Usage {
            connections: 0,
            sockets: 0,
            requests: Rate::new(limits::REQUEST_INTERVAL, limits::REQUESTS_BURST, now),
            tables: Rate::new(self.inner.table_interval, limits::TABLES_BURST, now),
            email_codes: Rate::new(limits::EMAIL_CODE_INTERVAL, limits::EMAIL_CODES_BURST, now),
            refusals: Rate::new(limits::REFUSAL_INTERVAL, limits::REFUSALS_BURST, now),
        };
        does(usage.entry(address).or_insert_with(fresh))
    }

    fn usage(&self) -> MutexGuard<'_, HashMap<Address, Usage>> {
        self.inner.usage.lock()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut all = self.known.usage();
        if let Some(usage) = all.get_mut(&self.address) {
            *usage.count(self.kind) -= 1;
            if usage.is_none(Instant::now()) {
                all.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn address(number: u32) -> Address {
        IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    #[test]
    fn an_address_has_so_many_permits_and_gets_them_back() {
        let known = Known::new(3, 10);
        let mut permits: Vec<_> = (0..3).map(|_| known.connect(address(1)).unwrap()).collect();
        assert!(known.connect(address(1)).is_none());
        assert!(known.connect(address(2)).is_some());
        assert!(known.open_socket(address(1)).is_some());
        permits.pop();
        assert!(known.connect(address(1)).is_some());
        drop(permits);
        assert!(known.usage().is_empty(), "an unused address is dropped");
    }

    #[test]
    fn an_address_opens_so_many_tables_an_hour() {
        let known = Known::new(1, 10);
        let start = Instant::now();
        let opened = |number, now| {
            let opens = || known.opens_table(address(number), now);
            (0..100).filter(|_| opens()).count()
        };
        assert_eq!(opened(1, start), 10);
        assert_eq!(opened(2, start), 10);
        let later = start + Duration::from_mins(12);
        assert_eq!(opened(1, later), 2);
    }

    #[test]
    fn a_flood_from_everywhere_is_forgotten_but_for_what_is_open() {
        let known = Known::new(1, 10);
        let now = Instant::now();
        let permit = known.connect(address(0)).unwrap();
        for number in 1..=limits::ADDRESSES_MAX as u32 {
            assert!(known.requests(address(number), now));
        }
        assert!(known.usage().len() < limits::ADDRESSES_MAX);
        assert!(known.connect(address(0)).is_none(), "it is still open");
        drop(permit);
    }
}

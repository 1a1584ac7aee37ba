//! Counts the open connections and WebSockets of each network address, and of each larger network.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use boneyard_base::{Address, limits};
use parking_lot::Mutex;

/// All open connections and WebSockets. All clones share the counts.
#[derive(Clone, Debug)]
pub(super) struct OpenCounts {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The highest number of connections that one address may have open. The same limit holds separately for
    /// WebSockets.
    connections_max: u32,
    open: Mutex<HashMap<(Opened, Counted), u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Opened {
    Connection,
    Socket,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Counted {
    Address(Address),
    Network(Address),
}

/// The permission for one open connection or WebSocket of an address. The permission is given back when this
/// value is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    counts: OpenCounts,
    keys: [(Opened, Counted); 2],
}

impl OpenCounts {
    /// Creates the counts, which are zero. An address may have `connections_max` connections open, and a network
    /// [`limits::ADDRESSES_OF_NETWORK`] times as many.
    pub(super) fn new(connections_max: u32) -> Self {
        let inner = Inner {
            connections_max,
            open: Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Takes a permit for a TCP connection; `None` if the address or its network has reached its limit.
    pub(super) fn connect(&self, address: Address) -> Option<Permit> {
        self.take(address, Opened::Connection)
    }

    /// Takes a permit for a WebSocket; `None` if the address or its network has reached its limit.
    pub(super) fn open_socket(&self, address: Address) -> Option<Permit> {
        self.take(address, Opened::Socket)
    }

    fn take(&self, address: Address, kind: Opened) -> Option<Permit> {
        let of_address = self.inner.connections_max;
        let of_network = of_address.saturating_mul(limits::ADDRESSES_OF_NETWORK);
        let keys = [
            Counted::Address(address),
            Counted::Network(address.surroundings()),
        ];
        let keys = keys.map(|counted| (kind, counted));
        let mut open = self.inner.open.lock();
        let mut are_fewer = keys.iter().zip([of_address, of_network]);
        are_fewer
            .all(|(key, most)| open.get(key).is_none_or(|&count| count < most))
            .then_some(())?;
        for key in keys {
            *open.entry(key).or_default() += 1;
        }
        let counts = self.clone();
        Some(Permit { counts, keys })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.counts.inner.open.lock();
        for key in self.keys {
            if let Entry::Occupied(mut count) = open.entry(key) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn an_address_has_so_many_permits_and_gets_them_back() {
        let counts = OpenCounts::new(3);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let mut permits: Vec<_> = (0..3).map(|_| counts.connect(one).unwrap()).collect();
        assert!(counts.connect(one).is_none());
        assert!(counts.connect(other).is_some());
        assert!(counts.open_socket(one).is_some());
        permits.pop();
        assert!(counts.connect(one).is_some());
        drop(permits);
        let open = counts.inner.open.lock();
        assert!(open.is_empty(), "an unused address is dropped");
    }

    #[test]
    fn a_network_has_the_permits_of_few_addresses() {
        let counts = OpenCounts::new(3);
        let from = |number: u32| address(&format!("2001:db8:1:{number:x}::1"));
        let permits: Vec<_> = (0..100).filter_map(|n| counts.connect(from(n))).collect();
        assert_eq!(permits.len(), 3 * limits::ADDRESSES_OF_NETWORK as usize);
        assert!(counts.connect(address("2001:db8:2::1")).is_some());
    }
}

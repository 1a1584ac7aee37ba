//! All open connections. Their number is limited. Near the limit, the server closes connections of the
//! network that has the most idle ones.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use boneyard_base::{Address, Notice, Peer, limits};
use parking_lot::{Mutex, MutexGuard};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;
use tokio::time::Instant;

/// All open connections. All clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The highest number of open connections.
    max: usize,
    all: Mutex<All>,
    /// The number of open connections, for the metrics.
    open: Gauge,
    /// The number of idle connections that were closed to make room for others, for the metrics.
    gave_way: Counter,
}

#[derive(Debug, Default)]
struct All {
    open: HashMap<u64, Arc<Open>>,
    /// The number of open connections for each network: the surroundings of the connection's source address.
    of_network: HashMap<Address, usize>,
    last_id: u64,
    /// The time at which the server last searched for idle connections.
    looked: Option<Instant>,
}

/// An open connection, whose entry exists until its [`Place`] is dropped.
#[derive(Debug)]
pub(crate) struct Open {
    state: Mutex<State>,
    /// Notifies a connection that speaks HTTP that it must close.
    gives_way: Notify,
}

#[derive(Debug)]
struct State {
    /// The client's address; `None` while the server knows only the address of a proxy.
    from: Option<Address>,
    /// The time at which the last request or message arrived.
    heard: Instant,
    /// The WebSocket; `None` while the connection speaks HTTP.
    socket: Option<Peer>,
    /// Whether the connection has been asked to close.
    gives_way: bool,
}

/// A connection's place among all connections. It becomes free when this value is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    connections: Connections,
    id: u64,
    /// The network of the connection's source address; `None` if the connection comes through a trusted
    /// proxy.
    network: Option<Address>,
    open: Arc<Open>,
}

impl Open {
    /// Records that a request or a message has arrived.
    pub(crate) fn hear(&self, now: Instant) {
        self.state.lock().heard = now;
    }

    /// Records that the connection has become a WebSocket. `peer` contains its visitor's address.
    pub(crate) fn become_socket(&self, peer: &Peer) {
        let mut state = self.state.lock();
        state.from = Some(peer.requester().from);
        state.socket = Some(peer.clone());
    }

    /// Waits until the connection must close because others need its place. This works only for HTTP; a
    /// WebSocket receives a notice instead.
    pub(crate) async fn gives_way(&self) {
        self.gives_way.notified().await;
    }

    /// The connection's address and the time of its last message, if the connection has been idle for long
    /// and hasn't been asked to close.
    fn is_idle(&self, now: Instant) -> Option<(Address, Instant)> {
        let state = self.state.lock();
        let idle = now.saturating_duration_since(state.heard) >= limits::IDLE_CONNECTION;
        (idle && !state.gives_way).then_some((state.from?, state.heard))
    }

    fn give_way(&self) {
        let mut state = self.state.lock();
        state.gives_way = true;
        match &state.socket {
            Some(peer) => peer.notify(Notice::GiveWay),
            None => self.gives_way.notify_one(),
        }
    }
}

impl Place {
    pub(crate) fn open(&self) -> &Arc<Open> {
        &self.open
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.connections.all();
        all.open.remove(&self.id);
        if let Some(network) = self.network {
            all.leaves(network);
        }
        self.connections.inner.open.dec();
    }
}

impl Connections {
    /// Creates the list, without connections. At most `max` connections may be open.
    pub(crate) fn new(max: usize) -> Self {
        let inner = Inner {
            max,
            all: Mutex::default(),
            open: Gauge::default(),
            gave_way: Counter::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Takes a place for a connection, if a place is free. The last places are reserved for networks that
    /// have few connections, and for the health check. When only reserved places are left, idle connections
    /// are asked to close.
    pub(crate) fn open(&self, from: Option<Address>) -> Option<Place> {
        let now = Instant::now();
        let network = from.map(Address::surroundings);
        let mut all = self.all();
        let own = network.and_then(|network| all.of_network.get(&network).copied());
        let is_new = own.unwrap_or(0) < limits::CONNECTIONS_OF_NEWCOMER;
        let is_nearly_full =
            all.open.len() + limits::CONNECTIONS_KEPT.min(self.inner.max / 2) >= self.inner.max;
        if is_nearly_full {
            let giving_way = all.make_room(now);
            self.inner.gave_way.inc_by(giving_way);
            if all.open.len() >= self.inner.max || (giving_way == 0 && !is_new) {
                return None;
            }
        }
        let open = Arc::new(Open {
            state: Mutex::new(State {
                from,
                heard: now,
                socket: None,
                gives_way: false,
            }),
            gives_way: Notify::new(),
        });
        all.last_id += 1;
        let id = all.last_id;
        all.open.insert(id, Arc::clone(&open));
        if let Some(network) = network {
            *all.of_network.entry(network).or_default() += 1;
        }
        self.inner.open.inc();
        Some(Place {
            connections: self.clone(),
            id,
            network,
            open,
        })
    }

    /// The highest number of open connections.
    pub(crate) fn max(&self) -> usize {
        self.inner.max
    }

    /// The metrics: the number of open connections, and the number of connections that were closed to make
    /// room.
    pub(crate) fn meters(&self) -> (Gauge, Counter) {
        (self.inner.open.clone(), self.inner.gave_way.clone())
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.inner.all.lock()
    }
}

impl All {
    /// Records that a connection of this network has ended.
    fn leaves(&mut self, network: Address) {
        if let Entry::Occupied(mut count) = self.of_network.entry(network) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }

    /// Finds the network with the most idle connections, and asks some of these connections to close.
    /// Returns the number of connections that were asked.
    fn make_room(&mut self, now: Instant) -> u64 {
        // The search is done only at intervals. Otherwise each new connection of an attacker would cause a
        // search through all connections.
        let is_fresh = |looked: Instant| now - looked < limits::MAKE_ROOM_INTERVAL;
        if self.looked.is_some_and(is_fresh) {
            return 0;
        }
        self.looked = Some(now);
        let idle = |open: &Arc<Open>| {
            let (from, heard) = open.is_idle(now)?;
            Some((from, heard, Arc::clone(open)))
        };
        let mut idle: Vec<_> = self.open.values().filter_map(idle).collect();
        // The loop finds the large network with the most idle connections, then the smaller network inside
        // the large one with the most, and so on. A few idle connections of a network are never closed,
        // because a family needs them.
        let mut most = 0;
        for bits in limits::NETWORKS {
            let mut counts: HashMap<Address, usize> = HashMap::new();
            for (from, ..) in &idle {
                *counts.entry(from.network(bits)).or_default() += 1;
            }
            let heaviest = counts
                .into_iter()
                .max_by_key(|&(from, count)| (count, from));
            let Some((heaviest, count)) = heaviest else {
                break;
            };
            if count <= limits::IDLE_CONNECTIONS_LEFT {
                break;
            }
            most = (count - limits::IDLE_CONNECTIONS_LEFT).min(limits::GIVE_WAY_AT_ONCE);
            idle.retain(|(from, ..)| from.network(bits) == heaviest);
        }
        idle.sort_unstable_by_key(|&(_, heard, _)| heard);
        for (_, _, open) in &idle[..most] {
            open.give_way();
        }
        most as u64
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use super::*;
    use boneyard_base::PlayerId;
    use boneyard_base::Requester;

    const MAX: usize = 200;

    fn connect(connections: &Connections, from: &str) -> Option<Place> {
        let peer: IpAddr = from.parse().unwrap();
        connections.open(Some(peer.into()))
    }

    /// Opens connections from the IPv6 networks of one customer until the server refuses one.
    fn crowd(connections: &Connections) -> Vec<Place> {
        let from = |number| format!("2001:db8:1:{number:x}::1");
        let crowd = (0..2 * MAX).map_while(|number| connect(connections, &from(number)));
        crowd.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_addresses_of_a_network_are_one_newcomer() {
        let connections = Connections::new(MAX);
        let from = |number| format!("192.0.2.{}", number % 64);
        let crowd: Vec<_> = (0..2 * MAX)
            .filter_map(|number| connect(&connections, &from(number)))
            .collect();
        assert_eq!(crowd.len(), MAX / 2, "the rest is kept");
        assert!(connect(&connections, "198.51.100.1").is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_places_are_kept_for_newcomers() {
        let connections = Connections::new(MAX);
        let crowd = crowd(&connections);
        assert_eq!(crowd.len(), MAX / 2, "the rest is kept");
        assert!(connect(&connections, "2001:db8:1:ffff::1").is_none());
        // A browser opens several connections at the same time.
        let newcomer: Vec<_> = (0..limits::CONNECTIONS_OF_NEWCOMER)
            .filter_map(|_| connect(&connections, "192.0.2.1"))
            .collect();
        assert_eq!(newcomer.len(), limits::CONNECTIONS_OF_NEWCOMER);
        assert!(connect(&connections, "192.0.2.1").is_none());
        drop((crowd, newcomer));
        assert!(connections.all().of_network.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_network_with_most_idle_connections_gives_way() {
        let connections = Connections::new(MAX);
        let family: Vec<_> = (0..4)
            .map(|_| connect(&connections, "192.0.2.7").unwrap())
            .collect();
        let crowd = crowd(&connections);
        // The first connection of the crowd becomes a WebSocket.
        let requester = Requester {
            player: PlayerId::random(),
            from: "2001:db8:1::".parse::<IpAddr>().unwrap().into(),
        };
        let (peer, inbox) = Peer::channel(requester, None);
        crowd[0].open().become_socket(&peer);

        tokio::time::advance(Duration::from_secs(1)).await;
        for place in &crowd[1..] {
            place.open().hear(Instant::now());
        }
        tokio::time::advance(limits::IDLE_CONNECTION).await;
        for place in &crowd[90..] {
            place.open().hear(Instant::now());
        }
        assert!(connect(&connections, "192.0.2.1").is_some());
        assert_eq!(inbox.notice(), Some(Notice::GiveWay));
        let (open, gave_way) = connections.meters();
        assert_eq!(gave_way.get(), limits::GIVE_WAY_AT_ONCE as u64);
        for place in &crowd[90..] {
            assert!(!place.open().state.lock().gives_way, "it is not idle");
        }
        for place in &family {
            assert!(
                !place.open().state.lock().gives_way,
                "a family is left alone"
            );
        }
        drop(crowd);
        assert_eq!(open.get(), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_server_refuses_if_no_network_has_more_than_a_familys() {
        let connections = Connections::new(MAX);
        let from = |number: usize| format!("198.18.{}.1", number / 5);
        let families: Vec<_> = (0..2 * MAX)
            .map_while(|number| connect(&connections, &from(number)))
            .collect();
        assert_eq!(families.len(), MAX);
        tokio::time::advance(limits::IDLE_CONNECTION).await;
        assert!(connect(&connections, "127.0.0.1").is_none());
        assert_eq!(connections.meters().1.get(), 0);
    }
}

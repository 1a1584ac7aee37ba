//! A trusted proxy whose host name is known but whose addresses change, for example each time its
//! container starts.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use boneyard_base::limits;
use parking_lot::RwLock;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::trusted_proxy::HostName;

/// The host name of a proxy, and the addresses from the last lookup. All clones share them.
#[derive(Clone, Debug)]
pub(super) struct NamedProxy {
    name: HostName,
    /// The sorted addresses. Each request reads this list; a lookup changes it only when the addresses
    /// change.
    addresses: Arc<RwLock<Vec<IpAddr>>>,
}

impl NamedProxy {
    /// Creates a proxy whose name has not been looked up, so it has no addresses yet.
    pub(super) fn new(name: HostName) -> Self {
        Self {
            name,
            addresses: Arc::default(),
        }
    }

    /// Whether this address belongs to the name.
    pub(super) fn has(&self, ip: IpAddr) -> bool {
        self.addresses.read().contains(&ip)
    }

    /// Whether the last lookup found any address.
    pub(super) fn is_known(&self) -> bool {
        !self.addresses.read().is_empty()
    }

    /// Looks up the name at intervals, without end.
    pub(super) async fn follow_for_ever(&self) {
        if let Err(error) = self.look_up().await {
            // The proxy may start later than the server, or may not exist, so this is no warning.
            tracing::info!(name = %self.name, %error, "a trusted proxy's name has no address");
        }
        let mut again = interval(limits::PROXY_LOOKUP_INTERVAL);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        again.tick().await;
        loop {
            again.tick().await;
            let was_known = self.is_known();
            if let Err(error) = self.look_up().await
                && was_known
            {
                tracing::warn!(name = %self.name, %error, "a trusted proxy's name has no address");
            }
        }
    }

    /// Looks up the name. If the lookup fails or takes too long, the name has no addresses afterwards.
    pub(super) async fn look_up(&self) -> io::Result<()> {
        // The function needs a port, which has no influence on the addresses.
        let lookup = tokio::net::lookup_host((self.name.as_str(), 0));
        let answer = timeout(limits::PROXY_LOOKUP_TIMEOUT, lookup).await;
        let found = answer.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        self.set(found.map(|sockets| sockets.map(|socket| socket.ip())))
    }

    /// Replaces the proxy's addresses by the addresses from a lookup.
    pub(super) fn set(&self, found: io::Result<impl Iterator<Item = IpAddr>>) -> io::Result<()> {
        let (mut addresses, result) = match found {
            Ok(found) => {
                let found = found.map(|ip| ip.to_canonical());
                (found.take(limits::PROXY_ADDRESSES_MAX).collect(), Ok(()))
            }
            Err(error) => (Vec::new(), Err(error)),
        };
        // A DNS server may return the same addresses in a different order each time.
        addresses.sort_unstable();
        addresses.dedup();
        if *self.addresses.read() != addresses {
            if !addresses.is_empty() {
                tracing::info!(name = %self.name, ?addresses, "a trusted proxy's addresses");
            }
            *self.addresses.write() = addresses;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::super::trusted_proxy::TrustedProxy;
    use super::*;

    fn named(text: &str) -> NamedProxy {
        match text.parse().unwrap() {
            TrustedProxy::Name(name) => NamedProxy::new(name),
            TrustedProxy::Network(network) => panic!("{network}"),
        }
    }

    #[test]
    fn a_name_has_the_addresses_of_the_last_answer_alone() {
        let caddy = named("caddy");
        let [old, new, other]: [IpAddr; 3] =
            ["172.18.0.2", "172.18.0.3", "fd00::2"].map(|text| text.parse().unwrap());
        assert!(!caddy.is_known() && !caddy.has(old));

        caddy.set(Ok([old].into_iter())).unwrap();
        assert!(caddy.has(old) && !caddy.has(new));
        // The container was restarted, and the name now has two addresses.
        let clone = caddy.clone();
        clone.set(Ok([new, other, new].into_iter())).unwrap();
        assert!(!caddy.has(old) && caddy.has(new) && caddy.has(other));
        // The container was stopped, so the lookup fails.
        let gone = io::Error::other("no such name");
        caddy.set(Err::<std::iter::Empty<_>, _>(gone)).unwrap_err();
        assert!(!caddy.is_known() && !caddy.has(new));
        // An IPv4 address that is written as an IPv6 address counts as the IPv4 address.
        let mapped = "::ffff:172.18.0.2".parse().unwrap();
        caddy.set(Ok([mapped].into_iter())).unwrap();
        assert!(caddy.has(old));
        caddy.set(Ok(std::iter::empty())).unwrap();
        assert!(!caddy.is_known());
    }

    #[tokio::test]
    async fn a_name_is_looked_up_where_the_system_does() {
        let here = named("localhost");
        here.look_up().await.unwrap();
        let [v4, v6]: [IpAddr; 2] = ["127.0.0.1", "::1"].map(|text| text.parse().unwrap());
        assert!(here.has(v4) || here.has(v6));
    }
}

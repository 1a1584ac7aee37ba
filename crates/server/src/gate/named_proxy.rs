//! A trusted proxy that is known by its name, whose addresses change: for example each time that its
//! container starts.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use boneyard_base::limits;
use parking_lot::RwLock;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::trusted_proxy::HostName;

/// A name, and its addresses at the last lookup. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct NamedProxy {
    name: HostName,
    /// Sorted. Each request reads the list; a lookup writes it when the addresses change.
    addresses: Arc<RwLock<Vec<IpAddr>>>,
}

impl NamedProxy {
    /// The name has not been looked up yet, so no address belongs to it.
    pub(super) fn new(name: HostName) -> Self {
        Self {
            name,
            addresses: Arc::default(),
        }
    }

    /// Whether the name has this address.
    pub(super) fn has(&self, ip: IpAddr) -> bool {
        self.addresses.read().contains(&ip)
    }

    /// Whether the name has any address.
    pub(super) fn is_known(&self) -> bool {
        !self.addresses.read().is_empty()
    }

    /// Looks the name up at intervals, for ever.
    pub(super) async fn follow_for_ever(self) {
        if let Err(error) = self.look_up().await {
            // The proxy may start later, or this server may have none, so no warning is needed.
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

    /// Looks the name up. If that fails, or takes too long, the name has no address any more.
    pub(super) async fn look_up(&self) -> io::Result<()> {
        // The lookup needs a name and a port; which port makes no difference.
        let lookup = tokio::net::lookup_host((self.name.as_str(), 0));
        let answer = timeout(limits::PROXY_LOOKUP_TIMEOUT, lookup).await;
        let found = answer.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        self.set(found.map(|sockets| sockets.map(|socket| socket.ip())))
    }

    /// Stores the answer of a lookup: from now on the name has exactly these addresses.
    pub(super) fn set(&self, found: io::Result<impl Iterator<Item = IpAddr>>) -> io::Result<()> {
        let (mut addresses, result) = match found {
            Ok(found) => {
                let found = found.map(|ip| ip.to_canonical());
                (found.take(limits::PROXY_ADDRESSES_MAX).collect(), Ok(()))
            }
            Err(error) => (Vec::new(), Err(error)),
        };
        // A DNS server may list the same addresses in another order each time.
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
        // The container was started again, and has two addresses now.
        let clone = caddy.clone();
        clone.set(Ok([new, other, new].into_iter())).unwrap();
        assert!(!caddy.has(old) && caddy.has(new) && caddy.has(other));
        // The container was stopped.
        let gone = io::Error::other("no such name");
        caddy.set(Err::<std::iter::Empty<_>, _>(gone)).unwrap_err();
        assert!(!caddy.is_known() && !caddy.has(new));
        // An IPv4 address in IPv6 form is an IPv4 address.
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

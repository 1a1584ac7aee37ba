//! The way to the push services. Anybody may name a URL to which the server is to send something, so a name is resolved
//! here, each address is checked, and the connection goes to an address that was checked.

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use std::{fmt, io};

use boneyard_base::limits;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ipnet::{Ipv4Net, Ipv6Net};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::endpoint::PORT;

/// Finds the addresses of hosts.
pub trait Resolver: Debug + Send + Sync {
    /// The addresses at which a host is reached over HTTPS.
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>>;
}

/// The resolver of the operating system.
#[derive(Clone, Copy, Debug)]
struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let found = tokio::net::lookup_host((host, PORT));
        async move { Ok(found.await?.collect()) }.boxed()
    }
}

/// How push services are reached. The server has [`Self::internet`]; no setting changes it.
#[derive(Clone)]
pub struct Outside {
    /// Finds the addresses of hosts.
    pub resolver: Arc<dyn Resolver>,
    /// Whether the server may connect to an address.
    pub may_connect: fn(IpAddr) -> bool,
    /// The authorities whose certificates are accepted.
    pub roots: RootCertStore,
    /// How long a push may take, from the name's resolution to the answer.
    pub timeout: Duration,
}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside")
            .field("resolver", &self.resolver)
            .finish_non_exhaustive()
    }
}

impl Outside {
    /// The internet, with the certificates that the operating system accepts, and without addresses of inner networks.
    #[must_use]
    pub fn internet() -> Self {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        let (taken, _) = roots.add_parsable_certificates(found.certs);
        if taken == 0 {
            tracing::warn!(
                "this system has no certificates of authorities: push services can't be reached"
            );
        }
        Self {
            resolver: Arc::new(SystemResolver),
            may_connect: is_public,
            roots,
            timeout: limits::PUSH_TIMEOUT,
        }
    }
}

/// Why no connection was made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    /// One of the host's addresses is no public address.
    #[error("the host is at {0}, which is not on the internet")]
    Inner(IpAddr),
    /// The host can't be found or reached, or has no valid certificate.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Makes connections.
pub(crate) struct Connector {
    outside: Outside,
    tls: TlsConnector,
}

impl Connector {
    pub(crate) fn new(outside: Outside) -> Self {
        let tls = ClientConfig::builder()
            .with_root_certificates(outside.roots.clone())
            .with_no_client_auth();
        Self {
            outside,
            tls: TlsConnector::from(Arc::new(tls)),
        }
    }

    pub(crate) const fn timeout(&self) -> Duration {
        self.outside.timeout
    }

    /// Connects to a host. If one of its addresses is none of the internet, connects to none of them: such a name is
    /// made to lead the server astray.
    pub(crate) async fn connect(&self, host: &str) -> Result<TlsStream<TcpStream>, ConnectError> {
        let addresses = self.outside.resolver.resolve(host).await?;
        let mut inner = addresses.iter().map(|address| address.ip().to_canonical());
        if let Some(inner) = inner.find(|&address| !(self.outside.may_connect)(address)) {
            return Err(ConnectError::Inner(inner));
        }
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        // The addresses, and not the name: another resolution could give others.
        let stream = TcpStream::connect(&addresses[..]).await?;
        stream.set_nodelay(true)?;
        Ok(self.tls.connect(name, stream).await?)
    }
}

/// IPv4 networks to which no push service belongs (the IANA's registry of special-purpose addresses).
static SPECIAL_V4: LazyLock<Vec<Ipv4Net>> = LazyLock::new(|| {
    networks(&[
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    ])
});

/// The part of IPv6 that is given to networks of the internet.
static GLOBAL_V6: LazyLock<Vec<Ipv6Net>> = LazyLock::new(|| networks(&["2000::/3"]));

/// Networks in that part to which no push service belongs: protocols, documentation.
static SPECIAL_V6: LazyLock<Vec<Ipv6Net>> =
    LazyLock::new(|| networks(&["2001::/23", "2001:db8::/32", "3fff::/20"]));

/// Networks of IPv6 whose addresses lead to IPv4 addresses. For each, where an address has the first byte of each IPv4
/// address to which it may lead. Such an address is one of the internet if all IPv4 addresses in it are.
static WITH_V4: LazyLock<Vec<(Ipv6Net, Embedded)>> = LazyLock::new(|| {
    let known: [(&str, Embedded); 4] = [
        // NAT64 (RFC 6052): DNS64 gives these addresses to a host of a network without IPv4.
        ("64:ff9b::/96", |bytes| vec![v4_at(bytes, [12, 13, 14, 15])]),
        // NAT64 with a prefix of the network's own choice (RFC 8215), whose length isn't known.
        ("64:ff9b:1::/48", |bytes| {
            let places = [
                [6, 7, 9, 10],
                [7, 9, 10, 11],
                [9, 10, 11, 12],
                [12, 13, 14, 15],
            ];
            let all = places.map(|places| v4_at(bytes, places));
            // With another length than the real one, an address begins with zeros. Nothing is reached by such one.
            let mut real = all.to_vec();
            real.retain(|v4| v4.octets()[0] != 0);
            real
        }),
        // Teredo (RFC 4380): the server, and the client in inverted bits.
        ("2001::/32", |bytes| {
            let client = !v4_at(bytes, [12, 13, 14, 15]);
            vec![v4_at(bytes, [4, 5, 6, 7]), client]
        }),
        // 6to4 (RFC 3056).
        ("2002::/16", |bytes| vec![v4_at(bytes, [2, 3, 4, 5])]),
    ];
    let parsed = known.map(|(network, embedded)| (networks(&[network])[0], embedded));
    parsed.to_vec()
});

/// The IPv4 addresses in the bytes of an IPv6 address.
type Embedded = fn([u8; 16]) -> Vec<Ipv4Addr>;

fn v4_at(bytes: [u8; 16], places: [usize; 4]) -> Ipv4Addr {
    places.map(|place| bytes[place]).into()
}

fn networks<T: std::str::FromStr<Err: Debug>>(texts: &[&str]) -> Vec<T> {
    let parsed = texts.iter().map(|text| text.parse());
    parsed
        .collect::<Result<_, _>>()
        .expect("these are networks")
}

/// Whether an address is one of the internet, and not of an inner network or this machine.
fn is_public(address: IpAddr) -> bool {
    let is_public_v4 = |v4: Ipv4Addr| !SPECIAL_V4.iter().any(|network| network.contains(&v4));
    let is_public_v6 = |v6: Ipv6Addr| {
        if let Some((_, embedded)) = WITH_V4.iter().find(|(network, _)| network.contains(&v6)) {
            let embedded = embedded(v6.octets());
            return !embedded.is_empty() && embedded.into_iter().all(is_public_v4);
        }
        GLOBAL_V6.iter().any(|network| network.contains(&v6))
            && !SPECIAL_V6.iter().any(|network| network.contains(&v6))
    };
    match address.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_networks_are_told_from_the_internet() {
        for public in [
            "1.1.1.1",
            "142.250.1.95",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "2a00:1450:4001::5f",
            "::ffff:1.1.1.1",
            // NAT64 with the prefix for all networks, and with prefixes of 96, 64, 56 and 48 bits.
            "64:ff9b::5db8:d70e",
            "64:ff9b::8.8.8.8",
            "64:ff9b:1::8.8.8.8",
            "64:ff9b:1:0:8:808:800:0",
            "64:ff9b:1:8:8:808::",
            "64:ff9b:1:808:8:800::",
            // 6to4 and Teredo.
            "2002:808:808::1",
            "2001:0:4136:e378:8000:63bf:f7f7:f7f7",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for inner in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b::",
            "64:ff9b:0:0:1::8.8.8.8",
            "64:ff9b:1::10.0.0.1",
            "64:ff9b:1:a00:0:100::",
            // Read by one length it is a public address, by another one an inner one.
            "64:ff9b:1:a00:0:100:808:808",
            "64:ff9b:1::",
            "64:ff9b:2::8.8.8.8",
            "2002:a00:1::1",
            "2002:c0a8:101::1",
            "2001:0:a00:1:8000:63bf:f7f7:f7f7",
            "2001:0:4136:e378:8000:63bf:f5ff:fffe",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "fec0::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
    }
}

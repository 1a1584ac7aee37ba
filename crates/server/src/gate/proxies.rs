//! Behind a proxy, every connection comes from the proxy. It says in a header from whom, and is
//! believed only if the host trusts it: anybody can write a header.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::{Arc, Once};

use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};
use clap::ValueEnum;
use ipnet::IpNet;

/// Where the proxy is: an address, or all of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network(IpNet);

/// A text that is not a [`Network`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a proxy is an IP address, or a network such as 10.1.2.0/24")]
pub struct ParseNetworkError;

impl FromStr for Network {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let single = text.parse::<IpAddr>().map(IpNet::from);
        let network = single.or_else(|_| text.parse());
        network.map(Self).map_err(|_| ParseNetworkError)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The header in which trusted proxies say whom a request is from. One is read, not whichever is
/// there: a proxy sets one and passes the other on as the client wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, which nearly all proxies set
    XForwardedFor,
    /// `Forwarded`, as in RFC 7239
    Forwarded,
}

impl ForwardedHeader {
    fn name(self) -> HeaderName {
        match self {
            Self::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            Self::Forwarded => FORWARDED,
        }
    }

    /// The address that one element of the header's list names.
    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => node(element),
            Self::Forwarded => {
                let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
                let (_, value) = pairs.find(|(key, _)| key.trim().eq_ignore_ascii_case("for"))?;
                node(value.trim().trim_matches('"'))
            }
        }
    }
}

/// An address with or without a port; IPv6 may be in brackets.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse().ok();
    address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

/// The proxies that are believed. Clones are the same.
#[derive(Clone, Debug)]
pub(super) struct Proxies {
    trusted: Arc<[Network]>,
    header: ForwardedHeader,
}

impl Proxies {
    pub(super) fn new(trusted: &[Network], header: ForwardedHeader) -> Self {
        Self {
            trusted: trusted.into(),
            header,
        }
    }

    /// Whether this is a trusted proxy's address.
    pub(super) fn trust(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.trusted.iter().any(|network| network.0.contains(&ip))
    }

    /// Whom a request is from. Each proxy on the way has added whom it got the request from, so
    /// the list is read from its end for as long as those who wrote it are trusted.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        if !self.trust(peer) {
            self.warn_of_a_proxy(peer, headers);
            return client;
        }
        let lines = headers.get_all(self.header.name());
        let elements: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .collect();
        for element in elements.into_iter().rev() {
            match self.header.address(element) {
                Some(named) => client = named,
                // Whoever wrote that, what comes before it is worth no more.
                None => return client,
            }
            if !self.trust(client) {
                return client;
            }
        }
        client
    }

    /// A proxy nearby that nobody has told us of: all its visitors share one address's limits.
    fn warn_of_a_proxy(&self, peer: IpAddr, headers: &HeaderMap) {
        static WARNED: Once = Once::new();
        let is_near = match peer.to_canonical() {
            IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
            IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
        };
        if is_near && self.trusted.is_empty() && headers.contains_key(self.header.name()) {
            WARNED.call_once(|| {
                tracing::warn!(
                    %peer,
                    "a proxy seems to be in front that isn't named in --trusted-proxy: all who \
                     come through it count as one address"
                );
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(trusted: &[&str], header: ForwardedHeader, peer: &str, lines: &[&str]) -> String {
        let trusted: Vec<Network> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header.name(), HeaderValue::from_str(line).unwrap());
        }
        let proxies = Proxies::new(&trusted, header);
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let through = |peer, line| client(&["10.0.0.0/8", "::1"], XForwardedFor, peer, &[line]);
        assert_eq!(through("203.0.113.7", "198.51.100.1"), "203.0.113.7");
        assert_eq!(through("10.0.0.2", "198.51.100.1"), "198.51.100.1");
        assert_eq!(through("::ffff:10.0.0.2", "198.51.100.1"), "198.51.100.1");
        assert_eq!(through("::1", "2001:db8::1"), "2001:db8::1");
        // What the client wrote itself stands before what the proxy added.
        assert_eq!(
            through("10.0.0.2", "192.0.2.99, 198.51.100.1"),
            "198.51.100.1"
        );
        assert_eq!(
            through("10.0.0.2", "192.0.2.9, 198.51.100.1, 10.0.0.3"),
            "198.51.100.1"
        );
        assert_eq!(through("10.0.0.2", "junk"), "10.0.0.2");
        assert_eq!(through("10.0.0.2", "192.0.2.9, junk, 10.0.0.3"), "10.0.0.3");
        assert_eq!(through("10.0.0.2", "198.51.100.1:4711"), "198.51.100.1");
        let lines = ["192.0.2.99", "198.51.100.1"];
        assert_eq!(
            client(&["::1"], XForwardedFor, "::1", &lines),
            "198.51.100.1"
        );
        assert_eq!(client(&["::1"], XForwardedFor, "::1", &[]), "::1");
        assert_eq!(client(&[], XForwardedFor, "::1", &lines), "::1");

        let forwarded = |line| client(&["::1"], Forwarded, "::1", &[line]);
        let quoted = "for=192.0.2.1;proto=http, For=\"[2001:db8::7]:4711\";by=10.0.0.1";
        assert_eq!(forwarded(quoted), "2001:db8::7");
        assert_eq!(forwarded("proto=https;for=192.0.2.43"), "192.0.2.43");
        assert_eq!(forwarded("for=_hidden"), "::1");
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        for (text, printed) in [("10.1.2.3", "10.1.2.3/32"), ("fd00::/8", "fd00::/8")] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), printed);
        }
        for text in ["", "proxy", "10.0.0.0/33"] {
            assert_eq!(text.parse::<Network>(), Err(ParseNetworkError));
        }
    }
}

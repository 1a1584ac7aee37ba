//! Finds the client's address of requests that come through proxies. Behind a proxy, every connection
//! comes from the proxy, which names the client's address in a header. Any client can write this header, so
//! the server uses it only if the host of the server trusts the proxy.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};

use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};
use boneyard_base::{Role, Supervisor};
use clap::ValueEnum;
use futures_util::FutureExt as _;
use ipnet::IpNet;

use super::mistakes::{Mistake, Mistakes, clipped};
use super::named_proxy::NamedProxy;
use super::trusted_proxy::TrustedProxy;

/// The header in which trusted proxies name the client's address. The server reads only this header. It
/// would be unsafe to read both headers: a proxy sets one of them, and passes on the other as the client
/// wrote it.
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

    /// The elements of the list in one line of the header. A line that can't be read is one element.
    fn elements(self, line: &str) -> Vec<&str> {
        let elements = match self {
            Self::XForwardedFor => Some(line.split(',').collect()),
            Self::Forwarded => split_unquoted(line, ','),
        };
        let mut elements = elements.unwrap_or_else(|| vec![line]);
        // A list may have empty elements, which mean nothing (RFC 9110, 5.6.1.2).
        elements.retain(|element| !element.trim().is_empty());
        elements
    }

    /// The address in one element of the header's list; `None` if the element has none, or more than one.
    fn address(self, element: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => node(element),
            Self::Forwarded => {
                let pairs = split_unquoted(element, ';')?;
                let pairs = pairs.iter().filter_map(|pair| pair.split_once('='));
                let values: Vec<&str> = pairs
                    .filter(|(key, _)| key.trim().eq_ignore_ascii_case("for"))
                    .map(|(_, value)| value.trim())
                    .collect();
                let [value] = values[..] else { return None };
                let quoted = value.strip_prefix('"');
                node(quoted.map_or(Some(value), |rest| rest.strip_suffix('"'))?)
            }
        }
    }
}

/// Splits a text at a separator, except in quoted strings (RFC 9110, 5.6.4). A client can choose the
/// contents of a quoted string, for example if the proxy passes on the `Host` header in one. `None` if a
/// quoted string doesn't end.
fn split_unquoted(text: &str, separator: char) -> Option<Vec<&str>> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let separates = |letter| {
        let was_escaped = std::mem::take(&mut is_escaped);
        match letter {
            '\\' => is_escaped = is_quoted && !was_escaped,
            '"' if !was_escaped => is_quoted = !is_quoted,
            _ => {}
        }
        letter == separator && !is_quoted
    };
    let parts = text.split(separates).collect();
    (!is_quoted).then_some(parts)
}

/// Parses an address with or without a port. An IPv6 address may be in brackets.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse().ok();
    address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

/// The proxies that the server trusts. All clones share the list.
#[derive(Clone, Debug)]
pub(super) struct Proxies {
    networks: Arc<[IpNet]>,
    names: Arc<[NamedProxy]>,
    header: ForwardedHeader,
    mistakes: Mistakes,
}

impl Proxies {
    /// Creates the list. The addresses of proxies with names are unknown until [`Self::follow_names`] is
    /// called.
    pub(super) fn new(
        trusted: &[TrustedProxy],
        header: ForwardedHeader,
        mistakes: Mistakes,
    ) -> Self {
        let (mut networks, mut names) = (Vec::new(), Vec::new());
        for proxy in trusted {
            match proxy {
                TrustedProxy::Network(network) => networks.push(*network),
                TrustedProxy::Name(name) => names.push(NamedProxy::new(name.clone())),
            }
        }
        Self {
            networks: networks.into(),
            names: names.into(),
            header,
            mistakes,
        }
    }

    /// Starts to look up the names of proxies. Each name has its own task, so a slow lookup doesn't delay
    /// the others.
    pub(super) fn follow_names(&self, supervisor: &Supervisor) {
        for name in self.names.iter() {
            supervisor.supervise(
                "addresses of proxies",
                Role::Serving,
                name.clone(),
                |name| name.follow_for_ever().boxed(),
            );
        }
    }

    /// Whether this is the address of a trusted proxy.
    pub(super) fn trust(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.networks.iter().any(|network| network.contains(&ip))
            || self.names.iter().any(|name| name.has(ip))
    }

    /// Whether the list has any trusted proxy. A proxy whose host name has no address now doesn't count.
    fn trust_any(&self) -> bool {
        !self.networks.is_empty() || self.names.iter().any(NamedProxy::is_known)
    }

    /// The network address from which a request comes. Each proxy appends to the header the address from
    /// which it received the request. So the server reads the addresses from the end of the header, and stops
    /// at the first address that doesn't belong to a trusted proxy.
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
            .flat_map(|line| self.header.elements(line))
            .collect();
        if elements.is_empty() {
            self.tell_of_other_header(peer, headers);
        }
        for element in elements.into_iter().rev() {
            let Some(named) = self.header.address(element) else {
                // This element can't be read. The elements before it can't be trusted, because it is unknown
                // which proxy wrote them.
                self.tell_of_unreadable(peer, element);
                return client;
            };
            client = named;
            if !self.trust(client) {
                return client;
            }
        }
        client
    }

    /// Logs that a trusted proxy names the client's address in the header that the server doesn't read. If a
    /// trusted proxy sets neither header, nothing is logged: the proxy may have sent the request itself, as a
    /// health check.
    fn tell_of_other_header(&self, peer: IpAddr, headers: &HeaderMap) {
        let other = match self.header {
            ForwardedHeader::XForwardedFor => ForwardedHeader::Forwarded,
            ForwardedHeader::Forwarded => ForwardedHeader::XForwardedFor,
        };
        let name = other.name();
        if headers.contains_key(&name) && self.mistakes.is_due(Mistake::OtherForwardedHeader) {
            tracing::warn!(
                %peer,
                "a trusted proxy sets `{name}`, which isn't read, and not `{}`: all visitors who come \
                 through it count as one address. If the proxy sets that header itself, give \
                 --forwarded-header {name}",
                self.header.name()
            );
        }
    }

    fn tell_of_unreadable(&self, peer: IpAddr, element: &str) {
        if self.mistakes.is_due(Mistake::UnreadableForwarded) {
            let (name, found) = (self.header.name(), clipped(element.trim()));
            tracing::warn!(
                %peer,
                ?found,
                "a trusted proxy names no address in `{name}`: all visitors who come through it count as \
                 one. Have it add the visitor's IP address there, or take it out of --trusted-proxy"
            );
        }
    }

    /// Logs a warning if a proxy in the local network seems to be missing in the settings. In this case all
    /// visitors who come through the proxy share the limits of one address.
    fn warn_of_a_proxy(&self, peer: IpAddr, headers: &HeaderMap) {
        static WARNED: Once = Once::new();
        let is_near = match peer.to_canonical() {
            IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
            IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
        };
        if is_near && !self.trust_any() && headers.contains_key(self.header.name()) {
            WARNED.call_once(|| {
                tracing::warn!(
                    %peer,
                    "a proxy seems to be in front, and --trusted-proxy doesn't name it: all visitors who \
                     come through it count as one address. If it is yours, name it: --trusted-proxy {peer}"
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
        proxies(trusted, header).client_of(peer, lines)
    }

    fn proxies(trusted: &[&str], header: ForwardedHeader) -> Proxies {
        let trusted: Vec<_> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        Proxies::new(&trusted, header, Mistakes::default())
    }

    impl Proxies {
        fn client_of(&self, peer: &str, lines: &[&str]) -> String {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(self.header.name(), HeaderValue::from_str(line).unwrap());
            }
            self.client(peer.parse().unwrap(), &headers).to_string()
        }
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        use ForwardedHeader::{Forwarded, XForwardedFor};
        let through = |peer, line| client(&["10.0.0.0/8", "::1"], XForwardedFor, peer, &[line]);
        assert_eq!(through("203.0.113.7", "198.51.100.1"), "203.0.113.7");
        assert_eq!(through("10.0.0.2", "198.51.100.1"), "198.51.100.1");
        assert_eq!(through("::ffff:10.0.0.2", "198.51.100.1"), "198.51.100.1");
        assert_eq!(through("::1", "2001:db8::1"), "2001:db8::1");
        // The address that the client wrote itself comes before the address that the proxy appended.
        assert_eq!(
            through("10.0.0.2", "192.0.2.99, 198.51.100.1"),
            "198.51.100.1"
        );
        assert_eq!(
            through("10.0.0.2", "192.0.2.9, 198.51.100.1, 10.0.0.3"),
            "198.51.100.1"
        );
        assert_eq!(through("10.0.0.2", "198.51.100.1, ,"), "198.51.100.1");
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
    fn what_a_client_writes_into_a_quoted_string_is_no_address() {
        let forwarded = |line| client(&["::1"], ForwardedHeader::Forwarded, "::1", &[line]);
        for line in [
            r#"for=203.0.113.1;host="a,for=192.0.2.9""#,
            r#"for=203.0.113.1;host="a;for=192.0.2.9""#,
            r#"for=203.0.113.1;host="a\",for=192.0.2.9""#,
            r#"for=192.0.2.9;host="\\", for="203.0.113.1""#,
        ] {
            assert_eq!(forwarded(line), "203.0.113.1", "{line}");
        }
        // An element that can't be read names nobody, and neither do those before it.
        for line in [
            r#"for=192.0.2.9, for="203.0.113.1"#,
            "for=192.0.2.9;for=203.0.113.1",
            r#"for=192.0.2.9;host="a, for=203.0.113.1"#,
        ] {
            assert_eq!(forwarded(line), "::1", "{line}");
        }
    }

    #[test]
    fn a_proxy_that_is_named_is_believed_at_the_addresses_that_it_has_now() {
        let proxies = proxies(&["caddy", "192.0.2.1"], ForwardedHeader::XForwardedFor);
        let [caddy] = &proxies.names[..] else {
            panic!("{proxies:?}");
        };
        let answer = |ips: &[&str]| {
            let ips: Vec<IpAddr> = ips.iter().map(|ip| ip.parse().unwrap()).collect();
            caddy.set(Ok(ips.into_iter())).unwrap();
        };
        let forged = ["198.51.100.1"];
        // The name has no address yet, but the other trusted proxy, which has a fixed address, works.
        assert_eq!(proxies.client_of("172.18.0.2", &forged), "172.18.0.2");
        assert_eq!(proxies.client_of("192.0.2.1", &forged), "198.51.100.1");

        answer(&["172.18.0.2"]);
        assert_eq!(proxies.client_of("172.18.0.2", &forged), "198.51.100.1");
        // Other addresses in the same network, such as the gateway, are no trusted proxies.
        for peer in ["172.18.0.1", "172.18.0.3"] {
            assert_eq!(proxies.client_of(peer, &forged), peer);
        }
        // The proxy's container was restarted, and another container may now have its old address.
        answer(&["172.18.0.3"]);
        assert_eq!(proxies.client_of("172.18.0.2", &forged), "172.18.0.2");
        assert_eq!(proxies.client_of("172.18.0.3", &forged), "198.51.100.1");
        answer(&[]);
        assert_eq!(proxies.client_of("172.18.0.3", &forged), "172.18.0.3");
    }
}

//! The setting by which the host of the server names trusted proxies.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// The addresses from which a trusted proxy connects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrustedProxy {
    /// A single address, or all addresses of a network.
    Network(IpNet),
    /// The addresses that a host name currently has.
    Name(HostName),
}

/// The name of a host in DNS, or of a container in its network, in lower case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName(Box<str>);

/// The error for a text that is not a [`TrustedProxy`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a proxy is an IP address, a network such as 10.1.2.0/24, or a host's name")]
pub struct ParseTrustedProxyError;

impl HostName {
    /// The highest number of bytes in a name. `LABEL_BYTES_MAX` is the highest number of bytes in each part
    /// between two dots (RFC 1035).
    const BYTES_MAX: usize = 253;
    const LABEL_BYTES_MAX: usize = 63;

    /// Checks a name; `None` if it is not valid. The last part must begin with a letter, as in all domains.
    /// So a wrong address such as `10.0.0.256` is not taken for a name.
    fn new(text: &str) -> Option<Self> {
        let is_label = |label: &str| {
            // Underscores are allowed, because names of containers may have them although DNS names may not.
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            (1..=Self::LABEL_BYTES_MAX).contains(&label.len()) && label.chars().all(plain)
        };
        let last = text.rsplit('.').next()?;
        let is_name = text.len() <= Self::BYTES_MAX
            && text.split('.').all(is_label)
            && last.starts_with(|c: char| c.is_ascii_alphabetic());
        is_name.then(|| Self(text.to_ascii_lowercase().into()))
    }

    /// The name as text, for a lookup.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TrustedProxy {
    type Err = ParseTrustedProxyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let single = text.parse::<IpAddr>().map(IpNet::from);
        if let Ok(network) = single.or_else(|_| text.parse()) {
            return Ok(Self::Network(network));
        }
        let name = HostName::new(text);
        name.map(Self::Name).ok_or(ParseTrustedProxyError)
    }
}

impl fmt::Display for TrustedProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(network) => network.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_an_address_a_network_or_a_name() {
        for (text, printed) in [("10.1.2.3", "10.1.2.3/32"), ("fd00::/8", "fd00::/8")] {
            let proxy: TrustedProxy = text.parse().unwrap();
            assert!(matches!(proxy, TrustedProxy::Network(_)));
            assert_eq!(proxy.to_string(), printed);
        }
        for (text, printed) in [
            ("caddy", "caddy"),
            ("My_Stack-caddy-1", "my_stack-caddy-1"),
            ("proxy.example.net", "proxy.example.net"),
        ] {
            let proxy: TrustedProxy = text.parse().unwrap();
            assert!(matches!(proxy, TrustedProxy::Name(_)));
            assert_eq!(proxy.to_string(), printed);
        }
        let long_label = "a".repeat(64);
        let long_name = format!("{}a", "ab.".repeat(85));
        for text in [
            "",
            "10.0.0.0/33",
            "10.0.0.256",
            "10.1",
            "0x7f000001",
            "caddy:8080",
            "http://caddy",
            "two words",
            "caddy.",
            ".caddy",
            "*.example.net",
            "domínó",
            &long_label,
            &long_name,
        ] {
            assert_eq!(text.parse::<TrustedProxy>(), Err(ParseTrustedProxyError));
        }
    }
}

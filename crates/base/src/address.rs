//! Network addresses, as the limits count them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};

use crate::limits;

/// An IPv4 address, or the first 64 bits of an IPv6 address. A visitor with one IPv6 address has a whole
/// network of 2^64 addresses, so these count as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Address(IpAddr);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V6(network) => write!(f, "{network}/64"),
            IpAddr::V4(ip) => ip.fmt(f),
        }
    }
}

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V6(ip) => {
                let network = ip.to_bits() & (u128::MAX << 64);
                Ipv6Addr::from_bits(network).into()
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl Address {
    /// The IPv6 network of `bits` bits that contains this address. An IPv4 address is returned unchanged.
    pub fn network(self, bits: u32) -> Self {
        Self(match self.0 {
            IpAddr::V6(ip) => {
                let mask = u128::MAX.unbounded_shl(Ipv6Addr::BITS.saturating_sub(bits));
                Ipv6Addr::from_bits(ip.to_bits() & mask).into()
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }

    /// Whether two addresses lie in the same [surroundings](Self::surroundings). Addresses of the server's own network
    /// never do.
    pub fn is_near(self, other: Self) -> bool {
        !self.is_own_network() && self.surroundings() == other.surroundings()
    }

    /// Whether this is a private address or one of the machine itself. A server meets them only in its own network, where
    /// all players have them, or behind a proxy that it doesn't know.
    pub fn is_own_network(self) -> bool {
        match self.0 {
            IpAddr::V4(ip) => ip.is_private() || ip.is_loopback(),
            // Of an IPv6 address the first 64 bits are known: all are zero in that of the machine itself.
            IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unspecified(),
        }
    }

    /// The network of 24 bits (IPv4) or 48 bits (IPv6) that contains this address. A customer of a provider
    /// seldom has more.
    pub fn surroundings(self) -> Self {
        /// The part of an IPv4 address that does not name its network of 24 bits.
        const HOST_BITS: u32 = 0xff;
        match self.0 {
            IpAddr::V4(ip) => Self(Ipv4Addr::from_bits(ip.to_bits() & !HOST_BITS).into()),
            IpAddr::V6(_) => self.network(limits::NETWORK_BITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::2"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        let large = address("2001:db8:1::1");
        assert_eq!(address("2001:db8:1:2::1").network(48), large);
        assert_eq!(
            address("2001:db8:2:2::1").network(32),
            address("2001:db8::")
        );
        assert_eq!(address("192.0.2.1").network(48), address("192.0.2.1"));
    }

    #[test]
    fn addresses_are_near_in_one_network_of_the_internet() {
        let is_near = |one, other| address(one).is_near(address(other));
        assert!(is_near("192.0.2.1", "192.0.2.200"));
        assert!(!is_near("192.0.2.1", "192.0.3.1"));
        assert!(is_near("2001:db8:1:1::1", "2001:db8:1:2::1"));
        assert!(!is_near("2001:db8:1::1", "2001:db8:2::1"));
        for own in ["10.0.0.1", "192.168.1.1", "fd00::1", "127.0.0.1", "::1"] {
            assert!(!is_near(own, own), "{own}");
        }
    }
}

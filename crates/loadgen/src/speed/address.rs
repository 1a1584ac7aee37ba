//! The source addresses of connections. The server limits the connections and requests of one
//! address, and of the addresses of one network of 24 bits together. So the tables use many networks of
//! the loopback network, with one address each, which stays within the usual limits.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::error::LoadError;

/// The number of tables whose players share an address. With four players at each table, an address
/// has 40 connections of the 1,024 that the server allows. It opens 10 tables of the 1,000 that it
/// may open in an hour. With 6 moves a second at each table, the server writes 60 rows a second for
/// the address, of the 100 that are allowed.
pub(super) const TABLES_PER_ADDRESS: usize = 10;

/// The number of watchers who share an address.
pub(super) const WATCHERS_PER_ADDRESS: usize = 400;

/// The first address of players.
const PLAYERS: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 1);

/// The first address of watchers.
const WATCHERS: Ipv4Addr = Ipv4Addr::new(127, 128, 0, 1);

/// The highest number of addresses for players, and also for watchers. A server can't have so many
/// connections that they need more addresses.
const ADDRESSES_MAX: usize = 10_000;

/// The address from which the players of a table connect. For a server outside the loopback network
/// it is `None`: the operating system chooses the address.
pub(super) fn of_players(server: SocketAddr, table: usize) -> Result<Option<IpAddr>, LoadError> {
    nth(server, PLAYERS, table, TABLES_PER_ADDRESS)
}

/// The address from which a watcher connects. For a server outside the loopback network it is
/// `None`: the operating system chooses the address.
pub(super) fn of_watcher(server: SocketAddr, watcher: usize) -> Result<Option<IpAddr>, LoadError> {
    nth(server, WATCHERS, watcher, WATCHERS_PER_ADDRESS)
}

fn nth(
    server: SocketAddr,
    first: Ipv4Addr,
    index: usize,
    per_address: usize,
) -> Result<Option<IpAddr>, LoadError> {
    let is_here = matches!(server.ip(), IpAddr::V4(ip) if ip.is_loopback());
    if !is_here {
        return Ok(None);
    }
    let number = index / per_address;
    if number >= ADDRESSES_MAX {
        return Err(LoadError::TooMany(index));
    }
    let address = Ipv4Addr::from_bits(first.to_bits() + ((number as u32) << 8));
    Ok(Some(IpAddr::V4(address)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use boneyard_base::limits;

    use super::*;

    #[test]
    fn no_address_has_more_than_the_server_allows() {
        let server = "127.0.0.1:8080".parse().unwrap();
        let mut connections: HashMap<IpAddr, u32> = HashMap::new();
        let mut tables: HashMap<IpAddr, u32> = HashMap::new();
        for table in 0..5_000 {
            let address = of_players(server, table).unwrap().unwrap();
            assert!(address.is_loopback());
            *connections.entry(address).or_default() += 4;
            *tables.entry(address).or_default() += 1;
        }
        for watcher in 0..20_000 {
            let address = of_watcher(server, watcher).unwrap().unwrap();
            assert!(!tables.contains_key(&address));
            *connections.entry(address).or_default() += 1;
        }
        let most = connections.values().max().unwrap();
        assert!(*most <= limits::CONNECTIONS_PER_ADDRESS);
        assert!(*tables.values().max().unwrap() <= limits::TABLES_PER_ADDRESS);
    }

    #[test]
    fn a_server_elsewhere_is_reached_from_the_address_that_the_system_chooses() {
        let server = "192.0.2.1:8080".parse().unwrap();
        assert_eq!(of_players(server, 7).unwrap(), None);
    }
}

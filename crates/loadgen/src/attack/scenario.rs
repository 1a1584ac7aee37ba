//! The scenarios: what attackers do, and what honest visitors do at the same time.

use std::fmt;

use clap::ValueEnum;

use super::attacker::Target;
use super::honest::{Fixture, Visitors};
use super::{connections, crowds, lobby, messages, records, writes};
use crate::error::LoadError;

/// What attackers do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Scenario {
    /// 500 unfinished requests from one address
    HalfOpen,
    /// 1,250 new connections a second from one address, up to 10,000
    Connections,
    /// Idle WebSockets from 32 addresses, until the server may open no more files
    IdleSockets,
    /// Valid messages from one client, as fast as possible
    ValidMessages,
    /// Invalid messages from one client, as fast as possible
    InvalidMessages,
    /// Messages that consist of 200,000 empty fragments
    Fragments,
    /// New names, 20 a second on each of many sockets from one address
    Renames,
    /// New names, 20 a second on each of many sockets from four addresses
    RenamesOfFour,
    /// Players from one address who change between ready and not ready, 20 times a second at each
    /// of many tables
    Ready,
    /// Bots that are created and deleted from one address
    Bots,
    /// As many public tables as one address may open
    LobbyFlood,
    /// 500 visitors from one address who ask for the list of tables again and again
    LobbyFollowers,
    /// Pictures and replays over 900 connections from one address
    Pictures,
    /// A crowd of watchers who react and chat at one table
    Watchers,
    /// Strangers who ask for seats at one table
    SeatRequests,
}

impl Scenario {
    /// The server's limit of open files; `None` for the usual limit.
    pub(super) fn open_files_max(self, is_quick: bool) -> Option<u32> {
        let files = if is_quick { 512 } else { 2_048 };
        (self == Self::IdleSockets).then_some(files)
    }

    /// Prepares what honest visitors need, in addition to the players' tables.
    pub(super) async fn prepare(self, visitors: &Visitors) -> Result<Fixture, LoadError> {
        match self {
            Self::LobbyFlood => visitors.open_public_table().await,
            Self::SeatRequests => visitors.open_table_with_computers().await,
            Self::Pictures => visitors.finish_match().await,
            _ => Ok(Fixture::None),
        }
    }

    /// Attacks until the future is dropped.
    pub(super) async fn attack(self, target: Target) {
        match self {
            Self::HalfOpen => connections::half_open(&target).await,
            Self::Connections => connections::connections(&target).await,
            Self::IdleSockets => connections::idle_sockets(&target).await,
            Self::ValidMessages => messages::valid(&target).await,
            Self::InvalidMessages => messages::invalid(&target).await,
            Self::Fragments => messages::fragments(&target).await,
            Self::Renames => writes::renames(&target, 1).await,
            Self::RenamesOfFour => writes::renames(&target, 4).await,
            Self::Ready => writes::ready(&target).await,
            Self::Bots => writes::bots(&target).await,
            Self::LobbyFlood => lobby::flood(&target).await,
            Self::LobbyFollowers => lobby::followers(&target).await,
            Self::Pictures => records::pictures(&target).await,
            Self::Watchers => crowds::watchers(&target).await,
            Self::SeatRequests => crowds::seat_requests(&target).await,
        }
        // Attackers who have nothing left to try keep their connections until the window ends.
        std::future::pending::<()>().await;
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_every_scenario() {
        let script = include_str!("../../../../scripts/attack");
        for scenario in Scenario::value_variants() {
            assert!(script.contains(&scenario.to_string()), "{scenario}");
        }
    }
}

//! The scenarios: what attackers do, and what honest visitors need meanwhile.

use std::fmt;

use clap::ValueEnum;

use super::attacker::Target;
use super::honest::{Fixture, Visitors};
use super::{connections, crowds, lobby, messages, records, writes};
use crate::error::LoadError;

/// What attackers do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Scenario {
    /// 500 requests of one address that never end
    HalfOpen,
    /// 1,250 new connections a second of one address, up to 10,000
    Connections,
    /// WebSockets of 32 addresses that say nothing, until the server may open no more files
    IdleSockets,
    /// Valid messages of one client, as fast as it can
    ValidMessages,
    /// Invalid messages of one client, as fast as it can
    InvalidMessages,
    /// Messages that consist of 200,000 empty fragments
    Fragments,
    /// New names, 20 a second on each of many sockets of one address
    Renames,
    /// The same from four addresses
    RenamesOfFour,
    /// Players of one address who are ready and not ready, 20 times a second at each of many tables
    Ready,
    /// Bots of one address that are created and deleted
    Bots,
    /// Public tables of one address, as many as it may open
    LobbyFlood,
    /// 500 visitors of one address who ask for the list of tables again and again
    LobbyFollowers,
    /// Pictures and replays over 900 connections of one address
    Pictures,
    /// A crowd of watchers who react and chat at one table
    Watchers,
    /// Strangers who ask for seats at one table
    SeatRequests,
}

impl Scenario {
    /// Files that the server may have open, where that isn't as many as usual.
    pub(super) fn open_files_max(self, is_quick: bool) -> Option<u32> {
        let files = if is_quick { 512 } else { 2_048 };
        (self == Self::IdleSockets).then_some(files)
    }

    /// What honest visitors have at the server besides the tables of the players.
    pub(super) async fn prepare(self, visitors: &Visitors) -> Result<Fixture, LoadError> {
        match self {
            Self::LobbyFlood => visitors.open_public_table().await,
            Self::SeatRequests => visitors.open_table_with_computers().await,
            Self::Pictures => visitors.finish_match().await,
            _ => Ok(Fixture::None),
        }
    }

    /// Attacks until it is dropped.
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
        // Attackers who have nothing left to try keep what they have until the window ends.
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

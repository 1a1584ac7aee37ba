//! The scenarios: what attackers do, and what honest visitors do at the same time.

use std::fmt;
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Request};
use clap::ValueEnum;

use super::attacker::Target;
use super::honest::{Fixture, Visitors};
use super::messages::{Flood, Messages};
use super::quick_match::Attackers;
use super::{codes, http, messages, quick_match, tournaments};
use crate::error::LoadError;

/// A kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Scenario {
    /// New names, 20 a second on each of many sockets from one address
    Renames,
    /// Players from one address who change between ready and not ready, 20 times a second at each
    /// of many tables
    Ready,
    /// As many public tables as one address may open
    LobbyFlood,
    /// 500 visitors from one address who ask for the list of tables again and again
    LobbyFollowers,
    /// Requests for pictures and replays, sent through 900 connections from one address
    Pictures,
    /// Ten guests of one address who seek quick matches, and leave when a table is found
    Seekers,
    /// The same, each time from another /64 of one IPv6 /48
    SeekersOfNetwork,
    /// 58 accounts of one address that do so
    SeekersWithAccounts,
    /// Wrong codes, each from another /64 of one IPv6 /48
    CodesOfNetwork,
    /// Requests for the standings of a tournament, through 200 connections from one address
    Standings,
    /// Guests of one address who enter a tournament and withdraw
    Entries,
    /// New tournaments by accounts of four addresses
    Organisers,
}

impl Scenario {
    /// Whether the attackers are behind a proxy that the server trusts, which names their addresses. The limits
    /// of connections don't hold for such a proxy.
    pub(super) const fn is_behind_proxy(self) -> bool {
        matches!(self, Self::SeekersOfNetwork | Self::CodesOfNetwork)
    }

    /// Prepares the fixture that honest visitors use in this scenario, in addition to the players'
    /// tables.
    pub(super) async fn prepare(
        self,
        visitors: &Visitors,
        is_quick: bool,
    ) -> Result<Fixture, LoadError> {
        match self {
            Self::LobbyFlood => visitors.open_public_table().await,
            Self::Pictures => visitors.finish_match().await,
            Self::Seekers | Self::SeekersOfNetwork => Ok(Fixture::SeekingGuests),
            Self::SeekersWithAccounts => Ok(Fixture::SeekingAccounts),
            Self::CodesOfNetwork => Ok(Fixture::Codes),
            Self::Standings | Self::Entries | Self::Organisers => {
                visitors.open_tournament(is_quick).await
            }
            _ => Ok(Fixture::None),
        }
    }

    /// The text of the failure that is reported if honest visitors can't use the fixture. `None` if
    /// this is no failure, because the scenario may make it impossible to use the fixture.
    pub(super) fn demands(self, is_quick: bool) -> Option<&'static str> {
        match self {
            Self::LobbyFlood => Some("new followers of the lobby did not find the honest table"),
            // A debug build creates pictures too slowly for this check.
            Self::Pictures if !is_quick => Some("honest visitors got no picture"),
            Self::Seekers | Self::SeekersOfNetwork | Self::SeekersWithAccounts => {
                Some("pairs of honest seekers got no match")
            }
            Self::CodesOfNetwork => Some("honest visitors could not sign in with their codes"),
            Self::Standings | Self::Entries | Self::Organisers => {
                Some("honest visitors could not take part in a tournament")
            }
            _ => None,
        }
    }

    /// Runs the attack until the future is dropped.
    pub(super) async fn attack(self, target: Target) {
        match self {
            Self::LobbyFlood => http::open_tables(&target).await,
            Self::Pictures => http::pictures(&target).await,
            Self::Seekers => quick_match::attack(&target, Attackers::Guests).await,
            Self::SeekersOfNetwork => quick_match::attack(&target, Attackers::Network).await,
            Self::SeekersWithAccounts => quick_match::attack(&target, Attackers::Accounts).await,
            Self::CodesOfNetwork => codes::attack(&target).await,
            Self::Standings => tournaments::standings(&target).await,
            Self::Entries => tournaments::entries(&target).await,
            Self::Organisers => tournaments::organisers(&target).await,
            Self::Renames => {
                let messages = Messages::ToServer(rename);
                flood(&target, target.count(500, 40), 50, messages).await;
            }
            Self::Ready => {
                let messages = Messages::AtOwnTable(ready);
                flood(&target, target.count(200, 20), 50, messages).await;
            }
            // The server allows twenty times as many requests, but this rate makes the server send
            // 500 lists of up to 50 KB each second.
            Self::LobbyFollowers => {
                let messages = Messages::ToServer(follow);
                flood(&target, target.count(500, 100), 1_000, messages).await;
            }
        }
        // When the attackers have finished all attempts, they keep their connections until the
        // window ends.
        std::future::pending::<()>().await;
    }
}

/// Sends messages on so many sockets, at this interval in milliseconds on each.
async fn flood(target: &Target, sockets: usize, interval_ms: u64, messages: Messages) {
    let flood = Flood {
        sockets,
        interval: Duration::from_millis(interval_ms),
        messages,
    };
    messages::flood(target, flood).await;
}

fn follow(_: u32) -> ClientMessage {
    ClientMessage::Lobby { follow: true }
}

fn rename(number: u32) -> ClientMessage {
    let name = format!("Attacker {number}");
    ClientMessage::Rename { name }
}

fn ready(number: u32) -> Request {
    let ready = number.is_multiple_of(2);
    Request::Ready { ready }
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

//! The scenarios: what attackers do, and what honest visitors do at the same time.

use std::fmt;
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Phrase, Reaction, Request, Words};
use clap::ValueEnum;

use super::attacker::Target;
use super::honest::{COMPUTERS_SEAT, Fixture, Visitors};
use super::messages::{Flood, Messages};
use super::quick_match::Attackers;
use super::{codes, connections, http, messages, quick_match, tournaments};
use crate::error::LoadError;

/// A kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Scenario {
    /// 500 unfinished requests from one address
    HalfOpen,
    /// 1,250 new connections a second from one address, up to 10,000
    Connections,
    /// Idle WebSockets from 32 addresses, until the server reaches its limit of open files
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
    /// Requests for pictures and replays, sent through 900 connections from one address
    Pictures,
    /// A crowd of watchers who react and chat at one table
    Watchers,
    /// Strangers who ask for seats at one table
    SeatRequests,
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
    /// The server's limit of open files in this scenario; `None` for the usual limit.
    pub(super) fn open_files_max(self, is_quick: bool) -> Option<u32> {
        let files = if is_quick { 512 } else { 2_048 };
        (self == Self::IdleSockets).then_some(files)
    }

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
            Self::SeatRequests => visitors.open_table_with_computers().await,
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
            Self::HalfOpen => connections::half_open(&target).await,
            Self::Connections => connections::connections(&target).await,
            Self::IdleSockets => connections::idle_sockets(&target).await,
            Self::Fragments => messages::fragments(&target).await,
            Self::Bots => http::bots(&target).await,
            Self::LobbyFlood => http::open_tables(&target).await,
            Self::Pictures => http::pictures(&target).await,
            Self::Seekers => quick_match::attack(&target, Attackers::Guests).await,
            Self::SeekersOfNetwork => quick_match::attack(&target, Attackers::Network).await,
            Self::SeekersWithAccounts => quick_match::attack(&target, Attackers::Accounts).await,
            Self::CodesOfNetwork => codes::attack(&target).await,
            Self::Standings => tournaments::standings(&target).await,
            Self::Entries => tournaments::entries(&target).await,
            Self::Organisers => tournaments::organisers(&target).await,
            _ => {
                if let Some(flood) = self.flood(&target) {
                    messages::flood(&target, flood).await;
                }
            }
        }
        // When the attackers have finished all attempts, they keep their connections until the
        // window ends.
        std::future::pending::<()>().await;
    }

    /// The messages of a scenario in which the attackers only send messages; `None` for other
    /// scenarios.
    fn flood(self, target: &Target) -> Option<Flood> {
        let ms = Duration::from_millis;
        let (addresses, sockets, interval, messages) = match self {
            Self::ValidMessages => (1, 1, IMMEDIATELY, Messages::Text(follow)),
            Self::InvalidMessages => (1, 1, IMMEDIATELY, Messages::Text(invalid)),
            Self::Renames => (1, target.count(500, 40), ms(50), Messages::Text(rename)),
            Self::RenamesOfFour => (4, target.count(250, 40), ms(50), Messages::Text(rename)),
            Self::Ready => (
                1,
                target.count(200, 20),
                ms(50),
                Messages::AtOwnTable(ready),
            ),
            // The server allows twenty times as many requests, but this rate makes the server send
            // 500 lists of up to 50 KB each second.
            Self::LobbyFollowers => (1, target.count(500, 100), ms(1_000), Messages::Text(follow)),
            // This rate is below the server's limit for messages of a socket, and above its limit
            // for chat.
            Self::Watchers => {
                let messages = Messages::AtTable(target.table, chat);
                (1, target.count(300, 40), ms(200), messages)
            }
            Self::SeatRequests => {
                let Fixture::Computers(table) = target.fixture else {
                    return None;
                };
                let messages = Messages::AtTable(table, request_seat);
                (1, target.count(60, 20), ms(200), messages)
            }
            _ => return None,
        };
        Some(Flood {
            addresses,
            sockets,
            interval,
            messages,
        })
    }
}

/// The interval between messages of a socket that sends as fast as possible.
const IMMEDIATELY: Duration = Duration::from_micros(10);

fn follow(_: u32) -> String {
    ClientMessage::Lobby { follow: true }.encode()
}

fn invalid(_: u32) -> String {
    "{\"type\":".to_owned()
}

fn rename(number: u32) -> String {
    let name = format!("Attacker {number}");
    ClientMessage::Rename { name }.encode()
}

fn ready(number: u32) -> Request {
    let ready = number.is_multiple_of(2);
    Request::Ready { ready }
}

fn chat(number: u32) -> Request {
    if number.is_multiple_of(2) {
        let reaction = Reaction::Clap;
        Request::React { reaction }
    } else {
        let words = Words::Phrase(Phrase::NiceMove);
        Request::Say { words }
    }
}

fn request_seat(number: u32) -> Request {
    if number.is_multiple_of(2) {
        let seat = COMPUTERS_SEAT;
        Request::RequestSeat { seat }
    } else {
        Request::WithdrawRequest
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

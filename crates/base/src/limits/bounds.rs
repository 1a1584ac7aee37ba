//! What all visitors of a server share, and how much of it one of them may use.

use std::time::Duration;

use super::ADDRESSES_OF_NETWORK;

/// An action that uses something that all visitors share. [`Bounds`](crate::Bounds) counts each of them for the
/// visitor, the address, the network and the server. A restart forgets the counts, and each node has its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// A request over HTTP.
    Requests,
    /// A request or a message that is refused because there were too many. An address that gets more refusals
    /// is served more slowly.
    Refusals,
    /// A new table or a new bot.
    Tables,
    /// A new account, whose name no other account may have.
    Accounts,
    /// A wrong code of the kinds that could be guessed: a transfer code, or a code by email.
    WrongCodes,
    /// A wrong recovery code. It has too many bits to be guessed, but each try is a write to the database.
    WrongRecoveryCodes,
    /// A code by email, whether the mail is sent or not.
    Mails,
    /// A code by email to this address, in lower case. The mailbox takes the place of the server.
    MailsTo(String),
    /// A report.
    Reports,
    /// A browser that asks to be told something by Web Push, or a webhook that is set.
    PushBrowsers,
    /// Reading a feed of turns.
    TurnFeeds,
    /// A new search for a quick match, or a change of one.
    Searches,
    /// A search for a quick match that goes on. It counts until it ends.
    HeldSearches,
    /// A new tournament.
    Tournaments,
    /// Entering a tournament, or withdrawing from one.
    Entries,
    /// Taking a break in an arena, or coming back.
    Breaks,
    /// A wrong password of a tournament.
    WrongPasswords,
}

/// How many actions are allowed in about the time `within`. At once, as many are allowed as in that time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// By one visitor. An action by an unknown visitor isn't counted here.
    pub visitor: u32,
    /// From one address: an IPv4 address, or an IPv6 network of 64 bits.
    pub address: u32,
    /// From one network of 24 bits (IPv4) or 48 bits (IPv6).
    pub network: u32,
    /// By all visitors together.
    pub all: u32,
    /// The time in which the counts fall to a part of 1/e. If all is used up, actions are allowed again at the
    /// average rate.
    pub within: Duration,
}

/// As long as an address has used no more of its allowance than this number times the share that its network
/// has left, its actions are allowed. The same holds for a network and the server. So these shares have no
/// effect while half of the allowance of all is left, and then refuse first those who have used most.
pub const SHARE: f64 = 2.0;

/// So long that actions that count until they end don't fade before.
pub const WHILE_HELD: Duration = Duration::from_hours(365 * 24);

/// A count below this part of its allowance is forgotten, if nothing has been added for the time `within`.
pub const FORGOTTEN_SHARE: f64 = 1.0 / 64.0;

/// If this number of counts is in memory, those without effect are forgotten for the first time. Each needs
/// about 80 bytes.
pub const COUNTS_MANY: usize = 4_096;

impl Bound {
    /// All bounds, for tests that go through them.
    #[cfg(test)]
    pub(crate) fn all() -> [Self; 17] {
        [
            Self::Requests,
            Self::Refusals,
            Self::Tables,
            Self::Accounts,
            Self::WrongCodes,
            Self::WrongRecoveryCodes,
            Self::Mails,
            Self::MailsTo("ada@dominoes.example".to_owned()),
            Self::Reports,
            Self::PushBrowsers,
            Self::TurnFeeds,
            Self::Searches,
            Self::HeldSearches,
            Self::Tournaments,
            Self::Entries,
            Self::Breaks,
            Self::WrongPasswords,
        ]
    }

    /// How often the action is allowed. `tables` is the number of tables that the settings allow one address in
    /// an hour.
    pub const fn allowance(&self, tables: u32) -> Allowance {
        const HOUR: Duration = Duration::from_hours(1);
        const NETWORK: u32 = ADDRESSES_OF_NETWORK;
        match self {
            // A page makes about a dozen requests. So many browsers of a school open it at the same time.
            Self::Requests => allowance(
                [2_000, 2_000, 2_000 * NETWORK, 256_000],
                Duration::from_secs(10),
            ),
            // A person never gets so many.
            Self::Refusals => allowance([10, 10, 10 * NETWORK, 2_560], Duration::from_secs(30)),
            Self::Tables => {
                let network = tables.saturating_mul(NETWORK);
                allowance([tables, tables, network, network.saturating_mul(32)], HOUR)
            }
            // A school class makes accounts at the same time.
            Self::Accounts => allowance([5, 60, 60 * NETWORK, 12_000], HOUR),
            // People mistype one code, seldom two. docs/security.md says how long guessing takes.
            Self::WrongCodes => allowance([5, 10, 40, 3_000], Duration::from_mins(5)),
            Self::WrongRecoveryCodes => allowance([5, 10, 40, 30_000], Duration::from_mins(5)),
            // A school class signs in from one address. A mail provider lets a small sender send so many.
            Self::Mails => allowance([5, 20, 80, 480], HOUR),
            // One mail got lost, and two more. Five other networks leave the owner of the mailbox a code.
            Self::MailsTo(_) => allowance([3, 3, 6, 24], HOUR),
            // One report for each other player of a table, and a few more; and a family at one address.
            Self::Reports => allowance([5, 20, 80, 2_000], HOUR),
            // Each page that is loaded says which browser it is in. The server will connect to a host of its choice.
            Self::PushBrowsers => allowance([30, 120, 120 * NETWORK, 12_000], HOUR),
            // Each may read the logs of 32 tables. A program reads once a minute, and a calendar less often.
            Self::TurnFeeds => allowance([30, 120, 120 * NETWORK, 6_000], Duration::from_mins(5)),
            // Each reads ratings from the storage. A person tries a few presets. A school class begins at the
            // same time.
            Self::Searches => allowance([10, 100, 100 * NETWORK, 3_200], Duration::from_secs(20)),
            // The nodes tell each other all searches each second. A visitor has one, and a school a few classes.
            Self::HeldSearches => allowance([128, 128, 128 * NETWORK, 4_096], WHILE_HELD),
            // A club prepares the evenings of a month. Its organisers may share an address.
            Self::Tournaments => {
                // A host who allows an address more tables allows it more tournaments.
                let times = if tables > 1_000 { tables / 1_000 } else { 1 };
                allowance(
                    [
                        6_u32.saturating_mul(times),
                        20_u32.saturating_mul(times),
                        (20 * NETWORK).saturating_mul(times),
                        2_000_u32.saturating_mul(times),
                    ],
                    HOUR,
                )
            }
            // A player changes their mind. The players of a large evening share the address of the hall.
            Self::Entries => allowance([20, 1_000, 1_000 * NETWORK, 50_000], HOUR),
            // A player takes a break after some matches. Each break is an event of the arena.
            Self::Breaks => allowance([30, 1_000, 1_000 * NETWORK, 50_000], HOUR),
            // Some players of a hall mistype the word on the wall. Guessing one of ten thousand takes days.
            Self::WrongPasswords => allowance([5, 60, 120, 2_400], HOUR),
        }
    }
}

/// How many of something that is stored may be open at the same time. The database counts them, for as long as they
/// last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenMax {
    /// Of one visitor.
    pub visitor: u32,
    /// Of one network of 24 bits (IPv4) or 48 bits (IPv6), of which a hash is stored.
    pub network: u32,
    /// Of all visitors together.
    pub all: u32,
}

/// Tournaments that have not ended. A league for each evening of the week, and a few more; the clubs of a town's network.
/// Each is in the memory of every node, and is looked at each [`TOURNAMENT_TICK`](super::TOURNAMENT_TICK).
pub const OPEN_TOURNAMENTS: OpenMax = OpenMax {
    visitor: 10,
    network: 160,
    all: 2_000,
};

/// Reports that no moderator has closed. More than moderators can read.
pub const OPEN_REPORTS: OpenMax = OpenMax {
    visitor: 100,
    network: 500,
    all: 10_000,
};

const fn allowance([visitor, address, network, all]: [u32; 4], within: Duration) -> Allowance {
    Allowance {
        visitor,
        address,
        network,
        all,
        within,
    }
}

//! Accounts: signing in, friends and blocks, conduct and moderation, and ratings.

mod accounts;
mod blocks;
mod conduct;
mod email;
mod friends;
mod known;
mod moderation;
mod passkeys;
mod presence;
mod rates;
mod ratings;
mod refusal;
mod sessions;
mod standing;
mod tries;
mod waits;
mod webauthn;

use std::sync::Arc;

use axum::http::HeaderMap;
use boneyard_protocol::ServerMessage;

pub(crate) use self::accounts::AccountError;
use self::email::Mailer;
pub(crate) use self::email::{Email, EmailError};
pub(crate) use self::passkeys::PasskeysError;
use self::presence::Presence;
pub(crate) use self::presence::Present;
pub(crate) use self::rates::Pace;
use self::rates::Rates;
use self::ratings::Leaderboards;
pub use self::ratings::{Recomputed, rate_waiting, recompute_ratings};
pub(crate) use self::refusal::PeopleRefusal;
pub(crate) use self::standing::Standing;
pub(crate) use self::tries::{Subject, TooManyTries, Tries};
use crate::bus::{Bus, Message};
use crate::clock::Clock;
use crate::config::Config;
use crate::id::PlayerId;
use crate::identity::Identity;
use crate::socket::OpenSockets;
use crate::store::{Acquaintance, Store, StoreError};

/// What the server knows about players beyond their tables. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct People {
    pub(crate) identity: Identity,
    store: Store,
    clock: Clock,
    /// The connection to the other nodes, if there are any.
    bus: Bus,
    /// The recent tries of secrets that can be guessed.
    pub(crate) tries: Tries,
    /// The open sockets at this node.
    pub(crate) sockets: OpenSockets,
    config: Arc<Config>,
    /// Sends mails, if the host has configured it.
    mailer: Option<Mailer>,
    /// Which accounts are connected.
    pub(crate) presence: Presence,
    /// How often each visitor has recently done what reaches other visitors.
    rates: Rates,
    leaderboards: Leaderboards,
}

impl People {
    /// Starts the task that deletes expired codes, and the task that sends mails, if the host has
    /// configured it.
    ///
    /// # Errors
    ///
    /// When TLS to the SMTP server can't be set up.
    pub(crate) fn start(
        identity: Identity,
        store: Store,
        clock: Clock,
        bus: Bus,
        config: Arc<Config>,
    ) -> Result<Self, lettre::transport::smtp::Error> {
        let mailer = Mailer::start(&config)?;
        let people = Self {
            identity,
            store,
            clock,
            bus,
            tries: Tries::default(),
            sockets: OpenSockets::default(),
            presence: Presence::default(),
            rates: Rates::default(),
            config,
            mailer,
            leaderboards: Leaderboards::default(),
        };
        tokio::spawn(people.clone().forget_codes_for_ever());
        Ok(people)
    }

    /// Whether the server offers to sign in by email.
    pub(crate) const fn offers_email(&self) -> bool {
        self.mailer.is_some()
    }

    /// Whether browsers offer passkeys at the address that the request was sent to.
    pub(crate) fn offers_passkeys(&self, headers: &HeaderMap) -> bool {
        self.site(headers).is_some()
    }

    /// Tells all clients of a player, at every node, that the account has changed and should be read
    /// again.
    pub(crate) fn account_changed(&self, player: PlayerId) {
        self.sockets.tell(player, &ServerMessage::AccountChanged {});
        self.tell_nodes(Message::AccountChanged { player });
    }

    /// Sends a message to a player's sockets at every node.
    pub(crate) fn tell(&self, player: PlayerId, message: &ServerMessage) {
        self.sockets.tell(player, message);
        self.tell_nodes(Message::ForPlayer {
            player,
            message: message.encode(),
        });
    }

    /// What a player may know about each of these others.
    pub(crate) async fn acquaintances(
        &self,
        player: PlayerId,
        others: Vec<PlayerId>,
    ) -> Result<Vec<Acquaintance>, StoreError> {
        self.store.acquaintances(player, others).await
    }

    /// Sends a message to the other nodes, if there are any.
    fn tell_nodes(&self, message: Message) {
        if !self.bus.is_alone() {
            self.bus.tell_all(message);
        }
    }
}

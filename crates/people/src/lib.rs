//! Accounts: signing in, friends and blocks, conduct and moderation, and ratings.

mod accounts;
mod blocks;
mod conduct;
mod email;
mod friends;
mod identity;
mod moderation;
mod passkeys;
mod presence;
mod public_url;
mod rates;
mod ratings;
mod refusal;
mod sessions;
mod tries;
mod visitor_status;
mod webauthn;

use boneyard_base::{Clock, OpenSockets, PlayerId};
use boneyard_cluster::{Bus, Message};
use boneyard_protocol::ServerMessage;
use boneyard_store::{Acquaintance, Store, StoreError};
use http::HeaderMap;
use lettre::message::Mailbox;

pub use self::accounts::AccountError;
use self::email::Mailer;
pub use self::email::{Email, EmailError, ParseSmtpUrlError, SmtpUrl};
pub use self::friends::Invitation;
pub use self::identity::{BotError, Identity, IdentityError, NameError, ParseSecretError, Secret};
pub use self::moderation::Reported;
pub use self::passkeys::PasskeysError;

pub use self::presence::{Presence, Present};
pub use self::public_url::{ParsePublicUrlError, PublicUrl};
use self::rates::Rates;
use self::ratings::Leaderboards;
pub use self::ratings::{Recomputed, rate_waiting, recompute_ratings};
pub use self::refusal::PeopleRefusal;

pub use self::tries::{Subject, TooManyTries, Tries};

/// What the host has set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The address of the server as browsers know it, if it isn't the one that a request names.
    pub public_url: Option<PublicUrl>,
    /// The SMTP server that sends codes, and the address that they come from; without it there are none.
    pub mail: Option<(SmtpUrl, Mailbox)>,
}

/// What the server knows about players beyond their tables. Clones share it.
#[derive(Clone, Debug)]
pub struct People {
    /// The names and cookies of visitors.
    pub identity: Identity,
    store: Store,
    clock: Clock,
    /// The connection to the other nodes, if there are any.
    bus: Bus,
    /// The recent tries of secrets that can be guessed.
    pub tries: Tries,
    /// The open sockets at this node.
    pub sockets: OpenSockets,
    public_url: Option<PublicUrl>,
    /// Sends mails, if the host has configured it.
    mailer: Option<Mailer>,
    /// Which accounts are connected.
    pub presence: Presence,
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
    pub fn start(
        identity: Identity,
        store: Store,
        clock: Clock,
        bus: Bus,
        settings: Settings,
    ) -> Result<Self, lettre::transport::smtp::Error> {
        let mailer = settings.mail.map(|(smtp, from)| Mailer::start(&smtp, from));
        let mailer = mailer.transpose()?;
        let people = Self {
            identity,
            store,
            clock,
            bus,
            tries: Tries::default(),
            sockets: OpenSockets::default(),
            presence: Presence::default(),
            rates: Rates::default(),
            public_url: settings.public_url,
            mailer,
            leaderboards: Leaderboards::default(),
        };
        tokio::spawn(people.clone().forget_codes_for_ever());
        Ok(people)
    }

    /// Whether the server offers to sign in by email.
    pub const fn offers_email(&self) -> bool {
        self.mailer.is_some()
    }

    /// Whether browsers offer passkeys at the address that the request was sent to.
    pub fn offers_passkeys(&self, headers: &HeaderMap) -> bool {
        self.site(headers).is_some()
    }

    /// Tells all clients of a player, at every node, that the account has changed and should be read
    /// again.
    pub fn account_changed(&self, player: PlayerId) {
        self.sockets.tell(player, &ServerMessage::AccountChanged {});
        self.tell_nodes(Message::AccountChanged { player });
    }

    /// Sends a message to a player's sockets at every node.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        self.sockets.tell(player, message);
        self.tell_nodes(Message::ForPlayer {
            player,
            message: message.encode(),
        });
    }

    /// What a player may know about each of these others.
    pub async fn acquaintances(
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

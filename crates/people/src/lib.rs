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
mod visitor_status;
mod webauthn;

use boneyard_base::{Bounds, Clock, OpenSockets, PlayerId, Role, Supervisor};
use boneyard_cluster::{Bus, Message};
use boneyard_protocol::ServerMessage;
use boneyard_store::{Acquaintance, Store, StoreError};
use futures_util::FutureExt as _;
use http::HeaderMap;
use lettre::message::Mailbox;

pub use self::accounts::AccountError;
pub use self::accounts::device_name::of as device_name;
use self::email::Mailer;
pub use self::email::{Email, EmailError, ParseSmtpUrlError, SmtpError, SmtpUrl};
pub use self::friends::Invitation;
pub use self::identity::name::{default_name, of_account as account_name};
pub use self::identity::{
    BotError, FeedError, Identity, IdentityError, NameError, ParseSecretError, Secret, SetCookie,
};
pub use self::moderation::Reported;
pub use self::passkeys::PasskeysError;

pub use self::presence::{Presence, Present};
pub use self::public_url::{ParsePublicUrlError, PublicUrl};
use self::rates::Rates;
use self::ratings::Leaderboards;
pub use self::ratings::{Recomputed, rate_waiting, recompute_ratings};
pub use self::refusal::PeopleRefusal;

/// The host's settings for accounts.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The URL at which browsers open the server, if it differs from the address that the requests contain.
    pub public_url: Option<PublicUrl>,
    /// The SMTP server that sends codes, and the sender's address. `None` if the server sends no mails.
    pub mail: Option<(SmtpUrl, Mailbox)>,
}

/// Accounts, and everything that the server stores about players outside of tables. Clones share their state.
#[derive(Clone, Debug)]
pub struct People {
    /// Identifies visitors by their cookies and tokens, and knows their names.
    pub identity: Identity,
    store: Store,
    clock: Clock,
    /// The connection to the other nodes, if the server belongs to a cluster.
    bus: Bus,
    /// How much each visitor, address and network has used of what all of them share.
    bounds: Bounds,
    /// The open sockets at this node.
    pub sockets: OpenSockets,
    public_url: Option<PublicUrl>,
    /// Sends mails. `None` if the settings contain no SMTP server.
    mailer: Option<Mailer>,
    /// Which accounts are connected.
    pub presence: Presence,
    /// How often each visitor has recently done something that other visitors notice.
    rates: Rates,
    leaderboards: Leaderboards,
}

impl People {
    /// Starts the task that deletes expired codes. If the settings contain an SMTP server, also starts the
    /// task that sends mails.
    ///
    /// # Errors
    ///
    /// When mails can't be sent to the SMTP server.
    pub fn start(
        supervisor: &Supervisor,
        identity: Identity,
        store: Store,
        clock: Clock,
        bus: Bus,
        bounds: Bounds,
        settings: Settings,
    ) -> Result<Self, SmtpError> {
        let mailer = settings
            .mail
            .map(|(smtp, from)| Mailer::start(supervisor, &smtp, from));
        let mailer = mailer.transpose()?;
        let people = Self {
            identity,
            store,
            clock,
            bus,
            bounds,
            sockets: OpenSockets::default(),
            presence: Presence::default(),
            rates: Rates::default(),
            public_url: settings.public_url,
            mailer,
            leaderboards: Leaderboards::default(),
        };
        supervisor.supervise("expired codes", Role::Upkeep, people.clone(), |people| {
            people.forget_codes_for_ever().boxed()
        });
        Ok(people)
    }

    /// Whether visitors can sign in with an email address.
    pub const fn offers_email(&self) -> bool {
        self.mailer.is_some()
    }

    /// Whether passkeys work at the URL to which the request was sent.
    pub fn offers_passkeys(&self, headers: &HeaderMap) -> bool {
        self.site(headers).is_some()
    }

    /// Sends all clients of a player, at every node, a message: the account has changed, and the client
    /// should read it again.
    pub fn account_changed(&self, player: PlayerId) {
        self.sockets.tell(player, &ServerMessage::AccountChanged {});
        self.tell_nodes(Message::AccountChanged { player });
    }

    /// Sends a message to all sockets of a player, at every node.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        self.sockets.tell(player, message);
        self.tell_nodes(Message::ForPlayer {
            player,
            message: message.encode(),
        });
    }

    /// The data about each of these other players that the player may see.
    pub async fn acquaintances(
        &self,
        player: PlayerId,
        others: Vec<PlayerId>,
    ) -> Result<Vec<Acquaintance>, StoreError> {
        self.store.friends().acquaintances(player, others).await
    }

    /// Sends a message to the other nodes, if the server belongs to a cluster.
    fn tell_nodes(&self, message: Message) {
        if !self.bus.is_alone() {
            self.bus.tell_all(message);
        }
    }
}

//! Notices: tells people what waits for them while their pages are closed, by Web Push through the push services of
//! their browsers, and by mail; and tells chats by webhooks.
//!
//! A table says that it waits for a player who isn't there. That is stored with the time at which it is told
//! (`store/notices.rs`), so that it survives a restart, and nobody's move waits for it. When it is due, one node asks the
//! table again, encrypts the notice for each of the player's browsers, and sends it to the browser's push service. A
//! player whose turn it has been for long is told by mail, by the same queue.

mod encryption;
mod endpoint;
mod mail;
mod notice;
mod outside;
mod post;
mod quiet;
mod sender;
mod services;
mod vapid;
mod webhook;

use std::fmt;
use std::sync::{Arc, OnceLock};

use boneyard_base::limits::{self, Bound};
use boneyard_base::{
    Bounds, Clock, DeviceId, KeyedRates, PlayerId, Rate, RecipientId, Requester, Role, Supervisor,
    TableId, Timestamp,
};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::push::{PushBrowserBody, PushBrowsersBody, PushWishes, PutPushBrowser};
use boneyard_store::{NewNotice, PushAddress, Store, StoreError, StoredPushBrowser};
use data_encoding::BASE64URL_NOPAD;
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use rand::rngs::SysError;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::time::{Instant, timeout};

use self::encryption::Recipient;
use self::endpoint::Endpoint;
pub use self::mail::{Mails, TurnMail};
pub use self::notice::{AboutTable, TableAnswer, TableAnswers, TableQuestion};
use self::notice::{NoticeKind, choice_of, wishes_of};
use self::outside::Connector;
pub use self::outside::{Outside, Resolver};
pub use self::sender::Meters;
use self::services::Services;
use self::vapid::ServerKey;

/// Why notices can't be sent.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The stored key could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system provides no random numbers.
    #[error("no randomness for a key: {0}")]
    Random(#[from] SysError),
    /// The stored key is damaged.
    #[error("the stored key for Web Push is damaged")]
    DamagedKey,
}

/// Why a request about notices is refused.
#[derive(Debug, thiserror::Error)]
pub enum NoticeError {
    /// The host has switched Web Push off.
    #[error("This server tells closed pages nothing.")]
    NotHere,
    /// The subscription isn't one that a browser makes.
    #[error("{0} isn't what a browser's subscription has there")]
    WrongField(&'static str),
    /// Too many browsers were added by the visitor or from its network.
    #[error("Many browsers have been added; try again later.")]
    TooMany,
    /// Only accounts can be told by mail.
    #[error("Only who keeps an account can be told by mail.")]
    OnlyKept,
    /// The visitor has no browser with this id.
    #[error("You have no such browser.")]
    NoBrowser,
    /// Only the host of a table over days sets its webhook.
    #[error("Only the host of a table over days can do that.")]
    NotHost,
    /// The operating system provides no random numbers.
    #[error("There is no randomness for a link.")]
    Random(#[from] SysError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NoticeError {
    /// The code of this error in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotHere => ErrorCode::NotNow,
            Self::WrongField(_) => ErrorCode::WrongFields,
            Self::TooMany => ErrorCode::Rate,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::NoBrowser => ErrorCode::NotFound,
            Self::NotHost => ErrorCode::NotHost,
            Self::Random(_) | Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

/// The browser that sends a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The visitor, and the address from which the request comes.
    pub requester: Requester,
    /// The account's device; `None` for a guest's browser.
    pub device: Option<DeviceId>,
    /// The name of the browser, for its owner.
    pub name: String,
    /// The origin of the page.
    pub origin: String,
}

/// The name of the task that sends notices.
const NOTICES: &str = "notices to send";

/// Sends notices. Clones share one state.
#[derive(Clone)]
pub struct Notices {
    inner: Arc<Inner>,
}

struct Inner {
    supervisor: Supervisor,
    store: Store,
    clock: Clock,
    bounds: Bounds,
    key: ServerKey,
    /// A URL by which push services find who runs the server, if the settings have one.
    contact: Option<String>,
    connector: Connector,
    /// Waits for the storage.
    queue: mpsc::Sender<NewNotice>,
    /// How much was stored lately for each player.
    paces: Mutex<KeyedRates<PlayerId>>,
    /// Notified when something was stored, or when there is room to send more.
    stored: Notify,
    /// Room for what is sent at the same time.
    room: Arc<Semaphore>,
    services: Mutex<Services>,
    /// Answers for the tables; empty until [`Notices::send`].
    tables: OnceLock<Arc<dyn TableAnswers>>,
    /// Sends mails; empty if this server sends none.
    mails: OnceLock<Arc<dyn Mails>>,
    /// How many mails were sent lately.
    mail_pace: Mutex<Rate>,
    meters: Meters,
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notices").finish_non_exhaustive()
    }
}

impl Notices {
    /// Reads or makes the server's key, and starts the task that stores what is to be told. `contact` is a URL by which
    /// push services find who runs the server; without it they are given the origin of the browser's page.
    pub async fn start(
        supervisor: Supervisor,
        store: Store,
        clock: Clock,
        bounds: Bounds,
        outside: Outside,
        contact: Option<String>,
    ) -> Result<Self, StartError> {
        let (queue, waiting) = mpsc::channel(limits::PUSH_STORED_QUEUE_MAX);
        let inner = Inner {
            supervisor,
            key: ServerKey::stored(&store).await?,
            store,
            clock,
            bounds,
            contact,
            connector: Connector::new(outside),
            queue,
            paces: Mutex::new(KeyedRates::new(limits::PEOPLE_RATES_MAX)),
            stored: Notify::new(),
            room: Arc::new(Semaphore::new(limits::PUSH_AT_ONCE)),
            services: Mutex::default(),
            tables: OnceLock::new(),
            mails: OnceLock::new(),
            mail_pace: Mutex::new(mail::pace()),
            meters: Meters::default(),
        };
        let notices = Self {
            inner: Arc::new(inner),
        };
        notices.inner.supervisor.supervise(
            "notices to store",
            Role::Upkeep,
            (notices.clone(), waiting),
            |(notices, waiting)| notices.store_for_ever(waiting).boxed(),
        );
        Ok(notices)
    }

    /// Starts the task that sends what is due. `tables` answers for the tables, and `mails` sends mails.
    pub fn send(&self, tables: Arc<dyn TableAnswers>, mails: Option<Arc<dyn Mails>>) {
        if let Some(mails) = mails {
            let _ = self.inner.mails.set(mails);
        }
        // Nothing else sets them.
        let _ = self.inner.tables.set(Arc::clone(&tables));
        self.inner.supervisor.supervise(
            NOTICES,
            Role::Upkeep,
            (self.clone(), tables),
            |(notices, tables)| notices.send_for_ever(tables).boxed(),
        );
    }

    /// Begins to send nothing more, and waits until what is being sent has been answered and noted: otherwise the next
    /// server on this database would send it again.
    pub async fn stop(&self) {
        let all = limits::PUSH_AT_ONCE as u32;
        let longest = self.inner.connector.timeout() + limits::PUSH_POLL;
        if let Ok(Ok(permits)) = timeout(longest, self.inner.room.acquire_many(all)).await {
            permits.forget();
        }
    }

    /// The server's public key in base64url, which browsers name when they subscribe.
    pub fn public_key(&self) -> &str {
        self.inner.key.public()
    }

    /// How much was sent.
    pub fn meters(&self) -> &Meters {
        &self.inner.meters
    }

    fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// Has a player's browsers told that the position with this number is the player's turn, unless the player comes to
    /// the table soon. They are told of each turn once. Returns false if too much waits: then try again later.
    pub fn turn(&self, player: PlayerId, table: TableId, position: u32) -> bool {
        self.offer(player, table, NoticeKind::Turn, position.into(), "")
    }

    /// Has a player's browsers told that a quick match was found, unless the player comes to its table soon. Returns
    /// false if too much waits: then try again later.
    pub fn found(&self, player: PlayerId, table: TableId) -> bool {
        self.offer(player, table, NoticeKind::Found, 1, "")
    }

    /// Has a player's browsers told that a tournament's match begins, unless the player comes to its table soon. The
    /// table waits until `come_by`. Returns false if too much waits: then try again later.
    pub fn match_begins(&self, player: PlayerId, table: TableId, come_by: Timestamp) -> bool {
        self.offer(player, table, NoticeKind::Match, come_by.0, "")
    }

    /// Has a player's browsers told that a friend, by name, invites the player to a table.
    pub fn invited(&self, player: PlayerId, table: TableId, name: &str) {
        let number = self.now().0;
        self.offer(player, table, NoticeKind::Invited, number, name);
    }

    fn offer(
        &self,
        player: PlayerId,
        table: TableId,
        kind: NoticeKind,
        number: i64,
        name: &str,
    ) -> bool {
        if player.is_bot() {
            return true;
        }
        let pace = limits::PUSH_STORED;
        let now = Instant::now();
        let full = |_: &PlayerId| Rate::new(pace.interval, pace.burst, now);
        let Ok(room) = self.inner.queue.try_reserve() else {
            return false;
        };
        if !self.inner.paces.lock().allow(player, full, now) {
            return false;
        }
        room.send(self.new_notice(Some(player), table, kind, number, name));
        true
    }

    /// Has the webhook of a table told that the match with this number has ended. Returns false if too much waits: then
    /// try again later.
    pub fn over(&self, table: TableId, match_number: u32) -> bool {
        let Ok(room) = self.inner.queue.try_reserve() else {
            return false;
        };
        room.send(self.new_notice(None, table, NoticeKind::Over, match_number.into(), ""));
        true
    }

    fn new_notice(
        &self,
        player: Option<PlayerId>,
        table: TableId,
        kind: NoticeKind,
        number: i64,
        name: &str,
    ) -> NewNotice {
        let wait_ms = match kind {
            NoticeKind::Turn | NoticeKind::Match => limits::PUSH_TURN_AFTER_MS,
            NoticeKind::Found => limits::PUSH_FOUND_AFTER_MS,
            NoticeKind::Invited | NoticeKind::Over => 0,
        };
        let created = self.now();
        NewNotice {
            player,
            table,
            kind: kind.number(),
            number,
            name: name.to_owned(),
            created,
            due: created.plus_ms(wait_ms),
            is_mailed: kind == NoticeKind::Turn && self.inner.mails.get().is_some(),
            is_posted: matches!(kind, NoticeKind::Turn | NoticeKind::Over),
        }
    }

    /// Stores what is to be told. If the storage fails, it isn't told.
    async fn store_for_ever(&self, waiting: &mut mpsc::Receiver<NewNotice>) {
        while let Some(notice) = waiting.recv().await {
            match self.inner.store.notices().add(notice).await {
                Ok(()) => self.inner.stored.notify_one(),
                Err(StoreError::Closed) => return,
                Err(error) => {
                    tracing::error!(%error, "what browsers are to be told can't be stored");
                }
            }
        }
    }

    /// Adds the browser that sends the request, or replaces what is known of it.
    pub async fn put_browser(
        &self,
        sender: Sender,
        browser: &PutPushBrowser,
    ) -> Result<PushBrowsersBody, NoticeError> {
        let address = address_of(&sender, browser)?;
        let bound = [Bound::PushBrowsers];
        let counted = self
            .inner
            .bounds
            .take(&bound, sender.requester, Instant::now());
        counted.ok_or(NoticeError::TooMany)?;
        let choice = browser.wishes.map(checked).transpose()?;
        let usual = choice_of(PushWishes::default());
        let put = self
            .inner
            .store
            .push_browsers()
            .put(address, choice, usual, self.now());
        let own = Some(put.await?);
        let browsers = self.browsers(sender.requester.player).await?.browsers;
        Ok(PushBrowsersBody { browsers, own })
    }

    /// The browsers of a visitor.
    pub async fn browsers(&self, player: PlayerId) -> Result<PushBrowsersBody, NoticeError> {
        let body = |stored: StoredPushBrowser| PushBrowserBody {
            id: stored.id,
            name: stored.address.name,
            created_ms: stored.created.0,
            wishes: wishes_of(&stored.choice),
        };
        let stored = self.inner.store.push_browsers().of(player).await?;
        Ok(PushBrowsersBody {
            browsers: stored.into_iter().map(body).collect(),
            own: None,
        })
    }

    /// Changes what a browser of a visitor is told.
    pub async fn choose(
        &self,
        player: PlayerId,
        browser: RecipientId,
        wishes: PushWishes,
    ) -> Result<PushBrowsersBody, NoticeError> {
        let choice = checked(wishes)?;
        let changed = self
            .inner
            .store
            .push_browsers()
            .choose(player, browser, choice);
        changed.await?.then_some(()).ok_or(NoticeError::NoBrowser)?;
        self.browsers(player).await
    }

    /// Has a browser of a visitor told nothing more.
    pub async fn remove(&self, player: PlayerId, browser: RecipientId) -> Result<(), NoticeError> {
        let removed = self.inner.store.push_browsers().remove(player, browser);
        removed.await?.then_some(()).ok_or(NoticeError::NoBrowser)
    }
}

/// What a browser wants to be told, if its quiet hours are times of the day.
fn checked(wishes: PushWishes) -> Result<boneyard_store::PushChoice, NoticeError> {
    let is_time = |minute: u16| minute < quiet::DAY_MINUTES;
    let is_right = is_time(wishes.quiet.from) && is_time(wishes.quiet.until);
    is_right
        .then(|| choice_of(wishes))
        .ok_or(NoticeError::WrongField("quiet"))
}

/// Where a browser is reached, if that is what browsers say.
fn address_of(sender: &Sender, browser: &PutPushBrowser) -> Result<PushAddress, NoticeError> {
    let bytes = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
    Endpoint::parse(&browser.endpoint).ok_or(NoticeError::WrongField("endpoint"))?;
    let public_key = bytes(&browser.p256dh).map_err(|_| NoticeError::WrongField("p256dh"))?;
    let auth_secret = bytes(&browser.auth).map_err(|_| NoticeError::WrongField("auth"))?;
    if Recipient::new(&public_key, &auth_secret).is_none() {
        return Err(NoticeError::WrongField("p256dh or auth"));
    }
    let zone = browser.time_zone.as_deref().unwrap_or_default();
    // A zone that is not known here is none: the browser may be newer than this server.
    let is_known = zone.len() <= limits::TIME_ZONE_BYTES_MAX && quiet::is_zone(zone);
    Ok(PushAddress {
        player: sender.requester.player,
        device: sender.device,
        name: sender.name.clone(),
        endpoint: browser.endpoint.clone(),
        public_key,
        auth_secret,
        origin: sender.origin.clone(),
        language: boneyard_words::Language::accepted(&browser.language)
            .code
            .to_owned(),
        time_zone: if is_known {
            zone.to_owned()
        } else {
            String::new()
        },
    })
}

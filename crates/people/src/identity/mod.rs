//! Who somebody is. A visitor is a random id in a signed cookie, nothing more: no sign-up, no
//! password. Whoever holds the cookie is the player. Programs come with a token that a visitor has
//! made for them, and are players of their own.

mod bots;
pub(crate) mod name;
mod token;

use std::fmt;
use std::str::FromStr;

use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use boneyard_base::{
    Clock, Credential, DeviceId, PlayerId, Timestamp, Visitor, limits, text::TextError,
};
use boneyard_protocol::ErrorCode;
use boneyard_store::{Named, Store, StoreError, StoredVisitor};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use rand::TryRng as _;
use rand::rngs::SysRng;

pub use self::bots::BotError;

/// The identity cookie of a guest.
const GUEST_COOKIE: &str = "boneyard";

/// The identity cookie of a device of an account. It has a name of its own, so that an answer to a request of
/// the guest before, which comes late, can't take its place.
const DEVICE_COOKIE: &str = "boneyard-device";

/// What the names begin with where browsers come over TLS. They take a cookie of such a name only from this
/// very host, so that no other page of the same domain can plant one and have a newcomer play as somebody else.
const HOST_PREFIX: &str = "__Host-";

/// The setting that remembers a signing key made up at the first start.
const SIGNING_KEY_SETTING: &str = "signing_key";

/// Bytes of the secret that the signing key is derived from.
const SECRET_BYTES: usize = 32;

/// Why a name can't be somebody's.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NameError {
    /// The text can't be a name.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Somebody has, or had, an account of a name that looks like it.
    #[error("Somebody keeps a name that looks like this one.")]
    Taken,
    /// Guests who have chosen no name are called that.
    #[error("Guests are called that; choose a name of your own.")]
    Guests,
    /// The account's name was changed a short while ago.
    #[error("A name is kept for 30 days; choose another one from {} on.", day(*.from))]
    NotYet {
        /// From when on there may be another.
        from: Timestamp,
    },
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NameError {
    /// What a client is told.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Text(_) | Self::Guests => ErrorCode::BadName,
            Self::Taken => ErrorCode::NameTaken,
            Self::NotYet { .. } => ErrorCode::NotNow,
            Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

/// The day of a moment, as in `2026-12-31`.
fn day(at: Timestamp) -> String {
    let seconds = at.0.div_euclid(1000);
    time::OffsetDateTime::from_unix_timestamp(seconds)
        .map_or_else(|_| String::new(), |at| at.date().to_string())
}

/// The secret behind the signatures of cookies: 32 bytes or more, in hex.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// A text that is not a [`Secret`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signing key is at least 64 hex digits")]
pub struct ParseSecretError;

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    ///
    /// When the operating system has no randomness to give.
    fn random() -> Result<Self, rand::rngs::SysError> {
        let mut bytes = vec![0; SECRET_BYTES];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = ParseSecretError;

    fn from_str(hex: &str) -> Result<Self, Self::Err> {
        let bytes = HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok();
        bytes
            .filter(|bytes| bytes.len() >= SECRET_BYTES)
            .map(Self)
            .ok_or(ParseSecretError)
    }
}

/// Why identities could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The signing key could not be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored signing key is damaged.
    #[error("the stored signing key is damaged: {0}")]
    StoredKey(#[from] ParseSecretError),
    /// The operating system has no randomness to give.
    #[error("no randomness for a signing key: {0}")]
    Random(#[from] rand::rngs::SysError),
}

/// Reads, makes and names visitors. Clones are the same.
#[derive(Clone)]
pub struct Identity {
    store: Store,
    clock: Clock,
    key: Key,
    /// Whether cookies may travel over TLS only.
    secure: bool,
}

/// The time limit of cookies, in the unit of the cookie crate.
fn cookie_life() -> time::Duration {
    limits::COOKIE_LIFE
        .try_into()
        .unwrap_or(time::Duration::MAX)
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("secure", &self.secure)
            .finish_non_exhaustive()
    }
}

impl Identity {
    /// Signs with a given secret, or with the one that the store remembers; the first start makes
    /// one up. Cookies are kept from plain HTTP if `secure`.
    ///
    /// # Errors
    ///
    /// When there is no secret and none can be read, made or stored.
    pub async fn new(
        store: Store,
        clock: Clock,
        secret: Option<Secret>,
        secure: bool,
    ) -> Result<Self, IdentityError> {
        let secret = if let Some(secret) = secret {
            secret
        } else {
            let fresh = Secret::random()?.to_hex();
            let stored = store.setting_or_insert(SIGNING_KEY_SETTING, &fresh).await?;
            stored.parse()?
        };
        Ok(Self {
            store,
            clock,
            key: Key::derive_from(&secret.0),
            secure,
        })
    }

    /// What the cookies of a request say that we have signed: the device, then the guest. Of several with one
    /// name it is the first: browsers send that which they have had for longest, and one that was planted
    /// later doesn't take its place.
    fn credentials(&self, headers: &HeaderMap) -> impl Iterator<Item = Credential> {
        let names = [DEVICE_COOKIE, GUEST_COOKIE].map(|name| self.cookie_name(name));
        names.into_iter().filter_map(move |name| {
            let all = headers.get_all(COOKIE).iter();
            let mut cookies = all
                .filter_map(|line| line.to_str().ok())
                .flat_map(|line| line.split(';'));
            cookies.find_map(|cookie| {
                // One at a time, since a jar keeps the last of a name.
                let mut one = HeaderMap::new();
                one.insert(COOKIE, HeaderValue::from_str(cookie.trim()).ok()?);
                let jar = SignedCookieJar::from_headers(&one, self.key.clone());
                Credential::read(jar.get(&name)?.value())
            })
        })
    }

    /// The device that a request says it comes from, and its player, whether or not it is signed in.
    pub fn device(&self, headers: &HeaderMap) -> Option<(PlayerId, DeviceId)> {
        let mut all = self.credentials(headers);
        all.find_map(|Credential { player, device }| Some((player, device?)))
    }

    fn cookie_name(&self, name: &str) -> String {
        let prefix = if self.secure { HOST_PREFIX } else { "" };
        format!("{prefix}{name}")
    }

    /// The visitor who sent a request, by the token if there is one, else by the cookies; `None` if
    /// none is ours, or true any more.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn visitor(&self, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
        let known = self.known(headers).await?;
        Ok(known.map(|(_, visitor)| visitor))
    }

    /// The visitor who sent a request, and what says so.
    pub async fn known(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<(Credential, Visitor)>, StoreError> {
        let said: Vec<Credential> = match token::bearer(headers) {
            Some(Ok(token)) => {
                let bot = self.store.bot_by_token(&token.hash()).await?;
                bot.map(Credential::from).into_iter().collect()
            }
            Some(Err(_)) => Vec::new(),
            None => self.credentials(headers).collect(),
        };
        for credential in said {
            if let Some(visitor) = self.bearer(credential).await? {
                return Ok(Some((credential, visitor)));
            }
        }
        Ok(None)
    }

    /// The visitor that a cookie tells of; `None` if it isn't true any more: the device was signed out, or a
    /// guest has become somebody who keeps an account.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn bearer(&self, credential: Credential) -> Result<Option<Visitor>, StoreError> {
        let Credential { player, device } = credential;
        let StoredVisitor { name, person, seen } = self.store.visitor(player, device).await?;
        if person.is_some() != seen.is_some() || device.is_some() != seen.is_some() {
            return Ok(None);
        }
        if let (Some(device), Some(seen)) = (device, seen) {
            self.see(device, seen);
        }
        Ok(Some(Visitor {
            player,
            name: name.unwrap_or_else(|| name::default_name(player)),
            person,
        }))
    }

    /// Writes down that a device was seen, if that wasn't done within an hour. Nobody waits for it.
    fn see(&self, device: DeviceId, seen: Timestamp) {
        let now = self.clock.now();
        if now.ms_since(seen) < limits::DEVICE_SEEN_MS {
            return;
        }
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.see_device(device, now).await {
                tracing::warn!(%error, "that a device was seen could not be stored");
            }
        });
    }

    /// Somebody new. Stores nothing: one who only looks in leaves no trace, and a flood of them
    /// fills no disk.
    #[must_use]
    pub fn stranger() -> Visitor {
        let player = PlayerId::random();
        let name = name::default_name(player);
        let person = None;
        Visitor {
            player,
            name,
            person,
        }
    }

    /// The cookie that makes a browser a player's, to be returned from a handler.
    pub fn cookie(&self, credential: impl Into<Credential>) -> SignedCookieJar {
        let credential = credential.into();
        let name = match credential.device {
            Some(_) => DEVICE_COOKIE,
            None => GUEST_COOKIE,
        };
        let cookie = Cookie::build((self.cookie_name(name), credential.to_string()))
            .path("/")
            .http_only(true)
            .secure(self.secure)
            .same_site(SameSite::Lax)
            .max_age(cookie_life())
            .build();
        SignedCookieJar::new(self.key.clone()).add(cookie)
    }

    /// Gives a visitor another name, as [`name::normalise`] lets it pass; the name.
    ///
    /// # Errors
    ///
    /// When it can't be a name, looks like that of somebody else's account, is that of an account that got
    /// its last one a short while ago, or can't be stored.
    pub async fn rename(&self, visitor: &Visitor, raw: &str) -> Result<String, NameError> {
        let name = match visitor.person {
            Some(_) => name::of_account(raw)?,
            None => name::of_guest(raw)?,
        };
        if name.text == visitor.name {
            return Ok(name.text);
        }
        let now = self.clock.now();
        let last_named = now.plus_ms(-limits::NAME_CHANGE_MS);
        let text = name.text.clone();
        let taken = self
            .store
            .take_name(visitor.player, name, last_named, now)
            .await?;
        match taken {
            Named::Done => Ok(text),
            Named::Taken => Err(NameError::Taken),
            Named::Lately(named) => Err(NameError::NotYet {
                from: named.plus_ms(limits::NAME_CHANGE_MS),
            }),
        }
    }
}

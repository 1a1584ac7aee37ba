//! Identities. A visitor is identified by a random id in a signed cookie, without a sign-up or a password.
//! The visitor with the cookie is the player. A program is identified by a token that a visitor has created
//! for it, and is a separate player.

mod bots;
mod feed;
pub(crate) mod name;
mod token;

use std::fmt;
use std::str::FromStr;

use boneyard_base::{
    Address, Clock, Credential, DeviceId, PlayerId, Timestamp, Visitor, limits, text::TextError,
};
use boneyard_protocol::ErrorCode;
use boneyard_store::{Named, Store, StoreError, StoredVisitor};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER, HEXLOWER_PERMISSIVE};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};
use rand::TryRng as _;
use rand::rngs::SysRng;
use ring::hmac;

pub use self::bots::BotError;
pub use self::feed::FeedError;

/// The name of the cookie that identifies a guest.
const GUEST_COOKIE: &str = "boneyard";

/// The name of the cookie that identifies a device of an account. It differs from the name of a guest's
/// cookie. So a late answer to an earlier request of the guest can't replace this cookie.
const DEVICE_COOKIE: &str = "boneyard-device";

/// The prefix of the cookies' names if browsers connect over TLS. Browsers accept a cookie with this prefix
/// only from the same host. So another host of the same domain can't set a cookie that makes a new visitor
/// play as someone else.
const HOST_PREFIX: &str = "__Host-";

/// The name of the stored setting with the key that signs cookies. The first start creates the setting.
const SIGNING_KEY_SETTING: &str = "signing_key";

/// The length of the secret in bytes. The secret is the key that signs cookies.
const SECRET_BYTES: usize = 32;

/// The header of a response that stores an identity cookie in the browser.
pub type SetCookie = [(HeaderName, HeaderValue); 1];

/// Why a visitor can't have a name.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NameError {
    /// The text isn't allowed as a name.
    #[error(transparent)]
    Text(#[from] TextError),
    /// An account has, or had, a name that looks the same.
    #[error("An account has a name that looks like this one.")]
    Taken,
    /// The name looks like the default name of a guest.
    #[error("Only guests have names like this; choose another one.")]
    Guests,
    /// The account's name was changed too recently.
    #[error("A name is kept for 30 days; choose another one from {} on.", day(*.from))]
    NotYet {
        /// When the name may be changed again.
        from: Timestamp,
    },
    /// The name could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl NameError {
    /// The code of this error in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Text(_) | Self::Guests => ErrorCode::BadName,
            Self::Taken => ErrorCode::NameTaken,
            Self::NotYet { .. } => ErrorCode::NotNow,
            Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

/// The date of a time, such as `2026-12-31`.
fn day(at: Timestamp) -> String {
    let seconds = at.0.div_euclid(1000);
    time::OffsetDateTime::from_unix_timestamp(seconds)
        .map_or_else(|_| String::new(), |at| at.date().to_string())
}

/// The secret that signs cookies: 32 bytes or more, in hex.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// The error if a text is not a [`Secret`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signing key is at least 64 hex digits")]
pub struct ParseSecretError;

impl Secret {
    /// A new random secret.
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

/// Why the identities could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The stored secret could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored secret is damaged.
    #[error("the stored signing key is damaged: {0}")]
    StoredKey(#[from] ParseSecretError),
    /// The operating system provides no random numbers.
    #[error("no randomness for a signing key: {0}")]
    Random(#[from] rand::rngs::SysError),
}

/// Identifies visitors, creates new ones, and changes their names. Clones share the state.
#[derive(Clone)]
pub struct Identity {
    store: Store,
    clock: Clock,
    key: hmac::Key,
    /// Whether browsers may send the cookies over TLS only.
    secure: bool,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("secure", &self.secure)
            .finish_non_exhaustive()
    }
}

impl Identity {
    /// Signs cookies with the given secret. If no secret is given, uses the stored secret, which the first start
    /// creates. If `secure` is set, browsers send the cookies over TLS only.
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
            let stored = store
                .settings()
                .get_or_insert(SIGNING_KEY_SETTING, &fresh)
                .await?;
            stored.parse()?
        };
        Ok(Self {
            store,
            clock,
            key: hmac::Key::new(hmac::HMAC_SHA256, &secret.0),
            secure,
        })
    }

    /// The valid identity cookies of a request: first the device's cookie, then the guest's. If there are
    /// several cookies with one name, the first valid one is used. Browsers send the oldest cookie first, so
    /// an attacker's cookie that was set later has no effect.
    fn credentials(&self, headers: &HeaderMap) -> impl Iterator<Item = Credential> {
        let names = [DEVICE_COOKIE, GUEST_COOKIE].map(|name| self.cookie_name(name));
        names.into_iter().filter_map(move |name| {
            let all = headers.get_all(COOKIE).iter();
            let mut cookies = all
                .filter_map(|line| line.to_str().ok())
                .flat_map(|line| line.split(';'));
            cookies.find_map(|cookie| {
                let (signed, signature) = cookie.trim().rsplit_once('.')?;
                let value = signed.strip_prefix(&name)?.strip_prefix('=')?;
                let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
                hmac::verify(&self.key, signed.as_bytes(), &signature).ok()?;
                Credential::read(value)
            })
        })
    }

    /// The device in the cookie of a request, and the device's player. The device may have been signed out.
    pub fn device(&self, headers: &HeaderMap) -> Option<(PlayerId, DeviceId)> {
        let mut all = self.credentials(headers);
        all.find_map(|Credential { player, device }| Some((player, device?)))
    }

    /// A hash of the network of an address: the same for all addresses of the network, at every node. It is keyed,
    /// so the database alone doesn't tell the network.
    #[must_use]
    pub fn network_hash(&self, from: Address) -> String {
        // The text is not the beginning of a cookie, so it can't be mistaken for a signed one.
        let network = format!("network {}", from.surroundings());
        HEXLOWER.encode(&hmac::sign(&self.key, network.as_bytes()).as_ref()[..8])
    }

    fn cookie_name(&self, name: &str) -> String {
        let prefix = if self.secure { HOST_PREFIX } else { "" };
        format!("{prefix}{name}")
    }

    /// The visitor who sent a request: identified by the token if there is one, otherwise by the cookies.
    /// `None` if there is no valid token or cookie.
    pub async fn visitor(&self, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
        let known = self.known(headers).await?;
        Ok(known.map(|(_, visitor)| visitor))
    }

    /// The visitor who sent a request, and the credential by which the visitor was identified. `None` if
    /// there is no valid token or cookie.
    pub async fn known(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<(Credential, Visitor)>, StoreError> {
        let said: Vec<Credential> = match token::bearer(headers) {
            Some(Ok(token)) => {
                let bot = self.store.bots().by_token(&token.hash()).await?;
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

    /// The visitor whom a credential identifies. `None` if the credential is no longer valid, because the
    /// device was signed out, or because the guest has an account now.
    pub async fn bearer(&self, credential: Credential) -> Result<Option<Visitor>, StoreError> {
        let Credential { player, device } = credential;
        let StoredVisitor { name, person, seen } =
            self.store.accounts().visitor(player, device).await?;
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

    /// Stores that a device was seen, at most once an hour. The caller doesn't wait for it.
    fn see(&self, device: DeviceId, seen: Timestamp) {
        let now = self.clock.now();
        if now.ms_since(seen) < limits::DEVICE_SEEN_MS {
            return;
        }
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.devices().see(device, now).await {
                tracing::warn!(%error, "that a device was seen could not be stored");
            }
        });
    }

    /// Makes a new visitor, but stores nothing. So many visitors who only open a page can't fill the disk.
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

    /// The cookie with this credential: `name=credential.signature`. The signature covers the name too, so a
    /// cookie is valid under its own name only. A handler sends the cookie to the browser.
    pub fn cookie(&self, credential: impl Into<Credential>) -> SetCookie {
        let credential = credential.into();
        let name = self.cookie_name(match credential.device {
            Some(_) => DEVICE_COOKIE,
            None => GUEST_COOKIE,
        });
        let signed = format!("{name}={credential}");
        let signature = BASE64URL_NOPAD.encode(hmac::sign(&self.key, signed.as_bytes()).as_ref());
        let secure = if self.secure { "; Secure" } else { "" };
        let life = limits::COOKIE_LIFE.as_secs();
        let cookie =
            format!("{signed}.{signature}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={life}");
        let value = HeaderValue::try_from(cookie).expect("a cookie is visible ASCII");
        [(SET_COOKIE, value)]
    }

    /// Changes the name of a visitor. Returns the normal form of the new name.
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
            .accounts()
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

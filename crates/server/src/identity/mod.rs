//! Who somebody is. A visitor is a random id in a signed cookie, nothing more: no sign-up, no
//! password. Whoever holds the cookie is the player. Programs come with a token that a visitor has
//! made for them, and are players of their own.

mod bots;
mod extract;
pub mod name;
mod token;

use std::fmt;
use std::str::FromStr;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use rand::TryRng as _;
use rand::rngs::SysRng;

pub use self::bots::BotError;
pub(crate) use self::extract::MaybeVisitor;
use crate::clock::Clock;
use crate::id::{PersonId, PlayerId};
use crate::limits;
use crate::store::{Store, StoreError};

/// The identity cookie.
pub const COOKIE_NAME: &str = "boneyard";

/// Its name where browsers come over TLS. They take a cookie of such a name only from this very host, so
/// that no other page of the same domain can plant one and have a newcomer play as somebody else.
pub const HOST_COOKIE_NAME: &str = "__Host-boneyard";

/// The setting that remembers a signing key made up at the first start.
const SIGNING_KEY_SETTING: &str = "signing_key";

/// Bytes of the secret that the signing key is derived from.
const SECRET_BYTES: usize = 32;

/// Somebody whose cookie we have signed, or a program whose token we know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// Who they are.
    pub player: PlayerId,
    /// What others see, as [`name::normalise`] lets it pass.
    pub name: String,
    /// The account that they keep; none for a guest and a program.
    pub person: Option<PersonId>,
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

    /// The player whose cookie a request carries; `None` without one, or if its signature is not
    /// ours. Of several it is the first: browsers send that which they have had for longest, and one
    /// that was planted later doesn't take its place.
    #[must_use]
    pub fn player(&self, headers: &HeaderMap) -> Option<PlayerId> {
        let all = headers.get_all(COOKIE).iter();
        let mut cookies = all
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(';'));
        cookies.find_map(|cookie| {
            // One at a time, since a jar keeps the last of a name.
            let mut one = HeaderMap::new();
            one.insert(COOKIE, HeaderValue::from_str(cookie.trim()).ok()?);
            SignedCookieJar::from_headers(&one, self.key.clone())
                .get(self.cookie_name())?
                .value()
                .parse()
                .ok()
        })
    }

    const fn cookie_name(&self) -> &'static str {
        if self.secure {
            HOST_COOKIE_NAME
        } else {
            COOKIE_NAME
        }
    }

    /// The visitor who sent a request, by the token if there is one, else by the cookie; `None` if
    /// that isn't ours.
    ///
    /// # Errors
    ///
    /// When the name can't be read.
    pub async fn visitor(&self, headers: &HeaderMap) -> Result<Option<Visitor>, StoreError> {
        let player = match token::bearer(headers) {
            Some(Ok(token)) => self.store.bot_by_token(&token.hash()).await?,
            Some(Err(_)) => None,
            None => self.player(headers),
        };
        match player {
            Some(player) => self.named(player).await.map(Some),
            None => Ok(None),
        }
    }

    /// A player with their name.
    ///
    /// # Errors
    ///
    /// When the name can't be read.
    pub async fn named(&self, player: PlayerId) -> Result<Visitor, StoreError> {
        let chosen = self.store.player_name(player).await?;
        let name = chosen.unwrap_or_else(|| name::default_name(player));
        let person = None;
        Ok(Visitor {
            player,
            name,
            person,
        })
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
    pub fn cookie(&self, player: PlayerId) -> SignedCookieJar {
        let cookie = Cookie::build((self.cookie_name(), player.to_string()))
            .path("/")
            .http_only(true)
            .secure(self.secure)
            .same_site(SameSite::Lax)
            .max_age(limits::COOKIE_LIFE)
            .build();
        SignedCookieJar::new(self.key.clone()).add(cookie)
    }

    /// Gives a player another name, which [`name::normalise`] has let pass.
    ///
    /// # Errors
    ///
    /// When it can't be stored.
    pub async fn rename(&self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.store.set_player_name(player, name, now).await
    }
}

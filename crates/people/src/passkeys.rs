//! Passkeys: a sign-in method without a password or code to type. A passkey works only on this site, so a
//! page that imitates the site can't use it.

use boneyard_base::{PlayerId, Visitor, limits};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{PasskeyAnswer, PasskeyBody, PasskeyChallenge};
use boneyard_store::{AddedPasskey, StoreError, StoredPasskey};
use http::HeaderMap;
use uuid::Uuid;

use super::People;
use super::accounts::device_name;
use super::webauthn::{self, Challenge, Passkey, PasskeyError, RelyingParty};

/// Why a passkey can't be added or used.
#[derive(Debug, thiserror::Error)]
pub enum PasskeysError {
    /// Passkeys don't work at the URL to which the request was sent.
    #[error("Browsers offer passkeys only where they know the site by name, over https.")]
    NotHere,
    /// The visitor is a guest, and only accounts can have passkeys.
    #[error("Only who keeps an account can have passkeys.")]
    OnlyKept,
    /// The browser's answer to the challenge is refused, or it arrived too late.
    #[error("The passkey isn't known here, or took too long.")]
    Refused,
    /// The account has as many passkeys as one account may have.
    #[error("You have as many passkeys as an account can have; remove one first.")]
    TooMany,
    /// This account or another one already has the passkey.
    #[error("This passkey is there already.")]
    Known,
    /// The account has no such passkey.
    #[error("You have no such passkey.")]
    NoPasskey,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PasskeysError {
    /// The code of this error in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotHere | Self::Known => ErrorCode::NotNow,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::Refused => ErrorCode::BadCode,
            Self::TooMany => ErrorCode::TooMany,
            Self::NoPasskey => ErrorCode::NotFound,
            Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

/// The client doesn't learn the exact error. The host can find it in the log.
impl From<PasskeyError> for PasskeysError {
    fn from(error: PasskeyError) -> Self {
        // `Debug` escapes the parts of the error that the browser has sent.
        if error.is_copy() {
            tracing::warn!(?error, "a passkey was refused that seems to be a copy");
        } else {
            tracing::debug!(?error, "a passkey was refused");
        }
        Self::Refused
    }
}

impl People {
    /// The site to which passkeys belong. `None` if passkeys don't work at the URL to which the request was
    /// sent.
    pub fn site(&self, headers: &HeaderMap) -> Option<RelyingParty> {
        RelyingParty::of(self.public_url.as_ref(), headers)
    }

    /// Makes a challenge that asks the browser to create a new passkey for the account.
    ///
    /// # Errors
    ///
    /// When passkeys don't work here, the visitor is a guest, or the account has as many passkeys as one
    /// account may have.
    pub async fn ask_new_passkey(
        &self,
        visitor: &Visitor,
        headers: &HeaderMap,
    ) -> Result<PasskeyChallenge, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        let person = visitor.person.ok_or(PasskeysError::OnlyKept)?;
        let owned = self.store.passkeys().of(visitor.player).await?;
        if owned.len() >= limits::PASSKEYS_PER_ACCOUNT_MAX {
            return Err(PasskeysError::TooMany);
        }
        let owned: Vec<_> = owned.iter().map(kept).collect();
        let challenge = site.start_registration(person, &visitor.name, &owned)?;
        self.ask(visitor.player, challenge).await
    }

    /// Adds the passkey that the browser of an account has created.
    ///
    /// # Errors
    ///
    /// When the answer is refused, or the account can't have another passkey.
    pub async fn add_passkey(
        &self,
        visitor: &Visitor,
        headers: &HeaderMap,
        answer: &PasskeyAnswer,
    ) -> Result<(), PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        visitor.person.ok_or(PasskeysError::OnlyKept)?;
        let state = self.asked(visitor.player, answer).await?;
        let passkey = site.finish_registration(&state, &answer.credential)?;
        let now = self.clock.now();
        let passkey = StoredPasskey {
            credential_id: passkey.id,
            player: visitor.player,
            name: device_name::of(headers),
            credential: passkey.credential,
            created: now,
            used: now,
        };
        let most = limits::PASSKEYS_PER_ACCOUNT_MAX;
        match self.store.passkeys().add(&passkey, most).await? {
            AddedPasskey::Added => {}
            AddedPasskey::TooMany => return Err(PasskeysError::TooMany),
            AddedPasskey::Known => return Err(PasskeysError::Known),
        }
        self.account_changed(visitor.player);
        Ok(())
    }

    /// Removes a passkey from an account.
    ///
    /// # Errors
    ///
    /// When the account has no such passkey.
    pub async fn remove_passkey(&self, player: PlayerId, id: &str) -> Result<(), PasskeysError> {
        let id = webauthn::parse_id(id).ok_or(PasskeysError::NoPasskey)?;
        if !self.store.passkeys().remove(player, id).await? {
            return Err(PasskeysError::NoPasskey);
        }
        self.account_changed(player);
        Ok(())
    }

    /// The passkeys of an account, as its owner sees them.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<PasskeyBody>, StoreError> {
        let passkeys = self.store.passkeys().of(player).await?;
        let body = |passkey: StoredPasskey| PasskeyBody {
            id: webauthn::show_id(&passkey.credential_id),
            name: passkey.name,
            created_ms: passkey.created.0,
            used_ms: passkey.used.0,
        };
        Ok(passkeys.into_iter().map(body).collect())
    }

    /// Makes a challenge that any passkey of this site can answer.
    ///
    /// # Errors
    ///
    /// When passkeys don't work here.
    pub async fn ask_passkey(
        &self,
        asked: PlayerId,
        headers: &HeaderMap,
    ) -> Result<PasskeyChallenge, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        self.ask(asked, site.start_sign_in()?).await
    }

    /// The player whose passkey has answered the challenge that was sent to a visitor's browser.
    ///
    /// # Errors
    ///
    /// When the answer is refused.
    pub async fn player_by_passkey(
        &self,
        asked: PlayerId,
        headers: &HeaderMap,
        answer: &PasskeyAnswer,
    ) -> Result<PlayerId, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        let state = self.asked(asked, answer).await?;
        let id = webauthn::claimed_id(&answer.credential).ok_or(PasskeysError::Refused)?;
        let stored = self.store.passkeys().get(id).await?;
        let stored = stored.ok_or(PasskeysError::Refused)?;
        let person = self.person_of(stored.player).await?;
        let person = person.ok_or(PasskeysError::Refused)?;
        let used = site.finish_sign_in(&state, &answer.credential, &kept(&stored), person)?;
        let now = self.clock.now();
        if !self
            .store
            .passkeys()
            .note_use(&stored, &used.credential, now)
            .await?
        {
            return Err(PasskeysError::Refused);
        }
        Ok(stored.player)
    }

    /// Stores a challenge, and returns it for the browser.
    async fn ask(
        &self,
        player: PlayerId,
        challenge: Challenge,
    ) -> Result<PasskeyChallenge, PasskeysError> {
        let id = Uuid::new_v4();
        let now = self.clock.now();
        let expires = now.plus_ms(limits::PASSKEY_QUESTION_MS);
        let Challenge { options, state } = challenge;
        let asked = self
            .store
            .passkeys()
            .ask(id.into_bytes(), player, &state, now, expires);
        asked.await?;
        Ok(PasskeyChallenge {
            challenge: id.simple().to_string(),
            options,
        })
    }

    /// Removes and returns the stored data about the challenge that a browser has answered. So each challenge
    /// can be answered only once.
    async fn asked(
        &self,
        player: PlayerId,
        answer: &PasskeyAnswer,
    ) -> Result<String, PasskeysError> {
        let id = Uuid::try_parse(&answer.challenge).map_err(|_| PasskeysError::Refused)?;
        let now = self.clock.now();
        let asked = self
            .store
            .passkeys()
            .take_challenge(id.into_bytes(), player, now);
        asked.await?.ok_or(PasskeysError::Refused)
    }
}

fn kept(passkey: &StoredPasskey) -> Passkey {
    Passkey {
        id: passkey.credential_id.clone(),
        credential: passkey.credential.clone(),
    }
}

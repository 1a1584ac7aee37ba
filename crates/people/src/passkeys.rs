//! Passkeys: a sign-in method in which nothing is typed. A passkey works on this site alone, so a page that
//! imitates the site gains nothing.

use boneyard_base::{PlayerId, Visitor, limits};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{PasskeyAnswer, PasskeyBody, PasskeyQuestion};
use boneyard_store::{AddedPasskey, StoreError, StoredPasskey};
use http::HeaderMap;
use uuid::Uuid;

use super::People;
use super::accounts::device_name;
use super::webauthn::{self, Passkey, PasskeyError, Question, RelyingParty};

/// Why a passkey can't be added or used.
#[derive(Debug, thiserror::Error)]
pub enum PasskeysError {
    /// Browsers offer no passkeys at the address of the request.
    #[error("Browsers offer passkeys only where they know the site by name, over https.")]
    NotHere,
    /// The visitor is a guest.
    #[error("Only who keeps an account can have passkeys.")]
    OnlyKept,
    /// The answer proves nothing, or comes too late.
    #[error("The passkey isn't known here, or took too long.")]
    Refused,
    /// The account has as many as it can have.
    #[error("You have as many passkeys as an account can have; remove one first.")]
    TooMany,
    /// The passkey belongs to an account already.
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
    /// The error's code on the wire.
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

/// Hides from the client what exactly was wrong; the host's log says it.
impl From<PasskeyError> for PasskeysError {
    fn from(error: PasskeyError) -> Self {
        // Logged with `Debug`, which escapes the parts that the browser sent.
        if error.is_copy() {
            tracing::warn!(?error, "a passkey was refused that seems to be a copy");
        } else {
            tracing::debug!(?error, "a passkey was refused");
        }
        Self::Refused
    }
}

impl People {
    /// The site that passkeys belong to at the address of the request, if browsers offer passkeys there.
    pub fn site(&self, headers: &HeaderMap) -> Option<RelyingParty> {
        RelyingParty::of(self.public_url.as_ref(), headers)
    }

    /// Makes the question that asks an account's browser for a new passkey.
    ///
    /// # Errors
    ///
    /// When browsers offer no passkeys here, the visitor is a guest, or the account has as many passkeys
    /// as it can have.
    pub async fn ask_new_passkey(
        &self,
        visitor: &Visitor,
        headers: &HeaderMap,
    ) -> Result<PasskeyQuestion, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        let person = visitor.person.ok_or(PasskeysError::OnlyKept)?;
        let owned = self.store.passkeys_of(visitor.player).await?;
        if owned.len() >= limits::PASSKEYS_PER_ACCOUNT_MAX {
            return Err(PasskeysError::TooMany);
        }
        let owned: Vec<_> = owned.iter().map(kept).collect();
        let question = site.start_registration(person, &visitor.name, &owned)?;
        self.ask(visitor.player, question).await
    }

    /// Adds the passkey that an account's browser has made.
    ///
    /// # Errors
    ///
    /// When the answer proves nothing, or the account can't have another passkey.
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
        match self.store.add_passkey(&passkey, most).await? {
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
        if !self.store.remove_passkey(player, id).await? {
            return Err(PasskeysError::NoPasskey);
        }
        self.account_changed(player);
        Ok(())
    }

    /// The passkeys of an account, for its owner.
    pub async fn passkeys(&self, player: PlayerId) -> Result<Vec<PasskeyBody>, StoreError> {
        let passkeys = self.store.passkeys_of(player).await?;
        let body = |passkey: StoredPasskey| PasskeyBody {
            id: webauthn::show_id(&passkey.credential_id),
            name: passkey.name,
            created_ms: passkey.created.0,
            used_ms: passkey.used.0,
        };
        Ok(passkeys.into_iter().map(body).collect())
    }

    /// Makes the question that asks a visitor's browser for any passkey of this site.
    ///
    /// # Errors
    ///
    /// When browsers offer no passkeys here.
    pub async fn ask_passkey(
        &self,
        asked: PlayerId,
        headers: &HeaderMap,
    ) -> Result<PasskeyQuestion, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        self.ask(asked, site.start_sign_in()?).await
    }

    /// The player whose passkey has answered the question to a visitor's browser.
    ///
    /// # Errors
    ///
    /// When the answer proves nothing.
    pub async fn player_by_passkey(
        &self,
        asked: PlayerId,
        headers: &HeaderMap,
        answer: &PasskeyAnswer,
    ) -> Result<PlayerId, PasskeysError> {
        let site = self.site(headers).ok_or(PasskeysError::NotHere)?;
        let state = self.asked(asked, answer).await?;
        let id = webauthn::claimed_id(&answer.credential).ok_or(PasskeysError::Refused)?;
        let stored = self.store.passkey(id).await?;
        let stored = stored.ok_or(PasskeysError::Refused)?;
        let person = self.person_of(stored.player).await?;
        let person = person.ok_or(PasskeysError::Refused)?;
        let used = site.finish_sign_in(&state, &answer.credential, &kept(&stored), person)?;
        let now = self.clock.now();
        if !self
            .store
            .use_passkey(&stored, &used.credential, now)
            .await?
        {
            return Err(PasskeysError::Refused);
        }
        Ok(stored.player)
    }

    /// Stores the question for a browser.
    async fn ask(
        &self,
        player: PlayerId,
        question: Question,
    ) -> Result<PasskeyQuestion, PasskeysError> {
        let id = Uuid::new_v4();
        let now = self.clock.now();
        let expires = now.plus_ms(limits::PASSKEY_QUESTION_MS);
        let Question { options, state } = question;
        let asked = self
            .store
            .ask_passkey(id.into_bytes(), player, &state, now, expires);
        asked.await?;
        Ok(PasskeyQuestion {
            question: id.simple().to_string(),
            options,
        })
    }

    /// Takes the stored question that a browser answers. Each question can be answered once.
    async fn asked(
        &self,
        player: PlayerId,
        answer: &PasskeyAnswer,
    ) -> Result<String, PasskeysError> {
        let id = Uuid::try_parse(&answer.question).map_err(|_| PasskeysError::Refused)?;
        let now = self.clock.now();
        let asked = self
            .store
            .take_passkey_question(id.into_bytes(), player, now);
        asked.await?.ok_or(PasskeysError::Refused)
    }
}

fn kept(passkey: &StoredPasskey) -> Passkey {
    Passkey {
        id: passkey.credential_id.clone(),
        credential: passkey.credential.clone(),
    }
}

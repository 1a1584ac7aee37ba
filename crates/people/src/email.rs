//! Codes by email: six digits that prove that the visitor reads an address. Mails never contain a link:
//! programs that check mails for malware follow links, and would use them up.

mod mailer;
mod smtp;
mod words;

use boneyard_base::{PlayerId, limits};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{SignInAttempt, SignInCode};
use boneyard_store::{EmailCodeLimits, NewEmailCode, SetEmail, StoreError};
use data_encoding::HEXLOWER;
use http::HeaderMap;
use lettre::Address;
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use self::mailer::CodeMail;
pub(crate) use self::mailer::Mailer;
pub use self::smtp::{ParseSmtpUrlError, SmtpUrl};
use self::words::Language;
use super::People;

/// The number of possible codes.
const CODES: u64 = 1_000_000;

/// An email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// The address that mails are sent to.
    pub address: Address,
    /// The address in small letters, for comparison.
    pub key: String,
}

impl Email {
    /// Parses an address. Only ASCII is accepted: many servers can't send to other letters, and some
    /// letters look alike.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > limits::EMAIL_BYTES_MAX || !text.is_ascii() {
            return None;
        }
        let address: Address = text.parse().ok()?;
        Some(Self {
            key: text.to_ascii_lowercase(),
            address,
        })
    }
}

/// Why a code is not sent or accepted.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// The host has not configured mails.
    #[error("This server sends no mails.")]
    NotHere,
    /// The text is not an address.
    #[error("That isn't an email address.")]
    NotAnAddress,
    /// The visitor is a guest.
    #[error("Only who keeps an account can have an email address.")]
    OnlyKept,
    /// Too many codes were requested: for the address, by the visitor, or at this server.
    #[error("Many codes have been asked for; try again later.")]
    TooMany,
    /// The code is wrong, used up or too old, or no account has the address.
    #[error("The code is wrong, or can't be used any more.")]
    WrongCode,
    /// Another account has the address. Only a visitor who has proved to read its mails is told so.
    #[error("Another account has this address; sign in by it.")]
    Taken,
    /// The account has no address.
    #[error("The account has no email address.")]
    NoEmail,
    /// The operating system has no randomness for a code.
    #[error("There is no randomness for a code.")]
    Random(#[from] SysError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EmailError {
    /// The error's code on the wire.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotHere | Self::Taken => ErrorCode::NotNow,
            Self::NotAnAddress => ErrorCode::BadText,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::TooMany => ErrorCode::Rate,
            Self::WrongCode => ErrorCode::BadCode,
            Self::NoEmail => ErrorCode::NotFound,
            Self::Random(_) | Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl People {
    /// Sends a code to the address that an account wants to have. The answer doesn't tell whether another
    /// account has the address.
    ///
    /// # Errors
    ///
    /// When too many codes were requested.
    pub async fn ask_new_email(
        &self,
        player: PlayerId,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        self.ask_code(player, email, Some(headers)).await
    }

    /// Sends a code to an address by which a visitor's browser wants to sign in, if an account has the
    /// address. If none has, the answer is the same and takes as long.
    ///
    /// # Errors
    ///
    /// When too many codes were requested.
    pub async fn ask_email(
        &self,
        player: PlayerId,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        let owner = self.store.player_by_email(&email.key).await?;
        self.ask_code(player, email, owner.map(|_| headers)).await
    }

    /// Sets an account's address, which a code proves.
    ///
    /// # Errors
    ///
    /// When the code is refused, or another account has the address.
    pub async fn set_email(&self, player: PlayerId, given: &SignInCode) -> Result<(), EmailError> {
        let email = self.proven_email(player, given).await?;
        let now = self.clock.now();
        match self.store.set_email(player, &email, now).await? {
            SetEmail::Set => self.account_changed(player),
            SetEmail::Taken => return Err(EmailError::Taken),
        }
        Ok(())
    }

    /// Removes an account's address.
    ///
    /// # Errors
    ///
    /// When the account has no address.
    pub async fn remove_email(&self, player: PlayerId) -> Result<(), EmailError> {
        if !self.store.remove_email(player).await? {
            return Err(EmailError::NoEmail);
        }
        self.account_changed(player);
        Ok(())
    }

    /// The player whose address a code proves. The code must have been requested by the same visitor's
    /// browser.
    ///
    /// # Errors
    ///
    /// When the code is refused, or no account has the address.
    pub async fn player_by_email(
        &self,
        player: PlayerId,
        given: &SignInCode,
    ) -> Result<PlayerId, EmailError> {
        let email = self.proven_email(player, given).await?;
        let owner = self.store.player_by_email(&email).await?;
        owner.ok_or(EmailError::WrongCode)
    }

    /// Makes a code for an address. If headers are given, sends the code, in their language.
    async fn ask_code(
        &self,
        player: PlayerId,
        email: &Email,
        send: Option<&HeaderMap>,
    ) -> Result<SignInAttempt, EmailError> {
        let mailer = self.mailer.as_ref().ok_or(EmailError::NotHere)?;
        let attempt = Uuid::new_v4();
        let code = format!("{:06}", SysRng.try_next_u64()? % CODES);
        let now = self.clock.now();
        let expires = now.plus_ms(limits::EMAIL_CODE_MS);
        let stored = NewEmailCode {
            attempt: attempt.into_bytes(),
            player,
            email_key: email.key.clone(),
            code_hash: hash(attempt, &code),
            created: now,
            expires,
        };
        let counted = EmailCodeLimits {
            since: now.plus_ms(-limits::EMAIL_CODES_COUNTED_MS),
            per_email: limits::EMAIL_CODES_PER_EMAIL,
            per_player: limits::EMAIL_CODES_PER_VISITOR,
        };
        // A code that isn't sent counts as well: otherwise the count would tell whether an account has
        // the address.
        if !mailer.may_send() || !self.store.add_email_code(&stored, counted).await? {
            return Err(EmailError::TooMany);
        }
        if let Some(headers) = send {
            mailer.send(CodeMail {
                to: email.address.clone(),
                language: Language::of(headers),
                code,
            });
        }
        Ok(SignInAttempt {
            attempt: attempt.simple().to_string(),
            expires_ms: expires.0,
        })
    }

    /// The address that a code proves, in small letters. The code must be right, and given by the same
    /// visitor's browser that requested it. Each try counts; a right code is used up.
    async fn proven_email(
        &self,
        player: PlayerId,
        given: &SignInCode,
    ) -> Result<String, EmailError> {
        let attempt = given.attempt.as_deref().unwrap_or_default();
        let attempt = Uuid::try_parse(attempt).map_err(|_| EmailError::WrongCode)?;
        // The code may be typed in groups: 123 456.
        let code: String = given.code.split_whitespace().collect();
        let (id, hash) = (attempt.into_bytes(), hash(attempt, &code));
        let (now, most) = (self.clock.now(), limits::EMAIL_CODE_TRIES);
        let email = self.store.try_email_code(id, player, &hash, now, most);
        email.await?.ok_or(EmailError::WrongCode)
    }
}

/// The stored hash of a code. An attacker who reads the database can find the code by trying all, but it
/// expires after ten minutes: an old backup is useless.
fn hash(attempt: Uuid, code: &str) -> String {
    let hash = Sha256::new().chain_update(attempt).chain_update(code);
    HEXLOWER.encode(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_without_case() {
        let key = |text| Email::parse(text).map(|email| email.key);
        assert_eq!(
            key(" Ada@Dominoes.Example\n").as_deref(),
            Some("ada@dominoes.example")
        );
        let long = format!("{}@dominoes.example", "a".repeat(250));
        let others = [
            "",
            "ada",
            "ada@",
            "@dominoes.example",
            "ada@dominoes.example, eve@evil.example",
            "Ada <ada@dominoes.example>",
            "ada@dominoes.example\r\nBcc: eve@evil.example",
            "аda@dominoes.example",
            &long,
        ];
        for text in others {
            assert_eq!(key(text), None, "{text}");
        }
    }
}

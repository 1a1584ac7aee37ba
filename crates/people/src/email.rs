//! Codes by email: six digits that prove that somebody reads an address. Never a link: programs that look
//! through mails for malice follow links, and would use them up.

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

/// How many codes there are.
const CODES: u64 = 1_000_000;

/// An email address, and how it is compared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// Where mails go.
    pub address: Address,
    /// The address in small letters.
    pub key: String,
}

impl Email {
    /// The address in a text, if it is one. Letters beyond ASCII are left out: many servers can't send to
    /// them, and they look like others.
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

/// Why a code isn't sent, or an address can't be used.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// The server sends no mails.
    #[error("This server sends no mails.")]
    NotHere,
    /// The text is no address.
    #[error("That isn't an email address.")]
    NotAnAddress,
    /// The visitor is a guest.
    #[error("Only who keeps an account can have an email address.")]
    OnlyKept,
    /// Too many codes were asked for, for the address, by the visitor or from their network, or of all.
    #[error("Many codes have been asked for; try again later.")]
    TooMany,
    /// The code is wrong, used up or too old, or nobody has the address.
    #[error("The code is wrong, or can't be used any more.")]
    WrongCode,
    /// Another account has the address. Only who reads its mails is told so.
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
    /// What a client is told.
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
    /// Sends a code to an address that is to be an account's. Whether another one has it is told to nobody
    /// who hasn't got the code.
    ///
    /// # Errors
    ///
    /// When no more codes can be sent, or the store fails.
    pub async fn ask_new_email(
        &self,
        player: PlayerId,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        self.ask_code(player, email, Some(headers)).await
    }

    /// Sends a code to an address by which a player's browser is to be signed in, if an account has it. The
    /// answer is the same if none has, and neither is waited for.
    ///
    /// # Errors
    ///
    /// When no more codes can be sent, or the store fails.
    pub async fn ask_email(
        &self,
        player: PlayerId,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        let owner = self.store.player_by_email(&email.key).await?;
        self.ask_code(player, email, owner.map(|_| headers)).await
    }

    /// Gives an account the address that a code proves.
    ///
    /// # Errors
    ///
    /// When it proves none, or another account has that address, or the store fails.
    pub async fn set_email(&self, player: PlayerId, given: &SignInCode) -> Result<(), EmailError> {
        let email = self.proven_email(player, given).await?;
        let now = self.clock.now();
        match self.store.set_email(player, &email, now).await? {
            SetEmail::Set => self.account_changed(player),
            SetEmail::Taken => return Err(EmailError::Taken),
        }
        Ok(())
    }

    /// Takes an account's address away.
    ///
    /// # Errors
    ///
    /// When it has none, or the store fails.
    pub async fn remove_email(&self, player: PlayerId) -> Result<(), EmailError> {
        if !self.store.remove_email(player).await? {
            return Err(EmailError::NoEmail);
        }
        self.account_changed(player);
        Ok(())
    }

    /// Whose address a code proves that was asked for by a player's browser.
    ///
    /// # Errors
    ///
    /// When it proves none, or nobody has it, or the store fails.
    pub async fn player_by_email(
        &self,
        player: PlayerId,
        given: &SignInCode,
    ) -> Result<PlayerId, EmailError> {
        let email = self.proven_email(player, given).await?;
        let owner = self.store.player_by_email(&email).await?;
        owner.ok_or(EmailError::WrongCode)
    }

    /// Makes a code for an address, and sends it in the language of these headers, if there are any.
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
        // Mails that aren't sent count as well: else the count would tell who has the address.
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

    /// The address that a code proves, in small letters, if it is the right one and the same player's
    /// browser gives it that asked for it. Each try counts; a code that was right is used up.
    async fn proven_email(
        &self,
        player: PlayerId,
        given: &SignInCode,
    ) -> Result<String, EmailError> {
        let attempt = given.attempt.as_deref().unwrap_or_default();
        let attempt = Uuid::try_parse(attempt).map_err(|_| EmailError::WrongCode)?;
        // As it is read aloud or typed: 123 456.
        let code: String = given.code.split_whitespace().collect();
        let (id, hash) = (attempt.into_bytes(), hash(attempt, &code));
        let (now, most) = (self.clock.now(), limits::EMAIL_CODE_TRIES);
        let email = self.store.try_email_code(id, player, &hash, now, most);
        email.await?.ok_or(EmailError::WrongCode)
    }
}

/// What is kept of a code. Who reads the database within ten minutes can find it out; a backup is no use.
fn hash(attempt: Uuid, code: &str) -> String {
    let hash = Sha256::new().chain_update(attempt).chain_update(code);
    HEXLOWER.encode(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_compared_without_capitals() {
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

//! Codes by email. A code has eight digits, and proves that the visitor can read the mails to an address. Mails
//! never contain a link that signs in: programs that check mails for malware open links, and would use the
//! link before the visitor does.

mod mailer;
mod smtp;
mod turns;

use boneyard_base::limits::{self, Bound};
use boneyard_base::{PlayerId, Requester};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{SignInAttempt, SignInCode};
use boneyard_store::{NewEmailCode, SetEmail, StoreError};
use boneyard_words::Language;
use data_encoding::HEXLOWER;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;
use lettre::Address;
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;
use uuid::Uuid;

use self::mailer::CodeMail;
pub(crate) use self::mailer::Mailer;
pub use self::smtp::{ParseSmtpUrlError, SmtpError, SmtpUrl};
use super::People;

/// The number of possible codes.
const CODES: u64 = 100_000_000;

/// An email address that a visitor has entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// The address to which mails are sent.
    pub address: Address,
    /// The address in lower case, for comparison.
    pub key: String,
}

impl Email {
    /// Parses an address. Only ASCII is accepted: many mail servers can't send to addresses with other
    /// letters, and some of those letters look like ASCII letters.
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

/// Why a code is not sent, or not accepted.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// The host has not configured the sending of mails.
    #[error("This server sends no mails.")]
    NotHere,
    /// The text is not an email address.
    #[error("That isn't an email address.")]
    NotAnAddress,
    /// The visitor is a guest, and only accounts can have an email address.
    #[error("Only who keeps an account can have an email address.")]
    OnlyKept,
    /// Too many codes were requested by this visitor, from its network, for this address, or from this server.
    #[error("Many codes have been asked for; try again later.")]
    TooMany,
    /// There were too many wrong codes.
    #[error("Too much has been tried; wait some minutes.")]
    TooManyTries,
    /// The code is wrong, was used before or has expired, or no account has the address.
    #[error("The code is wrong, or can't be used any more.")]
    WrongCode,
    /// Another account has the address. Only a visitor who can read the mails to this address gets this
    /// error.
    #[error("Another account has this address; sign in by it.")]
    Taken,
    /// The account has no email address.
    #[error("The account has no email address.")]
    NoEmail,
    /// The operating system provides no random numbers for a code.
    #[error("There is no randomness for a code.")]
    Random(#[from] SysError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EmailError {
    /// The code of this error in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotHere | Self::Taken => ErrorCode::NotNow,
            Self::NotAnAddress => ErrorCode::BadText,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::TooMany | Self::TooManyTries => ErrorCode::Rate,
            Self::WrongCode => ErrorCode::BadCode,
            Self::NoEmail => ErrorCode::NotFound,
            Self::Random(_) | Self::Store(_) => ErrorCode::Unavailable,
        }
    }
}

impl People {
    /// Sends a code to the email address that the owner of an account wants to add. The answer doesn't show
    /// whether another account has the address.
    ///
    /// # Errors
    ///
    /// When too many codes were requested.
    pub async fn ask_new_email(
        &self,
        asker: Requester,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        self.ask_code(asker, email, Some(headers)).await
    }

    /// Sends a code with which a visitor can sign in to the account with this email address. If no account
    /// has the address, no code is sent, but the visitor gets the same answer after the same time.
    ///
    /// # Errors
    ///
    /// When too many codes were requested.
    pub async fn ask_email(
        &self,
        asker: Requester,
        email: &Email,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, EmailError> {
        let owner = self.store.emails().player_by(&email.key).await?;
        self.ask_code(asker, email, owner.map(|_| headers)).await
    }

    /// Sets the email address of an account, if the visitor's code is right.
    ///
    /// # Errors
    ///
    /// When the code is refused, or another account has the address.
    pub async fn set_email(&self, asker: Requester, given: &SignInCode) -> Result<(), EmailError> {
        let player = asker.player;
        let email = self.proven_email(asker, given).await?;
        let now = self.clock.now();
        match self.store.emails().set(player, &email, now).await? {
            SetEmail::Set => self.account_changed(player),
            SetEmail::Taken => return Err(EmailError::Taken),
        }
        Ok(())
    }

    /// Removes the email address of an account.
    ///
    /// # Errors
    ///
    /// When the account has no address.
    pub async fn remove_email(&self, player: PlayerId) -> Result<(), EmailError> {
        if !self.store.emails().remove(player).await? {
            return Err(EmailError::NoEmail);
        }
        self.account_changed(player);
        Ok(())
    }

    /// The owner of the account with the email address to which the code was sent. `asker` must be the
    /// visitor who requested the code.
    ///
    /// # Errors
    ///
    /// When the code is refused, or no account has the address.
    pub async fn player_by_email(
        &self,
        asker: Requester,
        given: &SignInCode,
    ) -> Result<PlayerId, EmailError> {
        let email = self.proven_email(asker, given).await?;
        let owner = self.store.emails().player_by(&email).await?;
        owner.ok_or(EmailError::WrongCode)
    }

    /// Makes a code for an email address. If the headers of a request are given, sends the code, in the
    /// language that these headers prefer. Without headers, the code isn't sent.
    async fn ask_code(
        &self,
        asker: Requester,
        email: &Email,
        send: Option<&HeaderMap>,
    ) -> Result<SignInAttempt, EmailError> {
        let mailer = self.mailer.as_ref().ok_or(EmailError::NotHere)?;
        let attempt = Uuid::new_v4();
        let code = format!("{:08}", SysRng.try_next_u64()? % CODES);
        let now = self.clock.now();
        let expires = now.plus_ms(limits::EMAIL_CODE_MS);
        let stored = NewEmailCode {
            attempt: attempt.into_bytes(),
            player: asker.player,
            email_key: email.key.clone(),
            code_hash: hash(attempt, &code),
            expires,
        };
        // A code that isn't sent is also counted. Otherwise the limit would show whether an account has the
        // address.
        let bounds = [Bound::Mails, Bound::MailsTo(email.key.clone())];
        let counted = self.bounds.take(&bounds, asker, Instant::now());
        counted.ok_or(EmailError::TooMany)?;
        self.store.emails().add_code(&stored).await?;
        if let Some(headers) = send {
            let accepted = headers.get(ACCEPT_LANGUAGE);
            let accepted = accepted.and_then(|value| value.to_str().ok());
            mailer.send(CodeMail {
                to: email.address.clone(),
                language: Language::accepted(accepted.unwrap_or_default()),
                code,
            });
        }
        Ok(SignInAttempt {
            attempt: attempt.simple().to_string(),
            expires_ms: expires.0,
        })
    }

    /// The email address to which the code was sent, in lower case. The code must be right, and `asker` must
    /// be the visitor who requested it. Each try is counted. A right code can't be used again.
    async fn proven_email(
        &self,
        asker: Requester,
        given: &SignInCode,
    ) -> Result<String, EmailError> {
        let tried = self.tried(Bound::WrongCodes, asker);
        let tried = tried.ok_or(EmailError::TooManyTries)?;
        let attempt = given.attempt.as_deref().unwrap_or_default();
        let attempt = Uuid::try_parse(attempt).map_err(|_| EmailError::WrongCode)?;
        // A visitor may type the code in groups: 1234 5678.
        let code: String = given.code.split_whitespace().collect();
        let (id, hash) = (attempt.into_bytes(), hash(attempt, &code));
        let (now, most) = (self.clock.now(), limits::EMAIL_CODE_TRIES);
        let email = self
            .store
            .emails()
            .try_code(id, asker.player, &hash, now, most);
        let email = email.await?.ok_or(EmailError::WrongCode)?;
        tried.put_back();
        Ok(email)
    }
}

/// The hash that is stored instead of a code. An attacker who gets the database can find the code of a hash
/// by trying all codes. But a code expires after ten minutes, so an old backup is useless to an attacker.
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

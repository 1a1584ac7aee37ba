//! What a browser is asked about passkeys, and what its answer proves (`WebAuthn` Level 3). The library that
//! checks answers is used in this file alone, so that another one can take its place.

use boneyard_base::{PersonId, limits};
use data_encoding::BASE64URL_NOPAD;
use http::HeaderMap;
use http::header::HOST;
use passki::{
    AuthenticationCredential, AuthenticationOptions, AuthenticationState, Passki, PasskiError,
    RegistrationCredential, RegistrationOptions, RegistrationState, ResidentKeyRequirement,
    StoredPasskey, UserVerificationRequirement,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::PublicUrl;

/// What browsers show beside the account's name.
const SITE_NAME: &str = "Boneyard";

/// The signatures that are asked for and can be checked: `EdDSA`, ES256, ES384, RS256 and RS384.
const ALGORITHMS: [i32; 5] = [-8, -7, -35, -257, -258];

/// The site that passkeys belong to, as browsers know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host's name, without a port.
    id: String,
    /// Which pages may ask: `https://dominoes.example`.
    origin: String,
}

/// A passkey that has proved itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The id that the browser knows it by.
    pub id: Vec<u8>,
    /// The public key and what else is checked, in JSON.
    pub credential: String,
}

/// A question for a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads.
    pub options: Value,
    /// What the answer is checked against. It stays here.
    pub state: String,
}

/// Why an answer proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The answer isn't of the form that browsers give it.
    #[error("the answer can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The answer is to another question, of another site, or not signed by the passkey.
    #[error("{0}")]
    Refused(#[from] PasskiError),
    /// The answer is to a question of the other kind.
    #[error("the question was another one")]
    OtherQuestion,
    /// The passkey signs in a way that can't be checked, or its id is too long.
    #[error("passkeys of this kind can't be used")]
    Unsupported,
    /// The passkey was made for another account than the one that has it here.
    #[error("the passkey is another account's")]
    OtherAccount,
}

impl PasskeyError {
    /// Whether the passkey has signed less often than it says: somebody has a copy of it.
    pub const fn is_copy(&self) -> bool {
        matches!(self, Self::Refused(PasskiError::CounterRegression))
    }
}

/// What the answer to a question is checked against. Of a sign-in that is nothing that a registration's
/// answer could be.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum State {
    Registration(RegistrationState),
    SignIn(AuthenticationState),
}

impl RelyingParty {
    /// The site under the address that browsers know; none where browsers offer no passkeys: at an IP
    /// address, and without TLS anywhere but on the machine itself.
    pub fn of(public_url: Option<&PublicUrl>, headers: &HeaderMap) -> Option<Self> {
        let origin = if let Some(public) = public_url {
            public.origin().to_owned()
        } else {
            let host = headers.get(HOST)?.to_str().ok()?;
            format!("http://{}", host.to_ascii_lowercase())
        };
        let (scheme, host) = origin.split_once("://")?;
        let id = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let is_secure = id == "localhost" || scheme == "https" && public_url.is_some();
        // A name's last label has a letter in it; that of an IPv4 address has not.
        let last = id.rsplit('.').next().unwrap_or_default();
        let is_name = last.bytes().any(|byte| byte.is_ascii_alphabetic()) && !id.starts_with('[');
        (is_secure && is_name).then(|| Self {
            id: id.to_owned(),
            origin: origin.clone(),
        })
    }

    /// Asks for a new passkey of an account, which isn't one of those that it has.
    ///
    /// # Errors
    ///
    /// When what is kept of a passkey can't be read.
    pub fn start_registration(
        &self,
        person: PersonId,
        name: &str,
        owned: &[Passkey],
    ) -> Result<Question, PasskeyError> {
        let owned: Vec<StoredPasskey> = owned.iter().map(stored).collect::<Result<_, _>>()?;
        let mut options = RegistrationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        // The browser lists it where no name was typed.
        options.resident_key = ResidentKeyRequirement::Required;
        options.user_verification = UserVerificationRequirement::Preferred;
        options.exclude_credentials = Some(&owned);
        let handle = user_handle(person);
        let (challenge, state) = self
            .checker()
            .start_passkey_registration(&handle, name, name, options)?;
        Question::new(&challenge, &State::Registration(state))
    }

    /// The new passkey that answers [`Self::start_registration`].
    ///
    /// # Errors
    ///
    /// When it doesn't.
    pub fn finish_registration(
        &self,
        state: &str,
        answer: &Value,
    ) -> Result<Passkey, PasskeyError> {
        let State::Registration(state) = serde_json::from_str(state)? else {
            return Err(PasskeyError::OtherQuestion);
        };
        let answer = RegistrationCredential::deserialize(answer)?;
        let passkey = self
            .checker()
            .finish_passkey_registration(&answer, &state)?;
        let id = &passkey.credential_id;
        if !ALGORITHMS.contains(&passkey.algorithm)
            || id.is_empty()
            || id.len() > limits::CREDENTIAL_ID_BYTES_MAX
        {
            return Err(PasskeyError::Unsupported);
        }
        Passkey::new(&passkey)
    }

    /// Asks for any passkey of this site.
    ///
    /// # Errors
    ///
    /// None, as long as a question can be written down.
    pub fn start_sign_in(&self) -> Result<Question, PasskeyError> {
        let mut options = AuthenticationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        options.user_verification = UserVerificationRequirement::Preferred;
        let (challenge, state) = self.checker().start_passkey_authentication(&[], options)?;
        Question::new(&challenge, &State::SignIn(state))
    }

    /// The passkey, as it is from now on, if it answers [`Self::start_sign_in`] and is the person's. Its
    /// count of signatures must have grown if it counts at all: else there is a copy of it.
    ///
    /// # Errors
    ///
    /// When it doesn't.
    pub fn finish_sign_in(
        &self,
        state: &str,
        answer: &Value,
        passkey: &Passkey,
        person: PersonId,
    ) -> Result<Passkey, PasskeyError> {
        let State::SignIn(state) = serde_json::from_str(state)? else {
            return Err(PasskeyError::OtherQuestion);
        };
        let answer = AuthenticationCredential::deserialize(answer)?;
        let mut stored = stored(passkey)?;
        let signed = self
            .checker()
            .finish_passkey_authentication(&answer, &state, &stored)?;
        // Nobody has typed a name, so the browser must say whose it is.
        if signed.credential_id != passkey.id
            || signed.user_handle.as_deref() != Some(&user_handle(person))
        {
            return Err(PasskeyError::OtherAccount);
        }
        stored.counter = signed.counter;
        Passkey::new(&stored)
    }

    fn checker(&self) -> Passki {
        Passki::new(&self.id, &[&self.origin], SITE_NAME)
    }
}

/// Which passkey an answer says that it is of.
pub(crate) fn claimed_id(answer: &Value) -> Option<Vec<u8>> {
    let id = answer.get("rawId")?.as_str()?;
    parse_id(id)
}

/// A passkey's id as text.
pub(crate) fn show_id(id: &[u8]) -> String {
    BASE64URL_NOPAD.encode(id)
}

/// A passkey's id from what [`show_id`] gave.
pub(crate) fn parse_id(text: &str) -> Option<Vec<u8>> {
    let id = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    (id.len() <= limits::CREDENTIAL_ID_BYTES_MAX).then_some(id)
}

/// By which a passkey names its account: what others know it by as well, and never the player's id.
fn user_handle(person: PersonId) -> [u8; 16] {
    person.bits().to_be_bytes()
}

fn stored(passkey: &Passkey) -> Result<StoredPasskey, PasskeyError> {
    Ok(serde_json::from_str(&passkey.credential)?)
}

impl Passkey {
    fn new(passkey: &StoredPasskey) -> Result<Self, PasskeyError> {
        Ok(Self {
            id: passkey.credential_id.clone(),
            credential: serde_json::to_string(passkey)?,
        })
    }
}

impl Question {
    fn new(options: &impl Serialize, state: &State) -> Result<Self, PasskeyError> {
        Ok(Self {
            options: serde_json::to_value(options)?,
            state: serde_json::to_string(state)?,
        })
    }
}

#[cfg(test)]
mod tests;

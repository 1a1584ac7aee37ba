//! The questions to browsers about passkeys, and the checks of their answers (`WebAuthn` Level 3). Only
//! this file uses the library that checks answers, so that the library can be replaced.

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

/// The site's name, which browsers show beside the account's name.
const SITE_NAME: &str = "Boneyard";

/// The algorithms of signatures that the server asks for and can check: `EdDSA`, ES256, ES384, RS256 and
/// RS384.
const ALGORITHMS: [i32; 5] = [-8, -7, -35, -257, -258];

/// The site that passkeys belong to, as browsers know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host's name, without a port.
    id: String,
    /// The origin of the pages that may ask, such as `https://dominoes.example`.
    origin: String,
}

/// A passkey that has answered a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passkey {
    /// The passkey's id in the browser.
    pub id: Vec<u8>,
    /// The public key and the other data for checks, in JSON.
    pub credential: String,
}

/// A question for a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The options for the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    pub options: Value,
    /// The data that the answer is checked against. It is not sent to the browser.
    pub state: String,
}

/// Why an answer proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The answer doesn't have the form that browsers use.
    #[error("the answer can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The answer is to another question, from another site, or not signed by the passkey.
    #[error("{0}")]
    Refused(#[from] PasskiError),
    /// The answer is to a question of the other kind (registration or sign-in).
    #[error("the question was another one")]
    OtherQuestion,
    /// The passkey uses an algorithm that can't be checked, or its id is too long.
    #[error("passkeys of this kind can't be used")]
    Unsupported,
    /// The passkey was made for another account than the one that it is stored for.
    #[error("the passkey is another account's")]
    OtherAccount,
}

impl PasskeyError {
    /// Whether the passkey's count of signatures is lower than before: then there is a copy of the
    /// passkey.
    pub(crate) const fn is_copy(&self) -> bool {
        matches!(self, Self::Refused(PasskiError::CounterRegression))
    }
}

/// The data that an answer is checked against. Registration and sign-in are different variants, so the
/// answer to one is never accepted for the other.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum State {
    Registration(RegistrationState),
    SignIn(AuthenticationState),
}

impl RelyingParty {
    /// The site at the address of a request; `None` where browsers offer no passkeys: at an IP address,
    /// and without TLS except at `localhost`.
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
        // The last label of a host name contains a letter; that of an IPv4 address doesn't.
        let last = id.rsplit('.').next().unwrap_or_default();
        let is_name = last.bytes().any(|byte| byte.is_ascii_alphabetic()) && !id.starts_with('[');
        (is_secure && is_name).then(|| Self {
            id: id.to_owned(),
            origin: origin.clone(),
        })
    }

    /// Makes the question that asks for a new passkey of an account, other than those that it has.
    ///
    /// # Errors
    ///
    /// When a stored passkey can't be read.
    pub(crate) fn start_registration(
        &self,
        person: PersonId,
        name: &str,
        owned: &[Passkey],
    ) -> Result<Question, PasskeyError> {
        let owned: Vec<StoredPasskey> = owned.iter().map(stored).collect::<Result<_, _>>()?;
        let mut options = RegistrationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        // With a resident key the browser can offer the passkey before a name is typed.
        options.resident_key = ResidentKeyRequirement::Required;
        options.user_verification = UserVerificationRequirement::Preferred;
        options.exclude_credentials = Some(&owned);
        let handle = user_handle(person);
        let (challenge, state) = self
            .checker()
            .start_passkey_registration(&handle, name, name, options)?;
        Question::new(&challenge, &State::Registration(state))
    }

    /// Checks the answer to [`Self::start_registration`], and returns the new passkey.
    ///
    /// # Errors
    ///
    /// When the answer is refused.
    pub(crate) fn finish_registration(
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

    /// Makes the question that asks a browser to sign in with any passkey of this site.
    pub fn start_sign_in(&self) -> Result<Question, PasskeyError> {
        let mut options = AuthenticationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        options.user_verification = UserVerificationRequirement::Preferred;
        let (challenge, state) = self.checker().start_passkey_authentication(&[], options)?;
        Question::new(&challenge, &State::SignIn(state))
    }

    /// Checks the answer to [`Self::start_sign_in`], which must come from the person's passkey, and
    /// returns the passkey to store from now on. If the passkey counts its signatures, the count must
    /// have grown; otherwise there is a copy of it.
    pub(crate) fn finish_sign_in(
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
        // No name was typed, so the browser's answer must name the account.
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

/// The id of the passkey that an answer names, before it is checked.
pub(crate) fn claimed_id(answer: &Value) -> Option<Vec<u8>> {
    let id = answer.get("rawId")?.as_str()?;
    parse_id(id)
}

/// A passkey's id as text.
pub(crate) fn show_id(id: &[u8]) -> String {
    BASE64URL_NOPAD.encode(id)
}

/// A passkey's id from the text of [`show_id`].
pub(crate) fn parse_id(text: &str) -> Option<Vec<u8>> {
    let id = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    (id.len() <= limits::CREDENTIAL_ID_BYTES_MAX).then_some(id)
}

/// The id by which a passkey names its account: the account's public id, never the player's secret id.
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

//! The challenges for passkeys, and the checks of the browsers' answers (`WebAuthn` Level 3). Only this file
//! uses the library that checks the answers, so the library can be replaced easily.

use boneyard_base::{PersonId, limits};
use ciborium::Value as Cbor;
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

/// The name of the site. Browsers show it next to the name of the account.
const SITE_NAME: &str = "Boneyard";

/// A signature algorithm that the server can check, by its numbers in COSE (RFC 9053 and RFC 8230).
struct Algorithm {
    number: i32,
    key_type: i64,
    /// The curve. `None` for RSA.
    curve: Option<i64>,
}

impl Algorithm {
    const fn new(number: i32, key_type: i64, curve: Option<i64>) -> Self {
        Self {
            number,
            key_type,
            curve,
        }
    }
}

/// The algorithms that the server requests: `EdDSA`, ES256, ES384, RS256 and RS384.
const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::new(-8, 1, Some(6)),
    Algorithm::new(-7, 2, Some(1)),
    Algorithm::new(-35, 2, Some(2)),
    Algorithm::new(-257, 3, None),
    Algorithm::new(-258, 3, None),
];

/// The site to which passkeys belong, as browsers identify it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host's name, without a port.
    id: String,
    /// The origin of the site's pages, such as `https://dominoes.example`.
    origin: String,
}

/// A passkey of an account, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passkey {
    /// The id by which browsers identify the passkey.
    pub id: Vec<u8>,
    /// The public key and the other data needed for checks, in JSON.
    pub credential: String,
}

/// A challenge for a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// The options for the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    pub options: Value,
    /// The data with which the answer is checked. It is not sent to the browser.
    pub state: String,
}

/// Why the answer to a challenge is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The answer doesn't have the required form.
    #[error("the answer can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The answer belongs to another challenge or another site, or the passkey has not signed it.
    #[error("{0}")]
    Refused(#[from] PasskiError),
    /// The answer to a registration was sent for a sign-in, or the other way round.
    #[error("the challenge was another one")]
    OtherChallenge,
    /// The passkey uses an unsupported algorithm, its key is of another algorithm, or its id is too long.
    #[error("passkeys of this kind can't be used")]
    Unsupported,
    /// The passkey belongs to another account than the one for which it is stored.
    #[error("the passkey is another account's")]
    OtherAccount,
}

impl PasskeyError {
    /// Whether the passkey counts its signatures, and the counter has not increased since the last sign-in.
    /// Then there is a copy of the passkey.
    pub(crate) const fn is_copy(&self) -> bool {
        matches!(self, Self::Refused(PasskiError::CounterRegression))
    }
}

/// The data with which an answer is checked. Registration and sign-in have different variants, so the answer
/// to one is never accepted for the other.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum State {
    Registration(RegistrationState),
    SignIn(AuthenticationState),
}

impl RelyingParty {
    /// The site at the address of a request. `None` if passkeys don't work there: they don't work at an IP
    /// address, nor without TLS, except at `localhost`.
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
        // The last part of a host name contains a letter. The last part of an IPv4 address doesn't.
        let last = id.rsplit('.').next().unwrap_or_default();
        let is_name = last.bytes().any(|byte| byte.is_ascii_alphabetic()) && !id.starts_with('[');
        (is_secure && is_name).then(|| Self {
            id: id.to_owned(),
            origin: origin.clone(),
        })
    }

    /// Makes a challenge that asks the browser to create a new passkey for an account. The browser refuses if
    /// it already has one of the passkeys in `owned`.
    ///
    /// # Errors
    ///
    /// When a stored passkey can't be read.
    pub(crate) fn start_registration(
        &self,
        person: PersonId,
        name: &str,
        owned: &[Passkey],
    ) -> Result<Challenge, PasskeyError> {
        let owned: Vec<StoredPasskey> = owned.iter().map(stored).collect::<Result<_, _>>()?;
        let mut options = RegistrationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        // With a resident key, the browser can offer the passkey before the visitor has typed a name.
        options.resident_key = ResidentKeyRequirement::Required;
        options.user_verification = UserVerificationRequirement::Preferred;
        options.exclude_credentials = Some(&owned);
        let handle = user_handle(person);
        let (challenge, state) = self
            .checker()
            .start_passkey_registration(&handle, name, name, options)?;
        Challenge::new(&challenge, &State::Registration(state))
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
            return Err(PasskeyError::OtherChallenge);
        };
        let answer = RegistrationCredential::deserialize(answer)?;
        let passkey = self
            .checker()
            .finish_passkey_registration(&answer, &state)?;
        let id = &passkey.credential_id;
        if !is_of_its_algorithm(&passkey)
            || id.is_empty()
            || id.len() > limits::CREDENTIAL_ID_BYTES_MAX
        {
            return Err(PasskeyError::Unsupported);
        }
        Passkey::new(&passkey)
    }

    /// Makes a challenge for signing in. Any passkey of this site can answer it.
    pub fn start_sign_in(&self) -> Result<Challenge, PasskeyError> {
        let mut options = AuthenticationOptions::default();
        options.timeout = limits::PASSKEY_QUESTION_MS.unsigned_abs();
        options.user_verification = UserVerificationRequirement::Preferred;
        let (challenge, state) = self.checker().start_passkey_authentication(&[], options)?;
        Challenge::new(&challenge, &State::SignIn(state))
    }

    /// Checks the answer to [`Self::start_sign_in`]. The answer must come from `passkey`, and must contain
    /// the account `person`. Returns the changed passkey, which the caller must store. If the passkey counts
    /// its signatures and the counter has not increased, there is a copy of the passkey, and the answer is
    /// refused.
    pub(crate) fn finish_sign_in(
        &self,
        state: &str,
        answer: &Value,
        passkey: &Passkey,
        person: PersonId,
    ) -> Result<Passkey, PasskeyError> {
        let State::SignIn(state) = serde_json::from_str(state)? else {
            return Err(PasskeyError::OtherChallenge);
        };
        let answer = AuthenticationCredential::deserialize(answer)?;
        let mut stored = stored(passkey)?;
        let signed = self
            .checker()
            .finish_passkey_authentication(&answer, &state, &stored)?;
        // The visitor has not typed a name, so the answer must contain the account.
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

/// The id of the passkey that the answer claims to come from. It has not been checked yet.
pub(crate) fn claimed_id(answer: &Value) -> Option<Vec<u8>> {
    let id = answer.get("rawId")?.as_str()?;
    parse_id(id)
}

/// Formats the id of a passkey as text.
pub(crate) fn show_id(id: &[u8]) -> String {
    BASE64URL_NOPAD.encode(id)
}

/// Parses the text of [`show_id`].
pub(crate) fn parse_id(text: &str) -> Option<Vec<u8>> {
    let id = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    (id.len() <= limits::CREDENTIAL_ID_BYTES_MAX).then_some(id)
}

/// The id that a passkey stores for its account. It is the account's public id, never the player's id, which
/// is secret.
fn user_handle(person: PersonId) -> [u8; 16] {
    person.bits().to_be_bytes()
}

/// Whether the server can check the passkey's algorithm, and the public key is of this algorithm. Otherwise
/// the passkey would never sign in.
fn is_of_its_algorithm(passkey: &StoredPasskey) -> bool {
    /// The labels of the key's type and of its curve.
    const TYPE: i64 = 1;
    const CURVE: i64 = -1;
    let Ok(Cbor::Map(key)) = ciborium::from_reader(passkey.public_key.as_slice()) else {
        return false;
    };
    let number = |label: i64| {
        let mut fields = key.iter();
        let (_, value) = fields.find(|(name, _)| *name == Cbor::from(label))?;
        i64::try_from(value.as_integer()?).ok()
    };
    let mut known = ALGORITHMS.iter();
    let algorithm = known.find(|algorithm| algorithm.number == passkey.algorithm);
    algorithm.is_some_and(|algorithm| {
        number(TYPE) == Some(algorithm.key_type) && number(CURVE) == algorithm.curve
    })
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

impl Challenge {
    fn new(options: &impl Serialize, state: &State) -> Result<Self, PasskeyError> {
        Ok(Self {
            options: serde_json::to_value(options)?,
            state: serde_json::to_string(state)?,
        })
    }
}

#[cfg(test)]
mod tests;

//! The server's key, by which push services tell it from others (RFC 8292). A browser names the key when it
//! subscribes; its push service then takes messages only with a token that the key has signed.

use std::fmt;

use boneyard_base::Timestamp;
use boneyard_store::Store;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;

use crate::StartError;
use crate::encryption::random_key;

/// The name of the stored setting with the private key. The first start creates the setting.
const KEY_SETTING: &str = "push_key";

/// How long a token is valid, in milliseconds. A push service refuses tokens that are valid for more than a day.
const TOKEN_MS: i64 = 12 * 60 * 60 * 1_000;

/// The head of each token, in base64url: `{"typ":"JWT","alg":"ES256"}`.
const HEAD: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9";

/// The server's key for Web Push.
pub(crate) struct ServerKey {
    key: SigningKey,
    /// The public key in base64url.
    public: String,
}

/// Doesn't print the private key.
impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerKey({})", self.public)
    }
}

impl ServerKey {
    /// Reads the stored key. Makes one if none is stored: all nodes of a cluster get the same key.
    pub(crate) async fn stored(store: &Store) -> Result<Self, StartError> {
        let fresh = HEXLOWER.encode(&random_key()?.to_bytes());
        let stored = store.settings().get_or_insert(KEY_SETTING, &fresh).await?;
        let bytes = HEXLOWER.decode(stored.as_bytes());
        let key = bytes
            .ok()
            .and_then(|bytes| SecretKey::from_slice(&bytes).ok());
        key.map(|key| Self::new(&key)).ok_or(StartError::DamagedKey)
    }

    fn new(key: &SecretKey) -> Self {
        let public = key.public_key().to_sec1_bytes();
        Self {
            key: SigningKey::from(key),
            public: BASE64URL_NOPAD.encode(&public),
        }
    }

    /// The public key, in base64url.
    pub(crate) fn public(&self) -> &str {
        &self.public
    }

    /// The value of the header `Authorization` of a push. `audience` is the origin of the push service, `contact` a
    /// URL by which the service finds who runs this server.
    pub(crate) fn authorization(
        &self,
        audience: &str,
        contact: Option<&str>,
        now: Timestamp,
    ) -> String {
        let expires = now.plus_ms(TOKEN_MS).0 / 1_000;
        let mut claims = json!({ "aud": audience, "exp": expires });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let claims = BASE64URL_NOPAD.encode(claims.to_string().as_bytes());
        let signed = format!("{HEAD}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::signature::Verifier as _;

    use super::*;

    #[test]
    fn the_token_of_rfc_8292_is_accepted_and_ours_is_made_like_it() {
        // RFC 8292, section 2.4. A signature differs each time, so the example is verified and not made.
        let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let token = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
        assert_eq!(claims_of(token, key)["sub"], "mailto:push@example.com");

        let server = ServerKey::new(&random_key().unwrap());
        let now = Timestamp(1_700_000_000_000);
        let header = server.authorization("https://push.example", Some("https://b.example"), now);
        let (token, key) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        assert_eq!(key, server.public());
        let expected = json!({
            "aud": "https://push.example",
            "exp": 1_700_043_200,
            "sub": "https://b.example",
        });
        assert_eq!(claims_of(token, key), expected);
        let without = server.authorization("https://push.example", None, now);
        let (token, _) = without[8..].split_once(", ").unwrap();
        assert_eq!(claims_of(token, key).get("sub"), None);
        assert!(!format!("{server:?}").contains(&HEXLOWER.encode(&server.key.to_bytes())));
    }

    /// The claims of a token, whose signature is right.
    fn claims_of(token: &str, key: &str) -> serde_json::Value {
        let bytes = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        assert_eq!(head, HEAD);
        let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
        let signature = Signature::from_slice(&bytes(signature)).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        serde_json::from_slice(&bytes(claims)).unwrap()
    }
}

//! Signatures of a server, so that the server can't deny or change later what it signed: Ed25519 (RFC
//! 8032).

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use ed25519_dalek::{Signer as _, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bytes::{BYTES, ParseBytesError, PublicKey, hex_type};

/// The number of bytes in a signature.
const SIGNATURE_BYTES: usize = 64;

hex_type! { SIGNATURE_BYTES, "^[0-9a-f]{128}$",
    /// A server's signature.
    #[derive(Debug)]
    Signature
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        boneyard_rules::text::deserialize(deserializer)
    }
}

/// The private key of a server.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// Makes the key from 32 random bytes, which must be kept secret.
    #[must_use]
    pub fn from_seed(seed: &[u8; BYTES]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(seed))
    }

    /// The public key, which everybody can use to check the signatures.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs a message. The same message always gets the same signature.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Signature {
        Signature(self.0.sign(message).to_bytes())
    }
}

/// Doesn't print the key, so that it stays out of logs: a program with this key could sign as the server.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

impl PublicKey {
    /// Whether the message was signed with the private key that belongs to this public key.
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        VerifyingKey::from_bytes(&self.0)
            .is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_message_and_key_alone() {
        let key = SigningKey::from_seed(&[7; BYTES]);
        let signature = key.sign(b"message");
        assert!(key.public().verifies(b"message", &signature));
        assert!(!key.public().verifies(b"another", &signature));
        let other = SigningKey::from_seed(&[8; BYTES]).public();
        assert!(!other.verifies(b"message", &signature));
        for bit in 0..SIGNATURE_BYTES * 8 {
            let mut bytes = *signature.bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let changed = Signature::from(bytes);
            assert!(!key.public().verifies(b"message", &changed), "bit {bit}");
        }
    }

    #[test]
    fn the_key_is_not_printed_by_accident() {
        let key = SigningKey::from_seed(&[7; BYTES]);
        assert_eq!(format!("{key:?}"), "SigningKey(…)");
    }
}

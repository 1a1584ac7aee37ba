//! Encrypts and authenticates the messages over NATS, with keys that are derived from a secret in the
//! database. A program that can use NATS, but can't read the database, can neither read nor forge a message.
//!
//! A sealed message consists of the format (one byte), the sender and the number in plain form, and the
//! content encrypted with AES-256-GCM. Each node has its own key, which is derived from the cluster's secret
//! and the node's id. So the number can be the nonce: it is used only once with this key. The subject is also
//! authenticated, so a message can't be moved to another subject. The receiver recognises a repeated message
//! by its number. Later messages of a node have greater numbers.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use boneyard_base::limits;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use parking_lot::Mutex;
use rand::TryRng as _;
use rand::rngs::SysRng;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::error::Unspecified;
use ring::hmac::{self, HMAC_SHA256};

use super::NodeId;

/// The version of the format of sealed messages and of their content. A node drops messages with another
/// version.
const FORMAT: u8 = 1;

/// The number of bytes of the format, the sender and the number.
const HEADER_BYTES: usize = 1 + 8 + 8;

/// The length of the secret in bytes. All keys are derived from the secret.
const SECRET_BYTES: usize = 32;

/// The secret of a cluster. In the database it is stored as 64 hex digits.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct BusSecret([u8; SECRET_BYTES]);

/// The error if a text is not a [`BusSecret`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a bus key is 64 hex digits")]
pub struct ParseBusSecretError;

impl BusSecret {
    /// Makes a random secret.
    pub(super) fn random() -> Result<Self, rand::rngs::SysError> {
        let mut bytes = [0; SECRET_BYTES];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The secret in hex, for the database.
    pub(super) fn to_hex(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

impl fmt::Debug for BusSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BusSecret(..)")
    }
}

impl FromStr for BusSecret {
    type Err = ParseBusSecretError;

    fn from_str(hex: &str) -> Result<Self, Self::Err> {
        let bytes = HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok();
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or(ParseBusSecretError)
    }
}

/// The keys of a cluster.
pub(super) struct Keys {
    root: hmac::Key,
    /// The keys of the nodes from which messages were received.
    senders: Mutex<HashMap<NodeId, Arc<LessSafeKey>>>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(..)")
    }
}

impl Keys {
    /// Derives the keys from a secret.
    pub(super) fn new(secret: &BusSecret) -> Self {
        Self {
            root: hmac::Key::new(HMAC_SHA256, &secret.0),
            senders: Mutex::default(),
        }
    }

    /// The name of the cluster, as it appears in the NATS subjects: 16 hex digits. The name doesn't reveal
    /// the secret.
    pub(super) fn cluster(&self) -> String {
        HEXLOWER.encode(&hmac::sign(&self.root, b"cluster").as_ref()[..8])
    }

    /// Makes the sealer for the messages of a node.
    pub(super) fn sealer(&self, node: NodeId) -> Result<Sealer, Unspecified> {
        Ok(Sealer {
            node,
            key: self.derive(node)?,
            number: 0,
        })
    }

    /// Decrypts a message that arrived on a subject. Fails if no node of this cluster has sealed the message
    /// for this subject, or if the message has another format.
    pub(super) fn open(&self, subject: &str, sealed: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let (header, content) = sealed
            .split_first_chunk::<HEADER_BYTES>()
            .ok_or(Unspecified)?;
        let (from, number) = read_header(header).ok_or(Unspecified)?;
        let known = self.senders.lock().get(&from).cloned();
        let key = match &known {
            Some(key) => Arc::clone(key),
            None => Arc::new(self.derive(from)?),
        };
        let mut content = content.to_vec();
        let bound = bind(subject, header);
        let length = key
            .open_in_place(nonce(number), Aad::from(bound), &mut content)?
            .len();
        content.truncate(length);
        if known.is_none() {
            self.remember(from, key);
        }
        Ok(content)
    }

    fn derive(&self, node: NodeId) -> Result<LessSafeKey, Unspecified> {
        let purpose = [b"node".as_slice(), &node.bits().to_be_bytes()].concat();
        let key = hmac::sign(&self.root, &purpose);
        UnboundKey::new(&AES_256_GCM, key.as_ref()).map(LessSafeKey::new)
    }

    fn remember(&self, node: NodeId, key: Arc<LessSafeKey>) {
        let mut senders = self.senders.lock();
        if senders.len() >= limits::BUS_SENDERS_MAX {
            senders.clear();
        }
        senders.insert(node, key);
    }
}

/// Encrypts the messages of one node.
#[derive(Debug)]
pub(super) struct Sealer {
    node: NodeId,
    key: LessSafeKey,
    number: u64,
}

impl Sealer {
    /// Encrypts the node's next message. The encrypted message is valid only on the NATS subject `subject`.
    pub(super) fn seal(
        &mut self,
        subject: &str,
        mut content: Vec<u8>,
    ) -> Result<Vec<u8>, Unspecified> {
        self.number += 1;
        let mut sealed = header(self.node, self.number).to_vec();
        let bound = bind(subject, &sealed);
        self.key
            .seal_in_place_append_tag(nonce(self.number), Aad::from(bound), &mut content)?;
        sealed.append(&mut content);
        Ok(sealed)
    }
}

/// The node that a message claims to come from, and its number. They are true if the message can be decrypted.
pub(super) fn claimed(sealed: &[u8]) -> Option<(NodeId, u64)> {
    let (header, _) = sealed.split_first_chunk::<HEADER_BYTES>()?;
    read_header(header)
}

fn header(node: NodeId, number: u64) -> [u8; HEADER_BYTES] {
    let mut header = [FORMAT; HEADER_BYTES];
    header[1..9].copy_from_slice(&node.bits().to_be_bytes());
    header[9..].copy_from_slice(&number.to_be_bytes());
    header
}

fn read_header(header: &[u8; HEADER_BYTES]) -> Option<(NodeId, u64)> {
    let (&format, rest) = header.split_first()?;
    let (node, number) = rest.split_first_chunk()?;
    let number = number.try_into().ok()?;
    (format == FORMAT).then(|| {
        (
            NodeId::from_bits(u64::from_be_bytes(*node)),
            u64::from_be_bytes(number),
        )
    })
}

/// The additional data that are authenticated with the content. The header has a fixed length, so it is clear
/// where the header ends and the subject begins.
fn bind(subject: &str, header: &[u8]) -> Vec<u8> {
    [header, subject.as_bytes()].concat()
}

fn nonce(number: u64) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[NONCE_LEN - 8..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SUBJECT: &str = "boneyard.0123456789abcdef.all";

    fn keys() -> Keys {
        Keys::new(&BusSecret([7; SECRET_BYTES]))
    }

    fn sealed(number: u64, content: &[u8]) -> Vec<u8> {
        let mut sealer = keys().sealer(NodeId::from_bits(5)).unwrap();
        sealer.number = number - 1;
        sealer.seal(SUBJECT, content.to_vec()).unwrap()
    }

    #[test]
    fn a_message_opens_where_it_was_sealed_for() {
        let keys = keys();
        let mut sealer = keys.sealer(NodeId::from_bits(5)).unwrap();
        for number in 1..=3 {
            let message = sealer.seal(SUBJECT, b"four-six".to_vec()).unwrap();
            assert_eq!(claimed(&message), Some((NodeId::from_bits(5), number)));
            assert_eq!(keys.open(SUBJECT, &message).unwrap(), b"four-six");
        }
    }

    #[test]
    fn a_message_does_not_open_on_another_subject_or_in_another_cluster() {
        let sealed = sealed(1, b"four-six");
        for other in ["", "boneyard.0123456789abcdef.al", "boneyard.x.all"] {
            assert_eq!(keys().open(other, &sealed), Err(Unspecified));
        }
        let other = Keys::new(&BusSecret([8; SECRET_BYTES]));
        assert_eq!(other.open(SUBJECT, &sealed), Err(Unspecified));
        assert_ne!(other.cluster(), keys().cluster());
    }

    #[test]
    fn a_sealed_message_hides_its_content_and_never_repeats_its_bytes() {
        let (first, second) = (sealed(1, b"four-six"), sealed(2, b"four-six"));
        assert_ne!(first[HEADER_BYTES..], second[HEADER_BYTES..]);
        let shows = |bytes: &[u8]| bytes.windows(4).any(|part| part == b"four");
        assert!(!shows(&first) && !shows(&second));
    }

    #[test]
    fn nodes_that_only_claim_to_be_of_the_cluster_are_not_remembered() {
        let keys = keys();
        let mut forged = sealed(1, b"four-six");
        for node in 0..=u8::MAX {
            forged[8] = node ^ 5 | 8;
            assert_eq!(keys.open(SUBJECT, &forged), Err(Unspecified));
        }
        assert_eq!(keys.senders.lock().len(), 0);
    }

    #[test]
    fn a_secret_reads_back_as_stored_and_is_not_printed() {
        let secret = BusSecret::random().unwrap();
        let hex = secret.to_hex();
        assert_eq!(hex.parse(), Ok(secret.clone()));
        assert!(!format!("{secret:?}").contains(&hex));
        for other in ["", &hex[2..], &"x".repeat(64)] {
            assert_eq!(other.parse::<BusSecret>(), Err(ParseBusSecretError));
        }
    }

    proptest! {
        #[test]
        fn a_changed_message_does_not_open(
            content in prop::collection::vec(any::<u8>(), 0..64),
            index in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let mut sealed = sealed(1, &content);
            let index = index.index(sealed.len());
            sealed[index] ^= change;
            prop_assert_eq!(keys().open(SUBJECT, &sealed), Err(Unspecified));
        }

        #[test]
        fn a_part_of_a_message_does_not_open(
            content in prop::collection::vec(any::<u8>(), 0..64),
            index in any::<prop::sample::Index>(),
        ) {
            let sealed = sealed(1, &content);
            let part = &sealed[..index.index(sealed.len())];
            prop_assert_eq!(keys().open(SUBJECT, part), Err(Unspecified));
        }

        #[test]
        fn junk_does_not_open(junk in prop::collection::vec(any::<u8>(), 0..128)) {
            prop_assert_eq!(keys().open(SUBJECT, &junk), Err(Unspecified));
        }
    }
}

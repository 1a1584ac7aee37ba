//! What a server signs and can't take back: receipts for what a table was bound to before its players
//! told their seeds, and an append-only public log of tables and matches, a Merkle tree as in
//! Certificate Transparency (RFC 6962). `docs/fair-deal.md` gives every message to the byte.

use boneyard_fair::{Commitment, Hash, PublicKey, Signature, SigningKey};
use boneyard_rules::BySeat;
use serde::{Deserialize, Serialize};

use crate::fairness::RoomFairness;
use crate::id::TableId;

/// Labels, each ended by a zero byte, that keep what is signed for one purpose from being taken for
/// another.
mod label {
    pub(super) const TERMS: &[u8] = b"boneyard-fair/1 terms\0";
    pub(super) const RECEIPT: &[u8] = b"boneyard-fair/1 receipt\0";
    pub(super) const HEAD: &[u8] = b"boneyard-log/1 head\0";
    pub(super) const RECORD: &[u8] = b"boneyard-record/1\0";
}

/// How much of the public log there was at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeHead {
    /// The number of the tree. A server begins another one when it starts, and when one is full.
    pub tree: u32,
    /// How many entries the tree had.
    pub size: u32,
    /// When the head was signed, in milliseconds since 1970.
    pub at_ms: i64,
    /// The Merkle tree hash of the entries.
    pub root: Hash,
}

/// A head with the server's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedTreeHead {
    /// The head.
    #[serde(flatten)]
    pub head: TreeHead,
    /// The signature of [`TreeHead::message`].
    pub signature: Signature,
}

impl TreeHead {
    /// What is signed.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        [
            label::HEAD,
            &self.at_ms.to_be_bytes(),
            &self.place_and_root(),
        ]
        .concat()
    }

    fn place_and_root(&self) -> Vec<u8> {
        [
            &self.tree.to_be_bytes()[..],
            &self.size.to_be_bytes(),
            self.root.bytes(),
        ]
        .concat()
    }

    /// The head with a signature.
    #[must_use]
    pub fn signed(self, key: &SigningKey) -> SignedTreeHead {
        SignedTreeHead {
            head: self,
            signature: key.sign(&self.message()),
        }
    }
}

/// What a table is bound to for a match, signed by the server. Each player at the table gets it when
/// it is time to reveal the seeds, and should reveal none without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// The table.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain that the match's secrets come from.
    pub commitment: Commitment,
    /// The place in the chain of the first round's secret, from 1.
    pub first: u32,
    /// What each seat has promised; `null` for one that hasn't.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Commitment>>"))]
    pub seats: BySeat<Option<Commitment>>,
    /// When all were ready, in milliseconds since 1970.
    pub at_ms: i64,
    /// How much of the public log there was.
    pub log: SignedTreeHead,
    /// The server's key.
    pub key: PublicKey,
    /// The signature of [`Receipt::message`].
    pub signature: Signature,
}

impl Receipt {
    /// A receipt for what a table shows of its next match.
    #[must_use]
    pub fn new(
        table: TableId,
        shown: &RoomFairness,
        at_ms: i64,
        log: SignedTreeHead,
        key: &SigningKey,
    ) -> Self {
        let mut receipt = Self {
            table,
            match_number: shown.match_number,
            commitment: shown.commitment,
            first: shown.first,
            seats: shown.seats,
            at_ms,
            log,
            key: key.public(),
            signature: [0; 64].into(),
        };
        receipt.signature = key.sign(&receipt.message());
        receipt
    }

    /// The hash of what the table is bound to.
    #[must_use]
    pub fn terms(&self) -> Hash {
        terms(
            self.table,
            self.match_number,
            &self.commitment,
            self.first,
            self.seats.as_slice(),
        )
    }

    /// What is signed.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        [
            label::RECEIPT,
            &self.at_ms.to_be_bytes(),
            self.terms().bytes(),
            &self.log.head.place_and_root(),
        ]
        .concat()
    }
}

/// The hash of what a table is bound to for a match.
#[must_use]
pub fn terms(
    table: TableId,
    match_number: u32,
    commitment: &Commitment,
    first: u32,
    promises: &[Option<Commitment>],
) -> Hash {
    let seats = promises.iter().map(|promise| match promise {
        None => vec![0],
        Some(promise) => [&[1][..], promise.bytes()].concat(),
    });
    Hash::of(&[
        label::TERMS,
        &table.bits().to_be_bytes(),
        &match_number.to_be_bytes(),
        commitment.bytes(),
        &first.to_be_bytes(),
        &[promises.len() as u8],
        &seats.collect::<Vec<_>>().concat(),
    ])
}

/// That the server stands for a record as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSignature {
    /// How much of the public log there was when the record was given out.
    pub log: SignedTreeHead,
    /// The server's key.
    pub key: PublicKey,
    /// The signature of [`record_message`].
    pub signature: Signature,
}

impl RecordSignature {
    /// The signature of a record whose canonical JSON has this hash.
    #[must_use]
    pub fn new(record: &Hash, log: SignedTreeHead, key: &SigningKey) -> Self {
        Self {
            log,
            key: key.public(),
            signature: key.sign(&record_message(record, &log.head)),
        }
    }
}

/// What is signed of a record: the hash of its canonical JSON (RFC 8785), without the signature.
#[must_use]
pub fn record_message(record: &Hash, log: &TreeHead) -> Vec<u8> {
    [label::RECORD, record.bytes(), &log.place_and_root()].concat()
}

/// An entry of the public log. Tables are named by their commitments, which only those know who have
/// seen the table or one of its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// When it happened, in milliseconds since 1970.
    pub at_ms: i64,
    /// What happened.
    #[serde(flatten)]
    pub event: LogEvent,
}

/// What the public log tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEvent {
    /// The first entry of each tree but the first: the tree before, as it was then.
    Tree {
        /// The number of the tree before.
        tree: u32,
        /// How many entries it has.
        size: u32,
        /// The Merkle tree hash of its entries.
        root: Hash,
    },
    /// A table was bound to a chain of secrets.
    Opened {
        /// The head of the chain.
        commitment: Commitment,
    },
    /// A match began: from now on its deals follow from seeds and secrets alone.
    Began {
        /// The head of the chain.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// [`terms`]: what the table was bound to.
        terms: Hash,
    },
    /// A match ended: it was played out, or somebody won it otherwise.
    Ended {
        /// The head of the chain that the match began with.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// The SHA-256 of the transcript in its record.
        transcript: Hash,
    },
    /// A match was given up: the players agreed on that, or nobody came back to it.
    Aborted {
        /// The head of the chain that the match began with.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// The SHA-256 of the transcript in its record.
        transcript: Hash,
    },
}

/// The bytes are no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these bytes are no entry of the log")]
pub struct NoEntry;

impl LogEntry {
    /// The entry as it is hashed in the tree, and stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, hash, number, rest): (u8, _, u32, _) = match &self.event {
            LogEvent::Tree { tree, size, root } => {
                (0, root.bytes(), *tree, size.to_be_bytes().to_vec())
            }
            LogEvent::Opened { commitment } => (1, commitment.bytes(), 0, Vec::new()),
            LogEvent::Began {
                commitment,
                match_number,
                terms,
            } => (2, commitment.bytes(), *match_number, terms.bytes().to_vec()),
            LogEvent::Ended {
                commitment,
                match_number,
                transcript,
            }
            | LogEvent::Aborted {
                commitment,
                match_number,
                transcript,
            } => {
                let is_aborted = matches!(self.event, LogEvent::Aborted { .. });
                let kind = if is_aborted { 4 } else { 3 };
                let rest = transcript.bytes().to_vec();
                (kind, commitment.bytes(), *match_number, rest)
            }
        };
        [
            &[kind][..],
            &self.at_ms.to_be_bytes(),
            hash,
            &number.to_be_bytes(),
            &rest,
        ]
        .concat()
    }

    /// The entry with these bytes.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NoEntry> {
        let (&[kind], rest) = bytes.split_first_chunk().ok_or(NoEntry)?;
        let (at, rest) = rest.split_first_chunk().ok_or(NoEntry)?;
        let (&hash, rest) = rest.split_first_chunk::<32>().ok_or(NoEntry)?;
        let (number, rest) = rest.split_first_chunk().ok_or(NoEntry)?;
        let match_number = u32::from_be_bytes(*number);
        let commitment = Commitment::from(hash);
        let digest = || <[u8; 32]>::try_from(rest).map(Hash::from);
        let event = match (kind, rest.len()) {
            (0, 4) => LogEvent::Tree {
                tree: match_number,
                size: u32::from_be_bytes(rest.try_into().map_err(|_| NoEntry)?),
                root: Hash::from(hash),
            },
            (1, 0) if match_number == 0 => LogEvent::Opened { commitment },
            (2, _) => LogEvent::Began {
                commitment,
                match_number,
                terms: digest().map_err(|_| NoEntry)?,
            },
            (3, _) => LogEvent::Ended {
                commitment,
                match_number,
                transcript: digest().map_err(|_| NoEntry)?,
            },
            (4, _) => LogEvent::Aborted {
                commitment,
                match_number,
                transcript: digest().map_err(|_| NoEntry)?,
            },
            _ => return Err(NoEntry),
        };
        Ok(Self {
            at_ms: i64::from_be_bytes(*at),
            event,
        })
    }
}

/// The server's key and how much of its public log there is: the answer of `GET /api/transparency`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicLog {
    /// The server's key.
    pub key: PublicKey,
    /// The head of the tree that grows.
    pub log: SignedTreeHead,
}

/// An entry, and what proves that it is in its tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntry {
    /// The entry.
    pub entry: LogEntry,
    /// Its place in the tree, from 0.
    pub index: u32,
    /// The head of its tree.
    pub log: SignedTreeHead,
    /// Its Merkle audit path in the tree with that head (RFC 6962, 2.1.1).
    pub path: Vec<Hash>,
}

/// All that the public log says of a chain of secrets: the answer of
/// `GET /api/transparency/entries?commitment=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntries {
    /// The server's key.
    pub key: PublicKey,
    /// The entries, the earliest first.
    pub entries: Vec<ProvedEntry>,
}

/// That a tree has only grown since one of its heads: the answer of
/// `GET /api/transparency/trees/{tree}/consistency?size=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consistency {
    /// The last head of the tree.
    pub log: SignedTreeHead,
    /// The Merkle consistency proof from the tree of that size to that head (RFC 6962, 2.1.2).
    pub path: Vec<Hash>,
}

/// Some entries of a tree, in order: the answer of `GET /api/transparency/trees/{tree}?from=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreePage {
    /// The last head of the tree.
    pub log: SignedTreeHead,
    /// The entries.
    pub entries: Vec<LogEntry>,
    /// To be given as `from` for later ones; `None` if there are none.
    pub next: Option<u32>,
}

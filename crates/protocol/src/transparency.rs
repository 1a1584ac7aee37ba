//! What a server signs: receipts, records, and the public log. The server can't deny later what it has
//! signed. A receipt shows a table's commitments before the players reveal their seeds. The log is an
//! append-only list of tables and matches: a Merkle tree as in Certificate Transparency (RFC 6962).
//! `docs/fair-deal.md` specifies every signed message to the byte.

use boneyard_fair::{Commitment, Hash, PublicKey, Signature, SigningKey};
use boneyard_rules::BySeat;
use serde::{Deserialize, Serialize};

use crate::fairness::RoomFairness;
use crate::id::TableId;

/// The label at the beginning of each signed or hashed message. Labels make sure that a signature made
/// for one purpose is never valid for another. A zero byte ends each label.
mod label {
    pub(super) const TERMS: &[u8] = b"boneyard-fair/1 terms\0";
    pub(super) const RECEIPT: &[u8] = b"boneyard-fair/1 receipt\0";
    pub(super) const HEAD: &[u8] = b"boneyard-log/1 head\0";
    pub(super) const RECORD: &[u8] = b"boneyard-record/1\0";
}

/// The size and the hash of a tree of the public log at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeHead {
    /// The number of the tree. A server begins another tree when it starts, and when a tree is full.
    pub tree: u32,
    /// The number of entries in the tree.
    pub size: u32,
    /// When the head was signed, in milliseconds since 1970.
    pub at_ms: i64,
    /// The Merkle tree hash of the entries.
    pub root: Hash,
}

/// A head of a tree of the public log, with the server's signature.
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
    /// The bytes that the server signs for this head.
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

    /// Adds the server's signature to the head.
    #[must_use]
    pub fn signed(self, key: &SigningKey) -> SignedTreeHead {
        SignedTreeHead {
            head: self,
            signature: key.sign(&self.message()),
        }
    }
}

/// The commitments of a table for a match, signed by the server. Each player at the table gets the
/// receipt when the seeds are to be revealed, and should not reveal a seed without it.
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
    /// The place of the first round's secret in the chain, from 1.
    pub first: u32,
    /// The commitment of each seat; `null` for a seat without one.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Commitment>>"))]
    pub seats: BySeat<Option<Commitment>>,
    /// When all players were ready, in milliseconds since 1970.
    pub at_ms: i64,
    /// The head of the public log when the receipt was signed.
    pub log: SignedTreeHead,
    /// The server's key.
    pub key: PublicKey,
    /// The signature of [`Receipt::message`].
    pub signature: Signature,
}

impl Receipt {
    /// A receipt for the commitments that a table shows for its next match.
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

    /// The hash of the table's commitments for the match. The signed bytes contain this hash.
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

    /// The bytes that the server signs for this receipt.
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

/// The hash of a table's commitments for a match.
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

/// The server's signature of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSignature {
    /// The head of the public log when the record was sent.
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

/// The bytes that the server signs for a record. They contain the hash of the record's canonical JSON
/// (RFC 8785), without the signature.
#[must_use]
pub fn record_message(record: &Hash, log: &TreeHead) -> Vec<u8> {
    [label::RECORD, record.bytes(), &log.place_and_root()].concat()
}

/// An entry of the public log. It names a table by the table's commitment. Only visitors who have seen
/// the table or one of its records know that commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// When the event happened, in milliseconds since 1970.
    pub at_ms: i64,
    /// The event.
    #[serde(flatten)]
    pub event: LogEvent,
}

/// An event in the public log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEvent {
    /// The first entry of each tree after the first tree: the last head of the previous tree.
    Tree {
        /// The number of the previous tree.
        tree: u32,
        /// The number of entries in the previous tree.
        size: u32,
        /// The Merkle tree hash of those entries.
        root: Hash,
    },
    /// A table was opened, and committed to a chain of secrets.
    Opened {
        /// The head of the chain.
        commitment: Commitment,
    },
    /// A match began: from now on its deals follow only from seeds and secrets.
    Began {
        /// The head of the chain.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// The hash of the table's commitments; see [`terms`].
        terms: Hash,
    },
    /// A match ended: it was played out, or a side won it in another way.
    Ended {
        /// The head of the chain that the match began with.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// The SHA-256 of the transcript in the match's record.
        transcript: Hash,
    },
    /// A match was aborted: the players agreed to end it, or no player came back to it.
    Aborted {
        /// The head of the chain that the match began with.
        commitment: Commitment,
        /// The number of the match at its table.
        #[serde(rename = "match")]
        match_number: u32,
        /// The SHA-256 of the transcript in the match's record.
        transcript: Hash,
    },
}

/// The error for bytes that are not a log entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these bytes are not an entry of the log")]
pub struct NoEntry;

impl LogEntry {
    /// Encodes the entry as the bytes that the tree hashes and the server stores.
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

    /// Decodes an entry.
    ///
    /// # Errors
    ///
    /// [`NoEntry`] if the bytes are not a log entry.
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

/// The server's key and the head of its public log: the answer of `GET /api/transparency`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublicLog {
    /// The server's key.
    pub key: PublicKey,
    /// The head of the newest tree.
    pub log: SignedTreeHead,
}

/// An entry, and the proof that it is in its tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntry {
    /// The entry.
    pub entry: LogEntry,
    /// The entry's place in the tree, from 0.
    pub index: u32,
    /// The head of the entry's tree.
    pub log: SignedTreeHead,
    /// The entry's Merkle audit path in the tree with that head (RFC 6962, 2.1.1).
    pub path: Vec<Hash>,
}

/// All entries of the public log about a chain of secrets: the answer of `GET
/// /api/transparency/entries?commitment=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntries {
    /// The server's key.
    pub key: PublicKey,
    /// The entries, the earliest first.
    pub entries: Vec<ProvedEntry>,
}

/// The proof that a tree has only grown since one of its heads: the answer of `GET
/// /api/transparency/trees/{tree}/consistency?size=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consistency {
    /// The last head of the tree.
    pub log: SignedTreeHead,
    /// The Merkle consistency proof from the tree of the requested size to the last head (RFC 6962,
    /// 2.1.2).
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
    /// The `from` of the next page; `None` if there are no more entries.
    pub next: Option<u32>,
}

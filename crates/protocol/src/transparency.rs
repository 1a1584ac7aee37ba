//! What a server signs: heads of its public log, and records. The server can't deny later what it has
//! signed. The log is an append-only list of the matches that began and ended: a Merkle tree as in
//! Certificate Transparency (RFC 6962). `docs/fair-deal.md` specifies every signed message to the byte.

use boneyard_fair::{
    Commitment, Hash, LogHead, Promise, PublicKey, Section, Signature, SigningKey, merkle,
};
use boneyard_rules::BoxBySeat;
use serde::{Deserialize, Serialize};

use crate::fairness::{in_section, terms};
use crate::id::TableId;

/// The label at the beginning of each signed or hashed message. Labels make sure that a signature made
/// for one purpose is never valid for another. A zero byte ends each label.
mod label {
    pub(super) const TABLE: &[u8] = b"boneyard-log/1 table\0";
    pub(super) const HEAD: &[u8] = b"boneyard-log/1 head\0";
    pub(super) const RECORD: &[u8] = b"boneyard-record/1\0";
}

/// The name of a table in the public log: a hash of the table's id. So the log tells nothing about a table
/// to a person who doesn't know the id.
#[must_use]
pub fn log_name(table: TableId) -> Hash {
    Hash::of(&[label::TABLE, &table.bits().to_be_bytes()])
}

/// A head of the public log, with the server's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(expecting = "a signed head of the public log")]
pub struct SignedHead {
    /// The number of entries.
    pub size: u32,
    /// The Merkle tree hash of the entries.
    pub root: Hash,
    /// When the head was signed, in milliseconds since 1970.
    pub at_ms: i64,
    /// The signature of [`Self::message`].
    pub signature: Signature,
}

impl SignedHead {
    /// Signs a head.
    #[must_use]
    pub fn new(head: LogHead, at_ms: i64, key: &SigningKey) -> Self {
        let mut signed = Self {
            size: head.size,
            root: head.root,
            at_ms,
            signature: [0; 64].into(),
        };
        signed.signature = key.sign(&signed.message());
        signed
    }

    /// The head without its signature.
    #[must_use]
    pub const fn head(&self) -> LogHead {
        LogHead {
            size: self.size,
            root: self.root,
        }
    }

    /// The bytes that the server signs for this head.
    #[must_use]
    pub fn message(&self) -> Vec<u8> {
        let head = size_and_root(&self.head());
        [label::HEAD, &self.at_ms.to_be_bytes(), &head].concat()
    }

    /// Whether the head is signed with this key.
    #[must_use]
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verifies(&self.message(), &self.signature)
    }
}

fn size_and_root(head: &LogHead) -> Vec<u8> {
    [&head.size.to_be_bytes()[..], head.root.bytes()].concat()
}

/// The terms of a match, and the proof that the public log contains them. Each player at the table gets it
/// when the seeds are to be revealed, and should not reveal a seed before checking it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// The table.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain that the match's secrets come from.
    pub commitment: Commitment,
    /// The hash of what was agreed before the deal: the rules, and the computer players at the seats
    /// (`docs/fair-deal.md`, Promises and terms).
    pub agreed: Hash,
    /// The promise of each seat; `null` for a seat without one.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Promise>>"))]
    pub seats: BoxBySeat<Option<Promise>>,
    /// The hashes of the terms of the other matches of the section; absent if the match belongs to none. An empty
    /// list is a section of this match alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Vec<Hash>>,
    /// When the match began: the time of its entry in the public log, in milliseconds since 1970.
    pub at_ms: i64,
    /// The entry's place in the log, from 0.
    pub index: u32,
    /// A head of the log that contains the entry.
    pub log: SignedHead,
    /// The entry's Merkle audit path in the log with that head (RFC 6962, 2.1.1).
    pub path: Vec<Hash>,
    /// For each seat, the Merkle consistency proof from the head in the seat's promise to `log` (RFC 6962,
    /// 2.1.2). Empty for a seat without a promise.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Hash>>"))]
    pub heads: BoxBySeat<Vec<Hash>>,
    /// The server's key.
    pub key: PublicKey,
}

impl Receipt {
    /// The log's entry for the beginning of the match.
    #[must_use]
    pub fn entry(&self) -> LogEntry {
        LogEntry {
            at_ms: self.at_ms,
            table: log_name(self.table),
            match_number: self.match_number,
            event: LogEvent::Began {
                terms: in_section(self.own_terms(), self.section.as_deref()),
            },
        }
    }

    /// The hash of the terms of this match alone.
    fn own_terms(&self) -> Hash {
        let promises = self.seats.as_slice();
        terms(
            self.table,
            self.match_number,
            self.commitment,
            self.agreed,
            promises,
        )
    }

    /// Whether no match is named twice in the section: the terms of such a list bind nothing.
    fn names_each_match_once(&self) -> bool {
        let others = self.section.iter().flatten().copied();
        Section::new(others.chain([self.own_terms()])).is_some()
    }

    /// Whether the signed head contains the match's beginning, and continues the log that each seat knows.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let LogHead { size, root } = self.log.head();
        let leaf = merkle::leaf(&self.entry().to_bytes());
        let included = merkle::root_by_inclusion(self.index, size, leaf, &self.path);
        let mut heads = self.seats.iter().filter_map(|(seat, promise)| {
            let LogHead { size, root } = promise.as_ref()?.head;
            Some(((size, root), &self.heads[seat]))
        });
        self.log.is_signed_by(&self.key)
            && self.names_each_match_once()
            && included == Some(root)
            && heads.all(|(known, path)| merkle::is_consistent(known, (size, root), path))
    }
}

/// The server's signature of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSignature {
    /// The head of the public log when the record was sent.
    pub log: SignedHead,
    /// The server's key.
    pub key: PublicKey,
    /// The signature of [`record_message`].
    pub signature: Signature,
}

impl RecordSignature {
    /// The signature of a record whose canonical JSON has this hash.
    #[must_use]
    pub fn new(record: &Hash, log: SignedHead, key: &SigningKey) -> Self {
        Self {
            log,
            key: key.public(),
            signature: key.sign(&record_message(record, &log.head())),
        }
    }
}

/// The bytes that the server signs for a record. They contain the hash of the record's canonical JSON
/// (RFC 8785), without the signature.
#[must_use]
pub fn record_message(record: &Hash, log: &LogHead) -> Vec<u8> {
    [label::RECORD, record.bytes(), &size_and_root(log)].concat()
}

/// An entry of the public log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// When the event happened, in milliseconds since 1970.
    pub at_ms: i64,
    /// The table, as the log names it; see [`log_name`].
    pub table: Hash,
    /// The number of the match at its table.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The event.
    #[serde(flatten)]
    pub event: LogEvent,
}

/// An event in the public log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEvent {
    /// A match began: from now on its deals follow only from seeds and secrets.
    Began {
        /// The hash of the match's terms; see [`terms`].
        terms: Hash,
    },
    /// A match ended: it was played out, or a side won it in another way.
    Ended {
        /// The SHA-256 of the transcript in the match's record.
        transcript: Hash,
    },
    /// A match was aborted: the players agreed to end it, or no player came back to it.
    Aborted {
        /// The SHA-256 of the transcript in the match's record.
        transcript: Hash,
    },
    /// A match was called off before its tiles were dealt, because promised seeds didn't come in time.
    CalledOff {
        /// The seats whose seeds didn't come: bit *n* is set for seat *n*.
        missing: u8,
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
        let (kind, rest): (u8, &[u8]) = match &self.event {
            LogEvent::Began { terms } => (1, terms.bytes()),
            LogEvent::Ended { transcript } => (2, transcript.bytes()),
            LogEvent::Aborted { transcript } => (3, transcript.bytes()),
            LogEvent::CalledOff { missing } => (4, std::slice::from_ref(missing)),
        };
        [
            &[kind][..],
            &self.at_ms.to_be_bytes(),
            self.table.bytes(),
            &self.match_number.to_be_bytes(),
            rest,
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
        let (&table, rest) = rest.split_first_chunk::<32>().ok_or(NoEntry)?;
        let (number, rest) = rest.split_first_chunk().ok_or(NoEntry)?;
        let hash = || {
            <[u8; 32]>::try_from(rest)
                .map(Hash::from)
                .map_err(|_| NoEntry)
        };
        let event = match (kind, rest) {
            (1, _) => LogEvent::Began { terms: hash()? },
            (2, _) => LogEvent::Ended {
                transcript: hash()?,
            },
            (3, _) => LogEvent::Aborted {
                transcript: hash()?,
            },
            (4, &[missing]) => LogEvent::CalledOff { missing },
            _ => return Err(NoEntry),
        };
        Ok(Self {
            at_ms: i64::from_be_bytes(*at),
            table: Hash::from(table),
            match_number: u32::from_be_bytes(*number),
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
    /// The head of the log.
    pub log: SignedHead,
}

/// An entry, and the proof that the log contains it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntry {
    /// The entry.
    pub entry: LogEntry,
    /// The entry's place in the log, from 0.
    pub index: u32,
    /// The entry's Merkle audit path (RFC 6962, 2.1.1).
    pub path: Vec<Hash>,
}

/// All entries of the public log about a table: the answer of `GET /api/transparency/entries?table=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedEntries {
    /// The server's key.
    pub key: PublicKey,
    /// The head of the log for which the entries are proved.
    pub log: SignedHead,
    /// The entries, the earliest first.
    pub entries: Vec<ProvedEntry>,
}

/// The proof that the log has only grown since one of its heads: the answer of `GET
/// /api/transparency/consistency?from=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consistency {
    /// The last head of the log.
    pub log: SignedHead,
    /// The Merkle consistency proof from the log of the requested size to the last head (RFC 6962,
    /// 2.1.2).
    pub path: Vec<Hash>,
}

/// Some entries of the log, in order: the answer of `GET /api/transparency/log?from=…`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogPage {
    /// The last head of the log.
    pub log: SignedHead,
    /// The entries.
    pub entries: Vec<LogEntry>,
    /// The `from` of the next page; `None` if there are no more entries.
    pub next: Option<u32>,
}

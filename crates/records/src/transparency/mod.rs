//! The server's signatures. Because of them, the server can't deny later what it has said. The server signs
//! records and the heads of its public log. The log is a Merkle tree as in Certificate Transparency (RFC
//! 6962): if an entry is changed or removed later, this can be detected. `docs/fair-deal.md` describes what
//! the log contains and how to check it.
//!
//! The store adds an entry to the tree in the same transaction as the rows that it describes. All processes
//! of a cluster add to the same tree. This module keeps nothing of it in memory: it reads the few hashes
//! that a head or a proof is made of.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use boneyard_base::Clock;
use boneyard_fair::merkle::{self, Span};
use boneyard_fair::{Commitment, Hash, LogHead, Promise, PublicKey, SigningKey};
use boneyard_protocol::record::Record;
use boneyard_protocol::transparency::{
    Consistency, LogEntry, LogEvent, LogPage, ProvedEntries, ProvedEntry, PublicLog,
    RecordSignature, log_name,
};
use boneyard_protocol::{Receipt, SignedHead, TableId, fairness};
use boneyard_rules::BoxBySeat;
use boneyard_store::{LogReader, NewEntry, Store, StoreError, StoredEntry};
use data_encoding::HEXLOWER;
use rand::TryRng as _;
use rand::rngs::SysRng;

/// The name of the stored setting with the server's signing key.
const KEY_SETTING: &str = "server_key";

/// Why there is no public log.
#[derive(Debug, thiserror::Error)]
pub enum TransparencyError {
    /// The log or the key could not be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored key is damaged.
    #[error("the stored key of the server is damaged")]
    StoredKey,
    /// The operating system provides no random numbers.
    #[error("no randomness for the server's key: {0}")]
    Random(#[from] rand::rngs::SysError),
}

/// The server's signing key and its public log. Clones share them.
#[derive(Clone)]
pub struct Transparency {
    key: Arc<SigningKey>,
    store: Store,
    clock: Clock,
}

impl std::fmt::Debug for Transparency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transparency").finish_non_exhaustive()
    }
}

impl Transparency {
    /// Reads the signing key, which the first start creates.
    ///
    /// # Errors
    ///
    /// When the key is damaged, or the database or the operating system fails.
    pub async fn start(store: Store, clock: Clock) -> Result<Self, TransparencyError> {
        let key = Arc::new(key(&store).await?);
        Ok(Self { key, store, clock })
    }

    /// The public part of the server's key.
    #[must_use]
    pub fn key(&self) -> PublicKey {
        self.key.public()
    }

    /// The present head of the log, signed now.
    pub async fn head(&self) -> Result<SignedHead, StoreError> {
        let head = self.store.public_log().read(|log| Ok(proofs(log, &[])?.0));
        Ok(self.signed(head.await?))
    }

    /// The server's public key, and the present head of the log.
    pub async fn public_log(&self) -> Result<PublicLog, StoreError> {
        Ok(PublicLog {
            key: self.key(),
            log: self.head().await?,
        })
    }

    /// Adds a signature to a record. `log` is the present head of the log.
    pub fn sign(&self, record: &mut Record, log: SignedHead) {
        let signature = RecordSignature::new(&record.hash(), log, &self.key);
        record.signed = Some(signature);
    }

    /// The terms of a match, and the proof that the log contains them. `section` has the terms of the other matches of
    /// its section. `None` if the log has no entry that a
    /// match with these terms began, or doesn't begin with the head that a seat has named in its promise.
    pub async fn receipt(
        &self,
        table: TableId,
        match_number: u32,
        commitment: Commitment,
        agreed: Hash,
        seats: BoxBySeat<Option<Promise>>,
        section: Option<Vec<Hash>>,
    ) -> Result<Option<Receipt>, StoreError> {
        let own = fairness::terms(table, match_number, commitment, agreed, seats.as_slice());
        let terms = fairness::in_section(own, section.as_deref());
        let known: Vec<LogHead> = seats
            .as_slice()
            .iter()
            .map(|promise| promise.map_or_else(LogHead::default, |it| it.head))
            .collect();
        let read = move |log: &mut LogReader<'_>| {
            let began = |(_, entry): &(u32, LogEntry)| entry.event == LogEvent::Began { terms };
            let found = find(log, &log_name(table), Some(match_number))?;
            let Some((index, entry)) = found.into_iter().find(began) else {
                return Ok(None);
            };
            if known.iter().any(|head| head.size > log.size()) {
                return Ok(None);
            }
            let size = log.size();
            let wanted: Vec<_> = known
                .iter()
                .map(|head| vec![Span::whole(head.size)])
                .chain(
                    known
                        .iter()
                        .map(|head| merkle::consistency(head.size, size)),
                )
                .chain([merkle::inclusion(index, size)])
                .collect();
            let (head, mut paths) = proofs(log, &wanted)?;
            let path = paths.pop().unwrap_or_default();
            let consistent = paths.split_off(known.len());
            let is_known = known
                .iter()
                .zip(&paths)
                .all(|(head, root)| *root == [head.root]);
            Ok(is_known.then_some((index, entry.at_ms, head, path, consistent)))
        };
        let Some((index, at_ms, head, path, heads)) = self.store.public_log().read(read).await?
        else {
            return Ok(None);
        };
        Ok(BoxBySeat::from_list(heads).map(|heads| Receipt {
            table,
            match_number,
            commitment,
            agreed,
            seats,
            section,
            at_ms,
            index,
            log: self.signed(head),
            path,
            heads,
            key: self.key(),
        }))
    }

    /// Whether the log begins with a log of this size and root.
    pub async fn begins_with(&self, head: LogHead) -> Result<bool, StoreError> {
        let read = move |log: &mut LogReader<'_>| {
            if head.size > log.size() {
                return Ok(false);
            }
            let roots = log.hashes(&[vec![Span::whole(head.size)]])?;
            Ok(roots == [[head.root]])
        };
        self.store.public_log().read(read).await
    }

    /// The log's entries about a table, with proofs: about one match, or about all. `table` is the table's
    /// name in the log.
    pub async fn entries(
        &self,
        table: Hash,
        match_number: Option<u32>,
    ) -> Result<ProvedEntries, StoreError> {
        let read = move |log: &mut LogReader<'_>| {
            let found = find(log, &table, match_number)?;
            let paths = found
                .iter()
                .map(|&(index, _)| merkle::inclusion(index, log.size()));
            let paths: Vec<_> = paths.collect();
            let (head, paths) = proofs(log, &paths)?;
            let entries = found.into_iter().zip(paths);
            let proved = |((index, entry), path)| ProvedEntry { entry, index, path };
            Ok((head, entries.map(proved).collect()))
        };
        let (head, entries) = self.store.public_log().read(read).await?;
        Ok(ProvedEntries {
            key: self.key(),
            log: self.signed(head),
            entries,
        })
    }

    /// The proof that the log has only grown since it had `from` entries. `None` if it has fewer entries.
    pub async fn consistency(&self, from: u32) -> Result<Option<Consistency>, StoreError> {
        let read = move |log: &mut LogReader<'_>| {
            if from > log.size() {
                return Ok(None);
            }
            let (head, mut paths) = proofs(log, &[merkle::consistency(from, log.size())])?;
            Ok(Some((head, paths.pop().unwrap_or_default())))
        };
        let found = self.store.public_log().read(read).await?;
        Ok(found.map(|(head, path)| Consistency {
            log: self.signed(head),
            path,
        }))
    }

    /// The log's entries from the place `from` on: as many as one answer may contain.
    pub async fn page(&self, from: u32) -> Result<LogPage, StoreError> {
        let read = move |log: &mut LogReader<'_>| {
            let entries = log.entries_from(from)?;
            Ok((proofs(log, &[])?.0, entries))
        };
        let (head, entries) = self.store.public_log().read(read).await?;
        let next = from.saturating_add(entries.len() as u32);
        Ok(LogPage {
            log: self.signed(head),
            entries: entries.iter().map(decoded).collect::<Result<_, _>>()?,
            next: (next < head.size).then_some(next),
        })
    }

    fn signed(&self, head: LogHead) -> SignedHead {
        SignedHead::new(head, self.clock.now().0, &self.key)
    }
}

/// Converts entries to the form in which they are stored with an append.
#[must_use]
pub fn to_store(entries: &[LogEntry]) -> Vec<NewEntry> {
    let entries = entries.iter().map(|entry| NewEntry {
        table: table_key(&entry.table),
        match_number: entry.match_number,
        bytes: entry.to_bytes(),
    });
    entries.collect()
}

/// The key by which the database finds the entries of a table.
fn table_key(table: &Hash) -> i64 {
    let (first, _) = table.bytes().split_at(8);
    i64::from_be_bytes(first.try_into().unwrap_or_default())
}

/// The entries about a table, with their places in the log.
fn find(
    log: &mut LogReader<'_>,
    table: &Hash,
    match_number: Option<u32>,
) -> Result<Vec<(u32, LogEntry)>, StoreError> {
    let mut found = Vec::new();
    for stored in log.entries_of(table_key(table), match_number)? {
        let entry = decoded(&stored)?;
        if entry.table == *table {
            found.push((stored.index, entry));
        }
    }
    Ok(found)
}

fn decoded(stored: &StoredEntry) -> Result<LogEntry, StoreError> {
    LogEntry::from_bytes(&stored.bytes).map_err(|_| StoreError::Corrupt)
}

/// The head of the log, and the hashes of the wanted parts of the log, list by list.
fn proofs(
    log: &mut LogReader<'_>,
    wanted: &[Vec<Span>],
) -> Result<(LogHead, Vec<Vec<Hash>>), StoreError> {
    let size = log.size();
    let mut lists = wanted.to_vec();
    lists.push(vec![Span::whole(size)]);
    let mut hashes = log.hashes(&lists)?;
    let root = hashes.pop().and_then(|hashes| hashes.first().copied());
    let root = root.ok_or(StoreError::Corrupt)?;
    Ok((LogHead { size, root }, hashes))
}

/// Reads the signing key from the database. The first start creates the key.
async fn key(store: &Store) -> Result<SigningKey, TransparencyError> {
    let mut fresh = [0; boneyard_fair::bytes::BYTES];
    SysRng.try_fill_bytes(&mut fresh)?;
    let stored = store
        .settings()
        .get_or_insert(KEY_SETTING, &HEXLOWER.encode(&fresh))
        .await?;
    let seed = HEXLOWER.decode(stored.as_bytes()).ok();
    let seed = seed.and_then(|seed| <[u8; 32]>::try_from(seed).ok());
    let seed = seed.ok_or(TransparencyError::StoredKey)?;
    Ok(SigningKey::from_seed(&seed))
}

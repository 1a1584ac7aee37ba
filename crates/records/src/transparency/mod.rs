//! The server's signatures. Because of them, the server can't deny later what it has said. The server signs
//! records, the heads of its public log, and receipts for the commitments of a table. The log is a Merkle
//! tree as in Certificate Transparency (RFC 6962): if an entry is changed or removed later, this can be
//! detected. `docs/fair-deal.md` describes what the log contains and how to check it.
//!
//! An entry is stored in the same transaction as the rows that it describes. A few seconds later, this module
//! adds the stored entries to a tree. So a move never waits for the tree. Each process has its own tree, and
//! begins another one when the tree is full. The first entry of a tree names the tree whose number is one
//! less. That tree may belong to another process. If a process dies before it has added all its entries to
//! its tree, another process adds them.

#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_base::{Clock, Timestamp, limits};
use boneyard_fair::{Commitment, PublicKey, SigningKey};
use boneyard_protocol::record::Record;
use boneyard_protocol::transparency::{
    Consistency, LogEntry, LogEvent, ProvedEntries, ProvedEntry, PublicLog, RecordSignature,
    SignedTreeHead, TreePage,
};
use boneyard_protocol::{Receipt, RoomFairness, TableId};
use boneyard_store::{NewEntry, Store, StoreError, StoredEntry, StoredTree};
use data_encoding::HEXLOWER;
use parking_lot::Mutex as SyncMutex;
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio::sync::Mutex;

use self::tree::{Tree, head_of_stored};

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
    inner: Arc<Inner>,
}

struct Inner {
    key: SigningKey,
    store: Store,
    clock: Clock,
    /// The number of this process. Its entries are stored with this number.
    process: i64,
    /// The last stored head of this process's tree.
    head: SyncMutex<SignedTreeHead>,
    /// The tree of this process. `None` if it must be read from the database again.
    growing: Mutex<Option<Tree>>,
    /// The tree that a request has read last.
    asked: SyncMutex<Option<Arc<Tree>>>,
    /// Whether entries may have been stored after the last entries were added to the tree.
    has_more: AtomicBool,
}

impl std::fmt::Debug for Transparency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transparency").finish_non_exhaustive()
    }
}

impl Transparency {
    /// Reads the signing key, which the first start creates. If a process has died and left stored entries
    /// that are in no tree, adds them to the tree of that process. Begins a tree for this process.
    ///
    /// # Errors
    ///
    /// When the key is damaged, or the database or the operating system fails.
    pub async fn start(store: Store, clock: Clock) -> Result<Self, TransparencyError> {
        let key = key(&store).await?;
        let now = clock.now();
        for process in store.unfinished_processes().await? {
            Tree::complete(&store, process, None, now, &key).await?;
        }
        let tree = Tree::begin(&store, now, &key).await?;
        let inner = Inner {
            key,
            store,
            clock,
            process: tree.stored().process,
            head: SyncMutex::new(tree.head()),
            growing: Mutex::new(Some(tree)),
            asked: SyncMutex::default(),
            has_more: AtomicBool::new(false),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// If other processes have stored entries that are in no tree yet, adds these entries to the trees of
    /// those processes. This is needed for entries that dead processes left behind.
    pub async fn complete_others(&self) -> Result<(), StoreError> {
        for process in self.inner.store.unfinished_processes().await? {
            if process != self.inner.process {
                self.adopt(process).await?;
            }
        }
        Ok(())
    }

    /// The public part of the server's key.
    pub fn key(&self) -> PublicKey {
        self.inner.key.public()
    }

    /// The number of this process, which is the number of the process's first tree. The entries of the
    /// process are stored with the number of the process.
    #[must_use]
    pub fn process(&self) -> i64 {
        self.inner.process
    }

    /// The last signed head of this process's tree.
    pub fn head(&self) -> SignedTreeHead {
        *self.inner.head.lock()
    }

    /// The server's public key, and the last head of the tree with the greatest number. The trees of all
    /// processes are numbered together from 1, so this number is also the number of trees.
    pub async fn public_log(&self) -> Result<PublicLog, StoreError> {
        let last = self.inner.store.last_tree().await?;
        Ok(PublicLog {
            key: self.key(),
            log: head_of_stored(&last.ok_or(StoreError::Corrupt)?)?,
        })
    }

    /// Makes a signed receipt for a table's commitments.
    pub fn receipt(&self, table: TableId, shown: &RoomFairness, at: Timestamp) -> Receipt {
        Receipt::new(table, shown, at.0, self.head(), &self.inner.key)
    }

    /// Adds a signature to a record.
    pub fn sign(&self, record: &mut Record) {
        let signature = RecordSignature::new(&record.hash(), self.head(), &self.inner.key);
        record.signed = Some(signature);
    }

    /// Converts entries to the form in which they are stored with an append. They get the number of this
    /// process.
    pub fn to_store(&self, entries: &[LogEntry]) -> Vec<NewEntry> {
        to_store(self.inner.process, entries)
    }

    /// Called after entries were stored, so that the next [`Self::grow`] adds them to the tree.
    pub fn has_more(&self) {
        self.inner.has_more.store(true, Ordering::Release);
    }

    /// Adds stored entries to the tree at regular intervals, until the process ends.
    pub async fn grow_for_ever(self) {
        loop {
            tokio::time::sleep(limits::PUBLIC_LOG_INTERVAL).await;
            if let Err(error) = self.grow().await {
                tracing::error!(%error, "the public log can't grow");
            }
        }
    }

    /// Adds stored entries to the tree of this process, and signs the new head. After an error, the next call
    /// reads the stored state and continues from there.
    pub async fn grow(&self) -> Result<(), StoreError> {
        let mut growing = self.inner.growing.lock().await;
        if !self.inner.has_more.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let copy = growing.take();
        match self.complete(self.inner.process, copy).await {
            Ok(tree) => {
                *self.inner.head.lock() = tree.head();
                *growing = Some(tree);
                Ok(())
            }
            Err(error) => {
                self.has_more();
                Err(error)
            }
        }
    }

    /// Adds the stored entries of another process to that process's tree. Needed if the process is dead, or
    /// if a visitor asks for an entry that is not in the tree yet. If the process is alive, it later
    /// continues from the stored state. Fails with [`StoreError::Corrupt`] if there is no such process.
    pub async fn adopt(&self, process: i64) -> Result<(), StoreError> {
        self.complete(process, None).await?;
        Ok(())
    }

    async fn complete(&self, process: i64, copy: Option<Tree>) -> Result<Tree, StoreError> {
        let Inner {
            store, clock, key, ..
        } = &*self.inner;
        Tree::complete(store, process, copy, clock.now(), key).await
    }

    /// The log's entries about a chain of secrets, with proofs. If a match is given, returns only the entries
    /// about this match, and the entry about the opening of the chain.
    pub async fn entries(
        &self,
        wanted: &Commitment,
        match_number: Option<u32>,
    ) -> Result<ProvedEntries, StoreError> {
        self.grow().await?;
        let mut entries = Vec::new();
        for stored in self.inner.store.entries_of(chain(wanted)).await? {
            let entry = LogEntry::from_bytes(&stored.bytes).map_err(|_| StoreError::Corrupt)?;
            let is_wanted = commitment(&entry.event) == Some(wanted)
                && match_number.is_none_or(|number| is_of(&entry.event, number));
            if !is_wanted {
                continue;
            }
            let Some(tree) = self.tree_of(&stored).await? else {
                continue;
            };
            let tree = self.tree(tree).await?;
            let index = tree.index_of(&stored).ok_or(StoreError::Corrupt)?;
            entries.push(ProvedEntry {
                entry,
                index: index as u32,
                log: tree.head(),
                path: tree.inclusion(index),
            });
        }
        Ok(ProvedEntries {
            key: self.key(),
            entries,
        })
    }

    /// The proof that a tree has only been extended since it had `size` entries. `None` if there is no such
    /// tree, or if it has fewer entries.
    pub async fn consistency(
        &self,
        number: u32,
        size: u32,
    ) -> Result<Option<Consistency>, StoreError> {
        let Some(tree) = self.numbered(number).await? else {
            return Ok(None);
        };
        Ok(tree.consistency(size).map(|path| Consistency {
            log: tree.head(),
            path,
        }))
    }

    /// The entries of a tree from the index `from` on. `None` if there is no such tree.
    pub async fn page(&self, number: u32, from: u32) -> Result<Option<TreePage>, StoreError> {
        let Some(tree) = self.numbered(number).await? else {
            return Ok(None);
        };
        let entries = tree.entries_from(from);
        let next = from.saturating_add(entries.len() as u32);
        let read = |bytes: Vec<u8>| LogEntry::from_bytes(&bytes).map_err(|_| StoreError::Corrupt);
        Ok(Some(TreePage {
            log: tree.head(),
            entries: entries.into_iter().map(read).collect::<Result<_, _>>()?,
            next: (next < tree.head().head.size).then_some(next),
        }))
    }

    /// The tree that contains an entry. `None` if this process has not added the entry to its tree yet. If
    /// the entry belongs to another process whose tree doesn't contain it yet, adds the entries of that
    /// process first.
    async fn tree_of(&self, entry: &StoredEntry) -> Result<Option<StoredTree>, StoreError> {
        let store = &self.inner.store;
        let found = store.tree_of(entry).await?;
        if found.is_some() || entry.process == self.inner.process {
            return Ok(found);
        }
        self.adopt(entry.process).await?;
        store.tree_of(entry).await
    }

    async fn numbered(&self, number: u32) -> Result<Option<Arc<Tree>>, StoreError> {
        self.grow().await?;
        match self.inner.store.tree(number.into()).await? {
            Some(stored) => Ok(Some(self.tree(stored).await?)),
            None => Ok(None),
        }
    }

    /// Reads a tree. If it is the tree that was read last, returns it from memory.
    async fn tree(&self, stored: StoredTree) -> Result<Arc<Tree>, StoreError> {
        let asked = self.inner.asked.lock().clone();
        if let Some(asked) = asked.filter(|asked| *asked.stored() == stored) {
            return Ok(asked);
        }
        let tree = Arc::new(Tree::load(&self.inner.store, stored).await?);
        *self.inner.asked.lock() = Some(Arc::clone(&tree));
        Ok(tree)
    }
}

/// Converts entries of a process to the form in which they are stored.
pub fn to_store(process: i64, entries: &[LogEntry]) -> Vec<NewEntry> {
    let entries = entries.iter().filter_map(|entry| {
        Some(NewEntry {
            process,
            chain: chain(commitment(&entry.event)?),
            bytes: entry.to_bytes(),
        })
    });
    entries.collect()
}

/// Reads the signing key from the database. The first start creates the key.
async fn key(store: &Store) -> Result<SigningKey, TransparencyError> {
    let mut fresh = [0; boneyard_fair::bytes::BYTES];
    SysRng.try_fill_bytes(&mut fresh)?;
    let stored = store
        .setting_or_insert(KEY_SETTING, &HEXLOWER.encode(&fresh))
        .await?;
    let seed = HEXLOWER.decode(stored.as_bytes()).ok();
    let seed = seed.and_then(|seed| <[u8; 32]>::try_from(seed).ok());
    let seed = seed.ok_or(TransparencyError::StoredKey)?;
    Ok(SigningKey::from_seed(&seed))
}

/// The commitment that an event contains.
const fn commitment(event: &LogEvent) -> Option<&Commitment> {
    match event {
        LogEvent::Tree { .. } => None,
        LogEvent::Opened { commitment }
        | LogEvent::Began { commitment, .. }
        | LogEvent::Ended { commitment, .. }
        | LogEvent::Aborted { commitment, .. } => Some(commitment),
    }
}

/// Whether an event is about the match with this number, or is not about a single match.
const fn is_of(event: &LogEvent, number: u32) -> bool {
    match event {
        LogEvent::Tree { .. } | LogEvent::Opened { .. } => true,
        LogEvent::Began { match_number, .. }
        | LogEvent::Ended { match_number, .. }
        | LogEvent::Aborted { match_number, .. } => *match_number == number,
    }
}

/// The key by which the database finds the entries about a commitment.
fn chain(commitment: &Commitment) -> i64 {
    let (first, _) = commitment.bytes().split_at(8);
    i64::from_be_bytes(first.try_into().unwrap_or_default())
}

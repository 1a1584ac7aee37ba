//! What the server signs, so that it can't take it back: receipts for what a table is bound to, records,
//! and the heads of its public log. The log is a Merkle tree as in Certificate Transparency (RFC 6962):
//! nothing in it can be changed or left out later without a trace. `docs/fair-deal.md` says what is in
//! it and how it is checked.
//!
//! Entries are stored with the appends that they tell of, in no order but that of the commits. Here they
//! become a tree, some seconds later: so nothing of this is in the way of a move. Each process has a
//! tree of its own, and begins another when one is full; the first entry of each names the tree with the
//! number before, whichever process that is of. What a process that is gone has left, another one takes
//! into its tree.

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

/// The setting under which the store remembers the key.
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
    /// The operating system has no randomness to give.
    #[error("no randomness for the server's key: {0}")]
    Random(#[from] rand::rngs::SysError),
}

/// The server's key and its public log. Clones are the same.
#[derive(Clone)]
pub struct Transparency {
    inner: Arc<Inner>,
}

struct Inner {
    key: SigningKey,
    store: Store,
    clock: Clock,
    /// What the entries of this process are stored under.
    process: i64,
    /// The last head that is stored.
    head: SyncMutex<SignedTreeHead>,
    /// The tree that grows; none if it must be read again.
    growing: Mutex<Option<Tree>>,
    /// A tree that was asked for last.
    asked: SyncMutex<Option<Arc<Tree>>>,
    /// Whether entries may have come since the last look.
    has_more: AtomicBool,
}

impl std::fmt::Debug for Transparency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transparency").finish_non_exhaustive()
    }
}

impl Transparency {
    /// Reads the key, or makes one up at the first start; takes into other processes' trees what a crash
    /// kept from them, and begins a tree for this process.
    ///
    /// # Errors
    ///
    /// When one of these fails.
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

    /// Takes into other processes' trees what a process that has died kept from them.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn complete_others(&self) -> Result<(), StoreError> {
        for process in self.inner.store.unfinished_processes().await? {
            if process != self.inner.process {
                self.adopt(process).await?;
            }
        }
        Ok(())
    }

    /// The server's key.
    pub fn key(&self) -> PublicKey {
        self.inner.key.public()
    }

    /// What the entries of this process are stored under: the number of its first tree.
    #[must_use]
    pub fn process(&self) -> i64 {
        self.inner.process
    }

    /// The last signed head of this process's tree.
    pub fn head(&self) -> SignedTreeHead {
        *self.inner.head.lock()
    }

    /// The key and the last head of the last tree: all trees have numbers up to that one's, whichever
    /// processes they are of.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn public_log(&self) -> Result<PublicLog, StoreError> {
        let last = self.inner.store.last_tree().await?;
        Ok(PublicLog {
            key: self.key(),
            log: head_of_stored(&last.ok_or(StoreError::Corrupt)?)?,
        })
    }

    /// A receipt for what a table shows.
    pub fn receipt(&self, table: TableId, shown: &RoomFairness, at: Timestamp) -> Receipt {
        Receipt::new(table, shown, at.0, self.head(), &self.inner.key)
    }

    /// Signs a record as it is.
    pub fn sign(&self, record: &mut Record) {
        let signature = RecordSignature::new(&record.hash(), self.head(), &self.inner.key);
        record.signed = Some(signature);
    }

    /// Entries as they are stored with an append.
    pub fn to_store(&self, entries: &[LogEntry]) -> Vec<NewEntry> {
        to_store(self.inner.process, entries)
    }

    /// Entries have been stored.
    pub fn has_more(&self) {
        self.inner.has_more.store(true, Ordering::Release);
    }

    /// Takes stored entries into the tree from time to time, until the process ends.
    pub async fn grow_for_ever(self) {
        loop {
            tokio::time::sleep(limits::PUBLIC_LOG_INTERVAL).await;
            if let Err(error) = self.grow().await {
                tracing::error!(%error, "the public log can't grow");
            }
        }
    }

    /// Takes stored entries into the tree, and signs its head.
    ///
    /// # Errors
    ///
    /// When the store fails. The next time goes on from what is stored.
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

    /// Takes into the tree of another process what is stored of that: of one that is gone for good, or of
    /// one whose next head a visitor asks for now. A process that isn't gone goes on from there.
    ///
    /// # Errors
    ///
    /// When the store fails, or has no such process.
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

    /// What the log says of a chain, with proofs; of one match alone, and when the chain was opened,
    /// if a match is given.
    ///
    /// # Errors
    ///
    /// When the store fails.
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

    /// That a tree has only grown since it had so many entries; none if there is no such tree.
    ///
    /// # Errors
    ///
    /// When the store fails.
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

    /// Entries of a tree from a place on; none if there is no such tree.
    ///
    /// # Errors
    ///
    /// When the store fails.
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

    /// The tree of an entry; none if the entry came since this process's tree grew. Another process's tree
    /// may be seconds behind.
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

    /// A tree as it is stored; from memory if it was asked for last.
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

/// Entries as they are stored for a process.
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

/// The key that the store remembers; the first start makes one up.
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

/// The commitment that an event names.
const fn commitment(event: &LogEvent) -> Option<&Commitment> {
    match event {
        LogEvent::Tree { .. } => None,
        LogEvent::Opened { commitment }
        | LogEvent::Began { commitment, .. }
        | LogEvent::Ended { commitment, .. }
        | LogEvent::Aborted { commitment, .. } => Some(commitment),
    }
}

/// Whether an event is of a match, or comes before all matches of its chain.
const fn is_of(event: &LogEvent, number: u32) -> bool {
    match event {
        LogEvent::Tree { .. } | LogEvent::Opened { .. } => true,
        LogEvent::Began { match_number, .. }
        | LogEvent::Ended { match_number, .. }
        | LogEvent::Aborted { match_number, .. } => *match_number == number,
    }
}

/// By what the entries that name a commitment are found.
fn chain(commitment: &Commitment) -> i64 {
    let (first, _) = commitment.bytes().split_at(8);
    i64::from_be_bytes(first.try_into().unwrap_or_default())
}

//! One Merkle tree of the public log.

use boneyard_base::{Timestamp, limits};
use boneyard_fair::SigningKey;
use boneyard_protocol::Hash;
use boneyard_protocol::transparency::{LogEntry, LogEvent, SignedTreeHead, TreeHead};
use boneyard_store::{Store, StoreError, StoredEntry, StoredTree};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use sha2::Sha256;

/// A tree with all its entries in memory.
pub(crate) struct Tree {
    stored: StoredTree,
    merkle: MemoryBackedTree<Sha256, Vec<u8>>,
    /// The ids of the entries, without the first entry if that is a link to another tree. The index of an
    /// entry is found by its id.
    ids: Vec<i64>,
    head: SignedTreeHead,
}

/// The result of adding entries to a tree.
enum Growth {
    /// The tree contains all stored entries of its process.
    Complete,
    /// The tree is full, and there may be more entries.
    Full,
    /// Another process has stored a head of this tree in the meantime, so this copy must be read again.
    Overtaken,
}

impl Tree {
    /// Begins the first tree of a new process. The number of this tree becomes the number of the process.
    pub(crate) async fn begin(
        store: &Store,
        at: Timestamp,
        key: &SigningKey,
    ) -> Result<Self, StoreError> {
        loop {
            let after_id = store.last_entry().await?;
            if let Some(tree) = Self::add(store, None, after_id, at, key).await? {
                return Ok(tree);
            }
        }
    }

    /// Adds all stored entries of a process to the process's last tree, and returns the tree. If `copy` is
    /// given, continues from that tree instead of reading it. Several processes may call this for the same
    /// tree at the same time. For each size of the tree, only one of them can store a head. The other
    /// processes drop their signed head without publishing it, and read the tree again.
    ///
    /// # Errors
    ///
    /// When the store fails, or the process has no tree.
    pub(crate) async fn complete(
        store: &Store,
        process: i64,
        copy: Option<Self>,
        at: Timestamp,
        key: &SigningKey,
    ) -> Result<Self, StoreError> {
        let mut copy = copy;
        loop {
            let mut tree = if let Some(copy) = copy.take() {
                copy
            } else {
                let last = store.last_tree_of(process).await?;
                Self::load(store, last.ok_or(StoreError::Corrupt)?).await?
            };
            match tree.grow(store, at, key).await? {
                Growth::Complete => return Ok(tree),
                Growth::Full => {
                    let after_id = tree.stored.last_id;
                    copy = Self::add(store, Some(process), after_id, at, key).await?;
                }
                Growth::Overtaken => {}
            }
        }
    }

    /// Begins a new tree of a process, for the entries after `after_id`. `None` if another process has begun
    /// a tree at the same time. The new tree names the tree whose number is one less. That tree may belong to
    /// another process.
    async fn add(
        store: &Store,
        process: Option<i64>,
        after_id: i64,
        at: Timestamp,
        key: &SigningKey,
    ) -> Result<Option<Self>, StoreError> {
        let before = store.last_tree().await?;
        let number = before.as_ref().map_or(1, |before| before.number + 1);
        let link = match &before {
            Some(before) => link(before, at)?,
            None => Vec::new(),
        };
        let mut merkle = MemoryBackedTree::new();
        if !link.is_empty() {
            merkle.push(link.clone());
        }
        let head = head_of(number, &merkle, at).signed(key);
        let mut stored = StoredTree {
            number,
            process: process.unwrap_or(number),
            after_id,
            last_id: after_id,
            link,
            size: 0,
            at,
            root: Vec::new(),
            signature: Vec::new(),
        };
        note_head(&mut stored, &head);
        let is_added = store.add_tree(stored.clone()).await?;
        Ok(is_added.then_some(Self {
            stored,
            merkle,
            ids: Vec::new(),
            head,
        }))
    }

    /// Reads a tree, with the entries that its last head covers.
    pub(crate) async fn load(store: &Store, stored: StoredTree) -> Result<Self, StoreError> {
        let link = usize::from(!stored.link.is_empty());
        let size = usize::try_from(stored.size).map_err(|_| StoreError::Corrupt)?;
        let most = size.checked_sub(link).ok_or(StoreError::Corrupt)?;
        let entries = store
            .entries_after(stored.process, stored.after_id, most)
            .await?;
        // This calculates tens of thousands of hashes, so it must not run on the threads that serve players.
        let tree = tokio::task::spawn_blocking(move || Self::build(stored, entries)).await;
        tree.map_err(|_| StoreError::Closed)?
    }

    fn build(stored: StoredTree, entries: Vec<StoredEntry>) -> Result<Self, StoreError> {
        let mut merkle = MemoryBackedTree::new();
        if !stored.link.is_empty() {
            merkle.push(stored.link.clone());
        }
        let ids = entries.iter().map(|entry| entry.id).collect();
        for entry in entries {
            merkle.push(entry.bytes);
        }
        let head = head_of_stored(&stored)?;
        if head.head != head_of(stored.number, &merkle, stored.at) {
            return Err(StoreError::Corrupt);
        }
        Ok(Self {
            stored,
            merkle,
            ids,
            head,
        })
    }

    /// Adds the stored entries that are not in the tree yet, and signs the new head. After an error, the tree
    /// must be read again.
    async fn grow(
        &mut self,
        store: &Store,
        at: Timestamp,
        key: &SigningKey,
    ) -> Result<Growth, StoreError> {
        let room = limits::TREE_ENTRIES_MAX.saturating_sub(self.merkle.len() as usize);
        let entries = store
            .entries_after(self.stored.process, self.stored.last_id, room)
            .await?;
        let is_full = entries.len() == room;
        if let Some(StoredEntry { id, .. }) = entries.last() {
            self.stored.last_id = *id;
            for entry in entries {
                self.ids.push(entry.id);
                self.merkle.push(entry.bytes);
            }
            let head = head_of(self.stored.number, &self.merkle, at).signed(key);
            let from_size = self.stored.size;
            note_head(&mut self.stored, &head);
            if !store.save_head(self.stored.clone(), from_size).await? {
                return Ok(Growth::Overtaken);
            }
            self.head = head;
        }
        Ok(if is_full {
            Growth::Full
        } else {
            Growth::Complete
        })
    }

    /// The tree's data in the form in which they are stored.
    pub(crate) const fn stored(&self) -> &StoredTree {
        &self.stored
    }

    /// The last head of the tree.
    pub(crate) const fn head(&self) -> SignedTreeHead {
        self.head
    }

    /// The index of an entry in the tree. `None` if the tree doesn't contain the entry.
    pub(crate) fn index_of(&self, entry: &StoredEntry) -> Option<usize> {
        let place = self.ids.binary_search(&entry.id).ok()?;
        Some(place + usize::from(!self.stored.link.is_empty()))
    }

    /// The proof that the tree contains the entry at this index (the audit path).
    pub(crate) fn inclusion(&self, index: usize) -> Vec<Hash> {
        hashes(self.merkle.prove_inclusion(index).as_bytes())
    }

    /// The proof that the tree has only been extended since it had `size` entries. `None` if it has fewer
    /// entries.
    pub(crate) fn consistency(&self, size: u32) -> Option<Vec<Hash>> {
        let added = self.head.head.size.checked_sub(size)?;
        if size == 0 || added == 0 {
            return Some(Vec::new());
        }
        Some(hashes(
            self.merkle.prove_consistency(added as usize).as_bytes(),
        ))
    }

    /// The entries from the index `from` on. Returns at most as many as one answer may contain.
    pub(crate) fn entries_from(&self, from: u32) -> Vec<Vec<u8>> {
        let entries = self.merkle.items().iter().skip(from as usize);
        entries.take(limits::ENTRIES_PER_PAGE).cloned().collect()
    }
}

/// The last head of a stored tree.
///
/// # Errors
///
/// When the stored head is damaged.
pub(crate) fn head_of_stored(stored: &StoredTree) -> Result<SignedTreeHead, StoreError> {
    let corrupt = |_| StoreError::Corrupt;
    let root = <[u8; 32]>::try_from(&stored.root[..]).map_err(corrupt)?;
    let signature = <[u8; 64]>::try_from(&stored.signature[..]).map_err(corrupt)?;
    let head = TreeHead {
        tree: u32::try_from(stored.number).map_err(|_| StoreError::Corrupt)?,
        size: u32::try_from(stored.size).map_err(|_| StoreError::Corrupt)?,
        at_ms: stored.at.0,
        root: root.into(),
    };
    Ok(SignedTreeHead {
        head,
        signature: signature.into(),
    })
}

/// The first entry of a new tree. It contains the number and the last head of the previous tree.
fn link(before: &StoredTree, at: Timestamp) -> Result<Vec<u8>, StoreError> {
    let TreeHead {
        tree, size, root, ..
    } = head_of_stored(before)?.head;
    let event = LogEvent::Tree { tree, size, root };
    Ok(LogEntry { at_ms: at.0, event }.to_bytes())
}

fn head_of(number: i64, merkle: &MemoryBackedTree<Sha256, Vec<u8>>, at: Timestamp) -> TreeHead {
    let root: [u8; 32] = (*merkle.root().as_bytes()).into();
    TreeHead {
        tree: u32::try_from(number).unwrap_or(u32::MAX),
        size: merkle.len() as u32,
        at_ms: at.0,
        root: Hash::from(root),
    }
}

fn note_head(stored: &mut StoredTree, SignedTreeHead { head, signature }: &SignedTreeHead) {
    stored.size = head.size.into();
    stored.at = Timestamp(head.at_ms);
    stored.root = head.root.bytes().to_vec();
    stored.signature = signature.bytes().to_vec();
}

fn hashes(bytes: &[u8]) -> Vec<Hash> {
    let (hashes, _) = bytes.as_chunks::<32>();
    hashes.iter().copied().map(Hash::from).collect()
}

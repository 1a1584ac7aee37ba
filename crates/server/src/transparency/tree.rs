//! One Merkle tree of the public log, with what is stored of it.

use boneyard_fair::SigningKey;
use boneyard_protocol::Hash;
use boneyard_protocol::transparency::{LogEntry, LogEvent, SignedTreeHead, TreeHead};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use sha2::Sha256;

use crate::clock::Timestamp;
use crate::limits;
use crate::store::{Store, StoreError, StoredEntry, StoredTree};

/// A tree with all its entries.
pub(crate) struct Tree {
    stored: StoredTree,
    merkle: MemoryBackedTree<Sha256, Vec<u8>>,
    /// The ids of its entries but the link: by them an entry's place is found.
    ids: Vec<i64>,
    head: SignedTreeHead,
}

impl Tree {
    /// A tree of a process, which comes after another one and holds entries after an id.
    pub(crate) fn after(
        before: Option<&Self>,
        process: Option<i64>,
        after_id: i64,
        at: Timestamp,
        key: &SigningKey,
    ) -> Self {
        let number = before.map_or(1, |before| before.stored.number + 1);
        let link = before.map_or_else(Vec::new, |before| before.link(at));
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
        Self {
            stored,
            merkle,
            ids: Vec::new(),
            head,
        }
    }

    /// Reads a tree with the entries that its last head covers.
    pub(crate) async fn load(store: &Store, stored: StoredTree) -> Result<Self, StoreError> {
        let link = usize::from(!stored.link.is_empty());
        let size = usize::try_from(stored.size).map_err(|_| StoreError::Corrupt)?;
        let most = size.checked_sub(link).ok_or(StoreError::Corrupt)?;
        let entries = store
            .entries_after(stored.process, stored.after_id, most)
            .await?;
        // Tens of thousands of hashes: away from the threads that serve players.
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
        let head = head_of(stored.number, &merkle, stored.at);
        let signature = <[u8; 64]>::try_from(&stored.signature[..]);
        let signature = signature.map_err(|_| StoreError::Corrupt)?.into();
        if head.root.bytes()[..] != stored.root[..] {
            return Err(StoreError::Corrupt);
        }
        Ok(Self {
            stored,
            merkle,
            ids,
            head: SignedTreeHead { head, signature },
        })
    }

    /// Takes what the log holds beyond it, and signs the new head. Whether there may be more than it
    /// has room for. What fails must be loaded again.
    pub(crate) async fn grow(
        &mut self,
        store: &Store,
        at: Timestamp,
        key: &SigningKey,
    ) -> Result<bool, StoreError> {
        let room = limits::TREE_ENTRIES_MAX.saturating_sub(self.merkle.len() as usize);
        let entries = store
            .entries_after(self.stored.process, self.stored.last_id, room)
            .await?;
        if let Some(StoredEntry { id, .. }) = entries.last() {
            self.stored.last_id = *id;
            let is_full = entries.len() == room;
            for entry in entries {
                self.ids.push(entry.id);
                self.merkle.push(entry.bytes);
            }
            let head = head_of(self.stored.number, &self.merkle, at).signed(key);
            note_head(&mut self.stored, &head);
            store.save_head(self.stored.clone()).await?;
            self.head = head;
            return Ok(is_full);
        }
        Ok(room == 0)
    }

    /// What is stored of it.
    pub(crate) const fn stored(&self) -> &StoredTree {
        &self.stored
    }

    /// Its last head.
    pub(crate) const fn head(&self) -> SignedTreeHead {
        self.head
    }

    /// The entry by which the tree after it names it.
    fn link(&self, at: Timestamp) -> Vec<u8> {
        let TreeHead {
            tree, size, root, ..
        } = self.head.head;
        let event = LogEvent::Tree { tree, size, root };
        LogEntry { at_ms: at.0, event }.to_bytes()
    }

    /// The place of an entry in it; none if it isn't there.
    pub(crate) fn index_of(&self, entry: &StoredEntry) -> Option<usize> {
        let place = self.ids.binary_search(&entry.id).ok()?;
        Some(place + usize::from(!self.stored.link.is_empty()))
    }

    /// The audit path of the entry at a place.
    pub(crate) fn inclusion(&self, index: usize) -> Vec<Hash> {
        hashes(self.merkle.prove_inclusion(index).as_bytes())
    }

    /// The consistency proof from the tree when it had so many entries; none if it never had.
    pub(crate) fn consistency(&self, size: u32) -> Option<Vec<Hash>> {
        let added = self.head.head.size.checked_sub(size)?;
        if size == 0 || added == 0 {
            return Some(Vec::new());
        }
        Some(hashes(
            self.merkle.prove_consistency(added as usize).as_bytes(),
        ))
    }

    /// Its entries from a place on, as many as an answer holds.
    pub(crate) fn entries_from(&self, from: u32) -> Vec<Vec<u8>> {
        let entries = self.merkle.items().iter().skip(from as usize);
        entries.take(limits::ENTRIES_PER_PAGE).cloned().collect()
    }
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

//! The database tables of the public log: its entries in the order of their commits, and the Merkle trees
//! that `boneyard_records::transparency` makes of the entries.

use boneyard_base::{Timestamp, limits};

use super::select::select;
use super::session::Session;
use super::{Store, StoreError};

/// An entry that is about to be written, in the same transaction as an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The process that writes the entry. A process is identified by the number of its first tree.
    pub process: i64,
    /// The key by which entries are found: the first 8 bytes of the commitment that the entry contains.
    pub chain: i64,
    /// The entry, in the encoding of `boneyard_records::transparency`.
    pub bytes: Vec<u8>,
}

/// An entry of the public log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The entry's position in the log. Positions may have gaps.
    pub id: i64,
    /// The process that wrote the entry.
    pub process: i64,
    /// The entry, in the encoding of `boneyard_records::transparency`.
    pub bytes: Vec<u8>,
}

/// A Merkle tree and its last signed head. The first leaf of the tree is `link`, unless `link` is empty. The
/// other leaves are the entries of the process with greater ids than `after_id`, up to the entry `last_id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTree {
    /// The number of the tree, from 1.
    pub number: i64,
    /// The process whose entries the tree contains.
    pub process: i64,
    /// The tree contains only entries with greater ids than this one.
    pub after_id: i64,
    /// The id of the last entry that the head covers.
    pub last_id: i64,
    /// The first leaf of the tree. It names the previous tree.
    pub link: Vec<u8>,
    /// The number of leaves that the head covers, including `link`.
    pub size: i64,
    /// When the head was signed.
    pub at: Timestamp,
    /// The root hash of the Merkle tree.
    pub root: Vec<u8>,
    /// The signature of the head.
    pub signature: Vec<u8>,
}

macro_rules! select_trees {
    ($which:literal) => {
        select!(
            StoredTree {
                number: "tree",
                process: "process",
                after_id: "after_id",
                last_id: "last_id",
                link: "link",
                size: "size",
                at: "at_ms",
                root: "root",
                signature: "signature",
            },
            concat!("FROM public_trees ", $which)
        )
    };
}

macro_rules! select_entries {
    ($which:literal) => {
        select!(
            StoredEntry {
                id: "id",
                process: "process",
                bytes: "entry",
            },
            concat!("FROM public_log ", $which)
        )
    };
}

impl Store {
    /// The processes that have entries which are in none of their trees.
    pub async fn unfinished_processes(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT ends.process FROM (SELECT process, MAX(last_id) AS last_id \
                   FROM public_trees GROUP BY process) AS ends WHERE EXISTS (SELECT 1 FROM public_log \
                   WHERE public_log.process = ends.process AND public_log.id > ends.last_id) \
                   ORDER BY ends.process";
        self.all(sql, []).await
    }

    /// The tree with the greatest number.
    pub async fn last_tree(&self) -> Result<Option<StoredTree>, StoreError> {
        self.first(select_trees!("ORDER BY tree DESC LIMIT 1"), [])
            .await
    }

    /// The tree with the greatest number of all trees of a process.
    pub async fn last_tree_of(&self, process: i64) -> Result<Option<StoredTree>, StoreError> {
        let select = select_trees!("WHERE process = $1 ORDER BY tree DESC LIMIT 1");
        self.first(select, [process.into()]).await
    }

    /// The tree with this number.
    pub async fn tree(&self, number: i64) -> Result<Option<StoredTree>, StoreError> {
        self.first(select_trees!("WHERE tree = $1"), [number.into()])
            .await
    }

    /// The tree whose head covers an entry.
    pub async fn tree_of(&self, entry: &StoredEntry) -> Result<Option<StoredTree>, StoreError> {
        let select = select_trees!(
            "WHERE process = $1 AND after_id < $2 AND last_id >= $2 ORDER BY tree LIMIT 1"
        );
        self.first(select, [entry.process.into(), entry.id.into()])
            .await
    }

    /// The id of the last entry, or 0 if the log is empty.
    pub async fn last_entry(&self) -> Result<i64, StoreError> {
        self.read(|reader| {
            let sql = "SELECT COALESCE(MAX(id), 0) FROM public_log";
            reader.session().one(sql, &[])
        })
        .await
    }

    /// The entries of a process with greater ids than `id`, in ascending order of the ids. Returns at most
    /// `most` entries.
    pub async fn entries_after(
        &self,
        process: i64,
        id: i64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let select = select_entries!("WHERE process = $1 AND id > $2 ORDER BY id LIMIT $3");
        self.all(select, [process.into(), id.into(), most.into()])
            .await
    }

    /// The entries with this key, the earliest first. See [`NewEntry::chain`].
    pub async fn entries_of(&self, chain: i64) -> Result<Vec<StoredEntry>, StoreError> {
        let select = select_entries!("WHERE chain = $1 ORDER BY id LIMIT $2");
        self.all(select, [chain.into(), limits::ENTRIES_OF_CHAIN_MAX.into()])
            .await
    }

    /// Inserts a new tree. Returns false if there is already a tree with this number, or a tree of this
    /// process that begins after the same entry.
    pub async fn add_tree(&self, tree: StoredTree) -> Result<bool, StoreError> {
        let added = self.execute(
            "INSERT INTO public_trees \
             (tree, process, after_id, last_id, link, size, at_ms, root, signature) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
            [
                tree.number.into(),
                tree.process.into(),
                tree.after_id.into(),
                tree.last_id.into(),
                tree.link.into(),
                tree.size.into(),
                tree.at.into(),
                tree.root.into(),
                tree.signature.into(),
            ],
        );
        Ok(added.await? == 1)
    }

    /// Stores a new head of a tree if the stored head covers `from_size` leaves. Otherwise returns false:
    /// another server has stored a head, and the new head must not be published.
    pub async fn save_head(&self, tree: StoredTree, from_size: i64) -> Result<bool, StoreError> {
        let saved = self.execute(
            "UPDATE public_trees SET last_id = $2, size = $3, at_ms = $4, root = $5, \
             signature = $6 WHERE tree = $1 AND size = $7",
            [
                tree.number.into(),
                tree.last_id.into(),
                tree.size.into(),
                tree.at.into(),
                tree.root.into(),
                tree.signature.into(),
                from_size.into(),
            ],
        );
        Ok(saved.await? == 1)
    }
}

/// Writes the entries of an append, in the transaction of the append.
pub(super) fn insert(session: &mut dyn Session, entries: &[NewEntry]) -> Result<(), StoreError> {
    for entry in entries {
        session.execute(
            "INSERT INTO public_log (process, chain, entry) VALUES ($1, $2, $3)",
            &[
                entry.process.into(),
                entry.chain.into(),
                entry.bytes.clone().into(),
            ],
        )?;
    }
    Ok(())
}

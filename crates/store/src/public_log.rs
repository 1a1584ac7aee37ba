//! The database tables of the public log: the entries in their order, and the nodes of the Merkle tree over
//! them (`boneyard_fair::merkle`).
//!
//! An entry is in the tree as soon as it is committed. The row of an entry has the hashes of all nodes that
//! the entry completes: the entry's own node first, then the nodes above it. These never change.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::LazyLock;

use boneyard_base::limits;
use boneyard_fair::Hash;
use boneyard_fair::merkle::{self, Node, Span};

use super::select::columns;
use super::session::{Session, Value};
use super::{PublicLog, StoreError};

/// An entry that is about to be written, in the same transaction as an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The key by which the entries of a table are found: the first 8 bytes of the table's name in the log.
    pub table: i64,
    /// The number of the match at its table.
    pub match_number: u32,
    /// The entry, as the tree hashes it.
    pub bytes: Vec<u8>,
}

/// An entry of the public log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The entry's place in the log, from 0.
    pub index: u32,
    /// The entry, as the tree hashes it.
    pub bytes: Vec<u8>,
}

columns!(StoredEntry { index, bytes });

/// The public log at one moment: entries that are added later don't appear in it.
pub struct LogReader<'a> {
    session: &'a mut dyn Session,
    size: u32,
}

impl fmt::Debug for LogReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogReader").finish_non_exhaustive()
    }
}

impl LogReader<'_> {
    /// The number of entries.
    #[must_use]
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The entries with this [`NewEntry::table`], match by match: of one match, or of all. Returns at most
    /// [`limits::ENTRIES_OF_TABLE_MAX`] entries.
    pub fn entries_of(
        &mut self,
        table: i64,
        match_number: Option<u32>,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let (from, to) = match_number.map_or((0, u32::MAX), |number| (number, number));
        self.session.all(
            "SELECT position, entry FROM public_log WHERE table_key = $1 \
             AND match_number BETWEEN $2 AND $3 AND position < $4 \
             ORDER BY match_number, position LIMIT $5",
            &[
                table.into(),
                from.into(),
                to.into(),
                self.size.into(),
                limits::ENTRIES_OF_TABLE_MAX.into(),
            ],
        )
    }

    /// The entries from the place `from` on. Returns at most [`limits::ENTRIES_PER_PAGE`] entries.
    pub fn entries_from(&mut self, from: u32) -> Result<Vec<StoredEntry>, StoreError> {
        let to = from.saturating_add(limits::ENTRIES_PER_PAGE).min(self.size);
        self.session.all(
            "SELECT position, entry FROM public_log WHERE position >= $1 AND position < $2 \
             ORDER BY position",
            &[from.into(), to.into()],
        )
    }

    /// The Merkle tree hashes of parts of the log, list by list.
    ///
    /// # Errors
    ///
    /// When the database fails, or the log has not all entries of these parts.
    pub fn hashes(&mut self, lists: &[Vec<Span>]) -> Result<Vec<Vec<Hash>>, StoreError> {
        let nodes = lists.iter().flatten().flat_map(|span| span.nodes());
        let known = read_nodes(self.session, nodes)?;
        let hash = |span: &Span| span.hash(&|node| known.get(&node).copied());
        let lists = lists.iter().map(|list| list.iter().map(hash).collect());
        lists.collect::<Option<_>>().ok_or(StoreError::Corrupt)
    }
}

impl PublicLog<'_> {
    /// Reads from the public log.
    pub async fn read<T, F>(self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut LogReader<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        self.0
            .read(|reader| {
                let session = reader.session();
                // The size is read first: all rows before it are committed, and never change.
                let size = session.one("SELECT size FROM public_log_size", &[])?;
                read(&mut LogReader { session, size })
            })
            .await
    }
}

/// Adds entries at the end of the log. Until the transaction ends, no other node can add entries. So this is
/// the last write of a transaction: each transaction has all its other locks by then, and no two
/// transactions wait for each other.
pub(super) fn append(session: &mut dyn Session, entries: &[&NewEntry]) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let added = u32::try_from(entries.len()).map_err(|_| StoreError::Corrupt)?;
    let size: u32 = session.one(
        "UPDATE public_log_size SET size = size + $1 RETURNING size",
        &[added.into()],
    )?;
    let first = size - added;
    let mut known = read_nodes(session, Span::whole(first).nodes().into_iter())?;
    for (index, entry) in (first..).zip(entries) {
        let leaf = merkle::leaf(&entry.bytes);
        let nodes = merkle::append(index, leaf, &|node| known.get(&node).copied());
        let nodes = nodes.ok_or(StoreError::Corrupt)?;
        let hashes: Vec<u8> = nodes.iter().flat_map(|(_, hash)| *hash.bytes()).collect();
        known.extend(nodes);
        session.execute(
            "INSERT INTO public_log (position, table_key, match_number, entry, hashes) \
             VALUES ($1, $2, $3, $4, $5)",
            &[
                index.into(),
                entry.table.into(),
                entry.match_number.into(),
                entry.bytes.clone().into(),
                hashes.into(),
            ],
        )?;
    }
    Ok(())
}

/// The number of rows that one statement of [`read_nodes`] reads. The nodes of a whole log, and those of a
/// usual proof, are fewer.
const ROWS_AT_ONCE: usize = 64;

static READ_ROWS: LazyLock<String> = LazyLock::new(|| {
    let positions: Vec<_> = (1..=ROWS_AT_ONCE)
        .map(|number| format!("${number}"))
        .collect();
    let positions = positions.join(", ");
    format!("SELECT position, hashes FROM public_log WHERE position IN ({positions})")
});

/// Reads the hashes of nodes. The result also contains other nodes that are in the same rows.
fn read_nodes(
    session: &mut dyn Session,
    nodes: impl Iterator<Item = Node>,
) -> Result<HashMap<Node, Hash>, StoreError> {
    let positions: BTreeSet<i64> = nodes.map(position).collect();
    let positions: Vec<Value> = positions.into_iter().map(Value::from).collect();
    let mut known = HashMap::new();
    for some in positions.chunks(ROWS_AT_ONCE) {
        let mut values = vec![Value::Null; ROWS_AT_ONCE];
        values[..some.len()].clone_from_slice(some);
        for (position, hashes) in session.all::<(u32, Vec<u8>)>(READ_ROWS.as_str(), &values)? {
            let (hashes, _) = hashes.as_chunks::<32>();
            for (level, hash) in (0..).zip(hashes) {
                let index = position >> level;
                known.insert(Node { level, index }, Hash::from(*hash));
            }
        }
    }
    Ok(known)
}

/// The place of the entry that completes a node.
fn position(node: Node) -> i64 {
    ((i64::from(node.index) + 1) << node.level) - 1
}

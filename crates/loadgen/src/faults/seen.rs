//! What players were shown.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::TableId;
use boneyard_rules::view::Board;
use boneyard_rules::{Seat, Tile};

/// What all players together were shown.
#[derive(Default)]
pub(super) struct Seen {
    tables: Mutex<HashMap<TableId, TableSeen>>,
}

/// What the players of one table were shown.
#[derive(Default, Clone)]
pub(super) struct TableSeen {
    /// The plays whose makers saw them happen, with the version that they made.
    pub(super) acknowledged: HashMap<u64, (Seat, Tile)>,
    /// The board at each version, shortened to a number: two who saw it saw the same.
    boards: HashMap<u64, u64>,
    disagreed: usize,
}

impl TableSeen {
    /// The newest version that anybody was shown.
    pub(super) fn newest(&self) -> u64 {
        self.boards.keys().copied().max().unwrap_or(0)
    }
}

impl Seen {
    /// Somebody saw the board at this version.
    pub(super) fn board(&self, table: TableId, v: u64, board: &Board) {
        let Ok(text) = serde_json::to_string(board) else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let mut tables = self.tables();
        let seen = tables.entry(table).or_default();
        let number = hasher.finish();
        if *seen.boards.entry(v).or_insert(number) != number {
            seen.disagreed += 1;
        }
    }

    /// Somebody saw their own play happen.
    pub(super) fn play(&self, table: TableId, v: u64, seat: Seat, tile: Tile) {
        let mut tables = self.tables();
        let seen = tables.entry(table).or_default();
        let before = seen.acknowledged.insert(v, (seat, tile));
        if before.is_some_and(|before| before != (seat, tile)) {
            seen.disagreed += 1;
        }
    }

    /// A table went back to an older version.
    pub(super) fn went_back(&self, table: TableId) {
        self.tables().entry(table).or_default().disagreed += 1;
    }

    pub(super) fn acknowledged(&self) -> usize {
        let tables = self.tables();
        tables.values().map(|seen| seen.acknowledged.len()).sum()
    }

    pub(super) fn disagreed(&self) -> usize {
        self.tables().values().map(|seen| seen.disagreed).sum()
    }

    pub(super) fn moves_at(&self, table: TableId) -> usize {
        let tables = self.tables();
        tables.get(&table).map_or(0, |seen| seen.acknowledged.len())
    }

    /// What was shown of a table.
    pub(super) fn of(&self, table: TableId) -> TableSeen {
        self.tables().get(&table).cloned().unwrap_or_default()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, TableSeen>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

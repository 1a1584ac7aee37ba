//! Takes a demo away again.

use std::collections::HashSet;

use boneyard_base::TableId;
use boneyard_store::{Demo, Store};

use crate::DemoError;

/// How many tables one transaction deletes.
const TABLES_AT_ONCE: usize = 100;

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// The number of players, with their accounts and ratings.
    pub players: u64,
    /// The number of finished matches.
    pub matches: u64,
    /// The number of tables.
    pub tables: u64,
    /// The number of tables that stay, since visitors have played or sit there.
    pub kept_tables: usize,
}

/// Deletes the players of the demo, and all its tables with their matches. A table at which a visitor has finished a
/// match, or sits, stays with its matches: they are the visitor's. The public log stays too, since its tree must
/// never be rewritten.
///
/// If this is interrupted, it can be called again.
///
/// # Errors
///
/// [`DemoError::Missing`], or when the database fails.
pub async fn remove(store: &Store) -> Result<Removed, DemoError> {
    let Demo { players, tables } = store.demos().get().await?.ok_or(DemoError::Missing)?;
    let mut removed = Removed::default();
    for some in tables.chunks(TABLES_AT_ONCE) {
        let kept = store
            .demos()
            .tables_of_others(some.to_vec(), &players)
            .await?;
        removed.kept_tables += kept.len();
        let kept: HashSet<TableId> = kept.into_iter().collect();
        let own = some.iter().copied().filter(|table| !kept.contains(table));
        let own: Vec<TableId> = own.collect();
        removed.matches += store.demos().delete_records_of(own.clone()).await?;
        removed.tables += store.tables().delete(own).await?;
    }
    removed.players = store.demos().delete_players(players).await?;
    store.demos().forget().await?;
    Ok(removed)
}

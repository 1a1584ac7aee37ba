//! The tables over days, and when something is due at each of them. A table that waits for days isn't in memory,
//! so this copies the next deadline from the log of each such table.

use boneyard_base::{TableId, Timestamp, limits};

use super::select::select;
use super::session::Session;
use super::{StoreError, Tables};

/// When something is due at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// The table isn't played over days: its deadlines aren't stored.
    #[default]
    NotStored,
    /// Something is due at this time.
    At(Timestamp),
    /// Nothing is due any more, since the table is closed.
    Never,
}

/// A table over days, by the time at which something is due there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueTable {
    /// When something is due.
    pub due: Timestamp,
    /// The table.
    pub table: TableId,
}

impl DueTable {
    /// Comes before all tables.
    pub const NONE: Self = Self {
        due: Timestamp(0),
        table: TableId::from_bits(0),
    };
}

impl Tables<'_> {
    /// The tables at which something is due at `now`, in the order of [`DueTable`], and those with a deadline that only
    /// a wrong clock can have stored. The list begins after the table `after`, and has at most
    /// [`limits::DUE_TABLES_MAX`] tables.
    pub async fn due(self, now: Timestamp, after: DueTable) -> Result<Vec<DueTable>, StoreError> {
        let select = select!(
            DueTable {
                due: "due_ms",
                table: "table_id",
            },
            "FROM due_tables WHERE (due_ms <= $1 OR due_ms > $5) \
             AND (due_ms > $2 OR (due_ms = $2 AND table_id > $3)) \
             ORDER BY due_ms, table_id LIMIT $4"
        );
        let values = [
            now.into(),
            after.due.into(),
            after.table.into(),
            limits::DUE_TABLES_MAX.into(),
            now.plus_ms(limits::OVER_DAYS_DUE_MS_MAX).into(),
        ];
        self.0.all(select, values).await
    }
}

impl Tables<'_> {
    /// Leaves out the tables for which a deadline is stored.
    pub async fn without_deadline(self, tables: Vec<TableId>) -> Result<Vec<TableId>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let mut without = Vec::new();
                for table in tables {
                    let sql = "SELECT table_id FROM due_tables WHERE table_id = $1";
                    let found: Vec<TableId> = session.all(sql, &[table.into()])?;
                    if found.is_empty() {
                        without.push(table);
                    }
                }
                Ok(without)
            })
            .await
    }
}

/// Stores when something is due at a table.
pub(super) fn set(session: &mut dyn Session, table: TableId, due: Due) -> Result<(), StoreError> {
    match due {
        Due::NotStored => {}
        Due::At(due) => {
            session.execute(
                "INSERT INTO due_tables (table_id, due_ms) VALUES ($1, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET due_ms = excluded.due_ms",
                &[table.into(), due.into()],
            )?;
        }
        Due::Never => {
            session.execute(
                "DELETE FROM due_tables WHERE table_id = $1",
                &[table.into()],
            )?;
        }
    }
    Ok(())
}

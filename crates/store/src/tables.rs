//! The tables: their listings in the lobby, and what is found without reading their logs.

use boneyard_base::{TableId, Timestamp};

use super::select::{columns, select};
use super::{StoreError, Tables};

/// The lobby's listing of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingChange {
    /// Whether the lobby shows the table to all visitors.
    pub listed: bool,
    /// The listing, in the lobby's own format.
    pub listing: String,
    /// Whether the table is closed for good.
    pub closed: bool,
}

columns!(ListingChange {
    listed,
    closed,
    listing
});

/// A table that the lobby shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    /// The table.
    pub table: TableId,
    /// When the table was created.
    pub created: Timestamp,
    /// When the listing last changed.
    pub updated: Timestamp,
    /// The listing, in the lobby's own format.
    pub listing: String,
}

/// A table in a list of open tables or of closed tables. Such a list is sorted by `updated` in ascending
/// order, and tables with the same time are sorted by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// When the table's listing last changed.
    pub updated: Timestamp,
    /// The table.
    pub table: TableId,
}

impl OpenTable {
    /// A value that comes before all tables. A list that begins after it contains all tables.
    pub const NONE: Self = Self {
        updated: Timestamp(i64::MIN),
        table: TableId::from_bits(0),
    };
}

/// A table whose listing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedListing {
    /// The table.
    pub table: TableId,
    /// When the table was created.
    pub created: Timestamp,
    /// When the listing last changed.
    pub updated: Timestamp,
    /// The listing after the change.
    pub change: ListingChange,
}

impl Tables<'_> {
    /// All tables that the lobby lists, the oldest first. A row that can't be read is left out and logged, so
    /// that one damaged row doesn't hide the other tables.
    pub async fn listed(self) -> Result<Vec<ListedTable>, StoreError> {
        let select = select!(
            ListedTable {
                table: "table_id",
                created: "created_ms",
                updated: "updated_ms",
                listing: "listing",
            },
            "FROM tables WHERE listed = 1 ORDER BY created_ms, table_id"
        );
        self.0
            .read(move |reader| {
                let rows = select.each(reader.session(), &[])?;
                let readable = |row: Result<_, StoreError>| {
                    row.inspect_err(|_| tracing::error!("a row of `tables` can't be read"))
                        .ok()
                };
                Ok(rows.filter_map(readable).collect())
            })
            .await
    }

    /// The tables whose listing changed at `since` or later, in the order of the changes. Contains listed and
    /// unlisted tables.
    pub async fn changed(self, since: Timestamp) -> Result<Vec<ChangedListing>, StoreError> {
        let select = select!(
            ChangedListing {
                table: "table_id",
                created: "created_ms",
                updated: "updated_ms",
                change: "listed, closed, listing",
            },
            "FROM tables WHERE updated_ms >= $1 ORDER BY updated_ms, table_id"
        );
        self.0.all(select, [since.into()]).await
    }

    /// The number of the last step of each table. Leaves out tables without steps in the log.
    pub async fn last_seqs(self, tables: Vec<TableId>) -> Result<Vec<(TableId, i64)>, StoreError> {
        self.0.read(move |reader| reader.last_seqs(&tables)).await
    }

    /// The open tables that had no step after the time `since`, in the order of [`OpenTable`]. The list
    /// begins after the table `after`, and has at most
    /// [`ABANDONED_TABLES_MAX`](boneyard_base::limits::ABANDONED_TABLES_MAX) tables.
    pub async fn untouched(
        self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        self.0
            .read(move |reader| reader.untouched_tables(since, after))
            .await
    }
}

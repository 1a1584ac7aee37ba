//! Tests of the logs of closed tables. Their rows are removed from the log, and are stored compressed or are
//! deleted.

use boneyard_base::{TableId, Timestamp};
use boneyard_store::{Append, ListingChange, LogRow, OpenTable, Store};

use crate::{NOW, append, bodies};

/// Makes a table with some rows. The last row closes the table.
pub(crate) async fn closed_table(store: &Store, rows: i64) -> (TableId, Vec<LogRow>) {
    let table = TableId::random();
    for seq in 1..=rows {
        let change = ListingChange {
            listed: false,
            listing: String::new(),
            closed: seq == rows,
        };
        let row = Append {
            listing: Some(change),
            ..append(table, seq, &format!("row {seq} of the table"))
        };
        store.append(row).await.unwrap();
    }
    (table, store.read_log(table, 0).await.unwrap())
}

async fn closed(store: &Store, before: Timestamp) -> Vec<TableId> {
    let found = store
        .tables()
        .closed(before, OpenTable::NONE)
        .await
        .unwrap();
    found.iter().map(|closed| closed.table).collect()
}

pub(crate) async fn logs_of_closed_tables_are_compressed_or_dropped(address: String) {
    let store = Store::open(&address).await.unwrap();
    let open = TableId::random();
    store.append(append(open, 1, "one")).await.unwrap();
    let (kept, rows) = closed_table(&store, 200).await;
    let (dropped, _) = closed_table(&store, 3).await;
    let closed_at = NOW.plus_ms(200);
    assert_eq!(closed(&store, NOW).await, []);
    assert_eq!(closed(&store, closed_at).await, [dropped, kept]);

    store.tables().finish_log(kept, true).await.unwrap();
    store.tables().finish_log(dropped, false).await.unwrap();
    assert_eq!(closed(&store, closed_at).await, []);
    assert_eq!(store.read_log(kept, 0).await.unwrap(), rows);
    assert_eq!(store.read_log(kept, 198).await.unwrap(), rows[198..]);
    assert_eq!(bodies(&store, dropped, 0).await, []);
    // A second call with the same table changes nothing.
    store.tables().finish_log(kept, true).await.unwrap();
    assert_eq!(store.read_log(kept, 0).await.unwrap(), rows);
    store.append(append(open, 2, "two")).await.unwrap();

    // Rows were deleted from the log. Each round restarts the store, checks that the open table has all its
    // rows, appends one more row to it, and deletes other rows.
    store.close().await;
    for seq in 3..10_usize {
        let store = Store::open(&address).await.unwrap();
        assert_eq!(bodies(&store, open, 0).await.len(), seq - 1);
        let (table, rows) = closed_table(&store, 5).await;
        let row = append(open, i64::try_from(seq).unwrap(), "more");
        store.append(row).await.unwrap();
        assert_eq!(store.read_log(table, 0).await.unwrap(), rows);
        store.tables().finish_log(table, true).await.unwrap();
        assert_eq!(store.read_log(table, 0).await.unwrap(), rows);
        store.close().await;
    }

    let store = Store::open(&address).await.unwrap();
    store.records().delete_before(closed_at).await.unwrap();
    assert_eq!(
        store.read_log(kept, 0).await.unwrap(),
        rows,
        "it was closed then"
    );
    let later = closed_at.plus_ms(1);
    store.records().delete_before(later).await.unwrap();
    assert_eq!(store.read_log(kept, 0).await.unwrap(), []);
    assert_eq!(bodies(&store, open, 0).await.len(), 9);
    store.close().await;
}

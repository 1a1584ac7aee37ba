//! Tables over days: when something is due at each of them, and the time in which no server ran.

use boneyard_base::{TableId, limits};
use boneyard_store::{Append, AppendError, Due, DueTable, Outage, Store};

use crate::{NOW, append, listed};

fn due_at(table: TableId, seq: i64, due: Due) -> Append {
    Append {
        due,
        ..append(table, seq, "step")
    }
}

pub(crate) async fn tables_over_days_are_found_when_something_is_due(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (early, late, live) = (TableId::random(), TableId::random(), TableId::random());
    let after = |hours: i64| NOW.plus_ms(hours * 3_600_000);
    for (table, due) in [
        (early, Due::At(after(2))),
        (late, Due::At(after(9))),
        (live, Due::NotStored),
    ] {
        let first = listed(due_at(table, 1, due), "{}");
        store.append(first).await.unwrap();
    }
    let found = async |hours, from| -> Vec<TableId> {
        let due = store.tables().due(after(hours), from).await.unwrap();
        due.into_iter().map(|due| due.table).collect()
    };
    assert_eq!(found(1, DueTable::NONE).await, []);
    assert_eq!(found(2, DueTable::NONE).await, [early]);
    assert_eq!(found(9, DueTable::NONE).await, [early, late]);
    let first = DueTable {
        due: after(2),
        table: early,
    };
    assert_eq!(found(9, first).await, [late], "each is found once");

    // A move changes the deadline, and an append that loses the race changes nothing.
    store
        .append(due_at(early, 2, Due::At(after(20))))
        .await
        .unwrap();
    let lost = store.append(due_at(early, 2, Due::At(after(1)))).await;
    assert!(matches!(lost, Err(AppendError::Conflict)));
    assert_eq!(found(9, DueTable::NONE).await, [late]);
    store.close().await;

    let store = Store::open(&address).await.unwrap();
    let again = store.tables().due(after(30), DueTable::NONE).await.unwrap();
    assert_eq!(again.len(), 2, "kept over a restart");
    let left = store
        .tables()
        .without_deadline(vec![early, live, late])
        .await;
    assert_eq!(
        left.unwrap(),
        [live],
        "the others are closed by their deadlines"
    );
    store.append(due_at(late, 2, Due::Never)).await.unwrap();
    let left = store.tables().due(after(30), DueTable::NONE).await.unwrap();
    assert_eq!(
        left.iter().map(|due| due.table).collect::<Vec<_>>(),
        [early]
    );
    store.close().await;
}

pub(crate) async fn many_due_tables_are_found_page_by_page(address: String) {
    let store = Store::open(&address).await.unwrap();
    let count = usize::try_from(limits::DUE_TABLES_MAX).unwrap() + 3;
    for _ in 0..count {
        // All are due at the same time, so the page must go on by the table.
        let first = due_at(TableId::random(), 1, Due::At(NOW));
        store.append(first).await.unwrap();
    }
    let (mut after, mut found) = (DueTable::NONE, Vec::new());
    loop {
        let page = store.tables().due(NOW, after).await.unwrap();
        let Some(last) = page.last() else { break };
        after = *last;
        found.extend(page.iter().map(|due| due.table));
    }
    let all = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!((all, found.len()), (count, count));
    store.close().await;
}

pub(crate) async fn the_last_long_outage_is_known(address: String) {
    let store = Store::open(&address).await.unwrap();
    let note = async |ms: i64| {
        store
            .nodes()
            .note_uptime(NOW.plus_ms(ms), true)
            .await
            .unwrap()
    };
    assert_eq!(note(0).await, None);
    assert_eq!(note(60_000).await, None);
    let short = 60_000 + limits::OUTAGE_MS_MIN - 1;
    assert_eq!(note(short).await, None);
    let long = short + limits::DAY_MS;
    let outage = Outage {
        from: NOW.plus_ms(short),
        until: NOW.plus_ms(long),
    };
    assert_eq!(note(long).await, Some(outage));
    // Another server comes a little later, or its clock is a little behind.
    assert_eq!(note(long + 60_000).await, Some(outage));
    assert_eq!(note(long - 5).await, Some(outage));
    // The clock was ahead by days, which looked like an outage. A clock that may be behind changes nothing.
    let ahead = long + 200 * limits::DAY_MS;
    assert!(note(ahead).await.is_some_and(|known| known != outage));
    let untrusted = store.nodes().note_uptime(NOW.plus_ms(long + 60_000), false);
    assert_eq!(untrusted.await.unwrap(), None, "there was no such outage");
    assert_eq!(note(long + 120_000).await, None);
    let next = long + 120_000 + limits::DAY_MS;
    let outage = Outage {
        from: NOW.plus_ms(long + 120_000),
        until: NOW.plus_ms(next),
    };
    assert_eq!(note(next).await, Some(outage));
    store.close().await;
}

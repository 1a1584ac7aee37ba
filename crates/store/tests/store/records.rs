//! Tests of records in the store.

use std::sync::Arc;

use boneyard_base::{PlayerId, RecordId, TableId};
use boneyard_store::{
    Append, MatchResult, NewRecord, NewRecordSeat, OwnRecords, Store, StoredRecord,
};

use crate::{NOW, append};

/// Makes the record of a match between two players. The first player has won.
pub(crate) fn record(
    table: TableId,
    number: u32,
    players: [PlayerId; 2],
    names: [&str; 2],
) -> NewRecord {
    let seat = |side: u8| NewRecordSeat {
        side,
        player: Some(players[usize::from(side)]),
        name: names[usize::from(side)].to_owned(),
        computer: None,
        result: [MatchResult::Won, MatchResult::Lost][usize::from(side)],
    };
    NewRecord {
        id: RecordId::random(),
        table,
        match_number: number,
        public: true,
        quick: false,
        rated: false,
        ended: NOW.plus_ms(i64::from(number)),
        variant: "draw".to_owned(),
        summary: format!("summary {number}"),
        transcript: format!("transcript {number}"),
        fairness: "null".to_owned(),
        seats: vec![seat(0), seat(1)],
        leavers: Vec::new(),
    }
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn records_are_kept_found_and_forgotten(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (table, ana, ben) = (TableId::random(), PlayerId::random(), PlayerId::random());
    let records: Vec<_> = (1..=3)
        .map(|number| record(table, number, [ana, ben], ["Ana", "50% Ben_"]))
        .collect();
    for (record, seq) in records.iter().zip(1..) {
        let append = Append {
            players: None,
            record: Some(Arc::new(record.clone())),
            ..append(table, seq, "over")
        };
        store.append(append).await.unwrap();
        // If a record is added again, the stored record doesn't change.
        store.records().add(record).await.unwrap();
    }
    assert_eq!(store.records().matches_of(table).await.unwrap().len(), 3);
    let found = store.records().get(records[1].id).await.unwrap().unwrap();
    assert_eq!(found.transcript, "transcript 2");
    assert_eq!(found.fairness, "null");
    assert_eq!(found.seats[1].name, "50% Ben_");

    let all = OwnRecords::default();
    let (first, more) = store.records().of(ana, &all, 2).await.unwrap();
    let ids = |found: &[StoredRecord]| -> Vec<_> { found.iter().map(|record| record.id).collect() };
    assert_eq!(ids(&first), [records[2].id, records[1].id]);
    assert!(first[0].transcript.is_empty() && first[0].seats[0].own);
    let rest = OwnRecords {
        before: more,
        transcripts: true,
        ..OwnRecords::default()
    };
    let (last, more) = store.records().of(ana, &rest, 2).await.unwrap();
    assert_eq!((ids(&last), more), (vec![records[0].id], None));
    assert_eq!(last[0].transcript, "transcript 1");
    for (variant, opponent, result, count) in [
        ("draw", "50% ben_", MatchResult::Won, 3),
        ("block", "ben", MatchResult::Won, 0),
        ("draw", "5_%", MatchResult::Won, 0),
        ("draw", "ana", MatchResult::Won, 0),
        ("draw", "ben", MatchResult::Lost, 0),
    ] {
        let wanted = OwnRecords {
            variant: Some(variant.to_owned()),
            opponent: Some(opponent.to_owned()),
            result: Some(result),
            ..OwnRecords::default()
        };
        let (found, _) = store.records().of(ana, &wanted, 9).await.unwrap();
        assert_eq!(found.len(), count, "{variant} {opponent} {result:?}");
    }

    assert_eq!(
        store
            .records()
            .delete_names(ben, NOW.plus_ms(2))
            .await
            .unwrap(),
        2
    );
    let found = store.records().get(records[0].id).await.unwrap().unwrap();
    assert_eq!(found.seats[1].name, "");
    assert_eq!(
        store.records().delete_before(NOW.plus_ms(3)).await.unwrap(),
        2
    );
    assert_eq!(store.records().get(records[0].id).await.unwrap(), None);
    assert_eq!(store.records().matches_of(table).await.unwrap(), [3]);
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn many_records_are_forgotten_some_at_a_time(address: String) {
    const RECORDS: u32 = 600;
    let store = Store::open(&address).await.unwrap();
    let (table, ana, ben) = (TableId::random(), PlayerId::random(), PlayerId::random());
    for number in 1..=RECORDS {
        let mut record = record(table, number, [ana, ben], ["Ana", "Ben"]);
        // Several matches end at the same time.
        record.ended = NOW.plus_ms(i64::from(number / 7));
        store.records().add(&record).await.unwrap();
    }
    let end = NOW.plus_ms(i64::from(RECORDS));
    assert_eq!(store.records().delete_names(ben, end).await.unwrap(), 600);
    assert_eq!(store.records().delete_names(ben, end).await.unwrap(), 0);
    let named = OwnRecords {
        opponent: Some("ben".to_owned()),
        ..OwnRecords::default()
    };
    assert!(
        store
            .records()
            .of(ana, &named, 9)
            .await
            .unwrap()
            .0
            .is_empty()
    );
    let last = NOW.plus_ms(i64::from(RECORDS / 7));
    assert_eq!(store.records().delete_before(last).await.unwrap(), 594);
    assert_eq!(store.records().matches_of(table).await.unwrap().len(), 6);
    assert_eq!(
        store
            .records()
            .of(ana, &OwnRecords::default(), 9)
            .await
            .unwrap()
            .0
            .len(),
        6
    );
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn matches_are_hidden_and_shown_again(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ana, ben) = (PlayerId::random(), PlayerId::random());
    let kept = record(TableId::random(), 1, [ana, ben], ["Ana", "Ben"]);
    store.records().add(&kept).await.unwrap();
    let hidden = async || {
        let found = store.records().get(kept.id).await.unwrap().unwrap();
        [0, 1].map(|seat: usize| found.seats[seat].hidden)
    };
    let stranger = PlayerId::random();
    assert!(!store.records().hide(stranger, kept.id, true).await.unwrap());
    assert!(
        !store
            .records()
            .hide(ana, RecordId::random(), true)
            .await
            .unwrap()
    );
    for _ in 0..2 {
        assert!(store.records().hide(ana, kept.id, true).await.unwrap());
        assert_eq!(hidden().await, [true, false]);
    }
    let by_name = OwnRecords {
        opponent: Some("ana".to_owned()),
        ..OwnRecords::default()
    };
    let (found, _) = store.records().of(ben, &by_name, 5).await.unwrap();
    assert!(found.is_empty());
    assert!(store.records().hide(ana, kept.id, false).await.unwrap());
    assert_eq!(hidden().await, [false, false]);
    let (found, _) = store.records().of(ben, &by_name, 5).await.unwrap();
    assert_eq!(found.len(), 1);
    // Deleting a record also deletes the data that hide the match.
    assert!(store.records().hide(ana, kept.id, true).await.unwrap());
    let after = kept.ended.plus_ms(1);
    assert_eq!(store.records().delete_before(after).await.unwrap(), 1);
    store.records().add(&kept).await.unwrap();
    assert_eq!(hidden().await, [false, false]);
    store.close().await;
}

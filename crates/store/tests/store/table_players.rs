//! Tests of the lists of players' own tables.

use boneyard_base::{PlayerId, TableId};
use boneyard_store::{Append, AppendError, Store};

use crate::append;

/// An append that makes these players the players of the table.
fn with_players(table: TableId, seq: i64, players: &[PlayerId]) -> Append {
    Append {
        players: Some(players.to_vec()),
        ..append(table, seq, "sat")
    }
}

pub(crate) async fn a_players_tables_are_found_the_latest_first(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, ben, cy) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let (first, second) = (TableId::random(), TableId::random());
    for step in [
        with_players(first, 1, &[ann]),
        append(first, 2, "played"),
        with_players(second, 1, &[ben]),
        with_players(second, 2, &[ben, ann]),
        // Ann had joined the table before, so her time of joining doesn't change.
        with_players(first, 3, &[ben, ann]),
    ] {
        store.append(step).await.unwrap();
    }
    let late = store.append(with_players(first, 3, &[cy])).await;
    assert!(matches!(late, Err(AppendError::Conflict)));
    store.close().await;

    let store = Store::open(&address).await.unwrap();
    let found = async |player, limit| store.tables().of(player, limit).await.unwrap();
    assert_eq!(found(ann, 9).await, [second, first]);
    assert_eq!(found(ann, 1).await, [second]);
    assert_eq!(found(ben, 9).await, [first, second]);
    assert_eq!(found(cy, 9).await, []);

    store.append(with_players(first, 4, &[])).await.unwrap();
    assert_eq!(found(ann, 9).await, [second]);
    store.close().await;
}

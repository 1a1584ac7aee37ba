//! A client that knows a version of a table, but no longer has the table of that version.

use boneyard_base::{FollowId, Inbox, Peer, PlayerId};
use boneyard_protocol::{Folded, ServerMessage, Snapshot, TableId};

use crate::state::command::Action;
use crate::tests::bench::{shown, two_players};
use crate::tests::live::Shelf;
use crate::{FollowTerms, Input, Tables};

/// Makes a player follow the table again. Returns all messages that the player is sent.
async fn come_back(
    tables: &Tables,
    table: TableId,
    (player, name): (PlayerId, &str),
    since: u64,
) -> Vec<ServerMessage> {
    let (peer, inbox): (_, Inbox) = Peer::channel(boneyard_testing::here(player), None);
    let follow = Input::Follow {
        id: FollowId::next(),
        peer,
        name,
        terms: FollowTerms {
            since: Some(since),
            replay: true,
            ..FollowTerms::default()
        },
    };
    tables.open(table).take(follow).await.unwrap();
    let texts = std::iter::from_fn(|| inbox.try_next());
    texts
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect()
}

#[tokio::test]
async fn a_player_is_sent_the_table_of_then_and_all_that_has_happened_since() {
    let mut bench = two_players();
    let player = bench.people[0];
    let then = shown(&bench.state, bench.id, player);
    for _ in 0..4 {
        let Some(turn) = bench.state.matches.on_turn() else {
            break;
        };
        let action = bench.sensible(turn.index(), 0);
        bench.act(turn.index(), action).unwrap();
    }
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let told = come_back(&tables, bench.id, (player, "Host"), then.v).await;
    let mut told = told
        .into_iter()
        .filter(|message| matches!(message, ServerMessage::Table(_) | ServerMessage::Missed(_)));
    let Some(ServerMessage::Table(first)) = told.next() else {
        panic!("the table of then comes first");
    };
    assert_eq!((&first.view, &first.room), (&then.view, &then.room));
    let Some(ServerMessage::Missed(missed)) = told.next() else {
        panic!("what has happened since comes next");
    };
    let mut known: Snapshot = *first;
    for update in missed.updates {
        assert_eq!(known.fold(update), Folded::Next);
    }
    assert_eq!(known.view, shown(&bench.state, bench.id, player).view);
}

#[tokio::test]
async fn a_stranger_and_a_version_that_never_was_get_the_table_of_now() {
    let mut bench = two_players();
    let then = bench.state.version.unsigned_abs();
    let turn = bench.state.matches.on_turn().unwrap().index();
    bench.act(turn, bench.sensible(turn, 0)).unwrap();
    let now = bench.state.version.unsigned_abs();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    // In the last of these versions the player had no seat.
    for (player, since) in [
        ((bench.people[5], "Person"), then),
        ((bench.people[0], "Host"), now + 40),
        ((bench.people[1], "Guest"), 1),
    ] {
        let told = come_back(&tables, bench.id, player, since).await;
        let shown = told.iter().find_map(|message| match message {
            ServerMessage::Table(table) => Some(table.v),
            _ => None,
        });
        assert_eq!(shown, Some(now));
        let missed = |message: &ServerMessage| matches!(message, ServerMessage::Missed(_));
        assert!(!told.iter().any(missed));
    }
}

#[tokio::test]
async fn a_player_who_sat_elsewhere_then_is_sent_nothing_of_then() {
    let mut bench = two_players();
    let then = bench.state.version.unsigned_abs();
    bench.act(0, Action::Resign).unwrap();
    bench.act(0, Action::Leave).unwrap();
    let name = "Person".to_owned();
    bench.act(2, Action::Sit { seat: None, name }).unwrap();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    // The seat has another player's hand of then.
    let told = come_back(&tables, bench.id, (bench.people[2], "Person"), then).await;
    let Some(ServerMessage::Table(table)) = told.first() else {
        panic!("the table of now");
    };
    assert_eq!(table.v, bench.state.version.unsigned_abs());
}

//! Tests of tables of a tournament that visitors see later than they are played.

use boneyard_base::{PlayerId, TableId, TournamentId};
use boneyard_protocol::{ClockRule, RoomTournament};
use boneyard_rules::line::Preset;

use crate::ArrangedMatch;
use crate::state::command::ArrangedSeat;
use crate::tests::bench::two_players;
use crate::tests::live::{Guest, Shelf};

#[tokio::test]
async fn a_late_watcher_is_sent_a_row_when_it_is_old_enough() {
    let shelf = Shelf::with(&[&two_players()]).await;
    let tables = shelf.tables().await;
    let (table, player) = (TableId::random(), PlayerId::random());
    let arranged = ArrangedMatch {
        table,
        tournament: RoomTournament {
            id: TournamentId::random(),
            name: "Friday".to_owned(),
            round: Some(1),
            rounds: Some(5),
        },
        come_by: shelf.clock.now().plus_ms(300_000),
        first: (player, "Somebody".to_owned()),
        others: vec![ArrangedSeat::Person {
            player: PlayerId::random(),
            name: "Ben".to_owned(),
        }],
        rules: Preset::DRAW.rules().into(),
        rated: false,
        clock: ClockRule::PerMove { seconds: 30 },
        time_cap: None,
        boards: None,
        watch_delay_minutes: Some(1),
    };
    tables.create_arranged(arranged).await.unwrap();
    let mut ann = Guest::at(&tables, table, player).await;
    assert_eq!(ann.version().await, 1);
    ann.rename("Ann").await;
    assert_eq!(ann.version().await, 2);

    shelf.hand.advance_ms(60_000 - 50);
    let mut watcher = Guest::at(&tables, table, PlayerId::random()).await;
    assert_eq!(watcher.version().await, 1);
    // Nothing else happens at the table: its own task wakes.
    shelf.hand.advance_ms(50);
    assert_eq!(watcher.version().await, 2);

    // The same follows from the log, at a node that hasn't seen the row happen.
    let elsewhere = shelf.tables().await;
    let mut later = Guest::at(&elsewhere, table, PlayerId::random()).await;
    assert_eq!(later.version().await, 2);
}

//! Tests of a database that fails, and of a log to which other servers write. The table keeps its state, and
//! continues.

use boneyard_protocol::{ClientMessage, ErrorCode};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use boneyard_table::TableEvent;
use boneyard_testing::Postgres;
use rusqlite::params;

use crate::client::Client;
use crate::postgres;
use crate::world::{Table, World, dice, public, random_play};

fn on_turn(table: &Table) -> usize {
    let has_offers = |player: &Client| !player.offers(table.id).is_empty();
    table.players.iter().position(has_offers).unwrap()
}

#[tokio::test]
async fn a_failing_append_leaves_the_table_as_it_was() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let database = world.database();
    let full = "CREATE TRIGGER full BEFORE INSERT ON log \
                BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    database.execute_batch(full).unwrap();

    let (id, seat) = (table.id, on_turn(&table));
    let v = table.players[0].v(id);
    let message = random_play(&table.players[seat], id, &mut dice(21));
    for _ in 0..3 {
        let code = table.players[seat].refused(&message).await;
        assert_eq!(code, ErrorCode::Unavailable);
    }
    for player in &mut table.players {
        player.open(id, None).await;
        assert_eq!(player.v(id), v, "nobody was shown what is not in the log");
    }
    // Watchers, and requests that don't write to the database, still work.
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;

    database.execute_batch("DROP TRIGGER full").unwrap();
    table.players[seat].send(&message).await;
    for client in table.players.iter_mut().chain([&mut watcher]) {
        client.until(|client| client.v(id) == v + 1).await;
    }
    assert!(table.step(&mut dice(22)).await);
}

#[tokio::test]
async fn who_loses_the_race_for_a_number_reads_and_is_judged_again() {
    // Only PostgreSQL allows several servers to append to the same log.
    let postgres = Postgres::start();
    let address = postgres.create_database("race");
    let world = World::with(&["--database", &address]).await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let (id, seat) = (table.id, on_turn(&table));
    let v = table.players[0].v(id);
    // Another node appends an event: a player has a new name.
    let body = TableEvent::to_body(&[TableEvent::Renamed {
        seat: Seat::default(),
        name: "Elsewhere".to_owned(),
    }]);
    let hex = body
        .iter()
        .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let sql = format!(
        "INSERT INTO log (key, at_ms, body) \
         SELECT number + {}, 0, '\\x{}' FROM tables WHERE table_id = '\\x{id}'",
        v + 1,
        hex
    );
    postgres::run(address, sql).await.unwrap();
    let message = random_play(&table.players[seat], id, &mut dice(23));
    table.players[seat].send(&message).await;
    for player in &mut table.players {
        player.until(|player| player.v(id) == v + 2).await;
        let host = player.table(id).room.seats.as_slice()[0].as_ref();
        assert_eq!(host.unwrap().name, "Elsewhere");
        player.open(id, None).await;
    }
}

#[tokio::test]
async fn a_log_that_cannot_be_read_keeps_its_own_table_closed() {
    let world = World::new().await;
    let mut broken = world.table(&public(*Preset::DRAW.rules())).await;
    let mut well = world.table(&public(*Preset::DRAW.rules())).await;
    broken.start().await;
    let world = world.restarted().await;
    // The number of an event type that only a later version of the server knows.
    let newer = [0xff_u8, 0x7f, 0];
    let sql = "UPDATE log SET body = ?1 WHERE seq = 2 AND \
               table_number = (SELECT number FROM tables WHERE table_id = ?2)";
    let changed = world
        .database()
        .execute(sql, params![newer, broken.id.bits().to_be_bytes()]);
    assert_eq!(changed, Ok(1));
    let mut players = Vec::new();
    for person in &well.people {
        players.push(person.connect(world.address).await);
    }
    let open = |table| ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    let code = players[0].refused(&open(broken.id)).await;
    assert_eq!(code, ErrorCode::Unavailable);
    for player in &mut players {
        player.open(well.id, None).await;
    }
    well.players = players;
    well.start().await;
    assert!(well.step(&mut dice(24)).await);
}

//! Tests of how long records are kept, and that lost records are created again from the log.

use boneyard_base::Clock;
use boneyard_protocol::RecordId;
use boneyard_protocol::record::Record;
use boneyard_rules::line::Preset;

use super::{get, play, short};
use crate::world::{self, Table, World, public};

/// Stops the server, deletes all records as if they had never been written, and starts the server again.
pub(super) async fn lose_all_records(world: World) -> World {
    let directory = world.stopped().await;
    let sql = "DELETE FROM record_seats; DELETE FROM record_pieces; DELETE FROM records;";
    world::open(&directory).execute_batch(sql).unwrap();
    World::within(directory, &[]).await
}

/// A record without its signature, because the signature depends on the length of the public log.
pub(super) async fn unsigned(world: &World, id: RecordId) -> Record {
    let record: Record = get(world, &format!("/api/m/{id}")).await.read();
    Record {
        signed: None,
        ..record
    }
}

/// Lets a player of the table open it again.
pub(super) async fn open(world: &World, table: &Table) {
    let mut client = table.people[0].connect(world.address).await;
    client.open(table.id, None).await;
}

#[tokio::test]
async fn records_that_are_lost_are_made_again_from_the_log() {
    let world = World::new().await;
    let rules = short(Preset::FIVES_AND_THREES.rules(), 21);
    let mut table = world.table(&public(rules)).await;
    let ids = [play(&mut table, 8).await, play(&mut table, 9).await];
    let mut before = Vec::new();
    for id in ids {
        before.push(unsigned(&world, id).await);
    }
    let world = lose_all_records(world).await;
    for id in ids {
        assert_eq!(get(&world, &format!("/api/m/{id}")).await.status, 404);
    }
    open(&world, &table).await;
    for (id, before) in ids.into_iter().zip(before) {
        assert!(unsigned(&world, id).await == before, "{id}");
    }
}

#[tokio::test]
async fn records_are_kept_as_long_as_the_settings_say() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 15);
    let mut table = world.table(&public(rules)).await;
    let old = play(&mut table, 10).await;
    let directory = world.stopped().await;
    // This makes all events and records forty days older.
    let sql = "UPDATE log SET at_ms = at_ms - 3456000000; \
               UPDATE records SET ended_ms = ended_ms - 3456000000; \
               UPDATE record_seats SET ended_ms = ended_ms - 3456000000;";
    world::open(&directory).execute_batch(sql).unwrap();

    let world = World::within(directory, &["--keep-records", "41"]).await;
    assert_eq!(get(&world, &format!("/api/m/{old}")).await.status, 200);
    let directory = world.stopped().await;
    // By a clock that has just begun, nothing is deleted for its age.
    let (clock, _) = Clock::manual(Clock::system().now());
    let world = World::within_by(directory, &["--keep-records", "30"], clock).await;
    while get(&world, &format!("/api/m/{old}")).await.status != 404 {}
    open(&world, &table).await;
    assert_eq!(
        get(&world, &format!("/api/m/{old}")).await.status,
        404,
        "nor is it made again"
    );
}

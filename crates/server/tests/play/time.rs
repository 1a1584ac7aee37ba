//! Tests of connections and matches that end: catching up after a lost connection, half-open connections,
//! and resigning.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    AbsentChoice, ClientMessage, ClockRule, Ending, ErrorCode, Request, ServerMessage, Status,
    TableId,
};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use tokio::io::AsyncReadExt as _;
use tokio::time::Instant;

use crate::client::Client;
use crate::known::KnownTable;
use crate::person::Person;
use crate::world::{World, dice, public};

/// Connects again, and names the version that the client knows. Returns whether the server sent only the
/// updates after this version.
async fn come_back(
    world: &World,
    person: &Person,
    known: KnownTable,
    since: u64,
) -> (Client, bool) {
    let table = known.0.table;
    let mut client = person.connect(world.address).await;
    client.tables.insert(table, known);
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: Some(since),
        preview: None,
        replay: None,
    };
    client.send(&open).await;
    loop {
        match client.receive().await {
            ServerMessage::Missed(_) => return (client, true),
            ServerMessage::Table(_) => return (client, false),
            _ => {}
        }
    }
}

async fn same_as_a_newcomer(client: &mut Client, table: TableId) {
    // `open` compares the client's state with a new snapshot.
    client.open(table, None).await;
}

#[tokio::test]
async fn a_client_that_comes_back_gets_only_what_it_missed() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let (id, mut dice) = (table.id, dice(31));
    for missed in [0, 1, 3, 8] {
        table.sync().await;
        let known = table.players[1].tables[&id].clone();
        let v = known.0.v;
        let mut watcher = table.people[1].connect(world.address).await;
        watcher.open(id, None).await;
        for _ in 0..missed {
            table.step(&mut dice).await;
        }
        let (mut client, just_that) = come_back(&world, &table.people[1], known, v).await;
        assert!(just_that);
        same_as_a_newcomer(&mut client, id).await;
    }
    // If a version doesn't exist, the server sends a whole snapshot instead.
    table.sync().await;
    let known = table.players[0].tables[&id].clone();
    let v = known.0.v;
    let (_, just_that) = come_back(&world, &table.people[0], known, v + 1).await;
    assert!(!just_that);
}

#[tokio::test]
async fn a_client_that_was_gone_over_a_restart_gets_only_what_it_missed() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let id = table.id;
    let known = table.players[0].tables[&id].clone();
    let v = known.0.v;
    table.step(&mut dice(32)).await;
    let world = world.restarted().await;
    let (mut client, just_that) = come_back(&world, &table.people[0], known, v).await;
    assert!(just_that);
    same_as_a_newcomer(&mut client, id).await;
}

#[tokio::test]
async fn a_connection_that_is_half_open_is_found_within_thirty_seconds() {
    let world = World::new().await;
    let (_, mut silent) = world.somebody().await;
    tokio::time::pause();
    let start = Instant::now();
    let mut rest = Vec::new();
    // The client reads the server's bytes, but answers neither the ping nor the close frame.
    silent.stream().read_to_end(&mut rest).await.unwrap();
    let found = start.elapsed().as_secs();
    assert!((20..=30).contains(&found), "after {found} s");
}

#[tokio::test]
async fn a_match_that_is_resigned_is_over_and_can_be_played_anew() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    table.start().await;
    let id = table.id;
    let [loser, winner] = [0, 1].map(|number| Seat::new(number).unwrap());
    table.players[0].send(&Request::Resign.at(id)).await;
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.status == Status::Over)
            .await;
        let Some(Ending::Resigned { seat, winner: side }) = player.table(id).room.ending else {
            panic!("{:?}", player.table(id).room.ending)
        };
        assert_eq!(seat, loser);
        let seating = player.table(id).room.rules.seating();
        assert_eq!(side, Some(seating.side(winner)));
        assert!(player.offers(id).is_empty(), "nothing is to be played");
        same_as_a_newcomer(player, id).await;
    }
    let resign = Request::Resign.at(id);
    let code = table.players[0].refused(&resign).await;
    assert_eq!(code, ErrorCode::NoMatch);
    table.start().await;
    assert!(table.step(&mut dice(33)).await);
}

#[tokio::test]
async fn nobody_is_disposed_of_who_is_there_and_has_time() {
    let world = World::new().await;
    let timed = CreateTable {
        clock: ClockRule::PerMove { seconds: 30 },
        ..public(*Preset::BLOCK.rules())
    };
    for wanted in [timed, public(*Preset::BLOCK.rules())] {
        let mut table = world.table(&wanted).await;
        table.start().await;
        let id = table.id;
        let turn = usize::from(table.players[0].offers(id).is_empty());
        for choice in [
            AbsentChoice::Place,
            AbsentChoice::Computer,
            AbsentChoice::Claim,
        ] {
            let seat = Seat::new(turn as u8).unwrap();
            let absent = Request::Absent { seat, choice }.at(id);
            for player in &mut table.players {
                assert_eq!(player.refused(&absent).await, ErrorCode::NotNow);
            }
        }
        assert_eq!(
            table.players[0].table(id).time.is_some(),
            wanted.clock != ClockRule::None
        );
    }
}

#[tokio::test]
async fn there_is_no_clock_but_those_that_are_offered() {
    let world = World::new().await;
    let (person, _) = world.somebody().await;
    for clock in [
        ClockRule::PerMove { seconds: 7 },
        ClockRule::Bank {
            seconds: 5,
            increment: 0,
        },
        ClockRule::Bank {
            seconds: 60,
            increment: 61,
        },
    ] {
        let wanted = CreateTable {
            clock,
            ..public(*Preset::BLOCK.rules())
        };
        let answer = person.post_table(world.address, &wanted).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(
            answer.body.contains(r#""option":"clock""#),
            "{}",
            answer.body
        );
    }
}

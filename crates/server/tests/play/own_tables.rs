//! Tests of the list of a visitor's own tables. It is correct in every tab, at every node and after a
//! restart, and other visitors don't see it.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    Access, ClientMessage, Level, OwnTable, Request, ServerMessage, Status, TableId,
};
use boneyard_rules::Seat;
use boneyard_rules::line::{Options, Preset};

use crate::client::Client;
use crate::person::Person;
use crate::world::{Table, World, dice, public};

const FOLLOW: ClientMessage = ClientMessage::OwnTables { follow: true };

/// The request for a table that can be joined only by link. The target is so low that nearly always one
/// round decides the match.
fn hidden() -> CreateTable {
    let mut rules = Options::from(*Preset::BLOCK.rules());
    rules.target = 1;
    CreateTable {
        access: Access::Link,
        ..public(rules)
    }
}

/// Opens another tab of a person, and waits for the list of the person's own tables.
async fn window(world: &World, person: &Person) -> Client {
    let mut client = person.connect(world.address).await;
    client.send(&FOLLOW).await;
    client.until(|client| client.own_tables.is_some()).await;
    client
}

fn own(client: &Client, table: TableId) -> Option<&OwnTable> {
    let tables = client.own_tables.as_ref().unwrap();
    tables.iter().find(|own| own.listing.table == table)
}

/// The seat on turn; `None` between two rounds.
fn turn(table: &Table) -> Option<Seat> {
    table.players[0].standing(table.id).turn
}

/// Waits until each player's list shows the table as it is now.
async fn agree(windows: &mut [Client], table: &mut Table) {
    table.sync().await;
    let (id, turn) = (table.id, turn(table));
    for (seat, window) in windows.iter_mut().enumerate() {
        let seat = Seat::new(seat as u8).unwrap();
        let is_right = |window: &Client| {
            own(window, id).is_some_and(|own| {
                own.turn == turn
                    && own.seat == seat
                    && own.waits == turn.is_none_or(|on| on == seat)
            })
        };
        window.until(is_right).await;
    }
}

#[tokio::test]
async fn a_hidden_match_is_found_by_its_players_wherever_they_look_and_after_a_restart() {
    let world = World::new().await;
    let mut table = world.table(&hidden()).await;
    let id = table.id;
    table.start().await;
    let mut windows = Vec::new();
    for person in &table.people {
        windows.push(window(&world, person).await);
    }
    agree(&mut windows, &mut table).await;
    table.step(&mut dice(1)).await;
    agree(&mut windows, &mut table).await;
    let on_turn = turn(&table);

    // No client follows the table any more, and the restart removes everything that isn't stored.
    table.players.clear();
    drop(windows);
    let world = world.restarted().await;
    let mut found = Vec::new();
    for person in &table.people {
        let window = window(&world, person).await;
        found.push(own(&window, id).cloned().unwrap());
    }
    for (seat, own) in found.iter().enumerate() {
        let seat = Seat::new(seat as u8).unwrap();
        assert_eq!((own.seat, own.turn), (seat, on_turn));
        assert_eq!(own.waits, on_turn == Some(seat));
        assert_eq!(own.listing.status, Status::Playing);
        assert_eq!(own.since_ms, found[0].since_ms);
    }
    let (_, mut stranger) = world.somebody().await;
    stranger.send(&FOLLOW).await;
    stranger
        .until(|stranger| stranger.own_tables.is_some())
        .await;
    assert_eq!(stranger.own_tables, Some(Vec::new()));
}

#[tokio::test]
async fn an_ended_match_is_gone_until_a_player_wants_another() {
    let world = World::new().await;
    let mut table = world.table(&hidden()).await;
    let id = table.id;
    let mut window = window(&world, &table.people[1]).await;
    assert!(own(&window, id).unwrap().waits, "to be ready");
    table.start().await;
    table.play_to_the_end(&mut dice(2)).await;
    window.until(|window| own(window, id).is_none()).await;

    let ready = |ready| Request::Ready { ready }.at(id);
    table.players[0].send(&ready(true)).await;
    let wants = |window: &Client| {
        own(window, id).is_some_and(|own| own.waits && own.listing.status == Status::Over)
    };
    window.until(wants).await;
    table.players[0].send(&ready(false)).await;
    window.until(|window| own(window, id).is_none()).await;

    // When a player leaves, the table waits for another player. It is no longer in the list of the player
    // who left.
    table.players[0].send(&Request::Leave.at(id)).await;
    let waits_for_others = |window: &Client| own(window, id).is_some_and(|own| !own.waits);
    window.until(waits_for_others).await;
    table.players[1].send(&Request::Leave.at(id)).await;
    window.until(|window| own(window, id).is_none()).await;
}

/// An attacker has a seat at a hidden table, is removed, and stays connected. The attacker must receive
/// nothing about later events at this table.
#[tokio::test]
async fn a_removed_player_is_told_nothing_more_of_a_hidden_table() {
    let world = World::new().await;
    let mut table = world.table(&hidden()).await;
    let (id, invite) = (table.id, table.invite);
    let mut removed = window(&world, &table.people[1]).await;
    let guest = Seat::new(1).unwrap();
    table.players[0]
        .send(
            &Request::Remove {
                seat: guest,
                pseudonym: None,
            }
            .at(id),
        )
        .await;
    removed.until(|removed| own(removed, id).is_none()).await;

    let (_, mut friend) = world.somebody().await;
    friend.open(id, Some(invite)).await;
    friend.send(&Request::Sit { seat: None }.at(id)).await;
    friend.until(|friend| friend.seat(id).is_some()).await;
    table.players[1] = friend;
    table.start().await;
    table.step(&mut dice(3)).await;
    // The server answers this message after all earlier events.
    removed.send(&FOLLOW).await;
    removed.own_tables = None;
    removed.until(|removed| removed.own_tables.is_some()).await;
    assert_eq!(removed.own_tables, Some(Vec::new()));
    let table = ClientMessage::Open {
        table: id,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    removed.refused(&table).await;
    assert!(
        !removed.last_frame.contains("Guest"),
        "{}",
        removed.last_frame
    );
}

#[tokio::test]
async fn a_window_that_has_the_table_open_is_told_by_the_table_alone() {
    let world = World::new().await;
    let mut table = world.table(&hidden()).await;
    let id = table.id;
    table.start().await;
    for player in &mut table.players {
        player.send(&FOLLOW).await;
        player.until(|player| player.own_tables.is_some()).await;
    }
    let before = table.players[0].own_tables.take();
    table.step(&mut dice(4)).await;
    table.sync().await;
    // The list has not changed since the last message.
    let player = &mut table.players[0];
    player.send(&FOLLOW).await;
    player.until(|player| player.own_tables.is_some()).await;
    assert_eq!(player.own_tables, before);

    let turn = turn(&table);
    table.players[0]
        .send(&ClientMessage::Close { table: id })
        .await;
    table.players[0].tables.remove(&id);
    let is_told = |player: &Client| own(player, id).is_some_and(|own| own.turn == turn);
    table.players[0].until(is_told).await;
}

#[tokio::test]
async fn of_many_tables_the_latest_are_told_and_their_logs_alone_are_read() {
    let mut world = World::new().await;
    let (person, _) = world.somebody().await;
    let alone = CreateTable {
        computers: vec![Level::Casual],
        ..hidden()
    };
    let open = hidden();
    let mut tables = Vec::new();
    for number in 0..36 {
        // A server that was restarted counts anew how many tables a visitor has opened.
        if number == 32 {
            world = world.restarted().await;
        }
        let wanted = if number % 2 == 0 { &alone } else { &open };
        tables.push(person.create(world.address, wanted).await.table);
    }
    let world = world.restarted().await;
    let mut window = window(&world, &person).await;
    let ids = |window: &Client| -> Vec<TableId> {
        let own = window.own_tables.as_ref().unwrap().iter();
        own.map(|own| own.listing.table).collect()
    };
    assert_eq!(ids(&window).len(), 32);
    assert!(ids(&window).iter().all(|id| tables[4..].contains(id)));

    // A newer table comes first in the list, and the oldest table is no longer listed.
    let newest = person.create(world.address, &open).await.table;
    window.until(|window| ids(window)[0] == newest).await;
    assert_eq!(ids(&window).len(), 32);
}

#[tokio::test]
async fn a_storage_that_fails_is_said_and_asked_again() {
    let world = World::new().await;
    let (_, mut client) = world.somebody().await;
    let rename = |from, to| format!("ALTER TABLE {from} RENAME TO {to}");
    let database = world.database();
    database
        .execute(&rename("table_players", "away"), [])
        .unwrap();
    assert_eq!(
        client.refused(&FOLLOW).await,
        boneyard_protocol::ErrorCode::Unavailable
    );
    database
        .execute(&rename("away", "table_players"), [])
        .unwrap();
    client.send(&FOLLOW).await;
    while !matches!(client.receive().await, ServerMessage::OwnTables { .. }) {}
}

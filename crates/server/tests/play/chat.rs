//! Tests of the chat at a table: who receives which lines, what is stored, and which visitors are refused as
//! too fast.

use boneyard_protocol::{
    ClientMessage, ErrorCode, Phrase, Reaction, Request, ServerMessage, TableId, Words,
};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;

use crate::client::Client;
use crate::world::{Table, World, public};

fn say(table: TableId, text: &str) -> ClientMessage {
    let words = Words::Text(text.to_owned());
    Request::Say { words }.at(table)
}

fn phrase(table: TableId, phrase: Phrase) -> ClientMessage {
    let words = Words::Phrase(phrase);
    Request::Say { words }.at(table)
}

/// The lines of chat that a client has received, each with its seat and text.
fn heard(client: &Client, table: TableId) -> Vec<(Option<usize>, Words)> {
    let lines = client.table(table).chat.lines();
    lines
        .map(|line| (line.seat.map(Seat::index), line.words.clone()))
        .collect()
}

async fn hears(client: &mut Client, table: TableId, lines: usize) {
    client
        .until(|client| client.table(table).chat.lines().len() >= lines)
        .await;
}

async fn table_and_watcher(world: &World) -> (Table, Client) {
    let table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table.id, None).await;
    (table, watcher)
}

#[tokio::test]
async fn players_and_watchers_talk_in_rooms_apart() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let (_, mut other) = world.somebody().await;
    let id = table.id;
    other.open(id, None).await;

    table.players[0].send(&say(id, " I have no  blanks ")).await;
    table.players[1].send(&phrase(id, Phrase::GoodLuck)).await;
    watcher.send(&say(id, "what will they lead?")).await;
    other.send(&phrase(id, Phrase::Hello)).await;
    for player in &mut table.players {
        hears(player, id, 2).await;
        let lines = heard(player, id);
        assert!(lines.contains(&(Some(0), Words::Text("I have no blanks".to_owned()))));
        assert!(lines.contains(&(Some(1), Words::Phrase(Phrase::GoodLuck))));
    }
    for watcher in [&mut watcher, &mut other] {
        hears(watcher, id, 2).await;
        let lines = heard(watcher, id);
        assert!(lines.contains(&(None, Words::Text("what will they lead?".to_owned()))));
        assert!(lines.contains(&(None, Words::Phrase(Phrase::Hello))));
    }
    // No line of the other room has arrived, and a new snapshot has none either.
    for client in table.players.iter_mut().chain([&mut watcher, &mut other]) {
        client.open(id, None).await;
        assert_eq!(heard(client, id).len(), 2);
    }
    let names: Vec<_> = watcher
        .table(id)
        .chat
        .lines()
        .map(|line| &line.name)
        .collect();
    assert!(names.contains(&&watcher.name) && names.contains(&&other.name));
}

#[tokio::test]
async fn a_visitor_who_comes_back_finds_the_chat_and_a_restart_forgets_it() {
    let world = World::new().await;
    let (mut table, _watcher) = table_and_watcher(&world).await;
    let id = table.id;
    let gone = table.players.remove(1);
    drop(gone);
    table.players[0].send(&say(id, "where are you?")).await;
    table.players[0].send(&phrase(id, Phrase::InAHurry)).await;
    hears(&mut table.players[0], id, 2).await;

    let mut back = table.people[1].connect(world.address).await;
    back.open(id, None).await;
    assert_eq!(
        heard(&back, id),
        [
            (Some(0), Words::Text("where are you?".to_owned())),
            (Some(0), Words::Phrase(Phrase::InAHurry)),
        ]
    );
    assert_eq!(back.table(id).chat, table.players[0].table(id).chat);
    let v = back.v(id);

    let world = world.restarted().await;
    let mut back = table.people[1].connect(world.address).await;
    back.open(id, None).await;
    assert_eq!(heard(&back, id), []);
    assert_eq!(back.v(id), v, "chat is no part of the log");
}

#[tokio::test]
async fn a_seat_leads_into_the_players_room_and_out_of_it() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let id = table.id;
    table.players[0].send(&say(id, "among players")).await;
    watcher.send(&say(id, "among watchers")).await;
    hears(&mut table.players[0], id, 1).await;
    hears(&mut table.players[1], id, 1).await;
    hears(&mut watcher, id, 1).await;

    let mut leaves = table.players.remove(1);
    leaves.send(&Request::Leave.at(id)).await;
    leaves.until(|leaves| leaves.seat(id).is_none()).await;
    let outside = [(None, Words::Text("among watchers".to_owned()))];
    assert_eq!(heard(&leaves, id), outside);

    watcher
        .until(|watcher| watcher.table(id).room.seats.as_slice()[1].is_none())
        .await;
    let seat = Seat::new(1);
    watcher.send(&Request::Sit { seat }.at(id)).await;
    watcher.until(|watcher| watcher.seat(id) == seat).await;
    let played = (Some(0), Words::Text("among players".to_owned()));
    assert_eq!(heard(&watcher, id), std::slice::from_ref(&played));

    // A line is sent only to the room in which the speaker is at that time.
    watcher.send(&phrase(id, Phrase::Thanks)).await;
    leaves.send(&phrase(id, Phrase::Oops)).await;
    hears(&mut watcher, id, 2).await;
    hears(&mut leaves, id, 2).await;
    let thanks = (Some(1), Words::Phrase(Phrase::Thanks));
    assert_eq!(heard(&watcher, id), [played, thanks]);
    // The chat that the clients built from messages is equal to that in a new snapshot.
    watcher.open(id, None).await;
    leaves.open(id, None).await;
}

/// Waits for the next reaction. Returns the visitor's seat, the visitor's name, and the reaction.
async fn reaction(client: &mut Client) -> (Option<usize>, String, Reaction) {
    match reacted(client).await {
        ServerMessage::Reacted {
            seat,
            name,
            reaction,
            ..
        } => (seat.map(Seat::index), name, reaction),
        other => unreachable!("a reaction was waited for, not {other:?}"),
    }
}

#[tokio::test]
async fn all_see_reactions_and_no_snapshot_keeps_them() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let table_id = table.id;
    let react = |reaction| Request::React { reaction }.at(table_id);
    table.players[1].send(&react(Reaction::Clap)).await;
    let expected = (Some(1), table.players[1].name.clone(), Reaction::Clap);
    for client in table.players.iter_mut().chain([&mut watcher]) {
        assert_eq!(reaction(client).await, expected);
    }
    watcher.send(&react(Reaction::Think)).await;
    let expected = (None, watcher.name.clone(), Reaction::Think);
    for client in table.players.iter_mut().chain([&mut watcher]) {
        assert_eq!(reaction(client).await, expected);
        client.open(table_id, None).await;
        assert_eq!(heard(client, table_id), []);
    }
}

#[tokio::test]
async fn lines_that_come_too_fast_or_are_nonsense_are_refused_and_not_heard() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let id = table.id;
    let long = "x".repeat(201);
    for bad in ["", " \n ", &long, "a\u{202e}b", "a\u{7}b"] {
        let code = table.players[0].refused(&say(id, bad)).await;
        assert_eq!(code, ErrorCode::BadText, "{bad:?}");
    }
    let (_, mut stranger) = world.somebody().await;
    let code = stranger.refused(&phrase(id, Phrase::Hello)).await;
    assert_eq!(code, ErrorCode::NotFound, "the table is not open");

    // The visitor sends far more lines than allowed at once. A second tab of the same visitor has no budget
    // of its own.
    let mut tab = table.people[0].connect(world.address).await;
    tab.open(id, None).await;
    let mut refused = 0;
    for client in [&mut tab, &mut table.players[0]] {
        for _ in 0..10 {
            client.send(&phrase(id, Phrase::Oops)).await;
        }
        refused += refusals(client, id).await;
    }
    assert!(refused > 10, "{refused}");

    // Other visitors can still chat. They have received exactly the lines that were not refused.
    table.players[1].send(&phrase(id, Phrase::NiceMove)).await;
    let last = |client: &Client| heard(client, id).last().cloned();
    let nice_move = Some((Some(1), Words::Phrase(Phrase::NiceMove)));
    for client in table.players.iter_mut().chain([&mut tab]) {
        client.until(|client| last(client) == nice_move).await;
    }
    assert_eq!(heard(&tab, id), heard(&table.players[1], id));
    watcher.open(id, None).await;
    assert_eq!(heard(&watcher, id), []);
}

/// Waits until the server has answered all messages of the client. Returns the number of refusals.
async fn refusals(client: &mut Client, table: TableId) -> usize {
    let invite = None;
    client
        .send(&ClientMessage::Open {
            table,
            invite,
            since: None,
            preview: None,
            replay: None,
        })
        .await;
    let mut refusals = 0;
    loop {
        match client.receive().await {
            ServerMessage::Error { code, .. } => {
                assert_eq!(code, ErrorCode::ChatRate);
                refusals += 1;
            }
            ServerMessage::Table(_) => return refusals,
            _ => {}
        }
    }
}

#[tokio::test]
async fn it_shows_since_when_a_player_is_away() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let id = table.id;
    let away = |watcher: &Client| watcher.table(id).presence.away_since_ms;
    assert_eq!(away(&watcher).as_slice(), [None, None]);

    drop(table.players.remove(1));
    watcher
        .until(|watcher| !watcher.table(id).presence.seats.as_slice()[1])
        .await;
    let since = away(&watcher);
    assert_eq!(since.as_slice()[0], None);
    assert!(since.as_slice()[1].is_some_and(|since| since > 1_600_000_000_000));
    // When the server sends presence again, the time at which the player's absence began is the same.
    watcher.open(id, None).await;
    assert_eq!(away(&watcher), since);

    let mut back = table.people[1].connect(world.address).await;
    back.open(id, None).await;
    assert_eq!(away(&back).as_slice(), [None, None]);
    watcher
        .until(|watcher| away(watcher).as_slice() == [None, None])
        .await;
}

#[tokio::test]
async fn two_people_of_one_name_are_told_apart() {
    let world = World::new().await;
    let (mut table, mut watcher) = table_and_watcher(&world).await;
    let id = table.id;
    let rename = ClientMessage::Rename {
        name: "Ada".to_owned(),
    };
    for client in table.players.iter_mut().chain([&mut watcher]) {
        client.send(&rename).await;
        client.until(|client| client.name == "Ada").await;
    }
    for player in &mut table.players {
        player.send(&say(id, "hello")).await;
        player
            .send(
                &Request::React {
                    reaction: Reaction::Clap,
                }
                .at(id),
            )
            .await;
    }
    watcher
        .send(
            &Request::React {
                reaction: Reaction::Clap,
            }
            .at(id),
        )
        .await;
    // The visitor has the same pseudonym in `me`, at the seat, in the chat and in reactions.
    hears(&mut table.players[0], id, 2).await;
    let all = [&table.players[0], &table.players[1], &watcher];
    let known = all.map(|client| client.table(id).me.pseudonym);
    let seen = table.players[0].table(id);
    let seated: Vec<_> = seen
        .room
        .seats
        .iter()
        .map(|(_, seat)| seat.as_ref().unwrap().pseudonym)
        .collect();
    assert_eq!(seated, [Some(known[0]), Some(known[1])]);
    for line in seen.chat.lines() {
        assert_eq!(line.pseudonym, known[line.seat.unwrap().index()]);
        assert_eq!(line.name, "Ada");
    }
    for _ in 0..3 {
        let ServerMessage::Reacted {
            seat, pseudonym, ..
        } = reacted(&mut watcher).await
        else {
            unreachable!("a reaction was waited for");
        };
        assert_eq!(pseudonym, known[seat.map_or(2, Seat::index)]);
    }
    assert_eq!(
        known.iter().collect::<std::collections::HashSet<_>>().len(),
        3
    );

    // At another table, the same visitor has another pseudonym.
    let (_, mut other) = world.somebody().await;
    let elsewhere = world.table(&public(*Preset::QUICK_DRAW.rules())).await.id;
    other.open(elsewhere, None).await;
    watcher.open(elsewhere, None).await;
    assert_ne!(watcher.table(elsewhere).me.pseudonym, known[2]);
}

/// Waits for the next reaction.
async fn reacted(client: &mut Client) -> ServerMessage {
    loop {
        let message = client.receive().await;
        if matches!(message, ServerMessage::Reacted { .. }) {
            return message;
        }
    }
}

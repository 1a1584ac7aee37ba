//! How matches of tournaments end: the table, the record, the ratings and the standings tell one result.

use std::collections::BTreeSet;

use boneyard_protocol::record::Record;
use boneyard_protocol::tournament::{
    CreateTournament, DecidedResult, OrganiserAction, ResultSource, TakeOrganiserAction,
    TournamentFormat, TournamentMatch,
};
use boneyard_protocol::{ClientMessage, Ending, Status, TableId};
use boneyard_rules::line::Preset;
use futures_util::future::join_all;
use tokio::time::timeout;

use crate::client::Client;
use crate::duplicate::standings_agree;
use crate::ratings::{PATIENCE, changes, keep};
use crate::tournaments::{Evening, Follower, has_ended, next_step, wanted};
use crate::world::World;

/// A Swiss in which no match is over before some tiles are played.
fn swiss(rounds: u8) -> CreateTournament {
    CreateTournament {
        rounds: Some(rounds),
        rules: (*Preset::BLOCK.rules()).into(),
        time_cap: None,
        ..wanted(TournamentFormat::Swiss)
    }
}

/// Comes to the next match of a player after the one at this table, and plays until both players have played a tile.
async fn play_some(player: &mut Follower, last: Option<TableId>) -> TableId {
    let table = loop {
        let table = player.own.as_ref().and_then(|own| own.table);
        if let Some(table) = table.filter(|table| Some(*table) != last) {
            break table;
        }
        player.receive().await.unwrap();
    };
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    player.client.send(&open).await;
    while !player.client.tables.contains_key(&table) {
        player.receive().await.unwrap();
    }
    let mut done = None;
    loop {
        let client = &mut player.client;
        let is_playing = client.table(table).room.status == Status::Playing;
        if is_playing {
            let hands = client.board(table).hand_sizes;
            if hands.as_slice().iter().all(|&tiles| tiles < 7) {
                return table;
            }
        }
        if let Some((step, request)) = next_step(client, table)
            && done.as_ref() != Some(&step)
        {
            done = Some(step);
            client.send(&request.at(table)).await;
        }
        player.receive().await.unwrap();
    }
}

/// Waits until the match at a table has ended, and says how.
async fn ending(player: &mut Follower, table: TableId) -> Ending {
    let over = |client: &Client| client.table(table).room.status == Status::Over;
    while !over(&player.client) {
        player.receive().await.unwrap();
    }
    player.client.table(table).room.ending.unwrap()
}

/// The record of the match that has ended at a table.
async fn record(player: &Follower, world: &World, evening: &Evening, table: TableId) -> Record {
    let id = player.client.table(table).room.record.unwrap();
    let path = format!("/api/m/{id}");
    let answer = evening
        .organiser
        .request(world.address, "GET", &path, "")
        .await;
    serde_json::from_str(&answer.body).unwrap()
}

fn decide(one: &TournamentMatch, result: DecidedResult) -> TakeOrganiserAction {
    TakeOrganiserAction {
        round: Some(one.round),
        number: Some(one.number),
        result: Some(result),
        note: Some("The hall closes.".to_owned()),
        ..OrganiserAction::Result.alone()
    }
}

/// The players of each match, whichever side they are.
fn opponents(matches: &[TournamentMatch]) -> BTreeSet<[u32; 2]> {
    let of = |one: &TournamentMatch| {
        let mut both = [one.sides[0][0], one.sides[1][0]];
        both.sort_unstable();
        both
    };
    matches.iter().map(of).collect()
}

/// The organiser decides the matches of two rounds in which tiles were dealt: they are meetings, and end at their tables.
#[tokio::test]
async fn matches_that_the_organiser_decides_are_meetings_and_end_at_their_tables() {
    let world = World::new().await;
    let evening = Evening::create(world.address, &swiss(3)).await;
    let evening = evening.with_players(world.address, 4).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    let mut players = Vec::new();
    for person in &evening.players {
        players.push(Follower::of(person, world.address, evening.id).await);
    }
    let mut tables = vec![None; 4];
    for round in 1..=2 {
        let all = players.iter_mut().zip(&tables);
        let at = all.map(|(player, &last)| play_some(player, last));
        tables = join_all(at).await.into_iter().map(Some).collect();
        let matches = evening.matches(world.address).await;
        for one in matches.iter().filter(|one| one.round == round) {
            // The player who entered first wins.
            let first_wins = one.sides[0] < one.sides[1];
            let result = if first_wins {
                DecidedResult::First
            } else {
                DecidedResult::Second
            };
            evening.act(world.address, &decide(one, result)).await;
        }
        for one in evening.matches(world.address).await {
            let result = one.result.unwrap();
            assert_eq!(result.source, ResultSource::Decided);
            assert!(result.points.is_some(), "its tiles were dealt");
        }
        for (player, table) in players.iter_mut().zip(&tables) {
            let table = table.unwrap();
            let ending = ending(player, table).await;
            let Ending::Decided {
                winner: Some(winner),
            } = ending
            else {
                panic!("{ending:?}");
            };
            let record = record(player, &world, &evening, table).await;
            assert_eq!((record.ending, record.winner), (ending, Some(winner)));
        }
    }
    players[0].until(|state| state.head.round == 3).await;
    let matches = evening.matches(world.address).await;
    assert_eq!(
        [1, 2, 3].map(|round| {
            let of = matches.iter().filter(|one| one.round == round);
            opponents(&of.cloned().collect::<Vec<_>>())
        }),
        [[[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]].map(BTreeSet::from)
    );
}

/// A player who withdraws from a rated match loses it in the standings, at the table, in the record and in the ratings.
#[tokio::test]
async fn a_withdrawal_from_a_rated_match_ends_it_at_its_table_and_in_the_ratings() {
    let world = World::new().await;
    let wanted = CreateTournament {
        rated: true,
        ..swiss(1)
    };
    let mut evening = Evening::create(world.address, &wanted).await;
    for name in ["Ana", "Ben"] {
        let (person, _) = keep(world.address, name).await;
        let answer = evening.enter(world.address, &person).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        evening.players.push(person);
    }
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    let mut players = Vec::new();
    for person in &evening.players {
        players.push(Follower::of(person, world.address, evening.id).await);
    }
    let at = players.iter_mut().map(|player| play_some(player, None));
    let table = join_all(at).await[0];
    let (leaver, path) = (&evening.players[0], evening.path("/entry"));
    let answer = leaver.request(world.address, "DELETE", &path, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);

    let one = evening.matches(world.address).await.remove(0);
    let result = one.result.unwrap();
    assert_eq!(result.source, ResultSource::Forfeited);
    assert!(result.points.is_some(), "its tiles were dealt");
    let winner = usize::from(result.winner.unwrap());
    assert_eq!(one.sides[winner], [2]);
    let other = &mut players[1];
    let ending = ending(other, table).await;
    let won = other.client.seat(table).unwrap();
    let Ending::Withdrawn {
        seat,
        winner: Some(side),
    } = ending
    else {
        panic!("{ending:?}");
    };
    assert_ne!(seat, won);
    assert_eq!(side.index(), won.index(), "a seat is a side");
    let record = record(other, &world, &evening, table).await;
    assert_eq!((record.ending, record.winner), (ending, Some(side)));
    let rated = async {
        loop {
            let asker = &evening.players[1];
            if let Some(changes) = changes(world.address, asker, record.id).await {
                return changes;
            }
        }
    };
    let changes = timeout(PATIENCE, rated).await.unwrap();
    for (seat, change) in changes.seats.as_slice().iter().enumerate() {
        let change = change.as_ref().unwrap();
        assert_eq!(change.after > change.before, seat == won.index());
    }
    players[1].until(has_ended).await;
    standings_agree(&evening, &world).await;
}

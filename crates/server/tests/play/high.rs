//! Tests that all that the server does for the games of the line it does for High Tile, the game of the tests.

use boneyard_fair::{Deal, Purpose, order};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{Record, Replay};
use boneyard_protocol::tournament::{CreateTournament, OrganiserAction, TournamentFormat};
use boneyard_protocol::{
    ClockRule, ErrorCode, Level, Request, Seed, ServerMessage, Status, TableId,
};
use boneyard_rules::high::{Event, Illegal, Move, Options, Preset, Step};
use boneyard_rules::{Order, Rules, Seating, Transcript, View, line};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::known::KnownTable;
use crate::nodes::{Cluster, apart};
use crate::records::{get, replayed};
use crate::tournaments::{Evening, has_ended, next_step, wanted};
use crate::world::{Table, World, dice, public};

fn rules(seating: Seating, target: u16) -> Options {
    Options { seating, target }
}

/// Waits until the watcher knows what the players know.
async fn watch(watcher: &mut Client, table: &mut Table) {
    table.sync().await;
    let (id, latest) = (table.id, table.players[0].v(table.id));
    watcher.until(|watcher| watcher.v(id) == latest).await;
}

async fn two_to_eight(world: &World, seating: Seating) {
    let mut table = world.table(&public(rules(seating, 3))).await;
    let (_, mut watcher) = world.somebody().await;
    let id = table.id;
    watcher.open(id, None).await;
    table.start().await;
    let (mut dice, mut steps) = (dice(seating.seat_count() as u64), 0);
    while table.step(&mut dice).await {
        steps += 1;
        watch(&mut watcher, &mut table).await;
        if steps % 5 == 0 {
            for client in table.players.iter_mut().chain([&mut watcher]) {
                // A new snapshot must be what the client made of the updates.
                client.open(id, None).await;
            }
        }
    }
    assert!(steps >= 3 * seating.seat_count());
    let standing = watcher.standing(id);
    assert_eq!(watcher.table(id).room.status, Status::Over);
    assert!(standing.scores[standing.winner.unwrap()] >= 3);
    for player in &table.players {
        let mut seen = player.tables[&id].clone();
        seen.0.me = watcher.table(id).me;
        if let Some(view) = &mut seen.0.view {
            view.fold_own(None, None);
        }
        seen.assert_same(&KnownTable(watcher.table(id).clone()));
    }
}

#[tokio::test]
async fn two_to_eight_people_play_it_and_a_visitor_watches() {
    let world = std::sync::Arc::new(World::new().await);
    let mut playing = JoinSet::new();
    for seating in Seating::ALL {
        let world = std::sync::Arc::clone(&world);
        playing.spawn(async move { two_to_eight(&world, seating).await });
    }
    playing.join_all().await;
}

#[tokio::test]
async fn a_move_that_the_rules_do_not_allow_is_refused_with_the_reason_of_the_game() {
    let world = World::new().await;
    let mut table = world.table(&public(rules(Seating::TWO, 1))).await;
    table.start().await;
    let id = table.id;
    let ply = table.players[0].standing(id).ply;
    let own = table.players[0].moves(id);
    let Ok(&Move::Play(held)) = <&Move>::try_from(&own[0]) else {
        panic!("another game")
    };
    let other = boneyard_rules::Tile::all().find(|&tile| !own.contains(&Move::Play(tile).into()));
    let cases = [
        (
            0,
            Move::Play(other.unwrap()).into(),
            Illegal::NotHeld.into(),
        ),
        (1, Move::Play(held).into(), Illegal::NotOnTurn.into()),
        (
            0,
            line::Move::Call.into(),
            boneyard_rules::Illegal::OtherGame,
        ),
    ];
    for (seat, chosen, why) in cases {
        let player = &mut table.players[seat];
        player.send(&Request::Move { ply, chosen }.at(id)).await;
        loop {
            if let ServerMessage::Error { code, reason, .. } = player.receive().await {
                assert_eq!((code, reason), (ErrorCode::Illegal, Some(why)));
                break;
            }
        }
    }
}

#[tokio::test]
async fn seven_computer_players_play_it_with_a_person() {
    let world = World::new().await;
    let (person, mut client) = world.somebody().await;
    let levels = [Level::Beginner, Level::Casual, Level::Club, Level::Expert];
    let table = CreateTable {
        computers: levels.into_iter().cycle().take(7).collect(),
        ..public(rules(Seating::EIGHT, 2))
    };
    let id = person.create(world.address, &table).await.table;
    client.open(id, None).await;
    client.send(&Request::Ready { ready: true }.at(id)).await;
    play_alone(&mut client, id).await;
    assert!(client.standing(id).winner.is_some());
}

/// Plays until the match is over, and promises and reveals as a program of a player does.
async fn play_alone(client: &mut Client, table: TableId) {
    let mut done = None;
    while client.table(table).room.status != Status::Over {
        let next = next_step(client, table);
        if let Some((step, request)) = next
            && done.as_ref() != Some(&step)
        {
            done = Some(step);
            client.send(&request.at(table)).await;
        }
        client.receive().await;
    }
}

#[tokio::test]
async fn its_deal_is_proved_and_its_record_is_replayed() {
    let world = World::new().await;
    let mut table = world.table(&public(rules(Seating::THREE, 4))).await;
    let id = table.id;
    for player in &mut table.players {
        let seed = Seed::from([7; 32]);
        let commit = Request::Commit {
            match_number: 1,
            commitment: seed.commitment(),
            head: None,
        };
        player.send(&commit.at(id)).await;
        player.send(&Request::Ready { ready: true }.at(id)).await;
    }
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.fairness.revealing)
            .await;
        let (match_number, seed) = (1, Seed::from([7; 32]));
        player
            .send(&Request::Reveal { match_number, seed }.at(id))
            .await;
    }
    let started = |player: &Client| player.table(id).room.status == Status::Playing;
    for player in &mut table.players {
        player.until(started).await;
    }
    table.play_to_the_end(&mut dice(5)).await;
    let record = table.players[0].table(id).room.record.unwrap();
    let record: Record = get(&world, &format!("/api/m/{record}")).await.read();
    let (is_right, said) = replayed(&record);
    assert!(is_right, "{said}");

    let transcript: Transcript = record.transcript.parse().unwrap();
    let events = transcript
        .events
        .iter()
        .map(|event| <&Event>::try_from(event).unwrap());
    let dealt: Vec<&Order> = events
        .filter_map(|event| match event {
            Event::Dealt { order, .. } => Some(order),
            _ => None,
        })
        .collect();
    let fairness = record.fairness.as_ref().unwrap();
    assert_eq!(fairness.rounds.len(), dealt.len());
    let seeds = [Seed::from([7; 32]); 3];
    for (proof, told) in fairness.rounds.iter().zip(&dealt) {
        let deal = Deal {
            terms: fairness.terms(),
            round: proof.round,
            purpose: Purpose::Deal,
            attempt: 0,
            seeds: &seeds,
        };
        assert_eq!(&order(&proof.secret, &deal, 28), *told);
    }

    let replay: Replay = get(&world, &format!("/api/m/{}/steps", record.id))
        .await
        .read();
    let steps = replay.rounds.iter().flat_map(|round| &round.steps);
    let positions: Vec<&Step> = steps
        .map(|step| (&step.position).try_into().unwrap())
        .collect();
    let told: usize = positions.iter().map(|position| position.events.len()).sum();
    assert_eq!(told, transcript.events.len());
    let last = positions.last().unwrap();
    assert!(last.hands.iter().all(|(_, hand)| hand.is_empty()));

    // Another winner of the last trick contradicts the rules.
    let mut forged = record.clone();
    let taken = |seat: u8| format!("{seat} takes the trick for {seat}");
    let at = (0..3).find_map(|seat| Some((seat, forged.transcript.rfind(&taken(seat))?)));
    let (seat, at) = at.unwrap();
    forged
        .transcript
        .replace_range(at..=at, &((seat + 1) % 3).to_string());
    assert!(!replayed(&forged).0);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_goes_on_when_one_of_three_nodes_ends() {
    let mut cluster = Cluster::of(3).await;
    let mut table = apart(&cluster, &public(rules(Seating::TWO, 30))).await;
    let (id, mut dice) = (table.id, dice(3));
    for _ in 0..15 {
        assert!(table.step(&mut dice).await);
    }
    table.sync().await;
    let before = table.players[1].standing(id).clone();
    let seen: View = table.players[0].tables[&id].view().unwrap().clone();
    cluster.nodes.remove(0).stopped().await;
    let address = cluster.nodes[1].address;
    table.players[0] = table.people[0].connect(address).await;
    table.players[0].open(id, None).await;
    assert_eq!(*table.players[0].standing(id), before);
    assert_eq!(*table.players[0].tables[&id].view().unwrap(), seen);
    table.play_to_the_end(&mut dice).await;
    assert!(table.players[0].standing(id).over);
}

#[tokio::test]
async fn a_tournament_of_it_is_played_to_the_end() {
    for format in [TournamentFormat::Knockout, TournamentFormat::Swiss] {
        let world = World::new().await;
        let wanted = CreateTournament {
            rules: rules(Seating::TWO, 2).into(),
            ..wanted(format)
        };
        let evening = Evening::create(world.address, &wanted).await;
        let evening = evening.with_players(world.address, 4).await;
        let start = OrganiserAction::Start.alone();
        evening.act(world.address, &start).await;
        evening.play(&[world.address], has_ended).await;
        let shown = evening.shown(world.address).await;
        let first = shown.entrants.iter().filter(|one| one.place == Some(1));
        assert!(first.count() >= 1, "{format:?}");
    }
}

#[tokio::test]
async fn over_days_it_outlives_a_restart() {
    let world = World::new().await;
    let wanted = CreateTable {
        clock: ClockRule::Days {
            days: 1,
            holiday: 0,
        },
        ..public(rules(Seating::TWO, 30))
    };
    let mut table = world.table(&wanted).await;
    table.start().await;
    let (id, mut dice) = (table.id, dice(9));
    for _ in 0..7 {
        assert!(table.step(&mut dice).await);
    }
    table.sync().await;
    let before = table.players[0].standing(id).clone();
    let world = world.restarted().await;
    for (person, player) in table.people.iter().zip(&mut table.players) {
        *player = person.connect(world.address).await;
        player.open(id, None).await;
        assert_eq!(*player.standing(id), before);
    }
    table.play_to_the_end(&mut dice).await;
    assert!(table.players[1].standing(id).over);
}

#[tokio::test]
async fn the_preset_is_found_by_its_name_and_not_rated() {
    let preset = boneyard_rules::Preset::by_name("High Tile").unwrap();
    assert_eq!(preset.slug(), "high-tile");
    assert_eq!(preset, (&Preset::HIGH_TILE).into());
    let rules: Rules = "High Tile 7 · eight".parse().unwrap();
    assert_eq!(boneyard_ratings::leaderboard_of(&rules), None);
}

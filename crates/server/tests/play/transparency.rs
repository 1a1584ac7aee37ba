//! Tests of what the server signs and therefore can't deny later: receipts before seeds are revealed,
//! records, and the public log of tables and matches.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{MoveTimes, Record};
use boneyard_protocol::transparency::{
    LogEvent, ProvedEntries, PublicLog, RecordSignature, SignedTreeHead, record_message, terms,
};
use boneyard_protocol::{ClockRule, Commitment, Ending, Hash, Level, Request, Seed, Status};
use boneyard_rules::Preset;
use ct_merkle::{InclusionProof, RootHash};
use sha2::Sha256;

use crate::client::Client;
use crate::computers::with;
use crate::dishonest::audited;
use crate::records::{get, play, short};
use crate::world::{Table, World, dice, public};

fn seed(number: u8) -> Seed {
    Seed::from([number; 32])
}

/// Lets all players commit to a seed and get ready. Waits until they have received their receipts.
pub(crate) async fn ready(table: &mut Table) {
    let id = table.id;
    for (number, player) in (1..).zip(&mut table.players) {
        let promise = Request::Commit {
            match_number: player.table(id).room.fairness.match_number,
            commitment: seed(number).commitment(),
        };
        player.send(&promise.at(id)).await;
        player.send(&Request::Ready { ready: true }.at(id)).await;
    }
    for player in &mut table.players {
        player.until(|player| !player.receipts.is_empty()).await;
    }
}

pub(crate) async fn reveal(table: &mut Table) {
    let id = table.id;
    for (number, player) in (1..).zip(&mut table.players) {
        let reveal = Request::Reveal {
            match_number: player.table(id).room.fairness.match_number,
            seed: seed(number),
        };
        player.send(&reveal.at(id)).await;
    }
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.status == Status::Playing)
            .await;
    }
}

async fn entries(world: &World, commitment: Commitment) -> ProvedEntries {
    let path = format!("/api/transparency/entries?commitment={commitment}");
    let found: ProvedEntries = get(world, &path).await.read();
    for proved in &found.entries {
        let SignedTreeHead { head, signature } = proved.log;
        assert!(found.key.verifies(&head.message(), &signature));
        let path: Vec<u8> = proved.path.iter().flat_map(|hash| *hash.bytes()).collect();
        RootHash::<Sha256>::new((*head.root.bytes()).into(), head.size.into())
            .verify_inclusion(
                &proved.entry.to_bytes(),
                proved.index.into(),
                &InclusionProof::from_bytes(path),
            )
            .unwrap();
    }
    found
}

#[tokio::test]
async fn each_player_gets_a_receipt_before_seeds_are_told_and_the_log_says_the_same() {
    let world = World::new().await;
    let mut table = world.table(&public(short(Preset::BLOCK.rules(), 10))).await;
    let id = table.id;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    ready(&mut table).await;
    let public_log: PublicLog = get(&world, "/api/transparency").await.read();
    for player in &table.players {
        let receipt = player.receipts[0];
        let shown = player.table(id).room.fairness;
        assert!(shown.revealing, "it comes while the seeds are asked for");
        assert_eq!(receipt.table, id);
        assert_eq!(receipt.match_number, 1);
        assert_eq!(receipt.commitment, shown.commitment);
        assert_eq!(receipt.first, 1);
        assert_eq!(receipt.seats, shown.seats);
        assert_eq!(receipt.key, public_log.key);
        assert!(receipt.key.verifies(&receipt.message(), &receipt.signature));
        let SignedTreeHead { head, signature } = receipt.log;
        assert!(receipt.key.verifies(&head.message(), &signature));
    }
    // A player who opens the table again receives the receipt again.
    let player = &mut table.players[0];
    player.open(id, None).await;
    player.until(|player| player.receipts.len() == 2).await;
    assert_eq!(player.receipts[0].terms(), player.receipts[1].terms());

    reveal(&mut table).await;
    table.play_to_the_end(&mut dice(5)).await;
    table.sync().await;
    watcher
        .until(|watcher| watcher.table(id).room.record.is_some())
        .await;
    assert!(watcher.receipts.is_empty(), "a watcher tells no seed");
    let record = watcher.table(id).room.record.unwrap();
    let record: Record = get(&world, &format!("/api/m/{record}")).await.read();
    let receipt = table.players[0].receipts[0];
    let (commitment, match_number) = (receipt.commitment, 1);
    let told: Vec<_> = entries(&world, commitment)
        .await
        .entries
        .iter()
        .map(|proved| proved.entry.event)
        .collect();
    let transcript = Hash::of(&[record.transcript.as_bytes()]);
    let fairness = record.fairness.unwrap();
    let promises: Vec<_> = fairness
        .seats
        .iter()
        .map(|(_, seat)| seat.commitment)
        .collect();
    let terms = terms(id, 1, &fairness.commitment, fairness.first, &promises);
    assert_eq!(terms, receipt.terms(), "the record tells the terms too");
    assert_eq!(
        told,
        [
            LogEvent::Opened { commitment },
            LogEvent::Began {
                commitment,
                match_number,
                terms
            },
            LogEvent::Ended {
                commitment,
                match_number,
                transcript
            },
        ]
    );
}

#[tokio::test]
async fn a_match_without_seeds_is_in_the_log_too_and_stays_there_after_a_restart() {
    let world = World::new().await;
    let mut table = world
        .table(&public(short(Preset::FIVE_UP.rules(), 15)))
        .await;
    let commitment = table.players[0].table(table.id).room.fairness.commitment;
    play(&mut table, 3).await;
    play(&mut table, 4).await;
    let before = entries(&world, commitment).await;
    let is_began = |event| matches!(event, LogEvent::Began { .. });
    let kinds: Vec<_> = before
        .entries
        .iter()
        .map(|one| is_began(one.entry.event))
        .collect();
    assert_eq!(kinds, [false, true, false, true, false]);
    let one = format!("/api/transparency/entries?commitment={commitment}&match=2");
    let of_second: ProvedEntries = get(&world, &one).await.read();
    assert_eq!(
        of_second.entries.len(),
        3,
        "how it was opened, begun and ended"
    );

    let world = world.restarted().await;
    let after = entries(&world, commitment).await;
    let plain = |all: &ProvedEntries| all.entries.iter().map(|one| one.entry).collect::<Vec<_>>();
    assert_eq!(plain(&before), plain(&after));
    assert_eq!(before.key, after.key);
}

#[tokio::test]
async fn a_match_that_begins_as_its_table_opens_is_in_the_log_too() {
    let world = World::new().await;
    for promised in [None, Some(seed(1))] {
        let (person, mut client) = world.somebody().await;
        let wanted = CreateTable {
            commitment: promised.as_ref().map(Seed::commitment),
            ..with(&[Level::Beginner], *Preset::BLOCK.rules())
        };
        let id = person.create(world.address, &wanted).await.table;
        client.open(id, None).await;
        if let Some(seed) = promised {
            let reveal = Request::Reveal {
                match_number: 1,
                seed,
            };
            client.send(&reveal.at(id)).await;
        }
        client
            .until(|client| client.table(id).room.status == Status::Playing)
            .await;
        client.send(&Request::Resign.at(id)).await;
        client
            .until(|client| client.table(id).room.status == Status::Over)
            .await;
        let commitment = client.table(id).room.fairness.commitment;
        let told = entries(&world, commitment).await.entries;
        assert!(
            matches!(
                told[..]
                    .iter()
                    .map(|one| one.entry.event)
                    .collect::<Vec<_>>()[..],
                [
                    LogEvent::Opened { .. },
                    LogEvent::Began { .. },
                    LogEvent::Ended { .. }
                ]
            ),
            "{told:?}"
        );
    }
    let text = audited(world.address).await.unwrap();
    assert!(text.contains("2 opened, 2 began, 2 ended"), "{text}");
}

#[tokio::test]
async fn a_match_that_is_given_up_leaves_a_trace() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    let id = table.id;
    table.start().await;
    let commitment = table.players[0].table(id).room.fairness.commitment;
    for player in &mut table.players {
        player.send(&Request::Agree { agree: true }.at(id)).await;
    }
    let agreed = |player: &Client| player.table(id).room.ending == Some(Ending::Agreed);
    table.players[0].until(agreed).await;
    let told = entries(&world, commitment).await;
    let last = told.entries.last().unwrap().entry.event;
    assert!(
        matches!(
            last,
            LogEvent::Aborted {
                match_number: 1,
                ..
            }
        ),
        "{last:?}"
    );
}

fn holds(record: &Record) -> bool {
    let Some(RecordSignature {
        log,
        key,
        signature,
    }) = record.signed
    else {
        return false;
    };
    key.verifies(&log.head.message(), &log.signature)
        && key.verifies(&record_message(&record.hash(), &log.head), &signature)
}

#[tokio::test]
async fn a_record_is_signed_and_each_change_of_a_copy_shows() {
    let world = World::new().await;
    let mut table = world
        .table(&public(short(Preset::FIVE_UP.rules(), 15)))
        .await;
    let id = play(&mut table, 3).await;
    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();
    assert!(holds(&record));
    let changes: [fn(&mut Record); 7] = [
        |record| record.seats[0].name = Some("Another".into()),
        |record| record.seats[1].bot = true,
        |record| record.began_ms -= 1,
        |record| record.ended_ms += 1,
        |record| record.times = MoveTimes::default(),
        |record| record.id = boneyard_protocol::RecordId::random(),
        |record| record.clock = ClockRule::PerMove { seconds: 15 },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut copy = record.clone();
        change(&mut copy);
        assert!(!holds(&copy), "change {number}");
    }
}

#[tokio::test]
async fn what_is_no_question_to_the_log_is_answered_plainly() {
    let world = World::new().await;
    for (path, status) in [
        ("/api/transparency/entries", 422),
        ("/api/transparency/entries?commitment=00", 422),
        ("/api/transparency/trees/99", 404),
        ("/api/transparency/trees/x", 404),
        ("/api/transparency/trees/-1", 404),
        ("/api/transparency/trees/1?from=x", 422),
        ("/api/transparency/trees/1/consistency", 422),
        ("/api/transparency/trees/1/consistency?size=99", 404),
    ] {
        assert_eq!(get(&world, path).await.status, status, "{path}");
    }
    let nothing = Commitment::from([7; 32]);
    assert!(entries(&world, nothing).await.entries.is_empty());
}

//! Tests of what the server signs and therefore can't deny later: the public log of matches, receipts before
//! seeds are revealed, and records.

use boneyard_base::Clock;
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{MoveTimes, Record};
use boneyard_protocol::transparency::{
    Consistency, LogEntry, LogEvent, LogPage, ProvedEntries, PublicLog, RecordSignature, log_name,
    record_message,
};
use boneyard_protocol::{
    ClockRule, Ending, Hash, Level, LogHead, Request, Seed, SignedHead, Status, TableId,
};
use boneyard_rules::BySeat;
use boneyard_rules::line::Preset;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use sha2::Sha256;

use crate::client::Client;
use crate::computers::with;
use crate::dishonest::audited;
use crate::records::{get, play, short};
use crate::world::{Table, World, dice, public};

fn seed(number: u8) -> Seed {
    Seed::from([number; 32])
}

/// Lets all players promise a seed, the first of them with this head of the log, and get ready. Waits until
/// they have received their receipts.
async fn ready_with(table: &mut Table, head: Option<SignedHead>) {
    let id = table.id;
    for (number, player) in (1..).zip(&mut table.players) {
        let promise = Request::Commit {
            match_number: player.table(id).room.fairness.match_number,
            commitment: seed(number).commitment(),
            head: head.filter(|_| number == 1),
        };
        player.send(&promise.at(id)).await;
        player.send(&Request::Ready { ready: true }.at(id)).await;
    }
    for player in &mut table.players {
        player.until(|player| !player.receipts.is_empty()).await;
    }
}

/// Lets all players promise a seed and get ready. Waits until they have received their receipts.
pub(crate) async fn ready(table: &mut Table) {
    ready_with(table, None).await;
}

async fn reveal_of(player: &mut Client, table: TableId, seed: Seed) {
    let reveal = Request::Reveal {
        match_number: player.table(table).room.fairness.match_number,
        seed,
    };
    player.send(&reveal.at(table)).await;
}

pub(crate) async fn reveal(table: &mut Table) {
    let id = table.id;
    for (number, player) in (1..).zip(&mut table.players) {
        reveal_of(player, id, seed(number)).await;
    }
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.status == Status::Playing)
            .await;
    }
}

fn root(head: &SignedHead) -> RootHash<Sha256> {
    RootHash::new((*head.root.bytes()).into(), head.size.into())
}

fn concat(path: &[Hash]) -> Vec<u8> {
    path.iter().flat_map(|hash| *hash.bytes()).collect()
}

async fn public_log(world: &World) -> PublicLog {
    let found: PublicLog = get(world, "/api/transparency").await.read();
    assert!(found.log.is_signed_by(&found.key));
    found
}

/// The log's entries about a table, after all their proofs were checked.
async fn entries(world: &World, table: TableId, rest: &str) -> Vec<LogEntry> {
    let name = log_name(table);
    let path = format!("/api/transparency/entries?table={name}{rest}");
    let found: ProvedEntries = get(world, &path).await.read();
    assert!(found.log.is_signed_by(&found.key));
    let checked = found.entries.into_iter().map(|proved| {
        assert_eq!(proved.entry.table, name);
        let proof = InclusionProof::from_bytes(concat(&proved.path));
        let bytes = proved.entry.to_bytes();
        let held = root(&found.log).verify_inclusion(&bytes, proved.index.into(), &proof);
        held.unwrap();
        proved.entry
    });
    checked.collect()
}

/// The letters of the entries' types: *b*egan, *e*nded, *a*borted, *c*alled off.
fn letters(entries: &[LogEntry]) -> String {
    let letter = |entry: &LogEntry| match entry.event {
        LogEvent::Began { .. } => 'b',
        LogEvent::Ended { .. } => 'e',
        LogEvent::Aborted { .. } => 'a',
        LogEvent::CalledOff { .. } => 'c',
    };
    entries.iter().map(letter).collect()
}

#[tokio::test]
async fn each_player_gets_a_receipt_before_seeds_are_told_and_the_log_says_the_same() {
    let world = World::new().await;
    // The log isn't empty when the first player promises.
    let mut earlier = world.table(&public(short(Preset::BLOCK.rules(), 10))).await;
    earlier.start().await;
    let known = public_log(&world).await;
    assert_eq!(known.log.size, 1);
    let mut table = world.table(&public(short(Preset::BLOCK.rules(), 10))).await;
    let id = table.id;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    ready_with(&mut table, Some(known.log)).await;
    for player in &table.players {
        let receipt = &player.receipts[0];
        let shown = player.table(id).room.fairness;
        assert!(shown.revealing, "it comes while the seeds are asked for");
        assert_eq!((receipt.table, receipt.match_number), (id, 1));
        assert_eq!(Some(receipt.commitment), shown.commitment);
        assert_eq!(receipt.seats, shown.seats.map(|seat| seat.promise));
        assert_eq!(receipt.key, known.key);
        assert!(receipt.is_proved());
        let heads: BySeat<_> = receipt
            .seats
            .map(|promise| promise.map(|promise| promise.head));
        let heads = heads.as_slice();
        assert_eq!(heads, [Some(known.log.head()), Some(LogHead::default())]);
    }
    // A player who opens the table again receives the receipt again.
    let player = &mut table.players[0];
    player.open(id, None).await;
    player.until(|player| player.receipts.len() == 2).await;
    assert_eq!(player.receipts[0].entry(), player.receipts[1].entry());
    assert!(player.receipts[1].is_proved());

    reveal(&mut table).await;
    table.play_to_the_end(&mut dice(5)).await;
    table.sync().await;
    watcher
        .until(|watcher| watcher.table(id).room.record.is_some())
        .await;
    assert!(watcher.receipts.is_empty(), "a watcher tells no seed");
    let record = watcher.table(id).room.record.unwrap();
    let record: Record = get(&world, &format!("/api/m/{record}")).await.read();
    let told = entries(&world, id, "").await;
    let began = table.players[0].receipts[0].entry();
    assert_eq!(told[0], began);
    let terms = record.fairness.unwrap().terms();
    assert_eq!(began.event, LogEvent::Began { terms }, "the record too");
    let transcript = Hash::of(&[record.transcript.as_bytes()]);
    assert_eq!(told[1].event, LogEvent::Ended { transcript });
    assert_eq!((told[1].match_number, told.len()), (1, 2));
    assert_eq!(entries(&world, id, "&match=1").await, told);
}

#[tokio::test]
async fn a_match_without_seeds_is_in_the_log_too_and_stays_there_after_a_restart() {
    let world = World::new().await;
    let mut table = world
        .table(&public(short(Preset::FIVE_UP.rules(), 15)))
        .await;
    play(&mut table, 3).await;
    play(&mut table, 4).await;
    let (before, log) = (
        entries(&world, table.id, "").await,
        public_log(&world).await,
    );
    assert_eq!(letters(&before), "bebe");
    let second = entries(&world, table.id, "&match=2").await;
    assert_eq!(second, before[2..]);

    let world = world.restarted().await;
    assert_eq!(entries(&world, table.id, "").await, before);
    let after = public_log(&world).await;
    assert_eq!((after.key, after.log.head()), (log.key, log.log.head()));
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
            reveal_of(&mut client, id, seed).await;
        }
        client
            .until(|client| client.table(id).room.status == Status::Playing)
            .await;
        client.send(&Request::Resign.at(id)).await;
        client
            .until(|client| client.table(id).room.status == Status::Over)
            .await;
        assert_eq!(letters(&entries(&world, id, "").await), "be");
    }
    let text = audited(world.address).await.unwrap();
    assert!(text.contains("2 began, 2 ended"), "{text}");
}

#[tokio::test]
async fn a_match_that_is_given_up_leaves_a_trace() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    let id = table.id;
    table.start().await;
    for player in &mut table.players {
        player.send(&Request::Agree { agree: true }.at(id)).await;
    }
    let agreed = |player: &Client| player.table(id).room.ending == Some(Ending::Agreed);
    table.players[0].until(agreed).await;
    assert_eq!(letters(&entries(&world, id, "").await), "ba");
}

#[tokio::test]
async fn a_match_that_is_called_off_leaves_a_trace_and_names_the_missing_seats() {
    let (clock, hand) = Clock::manual(Clock::system().now());
    let world = World::by(clock, &[]).await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    let id = table.id;
    ready(&mut table).await;
    let receipt = table.players[0].receipts[0].clone();
    reveal_of(&mut table.players[0], id, seed(1)).await;
    let told = |player: &Client| player.table(id).room.fairness.told.as_slice() == [true, false];
    table.players[0].until(told).await;
    hand.advance_ms(10_000);
    table.players[0]
        .until(|player| player.table(id).room.fairness.called_off == 1)
        .await;
    let told = entries(&world, id, "&match=1").await;
    assert_eq!(told[0], receipt.entry());
    assert_eq!(told[1].event, LogEvent::CalledOff { missing: 0b10 });
    assert_eq!(told.len(), 2);
}

#[tokio::test]
async fn the_log_is_read_whole_and_proves_that_it_only_grows() {
    let world = World::new().await;
    let mut heads = vec![public_log(&world).await.log];
    assert_eq!(heads[0].head(), LogHead::default());
    let mut table = world.table(&public(short(Preset::BLOCK.rules(), 10))).await;
    for number in 0..3 {
        play(&mut table, number).await;
        heads.push(public_log(&world).await.log);
    }
    for before in &heads {
        let path = format!("/api/transparency/consistency?from={}", before.size);
        let Consistency { log, path } = get(&world, &path).await.read();
        assert_eq!(log.head(), heads[3].head());
        if [0, 6].contains(&before.size) {
            assert_eq!(path, []);
            continue;
        }
        let proof = ConsistencyProof::try_from_bytes(concat(&path)).unwrap();
        let held = root(&log).verify_consistency(&root(before), &proof);
        held.unwrap();
    }
    let page: LogPage = get(&world, "/api/transparency/log").await.read();
    assert_eq!(page.entries, entries(&world, table.id, "").await);
    assert_eq!((page.log.size, page.next), (6, None));
    let rest: LogPage = get(&world, "/api/transparency/log?from=4").await.read();
    assert_eq!(rest.entries, page.entries[4..]);
    let answer = get(&world, "/api/transparency/consistency?from=7").await;
    assert_eq!(answer.status, 404);
    assert_eq!(entries(&world, TableId::random(), "").await, []);
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
    log.is_signed_by(&key) && key.verifies(&record_message(&record.hash(), &log.head()), &signature)
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

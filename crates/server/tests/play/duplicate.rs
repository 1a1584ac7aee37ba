//! Tests over real sockets of tournaments in which all tables of a round have the same deals.

use std::collections::{BTreeMap, HashSet};
use std::process::Command;

use boneyard_base::Clock;
use boneyard_fair::Hash;
use boneyard_protocol::record::Record;
use boneyard_protocol::tournament::{
    CreateTournament, OrganiserAction, TournamentEntrant, TournamentFormat, TournamentMatch,
    TournamentState,
};
use boneyard_protocol::{
    ClientMessage, ErrorCode, Invite, Level, Receipt, RecordId, Request, Seed, Status, TableId,
};
use boneyard_rules::line::{self, view::Phase};
use boneyard_rules::{GamePreset as _, race};
use serde_json::json;

use crate::client::Client;
use crate::dishonest::{said, verifier};
use crate::nodes::Cluster;
use crate::person::Person;
use crate::records::get;
use crate::tournaments::{Evening, Follower, by_hand, has_ended, tables_on, wanted};
use crate::world::World;

/// Rounds of two boards with hands of three tiles.
fn of_boards(format: TournamentFormat) -> CreateTournament {
    CreateTournament {
        rounds: (format == TournamentFormat::Swiss).then_some(2),
        boards: Some(2),
        ..wanted(format)
    }
}

/// The records of all matches that were stored on a server with SQLite.
async fn stored_records(world: &World) -> Vec<Record> {
    let file = world.directory.path().join("boneyard.db");
    let names: Vec<RecordId> = {
        let database = rusqlite::Connection::open(file).unwrap();
        let mut rows = database.prepare("SELECT record_id FROM records").unwrap();
        let ids = rows.query_map([], |row| row.get::<_, Vec<u8>>(0)).unwrap();
        ids.map(|id| RecordId::from_bits(u128::from_be_bytes(id.unwrap().try_into().unwrap())))
            .collect()
    };
    let mut records = Vec::new();
    for name in names {
        records.push(get(world, &format!("/api/m/{name}")).await.read());
    }
    records
}

/// What the program that shares no code with the server says of these records together, of the public log, and of the
/// results of all matches.
async fn verify(
    world: &World,
    records: &[&Record],
    receipts: &[&Receipt],
    results: &[TournamentMatch],
) -> Result<String, String> {
    let directory = tempfile::tempdir().unwrap();
    let mut command = verifier();
    command
        .arg("--log")
        .arg(format!("http://{}", world.address));
    if !results.is_empty() {
        let file = directory.path().join("results.json");
        std::fs::write(&file, json!({ "matches": results }).to_string()).unwrap();
        command.arg("--results").arg(&file);
    }
    for (number, receipt) in receipts.iter().enumerate() {
        let file = directory.path().join(format!("receipt-{number}.json"));
        std::fs::write(&file, json!(receipt).to_string()).unwrap();
        command.arg("--receipt").arg(&file);
    }
    for (number, record) in records.iter().enumerate() {
        let file = directory.path().join(format!("{number}.json"));
        std::fs::write(&file, json!(record).to_string()).unwrap();
        command.arg(&file);
    }
    said(command).await
}

/// The records of each section, by the terms of the section.
fn sections(records: &[Record]) -> Vec<Vec<&Record>> {
    let mut sections: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        let fairness = record.fairness.as_ref().unwrap();
        let terms = fairness.terms().to_string();
        sections.entry(terms).or_default().push(record);
    }
    sections.into_values().collect()
}

#[tokio::test]
async fn all_tables_of_a_round_are_dealt_alike_also_with_a_restart_in_between() {
    are_dealt_alike(of_boards(TournamentFormat::Swiss), 2).await;
}

#[tokio::test]
async fn all_tables_of_a_round_of_ringway_are_dealt_alike() {
    let wanted = CreateTournament {
        rules: race::Preset::RINGWAY.rules().into(),
        boards: Some(1),
        ..of_boards(TournamentFormat::Swiss)
    };
    are_dealt_alike(wanted, 1).await;
}

async fn are_dealt_alike(wanted: CreateTournament, boards: usize) {
    let world = World::new().await;
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 8).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    let is_in_second = |state: &TournamentState| state.head.round == 2;
    evening.play(&[world.address], is_in_second).await;
    let world = world.restarted().await;
    evening.play(&[world.address], has_ended).await;

    let all = evening.matches(world.address).await;
    assert_eq!(all.len(), 2 * 4);
    for one in &all {
        let result = one.result.as_ref().unwrap();
        assert_eq!(result.boards.len(), boards);
        let played: i32 = result.boards.iter().map(|board| board.unwrap()).sum();
        let points = result.points.clone().unwrap();
        let [first, second] = [points[0], points[1]].map(i32::from);
        assert_eq!(played, first - second, "no board is played besides");
        assert_eq!(result.winner.is_none(), first == second);
    }
    let records = stored_records(&world).await;
    assert_eq!(records.len(), 8);
    let sections = sections(&records);
    assert_eq!(sections.len(), 2);
    for section in sections {
        assert_eq!(section.len(), 4);
        let said = verify(&world, &section, &[], &all).await.unwrap();
        assert_eq!(
            said.matches("the same deals as at 3 other tables").count(),
            4,
            "{said}"
        );
        let deals = section.iter().map(|record| {
            let rounds = &record.fairness.as_ref().unwrap().rounds;
            assert_eq!(rounds.len(), boards);
            rounds
                .iter()
                .map(|round| round.deals.clone())
                .collect::<Vec<_>>()
        });
        assert_eq!(deals.collect::<HashSet<_>>().len(), 1);
    }
    assert_eq!(tables_on(&world), 8);
    let shown = evening.shown(world.address).await;
    let shares: u32 = shown.entrants.iter().map(|one| one.share.unwrap()).sum();
    assert_eq!(
        shares / 8,
        5_000,
        "the shares of the two sides of a board are 100 % together"
    );
    let margins: i64 = shown.entrants.iter().map(|one| one.margin).sum();
    assert!(margins.abs() < 100, "margins are rounded: {margins}");
    standings_agree(&evening, &world).await;
}

/// Another program computes the same standings from the public list of matches.
pub(crate) async fn standings_agree(evening: &Evening, world: &World) {
    let directory = tempfile::tempdir().unwrap();
    let files = ["", "/matches"].map(|part| (part, directory.path().join(part.len().to_string())));
    for (part, file) in &files {
        let answer = evening.get(world.address, part).await;
        std::fs::write(file, answer.body).unwrap();
    }
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/tournament-standings"
    );
    let checked = Command::new("python3")
        .arg(program)
        .args(files.map(|(_, file)| file))
        .output()
        .unwrap();
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[tokio::test]
async fn two_nodes_deal_a_round_alike() {
    let cluster = Cluster::of(2).await;
    let addresses = [cluster.nodes[0].address, cluster.nodes[1].address];
    let evening = Evening::create(addresses[0], &of_boards(TournamentFormat::RoundRobin)).await;
    let mut evening = evening.with_players(addresses[0], 4).await;
    evening.players.rotate_left(1);
    evening
        .act(addresses[0], &OrganiserAction::Start.alone())
        .await;
    evening.play(&addresses, has_ended).await;
    let all = evening.matches(addresses[0]).await;
    assert_eq!(all.len(), 3 * 2);
    let boards = all
        .iter()
        .map(|one| one.result.as_ref().unwrap().boards.len());
    assert!(boards.min() == Some(2));
}

/// A player of a duplicate tournament, step by step.
struct AtTable {
    client: Client,
    table: TableId,
    seed: Seed,
}

impl AtTable {
    /// Comes to the table of the player's match, and promises a seed.
    async fn of(person: &Person, evening: &Evening, world: &World, number: u8) -> Self {
        let mut follower = Follower::of(person, world.address, evening.id).await;
        while follower.own.as_ref().is_none_or(|own| own.table.is_none()) {
            follower.receive().await.unwrap();
        }
        let table = follower.own.as_ref().and_then(|own| own.table).unwrap();
        let mut client = follower.client;
        client.open(table, None).await;
        let seed = Seed::from([number; 32]);
        let mut at = Self {
            client,
            table,
            seed,
        };
        at.commit().await;
        at
    }

    fn number(&self) -> u32 {
        self.client.table(self.table).room.fairness.match_number
    }

    async fn commit(&mut self) {
        let commit = Request::Commit {
            match_number: self.number(),
            commitment: self.seed.commitment(),
            head: None,
        };
        self.send(commit).await;
    }

    async fn send(&mut self, request: Request) {
        self.client.send(&request.at(self.table)).await;
    }

    async fn reveal(&mut self) {
        let reveal = Request::Reveal {
            match_number: self.number(),
            seed: self.seed,
        };
        self.send(reveal).await;
    }

    async fn until_asked(&mut self) -> Receipt {
        let table = self.table;
        let is_asked = |client: &Client| {
            let shown = client.table(table).room.fairness;
            let last = client.receipts.last();
            shown.revealing && last.is_some_and(|of| of.match_number == shown.match_number)
        };
        self.client.until(is_asked).await;
        self.client.receipts.last().unwrap().clone()
    }

    async fn until_status(&mut self, status: Status) {
        let table = self.table;
        self.client
            .until(|client| client.table(table).room.status == status)
            .await;
    }
}

/// Plays the match of two players to its end.
async fn play_out(pair: &mut [AtTable]) {
    let table = pair[0].table;
    loop {
        let client = &pair[0].client;
        let standing = client.standing(table).clone();
        match client.board(table).phase {
            Phase::Playing => {
                let turn = standing.turn.unwrap();
                let is_on_turn = |at: &&mut AtTable| at.client.seat(table) == Some(turn);
                let at = pair.iter_mut().find(is_on_turn).unwrap();
                let offer = at.client.offers(table)[0];
                let play = Request::Move {
                    ply: standing.ply,
                    chosen: line::Move::from(&offer).into(),
                };
                at.send(play).await;
                for at in &mut *pair {
                    let has_moved = |client: &Client| client.standing(table).ply > standing.ply;
                    at.client.until(has_moved).await;
                }
            }
            Phase::RoundOver { .. }
                if pair[0].client.table(table).room.status == Status::Playing =>
            {
                for at in &mut *pair {
                    at.send(Request::Next).await;
                }
                for at in &mut *pair {
                    let is_dealt = |client: &Client| client.standing(table).round > standing.round;
                    at.client.until(is_dealt).await;
                }
            }
            _ => return,
        }
    }
}

/// Four players at two tables, by pairs.
async fn at_two_tables(world: &World) -> (Evening, Vec<Vec<AtTable>>) {
    let evening = Evening::create(world.address, &of_boards(TournamentFormat::Swiss)).await;
    let evening = evening.with_players(world.address, 4).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    let mut tables: BTreeMap<TableId, Vec<AtTable>> = BTreeMap::new();
    for (number, person) in (1..).zip(&evening.players) {
        let at = AtTable::of(person, &evening, world, number).await;
        tables.entry(at.table).or_default().push(at);
    }
    let tables = tables.into_values().collect();
    (evening, tables)
}

/// While one table plays, players of the other, and strangers with a link to it, learn nothing of it.
#[tokio::test]
async fn nothing_of_a_board_is_seen_before_the_last_table_has_played_it() {
    let world = World::new().await;
    let (evening, mut tables) = at_two_tables(&world).await;
    let mut receipts = Vec::new();
    for at in tables.iter_mut().flatten() {
        let receipt = at.until_asked().await;
        assert!(receipt.is_proved());
        assert_eq!(receipt.section.as_ref().map(Vec::len), Some(1));
        receipts.push(receipt);
        let other = Request::Commit {
            match_number: at.number(),
            commitment: Seed::from([99; 32]).commitment(),
            head: None,
        };
        let refused = at.client.refused(&other.at(at.table)).await;
        assert_eq!(refused, ErrorCode::NotNow, "a promise is fixed");
        at.reveal().await;
    }
    for at in tables.iter_mut().flatten() {
        at.until_status(Status::Playing).await;
    }
    let (first, others) = tables.split_first_mut().unwrap();
    play_out(first).await;
    let at = &mut first[0];
    at.until_status(Status::Over).await;
    let room = &at.client.table(at.table).room;
    assert_eq!((room.record, room.boards), (None, Some(2)));
    assert!(room.fairness.sealed);
    for round in 1..=2 {
        let ask = Request::Fairness { round }.at(at.table);
        assert_eq!(at.client.refused(&ask).await, ErrorCode::NotNow);
    }
    let leave = Request::Leave.at(at.table);
    assert_eq!(at.client.refused(&leave).await, ErrorCode::NotNow);

    // Players have no invitation to give away, and a stranger who knows the table's id sees nothing.
    assert_eq!(at.client.table(at.table).me.invite, None);
    let (_, mut stranger) = world.somebody().await;
    let open = ClientMessage::Open {
        table: at.table,
        invite: Some(Invite::from_bits(7)),
        since: None,
        preview: None,
        replay: None,
    };
    assert_eq!(stranger.refused(&open).await, ErrorCode::NotFound);
    assert!(stored_records(&world).await.is_empty());
    let mut watcher = Follower::of(&evening.organiser, world.address, evening.id).await;
    let shown = watcher.until(|state| state.matches.iter().any(|one| one.over));
    let shown = shown.await;
    assert_eq!(shown.matches.iter().filter(|one| one.over).count(), 1);
    let is_hidden = |one: &TournamentMatch| one.result.is_none();
    assert!(shown.matches.iter().all(is_hidden));
    let has_no_standing = |one: &TournamentEntrant| one.share.is_none() && one.points == 0;
    assert!(shown.entrants.iter().all(has_no_standing));

    play_out(&mut others[0]).await;
    for at in tables.iter_mut().flatten() {
        let table = at.table;
        at.client
            .until(|client| client.table(table).room.record.is_some())
            .await;
        assert!(!at.client.table(table).room.fairness.sealed);
    }
    let records = stored_records(&world).await;
    let all: Vec<&Record> = records.iter().collect();
    let receipts: Vec<_> = receipts.iter().collect();
    let mut results = evening.matches(world.address).await;
    let said = verify(&world, &all, &receipts, &results).await.unwrap();
    assert!(said.contains("the results of all 2 tables"), "{said}");
    // Players who work with the server had a table apart, with deals that they chose.
    let mut apart = results[0].clone();
    let result = apart.result.as_mut().unwrap();
    result.dealt.as_mut().unwrap().terms = Hash::of(&[]);
    results.push(apart);
    let said = verify(&world, &all, &receipts, &results).await.unwrap_err();
    assert_eq!(said.matches("was dealt apart from the section").count(), 6);
    let result = results.last_mut().unwrap().result.as_mut().unwrap();
    result.dealt = None;
    // Boards count without the points too.
    result.points = None;
    assert!(result.boards.iter().any(Option::is_some));
    let said = verify(&world, &all, &receipts, &results).await.unwrap_err();
    assert_eq!(said.matches("was dealt apart from the section").count(), 6);
}

/// A player who withholds the seed has all tables called off, and has no say in the deals that follow.
#[tokio::test]
async fn a_missing_seed_calls_off_all_tables_and_its_seat_promises_no_more() {
    let world = World::new().await;
    let (evening, mut tables) = at_two_tables(&world).await;
    for (n, at) in tables.iter_mut().flatten().enumerate() {
        at.until_asked().await;
        if n > 0 {
            at.reveal().await;
        }
    }
    for (n, at) in tables.iter_mut().flatten().enumerate() {
        let table = at.table;
        at.client
            .until(|client| client.table(table).room.fairness.called_off == 1)
            .await;
        at.seed = Seed::from([50 + u8::try_from(n).unwrap(); 32]);
        let missed: u8 = at
            .client
            .table(table)
            .room
            .fairness
            .missed
            .as_slice()
            .iter()
            .sum();
        assert_eq!(missed, u8::from(n < 2), "only its table names the seat");
        if n == 0 {
            let commit = Request::Commit {
                match_number: at.number(),
                commitment: at.seed.commitment(),
                head: None,
            };
            let refused = at.client.refused(&commit.at(table)).await;
            assert_eq!(refused, ErrorCode::Stale);
        } else {
            at.commit().await;
        }
    }
    for (n, at) in tables.iter_mut().flatten().enumerate() {
        if n > 0 {
            let receipt = at.until_asked().await;
            assert!(receipt.is_proved());
            at.reveal().await;
        }
    }
    // The next round waits for the player's word to be back.
    let shown = evening.shown(world.address).await;
    assert_eq!(shown.entrants.iter().filter(|one| one.away).count(), 1);
    for pair in &mut tables {
        for at in &mut *pair {
            at.until_status(Status::Playing).await;
        }
        play_out(pair).await;
    }
    for at in tables.iter_mut().flatten() {
        let table = at.table;
        at.client
            .until(|client| client.table(table).room.record.is_some())
            .await;
    }
    let records = stored_records(&world).await;
    let records: Vec<_> = records.iter().collect();
    verify(&world, &records, &[], &[]).await.unwrap();
}

/// Without a table nothing would prove that computer players who meet have the same deals: they have a bye.
#[tokio::test]
async fn computer_players_who_meet_have_a_bye() {
    let world = World::new().await;
    let wanted = CreateTournament {
        computers: Some(Level::Beginner),
        fill_to: Some(8),
        ..of_boards(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 2).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], has_ended).await;
    let shown = evening.shown(world.address).await;
    let computers: Vec<u32> = shown
        .entrants
        .iter()
        .filter(|one| one.computer.is_some())
        .map(|one| one.n)
        .collect();
    let matches = evening.matches(world.address).await;
    let (byes, dealt): (Vec<_>, Vec<_>) = matches.iter().partition(|one| {
        let mut players = one.sides.iter().flatten();
        players.all(|player| computers.contains(player))
    });
    assert!(byes.len() >= 4 && !dealt.is_empty());
    for one in byes {
        let result = one.result.as_ref().unwrap();
        assert_eq!((result.points.as_ref(), result.dealt), (None, None));
        assert!(result.tie && result.boards.is_empty());
    }
    for one in dealt {
        assert!(one.result.as_ref().unwrap().dealt.is_some());
    }
    standings_agree(&evening, &world).await;
}

/// Players who don't come lose, and the others begin without them.
#[tokio::test]
async fn who_does_not_come_holds_up_no_other_table_for_ever() {
    let (clock, hand) = by_hand();
    let world = World::by(clock, &[]).await;
    let wanted = CreateTournament {
        starts_ms: Clock::system().now().0,
        ..of_boards(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 4).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    let mut there = Vec::new();
    let mut follower = Follower::of(&evening.organiser, world.address, evening.id).await;
    let state = follower.until(|state| state.head.round == 1).await;
    let sides = state.matches[0].sides.clone();
    for number in sides.iter().flatten() {
        let person = &evening.players[*number as usize - 1];
        let number = u8::try_from(*number).unwrap();
        there.push(AtTable::of(person, &evening, &world, number).await);
    }
    for at in &mut there {
        let table = at.table;
        at.client
            .until(|client| client.table(table).room.fairness.held)
            .await;
    }
    // The server watches each match for some time before it lets a player lose it.
    hand.advance_ms(60_000);
    hand.advance_ms(5 * 60_000);
    for at in &mut there {
        at.until_asked().await;
        at.reveal().await;
    }
    for at in &mut there {
        at.until_status(Status::Playing).await;
    }
    play_out(&mut there).await;
    follower.until(|state| state.head.round == 2).await;
}

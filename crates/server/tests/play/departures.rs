//! Tests of what ends with an account, and with the right to take part: entries, pairs, tournaments, repetitions, seats,
//! searches and webhooks.

use std::net::SocketAddr;

use boneyard_base::{Clock, limits};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::people::ReportsBody;
use boneyard_protocol::tournament::{
    CreateTournament, DecidedResult, OrganiserAction, ResultSource, TakeOrganiserAction,
    TournamentCreated, TournamentFormat, TournamentPhase, TournamentRepeat, TournamentState,
    TournamentsBody,
};
use boneyard_protocol::{ClientMessage, ClockRule, Request, ServerMessage, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::line::Rules;
use serde_json::json;

use crate::bots::make_bot;
use crate::client::Client;
use crate::person::Person;
use crate::ratings::{keep, sit_down_at};
use crate::safety::{Kept, promote};
use crate::tournament_formats::of_partners;
use crate::tournaments::{Evening, Follower, by_hand, wanted};
use crate::world::{World, public};

/// Closes a person's account.
async fn close(world: &World, person: &Person, name: &str) {
    let body = json!({ "name": name }).to_string();
    let path = "/api/account";
    let answer = person.request(world.address, "DELETE", path, &body).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

/// A moderator, and how the moderator keeps a player out who sits with a reporter at a table.
struct Moderation {
    moderator: Person,
    reports: i64,
}

impl Moderation {
    async fn of(world: &World) -> Self {
        let moderator = Kept::at(world, "Mo").await.person;
        promote(world, "Mo").await;
        Self {
            moderator,
            reports: 0,
        }
    }

    /// Has somebody meet a player at a table and report the player, and a moderator act.
    async fn keep_out(&mut self, world: &World, player: &Person) {
        let table = sit_down_at(
            world.address,
            &public(*Preset::BLOCK.rules()),
            vec![Person::arrive(world.address).await, player.clone()],
        )
        .await;
        let report = json!({ "table": table.id, "seat": 1, "reason": "abuse", "words": "" });
        let path = "/api/reports";
        let answer = table.people[0]
            .request(world.address, "POST", path, &report.to_string())
            .await;
        assert_eq!(answer.status, 204, "{}", answer.body);
        self.reports += 1;
        self.act(world, "close").await;
    }

    async fn act(&self, world: &World, act: &str) {
        let path = format!("/api/moderation/reports/{}/acts", self.reports);
        let body = json!({ "act": act, "note": "" }).to_string();
        let answer = self
            .moderator
            .request(world.address, "POST", &path, &body)
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Whether each entrant has withdrawn.
fn withdrawn(state: &TournamentState) -> Vec<bool> {
    let entrants = state.entrants.iter();
    entrants.map(|entrant| entrant.withdrawn).collect()
}

/// A tournament that a person creates.
async fn organised_by(address: SocketAddr, organiser: &Person, wanted: &str) -> Evening {
    let path = "/api/tournaments";
    let created = organiser.request(address, "POST", path, wanted).await;
    let created: TournamentCreated = serde_json::from_str(&created.body).unwrap();
    Evening {
        organiser: organiser.clone(),
        id: created.tournament,
        players: Vec::new(),
    }
}

fn over_days(rules: &Rules) -> CreateTable {
    CreateTable {
        clock: ClockRule::Days {
            days: 2,
            holiday: 0,
        },
        ..public(*rules)
    }
}

#[tokio::test]
async fn a_closed_account_is_withdrawn_before_the_start_and_during_a_round() {
    let world = World::new().await;
    let address = world.address;
    let mut evening = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    for name in ["Anna", "Ben", "Cleo", "Dora", "Emma"] {
        let (player, _) = keep(address, name).await;
        assert_eq!(evening.enter(address, &player).await.status, 200);
        evening.players.push(player);
    }
    close(&world, &evening.players[4], "Emma").await;
    let gone = [false, false, false, false, true];
    assert_eq!(withdrawn(&evening.shown(address).await), gone);
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let mut follower = Follower::of(&evening.organiser, address, evening.id).await;
    let begun = follower
        .until(|state| state.head.round == 1 && state.matches.len() == 2)
        .await;
    let playing: Vec<u32> = begun
        .matches
        .iter()
        .flat_map(|one| one.sides.concat())
        .collect();
    assert!(
        !playing.contains(&5),
        "nobody is paired with a closed account"
    );
    close(&world, &evening.players[3], "Dora").await;
    let all = evening.matches(address).await;
    let lost = all
        .iter()
        .find(|one| one.sides.concat().contains(&4))
        .unwrap();
    let result = lost.result.as_ref().expect("the match is lost at once");
    assert_eq!(result.source, ResultSource::Forfeited);
    assert_ne!(lost.sides[usize::from(result.winner.unwrap())], [4]);
    let gone = [false, false, false, true, true];
    assert_eq!(withdrawn(&evening.shown(address).await), gone);
    // An account that is closed can't come back by its old cookie.
    let again = evening.enter(address, &evening.players[4]).await;
    assert_ne!(again.status, 200, "{}", again.body);
}

#[tokio::test]
async fn the_partner_of_a_closed_account_is_alone_before_the_start_and_withdrawn_after_it() {
    let world = World::new().await;
    let address = world.address;
    let pairs = CreateTournament {
        pairs: true,
        ..of_partners(TournamentFormat::Swiss)
    };
    let mut evening = Evening::create(address, &pairs).await;
    for name in ["Anna", "Ben", "Cleo", "Dora", "Emma", "Finn"] {
        let (player, _) = keep(address, name).await;
        assert_eq!(evening.enter(address, &player).await.status, 200);
        evening.players.push(player);
    }
    let partners = async |first, second| {
        let partners = boneyard_protocol::tournament::TakeOrganiserAction {
            entrant: Some(first),
            partner: Some(second),
            ..OrganiserAction::Partners.alone()
        };
        evening.act(address, &partners).await;
    };
    partners(1, 2).await;
    partners(3, 4).await;
    partners(5, 6).await;
    close(&world, &evening.players[5], "Finn").await;
    let shown = evening.shown(address).await;
    assert_eq!(shown.entrants[4].partner, None, "Emma is alone again");
    assert!(!shown.entrants[4].withdrawn && shown.entrants[5].withdrawn);
    evening.act(address, &OrganiserAction::Start.alone()).await;
    close(&world, &evening.players[3], "Dora").await;
    let shown = evening.shown(address).await;
    assert!(shown.entrants[2].withdrawn && shown.entrants[3].withdrawn);
}

#[tokio::test]
async fn moderators_alone_end_the_tournaments_of_a_closed_account_and_none_follows_them() {
    let (clock, hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let address = world.address;
    let weekly = CreateTournament {
        starts_ms: clock.now().0 + 3_600_000,
        repeat: Some(TournamentRepeat {
            days: 7,
            zone: "UTC".to_owned(),
            more: 3,
        }),
        ..wanted(TournamentFormat::Swiss)
    };
    let mut evening = Evening::create(address, &weekly).await;
    for _ in 0..4 {
        let player = Person::arrive(address).await;
        assert_eq!(evening.enter(address, &player).await.status, 200);
        evening.players.push(player);
    }
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let next = evening
        .shown(address)
        .await
        .head
        .next
        .expect("the next one is created");
    close(&world, &evening.organiser, "Olga").await;

    let following = Evening {
        organiser: evening.players[0].clone(),
        id: next,
        players: Vec::new(),
    };
    let shown = following.shown(address).await;
    assert_eq!(
        (shown.head.phase, shown.head.next),
        (TournamentPhase::CalledOff, None)
    );
    hand.advance_ms(8 * limits::DAY_MS);
    let running = evening.shown(address).await;
    assert_eq!(
        (running.head.phase, running.head.repeat),
        (TournamentPhase::Running, None)
    );

    let moderator = Kept::at(&world, "Mo").await.person;
    promote(&world, "Mo").await;
    let call_off = serde_json::to_string(&OrganiserAction::CallOff.alone()).unwrap();
    let path = evening.path("/actions");
    for stranger in [&evening.organiser, &evening.players[0]] {
        let refused = stranger.request(address, "POST", &path, &call_off).await;
        assert!([401, 403].contains(&refused.status), "{}", refused.body);
    }
    assert!(!evening.own(address, &evening.players[0]).await.organiser);
    assert!(evening.own(address, &moderator).await.organiser);
    let mut follower = Follower::of(&moderator, address, evening.id).await;
    while follower.own.is_none() {
        follower.receive().await.unwrap();
    }
    assert!(
        follower.own.as_ref().unwrap().organiser,
        "the page shows what the organiser may do"
    );
    let called_off = moderator.request(address, "POST", &path, &call_off).await;
    assert_eq!(called_off.status, 204, "{}", called_off.body);
    let list = moderator
        .request(address, "GET", "/api/tournaments", "")
        .await;
    let list: TournamentsBody = serde_json::from_str(&list.body).unwrap();
    assert!(list.open.is_empty(), "{:?}", list.open);

    // Where there is an organiser, a moderator ends what others must not see, and no more.
    let later = CreateTournament {
        starts_ms: clock.now().0 + 3_600_000,
        ..wanted(TournamentFormat::Swiss)
    };
    let body = serde_json::to_string(&later).unwrap();
    let otto = Kept::at(&world, "Otto").await.person;
    let other = organised_by(address, &otto, &body).await;
    let path = other.path("/actions");
    let pause = serde_json::to_string(&OrganiserAction::Pause.alone()).unwrap();
    let refused = moderator.request(address, "POST", &path, &pause).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    let ended = moderator.request(address, "POST", &path, &call_off).await;
    assert_eq!(ended.status, 204, "{}", ended.body);
}

#[tokio::test]
async fn moderators_learn_of_a_tournament_and_take_its_texts_away() {
    let world = World::new().await;
    let address = world.address;
    let mut evening = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    let mo = Kept::at(&world, "Mo").await.person;
    promote(&world, "Mo").await;
    let rude = Kept::at(&world, "Rude").await.person;
    for player in [Kept::at(&world, "Ann").await.person, rude] {
        assert_eq!(evening.enter(address, &player).await.status, 200);
        evening.players.push(player);
    }
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let mut follower = Follower::of(&evening.organiser, address, evening.id).await;
    follower.until(|state| state.head.round == 1).await;
    let decided = TakeOrganiserAction {
        round: Some(1),
        number: Some(1),
        result: Some(DecidedResult::First),
        note: Some("a rude reason".to_owned()),
        ..OrganiserAction::Result.alone()
    };
    evening.act(address, &decided).await;
    follower
        .until(|state| state.matches.iter().any(|one| one.result.is_some()))
        .await;

    let report = json!({ "reason": "name", "words": "" }).to_string();
    let path = evening.path("/reports");
    let ann = &evening.players[0];
    for _ in 0..2 {
        let reported = ann.request(address, "POST", &path, &report).await;
        assert_eq!(reported.status, 204, "{}", reported.body);
    }
    let reports = mo
        .request(address, "GET", "/api/moderation/reports", "")
        .await;
    let reports: ReportsBody = serde_json::from_str(&reports.body).unwrap();
    let [report] = &reports.reports[..] else {
        panic!("{reports:?}");
    };
    assert_eq!(report.tournament, Some(evening.id));
    assert_eq!(report.reported, "Olga");
    let texts = report.chat.iter().map(|line| &*line.text);
    assert_eq!(texts.collect::<Vec<_>>(), ["Friday", "a rude reason"]);

    let path = evening.path("/actions");
    let act = async |who: &Person, wanted: &TakeOrganiserAction| {
        let body = serde_json::to_string(wanted).unwrap();
        who.request(address, "POST", &path, &body).await.status
    };
    let rename = TakeOrganiserAction {
        name: Some("A better name".to_owned()),
        ..OrganiserAction::Rename.alone()
    };
    let delete_name = TakeOrganiserAction {
        entrant: Some(2),
        ..OrganiserAction::DeleteName.alone()
    };
    let delete_note = TakeOrganiserAction {
        round: Some(1),
        number: Some(1),
        ..OrganiserAction::DeleteNote.alone()
    };
    let delete = OrganiserAction::Delete.alone();
    for wanted in [&rename, &delete_name, &delete_note, &delete] {
        assert_eq!(act(&evening.organiser, wanted).await, 403, "{wanted:?}");
        assert_eq!(act(ann, wanted).await, 403, "{wanted:?}");
    }
    for wanted in [&rename, &delete_name, &delete_note] {
        assert_eq!(act(&mo, wanted).await, 204, "{wanted:?}");
    }
    let shown = evening.get(address, "").await.body;
    assert!(
        shown.contains("A better name") && shown.contains("Ann"),
        "{shown}"
    );
    for text in ["Friday", "Rude", "a rude reason"] {
        assert!(!shown.contains(text), "{shown}");
    }
    assert_eq!(act(&mo, &delete).await, 204);
    let shown = evening.shown(address).await;
    assert_eq!(shown.head.phase, TournamentPhase::CalledOff);
    let shown = evening.get(address, "").await.body;
    for text in ["A better name", "Ann", "Olga"] {
        assert!(!shown.contains(text), "{shown}");
    }
    let list = ann.request(address, "GET", "/api/tournaments", "").await;
    let list: TournamentsBody = serde_json::from_str(&list.body).unwrap();
    assert!(list.open.is_empty() && list.ended.is_empty(), "{list:?}");
}

#[tokio::test]
async fn nothing_follows_a_tournament_whose_organiser_may_organise_none() {
    let (clock, hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let address = world.address;
    let weekly = CreateTournament {
        starts_ms: clock.now().0 + 3_600_000,
        repeat: Some(TournamentRepeat {
            days: 7,
            zone: "UTC".to_owned(),
            more: 3,
        }),
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(address, &weekly).await;
    let evening = evening.with_players(address, 4).await;
    // The moderator's act is stored, and what follows from it isn't done yet.
    let row =
        "INSERT INTO conduct SELECT player_id, 0, 1, 0, 0, 0 FROM players WHERE name = 'Olga'";
    world.database().execute_batch(row).unwrap();
    let mut follower = Follower::of(&evening.players[0], address, evening.id).await;
    hand.advance_ms(3_700_000);
    let state = follower
        .until(|state| state.head.phase == TournamentPhase::Running)
        .await;
    assert_eq!((&state.head.next, &state.head.repeat), (&None, &None));
}

/// The names at the seats of a table, as a player there sees them.
fn names(client: &Client, table: boneyard_protocol::TableId) -> Vec<Option<String>> {
    let seats = client.table(table).room.seats.as_slice().iter();
    seats
        .map(|seat| seat.as_ref().map(|seat| seat.name.clone()))
        .collect()
}

#[tokio::test]
async fn a_closed_account_leaves_its_tables_and_nobody_waits_days_for_it() {
    let world = World::new().await;
    let address = world.address;
    let (ann, _) = keep(address, "Ann").await;
    let (ben, _) = keep(address, "Ben").await;
    let days = over_days(Preset::BLOCK.rules());
    let mut playing = sit_down_at(address, &days, vec![ann.clone(), ben.clone()]).await;
    playing.start().await;
    let mut waiting = sit_down_at(address, &days, vec![ann.clone(), ben.clone()]).await;
    // Both players of a match over days have closed their pages when one of them closes the account.
    drop(playing.players.remove(0));
    drop(waiting.players.remove(0));
    close(&world, &ann, "Ann").await;
    let other = &mut playing.players[0];
    other
        .until(|ben| ben.table(playing.id).room.status == Status::Over)
        .await;
    other.until(|ben| names(ben, playing.id)[0].is_none()).await;
    let host = &mut waiting.players[0];
    host.until(|ben| names(ben, waiting.id) == [None, Some("Ben".to_owned())])
        .await;
    let seats = host.table(waiting.id).room.seats.as_slice();
    assert!(
        seats[1].as_ref().unwrap().host,
        "the other player is the host now"
    );
    let database = world.database();
    let left: i64 = database
        .query_row("SELECT COUNT(*) FROM table_players", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 2, "Ben's seats");
}

#[tokio::test]
async fn a_match_that_waits_for_the_seed_of_a_closed_account_is_called_off() {
    let world = World::new().await;
    let address = world.address;
    let (ann, _) = keep(address, "Ann").await;
    let ben = Person::arrive(address).await;
    let days = over_days(Preset::BLOCK.rules());
    let mut table = sit_down_at(address, &days, vec![ann.clone(), ben]).await;
    let seed = boneyard_protocol::Seed::from([7; 32]);
    let commit = Request::Commit {
        match_number: 1,
        commitment: seed.commitment(),
        head: None,
    };
    table.players[0].send(&commit.at(table.id)).await;
    for player in &mut table.players {
        player
            .send(&Request::Ready { ready: true }.at(table.id))
            .await;
    }
    table.players[1]
        .until(|ben| ben.table(table.id).room.fairness.revealing)
        .await;
    close(&world, &ann, "Ann").await;
    table.players[1]
        .until(|ben| names(ben, table.id)[0].is_none())
        .await;
    assert_eq!(table.players[1].table(table.id).room.status, Status::Open);
}

#[tokio::test]
async fn a_bot_that_is_given_up_leaves_its_tables() {
    let world = World::new().await;
    let address = world.address;
    let owner = Person::arrive(address).await;
    let (created, bot) = make_bot(&world, &owner, "Robo").await;
    let host = Person::arrive(address).await;
    let open = CreateTable {
        bots: Some(true),
        ..over_days(Preset::BLOCK.rules())
    };
    let mut table = sit_down_at(address, &open, vec![host, bot]).await;
    drop(table.players.pop());
    let path = format!("/api/bots/{}", created.bot.id);
    let deleted = owner.request(address, "DELETE", &path, "").await;
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    table.players[0]
        .until(|host| names(host, table.id)[1].is_none())
        .await;
}

#[tokio::test]
async fn a_person_who_is_kept_out_takes_no_part_and_may_come_back_later() {
    let world = World::new().await;
    let address = world.address;
    let mut moderation = Moderation::of(&world).await;
    let (max, _) = keep(address, "Max").await;
    let coming = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    assert_eq!(coming.enter(address, &max).await.status, 200);
    let body = serde_json::to_string(&wanted(TournamentFormat::Swiss)).unwrap();
    let own = organised_by(address, &max, &body).await;
    let guest = Person::arrive(address).await;
    let days = over_days(Preset::BLOCK.rules());
    let mut waiting = sit_down_at(address, &days, vec![guest.clone(), max.clone()]).await;
    let mut playing = sit_down_at(address, &days, vec![guest, max.clone()]).await;
    playing.start().await;
    let mut seeker = max.connect(address).await;
    let seek = ClientMessage::Seek {
        presets: vec!["Quick Draw".to_owned()],
        mixed: true,
        party: None,
        with: None,
    };
    seeker.send(&seek).await;
    let seeking = async |seeker: &mut Client, is_wanted: bool| loop {
        if let ServerMessage::Seeking(seeking) = seeker.receive().await
            && seeking.presets.is_empty() != is_wanted
        {
            break;
        }
    };
    seeking(&mut seeker, true).await;
    moderation.keep_out(&world, &max).await;

    seeking(&mut seeker, false).await;
    assert_eq!(withdrawn(&coming.shown(address).await), [true]);
    assert_eq!(
        own.shown(address).await.head.phase,
        TournamentPhase::CalledOff
    );
    let id = waiting.id;
    waiting.players[0]
        .until(|guest| names(guest, id)[1].is_none())
        .await;
    // The match that was being played goes on.
    let id = playing.id;
    playing.sync().await;
    assert_eq!(playing.players[0].table(id).room.status, Status::Playing);
    assert!(names(&playing.players[0], id)[1].is_some());
    let refused = coming.enter(address, &max).await;
    assert_eq!(refused.status, 403, "{}", refused.body);

    moderation.act(&world, "reopen").await;
    assert_eq!(coming.enter(address, &max).await.status, 200);
    let mut follower = Follower::of(&max, address, coming.id).await;
    follower.until(|state| withdrawn(state) == [false]).await;
}

#[tokio::test]
async fn what_a_server_that_stopped_did_not_end_the_next_one_ends() {
    let world = World::new().await;
    let address = world.address;
    let evening = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    let (ann, _) = keep(address, "Ann").await;
    assert_eq!(evening.enter(address, &ann).await.status, 200);
    let directory = world.stopped().await;
    let database = rusqlite::Connection::open(directory.path().join("boneyard.db")).unwrap();
    // As if the process had been killed after the commit that closed the account.
    let sql = "INSERT INTO departures (player_id, cause, since_ms, due_ms) \
               SELECT player_id, 'closed', ?1, ?1 FROM tournament_players";
    database.execute(sql, [Clock::system().now().0]).unwrap();
    drop(database);
    let world = World::within(directory, &[]).await;
    let mut follower = Follower::of(&evening.organiser, world.address, evening.id).await;
    follower.until(|state| withdrawn(state) == [true]).await;
}

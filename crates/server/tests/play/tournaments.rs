//! Tests of tournaments over real sockets: programs enter, are paired, and play to the end.

use std::net::SocketAddr;

use boneyard_base::{Clock, ManualClock, limits};
use boneyard_protocol::tournament::{
    CreateTournament, DecidedResult, OrganiserAction, ResultSource, TakeOrganiserAction,
    TournamentCreated, TournamentEntries, TournamentFormat, TournamentMatch, TournamentMatches,
    TournamentOwn, TournamentPhase, TournamentState, TournamentsBody,
};
use boneyard_protocol::{
    ClientMessage, ClockRule, ErrorCode, Level, Request, Seed, ServerMessage, Status, TableId,
    TournamentId,
};
use boneyard_rules::Standing;
use boneyard_rules::line::{Options, Preset};
use futures_util::future::join_all;

use crate::client::Client;
use crate::nodes::Cluster;
use crate::person::{Answer, Person};
use crate::ratings::keep;
use crate::world::World;

/// A tournament whose matches are over soon: three tiles in each hand, and one point wins.
pub(crate) fn wanted(format: TournamentFormat) -> CreateTournament {
    let rules = Options {
        hand_size: 3,
        target: 1,
        ..Options::from(*Preset::BLOCK.rules())
    };
    CreateTournament {
        name: "Friday".to_owned(),
        format,
        rounds: (format == TournamentFormat::Swiss).then_some(3),
        cut: None,
        third_place: false,
        pairs: false,
        repeat: None,
        rules: rules.into(),
        clock: ClockRule::PerMove { seconds: 30 },
        time_cap: Some(30),
        boards: None,
        watch_delay_minutes: None,
        minutes: (format == TournamentFormat::Arena).then_some(60),
        starts_ms: Clock::system().now().0 + 3_600_000,
        players_max: 16,
        come_minutes: 5,
        check_in: false,
        listed: true,
        entries: TournamentEntries::Open,
        password: None,
        rated: false,
        computers: None,
        fill_to: None,
    }
}

/// A tournament on a server, and its organiser.
pub(crate) struct Evening {
    pub(crate) organiser: Person,
    pub(crate) id: TournamentId,
    pub(crate) players: Vec<Person>,
}

impl Evening {
    pub(crate) async fn create(address: SocketAddr, wanted: &CreateTournament) -> Self {
        let (organiser, _) = keep(address, "Olga").await;
        Self::create_by(organiser, address, wanted).await
    }

    /// Creates a tournament of an organiser who has an account already.
    pub(crate) async fn create_by(
        organiser: Person,
        address: SocketAddr,
        wanted: &CreateTournament,
    ) -> Self {
        let body = serde_json::to_string(wanted).unwrap();
        let path = "/api/tournaments";
        let answer = organiser.request(address, "POST", path, &body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let created: TournamentCreated = serde_json::from_str(&answer.body).unwrap();
        Self {
            organiser,
            id: created.tournament,
            players: Vec::new(),
        }
    }

    pub(crate) async fn with_players(mut self, address: SocketAddr, count: usize) -> Self {
        for _ in 0..count {
            let player = Person::arrive(address).await;
            let answer = self.enter(address, &player).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            self.players.push(player);
        }
        self
    }

    pub(crate) fn path(&self, part: &str) -> String {
        format!("/api/tournaments/{}{part}", self.id)
    }

    pub(crate) async fn enter(&self, address: SocketAddr, player: &Person) -> Answer {
        let path = self.path("/entry");
        player.request(address, "PUT", &path, "{}").await
    }

    pub(crate) async fn act(&self, address: SocketAddr, wanted: &TakeOrganiserAction) {
        let body = serde_json::to_string(wanted).unwrap();
        let path = self.path("/actions");
        let answer = self.organiser.request(address, "POST", &path, &body).await;
        assert_eq!(answer.status, 204, "{}", answer.body);
    }

    pub(crate) async fn get(&self, address: SocketAddr, part: &str) -> Answer {
        let path = self.path(part);
        self.organiser.request(address, "GET", &path, "").await
    }

    pub(crate) async fn shown(&self, address: SocketAddr) -> TournamentState {
        let answer = self.get(address, "").await;
        serde_json::from_str(&answer.body).unwrap()
    }

    pub(crate) async fn matches(&self, address: SocketAddr) -> Vec<TournamentMatch> {
        let mut all = Vec::new();
        for page in 0.. {
            let answer = self.get(address, &format!("/matches?page={page}")).await;
            let some: TournamentMatches = serde_json::from_str(&answer.body).unwrap();
            all.extend(some.matches);
            if !some.more {
                break;
            }
        }
        all
    }

    pub(crate) async fn own(&self, address: SocketAddr, player: &Person) -> TournamentOwn {
        let path = self.path("/own");
        let answer = player.request(address, "GET", &path, "").await;
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Lets all players play, each at one of these servers in turn, until `is_done` or the servers stop.
    pub(crate) async fn play(
        &self,
        addresses: &[SocketAddr],
        is_done: fn(&TournamentState) -> bool,
    ) {
        let players = self.players.iter().zip(addresses.iter().cycle());
        let playing = players.map(|(player, &address)| play(player, address, self.id, is_done));
        join_all(playing).await;
    }
}

/// What a program knows of the tournament that it follows.
pub(crate) struct Follower {
    pub(crate) client: Client,
    pub(crate) state: Option<TournamentState>,
    pub(crate) own: Option<TournamentOwn>,
}

impl Follower {
    pub(crate) async fn of(person: &Person, address: SocketAddr, id: TournamentId) -> Self {
        let mut client = person.connect(address).await;
        client.send(&follow(id)).await;
        Self {
            client,
            state: None,
            own: None,
        }
    }

    /// Receives a message; `None` if the connection has ended.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        let message = self.client.try_receive().await.ok()?;
        match &message {
            ServerMessage::Tournament(state) => self.state = Some((**state).clone()),
            ServerMessage::TournamentChanged(change) => {
                let state = self.state.as_mut().expect("the tournament came first");
                assert_eq!(change.since, state.v, "a change is missing");
                let is_arena = change.head.format == TournamentFormat::Arena;
                if change.head.round != state.head.round && !is_arena {
                    state.matches.clear();
                }
                for entrant in &change.entrants {
                    let at = entrant.n as usize - 1;
                    if at == state.entrants.len() {
                        state.entrants.push(entrant.clone());
                    }
                    state.entrants[at] = entrant.clone();
                }
                for one in &change.matches {
                    let is_same =
                        |of: &TournamentMatch| (of.round, of.number) == (one.round, one.number);
                    match state.matches.iter_mut().find(|of| is_same(of)) {
                        Some(known) => *known = one.clone(),
                        None => state.matches.push(one.clone()),
                    }
                }
                state.head = change.head.clone();
                state.v = change.v;
            }
            ServerMessage::TournamentOwn(own) => self.own = Some(own.clone()),
            _ => {}
        }
        Some(message)
    }

    pub(crate) async fn until(
        &mut self,
        is_so: impl Fn(&TournamentState) -> bool,
    ) -> &TournamentState {
        while !self.state.as_ref().is_some_and(&is_so) {
            self.receive().await.expect("the server goes on");
        }
        self.state.as_ref().unwrap()
    }
}

fn follow(tournament: TournamentId) -> ClientMessage {
    let follow = true;
    ClientMessage::Tournament { tournament, follow }
}

/// Plays in a tournament like a program: opens the table of each match at once, and plays the first tile that
/// fits.
async fn play(
    person: &Person,
    address: SocketAddr,
    id: TournamentId,
    is_done: fn(&TournamentState) -> bool,
) {
    let mut follower = Follower::of(person, address, id).await;
    let mut opened: Option<TableId> = None;
    let mut done = None;
    loop {
        if follower.receive().await.is_none() || follower.state.as_ref().is_some_and(is_done) {
            return;
        }
        let wanted = follower.own.as_ref().and_then(|own| own.table);
        let client = &mut follower.client;
        if let Some(table) = wanted
            && opened != Some(table)
        {
            opened = Some(table);
            let open = ClientMessage::Open {
                table,
                invite: None,
                since: None,
                preview: None,
                replay: None,
            };
            client.send(&open).await;
        }
        let Some(table) = opened.filter(|table| client.tables.contains_key(table)) else {
            continue;
        };
        // The same step is taken once, also if a message comes that doesn't concern it.
        let next = next_step(client, table);
        if let Some((step, request)) = next
            && done.as_ref() != Some(&step)
        {
            done = Some(step);
            client.send(&request.at(table)).await;
        }
    }
}

/// The next step of a program at a table, with what makes it another step than the last one.
pub(crate) fn next_step(client: &Client, table: TableId) -> Option<((TableId, u8, u32), Request)> {
    let seed = Seed::from([7; 32]);
    let known = client.table(table);
    let match_number = known.room.fairness.match_number;
    if known.room.fairness.revealing {
        let reveal = Request::Reveal { match_number, seed };
        return Some(((table, 1, 0), reveal));
    }
    match known.room.status {
        Status::Open => {
            let commit = Request::Commit {
                match_number,
                commitment: seed.commitment(),
                head: None,
            };
            Some(((table, 0, 0), commit))
        }
        Status::Over => None,
        Status::Playing => {
            let Standing {
                ply, round, turn, ..
            } = *client.standing(table);
            match turn {
                None => Some(((table, 3, round.into()), Request::Next)),
                Some(_) if turn == client.seat(table) => {
                    let chosen = *client.moves(table).first()?;
                    Some(((table, 2, ply), Request::Move { ply, chosen }))
                }
                Some(_) => None,
            }
        }
    }
}

pub(crate) fn has_ended(state: &TournamentState) -> bool {
    state.head.phase == TournamentPhase::Ended
}

fn is_in_second_round(state: &TournamentState) -> bool {
    state.head.round == 2
}

/// The number of tables that were ever opened on a server with SQLite.
pub(crate) fn tables_on(world: &World) -> usize {
    let file = world.directory.path().join("boneyard.db");
    let database = rusqlite::Connection::open(file).unwrap();
    let count = database.query_row("SELECT COUNT(*) FROM tables", [], |row| {
        row.get::<_, i64>(0)
    });
    usize::try_from(count.unwrap()).unwrap()
}

#[tokio::test]
async fn a_swiss_of_eight_is_played_to_the_end_with_a_restart_in_between() {
    let world = World::new().await;
    let evening = Evening::create(world.address, &wanted(TournamentFormat::Swiss)).await;
    let evening = evening.with_players(world.address, 8).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], is_in_second_round).await;
    let before = evening.matches(world.address).await;

    let world = world.restarted().await;
    let after = evening.matches(world.address).await;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.sides, after.sides);
        assert!(before.result.is_none() || before.result == after.result);
    }
    evening.play(&[world.address], has_ended).await;

    let all = evening.matches(world.address).await;
    assert_eq!(all.len(), 3 * 4);
    assert!(all.iter().all(|one| {
        let result = one.result.as_ref().unwrap();
        result.source == ResultSource::Played
    }));
    assert_eq!(tables_on(&world), all.len(), "each match has one table");
    let shown = evening.shown(world.address).await;
    let points: u32 = shown.entrants.iter().map(|entrant| entrant.points).sum();
    assert_eq!(points, 2 * 12);
    let csv = evening.get(world.address, "/results.csv").await;
    assert_eq!(csv.body.lines().count(), 9);
    assert!(csv.body.lines().nth(1).unwrap().starts_with("1,"));
    let calendar = evening.get(world.address, "/calendar.ics").await;
    assert!(
        calendar.body.contains("\r\nSUMMARY:Friday\r\n"),
        "{}",
        calendar.body
    );
    // The preview of a link says what was played, and when.
    let path = format!("/e/{}", evening.id);
    let german = "Accept-Language: de\r\n";
    let page = crate::person::request(world.address, "GET", &path, german, "").await;
    let page = page.unwrap().body;
    assert!(page.contains("<title>Friday</title>"), "{page}");
    let (_, described) = page
        .split_once("og:description\" content=\"Begann 20")
        .unwrap();
    assert!(
        described
            .split_once(" UTC: ")
            .unwrap()
            .1
            .starts_with("Block"),
        "{page}"
    );
    let list = evening
        .organiser
        .request(world.address, "GET", "/api/tournaments", "");
    let list: TournamentsBody = serde_json::from_str(&list.await.body).unwrap();
    let ids = |list: &[boneyard_protocol::tournament::ListedTournament]| {
        list.iter().map(|one| one.tournament).collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(&list.ended), ids(&list.own)),
        (vec![evening.id], vec![evening.id])
    );
}

#[tokio::test]
async fn a_knockout_of_five_is_played_to_the_end_with_a_restart_in_between() {
    let world = World::new().await;
    let evening = Evening::create(world.address, &wanted(TournamentFormat::Knockout)).await;
    let evening = evening.with_players(world.address, 5).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], is_in_second_round).await;
    let world = world.restarted().await;
    evening.play(&[world.address], has_ended).await;
    let all = evening.matches(world.address).await;
    let played = all.iter().filter(|one| one.sides.len() == 2);
    assert_eq!(played.count(), 4, "each match puts one of five out");
    let shown = evening.shown(world.address).await;
    let first = shown.entrants.iter().filter(|one| one.place == Some(1));
    assert_eq!(first.count(), 1);
    assert_eq!(tables_on(&world), 4);
}

#[tokio::test]
async fn two_nodes_make_no_match_twice() {
    let cluster = Cluster::of(2).await;
    let addresses = [cluster.nodes[0].address, cluster.nodes[1].address];
    let evening = Evening::create(addresses[0], &wanted(TournamentFormat::Swiss)).await;
    let mut evening = evening.with_players(addresses[0], 4).await;
    for _ in 0..4 {
        let player = Person::arrive(addresses[1]).await;
        let mut answer = evening.enter(addresses[1], &player).await;
        while answer.status == 404 {
            answer = evening.enter(addresses[1], &player).await;
        }
        assert_eq!(answer.status, 200, "{}", answer.body);
        evening.players.push(player);
    }
    evening
        .act(addresses[1], &OrganiserAction::Start.alone())
        .await;
    evening.play(&addresses, has_ended).await;
    let all = evening.matches(addresses[0]).await;
    assert_eq!(all.len(), 3 * 4);
    let database = cluster.database.clone();
    let count = tokio::task::spawn_blocking(move || {
        let mut client = postgres::Client::connect(&database, postgres::NoTls).unwrap();
        let row = client
            .query_one("SELECT COUNT(*) FROM tables", &[])
            .unwrap();
        row.get::<_, i64>(0)
    });
    assert_eq!(count.await.unwrap(), 12);
}

/// A tournament of two players whose first round is paired, by a clock that the test moves.
async fn begun(clock: &Clock) -> (World, Evening) {
    let world = World::by(clock.clone(), &[]).await;
    let wanted = CreateTournament {
        starts_ms: clock.now().0,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 2).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    (world, evening)
}

pub(crate) fn by_hand() -> (Clock, ManualClock) {
    Clock::manual(Clock::system().now())
}

#[tokio::test]
async fn each_connection_of_a_player_is_told_of_the_next_match() {
    let (clock, _) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let address = world.address;
    let wanted = CreateTournament {
        starts_ms: clock.now().0 + 3_600_000,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(address, &wanted).await;
    let evening = evening.with_players(address, 2).await;
    let ann = &evening.players[0];
    // One page shows the tournament, and two show something else.
    let mut follower = Follower::of(ann, address, evening.id).await;
    while follower.own.is_none() {
        follower.receive().await.unwrap();
    }
    let mut others = [ann.connect(address).await, ann.connect(address).await];
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let table = |own: &TournamentOwn| own.table.filter(|_| own.tournament == evening.id);
    while follower.own.as_ref().and_then(table).is_none() {
        follower.receive().await.unwrap();
    }
    for other in &mut others {
        let told = loop {
            if let ServerMessage::TournamentOwn(own) = other.receive().await {
                break table(&own);
            }
        };
        assert_eq!(told, follower.own.as_ref().and_then(table));
    }
}

#[tokio::test]
async fn a_player_who_does_not_come_in_time_loses_the_match() {
    let (clock, hand) = by_hand();
    let (world, evening) = begun(&clock).await;
    let mut ann = Follower::of(&evening.players[0], world.address, evening.id).await;
    while ann.own.as_ref().is_none_or(|own| own.table.is_none()) {
        ann.receive().await.unwrap();
    }
    let table = ann.own.as_ref().and_then(|own| own.table).unwrap();
    ann.client.open(table, None).await;
    let room = &ann.client.table(table).room;
    let place = room.tournament.as_ref().unwrap();
    assert_eq!((place.id, room.time_cap), (evening.id, Some(30)));
    assert_eq!((place.name.as_str(), place.round), ("Friday", Some(1)));
    // The seat is kept: it can't be left, and nobody else sits down.
    let leave = Request::Leave.at(table);
    assert_eq!(ann.client.refused(&leave).await, ErrorCode::NotNow);
    let (_, commit) = next_step(&ann.client, table).unwrap();
    ann.client.send(&commit.at(table)).await;
    ann.client
        .until(|ann| {
            let seat = ann.seat(table).unwrap();
            ann.table(table).room.seats[seat].as_ref().unwrap().ready
        })
        .await;
    hand.advance_ms(5 * 60_000);
    let state = ann.until(|state| {
        state.head.round == 1 && state.matches.iter().all(|one| one.result.is_some())
            || state.head.round == 2
    });
    assert!(state.await.head.round >= 1);
    let first = evening.matches(world.address).await.swap_remove(0);
    let result = first.result.unwrap();
    assert_eq!(result.source, ResultSource::Forfeited);
    let winner = first.sides[usize::from(result.winner.unwrap())].clone();
    assert_eq!(winner, [ann.own.unwrap().entrant.unwrap()]);
}

#[tokio::test]
async fn an_organiser_pauses_decides_corrects_and_goes_on() {
    let (clock, _) = by_hand();
    let (world, evening) = begun(&clock).await;
    let address = world.address;
    let mut ann = Follower::of(&evening.players[0], address, evening.id).await;
    ann.until(|state| state.head.round == 1).await;
    evening.act(address, &OrganiserAction::Pause.alone()).await;
    let decide = |result| TakeOrganiserAction {
        round: Some(1),
        number: Some(1),
        result: Some(result),
        note: Some("The wrong one was written down.".to_owned()),
        ..OrganiserAction::Result.alone()
    };
    evening.act(address, &decide(DecidedResult::First)).await;
    evening.act(address, &decide(DecidedResult::Second)).await;
    let corrected = ann.until(|state| {
        let result = state.matches[0].result.as_ref();
        result.is_some_and(|result| result.winner == Some(1))
    });
    let corrected = corrected.await;
    assert!(corrected.head.paused);
    assert_eq!(corrected.head.round, 1, "nothing is paired in a pause");
    let result = corrected.matches[0].result.as_ref().unwrap();
    assert_eq!(
        result.note.as_deref(),
        Some("The wrong one was written down.")
    );
    evening.act(address, &OrganiserAction::Resume.alone()).await;
    ann.until(|state| state.head.round == 2).await;
    // A player who withdraws leaves the other one alone, and the tournament ends.
    let path = evening.path("/entry");
    let answer = evening.players[1]
        .request(address, "DELETE", &path, "")
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    ann.until(has_ended).await;
    let own = evening.own(address, &evening.players[1]).await;
    assert_eq!((own.entrant, own.table), (None, None));
}

#[tokio::test]
async fn computer_players_fill_an_evening_of_one_person() {
    let world = World::new().await;
    let wanted = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(8),
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 1).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], has_ended).await;
    let shown = evening.shown(world.address).await;
    let computers = shown.entrants.iter().filter(|one| one.computer.is_some());
    assert_eq!(computers.count(), 7);
    assert_eq!(evening.matches(world.address).await.len(), 12);
    assert_eq!(tables_on(&world), 3, "only a person needs a table");
}

#[tokio::test]
async fn who_joins_a_hundred_times_or_acts_for_others_changes_nothing() {
    let world = World::new().await;
    let address = world.address;
    let secret = CreateTournament {
        password: Some("double six".to_owned()),
        ..wanted(TournamentFormat::Swiss)
    };
    let guarded = Evening::create(address, &secret).await;
    let stranger = Person::arrive(address).await;
    // Passwords can't be guessed: after a few wrong ones, also the right one is refused for a while.
    let path = guarded.path("/entry");
    let mut refused = Vec::new();
    for guess in 0..10 {
        let body = format!(r#"{{"password":"{guess}"}}"#);
        refused.push(stranger.request(address, "PUT", &path, &body).await.status);
    }
    assert!(
        refused.iter().all(|&status| status == 422 || status == 429),
        "{refused:?}"
    );
    assert_eq!(refused.last(), Some(&429));

    let (guest, body) = (
        Person::arrive(address).await,
        serde_json::to_string(&secret).unwrap(),
    );
    let created = guest
        .request(address, "POST", "/api/tournaments", &body)
        .await;
    assert_eq!(created.status, 403, "an organiser needs an account");

    // What is refused for another reason doesn't count among the tournaments that one may make.
    let organiser = &guarded.organiser;
    let past = CreateTournament {
        starts_ms: 1,
        ..wanted(TournamentFormat::Swiss)
    };
    let past = serde_json::to_string(&past).unwrap();
    for _ in 0..30 {
        let refused = organiser.request(address, "POST", "/api/tournaments", &past);
        assert_eq!(refused.await.status, 422);
    }
    let body = serde_json::to_string(&wanted(TournamentFormat::Swiss)).unwrap();
    let created = organiser
        .request(address, "POST", "/api/tournaments", &body)
        .await;
    let created: TournamentCreated = serde_json::from_str(&created.body).unwrap();
    let open = Evening {
        organiser: organiser.clone(),
        id: created.tournament,
        players: Vec::new(),
    };
    let mut statuses = Vec::new();
    for _ in 0..100 {
        statuses.push(open.enter(address, &stranger).await.status);
    }
    assert!(statuses.contains(&429), "entering has a bound");
    let mut ann = Follower::of(&guest, address, open.id).await;
    let shown = ann.until(|state| state.head.players == 1).await;
    assert_eq!(shown.entrants.len(), 1);

    // Another visitor can't act as the organiser, nor speak for a player.
    for (method, part, body) in [
        ("POST", "/actions", r#"{"action":"start"}"#),
        ("POST", "/actions", r#"{"action":"withdraw","entrant":1}"#),
        ("DELETE", "/entry", ""),
        ("PUT", "/check-in", ""),
    ] {
        let answer = guest.request(address, method, &open.path(part), body).await;
        assert!(
            [403, 404].contains(&answer.status),
            "{part}: {}",
            answer.body
        );
    }
    // A client that asks for the standings again and again gets the same message, and the others go on.
    for _ in 0..200 {
        ann.client.send(&follow(open.id)).await;
    }
    for _ in 0..200 {
        while !matches!(ann.receive().await.unwrap(), ServerMessage::Tournament(_)) {}
    }
    let unknown = ClientMessage::Tournament {
        tournament: TournamentId::random(),
        follow: true,
    };
    assert_eq!(ann.client.refused(&unknown).await, ErrorCode::NotFound);
    for _ in 0..limits::OPEN_TOURNAMENTS.visitor {
        organiser
            .request(address, "POST", "/api/tournaments", &body)
            .await;
    }
    let more = organiser
        .request(address, "POST", "/api/tournaments", &body)
        .await;
    assert_eq!(more.status, 429, "{}", more.body);
}

#[tokio::test]
async fn players_who_enter_at_once_at_three_nodes_all_take_part() {
    let cluster = Cluster::of(3).await;
    let address = cluster.nodes[0].address;
    let wanted = CreateTournament {
        players_max: 64,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(address, &wanted).await;
    let mut players = Vec::new();
    for node in cluster.nodes.iter().cycle().take(48) {
        players.push((Person::arrive(node.address).await, node.address));
    }
    let entries = players
        .iter()
        .map(|(player, address)| evening.enter(*address, player));
    for answer in join_all(entries).await {
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let mut organiser = Follower::of(&evening.organiser, address, evening.id).await;
    organiser.until(|state| state.head.players == 48).await;
}

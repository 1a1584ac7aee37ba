//! Tests over real sockets of formats in which pairs play, or which have no rounds, and of repetition.

use std::net::SocketAddr;

use boneyard_base::{Clock, limits};
use boneyard_protocol::tournament::{
    CreateTournament, MatchResult, OrganiserAction, TournamentFormat, TournamentMatch,
    TournamentOwn, TournamentPhase, TournamentRepeat, TournamentState, TournamentsBody,
};
use boneyard_rules::Seating;
use boneyard_rules::line::Options;
use futures_util::future::join_all;

use crate::nodes::Cluster;
use crate::person::Person;
use crate::tournaments::{Evening, Follower, by_hand, has_ended, tables_on, wanted};
use crate::world::World;

pub(crate) fn of_partners(format: TournamentFormat) -> CreateTournament {
    let mut wanted = CreateTournament {
        rounds: Some(2),
        ..wanted(format)
    };
    let mut rules = Options::try_from(wanted.rules).unwrap();
    rules.seating = Seating::PARTNERS;
    wanted.rules = rules.into();
    wanted
}

fn is_in_second_round(state: &TournamentState) -> bool {
    state.head.round == 2
}

fn has_results(state: &TournamentState, least: usize) -> bool {
    let results = state.matches.iter().filter(|one| one.result.is_some());
    results.count() >= least
}

/// Whether the organiser has paused an arena, and its matches have ended.
fn is_quiet(state: &TournamentState) -> bool {
    state.head.paused && state.matches.iter().all(|one| one.result.is_some())
}

/// The points of each player of an arena, from the results alone.
fn arena_points(matches: &[TournamentMatch], players: usize) -> Vec<u32> {
    let (mut points, mut streaks) = (vec![0; players], vec![0; players]);
    for one in matches {
        let MatchResult { winner, .. } = one.result.as_ref().unwrap();
        for (side, numbers) in one.sides.iter().enumerate() {
            let player = numbers[0] as usize - 1;
            match winner {
                Some(won) if usize::from(*won) == side => {
                    points[player] += if streaks[player] < 2 { 2 } else { 4 };
                    streaks[player] += 1;
                }
                Some(_) => streaks[player] = 0,
                None => {
                    points[player] += 1;
                    streaks[player] = 0;
                }
            }
        }
    }
    points
}

#[tokio::test]
async fn an_arena_of_four_is_played_until_its_time_is_over_with_a_restart_in_between() {
    let (clock, hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let wanted = CreateTournament {
        starts_ms: clock.now().0,
        ..wanted(TournamentFormat::Arena)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 4).await;
    let act = |address, what: OrganiserAction| {
        let (evening, wanted) = (&evening, what.alone());
        async move { evening.act(address, &wanted).await }
    };
    act(world.address, OrganiserAction::Start).await;
    let some = |state: &TournamentState| has_results(state, 4);
    evening.play(&[world.address], some).await;

    let directory = world.stopped().await;
    let world = World::within_by(directory, &[], clock.clone()).await;
    let more = |state: &TournamentState| has_results(state, 8);
    evening.play(&[world.address], more).await;
    // Nothing is paired in a pause, so all matches end before the clock is moved.
    act(world.address, OrganiserAction::Pause).await;
    evening.play(&[world.address], is_quiet).await;
    let mut watcher = Follower::of(&evening.organiser, world.address, evening.id).await;
    watcher.until(is_quiet).await;
    hand.advance_ms(60 * 60_000);
    watcher.until(has_ended).await;

    let all = evening.matches(world.address).await;
    let shown = evening.shown(world.address).await;
    let points: Vec<u32> = shown.entrants.iter().map(|one| one.points).collect();
    assert_eq!(points, arena_points(&all, 4));
    assert_eq!(tables_on(&world), all.len(), "each match has one table");
    for player in 1..=4 {
        let own = all
            .iter()
            .filter(|one| one.sides.concat().contains(&player));
        let other = own.map(|one| one.sides.concat().into_iter().find(|of| *of != player));
        let others: Vec<_> = other.collect();
        let again = others.windows(2).any(|two| two[0] == two[1]);
        assert!(!again, "{player} meets {others:?}");
    }
}

#[tokio::test]
async fn an_arena_whose_time_is_over_before_its_last_match_ends_with_that_match() {
    let (clock, hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let address = world.address;
    let wanted = CreateTournament {
        starts_ms: clock.now().0,
        minutes: Some(limits::ARENA_MINUTES_MIN),
        ..wanted(TournamentFormat::Arena)
    };
    let evening = Evening::create(address, &wanted).await;
    let evening = evening.with_players(address, 2).await;
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let mut ann = Follower::of(&evening.players[0], address, evening.id).await;
    while ann.own.as_ref().is_none_or(|own| own.table.is_none()) {
        ann.receive().await.unwrap();
    }
    hand.advance_ms(i64::from(limits::ARENA_MINUTES_MIN) * 60_000);
    ann.until(has_ended).await;
    assert_eq!(evening.matches(address).await.len(), 1);
}

#[tokio::test]
async fn players_of_an_arena_who_do_not_come_take_a_break_until_they_come_back() {
    let (clock, hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let address = world.address;
    let wanted = CreateTournament {
        starts_ms: clock.now().0,
        ..wanted(TournamentFormat::Arena)
    };
    let evening = Evening::create(address, &wanted).await;
    let evening = evening.with_players(address, 2).await;
    evening.act(address, &OrganiserAction::Start.alone()).await;
    let mut ann = Follower::of(&evening.players[0], address, evening.id).await;
    while ann.own.as_ref().is_none_or(|own| own.table.is_none()) {
        ann.receive().await.unwrap();
    }
    hand.advance_ms(5 * 60_000);
    ann.until(|state| state.entrants.iter().all(|one| one.away))
        .await;
    for player in &evening.players {
        let path = evening.path("/break");
        let answer = player.request(address, "DELETE", &path, "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let shown = ann.until(|state| state.head.round == 2).await;
    assert!(shown.entrants.iter().all(|one| !one.away));
}

impl Evening {
    /// Two players, of whom the second one takes the first one's invitation.
    async fn with_pair(mut self, address: SocketAddr) -> Self {
        let [first, second] = [Person::arrive(address).await, Person::arrive(address).await];
        let answer = self.enter(address, &first).await;
        let own: TournamentOwn = serde_json::from_str(&answer.body).unwrap();
        let body = serde_json::json!({"partner": own.invite.unwrap()}).to_string();
        let path = self.path("/entry");
        let answer = second.request(address, "PUT", &path, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.players.extend([first, second]);
        self
    }
}

#[tokio::test]
async fn pairs_stay_together_through_a_swiss_with_a_restart_in_between() {
    let world = World::new().await;
    let wanted = CreateTournament {
        pairs: true,
        ..of_partners(TournamentFormat::Swiss)
    };
    let mut evening = Evening::create(world.address, &wanted).await;
    for _ in 0..4 {
        evening = evening.with_pair(world.address).await;
    }
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], is_in_second_round).await;
    let world = world.restarted().await;
    evening.play(&[world.address], has_ended).await;
    let all = evening.matches(world.address).await;
    assert_eq!((all.len(), tables_on(&world)), (4, 4));
    let pairs = [vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8]];
    assert!(
        all.iter()
            .flat_map(|one| &one.sides)
            .all(|side| pairs.contains(side))
    );
    let shown = evening.shown(world.address).await;
    for pair in shown.entrants.chunks_exact(2) {
        assert_eq!(pair[0].partner, Some(pair[1].n));
        assert_eq!(
            (pair[0].place, pair[0].points),
            (pair[1].place, pair[1].points)
        );
    }
}

#[tokio::test]
async fn partners_change_in_each_round_of_an_individual_tournament() {
    let world = World::new().await;
    let wanted = of_partners(TournamentFormat::Individual);
    let evening = Evening::create(world.address, &wanted).await;
    let evening = evening.with_players(world.address, 4).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], is_in_second_round).await;
    let world = world.restarted().await;
    evening.play(&[world.address], has_ended).await;
    let all = evening.matches(world.address).await;
    let mut sides: Vec<Vec<u32>> = all.iter().flat_map(|one| one.sides.clone()).collect();
    for side in &mut sides {
        side.sort_unstable();
    }
    sides.sort();
    sides.dedup();
    assert_eq!(
        sides.len(),
        4,
        "two rounds of two sides, all of them different"
    );
}

#[tokio::test]
async fn two_nodes_create_the_tournament_of_the_next_week_once() {
    let cluster = Cluster::of(2).await;
    let addresses = [cluster.nodes[0].address, cluster.nodes[1].address];
    let wanted = CreateTournament {
        repeat: Some(TournamentRepeat {
            days: 7,
            zone: "UTC".to_owned(),
            more: 1,
        }),
        starts_ms: Clock::system().now().0 + 3_600_000,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(addresses[0], &wanted).await;
    let body = serde_json::to_string(&OrganiserAction::Start.alone()).unwrap();
    let path = evening.path("/actions");
    // A start that is refused creates nothing.
    let early = evening
        .organiser
        .request(addresses[0], "POST", &path, &body);
    assert_ne!(early.await.status, 204, "nobody takes part");
    let list = evening
        .organiser
        .request(addresses[0], "GET", "/api/tournaments", "");
    let list: TournamentsBody = serde_json::from_str(&list.await.body).unwrap();
    assert_eq!(list.own.len(), 1);
    let evening = evening.with_players(addresses[0], 2).await;
    let started = addresses.map(|address| {
        let (path, body) = (path.clone(), body.clone());
        let organiser = evening.organiser.clone();
        async move { organiser.request(address, "POST", &path, &body).await }
    });
    let started = join_all(started).await;
    let begun = started.iter().filter(|answer| answer.status == 204).count();
    assert_eq!(begun, 1, "it begins once");
    let mut watcher = Follower::of(&evening.organiser, addresses[0], evening.id).await;
    let shown = watcher.until(|state| state.head.next.is_some()).await;
    let next = Evening {
        id: shown.head.next.unwrap(),
        organiser: evening.organiser.clone(),
        players: Vec::new(),
    };
    for address in addresses {
        let head = next.shown(address).await.head;
        assert_eq!(head.phase, TournamentPhase::Coming);
        assert_eq!(head.starts_ms, wanted.starts_ms + 7 * 24 * 3_600_000);
        assert_eq!(head.repeat, None, "it is the last one");
    }
    let database = cluster.database.clone();
    let count = tokio::task::spawn_blocking(move || {
        let mut client = postgres::Client::connect(&database, postgres::NoTls).unwrap();
        let row = client
            .query_one("SELECT COUNT(*) FROM tournaments", &[])
            .unwrap();
        row.get::<_, i64>(0)
    });
    assert_eq!(count.await.unwrap(), 2);
}

//! Tests over real sockets of visitors with several cookies, whose networks a trusted proxy tells.

use boneyard_protocol::tournament::{
    CreateTournament, OrganiserAction, TakeOrganiserAction, TournamentEntries, TournamentFormat,
    TournamentOwn,
};

use crate::person::{Answer, Person, request};
use crate::ratings::keep;
use crate::tournaments::{Evening, Follower, wanted};
use crate::world::World;

const PROXY: [&str; 2] = ["--trusted-proxy", "127.0.0.0/8"];

/// Two networks of the documentation.
const ONE: &str = "203.0.113";
const OTHER: &str = "198.51.100";

async fn enter_from(evening: &Evening, world: &World, player: &Person, from: &str) -> Answer {
    let headers = format!("Cookie: {}\r\nX-Forwarded-For: {from}\r\n", player.cookie);
    let path = evening.path("/entry");
    let entered = request(world.address, "PUT", &path, &headers, "{}");
    entered.await.unwrap()
}

#[tokio::test]
async fn a_visitor_with_many_cookies_does_not_fill_an_evening_and_is_withdrawn_at_once() {
    let world = World::with(&PROXY).await;
    let wanted = CreateTournament {
        players_max: 64,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let mut own = None;
    for cookie in 1..=12 {
        let ghost = Person::arrive(world.address).await;
        let from = format!("{ONE}.{cookie}");
        let answer = enter_from(&evening, &world, &ghost, &from).await;
        if cookie <= 8 {
            assert_eq!(answer.status, 200, "{}", answer.body);
            own = Some(answer.body);
        } else {
            assert_eq!(answer.status, 409, "{}", answer.body);
            assert!(answer.body.contains("network_full"), "{}", answer.body);
        }
    }
    let own: TournamentOwn = serde_json::from_str(&own.unwrap()).unwrap();
    assert!(own.networks.is_empty(), "players don't see networks");
    let guest = Person::arrive(world.address).await;
    let answer = enter_from(&evening, &world, &guest, &format!("{OTHER}.1")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);

    let seen = evening.own(world.address, &evening.organiser).await;
    assert_eq!(seen.networks, [(1..=8).collect::<Vec<u32>>()]);
    let withdraw = TakeOrganiserAction {
        entrant: Some(5),
        ..OrganiserAction::WithdrawNetwork.alone()
    };
    evening.act(world.address, &withdraw).await;
    assert_eq!(evening.shown(world.address).await.head.players, 1);
    let seen = evening.own(world.address, &evening.organiser).await;
    assert!(seen.networks.is_empty());
}

#[tokio::test]
async fn a_new_account_is_not_known() {
    let world = World::new().await;
    let wanted = CreateTournament {
        entries: TournamentEntries::Known,
        ..wanted(TournamentFormat::Swiss)
    };
    let evening = Evening::create(world.address, &wanted).await;
    let guest = Person::arrive(world.address).await;
    let (account, _) = keep(world.address, "Ada").await;
    for (visitor, code) in [(guest, "only_kept"), (account, "only_known")] {
        let answer = evening.enter(world.address, &visitor).await;
        assert_eq!(answer.status, 403, "{}", answer.body);
        assert!(answer.body.contains(code), "{}", answer.body);
    }
}

#[tokio::test]
async fn accounts_of_one_network_are_not_rated_against_each_other() {
    for (from, is_rated) in [(ONE, false), (OTHER, true)] {
        for entries in [TournamentEntries::Open, TournamentEntries::Hall] {
            let world = World::with(&PROXY).await;
            let preset = boneyard_rules::line::Preset::BLOCK.rules();
            let wanted = CreateTournament {
                rated: true,
                rules: (*preset).into(),
                time_cap: None,
                entries,
                ..wanted(TournamentFormat::Knockout)
            };
            let evening = Evening::create(world.address, &wanted).await;
            let (ada, _) = keep(world.address, "Ada").await;
            let (bea, _) = keep(world.address, "Bea").await;
            for (player, from) in [(&ada, ONE), (&bea, from)] {
                let from = format!("{from}.7");
                let answer = enter_from(&evening, &world, player, &from).await;
                assert_eq!(answer.status, 200, "{}", answer.body);
            }
            let start = OrganiserAction::Start.alone();
            evening.act(world.address, &start).await;
            let mut follower = Follower::of(&ada, world.address, evening.id).await;
            while follower.own.as_ref().is_none_or(|own| own.table.is_none()) {
                follower.receive().await.unwrap();
            }
            let table = follower.own.as_ref().and_then(|own| own.table).unwrap();
            follower.client.open(table, None).await;
            let room = &follower.client.table(table).room;
            assert_eq!(room.rated, is_rated, "{from} {entries:?}");
        }
    }
}

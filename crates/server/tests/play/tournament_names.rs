//! Tests of the names in tournaments: who deletes a name is no longer read there.

use boneyard_protocol::tournament::{
    OrganiserAction, TournamentFormat, TournamentPhase, TournamentState,
};

use crate::nodes::Cluster;
use crate::person::Person;
use crate::ratings::keep;
use crate::tournaments::{Evening, Follower, wanted};
use crate::world::World;

fn names(state: &TournamentState) -> Vec<&str> {
    let entrants = state.entrants.iter();
    entrants.map(|entrant| entrant.name.as_str()).collect()
}

async fn delete_name(world: &World, player: &Person) {
    let path = "/api/me/records/name";
    let answer = player.request(world.address, "DELETE", path, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[tokio::test]
async fn a_name_is_deleted_from_the_tournaments_that_have_ended() {
    let world = World::new().await;
    let address = world.address;
    let ended = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    let (ann, _) = keep(address, "Ann").await;
    let (ben, _) = keep(address, "Ben").await;
    for player in [&ann, &ben] {
        let answer = ended.enter(address, player).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let entry = ended.path("/entry");
    delete_name(&world, &ann).await;
    let mut follower = Follower::of(&ended.organiser, address, ended.id).await;
    follower.until(|state| names(state) == ["Ann", "Ben"]).await;

    ended.act(address, &OrganiserAction::CallOff.alone()).await;
    delete_name(&world, &ann).await;
    assert_eq!(names(&ended.shown(address).await), ["", "Ben"]);
    delete_name(&world, &ended.organiser).await;
    let shown = ended.shown(address).await;
    assert_eq!((shown.head.organiser.as_str(), shown.v), ("", 6));
    // Nothing is left to delete.
    delete_name(&world, &ann).await;
    let list = ann.request(address, "GET", "/api/tournaments", "").await;
    assert!(!list.body.contains("Olga"), "{}", list.body);
    let refused = ann.request(address, "PUT", &entry, "{}").await;
    assert_eq!(refused.status, 409, "{}", refused.body);

    let world = world.restarted().await;
    assert_eq!(names(&ended.shown(world.address).await), ["", "Ben"]);
}

#[tokio::test]
async fn who_follows_an_ended_tournament_at_another_node_reads_a_deleted_name_no_longer() {
    let cluster = Cluster::of(2).await;
    let [here, there] = &cluster.nodes[..] else {
        panic!("two nodes");
    };
    let evening = Evening::create(here.address, &wanted(TournamentFormat::Swiss)).await;
    let (ann, _) = keep(here.address, "Ann").await;
    let answer = evening.enter(here.address, &ann).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let call_off = OrganiserAction::CallOff.alone();
    evening.act(here.address, &call_off).await;
    // The followers keep the tournament in the memory of both nodes.
    let mut followers = Vec::new();
    for node in &cluster.nodes {
        let mut follower = Follower::of(&evening.organiser, node.address, evening.id).await;
        let is_over = |state: &TournamentState| state.head.phase == TournamentPhase::CalledOff;
        follower.until(is_over).await;
        followers.push(follower);
    }
    delete_name(here, &ann).await;
    delete_name(there, &evening.organiser).await;
    for follower in &mut followers {
        let is_deleted = |state: &TournamentState| state.head.organiser.is_empty();
        let state = follower.until(is_deleted).await;
        assert_eq!(names(state), [""]);
    }
}

#[tokio::test]
async fn the_name_of_a_closed_account_is_deleted_from_every_tournament() {
    let world = World::new().await;
    let address = world.address;
    let evening = Evening::create(address, &wanted(TournamentFormat::Swiss)).await;
    let (ann, _) = keep(address, "Ann").await;
    let answer = evening.enter(address, &ann).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let export = ann.request(address, "GET", "/api/account/export", "").await;
    assert!(export.body.contains(&evening.id.to_string()));
    let close = async |typed: &str| {
        let body = format!(r#"{{"name":"{typed}"}}"#);
        ann.request(address, "DELETE", "/api/account", &body).await
    };
    assert_eq!(close("Ben").await.status, 422);
    let mut follower = Follower::of(&evening.organiser, address, evening.id).await;
    follower.until(|state| names(state) == ["Ann"]).await;
    assert_eq!(close("Ann").await.status, 204);
    follower.until(|state| names(state) == [""]).await;
}

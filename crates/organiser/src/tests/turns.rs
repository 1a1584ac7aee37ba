//! Long work for one tournament, beside that for others.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::Ordering;

use boneyard_base::Work;
use boneyard_bot::Level;
use boneyard_protocol::tournament::{CreateTournament, TournamentFormat};
use tokio::time::timeout;

use super::panics::{Evenings, PATIENCE};
use super::wanted;
use crate::rounds::Task;

/// Many tournaments of strong computer players keep neither a visitor nor another tournament waiting, however few threads
/// there are.
#[tokio::test]
async fn matches_of_computer_players_keep_nothing_else_waiting() {
    let evenings = Evenings::new().await;
    let long = CreateTournament {
        computers: Some(Level::Expert),
        fill_to: Some(64),
        players_max: 64,
        rules: "Draw 1000".parse::<boneyard_rules::Rules>().unwrap().into(),
        ..wanted(TournamentFormat::Swiss)
    };
    let mut busy = Vec::new();
    for _ in 0..3 {
        busy.push(evenings.create_as(&long).await);
    }
    let other = evenings.create_as(&wanted(TournamentFormat::Swiss)).await;
    evenings.hand.advance_ms(3_600_000);
    let play = async {
        while !busy.iter().all(|live| live.plays.load(Ordering::Acquire)) {
            for live in &busy {
                evenings.organiser.look_after(live).await;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, play).await.unwrap();

    let plays = || busy.iter().all(|live| live.plays.load(Ordering::Acquire));
    let visitor = Work::Request(IpAddr::from(Ipv4Addr::LOCALHOST).into());
    for _ in 0..3 {
        let turns = &evenings.organiser.inner.turns;
        timeout(PATIENCE, turns.run(visitor, || ()))
            .await
            .unwrap()
            .unwrap();
        let paired = evenings.organiser.turn(&other, Task::Pairing, |_| ());
        timeout(PATIENCE, paired).await.unwrap().unwrap();
        assert!(
            plays(),
            "both had their turns before the matches were played"
        );
    }
}

//! Tests of the analysis of a finished match.

use boneyard_protocol::record::Record;
use boneyard_rules::line::Preset;

use crate::records::{analysis_of, get, play, short};
use crate::world::{World, public};

#[tokio::test]
async fn a_finished_match_is_analysed_for_everybody_who_knows_its_record() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 60);
    let mut table = world.table(&public(rules)).await;
    let id = play(&mut table, 5).await;
    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();

    let found = analysis_of(&world, &record).await;
    assert_eq!(found.len(), record.transcript.matches(" plays ").count());
    for moved in &found {
        let is_judged = moved.chance > 0 || moved.stake > 0;
        assert!(moved.choices > 1 || !is_judged);
        if moved.best == moved.played {
            assert_eq!(moved.cost, 0);
        }
        assert!(moved.cost <= moved.chance && moved.cost <= moved.stake);
    }
    // The players play at random, so some moves must have a cost.
    assert!(
        found.iter().any(|moved| moved.cost > 0),
        "no move has cost anything"
    );
}

#[tokio::test]
async fn a_match_without_a_record_is_not_analysed() {
    let world = World::new().await;
    let path = format!("/api/m/{}/analysis", "0".repeat(32));
    assert_eq!(get(&world, &path).await.status, 404);
}

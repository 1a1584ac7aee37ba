//! Tests of a visitor's own matches: they can be listed and exported, and the visitor's name can be removed.

use boneyard_protocol::Access;
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{Matches, Record};
use boneyard_rules::line::Preset;
use serde_json::json;

use super::kept::{lose_all_records, open, unsigned};
use super::{ask, get, matches_of, play, short};
use crate::person::{Person, request};
use crate::world::{World, public};

#[tokio::test]
async fn a_player_finds_only_their_own_matches() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 30);
    let mut table = world.table(&public(rules)).await;
    let first = play(&mut table, 4).await;
    let second = play(&mut table, 5).await;
    assert_ne!(first, second);
    let block = short(Preset::BLOCK.rules(), 20);
    let link = CreateTable {
        access: Access::Link,
        ..public(block)
    };
    let mut other = world.table(&link).await;
    let hidden = play(&mut other, 6).await;

    let (ada, ben) = (&table.people[0], &table.people[1]);
    let ids = |matches: &Matches| matches.matches.iter().map(|one| one.id).collect::<Vec<_>>();
    let all = matches_of(&world, ada, "").await;
    assert_eq!(ids(&all), [second, first], "the latest first");
    assert_eq!(all.before, None);
    for one in &all.matches {
        let own = matches_of(&world, ben, "").await;
        let same = own.matches.iter().find(|other| other.id == one.id).unwrap();
        assert_ne!(one.seat, same.seat);
        assert_eq!(one.figures.points, u32::from(one.scores[one.side.index()]));
        assert_eq!(one.figures.rounds, same.figures.rounds);
        assert!(one.figures.scoring_plays <= one.figures.plays);
        let result = if one.winner == Some(one.side) {
            "won"
        } else {
            "lost"
        };
        let found = matches_of(&world, ada, &format!("?result={result}")).await;
        assert!(ids(&found).contains(&one.id));
    }
    assert!(
        matches_of(&world, ada, "?variant=block")
            .await
            .matches
            .is_empty()
    );
    assert_eq!(matches_of(&world, ada, "?variant=all_fives").await, all);
    assert_eq!(matches_of(&world, ada, "?opponent=GUEST").await, all);
    for nobody in ["?opponent=Nobody", "?opponent=%25x", "?result=undecided"] {
        assert!(
            matches_of(&world, ada, nobody).await.matches.is_empty(),
            "{nobody}"
        );
    }
    let page = format!("?before={}-{second}", all.matches[0].ended_ms);
    assert_eq!(ids(&matches_of(&world, ada, &page).await), [first]);

    // The record of a match at a hidden table is listed for its players, and shown to visitors who have its
    // link.
    assert_eq!(
        ids(&matches_of(&world, &other.people[1], "").await),
        [hidden]
    );
    let page = get(&world, &format!("/m/{hidden}")).await;
    assert_eq!(page.status, 200);
    assert!(page.headers.contains("x-robots-tag: noindex"));

    for wrong in ["?result=maybe", "?before=soon", "?before=1-2"] {
        let path = format!("/api/me/matches{wrong}");
        let answer = ask(world.address, "GET", &path, &ada.cookie, "").await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (422, Some("wrong_fields"))
        );
    }
    for path in ["/api/me/matches", "/api/me/records"] {
        assert_eq!(get(&world, path).await.status, 401, "{path}");
    }
}

#[tokio::test]
async fn all_own_records_come_as_lines() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 15);
    let mut table = world.table(&public(rules)).await;
    let mut played = Vec::new();
    for seed in 0..3 {
        played.push(play(&mut table, seed).await);
    }
    played.reverse();
    let who = &table.people[1].cookie;
    let export = ask(world.address, "GET", "/api/me/records", who, "").await;
    let lines = export.text().lines();
    let records: Vec<Record> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        records.iter().map(|record| record.id).collect::<Vec<_>>(),
        played
    );
    for record in records {
        let alone: Record = get(&world, &format!("/api/m/{}", record.id)).await.read();
        // The head of the log is signed anew with each answer.
        let unsigned = |record: Record| Record {
            signed: None,
            ..record
        };
        assert_eq!(unsigned(alone), unsigned(record));
    }
}

#[tokio::test]
async fn a_deleted_name_is_gone_for_good() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 15);
    let mut table = world.table(&public(rules)).await;
    let id = play(&mut table, 7).await;
    let who = table.people[0].cookie.clone();
    let path = "/api/me/records/name";
    let deleted = ask(world.address, "DELETE", path, &who, "").await;
    assert_eq!(deleted.json(), json!({"records": 1}));
    let again = ask(world.address, "DELETE", path, &who, "").await;
    assert_eq!(again.json(), json!({"records": 0}));

    let record = unsigned(&world, id).await;
    assert_eq!(record.seats[0].name, None);
    let other = record.seats[1].name.clone().unwrap();
    let page = get(&world, &format!("/m/{id}")).await;
    assert!(page.text().contains("a player") && page.text().contains(&other));
    // The preview is in the language that is asked for.
    let french = "Accept-Language: fr\r\n";
    let page = request(world.address, "GET", &format!("/m/{id}"), french, "").await;
    let page = page.unwrap();
    assert!(page.body.contains("une personne") && page.body.contains("coup par coup"));
    assert!(
        page.headers
            .to_lowercase()
            .contains("vary: accept-encoding, accept-language")
    );
    // The match is still in the visitor's own list, but it can't be found by the removed name.
    assert_eq!(
        matches_of(&world, &table.people[0], "").await.matches.len(),
        1
    );
    assert!(
        matches_of(&world, &table.people[1], "?opponent=guest")
            .await
            .matches
            .is_empty()
    );

    // The name must stay removed when the record is created again from the log, which still contains the
    // name.
    let world = lose_all_records(world).await;
    open(&world, &table).await;
    assert_eq!(unsigned(&world, id).await, record);
}

#[tokio::test]
async fn a_hidden_match_shows_others_no_name_until_it_is_shown_again() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 15);
    let mut table = world.table(&public(rules)).await;
    let id = play(&mut table, 7).await;
    let path = format!("/api/m/{id}/hidden");
    let [ann, ben] = [0, 1].map(|seat| table.people[seat].clone());
    let put = async |who: &str, hidden: bool| {
        let body = json!({ "hidden": hidden }).to_string();
        ask(world.address, "PUT", &path, who, &body).await
    };
    let (stranger, _) = world.somebody().await;
    assert_eq!(put(&stranger.cookie, true).await.status, 404);
    assert_eq!(put("", true).await.status, 401);
    let nothing = ask(
        world.address,
        "PUT",
        "/api/m/junk/hidden",
        &ann.cookie,
        r#"{"hidden":true}"#,
    );
    assert_eq!(nothing.await.status, 404);

    assert_eq!(put(&ann.cookie, true).await.json(), json!({"hidden": true}));
    assert_eq!(put(&ann.cookie, true).await.status, 200, "twice is once");
    let names = async |who: &Person| {
        let list = matches_of(&world, who, "").await.matches;
        let names: Vec<_> = list[0]
            .seats
            .iter()
            .map(|seat| seat.name.is_some())
            .collect();
        (names, list[0].hidden)
    };
    assert_eq!(
        names(&ann).await,
        (vec![true, true], true),
        "she sees her own match"
    );
    assert_eq!(names(&ben).await, (vec![false, true], false));
    let found = matches_of(&world, &ben, "?opponent=guest").await.matches;
    assert!(found.is_empty());
    let record = unsigned(&world, id).await;
    assert_eq!(record.seats[0].name, None);
    let page = get(&world, &format!("/m/{id}")).await;
    assert!(page.text().contains("a player"));

    // A hidden record stays hidden when it is created again from the log.
    let world = lose_all_records(world).await;
    open(&world, &table).await;
    assert_eq!(unsigned(&world, id).await.seats[0].name, None);
    let body = r#"{"hidden":false}"#;
    let shown = ask(world.address, "PUT", &path, &ann.cookie, body).await;
    assert_eq!(shown.status, 200);
    assert!(unsigned(&world, id).await.seats[0].name.is_some());
    let found = matches_of(&world, &ben, "?opponent=guest").await.matches;
    assert_eq!(found.len(), 1);
}

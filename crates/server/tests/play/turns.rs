//! Tests of the feed of turns: its token reads the tables that wait for its owner, and does nothing else.

use boneyard_protocol::http::{FeedBody, FeedCreated, TurnsBody};
use boneyard_rules::line::Preset;

use crate::person::{Answer, Person};
use crate::safety::get;
use crate::world::{World, public};

/// Makes a feed of a person. Returns the token, and a program that uses it.
async fn make_feed(world: &World, owner: &Person) -> (String, Person) {
    let made = owner
        .request(world.address, "POST", "/api/me/feed", "")
        .await;
    assert_eq!(made.status, 201, "{}", made.body);
    let FeedCreated { token, .. } = serde_json::from_str(&made.body).unwrap();
    let cookie = format!("Bearer {token}");
    (token, Person { cookie })
}

async fn read(world: &World, reader: &Person, path: &str) -> Answer {
    reader.request(world.address, "GET", path, "").await
}

#[tokio::test]
async fn a_feed_lists_the_tables_of_its_owner_and_whose_turn_it_is() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    table.sync().await;
    let turn = table.players[0].standing(table.id).turn.unwrap();
    for (seat, owner) in table.people.iter().enumerate() {
        let (token, program) = make_feed(&world, owner).await;
        let body: TurnsBody = get(&world, &program, "/api/me/turns").await;
        let [one] = &body.tables[..] else {
            panic!("{body:?}");
        };
        assert_eq!(one.own.listing.table, table.id);
        assert_eq!(one.own.seat.index(), seat);
        assert_eq!(one.own.turn, Some(turn));
        assert_eq!(one.own.waits, turn.index() == seat);
        assert!(one.link.ends_with(&format!("/t/{}", table.id)));
        // A calendar sends no header: the token is in the URL.
        let stranger = Person::arrive(world.address).await;
        let path = format!("/api/me/turns.ics?language=de&token={token}");
        let calendar = read(&world, &stranger, &path).await;
        assert_eq!(calendar.status, 200, "{}", calendar.body);
        assert!(calendar.body.starts_with("BEGIN:VCALENDAR\r\n"));
        assert!(!calendar.body.contains(&token));
    }
}

#[tokio::test]
async fn a_token_of_a_feed_reads_this_list_alone_and_ends_when_its_owner_says() {
    let world = World::new().await;
    let ana = Person::arrive(world.address).await;
    let none: FeedBody = get(&world, &ana, "/api/me/feed").await;
    assert_eq!(none.created_ms, None);
    let (first, program) = make_feed(&world, &ana).await;
    for (method, path) in [
        ("GET", "/api/me"),
        ("GET", "/api/me/matches"),
        ("GET", "/api/me/feed"),
        ("POST", "/api/me/feed"),
        ("GET", "/api/bots"),
        ("GET", "/api/push"),
        ("DELETE", "/api/me/records/name"),
    ] {
        let answer = program.request(world.address, method, path, "").await;
        assert_eq!(answer.status, 401, "{method} {path}: {}", answer.body);
    }
    // The cookie of a page reads no feed: another site could have the browser load it as a script or a picture.
    assert_eq!(read(&world, &ana, "/api/me/turns").await.status, 401);
    for wrong in ["", "?token=", "?token=boneyard_00", "?token=%ff"] {
        let answer = read(&world, &ana, &format!("/api/me/turns{wrong}")).await;
        assert_eq!(answer.status, 401, "{wrong}");
    }
    let (second, program) = make_feed(&world, &ana).await;
    let path = |token: &str| format!("/api/me/turns?token={token}");
    assert_eq!(read(&world, &ana, &path(&first)).await.status, 401);
    assert_eq!(read(&world, &ana, &path(&second)).await.status, 200);
    let known: FeedBody = get(&world, &ana, "/api/me/feed").await;
    assert!(known.created_ms.is_some());
    let gone = ana.request(world.address, "DELETE", "/api/me/feed", "");
    assert_eq!(gone.await.status, 204);
    assert_eq!(read(&world, &program, "/api/me/turns").await.status, 401);
}

#[tokio::test]
async fn a_feed_that_is_read_too_often_is_refused() {
    let world = World::new().await;
    let ana = Person::arrive(world.address).await;
    let (_, program) = make_feed(&world, &ana).await;
    let mut answered = 0;
    while read(&world, &program, "/api/me/turns").await.status == 200 {
        answered += 1;
        assert!(answered < 100, "the feed has no bound");
    }
    assert!(answered >= 30, "{answered}");
}

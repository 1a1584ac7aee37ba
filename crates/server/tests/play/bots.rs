//! Tests of bots: they are marked as bots, identified by a token, and can only join tables that allow bots.

use boneyard_protocol::http::{BotCreated, BotsBody, CreateTable, HttpError};
use boneyard_protocol::{ErrorCode, Level, Request, Status};
use boneyard_rules::line::{Options, Preset};
use serde_json::json;

use crate::client::Client;
use crate::computers::{Player, seat, with};
use crate::person::{Answer, Person};
use crate::world::{World, public};

async fn try_make_bot(world: &World, owner: &Person, name: &str) -> Answer {
    let body = json!({ "name": name }).to_string();
    owner
        .request(world.address, "POST", "/api/bots", &body)
        .await
}

/// Creates a bot. Returns the bot, and the program that uses its token.
pub(crate) async fn make_bot(world: &World, owner: &Person, name: &str) -> (BotCreated, Person) {
    let answer = try_make_bot(world, owner, name).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let created: BotCreated = serde_json::from_str(&answer.body).unwrap();
    let cookie = format!("Bearer {}", created.token);
    (created, Person { cookie })
}

async fn bots(world: &World, owner: &Person) -> Vec<String> {
    let answer = owner.request(world.address, "GET", "/api/bots", "").await;
    let body: BotsBody = serde_json::from_str(&answer.body).unwrap();
    body.bots.into_iter().map(|bot| bot.name).collect()
}

fn code(answer: &Answer) -> ErrorCode {
    let error: HttpError = serde_json::from_str(&answer.body).unwrap();
    error.code
}

#[tokio::test]
async fn a_bot_plays_a_match_and_is_marked() {
    let world = World::new().await;
    let (owner, _) = world.somebody().await;
    let (created, program) = make_bot(&world, &owner, " Deep  Bone ").await;
    assert_eq!(created.bot.name, "Deep Bone");
    let (person, mut host) = world.somebody().await;
    let mut rules = Options::from(*Preset::DRAW.rules());
    rules.target = 30;
    let table = person.create(world.address, &public(rules)).await.table;
    host.open(table, None).await;

    let mut bot = program.connect(world.address).await;
    assert_eq!(bot.name, "Deep Bone");
    bot.open(table, None).await;
    bot.send(&Request::Sit { seat: None }.at(table)).await;
    let is_there = |client: &Client| client.table(table).room.seats[seat(1)].is_some();
    host.until(is_there).await;
    let room = &host.table(table).room;
    let marks: Vec<_> = room
        .seats
        .as_slice()
        .iter()
        .flatten()
        .map(|sitter| sitter.bot)
        .collect();
    assert_eq!(marks, [false, true]);
    let bot = tokio::spawn(Player::new(bot, table, 1).play_to_the_end());
    Player::new(host, table, 2).play_to_the_end().await;
    bot.await.unwrap();
}

#[tokio::test]
async fn a_table_may_be_for_people_only() {
    let world = World::new().await;
    let (owner, _) = world.somebody().await;
    let (_, program) = make_bot(&world, &owner, "Bot").await;
    let wanted = CreateTable {
        bots: Some(false),
        rated: false,
        ..public(*Preset::DRAW.rules())
    };
    let table = owner.create(world.address, &wanted).await.table;
    let mut bot = program.connect(world.address).await;
    bot.open(table, None).await;
    assert!(!bot.table(table).room.bots);
    let sit = Request::Sit { seat: None }.at(table);
    assert_eq!(bot.refused(&sit).await, ErrorCode::NoBots);
}

#[tokio::test]
async fn a_bot_opens_a_table_as_a_visitor_does() {
    let world = World::new().await;
    let (owner, _) = world.somebody().await;
    let (_, program) = make_bot(&world, &owner, "Bot").await;
    let wanted = with(&[Level::Beginner], *Preset::BLOCK.rules());
    let table = program.create(world.address, &wanted).await.table;
    let mut bot = program.connect(world.address).await;
    bot.open(table, None).await;
    assert_eq!(bot.table(table).room.status, Status::Playing);
    assert!(bot.table(table).room.seats[seat(0)].as_ref().unwrap().bot);
    let me = program.request(world.address, "GET", "/api/me", "").await;
    assert_eq!(me.status, 200);
    assert!(!me.headers.contains("set-cookie"), "{}", me.headers);
}

#[tokio::test]
async fn a_token_that_is_taken_back_is_worth_nothing() {
    let world = World::new().await;
    let (owner, _) = world.somebody().await;
    let (created, program) = make_bot(&world, &owner, "One").await;
    make_bot(&world, &owner, "Two").await;
    let mut bot = program.connect(world.address).await;
    assert_eq!(bots(&world, &owner).await, ["One", "Two"]);

    let path = format!("/api/bots/{}", created.bot.id);
    let (stranger, _) = world.somebody().await;
    let refused = stranger.request(world.address, "DELETE", &path, "").await;
    assert_eq!((refused.status, code(&refused)), (404, ErrorCode::NotFound));
    assert!(bots(&world, &stranger).await.is_empty());

    let deleted = owner.request(world.address, "DELETE", &path, "").await;
    assert_eq!(deleted.status, 204);
    assert_eq!(bot.until_ended().await, Some(4401));
    assert_eq!(bots(&world, &owner).await, ["Two"]);
    let me = program.request(world.address, "GET", "/api/me", "").await;
    assert_eq!((me.status, code(&me)), (401, ErrorCode::NoIdentity));
    let mut again = program.dial(world.address, None).await.unwrap();
    assert_eq!(again.until_ended().await, Some(4401));
}

#[tokio::test]
async fn bots_are_few_and_belong_to_people() {
    let world = World::new().await;
    let (owner, _) = world.somebody().await;
    let (_, program) = make_bot(&world, &owner, "0").await;
    let refused = try_make_bot(&world, &program, "Child").await;
    assert_eq!(
        (refused.status, code(&refused)),
        (403, ErrorCode::OnlyPeople)
    );
    for name in [" ", "Deep (bot)"] {
        let refused = try_make_bot(&world, &owner, name).await;
        assert_eq!((refused.status, code(&refused)), (422, ErrorCode::BadName));
    }
    for number in 1..boneyard_base::limits::BOTS_PER_VISITOR_MAX {
        make_bot(&world, &owner, &number.to_string()).await;
    }
    let refused = try_make_bot(&world, &owner, "One more").await;
    assert_eq!((refused.status, code(&refused)), (429, ErrorCode::TooMany));
    let nobody = Person {
        cookie: "Bearer boneyard_0".to_owned(),
    };
    let refused = try_make_bot(&world, &nobody, "Bot").await;
    assert_eq!(refused.status, 401);
}

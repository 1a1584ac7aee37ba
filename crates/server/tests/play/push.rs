//! Tests of Web Push: players whose pages are closed are told what waits for them, and nobody else is.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{Clock, ManualClock, limits};
use boneyard_notices::{Outside, Resolver};
use boneyard_protocol::http::MeBody;
use boneyard_protocol::push::PushBrowsersBody;
use boneyard_protocol::tournament::{OrganiserAction, TournamentFormat};
use boneyard_protocol::{ErrorCode, TableId};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use boneyard_testing::{PushBrowser, PushRequest, PushService};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::nodes::Cluster;
use crate::person::Person;
use crate::quick::{all_paired, begin, look};
use crate::safety::{Kept, get};
use crate::tournaments::{Evening, Follower, wanted};
use crate::world::{Table, World, dice, public, random_play};

const HOST: &str = "push.example";

/// Finds the push service of the test, and no other host.
#[derive(Debug)]
struct OnlyHost(SocketAddr);

impl Resolver for OnlyHost {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        assert_eq!(host, HOST);
        ready(Ok(vec![self.0])).boxed()
    }
}

/// Reaches this push service, and no other host.
fn reaching(service: &PushService) -> Outside {
    Outside {
        resolver: Arc::new(OnlyHost(service.address)),
        may_connect: |address: IpAddr| address.is_loopback(),
        roots: service.roots.clone(),
        timeout: Duration::from_secs(20),
    }
}

/// A server with a push service.
pub(crate) struct Pushing {
    pub(crate) world: World,
    pub(crate) service: PushService,
    pub(crate) time: ManualClock,
}

impl Pushing {
    pub(crate) async fn start() -> Self {
        let service = PushService::start(HOST).await;
        let outside = reaching(&service);
        let (clock, time) = Clock::manual(Clock::system().now());
        Self {
            world: World::with_outside(clock, outside).await,
            service,
            time,
        }
    }

    /// Starts two nodes with a push service. The first one serves, the other one is in the rest.
    async fn start_two() -> (Self, Cluster) {
        let service = PushService::start(HOST).await;
        let (clock, time) = Clock::manual(Clock::system().now());
        let mut cluster = Cluster::with_outside(clock, reaching(&service), 2).await;
        let world = cluster.nodes.remove(0);
        let pushing = Self {
            world,
            service,
            time,
        };
        (pushing, cluster)
    }

    async fn ask(&self, who: &Person, method: &str, path: &str, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let path = format!("/api/push{path}");
        let answer = who.request(self.world.address, method, &path, &body).await;
        (answer.status, answer.body)
    }

    /// Has a browser of this person told.
    async fn subscribe(&self, who: &Person, path: &str) -> PushBrowser {
        let browser = PushBrowser::at(&format!("https://{HOST}{path}"));
        let (status, body) = self.ask(who, "PUT", "", &browser.subscription()).await;
        assert_eq!(status, 200, "{body}");
        browser
    }

    /// The next push of one of two nodes. A node puts a push off while it doesn't know who is there through the other.
    async fn next_of_two(&mut self) -> PushRequest {
        loop {
            match timeout(limits::PUSH_POLL, self.service.next()).await {
                Ok(request) => return request,
                Err(_) => self.time.advance_ms(limits::PUSH_WAIT_MS),
            }
        }
    }

    /// Waits until what is due for everybody has been sent: an invitation between two friends is sent at last.
    async fn only_the_last_comes(&mut self, friends: &Friends) {
        self.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
        friends.invite(&self.world).await;
        assert_eq!(self.service.next().await.path, "/of/the/friend");
        assert!(self.service.is_empty());
    }
}

/// Two friends, of whom one sits at a table and the other has no page open but a browser that is told.
struct Friends {
    host: Kept,
    friend: Kept,
    table: TableId,
    browser: PushBrowser,
}

impl Friends {
    async fn at(pushing: &Pushing) -> Self {
        let world = &pushing.world;
        let (host, friend) = (
            Kept::at(world, "Odile").await,
            Kept::at(world, "Piet").await,
        );
        for (one, other) in [(&host, &friend), (&friend, &host)] {
            let path = format!("/api/friends/{}", other.id);
            let asked = one.person.request(world.address, "PUT", &path, "").await;
            assert_eq!(asked.status, 204, "{}", asked.body);
        }
        let wanted = public(*Preset::DRAW.rules());
        let table = host.person.create(world.address, &wanted).await.table;
        let browser = pushing.subscribe(&friend.person, "/of/the/friend").await;
        Self {
            host,
            friend,
            table,
            browser,
        }
    }

    async fn invite(&self, world: &World) {
        let path = format!("/api/friends/{}/invite", self.friend.id);
        let body = json!({ "table": self.table }).to_string();
        let invited = self
            .host
            .person
            .request(world.address, "POST", &path, &body)
            .await;
        assert_eq!(invited.status, 204, "{}", invited.body);
    }
}

/// Plays until it is the turn of this seat.
pub(crate) async fn play_until_turn(table: &mut Table, seat: Seat) {
    let mut dice = dice(1);
    loop {
        table.sync().await;
        if table.players[0].standing(table.id).turn == Some(seat) {
            return;
        }
        table.step(&mut dice).await;
    }
}

#[tokio::test]
async fn an_absent_player_is_told_of_a_turn_once_and_a_present_one_never() {
    let mut pushing = Pushing::start().await;
    let friends = Friends::at(&pushing).await;
    let mut table = pushing.world.table(&public(*Preset::DRAW.rules())).await;
    let id = table.id;
    let browsers = [
        pushing.subscribe(&table.people[0], "/of/0").await,
        pushing.subscribe(&table.people[1], "/of/1").await,
    ];
    table.start().await;
    // While both are there, turns are told to nobody.
    for _ in 0..4 {
        table.step(&mut dice(2)).await;
    }
    pushing.only_the_last_comes(&friends).await;

    play_until_turn(&mut table, Seat::new(1).unwrap()).await;
    drop(table.players.remove(0));
    let bo = &mut table.players[0];
    while bo.standing(id).turn == Seat::new(1) {
        let before = bo.v(id);
        bo.send(&random_play(bo, id, &mut dice(3))).await;
        bo.until(|bo| bo.v(id) > before).await;
    }
    pushing.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    let request = pushing.service.next().await;
    assert_eq!(request.path, "/of/0");
    let notice = browsers[0].read(&request);
    assert_eq!(notice["title"], "Your turn.");
    assert_eq!(notice["path"], format!("/t/{id}"));
    assert_eq!(notice["table"], id.to_string());
    let mut keys: Vec<&String> = notice.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(
        keys,
        ["body", "language", "path", "table", "title"],
        "and nothing else"
    );
    // The same turn isn't told again, although the player comes and goes.
    let mut back = table.people[0].connect(pushing.world.address).await;
    back.open(id, None).await;
    drop(back);
    pushing.only_the_last_comes(&friends).await;
}

#[tokio::test]
async fn a_friend_without_a_page_is_invited_and_a_player_who_does_not_come_is_called() {
    let mut pushing = Pushing::start().await;
    let friends = Friends::at(&pushing).await;
    friends.invite(&pushing.world).await;
    let notice = friends.browser.read(&pushing.service.next().await);
    assert!(
        notice["title"]
            .as_str()
            .unwrap()
            .starts_with("Odile invites you"),
        "{notice}"
    );
    let path = notice["path"].as_str().unwrap();
    assert!(
        path.starts_with(&format!("/t/{}?invite=", friends.table)),
        "{path}"
    );

    let (ana, mut ana_client) = pushing.world.somebody().await;
    let (_, mut bo_client) = pushing.world.somebody().await;
    let browser = pushing.subscribe(&ana, "/of/ana").await;
    for client in [&mut ana_client, &mut bo_client] {
        begin(client, &look(&["Draw"])).await;
    }
    let table = all_paired(&mut [&mut ana_client, &mut bo_client])
        .await
        .table;
    // The table calls a player who isn't there, and the call is stored with the time at which it is due.
    let stored = pushing.world.database();
    let sql = "SELECT count(*) FROM notices WHERE kind = 4";
    while stored
        .query_row(sql, [], |row| row.get::<_, i64>(0))
        .unwrap()
        == 0
    {
        tokio::task::yield_now().await;
    }
    pushing.time.advance_ms(limits::PUSH_FOUND_AFTER_MS);
    let notice = browser.read(&pushing.service.next().await);
    assert_eq!(notice["title"], "Match found");
    assert_eq!(notice["path"], format!("/t/{table}"));
}

#[tokio::test]
async fn a_player_without_a_page_is_told_once_by_two_nodes_that_a_tournaments_match_begins() {
    let (mut pushing, rest) = Pushing::start_two().await;
    let (first, second) = (pushing.world.address, rest.nodes[0].address);
    let evening = Evening::create(first, &wanted(TournamentFormat::Swiss)).await;
    let evening = evening.with_players(first, 2).await;
    let [ana, bo] = &evening.players[..] else {
        panic!("two players");
    };
    let browser = pushing.subscribe(ana, "/of/ana").await;
    pushing.subscribe(bo, "/of/bo").await;
    evening.act(first, &OrganiserAction::Start.alone()).await;
    // The table is in the memory of both nodes, and each calls the player who isn't there.
    let mut pages = Vec::new();
    for address in [first, second] {
        let mut page = Follower::of(bo, address, evening.id).await;
        while page.own.as_ref().is_none_or(|own| own.table.is_none()) {
            page.receive().await.unwrap();
        }
        let table = page.own.as_ref().unwrap().table.unwrap();
        page.client.open(table, None).await;
        pages.push((page, table));
    }
    let table = pages[0].1;
    pushing.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    let request = pushing.next_of_two().await;
    assert_eq!(request.path, "/of/ana");
    let notice = browser.read(&request);
    assert_eq!(notice["title"], "Your match begins");
    assert_eq!(notice["path"], format!("/t/{table}"));
    // Nothing else is told: a player who is there isn't, and an absent one only once.
    let friends = Friends::at(&pushing).await;
    pushing.time.advance_ms(limits::PUSH_TURN_AFTER_MS);
    friends.invite(&pushing.world).await;
    assert_eq!(pushing.next_of_two().await.path, "/of/the/friend");
    assert!(pushing.service.is_empty());
}

#[tokio::test]
async fn browsers_are_their_visitors_own_and_can_be_changed_and_removed() {
    let pushing = Pushing::start().await;
    let ana = Person::arrive(pushing.world.address).await;
    let eve = Person::arrive(pushing.world.address).await;
    let me: MeBody = get(&pushing.world, &ana, "/api/me").await;
    assert_eq!(me.push_key.unwrap().len(), 87);
    pushing.subscribe(&ana, "/of/ana").await;
    let known: PushBrowsersBody = get(&pushing.world, &ana, "/api/push").await;
    let id = known.browsers[0].id;
    let of_eve: PushBrowsersBody = get(&pushing.world, &eve, "/api/push").await;
    assert!(of_eve.browsers.is_empty());
    let wishes = json!({
        "turn": true, "invited": false, "found": true, "quiet": { "from": 1320, "until": 420 },
    });
    let one = format!("/{id}");
    let not_found = ErrorCode::NotFound.to_string();
    for (method, body) in [("PUT", &wishes), ("DELETE", &json!(null))] {
        let (status, body) = pushing.ask(&eve, method, &one, body).await;
        assert_eq!(status, 404);
        assert!(body.contains(&not_found), "{body}");
    }
    let (status, body) = pushing.ask(&ana, "PUT", &one, &wishes).await;
    assert_eq!(status, 200);
    let changed: PushBrowsersBody = serde_json::from_str(&body).unwrap();
    assert_eq!(json!(changed.browsers[0].wishes), wishes);
    let mut late = wishes.clone();
    late["quiet"]["from"] = json!(1440);
    assert_eq!(pushing.ask(&ana, "PUT", &one, &late).await.0, 422);
    let inner = PushBrowser::at("https://127.0.0.1/admin").subscription();
    let (status, body) = pushing.ask(&ana, "PUT", "", &inner).await;
    assert_eq!(status, 422, "{body}");
    assert_eq!(pushing.ask(&ana, "DELETE", &one, &json!(null)).await.0, 204);
    assert_eq!(pushing.ask(&ana, "DELETE", &one, &json!(null)).await.0, 404);

    let silent = World::with(&["--push", "off"]).await;
    let ana = Person::arrive(silent.address).await;
    let me: MeBody = get(&silent, &ana, "/api/me").await;
    assert_eq!(me.push_key, None);
    let answer = ana.request(silent.address, "GET", "/api/push", "").await;
    assert_eq!(answer.status, 409);
    let unknown: HashMap<String, Value> = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(unknown["code"], ErrorCode::NotNow.to_string());
}

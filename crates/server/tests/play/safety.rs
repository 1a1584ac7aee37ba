//! Tests of blocks, reports and friends, and of attempts to circumvent them.

use boneyard_base::Clock;
use boneyard_protocol::people::{
    AccountBody, BlocksBody, ConductBody, FriendsBody, Friendship, ReportBody, ReportsBody,
    SignedIn, TablePeople,
};
use boneyard_protocol::{
    ErrorCode, Line, PersonId, Reaction, Request, ServerMessage, TableId, Words,
};
use boneyard_rules::line::Preset;
use boneyard_store::Moderators;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::bots::make_bot;
use crate::client::Client;
use crate::nodes::Cluster;
use crate::person::{Answer, Person};
use crate::world::{Table, World, public};

/// A visitor with a new account.
pub(crate) struct Kept {
    pub(crate) person: Person,
    pub(crate) id: PersonId,
}

impl Kept {
    pub(crate) async fn at(world: &World, name: &str) -> Self {
        let guest = Person::arrive(world.address).await;
        Self::from_guest(world, guest, name).await
    }

    pub(crate) async fn from_guest(world: &World, guest: Person, name: &str) -> Self {
        let body = json!({ "name": name }).to_string();
        let answer = guest
            .request(world.address, "POST", "/api/account", &body)
            .await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let mut lines = answer.headers.lines();
        let cookie = lines.find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap();
        let signed_in: SignedIn = serde_json::from_str(&answer.body).unwrap();
        Self {
            person: Person {
                cookie: cookie.to_owned(),
            },
            id: signed_in.account.person,
        }
    }
}

async fn ask(world: &World, person: &Person, method: &str, path: &str) -> Answer {
    person.request(world.address, method, path, "").await
}

pub(crate) async fn get<T: DeserializeOwned>(world: &World, person: &Person, path: &str) -> T {
    let answer = ask(world, person, "GET", path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Sends a request that must succeed.
async fn does(world: &World, person: &Person, method: &str, path: &str) {
    let answer = ask(world, person, method, path).await;
    assert_eq!(answer.status, 204, "{path}: {}", answer.body);
}

fn code(answer: &Answer) -> ErrorCode {
    let body: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    serde_json::from_value(body["code"].clone()).unwrap()
}

async fn say(client: &mut Client, table: TableId, text: &str) {
    let words = Words::Text(text.to_owned());
    client.send(&Request::Say { words }.at(table)).await;
}

/// Receives messages until a line of chat with this text arrives.
async fn hears(client: &mut Client, table: TableId, text: &str) {
    let is_it = |line: &Line| line.words == Words::Text(text.to_owned());
    client
        .until(|client| client.table(table).chat.lines().any(is_it))
        .await;
}

/// The lines of chat that a client has, with their numbers.
fn known(client: &Client, table: TableId) -> Vec<(u64, String)> {
    let lines = client.table(table).chat.lines();
    let line = |line: &Line| match &line.words {
        Words::Text(text) => (line.n, text.clone()),
        Words::Phrase(phrase) => panic!("{phrase:?}"),
    };
    lines.map(line).collect()
}

fn numbered(lines: &[&str]) -> Vec<(u64, String)> {
    let lines = (1..).zip(lines);
    lines.map(|(n, line)| (n, (*line).to_owned())).collect()
}

#[tokio::test]
async fn a_blocked_player_who_probes_finds_nothing() {
    let world = World::new().await;
    let (ann, cy) = (Kept::at(&world, "Ann").await, Kept::at(&world, "Cy").await);
    let mallory = Kept::at(&world, "Mallory").await;
    let table = world.table(&public(*Preset::QUICK_DRAW.rules())).await.id;
    let mut at_table = Vec::new();
    for kept in [&ann, &cy, &mallory] {
        let mut client = kept.person.connect(world.address).await;
        client.open(table, None).await;
        at_table.push(client);
    }
    let block = format!("/api/blocks/{}", mallory.id);
    does(&world, &ann.person, "PUT", &block).await;

    // Each of the three says something. Ann also sends a reaction, which Mallory must not receive.
    let [ann_says, cy_says, mallory_says] = &mut at_table[..] else {
        unreachable!()
    };
    say(ann_says, table, "one").await;
    hears(cy_says, table, "one").await;
    say(cy_says, table, "two").await;
    hears(ann_says, table, "two").await;
    say(ann_says, table, "three").await;
    let reaction = Reaction::Clap;
    ann_says.send(&Request::React { reaction }.at(table)).await;
    hears(cy_says, table, "three").await;
    while !matches!(cy_says.receive().await, ServerMessage::Reacted { .. }) {}
    say(cy_says, table, "four").await;
    hears(cy_says, table, "four").await;
    // Mallory must not have received the reaction when a later line arrives.
    while !known(mallory_says, table)
        .iter()
        .any(|(_, line)| line == "four")
    {
        let message = mallory_says.receive().await;
        assert!(!matches!(message, ServerMessage::Reacted { .. }));
    }
    say(mallory_says, table, "five").await;
    hears(mallory_says, table, "five").await;
    hears(cy_says, table, "five").await;
    say(cy_says, table, "six").await;
    for client in [&mut *ann_says, &mut *cy_says, &mut *mallory_says] {
        hears(client, table, "six").await;
        // A new snapshot must contain the same lines with the same numbers; `open` compares them.
        client.open(table, None).await;
    }
    let all = ["one", "two", "three", "four", "five", "six"];
    assert_eq!(known(cy_says, table), numbered(&all));
    assert_eq!(
        known(mallory_says, table),
        numbered(&["two", "four", "five", "six"])
    );
    let anns = ["one", "two", "three", "four", "six"];
    assert_eq!(known(ann_says, table), numbered(&anns));
    let mut again = mallory.person.connect(world.address).await;
    again.open(table, None).await;
    assert_eq!(known(&again, table), known(mallory_says, table));

    // The responses must be the same for Ann, who has blocked the sender of the requests, and for Cy, who
    // hasn't.
    for method in ["PUT", "GET", "PUT", "DELETE", "PUT"] {
        let mut answers = Vec::new();
        for other in [&ann, &cy] {
            let path = match method {
                "GET" => "/api/friends".to_owned(),
                _ => format!("/api/friends/{}", other.id),
            };
            let answer = ask(&world, &mallory.person, method, &path).await;
            answers.push((answer.status, answer.body));
        }
        assert_eq!(answers[0], answers[1], "{method}");
    }
    let friends: FriendsBody = get(&world, &mallory.person, "/api/friends").await;
    let shown = friends.friends.iter();
    let shown: Vec<_> = shown.map(|one| (one.friendship, one.online)).collect();
    assert_eq!(shown, [(Friendship::Asked, false); 2]);
    let of_ann: FriendsBody = get(&world, &ann.person, "/api/friends").await;
    assert!(of_ann.friends.is_empty(), "Ann is not asked");
    let of_cy: FriendsBody = get(&world, &cy.person, "/api/friends").await;
    assert_eq!(of_cy.friends[0].friendship, Friendship::Asks);
    let blocks: BlocksBody = get(&world, &mallory.person, "/api/blocks").await;
    assert!(blocks.blocks.is_empty());
    for other in [&ann, &cy] {
        let path = format!("/api/friends/{}/invite", other.id);
        let body = json!({ "table": table }).to_string();
        let answer = mallory
            .person
            .request(world.address, "POST", &path, &body)
            .await;
        assert_eq!((answer.status, code(&answer)), (404, ErrorCode::NotFound));
    }
    // A block can also be ended with the id of the blocked account, as a player's page does.
    does(&world, &ann.person, "DELETE", &block).await;
    let blocks: BlocksBody = get(&world, &ann.person, "/api/blocks").await;
    assert!(blocks.blocks.is_empty());
}

#[tokio::test]
async fn a_guest_is_blocked_by_the_seat_and_the_block_can_be_ended() {
    let world = World::new().await;
    let Table {
        id,
        people,
        mut players,
        ..
    } = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    say(&mut players[1], id, "before").await;
    hears(&mut players[0], id, "before").await;
    let path = format!("/api/tables/{id}/people");
    let shown: TablePeople = get(&world, &people[0], &path).await;
    let seats = shown.seats.as_slice();
    let own = seats[0].as_ref().unwrap();
    let other = seats[1].as_ref().unwrap();
    assert_eq!((own.friendship, own.blocked), (Friendship::Own, false));
    assert!(other.person.is_none() && !other.blocked);
    for (seat, status) in [(0, 422), (5, 422), (1, 204), (1, 204)] {
        let block = format!("/api/tables/{id}/seats/{seat}/block");
        let answer = ask(&world, &people[0], "PUT", &block).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    let shown: TablePeople = get(&world, &people[0], &path).await;
    assert!(shown.seats.as_slice()[1].as_ref().unwrap().blocked);
    let theirs: TablePeople = get(&world, &people[1], &path).await;
    assert!(!theirs.seats.as_slice()[0].as_ref().unwrap().blocked);
    say(&mut players[1], id, "unheard").await;
    hears(&mut players[1], id, "unheard").await;
    say(&mut players[0], id, "unheard as well").await;
    hears(&mut players[0], id, "unheard as well").await;
    let mut again = people[0].connect(world.address).await;
    again.open(id, None).await;
    let lines = known(&again, id).into_iter().map(|(_, line)| line);
    assert_eq!(lines.collect::<Vec<_>>(), ["unheard as well"]);
    let mut theirs = people[1].connect(world.address).await;
    theirs.open(id, None).await;
    assert_eq!(known(&theirs, id), numbered(&["before", "unheard"]));

    let blocks: BlocksBody = get(&world, &people[0], "/api/blocks").await;
    assert_eq!(blocks.blocks.len(), 1);
    let block = format!("/api/blocks/{}", blocks.blocks[0].id);
    // Another visitor can't end this block.
    does(&world, &people[1], "DELETE", &block).await;
    let blocks: BlocksBody = get(&world, &people[0], "/api/blocks").await;
    assert_eq!(blocks.blocks.len(), 1);
    does(&world, &people[0], "DELETE", &block).await;
    let blocks: BlocksBody = get(&world, &people[0], "/api/blocks").await;
    assert!(blocks.blocks.is_empty());
    say(&mut theirs, id, "heard again").await;
    hears(&mut again, id, "heard again").await;
}

#[tokio::test]
async fn no_visitor_learns_who_sits_at_a_table_that_they_may_not_see() {
    let world = World::new().await;
    let wanted = boneyard_protocol::http::CreateTable {
        access: boneyard_protocol::Access::Link,
        ..public(*Preset::QUICK_DRAW.rules())
    };
    let table = world.table(&wanted).await;
    let stranger = Person::arrive(world.address).await;
    let path = format!("/api/tables/{}/people", table.id);
    let block = format!("/api/tables/{}/seats/0/block", table.id);
    for (method, path) in [("GET", path.as_str()), ("PUT", &block)] {
        let answer = ask(&world, &stranger, method, path).await;
        assert_eq!((answer.status, code(&answer)), (404, ErrorCode::NotFound));
    }
    let invited = format!("{path}?invite={}", table.invite);
    let _: TablePeople = get(&world, &stranger, &invited).await;
    let _: TablePeople = get(&world, &table.people[1], &path).await;
}

async fn report(world: &World, who: &Person, table: TableId, seat: u8) -> Answer {
    let body = json!({ "table": table, "seat": seat, "reason": "abuse", "words": "rude" });
    who.request(world.address, "POST", "/api/reports", &body.to_string())
        .await
}

async fn act(world: &World, who: &Person, number: i64, body: &serde_json::Value) -> Answer {
    let path = format!("/api/moderation/reports/{number}/acts");
    who.request(world.address, "POST", &path, &body.to_string())
        .await
}

/// Makes an account a moderator while the server runs, as its host does.
pub(crate) async fn promote(world: &World, name: &'static str) {
    let file = world.directory.path().join("boneyard.db");
    promote_in(format!("sqlite://{}", file.display()), name).await;
}

/// Makes an account a moderator, in the database at this address.
async fn promote_in(address: String, name: &'static str) {
    let promoted = tokio::task::spawn_blocking(move || {
        let now = Clock::system().now();
        Moderators::open(&address).unwrap().add(name, now).unwrap();
    });
    promoted.await.unwrap();
}

#[tokio::test]
async fn reports_come_from_the_table_and_in_measure() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    say(&mut table.players[1], id, "you are a fool").await;
    hears(&mut table.players[0], id, "you are a fool").await;
    let stranger = Person::arrive(world.address).await;
    let answer = report(&world, &stranger, id, 1).await;
    assert_eq!(code(&answer), ErrorCode::NotSeated, "never sat there");
    let answer = report(&world, &stranger, TableId::random(), 1).await;
    assert_eq!(code(&answer), ErrorCode::NotSeated);
    let answer = report(&world, &table.people[0], id, 0).await;
    assert_eq!(
        code(&answer),
        ErrorCode::NotSeated,
        "nobody but the reporter"
    );
    for _ in 0..3 {
        let answer = report(&world, &table.people[0], id, 1).await;
        assert_eq!(answer.status, 204, "again is as good as once");
    }
    // A player who has left the table can still be reported, and can still report.
    table.players[1].send(&Request::Leave.at(id)).await;
    table.players[1].until(|left| left.seat(id).is_none()).await;
    assert_eq!(report(&world, &table.people[1], id, 0).await.status, 204);

    let mo = Kept::at(&world, "Mo").await;
    let answer = ask(&world, &mo.person, "GET", "/api/moderation/reports").await;
    assert_eq!(code(&answer), ErrorCode::OnlyModerators);
    let dismiss = json!({ "act": "dismiss", "note": "" });
    let answer = act(&world, &mo.person, 1, &dismiss).await;
    assert_eq!(code(&answer), ErrorCode::OnlyModerators);
    promote(&world, "Mo").await;
    let account: AccountBody = get(&world, &mo.person, "/api/account").await;
    assert!(account.moderator);
    let reports: ReportsBody = get(&world, &mo.person, "/api/moderation/reports").await;
    assert_eq!((reports.reports.len(), reports.open), (2, 2));
    let line = &reports.reports[0].chat[0];
    assert_eq!(line.text, "you are a fool");
    assert!(line.by_reported, "by the player, whatever the name");
    assert_eq!(reports.reports[0].words, "rude");
    let answer = ask(&world, &stranger, "GET", "/api/moderation/reports").await;
    assert_eq!(answer.status, 403);

    // A visitor who sends too many reports is refused.
    let mut refused = 0;
    for _ in 0..7 {
        let other = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
        let mut flooder = table.people[0].connect(world.address).await;
        drop(other.players);
        let wanted = public(*Preset::QUICK_DRAW.rules());
        let own = table.people[0].create(world.address, &wanted).await;
        let (_, mut victim) = world.somebody().await;
        victim.open(own.table, None).await;
        let sit = Request::Sit { seat: None }.at(own.table);
        victim.send(&sit).await;
        victim
            .until(|victim| victim.seat(own.table).is_some())
            .await;
        flooder.open(own.table, None).await;
        let answer = report(&world, &table.people[0], own.table, 1).await;
        refused += usize::from(answer.status == 429);
        flooder.send(&Request::Leave.at(own.table)).await;
        flooder
            .until(|flooder| flooder.seat(own.table).is_none())
            .await;
    }
    assert_eq!(refused, 3, "five an hour, one of which was sent before");
}

#[tokio::test]
async fn moderators_act_on_people_and_not_on_each_other() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    let (mo, max) = (Kept::at(&world, "Mo").await, Kept::at(&world, "Max").await);
    promote(&world, "Mo").await;
    assert_eq!(report(&world, &table.people[0], id, 1).await.status, 204);

    // A mute takes effect immediately, in every tab and at all tables that are open.
    let mut tab = table.people[1].connect(world.address).await;
    tab.open(id, None).await;
    let endless = json!({ "act": "mute", "note": "" });
    assert_eq!(act(&world, &mo.person, 1, &endless).await.status, 422);
    let empty = json!({ "act": "warn", "note": " " });
    assert_eq!(act(&world, &mo.person, 1, &empty).await.status, 422);
    let mute = json!({ "act": "mute", "minutes": 60, "note": "insults" });
    let answer = act(&world, &mo.person, 1, &mute).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let body: ReportBody = serde_json::from_str(&answer.body).unwrap();
    assert!(body.closed_ms.is_some() && body.muted_until_ms.is_some());
    let words = Words::Text("still here".to_owned());
    let said = Request::Say { words }.at(id);
    let mut new_tab = table.people[1].connect(world.address).await;
    new_tab.open(id, None).await;
    for client in [&mut table.players[1], &mut tab, &mut new_tab] {
        assert_eq!(client.refused(&said).await, ErrorCode::Barred);
        let reaction = Reaction::Clap;
        let reacted = Request::React { reaction }.at(id);
        assert_eq!(client.refused(&reacted).await, ErrorCode::Barred);
    }
    let unmute = json!({ "act": "unmute", "note": "" });
    assert_eq!(act(&world, &mo.person, 1, &unmute).await.status, 200);
    say(&mut tab, id, "sorry").await;
    hears(&mut table.players[0], id, "sorry").await;

    // The server sends a warning again until the visitor has marked it as seen. A guest gets warnings too.
    let warn = json!({ "act": "warn", "note": "Be kind." });
    assert_eq!(act(&world, &mo.person, 1, &warn).await.status, 200);
    let conduct: ConductBody = get(&world, &table.people[1], "/api/me/conduct").await;
    assert_eq!(conduct.warnings, ["Be kind."]);
    does(
        &world,
        &table.people[1],
        "POST",
        "/api/account/warnings/seen",
    )
    .await;
    let conduct: ConductBody = get(&world, &table.people[1], "/api/me/conduct").await;
    assert!(conduct.warnings.is_empty() && !conduct.kept_out);

    // A visitor whom a moderator keeps out loses the seat, and may watch, but may do nothing else.
    let close = json!({ "act": "close", "note": "" });
    assert_eq!(act(&world, &mo.person, 1, &close).await.status, 200);
    assert_eq!(tab.refused(&said).await, ErrorCode::Barred);
    tab.until(|tab| tab.seat(id).is_none()).await;
    let sit = Request::Sit { seat: None }.at(id);
    assert_eq!(tab.refused(&sit).await, ErrorCode::Barred);
    let wanted = public(*Preset::QUICK_DRAW.rules());
    let answer = table.people[1].post_table(world.address, &wanted).await;
    assert_eq!((answer.status, code(&answer)), (403, ErrorCode::Barred));
    let reopen = json!({ "act": "reopen", "note": "" });
    assert_eq!(act(&world, &mo.person, 1, &reopen).await.status, 200);
    tab.send(&sit).await;
    tab.until(|tab| tab.seat(id).is_some()).await;

    // A moderator can't act on a report about a moderator; only the server's host can.
    let own = mo.person.create(world.address, &wanted).await;
    let mut max_sits = max.person.connect(world.address).await;
    max_sits.open(own.table, None).await;
    let sit = Request::Sit { seat: None }.at(own.table);
    max_sits.send(&sit).await;
    max_sits.until(|max| max.seat(own.table).is_some()).await;
    assert_eq!(report(&world, &max.person, own.table, 0).await.status, 204);
    let dismiss = json!({ "act": "dismiss", "note": "" });
    let answer = act(&world, &mo.person, 2, &dismiss).await;
    assert_eq!((answer.status, code(&answer)), (404, ErrorCode::NotFound));
    let reports: ReportsBody = get(&world, &mo.person, "/api/moderation/reports").await;
    assert!(reports.reports.is_empty() && reports.open == 0);
    promote(&world, "Max").await;
    let answer = act(&world, &max.person, 2, &close).await;
    assert_eq!((answer.status, code(&answer)), (403, ErrorCode::NotNow));
    let conduct: ConductBody = get(&world, &mo.person, "/api/me/conduct").await;
    assert!(!conduct.kept_out);
    let path = "/api/moderation/reports?all=1";
    let reports: ReportsBody = get(&world, &max.person, path).await;
    let acts = reports.reports.iter().find(|report| report.number == 1);
    let acts = acts.unwrap().acts.len();
    assert_eq!(acts, 5, "nothing that was done is lost");
}

#[tokio::test]
async fn friends_and_blocks_reach_every_node() {
    let cluster = Cluster::of(2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let (ann, ben) = (Kept::at(one, "Ann").await, Kept::at(other, "Ben").await);
    let mut ann_sits = ann.person.connect(one.address).await;
    let friend = |of: &Kept| format!("/api/friends/{}", of.id);
    does(one, &ann.person, "PUT", &friend(&ben)).await;
    let friends: FriendsBody = get(other, &ben.person, "/api/friends").await;
    assert_eq!(friends.friends[0].friendship, Friendship::Asks);
    assert!(!friends.friends[0].online, "that is for friends");
    does(other, &ben.person, "PUT", &friend(&ann)).await;
    let mut ben_looks = ben.person.connect(other.address).await;
    // Friends at another node are notified when a player comes online.
    loop {
        while ann_sits.receive().await != (ServerMessage::FriendsChanged {}) {}
        let friends: FriendsBody = get(one, &ann.person, "/api/friends").await;
        if friends.friends[0].online {
            break;
        }
    }
    let wanted = public(*Preset::QUICK_DRAW.rules());
    let created = ann.person.create(one.address, &wanted).await;
    let table = created.table;
    let body = json!({ "table": table }).to_string();
    let path = format!("/api/friends/{}/invite", ben.id);
    for status in [204, 204, 429] {
        let answer = ann.person.request(one.address, "POST", &path, &body).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    loop {
        if let ServerMessage::Invited {
            person,
            table: invited,
            invite,
            ..
        } = ben_looks.receive().await
        {
            assert_eq!((person, invited), (ann.id, table));
            assert_eq!(invite, created.invite);
            break;
        }
    }
    // A block that was created at one node takes effect at the other one: the blocked player doesn't receive
    // Ann's line.
    let cy = Person::arrive(other.address).await;
    let mut cy_looks = cy.connect(other.address).await;
    let (_, mut dot_looks) = one.somebody().await;
    for client in [&mut ann_sits, &mut ben_looks, &mut cy_looks, &mut dot_looks] {
        client.open(table, None).await;
    }
    let block = format!("/api/blocks/{}", ben.id);
    does(one, &ann.person, "PUT", &block).await;
    ann_sits.send(&Request::Leave.at(table)).await;
    drop(ann_sits);
    let mut ann_looks = ann.person.connect(one.address).await;
    let created = cy.create(other.address, &wanted).await;
    let table = created.table;
    for client in [&mut ann_looks, &mut ben_looks, &mut dot_looks] {
        client.open(table, None).await;
    }
    say(&mut ann_looks, table, "to all but one").await;
    hears(&mut dot_looks, table, "to all but one").await;
    say(&mut dot_looks, table, "to all").await;
    hears(&mut ben_looks, table, "to all").await;
    assert_eq!(known(&ben_looks, table), numbered(&["to all"]));
    let friends: FriendsBody = get(other, &ben.person, "/api/friends").await;
    assert!(friends.friends.is_empty());
}

/// Sends a reaction to find out whether the client may chat. A reaction that is refused as too fast also
/// means that chat is allowed.
async fn may_chat(client: &mut Client, table: TableId) -> bool {
    let reaction = Reaction::Clap;
    client.send(&Request::React { reaction }.at(table)).await;
    loop {
        match client.receive().await {
            ServerMessage::Reacted { .. } => return true,
            ServerMessage::Error { code, .. } => return code != ErrorCode::Barred,
            _ => {}
        }
    }
}

#[tokio::test]
async fn what_a_moderator_decides_at_one_node_holds_at_another_at_once() {
    let cluster = Cluster::of(2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let mo = Kept::at(one, "Mo").await;
    promote_in(cluster.database.clone(), "Mo").await;
    let (ann, ben) = (
        Person::arrive(one.address).await,
        Person::arrive(other.address).await,
    );
    let wanted = public(*Preset::QUICK_DRAW.rules());
    let table = ann.create(one.address, &wanted).await.table;
    let mut anns = ann.connect(one.address).await;
    anns.open(table, None).await;
    // Ben has two tabs, both at the other node.
    let mut tabs = [
        ben.connect(other.address).await,
        ben.connect(other.address).await,
    ];
    for tab in &mut tabs {
        tab.open(table, None).await;
    }
    let sit = Request::Sit { seat: None }.at(table);
    tabs[0].send(&sit).await;
    for tab in &mut tabs {
        tab.until(|tab| tab.seat(table).is_some()).await;
    }
    // What holds for Ben holds for Ben's bot.
    let (_, bot) = make_bot(one, &ben, "Bot").await;
    let mut bots = bot.connect(other.address).await;
    bots.open(table, None).await;
    anns.until(|ann| ann.table(table).room.seats.as_slice()[1].is_some())
        .await;
    assert_eq!(report(one, &ann, table, 1).await.status, 204);

    let mute = json!({ "act": "mute", "minutes": 60, "note": "" });
    assert_eq!(act(one, &mo.person, 1, &mute).await.status, 200);
    for tab in tabs.iter_mut().chain([&mut bots]) {
        // Until the other node receives the message about the mute, it still accepts chat.
        while may_chat(tab, table).await {}
        let words = Words::Text("still here".to_owned());
        let said = Request::Say { words }.at(table);
        assert_eq!(tab.refused(&said).await, ErrorCode::Barred);
    }
    let unmute = json!({ "act": "unmute", "note": "" });
    assert_eq!(act(one, &mo.person, 1, &unmute).await.status, 200);
    for tab in [&mut tabs[0], &mut bots] {
        while !may_chat(tab, table).await {}
    }

    // The page is notified that there is a warning to read.
    let warn = json!({ "act": "warn", "note": "Be kind." });
    assert_eq!(act(one, &mo.person, 1, &warn).await.status, 200);
    loop {
        while tabs[1].receive().await != (ServerMessage::AccountChanged {}) {}
        let conduct: ConductBody = get(other, &ben, "/api/me/conduct").await;
        if conduct.warnings == ["Be kind."] {
            break;
        }
    }
    let seen = "/api/account/warnings/seen";
    does(other, &ben, "POST", seen).await;
    let conduct: ConductBody = get(one, &ben, "/api/me/conduct").await;
    assert!(conduct.warnings.is_empty());

    let close = json!({ "act": "close", "note": "" });
    assert_eq!(act(one, &mo.person, 1, &close).await.status, 200);
    for (person, tab) in [(&ben, &mut tabs[0]), (&bot, &mut bots)] {
        while may_chat(tab, table).await {}
        let answer = person.post_table(other.address, &wanted).await;
        assert_eq!((answer.status, code(&answer)), (403, ErrorCode::Barred));
    }
}

#[tokio::test]
async fn what_a_moderator_decides_about_a_bot_holds_for_its_person() {
    let world = World::new().await;
    let owner = Person::arrive(world.address).await;
    let (created, bot) = make_bot(&world, &owner, "Bot").await;
    let (_, other_bot) = make_bot(&world, &owner, "Other bot").await;
    let (host, mut hosts) = world.somebody().await;
    let wanted = public(*Preset::QUICK_DRAW.rules());
    let table = host.create(world.address, &wanted).await.table;
    hosts.open(table, None).await;
    let mut bots = bot.connect(world.address).await;
    bots.open(table, None).await;
    bots.send(&Request::Sit { seat: None }.at(table)).await;
    bots.until(|bot| bot.seat(table).is_some()).await;
    // The owner withdraws the bot's token before the bot is reported.
    let path = format!("/api/bots/{}", created.bot.id);
    does(&world, &owner, "DELETE", &path).await;
    assert_eq!(report(&world, &host, table, 1).await.status, 204);

    let mo = Kept::at(&world, "Mo").await;
    promote(&world, "Mo").await;
    let close = json!({ "act": "close", "note": "" });
    assert_eq!(act(&world, &mo.person, 1, &close).await.status, 200);
    for person in [&owner, &other_bot] {
        let answer = person.post_table(world.address, &wanted).await;
        assert_eq!((answer.status, code(&answer)), (403, ErrorCode::Barred));
    }
}

#[tokio::test]
async fn a_persons_blocks_hold_for_bots_on_both_sides() {
    let world = World::new().await;
    let (ann, ben) = (Kept::at(&world, "Ann").await, Kept::at(&world, "Ben").await);
    let table = world.table(&public(*Preset::QUICK_DRAW.rules())).await.id;
    let mut anns = ann.person.connect(world.address).await;
    let (_, mut dots) = world.somebody().await;
    for client in [&mut anns, &mut dots] {
        client.open(table, None).await;
    }
    let block = format!("/api/blocks/{}", ben.id);
    does(&world, &ann.person, "PUT", &block).await;
    // Both bots are made after the block was read.
    let (_, anns_bot) = make_bot(&world, &ann.person, "Bot of Ann").await;
    let (_, bens_bot) = make_bot(&world, &ben.person, "Bot of Ben").await;
    let mut anns_bot = anns_bot.connect(world.address).await;
    let mut bens_bot = bens_bot.connect(world.address).await;
    for client in [&mut anns_bot, &mut bens_bot] {
        client.open(table, None).await;
    }
    say(&mut bens_bot, table, "one").await;
    hears(&mut dots, table, "one").await;
    say(&mut anns, table, "two").await;
    hears(&mut dots, table, "two").await;
    say(&mut dots, table, "three").await;
    let heard: [(&mut Client, &[&str]); 3] = [
        (&mut anns, &["two", "three"]),
        (&mut anns_bot, &["two", "three"]),
        (&mut bens_bot, &["one", "three"]),
    ];
    for (client, lines) in heard {
        hears(client, table, "three").await;
        assert_eq!(known(client, table), numbered(lines));
    }
}

//! Tests of the doors: whom a standing keeps from them, and that it holds for the person's bots as well.

use std::collections::HashSet;

use boneyard_base::Door;
use boneyard_protocol::tournament::TournamentFormat;
use boneyard_protocol::{
    About, ClientMessage, ErrorCode, PROTOCOL, PersonId, Reaction, Request, ServerMessage, TableId,
};
use boneyard_rules::line::Preset;
use serde_json::json;

use crate::bots::make_bot;
use crate::client::Client;
use crate::person::Person;
use crate::safety::Kept;
use crate::tournaments::wanted as evening;
use crate::world::{World, public};

/// A standing, and the row of the database that causes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Restriction {
    Good,
    Muted,
    KeptOut,
    Waits,
}

impl Restriction {
    const ALL: [Self; 4] = [Self::Good, Self::Muted, Self::KeptOut, Self::Waits];

    /// The end of the mute, whether the person is kept out, and the end of the wait.
    const fn columns(self) -> [i64; 3] {
        const FAR: i64 = 1 << 52;
        match self {
            Self::Good => [0, 0, 0],
            Self::Muted => [FAR, 0, 0],
            Self::KeptOut => [0, 1, 0],
            Self::Waits => [0, 0, FAR],
        }
    }

    /// The code with which a door is closed to this standing. `None` if it is open.
    const fn closes(self, door: Door) -> Option<ErrorCode> {
        match (self, door) {
            (Self::KeptOut, _)
            | (Self::Muted, Door::Chat | Door::Name | Door::Bot | Door::Tournament) => {
                Some(ErrorCode::Barred)
            }
            (Self::Waits, Door::QuickMatch) => Some(ErrorCode::MustWait),
            (Self::Good | Self::Muted | Self::Waits, _) => None,
        }
    }
}

/// The code with which a door is closed to all bots. `None` if bots may use it.
const fn closes_to_bots(door: Door) -> Option<ErrorCode> {
    match door {
        Door::Chat | Door::Seat | Door::Table | Door::Name => None,
        Door::QuickMatch => Some(ErrorCode::NoBots),
        Door::Tournament => Some(ErrorCode::OnlyKept),
        Door::Friend | Door::Invitation | Door::Report | Door::Bot => Some(ErrorCode::OnlyPeople),
    }
}

/// A server with a table that has a free seat, and an account that can be asked to be a friend.
struct Scene {
    world: World,
    table: TableId,
    friend: PersonId,
    _host: Client,
}

/// A visitor who tries the doors.
struct Visitor {
    person: Person,
    client: Client,
}

impl Scene {
    async fn new() -> Self {
        let world = World::new().await;
        let friend = Kept::at(&world, "Friend").await;
        let (host, mut client) = world.somebody().await;
        let wanted = public(*Preset::QUICK_DRAW.rules());
        let table = host.create(world.address, &wanted).await.table;
        client.open(table, None).await;
        Self {
            table,
            friend: friend.id,
            world,
            _host: client,
        }
    }

    async fn visitor(&self, person: Person) -> Visitor {
        let mut client = person.connect(self.world.address).await;
        client.open(self.table, None).await;
        Visitor { person, client }
    }

    /// Lets a visitor try a door. Returns the code of the refusal.
    async fn try_door(&self, visitor: &mut Visitor, door: Door) -> Option<ErrorCode> {
        let (table, client) = (self.table, &mut visitor.client);
        match door {
            Door::Chat => {
                let reaction = Reaction::Clap;
                let react = Request::React { reaction }.at(table);
                let is_seen = |_: &_, message: &_| matches!(message, ServerMessage::Reacted { .. });
                answer(client, &react, is_seen).await
            }
            Door::Seat => {
                let sit = Request::Sit { seat: None }.at(table);
                let is_seated = |client: &Client, _: &_| client.seat(table).is_some();
                let refused = answer(client, &sit, is_seated).await;
                if refused.is_none() {
                    client.send(&Request::Leave.at(table)).await;
                    client.until(|client| client.seat(table).is_none()).await;
                }
                refused
            }
            Door::QuickMatch => {
                let seek = ClientMessage::Seek {
                    presets: vec!["Block".to_owned()],
                    mixed: false,
                    party: None,
                    with: None,
                };
                let is_seeking = |_: &_, message: &_| matches!(message, ServerMessage::Seeking(_));
                answer(client, &seek, is_seeking).await
            }
            Door::Name if visitor.person.is_bot() => {
                let name = "Another name".to_owned();
                let rename = ClientMessage::Rename { name };
                let is_named = |_: &_, message: &_| matches!(message, ServerMessage::You { .. });
                answer(client, &rename, is_named).await
            }
            Door::Table
            | Door::Tournament
            | Door::Friend
            | Door::Invitation
            | Door::Report
            | Door::Name
            | Door::Bot => self.request(&visitor.person, door).await,
        }
    }

    /// Sends the HTTP request of a door. Returns the code of the refusal.
    async fn request(&self, person: &Person, door: Door) -> Option<ErrorCode> {
        let friend = format!("friends/{}", self.friend);
        let invite = format!("{friend}/invite");
        let table = self.table;
        let wanted = public(*Preset::QUICK_DRAW.rules());
        let report = json!({ "table": table, "seat": 0, "reason": "abuse", "words": "" });
        let evening = serde_json::to_value(evening(TournamentFormat::Swiss)).unwrap();
        let (method, path, body) = match door {
            Door::Tournament => ("POST", "tournaments", evening),
            Door::Table => ("POST", "tables", serde_json::to_value(&wanted).unwrap()),
            Door::Friend => ("PUT", &*friend, json!({})),
            Door::Invitation => ("POST", &*invite, json!({ "table": table })),
            Door::Report => ("POST", "reports", report),
            Door::Name => ("PUT", "account/name", json!({ "name": "Another name" })),
            Door::Bot => ("POST", "bots", json!({ "name": "One more" })),
            Door::Chat | Door::Seat | Door::QuickMatch => unreachable!("messages of a socket"),
        };
        let path = format!("/api/{path}");
        let body = body.to_string();
        let answer = person.request(self.world.address, method, &path, &body);
        let answer = answer.await;
        let body: serde_json::Value = serde_json::from_str(&answer.body).unwrap_or_default();
        serde_json::from_value(body["code"].clone()).ok()
    }
}

/// Sends a message, and waits until it is refused or done. Returns the code of the refusal.
async fn answer(
    client: &mut Client,
    message: &ClientMessage,
    is_done: impl Fn(&Client, &ServerMessage) -> bool,
) -> Option<ErrorCode> {
    client.send(message).await;
    loop {
        let received = client.receive().await;
        if let ServerMessage::Error { code, .. } = received {
            return Some(code);
        }
        if is_done(client, &received) {
            return None;
        }
    }
}

#[tokio::test]
async fn each_message_of_a_person_who_is_kept_out_meets_its_door() {
    let scene = Scene::new().await;
    let ann = Kept::at(&scene.world, "Ann").await;
    let row = "INSERT INTO conduct SELECT player_id, 0, 1, 0, 0, 0 FROM players WHERE name = 'Ann'";
    scene.world.database().execute_batch(row).unwrap();
    let mut visitor = scene.visitor(ann.person).await;
    let document = include_str!("../../../../docs/protocol.md");
    let examples = document.split("```").skip(1).step_by(2);
    let json = examples.filter_map(|example| Some(example.split_once('\n')?.1));
    let messages = json.filter_map(|json| ClientMessage::parse(json).ok());
    let hello = ClientMessage::Hello { protocol: PROTOCOL };
    let mut met = HashSet::new();
    for message in messages {
        if matches!(message, ClientMessage::Hello { .. }) || !met.insert(message.about()) {
            continue;
        }
        let message = match message {
            ClientMessage::Table { request, .. } => request.at(scene.table),
            message => message,
        };
        visitor.client.send(&message).await;
        visitor.client.send(&hello).await;
        let mut is_barred = false;
        // The answer to the second `hello` comes last.
        loop {
            match visitor.client.receive().await {
                ServerMessage::Error {
                    about: Some(About::Hello),
                    ..
                } => break,
                ServerMessage::Error { code, .. } => is_barred |= code == ErrorCode::Barred,
                _ => {}
            }
        }
        assert_eq!(is_barred, Door::of(&message).is_some(), "{message:?}");
    }
    assert_eq!(met.len(), About::ALL.len() - 1, "{met:?}");
}

#[tokio::test]
async fn a_standing_holds_at_every_door_for_a_person_and_for_the_persons_bots() {
    for standing in Restriction::ALL {
        let scene = Scene::new().await;
        let ann = Kept::at(&scene.world, "Ann").await;
        let (_, bot) = make_bot(&scene.world, &ann.person, "Bot").await;
        let [muted_until, kept_out, waits_until] = standing.columns();
        let row = format!(
            "INSERT INTO conduct SELECT player_id, {muted_until}, {kept_out}, 0, 0, {waits_until} \
             FROM players WHERE name = 'Ann'"
        );
        scene.world.database().execute_batch(&row).unwrap();
        for person in [ann.person, bot] {
            let is_bot = person.is_bot();
            let mut visitor = scene.visitor(person).await;
            for &door in Door::ALL {
                let refused = scene.try_door(&mut visitor, door).await;
                let what = format!("{standing:?}, {door:?}, bot: {is_bot}");
                if let Some(code) = closes_to_bots(door).filter(|_| is_bot) {
                    // Of messages, the standing is asked first.
                    let closed = standing.closes(door).filter(|_| door == Door::QuickMatch);
                    assert_eq!(refused, closed.or(Some(code)), "{what}");
                    continue;
                }
                // A visitor who has passed the door may be refused for another reason.
                let barred = [ErrorCode::Barred, ErrorCode::MustWait];
                let refused = refused.filter(|code| barred.contains(code));
                assert_eq!(refused, standing.closes(door), "{what}");
            }
        }
    }
}

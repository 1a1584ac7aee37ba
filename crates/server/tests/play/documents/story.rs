//! Visitors who send the messages of the documents to a server, and a record of everything that the server
//! sends.

use boneyard_protocol::{ClientMessage, ErrorCode, ServerMessage, TableId};
use boneyard_rules::{GamePreset as _, Seat, Seating, race, trains};
use serde_json::{Value, json};

use super::Book;
use crate::client::Client;
use crate::person::{Person, send};
use crate::world::World;

/// How often a request is repeated that the server could not answer in time.
const TRIES: usize = 10;

/// The messages and responses received so far, each with the name of its type.
pub(super) struct Story<'b> {
    pub(super) heard: Vec<(String, Value)>,
    pub(super) book: &'b Book,
    pub(super) world: World,
}

/// A message of the documents in which these fields are replaced.
pub(super) fn changed(mut message: Value, fields: &[(&str, Value)]) -> String {
    for (name, value) in fields {
        message[*name] = value.clone();
    }
    message.to_string()
}

impl<'b> Story<'b> {
    pub(super) async fn told(book: &'b Book) -> Self {
        let world = World::new().await;
        let mut story = Self {
            heard: Vec::new(),
            book,
            world,
        };
        story.catalogue().await;
        story.lobby().await;
        story.session().await;
        story.against_computers().await;
        let (race, train) = (race::Preset::RINGWAY, trains::Preset::LONG_START);
        story.other_game(race.rules().into()).await;
        story
            .other_game(train.for_seating(Seating::TWO).into())
            .await;
        story.outside().await;
        story.fair_deal().await;
        story.host_and_clock().await;
        story.quick_match().await;
        story.accounts().await;
        story.ratings().await;
        story.friends().await;
        story.tournaments().await;
        story.every_message().await;
        story
    }

    pub(super) fn learn(&mut self, name: &str, value: Value) {
        self.heard.push((name.to_owned(), value));
    }

    /// Creates a new visitor, and connects as this visitor.
    pub(super) async fn arrive(&mut self) -> (Person, Client) {
        let person = Person::arrive(self.world.address).await;
        let me = person
            .request(self.world.address, "GET", "/api/me", "")
            .await;
        self.learn("MeBody", serde_json::from_str(&me.body).unwrap());
        let client = self.connect(&person).await;
        (person, client)
    }

    /// Opens a connection that records all frames.
    pub(super) async fn connect(&mut self, person: &Person) -> Client {
        let mut client = person.dial(self.world.address, None).await.unwrap();
        client.frames = Some(Vec::new());
        for hello in self.book.take("hello") {
            if client.frames == Some(Vec::new()) {
                client.send_text(&hello.to_string()).await;
                client.receive().await;
            }
        }
        client
    }

    /// Moves the recorded frames of a connection to the story.
    pub(super) fn note(&mut self, client: &mut Client) {
        for frame in client.frames.iter_mut().flat_map(|frames| frames.drain(..)) {
            let message = serde_json::from_str(&frame).unwrap();
            self.heard.push(("ServerMessage".to_owned(), message));
        }
    }

    /// Sends the first message of this type in the documents, with these fields replaced.
    pub(super) async fn say(&self, client: &mut Client, kind: &str, fields: &[(&str, Value)]) {
        let message = self.book.take(kind).swap_remove(0);
        client.send_text(&changed(message, fields)).await;
    }

    /// Sends a request that must succeed, and records the response. On a busy machine an analysis may not be ready in
    /// time; the server then asks to try again.
    pub(super) async fn ask(&mut self, who: &Person, line: &str, body: &str, name: &str) -> Value {
        let (mut status, mut answer) = self.try_ask(who, line, body).await;
        for _ in 0..TRIES {
            if status != 503 {
                break;
            }
            (status, answer) = self.try_ask(who, line, body).await;
        }
        assert!((200..300).contains(&status), "{line}: {answer}");
        if !name.is_empty() {
            self.learn(name, answer.clone());
        }
        answer
    }

    /// Sends a request that must be refused, and records the response. Returns the code of the error.
    pub(super) async fn refused(&mut self, who: &Person, line: &str, body: &str) -> String {
        let (status, answer) = self.try_ask(who, line, body).await;
        assert!(status >= 400, "{line}: {answer}");
        self.learn("HttpError", answer.clone());
        answer["code"].as_str().unwrap().to_owned()
    }

    pub(super) async fn try_ask(&self, who: &Person, line: &str, body: &str) -> (u16, Value) {
        let line = line.split_once(' ').unwrap();
        // Passkeys need a domain name, so the request uses `localhost` instead of the IP address.
        let host = format!("localhost:{}", self.world.address.port());
        let headers = format!(
            "Host: {host}\r\ncookie: {}\r\nContent-Type: application/json\r\n",
            who.cookie
        );
        let answer = send(self.world.address, line, &headers, body)
            .await
            .unwrap();
        let body = serde_json::from_str(&answer.body).unwrap_or_default();
        (answer.status, body)
    }

    /// Creates a table from the documents' example, with these fields replaced.
    pub(super) async fn create(
        &mut self,
        host: &Person,
        fields: &[(&str, Value)],
    ) -> (TableId, Value) {
        let wanted = self.book.take("CreateTable").swap_remove(0);
        let body = changed(wanted, fields);
        let created = self
            .ask(host, "POST /api/tables", &body, "TableCreated")
            .await;
        (
            created["table"].as_str().unwrap().parse().unwrap(),
            created["invite"].clone(),
        )
    }

    async fn catalogue(&mut self) {
        let (person, _) = self.arrive().await;
        let catalogue = self.ask(&person, "GET /api/presets", "", "").await;
        for (part, name) in [
            ("presets", "PresetBody"),
            ("options", "OptionBody"),
            ("seatings", "SeatingBody"),
            ("tile_sets", "TileSetBody"),
        ] {
            for entry in catalogue["line"][part].as_array().unwrap() {
                self.learn(name, entry.clone());
            }
        }
        self.ask(&person, "GET /api/version", "", "VersionBody")
            .await;
        let replay = self.book.take("ReplayRequest").swap_remove(0).to_string();
        self.ask(&person, "POST /api/replay", &replay, "").await;
    }

    /// Sends every message of the documents, each with the id of a real table in place of the documents' id.
    async fn every_message(&mut self) {
        let (ben, mut client) = self.arrive().await;
        let (id, _) = self.create(&ben, &[("computers", json!(["club"]))]).await;
        client.open(id, None).await;
        for message in self.book.take("ClientMessage") {
            let (kind, has_table) = (message["type"].clone(), message.get("table").is_some());
            let table = [("table", json!(id)), ("invite", Value::Null)];
            let fields = if kind == "open" {
                &table[..]
            } else {
                &table[..usize::from(has_table)]
            };
            client.send_text(&changed(message, fields)).await;
            // The server answers in order. So when the answer to this message arrives, the message before it
            // has been answered too.
            let (table, invite, since) = (id, None, None);
            client
                .send(&ClientMessage::Open {
                    table,
                    invite,
                    since,
                    preview: None,
                    replay: None,
                })
                .await;
            loop {
                match client.receive().await {
                    ServerMessage::Table(_) => break,
                    ServerMessage::Error { code, text, .. } => {
                        let unread = [
                            ErrorCode::Malformed,
                            ErrorCode::UnknownType,
                            ErrorCode::WrongFields,
                        ];
                        assert!(!unread.contains(&code), "{kind}: {text}");
                    }
                    _ => {}
                }
            }
        }
        let seat = Seat::default();
        assert_eq!(client.seat(id), Some(seat));
        self.note(&mut client);
    }
}

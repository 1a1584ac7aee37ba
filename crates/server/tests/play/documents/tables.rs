//! The part of the story about visitors who come to tables, ask for seats, and search for a match.

use boneyard_protocol::{Request, Seeking, ServerMessage, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::{Rules, Seating};
use serde_json::{Value, json};

use super::story::Story;
use crate::client::Client;

impl Story<'_> {
    /// Creates a table that the lobby lists, and that later disappears from the lobby.
    pub(super) async fn lobby(&mut self) {
        let (ben, mut host) = self.arrive().await;
        let (_, mut cleo) = self.arrive().await;
        self.say(&mut cleo, "lobby", &[]).await;
        let (id, _) = self.create(&ben, &[("computers", Value::Null)]).await;
        let listed = |client: &Client| {
            client
                .lobby
                .as_ref()
                .is_some_and(|all| all.contains_key(&id))
        };
        cleo.until(listed).await;
        host.open(id, None).await;
        self.say(&mut host, "leave", &[("table", json!(id))]).await;
        cleo.until(|cleo| !listed(cleo)).await;
        self.note(&mut cleo);
    }

    /// Creates a table that is open only by link. A visitor who may not watch requests a seat there.
    pub(super) async fn outside(&mut self) {
        let (eve, mut host) = self.arrive().await;
        let (fay, mut guest) = self.arrive().await;
        let (_, mut gil) = self.arrive().await;
        let rules = json!(Rules::from(Preset::PARTY_DRAW.for_seating(Seating::THREE)));
        let fields = [
            ("rules", rules),
            ("access", json!("link")),
            ("computers", json!(["club"])),
        ];
        let (id, invite) = self.create(&eve, &fields).await;
        let opened = [("table", json!(id)), ("invite", invite)];
        host.open(id, None).await;
        self.say(&mut guest, "open", &opened).await;
        guest.until(|guest| guest.tables.contains_key(&id)).await;
        guest.send(&Request::Sit { seat: None }.at(id)).await;
        for player in [&mut guest, &mut host] {
            player.send(&Request::Ready { ready: true }.at(id)).await;
        }
        host.until(|host| host.table(id).room.status == Status::Playing)
            .await;
        self.say(&mut gil, "open", &opened).await;
        gil.until(|gil| gil.outside.contains_key(&id)).await;
        self.say(&mut gil, "request_seat", &opened[..1]).await;
        host.until(|host| host.table(id).presence.request.is_some())
            .await;
        let asked = host.table(id).presence.request.as_ref().unwrap().asked_ms;
        let answer = [opened[0].clone(), ("asked_ms", json!(asked))];
        self.say(&mut host, "answer_request", &answer).await;
        gil.until(|gil| !gil.outcomes.is_empty()).await;

        let known = guest.tables[&id].clone();
        self.note(&mut guest);
        drop(guest);
        host.until(|host| {
            host.table(id)
                .presence
                .seats
                .iter()
                .any(|(_, there)| !there)
        })
        .await;
        let mut again = self.connect(&fay).await;
        let since = known.0.v;
        again.tables.insert(id, known);
        self.say(
            &mut again,
            "open",
            &[
                opened[0].clone(),
                ("since", json!(since)),
                ("invite", Value::Null),
            ],
        )
        .await;
        while !matches!(again.receive().await, ServerMessage::Missed(_)) {}
        for client in [&mut host, &mut gil, &mut again] {
            self.note(client);
        }
    }

    /// Creates a table with a clock. Its host adds computer players and removes a player.
    pub(super) async fn host_and_clock(&mut self) {
        let (ben, mut host) = self.arrive().await;
        let (_, mut guest) = self.arrive().await;
        let clock = json!({"type": "per_move", "seconds": 30});
        let (id, _) = self
            .create(&ben, &[("computers", Value::Null), ("clock", clock)])
            .await;
        let table = [("table", json!(id))];
        host.open(id, None).await;
        guest.open(id, None).await;
        self.say(&mut guest, "sit", &table).await;
        guest.until(|guest| guest.seat(id).is_some()).await;
        self.say(&mut host, "remove", &table).await;
        guest.until(|guest| guest.closed.contains_key(&id)).await;
        self.say(&mut host, "seat_computer", &table).await;
        self.say(&mut host, "ready", &table).await;
        host.until(|host| {
            host.table(id)
                .time
                .as_ref()
                .is_some_and(|time| time.running.is_some())
        })
        .await;
        self.note(&mut host);
        self.note(&mut guest);
    }

    /// Two partners search for a match together, and one of them ends the search. Then both search alone and
    /// are paired.
    pub(super) async fn quick_match(&mut self) {
        let (_, mut one) = self.arrive().await;
        let (_, mut two) = self.arrive().await;
        let pairs = [
            ("presets", json!(["Latin Pairs"])),
            ("party", json!("5".repeat(32))),
        ];
        self.say(&mut one, "seek", &pairs).await;
        self.say(&mut two, "seek", &pairs).await;
        while !is_seeking(&one.receive().await, |seeking| seeking.partner.is_some()) {}
        self.say(&mut one, "unseek", &[]).await;
        while !is_seeking(&one.receive().await, |seeking| seeking.ended.is_some()) {}
        while !is_seeking(&two.receive().await, |seeking| seeking.ended.is_some()) {}
        self.say(&mut one, "seekers", &[]).await;
        for client in [&mut one, &mut two] {
            client.answers = false;
        }
        self.say(&mut one, "seek", &[]).await;
        while !is_listed(&one.receive().await) {}
        self.say(&mut two, "seek", &[]).await;
        for client in [&mut one, &mut two] {
            let number = loop {
                if let ServerMessage::SeekQuestion { number } = client.receive().await {
                    break number;
                }
            };
            self.note(client);
            let number = [("number", json!(number))];
            self.say(client, "seek_answer", &number).await;
        }
        for client in [&mut one, &mut two] {
            while !matches!(client.receive().await, ServerMessage::Paired(_)) {}
            self.note(client);
        }
    }
}

/// Whether a player is listed who searches.
fn is_listed(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Seekers { seekers } if !seekers.is_empty())
}

fn is_seeking(message: &ServerMessage, is_so: impl Fn(&Seeking) -> bool) -> bool {
    matches!(message, ServerMessage::Seeking(seeking) if is_so(seeking))
}

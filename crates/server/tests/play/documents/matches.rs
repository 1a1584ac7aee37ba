//! The part of the story about matches, from the first tile to the record.

use boneyard_protocol::transparency::PublicLog;
use boneyard_protocol::{ErrorCode, Phrase, Request, ServerMessage, Status, Words};
use boneyard_rules::Options;
use boneyard_rules::line::Preset;
use boneyard_rules::line::view::Phase;
use serde_json::{Value, json};

use super::story::{Story, changed};
use crate::client::Client;
use crate::person::Person;
use crate::records::get;
use crate::world::{Table, dice, public, random_play};

impl Story<'_> {
    /// Plays the match of the documents, with two players, a watcher, and the lobby.
    pub(super) async fn session(&mut self) {
        let (ben, mut host) = self.arrive().await;
        let (ada, mut guest) = self.arrive().await;
        let (_, mut cleo) = self.arrive().await;
        self.say(&mut guest, "rename", &[]).await;
        guest.until(|guest| guest.name == "Ada").await;
        self.say(&mut cleo, "lobby", &[]).await;
        // The target is lower than in the documents, so that the match ends soon.
        let mut rules = self.book.take("CreateTable").swap_remove(0)["rules"].clone();
        rules["line"]["target"] = json!(50);
        let fields = [("computers", Value::Null), ("rules", rules)];
        let (id, _) = self.create(&ben, &fields).await;
        let table = [("table", json!(id))];
        self.say(
            &mut host,
            "open",
            &[table[0].clone(), ("invite", Value::Null)],
        )
        .await;
        host.until(|host| host.tables.contains_key(&id)).await;
        self.say(&mut host, "ready", &table).await;
        let listed = |client: &Client| {
            client
                .lobby
                .as_ref()
                .is_some_and(|all| all.contains_key(&id))
        };
        cleo.until(listed).await;
        let (_, mut newcomer) = self.arrive().await;
        self.say(&mut newcomer, "lobby", &[]).await;
        newcomer.until(listed).await;
        self.note(&mut newcomer);
        for phrase in [Phrase::Hello, Phrase::WellPlayed] {
            let words = Words::Phrase(phrase);
            host.send(&Request::Say { words }.at(id)).await;
        }
        self.say(&mut host, "say", &table).await;
        host.until(|host| host.table(id).chat.lines().count() == 3)
            .await;

        guest.open(id, None).await;
        let (_, mut other) = self.arrive().await;
        other.open(id, None).await;
        self.say(
            &mut guest,
            "sit",
            &[table[0].clone(), ("seat", Value::Null)],
        )
        .await;
        guest.until(|guest| guest.seat(id).is_some()).await;
        self.say(&mut guest, "ready", &table).await;
        let playing = |client: &Client| client.table(id).room.status == Status::Playing;
        guest.until(playing).await;
        self.say(
            &mut other,
            "react",
            &[table[0].clone(), ("reaction", json!("wow"))],
        )
        .await;
        self.say(&mut guest, "react", &table).await;
        let mut tab = self.connect(&ada).await;
        self.say(&mut tab, "own_tables", &[]).await;
        tab.until(|tab| tab.own_tables.is_some()).await;
        let report = self.book.take("ReportPlayer").swap_remove(0);
        let reported = json!(guest.table(id).me.pseudonym);
        let report = changed(report, &[table[0].clone(), ("pseudonym", reported)]);
        self.ask(&ben, "POST /api/reports", &report, "").await;

        let invite = host.table(id).me.invite.unwrap();
        let (people, players) = (vec![ben.clone(), ada.clone()], vec![host, guest]);
        let mut table = Table {
            id,
            invite,
            people,
            players,
        };
        self.misplay(&mut table).await;
        let (mut chance, mut watching) = (dice(1), self.connect(&ada).await);
        while table.step(&mut chance).await {
            watching.open(id, None).await;
        }
        self.note(&mut watching);
        let record = table.players[0].table(id).room.record.unwrap();
        for client in table
            .players
            .iter_mut()
            .chain([&mut cleo, &mut other, &mut tab])
        {
            self.note(client);
        }
        self.records(&ben, &ada, &record.to_string()).await;
    }

    /// Sends plays that the server must refuse.
    async fn misplay(&mut self, table: &mut Table) {
        let id = table.id;
        let known = table.players[1].tables[&id].clone();
        let since = json!(known.0.v);
        for _ in 0..2 {
            table.step(&mut dice(2)).await;
        }
        table.sync().await;
        let mut tab = self.connect(&table.people[1]).await;
        tab.tables.insert(id, known);
        let fields = [
            ("table", json!(id)),
            ("invite", Value::Null),
            ("since", since),
        ];
        self.say(&mut tab, "open", &fields).await;
        while !matches!(tab.receive().await, ServerMessage::Missed(_)) {}
        tab.open(id, None).await;
        self.note(&mut tab);
        let Some(turn) = table.players[0].standing(id).turn else {
            return;
        };
        let player = &mut table.players[turn.index()];
        let (ply, tile) = (player.standing(id).ply, player.offers(id)[0].tile);
        let misplay = [
            ("table", json!(id)),
            (
                "move",
                json!({ "line": { "play": { "tile": tile, "arm": "c" } } }),
            ),
        ];
        for (ply, code) in [(1, ErrorCode::Stale), (ply, ErrorCode::Illegal)] {
            let fields = [&misplay[..], &[("ply", json!(ply))]].concat();
            self.say(player, "move", &fields).await;
            assert_eq!(player.refusal().await.code, code);
        }
    }

    async fn records(&mut self, ben: &Person, ada: &Person, record: &str) {
        self.ask(ben, &format!("GET /api/m/{record}"), "", "Record")
            .await;
        let analysis = format!("GET /api/m/{record}/analysis");
        self.ask(ben, &analysis, "", "RecordAnalysis").await;
        self.ask(ben, "GET /api/me/matches", "", "Matches").await;
        self.ask(ada, "DELETE /api/me/records/name", "", "").await;
        self.ask(ben, "GET /api/me/matches", "", "Matches").await;
        let hide = self.book.take("HideMatch").swap_remove(0).to_string();
        self.ask(
            ben,
            &format!("PUT /api/m/{record}/hidden"),
            &hide,
            "HideMatch",
        )
        .await;
    }

    /// Plays against computer players: the matches begin immediately, one has hints, and both end early.
    pub(super) async fn against_computers(&mut self) {
        let (dora, mut client) = self.arrive().await;
        for level in ["expert", "club"] {
            let (id, _) = self.create(&dora, &[("computers", json!([level]))]).await;
            client.open(id, None).await;
            client.until(|client| !client.offers(id).is_empty()).await;
            // A match against this level may be over before the player has had a choice, so hints are
            // requested only at the other level.
            for _ in 0..if level == "expert" { 2 } else { 0 } {
                let ply = json!(client.standing(id).ply);
                self.say(&mut client, "hint", &[("table", json!(id)), ("ply", ply)])
                    .await;
                while !matches!(client.receive().await, ServerMessage::Hint { .. }) {}
                let (v, next) = (client.v(id), random_play(&client, id, &mut dice(3)));
                client.send(&next).await;
                let on_turn = |client: &Client| client.v(id) > v && !client.offers(id).is_empty();
                client.until(on_turn).await;
            }
            self.say(&mut client, "resign", &[("table", json!(id))])
                .await;
            client
                .until(|client| client.table(id).room.status == Status::Over)
                .await;
            let record = client.table(id).room.record.unwrap();
            self.ask(&dora, &format!("GET /api/m/{record}"), "", "Record")
                .await;
            self.note(&mut client);
        }
    }

    /// A player makes some moves of another game against a computer player, and looks at the table again.
    pub(super) async fn other_game(&mut self, rules: Options) {
        let (dora, mut client) = self.arrive().await;
        let fields = [("computers", json!(["beginner"])), ("rules", json!(rules))];
        let (id, _) = self.create(&dora, &fields).await;
        client.open(id, None).await;
        for _ in 0..3 {
            client.until(|client| !client.moves(id).is_empty()).await;
            let (v, ply) = (client.v(id), client.standing(id).ply);
            let chosen = client.moves(id)[0];
            client.send(&Request::Move { ply, chosen }.at(id)).await;
            client.until(|client| client.v(id) > v).await;
        }
        client.until(|client| !client.moves(id).is_empty()).await;
        client.open(id, None).await;
        self.note(&mut client);
    }

    /// One of two players adds a seed to the deals, and requests the proof of a deal.
    pub(super) async fn fair_deal(&mut self) {
        let mut table = self.world.table(&public(*Preset::BLOCK.rules())).await;
        let id = [("table", json!(table.id))];
        for player in &mut table.players {
            player.frames = Some(Vec::new());
        }
        let known: PublicLog = get(&self.world, "/api/transparency").await.read();
        let promise = [id[0].clone(), ("head", json!(known.log))];
        self.say(&mut table.players[1], "commit", &promise).await;
        for player in &mut table.players {
            self.say(player, "ready", &id).await;
        }
        for player in &mut table.players {
            player.until(|player| !player.receipts.is_empty()).await;
        }
        self.say(&mut table.players[1], "reveal", &id).await;
        for player in &mut table.players {
            let playing = |client: &Client| client.table(table.id).room.status == Status::Playing;
            player.until(playing).await;
        }
        while table.players[0].board(table.id).phase == Phase::Playing {
            table.step(&mut dice(4)).await;
            table.sync().await;
        }
        self.say(&mut table.players[0], "fairness", &id).await;
        while !matches!(
            table.players[0].receive().await,
            ServerMessage::Fairness { .. }
        ) {}
        table.play_to_the_end(&mut dice(5)).await;
        let record = table.players[0].table(table.id).room.record.unwrap();
        for player in &mut table.players {
            self.note(player);
        }
        let line = format!("GET /api/m/{record}");
        self.ask(&table.people[0], &line, "", "Record").await;
    }
}

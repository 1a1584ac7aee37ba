//! The part of the story about tournaments.

use boneyard_base::Clock;
use boneyard_protocol::ServerMessage;
use serde_json::json;

use super::story::{Story, changed};
use crate::ratings::keep;

impl Story<'_> {
    /// Creates a tournament that computer players fill up, and follows it until a match of the second round has a
    /// result.
    pub(super) async fn tournaments(&mut self) {
        let (olga, _) = keep(self.world.address, "Olga").await;
        let (ada, mut player) = self.arrive().await;
        let starts_ms = Clock::system().now().0 + 3_600_000;
        let wanted = self.book.take("CreateTournament").swap_remove(0);
        let wanted = changed(wanted, &[("starts_ms", json!(starts_ms))]);
        let created = self.ask(&olga, "POST /api/tournaments", &wanted, "").await;
        let id = created["tournament"].as_str().unwrap().to_owned();
        let path = format!("/api/tournaments/{id}");
        self.ask(&ada, &format!("PUT {path}/entry"), "{}", "").await;
        let follow = [("tournament", json!(id))];
        self.say(&mut player, "tournament", &follow).await;
        let report = self
            .book
            .take("ReportTournament")
            .swap_remove(0)
            .to_string();
        let reports = format!("POST {path}/reports");
        self.ask(&ada, &reports, &report, "").await;
        let act = format!("POST {path}/actions");
        self.ask(&olga, &act, r#"{"action":"start"}"#, "").await;
        // The match of two computer players has a result; the organiser decides the others.
        let mut decided = 0;
        loop {
            let ServerMessage::TournamentChanged(change) = player.receive().await else {
                continue;
            };
            if change.head.round == 2 {
                // A second follower is to be shown a result, too.
                if change.matches.iter().any(|one| one.result.is_some()) {
                    break;
                }
                continue;
            }
            let open = change.matches.iter().filter(|one| one.result.is_none());
            for one in open {
                for action in self.book.take("TakeOrganiserAction") {
                    let number = [("number", json!(one.number))];
                    self.try_ask(&olga, &act, &changed(action, &number)).await;
                    decided += 1;
                }
            }
        }
        assert!(decided > 0);
        // A second follower is shown the whole tournament, with places.
        let mut watcher = self.connect(&olga).await;
        self.say(&mut watcher, "tournament", &follow).await;
        while !matches!(watcher.receive().await, ServerMessage::TournamentOwn(_)) {}
        for line in ["", "/own", "/matches"] {
            self.ask(&olga, &format!("GET {path}{line}"), "", "").await;
        }
        self.ask(&olga, "GET /api/tournaments", "", "").await;
        for client in [&mut player, &mut watcher] {
            self.note(client);
        }
    }
}

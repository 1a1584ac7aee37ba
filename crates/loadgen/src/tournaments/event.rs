//! A tournament on the servers, and its organiser, who is a moderator too.

use std::net::Ipv4Addr;

use boneyard_protocol::people::ReportsBody;
use boneyard_protocol::tournament::{
    CreateTournament, TakeOrganiserAction, TournamentCreated, TournamentPhase, TournamentState,
};
use boneyard_protocol::{TableId, TournamentId};
use boneyard_rules::Seat;
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};

use super::facts::{Facts, Gone};
use super::visitor::Visitor;
use crate::error::LoadError;
use crate::http::Http;
use crate::people::Servers;

/// How many programs send their requests from one address. From one address, sixty accounts are kept in an hour.
const PROGRAMS_PER_ADDRESS: usize = 20;

/// A tournament on the servers.
pub(super) struct Event {
    /// The name in the lines of progress, and of the directory of the evidence.
    pub(super) name: String,
    pub(super) id: TournamentId,
    pub(super) organiser: Visitor,
    /// The number of the tournament in the run.
    number: usize,
    facts: Mutex<Facts>,
}

impl Event {
    /// Creates a tournament, and an organiser for it. `number` is its number in the run.
    pub(super) async fn create(
        (number, name): (usize, String),
        wanted: &CreateTournament,
        servers: Servers,
    ) -> Result<Self, LoadError> {
        let account = Some(organiser(number));
        let organiser = Visitor::new(0, account, servers, client(number, 0)).await?;
        let wanted = serde_json::to_value(wanted)?;
        let created = organiser.ask("POST", "/api/tournaments", wanted);
        let TournamentCreated { tournament: id } = created.await?;
        Ok(Self {
            name,
            id,
            organiser,
            number,
            facts: Mutex::default(),
        })
    }

    /// The path of the tournament, or of a part of it.
    pub(super) fn path(&self, part: &str) -> String {
        format!("/api/tournaments/{}{part}", self.id)
    }

    /// A new program, with an account or as a guest.
    pub(super) async fn visitor(
        &self,
        number: usize,
        has_account: bool,
    ) -> Result<Visitor, LoadError> {
        let account = has_account.then(|| format!("Program {}-{number}", self.number));
        let servers = self.organiser.servers.clone();
        Visitor::new(number, account, servers, client(self.number, number)).await
    }

    /// Takes an action of the organiser.
    pub(super) async fn act(&self, action: TakeOrganiserAction) -> Result<(), LoadError> {
        let action = serde_json::to_value(action)?;
        let path = self.path("/actions");
        self.organiser.ask("POST", &path, action).await
    }

    /// Keeps out the player at a seat of a table, whom another player of the table reports. Returns the player's name.
    pub(super) async fn keep_out(
        &self,
        reporter: &Visitor,
        (table, seat): (TableId, Seat),
    ) -> Result<String, LoadError> {
        let report = json!({"table": table, "seat": seat, "reason": "stalling", "words": ""});
        let () = reporter.ask("POST", "/api/reports", report).await?;
        let open = "/api/moderation/reports";
        let reports: ReportsBody = self.organiser.ask("GET", open, Value::Null).await?;
        let mut reports = reports.reports.into_iter();
        let report = reports.find(|report| report.table == Some(table));
        let report = report.ok_or_else(|| LoadError::Part(format!("no report about {table}")))?;
        let act = json!({"act": "close", "note": ""});
        let acts = format!("{open}/{}/acts", report.number);
        let _: Value = self.organiser.ask("POST", &acts, act).await?;
        Ok(report.reported)
    }

    /// Notes that an entrant takes no part any more, and once the tournament has begun the partner neither: they must
    /// not be paired after the last round of now.
    pub(super) async fn gone(&self, entrant: u32) -> Result<(), LoadError> {
        let state = self.state().await?;
        let known = state.entrants.iter().find(|one| one.n == entrant);
        let partner = known.and_then(|one| one.partner);
        let partner = partner.filter(|_| state.head.phase != TournamentPhase::Coming);
        let after_round = state.head.round;
        let gone = [Some(entrant), partner].into_iter().flatten();
        self.facts().gone.extend(gone.map(|entrant| Gone {
            entrant,
            after_round,
        }));
        Ok(())
    }

    /// The tournament as all visitors see it.
    pub(super) async fn state(&self) -> Result<TournamentState, LoadError> {
        let path = self.path("");
        self.organiser.ask("GET", &path, Value::Null).await
    }

    pub(super) fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock()
    }
}

/// The account of the organiser of the tournament with this number.
pub(super) fn organiser(number: usize) -> String {
    format!("Organiser {number}")
}

/// The client of a program, with an address that few programs share.
fn client(event: usize, program: usize) -> Http {
    let part = (program / PROGRAMS_PER_ADDRESS) as u8;
    Http::from(Ipv4Addr::new(127, event as u8 + 1, part, 1).into())
}

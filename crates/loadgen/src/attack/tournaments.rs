//! Attacks on tournaments: floods of questions for the standings, of entries, and of new tournaments.

use boneyard_protocol::tournament::{
    CreateTournament, TournamentCreated, TournamentState, TournamentsBody,
};
use boneyard_protocol::{ClientMessage, TournamentId};
use serde_json::{Value, json};

use super::attacker::{Attacker, Target};
use super::honest::{Fixture, Visitors};
use crate::error::LoadError;
use crate::tournaments::swiss;

/// The path of all tournaments.
const PATH: &str = "/api/tournaments";

/// The number of players of the honest tournament: as many as fit into the time of the preparation.
const PLAYERS: u16 = 200;

/// The number of players in a quick run.
const PLAYERS_QUICK: u16 = 20;

/// The places of the honest tournament.
const PLACES: u16 = 500;

/// The number of connections that ask for the standings. Every second one is a WebSocket.
const READERS: usize = 200;

/// The number of guests who enter and withdraw.
const ENTRANTS: usize = 40;

/// The number of accounts that create tournaments.
const ORGANISERS: usize = 20;

/// How much earlier than the honest tournament those of attackers begin, in milliseconds.
const EARLIER_MS: i64 = 600_000;

/// The number of attackers of each kind in a quick run.
const QUICK: usize = 10;

/// Asks for the standings again and again.
pub(super) async fn standings(target: &Target) {
    let Fixture::Tournament(id) = target.fixture else {
        return;
    };
    let attack = move |attacker, number| read(attacker, number, id);
    target.run(1, target.count(READERS, QUICK), attack).await;
}

async fn read(attacker: Attacker, number: usize, id: TournamentId) -> Result<(), LoadError> {
    if number.is_multiple_of(2) {
        let path = format!("{PATH}/{id}");
        loop {
            attacker.ask(("GET", &path), &Value::Null).await?;
        }
    }
    let mut connection = attacker.connect().await?;
    let follow = ClientMessage::Tournament {
        tournament: id,
        follow: true,
    };
    loop {
        attacker.counts.tries();
        connection.send(&follow).await?;
        // Either the standings come, or a refusal.
        loop {
            let frame = connection.receive_text().await?;
            attacker.counts.receives(&frame);
            if frame.starts_with(r#"{"type":"tournament""#) || frame.contains(r#""code""#) {
                break;
            }
        }
    }
}

/// Enters and withdraws again and again, each time as another guest.
pub(super) async fn entries(target: &Target) {
    let Fixture::Tournament(id) = target.fixture else {
        return;
    };
    let attack = move |attacker, _| enter_and_withdraw(attacker, id);
    target.run(1, target.count(ENTRANTS, QUICK), attack).await;
}

async fn enter_and_withdraw(attacker: Attacker, id: TournamentId) -> Result<(), LoadError> {
    for method in ["PUT", "DELETE"] {
        let path = format!("{PATH}/{id}/entry");
        attacker.ask((method, &path), &json!({})).await?;
    }
    Ok(())
}

/// Creates tournaments with long names, from four addresses: more than the list shows.
pub(super) async fn organisers(target: &Target) {
    let attack = |attacker, _| organise(attacker);
    let count = target.count(ORGANISERS, QUICK);
    target.run(4, count, attack).await;
}

async fn organise(attacker: Attacker) -> Result<(), LoadError> {
    let name = format!("Attacker {}", rand::random::<u32>());
    let attacker = Attacker {
        identity: attacker.identity.keep(attacker.server, name).await?,
        ..attacker
    };
    loop {
        let honest = swiss(PLACES);
        // The list shows those that begin first.
        let wanted = CreateTournament {
            name: format!("{} {}", "W".repeat(30), rand::random::<u32>()),
            starts_ms: honest.starts_ms - EARLIER_MS,
            ..honest
        };
        if !attacker.ask(("POST", PATH), &wanted).await? {
            return Ok(());
        }
    }
}

impl Visitors {
    /// Creates a tournament, and lets players enter.
    pub(super) async fn open_tournament(&self, is_quick: bool) -> Result<Fixture, LoadError> {
        let guest = self.guest().await?;
        let organiser = guest.keep(self.server, "Organiser".to_owned()).await?;
        let wanted = swiss(PLACES);
        let created = organiser.send(self.server, ("POST", PATH), &wanted);
        let created: TournamentCreated = created.await?.json()?;
        let players = if is_quick { PLAYERS_QUICK } else { PLAYERS };
        for _ in 0..players {
            self.enter(created.tournament).await?;
        }
        Ok(Fixture::Tournament(created.tournament))
    }

    async fn enter(&self, id: TournamentId) -> Result<(), LoadError> {
        let path = format!("{PATH}/{id}/entry");
        let guest = self.guest().await?;
        let entered = guest.send(self.server, ("PUT", &path), &json!({})).await;
        entered.map(|_| ())
    }

    /// Finds a tournament in the list, reads it, and takes part in it, as a new visitor.
    pub(super) async fn take_part(&self, id: TournamentId) -> Result<(), LoadError> {
        let guest = self.guest().await?;
        let list = guest.send(self.server, ("GET", PATH), &Value::Null);
        let list: TournamentsBody = list.await?.json()?;
        if !list.open.iter().any(|listed| listed.tournament == id) {
            return Err(LoadError::Unlisted);
        }
        let path = format!("{PATH}/{id}");
        let read = guest.send(self.server, ("GET", &path), &Value::Null);
        let _: TournamentState = read.await?.json()?;
        self.enter(id).await
    }
}

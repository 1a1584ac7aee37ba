//! Attacks on tournaments: floods of questions for the standings, of entries, and of new tournaments.

use boneyard_protocol::tournament::{CreateTournament, TournamentCreated, TournamentState};
use boneyard_protocol::{ClientMessage, TournamentId};
use reqwest::header::COOKIE;
use reqwest::{Method, Response};

use super::attacker::{Attacker, Target, http_client};
use super::honest::{Fixture, Visitors};
use crate::client::Identity;
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
            let answer = attacker.ask(Method::GET, &path, String::new());
            answer.await?.bytes().await?;
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
    for method in [Method::PUT, Method::DELETE] {
        let path = format!("{PATH}/{id}/entry");
        attacker.ask(method, &path, "{}".to_owned()).await?;
    }
    Ok(())
}

/// Creates tournaments with long names, from four addresses.
pub(super) async fn organisers(target: &Target) {
    let attack = |attacker, _| organise(attacker);
    let count = target.count(ORGANISERS, QUICK);
    target.run(4, count, attack).await;
}

async fn organise(attacker: Attacker) -> Result<(), LoadError> {
    let name = format!("Attacker {}", rand::random::<u32>());
    let kept = attacker
        .identity
        .keep(&attacker.http, attacker.server, name);
    let attacker = Attacker {
        identity: kept.await?,
        ..attacker
    };
    loop {
        let wanted = CreateTournament {
            name: format!("{} {}", "W".repeat(30), rand::random::<u32>()),
            ..swiss(PLACES)
        };
        let body = serde_json::to_string(&wanted)?;
        let answer = attacker.ask(Method::POST, PATH, body).await?;
        if !answer.status().is_success() {
            return Ok(());
        }
    }
}

impl Attacker {
    async fn ask(&self, method: Method, path: &str, body: String) -> Result<Response, LoadError> {
        let request = self.http.request(method, self.url(path));
        let request = request.header(COOKIE, self.identity.cookie());
        let request = request.header("content-type", "application/json");
        self.counts.tries();
        let answer = request.body(body).send().await?;
        self.counts.answers(&answer);
        Ok(answer)
    }
}

impl Visitors {
    /// Creates a tournament, and lets players enter.
    pub(super) async fn open_tournament(&self, is_quick: bool) -> Result<Fixture, LoadError> {
        let http = http_client(self.address()).build()?;
        let guest = Identity::fetch(&http, self.server).await?;
        let organiser = guest.keep(&http, self.server, "Organiser".to_owned());
        let url = format!("http://{}{PATH}", self.server);
        let request = http.post(url).header(COOKIE, organiser.await?.cookie());
        let created = request.json(&swiss(PLACES)).send().await?;
        let created: TournamentCreated = created.error_for_status()?.json().await?;
        let players = if is_quick { PLAYERS_QUICK } else { PLAYERS };
        for _ in 0..players {
            self.enter(created.tournament).await?;
        }
        Ok(Fixture::Tournament(created.tournament))
    }

    async fn enter(&self, id: TournamentId) -> Result<(), LoadError> {
        let http = http_client(self.address()).build()?;
        let guest = Identity::fetch(&http, self.server).await?;
        let url = format!("http://{}{PATH}/{id}/entry", self.server);
        let request = http.put(url).header(COOKIE, guest.cookie());
        let request = request.header("content-type", "application/json");
        request.body("{}").send().await?.error_for_status()?;
        Ok(())
    }

    /// Reads a tournament, and takes part in it, as a new visitor.
    pub(super) async fn take_part(&self, id: TournamentId) -> Result<(), LoadError> {
        let url = format!("http://{}{PATH}/{id}", self.server);
        let http = http_client(self.address()).build()?;
        let answer = http.get(url).send().await?.error_for_status()?;
        let _: TournamentState = answer.json().await?;
        self.enter(id).await
    }
}

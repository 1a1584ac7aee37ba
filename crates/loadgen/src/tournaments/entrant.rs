//! A program that takes part in a tournament: it follows the tournament, and plays at the table of its match.

use std::sync::Arc;
use std::time::Duration;

use boneyard_base::Clock;
use boneyard_protocol::tournament::{
    EnterTournament, OrganiserAction, TakeOrganiserAction, TournamentFormat, TournamentHead,
    TournamentMatch, TournamentOwn, TournamentPhase,
};
use boneyard_protocol::{ClientMessage, Invite, Request, ServerMessage, Snapshot, Status, TableId};
use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::chance::{Moment, Plan, What};
use super::event::Event;
use super::facts::{Happened, LeftTable};
use super::look::{connect, look, visit};
use super::visitor::Visitor;
use crate::error::LoadError;
use crate::people::{NEWS_TIMEOUT, Observations, Pace, Player};

/// The pace of the programs.
const PACE: Pace = Pace {
    thinking_ms: 100..600,
    away_ms: 20..400,
    news_timeout: NEWS_TIMEOUT,
};

/// How often a program looks whether so many tiles were placed at its table.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// How long the organiser's pause lasts.
const PAUSE: Duration = Duration::from_secs(3);

/// The table of a program's match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    table: TableId,
    /// The round and the number of the match.
    at: (u32, u32),
}

/// A program that takes part.
pub(super) struct Entrant {
    event: Arc<Event>,
    visitor: Arc<Visitor>,
    plan: Plan,
    seen: Arc<Observations>,
    /// The number as a player of the tournament; `None` before the entry.
    pub(super) n: Option<u32>,
    /// The program's matches that it was shown; before the entry all matches.
    matches: Vec<TournamentMatch>,
    /// How many matches of the program had a table.
    played: u32,
    /// The table of the match that is not decided.
    table: Option<TableId>,
    /// The last table.
    last: Option<Place>,
    /// Whether the program stays away from the table.
    is_away: bool,
    /// Whether the program takes part no more.
    is_over: bool,
    playing: JoinSet<()>,
    looking: JoinSet<()>,
}

impl Entrant {
    /// A program that has not entered.
    pub(super) fn new(
        event: Arc<Event>,
        visitor: Visitor,
        plan: Plan,
        seen: Arc<Observations>,
    ) -> Self {
        Self {
            event,
            visitor: Arc::new(visitor),
            plan,
            seen,
            n: None,
            matches: Vec::new(),
            played: 0,
            table: None,
            last: None,
            is_away: false,
            is_over: false,
            playing: JoinSet::new(),
            looking: JoinSet::new(),
        }
    }

    /// Enters, with the invitation of a partner if there is one. Returns the invitation for a partner.
    pub(super) async fn enter(
        &mut self,
        partner: Option<Invite>,
    ) -> Result<Option<Invite>, LoadError> {
        let password = None;
        let body = serde_json::to_value(EnterTournament { password, partner })?;
        let path = self.event.path("/entry");
        let own: TournamentOwn = self.visitor.ask("PUT", &path, body).await?;
        self.n = own.entrant;
        Ok(own.invite)
    }

    /// Takes part until the tournament is over, and connects again after each failure.
    pub(super) async fn take_part(mut self) {
        while !self.is_over {
            // The server is killed again and again, so a lost connection is no fault.
            let _ = self.follow().await;
            let ms = rand::rng().random_range(PACE.away_ms);
            sleep(Duration::from_millis(ms)).await;
        }
        self.playing.abort_all();
        if let Some(last) = self.last {
            self.leave(last);
        }
        while self.looking.join_next().await.is_some() {}
    }

    /// Follows the tournament over one connection.
    async fn follow(&mut self) -> Result<(), LoadError> {
        let mut connection = connect(&self.visitor).await?;
        let follow = ClientMessage::Tournament {
            tournament: self.event.id,
            follow: true,
        };
        connection.send(&follow).await?;
        while !self.is_over {
            let message = tokio::select! {
                message = connection.receive() => message?,
                () = self.placed() => {
                    self.meet_fate(Moment::Placed).await;
                    continue;
                }
            };
            match message {
                ServerMessage::Tournament(state) => {
                    self.matches.clear();
                    self.learn(&state.head, state.matches).await;
                }
                ServerMessage::TournamentChanged(change) => {
                    self.learn(&change.head, change.matches).await;
                }
                ServerMessage::TournamentOwn(own) => self.sit(own).await,
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes note of the matches that the program is shown.
    async fn learn(&mut self, head: &TournamentHead, matches: Vec<TournamentMatch>) {
        // In an arena, matches of several rounds are played at the same time.
        let known = self.matches.iter().map(|one| one.round).max();
        let is_later = matches.iter().any(|one| Some(one.round) > known);
        if is_later && head.format != TournamentFormat::Arena {
            self.matches.clear();
        }
        let n = self.n;
        for one in matches.into_iter().filter(|one| plays(n, one)) {
            let at = (one.round, one.number);
            self.matches
                .retain(|known| (known.round, known.number) != at);
            self.matches.push(one);
        }
        if let Some(n) = self.n
            && self.undecided().count() > 1
        {
            self.event.facts().two_at_a_time.push(n);
        }
        self.is_over = matches!(
            head.phase,
            TournamentPhase::Ended | TournamentPhase::CalledOff
        );
        if self.n.is_none() && self.plan.enters_in > 0 && head.round >= self.plan.enters_in {
            self.plan.enters_in = 0;
            let entered = self.enter(None).await;
            self.note("enters late".to_owned(), entered);
        }
    }

    /// The program's matches without a result, the first one first.
    fn undecided(&self) -> impl Iterator<Item = &TournamentMatch> {
        let matches = self.matches.iter().filter(|one| plays(self.n, one));
        matches.filter(|one| one.sides.len() == 2 && one.result.is_none() && !one.over)
    }

    /// Plays at the table of the match that is not decided, and no longer at another one.
    async fn sit(&mut self, own: TournamentOwn) {
        self.n = own.entrant.or(self.n);
        if self.table == own.table {
            return;
        }
        if self.table.take().is_some() {
            self.playing.abort_all();
            self.meet_fate(Moment::Ended).await;
        }
        let at = self.undecided().last().map(|one| (one.round, one.number));
        let Some((table, at)) = own.table.zip(at) else {
            return;
        };
        self.table = Some(table);
        let before = self.last.replace(Place { table, at });
        // A match can get another table.
        if before.is_none_or(|before| before.at != at) {
            self.played += 1;
            self.is_away = false;
            if let Some(before) = before {
                self.leave(before);
            }
            self.meet_fate(Moment::Paired).await;
        }
        if !self.is_away {
            let identity = Arc::clone(&self.visitor.identity);
            let (servers, seen) = (self.visitor.servers.clone(), Arc::clone(&self.seen));
            let place = (table, self.visitor.number);
            let player = Player::arranged(place, identity, servers, seen, &PACE);
            self.playing.spawn(player.play());
        }
    }

    /// Looks at a table whose match has its result, and notes what is played there.
    fn leave(&mut self, Place { table, at }: Place) {
        let (event, visitor) = (Arc::clone(&self.event), Arc::clone(&self.visitor));
        let entrant = self.n;
        self.looking.spawn(async move {
            let found = look(&visitor, table).await;
            let found = found.as_ref();
            event.facts().left.push(LeftTable {
                round: at.0,
                number: at.1,
                table,
                entrant,
                seat: found.and_then(|found| found.me.seat),
                playing: found.is_some_and(|found| found.room.status == Status::Playing),
                record: found.and_then(|found| found.room.record),
            });
        });
    }

    /// Waits until so many tiles are placed that something happens to the program.
    async fn placed(&self) {
        let now = (self.played, Moment::Placed);
        let fate = self
            .plan
            .fate
            .filter(|fate| (fate.in_match, fate.moment) == now);
        let Some((fate, table)) = fate.zip(self.table) else {
            return std::future::pending().await;
        };
        while self.seen.placed_at(table) < fate.tiles {
            sleep(LOOK_INTERVAL).await;
        }
    }

    /// Lets happen what the plan has for this moment.
    pub(super) async fn meet_fate(&mut self, moment: Moment) {
        let now = (self.played, moment);
        let fate = self
            .plan
            .fate
            .take_if(|fate| (fate.in_match, fate.moment) == now);
        if let Some(fate) = fate {
            let done = self.suffer(fate.what, moment).await;
            self.note(format!("{:?} {moment:?}", fate.what), done);
        }
        if self.is_away && moment == Moment::Ended {
            self.is_away = false;
            // Players who stay away are not paired until they come back.
            let path = self.event.path("/break");
            let _: Result<Value, _> = self.visitor.ask("DELETE", &path, Value::Null).await;
        }
    }

    async fn suffer(&mut self, what: What, moment: Moment) -> Result<(), LoadError> {
        let event = Arc::clone(&self.event);
        match what {
            What::Withdraws => {
                self.withdraw().await?;
                if moment != Moment::Entered {
                    self.is_gone().await?;
                }
                // After the start this is refused.
                let entered = self.enter(None).await;
                self.note("enters again".to_owned(), entered);
                return Ok(());
            }
            What::WithdrawsForGood => self.withdraw().await?,
            What::IsWithdrawn => {
                let entrant = self.n;
                let withdraw = OrganiserAction::Withdraw.alone();
                event
                    .act(TakeOrganiserAction {
                        entrant,
                        ..withdraw
                    })
                    .await?;
            }
            What::ClosesAccount => {
                let body = json!({"name": self.visitor.account});
                let () = self.visitor.ask("DELETE", "/api/account", body).await?;
                (self.is_over, self.last) = (true, None);
            }
            What::GetsOpponentKeptOut => return self.get_opponent_kept_out().await,
            What::StaysAway => {
                self.is_away = true;
                self.playing.abort_all();
                return Ok(());
            }
            What::Resigns => return self.resign().await,
            What::Decided(result) => {
                let at = self.last.map(|last| last.at);
                let decision = TakeOrganiserAction {
                    round: at.map(|(round, _)| round),
                    number: at.map(|(_, number)| number),
                    result: Some(result),
                    note: Some("by chance".to_owned()),
                    ..OrganiserAction::Result.alone()
                };
                return event.act(decision).await;
            }
            What::Paused => {
                event.act(OrganiserAction::Pause.alone()).await?;
                sleep(PAUSE).await;
                return event.act(OrganiserAction::Resume.alone()).await;
            }
        }
        self.is_gone().await
    }

    async fn withdraw(&self) -> Result<(), LoadError> {
        let path = self.event.path("/entry");
        let withdrawn: Result<Value, _> = self.visitor.ask("DELETE", &path, Value::Null).await;
        withdrawn.map(|_| ())
    }

    async fn is_gone(&self) -> Result<(), LoadError> {
        match self.n {
            Some(n) => self.event.gone(n).await,
            None => Ok(()),
        }
    }

    async fn resign(&self) -> Result<(), LoadError> {
        let Some(table) = self.table else {
            return Ok(());
        };
        visit(&self.visitor, table, Some(Request::Resign))
            .await
            .map(|_| ())
    }

    async fn get_opponent_kept_out(&self) -> Result<(), LoadError> {
        let Some(Place { table, .. }) = self.last else {
            return Ok(());
        };
        let found = visit(&self.visitor, table, None).await?;
        let next = |found: Snapshot| found.room.rules.seating().from(found.me.seat?).nth(1);
        let seat = found.and_then(next);
        let seat = seat.ok_or_else(|| LoadError::Part(format!("no seat at {table}")))?;
        let name = self.event.keep_out(&self.visitor, (table, seat)).await?;
        let state = self.event.state().await?;
        let mut entrants = state.entrants.iter();
        match entrants.find(|one| one.name == name) {
            Some(one) => self.event.gone(one.n).await,
            None => Err(LoadError::Part(format!("{name} doesn't take part"))),
        }
    }

    /// Notes something that has happened by chance.
    pub(super) fn note<T>(&self, what: String, done: Result<T, LoadError>) {
        self.event.facts().happened.push(Happened {
            at_ms: Clock::system().now().0,
            entrant: self.n,
            at: self.last.map(|last| last.at),
            what,
            refused: done.err().map(|error| error.to_string()),
        });
    }
}

/// Whether the program with this number plays a match; before its entry, it may play any.
fn plays(n: Option<u32>, one: &TournamentMatch) -> bool {
    n.is_none_or(|n| one.sides.iter().flatten().any(|of| *of == n))
}

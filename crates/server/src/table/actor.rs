//! The one task of a table: takes commands, has the state judge them, appends what comes of it to
//! the log, and only then shows it.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use boneyard_protocol::TableId;
use futures_util::FutureExt as _;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Tables;
use super::absence::Absences;
use super::analyst::Analyst;
use super::chat::Rooms;
use super::computers::Computers;
use super::finished;
use super::followers::{Follower, Followers, turn_away};
use super::handle::Mail;
use super::history::History;
use super::meters::Counted;
use super::refusal::Refusal;
use super::rows::LogError;
use super::seat_request::SeatRequests;
use super::state::State;
use crate::clock::Timestamp;
use crate::limits;

/// A loaded table.
pub(super) struct Actor {
    pub(super) id: TableId,
    pub(super) tables: Tables,
    pub(super) state: State,
    pub(super) followers: Followers,
    /// What is said here; not part of the log.
    pub(super) rooms: Rooms,
    pub(super) computers: Computers,
    pub(super) analyst: Analyst,
    mailbox: mpsc::Receiver<Mail>,
    /// The last append failed, and may yet be in the log: it must be read before the next.
    pub(super) doubtful: bool,
    /// The log holds what this process can't go on from.
    pub(super) broken: bool,
    /// What happened last.
    pub(super) history: History,
    pub(super) absences: Absences,
    /// The requests for computer players' seats; not part of the log either.
    pub(super) seat_requests: SeatRequests,
    /// Since when nobody could play, because no player is here or the storage fails: no clock runs
    /// meanwhile, and the time is given back to whoever is on turn. After a restart it is since the
    /// last that is known.
    pub(super) idle_since: Option<Timestamp>,
    /// This table among those in memory.
    pub(super) counted: Counted,
}

/// Why a table's task ends.
enum End {
    /// Nobody follows it any more; it can be loaded again.
    Idle,
    /// The table is closed, or can't go on in this process; whoever still asks is told this.
    Unusable(Refusal),
}

/// Loads a table and serves it until nobody needs it any more. A panic ends this table alone.
pub(super) async fn run(tables: Tables, id: TableId, mailbox: mpsc::Receiver<Mail>) {
    let (mailbox, reason) = match load(&tables, id).await {
        Err(reason) => {
            tables.forget(id);
            (mailbox, reason)
        }
        Ok(loaded) => {
            let mut actor = Actor::new(&tables, id, loaded, mailbox);
            let reason = match AssertUnwindSafe(actor.serve()).catch_unwind().await {
                Ok(End::Idle) => return,
                Ok(End::Unusable(reason)) => reason,
                Err(_) => {
                    tracing::error!("the table's task has panicked");
                    Refusal::OutOfOrder
                }
            };
            // First, so that who opens the table again has it loaded anew.
            tables.forget(id);
            actor.followers.end_all();
            (actor.mailbox, reason)
        }
    };
    turn_all_away(id, mailbox, reason).await;
}

pub(super) async fn load(tables: &Tables, id: TableId) -> Result<(State, History), Refusal> {
    let rows = tables.log().read(id, 0).await.map_err(|error| {
        tracing::error!(%error, "the log can't be reached");
        Refusal::Unavailable
    })?;
    let loaded = History::from_log(&rows);
    if let Ok((state, _)) = &loaded {
        // A match is kept with the append that ends it: this mends a database whose records were
        // lost. Without them people can play all the same.
        let kept = finished::keep_missing(tables, id, state, &rows).await;
        if let Err(error) = kept {
            tracing::error!(table = %id, %error, "records could not be made again");
        }
    }
    match loaded {
        Ok((state, _)) if state.closed => Err(Refusal::NotFound),
        Ok(loaded) => Ok(loaded),
        Err(LogError::Missing) => Err(Refusal::NotFound),
        Err(error) => {
            tracing::error!(%error, "the table stays out of use");
            Err(Refusal::OutOfOrder)
        }
    }
}

/// Lets so much time pass; for ever if there is nothing to wait for.
async fn pass(wait: Option<Duration>) {
    match wait {
        Some(wait) => tokio::time::sleep(wait).await,
        None => std::future::pending().await,
    }
}

/// Answers whoever still comes; returns when nobody can any more.
async fn turn_all_away(table: TableId, mut mailbox: mpsc::Receiver<Mail>, reason: Refusal) {
    while let Some(mail) = mailbox.recv().await {
        if let Mail::Follow { id, peer, .. } = mail {
            turn_away(&peer, id, table, reason);
        }
    }
}

impl Actor {
    pub(super) fn new(
        tables: &Tables,
        id: TableId,
        (state, history): (State, History),
        mailbox: mpsc::Receiver<Mail>,
    ) -> Self {
        let now = Instant::now();
        let player = tables.inner.players.who_know(&state.rules);
        let thinkers = tables.inner.thinkers.clone();
        let delay = tables.inner.bot_delay;
        let counted = Counted::new(tables.meters().clone(), state.status);
        Self {
            id,
            tables: tables.clone(),
            followers: Followers::new(id),
            rooms: Rooms::new(id, now),
            computers: Computers::new(player, thinkers, delay, now),
            analyst: Analyst::default(),
            idle_since: Some(state.last),
            state,
            mailbox,
            doubtful: false,
            broken: false,
            history,
            absences: Absences::default(),
            seat_requests: SeatRequests::new(now),
            counted,
        }
    }

    async fn serve(&mut self) -> End {
        loop {
            if !self.followers.is_empty() {
                self.computers.look(self.id, &self.state, Instant::now());
            }
            let wait = self.until_due();
            tokio::select! {
                mail = self.mailbox.recv() => match mail {
                    Some(mail) => self.handle(mail).await,
                    None => return End::Idle,
                },
                thought = self.computers.thought() => self.take_thought(&thought),
                () = pass(wait) => {
                    if self.is_idle() && self.tables.unload(self.id, &self.mailbox) {
                        return End::Idle;
                    }
                    self.do_what_is_due().await;
                }
            }
            self.attend().await;
            if self.state.closed {
                return End::Unusable(Refusal::NotFound);
            }
            if self.broken {
                return End::Unusable(Refusal::OutOfOrder);
            }
            // In a crowd that comes or goes all at once, one message tells it all.
            if self.mailbox.is_empty() {
                let now = self.tables.clock().now();
                self.followers.show_presence(&self.state, now);
            }
        }
    }

    /// Whether nobody needs this table in memory. What would become due waits until somebody
    /// comes back.
    fn is_idle(&self) -> bool {
        self.followers.is_empty() && !self.doubtful
    }

    /// How long until there is something to do unasked.
    fn until_due(&self) -> Option<Duration> {
        if self.doubtful {
            return Some(limits::STORE_RETRY_DELAY);
        }
        if self.is_idle() {
            return Some(limits::TABLE_IDLE_TIMEOUT);
        }
        let now = self.tables.clock().now();
        let clock = self.state.clock_deadline();
        let clock = clock.filter(|_| self.idle_since.is_none());
        let absent = self.state.absent_from(&self.absences.gone(&self.state));
        // Once it is due it is shown, and there is nothing more to wait for.
        let absent = absent.filter(|&from| from > now);
        let request = self.seat_requests.deadline();
        let due = self.state.deadline().into_iter().chain(clock);
        let due = due.chain(absent).chain(request);
        let for_time = due.min().map(|due| {
            let wait_ms = due.ms_since(now);
            Duration::from_millis(wait_ms.unsigned_abs())
        });
        let due = self.computers.due();
        let for_a_computer = due.map(|due| due.saturating_duration_since(Instant::now()));
        for_time.into_iter().chain(for_a_computer).min()
    }

    pub(super) async fn do_what_is_due(&mut self) {
        let result = if self.doubtful {
            self.catch_up().await
        } else {
            self.go_on_unasked().await
        };
        // While the storage fails it is tried again; what is out of order would fail for ever.
        self.broken |= result == Err(Refusal::OutOfOrder);
    }

    /// Sees who is there. Whoever was alone with the clock while nobody could play gets that time
    /// back before anything else happens.
    pub(super) async fn attend(&mut self) {
        let now = self.tables.clock().now();
        let followers = &self.followers;
        self.absences
            .look(&self.state, |player| followers.has(player), now);
        if self.doubtful
            || !self
                .state
                .people()
                .any(|person| followers.has(person.player))
        {
            self.idle_since.get_or_insert(now);
        } else if let Some(since) = self.idle_since {
            let resumed = self.settle(|state, now| state.resume(since, now)).await;
            if resumed.is_ok() {
                self.idle_since = None;
            }
        }
        let gone = self.absences.gone(&self.state);
        let absent = self.state.absent(&gone, now);
        self.followers.set_absent(absent);
        self.check_request();
    }

    /// Does what is due: deals if somebody has waited long enough for it, does what the clock
    /// demands, and lets a computer player act.
    async fn go_on_unasked(&mut self) -> Result<(), Refusal> {
        if self.state.deadline().is_some() {
            self.settle(State::on_deadline).await?;
        }
        if self.state.clock_deadline().is_some() && self.idle_since.is_none() {
            self.settle(State::on_clock).await?;
        }
        if self.followers.is_empty() {
            return Ok(());
        }
        self.let_computers_act().await
    }

    /// Closes the table if nobody has come back to it for long.
    async fn put_away(&mut self) {
        let followers = &self.followers;
        if !self
            .state
            .people()
            .any(|person| followers.has(person.player))
        {
            // What fails now is tried again when it is looked for the next time.
            let _ = self.settle(State::abandon).await;
        }
    }

    pub(super) async fn handle(&mut self, mail: Mail) {
        if self.refuses_outsider(&mail) {
            return;
        }
        match mail {
            Mail::Follow {
                id,
                peer,
                name,
                asked,
            } => {
                let player = peer.player;
                let is_new = !self.followers.has(player);
                self.rename(player, name).await;
                let invited = asked.invite == Some(self.state.invite);
                self.follow(Follower { id, peer, invited }, asked.since);
                // Coming back takes the seat back. If the storage fails it is still to be had.
                if is_new && self.state.is_missed(player) {
                    let _ = self
                        .settle(|state, now| state.welcome_back(player, now))
                        .await;
                }
            }
            Mail::PutAway => self.put_away().await,
            Mail::Unfollow { id } => self.followers.remove(id),
            Mail::Act { id, about, action } => self.act(id, about, action).await,
            Mail::Speak {
                id,
                about,
                name,
                speech,
            } => self.speak(id, about, name, speech),
            Mail::SeatRequest {
                id,
                about,
                name,
                action,
            } => self.seat_request(id, about, name, action).await,
            Mail::Hint { id, ply } => self.hint(id, ply),
            Mail::Analyse { id } => self.analyse(id).await,
            Mail::Prove { id, round } => self.prove(id, round),
            Mail::Renamed { id, name } => {
                if let Some(player) = self.followers.get(id).map(|known| known.peer.player) {
                    self.rename(player, name).await;
                }
            }
        }
    }
}

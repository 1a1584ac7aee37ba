//! The one task of a table: takes commands, has the state judge them, appends what comes of it to
//! the log, and only then shows it.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use boneyard_protocol::{About, ServerMessage, TableId};
use futures_util::FutureExt as _;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Tables;
use super::chance::Chance;
use super::chat::{Place, Rooms, Speaker, Speech};
use super::command::{Action, Command, Decision};
use super::event::TableEvent;
use super::followers::{Follower, Followers, turn_away};
use super::handle::Mail;
use super::refusal::Refusal;
use super::relisted::Relisted;
use super::state::{LogError, State};
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::peer::FollowId;
use crate::store::{Append, AppendError};

/// A loaded table.
struct Actor {
    id: TableId,
    tables: Tables,
    chance: Box<dyn Chance + Send>,
    state: State,
    followers: Followers,
    /// What is said here; not part of the log.
    rooms: Rooms,
    mailbox: mpsc::Receiver<Mail>,
    /// The last append failed, and may yet be in the log: it must be read before the next.
    doubtful: bool,
    /// The log holds what this process can't go on from.
    broken: bool,
}

/// Why a table's task ends.
enum End {
    /// Nobody follows it any more; it can be loaded again.
    Idle,
    /// The table is closed, or can't go on in this process; whoever still asks is told this.
    Unusable(Refusal),
}

/// Loads a table and serves it until nobody needs it any more. A panic ends this table alone.
pub(super) async fn run(
    tables: Tables,
    id: TableId,
    mailbox: mpsc::Receiver<Mail>,
    chance: Box<dyn Chance + Send>,
) {
    let (mailbox, reason) = match load(&tables, id).await {
        Err(reason) => {
            tables.forget(id);
            (mailbox, reason)
        }
        Ok(state) => {
            let mut actor = Actor {
                id,
                tables: tables.clone(),
                chance,
                state,
                followers: Followers::new(id),
                rooms: Rooms::new(id, Instant::now()),
                mailbox,
                doubtful: false,
                broken: false,
            };
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

async fn load(tables: &Tables, id: TableId) -> Result<State, Refusal> {
    let rows = tables.store().read_log(id, 0).await.map_err(|error| {
        tracing::error!(%error, "the log can't be reached");
        Refusal::Unavailable
    })?;
    match State::from_log(&rows) {
        Ok(state) if state.closed => Err(Refusal::NotFound),
        Ok(state) => Ok(state),
        Err(LogError::Missing) => Err(Refusal::NotFound),
        Err(error) => {
            tracing::error!(%error, "the table stays out of use");
            Err(Refusal::OutOfOrder)
        }
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
    async fn serve(&mut self) -> End {
        loop {
            match self.until_due() {
                None => match self.mailbox.recv().await {
                    Some(mail) => self.handle(mail).await,
                    None => return End::Idle,
                },
                Some(wait) => tokio::select! {
                    mail = self.mailbox.recv() => match mail {
                        Some(mail) => self.handle(mail).await,
                        None => return End::Idle,
                    },
                    () = tokio::time::sleep(wait) => {
                        if self.is_idle() && self.tables.unload(self.id, &self.mailbox) {
                            return End::Idle;
                        }
                        self.do_what_is_due().await;
                    }
                },
            }
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
        let deadline = self.state.deadline()?;
        let wait_ms = deadline.ms_since(self.tables.clock().now());
        Some(Duration::from_millis(wait_ms.unsigned_abs()))
    }

    async fn do_what_is_due(&mut self) {
        let result = if self.doubtful {
            self.catch_up().await
        } else {
            self.settle(|state, now, chance| state.on_deadline(now, chance))
                .await
        };
        // While the storage fails it is tried again; what is out of order would fail for ever.
        self.broken |= result == Err(Refusal::OutOfOrder);
    }

    async fn handle(&mut self, mail: Mail) {
        match mail {
            Mail::Follow {
                id,
                peer,
                name,
                invite,
            } => {
                self.rename(peer.player, name).await;
                let invited = invite == Some(self.state.invite);
                self.follow(Follower { id, peer, invited });
            }
            Mail::Unfollow { id } => self.followers.remove(id),
            Mail::Act { id, about, action } => self.act(id, about, action).await,
            Mail::Speak {
                id,
                about,
                name,
                speech,
            } => self.speak(id, about, name, speech),
            Mail::Renamed { id, name } => {
                if let Some(player) = self.followers.get(id).map(|known| known.peer.player) {
                    self.rename(player, name).await;
                }
            }
        }
    }

    /// Adds a follower with a snapshot. Nothing can happen between the two, so each update after
    /// it fits.
    fn follow(&mut self, mut follower: Follower) {
        let player = follower.peer.player;
        let seated = self.state.seat_of(player).is_some();
        let known = self.followers.get(follower.id);
        follower.invited |= seated || known.is_some_and(|known| known.invited);
        if let Err(refusal) = self.may_follow(&follower, seated) {
            turn_away(&follower.peer, follower.id, self.id, refusal);
            self.followers.remove(follower.id);
            return;
        }
        let peer = follower.peer.clone();
        let id = follower.id;
        self.followers.add(follower);
        let now = self.tables.clock().now();
        let presence = self.followers.presence(&self.state, now);
        let chat = self
            .rooms
            .chat(Place::of(self.state.seat_of(player)))
            .clone();
        let snapshot = self.state.snapshot(self.id, player, presence, chat);
        if peer
            .tell(&ServerMessage::Table(Box::new(snapshot)))
            .is_err()
        {
            self.followers.remove(id);
        }
    }

    fn may_follow(&self, follower: &Follower, seated: bool) -> Result<(), Refusal> {
        if !self
            .state
            .is_open_to(follower.peer.player, follower.invited)
        {
            return Err(Refusal::NotFound);
        }
        if self.state.is_link_only() && self.state.removed.contains(&follower.peer.player) {
            return Err(Refusal::Removed);
        }
        if self.state.is_among_players() && !seated {
            return Err(Refusal::PrivateMatch);
        }
        Ok(())
    }

    async fn act(&mut self, id: FollowId, about: About, action: Action) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let command = Command {
            player: follower.peer.player,
            invited: follower.invited,
            action,
        };
        let result = self
            .settle(|state, now, chance| state.decide(&command, now, chance))
            .await;
        if let Err(refusal) = result {
            self.refuse(id, about, refusal);
        }
    }

    /// Has somebody heard by those who may hear them. Nothing of it goes into the log.
    fn speak(&mut self, id: FollowId, about: About, name: String, speech: Speech) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let speaker = Speaker {
            player,
            seat: self.state.seat_of(player),
            name,
        };
        let at = self.tables.clock().now();
        match self.rooms.hear(speaker, speech, at, Instant::now()) {
            Ok(heard) => self.followers.tell(&heard, &self.state),
            Err(refusal) => self.refuse(id, about, refusal),
        }
    }

    /// Tells a follower why what they wanted is not done.
    fn refuse(&mut self, id: FollowId, about: About, refusal: Refusal) {
        tracing::debug!(table = %self.id, code = %refusal.code(), ?about, "refused");
        let message = ServerMessage::Error {
            about: Some(about),
            table: Some(self.id),
            code: refusal.code(),
            text: refusal.to_string(),
        };
        let follower = self.followers.get(id);
        if follower.is_some_and(|follower| follower.peer.tell(&message).is_err()) {
            self.followers.remove(id);
        }
    }

    /// Whoever sits here goes by their new name; for others, or if it fails, nothing changes.
    async fn rename(&mut self, player: PlayerId, name: String) {
        if self.state.seat_of(player).is_some() {
            let command = Command {
                player,
                invited: false,
                action: Action::Rename(name),
            };
            let _ = self
                .settle(|state, now, chance| state.decide(&command, now, chance))
                .await;
        }
    }

    /// Has the state judge something, appends what comes of it, and then shows it. If another
    /// node was faster, what it appended is shown, and the state is asked again.
    async fn settle<F>(&mut self, judge: F) -> Result<(), Refusal>
    where
        F: Fn(&State, Timestamp, &mut dyn Chance) -> Result<Decision, Refusal>,
    {
        if self.doubtful {
            self.catch_up().await?;
        }
        for _ in 0..limits::APPEND_TRIES_MAX {
            let now = self.tables.clock().now();
            let decision = judge(&self.state, now, &mut *self.chance)?;
            if decision.events.is_empty() {
                return Ok(());
            }
            let relisted = Relisted::between(self.id, &self.state, &decision.next);
            let append = Append {
                table: self.id,
                seq: decision.next.version,
                at: now,
                body: body(&decision.events),
                listing: relisted.as_ref().map(Relisted::to_store),
            };
            match self.tables.store().append(append).await {
                Ok(()) => {
                    self.go_on_as(decision.next, relisted);
                    return Ok(());
                }
                Err(AppendError::Conflict) => self.catch_up().await?,
                Err(AppendError::Unavailable(error)) => {
                    tracing::error!(table = %self.id, %error, "an append failed");
                    self.doubtful = true;
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Shows what the log holds beyond the state.
    async fn catch_up(&mut self) -> Result<(), Refusal> {
        self.doubtful = true;
        let rows = self
            .tables
            .store()
            .read_log(self.id, self.state.version)
            .await?;
        for row in rows {
            let mut next = self.state.clone();
            if let Err(error) = next.add_row(&row) {
                tracing::error!(table = %self.id, %error, "the table stays out of use");
                self.broken = true;
                return Err(Refusal::OutOfOrder);
            }
            let relisted = Relisted::between(self.id, &self.state, &next);
            self.go_on_as(next, relisted);
        }
        self.doubtful = false;
        Ok(())
    }

    /// Takes what is in the log, and shows it.
    fn go_on_as(&mut self, next: State, relisted: Option<Relisted>) {
        let before = std::mem::replace(&mut self.state, next);
        self.followers.publish(&before, &self.state, &self.rooms);
        if let Some(Relisted(listing)) = relisted {
            let created = self.state.created;
            self.tables.lobby().set(self.id, created, listing);
        }
        if before.is_waiting() && !self.state.is_waiting() {
            self.tables.no_longer_waiting(self.state.opened_by, self.id);
        }
    }
}

/// Events as a row of the log.
pub(super) fn body(events: &[TableEvent]) -> String {
    serde_json::to_string(events).expect("events have no keys but the names of their fields")
}

//! Tournaments that run on this server: entries, rounds, the tables of the matches, and results.
//!
//! A tournament is a log of events, like a table. Everything follows from it, so a restart or the death of a node
//! loses nothing. The event that pairs a round also names the tables of its matches; the tables are opened after
//! it, and by any node. So a match never has two tables, whichever nodes act.
//!
//! Each node has all tournaments in memory that have not ended, and looks each second which rows other nodes have
//! appended. One node, chosen as for tables, does what is due: it begins tournaments, pairs rounds, opens tables
//! and reports results. If two nodes believe that it is their turn, one append wins and the other node reads it.
//!
//! - `settings`, `event` and `state` are the tournament itself: pure.
//! - `commands` decides what players and organisers may do, `networks` what follows from where players entered, `seats`
//!   what follows from a match's table, `names` whose name is no longer shown, and `departures` what becomes of it when a
//!   player or the organiser is gone for good.
//! - `rounds` does what is due, and `sections` makes tables with the same deals act together; `series` creates the
//!   tournaments that follow by repetition.
//! - `view` is what visitors are shown; `live` is a tournament in memory, with its followers.

mod commands;
mod computers;
mod departures;
mod event;
mod live;
mod log;
mod matches;
mod names;
mod networks;
mod refusal;
mod repeat;
mod rounds;
mod seats;
mod sections;
mod series;
mod settings;
mod state;
#[cfg(test)]
mod tests;
mod view;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use boneyard_base::{
    Clock, NotDone, OpenSockets, Peer, Pieces, PlayerId, Role, Supervisor, TableId, TournamentId,
    Turns, Visitor, limits,
};
use boneyard_protocol::tournament::{
    CreateTournament, ListedTournament, OrganiserAction, TakeOrganiserAction, TournamentHead,
    TournamentOwn, TournamentState, TournamentsBody,
};
use boneyard_rules::Rules;
use boneyard_store::{
    CreatedTournament, NewTournament, Store, StoreError, StoredTournament, TournamentPhase,
};
use boneyard_table::Tables;
use futures_util::FutureExt as _;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Instant, MissedTickBehavior, interval};

pub use self::commands::NewEntrant;
use self::event::Event;
use self::live::Live;
use self::log::append_of;
pub use self::refusal::Refusal;
pub use self::settings::{Settings, WrongSettings};
use self::state::State;

/// The name of the task that does what is due.
const TOURNAMENTS: &str = "tournaments";

/// The number of tournaments that can be read from their logs at the same time.
const READING_LOCKS: usize = 16;

/// The tournaments of this server. Clones share one state.
#[derive(Clone)]
pub struct Organiser {
    inner: Arc<Inner>,
}

struct Inner {
    /// The tournaments as pieces of the task's work: a panic in one ends no other.
    pieces: Pieces<TournamentId>,
    /// The same for what threads do for tournaments, which fails and rests apart from it.
    works: Pieces<TournamentId>,
    store: Store,
    clock: Clock,
    tables: Tables,
    /// The queue for the threads that pair large rounds and play matches between computer players.
    turns: Turns,
    sockets: OpenSockets,
    /// The tournaments that have not ended, and some that have.
    live: Mutex<HashMap<TournamentId, Arc<Live>>>,
    /// Held while a tournament is read from its log. After a restart all its followers ask for it at once, and one of
    /// them reads it. A tournament has the lock of the last bits of its id.
    reading: [tokio::sync::Mutex<()>; READING_LOCKS],
    /// The list that all visitors see, and when it was read.
    listed: Mutex<Option<(Instant, Arc<Listed>)>>,
}

/// The list that all visitors see.
struct Listed {
    open: Vec<ListedTournament>,
    ended: Vec<ListedTournament>,
}

impl fmt::Debug for Organiser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Organiser").finish_non_exhaustive()
    }
}

impl Organiser {
    /// Starts the task that does what is due.
    #[must_use]
    pub fn start(
        supervisor: &Supervisor,
        store: Store,
        clock: Clock,
        tables: Tables,
        turns: Turns,
        sockets: OpenSockets,
    ) -> Self {
        let inner = Inner {
            pieces: supervisor.pieces(TOURNAMENTS),
            works: supervisor.pieces(TOURNAMENTS),
            store,
            clock,
            tables,
            turns,
            sockets,
            live: Mutex::default(),
            reading: Default::default(),
            listed: Mutex::default(),
        };
        let organiser = Self {
            inner: Arc::new(inner),
        };
        supervisor.supervise(TOURNAMENTS, Role::Serving, organiser.clone(), |organiser| {
            organiser.run_for_ever().boxed()
        });
        organiser
    }

    async fn run_for_ever(&self) {
        let mut ticks = interval(limits::TOURNAMENT_TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut knows_all = false;
        let mut last_read = TournamentId::from_bits(0);
        loop {
            ticks.tick().await;
            if !knows_all || !self.inner.tables.bus().is_alone() {
                let read = self.read_missed().await;
                knows_all = read
                    .inspect_err(|error| tracing::error!(%error, "tournaments can't be read"))
                    .is_ok();
            }
            for live in self.all() {
                if live.is_over() {
                    continue;
                }
                self.look_after(&live).await;
            }
            last_read = self.read_ended(last_read).await;
            self.forget_ended();
        }
    }

    /// Does what is due in a tournament, if this node acts for it, and shows its followers what has changed. After a
    /// panic, the tournament is read from its log again, and rests for a growing time.
    async fn look_after(&self, live: &Arc<Live>) {
        let due = async {
            if self.acts_for(live.id) {
                self.do_what_is_due(live).await;
            }
            self.show(live).await;
        };
        if self.inner.pieces.attempt(&live.id, due).await == Err(NotDone::Panicked) {
            live.state.lock().await.take();
        }
    }

    /// Whether this node does what is due in a tournament.
    fn acts_for(&self, tournament: TournamentId) -> bool {
        let tables = &self.inner.tables;
        let nodes = tables.nodes();
        let id = TableId::from_bits(tournament.bits());
        nodes.owner(id, nodes.live()) == tables.bus().node() && !nodes.is_cut_off()
    }

    fn live(&self) -> MutexGuard<'_, HashMap<TournamentId, Arc<Live>>> {
        self.inner.live.lock()
    }

    fn all(&self) -> Vec<Arc<Live>> {
        self.live().values().map(Arc::clone).collect()
    }

    /// Shows the followers of a tournament what has changed.
    async fn show(&self, live: &Live) {
        let state = live.state.lock().await;
        if let Some(state) = &*state {
            live.show(state, &self.inner.sockets);
        }
    }

    /// Removes tournaments from memory that have ended and that nobody follows.
    fn forget_ended(&self) {
        let mut live = self.live();
        let ended = live.values().filter(|one| one.is_over()).count();
        // Other nodes correct results after the end, and delete names. So a node keeps only what is followed, and reads
        // that again and again.
        let most = if self.inner.tables.bus().is_alone() {
            limits::ENDED_TOURNAMENTS_MAX
        } else {
            0
        };
        if ended > most {
            live.retain(|_, one| !one.is_unused());
        }
    }

    /// Creates a tournament. Its organiser has an account. `network` is a hash of the network from which the request
    /// came.
    pub async fn create(
        &self,
        organiser: &Visitor,
        network: String,
        wanted: &CreateTournament,
    ) -> Result<TournamentId, Refusal> {
        let id = TournamentId::random();
        let now = self.inner.clock.now();
        let settings = Settings::new(id, wanted, now)?;
        let created = Event::Created {
            organiser: organiser.player,
            name: organiser.name.clone(),
            settings: Box::new(settings),
        };
        let mut state = State::created(id, &created, now)?;
        state.add(&[], now)?;
        let append = append_of(&state, &[created]);
        let from = NewTournament::Created { network };
        let tournaments = self.inner.store.tournaments();
        match tournaments
            .create(append, from, limits::OPEN_TOURNAMENTS)
            .await?
        {
            CreatedTournament::Created => {}
            CreatedTournament::TooManyOfOrganiser => return Err(Refusal::TooManyOpen),
            CreatedTournament::TooMany => return Err(Refusal::TooManyHere),
        }
        tracing::info!(tournament = %id, "tournament created");
        self.live().insert(id, Arc::new(Live::new(state)));
        self.inner.listed.lock().take();
        Ok(id)
    }

    /// Lets a player take part. A player who takes part already changes nothing.
    pub async fn enter(
        &self,
        tournament: TournamentId,
        entrant: NewEntrant,
    ) -> Result<TournamentOwn, Refusal> {
        let live = self.find(tournament).await?;
        self.decide(&live, |state, now| state.decide_entry(&entrant, now))
            .await?;
        self.own_at(&live, entrant.player).await
    }

    /// Records that a player says to be there.
    pub async fn check_in(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<TournamentOwn, Refusal> {
        let live = self.find(tournament).await?;
        self.decide(&live, |state, now| state.decide_check_in(player, now))
            .await?;
        self.own_at(&live, player).await
    }

    /// Lets a player of an arena take a break, or come back.
    pub async fn take_break(
        &self,
        tournament: TournamentId,
        player: PlayerId,
        away: bool,
    ) -> Result<TournamentOwn, Refusal> {
        let live = self.find(tournament).await?;
        self.decide(&live, |state, _| state.decide_break(player, away))
            .await?;
        self.own_at(&live, player).await
    }

    /// Withdraws a player.
    pub async fn withdraw(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<TournamentOwn, Refusal> {
        let live = self.find(tournament).await?;
        self.decide(&live, |state, _| state.decide_withdrawal(player))
            .await?;
        self.stop_matches(&live).await;
        self.own_at(&live, player).await
    }

    /// Takes an action of the organiser.
    pub async fn act(
        &self,
        tournament: TournamentId,
        player: PlayerId,
        wanted: &TakeOrganiserAction,
    ) -> Result<(), Refusal> {
        let live = self.find(tournament).await?;
        let organiser = self.organiser_for(&live, player, wanted.action).await?;
        if matches!(
            wanted.action,
            OrganiserAction::Start | OrganiserAction::CallOff
        ) {
            // A refused action creates nothing.
            self.decide(&live, |state, _| {
                state.decide_action(organiser, wanted).map(|_| Vec::new())
            })
            .await?;
            self.create_next(&live).await?;
        }
        self.decide(&live, |state, _| state.decide_action(organiser, wanted))
            .await?;
        self.stop_matches(&live).await;
        // The organiser sees the result in the answer to the next request, also after the end.
        self.show(&live).await;
        tracing::info!(%tournament, action = ?wanted.action, "organiser's action");
        Ok(())
    }

    async fn own_at(&self, live: &Live, player: PlayerId) -> Result<TournamentOwn, Refusal> {
        let is_moderator = self.inner.store.reports().is_moderator(player).await?;
        let state = live.state.lock().await;
        let state = state.as_ref().ok_or(Refusal::Unavailable)?;
        Ok(state.own_of(player, is_moderator))
    }

    /// What a tournament is to a visitor.
    pub async fn own(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<TournamentOwn, Refusal> {
        let live = self.find(tournament).await?;
        self.own_at(&live, player).await
    }

    /// The player of a tournament whom a report is about, with the name: the entrant of this number, or the organiser.
    /// And the texts that visitors have chosen: the tournament's name, and the notes of the last round's results.
    pub async fn reported(
        &self,
        tournament: TournamentId,
        entrant: Option<u32>,
    ) -> Result<(PlayerId, String, Vec<String>), Refusal> {
        let live = self.find(tournament).await?;
        let state = live.state.lock().await;
        let state = state.as_ref().ok_or(Refusal::Unavailable)?;
        let (player, name) = match entrant {
            Some(entrant) => state.person_named(entrant)?,
            None => (state.organiser, state.organiser_name.to_string()),
        };
        Ok((player, name, state.texts()))
    }

    /// The rules of a tournament, by which its players are rated.
    pub async fn rules(&self, tournament: TournamentId) -> Result<Rules, Refusal> {
        let live = self.find(tournament).await?;
        let state = live.state.lock().await;
        Ok(state.as_ref().ok_or(Refusal::Unavailable)?.settings.rules)
    }

    /// A tournament as its followers know it.
    pub async fn shown(&self, tournament: TournamentId) -> Result<Arc<TournamentState>, Refusal> {
        Ok(self.find(tournament).await?.shown_state())
    }

    /// A tournament as its followers know it, as JSON that was encoded once for all.
    pub async fn shown_json(&self, tournament: TournamentId) -> Result<Arc<str>, Refusal> {
        Ok(self.find(tournament).await?.shown_json())
    }

    /// A page of the matches of all rounds, as JSON that was encoded once for all. The first page has the number 0.
    pub async fn matches_json(
        &self,
        tournament: TournamentId,
        page: u32,
    ) -> Result<Arc<str>, Refusal> {
        let live = self.find(tournament).await?;
        let state = live.state.lock().await.clone();
        let state = state.ok_or(Refusal::Unavailable)?;
        Ok(live.matches_json(&state, page))
    }

    /// Sends a client a tournament, and from now on its changes.
    pub async fn follow(&self, tournament: TournamentId, peer: &Peer) -> Result<(), Refusal> {
        let live = self.find(tournament).await?;
        let state = live.state.lock().await;
        let state = state.as_ref().ok_or(Refusal::Unavailable)?;
        live.show(state, &self.inner.sockets);
        live.follow(peer, state.own_of_peer(peer));
        Ok(())
    }

    /// Sends a client no more changes of a tournament.
    pub fn unfollow(&self, tournament: TournamentId, peer: &Peer) {
        let live = self.live().get(&tournament).map(Arc::clone);
        if let Some(live) = live {
            live.unfollow(peer);
        }
    }

    /// The list of tournaments, with those that a visitor organises.
    pub async fn list(&self, asker: Option<PlayerId>) -> Result<TournamentsBody, StoreError> {
        let listed = self.listed().await?;
        let own = match asker {
            Some(asker) => {
                let most = limits::LISTED_ENDED_TOURNAMENTS_MAX;
                readable(self.inner.store.tournaments().of(asker, most).await?)
            }
            None => Vec::new(),
        };
        Ok(TournamentsBody {
            open: listed.open.clone(),
            ended: listed.ended.clone(),
            own,
        })
    }

    /// The list that all visitors see. It is read from the storage at most each two seconds.
    async fn listed(&self) -> Result<Arc<Listed>, StoreError> {
        let now = Instant::now();
        let known = self.inner.listed.lock().clone();
        if let Some((read, listed)) = known
            && now.duration_since(read) < limits::TOURNAMENT_LIST_LIFE
        {
            return Ok(listed);
        }
        let store = &self.inner.store;
        let most = limits::LISTED_TOURNAMENTS_MAX;
        let running = store
            .tournaments()
            .listed(TournamentPhase::Running, most)
            .await?;
        let coming = store
            .tournaments()
            .listed(TournamentPhase::Coming, most)
            .await?;
        let most_ended = limits::LISTED_ENDED_TOURNAMENTS_MAX;
        let ended = store
            .tournaments()
            .listed(TournamentPhase::Ended, most_ended)
            .await?;
        let mut open = readable(running);
        open.extend(readable(coming));
        open.truncate(usize::try_from(most).unwrap_or_default());
        let listed = Arc::new(Listed {
            open,
            ended: readable(ended),
        });
        *self.inner.listed.lock() = Some((now, Arc::clone(&listed)));
        Ok(listed)
    }
}

/// The rows of the list. A row that can't be read is left out and logged.
fn readable(rows: Vec<StoredTournament>) -> Vec<ListedTournament> {
    let each = rows.into_iter().filter_map(|row| {
        let head = serde_json::from_str::<TournamentHead>(&row.summary);
        let head =
            head.inspect_err(|error| tracing::error!(%error, "a tournament can't be listed"));
        Some(ListedTournament {
            tournament: row.tournament,
            head: head.ok()?,
        })
    });
    each.collect()
}

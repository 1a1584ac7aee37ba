//! Quick match: players search for opponents, and get a table.
//!
//! A search is kept by the node to which the player is connected, and ends with the connection. Each node
//! tells the others about its own searches, so that every node knows all of them. One node, the owner of the
//! pool, proposes groups of players; `pool` chooses the groups. For each player of a proposal, the player's
//! node keeps a seat if the player still searches. A node keeps a player's seat for only one proposal at a
//! time. So no player is promised to two tables, even if the owner changes. When all players of a group have
//! agreed, the owner opens the table.
//!
//! - `search` holds the searches: this node's own, and those that other nodes have reported.
//! - `owner` proposes groups, and opens tables.
//! - `open_tables` seats players at public tables that wait for people.
//! - `tables` waits for the players of a new table, and lets them search again if the table is closed.
//!
//! The database stores the table of each player's last quick match, and the opponents whom the player met
//! last. A node reads them when a player begins to search.

pub mod absences;
mod known;
mod open_tables;
mod owner;
pub mod pool;
mod proposals;
mod search;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use boneyard_base::limits::Bound;
use boneyard_base::{
    Bounds, Budgets, Peer, PlayerId, Role, Supervisor, Timestamp, Visitor, limits,
};
use boneyard_cluster::{AskedSeat, MatchMessage, Message, NodeId};
use boneyard_protocol::matching::{Paired, SeekEnded};
use boneyard_protocol::{ErrorCode, PartyId, Seeking, ServerMessage, TableId};
use boneyard_rules::Preset;
use boneyard_store::StoreError;
use boneyard_table::{LastQuick, Tables};
use futures_util::FutureExt as _;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Instant, MissedTickBehavior, interval};

pub use self::known::{KnownPeople, MayNotSeek};
use self::search::{AfterAnswer, Search, Searches};

/// The owner of the pool is the node that would act for a table with this id. No table has this id.
const POOL: TableId = TableId::from_bits(0);

/// The name of the task that runs each second.
const QUICK_MATCH: &str = "quick match";

/// Quick match on this node. Clones share one state.
#[derive(Clone)]
pub struct Matching {
    inner: Arc<Inner>,
}

struct Inner {
    supervisor: Supervisor,
    tables: Tables,
    budgets: Budgets,
    bounds: Bounds,
    people: Arc<dyn KnownPeople>,
    searches: Mutex<Searches>,
}

impl fmt::Debug for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matching").finish_non_exhaustive()
    }
}

/// What a player searches for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The names of the presets that the player accepts.
    pub presets: Vec<String>,
    /// Whether the player accepts matches in which accounts and guests play together.
    pub mixed: bool,
    /// The id that two partners share if they search together; `None` for a player who searches alone.
    pub party: Option<PartyId>,
    /// The number of the search whose player this player has chosen.
    pub with: Option<u32>,
}

/// The reason for refusing a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekRefusal {
    /// The error code that is sent to the client.
    pub code: ErrorCode,
    /// The sentence that the player reads.
    pub text: String,
}

impl SeekRefusal {
    fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { code, text }
    }

    fn seated() -> Self {
        let text = "You have a seat at a quick match; play it to its end, or give it up.";
        Self::new(ErrorCode::NotNow, text)
    }

    fn unavailable(error: &StoreError) -> Self {
        tracing::error!(%error, "what quick match must know about players can't be read");
        Self::new(
            ErrorCode::Unavailable,
            "The storage does not answer; try again soon.",
        )
    }
}

impl Matching {
    /// Starts quick match without any searches, and the task that runs each second.
    pub fn start(
        supervisor: &Supervisor,
        tables: Tables,
        (budgets, bounds): (Budgets, Bounds),
        people: Arc<dyn KnownPeople>,
    ) -> Self {
        let inner = Inner {
            supervisor: supervisor.clone(),
            tables,
            budgets,
            bounds,
            people,
            searches: Mutex::default(),
        };
        let matching = Self {
            inner: Arc::new(inner),
        };
        supervisor.supervise(QUICK_MATCH, Role::Serving, matching.clone(), |matching| {
            matching.run_for_ever().boxed()
        });
        matching
    }

    async fn run_for_ever(&self) {
        let mut ticks = interval(limits::SEEK_TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for second in 0_u64.. {
            ticks.tick().await;
            self.look_at_tables().await;
            self.look_at_open_tables().await;
            self.tick();
            if second.is_multiple_of(limits::SEEK_WAVE_TICKS) {
                self.ask_for_open_tables();
                self.wave();
            }
            if second.is_multiple_of(limits::FORGET_QUICK_SEATS_TICKS) {
                let tables = self.inner.tables.clone();
                // A separate task deletes the old seats, so that searches don't wait for the deletion.
                tokio::spawn(async move { tables.forget_quick_seats().await });
            }
        }
    }

    /// Begins a player's search, or changes the presets and options of the search that runs. If the player
    /// already searches through another connection, the search through that other connection ends.
    ///
    /// # Errors
    ///
    /// The reason why the player may not search.
    pub async fn seek(
        &self,
        peer: &Peer,
        visitor: &Visitor,
        wanted: Wanted,
    ) -> Result<(), SeekRefusal> {
        let presets = presets(&wanted)?;
        if peer.player.is_bot() {
            let text =
                "Quick match is for people; programs play at tables that are opened for them.";
            return Err(SeekRefusal::new(ErrorCode::NoBots, text));
        }
        let bounds = &self.inner.bounds;
        if !bounds.allow(Bound::Searches, peer.requester(), Instant::now()) {
            let text = "You change your search too often; wait a moment.";
            return Err(SeekRefusal::new(ErrorCode::Rate, text));
        }
        let last = self.may_seek(peer.player).await?;
        let mut wants = Vec::with_capacity(presets.len());
        for preset in presets {
            let rating = self.inner.people.rating(peer.player, preset.rules());
            let rating = rating.await.map_err(|e| SeekRefusal::unavailable(&e))?;
            wants.push((
                preset.name().to_owned(),
                rating.unwrap_or(limits::SEEK_RATING),
            ));
        }
        let waiting = last.as_ref().and_then(waiting_at);
        let known = last.as_ref().map(|last| last.table);
        let met = last.map_or_else(Vec::new, |last| last.met);
        let held = bounds.hold(Bound::HeldSearches, peer.requester(), Instant::now());
        let held = held.ok_or_else(|| {
            let text = "Too many others search from your network; try again soon.";
            SeekRefusal::new(ErrorCode::Rate, text)
        })?;
        let search = Search::new(peer, visitor, wanted, wants, met, self.now(), held);
        let open = self.inner.tables.lobby().open_tables();
        let mut searches = self.searches();
        if let Some(paired) = waiting {
            searches.seat_again(search, paired, &self.inner.tables);
            return Ok(());
        }
        if let Some(table) = searches.paired_at(peer.player)
            && Some(table) != known
        {
            // A table was opened for the player after the database was read.
            return Err(SeekRefusal::seated());
        }
        if let Some(party) = search.party()
            && searches.is_complete_without(party, peer.player)
        {
            let text = "Two players already search with this link.";
            return Err(SeekRefusal::new(ErrorCode::Full, text));
        }
        searches.begin(search);
        let wish = searches.begin_sitting(peer.player, &open, self.now());
        self.tell_own(&mut searches, peer.player);
        if let Some(wish) = wish {
            self.spawn_sit_down(wish);
        }
        Ok(())
    }

    /// Checks that the player may search: the player need not wait before the next search, and plays no
    /// other quick match. Returns the player's last quick match.
    async fn may_seek(&self, player: PlayerId) -> Result<Option<LastQuick>, SeekRefusal> {
        let may_seek = self.inner.people.may_seek(player).await;
        may_seek.map_err(|MayNotSeek { code, text }| SeekRefusal { code, text })?;
        let last = self.inner.tables.last_quick(player).await;
        let last = last.map_err(|e| SeekRefusal::unavailable(&e))?;
        let stand = last.as_ref().and_then(|last| last.stand.as_ref());
        if stand.is_some_and(|stand| stand.is_playing && stand.came.contains(&player)) {
            return Err(SeekRefusal::seated());
        }
        Ok(last)
    }

    /// Handles a client's answer to the question whether it is connected.
    pub fn answer(&self, peer: &Peer, number: u32) {
        let mut searches = self.searches();
        let answer = searches.answer(peer, number, |peer| self.may_write_for(peer));
        match answer {
            Some(AfterAnswer::Tell(message)) => self.tell(&mut searches, message),
            Some(AfterAnswer::SitDown(wish)) => self.spawn_sit_down(wish),
            None => {}
        }
    }

    /// Ends a player's search, and tells the client that it has ended.
    pub fn unseek(&self, peer: &Peer) {
        let mut searches = self.searches();
        // If a table was found, the search is over, but the table still waits for the player.
        let is_paired = searches.paired_at(peer.player).is_some();
        let ended = (!is_paired).then(|| self.withdraw(&mut searches, peer));
        let ended = ended.flatten();
        let ended = ended.map_or_else(Seeking::none, |search| {
            search.seeking(Some(SeekEnded::Withdrawn))
        });
        // If the socket is closed, no answer is needed.
        let _ = peer.tell(&ServerMessage::Seeking(ended));
    }

    /// Ends the search of a closed connection. Also stops telling this connection which players search.
    pub fn leave(&self, peer: &Peer) {
        let mut searches = self.searches();
        self.withdraw(&mut searches, peer);
        searches.followers.retain(|known| !known.is(peer));
    }

    fn withdraw(&self, searches: &mut Searches, peer: &Peer) -> Option<Search> {
        let search = searches.end(peer)?;
        if let Some(group) = search.group() {
            let refused = MatchMessage::Answered {
                group,
                player: peer.player,
                agrees: false,
            };
            self.tell(searches, refused);
        }
        self.tell(searches, MatchMessage::Gone(vec![peer.player]));
        Some(search)
    }

    /// If `follow` is set, tells a client which players search: now, and whenever the list changes. Otherwise
    /// stops telling the client.
    pub fn follow_seekers(&self, peer: &Peer, follow: bool) {
        let mut searches = self.searches();
        searches.followers.retain(|known| !known.is(peer));
        if follow {
            let seekers = searches.told.clone();
            if peer.tell(&ServerMessage::Seekers { seekers }).is_ok() {
                searches.followers.push(peer.clone());
            }
        }
    }

    /// Handles a message of another node.
    pub fn hear(&self, from: NodeId, message: MatchMessage) {
        self.take(&mut self.searches(), from, message);
    }

    /// Does what is due each second.
    fn tick(&self) {
        let now = self.now();
        let mut searches = self.searches();
        for peer in searches.kept_out() {
            self.withdraw(&mut searches, &peer);
        }
        for message in searches.reports() {
            self.tell(&mut searches, message);
        }
        let nodes = self.inner.tables.nodes();
        searches.forget_silent(|node| nodes.is_gone(node));
        for left in searches.without_partners() {
            self.tell(&mut searches, MatchMessage::Gone(vec![left]));
        }
        searches.absences.forget(now);
        searches.tell_changes(now);
        self.tick_as_owner(&mut searches);
        searches.tell_listed(now);
    }

    /// Tells all nodes about the search of a player of this node. This node handles the message first.
    fn tell_own(&self, searches: &mut Searches, player: PlayerId) {
        let seeker = searches.seeker(player);
        if let Some(seeker) = seeker {
            self.tell(searches, MatchMessage::Look(vec![seeker]));
        }
    }

    /// Tells all nodes that these seats don't count as absences.
    fn tell_came(&self, searches: &mut Searches, seats: Vec<AskedSeat>) {
        if !seats.is_empty() {
            self.tell(searches, MatchMessage::Came(seats));
        }
    }

    /// Sends a message to all nodes. This node handles it first.
    fn tell(&self, searches: &mut Searches, message: MatchMessage) {
        let bus = self.inner.tables.bus();
        if !bus.is_alone() {
            bus.tell_all(Message::Matching(Box::new(message.clone())));
        }
        self.take(searches, bus.node(), message);
    }

    fn take(&self, searches: &mut Searches, from: NodeId, message: MatchMessage) {
        let me = self.inner.tables.bus().node();
        match message {
            MatchMessage::Look(seekers) => {
                for seeker in seekers {
                    let player = seeker.player;
                    if searches.hear(from, me, seeker) {
                        self.arrive(searches, player);
                    }
                }
            }
            MatchMessage::Gone(players) => {
                for player in players {
                    searches.hear_gone(from, player);
                }
            }
            MatchMessage::Proposed(proposal) => {
                let now = self.now();
                for player in proposal.seats.iter().copied() {
                    searches.count_absence(player, now);
                    let refused = searches.ask(&proposal, player, now);
                    for message in refused.into_iter().flatten() {
                        self.tell(searches, message);
                    }
                }
            }
            MatchMessage::Asked(AskedSeat { seeker, asked }) => {
                searches.absences.add(seeker, asked);
            }
            MatchMessage::Came(seats) => {
                let now = self.now();
                for AskedSeat { seeker, asked } in seats {
                    searches.absences.take_back(seeker, asked, now);
                }
            }
            MatchMessage::Answered {
                group,
                player,
                agrees,
            } => self.take_answer(searches, group, player, agrees),
            MatchMessage::Dropped { group } => {
                let seats = searches.release(group);
                self.tell_came(searches, seats);
            }
            MatchMessage::Opened {
                proposal,
                table,
                rated,
            } => searches.seat(&proposal, (table, rated), &self.inner.tables),
        }
    }

    fn searches(&self) -> MutexGuard<'_, Searches> {
        self.inner.searches.lock()
    }

    /// The current time.
    fn now(&self) -> Timestamp {
        self.inner.tables.clock().now()
    }

    #[cfg(test)]
    pub(crate) fn owns_pool(&self) -> bool {
        self.is_owner()
    }

    fn is_owner(&self) -> bool {
        let nodes = self.inner.tables.nodes();
        nodes.owner(POOL, nodes.live()) == nodes.me()
    }
}

/// The presets that a client names.
fn presets(wanted: &Wanted) -> Result<Vec<Preset>, SeekRefusal> {
    let refused = |text: String| Err(SeekRefusal::new(ErrorCode::WrongFields, text));
    if wanted.presets.is_empty() || wanted.presets.len() > limits::SEEK_PRESETS_MAX {
        let most = limits::SEEK_PRESETS_MAX;
        return refused(format!("presets: one to {most} of them"));
    }
    let mut found: Vec<Preset> = Vec::new();
    for name in &wanted.presets {
        let Some(preset) = Preset::by_name(name) else {
            return refused("presets: there is no such preset".to_owned());
        };
        if wanted.party.is_some() && !preset.rules().seating().has_partners() {
            return refused(format!("party: {name} is not played in pairs"));
        }
        if found.iter().all(|known| known.name() != name) {
            found.push(preset);
        }
    }
    Ok(found)
}

/// The table of the player's last quick match, if this table still waits for its players.
fn waiting_at(last: &LastQuick) -> Option<Paired> {
    let stand = last.stand.as_ref().filter(|stand| stand.waits())?;
    let preset = Preset::all().find(|preset| preset.rules() == stand.rules)?;
    Some(Paired {
        table: last.table,
        preset: preset.name().to_owned(),
        rated: stand.rated,
        open: false,
    })
}

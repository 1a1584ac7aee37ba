//! A loaded table: takes what it is given, has the state judge it, appends what comes of it to the
//! log, and only then shows it.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{About, TableId};
use tokio::time::Instant;

use crate::bus::Message;
use crate::clock::Timestamp;
use crate::gate::{Budget, Budgets, Requester};
use crate::limits;
use crate::peer::{FollowId, Peer};
use crate::table::Tables;
use crate::table::computers::question::Hint;
use crate::table::computers::{Answer, Answers, Computers, Plan};
use crate::table::meters::Counted;
use crate::table::quick::{QuickShare, QuickStand};
use crate::table::state::Gone;
use crate::table::state::State;
use crate::table::state::command::Decision;
use crate::table::state::record;
use crate::table::state::refusal::Refusal;
use crate::table::state::rows::LogError;
use crate::table::task::absence::Absences;
use crate::table::task::analysis::{AnalysisWork, Failed};
use crate::table::task::elsewhere::{Listening, OtherNodes};
use crate::table::task::held::HeldChanges;
use crate::table::task::history::History;
use crate::table::task::seat_requests::SeatRequests;
use crate::table::task::sitting::Sitting;
use crate::table::task::{FollowTerms, Input};
use crate::table::view::chat::ChatRooms;
use crate::table::view::followers::{Follower, Followers, turn_away};

/// A loaded table.
pub(crate) struct LoadedTable {
    pub(crate) id: TableId,
    pub(crate) tables: Tables,
    pub(crate) state: Box<State>,
    pub(crate) followers: Followers,
    /// What is said here; not part of the log.
    pub(crate) rooms: ChatRooms,
    pub(crate) computers: Computers,
    pub(crate) analysis: AnalysisWork,
    /// An append has begun and may be in the log, though nothing came back: the log must be read
    /// before the next.
    pub(crate) doubtful: bool,
    /// The log holds what this process can't go on from.
    pub(crate) broken: bool,
    /// What happened last.
    pub(crate) history: History,
    pub(crate) absences: Absences,
    /// Since when the players are gone, as of the last look.
    pub(crate) gone: Gone,
    /// A player who is here, as the lobby knows it.
    pub(crate) here: Option<Requester>,
    /// How much may still be written here; without a bound if there is none.
    pub(crate) budget: Option<Budget>,
    /// Changes that wait, since the player has just taken the same back.
    pub(crate) held: HeldChanges,
    /// Who is at the table through other nodes.
    pub(crate) others: OtherNodes,
    /// Hears what they tell; none if there are none.
    pub(crate) listening: Option<Listening>,
    /// The requests for computer players' seats; not part of the log either.
    pub(crate) seat_requests: SeatRequests,
    /// Since when nobody could play, because no player is here or the storage fails: no clock runs
    /// meanwhile, and the time is given back to whoever is on turn. After a restart it is since the
    /// last that is known.
    pub(crate) idle_since: Option<Timestamp>,
    /// This table among those in memory.
    pub(crate) counted: Counted,
    /// Those who play a quick match here.
    quick_players: QuickShare,
    /// When there is something to do unasked; none if there is nothing to wait for.
    due: Option<Instant>,
    /// Until when the table's task sleeps.
    sleeps_until: Instant,
}

pub(crate) async fn load(tables: &Tables, id: TableId) -> Result<(Box<State>, History), Refusal> {
    let rows = tables.log().read(id, 0).await.map_err(|error| {
        tracing::error!(table = %id, %error, "the log can't be reached");
        Refusal::Unavailable
    })?;
    let loaded = History::from_log(&rows);
    if let Ok((state, _)) = &loaded {
        // A match is kept with the append that ends it: this mends a database whose records were
        // lost. Without them people can play all the same.
        let kept = record::keep_missing(tables, id, state, &rows).await;
        if let Err(error) = kept {
            tracing::error!(table = %id, %error, "records could not be made again");
        }
    }
    match loaded {
        Ok((state, _)) if state.closed => Err(Refusal::NotFound),
        Ok(loaded) => Ok(loaded),
        Err(LogError::Missing) => Err(Refusal::NotFound),
        Err(error) => {
            tracing::error!(table = %id, %error, "the table stays out of use");
            Err(Refusal::OutOfOrder)
        }
    }
}

impl LoadedTable {
    pub(crate) fn new(
        tables: &Tables,
        id: TableId,
        (state, history): (Box<State>, History),
        answers: Arc<Answers>,
    ) -> Self {
        let now = Instant::now();
        let player = tables.inner.players.who_know(state.rules());
        let threads = tables.parts().threads.clone();
        let delay = tables.parts().bot_delay;
        let counted = Counted::new(tables.meters().clone(), state.status());
        let quick_players = QuickShare::none_of(tables.inner.quick_players.clone());
        Self {
            id,
            tables: tables.clone(),
            followers: Followers::new(id),
            rooms: ChatRooms::new(id, now),
            computers: Computers::new(player, threads, answers, delay, now),
            analysis: AnalysisWork::default(),
            idle_since: Some(state.last),
            gone: Absences::default().gone(&state),
            state,
            doubtful: false,
            broken: false,
            history,
            absences: Absences::default(),
            here: None,
            budget: tables.parts().budgets.as_ref().map(Budgets::of_table),
            held: HeldChanges::default(),
            others: OtherNodes::new(now),
            listening: None,
            seat_requests: SeatRequests::new(now),
            counted,
            quick_players,
            due: None,
            sleeps_until: now,
        }
    }

    /// Deals with something, and then with what follows from it.
    pub(crate) async fn take(&mut self, input: Input<'_>) {
        let was_doubtful = self.doubtful;
        self.deal_with(input).await;
        self.check_presence().await;
        if !self.followers.is_empty() {
            let stand_by = self.stand_by();
            self.computers.look(&self.state, Instant::now(), stand_by);
        }
        let now = Instant::now();
        let due = self.until_due().map(|wait| now + wait);
        // Whatever comes in between, the log is asked again in time.
        let is_retry = was_doubtful && self.doubtful;
        let retry = self.due.filter(|&due| is_retry && due > now);
        self.due = due.into_iter().chain(retry).min();
    }

    async fn deal_with(&mut self, input: Input<'_>) {
        match input {
            Input::Follow {
                id,
                peer,
                name,
                terms,
            } => self.come(id, peer, name, terms).await,
            Input::Unfollow(id) => {
                let player = self.followers.get(id).map(|known| known.peer.player);
                self.followers.remove(id);
                if let Some(player) = player {
                    self.show_player(player);
                }
            }
            Input::ShowPlayer(player) => self.show_player(player),
            Input::Request { id, name, request } => self.request(id, name, request).await,
            Input::Rename { id, name } => {
                if let Some(requester) = self.followers.get(id).map(|known| known.peer.requester())
                {
                    self.rename(requester, name).await;
                }
            }
            Input::Describe {
                asker,
                invite,
                answer,
            } => *answer = Sitting::of(self, asker, invite),
            Input::Told { from, message } => self.told(from, message).await,
            Input::Grown { seq } => self.take_row(seq, None).await,
            Input::NodeGone(node) => self.forget_node(node),
            Input::Rejoin => self.ask_nodes(),
            Input::QuickStand(stand) => {
                // Nobody may have come at all, and then nothing else is done when it is due.
                self.do_what_is_due().await;
                *stand = Some(QuickStand::of(&self.state));
            }
            Input::CloseIfAbandoned => self.close_without_players(State::abandon).await,
            Input::CloseIfLapsed => self.close_without_players(State::lapse).await,
            Input::Due => {
                while let Some(answer) = self.computers.next_answer() {
                    self.take_answer(&answer);
                }
                if self.due.is_none_or(|due| due <= Instant::now()) {
                    self.do_what_is_due().await;
                }
                // In a crowd that comes or goes all at once, one message tells it all.
                self.show_presence();
            }
            #[cfg(test)]
            Input::Panic => std::panic::panic_any("a test wants it so"),
        }
    }

    async fn come(&mut self, id: FollowId, peer: Peer, name: &str, terms: FollowTerms) {
        let player = peer.player;
        if let Err(refusal) = self.read_up_to(terms.since).await {
            return turn_away(&peer, id, self.id, refusal);
        }
        let is_new = !self.followers.has(player);
        self.rename(peer.requester(), name).await;
        let invited = terms.invite == Some(self.state.settings.invite);
        self.follow(Follower::new(id, peer, invited), terms.since);
        // Coming back takes the seat back. If the storage fails it is still to be had.
        if is_new && self.state.is_missed(player) {
            let _ = self
                .decide_and_append(|state, now| state.welcome_back(player, now))
                .await;
        }
    }

    /// Reads what a client knows already, from another node.
    async fn read_up_to(&mut self, known: Option<u64>) -> Result<(), Refusal> {
        let known = known.and_then(|known| i64::try_from(known).ok());
        if known.is_some_and(|known| known > self.state.version) && !self.tables.bus().is_alone() {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Why the table is no longer of use, if so.
    pub(crate) fn ended(&self) -> Option<Refusal> {
        if self.state.closed {
            return Some(Refusal::NotFound);
        }
        self.broken.then_some(Refusal::OutOfOrder)
    }

    /// Whether the table's task has something to do before it would wake by itself.
    pub(crate) fn has_to_wake(&self) -> bool {
        self.followers.is_stale()
            || self.followers.any_wait()
            || self.due.is_some_and(|due| due < self.sleeps_until)
    }

    /// The table's task sleeps from now on: until when.
    pub(crate) fn sleep(&mut self) -> Instant {
        let far = Instant::now() + limits::TABLE_SLEEP_MAX;
        self.sleeps_until = self.due.unwrap_or(far).min(far);
        self.sleeps_until
    }

    /// Whether nobody has needed the table in memory for some time.
    pub(crate) fn is_idle_for_long(&self) -> bool {
        self.is_idle() && self.due.is_some_and(|due| due <= Instant::now())
    }

    /// Tells the followers who is here, if that has changed.
    pub(crate) fn show_presence(&mut self) {
        if self.followers.is_stale() {
            self.tell_who_is_here(true);
        }
        let now = self.tables.clock().now();
        self.followers.show_presence(&self.state, now);
    }

    /// Whether nobody needs this table in memory. What would become due waits until somebody
    /// comes back.
    fn is_idle(&self) -> bool {
        self.followers.is_empty() && !self.doubtful && !self.is_among_followed_own_tables()
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
        let clock = self.state.clocks.deadline();
        let clock = clock.filter(|_| self.idle_since.is_none());
        let absent = self.state.absent_from(&self.gone);
        // Once it is due it is shown, and there is nothing more to wait for.
        let absent = absent.filter(|&from| from > now);
        let request = self.seat_requests.deadline();
        let wait = |due: Timestamp| Duration::from_millis(due.ms_since(now).unsigned_abs());
        let due = self.state.deadline().into_iter().chain(clock);
        let unasked = due.min().map(|due| wait(due.plus_ms(self.patience_ms())));
        let for_time = absent.into_iter().chain(request).min().map(wait);
        let computers = self.computers.due();
        let computers = computers.filter(|_| !self.followers.is_empty());
        let due = computers.into_iter().chain(self.held.due());
        let due = due.chain(self.others.settles_at());
        let for_a_moment = due.map(|due| due.saturating_duration_since(Instant::now()));
        let all = unasked.into_iter().chain(for_time).chain(for_a_moment);
        all.min()
    }

    pub(crate) async fn do_what_is_due(&mut self) {
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
    pub(crate) async fn check_presence(&mut self) {
        let now = self.tables.clock().now();
        self.look_elsewhere();
        let followers = &self.followers;
        self.absences
            .look(&self.state, |player| followers.is_here(player), now);
        if self.doubtful || !self.is_any_player_here() {
            self.idle_since.get_or_insert(now);
        } else if self.others.is_played_elsewhere() {
            self.idle_since = None;
        } else if let Some(since) = self.idle_since
            && self.others.settles_at().is_none()
            && self.is_any_player_at_this_node()
        {
            let resumed = self
                .decide_and_append(|state, now| state.resume(since, now))
                .await;
            if resumed.is_ok() {
                self.idle_since = None;
            }
            // Somebody may have sat down at another node meanwhile.
            self.look_elsewhere();
        }
        self.show_lobby_who_is_here();
        self.tell_who_is_here(false);
        self.count_quick_players();
        self.gone = self.absences.gone(&self.state);
        let absent = self.state.absent(&self.gone, now);
        self.followers.set_absent(absent);
        self.check_request();
    }

    /// Counts those who play a quick match through this node, and not through another one that counts them.
    fn count_quick_players(&mut self) {
        let me = self.tables.nodes().me();
        let players = self.state.match_players();
        let players = players.filter(|_| self.state.settings.quick);
        let here = players
            .filter(|&player| self.followers.has(player) && !self.others.has_before(me, player));
        self.quick_players.is_now(here.count());
    }

    /// Tells the lobby whether a player is here, if that has changed.
    fn show_lobby_who_is_here(&mut self) {
        let mut players = self.state.seats.people().map(|person| person.player);
        let here = players.find(|player| self.followers.has(*player));
        if here != self.here.map(|here| here.player) {
            self.here = here.and_then(|player| self.followers.requester(player));
            self.tables.lobby().set_here(self.id, self.here);
            if self.state.listing(self.id).is_some() {
                let at_table = Message::AtTables(vec![(self.id, self.here)]);
                self.tables.bus().tell_all(at_table);
            }
        }
    }

    /// Whether some player is connected, to whatever node.
    fn is_any_player_here(&self) -> bool {
        let mut people = self.state.seats.people();
        people.any(|person| self.followers.is_here(person.player))
    }

    fn is_any_player_at_this_node(&self) -> bool {
        let mut people = self.state.seats.people();
        people.any(|person| self.followers.has(person.player))
    }

    /// Does what is due: deals if somebody has waited long enough for it, does what the clock
    /// demands, and lets a computer player act.
    async fn go_on_unasked(&mut self) -> Result<(), Refusal> {
        while let Some((requester, change)) = self.held.next_due(Instant::now()) {
            // What the player may no longer do is not done.
            let _ = self.act(requester, false, change.into()).await;
        }
        let patience_ms = self.patience_ms();
        let now = self.tables.clock().now();
        let is_due = |due: Timestamp| due.plus_ms(patience_ms) <= now;
        if self.state.deadline().is_some_and(is_due) {
            self.decide_and_append(State::on_deadline).await?;
        }
        if self.state.clocks.deadline().is_some_and(is_due) && self.idle_since.is_none() {
            self.decide_and_append(State::on_clock).await?;
        }
        if self.followers.is_empty() {
            return Ok(());
        }
        self.let_computers_act().await
    }

    /// Takes an answer of the threads.
    fn take_answer(&mut self, answer: &Answer) {
        match *answer {
            // If a person has taken the seat meanwhile, the threads are asked again.
            Answer::ComputerAction { action, .. }
                if action.is_some_and(|by| self.state.computer_for(by.seat()).is_none()) => {}
            Answer::ComputerAction { ply, action } => {
                let plan = action.map_or_else(|| Plan::without_answer(&self.state), Plan::Act);
                self.computers.plan(ply, plan);
            }
            Answer::Hint {
                follower,
                ply,
                hint,
                ..
            } => self.pass_hint_on(follower, ply, hint),
            Answer::Verdict(verdict) => {
                let computers = &self.computers;
                let failed = self.analysis.take(verdict, computers, &mut self.followers);
                self.refuse_analysis(failed);
            }
        }
    }

    fn pass_hint_on(&mut self, id: FollowId, ply: u32, hint: Option<Hint>) {
        match hint {
            _ if self.state.ply() != ply => self.refuse(id, About::Hint, Refusal::Stale),
            None => self.refuse(id, About::Hint, Refusal::HintFailed),
            Some(hint) => self.followers.tell_one(id, &hint.message(self.id, ply)),
        }
    }

    pub(super) fn refuse_analysis(&mut self, failed: Failed) {
        for id in failed {
            self.refuse(id, About::Analyse, Refusal::AnalysisFailed);
        }
    }

    /// Has a computer player act, if it is time. It is judged as everybody is.
    async fn let_computers_act(&mut self) -> Result<(), Refusal> {
        let Some((ply, action)) = self.computers.due_action(Instant::now()) else {
            return Ok(());
        };
        let result = self
            .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
            .await;
        match result {
            Ok(()) | Err(Refusal::Unavailable | Refusal::OutOfOrder) => return result,
            // Another action came first; the next look finds the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's action was refused");
                let plain = Plan::without_answer(&self.state);
                let once = plain != Plan::Act(action);
                let next = if once { plain } else { Plan::Rest };
                self.computers.plan(ply, next);
            }
        }
        Ok(())
    }

    /// Closes the table if no player is here, and none has been for long.
    async fn close_without_players<F>(&mut self, judge: F)
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        // The last look may have been before the other nodes had answered.
        self.look_elsewhere();
        if !self.is_any_player_here() {
            // What fails now is tried again when it is looked for the next time.
            let _ = self.decide_and_append(judge).await;
        }
    }
}

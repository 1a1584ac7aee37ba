//! A loaded table. It takes an input, lets the state decide it, appends the resulting events to the log,
//! and only then shows them. Each part has private fields; this module and the modules below it define the
//! order in which the parts act.

mod append;
mod chat;
mod computers;
mod due;
mod follow;
mod interruptions;
mod nodes;
mod presence;
mod requests;
mod seat_requests;

use std::sync::Arc;

#[cfg(test)]
use boneyard_base::FollowId;
use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{Invite, Receipt, TableId};
use tokio::time::Instant;

use crate::Tables;
use crate::computers::{Answers, Computers};
use crate::state::State;
use crate::state::command::Decision;
use crate::state::refusal::Refusal;
use crate::tables::arranged::ArrangedStand;
use crate::tables::pauses::Pause;
use crate::tables::quick::QuickStand;
use crate::tables::task::Input;
use crate::tables::task::absence::Absences;
use crate::tables::task::interruptions::Interruptions;
use crate::tables::task::listings::Listings;
use crate::tables::task::logged::LoggedState;
use crate::tables::task::notices::TableNotices;
use crate::tables::task::other_nodes::OtherNodes;
use crate::tables::task::preview::Preview;
use crate::tables::task::schedule::Schedule;
use crate::tables::task::seat_requests::SeatRequests;
use crate::tables::task::sitting::Sitting;
use crate::tables::task::time::TableTime;
use crate::tables::task::write_limits::WriteLimits;
use crate::view::chat::ChatRooms;
use crate::view::followers::Followers;

/// A loaded table.
pub(crate) struct LoadedTable {
    id: TableId,
    tables: Tables,
    log: LoggedState,
    followers: Followers,
    /// The table's chat. It is not in the log.
    chat: ChatRooms,
    computers: Computers,
    absences: Absences,
    notices: TableNotices,
    interruptions: Interruptions,
    /// The last pause of the process that the table knows.
    known_pause: Option<Pause>,
    time: TableTime,
    listings: Listings,
    writes: WriteLimits,
    others: OtherNodes,
    /// The requests for computer players' seats. They are not in the log.
    seat_requests: SeatRequests,
    schedule: Schedule,
    /// The receipt of the match that waits for seeds, once it was made.
    receipt: Option<Box<Receipt>>,
}

impl LoadedTable {
    /// Reads a table from its log, and tells the lobby and the other nodes about it.
    pub(crate) async fn load(
        tables: &Tables,
        id: TableId,
        answers: Arc<Answers>,
    ) -> Result<Self, Refusal> {
        let log = LoggedState::read(tables, id).await?;
        let mut table = Self::new(tables, id, log, answers);
        table.ask_nodes();
        // The table may have been unusable before. Then the lobby does not list it yet.
        let state = table.log.state();
        table.listings.list(state, state.listing(id));
        Ok(table)
    }

    fn new(tables: &Tables, id: TableId, log: LoggedState, answers: Arc<Answers>) -> Self {
        let now = Instant::now();
        let state = log.state();
        let parts = tables.parts();
        let player = tables.inner.players.who_know(state.rules());
        let threads = parts.threads.clone();
        Self {
            id,
            tables: tables.clone(),
            followers: Followers::new(id),
            chat: ChatRooms::new(id, now),
            computers: Computers::new(player, threads, answers, parts.bot_delay),
            absences: Absences::new(state),
            notices: TableNotices::new(parts.notices.clone()),
            interruptions: Interruptions::new(state.last),
            known_pause: tables.pauses().last(),
            time: TableTime::new(tables.clock(), state.last),
            listings: Listings::new(tables, id, state),
            writes: WriteLimits::new(parts.budgets.as_ref()),
            others: OtherNodes::new(tables, id, now),
            seat_requests: SeatRequests::new(now),
            schedule: Schedule::new(now),
            receipt: None,
            log,
        }
    }

    pub(crate) fn state(&self) -> &State {
        self.log.state()
    }

    /// The reason why the table can't be used any more; `None` while the table can be used.
    pub(crate) fn ended(&self) -> Option<Refusal> {
        self.log.ended()
    }

    /// Handles an input, and then everything that follows from it.
    pub(crate) async fn take(&mut self, input: Input<'_>) {
        let was_doubtful = self.log.is_doubtful();
        self.follow_clock().await;
        self.show_late();
        self.deal_with(input).await;
        self.send_receipts().await;
        self.check_presence().await;
        let now = Instant::now();
        if self.may_computers_play() {
            let stand_by = self.stand_by();
            self.computers.look(self.log.state(), now, stand_by);
        }
        let due = self.until_due().map(|wait| now + wait);
        let is_retry = was_doubtful && self.log.is_doubtful();
        self.schedule.set(due, is_retry, now);
    }

    async fn deal_with(&mut self, input: Input<'_>) {
        match input {
            Input::Follow {
                id,
                peer,
                name,
                terms,
            } => self.come(id, peer, name, terms).await,
            Input::Unfollow(id) => self.leave(id),
            Input::ShowPlayer(player) => self.listings.show_player(self.log.state(), player),
            Input::Request { id, name, request } => self.request(id, name, request).await,
            Input::Rename { id, name } => {
                let follower = self.followers.get(id);
                if let Some(requester) = follower.map(|known| known.peer.requester()) {
                    self.rename(requester, name).await;
                }
            }
            Input::OwnTable { player, answer } => *answer = self.state().own_table(self.id, player),
            Input::Describe {
                asker,
                invite,
                answer,
            } => *answer = self.describe(asker, invite),
            Input::Preview { invite, answer } => *answer = Preview::of(self.state(), invite),
            Input::Told { from, message } => self.told(from, message).await,
            Input::Grown { seq } => self.take_missed(seq).await,
            Input::NodeGone(node) => self.forget_node(node),
            Input::Rejoin => self.ask_nodes(),
            // The presence is checked after every input.
            Input::CheckPresence => {}
            Input::Stands {
                player,
                question,
                answer,
            } => *answer = Some(self.standing(player, question)),
            Input::QuickStand(stand) => {
                // The task of a table without followers doesn't wake when an action is due. So actions that
                // are already due are done here.
                self.do_what_is_due().await;
                *stand = Some(QuickStand::of(self.state()));
            }
            Input::ArrangedStand(stand) => {
                self.do_what_is_due().await;
                *stand = Some(ArrangedStand::of(self.state()));
            }
            Input::Section(order) => {
                let done = self.decide_and_append(|state, now| state.on_section(order, now));
                if let Err(refusal) = done.await {
                    tracing::warn!(table = %self.id, %refusal, "a table of a section can't go on");
                }
            }
            Input::Stop(stop, seen) => {
                let done = self.decide_and_append(|state, now| state.on_stop(stop, seen, now));
                if let Err(refusal) = done.await {
                    tracing::warn!(table = %self.id, %refusal, "a tournament can't end a match");
                }
            }
            Input::Act {
                requester,
                action,
                is_done,
            } => *is_done = self.act_for(requester, action).await.is_ok(),
            Input::LeaveIfAway { player, is_away } => *is_away = self.leave_if_away(player).await,
            Input::Depart { leaving, is_done } => *is_done = self.depart(leaving).await,
            Input::CloseIfAbandoned => self.close_without_players(State::abandon).await,
            Input::CloseIfLapsed => self.close_without_players(State::lapse).await,
            Input::AfterPause => {}
            Input::DeadlineHasCome => self.do_what_is_due().await,
            Input::Due => {
                self.take_answers();
                if !self.schedule.waits() {
                    self.do_what_is_due().await;
                }
                // If many people come or go at the same time, one message reports them all.
                self.show_presence();
            }
            #[cfg(test)]
            Input::Panic => std::panic::panic_any("a test wants it so"),
        }
    }

    /// Describes the people at the table. `asker` is a visitor, who must be allowed to see the table, or
    /// `None` for the server itself.
    fn describe(&self, asker: Option<PlayerId>, invite: Option<Invite>) -> Option<Sitting> {
        Sitting::of(self.state(), &self.followers, &self.chat, asker, invite)
    }

    /// Closes the table if no player is connected and `judge` allows it.
    pub(super) async fn close_without_players<F>(&mut self, judge: F)
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        // Updates which players are connected through other nodes: at the last check these nodes may not have
        // answered yet.
        self.look_elsewhere();
        if !self.is_any_player_here() {
            // If the append fails, the next check of all tables closes the table.
            let _ = self.decide_and_append(judge).await;
        }
    }

    /// Removes all followers, because the table has ended.
    pub(super) fn end(&mut self) {
        self.followers.end_all();
        self.tell_who_is_here(true);
    }

    /// Whether the table's task must wake earlier than it planned.
    pub(crate) fn has_to_wake(&self) -> bool {
        self.followers.is_stale() || self.followers.any_wait() || self.schedule.sleeps_too_long()
    }

    /// Records that the table's task sleeps from now on. Returns when it must wake.
    pub(crate) fn sleep(&mut self) -> Instant {
        self.schedule.sleep()
    }

    /// Writes queued frames to the sockets of some watchers. Returns whether more frames may wait.
    pub(super) fn flush_some(&mut self) -> bool {
        self.followers.flush_some()
    }

    /// Whether the table has not been needed in memory for some time.
    pub(crate) fn is_idle_for_long(&self) -> bool {
        self.is_idle() && self.schedule.is_due()
    }

    /// Whether the table is not needed in memory now. An action that becomes due while the table is unloaded
    /// is done when a visitor comes back, or over days when the server looks what is due.
    pub(crate) fn is_idle(&self) -> bool {
        let computer_plays = self.state().is_over_days() && self.state().is_computer_on_turn();
        self.followers.is_empty()
            && !computer_plays
            && !self.log.is_doubtful()
            && !self.is_in_a_followed_list()
    }

    /// Whether the table must stay in memory because a player follows the list of own tables on this node. A
    /// server with one node updates such a list whenever something happens. In a cluster, a node learns what
    /// happens only while the table is in its memory.
    fn is_in_a_followed_list(&self) -> bool {
        !self.others.are_none() && self.listings.is_in_a_followed_list(self.state())
    }
}

#[cfg(test)]
impl LoadedTable {
    /// Whether a player is connected to the table through any node.
    pub(crate) fn is_here(&self, player: PlayerId) -> bool {
        self.followers.is_here(player)
    }

    /// Whether a session follows the table.
    pub(crate) fn is_followed_by(&self, id: FollowId) -> bool {
        self.followers.get(id).is_some()
    }

    /// The requests for computer players' seats.
    pub(crate) const fn seat_requests(&self) -> &SeatRequests {
        &self.seat_requests
    }
}

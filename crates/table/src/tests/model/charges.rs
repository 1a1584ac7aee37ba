//! The law of the clocks: a player is charged only time in which a play of that player would have been taken, wherever
//! the player is or was. A player who isn't connected counts as able to play, also one whose node was killed: the stories
//! check what such a player gets back.
//!
//! A node can't know what messages have not told it. So the law says nothing about the time before a player leaves a node
//! while messages between the nodes are missing; nor, in a turn in which the clock has stepped, about the time before a
//! node gives time back while messages are missing, because it may know less than the player's node.

use boneyard_base::{PlayerId, limits};
use boneyard_cluster::NodeId;
use boneyard_rules::Seat;
use boneyard_store::LogRow;

use super::node::ModelNode;
use super::{CLOCKS_APART_MS, ModelTable};
use crate::state::State;
use crate::state::event::TableEvent;
use crate::tables::task::loaded::LoadedTable;

/// The time during a turn in which the player on turn could play.
#[derive(Default)]
pub(super) struct Charges {
    /// The number of the row that began the turn.
    began: i64,
    lasts_ms: i64,
    could_play_ms: i64,
    /// The node to which the player is connected, if there are several.
    node: Option<NodeId>,
    /// How often during the turn the player became unable to play. The time until the row is shown that begins
    /// the turn is the first of these interruptions.
    interruptions: i64,
    is_interrupted: bool,
    /// How often the clock has stepped during the turn.
    steps: i64,
}

impl Charges {
    /// Records to which of several nodes the player is connected now. `are_late` says whether messages between the nodes
    /// are missing.
    fn is_at(&mut self, node: Option<NodeId>, are_late: bool) {
        let before = std::mem::replace(&mut self.node, node);
        if before.is_some() && before != node && are_late {
            self.could_play_ms = self.lasts_ms;
        }
    }

    /// Adds time that passes. `may_play` says whether a play would be taken during this time.
    fn pass(&mut self, wait_ms: i64, may_play: bool) {
        self.lasts_ms += wait_ms;
        if may_play {
            self.could_play_ms += wait_ms;
        } else if !self.is_interrupted {
            self.interruptions += 1;
        }
        self.is_interrupted = !may_play;
    }

    /// Follows a row of the log. If a play ends a turn, checks what the turn costs its player. The clocks of the
    /// nodes are apart by this time at most. `are_late` says whether messages between the nodes are missing.
    fn follow(&mut self, before: &State, row: &LogRow, apart_ms: i64, are_late: bool) {
        let mut state = before.clone();
        for event in TableEvent::from_body(&row.body).unwrap() {
            let turn = state.clocks.turn();
            state.apply(&event, row.at).unwrap();
            match event {
                TableEvent::ClockStepped { .. } => self.steps += 1,
                // Only the time after this row can still be given back.
                TableEvent::Resumed { .. } if self.steps > 0 && are_late => {
                    self.could_play_ms = self.lasts_ms;
                }
                _ => {}
            }
            let is_same_turn = matches!(
                event,
                TableEvent::Warned { .. }
                    | TableEvent::Resumed { .. }
                    | TableEvent::ClockStepped { .. }
            ) || turn == state.clocks.turn();
            if is_same_turn {
                continue;
            }
            let is_play = matches!(
                event,
                TableEvent::Moved { .. } | TableEvent::MovedFor { .. }
            );
            if let Some(turn) = turn.filter(|turn| is_play && turn.is_timed()) {
                self.check(turn.seat, row.at.ms_since(turn.since), apart_ms);
            }
            *self = Self {
                began: row.seq,
                interruptions: 1,
                ..Self::default()
            };
        }
    }

    fn check(&self, seat: Seat, charged_ms: i64, apart_ms: i64) {
        // Short interruptions are not given back. The turn, each interruption and each step of the clock may be measured
        // by two clocks.
        let short_ms = self.interruptions * limits::IDLE_MS_MIN
            + (self.interruptions + self.steps + 1) * apart_ms;
        assert!(
            charged_ms <= self.could_play_ms + short_ms,
            "{seat:?} is charged {charged_ms} ms, but could play for {} ms",
            self.could_play_ms
        );
    }
}

impl ModelTable<'_> {
    /// Adds time that passes to the turn.
    pub(super) fn pass_in_turn(&mut self, wait_ms: i64) {
        self.look_who_left();
        let connected = self.connection_on_turn();
        let may_play = connected.is_none_or(|(player, node)| self.takes_play(player, node));
        self.charges.pass(wait_ms, may_play);
    }

    fn look_who_left(&mut self) {
        if self.hub.is_some() {
            let node = self.connection_on_turn().map(|(_, node)| node.id());
            let are_late = self.are_messages_late();
            self.charges.is_at(node, are_late);
        }
    }

    /// Whether a node is disconnected from the others, or a message to one was lost or has not arrived yet.
    fn are_messages_late(&self) -> bool {
        let is_late = |node: &ModelNode| {
            node.has_missed || node.tables.nodes().is_cut_off() || !node.senders().is_empty()
        };
        self.nodes.iter().any(is_late)
    }

    /// Follows a row that comes after the last state.
    pub(super) fn charge(&mut self, row: &LogRow) {
        self.look_who_left();
        let apart_ms = CLOCKS_APART_MS[self.nodes.len() - 1];
        let are_late = self.hub.is_some() && self.are_messages_late();
        let before = &self.states[self.states.len() - 1];
        self.charges.follow(before, row, apart_ms, are_late);
    }

    /// The player on turn, and the node to which the player is connected. A player who isn't connected counts as
    /// able to play.
    fn connection_on_turn(&self) -> Option<(PlayerId, &ModelNode)> {
        let state = self.state();
        let turn = state.clocks.turn()?;
        let player = state.seats.person_at(turn.seat)?.player;
        let mut guests = self.guests.iter();
        let guest = guests.find(|guest| guest.player == player)?;
        // A node doesn't know the follower yet to whom it has sent nothing.
        let following = guest.following.as_ref().filter(|one| one.shown > 0)?;
        // A play of an earlier connection may still be on its way to another node.
        let mut others = self.nodes.iter().enumerate();
        let has_left =
            others.all(|(place, node)| place == following.node || !node.has_act_of(player));
        has_left.then_some((player, &self.nodes[following.node]))
    }

    /// Whether a play of the player on turn would be taken now at a node.
    fn takes_play(&self, player: PlayerId, node: &ModelNode) -> bool {
        let loaded = node.loaded.as_ref().and_then(|table| table.try_lock().ok());
        let is_late = |loaded: &LoadedTable| loaded.state().version < self.charges.began;
        let is_ready = loaded.is_some_and(|loaded| !is_late(&loaded) && !node.is_stopped);
        is_ready && node.waiter() != Some(player)
    }
}

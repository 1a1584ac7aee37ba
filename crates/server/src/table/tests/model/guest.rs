//! Who looks on, and compares.

use boneyard_protocol::{
    Folded, Outside, Presence, RequestOutcome, ServerMessage, Snapshot, TableId,
};

use crate::id::PlayerId;
use crate::peer::{FollowId, Inbox};
use crate::table::state::State;
use crate::table::tests::bench::shown;
use crate::table::view::Role;

/// Somebody who follows the table at times, and folds what they are sent.
pub(in crate::table) struct Guest {
    pub(in crate::table) player: PlayerId,
    pub(crate) following: Option<(FollowId, Inbox)>,
    pub(in crate::table) known: Option<Snapshot>,
    /// What they see in its place while they are an outsider.
    pub(in crate::table) outside: Option<Outside>,
}

impl Guest {
    /// Who is there, as far as they are told.
    pub(in crate::table) fn presence(&self) -> Option<&Presence> {
        let inside = self.known.as_ref().map(|known| &known.presence);
        inside.or_else(|| Some(&self.outside.as_ref()?.presence))
    }

    /// Reads what has come, and compares it with the log.
    pub(crate) fn read(&mut self, table: TableId, states: &[State]) {
        while let Some((_, inbox)) = &self.following {
            let Some(text) = inbox.try_next() else {
                return;
            };
            match serde_json::from_str(&text).unwrap() {
                ServerMessage::Table(snapshot) => {
                    (self.known, self.outside) = (Some(*snapshot), None);
                }
                ServerMessage::Outside(outside) => {
                    (self.known, self.outside) = (None, Some(*outside));
                    continue;
                }
                ServerMessage::Update(update) => {
                    let known = self.known.as_mut().expect("a snapshot came first");
                    assert_eq!(known.fold(*update), Folded::Next, "an update is missing");
                }
                ServerMessage::Missed(missed) => {
                    let known = self.known.as_mut().expect("something was known");
                    let v = missed.v;
                    assert_eq!(known.catch_up(*missed), Folded::Next);
                    assert_eq!(known.v, v);
                }
                ServerMessage::Presence { presence, .. } => {
                    let known = self.known.as_mut().expect("a snapshot came first");
                    known.presence = presence;
                    continue;
                }
                ServerMessage::Closed { .. } => {
                    (self.following, self.known, self.outside) = (None, None, None);
                    return;
                }
                ServerMessage::RequestEnded { seat, outcome, .. } => {
                    let granted = outcome == RequestOutcome::Granted;
                    let seated = states[states.len() - 1].seat_of(self.player);
                    assert_eq!(
                        granted,
                        seated == Some(seat),
                        "told before it was in the log"
                    );
                    continue;
                }
                ServerMessage::Error { .. } => continue,
                message => {
                    assert_eq!(self.outside, None, "an outsider is told {message:?}");
                    continue;
                }
            }
            self.compare(table, states);
        }
    }

    fn compare(&self, table: TableId, states: &[State]) {
        let known = self.known.as_ref().expect("something was shown");
        let version = known.v as usize;
        assert!(version <= states.len(), "seen before it was in the log");
        let state = &states[version - 1];
        let role = state.role(self.player);
        assert_ne!(role, Role::Outsider, "seen from outside");
        let truth = shown(state, table, self.player);
        let seen = Snapshot {
            presence: truth.presence.clone(),
            chat: truth.chat.clone(),
            ..known.clone()
        };
        assert_eq!(seen, truth, "what was shown is not what the log says");
    }
}

//! The guests of the model. They compare the messages that they get with the log.

use boneyard_base::{FollowId, Inbox, PlayerId};
use boneyard_protocol::{
    About, Folded, Outside, Presence, RequestOutcome, ServerMessage, Snapshot, TableId,
};

use crate::state::State;
use crate::tests::bench::shown;
use crate::view::Role;

/// A visitor who sometimes follows the table, and applies the messages that the server sends.
pub(crate) struct Guest {
    pub(crate) player: PlayerId,
    pub(crate) following: Option<Following>,
    pub(crate) known: Option<Snapshot>,
    /// The last message for outsiders, while the guest is an outsider; `known` is `None` then.
    pub(crate) outside: Option<Outside>,
    /// All messages that the guest was sent.
    pub(crate) told: Vec<ServerMessage>,
}

/// A guest's connection to the table.
pub(crate) struct Following {
    /// The index of the node to which the guest is connected.
    pub(super) node: usize,
    pub(super) id: FollowId,
    pub(super) inbox: Inbox,
    /// The last version that was sent through this connection.
    pub(super) shown: u64,
}

impl Following {
    /// The id under which the table knows this follower.
    pub(crate) const fn id(&self) -> FollowId {
        self.id
    }
}

impl Guest {
    /// The presence that was last sent to the guest.
    pub(crate) fn presence(&self) -> Option<&Presence> {
        let inside = self.known.as_ref().map(|known| &known.presence);
        inside.or_else(|| Some(&self.outside.as_ref()?.presence))
    }

    /// Reads the messages that have arrived, and compares them with the log.
    pub(crate) fn read(&mut self, table: TableId, states: &[State]) {
        while let Some(following) = &self.following {
            let Some(text) = following.inbox.try_next() else {
                return;
            };
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            self.told.push(message.clone());
            match message {
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
                    let is_theirs = seated == Some(seat);
                    assert!(is_theirs || !granted, "told before it was in the log");
                    // Another node may have granted the guest's request. The guest may then be told another
                    // outcome, but not once the guest has been shown the whole log.
                    let knows_all = self.known.as_ref().map(|known| known.v as usize);
                    let knows_all = knows_all == Some(states.len());
                    assert!(granted || !is_theirs || !knows_all, "granted, and not told");
                    continue;
                }
                ServerMessage::Error {
                    about: Some(About::Open),
                    ..
                } => {
                    self.following = None;
                    return;
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

    fn compare(&mut self, table: TableId, states: &[State]) {
        let known = self.known.as_ref().expect("something was shown");
        if let Some(following) = &mut self.following {
            assert!(known.v >= following.shown, "shown what was before");
            following.shown = known.v;
        }
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

//! A table's mailbox from the outside.

use boneyard_protocol::{About, Invite};
use tokio::sync::mpsc;

use super::chat::Speech;
use super::command::Action;
use super::seat_request::SeatRequestAction;
use crate::peer::{FollowId, Peer};

/// What can be put into a table's mailbox.
#[derive(Debug)]
pub(super) enum Mail {
    /// A socket wants to follow, or wants a fresh snapshot.
    Follow {
        id: FollowId,
        peer: Peer,
        /// The visitor's display name, in case it has changed since they sat down.
        name: String,
        asked: Asked,
    },
    /// The table may be one that nobody has come back to.
    PutAway,
    /// A socket no longer follows.
    Unfollow { id: FollowId },
    /// A follower wants to do something.
    Act {
        id: FollowId,
        /// What an error will be about.
        about: About,
        action: Action,
    },
    /// A follower wants to be heard.
    Speak {
        id: FollowId,
        /// What an error will be about.
        about: About,
        /// The visitor's display name.
        name: String,
        speech: Speech,
    },
    /// A follower asks for a computer player's seat, or answers the request of another.
    SeatRequest {
        id: FollowId,
        /// What an error will be about.
        about: About,
        /// The visitor's display name.
        name: String,
        action: SeatRequestAction,
    },
    /// A follower wants a hint.
    Hint {
        id: FollowId,
        /// The position that it is for.
        ply: u32,
    },
    /// A follower wants the last match analysed.
    Analyse { id: FollowId },
    /// A follower wants to know what proves the deals of a round.
    Prove { id: FollowId, round: u32 },
    /// A follower has got another name.
    Renamed { id: FollowId, name: String },
}

impl Mail {
    /// The follower who wants something that an outsider can't have, and what an error will be
    /// about; none for what an outsider can have.
    pub(super) const fn inside_only(&self) -> Option<(FollowId, About)> {
        match *self {
            Self::Act { id, about, .. }
            | Self::Speak { id, about, .. }
            | Self::SeatRequest {
                id,
                about,
                action: SeatRequestAction::Answer { .. },
                ..
            } => Some((id, about)),
            Self::Hint { id, .. } => Some((id, About::Hint)),
            Self::Analyse { id } => Some((id, About::Analyse)),
            Self::Prove { id, .. } => Some((id, About::Fairness)),
            Self::SeatRequest {
                action: SeatRequestAction::Ask(_) | SeatRequestAction::Withdraw,
                ..
            }
            | Self::Follow { .. }
            | Self::PutAway
            | Self::Unfollow { .. }
            | Self::Renamed { .. } => None,
        }
    }
}

/// How somebody wants to follow.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Asked {
    /// What makes them invited.
    pub(crate) invite: Option<Invite>,
    /// The last version that they know.
    pub(crate) since: Option<u64>,
}

/// The table's task has ended; open the table again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableGone;

/// Puts commands into the mailbox of a table. What they come to is put into the follower's own
/// queue. While there is a handle the table stays in memory.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    pub(super) mail: mpsc::Sender<Mail>,
}

impl TableHandle {
    /// Follows the table: a snapshot, then each update, without a gap between them. Once more
    /// with the same id: a fresh snapshot. With a version that they know, what they missed in its
    /// place.
    pub(crate) async fn follow(
        &self,
        id: FollowId,
        peer: &Peer,
        name: &str,
        asked: Asked,
    ) -> Result<(), TableGone> {
        let peer = peer.clone();
        let name = name.to_owned();
        self.put(Mail::Follow {
            id,
            peer,
            name,
            asked,
        })
        .await
    }

    /// Has the table closed if nobody has come back to it.
    pub(super) async fn put_away(&self) -> Result<(), TableGone> {
        self.put(Mail::PutAway).await
    }

    /// Stops to follow.
    pub(crate) async fn unfollow(&self, id: FollowId) -> Result<(), TableGone> {
        self.put(Mail::Unfollow { id }).await
    }

    /// Does something, or is told why not.
    pub(crate) async fn act(
        &self,
        id: FollowId,
        about: About,
        action: Action,
    ) -> Result<(), TableGone> {
        self.put(Mail::Act { id, about, action }).await
    }

    /// Says something, or is told why not.
    pub(crate) async fn speak(
        &self,
        id: FollowId,
        about: About,
        name: &str,
        speech: Speech,
    ) -> Result<(), TableGone> {
        let name = name.to_owned();
        self.put(Mail::Speak {
            id,
            about,
            name,
            speech,
        })
        .await
    }

    /// Asks for a computer player's seat, or answers the request of another; or is told why not.
    pub(crate) async fn seat_request(
        &self,
        id: FollowId,
        about: About,
        name: &str,
        action: SeatRequestAction,
    ) -> Result<(), TableGone> {
        let name = name.to_owned();
        self.put(Mail::SeatRequest {
            id,
            about,
            name,
            action,
        })
        .await
    }

    /// Gets a hint, or is told why not.
    pub(crate) async fn hint(&self, id: FollowId, ply: u32) -> Result<(), TableGone> {
        self.put(Mail::Hint { id, ply }).await
    }

    /// Gets an analysis of the last match, or is told why not.
    pub(crate) async fn analyse(&self, id: FollowId) -> Result<(), TableGone> {
        self.put(Mail::Analyse { id }).await
    }

    /// Gets what proves the deals of a round, or is told why not.
    pub(crate) async fn prove(&self, id: FollowId, round: u32) -> Result<(), TableGone> {
        self.put(Mail::Prove { id, round }).await
    }

    /// Goes by another name from now on, if seated.
    pub(crate) async fn rename(&self, id: FollowId, name: &str) -> Result<(), TableGone> {
        let name = name.to_owned();
        self.put(Mail::Renamed { id, name }).await
    }

    /// Waits while the mailbox is full: a crowd at one table makes itself wait, nobody else.
    async fn put(&self, mail: Mail) -> Result<(), TableGone> {
        self.mail.send(mail).await.map_err(|_| TableGone)
    }
}

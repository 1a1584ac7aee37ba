//! The consequences of a player's conduct: a mute, a wait before the next quick match, or exclusion.

use std::sync::Arc;

use boneyard_base::{PlayerId, Restrictions, Timestamp, VisitorStatus};

use super::blocks::apart_from;
use super::bots::responsible_for;
use super::friends::kept_account;
use super::select::select;
use super::session::Session;
use super::{Conducts, StoreError};

/// The consequences of a person's conduct. By default there are none. They are also those of the person's bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// The player may not chat until this time.
    pub muted_until: Timestamp,
    /// Whether a moderator has excluded the player.
    pub closed: bool,
    /// The number of matches that the player had left recently, counted when the player last left a match.
    /// That match is included.
    pub leaves: i64,
    /// When the player last left a match.
    pub left: Timestamp,
    /// The player may not look for a quick match until this time.
    pub waits_until: Timestamp,
}

impl Conduct {
    /// What the person may do.
    #[must_use]
    pub const fn restrictions(&self) -> Restrictions {
        Restrictions {
            muted_until: self.muted_until,
            is_kept_out: self.closed,
            waits_until: self.waits_until,
        }
    }
}

impl Conducts<'_> {
    /// Reads the consequences of a player's conduct, or of the conduct of a bot's owner.
    pub async fn of(self, player: PlayerId) -> Result<Conduct, StoreError> {
        self.0
            .read(move |reader| conduct(reader.session(), player))
            .await
    }

    /// The data that a node needs about a player who connects.
    pub async fn visitor_status(self, player: PlayerId) -> Result<VisitorStatus, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                Ok(VisitorStatus {
                    blocked: Arc::new(apart_from(session, player)?.into_iter().collect()),
                    restrictions: conduct(session, player)?.restrictions(),
                    person: kept_account(session, player)?,
                    is_moderator: is_moderator(session, player)?,
                })
            })
            .await
    }

    /// Changes the consequences of a player's conduct, or of the conduct of a bot's owner. Returns the changed
    /// consequences.
    pub async fn change(
        self,
        player: PlayerId,
        change: impl FnOnce(Conduct) -> Conduct + Send + 'static,
    ) -> Result<Conduct, StoreError> {
        self.0
            .write(move |session| change_conduct(session, player, change))
            .await
    }
}

pub(super) fn conduct(session: &mut dyn Session, player: PlayerId) -> Result<Conduct, StoreError> {
    let player = responsible_for(session, player)?;
    let select = select!(
        Conduct {
            muted_until: "muted_until_ms",
            closed: "closed",
            leaves: "leaves",
            left: "left_ms",
            waits_until: "waits_until_ms",
        },
        "FROM conduct WHERE player_id = $1"
    );
    Ok(session.first(select, &[player.into()])?.unwrap_or_default())
}

/// Stores that players have left matches. `leavers` contains pairs: a player, and the time when the match
/// ended.
pub(super) fn note_leavers(
    session: &mut dyn Session,
    mut leavers: Vec<(PlayerId, Timestamp)>,
) -> Result<(), StoreError> {
    // All nodes change the players' rows in the order of the player ids, so two nodes can't deadlock.
    leavers.sort_unstable();
    // A bot can't search for a quick match, so its leaves have no consequence.
    leavers.retain(|(player, _)| !player.is_bot());
    for (player, at) in leavers {
        change_conduct(session, player, |conduct| conduct.after_leaving(at))?;
    }
    Ok(())
}

/// Changes the consequences of a player's conduct, in the open transaction.
pub(super) fn change_conduct(
    session: &mut dyn Session,
    player: PlayerId,
    change: impl FnOnce(Conduct) -> Conduct,
) -> Result<Conduct, StoreError> {
    let player = responsible_for(session, player)?;
    // Locks the player's row. Another node that wants to change the row waits until this transaction ends.
    session.execute(
        "INSERT INTO conduct (player_id, muted_until_ms, closed, leaves, left_ms, waits_until_ms) \
         VALUES ($1, 0, 0, 0, 0, 0) \
         ON CONFLICT (player_id) DO UPDATE SET leaves = conduct.leaves",
        &[player.into()],
    )?;
    let changed = change(conduct(session, player)?);
    session.execute(
        "UPDATE conduct SET muted_until_ms = $2, closed = $3, leaves = $4, left_ms = $5, \
         waits_until_ms = $6 WHERE player_id = $1",
        &[
            player.into(),
            changed.muted_until.into(),
            changed.closed.into(),
            changed.leaves.into(),
            changed.left.into(),
            changed.waits_until.into(),
        ],
    )?;
    Ok(changed)
}

/// The name of the moderators' role in the database.
pub(super) const MODERATOR: &str = "moderator";

pub(super) fn is_moderator(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<bool, StoreError> {
    let sql = "SELECT role FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
    let role: Option<String> = session.first(sql, &[player.into()])?;
    Ok(role.as_deref() == Some(MODERATOR))
}

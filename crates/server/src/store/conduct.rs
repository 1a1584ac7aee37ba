//! What follows from how somebody has behaved: mutes, waits, and who is kept out.

use super::blocks::blocked_by;
use super::friends::kept_account;
use super::select::select;
use super::session::Session;
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId};

/// What follows from how somebody has behaved. Of whom nothing is known, nothing follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// They may not chat until then.
    pub muted_until: Timestamp,
    /// A moderator keeps them out.
    pub closed: bool,
    /// How often they had left matches lately, when they left the last one.
    pub leaves: i64,
    /// When that was.
    pub left: Timestamp,
    /// They may look for no quick match until then.
    pub waits_until: Timestamp,
}

/// What is to be known of somebody who is connected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredStanding {
    /// Whom they have blocked.
    pub blocked: Vec<PlayerId>,
    /// How they have behaved.
    pub conduct: Conduct,
    /// The account that they keep.
    pub person: Option<PersonId>,
}

impl Store {
    /// How somebody has behaved.
    pub async fn conduct(&self, player: PlayerId) -> Result<Conduct, StoreError> {
        self.read(move |reader| conduct(reader.session(), player))
            .await
    }

    /// What is to be known of somebody who is connected.
    pub async fn standing(&self, player: PlayerId) -> Result<StoredStanding, StoreError> {
        self.read(move |reader| {
            let session = reader.session();
            Ok(StoredStanding {
                blocked: blocked_by(session, player)?,
                conduct: conduct(session, player)?,
                person: kept_account(session, player)?,
            })
        })
        .await
    }

    /// Changes what follows from how somebody has behaved; what it is then.
    pub async fn change_conduct(
        &self,
        player: PlayerId,
        change: impl FnOnce(Conduct) -> Conduct + Send + 'static,
    ) -> Result<Conduct, StoreError> {
        self.write(move |session| change_conduct(session, player, change))
            .await
    }
}

pub(super) fn conduct(session: &mut dyn Session, player: PlayerId) -> Result<Conduct, StoreError> {
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

/// Notes that players have left matches that ended at these times.
pub(super) fn note_leavers(
    session: &mut dyn Session,
    mut leavers: Vec<(PlayerId, Timestamp)>,
) -> Result<(), StoreError> {
    // Two nodes that write rows of the same players wait for each other in one order.
    leavers.sort_unstable();
    for (player, at) in leavers {
        change_conduct(session, player, |conduct| conduct.after_leaving(at))?;
    }
    Ok(())
}

/// Changes what follows from how somebody has behaved, within a transaction.
pub(super) fn change_conduct(
    session: &mut dyn Session,
    player: PlayerId,
    change: impl FnOnce(Conduct) -> Conduct,
) -> Result<Conduct, StoreError> {
    // Until the end of the transaction another server waits for the row.
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

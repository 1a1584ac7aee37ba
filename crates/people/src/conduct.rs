//! The consequences of a player's conduct: waits after leaving matches, and the restrictions that moderators
//! impose.

use boneyard_base::{Door, PlayerId, Timestamp, limits};
use boneyard_protocol::people::ConductBody;
use boneyard_store::StoreError;

use crate::People;
use crate::refusal::PeopleRefusal;

impl People {
    /// Refuses a visitor whose person may not pass a door now.
    pub async fn must_pass(&self, player: PlayerId, door: Door) -> Result<(), PeopleRefusal> {
        let conduct = self.store.conducts().of(player).await?;
        Ok(conduct.restrictions().may(door, self.clock.now())?)
    }

    /// Stores that a player has left a quick or rated match that ended at `at`. If the database fails, tries
    /// again until it works.
    pub async fn has_left(&self, player: PlayerId, at: Timestamp) {
        loop {
            let left = self
                .store
                .conducts()
                .change(player, move |conduct| conduct.after_leaving(at));
            match left.await {
                Ok(_) => break,
                Err(StoreError::Closed) => return,
                Err(error) => tracing::error!(%error, "a player's leave can't be stored"),
            }
            tokio::time::sleep(limits::STORE_RETRY_DELAY).await;
        }
        self.account_changed(player);
    }

    /// The end of a player's mute. `None` if the player may chat.
    pub async fn muted_until(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError> {
        let until = self.store.conducts().of(player).await?.muted_until;
        Ok(Some(until).filter(|&until| until > self.clock.now()))
    }

    /// The consequences of a player's conduct, as the player sees them.
    pub async fn conduct(&self, player: PlayerId) -> Result<ConductBody, StoreError> {
        let conduct = self.store.conducts().of(player).await?;
        let now = self.clock.now();
        let ahead = |until: Timestamp| Some(until.0).filter(|_| until > now);
        Ok(ConductBody {
            leaves: u32::try_from(conduct.leaves_at(now)).unwrap_or(0),
            waits_until_ms: ahead(conduct.waits_until),
            muted_until_ms: ahead(conduct.muted_until),
            kept_out: conduct.closed,
            warnings: self.store.reports().warnings(player).await?,
        })
    }
}

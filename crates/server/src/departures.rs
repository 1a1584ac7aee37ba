//! Ends what people hold who have closed their accounts or whom a moderator keeps out. The database has a list of them, so
//! what one server doesn't end, because it stops or can't reach the database, another one ends.

use boneyard_base::{Clock, Supervisor, limits};
use boneyard_organiser::{Organiser, Refusal};
use boneyard_people::default_name;
use boneyard_store::{Departure, DepartureCause, Keeper, Store, StoreError};
use boneyard_table::{Leaving, Tables};
use tokio::time::{MissedTickBehavior, interval};

/// The name of the task that deals with departures.
pub(crate) const DEPARTURES: &str = "closed accounts";

/// Ends what people hold. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Departures {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) tables: Tables,
    pub(crate) organiser: Organiser,
    pub(crate) supervisor: Supervisor,
}

/// Why something could not be ended. It is tried again.
#[derive(Debug, thiserror::Error)]
enum EndError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Tournament(#[from] Refusal),
}

impl Departures {
    /// Deals with the departures that are due, at intervals, until the process ends.
    pub(crate) async fn deal_with_for_ever(&self) {
        let mut ticks = interval(limits::DEPARTURES_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.deal_with().await;
        }
    }

    /// Deals with the departures that are due. What fails is tried again later.
    pub(crate) async fn deal_with(&self) {
        let now = self.clock.now();
        let due = match self.store.departures().claim(now).await {
            Ok(due) => due,
            Err(StoreError::Closed) => return,
            Err(error) => {
                tracing::error!(%error, "departures can't be looked for");
                return;
            }
        };
        for departure in due {
            let ended = async {
                let mut is_over = true;
                for &keeper in Keeper::ALL {
                    is_over &= self.end(keeper, &departure).await?;
                }
                if is_over {
                    self.store.departures().forget(departure, now).await?;
                }
                Ok::<(), EndError>(())
            };
            // A departure that panics is claimed again, and ends no other.
            let supervisor = &self.supervisor;
            let ended = supervisor.contain(DEPARTURES, "a departure", ended).await;
            if let Some(Err(error)) = ended {
                tracing::error!(%error, "what a person holds could not be ended; it is tried again");
            }
        }
    }

    /// Ends what a person holds with a keeper. Returns whether nothing is left there.
    async fn end(&self, keeper: Keeper, departure: &Departure) -> Result<bool, EndError> {
        let player = departure.player;
        let is_closed = departure.cause == DepartureCause::Closed;
        match keeper {
            Keeper::Tables => {
                let leaving = Leaving {
                    player,
                    // Matches show the name of a bot also after it was given up.
                    name: (is_closed && !player.is_bot()).then(|| default_name(player)),
                    resigns: is_closed,
                };
                Ok(self.tables.depart(&leaving).await?)
            }
            Keeper::Tournaments => {
                self.organiser.depart(player, is_closed).await?;
                Ok(true)
            }
        }
    }
}

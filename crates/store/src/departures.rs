//! People who have closed their accounts or whom a moderator keeps out, and bots that were given up, while they may
//! still hold something in the logs of tables and tournaments. A row is written together with the end of the right, so
//! nothing is forgotten if the server stops before all has ended.

use boneyard_base::{PlayerId, Timestamp, limits};

use super::select::select;
use super::session::{Session, Value, WrongType};
use super::{Departures, StoreError};

/// Why a person holds nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DepartureCause {
    /// The account was closed, or the bot was given up.
    Closed,
    /// A moderator keeps the person out, also the person's bots.
    KeptOut,
}

impl DepartureCause {
    const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::KeptOut => "kept_out",
        }
    }
}

impl From<DepartureCause> for Value {
    fn from(cause: DepartureCause) -> Self {
        cause.name().into()
    }
}

impl TryFrom<Value> for DepartureCause {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        let name = String::try_from(value)?;
        let mut all = [Self::Closed, Self::KeptOut].into_iter();
        all.find(|cause| cause.name() == name).ok_or(WrongType)
    }
}

/// A person who may still hold something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The player.
    pub player: PlayerId,
    /// Why the player holds nothing any more.
    pub cause: DepartureCause,
    /// Since when.
    pub since: Timestamp,
    /// When what the player holds is looked for.
    due: Timestamp,
}

impl Departures<'_> {
    /// The departures that are due, the latest first. Each is returned to one caller, and is due again later until it
    /// is forgotten.
    pub async fn claim(self, now: Timestamp) -> Result<Vec<Departure>, StoreError> {
        let values = [now.into(), limits::DEPARTURES_AT_ONCE.into()];
        let due = self.0.read(move |reader| {
            let select = select!(
                Departure {
                    player: "player_id",
                    cause: "cause",
                    since: "since_ms",
                    due: "due_ms",
                },
                "FROM departures WHERE due_ms <= $1 ORDER BY since_ms DESC LIMIT $2"
            );
            reader.session().all(select, &values)
        });
        let mut due: Vec<Departure> = due.await?;
        if due.is_empty() {
            return Ok(due);
        }
        self.0
            .write(move |session| {
                let mut claimed = Vec::with_capacity(due.len());
                for departure in due.drain(..) {
                    let sql =
                        "UPDATE departures SET due_ms = $3 WHERE player_id = $1 AND due_ms = $2";
                    let Departure { player, due, .. } = departure;
                    let again = now.plus_ms(limits::DEPARTURE_AGAIN_MS);
                    let values = [player.into(), due.into(), again.into()];
                    if session.execute(sql, &values)? == 1 {
                        claimed.push(departure);
                    }
                }
                Ok(claimed)
            })
            .await
    }

    /// Forgets a departure, since nothing is left. Requests that were accepted before it may still be running, so it
    /// stays until they have ended.
    pub async fn forget(self, departure: Departure, now: Timestamp) -> Result<(), StoreError> {
        if now.ms_since(departure.since) < limits::DEPARTURE_AGAIN_MS {
            return Ok(());
        }
        let Departure { player, since, .. } = departure;
        let sql = "DELETE FROM departures WHERE player_id = $1 AND since_ms = $2";
        self.0.execute(sql, [player.into(), since.into()]).await?;
        Ok(())
    }
}

/// Notes that a player and the player's bots hold nothing any more.
pub(super) fn add(
    session: &mut dyn Session,
    player: PlayerId,
    cause: DepartureCause,
    at: Timestamp,
) -> Result<(), StoreError> {
    let bots = "SELECT bot_id FROM bots WHERE owner_id = $1";
    let mut all: Vec<PlayerId> = session.all(bots, &[player.into()])?;
    all.push(player);
    // An account that is closed stays so, also if its owner is kept out afterwards.
    let sql = "INSERT INTO departures (player_id, cause, since_ms, due_ms) VALUES ($1, $2, $3, $3) \
               ON CONFLICT (player_id) DO UPDATE SET due_ms = excluded.due_ms, \
               since_ms = excluded.since_ms, cause = CASE WHEN departures.cause = 'closed' \
               THEN departures.cause ELSE excluded.cause END";
    for one in all {
        session.execute(sql, &[one.into(), cause.into(), at.into()])?;
    }
    Ok(())
}

/// Forgets that a player and the player's bots are kept out, since a moderator has let the player in again.
pub(super) fn readmit(session: &mut dyn Session, player: PlayerId) -> Result<(), StoreError> {
    let sql = "DELETE FROM departures WHERE cause = 'kept_out' AND (player_id = $1 \
               OR player_id IN (SELECT bot_id FROM bots WHERE owner_id = $1))";
    session.execute(sql, &[player.into()])?;
    Ok(())
}

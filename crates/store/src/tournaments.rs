//! Tournaments: the append-only log of each one, and the list of all.

use boneyard_base::limits::{self, OpenMax};
use boneyard_base::{PlayerId, Timestamp, TournamentId};

use super::select::{Select, select};
use super::session::{Session, Value, WrongType};
use super::{AppendError, LogRow, StoreError, Tournaments};

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TournamentPhase {
    /// It has not begun.
    Coming,
    /// Rounds are being played.
    Running,
    /// It has ended, or was called off.
    Ended,
}

impl TournamentPhase {
    const fn name(self) -> &'static str {
        match self {
            Self::Coming => "coming",
            Self::Running => "running",
            Self::Ended => "ended",
        }
    }
}

impl From<TournamentPhase> for Value {
    fn from(phase: TournamentPhase) -> Self {
        phase.name().into()
    }
}

impl TryFrom<Value> for TournamentPhase {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        let name = String::try_from(value)?;
        let mut all = [Self::Coming, Self::Running, Self::Ended].into_iter();
        all.find(|phase| phase.name() == name).ok_or(WrongType)
    }
}

/// A row of the list of tournaments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTournament {
    /// The tournament.
    pub tournament: TournamentId,
    /// The account that organises it.
    pub organiser: PlayerId,
    /// When the tournament begins or began, and when it ended once it has ended.
    pub listed_at: Timestamp,
    /// How far it is.
    pub phase: TournamentPhase,
    /// Whether the list shows it to all visitors.
    pub listed: bool,
    /// What the list shows, in JSON.
    pub summary: String,
}

/// A step of a tournament that is to be added to its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentAppend {
    /// The step's number: 1 for the first step, and then always one more than the number of the step before.
    pub seq: i64,
    /// When the step was taken.
    pub at: Timestamp,
    /// The step, in the format of the tournament's log.
    pub body: Vec<u8>,
    /// The players who enter with this step.
    pub entered: Vec<PlayerId>,
    /// The tournament's row in the list after this step.
    pub row: StoredTournament,
}

/// From whom a new tournament comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewTournament {
    /// From an organiser, with a hash of the network from which the request came.
    Created {
        /// The hash.
        network: String,
    },
    /// By itself, after this one.
    Follows(TournamentId),
}

/// The result of creating a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CreatedTournament {
    /// The tournament was created.
    Created,
    /// The organiser has too many that have not ended.
    TooManyOfOrganiser,
    /// The server has too many that have not ended.
    TooMany,
}

const fn listed(sql: &'static str) -> Select<StoredTournament> {
    Select::new(sql, |row| {
        Ok(StoredTournament {
            tournament: row.read()?,
            organiser: row.read()?,
            listed_at: row.read()?,
            phase: row.read()?,
            listed: row.read()?,
            summary: row.read()?,
        })
    })
}

/// The listed tournaments of the phase `$1`, at most `$2`, in the order of a column. The next place goes to the network
/// that has fewest by then, and within a network to the organiser with fewest.
macro_rules! fairly_listed {
    ($order:literal) => {
        concat!(
            "SELECT tournament_id, organiser_id, listed_ms, phase, listed, summary FROM (\
             SELECT *, ROW_NUMBER() OVER (PARTITION BY network ORDER BY of_organiser, ",
            $order,
            ", tournament_id) AS of_network FROM (\
             SELECT *, ROW_NUMBER() OVER (PARTITION BY organiser_id ORDER BY ",
            $order,
            ", tournament_id) AS of_organiser FROM tournaments \
             WHERE phase = $1 AND listed = 1) AS ranked ORDER BY of_network, of_organiser, ",
            $order,
            ", tournament_id LIMIT $2) AS chosen ORDER BY ",
            $order,
            ", tournament_id"
        )
    };
}

impl Tournaments<'_> {
    /// Adds one step to the log of a tournament, and updates its row in the list in the same transaction. Of
    /// two steps with one number, one is added.
    pub async fn append(self, append: TournamentAppend) -> Result<(), AppendError> {
        let added = self.0.write(move |session| add_step(session, append)).await;
        let added = added.map_err(AppendError::Unavailable)?;
        added.then_some(()).ok_or(AppendError::Conflict)
    }

    /// Adds the first step of a tournament, unless too many of its organiser, of the network or of the server have not
    /// ended. One that follows another one by itself takes its place.
    pub async fn create(
        self,
        append: TournamentAppend,
        from: NewTournament,
        open_max: OpenMax,
    ) -> Result<CreatedTournament, AppendError> {
        let created = self
            .0
            .write(move |session| create(session, append, from, open_max));
        let created = created.await.map_err(AppendError::Unavailable)?;
        created.ok_or(AppendError::Conflict)
    }

    /// The steps of a tournament with greater numbers than `after`, in ascending order.
    pub async fn read_log(
        self,
        tournament: TournamentId,
        after: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        let select = select!(
            LogRow {
                seq: "seq",
                at: "at_ms",
                body: "body",
            },
            "FROM tournament_log WHERE tournament_id = $1 AND seq > $2 ORDER BY seq"
        );
        self.0.all(select, [tournament.into(), after.into()]).await
    }

    /// The tournaments that have not ended, listed or not, each with the number of its last step.
    pub async fn open(self) -> Result<Vec<(TournamentId, i64)>, StoreError> {
        let sql = "SELECT tournament_id, seq FROM tournaments WHERE phase IN ('coming', 'running') \
                   ORDER BY tournament_id";
        self.0.all(sql, []).await
    }

    /// The listed tournaments of a phase, at most `most`: the first to begin first, and of the ended ones the last to end
    /// first. If there are more, each network and each organiser gets a fair share of the places, as in the lobby.
    pub async fn listed(
        self,
        phase: TournamentPhase,
        most: i64,
    ) -> Result<Vec<StoredTournament>, StoreError> {
        let select = match phase {
            TournamentPhase::Coming | TournamentPhase::Running => {
                listed(fairly_listed!("listed_ms"))
            }
            TournamentPhase::Ended => listed(fairly_listed!("-listed_ms")),
        };
        self.0.all(select, [phase.into(), most.into()]).await
    }

    /// The tournaments that a player has entered or organised, with greater ids than `after`, in ascending order;
    /// at most `most`.
    pub async fn with_player(
        self,
        player: PlayerId,
        after: TournamentId,
        most: i64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let sql = "SELECT tournament_id FROM (\
                   SELECT tournament_id FROM tournament_players WHERE player_id = $1 \
                   UNION SELECT tournament_id FROM tournaments WHERE organiser_id = $1) AS found \
                   WHERE tournament_id > $2 ORDER BY tournament_id LIMIT $3";
        self.0
            .all(sql, [player.into(), after.into(), most.into()])
            .await
    }

    /// The tournaments of an organiser, listed or not, the last to begin or to end first; at most `most`.
    pub async fn of(
        self,
        organiser: PlayerId,
        most: i64,
    ) -> Result<Vec<StoredTournament>, StoreError> {
        let select = listed(
            "SELECT tournament_id, organiser_id, listed_ms, phase, listed, summary FROM tournaments \
             WHERE organiser_id = $1 ORDER BY listed_ms DESC, tournament_id LIMIT $2",
        );
        self.0.all(select, [organiser.into(), most.into()]).await
    }
}

/// The first step of a new tournament; `None` if it has one.
fn create(
    session: &mut dyn Session,
    append: TournamentAppend,
    from: NewTournament,
    open_max: OpenMax,
) -> Result<Option<CreatedTournament>, StoreError> {
    let network = match from {
        NewTournament::Created { network } => {
            let all = "SELECT COUNT(*) FROM tournaments WHERE phase IN ('coming', 'running')";
            let own = "SELECT COUNT(*) FROM tournaments \
                       WHERE organiser_id = $1 AND phase IN ('coming', 'running')";
            let of_network = "SELECT COUNT(*) FROM tournaments \
                              WHERE network = $1 AND phase IN ('coming', 'running')";
            let open = OpenMax {
                visitor: session.one(own, &[append.row.organiser.into()])?,
                network: session.one(of_network, &[network.as_str().into()])?,
                all: session.one(all, &[])?,
            };
            if open.visitor >= open_max.visitor {
                return Ok(Some(CreatedTournament::TooManyOfOrganiser));
            }
            if !open_max.allows(open) {
                return Ok(Some(CreatedTournament::TooMany));
            }
            network
        }
        NewTournament::Follows(before) => {
            let network = "SELECT network FROM tournaments WHERE tournament_id = $1";
            session
                .first(network, &[before.into()])?
                .unwrap_or_default()
        }
    };
    let (tournament, at) = (append.row.tournament, append.at);
    if !add_step(session, append)? {
        return Ok(None);
    }
    let note = "UPDATE tournaments SET network = $1 WHERE tournament_id = $2";
    session.execute(note, &[network.into(), tournament.into()])?;
    let forget = "UPDATE tournaments SET network = '' \
                  WHERE phase = 'ended' AND listed_ms < $1 AND network <> ''";
    let before = at.plus_ms(-limits::TOURNAMENT_NETWORK_MS);
    session.execute(forget, &[before.into()])?;
    Ok(Some(CreatedTournament::Created))
}

fn add_step(session: &mut dyn Session, append: TournamentAppend) -> Result<bool, StoreError> {
    let TournamentAppend {
        seq,
        at,
        body,
        entered,
        row,
    } = append;
    let added = session.execute(
        "INSERT INTO tournament_log (tournament_id, seq, at_ms, body) \
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        &[row.tournament.into(), seq.into(), at.into(), body.into()],
    )?;
    if added == 0 {
        return Ok(false);
    }
    for player in entered {
        session.execute(
            "INSERT INTO tournament_players (player_id, tournament_id, entered_ms) \
             VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            &[player.into(), row.tournament.into(), at.into()],
        )?;
    }
    session.execute(
        "INSERT INTO tournaments \
         (tournament_id, organiser_id, listed_ms, phase, listed, seq, summary) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tournament_id) DO UPDATE SET \
         listed_ms = excluded.listed_ms, phase = excluded.phase, listed = excluded.listed, \
         seq = excluded.seq, summary = excluded.summary",
        &[
            row.tournament.into(),
            row.organiser.into(),
            row.listed_at.into(),
            row.phase.into(),
            row.listed.into(),
            seq.into(),
            row.summary.into(),
        ],
    )?;
    Ok(true)
}

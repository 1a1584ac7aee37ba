//! Opening a new table.

use std::collections::HashMap;

use boneyard_base::{PlayerId, Timestamp, Visitor, limits};
use boneyard_fair::TableSeed;
use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::{ErrorCode, Invite, Promise, TableId};
use boneyard_records::to_store;
use boneyard_rules::{Rules, RulesError};
use boneyard_store::Append;
use parking_lot::{Mutex, MutexGuard};
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::Tables;
use crate::state::State;
use crate::state::command::Decision;
use crate::state::event::TableEvent;
use crate::state::public::public_entries;
use crate::state::refusal::Refusal;
use crate::tables::task::relisted::Relisted;

/// The reason why a table was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CreateError {
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The request reserves more seats than are free beside the host and the computer players.
    #[error("kept_seats: {kept} can't be kept where {free} are free")]
    KeptSeats {
        /// How many seats the request reserves.
        kept: u8,
        /// How many seats are free.
        free: usize,
    },
    /// More computer players were requested than there are seats beside the host's.
    #[error("computers: {computers} at {seats} seats; one is the host's")]
    Computers {
        /// How many computer players were requested.
        computers: usize,
        /// How many seats the table has.
        seats: usize,
    },
    /// Matches with these options can't be rated.
    #[error(
        "rated: for a preset's own rules and target, without computer players, hints and a cap on the time"
    )]
    NotRated,
    /// The host has no account.
    #[error("Keep an account first: rated matches are for people who do.")]
    OnlyKept,
    /// The requested clock is not among those that are offered.
    #[error(
        "clock: 15, 30, 60 or 120 seconds a move, a bank of 30 to 3600 and 60 a move, or 1, 2, 3 or 7 days"
    )]
    Clock,
    /// The requested cap on a match's time is not among those that are offered.
    #[error("time_cap: 10, 15, 20, 30, 45 or 60 minutes, and not over days")]
    TimeCap,
    /// The visitor already has too many tables that wait for players.
    #[error(
        "You have {} tables that wait for players; leave one of them first.",
        limits::TABLES_PER_VISITOR_MAX
    )]
    TooMany,
    /// The visitor has opened too many tables against computer players recently.
    #[error("You have just opened many tables; play at one of them, or wait some minutes.")]
    TooManyNew,
    /// The head of a public log that came with the promise isn't a head of this server's log.
    #[error("head: not of this server's log")]
    ForeignHead,
    /// The storage does not answer.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
}

impl CreateError {
    /// The error code that is sent to the client.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Rules(_)
            | Self::KeptSeats { .. }
            | Self::Computers { .. }
            | Self::NotRated
            | Self::Clock
            | Self::TimeCap => ErrorCode::BadRules,
            Self::ForeignHead => ErrorCode::WrongFields,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::TooMany | Self::TooManyNew => ErrorCode::TooMany,
            Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The option that must change, as the protocol names it.
    #[must_use]
    pub const fn option(self) -> Option<&'static str> {
        match self {
            Self::Rules(error) => Some(error.option()),
            Self::KeptSeats { .. } => Some("kept_seats"),
            Self::Computers { .. } => Some("computers"),
            Self::NotRated => Some("rated"),
            Self::Clock => Some("clock"),
            Self::TimeCap => Some("time_cap"),
            Self::ForeignHead
            | Self::OnlyKept
            | Self::TooMany
            | Self::TooManyNew
            | Self::Unavailable => None,
        }
    }
}

impl Tables {
    /// Opens a table, with its host at seat 0 and the computer players at the next seats.
    ///
    /// # Errors
    ///
    /// When the options contradict each other, the host has too many tables, or the storage fails.
    pub async fn create(
        &self,
        host: &Visitor,
        wanted: CreateTable,
    ) -> Result<TableCreated, CreateError> {
        let rules = Rules::try_from(wanted.rules)?;
        let free = seats_left(&rules, &wanted)?;
        if !wanted.clock.is_offered() {
            return Err(CreateError::Clock);
        }
        if !wanted.clock.allows_cap(wanted.time_cap) {
            return Err(CreateError::TimeCap);
        }
        if wanted.rated {
            self.may_be_rated(host.player, &rules, &wanted).await?;
        }
        let promise = self.promise(&wanted).await?;
        let (table, invite) = (TableId::random(), Invite::random());
        let now = self.clock().now();
        let created = TableEvent::Created {
            table,
            host: host.player,
            name: host.name.clone(),
            rules,
            access: wanted.access,
            kept_seats: wanted.kept_seats,
            invite,
            hints: wanted.hints.unwrap_or(free == 0),
            clock: wanted.clock,
            time_cap: wanted.time_cap,
            // People and programs are never rated against each other.
            bots: if wanted.rated {
                host.player.is_bot()
            } else {
                wanted.bots.unwrap_or(true)
            },
            rated: wanted.rated,
            quick: false,
            seed: draw_seed()?,
        };
        // `seats_left` has checked the seats, so opening the table fails only if the first deal fails.
        let computers = &wanted.computers;
        let opened =
            State::open(created, computers, promise, now).map_err(|_| CreateError::Unavailable)?;
        self.take_place(host.player, table, &opened.next)?;
        if let Err(error) = self.append_first(table, opened, now).await {
            self.no_longer_waiting(host.player, table);
            return Err(error);
        }
        let computers = wanted.computers.len();
        tracing::info!(%table, %rules, access = ?wanted.access, computers, "table opened");
        Ok(TableCreated { table, invite })
    }

    /// The host's promise of a seed, if the request has one.
    async fn promise(&self, wanted: &CreateTable) -> Result<Option<Promise>, CreateError> {
        let head = self.promised_head(wanted.head).await;
        let head = head.map_err(|refusal| match refusal {
            Refusal::ForeignHead => CreateError::ForeignHead,
            _ => CreateError::Unavailable,
        })?;
        let commitment = wanted.commitment;
        Ok(commitment.map(|commitment| Promise { commitment, head }))
    }

    /// Checks that matches with these options can be rated, and that the host may play rated matches.
    async fn may_be_rated(
        &self,
        host: PlayerId,
        rules: &Rules,
        wanted: &CreateTable,
    ) -> Result<(), CreateError> {
        let has_board = boneyard_ratings::leaderboard_of(rules).is_some();
        let is_capped = wanted.time_cap.is_some();
        if !has_board || is_capped || !wanted.computers.is_empty() || wanted.hints == Some(true) {
            return Err(CreateError::NotRated);
        }
        match self.store().ratings().may_be_rated(host).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(CreateError::OnlyKept),
            Err(_) => Err(CreateError::Unavailable),
        }
    }

    /// Counts a new table against its host's limit.
    fn take_place(&self, host: PlayerId, table: TableId, new: &State) -> Result<(), CreateError> {
        let (counted, refusal) = match new.seats.free().next() {
            None => (&self.inner.begun, CreateError::TooManyNew),
            Some(_) => (&self.inner.waiting, CreateError::TooMany),
        };
        let allowed = counted.add(host, table, new.settings.opened);
        allowed.then_some(()).ok_or(refusal)
    }

    pub(crate) async fn append_first(
        &self,
        table: TableId,
        opened: Decision,
        now: Timestamp,
    ) -> Result<(), CreateError> {
        let listed = Relisted::of(table, &opened.next);
        let entries = public_entries(table, None, &opened.next, now, None);
        let append = Append {
            table,
            seq: opened.next.version,
            at: now,
            body: TableEvent::to_body(&opened.events),
            listing: Some(listed.to_store()),
            players: Some(opened.next.own_players()),
            record: None,
            entries: to_store(&entries),
            due: opened.next.stored_due(),
        };
        self.log().append(append).await.map_err(|error| {
            tracing::error!(%table, %error, "a table could not be opened");
            CreateError::Unavailable
        })?;
        self.tell_all_nodes(table, None, &opened.next, Some(&listed));
        let host = opened.next.settings.opened_by;
        self.lobby().set(table, now, host, listed.listing);
        for person in opened.next.seats.people() {
            let own = opened.next.own_table(table, person.player);
            self.lobby().own().set(person.player, table, own);
        }
        Ok(())
    }

    /// Stops counting a table against its host's limit. Called when its first match begins or the table
    /// closes.
    pub fn no_longer_waiting(&self, host: PlayerId, table: TableId) {
        self.inner.waiting.remove(host, table);
    }
}

/// Draws the seed for the deals of a new table, from the operating system's random bytes.
pub(crate) fn draw_seed() -> Result<TableSeed, CreateError> {
    let mut bytes = [0; boneyard_fair::bytes::BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system has no random bytes");
        CreateError::Unavailable
    })?;
    Ok(TableSeed::from(bytes))
}

/// How many seats the requested table has left beside the host's and the computer players' seats.
fn seats_left(rules: &Rules, wanted: &CreateTable) -> Result<usize, CreateError> {
    let seats = rules.seating().seat_count();
    let computers = wanted.computers.len();
    let free = (seats - 1)
        .checked_sub(computers)
        .ok_or(CreateError::Computers { computers, seats })?;
    let kept = wanted.kept_seats;
    if usize::from(kept) > free {
        return Err(CreateError::KeptSeats { kept, free });
    }
    Ok(free)
}

/// The open tables of each host, to check the limit of [`limits::TABLES_PER_VISITOR_MAX`].
#[derive(Debug)]
pub(crate) struct Counted {
    hosts: Mutex<HashMap<PlayerId, Vec<(TableId, Timestamp)>>>,
    /// How long after its opening a table counts against its host's limit, in milliseconds.
    life_ms: i64,
}

impl Counted {
    /// Counts no tables at first. A table that is added later counts against its host's limit for at most
    /// `life_ms` milliseconds.
    pub(crate) fn for_ms(life_ms: i64) -> Self {
        Self {
            hosts: Mutex::default(),
            life_ms,
        }
    }

    /// Adds a table. If its host already has as many tables as allowed, returns `false` and adds nothing.
    fn add(&self, host: PlayerId, table: TableId, now: Timestamp) -> bool {
        let mut hosts = self.hosts();
        let forget_old = |tables: &mut Vec<(TableId, Timestamp)>| {
            // A time in the future is from before the clock was set back.
            tables.retain(|&(_, opened)| opened <= now && now.ms_since(opened) < self.life_ms);
            !tables.is_empty()
        };
        if hosts.len() >= limits::COUNTED_HOSTS_MAX {
            hosts.retain(|_, tables| forget_old(tables));
        }
        let tables = hosts.entry(host).or_default();
        forget_old(tables);
        let allowed = tables.len() < limits::TABLES_PER_VISITOR_MAX;
        if allowed {
            tables.push((table, now));
        }
        allowed
    }

    fn remove(&self, host: PlayerId, table: TableId) {
        let mut hosts = self.hosts();
        if let Some(tables) = hosts.get_mut(&host) {
            tables.retain(|&(waiting, _)| waiting != table);
            if tables.is_empty() {
                hosts.remove(&host);
            }
        }
    }

    fn hosts(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<(TableId, Timestamp)>>> {
        self.hosts.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_may_have_so_many_waiting_tables_and_no_more() {
        let waiting = Counted::for_ms(limits::WAITING_TABLE_MS_MAX);
        let (host, other) = (PlayerId::random(), PlayerId::random());
        let start = Timestamp(0);
        let first = TableId::random();
        assert!(waiting.add(host, first, start));
        for _ in 1..limits::TABLES_PER_VISITOR_MAX {
            assert!(waiting.add(host, TableId::random(), start));
        }
        assert!(!waiting.add(host, TableId::random(), start));
        assert!(waiting.add(other, TableId::random(), start));

        waiting.remove(host, first);
        assert!(waiting.add(host, TableId::random(), start));

        let tomorrow = start.plus_ms(limits::WAITING_TABLE_MS_MAX);
        assert!(waiting.add(host, TableId::random(), tomorrow));
    }
}

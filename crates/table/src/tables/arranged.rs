//! Tables of tournaments: each is for one match, and all players have their seats from the start.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_fair::TableSeed;
use boneyard_protocol::{Access, ClockRule, Ending, Invite, RoomTournament, TableId};
use boneyard_rules::{BySide, Match, Rules};
use boneyard_store::StoreError;

use crate::state::command::ArrangedSeat;
use crate::state::deals::SectionStand;
use crate::state::event::TableEvent;
use crate::state::section::SectionOrder;
use crate::state::stop::Stop;
use crate::state::{Arranged, State};
use crate::tables::Tables;
use crate::tables::create::{CreateError, draw_seed};
use crate::tables::task::{Input, TableHandle};

/// A match of a tournament, for which a table is opened.
#[derive(Clone, Debug)]
pub struct ArrangedMatch {
    /// The table, whose id the tournament's log already holds.
    pub table: TableId,
    /// The tournament, and the place of the match in it.
    pub tournament: RoomTournament,
    /// The table is closed if the match has not begun at this time.
    pub come_by: Timestamp,
    /// The player at seat 0, with the display name.
    pub first: (PlayerId, String),
    /// The players at the seats from 1 on.
    pub others: Vec<ArrangedSeat>,
    /// The rules.
    pub rules: Rules,
    /// Whether the match is rated.
    pub rated: bool,
    /// The clock.
    pub clock: ClockRule,
    /// The cap on the match's time, in minutes; `None` without one.
    pub time_cap: Option<u16>,
    /// How many rounds the match has, if all tables of the tournament's round have the same deals.
    pub boards: Option<u8>,
    /// How many minutes later than the players visitors see the match; `None` if they may not watch.
    pub watch_delay_minutes: Option<u8>,
}

/// The condition of the table of a tournament's match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrangedStand {
    /// How the match ended; `None` before it has.
    pub ending: Option<Ending>,
    /// The points of each side; `None` if no tiles were dealt.
    pub scores: Option<BySide<u16>>,
    /// The place of each side by the points so far; `None` if no tiles were dealt.
    pub places: Option<BySide<u8>>,
    /// The players who left the match, as for quick matches.
    pub left: Vec<PlayerId>,
    /// Whether the table is closed.
    pub closed: bool,
    /// The players who had come when the table was closed before its match.
    pub came: Vec<PlayerId>,
    /// The players whose promised seeds were missing since tiles were last dealt.
    pub missed_seeds: Vec<PlayerId>,
    /// When the table's last event happened.
    pub last: Timestamp,
    /// How far the match is in its section; `None` if it belongs to none, or if the section has ended.
    pub section: Option<SectionStand>,
    /// By how many points the first side was better than the second, for each round of the match that has ended.
    pub boards: Vec<i32>,
}

impl ArrangedStand {
    /// Reads the condition of a table from its state.
    pub(crate) fn of(state: &State) -> Self {
        let came = state.seats.people().filter(|person| person.ready);
        let game = state.matches.current();
        Self {
            ending: state.matches.ending(),
            scores: game.map(|game| *game.scores()),
            places: game.map(Match::places),
            left: state.leavers(),
            closed: state.closed,
            came: came.map(|person| person.player).collect(),
            missed_seeds: missed_seeds(state),
            last: state.last,
            section: state.deals.section_stand(),
            boards: game.map_or_else(Vec::new, margins),
        }
    }
}

/// The players of a section's table whose promises are taken no more, because their seeds were missing.
fn missed_seeds(state: &State) -> Vec<PlayerId> {
    let deals = state.deals.section_stand().map(|_| &state.deals);
    let missed = state
        .seats
        .all()
        .filter(|&seat| deals.is_some_and(|deals| !deals.may_promise(seat)));
    let people = missed.filter_map(|seat| state.seats.person_at(seat));
    people.map(|person| person.player).collect()
}

/// By how many points the first side was better than the second, for each round that has ended.
#[must_use]
pub fn margins(game: &Match) -> Vec<i32> {
    let mut before = 0;
    let of_round = |scores: &BySide<u16>| {
        let mut sides = scores.iter().map(|(_, &points)| i32::from(points));
        let [first, second] = [(); 2].map(|()| sides.next().unwrap_or(0));
        let now = if game.rules().fewest_win() {
            second - first
        } else {
            first - second
        };
        now - std::mem::replace(&mut before, now)
    };
    game.round_scores().iter().map(of_round).collect()
}

impl Tables {
    /// Opens the table of a tournament's match. Access is by link only, and the table counts against no
    /// player's limit. If another node has opened the table already, the table stays as it is.
    ///
    /// # Errors
    ///
    /// When the storage fails, or the table exists.
    pub async fn create_arranged(&self, arranged: ArrangedMatch) -> Result<(), CreateError> {
        let ArrangedMatch { table, rules, .. } = arranged;
        let now = self.clock().now();
        let tournament = arranged.tournament.id;
        let created = TableEvent::Created {
            table,
            host: arranged.first.0,
            name: arranged.first.1,
            rules,
            access: Access::Link,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock: arranged.clock,
            time_cap: arranged.time_cap,
            bots: false,
            rated: arranged.rated,
            quick: false,
            seed: draw_seed()?,
        };
        let terms = Arranged {
            tournament: arranged.tournament,
            come_by: arranged.come_by,
            boards: arranged.boards,
            watch_delay_minutes: arranged.watch_delay_minutes,
        };
        let opened = State::open_arranged(created, terms, &arranged.others, now);
        let opened = opened.map_err(|_| CreateError::Unavailable)?;
        self.append_first(table, opened, now).await?;
        tracing::info!(%table, %rules, %tournament, "table of a tournament opened");
        Ok(())
    }

    /// Has a table of a section do what the tournament has decided. A table that can't be used now does nothing.
    pub async fn order_section(&self, table: &TableHandle, order: &SectionOrder) {
        // The tournament looks again what has been done.
        let _ = table.take(Input::Section(order)).await;
    }

    /// Ends a tournament's match at its table, whose last event the tournament saw at the time `seen`. A table that
    /// can't be used now does nothing.
    pub async fn stop(&self, table: &TableHandle, stop: Stop, seen: Timestamp) {
        // The tournament looks again what has been done.
        let _ = table.take(Input::Stop(stop, seen)).await;
    }

    /// A secret seed for the chain of a section.
    ///
    /// # Errors
    ///
    /// When the system has no random bytes.
    pub fn draw_section_seed(&self) -> Result<TableSeed, CreateError> {
        draw_seed()
    }

    /// The condition of the table of a tournament's match. If the table is closed or can't be loaded, the
    /// condition is read from the log. `None` if there is no such table.
    ///
    /// # Errors
    ///
    /// When the log can't be read.
    pub async fn arranged_stand(
        &self,
        table: &TableHandle,
        id: TableId,
    ) -> Result<Option<ArrangedStand>, StoreError> {
        let mut stand = None;
        let asked = table.take(Input::ArrangedStand(&mut stand)).await;
        if asked.is_ok() && stand.is_some() {
            return Ok(stand);
        }
        let rows = self.log().read(id, 0).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let state = State::from_log(&rows).map_err(|error| {
            tracing::error!(table = %id, %error, "the log of a tournament's match can't be read");
            StoreError::Corrupt
        })?;
        Ok(Some(ArrangedStand::of(&state)))
    }
}

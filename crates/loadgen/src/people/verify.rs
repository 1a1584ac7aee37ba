//! Compares the log with what people were shown.

use std::collections::HashMap;
use std::fmt::{self, Write as _};

use boneyard_fair::{Deal, Purpose};
use boneyard_protocol::{Status, TableId};
use boneyard_rules::{Move, Seat, Tile, line};
use boneyard_store::{LogRow, Store};
use boneyard_table::{State, TableEvent};

use super::seen::{Observations, TableObservations, digest};
use super::tables::Table;
use crate::error::LoadError;

/// The results of comparing the log with what people were shown.
#[derive(Default, Debug)]
pub(crate) struct Findings {
    pub(crate) anomalies: Vec<Anomaly>,
    /// The number of tiles that players placed, or that the server placed for them.
    pub(crate) moves: usize,
    /// The number of tiles that the server placed for players whose time had run out.
    pub(crate) placed_for: usize,
    /// The text with the logs and diaries of the tables that have an anomaly or are suspect.
    pub(crate) stories: String,
}

/// A difference between a table's log and what its people were shown, or an error in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Anomaly {
    pub(crate) kind: AnomalyKind,
    pub(crate) table: TableId,
    pub(crate) text: String,
}

/// The kinds of anomalies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum AnomalyKind {
    /// The log doesn't contain something that a person was shown.
    Lost,
    /// The log contains the same play or request twice.
    Duplicate,
    /// A deal doesn't follow from its secret and seeds, or a receipt doesn't prove the terms of a match.
    Unfair,
    /// The numbers or times of the log's rows aren't in order, or a row can't be read.
    OutOfOrder,
    /// Two people were shown different things, or a person was shown something that differs from
    /// the log.
    Mismatch,
    /// A person was shown an older version after a newer one.
    OlderVersion,
}

impl fmt::Display for Anomaly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at table {}: {}", self.kind, self.table, self.text)
    }
}

impl Findings {
    /// Adds the log of a table, and what its players sent and received, to the text in `stories`.
    fn add_story(&mut self, table: TableId, rows: &[LogRow], seen: &TableObservations) {
        let _ = writeln!(self.stories, "the log of table {table}:");
        for row in rows {
            let events = TableEvent::from_body(&row.body);
            let _ = writeln!(self.stories, "{} row {}: {events:?}", row.at.0, row.seq);
        }
        let _ = writeln!(
            self.stories,
            "what happened to the people of table {table}:"
        );
        for entry in &seen.diary {
            let _ = writeln!(self.stories, "{entry}");
        }
    }

    /// The number of anomalies of one kind.
    pub(crate) fn count(&self, kind: AnomalyKind) -> usize {
        let found = self.anomalies.iter();
        found.filter(|anomaly| anomaly.kind == kind).count()
    }
}

/// Compares the log of every table with what was shown. The stories include all tables with
/// anomalies, and all tables in `suspects`.
pub(crate) async fn compare(
    database: &str,
    tables: &[Table],
    seen: &Observations,
    suspects: &[TableId],
) -> Result<Findings, LoadError> {
    let store = Store::open(database).await?;
    let mut found = Findings::default();
    for table in tables {
        let rows = store.read_log(table.id, 0).await?;
        let before = found.anomalies.len();
        let shown = seen.of(table.id);
        Comparison::new(table.id, &mut found).run(&rows, &shown);
        if found.anomalies.len() > before || suspects.contains(&table.id) {
            found.add_story(table.id, &rows, &shown);
        }
    }
    store.close().await;
    Ok(found)
}

/// The comparison of one table, which adds its results to `found`.
struct Comparison<'a> {
    table: TableId,
    found: &'a mut Findings,
}

impl<'a> Comparison<'a> {
    fn new(table: TableId, found: &'a mut Findings) -> Self {
        Self { table, found }
    }

    fn run(&mut self, rows: &[LogRow], seen: &TableObservations) {
        self.check_order(rows);
        self.check_views(rows, seen);
        self.check_plays(rows, seen);
        if seen.newest() > rows.len() as u64 {
            // This check covers all versions; the check of plays covers only versions that contain
            // a play.
            let text = format!(
                "version {} was shown, but the log has {} rows",
                seen.newest(),
                rows.len()
            );
            self.note(AnomalyKind::Lost, text);
        }
        for (before, then) in &seen.went_back {
            let text = format!("version {then} was shown to a person after version {before}");
            self.note(AnomalyKind::OlderVersion, text);
        }
        for number in &seen.unproved {
            let text = format!("the receipt of match {number} proves nothing to a player");
            self.note(AnomalyKind::Unfair, text);
        }
    }

    /// Checks that the rows are numbered consecutively from 1, and that no row has an earlier time
    /// than the row before it.
    fn check_order(&mut self, rows: &[LogRow]) {
        for (expected, row) in (1..).zip(rows) {
            if row.seq != expected {
                let text = format!("row {} instead of {expected}", row.seq);
                return self.note(AnomalyKind::OutOfOrder, text);
            }
        }
        for pair in rows.windows(2) {
            if pair[1].at < pair[0].at {
                let text = format!("row {} is older than the one before", pair[1].seq);
                self.note(AnomalyKind::OutOfOrder, text);
            }
        }
    }

    /// Checks that the match that was shown at each version is equal to the match in the log.
    fn check_views(&mut self, rows: &[LogRow], seen: &TableObservations) {
        for v in &seen.disagreed {
            let text = format!("people were shown different things at version {v}");
            self.note(AnomalyKind::Mismatch, text);
        }
        let mut state: Option<State> = None;
        for row in rows {
            let next = match state.take() {
                None => State::from_log(std::slice::from_ref(row)),
                Some(mut state) => state.add_row(row).map(|_| state),
            };
            let state = match next {
                Ok(next) => state.insert(next),
                Err(error) => return self.note(AnomalyKind::OutOfOrder, error.to_string()),
            };
            let shown = seen.views.get(&row.seq.unsigned_abs());
            let logged = state.standing().zip(state.shared_view());
            let logged = logged.map(|(standing, view)| digest(&standing, &view));
            if shown.is_some() && shown != logged.as_ref() {
                let text = format!("another match was shown at version {}", row.seq);
                self.note(AnomalyKind::Mismatch, text);
            }
            if state.status() == Status::Over && shown.is_some() {
                self.check_deals(state);
            }
        }
    }

    /// Checks that all deals of the last match follow from its secrets, its terms and all promised seeds.
    fn check_deals(&mut self, state: &State) {
        let Some(proof) = state.fairness(None) else {
            return;
        };
        let mut seats = proof.seats.as_slice().iter();
        let mut is_fair = seats.all(|seat| {
            let promise = seat.promise.map(|promise| promise.commitment);
            promise == seat.seed.map(|seed| seed.commitment())
        });
        let (terms, seeds) = (proof.terms(), proof.seeds());
        for round in &proof.rounds {
            is_fair &= round.secret.commitment(round.round) == proof.commitment;
            for (attempt, dealt) in (0..).zip(&round.deals) {
                let deal = Deal {
                    terms,
                    round: round.round,
                    purpose: Purpose::Deal,
                    attempt,
                    seeds: &seeds,
                };
                let order = boneyard_fair::order(&round.secret, &deal, dealt.things().len());
                is_fair &= order == *dealt;
            }
        }
        if !is_fair {
            let text = format!(
                "the deals of match {} don't follow from its seeds",
                proof.match_number
            );
            self.note(AnomalyKind::Unfair, text);
        }
    }

    /// Checks that no play is in the log twice, and that every play that its player was shown is in
    /// the log.
    fn check_plays(&mut self, rows: &[LogRow], seen: &TableObservations) {
        let mut deal = 0;
        // Numbers of rows. `played` has the row in which a tile was played, by deal and tile.
        // `continued` has the row in which a seat asked for the next deal, by the previous deal and
        // the seat.
        let mut played: HashMap<(usize, Tile), i64> = HashMap::new();
        let mut continued: HashMap<(usize, Seat), i64> = HashMap::new();
        let mut by_version: HashMap<u64, (Seat, Tile)> = HashMap::new();
        for row in rows {
            for event in TableEvent::from_body(&row.body).unwrap_or_default() {
                let before = match event {
                    TableEvent::Dealt { .. } => {
                        deal += 1;
                        None
                    }
                    TableEvent::Moved {
                        seat,
                        chosen: Move::Line(line::Move::Play(play)),
                    }
                    | TableEvent::MovedFor {
                        seat,
                        chosen: Move::Line(line::Move::Play(play)),
                    } => {
                        self.found.moves += 1;
                        by_version.insert(row.seq.unsigned_abs(), (seat, play.tile));
                        played.insert((deal, play.tile), row.seq)
                    }
                    TableEvent::Continued { seat } => continued.insert((deal, seat), row.seq),
                    _ => None,
                };
                if let TableEvent::MovedFor { .. } = event {
                    self.found.placed_for += 1;
                }
                if let Some(before) = before {
                    let text = format!("row {} repeats row {before}", row.seq);
                    self.note(AnomalyKind::Duplicate, text);
                }
            }
        }
        for (v, (seat, tile)) in &seen.acknowledged {
            if by_version.get(v) != Some(&(*seat, *tile)) {
                let text = format!(
                    "the log has no play of {tile} by seat {} at version {v}",
                    seat.index()
                );
                self.note(AnomalyKind::Lost, text);
            }
        }
    }

    fn note(&mut self, kind: AnomalyKind, text: String) {
        let table = self.table;
        self.found.anomalies.push(Anomaly { kind, table, text });
    }
}

#[cfg(test)]
mod tests {
    use boneyard_base::PlayerId;
    use boneyard_base::Timestamp;
    use boneyard_protocol::{Access, ClockRule, Invite};
    use boneyard_rules::line::Preset;
    use boneyard_rules::{Match, Need, Order};

    use super::*;
    use AnomalyKind::{Duplicate, Lost, Mismatch, OlderVersion, OutOfOrder};

    /// The number of plays in the log of a [`Story`].
    const PLAYS: usize = 6;

    /// The log of a table, and what its people were shown. At first they agree; a test then changes
    /// one of them.
    struct Story {
        rows: Vec<LogRow>,
        seen: TableObservations,
    }

    impl Story {
        fn new() -> Self {
            let rules = Preset::QUICK_DRAW.rules().into();
            let mut game = Match::new(&rules);
            let order = Order::sorted(28);
            game.deal(&order).unwrap();
            let mut events = vec![
                created(rules),
                TableEvent::Began,
                TableEvent::Dealt { order },
            ];
            for _ in 0..PLAYS {
                let Need::Move(seat) = game.needs() else {
                    panic!("a round has more plays");
                };
                let chosen = game.forced().unwrap();
                game.take(seat, chosen).unwrap();
                events.push(TableEvent::Moved { seat, chosen });
            }
            let rows: Vec<LogRow> = (1..)
                .zip(&events)
                .map(|(seq, event)| row(seq, event))
                .collect();
            let mut seen = TableObservations::default();
            for (index, event) in events.iter().enumerate() {
                let v = index as u64 + 1;
                seen.record_version(v, 0);
                let state = State::from_log(&rows[..=index]).unwrap();
                if let (Some(standing), Some(view)) = (state.standing(), state.shared_view()) {
                    seen.views.insert(v, digest(&standing, &view));
                }
                if let TableEvent::Moved {
                    seat,
                    chosen: Move::Line(line::Move::Play(play)),
                } = event
                {
                    seen.acknowledged.insert(v, (*seat, play.tile));
                }
            }
            Self { rows, seen }
        }

        /// The kinds of anomalies that the comparison finds, each kind once.
        fn found(&self) -> Vec<AnomalyKind> {
            let mut found = Findings::default();
            Comparison::new(TableId::from_bits(7), &mut found).run(&self.rows, &self.seen);
            let mut kinds: Vec<_> = found.anomalies.iter().map(|anomaly| anomaly.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        }

        fn last(&mut self) -> &mut LogRow {
            self.rows.last_mut().unwrap()
        }
    }

    fn created(rules: boneyard_rules::Rules) -> TableEvent {
        TableEvent::Created {
            table: TableId::random(),
            host: PlayerId::random(),
            name: "Ada".to_owned(),
            rules,
            access: Access::Public,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock: ClockRule::None,
            time_cap: None,
            bots: true,
            rated: false,
            quick: false,
            seed: [7; 32].into(),
        }
    }

    fn row(seq: i64, event: &TableEvent) -> LogRow {
        LogRow {
            seq,
            at: Timestamp(1_000 * seq),
            body: TableEvent::to_body(std::slice::from_ref(event)),
        }
    }

    #[test]
    fn a_log_that_agrees_with_what_was_shown_has_no_anomalies() {
        assert_eq!(Story::new().found(), []);
    }

    #[test]
    fn a_play_that_was_seen_and_is_not_in_the_log_is_lost() {
        let mut story = Story::new();
        story.rows.pop();
        assert_eq!(story.found(), [Lost]);
        let mut story = Story::new();
        let played = story.seen.acknowledged.values().next().copied().unwrap();
        let newest = story.seen.newest();
        let (seat, _) = story.seen.acknowledged[&newest];
        story
            .seen
            .acknowledged
            .insert(newest, (seat, other_tile(played.1)));
        assert_eq!(story.found(), [Lost]);
    }

    #[test]
    fn a_version_that_was_shown_and_is_not_in_the_log_is_lost() {
        let mut story = Story::new();
        let beyond = story.seen.newest() + 1;
        story.seen.record_version(beyond, 0);
        assert_eq!(story.found(), [Lost]);
    }

    #[test]
    fn a_duplicate_in_the_log_is_found() {
        let mut story = Story::new();
        let again = LogRow {
            seq: story.last().seq + 1,
            ..story.last().clone()
        };
        story.rows.push(again);
        // The same play twice also breaks the rules, so the row can't be applied.
        assert_eq!(story.found(), [Duplicate, OutOfOrder]);
        let mut story = Story::new();
        let seat = Seat::default();
        for _ in 0..2 {
            let seq = story.last().seq + 1;
            story.rows.push(row(seq, &TableEvent::Continued { seat }));
        }
        assert!(story.found().contains(&Duplicate));
    }

    #[test]
    fn rows_that_do_not_follow_each_other_are_found() {
        let mut story = Story::new();
        story.last().seq += 1;
        assert!(story.found().contains(&OutOfOrder));
        let mut story = Story::new();
        story.last().at = Timestamp(0);
        assert_eq!(story.found(), [OutOfOrder]);
        let mut story = Story::new();
        story.rows.swap(3, 4);
        assert!(story.found().contains(&OutOfOrder));
    }

    #[test]
    fn a_mismatch_between_people_is_found() {
        let mut story = Story::new();
        let newest = story.seen.newest();
        story.seen.disagreed.insert(newest);
        assert_eq!(story.found(), [Mismatch]);
        let mut story = Story::new();
        story.seen.views.insert(newest, 4711);
        assert_eq!(story.found(), [Mismatch]);
    }

    #[test]
    fn an_older_version_than_before_is_found() {
        let mut story = Story::new();
        story.seen.went_back.push((4, 3));
        assert_eq!(story.found(), [OlderVersion]);
    }

    fn other_tile(tile: Tile) -> Tile {
        let all = ["6-6", "5-5"].map(|text| text.parse().unwrap());
        all.into_iter().find(|other| *other != tile).unwrap()
    }
}

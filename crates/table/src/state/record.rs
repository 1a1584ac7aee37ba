//! The record of a match that has ended, made from the rows of the log from the first deal of the match to
//! its end.

use boneyard_base::Timestamp;
use boneyard_protocol::record::Lent;
use boneyard_protocol::{RecordId, TableId};
use boneyard_records::{Facts, SeatParticipation, Summary, level_name, written_fairness};
use boneyard_rules::{BoxBySeat, BySeat, Event, Match, Rules, Seat, Transcript};
use boneyard_store::{LogRow, NewRecord, NewRecordSeat};

use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::state::rows::{LogError, read_row};
use crate::state::seats::Sitter;

/// The name of the record of the match that has ended at a table. It is computed from the table's secret. So
/// a record that is made a second time has the same web address as before, and no visitor can compute this
/// address from what visitors know of the table.
pub(crate) fn record_id(state: &State) -> Option<RecordId> {
    state
        .has_record()
        .then(|| RecordId::from_bits(state.deals.record_name()))
}

/// The record of the match that ended with the last of `rows`, or in a section before it. The rows begin with the
/// first deal of the match.
///
/// # Errors
///
/// When no match has ended, or when the rows are not those of this match.
pub(crate) fn record_of(
    state: &State,
    table: TableId,
    rows: &[LogRow],
) -> Result<NewRecord, LogError> {
    let impossible = |reason| LogError::Impossible {
        seq: state.version,
        reason,
    };
    let State {
        settings, matches, ..
    } = state;
    let parts = (record_id(state), matches.current(), matches.ending());
    let (Some(id), Some(game), Some(ending)) = parts else {
        return Err(impossible(Refusal::NoMatch));
    };
    let (replayed, ended) = replayed(state, rows)?;
    if replayed.game != *game {
        return Err(impossible(Refusal::OutOfOrder));
    }
    let Replayed {
        events,
        mut facts,
        seats: participation,
        ..
    } = replayed;
    let transcript = Transcript {
        rules: settings.rules,
        events,
    };
    add_facts_of_table(&mut facts, state, &participation);
    let times = (matches.began(), ended);
    let summary = Summary::new(&transcript, game, times, ending, facts);
    Ok(NewRecord {
        id,
        table,
        match_number: state.match_number(),
        public: !state.is_link_only(),
        quick: state.settings.only_paired,
        rated: settings.rated,
        ended,
        variant: settings.rules.variant().to_owned(),
        summary: summary.written(),
        transcript: transcript.to_string(),
        fairness: written_fairness(state.fairness(None).as_ref()),
        seats: state
            .seats
            .all()
            .filter_map(|seat| record_seat(state, &summary, seat))
            .collect(),
        leavers: state.counted_leavers(),
    })
}

/// Replays the match that ended last, from its rows. Returns the time of its end, too.
fn replayed(state: &State, rows: &[LogRow]) -> Result<(Replayed, Timestamp), LogError> {
    let matches = &state.matches;
    let mut replayed = Replayed::new(&state.settings.rules, matches.began());
    let mut ended = matches.began();
    for (expected, row) in (matches.first_row()..).zip(rows) {
        let events = read_row(row, expected)?;
        // This row comes after the match.
        if events != [TableEvent::SectionEnded] {
            ended = row.at;
        }
        for event in events {
            let added = replayed.add(&event, row.at);
            added.map_err(|reason| LogError::Impossible {
                seq: row.seq,
                reason,
            })?;
        }
    }
    Ok((replayed, ended))
}

/// Adds the facts that are not in the rows of the match.
fn add_facts_of_table(facts: &mut Facts, state: &State, seats: &BoxBySeat<SeatParticipation>) {
    let settings = &state.settings;
    facts.clock = settings.clock;
    facts.time_cap = settings.time_cap;
    facts.boards = state.boards();
    facts.quick = settings.quick;
    let took_over = |seat| state.participation.took_over(seat);
    facts.took_over = state.seats.all().map(took_over).collect();
    let participation = |seat| {
        let person = state.seats.person_at(seat);
        SeatParticipation {
            bot: person.is_some_and(|person| person.player.is_bot()),
            ..seats[seat].clone()
        }
    };
    facts.participation = state.seats.all().map(participation).collect();
}

fn record_seat(state: &State, summary: &Summary, seat: Seat) -> Option<NewRecordSeat> {
    let sitter = state.seats.sitters()[seat].as_ref()?;
    let side = state.rules().seating().side(seat);
    let (player, computer) = match sitter {
        Sitter::Person(person) => (Some(person.player), None),
        Sitter::Computer { level, .. } => (None, Some(level_name(*level))),
    };
    Some(NewRecordSeat {
        side: side.index() as u8,
        player,
        name: sitter.name().to_owned(),
        computer,
        result: summary.result_for(seat),
    })
}

/// A match that is replayed from its rows of the log, and the facts found so far.
struct Replayed {
    game: Match,
    events: Vec<Event>,
    facts: Facts,
    seats: BoxBySeat<SeatParticipation>,
    /// The time of the last move, or of the match's begin.
    last: Timestamp,
}

impl Replayed {
    fn new(rules: &Rules, began: Timestamp) -> Self {
        Self {
            game: Match::new(rules),
            events: Vec::new(),
            facts: Facts::default(),
            seats: BySeat::from_fn(rules.seating(), |_| SeatParticipation::default()),
            last: began,
        }
    }

    /// Adds an event of the log.
    fn add(&mut self, event: &TableEvent, at: Timestamp) -> Result<(), Refusal> {
        self.events.extend(replay(&mut self.game, event)?);
        let round = self.game.round_number();
        let times = &mut self.facts.times;
        match event {
            TableEvent::Moved { .. } | TableEvent::MovedFor { .. } => {
                if matches!(event, TableEvent::MovedFor { .. }) {
                    times.forced.push(times.ms.len() as u32);
                }
                let passed = at.ms_since(self.last).max(0);
                times.ms.push(u32::try_from(passed).unwrap_or(u32::MAX));
                self.last = at;
            }
            TableEvent::Lent { seat, level, .. } => self.seats[*seat].lent.push(Lent {
                level: *level,
                round,
                returned: None,
            }),
            TableEvent::Returned { seat } => {
                if let Some(lent) = self.seats[*seat].lent.last_mut() {
                    lent.returned.get_or_insert(round);
                }
            }
            TableEvent::Resigned { seat } => self.seats[*seat].resigned = Some(round),
            _ => {}
        }
        Ok(())
    }
}

/// Applies an event of the log to a match.
pub(crate) fn replay(game: &mut Match, event: &TableEvent) -> Result<Vec<Event>, Refusal> {
    Ok(match event {
        TableEvent::Dealt { order } => game.deal(order)?,
        TableEvent::Moved { seat, chosen } | TableEvent::MovedFor { seat, chosen } => {
            game.take(*seat, *chosen)?
        }
        TableEvent::TimeCalled => game.call_time()?,
        _ => Vec::new(),
    })
}

/// The records of all finished matches of a log.
pub(crate) fn finished_matches(table: TableId, rows: &[LogRow]) -> Vec<NewRecord> {
    let mut records = Vec::new();
    let Ok(mut state) = State::from_log(rows.get(..1).unwrap_or_default()) else {
        return records;
    };
    for (i, row) in rows.iter().enumerate().skip(1) {
        let had_record = state.has_record();
        if state.add_row(row).is_err() {
            break;
        }
        if !had_record && state.has_record() {
            let first = usize::try_from(state.matches.first_row() - 1).unwrap_or(0);
            let rows = rows.get(first..=i);
            let record = rows.map(|rows| record_of(&state, table, rows));
            records.extend(record.and_then(Result::ok));
        }
    }
    records
}

//! Plays the matches of the demo, and opens the tables of the present.

use boneyard_base::{TableId, Timestamp};
use boneyard_bot::{Level, Player, Seen};
use boneyard_protocol::Level as SeatLevel;
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Move, Rules, Seating, Viewer};
use boneyard_store::Append;
use boneyard_table::{OfflineTable, OfflineTurn};
use rand::RngExt as _;

use crate::DemoError;
use crate::players::Member;
use crate::schedule::Planned;

/// The tables at which a match is running, with the first of their players. Long matches can be watched for long.
const RUNNING: [(Preset, Seating, u16, usize); 4] = [
    (Preset::FIVES, Seating::TWO, 500, 0),
    (Preset::DRAW, Seating::TWO, 500, 8),
    (Preset::DOMINICAN_PAIRS, Seating::PARTNERS, 200, 2),
    (Preset::FIVE_UP, Seating::PARTNERS, 500, 12),
];

/// The tables at which computer players wait for a visitor.
const OPEN: [(Preset, Seating, &[SeatLevel]); 4] = [
    (Preset::QUICK_DRAW, Seating::TWO, &[SeatLevel::Beginner]),
    (Preset::FIVES, Seating::TWO, &[SeatLevel::Club]),
    (
        Preset::LATIN_PAIRS,
        Seating::PARTNERS,
        &[SeatLevel::Casual, SeatLevel::Club, SeatLevel::Casual],
    ),
    (
        Preset::PARTY_DRAW,
        Seating::THREE,
        &[SeatLevel::Beginner, SeatLevel::Casual],
    ),
];

/// The number of tables of the present.
pub(crate) const PRESENT: usize = RUNNING.len() + OPEN.len();

/// How many rows the log of a running table has.
const RUNNING_ROWS: std::ops::Range<usize> = 25..50;

/// How long ago the last play at a running table was, in milliseconds.
const RUNNING_MS: std::ops::Range<i64> = 1_000..20_000;

/// How long ago the tables for visitors were opened, in milliseconds.
const OPEN_MS: std::ops::Range<i64> = 60_000..20 * 60_000;

/// Plays a match to its end. The players leave the table, which closes it.
pub(crate) fn played(planned: &Planned, members: &[Member]) -> Result<Vec<Append>, DemoError> {
    let Planned {
        table,
        rules,
        seats,
        ended,
    } = planned;
    let seated: Vec<&Member> = seats.iter().map(|&index| &members[index]).collect();
    let mut offline = open(*table, *rules, &seated, true, *ended)?;
    let player = Player::new(rules);
    offline.play_match(&mut |turn| choose(&player, &seated, turn))?;
    offline.leave()?;
    Ok(offline.into_appends(*ended)?)
}

/// Opens the tables of the present: running ones, which computer players go on with while somebody watches, and
/// those at which computer players wait for a visitor.
pub(crate) fn of_the_present(
    tables: &[TableId],
    members: &[Member],
    now: Timestamp,
) -> Result<Vec<Append>, DemoError> {
    let mut appends = Vec::new();
    let mut tables = tables.iter().copied();
    for (&(preset, seating, target, first), table) in RUNNING.iter().zip(tables.by_ref()) {
        let rules = Rules::try_from(Options {
            target,
            ..preset.for_seating(seating).into()
        })?;
        let seated = (first..first + seating.seat_count()).map(|index| &members[index]);
        let seated: Vec<&Member> = seated.collect();
        let mut offline = open(table, rules, &seated, false, now)?;
        let player = Player::new(&rules);
        let rows = rand::rng().random_range(RUNNING_ROWS);
        offline.play_rows(rows, &mut |turn| choose(&player, &seated, turn))?;
        offline.lend_all()?;
        let last = now.plus_ms(-rand::rng().random_range(RUNNING_MS));
        appends.extend(offline.into_appends(last)?);
    }
    for (&(preset, seating, levels), table) in OPEN.iter().zip(tables) {
        let at = now.plus_ms(-rand::rng().random_range(OPEN_MS));
        let host = &members[0].visitor;
        let rules = preset.for_seating(seating).into();
        let offline = OfflineTable::open_for_visitor(table, rules, host, levels, at)?;
        appends.extend(offline.into_appends(at)?);
    }
    Ok(appends)
}

fn open(
    table: TableId,
    rules: Rules,
    seated: &[&Member],
    rated: bool,
    at: Timestamp,
) -> Result<OfflineTable, DemoError> {
    let people: Vec<_> = seated.iter().map(|member| member.visitor.clone()).collect();
    Ok(OfflineTable::open(table, rules, &people, rated, at)?)
}

/// Chooses a move as the player at this seat would.
fn choose(player: &Player, seated: &[&Member], turn: &OfflineTurn<'_>) -> Move {
    let mut chance = rand::rng();
    let is_careful = chance.random_range(0..100) < seated[turn.seat.index()].care;
    let level = if is_careful {
        Level::Casual
    } else {
        Level::Beginner
    };
    let (standing, view) = (
        turn.game.standing(),
        turn.game.view(Viewer::Seat(turn.seat)),
    );
    let seen = Seen::new(&standing, &view, turn.memory);
    player
        .choose_move(seen, level, level.budget(), chance.random())
        .expect("the seat of a turn is on turn")
}

//! Who plays whom, what, and when.
//!
//! Each player belongs to one of two circles, and each circle has two games. A leaderboard shows a rating only if
//! it follows from about a hundred matches, and matches against players whose ratings are provisional change a
//! rating three times a day (docs/ratings.md). So a circle first plays one game, three matches an evening, until
//! its ratings are no longer provisional, and then its second game beside it.

use std::ops::Range;

use boneyard_base::{TableId, Timestamp};
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Rules, RulesError, Seating};

use crate::players;

/// The number of days with matches.
pub const DAYS: u16 = 60;

/// The number of days on which a circle plays its first game alone.
const FIRST_GAME_DAYS: u16 = 18;

/// The number of days from one evening with a game of the world to the next.
const WEEK: u16 = 7;

const DAY_MS: i64 = 24 * 60 * 60_000;

/// Each evening begins this much later than the evening before. So each match ends more than 24 hours after the
/// match in the same place of the evening before, and of no day more than three matches count together.
const DRIFT_MS: i64 = 60_000;

/// The matches of an evening end one after another, this far apart. Even a long match takes less time.
const SLOT_MS: i64 = 45 * 60_000;

/// The greatest number of matches of a player in one evening.
const SLOTS: u16 = 5;

/// By how much the ends of matches are spread, in seconds. It is less than [`DRIFT_MS`].
const SPREAD_S: u16 = 40;

/// The number of players of a circle.
const CIRCLE: usize = players::COUNT / 2;

/// A game, and how long its matches are.
type Game = (Preset, Seating, u16);

const FIVES: Game = (Preset::FIVES, Seating::TWO, 150);
const DRAW: Game = (Preset::DRAW, Seating::TWO, 100);
const FIVES_AND_THREES: Game = (Preset::FIVES_AND_THREES, Seating::TWO, 61);
const FIVE_UP_PAIRS: Game = (Preset::FIVE_UP, Seating::PARTNERS, 300);
const BLOCK: Game = (Preset::BLOCK, Seating::TWO, 100);
const LATIN_PAIRS: Game = (Preset::LATIN_PAIRS, Seating::PARTNERS, 100);

/// The games of a circle.
struct Circle {
    members: Range<usize>,
    first: Game,
    second: Game,
    of_the_world: Game,
}

const CIRCLES: [Circle; 2] = [
    Circle {
        members: 0..CIRCLE,
        first: FIVES,
        second: FIVES_AND_THREES,
        of_the_world: BLOCK,
    },
    Circle {
        members: CIRCLE..players::COUNT,
        first: DRAW,
        second: FIVE_UP_PAIRS,
        of_the_world: LATIN_PAIRS,
    },
];

/// A rated match that is to be played, at a table of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) table: TableId,
    pub(crate) rules: Rules,
    /// The players by seat, by their places in the list of members.
    pub(crate) seats: Vec<usize>,
    /// When the players leave the table.
    pub(crate) ended: Timestamp,
}

/// The matches of each evening. The last evening ends shortly before `now`.
pub(crate) fn evenings(now: Timestamp, days: u16) -> Result<Vec<Vec<Planned>>, RulesError> {
    let evening = |day: u16| {
        let mut planned = Vec::new();
        for circle in &CIRCLES {
            for (game, slots) in games(circle, day) {
                let rules = rules(game)?;
                for slot in slots {
                    let tables = tables(circle, rules.seating(), usize::from(day * SLOTS + slot));
                    for (number, seats) in (0..).zip(tables) {
                        planned.push(Planned {
                            table: TableId::random(),
                            rules,
                            seats,
                            ended: ended(now, days - 1 - day, (slot, day + number)),
                        });
                    }
                }
            }
        }
        Ok(planned)
    };
    (0..days).map(evening).collect()
}

/// When the first evening begins, or earlier.
pub(crate) fn first_evening(now: Timestamp, days: u16) -> Timestamp {
    now.plus_ms(-i64::from(days) * (DAY_MS + DRIFT_MS))
}

/// The games of an evening, each with the places of its matches in the evening.
fn games(circle: &Circle, day: u16) -> Vec<(Game, Range<u16>)> {
    if day < FIRST_GAME_DAYS {
        return vec![(circle.first, 0..3)];
    }
    if day % WEEK == WEEK - 1 {
        return vec![
            (circle.first, 0..2),
            (circle.second, 2..SLOTS - 1),
            (circle.of_the_world, SLOTS - 1..SLOTS),
        ];
    }
    vec![(circle.first, 0..2), (circle.second, 2..SLOTS)]
}

/// The rules of a game.
pub(crate) fn rules((preset, seating, target): Game) -> Result<Rules, RulesError> {
    Rules::try_from(Options {
        target,
        ..preset.for_seating(seating).into()
    })
}

/// The players of each table, by seat. In seven rounds each player of a circle meets all others.
fn tables(circle: &Circle, seating: Seating, round: usize) -> Vec<Vec<usize>> {
    let others = CIRCLE - 1;
    let fixed = (others, round % others);
    let moving =
        (1..CIRCLE / 2).map(|step| ((round + step) % others, (round + others - step) % others));
    let pairs: Vec<(usize, usize)> = [fixed].into_iter().chain(moving).collect();
    let member = |index: usize| circle.members.start + index;
    if seating.has_partners() {
        let table = |pairs: &[(usize, usize)]| {
            let [(a, c), (b, d)] = [pairs[0], pairs[1]];
            [a, b, c, d].map(member).to_vec()
        };
        return pairs.chunks_exact(2).map(table).collect();
    }
    let table = |(a, b): (usize, usize)| {
        // The host changes from round to round.
        let seats = if round.is_multiple_of(2) {
            [a, b]
        } else {
            [b, a]
        };
        seats.map(member).to_vec()
    };
    pairs.into_iter().map(table).collect()
}

/// When a match ends.
fn ended(now: Timestamp, days_ago: u16, (slot, number): (u16, u16)) -> Timestamp {
    let evening = i64::from(days_ago) * (DAY_MS + DRIFT_MS);
    let place = i64::from(SLOTS - slot) * SLOT_MS;
    let spread = i64::from(number * 11 % SPREAD_S) * 1000;
    now.plus_ms(-evening - place - spread)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use boneyard_ratings::{RATED_MATCHES_A_DAY, leaderboard_of};

    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    #[test]
    fn every_match_is_rated_and_all_players_of_a_circle_meet() {
        let evenings = evenings(NOW, DAYS).unwrap();
        let mut met = BTreeSet::new();
        for planned in evenings.iter().flatten() {
            assert!(
                leaderboard_of(&planned.rules).is_some(),
                "{}",
                planned.rules
            );
            assert!(planned.ended < NOW && planned.ended >= first_evening(NOW, DAYS));
            let seats: BTreeSet<_> = planned.seats.iter().copied().collect();
            assert_eq!(seats.len(), planned.rules.seating().seat_count());
            for &one in &seats {
                met.extend(seats.iter().map(|&other| (one, other)));
            }
        }
        assert_eq!(met.len(), 2 * CIRCLE * CIRCLE);
    }

    #[test]
    fn of_a_game_that_is_new_to_its_players_three_matches_a_day_count() {
        let evenings = evenings(NOW, DAYS).unwrap();
        let mut ends: HashMap<(usize, Rules), Vec<Timestamp>> = HashMap::new();
        for planned in evenings.iter().flatten() {
            for &seat in &planned.seats {
                let of_player = ends.entry((seat, planned.rules)).or_default();
                of_player.push(planned.ended);
            }
        }
        for ends in ends.values() {
            for ended in ends {
                let lately = ends
                    .iter()
                    .filter(|other| (1..DAY_MS).contains(&(ended.0 - other.0)));
                assert!(lately.count() < RATED_MATCHES_A_DAY as usize);
            }
        }
    }

    #[test]
    fn evenings_follow_each_other() {
        let evenings = evenings(NOW, DAYS).unwrap();
        for two in evenings.windows(2) {
            let last = two[0].iter().map(|planned| planned.ended).max();
            let first = two[1].iter().map(|planned| planned.ended).min();
            // The first match of an evening needs time, too.
            assert!(last.unwrap().plus_ms(SLOT_MS) < first.unwrap());
        }
    }
}

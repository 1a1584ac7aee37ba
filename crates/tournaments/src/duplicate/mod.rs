//! Duplicate scoring: all tables play the same deals, and each result is compared with those of the others who
//! held the same tiles. So the luck of the deal cancels out.
//!
//! A board is a deal that several tables play. The points of a board are the points of the first side less
//! those of the second, one number for each table. At each table the first side has the same seats.

#![expect(clippy::cast_possible_wrap, reason = "a board has few tables")]

mod sides;
mod standings;

use num_rational::Ratio;

pub use standings::{BoardStanding, Results};

/// An exact fraction. The sums of shares and margins fit: their denominators divide the least common multiple of the
/// numbers below 64, a board having at most 64 tables, times a small number.
pub type Fraction = Ratio<i128>;

/// A fraction in hundredths, as it is shown: rounded to the nearest one, and away from zero in the middle.
#[must_use]
pub fn hundredths(of: Fraction) -> i64 {
    let rounded = (of * Fraction::from(100)).round().to_integer();
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

/// The share of a side that did as well as the average. A side that did better than all others in its seats gets 1.
pub const HALF: Fraction = Fraction::new_raw(1, 2);

/// The share that the winner of a match gets for each board that the match did not finish: 60 %, as a pair in
/// bridge that is not at fault (Laws of Duplicate Bridge 2017, 12C2). The other side gets nothing, because it
/// could otherwise leave a match in which it does badly.
pub const UNFINISHED: Fraction = Fraction::new_raw(3, 5);

/// How the results of a board are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Matchpoints: 2 for each table at which the side in the same seats did worse, 1 for each with the same
    /// result.
    Matchpoints,
    /// The sum of the margins over the tables at which the other sides in the same seats played. Divided by the
    /// number of the other tables, it is the mean margin.
    Margin,
}

/// The scores of a board: for each table, those of the first and of the second side. Only the scores of boards
/// that the same number of tables played can be added up.
#[must_use]
pub fn score(board: &[i32], comparison: Comparison) -> Vec<[i64; 2]> {
    match comparison {
        Comparison::Matchpoints => matchpoints(board),
        Comparison::Margin => margins(board),
    }
}

fn matchpoints(board: &[i32]) -> Vec<[i64; 2]> {
    let mut sorted = board.to_vec();
    sorted.sort_unstable();
    let score = |own: &i32| {
        let worse = sorted.partition_point(|of| of < own);
        let not_better = sorted.partition_point(|of| of <= own);
        // The own table is among the equal ones.
        let first = (worse + not_better - 1) as i64;
        [first, 2 * (board.len() as i64 - 1) - first]
    };
    board.iter().map(score).collect()
}

fn margins(board: &[i32]) -> Vec<[i64; 2]> {
    let sum: i64 = board.iter().copied().map(i64::from).sum();
    let score = |&own: &i32| {
        let first = board.len() as i64 * i64::from(own) - sum;
        [first, -first]
    };
    board.iter().map(score).collect()
}

/// The shares of a board: for each table, those of the first and of the second side, together 1. `None` for a table
/// that did not finish the board, with which no other is compared. If no other table finished the board, both sides of
/// the one that did get [`HALF`].
#[must_use]
pub fn shares(board: &[Option<i32>]) -> Vec<Option<[Fraction; 2]>> {
    compared(board, Comparison::Matchpoints, |others, points| {
        if others == 0 {
            HALF
        } else {
            Fraction::new(points.into(), (2 * others).into())
        }
    })
}

/// The margins of a board over the mean of the other tables that finished it: for each table, those of the first and
/// of the second side. `None` for a table that did not finish the board.
pub(crate) fn margins_over_mean(board: &[Option<i32>]) -> Vec<Option<[Fraction; 2]>> {
    compared(board, Comparison::Margin, |others, sum| {
        Fraction::new(sum.into(), others.max(1).into())
    })
}

/// What the score of each side is worth, from the number of the other tables that finished the board.
fn compared(
    board: &[Option<i32>],
    comparison: Comparison,
    worth: impl Fn(i64, i64) -> Fraction,
) -> Vec<Option<[Fraction; 2]>> {
    let finished: Vec<i32> = board.iter().copied().flatten().collect();
    let others = finished.len() as i64 - 1;
    let mut scores = score(&finished, comparison).into_iter();
    let of_table = |points: &Option<i32>| {
        let scores = points.and_then(|_| scores.next());
        scores.map(|of| of.map(|score| worth(others, score)))
    };
    board.iter().map(of_table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_board_of_four_tables() {
        let board = [25, -10, 25, 0];
        assert_eq!(
            score(&board, Comparison::Matchpoints),
            [[5, 1], [0, 6], [5, 1], [2, 4]]
        );
        assert_eq!(
            score(&board, Comparison::Margin),
            [[60, -60], [-80, 80], [60, -60], [-40, 40]]
        );
        assert_eq!(score(&[7], Comparison::Matchpoints), [[0, 0]]);
    }

    proptest! {
        /// Each pair of tables is compared once more, one by one.
        #[test]
        fn scores_are_sums_of_comparisons(board in prop::collection::vec(-50_i32..50, 0..40)) {
            for (comparison, of) in [
                (Comparison::Matchpoints, (|gap: i32| i64::from(gap.signum()) + 1) as fn(i32) -> i64),
                (Comparison::Margin, |gap| i64::from(gap)),
            ] {
                let scores = score(&board, comparison);
                for (table, [first, second]) in scores.into_iter().enumerate() {
                    let others = board.iter().enumerate().filter(|&(other, _)| other != table);
                    let gaps: Vec<i32> = others.map(|(_, result)| board[table] - result).collect();
                    prop_assert_eq!(first, gaps.iter().map(|&gap| of(gap)).sum::<i64>());
                    prop_assert_eq!(second, gaps.iter().map(|&gap| of(-gap)).sum::<i64>());
                }
            }
        }

        /// The luck of the deal moves all results of a board alike, and changes no score.
        #[test]
        fn luck_of_the_deal_cancels_out(board in prop::collection::vec(-50_i32..50, 0..20), luck in -50_i32..50) {
            let moved: Vec<i32> = board.iter().map(|of| of + luck).collect();
            for comparison in [Comparison::Matchpoints, Comparison::Margin] {
                prop_assert_eq!(score(&board, comparison), score(&moved, comparison));
            }
        }
    }
}

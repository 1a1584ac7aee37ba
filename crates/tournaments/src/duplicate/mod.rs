//! Duplicate scoring: all tables play the same deals, and each result is compared with those of the others who
//! held the same tiles. So the luck of the deal cancels out.
//!
//! A board is a deal that several tables play. The points of a board are the points of the first side less
//! those of the second, one number for each table. At each table the first side has the same seats.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a board has few tables, and matchpoints are never negative"
)]

mod standings;

pub use standings::{BoardStanding, Results};

/// The share of a board that a side gets who did better than all others in its seats: one hundredth of a percent
/// is 1.
pub const WHOLE: u32 = 10_000;

/// The share of a side that did as well as the average.
pub const HALF: u32 = WHOLE / 2;

/// The share that the winner of a match gets for each board that the match did not finish: 60 %, as a pair in
/// bridge that is not at fault (Laws of Duplicate Bridge 2017, 12C2). The other side gets nothing, because it
/// could otherwise leave a match in which it does badly.
pub const UNFINISHED: u32 = 6_000;

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

/// The shares of a board: for each table, those of the first and of the second side, together [`WHOLE`]. `None`
/// for a table that did not finish the board, with which no other is compared. If no other table finished the
/// board, both sides of the one that did get [`HALF`].
#[must_use]
pub fn shares(board: &[Option<i32>]) -> Vec<Option<[u32; 2]>> {
    let finished: Vec<i32> = board.iter().copied().flatten().collect();
    let best = 2 * (finished.len() as i64 - 1);
    let mut scores = matchpoints(&finished).into_iter();
    let share = |[first, _]: [i64; 2]| {
        if best == 0 {
            return [HALF; 2];
        }
        let first = ((first * i64::from(WHOLE) + best / 2) / best) as u32;
        [first, WHOLE - first]
    };
    let of_table = |points: &Option<i32>| points.and_then(|_| scores.next()).map(share);
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

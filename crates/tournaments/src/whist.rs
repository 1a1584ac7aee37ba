//! Whist movements: rounds in which everybody partners everybody once, and opposes everybody twice.
//!
//! There is one for each number of players that is a multiple of 4, or one more (Anderson, Combinatorial Designs
//! and Tournaments, 1997). Those here are for up to 41 players, without 33. They are made from their first round:
//! in each further round, every player moves on by one place in a circle. So it is enough that the differences of
//! the places of partners cover each difference once, and those of opponents twice. The first rounds were found by a
//! search.

/// The players of a table. The first two are partners, and so are the last two.
pub(crate) type Table = [usize; 4];

/// The numbers of players with the first rounds of their movements. For 4n players, the last player stays in every
/// round. For 4n + 1 players, player 0 has the bye of the first round.
#[rustfmt::skip]
const FIRST: &[(usize, &[[u8; 4]])] = &[
    (4, &[[2, 0, 3, 1]]),
    (5, &[[3, 2, 4, 1]]),
    (8, &[[3, 0, 2, 7], [5, 4, 6, 1]]),
    (9, &[[1, 2, 6, 3], [4, 8, 7, 5]]),
    (12, &[[7, 1, 9, 11], [6, 10, 2, 0], [3, 4, 8, 5]]),
    (13, &[[1, 12, 8, 5], [6, 7, 4, 9], [3, 10, 2, 11]]),
    (16, &[[13, 5, 8, 14], [9, 6, 15, 10], [2, 7, 0, 4], [12, 11, 3, 1]]),
    (17, &[[15, 8, 9, 4], [13, 14, 5, 11], [1, 16, 2, 6], [3, 12, 7, 10]]),
    (20, &[[18, 16, 2, 8], [19, 13, 12, 0], [15, 1, 3, 11], [4, 5, 17, 7], [6, 9, 10, 14]]),
    (21, &[[17, 12, 15, 19], [7, 8, 2, 11], [20, 18, 3, 10], [5, 13, 14, 4], [1, 16, 9, 6]]),
    (24, &[[2, 16, 3, 14], [11, 18, 12, 7], [17, 4, 23, 21], [13, 10, 20, 5], [6, 0, 8, 9],
         [1, 22, 19, 15]]),
    (25, &[[3, 10, 16, 21], [15, 19, 13, 11], [14, 1, 5, 4], [23, 7, 24, 18], [17, 2, 12, 20],
         [22, 8, 9, 6]]),
    (28, &[[15, 21, 17, 3], [11, 18, 2, 25], [10, 9, 4, 12], [22, 0, 26, 16], [23, 20, 1, 13],
         [27, 14, 24, 6], [7, 5, 8, 19]]),
    (29, &[[1, 28, 12, 17], [2, 27, 24, 5], [4, 25, 19, 10], [8, 21, 9, 20], [16, 13, 18, 11],
         [3, 26, 7, 22], [6, 23, 14, 15]]),
    (32, &[[7, 12, 13, 17], [5, 16, 8, 27], [21, 11, 30, 22], [15, 14, 1, 19], [4, 28, 20, 18],
         [23, 29, 25, 10], [26, 9, 2, 24], [3, 6, 0, 31]]),
    (36, &[[16, 13, 26, 8], [10, 25, 6, 1], [12, 21, 4, 18], [2, 27, 20, 24], [28, 34, 32, 33],
         [7, 15, 9, 22], [19, 17, 3, 31], [0, 23, 35, 11], [30, 14, 29, 5]]),
    (37, &[[1, 36, 31, 6], [2, 35, 25, 12], [4, 33, 13, 24], [8, 29, 26, 11], [16, 21, 15, 22],
         [32, 5, 30, 7], [27, 10, 23, 14], [17, 20, 9, 28], [34, 3, 18, 19]]),
    (40, &[[18, 33, 14, 35], [22, 24, 36, 31], [6, 23, 32, 25], [26, 7, 15, 12], [3, 4, 8, 19],
         [16, 29, 0, 39], [21, 5, 11, 38], [9, 17, 30, 20], [2, 37, 1, 10], [34, 28, 27, 13]]),
    (41, &[[1, 40, 32, 9], [6, 35, 28, 13], [36, 5, 4, 37], [11, 30, 24, 17], [25, 16, 21, 20],
         [27, 14, 3, 38], [39, 2, 18, 23], [29, 12, 26, 15], [10, 31, 33, 8], [19, 22, 34, 7]]),
];

/// The tables of a round in the whist movement for this number of players; `None` if there is none here. The
/// rounds are numbered from 0.
pub(crate) fn tables(players: usize, round: usize) -> Option<Vec<Table>> {
    let (_, first) = FIRST.iter().find(|(of, _)| *of == players)?;
    let moved = |place: u8| moved(usize::from(place), round, players);
    Some(first.iter().map(|table| table.map(moved)).collect())
}

/// The place to which a player has moved after a number of rounds.
fn moved(place: usize, rounds: usize, players: usize) -> usize {
    match players {
        // No movement round one circle exists for 9. The places are two digits to the base 3, and each digit moves.
        9 => (place / 3 + rounds / 3) % 3 * 3 + (place % 3 + rounds % 3) % 3,
        _ if players % 4 == 1 => (place + rounds) % players,
        _ if place == players - 1 => place,
        _ => (place + rounds) % (players - 1),
    }
}

//! Fixed results: ratings that were computed once must always be computed in the same way.

use boneyard_ratings::{
    DAY_MS, Played, PlayerOutcome, Rating, Side, Weight, expected, leaderboard_of, rate,
};

use PlayerOutcome::{Left, Lost, Spared, Won};

const STRONG: Rating = Rating {
    mean: 31_000_000,
    deviation: 1_500_000,
};
const WEAK: Rating = Rating {
    mean: 20_500_000,
    deviation: 3_700_001,
};

fn weight(notation: &str) -> Weight {
    let rules = notation.parse().expect("rules");
    leaderboard_of(&rules).expect("rated rules").1
}

fn side<const N: usize>(players: [(Rating, PlayerOutcome); N]) -> Side {
    let of = |(rating, outcome)| Played {
        rating,
        outcome,
        place: 0,
    };
    players.map(of).to_vec()
}

fn after(notation: &str, sides: &[Side]) -> Vec<(i64, i64)> {
    let after = rate(sides, weight(notation)).concat();
    after
        .iter()
        .map(|rating| (rating.mean, rating.deviation))
        .collect()
}

#[test]
fn two() {
    let new = [side([(Rating::NEW, Won)]), side([(Rating::NEW, Lost)])];
    assert_eq!(
        after("Draw 100", &new),
        [(27_635_389, 8_065_901), (22_364_611, 8_065_901)]
    );
    assert_eq!(
        after("Quick Draw 50", &new),
        [(27_362_438, 8_141_691), (22_637_562, 8_141_691)]
    );
    assert_eq!(
        after("Draw 500", &new),
        [(27_875_424, 7_984_101), (22_124_576, 7_984_101)]
    );
    let expected_one = [side([(STRONG, Won)]), side([(WEAK, Lost)])];
    assert_eq!(
        after("Draw 100", &expected_one),
        [(31_059_029, 1_501_243), (20_141_764, 3_661_328)]
    );
    let surprise = [side([(STRONG, Lost)]), side([(WEAK, Won)])];
    assert_eq!(
        after("Draw 100", &surprise),
        [(30_741_985, 1_501_243), (22_065_840, 3_661_328)]
    );
}

#[test]
fn three_and_four() {
    let three = [
        side([(STRONG, Won)]),
        side([(Rating::NEW, Lost)]),
        side([(WEAK, Left)]),
    ];
    assert_eq!(
        after("Muggins 61 · 3 players", &three),
        [
            (31_128_331, 1_501_484),
            (25_098_386, 7_731_207),
            (19_701_783, 3_671_202)
        ]
    );
    let four = [
        side([(STRONG, Lost)]),
        side([(Rating::NEW, Lost)]),
        side([(WEAK, Won)]),
        side([(WEAK, Lost)]),
    ];
    assert_eq!(
        after("Cut-Throat 6", &four),
        [
            (30_829_206, 1_501_803),
            (21_815_664, 8_050_274),
            (22_823_074, 3_650_120),
            (19_841_442, 3_680_028)
        ]
    );
}

#[test]
fn pairs() {
    let pairs = [
        side([(STRONG, Won), (Rating::NEW, Won)]),
        side([(WEAK, Left), (STRONG, Spared)]),
    ];
    assert_eq!(
        after("Latin Pairs 100", &pairs),
        [
            (31_087_071, 1_499_019),
            (27_679_380, 7_751_790),
            (19_971_582, 3_677_664),
            (31_000_000, 1_500_000)
        ]
    );
}

#[test]
fn chances() {
    let chances = |notation: &str| {
        let sides = [side([(STRONG, Won)]), side([(WEAK, Lost)])];
        format!("{:.6}", expected(&sides, weight(notation))[0])
    };
    assert_eq!(
        [chances("Quick Draw 50"), chances("Draw 100")],
        ["0.748029", "0.813814"]
    );
}

#[test]
fn shown_ratings() {
    let shown = |rating: Rating| (rating.shown(), rating.margin(), rating.is_provisional());
    assert_eq!(shown(Rating::NEW), (1500, 492, true));
    assert_eq!(shown(STRONG), (1677, 89, false));
    assert_eq!(shown(WEAK), (1367, 218, true));
    let away = |days: i64| STRONG.aged(days * DAY_MS).deviation;
    assert_eq!(
        [away(7), away(30), away(182), away(365)],
        [1_502_127, 1_538_598, 2_562_524, 4_428_443]
    );
}

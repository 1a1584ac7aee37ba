//! The parts that several tests use: random rules, and a match that is played at random.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use boneyard_bot::Chance;
use boneyard_rules::line::TileOrder;
use boneyard_rules::line::rules::{
    AfterBlock, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet, DominoWinner,
    Finish, Hands, Love, MatchEnd, NextLead, NoDouble, Opening, Passes, PointUnit, RESERVE_MAX,
    SEATINGS, TARGET_MAX, Turns, Variant,
};
use boneyard_rules::line::{Match, Options, Preset, Rules};
use boneyard_rules::{Need, Order, Tile};
use proptest::prelude::*;
use proptest::sample::select;

/// The number of cases for each law: 20, each with rules of its own, whose odds take most of the time, and with
/// dozens of decisions. Each run has other cases. `PROPTEST_CASES=1000` tries more.
pub fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { default.cases } else { 20 },
        failure_persistence: None,
        ..default
    }
}

/// Random possible rules. Half of them use the options from `tile_set` on.
pub fn rules() -> impl Strategy<Value = Rules> {
    prop_oneof![
        basic_options().prop_map(made_possible),
        (basic_options(), world_options())
            .prop_map(|(basic, world)| made_possible(with(basic, world))),
    ]
}

/// Random values of the options from `tile_set` on. Each of them is possible by itself.
fn world_options() -> impl Strategy<Value = Options> {
    let deal = (
        select(DominoSet::ALL),
        3..=14_u8,
        select(&[0_u8, 4, 5][..]),
        select(Turns::ALL),
    );
    let block = (
        select(Hands::ALL),
        select(BlockedWinner::ALL),
        select(BlockedTie::ALL),
        select(Love::ALL),
        select(MatchEnd::ALL),
        select(DominoWinner::ALL),
    );
    let points = (
        any::<[bool; 6]>(),
        select(&[0_u8, 13][..]),
        select(Callers::ALL),
    );
    (deal, block, points).prop_map(|(deal, block, points)| {
        let (tile_set, hand_size, redeal_doubles, turns) = deal;
        let (hands, blocked_winner, blocked_tie, love, match_end, domino_winner) = block;
        let ([plain, both, blank, round, lead, all], entry, callers) = points;
        let or_none = |is_given, points| if is_given { points } else { 0 };
        Options {
            tile_set,
            hand_size,
            redeal_doubles,
            turns,
            hands,
            blocked_winner,
            blocked_tie,
            finish: Finish::of([1, 2, or_none(both, 3), 4, or_none(plain, 1)]),
            double_blank: or_none(blank, 50),
            round_bonus: [or_none(round, 100), 75, 0, 25],
            passes: Passes::of([25, or_none(lead, 50), 10, or_none(all, 30)]),
            entry,
            love,
            match_end,
            domino_winner,
            callers,
            ..(*Preset::BLOCK.rules()).into()
        }
    })
}

/// Combines options: those from `tile_set` on come from `world`, all others from `basic`.
fn with(basic: Options, world: Options) -> Options {
    let seats = basic.seating.seat_count();
    let bonuses = world.love == Love::No;
    let first = Options::from(*Preset::BLOCK.rules());
    Options {
        variant: basic.variant,
        seating: basic.seating,
        hand_size: world.hand_size.min((world.tile_set.len() / seats) as u8),
        target: if bonuses {
            basic.target
        } else {
            1 + basic.target % 20
        },
        spinner: basic.spinner,
        opening: basic.opening,
        no_double: basic.no_double,
        next_lead: basic.next_lead,
        after_block: basic.after_block,
        reserve: basic.reserve,
        blocked_score: basic.blocked_score,
        exact_target: basic.exact_target && bonuses,
        hands: if bonuses { world.hands } else { Hands::None },
        double_blank: if bonuses { world.double_blank } else { 0 },
        round_bonus: if bonuses { world.round_bonus } else { [0; 4] },
        passes: if bonuses { world.passes } else { first.passes },
        ..world
    }
}

/// Makes options possible. An option that can't be combined with the others gets its first value.
fn made_possible(mut options: Options) -> Rules {
    let first = Options::from(*Preset::BLOCK.rules());
    loop {
        let error = match Rules::try_from(options) {
            Ok(rules) => return rules,
            Err(error) => error,
        };
        match error.option() {
            "tile_set" => {
                let most = 28 / options.seating.seat_count() as u8;
                options.hand_size = options.hand_size.min(most);
                options.tile_set = first.tile_set;
            }
            "redeal_doubles" => options.redeal_doubles = first.redeal_doubles,
            "blocked_score" => options.blocked_score = BlockedScore::OpponentsTotal,
            "hands" => options.hands = first.hands,
            "blocked_winner" => options.blocked_winner = first.blocked_winner,
            "blocked_tie" => options.blocked_tie = first.blocked_tie,
            "finish" => options.finish = first.finish,
            "double_blank" => options.double_blank = first.double_blank,
            "round_bonus" => options.round_bonus = first.round_bonus,
            "passes" => options.passes = first.passes,
            "entry" => options.entry = first.entry,
            "love" => options.love = first.love,
            "domino_winner" => options.domino_winner = first.domino_winner,
            "callers" => options.callers = first.callers,
            other => unreachable!("{other} is possible: {error}"),
        }
    }
}

/// Random options. All options from `tile_set` on have their first values.
fn basic_options() -> impl Strategy<Value = Options> {
    let game = (
        select(Variant::ALL),
        select(&SEATINGS[..]),
        3..=9_u8,
        1..=TARGET_MAX,
        0..=RESERVE_MAX,
    );
    let round = (
        any::<bool>(),
        select(PointUnit::ALL),
        select(Opening::ALL),
        select(NoDouble::ALL),
        select(NextLead::ALL),
        select(AfterBlock::ALL),
    );
    let score = (
        select(BlockedScore::ALL),
        any::<bool>(),
        any::<bool>(),
        select(Calls::ALL),
    );
    (game, round, score).prop_map(|(game, round, score)| {
        let (variant, seating, hand_size, target, reserve) = game;
        let (spinner, point_unit, opening, no_double, next_lead, after_block) = round;
        let (blocked_score, exact_target, going_out_point, calls) = score;
        let all_fives = variant == Variant::AllFives;
        Options {
            variant,
            seating,
            hand_size: hand_size.min(28 / seating.seat_count() as u8),
            target,
            spinner,
            point_unit: if all_fives {
                point_unit
            } else {
                PointUnit::Pips
            },
            opening,
            no_double,
            next_lead: match next_lead {
                NextLead::WinningSide if !seating.has_partners() => NextLead::Winner,
                next_lead => next_lead,
            },
            after_block,
            reserve,
            blocked_score,
            exact_target,
            going_out_point,
            calls: if variant.counts() {
                calls
            } else {
                Calls::Automatic
            },
            ..(*Preset::BLOCK.rules()).into()
        }
    })
}

/// A match that is played at random. The seed determines all random choices.
pub struct RandomMatch {
    pub game: Match,
    pub chance: Chance,
}

impl RandomMatch {
    pub fn new(rules: &Rules, seed: u64) -> Self {
        Self {
            game: Match::new(rules),
            chance: Chance::new(seed),
        }
    }

    /// A match at the beginning of its first round.
    pub fn begun(rules: &Rules, seed: u64) -> Self {
        let mut walk = Self::new(rules, seed);
        while !matches!(walk.game.needs(), Need::Move(_)) {
            walk.step();
        }
        walk
    }

    /// Gives the match the order or the play that it waits for.
    pub fn step(&mut self) {
        match self.game.needs() {
            Need::Chance(needed) => {
                self.game
                    .deal(&self.chance.order(needed.things))
                    .expect("an order is needed");
            }
            Need::Move(seat) => {
                let count = self.game.placements().count();
                let choice = self.game.placements().nth(self.chance.below(count));
                let choice = choice.expect("a seat on turn can play");
                self.game.take(seat, choice.into()).expect("it is listed");
            }
            Need::Nothing => {}
        }
    }
}

/// An order that begins with these hands. The other tiles follow in the order of their indexes.
pub fn deal(hands: &[Vec<Tile>]) -> Order {
    let mut tiles: Vec<Tile> = hands.concat();
    let rest: Vec<Tile> = TileOrder::SORTED
        .tiles()
        .iter()
        .copied()
        .filter(|tile| !tiles.contains(tile))
        .collect();
    tiles.extend(rest);
    let order = TileOrder::try_from(tiles.as_slice()).expect("each tile once");
    order.things()
}

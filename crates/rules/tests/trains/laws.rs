//! The laws of the page, for random rules and matches. Law 3 is in `games.rs`, law 4 in `views.rs`,
//! law 10 in `grammar.rs`.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_rules::trains::{Match, Options, Place, Rules, State, Step};
use boneyard_rules::{DealError, Game as _, Need, Order};
use proptest::prelude::*;

use crate::both::{Both, give, read, walk};
use crate::games::rules;
use crate::referee::{DoubleTurn, Layout, Referee, Tile, places};

fn tile<T: std::fmt::Display>(tile: &T) -> Tile {
    Tile::parse(&tile.to_string()).expect("a tile")
}

fn seats(both: &Both) -> usize {
    both.referee.hands.len()
}

/// Law 1: each tile of the set is in one place.
fn assert_complete(both: &Both, step: &Step) {
    let hands = step.hands.iter().flat_map(|(_, hand)| hand);
    let laid = step.played.iter().map(|played| &played.tile);
    let all = hands
        .chain(&step.boneyard)
        .chain(laid)
        .chain(&step.table.engine);
    let mut all: Vec<Tile> = all.map(tile).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(Tile::all(both.referee.law.highest)));
}

/// Laws 2 and 5: what lies on the trains.
fn assert_trains(both: &Both, step: &Step) {
    let (law, engine) = (&both.referee.law, both.referee.engine);
    let mut trains = BTreeMap::<String, Vec<(Tile, u8)>>::new();
    for played in &step.played {
        let train = trains.entry(played.on.to_string()).or_default();
        let end = train.last().map_or(engine, |last| last.1);
        let (tile, to) = (tile(&played.tile), u8::from(played.to));
        assert_eq!(tile.other(end), Some(to));
        assert!(
            !train.is_empty() || !tile.is_double(),
            "{tile} begins a train"
        );
        train.push((tile, to));
    }
    let open = &step.table.doubles;
    let most = match (law.double_turn, law.whole_train) {
        (DoubleTurn::Nothing, _) => 0,
        (DoubleTurn::Cover, false) => 1,
        (DoubleTurn::Cover, true) => law.seats,
        (DoubleTurn::FreeSecond, _) => law.seats + 1,
    };
    assert!(open.len() <= most, "{open:?}");
    let hands = step.hands.iter().flat_map(|(_, hand)| hand);
    let unplayed: Vec<Tile> = hands.chain(&step.boneyard).map(tile).collect();
    for on in open {
        let (last, end) = trains[&on.to_string()].last().expect("a tile");
        assert!(
            last.is_double() && unplayed.iter().any(|tile| tile.has(*end)),
            "{last}"
        );
    }
}

/// Laws 2 and 9: what lies in the tree.
fn assert_tree(both: &Both, step: &Step) {
    let mut nodes = vec![(
        Tile(both.referee.engine, both.referee.engine),
        both.referee.engine,
        0,
    )];
    for played in &step.played {
        let Place::Number(number) = played.on else {
            panic!("{played:?}")
        };
        let (tile, to) = (tile(&played.tile), u8::from(played.to));
        let (parent, end, children) = &mut nodes[usize::from(number)];
        *children += 1;
        let most = match number {
            0 => both.referee.law.arms,
            _ if parent.is_double() => 3,
            _ => 1,
        };
        assert!(
            *children <= most && tile.other(*end) == Some(to),
            "{tile} on {number}"
        );
        assert!(
            !parent.is_double() || !tile.is_double(),
            "{tile} on {number}"
        );
        nodes.push((tile, to, 0));
    }
    let mut ends = Vec::new();
    if let Some(fill) = step.table.fill {
        let is_foot = fill.on != Place::HUB;
        assert!(
            (1..=if is_foot { 3 } else { both.referee.law.arms }).contains(&fill.missing.into())
        );
    } else {
        let free = nodes
            .iter()
            .enumerate()
            .filter(|(_, (tile, _, children))| !tile.is_double() && *children == 0);
        ends.extend(free.map(|(number, (_, end, _))| (number, *end)));
    }
    if step.table.state == Some(State::Free) {
        let mut found = Vec::new();
        let round = both.game.round().expect("a round");
        round.each_end(|place, pips| found.push((read(&place.to_string()), u8::from(pips))));
        assert_eq!(found, ends);
    }
}

/// Law 7: nothing is left to draw, and no tile fits if all seats pass three times round.
fn assert_final(blocked: &Referee) {
    let mut referee = blocked.clone();
    assert!(referee.boneyard.is_empty());
    for _ in 0..3 * referee.law.seats {
        let turn = referee.turn;
        if let Layout::Trains(trains) = &mut referee.layout {
            trains.markers[turn] = true;
            trains.first[turn] = false;
        }
        referee.turn = (turn + 1) % referee.law.seats;
        let turn = referee.turn;
        if let Layout::Trains(trains) = &mut referee.layout {
            trains.begin_turn(turn);
        }
        assert!(!referee.can_play(), "{referee:?}");
    }
}

/// What the lines of a round so far say.
#[derive(Default)]
struct Told {
    /// The line before.
    last: String,
    /// How many tiles the boneyard has.
    left: usize,
    plays: usize,
    /// The passes since a tile was played with nothing left to draw.
    passes: usize,
    /// The seats that passed after the last tile that they played on their own train.
    markers: BTreeSet<String>,
    /// The draws of a turn, less the tiles that were played in it.
    draws: BTreeMap<String, isize>,
    points: Vec<Vec<u32>>,
}

impl Told {
    /// Laws 6, 8 and 11: what a line says must be possible after the lines before.
    fn hear(&mut self, both: &Both, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let seats = seats(both);
        let numbers =
            |words: &[&str]| -> Vec<u32> { words.iter().map(|word| read(word)).collect() };
        match words[..] {
            ["deal", ..] => {
                let dealt = words.len() - 4;
                let left = dealt - seats * both.referee.law.hand_size;
                let points = std::mem::take(&mut self.points);
                *self = Self {
                    left,
                    points,
                    ..Self::default()
                };
            }
            [seat, "plays", _, "on", on, "to", _] => {
                (self.plays, self.passes) = (self.plays + 1, 0);
                *self.draws.entry(seat.into()).or_default() -= 1;
                if on == seat {
                    self.markers.remove(seat);
                }
            }
            [seat, "draws", _] => {
                self.left = self.left.checked_sub(1).expect("a tile is left");
                let draws = self.draws.entry(seat.into()).or_default();
                *draws += 1;
                assert!(*draws <= 1, "{line}");
            }
            [seat, "passes"] => {
                assert!(
                    self.left == 0 || self.last.starts_with(&format!("{seat} ")),
                    "{line}"
                );
                self.passes += usize::from(self.left == 0);
                assert!(self.passes < 2 * seats, "{} passes", self.passes);
                self.markers.insert(seat.into());
                self.draws.clear();
            }
            [_, "goes", "out:", ref points @ ..] | ["blocked:", ref points @ ..] => {
                self.points.push(numbers(points));
            }
            ["totals", ref totals @ ..] => {
                let sum = |seat: usize| self.points.iter().map(|points| points[seat]).sum::<u32>();
                assert!((0..seats).map(sum).eq(numbers(totals)), "{line}");
            }
            _ => {}
        }
        if !line.ends_with(" opens") {
            line.clone_into(&mut self.last);
        }
    }
}

/// Law 11: the points of a round are the pips in the hands.
fn assert_points(both: &Both, step: &Step, points: &[u32]) {
    let blank = both.referee.law.double_blank;
    let worth = |tile: Tile| {
        if tile == Tile(0, 0) {
            blank
        } else {
            u32::from(tile.0 + tile.1)
        }
    };
    let sums = step
        .hands
        .iter()
        .map(|(_, hand)| hand.iter().map(|held| worth(tile(held))).sum::<u32>());
    assert!(sums.eq(points.iter().copied()), "{points:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn matches_keep_their_tiles_their_turns_and_their_points(rules in rules(), seed: u64) {
        let of_another_set = Match::new(&read(&rules)).deal(&Order::sorted(55));
        prop_assert_eq!(of_another_set, Err(DealError::Set));
        let mut told = Told::default();
        let last = walk(&rules, seed, |both, lines| {
            let (game, referee) = (&both.game, &both.referee);
            let step = game.step(&[]);
            for line in lines {
                told.hear(both, line);
            }
            let (rounds, before) = (usize::from(game.round_number()), lines[0].starts_with("lots"));
            assert_eq!((rounds, game.scores().len()), (referee.round, seats(both)));
            if !before {
                assert_complete(both, &step);
                match referee.layout {
                    Layout::Trains(_) => assert_trains(both, &step),
                    Layout::Tree(_) => assert_tree(both, &step),
                }
                let markers: BTreeSet<_> = step.table.markers.iter().map(ToString::to_string).collect();
                assert!(referee.law.is_chickenfoot || markers == told.markers);
                assert_eq!(step.boneyard.len(), told.left);
            }
            if lines.iter().any(|line| line.starts_with("totals")) {
                assert_points(both, &step, told.points.last().expect("points"));
                let places = places(&told.points, seats(both));
                assert!(game.places().as_slice().iter().map(|&place| usize::from(place)).eq(places));
            }
            if lines.iter().any(|line| line.starts_with("blocked")) {
                assert_final(referee);
            }
            // What was drawn must be played.
            if let Some((drawer, drawn)) = told.last.split_once(" draws ") {
                let is_drawn = |text: &String| text.starts_with(&format!("{drawer} plays {drawn} on "));
                assert!(both.moves().iter().all(is_drawn));
            }
            let deals = matches!(game.needs(), Need::Chance(_));
            let things = if referee.law.highest == 12 { 90 } else { 54 };
            assert!(told.plays <= things);
            let dealt = game.clone().deal(&Order::sorted(things));
            assert_eq!(dealt.err(), (!deals).then_some(DealError::NotNow));
            let calls = !game.is_last_round() && !game.standing().over && referee.round > 0;
            assert_eq!(game.clone().call_time().is_ok(), calls);
            assert_eq!(game.turn().is_some(), !both.moves().is_empty());
        });
        let places = places(&told.points, seats(&last));
        let first: Vec<usize> = (0..seats(&last)).filter(|&seat| places[seat] == 1).collect();
        let winner = last.game.winner().map(|side| usize::from(u8::from(side)));
        prop_assert_eq!(winner, first.first().copied().filter(|_| first.len() == 1));
    }

    #[test]
    fn double_blank_changes_points_only(rules in rules(), seed: u64, blank in 0..=50_u8) {
        let (given, lines) = whole(&rules, seed);
        let options = Options { double_blank: blank, ..read::<Rules>(&rules).into() };
        let other = Rules::try_from(options).expect("possible rules").to_string();
        let (_, others) = played(&other, &given).expect("the same moves are allowed");
        let without_points = |lines: &[Vec<String>]| -> Vec<String> {
            let lines = lines.iter().flatten().filter(|line| !line.starts_with("totals") && !line.contains(" win"));
            lines.map(|line| line.split(": ").next().expect("a part").to_owned()).collect()
        };
        prop_assert_eq!(without_points(&lines), without_points(&others));
    }

    #[test]
    fn engines_and_beginners_go_on_and_the_number_of_rounds_changes_no_round(rules in rules(), seed: u64) {
        let (given, lines) = whole(&rules, seed);
        let deals: Vec<&String> = lines.iter().flatten().filter(|line| line.starts_with("deal ")).collect();
        let of_deal = |deal: &String| {
            let words: Vec<&str> = deal.split(' ').collect();
            (tile(&words[1]).0, read::<usize>(words[3].trim_end_matches(':')))
        };
        let referee = Referee::new(&rules);
        let lots = lines[0][0].split(' ').nth(2).expect("a seat").trim_end_matches(':');
        for (round, deal) in deals.iter().enumerate() {
            let beginner = (read::<usize>(lots) + round) % referee.law.seats;
            prop_assert_eq!(of_deal(deal), (referee.law.highest - round as u8, beginner));
        }
        let options = Options { rounds: 10, ..read::<Rules>(&rules).into() };
        let longer = Rules::try_from(options).expect("possible rules").to_string();
        let (_, others) = played(&longer, &given).expect("the same moves are allowed");
        let rounds = |lines: &[Vec<String>]| -> Vec<String> {
            lines.iter().flatten().filter(|line| !line.contains(" win")).cloned().collect()
        };
        prop_assert_eq!(rounds(&lines), rounds(&others));
    }
}

/// The given lines of a random match, and what all of them led to.
pub(crate) fn whole(rules: &str, seed: u64) -> (Vec<String>, Vec<Vec<String>>) {
    let mut lines = Vec::new();
    walk(rules, seed, |_, more| lines.push(more.to_vec()));
    (lines.iter().map(|more| more[0].clone()).collect(), lines)
}

/// The match in which these lines were given, and all its lines; `None` if one is refused.
pub(crate) fn played(rules: &str, given: &[String]) -> Option<(Match, Vec<Vec<String>>)> {
    let mut game = Match::new(&read(rules));
    let lines = given.iter().map(|line| give(&mut game, line).ok());
    let lines = lines.collect::<Option<_>>()?;
    Some((game, lines))
}

//! How likely each supposition is, by what the other seats chose to play.
//!
//! Nobody tells how a seat chooses. Each supposition says of every other seat whether it is greedy
//! or thinks, so that the search prepares for both, the more for the one that its plays speak for.

use boneyard_rules::seat::SEATS_MAX;
use boneyard_rules::{ArmId, Layout, Round, Rules, Seat, Tile, TileSet};

use crate::chance::Chance;
use crate::heuristic::{Scene, Weights};
use crate::hidden::Supposition;
use crate::knowledge::{Knowledge, Moment};
use crate::level::give_way;
use crate::opponent_model::Greedy;

/// How closely a way of playing follows the appeal of what it may choose.
struct Leaning {
    /// How many pips of appeal make a choice e times as likely.
    warmth: f32,
    /// The part of choices that follows no weighing at all.
    stray: f32,
}

/// How a greedy player chooses. The casual level itself never strays, but people do.
const GREEDY: Leaning = Leaning {
    warmth: 0.25,
    stray: 0.01,
};

/// How a player chooses that thinks: less by appeal. The numbers fit the choices of the levels that
/// do, in all the games.
const THINKING: Leaning = Leaning {
    warmth: 3.0,
    stray: 0.05,
};

/// One way in which the hidden tiles may lie and the others may play.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) round: Round,
    pub(crate) greedy: Greedy,
}

/// Worlds that are supposed before others may have the core: about a tenth of a millisecond.
const WORLDS_AT_A_TIME: usize = 4;

/// A number of suppositions, each as likely as its weight.
#[derive(Debug)]
pub(crate) struct Belief {
    worlds: Vec<World>,
    /// The sums of the weights up to each.
    sums: Vec<f32>,
}

impl Belief {
    /// Draws so many suppositions. With `heedful`, they are weighed by what the others chose.
    pub(crate) fn new(known: &Knowledge, count: usize, heedful: bool, chance: &mut Chance) -> Self {
        let drawn = (0..count).filter_map(|number| {
            if number > 0 && number.is_multiple_of(WORLDS_AT_A_TIME) {
                give_way();
            }
            let supposition = Supposition::draw(known, chance)?;
            let round = known.suppose(&supposition.hands, &supposition.boneyard)?;
            let (choices, greedy) = if heedful {
                draw_greedy_seats(known, &supposition, chance)
            } else {
                (0.0, Greedy::default())
            };
            Some((World { round, greedy }, supposition.log_weight + choices))
        });
        let (mut worlds, mut logs): (Vec<_>, Vec<_>) = drawn.unzip();
        if worlds.is_empty() {
            // Can't be for a view that a match made; any arrangement is better than no play.
            worlds.push(World {
                round: known.any.clone(),
                greedy: Greedy::default(),
            });
            logs.push(0.0);
        }
        let top = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        let sums = logs
            .iter()
            .map(|log| {
                sum += (log - top).exp();
                sum
            })
            .collect();
        Self { worlds, sums }
    }

    /// How the other seats are supposed to play, each way with its probability.
    pub(crate) fn greedy_seats(&self) -> Vec<(Greedy, f32)> {
        let total = self.sums.last().copied().unwrap_or(1.0);
        let mut found: Vec<(Greedy, f32)> = Vec::new();
        let mut before = 0.0;
        for (world, &sum) in self.worlds.iter().zip(&self.sums) {
            let likely = (sum - before) / total;
            before = sum;
            match found.iter_mut().find(|known| known.0 == world.greedy) {
                Some(known) => known.1 += likely,
                None => found.push((world.greedy, likely)),
            }
        }
        found
    }

    /// One of them, as often as it is likely.
    pub(crate) fn pick(&self, chance: &mut Chance) -> &World {
        let total = self.sums.last().copied().unwrap_or(0.0);
        let at = chance.unit() * total;
        let place = self.sums.partition_point(|&sum| sum <= at);
        &self.worlds[place.min(self.worlds.len() - 1)]
    }
}

/// The logarithm of the probability that the other seats played as they did, and the seats that
/// are supposed to have done so out of greed, each as often as its plays speak for it.
fn draw_greedy_seats(
    known: &Knowledge,
    supposition: &Supposition,
    chance: &mut Chance,
) -> (f32, Greedy) {
    let hand_before = |seat, now, played| supposition.hand_before(seat, now, played);
    let logs = log_choices(&known.rules, &known.moments, Some(known.seat), hand_before);
    let mut greedy = Greedy::default();
    let log = known.others().map(|(seat, _)| {
        let [of_greed, of_thought] = logs[seat.index()];
        let before = known.opponents.greed(seat);
        let greed = 1.0 / (1.0 + (of_thought - of_greed - before).exp());
        if chance.happens(greed) {
            greedy.insert(seat);
        }
        // The mean of both, as likely as each was before the first play.
        of_greed - (greed * (1.0 + (-before).exp())).ln()
    });
    (log.sum(), greedy)
}

/// By seat number, the logarithms of the probability that a greedy seat and one that thinks would
/// have played as it did. What `hand_before` says is the hand of a seat before a moment, where it
/// is told which tiles had been played.
pub(crate) fn log_choices(
    rules: &Rules,
    moments: &[Moment],
    but: Option<Seat>,
    hand_before: impl Fn(Seat, usize, TileSet) -> TileSet,
) -> [[f32; 2]; SEATS_MAX] {
    let mut logs = [[0.0; 2]; SEATS_MAX];
    let mut played = TileSet::EMPTY;
    for (now, moment) in moments.iter().enumerate() {
        let Moment::Played {
            seat,
            tile,
            arm,
            ref before,
            score,
            drawn,
            free,
        } = *moment
        else {
            continue;
        };
        if Some(seat) != but && free && !drawn {
            let hand = hand_before(seat, now, played);
            let scene = Scene {
                rules,
                layout: before,
                hand,
                unseen: TileSet::EMPTY,
                score,
                opponent: None,
            };
            let choice = log_choice(&scene, tile, arm);
            let logs = logs[seat.index()].iter_mut();
            logs.zip(choice).for_each(|(log, choice)| *log += choice);
        }
        played.insert(tile);
    }
    logs
}

/// The logarithms of the probability that a greedy seat and one that thinks choose this of all
/// that they may play.
fn log_choice(scene: &Scene<'_>, tile: Tile, arm: Option<ArmId>) -> [f32; 2] {
    let mut options = 0;
    let mut sums = [0.0; 2];
    let chosen = scene.appeal(&Weights::CASUAL, tile, arm);
    for (tile, arm) in playable(scene.layout, scene.hand) {
        options += 1;
        let ahead = scene.appeal(&Weights::CASUAL, tile, arm) - chosen;
        for (sum, leaning) in sums.iter_mut().zip([GREEDY, THINKING]) {
            // A larger difference than this tells nothing more, and would overflow.
            *sum += (ahead / leaning.warmth).min(30.0).exp();
        }
    }
    if options < 2 {
        return [0.0; 2];
    }
    let log = |sum: f32, leaning: Leaning| {
        ((1.0 - leaning.stray) / sum + leaning.stray / options as f32).ln()
    };
    [log(sums[0], GREEDY), log(sums[1], THINKING)]
}

/// Where each tile of a supposed hand could have gone.
fn playable(layout: &Layout, hand: TileSet) -> impl Iterator<Item = (Tile, Option<ArmId>)> + '_ {
    let lead = if layout.first().is_none() {
        hand
    } else {
        TileSet::EMPTY
    };
    let joins = layout.ends().flat_map(move |end| {
        let fitting = hand.intersection(TileSet::with(end.pips));
        fitting.iter().map(move |tile| (tile, Some(end.arm)))
    });
    lead.iter().map(|tile| (tile, None)).chain(joins)
}

#[cfg(test)]
mod tests {
    use boneyard_rules::{Match, Need, Order, Play, Rules, Seat, Viewer};

    use super::*;
    use crate::opponent_model::OpponentModel;

    const SUPPOSED: usize = 2_000;

    fn tile(text: &str) -> Tile {
        text.parse().expect("a tile")
    }

    /// What seat 0 supposes after it led 5-5 and seat 1 answered 5-4, which makes nothing where a 5-0
    /// makes ten: of each deal, whether seat 1 holds the 5-0, and whether it is greedy.
    fn believed(heedful: bool) -> Vec<(bool, bool)> {
        let rules: Rules = "Fives 150".parse().expect("short notation");
        let own = ["5-5", "6-1", "4-1", "2-1", "1-1", "3-1", "1-0"].map(tile);
        let mut theirs = vec![tile("5-4")];
        let others = boneyard_rules::Order::SORTED
            .tiles()
            .iter()
            .copied()
            .filter(|other| !own.contains(other) && !theirs.contains(other));
        // The 6-6 goes to the boneyard, so that 5-5 leads.
        let mut others: Vec<Tile> = others.collect();
        others.sort_by_key(|&other| (other == tile("6-6"), other.weight()));
        theirs.extend(others.drain(..6));
        let order: Vec<Tile> = own.into_iter().chain(theirs).chain(others).collect();
        let mut game = Match::new(&rules);
        let order = Order::try_from(order.as_slice()).expect("each tile once");
        game.deal(&order).expect("a deal");
        for text in ["5-5", "5-4"] {
            let Need::Play(seat) = game.needs() else {
                unreachable!("the round goes on");
            };
            let offered = game.placements().find(|play| play.tile() == tile(text));
            let play = Play::from(offered.expect("it fits"));
            game.play(seat, play).expect("it is offered");
        }
        let seat = |number| Seat::new(number).expect("a seat");
        let view = game.view(Viewer::Seat(seat(0)));
        let known = Knowledge::new(&rules, &view, OpponentModel::default()).expect("on turn");
        let mut chance = Chance::new(1);
        let belief = Belief::new(&known, SUPPOSED, heedful, &mut chance);
        let supposed = (0..SUPPOSED).map(|_| {
            let world = belief.pick(&mut chance);
            let holds = world.round.hand(seat(1)).contains(tile("5-0"));
            (holds, world.greedy.contains(seat(1)))
        });
        supposed.collect()
    }

    /// The part of these that are so.
    fn share(of: &[(bool, bool)], is: impl Fn((bool, bool)) -> bool) -> f32 {
        of.iter().filter(|&&one| is(one)).count() as f32 / of.len() as f32
    }

    #[test]
    fn who_passes_up_points_is_supposed_not_to_have_had_them_or_to_think() {
        let unheeded = share(&believed(false), |(holds, _)| holds);
        assert!(unheeded > 0.2, "{unheeded}");
        let supposed = believed(true);
        let heeded = share(&supposed, |(holds, _)| holds);
        assert!(heeded < unheeded / 4.0, "{heeded}");
        let (with, without): (Vec<_>, Vec<_>) = supposed.into_iter().partition(|one| one.0);
        let [with, without] = [with, without].map(|deals| share(&deals, |(_, greedy)| greedy));
        assert!(with < 0.5 && without > 0.8, "{with} {without}");
    }
}

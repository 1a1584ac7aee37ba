//! How likely each supposition is, by what the other seats chose to play.
//!
//! Nobody tells how a seat chooses. Each supposition says of every other seat whether it is greedy
//! or thinks, so that the search prepares for both, the more for the one that its plays speak for.

use boneyard_rules::{ArmId, Layout, Round, Tile, TileSet};

use crate::chance::Chance;
use crate::hidden::Supposition;
use crate::knowledge::{Knowledge, Moment};
use crate::level::give_way;
use crate::manner::Greedy;
use crate::taste::{Scene, Taste};

/// How many pips of appeal make the choice of a greedy player e times as likely.
const GREEDY_WARMTH: f32 = 0.5;

/// The same of a player that thinks: it chooses less by appeal.
const WARMTH: f32 = 2.0;

/// The part of choices that follows no taste at all.
const STRAY: f32 = 0.05;

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
                manners(known, &supposition, chance)
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
    pub(crate) fn manners(&self) -> Vec<(Greedy, f32)> {
        let total = self.sums.last().copied().unwrap_or(1.0);
        let mut manners: Vec<(Greedy, f32)> = Vec::new();
        let mut before = 0.0;
        for (world, &sum) in self.worlds.iter().zip(&self.sums) {
            let likely = (sum - before) / total;
            before = sum;
            match manners.iter_mut().find(|known| known.0 == world.greedy) {
                Some(known) => known.1 += likely,
                None => manners.push((world.greedy, likely)),
            }
        }
        manners
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
fn manners(known: &Knowledge, supposition: &Supposition, chance: &mut Chance) -> (f32, Greedy) {
    let mut logs = [[0.0_f32; 2]; 4];
    let mut played = TileSet::EMPTY;
    for (now, moment) in known.moments.iter().enumerate() {
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
        if seat != known.seat && free && !drawn {
            let hand = supposition.hand_before(seat, now, played);
            let scene = Scene {
                rules: &known.rules,
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
    let mut greedy = Greedy::default();
    let log = known.others().map(|(seat, _)| {
        let [of_greed, of_thought] = logs[seat.index()];
        let greed = 1.0 / (1.0 + (of_thought - of_greed).exp());
        if chance.happens(greed) {
            greedy.insert(seat);
        }
        // The mean of both: no manner is likelier than the other before the first play.
        of_greed - (2.0 * greed).ln()
    });
    (log.sum(), greedy)
}

/// The logarithms of the probability that a greedy seat and one that thinks choose this of all
/// that they may play.
fn log_choice(scene: &Scene<'_>, tile: Tile, arm: Option<ArmId>) -> [f32; 2] {
    let mut options = 0;
    let mut sums = [0.0; 2];
    let chosen = scene.appeal(&Taste::CASUAL, tile, arm);
    for (tile, arm) in playable(scene.layout, scene.hand) {
        options += 1;
        let ahead = scene.appeal(&Taste::CASUAL, tile, arm) - chosen;
        for (sum, warmth) in sums.iter_mut().zip([GREEDY_WARMTH, WARMTH]) {
            // A larger difference than this tells nothing more, and would overflow.
            *sum += (ahead / warmth).min(30.0).exp();
        }
    }
    if options < 2 {
        return [0.0; 2];
    }
    sums.map(|sum| ((1.0 - STRAY) / sum + STRAY / options as f32).ln())
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

    const SUPPOSED: usize = 2_000;

    fn tile(text: &str) -> Tile {
        text.parse().expect("a tile")
    }

    /// What seat 0 believes after it led 5-5 and seat 1 answered: how often seat 1 holds a tile,
    /// and how often it is greedy.
    fn believed(answer: &str, held: &str, heedful: bool) -> (f32, f32) {
        let rules: Rules = "Fives 150".parse().expect("short notation");
        let own = ["5-5", "6-1", "4-1", "2-1", "1-1", "3-1", "1-0"].map(tile);
        let mut theirs = vec![tile(answer)];
        let others = Tile::all().filter(|other| !own.contains(other) && !theirs.contains(other));
        // The 6-6 goes to the boneyard, so that 5-5 leads.
        let mut others: Vec<Tile> = others.collect();
        others.sort_by_key(|&other| (other == tile("6-6"), other.weight()));
        theirs.extend(others.drain(..6));
        let order: Vec<Tile> = own.into_iter().chain(theirs).chain(others).collect();
        let mut game = Match::new(&rules);
        let order = Order::try_from(order.as_slice()).expect("each tile once");
        game.deal(&order).expect("a deal");
        for text in ["5-5", answer] {
            let Need::Play(seat) = game.needs() else {
                unreachable!("the round goes on");
            };
            let offered = game.placements().find(|play| play.tile() == tile(text));
            let play = Play::from(offered.expect("it fits"));
            game.play(seat, play).expect("it is offered");
        }
        let seat = |number| Seat::new(number).expect("a seat");
        let view = game.view(Viewer::Seat(seat(0)));
        let known = Knowledge::new(&rules, &view).expect("on turn");
        let mut chance = Chance::new(1);
        let belief = Belief::new(&known, SUPPOSED, heedful, &mut chance);
        let mut share = |is: &dyn Fn(&World) -> bool| {
            let found = (0..SUPPOSED).filter(|_| is(belief.pick(&mut chance)));
            found.count() as f32 / SUPPOSED as f32
        };
        (
            share(&|world| world.round.hand(seat(1)).contains(tile(held))),
            share(&|world| world.greedy.contains(seat(1))),
        )
    }

    #[test]
    fn who_passes_up_points_is_supposed_not_to_have_had_them() {
        // On 5-5 a 5-0 makes ten, a 5-4 nothing.
        let (unheeded, _) = believed("5-4", "5-0", false);
        let (heeded, greedy) = believed("5-4", "5-0", true);
        assert!(unheeded > 0.2, "{unheeded}");
        assert!(heeded < unheeded / 4.0, "{heeded}");
        let (_, after_points) = believed("5-0", "5-4", true);
        assert!(after_points > greedy, "{after_points} {greedy}");
    }
}

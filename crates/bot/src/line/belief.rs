//! How likely each supposition is, judged by the plays of the other seats.
//!
//! A player can't know how the other seats choose their plays. So each supposition also contains, for
//! every other seat, whether the seat plays greedily or thinks ahead. The suppositions contain both kinds
//! of seats, in the proportion that fits the seat's plays so far.

use boneyard_rules::line::{ArmId, Layout, Round, Rules};
use boneyard_rules::seat::SEATS_MAX;
use boneyard_rules::{Seat, Tile, TileSet};

use crate::chance::Chance;
use crate::level::yield_core;
use crate::line::heuristic::{PlayContext, Weights};
use crate::line::hidden::Supposition;
use crate::line::knowledge::{Knowledge, Observation};
use crate::line::opponent_model::GreedySeats;

/// A model of how a seat chooses its plays: a softmax over the appeal of the plays, mixed with random
/// choices.
struct ChoiceModel {
    /// If the appeals of two plays differ by this number of pips, the play with the higher appeal is e times
    /// as likely as the other.
    temperature: f32,
    /// The share of choices that are random.
    random_share: f32,
}

/// The model of a greedy seat. The casual level never plays at random, but people do.
const GREEDY: ChoiceModel = ChoiceModel {
    temperature: 0.25,
    random_share: 0.01,
};

/// The model of a seat that thinks ahead. Such a seat follows the appeal less closely. The numbers were
/// fitted to the choices of the levels club and expert in all games.
const THINKING: ChoiceModel = ChoiceModel {
    temperature: 3.0,
    random_share: 0.05,
};

/// A supposed round, and the seats that play greedily in it.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) round: Round,
    pub(crate) greedy: GreedySeats,
}

/// The number of worlds that a thread draws before it yields its core: about 0.1 ms of work.
const WORLDS_PER_YIELD: usize = 4;

/// Supposed worlds with weights. The probability of picking a world is proportional to its weight.
#[derive(Debug)]
pub(crate) struct Belief {
    worlds: Vec<World>,
    /// For each world, the sum of the weights of all worlds up to and including this one.
    sums: Vec<f32>,
}

impl Belief {
    /// Draws `count` worlds. If `weigh_choices` is true, the weights depend on which plays the other
    /// seats chose.
    pub(crate) fn new(
        known: &Knowledge,
        count: usize,
        weigh_choices: bool,
        chance: &mut Chance,
    ) -> Self {
        let drawn = (0..count).filter_map(|number| {
            if number > 0 && number.is_multiple_of(WORLDS_PER_YIELD) {
                yield_core();
            }
            let supposition = Supposition::draw(known, chance)?;
            let round = known.suppose(&supposition.hands, &supposition.boneyard)?;
            let (choices, greedy) = if weigh_choices {
                draw_greedy_seats(known, &supposition, chance)
            } else {
                (0.0, GreedySeats::default())
            };
            Some((World { round, greedy }, supposition.log_weight + choices))
        });
        let (mut worlds, mut logs): (Vec<_>, Vec<_>) = drawn.unzip();
        if worlds.is_empty() {
            // With a view of a real match there is always a world. With any other view, the player still
            // makes a play, and any arrangement of the hidden tiles is good enough for it.
            worlds.push(World {
                round: known.sample.clone(),
                greedy: GreedySeats::default(),
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

    /// Each set of greedy seats that occurs in the worlds, with its probability.
    pub(crate) fn greedy_seats(&self) -> Vec<(GreedySeats, f32)> {
        let total = self.sums.last().copied().unwrap_or(1.0);
        let mut found: Vec<(GreedySeats, f32)> = Vec::new();
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

    /// Picks a world at random; a world with a higher weight is more likely.
    pub(crate) fn pick(&self, chance: &mut Chance) -> &World {
        let total = self.sums.last().copied().unwrap_or(0.0);
        let at = chance.unit() * total;
        let place = self.sums.partition_point(|&sum| sum <= at);
        &self.worlds[place.min(self.worlds.len() - 1)]
    }
}

/// Draws which of the other seats are greedy. The better the plays of a seat fit greedy play, the more
/// likely the seat is drawn as greedy. Returns the logarithm of the probability of all plays of the other
/// seats, and the greedy seats.
fn draw_greedy_seats(
    known: &Knowledge,
    supposition: &Supposition,
    chance: &mut Chance,
) -> (f32, GreedySeats) {
    let hand_before = |seat, now, played| supposition.hand_before(seat, now, played);
    let logs = log_choices(
        &known.rules,
        &known.observations,
        Some(known.seat),
        hand_before,
    );
    let mut greedy = GreedySeats::default();
    let log = known.others().map(|(seat, _)| {
        let [of_greed, of_thought] = logs[seat.index()];
        let before = known.opponents.greed(seat);
        let greed = 1.0 / (1.0 + (of_thought - of_greed - before).exp());
        if chance.happens(greed) {
            greedy.insert(seat);
        }
        // The probability of the seat's plays. It is the mean of two probabilities, for a greedy seat and
        // for a seat that thinks ahead, weighted by the odds that were known before the round.
        of_greed - (greed * (1.0 + (-before).exp())).ln()
    });
    (log.sum(), greedy)
}

/// For each seat number, two logarithms: of the probability of the seat's plays if the seat is greedy, and of
/// the probability of the same plays if the seat thinks ahead. The plays of the seat `but` are left out.
/// `hand_before` returns the hand that a seat had before an observation. Its arguments are the seat, the
/// index of the observation, and the tiles played so far.
pub(crate) fn log_choices(
    rules: &Rules,
    observations: &[Observation],
    but: Option<Seat>,
    hand_before: impl Fn(Seat, usize, TileSet) -> TileSet,
) -> [[f32; 2]; SEATS_MAX] {
    let mut logs = [[0.0; 2]; SEATS_MAX];
    let mut played = TileSet::EMPTY;
    for (now, observation) in observations.iter().enumerate() {
        let Observation::Played {
            seat,
            tile,
            arm,
            ref before,
            score,
            drawn,
            had_choice,
        } = *observation
        else {
            continue;
        };
        if Some(seat) != but && had_choice && !drawn {
            let hand = hand_before(seat, now, played);
            let context = PlayContext {
                rules,
                layout: before,
                hand,
                unseen: TileSet::EMPTY,
                score,
                opponent: None,
            };
            let choice = log_choice(&context, tile, arm);
            let logs = logs[seat.index()].iter_mut();
            logs.zip(choice).for_each(|(log, choice)| *log += choice);
        }
        played.insert(tile);
    }
    logs
}

/// Two logarithms of the probability that a seat chooses this play among all its plays: for a greedy
/// seat, and for a seat that thinks ahead.
fn log_choice(context: &PlayContext<'_>, tile: Tile, arm: Option<ArmId>) -> [f32; 2] {
    let mut options = 0;
    let mut sums = [0.0; 2];
    let chosen = context.appeal(&Weights::CASUAL, tile, arm);
    for (tile, arm) in playable(context.layout, context.hand) {
        options += 1;
        let ahead = context.appeal(&Weights::CASUAL, tile, arm) - chosen;
        for (sum, model) in sums.iter_mut().zip([GREEDY, THINKING]) {
            // The limit of 30 prevents an overflow of `exp`. It doesn't change the result, because a chosen
            // play whose appeal is so much lower has no noticeable probability.
            *sum += (ahead / model.temperature).min(30.0).exp();
        }
    }
    if options < 2 {
        return [0.0; 2];
    }
    let log = |sum: f32, model: ChoiceModel| {
        ((1.0 - model.random_share) / sum + model.random_share / options as f32).ln()
    };
    [log(sums[0], GREEDY), log(sums[1], THINKING)]
}

/// All plays that a supposed hand can make on this layout.
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
    use boneyard_rules::Game as _;
    use boneyard_rules::line::TileOrder;
    use boneyard_rules::line::{Match, Play, Rules};
    use boneyard_rules::{Need, Seat, Viewer};

    use super::*;
    use crate::line::Seen;
    use crate::line::opponent_model::OpponentModel;

    const SUPPOSED: usize = 2_000;

    fn tile(text: &str) -> Tile {
        text.parse().expect("a tile")
    }

    /// A test of belief: seat 0 led 5-5. Seat 1 answered with 5-4, which scores nothing, although 5-0
    /// would score ten. Returns two facts for each supposed world: whether seat 1 holds the 5-0, and
    /// whether seat 1 is greedy.
    fn believed(weigh_choices: bool) -> Vec<(bool, bool)> {
        let rules: Rules = "Fives 150".parse().expect("short notation");
        let own = ["5-5", "6-1", "4-1", "2-1", "1-1", "3-1", "1-0"].map(tile);
        let mut theirs = vec![tile("5-4")];
        let others = TileOrder::SORTED
            .tiles()
            .iter()
            .copied()
            .filter(|other| !own.contains(other) && !theirs.contains(other));
        // The 6-6 is in the boneyard, so that 5-5 leads.
        let mut others: Vec<Tile> = others.collect();
        others.sort_by_key(|&other| (other == tile("6-6"), other.weight()));
        theirs.extend(others.drain(..6));
        let order: Vec<Tile> = own.into_iter().chain(theirs).chain(others).collect();
        let mut game = Match::new(&rules);
        let order = TileOrder::try_from(order.as_slice()).expect("each tile once");
        game.deal(&order.things()).expect("a deal");
        for text in ["5-5", "5-4"] {
            let Need::Move(seat) = game.needs() else {
                unreachable!("the round goes on");
            };
            let offered = game.placements().find(|play| play.tile() == tile(text));
            let play = Play::from(offered.expect("it fits"));
            game.take(seat, play.into()).expect("it is offered");
        }
        let seat = |number| Seat::new(number).expect("a seat");
        let view = game.view(Viewer::Seat(seat(0)));
        let known = Knowledge::new(
            &rules,
            Seen::new(&game.standing(), &view, OpponentModel::default()),
        )
        .expect("on turn");
        let mut chance = Chance::new(1);
        let belief = Belief::new(&known, SUPPOSED, weigh_choices, &mut chance);
        let supposed = (0..SUPPOSED).map(|_| {
            let world = belief.pick(&mut chance);
            let holds = world.round.hand(seat(1)).contains(tile("5-0"));
            (holds, world.greedy.contains(seat(1)))
        });
        supposed.collect()
    }

    /// The share of the elements that fulfil the condition.
    fn share(of: &[(bool, bool)], is: impl Fn((bool, bool)) -> bool) -> f32 {
        of.iter().filter(|&&one| is(one)).count() as f32 / of.len() as f32
    }

    #[test]
    fn a_seat_that_passes_up_points_is_supposed_to_lack_them_or_to_think_ahead() {
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

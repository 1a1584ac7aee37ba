//! What those gain who don't play to find out who is stronger.

use boneyard_bot::Chance;
use boneyard_ratings::{Outcome, Played, RATED_MATCHES_A_DAY, Rating, Side, Weight, rate};

use crate::truth;

/// How long each goes on.
const DAYS: usize = 30;

/// What somebody can play in a day.
const MATCHES_A_DAY: usize = 30;

/// Honest matches a day of those who play honestly besides.
const HONEST_A_DAY: usize = 10;

/// How many times each is tried, by different people.
const TRIES: usize = 100;

/// The deviation with which a rating is just not provisional, in millionths.
const KNOWN_DEVIATION: i64 = 3_700_000;

/// People with ratings that have come to rest, by matches of two.
#[derive(Clone)]
pub(crate) struct Town {
    pub(crate) strengths: Vec<f64>,
    pub(crate) ratings: Vec<Rating>,
    pub(crate) weight: Weight,
}

/// What somebody does each day.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Nothing,
    /// One more account of one's own, which loses; so many times a day.
    OneLoser(usize),
    /// New accounts of one's own, which lose: how many matches a day, and how many with each.
    NewLosers(usize, usize),
    /// So many accounts of one's own that are no longer provisional, which lose: three matches a day with each.
    KnownLosers(usize),
    /// Newcomers who know nothing of it.
    Newcomers,
    /// A partner who is as strong and loses matches of this weight on purpose, so many times a day.
    Partner(usize, Weight),
    /// For the first ten days everything is lost on purpose.
    Sandbag,
}

/// What a scheme came to, in shown points, on average.
pub(crate) struct Gain {
    /// The one who gains, against doing nothing.
    pub(crate) own: f64,
    /// The partner.
    pub(crate) partner: f64,
    /// How many of 100 of the town stand above the account, without the scheme and with it.
    pub(crate) places: [f64; 2],
}

/// All schemes in words; `long` is the weight of long matches.
pub(crate) fn schemes(usual: Weight, long: Weight) -> [(&'static str, Scheme); 11] {
    use Scheme::{KnownLosers, NewLosers, Newcomers, OneLoser, Partner, Sandbag};
    let limit = RATED_MATCHES_A_DAY as usize;
    [
        (
            "30 a day against one new account that loses",
            OneLoser(MATCHES_A_DAY),
        ),
        ("the same, three a day", OneLoser(limit)),
        (
            "30 a day against new accounts that lose, 30 each",
            NewLosers(MATCHES_A_DAY, MATCHES_A_DAY),
        ),
        ("the same, three each", NewLosers(MATCHES_A_DAY, limit)),
        (
            "three a day against new accounts that lose, three each",
            NewLosers(limit, limit),
        ),
        (
            "30 a day against ten known accounts that lose, three each",
            KnownLosers(MATCHES_A_DAY / limit),
        ),
        ("30 a day against true newcomers", Newcomers),
        (
            "30 a day against a partner who loses on purpose",
            Partner(MATCHES_A_DAY, usual),
        ),
        ("the same, three a day", Partner(limit, usual)),
        ("the same, three a day, by Draw 500", Partner(limit, long)),
        ("ten of the 30 days lost on purpose", Sandbag),
    ]
}

/// Tries a scheme beside doing nothing, with the same chances.
pub(crate) fn gain(town: &Town, scheme: Scheme, is_honest: bool, seed: u64) -> Gain {
    let mut gain = Gain {
        own: 0.0,
        partner: 0.0,
        places: [0.0; 2],
    };
    for number in 0..TRIES {
        let (own, partner) = people(town, number);
        let after = |scheme| {
            let mut town = town.clone();
            let mut chance = Chance::new(seed ^ number as u64);
            for day in 0..DAYS {
                town.day(own, partner, scheme, day, is_honest, &mut chance);
            }
            town
        };
        let (idle, active) = (after(Scheme::Nothing), after(scheme));
        let difference =
            |of: usize| f64::from(active.ratings[of].shown() - idle.ratings[of].shown());
        gain.own += difference(own) / TRIES as f64;
        gain.partner += difference(partner) / TRIES as f64;
        gain.places[0] += idle.place(own) / TRIES as f64;
        gain.places[1] += active.place(own) / TRIES as f64;
    }
    gain
}

/// When a player of pairs is left by the partner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Never,
    /// The partner is one new account, which leaves each match that is going to be lost.
    Losing,
    /// The partner is somebody else each time, and one of so many leaves whatever the match comes to.
    OneOf(usize),
}

/// What somebody gains on average in ten matches of pairs a day, if who is left by the partner loses nothing
/// so many times a day. Half of the opponents' strengths are those of the partner's side.
pub(crate) fn with_partner(town: &Town, leaving: Leaving, spared_a_day: usize, seed: u64) -> f64 {
    let gains = (0..TRIES).map(|number| {
        let (own, _) = people(town, number);
        let mut town = town.clone();
        let mut chance = Chance::new(seed ^ number as u64);
        let before = town.ratings[own].shown();
        for _ in 0..DAYS {
            let mut spared = 0;
            for _ in 0..HONEST_A_DAY {
                let partner = match leaving {
                    Leaving::Never | Leaving::Losing => Some(town.account(1)),
                    Leaving::OneOf(_) => town.nearest(own, &[own], &mut chance),
                };
                let Some(partner) = partner else { continue };
                let is_spared = spared < spared_a_day;
                let was_left = town.match_of_pairs([own, partner], leaving, is_spared, &mut chance);
                spared += usize::from(was_left);
            }
        }
        f64::from(town.ratings[own].shown() - before)
    });
    gains.sum::<f64>() / TRIES as f64
}

/// Somebody stronger than four of five others, and one who is about as strong.
fn people(town: &Town, number: usize) -> (usize, usize) {
    let mut players: Vec<usize> = (0..town.strengths.len()).collect();
    players.sort_by(|&one, &other| town.strengths[one].total_cmp(&town.strengths[other]));
    let place = players.len() * 4 / 5 + number;
    (players[place], players[place + 1])
}

impl Town {
    fn day(
        &mut self,
        own: usize,
        partner: usize,
        scheme: Scheme,
        day: usize,
        is_honest: bool,
        chance: &mut Chance,
    ) {
        // One chance for each of the three, so that what a scheme uses changes nobody else's luck.
        let mut honest = Chance::new(chance.bits());
        let mut partners = Chance::new(chance.bits());
        let mut others = Chance::new(chance.bits());
        for number in 0..MATCHES_A_DAY {
            if is_honest && number < HONEST_A_DAY {
                let loses = scheme == Scheme::Sandbag && day < DAYS / 3;
                self.honest_match(own, loses, &mut honest);
                self.honest_match(partner, false, &mut partners);
            }
            match scheme {
                Scheme::OneLoser(a_day) if number < a_day => {
                    let loser = self.account(1);
                    self.rate(own, loser, self.weight);
                }
                Scheme::NewLosers(a_day, each) if number < a_day => {
                    let used = day * a_day + number;
                    let loser = self.account(1 + used / each);
                    self.rate(own, loser, self.weight);
                }
                Scheme::KnownLosers(accounts) => {
                    let loser = self.account(1 + number % accounts);
                    if day == 0 && number < accounts {
                        self.ratings[loser].deviation = KNOWN_DEVIATION;
                    }
                    self.rate(own, loser, self.weight);
                }
                Scheme::Newcomers => {
                    let newcomer = self.account(1 + day * MATCHES_A_DAY + number);
                    self.strengths[newcomer] = truth::strengths(1, &mut others)[0];
                    self.play(own, newcomer, &mut others);
                }
                Scheme::Partner(a_day, weight) if number < a_day => self.rate(own, partner, weight),
                _ => {}
            }
        }
    }

    /// The account that was made so many accounts after the last one of the town.
    fn account(&mut self, number: usize) -> usize {
        let index = TOWN + number - 1;
        if index >= self.ratings.len() {
            self.ratings.resize(index + 1, Rating::NEW);
            self.strengths.resize(index + 1, 25.0);
        }
        index
    }

    /// Somebody whose rating is near a player's, as in quick match; none of these.
    fn nearest(&self, own: usize, others_than: &[usize], chance: &mut Chance) -> Option<usize> {
        (0..5)
            .map(|_| chance.below(TOWN))
            .filter(|other| !others_than.contains(other))
            .min_by_key(|&other| (self.ratings[other].mean - self.ratings[own].mean).abs())
    }

    fn honest_match(&mut self, own: usize, loses: bool, chance: &mut Chance) {
        match self.nearest(own, &[own], chance) {
            Some(opponent) if loses => self.rate(opponent, own, self.weight),
            Some(opponent) => self.play(own, opponent, chance),
            None => {}
        }
    }

    fn play(&mut self, one: usize, other: usize, chance: &mut Chance) {
        let sides = [vec![one], vec![other]];
        if truth::winner(&sides, &self.strengths, self.weight, chance) == 0 {
            self.rate(one, other, self.weight);
        } else {
            self.rate(other, one, self.weight);
        }
    }

    /// Against two of whom each is the nearest of five to one of the pair. Whether the first was left by the
    /// partner.
    fn match_of_pairs(
        &mut self,
        pair: [usize; 2],
        leaving: Leaving,
        is_spared: bool,
        chance: &mut Chance,
    ) -> bool {
        let opponents = pair.map(|own| self.nearest(own, &pair, chance));
        let [Some(one), Some(other)] = opponents else {
            return false;
        };
        let sides = [pair.to_vec(), vec![one, other]];
        let stronger = truth::winner(&sides, &self.strengths, self.weight, chance) == 0;
        let was_left = match leaving {
            Leaving::Never => false,
            Leaving::Losing => !stronger,
            Leaving::OneOf(matches) => chance.below(matches) == 0,
        };
        let won = stronger && !was_left;
        let own = match (won, was_left) {
            (true, _) => [Outcome::Won; 2],
            (false, false) => [Outcome::Lost; 2],
            (false, true) if is_spared => [Outcome::Spared, Outcome::Left],
            (false, true) => [Outcome::Lost, Outcome::Left],
        };
        let theirs = [if won { Outcome::Lost } else { Outcome::Won }; 2];
        let played = |(&player, outcome)| Played {
            rating: self.ratings[player],
            outcome,
        };
        let outcomes = [own, theirs];
        let before: Vec<Side> = sides
            .iter()
            .zip(outcomes)
            .map(|(side, outcomes)| side.iter().zip(outcomes).map(played).collect())
            .collect();
        let after = rate(&before, self.weight);
        for (&player, rating) in sides.iter().flatten().zip(after.into_iter().flatten()) {
            self.ratings[player] = rating;
        }
        was_left
    }

    fn rate(&mut self, winner: usize, loser: usize, weight: Weight) {
        let side = |player: usize, outcome| {
            vec![Played {
                rating: self.ratings[player],
                outcome,
            }]
        };
        let sides = [side(winner, Outcome::Won), side(loser, Outcome::Lost)];
        let after = rate(&sides, weight);
        self.ratings[winner] = after[0][0];
        self.ratings[loser] = after[1][0];
    }

    /// How many of 100 of the town stand above.
    fn place(&self, player: usize) -> f64 {
        let own = self.ratings[player].shown();
        let above = self.ratings[..TOWN]
            .iter()
            .filter(|rating| rating.shown() > own);
        above.count() as f64 / TOWN as f64 * 100.0
    }
}

/// How many people live there; accounts that a scheme makes come after them.
pub(crate) const TOWN: usize = 2_000;

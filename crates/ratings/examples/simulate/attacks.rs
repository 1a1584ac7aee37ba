//! Simulates players who try to raise their ratings without becoming stronger, and measures how much they
//! gain.

use boneyard_bot::Chance;
use boneyard_ratings::{
    DAY_MS, NEW_OPPONENTS_MAX, NEW_OPPONENTS_OF_KNOWN_MS, Played, PlayerOutcome,
    RATED_MATCHES_A_DAY, Rating, Side, Weight, rate,
};

use crate::truth;

/// The number of days that each attack lasts.
const DAYS: usize = 30;

/// The number of matches that an attacker can play in a day.
const MATCHES_A_DAY: usize = 30;

/// The number of honest matches a day of an attacker who also plays honestly.
const HONEST_A_DAY: usize = 10;

/// The number of days in which [`NEW_OPPONENTS_MAX`] new opponents change a rating that isn't provisional.
pub(crate) const WEEK_DAYS: usize = (NEW_OPPONENTS_OF_KNOWN_MS / DAY_MS) as usize;

/// The number of trials of each attack, each with different players.
const TRIALS: usize = 100;

/// The highest deviation of a rating that isn't provisional, in millionths.
const SETTLED_DEVIATION: i64 = 3_700_000;

/// Simulated players. They have played matches between two players until their ratings settled.
#[derive(Clone)]
pub(crate) struct Population {
    pub(crate) strengths: Vec<f64>,
    pub(crate) ratings: Vec<Rating>,
    pub(crate) weight: Weight,
}

/// An attack: the actions of the attacker on each day.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attack {
    Nothing,
    /// A second account of the attacker loses to the first, this number of times a day.
    OneLoser(usize),
    /// New accounts of the attacker lose to the first account. The numbers are the matches a day, and the
    /// matches with each new account.
    NewLosers(usize, usize),
    /// New accounts of the attacker lose to the first account, one match each, as often as such matches change
    /// a rating that isn't provisional.
    NewLosersInTheLimits,
    /// This number of other accounts of the attacker lose to the first account, in three matches a day
    /// each. The ratings of these accounts are no longer provisional.
    KnownLosers(usize),
    /// The attacker plays against new players, who don't know of the attack.
    Newcomers,
    /// An equally strong partner loses on purpose to the attacker: this number of times a day, in matches
    /// with this weight.
    Partner(usize, Weight),
    /// The attacker loses all matches on purpose for the first ten days.
    Sandbag,
}

/// The average effect of an attack, in shown points.
pub(crate) struct Gain {
    /// The attacker's gain, compared with an attacker who does nothing.
    pub(crate) own: f64,
    /// The partner's gain.
    pub(crate) partner: f64,
    /// How many of 100 players have a higher rating than the attacker: without the attack, and with it.
    pub(crate) places: [f64; 2],
}

/// All attacks, with the names to print. `long` is the weight of long matches.
pub(crate) fn attacks(usual: Weight, long: Weight) -> [(&'static str, Attack); 12] {
    use Attack::{
        KnownLosers, NewLosers, NewLosersInTheLimits, Newcomers, OneLoser, Partner, Sandbag,
    };
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
            "three a week against new accounts that lose, one each",
            NewLosersInTheLimits,
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

/// Compares an attack with doing nothing. Both simulations use the same random numbers.
pub(crate) fn gain(population: &Population, attack: Attack, is_honest: bool, seed: u64) -> Gain {
    let mut gain = Gain {
        own: 0.0,
        partner: 0.0,
        places: [0.0; 2],
    };
    for number in 0..TRIALS {
        let (own, partner) = attacker_and_partner(population, number);
        let after = |attack| {
            let mut population = population.clone();
            let mut chance = Chance::new(seed ^ number as u64);
            for day in 0..DAYS {
                population.day(own, partner, attack, day, is_honest, &mut chance);
            }
            population
        };
        let (idle, active) = (after(Attack::Nothing), after(attack));
        let difference =
            |of: usize| f64::from(active.ratings[of].shown() - idle.ratings[of].shown());
        gain.own += difference(own) / TRIALS as f64;
        gain.partner += difference(partner) / TRIALS as f64;
        gain.places[0] += idle.place(own) / TRIALS as f64;
        gain.places[1] += active.place(own) / TRIALS as f64;
    }
    gain
}

/// Which matches of pairs a partner leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Never,
    /// The partner is a new account of the attacker. It leaves each match that would be lost.
    Losing,
    /// The partner is another player in each match. Of this number of partners, one leaves the match,
    /// whatever its result.
    OneOf(usize),
}

/// The average gain of a player who plays ten matches of pairs a day. If the partner leaves a match, the
/// player keeps the rating, but at most `spared_a_day` times a day. Further such matches count as lost.
/// Half of the opponents are about as strong as the partner.
pub(crate) fn with_partner(
    population: &Population,
    leaving: Leaving,
    spared_a_day: usize,
    seed: u64,
) -> f64 {
    let gains = (0..TRIALS).map(|number| {
        let (own, _) = attacker_and_partner(population, number);
        let mut population = population.clone();
        let mut chance = Chance::new(seed ^ number as u64);
        let before = population.ratings[own].shown();
        for _ in 0..DAYS {
            let mut spared = 0;
            for _ in 0..HONEST_A_DAY {
                let partner = match leaving {
                    Leaving::Never | Leaving::Losing => Some(population.account(1)),
                    Leaving::OneOf(_) => population.nearest(own, &[own], &mut chance),
                };
                let Some(partner) = partner else { continue };
                let is_spared = spared < spared_a_day;
                let was_left =
                    population.match_of_pairs([own, partner], leaving, is_spared, &mut chance);
                spared += usize::from(was_left);
            }
        }
        f64::from(population.ratings[own].shown() - before)
    });
    gains.sum::<f64>() / TRIALS as f64
}

/// A player who is stronger than four fifths of all players, and another player who is about as strong.
fn attacker_and_partner(population: &Population, number: usize) -> (usize, usize) {
    let mut players: Vec<usize> = (0..population.strengths.len()).collect();
    players
        .sort_by(|&one, &other| population.strengths[one].total_cmp(&population.strengths[other]));
    let place = players.len() * 4 / 5 + number;
    (players[place], players[place + 1])
}

impl Population {
    fn day(
        &mut self,
        own: usize,
        partner: usize,
        attack: Attack,
        day: usize,
        is_honest: bool,
        chance: &mut Chance,
    ) {
        // The player, the partner and the others get separate random numbers, so that an attack doesn't
        // change the results of other players.
        let mut honest = Chance::new(chance.bits());
        let mut partners = Chance::new(chance.bits());
        let mut others = Chance::new(chance.bits());
        for number in 0..MATCHES_A_DAY {
            if is_honest && number < HONEST_A_DAY {
                let loses = attack == Attack::Sandbag && day < DAYS / 3;
                self.honest_match(own, loses, &mut honest);
                self.honest_match(partner, false, &mut partners);
            }
            match attack {
                Attack::OneLoser(a_day) if number < a_day => {
                    let loser = self.account(1);
                    self.rate(own, loser, self.weight);
                }
                Attack::NewLosers(a_day, each) if number < a_day => {
                    let used = day * a_day + number;
                    let loser = self.account(1 + used / each);
                    self.rate(own, loser, self.weight);
                }
                Attack::NewLosersInTheLimits
                    if number == 0 && day % WEEK_DAYS < NEW_OPPONENTS_MAX as usize =>
                {
                    let loser = self.account(1 + day);
                    self.rate(own, loser, self.weight);
                }
                Attack::KnownLosers(accounts) => {
                    let loser = self.account(1 + number % accounts);
                    if day == 0 && number < accounts {
                        self.ratings[loser].deviation = SETTLED_DEVIATION;
                    }
                    self.rate(own, loser, self.weight);
                }
                Attack::Newcomers => {
                    let newcomer = self.account(1 + day * MATCHES_A_DAY + number);
                    self.strengths[newcomer] = truth::strengths(1, &mut others)[0];
                    self.play(own, newcomer, &mut others);
                }
                Attack::Partner(a_day, weight) if number < a_day => self.rate(own, partner, weight),
                _ => {}
            }
        }
    }

    /// The account with this number among those that were made for the attack. The first has number 1.
    fn account(&mut self, number: usize) -> usize {
        let index = PLAYERS + number - 1;
        if index >= self.ratings.len() {
            self.ratings.resize(index + 1, Rating::NEW);
            self.strengths.resize(index + 1, 25.0);
        }
        index
    }

    /// A player with a rating near that of `own`, as quick match would choose it. The result is never one
    /// of `others_than`.
    fn nearest(&self, own: usize, others_than: &[usize], chance: &mut Chance) -> Option<usize> {
        (0..5)
            .map(|_| chance.below(PLAYERS))
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

    /// Plays a match of pairs. For each player of the own pair, the opponent with the nearest rating is
    /// chosen among five players. Returns whether the partner left.
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
            (true, _) => [PlayerOutcome::Won; 2],
            (false, false) => [PlayerOutcome::Lost; 2],
            (false, true) if is_spared => [PlayerOutcome::Spared, PlayerOutcome::Left],
            (false, true) => [PlayerOutcome::Lost, PlayerOutcome::Left],
        };
        let theirs = [if won {
            PlayerOutcome::Lost
        } else {
            PlayerOutcome::Won
        }; 2];
        let played = |(&player, outcome)| Played {
            rating: self.ratings[player],
            outcome,
            place: 0,
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
                place: 0,
            }]
        };
        let sides = [
            side(winner, PlayerOutcome::Won),
            side(loser, PlayerOutcome::Lost),
        ];
        let after = rate(&sides, weight);
        self.ratings[winner] = after[0][0];
        self.ratings[loser] = after[1][0];
    }

    /// How many of 100 players have a higher rating than this player.
    fn place(&self, player: usize) -> f64 {
        let own = self.ratings[player].shown();
        let above = self.ratings[..PLAYERS]
            .iter()
            .filter(|rating| rating.shown() > own);
        above.count() as f64 / PLAYERS as f64 * 100.0
    }
}

/// The number of players. Accounts that are made for an attack have higher indexes.
pub(crate) const PLAYERS: usize = 2_000;

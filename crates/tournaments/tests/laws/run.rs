//! Tournaments in which chance decides the matches, and who comes late and who withdraws.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_bot::Chance;
use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, MatchOutcome, Network, Pairing, PairingId, Refusal,
    Tournament, Winner,
};

/// When arenas end. The time is the number of events.
pub(crate) const ENDS: i64 = 150;

/// What entrants do besides playing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unrest {
    /// Everybody plays all matches.
    Calm,
    /// Entrants come late, withdraw, and don't come to matches.
    Restless,
}

/// A tournament and its events.
pub(crate) struct Run {
    pub(crate) format: Format,
    pub(crate) tournament: Tournament,
    pub(crate) log: Vec<Event>,
    chance: Chance,
}

/// What was known when a round was paired, worked out from the log.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) format: Format,
    pub(crate) round: usize,
    pub(crate) ratings: Vec<i32>,
    pub(crate) present: BTreeSet<EntrantId>,
    /// The entrants who only fill up.
    pub(crate) fillers: BTreeSet<EntrantId>,
    /// The entrants who take a break.
    pub(crate) away: BTreeSet<EntrantId>,
    /// The entrants who play a match.
    pub(crate) playing: BTreeSet<EntrantId>,
    pub(crate) byes: BTreeMap<EntrantId, u32>,
    /// The opponents of each entrant in meetings, in their order.
    pub(crate) opponents: BTreeMap<EntrantId, Vec<EntrantId>>,
    /// The opponents of each entrant in matches that were no meetings.
    pub(crate) not_met: BTreeMap<EntrantId, Vec<EntrantId>>,
    pub(crate) points: BTreeMap<EntrantId, u32>,
    /// How much more often the side of each entrant went first in meetings than second.
    pub(crate) went_first: BTreeMap<EntrantId, i32>,
    /// How often each two entrants were partners in meetings, the smaller number first.
    pub(crate) partners: BTreeMap<[EntrantId; 2], u32>,
    /// The networks of the entrants whose networks are known.
    pub(crate) networks: BTreeMap<EntrantId, [Option<Network>; 2]>,
}

impl Before {
    pub(crate) fn is_swiss_round(&self) -> bool {
        matches!(self.format, Format::Swiss { rounds, .. } if self.round < usize::from(rounds))
    }

    /// Whether two entrants are of one network.
    pub(crate) fn are_near(&self, first: EntrantId, second: EntrantId) -> bool {
        let of = |entrant| self.networks.get(&entrant).copied().unwrap_or_default();
        let (own, other) = (of(first), of(second));
        let mut own = own.into_iter().flatten();
        own.any(|network| other.contains(&Some(network)))
    }

    pub(crate) fn times_met(&self, first: EntrantId, second: EntrantId) -> u32 {
        times(&self.opponents, first, second)
    }

    /// How often two entrants were paired for a match that was no meeting.
    pub(crate) fn times_not_met(&self, first: EntrantId, second: EntrantId) -> u32 {
        times(&self.not_met, first, second)
    }
}

fn times(of: &BTreeMap<EntrantId, Vec<EntrantId>>, first: EntrantId, second: EntrantId) -> u32 {
    let with = of.get(&first).into_iter().flatten();
    with.filter(|&&of| of == second).count() as u32
}

impl Run {
    pub(crate) fn new(format: Format, entrants: usize, seed: u64) -> Self {
        let mut run = Self {
            format,
            tournament: Tournament::new(format),
            log: Vec::new(),
            chance: Chance::new(seed),
        };
        for _ in 0..entrants {
            run.enter();
        }
        run
    }

    /// The time, which is the number of events.
    pub(crate) fn now(&self) -> i64 {
        i64::from(self.log.len() as u32)
    }

    /// Plays to the end. `check` sees each round before it is played.
    pub(crate) fn play(&mut self, unrest: Unrest, mut check: impl FnMut(&Before, &[Pairing])) {
        loop {
            if unrest == Unrest::Restless {
                self.disturb();
            }
            let running = self.tournament.running();
            let arena = matches!(self.format, Format::Arena { .. });
            if running.is_empty() || arena && self.chance.happens(0.5) {
                match self.tournament.pair(self.now()) {
                    Ok(pairings) => {
                        check(&self.before(), &pairings);
                        self.apply(Event::Paired { pairings }).expect("a round");
                        continue;
                    }
                    Err(Refusal::NobodyFree) if arena && !running.is_empty() => {
                        check(&self.before(), &[]);
                    }
                    Err(refusal) if running.is_empty() => {
                        if refusal == Refusal::NobodyFree {
                            check(&self.before(), &[]);
                        }
                        break;
                    }
                    Err(_) => {}
                }
            }
            let pairing = running[self.chance.below(running.len())];
            self.report(pairing, unrest);
        }
    }

    fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        self.tournament.apply(&event)?;
        self.log.push(event);
        Ok(())
    }

    fn enter(&mut self) {
        let rating = i32::from(self.chance.below(20) as u8);
        // Whether the tournament still takes entrants is tested elsewhere.
        let _ = self.apply(Event::Entered { rating });
    }

    /// An arena ends by its time, so that entrants who come later than others withdraw can't go on for ever.
    fn disturb(&mut self) {
        let entrants = self.tournament.standings().len();
        if self.chance.happens(0.05) && entrants < 24 {
            self.enter();
        }
        let arena = matches!(self.format, Format::Arena { .. });
        if arena && self.chance.happens(0.1) && entrants > 0 {
            self.rest(entrants);
        }
        if self.chance.happens(0.05) && entrants > 0 {
            let entrant = EntrantId(self.chance.below(entrants) as u32);
            let _ = self.apply(Event::Withdrawn { entrant });
        }
    }

    /// An entrant takes a break, or comes back.
    fn rest(&mut self, entrants: usize) {
        let entrant = EntrantId(self.chance.below(entrants) as u32);
        if self.apply(Event::WentAway { entrant }).is_err() {
            let _ = self.apply(Event::CameBack { entrant });
        }
    }

    /// The entrants turn out to be of so many networks, and some of two.
    pub(crate) fn share_networks(&mut self, count: usize) {
        let is_arena = matches!(self.format, Format::Arena { .. });
        for entrant in 0..self.tournament.standings().len() as u32 {
            let entrant = EntrantId(entrant);
            let both = [(), ()].map(|()| Some(Network(self.chance.below(count) as u64)));
            let is_pair = !is_arena && self.chance.happens(0.2);
            let networks = [both[0], both[1].filter(|_| is_pair)];
            self.apply(Event::Networks { entrant, networks })
                .expect("an entrant");
        }
    }

    /// An entrant enters who only fills up.
    pub(crate) fn fill_up(&mut self) {
        let _ = self.apply(Event::FilledUp { rating: 0 });
    }

    fn report(&mut self, pairing: PairingId, unrest: Unrest) {
        let winner = [Winner::First, Winner::Second][self.chance.below(2)];
        let points = [(), ()].map(|()| self.chance.below(100) as u16);
        let restless = unrest == Unrest::Restless;
        let decision = if self.chance.happens(0.9) {
            Decision::Won(winner)
        } else if restless && self.chance.happens(0.3) {
            Decision::Void
        } else if restless && self.chance.happens(0.5) {
            Decision::Neither
        } else {
            Decision::Tie
        };
        let was_dealt = !restless || self.chance.happens(0.85);
        let points = was_dealt.then_some(points);
        let outcome = MatchOutcome { decision, points };
        let event = Event::Reported { pairing, outcome };
        if self.apply(event) == Err(Refusal::NeedsWinner) {
            let decision = Decision::Won(winner);
            let outcome = MatchOutcome { decision, points };
            self.apply(Event::Reported { pairing, outcome })
                .expect("a match");
        }
    }

    /// What the log says now.
    pub(crate) fn before(&self) -> Before {
        let mut before = Before {
            format: self.format,
            round: 0,
            ratings: Vec::new(),
            present: BTreeSet::new(),
            fillers: BTreeSet::new(),
            away: BTreeSet::new(),
            playing: BTreeSet::new(),
            byes: BTreeMap::new(),
            opponents: BTreeMap::new(),
            not_met: BTreeMap::new(),
            points: BTreeMap::new(),
            went_first: BTreeMap::new(),
            partners: BTreeMap::new(),
            networks: BTreeMap::new(),
        };
        let mut rounds: Vec<Vec<Pairing>> = Vec::new();
        for event in &self.log {
            match event {
                Event::Entered { rating } => {
                    let entrant = EntrantId(before.ratings.len() as u32);
                    before.present.insert(entrant);
                    before.ratings.push(*rating);
                }
                Event::Withdrawn { entrant } => {
                    before.present.remove(entrant);
                }
                Event::FilledUp { .. } => {
                    let entrant = EntrantId(before.ratings.len() as u32);
                    before.fillers.insert(entrant);
                    before.present.insert(entrant);
                    before.ratings.push(0);
                }
                Event::WentAway { entrant } => {
                    before.away.insert(*entrant);
                }
                Event::CameBack { entrant } => {
                    before.away.remove(entrant);
                }
                Event::Networks { entrant, networks } => {
                    before.networks.insert(*entrant, *networks);
                }
                Event::Paired { pairings } => {
                    for pairing in pairings {
                        match pairing {
                            Pairing::Bye(entrant) => *before.byes.entry(*entrant).or_default() += 1,
                            _ => before.playing.extend(pairing.entrants()),
                        }
                    }
                    rounds.push(pairings.clone());
                }
                Event::Placed { .. } => unreachable!("no format here has tables of several"),
                Event::Reported { pairing, outcome } => {
                    let sides = rounds[pairing.round][pairing.number]
                        .sides()
                        .expect("a match");
                    for (own, other) in [(0, 1), (1, 0)] {
                        if outcome.is_meeting() {
                            let mut side: Vec<EntrantId> = sides[own].entrants().collect();
                            side.sort_unstable();
                            for &entrant in &side {
                                let sign = if own == 0 { 1 } else { -1 };
                                *before.went_first.entry(entrant).or_default() += sign;
                            }
                            if let &[first, second] = side.as_slice() {
                                *before.partners.entry([first, second]).or_default() += 1;
                            }
                        }
                        for entrant in sides[own].entrants() {
                            before.playing.remove(&entrant);
                            let with = if outcome.is_meeting() {
                                &mut before.opponents
                            } else {
                                &mut before.not_met
                            };
                            let with = with.entry(entrant).or_default();
                            with.extend(sides[other].entrants());
                        }
                    }
                }
            }
        }
        before.round = rounds.len();
        for standing in self.tournament.standings() {
            before.points.insert(standing.entrant, standing.points);
        }
        before
    }
}

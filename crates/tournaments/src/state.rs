//! What has happened in a tournament: the entrants and the rounds. Only events change it.

use std::collections::{BTreeMap, HashSet};

use crate::event::{Event, Format, Refusal};
use crate::pairing::{
    Decision, EntrantId, MatchOutcome, Network, Pairing, PairingId, Placing, Seated, Side,
};

/// The largest number of entrants. The matching of a round takes memory for the square of this number, 128
/// bytes for each two entrants.
pub const ENTRANTS_MAX: usize = 1024;

/// An entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entrant {
    pub(crate) rating: i32,
    pub(crate) withdrawn: bool,
    /// Whether the entrant only fills up.
    pub(crate) fills_up: bool,
    /// Whether the entrant is not paired until the entrant comes back.
    pub(crate) away: bool,
    /// The networks of the entrant's players, as far as they tell something.
    pub(crate) networks: [Option<Network>; 2],
    /// The match that the entrant has not finished.
    pub(crate) playing: Option<PairingId>,
}

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    pub(crate) pairings: Vec<Pairing>,
    /// The outcomes, by the number of the pairing. A bye has none.
    pub(crate) outcomes: Vec<Option<MatchOutcome>>,
    /// The places at tables of several, by the number of the pairing.
    pub(crate) placings: BTreeMap<usize, Placing>,
}

/// The state of a tournament after a number of events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) format: Format,
    /// Whether fewer points of a table are better.
    pub(crate) fewest_win: bool,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rounds: Vec<Round>,
    /// The entrants who had not withdrawn when the first round was paired.
    pub(crate) starters: Vec<EntrantId>,
}

impl State {
    pub(crate) const fn new(format: Format) -> Self {
        Self {
            format,
            fewest_win: false,
            entrants: Vec::new(),
            rounds: Vec::new(),
            starters: Vec::new(),
        }
    }

    /// Adds an event, or changes nothing and says why.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Entered { rating } => self.enter(*rating, false),
            Event::FilledUp { rating } => self.enter(*rating, true),
            Event::WentAway { entrant } => self.set_away(*entrant, true),
            Event::CameBack { entrant } => self.set_away(*entrant, false),
            Event::Networks { entrant, networks } => {
                self.entrant(*entrant)?;
                self.entrants[entrant.index()].networks = *networks;
                Ok(())
            }
            Event::Withdrawn { entrant } => {
                let of = self.entrant(*entrant)?;
                if of.withdrawn {
                    return Err(Refusal::Withdrawn);
                }
                self.entrants[entrant.index()].withdrawn = true;
                Ok(())
            }
            Event::Paired { pairings } => self.begin_round(pairings),
            Event::Reported { pairing, outcome } => self.report(*pairing, *outcome),
            Event::Placed { pairing, placing } => self.place(*pairing, placing),
        }
    }

    fn set_away(&mut self, entrant: EntrantId, away: bool) -> Result<(), Refusal> {
        match (self.entrant(entrant)?, away) {
            (of, _) if of.withdrawn => Err(Refusal::Withdrawn),
            (of, true) if of.away => Err(Refusal::Away),
            (of, false) if !of.away => Err(Refusal::NotAway),
            _ => {
                self.entrants[entrant.index()].away = away;
                Ok(())
            }
        }
    }

    fn enter(&mut self, rating: i32, fills_up: bool) -> Result<(), Refusal> {
        let paired = self.rounds.len();
        let open = match self.format {
            Format::Swiss { rounds, .. } | Format::Tables { rounds, .. } => {
                paired < usize::from(rounds)
            }
            Format::Arena { .. } | Format::Individual { .. } => true,
            Format::Knockout { .. } | Format::RoundRobin => paired == 0,
        };
        if !open {
            return Err(Refusal::EntryClosed);
        }
        if self.entrants.len() == ENTRANTS_MAX {
            return Err(Refusal::Full);
        }
        self.entrants.push(Entrant {
            rating,
            withdrawn: false,
            fills_up,
            away: false,
            networks: [None; 2],
            playing: None,
        });
        Ok(())
    }

    fn begin_round(&mut self, pairings: &[Pairing]) -> Result<(), Refusal> {
        if !matches!(self.format, Format::Arena { .. }) && self.is_running() {
            return Err(Refusal::RoundRunning);
        }
        let mut paired = vec![false; self.entrants.len()];
        for entrant in pairings.iter().flat_map(Pairing::entrants) {
            let of = self.entrant(entrant)?;
            if of.withdrawn {
                return Err(Refusal::Withdrawn);
            }
            if of.away {
                return Err(Refusal::Away);
            }
            if of.playing.is_some() || paired[entrant.index()] {
                return Err(Refusal::Playing);
            }
            paired[entrant.index()] = true;
        }
        let round = self.rounds.len();
        if round == 0 {
            self.starters = self.present().collect();
        }
        for (number, pairing) in pairings.iter().enumerate() {
            if pairing.is_match() {
                for entrant in pairing.entrants() {
                    self.entrants[entrant.index()].playing = Some(PairingId { round, number });
                }
            }
        }
        self.rounds.push(Round {
            pairings: pairings.to_vec(),
            outcomes: vec![None; pairings.len()],
            placings: BTreeMap::new(),
        });
        Ok(())
    }

    fn report(&mut self, id: PairingId, outcome: MatchOutcome) -> Result<(), Refusal> {
        let knockout = self.is_knockout(id.round);
        let round = self.rounds.get_mut(id.round).ok_or(Refusal::NoSuchMatch)?;
        let pairing = round.pairings.get(id.number).ok_or(Refusal::NoSuchMatch)?;
        if pairing.sides().is_none() {
            return Err(Refusal::NoSuchMatch);
        }
        if round.outcomes[id.number].is_some() {
            return Err(Refusal::Reported);
        }
        if knockout && matches!(outcome.decision, Decision::Tie | Decision::Void) {
            return Err(Refusal::NeedsWinner);
        }
        round.outcomes[id.number] = Some(outcome);
        for entrant in pairing.entrants() {
            self.entrants[entrant.index()].playing = None;
        }
        Ok(())
    }

    fn place(&mut self, id: PairingId, placing: &Placing) -> Result<(), Refusal> {
        let round = self.rounds.get_mut(id.round).ok_or(Refusal::NoSuchMatch)?;
        let Some(Pairing::Table(seated)) = round.pairings.get(id.number) else {
            return Err(Refusal::NoSuchMatch);
        };
        if round.outcomes[id.number].is_some() {
            return Err(Refusal::Reported);
        }
        if placing.0.len() != seated.entrants().len() {
            return Err(Refusal::OtherTable);
        }
        round.outcomes[id.number] = Some(MatchOutcome {
            decision: Decision::Placed,
            points: None,
        });
        round.placings.insert(id.number, placing.clone());
        for entrant in seated.entrants() {
            self.entrants[entrant.index()].playing = None;
        }
        Ok(())
    }

    fn entrant(&self, entrant: EntrantId) -> Result<&Entrant, Refusal> {
        let found = self.entrants.get(entrant.index());
        found.ok_or(Refusal::NoSuchEntrant)
    }

    /// Whether the round with this number belongs to a knockout.
    pub(crate) fn is_knockout(&self, round: usize) -> bool {
        match self.format {
            Format::Swiss { rounds, .. } => round >= usize::from(rounds),
            Format::Knockout { .. } => true,
            Format::Arena { .. }
            | Format::RoundRobin
            | Format::Individual { .. }
            | Format::Tables { .. } => false,
        }
    }

    /// Whether a match has not ended.
    pub(crate) fn is_running(&self) -> bool {
        self.entrants.iter().any(|of| of.playing.is_some())
    }

    /// Whether the entrant has not withdrawn.
    pub(crate) fn is_present(&self, entrant: EntrantId) -> bool {
        !self.entrants[entrant.index()].withdrawn
    }

    /// The entrants who have not withdrawn, by their numbers.
    pub(crate) fn present(&self) -> impl Iterator<Item = EntrantId> + use<'_> {
        let ids = (0..self.entrants.len()).map(|index| EntrantId(index as u32));
        ids.filter(|&entrant| self.is_present(entrant))
    }

    /// Whether the entrant has not withdrawn and is not away.
    pub(crate) fn is_here(&self, entrant: EntrantId) -> bool {
        self.is_present(entrant) && !self.entrants[entrant.index()].away
    }

    /// The entrants who can be paired for the next round, by their numbers.
    pub(crate) fn here(&self) -> impl Iterator<Item = EntrantId> + use<'_> {
        self.present().filter(|&entrant| self.is_here(entrant))
    }

    /// The entrants who can be paired and play no match, by their numbers.
    pub(crate) fn free(&self) -> impl Iterator<Item = EntrantId> + use<'_> {
        let is_free = |of: &EntrantId| self.entrants[of.index()].playing.is_none();
        self.here().filter(is_free)
    }

    /// The networks of an entrant's players, as far as they are known.
    pub(crate) fn networks(&self, entrant: EntrantId) -> impl Iterator<Item = Network> {
        let networks = self.entrants[entrant.index()].networks;
        networks.into_iter().flatten()
    }

    /// Whether players of two entrants are of one network, so that they may be one person.
    pub(crate) fn are_near(&self, one: EntrantId, other: EntrantId) -> bool {
        let mut own = self.networks(one);
        own.any(|network| self.networks(other).any(|of| of == network))
    }

    /// Whether no two of these entrants have players of one network.
    pub(crate) fn all_strangers(&self, entrants: &[EntrantId]) -> bool {
        let mut known = HashSet::new();
        let of_entrant = |&entrant: &EntrantId| self.networks(entrant).collect::<HashSet<_>>();
        let mut networks = entrants.iter().flat_map(of_entrant);
        networks.all(|network| known.insert(network))
    }

    /// Whether players of two sides are of one network.
    pub(crate) fn are_sides_near(&self, [one, other]: [Side; 2]) -> bool {
        let mut own = one.entrants();
        own.any(|own| other.entrants().any(|other| self.are_near(own, other)))
    }

    /// For each entrant, the place in the order of the ratings. The highest rating has 0.
    pub(crate) fn rating_ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by_key(|&index| (std::cmp::Reverse(self.entrants[index].rating), index));
        let mut ranks = vec![0; order.len()];
        for (rank, index) in order.into_iter().enumerate() {
            ranks[index] = rank as u32;
        }
        ranks
    }
}

impl Round {
    /// The pairings with their outcomes.
    pub(crate) fn results(&self) -> impl Iterator<Item = (&Pairing, Option<MatchOutcome>)> {
        self.pairings.iter().zip(self.outcomes.iter().copied())
    }

    /// The tables of several whose matches have ended, with the places there.
    pub(crate) fn placings(&self) -> impl Iterator<Item = (&Seated, &Placing)> {
        let placings = self.placings.iter();
        placings.filter_map(|(&number, placing)| match &self.pairings[number] {
            Pairing::Table(seated) => Some((seated, placing)),
            _ => None,
        })
    }
}

//! The deals of one match: its chain of secrets, its terms, and the orders that were made from them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use boneyard_fair::{Chain, Deal, Promise, Purpose, SCHEME, TableSeed};
use boneyard_protocol::fairness::{SectionMatch, in_section, terms};
use boneyard_protocol::{Commitment, Fairness, Hash, RoundFairness, SeatFairness, TableId};
use boneyard_rules::{BoxBySeat, Chance, Order};

/// The number of the chain of a section. Each section has a seed of its own.
pub const SECTION_CHAIN: u32 = 1;

/// The chain of a match. It is computed when it is first needed, because that takes a thousand hashes.
#[derive(Clone)]
pub(super) struct MatchChain {
    seed: TableSeed,
    pub(super) match_number: u32,
    /// The hash of the rules and the computer players, as the match began.
    pub(super) agreed: Hash,
    /// In a section, the hashes of the terms of the other matches.
    pub(super) others: Option<Arc<[Hash]>>,
    made: Arc<OnceLock<Chain>>,
}

/// The terms of a match that has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BegunTerms {
    pub match_number: u32,
    pub commitment: Commitment,
    pub agreed: Hash,
    pub promises: BoxBySeat<Option<Promise>>,
    /// In a section, the hashes of the terms of the other matches.
    pub others: Option<Arc<[Hash]>>,
}

/// The deals of a match, and the seeds that they were made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dealt {
    pub(super) chain: MatchChain,
    pub(super) seats: BoxBySeat<SeatFairness>,
    /// In a section, the other matches.
    pub(super) others: Option<Arc<[SectionMatch]>>,
    pub(super) rounds: Vec<DealtRound>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct DealtRound {
    pub(super) lots: Option<Order>,
    pub(super) deals: Vec<Order>,
}

impl MatchChain {
    pub(super) fn new(
        seed: TableSeed,
        match_number: u32,
        agreed: Hash,
        others: Option<Arc<[Hash]>>,
    ) -> Self {
        Self {
            seed,
            match_number,
            agreed,
            others,
            made: Arc::default(),
        }
    }

    pub(super) fn get(&self) -> &Chain {
        // All matches of a section have one chain, whatever their numbers at their tables.
        let number = if self.others.is_some() {
            SECTION_CHAIN
        } else {
            self.match_number
        };
        self.made.get_or_init(|| Chain::new(&self.seed, number))
    }

    pub(super) fn terms(&self, seats: &BoxBySeat<SeatFairness>) -> BegunTerms {
        BegunTerms {
            match_number: self.match_number,
            commitment: self.get().commitment(),
            agreed: self.agreed,
            promises: seats.map(|seat| seat.promise),
            others: self.others.clone(),
        }
    }
}

impl PartialEq for MatchChain {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.match_number, self.agreed, &self.others)
            == (other.seed, other.match_number, other.agreed, &other.others)
    }
}

impl Eq for MatchChain {}

/// Prints no secret, so that none gets into a log.
impl fmt::Debug for MatchChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatchChain({})", self.match_number)
    }
}

impl BegunTerms {
    /// The hash of the terms on which the deals depend: those of the match, or of its section.
    pub(crate) fn hash(&self, table: TableId) -> Hash {
        in_section(self.own(table), self.others.as_deref())
    }

    /// The hash of the terms of the match alone.
    fn own(&self, table: TableId) -> Hash {
        let promises = self.promises.as_slice();
        terms(
            table,
            self.match_number,
            self.commitment,
            self.agreed,
            promises,
        )
    }
}

impl Dealt {
    pub(super) fn order(&self, table: TableId, round: u32, chance: Chance) -> Option<Order> {
        let before = self.rounds.get(round.checked_sub(1)? as usize);
        let attempt = match chance.purpose {
            Purpose::Lots => 0,
            Purpose::Deal => before.map_or(0, |round| round.deals.len() as u32),
        };
        let proof = self.proof(table, Vec::new());
        let deal = Deal {
            terms: proof.terms(),
            round,
            purpose: chance.purpose,
            attempt,
            seeds: &proof.seeds(),
        };
        let secret = self.chain.get().secret(round)?;
        Some(boneyard_fair::order(&secret, &deal, chance.things))
    }

    /// The proof of these rounds.
    pub(super) fn proof(&self, table: TableId, rounds: Vec<RoundFairness>) -> Fairness {
        Fairness {
            scheme: SCHEME,
            table,
            match_number: self.chain.match_number,
            commitment: self.chain.get().commitment(),
            agreed: self.chain.agreed,
            seats: self.seats.clone(),
            section: self.others.as_ref().map(|others| others.to_vec()),
            rounds,
        }
    }

    pub(super) fn round_mut(&mut self, round: u32) -> &mut DealtRound {
        let index = round.saturating_sub(1) as usize;
        if self.rounds.len() <= index {
            // Without this call, the `Vec` would reserve space for several elements.
            self.rounds.reserve_exact(index + 1 - self.rounds.len());
            self.rounds.resize_with(index + 1, DealtRound::default);
        }
        &mut self.rounds[index]
    }

    /// The proof of a round.
    pub(super) fn shown(&self, index: usize) -> Option<RoundFairness> {
        let noted = self.rounds.get(index)?;
        let round = index as u32 + 1;
        Some(RoundFairness {
            round,
            secret: self.chain.get().secret(round)?,
            lots: noted.lots.clone(),
            deals: noted.deals.clone(),
        })
    }
}

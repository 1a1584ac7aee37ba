//! The deals of a table. Each deal is computed from a secret of a chain, and from the seeds that seats
//! promise and reveal. With the secret and the seeds, players can check the deal (`docs/fair-deal.md`).

use std::fmt;
use std::sync::{Arc, OnceLock};

use boneyard_base::{Timestamp, limits};
use boneyard_fair::{Binding, CHAIN_LENGTH, Chain, Contribution, Deal, Purpose, SCHEME, TableSeed};
use boneyard_protocol::{
    Commitment, Fairness, RoomFairness, RoundFairness, SeatFairness, Seed, TableId,
};
use boneyard_rules::rules::DominoSet;
use boneyard_rules::{BySeat, Match, Need, Order, Seat, Seating, Tile};

use super::event::TableEvent;
use super::matches::Matches;
use super::refusal::Refusal;

// One chain has enough secrets for a match. So a match never needs a second chain, whose commitment the
// players would not have seen before they revealed their seeds.
const _: () = assert!(limits::ROUNDS_MAX <= CHAIN_LENGTH);

/// The deals of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deals {
    /// The table's id.
    table: TableId,
    chain: TableChain,
    /// How many secrets of the chain have been used.
    used: u32,
    /// For each seat, the commitment to the seed that the seat has promised for the next match, and the seed
    /// itself if it is revealed.
    promised: BySeat<SeatFairness>,
    /// Until when the table waits for the promised seeds to be revealed; `None` while it doesn't wait for
    /// them.
    reveal_by: Option<Timestamp>,
    /// The deals of the running match, or else of the last one.
    dealt: Option<Arc<Dealt>>,
}

/// A chain that is computed when it is first needed, because that takes thousands of hashes.
#[derive(Clone)]
struct TableChain {
    seed: TableSeed,
    number: u32,
    made: Arc<OnceLock<Chain>>,
}

/// The deals of a match, and the seeds that they were made from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Dealt {
    match_number: u32,
    chain: TableChain,
    /// The number of the secret in the chain that the match's first round uses, from 1.
    first: u32,
    seats: BySeat<SeatFairness>,
    rounds: Vec<DealtRound>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct DealtRound {
    lots: Option<BySeat<Tile>>,
    deals: Vec<Order>,
}

impl TableChain {
    fn new(seed: TableSeed, number: u32) -> Self {
        Self {
            seed,
            number,
            made: Arc::default(),
        }
    }

    fn get(&self) -> &Chain {
        self.made
            .get_or_init(|| Chain::new(&self.seed, self.number))
    }
}

impl PartialEq for TableChain {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.number) == (other.seed, other.number)
    }
}

impl Eq for TableChain {}

/// Prints no secret, so that none gets into a log.
impl fmt::Debug for TableChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableChain({})", self.number)
    }
}

impl Dealt {
    fn order(&self, table: TableId, round: u32, purpose: Purpose, set: DominoSet) -> Option<Order> {
        let index = round.checked_sub(1)?;
        let before = self.rounds.get(index as usize);
        let attempt = match purpose {
            Purpose::Lots => 0,
            Purpose::Deal => before.map_or(0, |round| round.deals.len() as u32),
        };
        let seats: Vec<Contribution> = self.seats.as_slice().iter().map(|&s| s.into()).collect();
        let binding = Binding {
            table: table.bits().to_be_bytes(),
            first: self.first,
        };
        let deal = Deal {
            binding,
            match_number: self.match_number,
            round,
            purpose,
            attempt,
            seats: &seats,
        };
        let secret = self.chain.get().secret(self.first + index)?;
        Some(boneyard_fair::order(&secret, &deal, set))
    }

    fn round_mut(&mut self, round: u32) -> &mut DealtRound {
        let index = round.saturating_sub(1) as usize;
        if self.rounds.len() <= index {
            // Without this call, the `Vec` would reserve space for several elements.
            self.rounds.reserve_exact(index + 1 - self.rounds.len());
            self.rounds.resize_with(index + 1, DealtRound::default);
        }
        &mut self.rounds[index]
    }

    fn shown(&self, index: usize) -> Option<RoundFairness> {
        let round = self.rounds.get(index)?;
        Some(RoundFairness {
            round: index as u32 + 1,
            secret: self.chain.get().secret(self.first + index as u32)?,
            lots: round.lots,
            deals: round
                .deals
                .iter()
                .map(|order| order.tiles().to_vec())
                .collect(),
        })
    }
}

impl Deals {
    /// The deals of a new table, which has dealt nothing.
    pub(super) fn new(table: TableId, seed: TableSeed, seating: Seating) -> Self {
        Self {
            table,
            chain: TableChain::new(seed, 0),
            used: 0,
            promised: BySeat::from_fn(seating, |_| SeatFairness::default()),
            reveal_by: None,
            dealt: None,
        }
    }

    /// The seed for the random choices of the computer player at a seat in one position.
    pub(crate) fn computer_chance(&self, ply: u32, seat: Seat) -> u64 {
        self.chain.seed.computer_chance(ply, seat.index() as u8)
    }

    /// The name of the record of a match.
    pub(crate) fn record_name(&self, match_number: u32) -> u128 {
        self.chain.seed.record_name(match_number)
    }

    /// Until when the table waits for the promised seeds to be revealed; `None` while it doesn't wait for
    /// them.
    pub(crate) const fn reveal_by(&self) -> Option<Timestamp> {
        self.reveal_by
    }

    /// Whether any seat has promised a seed for the next match.
    pub(crate) fn is_anything_promised(&self) -> bool {
        let mut seats = self.promised.iter();
        seats.any(|(_, seat)| seat.commitment.is_some())
    }

    /// Whether every promised seed is revealed.
    pub(crate) fn is_all_revealed(&self) -> bool {
        let mut seats = self.promised.iter();
        seats.all(|(_, seat)| seat.commitment.is_none() || seat.seed.is_some())
    }

    /// The commitment to the seed that a seat has promised for the next match, and the seed itself if it is
    /// revealed.
    pub(crate) fn promised(&self, seat: Seat) -> SeatFairness {
        self.promised.get(seat).copied().unwrap_or_default()
    }

    /// Applies an event to the deals. Must be called before the event is applied to the matches.
    pub(super) fn apply(
        self: &mut Arc<Self>,
        event: &TableEvent,
        at: Timestamp,
        matches: &Matches,
    ) -> Result<(), Refusal> {
        match event {
            TableEvent::Left { seat } | TableEvent::Removed { seat } => self.commit(*seat, None),
            TableEvent::Committed { seat, commitment } => self.commit(*seat, Some(*commitment)),
            TableEvent::Began => {
                let latest = at.plus_ms(limits::REVEAL_MS_MAX);
                Arc::make_mut(self).reveal_by = Some(latest);
            }
            TableEvent::Revealed { seat, seed } => self.reveal(*seat, *seed)?,
            TableEvent::Lots { tiles } => self.note(matches, |round| round.lots = Some(*tiles)),
            TableEvent::Dealt { order } => self.note(matches, |round| {
                // A round seldom needs a second deal, so memory is reserved for only one.
                round.deals.reserve_exact(1);
                round.deals.push(*order);
            }),
            _ => {}
        }
        Ok(())
    }

    fn commit(self: &mut Arc<Self>, seat: Seat, commitment: Option<Commitment>) {
        let promise = SeatFairness {
            commitment,
            seed: None,
        };
        if self.promised[seat] != promise {
            Arc::make_mut(self).promised[seat] = promise;
        }
    }

    /// Records a revealed seed. Refuses a seed other than the promised one.
    fn reveal(self: &mut Arc<Self>, seat: Seat, seed: Seed) -> Result<(), Refusal> {
        let promise = self.promised(seat).commitment;
        let promise = promise.ok_or(Refusal::NotPromised)?;
        if !seed.keeps(&promise) {
            return Err(Refusal::NotPromised);
        }
        Arc::make_mut(self).promised[seat].seed = Some(seed);
        Ok(())
    }

    /// Takes a new chain if the next match might need more secrets than are left. May be called only while
    /// no match is played.
    pub(super) fn renew_if_short(self: &mut Arc<Self>) {
        if self.used + limits::ROUNDS_MAX > CHAIN_LENGTH {
            let deals = Arc::make_mut(self);
            deals.chain = TableChain::new(deals.chain.seed, deals.chain.number + 1);
            deals.used = 0;
        }
    }

    /// The match to which the next deal belongs: the running match, or a new one.
    fn being_dealt(&self, matches: &Matches) -> Arc<Dealt> {
        match &self.dealt {
            Some(dealt) if matches.is_playing() => Arc::clone(dealt),
            _ => Arc::new(Dealt {
                match_number: matches.count() + 1,
                chain: self.chain.clone(),
                first: self.used + 1,
                seats: self.promised,
                rounds: Vec::new(),
            }),
        }
    }

    /// Records a deal or lots: calls `note` with the round to which they belong.
    fn note(self: &mut Arc<Self>, matches: &Matches, note: impl FnOnce(&mut DealtRound)) {
        let mut dealt = self.being_dealt(matches);
        let noted = Arc::make_mut(&mut dealt);
        note(noted.round_mut(round_to_deal(matches)));
        let used = noted.first - 1 + noted.rounds.len() as u32;
        let this = Arc::make_mut(self);
        this.used = used;
        this.dealt = Some(dealt);
        if !matches.is_playing() {
            this.promised = this.promised.map(|_| SeatFairness::default());
            this.reveal_by = None;
        }
    }

    /// The order of the tiles for the next deal or for the next lots.
    pub(crate) fn next_order(
        &self,
        matches: &Matches,
        purpose: Purpose,
        set: DominoSet,
    ) -> Result<Order, Refusal> {
        let order =
            self.being_dealt(matches)
                .order(self.table, round_to_deal(matches), purpose, set);
        order.ok_or(Refusal::OutOfOrder)
    }

    /// The table's commitment for the next match: the hash at the head of its chain.
    pub(crate) fn next_commitment(&self) -> Commitment {
        self.chain.get().commitment()
    }

    /// Whether the table's chain differs from the chain in the earlier state `before`.
    pub(crate) fn has_other_chain(&self, before: &Self) -> bool {
        self.chain != before.chain
    }

    /// When the table began to wait for the promised seeds; `None` while it doesn't wait for them.
    pub(crate) fn asked_at(&self) -> Option<Timestamp> {
        let until = self.reveal_by?;
        Some(until.plus_ms(-limits::REVEAL_MS_MAX))
    }

    /// Whether the table has begun to wait for the promised seeds since the earlier state `before`.
    pub(crate) const fn asks_for_seeds_since(&self, before: &Self) -> bool {
        self.reveal_by.is_some() && before.reveal_by.is_none()
    }

    /// Whether the part of the deals that all visitors see differs from the earlier state `before`.
    pub(crate) fn is_shown_otherwise(&self, before: &Self) -> bool {
        self.promised != before.promised
            || self.reveal_by != before.reveal_by
            || self.chain != before.chain
    }

    /// The table's and the seats' commitments for the running match, or else for the next one.
    pub(crate) fn room_fairness(&self, matches: &Matches) -> RoomFairness {
        let dealt = self.being_dealt(matches);
        RoomFairness {
            scheme: SCHEME,
            commitment: dealt.chain.get().commitment(),
            first: dealt.first,
            match_number: dealt.match_number,
            seats: dealt.seats.map(|seat| seat.commitment),
            revealing: self.reveal_by.is_some(),
        }
    }

    /// The proof of the deals of the last match, or of one round of it. Only rounds that have ended are
    /// included. `None` if no such round has ended.
    pub(crate) fn fairness(&self, matches: &Matches, round: Option<u32>) -> Option<Fairness> {
        let dealt = self.dealt.as_ref()?;
        let needs = matches.running().map(Match::needs);
        let runs = matches!(needs, Some(Need::Play(_)));
        let ended = dealt.rounds.len() - usize::from(runs);
        let rounds = match round {
            None => 0..ended,
            Some(round) => {
                let index = (round as usize).saturating_sub(1);
                index..ended.min(round as usize)
            }
        };
        let rounds: Vec<_> = rounds.filter_map(|index| dealt.shown(index)).collect();
        (!rounds.is_empty()).then(|| Fairness {
            scheme: SCHEME,
            table: self.table,
            match_number: dealt.match_number,
            commitment: dealt.chain.get().commitment(),
            first: dealt.first,
            seats: dealt.seats,
            rounds,
        })
    }
}

/// The number of the round to which the next deal belongs.
fn round_to_deal(matches: &Matches) -> u32 {
    let running = matches.running();
    running.map_or(1, |game| u32::from(game.round_number()) + 1)
}

//! Tables that are dealt alike, and their records.

use boneyard_fair::{
    Chain, Deal, Hash, LogHead, Promise, Purpose, Secret, Section, Seed, TableSeed, Terms, order,
};
use boneyard_protocol::TableId;
use boneyard_protocol::fairness::agreed;
use boneyard_rules::{Chance, Event, Match, Need, Order, Rules, Transcript};
use serde_json::{Value, json};

use super::super::played::record;

/// A table of a section, with the seed of each seat that promised one.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) id: TableId,
    pub(super) match_number: u32,
    pub(super) agreed: Hash,
    seeds: Vec<Option<Seed>>,
}

/// Tables that are dealt from one chain.
#[derive(Clone)]
pub(super) struct Tables {
    pub(super) chain: Chain,
    pub(super) tables: Vec<Table>,
}

fn seed(table: u8, seat: u8) -> Seed {
    let mut bytes = [table; 32];
    bytes[0] = seat;
    Seed::from(bytes)
}

impl Table {
    /// Every fifth seat promises nothing.
    pub(super) fn new(number: u8, rules: &Rules) -> Self {
        let seats = rules.seating().seat_count() as u8;
        let seed = |seat| ((number * seats + seat) % 5 != 4).then(|| seed(number, seat));
        Self {
            id: format!("{:032x}", u32::from(number) + 1).parse().unwrap(),
            match_number: u32::from(number % 3) + 1,
            agreed: agreed(rules, &vec![None; usize::from(seats)]),
            seeds: (0..seats).map(seed).collect(),
        }
    }

    pub(super) fn promises(&self) -> Vec<Option<Promise>> {
        let promise = |seed: &Seed| Promise {
            commitment: seed.commitment(),
            head: LogHead::default(),
        };
        let seeds = self.seeds.iter();
        seeds.map(|seed| seed.as_ref().map(promise)).collect()
    }

    pub(super) fn terms(&self, chain: &Chain) -> Hash {
        let terms = Terms {
            table: self.id.bits().to_be_bytes(),
            match_number: self.match_number,
            commitment: chain.commitment(),
            agreed: self.agreed,
            promises: &self.promises(),
        };
        terms.hash()
    }

    fn proof(&self) -> Value {
        let seats = self.promises().into_iter().zip(&self.seeds);
        let seats = seats.map(|(promise, seed)| json!({ "promise": promise, "seed": seed }));
        json!({ "table": self.id, "match": self.match_number, "agreed": self.agreed, "seats": seats.collect::<Vec<_>>() })
    }
}

impl Tables {
    pub(super) fn new(count: u8, rules: &Rules) -> Self {
        Self {
            chain: Chain::new(&TableSeed::from([count; 32]), 1),
            tables: (0..count).map(|number| Table::new(number, rules)).collect(),
        }
    }

    pub(super) fn section(&self) -> Section {
        Section::new(self.tables.iter().map(|table| table.terms(&self.chain))).unwrap()
    }

    /// The seeds of all tables, in the order of the section.
    fn seeds(&self) -> Vec<Seed> {
        let in_order = self.section();
        let tables = in_order.matches().iter().map(|terms| {
            let table = |table: &&Table| table.terms(&self.chain) == *terms;
            self.tables.iter().find(table).unwrap()
        });
        tables
            .flat_map(|table| table.seeds.iter().flatten().copied())
            .collect()
    }

    /// An order of the tiles for all tables.
    fn order(&self, round: u32, chance: Chance, attempt: u32) -> (Secret, Order) {
        let deal = Deal {
            terms: self.section().terms(),
            round,
            purpose: chance.purpose,
            attempt,
            seeds: &self.seeds(),
        };
        let secret = self.chain.secret(round).unwrap();
        (secret, order(&secret, &deal, chance.things))
    }

    /// Plays the match of one table, and makes its record. `pick` chooses the placements.
    pub(super) fn play(&self, rules: &Rules, table: usize, mut pick: u64) -> Value {
        let mut game = Match::new(rules);
        let (mut events, mut rounds): (Vec<Event>, Vec<Value>) = (Vec::new(), Vec::new());
        let (mut lots, mut deals) = (Value::Null, Vec::new());
        while game.needs() != Need::Nothing {
            let round = rounds.len() as u32 + 1;
            let made = match game.needs() {
                Need::Move(seat) => {
                    pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let all = game.moves(seat);
                    game.take(seat, all[(pick >> 33) as usize % all.len()])
                        .unwrap()
                }
                Need::Chance(chance) if chance.purpose == Purpose::Lots => {
                    let (_, order) = self.order(round, chance, 0);
                    lots = json!(order);
                    game.deal(&order).unwrap()
                }
                Need::Chance(chance) => {
                    let attempt = deals.len() as u32;
                    let (secret, order) = self.order(round, chance, attempt);
                    deals.push(json!(order));
                    let made = game.deal(&order).unwrap();
                    if matches!(game.needs(), Need::Move(_)) {
                        let mut proof = json!({ "round": round, "secret": secret, "deals": deals });
                        if !lots.is_null() {
                            proof["lots"] = lots.take();
                        }
                        rounds.push(proof);
                        deals.clear();
                    }
                    made
                }
                Need::Nothing => unreachable!("the loop has ended"),
            };
            events.extend(made);
        }
        let transcript = Transcript {
            rules: *rules,
            events,
        };
        let computers = vec![None; rules.seating().seat_count()];
        record(rules, &computers, &transcript, &self.proof(table, &rounds))
    }

    fn proof(&self, table: usize, rounds: &[Value]) -> Value {
        let mut proof = self.tables[table].proof();
        let others = (0..self.tables.len()).filter(|&other| other != table);
        let others: Vec<Value> = others.map(|other| self.tables[other].proof()).collect();
        proof["scheme"] = json!(boneyard_fair::SCHEME);
        proof["commitment"] = json!(self.chain.commitment());
        proof["section"] = json!(others);
        proof["rounds"] = json!(rounds);
        proof
    }

    pub(super) fn play_all(&self, rules: &Rules) -> Vec<Value> {
        let tables = 0..self.tables.len();
        tables
            .map(|table| self.play(rules, table, table as u64))
            .collect()
    }
}

//! Searches the bytes that leave the server for secrets: the table's seed, the secrets of rounds that have
//! not ended, and the players' seeds before all of them are there.

use std::collections::{HashMap, HashSet};

use boneyard_fair::{CHAIN_LENGTH, Chain, Secret, Seed, TableSeed};
use boneyard_protocol::{Commitment, ServerMessage, Status};
use boneyard_rules::Need;

use crate::state::State;

/// All secrets from which a table's deals are made.
pub(crate) struct Secrets {
    seed: TableSeed,
    /// The match and the round of each secret. The head of a chain has the round 0.
    places: HashMap<Secret, (u32, u32)>,
    /// How many matches are in `places`.
    matches: u32,
    /// The commitments to the seeds of the matches that were called off.
    called_off: HashSet<Commitment>,
}

impl Secrets {
    pub(crate) fn of(seed: TableSeed) -> Self {
        let mut secrets = Self {
            seed,
            places: HashMap::new(),
            matches: 0,
            called_off: HashSet::new(),
        };
        secrets.learn_chain();
        secrets
    }

    fn learn_chain(&mut self) {
        self.matches += 1;
        let last = Chain::new(&self.seed, self.matches).secret(CHAIN_LENGTH);
        let secrets = std::iter::successors(last, |secret| Some(secret.before()));
        let rounds = (0..=CHAIN_LENGTH).rev();
        let places = rounds.map(|round| (self.matches, round));
        self.places.extend(secrets.zip(places));
    }

    /// Learns the secrets that follow from a change of the state.
    pub(crate) fn learn(&mut self, before: &State, next: &State) {
        while self.matches <= next.deals.begun() {
            self.learn_chain();
        }
        if next.deals.called_off() > before.deals.called_off() {
            let seats = before.rules().seating().seats();
            let promises = seats.filter_map(|seat| before.deals.promised(seat).promise);
            self.called_off
                .extend(promises.map(|promise| promise.commitment));
        }
    }

    /// Fails if the message holds a secret that visitors may not know in this state.
    pub(crate) fn stay_in(&self, state: &State, message: &ServerMessage) {
        let bytes = message.encode();
        let proved = state.fairness(None);
        let seats = state.deals.room_fairness(&state.matches).seats;
        for digits in long_hex(&bytes) {
            assert_ne!(digits, self.seed.to_string(), "the table's seed: {bytes}");
            if let Some(&(number, round)) = self.places.get(&digits.parse().unwrap()) {
                let is_proved = proved
                    .as_ref()
                    .is_some_and(|proved| proved.match_number == number && round <= ended(state));
                let is_head = round == 0 && number <= state.deals.begun();
                assert!(
                    is_proved || is_head,
                    "the secret of a round to come: {bytes}"
                );
            }
            let seed: Seed = digits.parse().unwrap();
            let is_of = |commitment| seed.keeps(&commitment);
            let early = seats.iter().any(|(_, seat)| {
                let promise = seat.promise.filter(|_| seat.seed.is_none());
                promise.is_some_and(|promise| is_of(promise.commitment))
            });
            assert!(!early, "a seed before all are there: {bytes}");
            let called_off = self.called_off.contains(&seed.commitment());
            assert!(!called_off, "a seed of a match without a deal: {bytes}");
        }
    }
}

/// How many rounds of the last match have ended.
fn ended(state: &State) -> u32 {
    let dealt = state
        .matches
        .current()
        .as_ref()
        .map_or(0, |game| u32::from(game.round_number()));
    let running = state.status() == Status::Playing && matches!(state.needs(), Need::Move(_));
    dealt - u32::from(running)
}

fn long_hex(text: &str) -> impl Iterator<Item = &str> {
    let texts = text.split('"').filter(|text| text.len() == 64);
    texts.filter(|text| text.bytes().all(|letter| letter.is_ascii_hexdigit()))
}

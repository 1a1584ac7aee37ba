//! Searches the bytes that leave the server for secrets: the table's seed, the secrets of rounds that have
//! not ended, and the players' seeds before the first round has ended.

use std::collections::HashMap;

use boneyard_fair::{CHAIN_LENGTH, Chain, Secret, TableSeed};
use boneyard_protocol::{ServerMessage, Status};
use boneyard_rules::Need;

use crate::state::State;

/// All secrets from which a table's deals are made.
pub(crate) struct Secrets {
    table: String,
    /// The index of each secret in the table's first chain.
    places: HashMap<Secret, u32>,
}

impl Secrets {
    pub(crate) fn of(seed: &TableSeed) -> Self {
        let last = Chain::new(seed, 0).secret(CHAIN_LENGTH);
        let secrets = std::iter::successors(last, |secret| Some(secret.before()));
        Self {
            table: seed.to_string(),
            places: secrets.zip((1..=CHAIN_LENGTH).rev()).collect(),
        }
    }

    /// Fails if the message holds a secret that visitors may not know in this state.
    pub(crate) fn stay_in(&self, state: &State, message: &ServerMessage) {
        let bytes = message.encode();
        let rounds = state
            .fairness(None)
            .map_or(0, |all| all.first - 1 + ended(state));
        let promised = state.deals.room_fairness(&state.matches).seats;
        for digits in long_hex(&bytes) {
            assert_ne!(digits, self.table, "the table's seed: {bytes}");
            let place = self.places.get(&digits.parse().unwrap()).copied();
            let place = place.unwrap_or_default();
            assert!(place <= rounds, "the secret of a round to come: {bytes}");
            let seed: boneyard_protocol::Seed = digits.parse().unwrap();
            let waits = state.status() != Status::Playing || ended(state) == 0;
            let known = promised
                .iter()
                .any(|(_, &promise)| Some(seed.commitment()) == promise);
            assert!(
                !(waits && known),
                "a seed before the first round ended: {bytes}"
            );
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
    let running = state.status() == Status::Playing && matches!(state.needs(), Need::Play(_));
    dealt - u32::from(running)
}

fn long_hex(text: &str) -> impl Iterator<Item = &str> {
    let texts = text.split('"').filter(|text| text.len() == 64);
    texts.filter(|text| text.bytes().all(|letter| letter.is_ascii_hexdigit()))
}

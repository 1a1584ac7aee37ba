//! Laws of the deal: equal values give equal orders, and different values give different orders.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_fair::{
    Binding, Chain, Commitment, Contribution, Deal, Purpose, Secret, Seed, TableSeed, order,
};
use boneyard_rules::rules::DominoSet;
use boneyard_rules::{Order, TileSet};
use proptest::prelude::*;

fn any_seat() -> impl Strategy<Value = Contribution> {
    prop_oneof![
        Just(Contribution::Nothing),
        any::<[u8; 32]>().prop_map(|bytes| Contribution::Withheld(Commitment::from(bytes))),
        any::<[u8; 32]>().prop_map(|bytes| Contribution::Seed(Seed::from(bytes))),
    ]
}

/// All values that an order depends on, except the secret and the tile set.
type Parts = (Binding, u32, u32, bool, u32, Vec<Contribution>);

/// A random table and a random place in the chain.
fn any_binding() -> impl Strategy<Value = Binding> {
    (any::<[u8; 16]>(), 1..2048_u32).prop_map(|(table, first)| Binding { table, first })
}

fn any_parts() -> impl Strategy<Value = Parts> {
    let seats = prop::collection::vec(any_seat(), 2..=4);
    (
        any_binding(),
        1..50_u32,
        1..1000_u32,
        any::<bool>(),
        0..3_u32,
        seats,
    )
}

fn made(secret: &Secret, parts: &Parts) -> Order {
    let (binding, match_number, round, lots, attempt, seats) = parts;
    let deal = Deal {
        binding: *binding,
        match_number: *match_number,
        round: *round,
        purpose: if *lots { Purpose::Lots } else { Purpose::Deal },
        attempt: *attempt,
        seats,
    };
    order(secret, &deal, DominoSet::DoubleSix)
}

proptest! {
    #[test]
    fn an_order_has_each_tile_once_and_is_repeatable(
        secret in any::<[u8; 32]>(),
        parts in any_parts(),
    ) {
        let secret = Secret::from(secret);
        let order = made(&secret, &parts);
        let tiles: std::collections::BTreeSet<_> = order.tiles().iter().collect();
        prop_assert_eq!(tiles.len(), 28);
        prop_assert_eq!(made(&secret, &parts), order);
    }

    #[test]
    fn any_other_secret_or_part_makes_another_order(
        secret in any::<[u8; 32]>(),
        other in any::<[u8; 32]>(),
        parts in any_parts(),
        others in any_parts(),
    ) {
        // Two orders could be equal by chance. The probability is 1 in 28!, so this does not happen in a
        // test.
        prop_assume!(secret != other && parts != others);
        let (secret, other) = (Secret::from(secret), Secret::from(other));
        prop_assert_ne!(made(&secret, &parts), made(&other, &parts));
        prop_assert_ne!(made(&secret, &parts), made(&secret, &others));
        let (binding, number, round, lots, attempt, seats) = parts.clone();
        let next = Binding { first: binding.first + 1, ..binding };
        let mut elsewhere = binding;
        elsewhere.table[15] ^= 1;
        for changed in [
            (next, number, round, lots, attempt, seats.clone()),
            (elsewhere, number, round, lots, attempt, seats.clone()),
            (binding, number + 1, round, lots, attempt, seats.clone()),
            (binding, number, round + 1, lots, attempt, seats.clone()),
            (binding, number, round, !lots, attempt, seats.clone()),
            (binding, number, round, lots, attempt + 1, seats),
        ] {
            prop_assert_ne!(made(&secret, &parts), made(&secret, &changed));
        }
    }

    #[test]
    fn every_set_is_shuffled_completely(
        secret in any::<[u8; 32]>(),
        binding in any_binding(),
        set in prop::sample::select(DominoSet::ALL),
    ) {
        let deal = Deal {
            binding,
            match_number: 1,
            round: 1,
            purpose: Purpose::Deal,
            attempt: 0,
            seats: &[],
        };
        let secret = Secret::from(secret);
        let made: TileSet = order(&secret, &deal, set).tiles().iter().copied().collect();
        prop_assert_eq!(made, set.tiles());
    }

    #[test]
    fn a_seed_belongs_to_its_own_commitment_only(one in any::<[u8; 32]>(), bit in 0..256_usize) {
        let mut other = one;
        other[bit / 8] ^= 1 << (bit % 8);
        let (one, other) = (Seed::from(one), Seed::from(other));
        prop_assert!(one.keeps(&one.commitment()));
        prop_assert!(!other.keeps(&one.commitment()));
    }

    #[test]
    fn a_secret_proves_its_place_in_the_chain(
        table in any::<[u8; 32]>(),
        number in 1..=boneyard_fair::CHAIN_LENGTH,
    ) {
        let chain = Chain::new(&TableSeed::from(table), 0);
        let secret = chain.secret(number).unwrap();
        prop_assert_eq!(secret.commitment(number), chain.commitment());
        prop_assert_ne!(secret.commitment(number - 1), chain.commitment());
        prop_assert_ne!(secret.commitment(number + 1), chain.commitment());
    }
}

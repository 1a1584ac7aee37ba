//! Laws of the deal: equal values give equal orders, and different values give different orders.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_fair::{Chain, Commitment, Deal, Hash, LogHead, Promise, Purpose, Secret, Section};
use boneyard_fair::{Seed, TableSeed, Terms, order};
use boneyard_rules::Order;
use boneyard_rules::order::THINGS_MAX;
use proptest::prelude::*;

fn any_promise() -> impl Strategy<Value = Option<Promise>> {
    let promise = any::<([u8; 32], u32, [u8; 32])>().prop_map(|(commitment, size, root)| Promise {
        commitment: Commitment::from(commitment),
        head: LogHead {
            size,
            root: Hash::from(root),
        },
    });
    prop::option::of(promise)
}

fn any_seeds() -> impl Strategy<Value = Vec<Seed>> {
    prop::collection::vec(any::<[u8; 32]>().prop_map(Seed::from), 0..=4)
}

/// All values that an order depends on, except the secret and the tile set.
type Parts = (Hash, u32, bool, u32, Vec<Seed>);

fn any_parts() -> impl Strategy<Value = Parts> {
    let terms = any::<[u8; 32]>().prop_map(Hash::from);
    (terms, 1..1000_u32, any::<bool>(), 0..3_u32, any_seeds())
}

fn made(secret: &Secret, parts: &Parts) -> Order {
    let (terms, round, lots, attempt, seeds) = parts;
    let deal = Deal {
        terms: *terms,
        round: *round,
        purpose: if *lots { Purpose::Lots } else { Purpose::Deal },
        attempt: *attempt,
        seeds,
    };
    order(secret, &deal, 28)
}

proptest! {
    #[test]
    fn an_order_has_each_tile_once_and_is_repeatable(
        secret in any::<[u8; 32]>(),
        parts in any_parts(),
    ) {
        let secret = Secret::from(secret);
        let order = made(&secret, &parts);
        let tiles: std::collections::BTreeSet<_> = order.things().iter().collect();
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
        let (terms, round, lots, attempt, seeds) = parts.clone();
        for changed in [
            (Hash::of(&[terms.bytes()]), round, lots, attempt, seeds.clone()),
            (terms, round + 1, lots, attempt, seeds.clone()),
            (terms, round, !lots, attempt, seeds.clone()),
            (terms, round, lots, attempt + 1, seeds.clone()),
            (terms, round, lots, attempt, [seeds, vec![Seed::default()]].concat()),
        ] {
            prop_assert_ne!(made(&secret, &parts), made(&secret, &changed));
        }
    }

    #[test]
    fn a_section_depends_on_its_matches_and_not_on_their_order(
        matches in prop::collection::hash_set(any::<[u8; 32]>(), 1..20),
        turn in any::<prop::sample::Index>(),
    ) {
        let mut matches: Vec<Hash> = matches.into_iter().map(Hash::from).collect();
        let section = Section::new(matches.clone()).unwrap();
        let turn = turn.index(matches.len());
        matches.rotate_left(turn);
        prop_assert_eq!(&Section::new(matches.clone()).unwrap(), &section);
        // The terms of a section of one match are not those of the match.
        prop_assert!(!matches.contains(&section.terms()));
        let twice = [matches.as_slice(), &matches[..1]].concat();
        prop_assert_eq!(Section::new(twice), None);
        let another = Hash::of(&[matches[0].bytes()]);
        let more = Section::new(matches.iter().copied().chain([another])).unwrap();
        prop_assert_ne!(more.terms(), section.terms());
        matches[0] = another;
        prop_assert_ne!(Section::new(matches).unwrap().terms(), section.terms());
    }

    #[test]
    fn different_terms_have_different_hashes(
        table in any::<[u8; 16]>(),
        number in 1..50_u32,
        commitment in any::<[u8; 32]>(),
        agreed in any::<[u8; 32]>(),
        promises in prop::collection::vec(any_promise(), 2..=4),
        seat in 0..2_usize,
    ) {
        let terms = Terms {
            table,
            match_number: number,
            commitment: Commitment::from(commitment),
            agreed: Hash::from(agreed),
            promises: &promises,
        };
        let mut others = vec![
            Terms { table: [table[0] ^ 1; 16], ..terms },
            Terms { match_number: number + 1, ..terms },
            Terms { commitment: Seed::from(commitment).commitment(), ..terms },
            Terms { agreed: Hash::of(&[&agreed]), ..terms },
            Terms { promises: &promises[1..], ..terms },
        ];
        let mut changed: Vec<Vec<Option<Promise>>> = vec![promises.clone(); 3];
        changed[0][seat] = match promises[seat] {
            Some(_) => None,
            None => Some(Promise { commitment: terms.commitment, head: LogHead::default() }),
        };
        if let Some(promise) = &mut changed[1][seat] {
            promise.head.size ^= 1;
        }
        if let Some(promise) = &mut changed[2][seat] {
            promise.head.root = Hash::of(&[promise.head.root.bytes()]);
        }
        let changed = changed.iter().filter(|changed| **changed != promises);
        others.extend(changed.map(|promises| Terms { promises, ..terms }));
        for other in others {
            prop_assert_ne!(other.hash(), terms.hash(), "{:?}", other);
        }
    }

    #[test]
    fn every_number_of_things_is_shuffled_completely(
        secret in any::<[u8; 32]>(),
        things in 2..=THINGS_MAX,
    ) {
        let deal = Deal {
            terms: Hash::default(),
            round: 1,
            purpose: Purpose::Deal,
            attempt: 0,
            seeds: &[],
        };
        let secret = Secret::from(secret);
        let mut made = order(&secret, &deal, things).things().to_vec();
        made.sort_unstable();
        let sorted = Order::sorted(things);
        prop_assert_eq!(made.as_slice(), sorted.things());
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
        let chain = Chain::new(&TableSeed::from(table), 1);
        let secret = chain.secret(number).unwrap();
        prop_assert_eq!(secret.commitment(number), chain.commitment());
        prop_assert_ne!(secret.commitment(number - 1), chain.commitment());
        prop_assert_ne!(secret.commitment(number + 1), chain.commitment());
    }
}

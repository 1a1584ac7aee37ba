//! `docs/fair-deal-vectors.json` contains examples for verifiers in all languages. The test fails if the
//! file differs from the results of this crate. With `UPDATE=1` it writes the file.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use boneyard_fair::{
    Binding, Chain, Commitment, Contribution, Deal, Purpose, SCHEME, Secret, Seed, TableSeed, order,
};
use boneyard_rules::Tile;
use boneyard_rules::rules::DominoSet;
use serde::Serialize;

const COMMAND: &str = "UPDATE=1 cargo test -p boneyard-fair --test vectors";

#[derive(Serialize)]
struct Vectors {
    scheme: u32,
    seeds: Vec<Promise>,
    chains: Vec<Link>,
    orders: Vec<Made>,
}

#[derive(Serialize)]
struct Promise {
    seed: Seed,
    commitment: Commitment,
}

/// A secret, the previous secret in the chain, and the head of the chain.
#[derive(Serialize)]
struct Link {
    number: u32,
    secret: Secret,
    before: Secret,
    commitment: Commitment,
}

#[derive(Serialize)]
struct Made {
    /// The table's id.
    table: String,
    first: u32,
    /// The number of tiles in the set; absent if it is 28.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<u8>,
    secret: Secret,
    #[serde(rename = "match")]
    match_number: u32,
    round: u32,
    purpose: &'static str,
    attempt: u32,
    seats: Vec<Seat>,
    order: Vec<Tile>,
}

/// The contribution of a seat, as in a record. Both fields are absent for a seat that contributes
/// nothing. Only the commitment is present for a seat that withheld its seed.
#[derive(Serialize)]
struct Seat {
    commitment: Option<Commitment>,
    seed: Option<Seed>,
}

/// A seed with a pattern that depends on `number`.
fn seed(number: u8) -> Seed {
    Seed::from(std::array::from_fn(|i| {
        (i as u8).wrapping_mul(7).wrapping_add(number)
    }))
}

fn seat(contribution: Contribution) -> Seat {
    match contribution {
        Contribution::Nothing => Seat {
            commitment: None,
            seed: None,
        },
        Contribution::Seed(seed) => Seat {
            commitment: Some(seed.commitment()),
            seed: Some(seed),
        },
        Contribution::Withheld(promise) => Seat {
            commitment: Some(promise),
            seed: None,
        },
    }
}

/// Orders for the examples. They differ in the contributions of the seats, the match, the round, the
/// purpose, the attempt, the table, the place in the chain and the set.
fn orders(chain: &Chain) -> Vec<Made> {
    let (one, two) = (Contribution::Seed(seed(1)), Contribution::Seed(seed(2)));
    let none = Contribution::Nothing;
    let withheld = |number| Contribution::Withheld(seed(number).commitment());
    let lists: [&[Contribution]; 8] = [
        &[one, two],
        &[two, one],
        &[one, none],
        &[none, none],
        &[one, withheld(1)],
        &[none, one, withheld(2)],
        &[none, none, none],
        &[one, two, none, withheld(3)],
    ];
    let mut made = Vec::new();
    for (case, seats) in (0_u32..).zip(lists) {
        for (n, (match_number, round, purpose, attempt)) in (1..).zip([
            (1, 1, Purpose::Deal, 0),
            (1, 1, Purpose::Lots, 0),
            (1, 1, Purpose::Deal, 1),
            (1, 2, Purpose::Deal, 0),
            (3, 1000, Purpose::Deal, 0),
            (70_000, 258, Purpose::Lots, 99),
        ]) {
            let secret = chain.secret(case * 200 + n).unwrap();
            let first = case + n;
            let table: [u8; 16] =
                std::array::from_fn(|i| (i as u8).wrapping_mul(17) ^ (case as u8));
            let deal = Deal {
                binding: Binding { table, first },
                match_number,
                round,
                purpose,
                attempt,
                seats,
            };
            let set = match n {
                3 => DominoSet::NoDoubleBlank,
                4 => DominoSet::DoubleNine,
                _ => DominoSet::DoubleSix,
            };
            let hex = |byte: &u8| format!("{byte:02x}");
            made.push(Made {
                table: table.iter().map(hex).collect(),
                first,
                tiles: (set != DominoSet::DoubleSix).then_some(set.len() as u8),
                secret,
                match_number,
                round,
                purpose: match purpose {
                    Purpose::Lots => "lots",
                    Purpose::Deal => "deal",
                },
                attempt,
                seats: seats.iter().map(|&each| seat(each)).collect(),
                order: order(&secret, &deal, set).tiles().to_vec(),
            });
        }
    }
    made
}

fn vectors() -> Vectors {
    let chain = Chain::new(&TableSeed::from([0; 32]), 0);
    let link = |number| {
        let secret = chain.secret(number).unwrap();
        Link {
            number,
            secret,
            before: secret.before(),
            commitment: chain.commitment(),
        }
    };
    let promise = |number| Promise {
        seed: seed(number),
        commitment: seed(number).commitment(),
    };
    Vectors {
        scheme: SCHEME,
        seeds: [0, 1, 2, 200].map(promise).into(),
        chains: [1, 2, 3, 32, 33, 1000, 2048].map(link).into(),
        orders: orders(&chain),
    }
}

#[test]
fn the_published_vectors_are_what_this_crate_makes() {
    let fresh = format!("{}\n", serde_json::to_string_pretty(&vectors()).unwrap());
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let file = docs.join("fair-deal-vectors.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == fresh,
        "docs/fair-deal-vectors.json is stale. If the scheme was meant to change it needs another number; \
         the file is written anew with:\n\n    {COMMAND}\n"
    );
}

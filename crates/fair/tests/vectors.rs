//! `docs/fair-deal-vectors.json` contains examples for verifiers in all languages. The test fails if the
//! file differs from the results of this crate. With `UPDATE=1` it writes the file.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use boneyard_fair::{
    Chain, Commitment, Deal, Hash, LogHead, Promise, Purpose, SCHEME, Secret, Section, Seed,
    TableSeed, Terms, order,
};
use boneyard_rules::Order;
use serde::Serialize;

const COMMAND: &str = "UPDATE=1 cargo test -p boneyard-fair --test vectors";

#[derive(Serialize)]
struct Vectors {
    scheme: u32,
    seeds: Vec<Promised>,
    chains: Vec<Link>,
    terms: Vec<Fixed>,
    sections: Vec<Joined>,
    orders: Vec<Made>,
    section_orders: Vec<MadeTogether>,
}

#[derive(Serialize)]
struct Promised {
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

/// The terms of a match, and their hash.
#[derive(Clone, Serialize)]
struct Fixed {
    /// The table's id.
    table: String,
    #[serde(rename = "match")]
    match_number: u32,
    commitment: Commitment,
    agreed: Hash,
    seats: Vec<Option<Promise>>,
    terms: Hash,
}

/// The terms of several matches, in any order, and those of their section.
#[derive(Serialize)]
struct Joined {
    matches: Vec<Hash>,
    terms: Hash,
}

/// The first deal of a section: its matches in any order, with the seeds of each from seat 0.
#[derive(Serialize)]
struct MadeTogether {
    matches: Vec<Seeded>,
    terms: Hash,
    secret: Secret,
    round: u32,
    order: Order,
}

#[derive(Clone, Serialize)]
struct Seeded {
    #[serde(flatten)]
    fixed: Fixed,
    seeds: Vec<Seed>,
}

#[derive(Serialize)]
struct Made {
    terms: Hash,
    /// The number of things; absent if it is 28.
    #[serde(skip_serializing_if = "Option::is_none")]
    things: Option<usize>,
    secret: Secret,
    round: u32,
    purpose: &'static str,
    attempt: u32,
    seeds: Vec<Seed>,
    order: Order,
}

/// A seed with a pattern that depends on `number`.
fn seed(number: u8) -> Seed {
    Seed::from(std::array::from_fn(|i| {
        (i as u8).wrapping_mul(7).wrapping_add(number)
    }))
}

/// A promise of the seed with this number. Seats with an even number know no head of the log.
fn promise(number: u8) -> Promise {
    let head = LogHead {
        size: u32::from(number) * 70_001,
        root: Hash::of(&[&[number]]),
    };
    Promise {
        commitment: seed(number).commitment(),
        head: if number % 2 == 1 {
            head
        } else {
            LogHead::default()
        },
    }
}

/// Terms that differ in the promises of the seats, the match, the table and the chain; with the numbers of
/// the promised seeds.
fn terms(chain: &Chain) -> Vec<(Fixed, Vec<u8>)> {
    let lists: [&[Option<u8>]; 6] = [
        &[Some(1), Some(2)],
        &[Some(2), Some(1)],
        &[Some(1), None],
        &[None, None],
        &[None, Some(3), Some(1)],
        &[Some(1), Some(2), None, Some(3)],
    ];
    let cases = (0_u8..).zip(lists);
    let fixed = cases.map(|(case, numbers)| {
        let table: [u8; 16] = std::array::from_fn(|i| (i as u8).wrapping_mul(17) ^ case);
        let match_number = [1, 2, 70_000][usize::from(case) % 3];
        let commitment = chain.commitment();
        let agreed = Hash::of(&[&[case]]);
        let seats: Vec<_> = numbers.iter().map(|&number| number.map(promise)).collect();
        let terms = Terms {
            table,
            match_number,
            commitment,
            agreed,
            promises: &seats,
        };
        let hex = |byte: &u8| format!("{byte:02x}");
        let fixed = Fixed {
            table: table.iter().map(hex).collect(),
            match_number,
            commitment,
            agreed,
            terms: terms.hash(),
            seats,
        };
        (fixed, numbers.iter().copied().flatten().collect())
    });
    fixed.collect()
}

/// Sections of 1, 2, 3 and 300 matches.
fn sections() -> Vec<Joined> {
    let joined = |count: u32| {
        let matches: Vec<Hash> = (0..count)
            .map(|of| Hash::of(&[&of.to_be_bytes()]))
            .collect();
        Joined {
            terms: Section::new(matches.iter().copied()).unwrap().terms(),
            matches,
        }
    };
    [1, 2, 3, 300].map(joined).into()
}

/// Orders for the examples. They differ in the terms, the seeds, the round, the purpose, the attempt and the
/// number of things.
fn orders(chain: &Chain) -> Vec<Made> {
    let mut made = Vec::new();
    for (fixed, numbers) in terms(chain) {
        let seeds: Vec<_> = numbers.into_iter().map(seed).collect();
        for (round, purpose, attempt, things) in [
            (1, Purpose::Deal, 0, 28),
            (1, Purpose::Lots, 0, 28),
            (1, Purpose::Deal, 1, 27),
            (2, Purpose::Deal, 0, 55),
            (2, Purpose::Deal, 1, 56),
            (1000, Purpose::Deal, 0, 128),
            (258, Purpose::Lots, 99, 28),
        ] {
            let secret = chain.secret(round).unwrap();
            let deal = Deal {
                terms: fixed.terms,
                round,
                purpose,
                attempt,
                seeds: &seeds,
            };
            made.push(Made {
                terms: fixed.terms,
                things: (things != 28).then_some(things),
                secret,
                round,
                purpose: match purpose {
                    Purpose::Lots => "lots",
                    Purpose::Deal => "deal",
                },
                attempt,
                order: order(&secret, &deal, things),
                seeds: seeds.clone(),
            });
        }
    }
    made
}

/// The first deals of sections of two, three and four matches.
fn section_orders(chain: &Chain) -> Vec<MadeTogether> {
    let seeded = terms(chain).into_iter().map(|(fixed, numbers)| Seeded {
        fixed,
        seeds: numbers.into_iter().map(seed).collect(),
    });
    let all: Vec<Seeded> = seeded.filter(|one| one.fixed.seats.len() == 2).collect();
    let made = [2, 3, 4].map(|count| {
        let matches = all[..count].to_vec();
        let hashes = matches.iter().map(|one| one.fixed.terms);
        let terms = Section::new(hashes).unwrap().terms();
        let mut ordered = matches.clone();
        ordered.sort_by_key(|one| *one.fixed.terms.bytes());
        let seeds: Vec<Seed> = ordered.into_iter().flat_map(|one| one.seeds).collect();
        let secret = chain.secret(1).unwrap();
        let deal = Deal {
            terms,
            round: 1,
            purpose: Purpose::Deal,
            attempt: 0,
            seeds: &seeds,
        };
        MadeTogether {
            matches,
            terms,
            secret,
            round: 1,
            order: order(&secret, &deal, 28),
        }
    });
    made.into()
}

fn vectors() -> Vectors {
    let chain = Chain::new(&TableSeed::from([0; 32]), 1);
    let link = |number| {
        let secret = chain.secret(number).unwrap();
        Link {
            number,
            secret,
            before: secret.before(),
            commitment: chain.commitment(),
        }
    };
    let promised = |number| Promised {
        seed: seed(number),
        commitment: seed(number).commitment(),
    };
    Vectors {
        scheme: SCHEME,
        seeds: [0, 1, 2, 200].map(promised).into(),
        chains: [1, 2, 3, 32, 33, 1000].map(link).into(),
        terms: terms(&chain).into_iter().map(|(fixed, _)| fixed).collect(),
        sections: sections(),
        orders: orders(&chain),
        section_orders: section_orders(&chain),
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

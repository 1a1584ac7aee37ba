//! A second verifier agrees with the server. It is written in Perl, only from the description of the scheme.

use std::path::Path;
use std::process::Command as Process;

use boneyard_fair::{Deal, Hash, Purpose, Seed};
use serde_json::{Value, json};

use super::played::records;
use super::turn_a_digit;

/// Runs a Perl program, which is written only from the description of the scheme, on records and shuffles.
/// Returns whether it agrees with all of them, and what it prints.
pub(super) fn verify_in_perl(cases: &[Value]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.json");
    std::fs::write(&file, serde_json::to_vec(cases).unwrap()).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/proofs/verifier.pl");
    let output = Process::new("perl")
        .arg(program)
        .stdin(std::fs::File::open(&file).unwrap())
        .output()
        .expect("perl is installed");
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

#[test]
fn a_program_in_perl_agrees_with_a_thousand_rounds() {
    let mut records = records(1_000);
    let (agrees, said) = verify_in_perl(&records);
    assert!(agrees, "{said}");
    let secret = &mut records[3]["fairness"]["rounds"][0]["secret"];
    turn_a_digit(secret);
    let (agrees, said) = verify_in_perl(&records);
    assert!(!agrees && said.contains("case 3: secret deal"), "{said}");
}

#[test]
fn a_program_in_perl_agrees_with_thousands_of_shuffles_of_other_sets() {
    let seed = |n: u32| Seed::from(std::array::from_fn(|i| (n as usize * 31 + i * 7) as u8));
    let mut cases = Vec::new();
    for things in [27, 55] {
        for n in 0..1_000_u32 {
            let secret = seed(n).to_string();
            let (terms, seeds) = (Hash::of(&[&n.to_be_bytes()]), [seed(n + 1), seed(n + 2)]);
            let (purpose, name) = if n % 5 == 0 {
                (Purpose::Lots, "lots")
            } else {
                (Purpose::Deal, "deal")
            };
            let deal = Deal {
                terms,
                round: n % 7 + 1,
                purpose,
                attempt: n % 3,
                seeds: &seeds[..n as usize % 3],
            };
            let order = boneyard_fair::order(&secret.parse().unwrap(), &deal, things);
            cases.push(json!({
                "terms": terms, "seeds": deal.seeds, "secret": secret, "round": deal.round, "purpose": name,
                "attempt": deal.attempt, "things": things, "order": order,
            }));
        }
    }
    let (agrees, said) = verify_in_perl(&cases);
    assert!(agrees, "{said}");
    assert_eq!(said, "2000 cases, 0 bad\n");
}

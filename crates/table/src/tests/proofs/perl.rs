//! A second verifier agrees with the server. It is written in Perl, only from the description of the scheme.

use std::path::Path;
use std::process::Command as Process;

use boneyard_fair::{Binding, Contribution, Deal, Purpose, Seed};
use boneyard_protocol::TableId;
use boneyard_rules::rules::DominoSet;
use serde_json::{Value, json};

use super::played::records;
use super::turn_a_digit;

/// Runs a Perl program, which is written only from the description of the scheme, on records and shuffles.
/// Returns whether it agrees with all of them, and what it prints.
fn verify_in_perl(cases: &[Value]) -> (bool, String) {
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
    for set in [DominoSet::NoDoubleBlank, DominoSet::DoubleNine] {
        for n in 0..1_000_u32 {
            let (table, secret) = (
                TableId::from_bits(u128::from(n) << 64 | 5),
                seed(n).to_string(),
            );
            let seats = [
                Contribution::Seed(seed(n + 1)),
                Contribution::Withheld(seed(n + 2).commitment()),
                Contribution::Nothing,
            ];
            let purpose = if n % 5 == 0 {
                Purpose::Lots
            } else {
                Purpose::Deal
            };
            let deal = Deal {
                binding: Binding {
                    table: table.bits().to_be_bytes(),
                    first: n + 1,
                },
                match_number: n + 2,
                round: n % 7 + 1,
                purpose,
                attempt: n % 3,
                seats: &seats,
            };
            let order = boneyard_fair::order(&secret.parse().unwrap(), &deal, set);
            cases.push(json!({
                "table": table, "first": n + 1, "match": n + 2, "round": n % 7 + 1,
                "purpose": i32::from(purpose == Purpose::Deal), "attempt": n % 3, "tiles": set.len(),
                "secret": secret, "order": order.tiles(),
                "seats": [
                    { "commitment": seed(n + 1).commitment(), "seed": seed(n + 1) },
                    { "commitment": seed(n + 2).commitment(), "seed": null },
                    { "commitment": null, "seed": null },
                ],
            }));
        }
    }
    let (agrees, said) = verify_in_perl(&cases);
    assert!(agrees, "{said}");
    assert_eq!(said, "2000 cases, 0 bad\n");
}

//! All signed bytes are as docs/fair-deal.md specifies. `docs/receipt-vectors.json` contains examples for
//! other programs.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use boneyard_fair::{Commitment, Hash, LogHead, Promise, PublicKey, Signature, SigningKey, merkle};
use boneyard_protocol::fairness::{agreed, terms};
use boneyard_protocol::transparency::{LogEntry, LogEvent, log_name, record_message};
use boneyard_protocol::{Level, Receipt, SignedHead, TableId};
use boneyard_rules::line::Preset;
use boneyard_rules::{BySeat, Seating};
use data_encoding::HEXLOWER;
use proptest::prelude::*;
use serde_json::{Value, json};

fn key() -> SigningKey {
    SigningKey::from_seed(&[42; 32])
}

fn hash(number: u8) -> Hash {
    Hash::of(&[&[number]])
}

fn table() -> TableId {
    TableId::from_bits(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)
}

fn signed(head: LogHead) -> SignedHead {
    SignedHead::new(head, 1_700_000_000_123, &key())
}

/// A receipt for a match whose beginning is the last of six entries of the log. Seat 0 knows the log of
/// three entries, seat 1 promised nothing, and the others know no head.
fn receipt(seating: Seating) -> Receipt {
    receipt_in(seating, None)
}

/// The same, for a match in a section with the matches of these terms.
fn receipt_in(seating: Seating, section: Option<Vec<Hash>>) -> Receipt {
    let others: Vec<Hash> = (0..5).map(|number| merkle::leaf(&[number])).collect();
    let pair = |n: usize| merkle::parent(&others[n], &others[n + 1]);
    let known = LogHead {
        size: 3,
        root: merkle::parent(&pair(0), &others[2]),
    };
    let seats = BySeat::from_fn(seating, |seat| {
        (seat.index() != 1).then(|| Promise {
            commitment: Commitment::from(*hash(seat.index() as u8).bytes()),
            head: if seat.index() == 0 {
                known
            } else {
                LogHead::default()
            },
        })
    });
    let four = merkle::parent(&pair(0), &pair(2));
    let mut receipt = Receipt {
        table: table(),
        match_number: 3,
        commitment: Commitment::from(*hash(5).bytes()),
        agreed: hash(6),
        seats,
        section,
        at_ms: 1_700_000_004_567,
        index: 5,
        log: signed(LogHead::default()),
        path: vec![others[4], four],
        heads: BySeat::from_fn(seating, |_| Vec::new()),
        key: key().public(),
    };
    let last = merkle::leaf(&receipt.entry().to_bytes());
    let right = merkle::parent(&others[4], &last);
    receipt.log = signed(LogHead {
        size: 6,
        root: merkle::parent(&four, &right),
    });
    receipt.heads = BySeat::from_fn(seating, |seat| match seat.index() {
        0 => vec![others[2], others[3], pair(0), right],
        _ => Vec::new(),
    });
    receipt
}

fn entries() -> [LogEntry; 5] {
    let transcript = hash(4);
    let events = [
        LogEvent::Began { terms: hash(3) },
        LogEvent::Ended { transcript },
        LogEvent::Aborted { transcript },
        LogEvent::CalledOff { missing: 0b1010 },
        LogEvent::CalledOff { missing: 0 },
    ];
    events.map(|event| LogEntry {
        at_ms: 1_700_000_000_123,
        table: log_name(table()),
        match_number: 3,
        event,
    })
}

/// The hash of the tree with these leaves (RFC 6962, 2.1).
fn root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::of(&[]),
        [one] => *one,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            merkle::parent(&root(left), &root(right))
        }
    }
}

/// Proofs that a log of 21 entries, or of a few less, goes on from an earlier one.
fn consistent() -> Vec<Value> {
    let leaves: Vec<Hash> = (0..21).map(|number| merkle::leaf(&[number])).collect();
    let head = |size: u32| json!({ "size": size, "root": root(&leaves[..size as usize]) });
    let sizes = [(1, 8), (3, 7), (4, 7), (6, 8), (7, 21), (16, 21), (20, 21)];
    let proved = sizes.map(|(from, to)| {
        let path = merkle::consistency(from, to);
        let hash = |span: &merkle::Span| root(&leaves[span.from as usize..span.to as usize]);
        let path: Vec<Hash> = path.iter().map(hash).collect();
        json!({ "before": head(from), "now": head(to), "path": path })
    });
    proved.into()
}

/// What is agreed for matches of some presets, as the text that is hashed.
fn agreements() -> Vec<Value> {
    let presets = [Preset::QUICK_DRAW, Preset::CUBAN_DOUBLE_NINE, Preset::KOZEL];
    let agreed = presets.map(|preset| {
        let rules = preset.rules();
        let mut computers = vec![None; rules.seating.seat_count()];
        computers[1] = Some(Level::Club);
        let rules = boneyard_rules::Rules::from(rules);
        json!({ "computers": computers, "rules": rules, "agreed": agreed(&rules, &computers) })
    });
    agreed.into()
}

/// JSON, and the text that is hashed for it (RFC 8785).
fn canonical() -> Value {
    let mut value = json!({
        "z": [1, { "b": null, "a": "\u{e9}\u{1f600}\"\\/\n\u{1}" }, []],
        "\u{e9}": true,
        "A": -7,
        "a": "",
    });
    value.sort_all_objects();
    json!({ "value": value, "text": value.to_string() })
}

fn vectors() -> Value {
    let section = || Some(vec![hash(7), hash(8)]);
    let receipts = [
        receipt(Seating::Two),
        receipt(Seating::Three),
        receipt(Seating::Partners),
        receipt_in(Seating::Two, section()),
        receipt_in(Seating::Two, Some(Vec::new())),
    ];
    let receipts = receipts.map(|receipt| {
        let entry = receipt.entry();
        let LogEvent::Began { terms } = entry.event else {
            unreachable!("a receipt is about a beginning")
        };
        json!({
            "receipt": receipt,
            "terms": terms,
            "entry": HEXLOWER.encode(&entry.to_bytes()),
            "leaf": merkle::leaf(&entry.to_bytes()),
        })
    });
    let entries = entries()
        .map(|entry| json!({ "entry": entry, "bytes": HEXLOWER.encode(&entry.to_bytes()) }));
    let head = receipt(Seating::Two).log;
    let record = hash(6);
    let message = record_message(&record, &head.head());
    json!({
        "tables": [{ "table": table(), "log_name": log_name(table()) }],
        "receipts": receipts,
        "heads": [{ "head": head, "message": HEXLOWER.encode(&head.message()) }],
        "records": [{
            "hash": record,
            "log": head,
            "message": HEXLOWER.encode(&message),
            "key": key().public(),
            "signature": key().sign(&message),
        }],
        "entries": entries,
        "consistent": consistent(),
        "agreed": agreements(),
        "canonical": [canonical()],
    })
}

#[test]
fn the_published_vectors_are_what_a_server_signs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/receipt-vectors.json");
    let text = serde_json::to_string_pretty(&vectors()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap();
    assert!(published == text, "run with UPDATE=1 if this is meant so");
}

#[test]
fn a_receipt_is_proved_and_nothing_in_it_can_be_changed() {
    for seating in [Seating::Two, Seating::Three, Seating::Partners] {
        let honest = receipt(seating);
        assert!(honest.is_proved());
        let text = serde_json::to_string(&honest).unwrap();
        let mut turned = 0;
        for (place, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_hexdigit()) {
            let other = if digit == '1' { "2" } else { "1" };
            let changed = format!("{}{other}{}", &text[..place], &text[place + 1..]);
            // A changed receipt that can't be parsed needs no check.
            let Ok(changed) = serde_json::from_str::<Receipt>(&changed) else {
                continue;
            };
            assert!(!changed.is_proved(), "{place} of {text}");
            turned += 1;
        }
        assert!(turned > 800, "{turned}");
    }
}

#[test]
fn a_receipt_of_a_section_is_proved_only_if_each_match_is_named_once() {
    let seating = Seating::Two;
    let own = receipt(seating);
    let own = terms(
        own.table,
        3,
        own.commitment,
        own.agreed,
        own.seats.as_slice(),
    );
    for section in [vec![], vec![hash(7)], vec![hash(8), hash(7)]] {
        let honest = receipt_in(seating, Some(section));
        assert!(honest.is_proved());
        let mut changed = honest.clone();
        changed.section = None;
        assert!(!changed.is_proved());
        let mut changed = honest;
        changed.section.as_mut().unwrap().push(hash(9));
        assert!(!changed.is_proved());
    }
    for twice in [vec![own], vec![hash(7), hash(7)], vec![hash(7), own]] {
        assert!(!receipt_in(seating, Some(twice)).is_proved());
    }
}

#[test]
fn entries_read_back_as_written() {
    for entry in entries() {
        let bytes = entry.to_bytes();
        assert_eq!(LogEntry::from_bytes(&bytes), Ok(entry));
        for size in 0..bytes.len() {
            assert!(LogEntry::from_bytes(&bytes[..size]).is_err(), "{size}");
        }
        assert!(LogEntry::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        let json = serde_json::to_string(&entry).unwrap();
        assert_eq!(serde_json::from_str::<LogEntry>(&json).unwrap(), entry);
    }
}

proptest! {
    #[test]
    fn no_bytes_are_two_entries(bytes in prop::collection::vec(any::<u8>(), 0..90)) {
        if let Ok(entry) = LogEntry::from_bytes(&bytes) {
            prop_assert_eq!(entry.to_bytes(), bytes);
        }
    }

    #[test]
    fn junk_is_no_signature(message: Vec<u8>, key: [u8; 32], signature in any::<[[u8; 32]; 2]>()) {
        let signature: [u8; 64] = signature.concat().try_into().unwrap();
        prop_assert!(!PublicKey::from(key).verifies(&message, &Signature::from(signature)));
    }
}

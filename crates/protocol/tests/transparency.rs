//! All signed bytes are as docs/fair-deal.md specifies. `docs/receipt-vectors.json` contains examples for
//! other programs.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use boneyard_fair::{Commitment, Hash, PublicKey, Signature, SigningKey};
use boneyard_protocol::transparency::{
    LogEntry, LogEvent, SignedTreeHead, TreeHead, record_message,
};
use boneyard_protocol::{Receipt, RoomFairness, TableId};
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

fn commitment(number: u8) -> Commitment {
    Commitment::from(*hash(number).bytes())
}

fn head(tree: u32, size: u32) -> SignedTreeHead {
    TreeHead {
        tree,
        size,
        at_ms: 1_700_000_000_123,
        root: hash(9),
    }
    .signed(&key())
}

fn receipt(seating: Seating, number: u8) -> Receipt {
    let shown = RoomFairness {
        scheme: 1,
        commitment: commitment(number),
        first: 7,
        match_number: 3,
        seats: BySeat::from_fn(seating, |seat| {
            (seat.index() != 1).then(|| commitment(seat.index() as u8))
        }),
        revealing: true,
    };
    let table = TableId::from_bits(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
    Receipt::new(table, &shown, 1_700_000_004_567, head(2, 99), &key())
}

fn entries() -> [LogEntry; 5] {
    let (commitment, match_number, transcript) = (commitment(1), 3, hash(4));
    let events = [
        LogEvent::Tree {
            tree: 1,
            size: 16_384,
            root: hash(2),
        },
        LogEvent::Opened { commitment },
        LogEvent::Began {
            commitment,
            match_number,
            terms: hash(3),
        },
        LogEvent::Ended {
            commitment,
            match_number,
            transcript,
        },
        LogEvent::Aborted {
            commitment,
            match_number,
            transcript,
        },
    ];
    events.map(|event| LogEntry {
        at_ms: 1_700_000_000_123,
        event,
    })
}

fn vectors() -> Value {
    let receipts = [Seating::Two, Seating::Three, Seating::Partners].map(|seating| {
        let receipt = receipt(seating, 5);
        json!({
            "receipt": receipt,
            "terms": receipt.terms(),
            "message": HEXLOWER.encode(&receipt.message()),
        })
    });
    let entries = entries()
        .map(|entry| json!({ "entry": entry, "bytes": HEXLOWER.encode(&entry.to_bytes()) }));
    let head = head(2, 99);
    let record = hash(6);
    let message = record_message(&record, &head.head);
    json!({
        "receipts": receipts,
        "heads": [{ "head": head, "message": HEXLOWER.encode(&head.head.message()) }],
        "records": [{
            "hash": record,
            "log": head,
            "message": HEXLOWER.encode(&message),
            "key": key().public(),
            "signature": key().sign(&message),
        }],
        "entries": entries,
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
fn a_receipt_is_signed_and_nothing_in_it_can_be_changed() {
    let honest = receipt(Seating::Three, 5);
    let holds = |receipt: &Receipt| receipt.key.verifies(&receipt.message(), &receipt.signature);
    assert!(holds(&honest));
    let text = serde_json::to_string(&honest).unwrap();
    let mut turned = 0;
    for (place, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_hexdigit()) {
        let other = if digit == '1' { "2" } else { "1" };
        let changed = format!("{}{other}{}", &text[..place], &text[place + 1..]);
        // A changed receipt that can't be parsed needs no check. The receipt's signature doesn't cover the
        // signature of the log's head, so the test checks the head separately.
        let Ok(changed) = serde_json::from_str::<Receipt>(&changed) else {
            continue;
        };
        let is_head = changed.log.signature != honest.log.signature
            || changed.log.head.at_ms != honest.log.head.at_ms;
        assert!(is_head || !holds(&changed), "{place}");
        let head = changed.log;
        assert!(!is_head || !head_holds(&changed.key, &head), "{place}");
        turned += 1;
    }
    assert!(turned > 600, "{turned}");
}

fn head_holds(key: &PublicKey, SignedTreeHead { head, signature }: &SignedTreeHead) -> bool {
    key.verifies(&head.message(), signature)
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

//! Looks for secrets of the deal in the server's messages.

use std::collections::{HashMap, HashSet};

use boneyard_protocol::{Outside, Promise, ServerMessage, Status, TableId};

use crate::known::KnownTable;

fn public_values(promise: &Promise) -> [String; 2] {
    [
        promise.commitment.to_string(),
        promise.head.root.to_string(),
    ]
}

/// Checks that a message contains no value of 32 bytes that must still be secret. Commitments, the proofs of
/// finished rounds, the seeds of a match that was dealt, and the public values of a receipt are allowed.
pub(crate) fn look_for_secrets(
    message: &ServerMessage,
    frame: &str,
    tables: &HashMap<TableId, KnownTable>,
    outside: &HashMap<TableId, Outside>,
) {
    if let ServerMessage::Fairness { table, fairness } = message {
        let known = &tables[table];
        if let Some(standing) = &known.0.standing {
            // A match may end in the middle of a round, so that this round has ended too.
            let running = known.0.room.status == Status::Playing && standing.turn.is_some();
            let ended = u32::from(standing.round) - u32::from(running);
            assert!(
                fairness.rounds.iter().all(|proof| proof.round <= ended),
                "a round that is still played: {frame}"
            );
        }
        return;
    }
    let mut told = HashSet::new();
    let inside = tables.values().map(|known| &known.0.room);
    for room in inside.chain(outside.values().map(|outside| &outside.room)) {
        let fairness = room.fairness;
        told.extend(fairness.commitment.iter().map(ToString::to_string));
        for (_, seat) in fairness.seats.iter() {
            told.extend(seat.promise.iter().flat_map(public_values));
            if let Some(seed) = seat.seed {
                assert_eq!(room.status, Status::Playing, "a seed too early: {frame}");
                told.insert(seed.to_string());
            }
        }
    }
    if let ServerMessage::Receipt(receipt) = message {
        told.extend([
            receipt.key.to_string(),
            receipt.log.root.to_string(),
            receipt.commitment.to_string(),
            receipt.agreed.to_string(),
        ]);
        let promises = receipt.seats.as_slice().iter().flatten();
        told.extend(promises.flat_map(public_values));
        let terms = receipt.section.iter().flatten();
        told.extend(terms.map(ToString::to_string));
        let paths = receipt.heads.as_slice().iter().chain([&receipt.path]);
        told.extend(paths.flatten().map(ToString::to_string));
    }
    let matches = match message {
        ServerMessage::Tournament(state) => state.matches.as_slice(),
        ServerMessage::TournamentChanged(change) => &change.matches,
        _ => &[],
    };
    let results = matches.iter().filter_map(|one| one.result.as_ref()?.dealt);
    told.extend(results.map(|dealt| dealt.terms.to_string()));
    let texts = frame.split('"').filter(|text| text.len() == 64);
    for text in texts.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        assert!(told.contains(text), "{text} leaked in {frame}");
    }
}

//! The log of a table, a row a line: a table is rebuilt from it, or it is refused with its reason.

#![no_main]

use boneyard_server::clock::Timestamp;
use boneyard_server::store::LogRow;
use boneyard_server::table::State;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let rows: Vec<LogRow> = (1..)
        .zip(text.lines())
        .map(|(seq, body)| LogRow {
            seq,
            at: Timestamp(seq),
            body: body.to_owned(),
        })
        .collect();
    match State::from_log(&rows) {
        Ok(state) => assert_eq!(State::from_log(&rows).ok(), Some(state)),
        Err(error) => drop(error.to_string()),
    }
});

//! Reads the log of a table. In the input, the length of each row comes before the row: two bytes, the higher
//! one first. A table must be built from the log, or the log must be refused with a reason.

#![no_main]

use boneyard_table::State;
use boneyard_base::Timestamp;
use boneyard_store::LogRow;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let rows: Vec<LogRow> = (1..)
        .zip(bodies(data))
        .map(|(seq, body)| LogRow {
            seq,
            at: Timestamp(seq),
            body: body.to_vec(),
        })
        .collect();
    match State::from_log(&rows) {
        Ok(state) => assert_eq!(State::from_log(&rows).ok(), Some(state)),
        Err(error) => drop(error.to_string()),
    }
});

/// The bodies of the rows; the last one may be cut short.
fn bodies(mut data: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = data.split_first_chunk()?;
        let length = usize::from(u16::from_be_bytes(*length)).min(rest.len());
        let body;
        (body, data) = rest.split_at(length);
        Some(body)
    })
}

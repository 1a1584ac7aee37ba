//! What a frame costs: `cargo bench -p boneyard-protocol`.

use boneyard_protocol::ClientMessage;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const PLAY: &str =
    r#"{"type":"play","table":"3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90","ply":12,"tile":"6-5","arm":"b"}"#;

#[divan::bench]
fn read_a_play(bencher: Bencher) {
    bencher.bench(|| ClientMessage::parse(black_box(PLAY)));
}

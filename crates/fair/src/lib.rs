#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`bytes`] | the values of 32 bytes: seeds, secrets, commitments |
//! | [`signature`] | the signatures of a server |
//! | [`chain`] | a match's secrets, each of which hashes to the one before |
//! | [`terms`] | what is fixed before the seeds are revealed |
//! | [`section`] | the terms of several matches that are dealt alike |
//! | [`shuffle`] | the order, from a secret, the terms and the seeds |
//! | [`merkle`] | the tree of the public log, and its proofs |

pub mod bytes;
pub mod chain;
pub mod merkle;
pub mod section;
pub mod shuffle;
pub mod signature;
pub mod terms;

pub use boneyard_rules::Purpose;
pub use bytes::{Commitment, Hash, PublicKey, Secret, Seed, TableSeed};
pub use chain::{CHAIN_LENGTH, Chain};
pub use section::Section;
pub use shuffle::{Deal, order};
pub use signature::{Signature, SigningKey};
pub use terms::{LogHead, Promise, Terms};

/// The number of the scheme in `docs/fair-deal.md`. A change that makes another order from the same
/// values is a new scheme: it gets another number and another label.
pub const SCHEME: u32 = 1;

//! The verifiable deal: an order of the tiles is computed from a secret of the table and the seeds
//! of its players, and each player can check afterwards that neither the server nor another player
//! chose it.
//!
//! The crate is pure and makes no random numbers. `docs/fair-deal.md` specifies the scheme byte by
//! byte, and says what it proves and what it can't prove. `docs/fair-deal-vectors.json` has
//! examples for verifiers in other languages.
//!
//! ```
//! use boneyard_fair::{
//!     Binding, CHAIN_LENGTH, Chain, Contribution, Deal, Purpose, Seed, TableSeed,
//! };
//!
//! use boneyard_rules::rules::DominoSet;
//!
//! // When the table is opened: a chain, whose head is shown to everybody.
//! let chain = Chain::new(&TableSeed::from([7; 32]), 0);
//! let head = chain.commitment();
//!
//! // Before the match each player promises a seed, and then shows it.
//! let seed = Seed::from([1; 32]);
//! let promise = seed.commitment();
//! assert!(seed.keeps(&promise));
//!
//! let secret = chain.secret(1).expect("a chain has more than one secret");
//! let order = boneyard_fair::order(&secret, &Deal {
//!     binding: Binding { table: [9; 16], first: 1 },
//!     match_number: 1,
//!     round: 1,
//!     purpose: Purpose::Deal,
//!     attempt: 0,
//!     seats: &[Contribution::Seed(seed), Contribution::Nothing],
//! }, DominoSet::DoubleSix);
//! assert_eq!(order.tiles().len(), 28);
//!
//! // After the round the secret is shown, and proves itself.
//! assert_eq!(secret.commitment(1), head);
//! assert!(chain.secret(CHAIN_LENGTH + 1).is_none());
//! ```
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`bytes`] | the values of 32 bytes: seeds, secrets, commitments |
//! | [`signature`] | the signatures of a server |
//! | [`chain`] | a table's secrets, each of which hashes to the one before |
//! | [`shuffle`] | the order, from a secret and the contributions of the seats |

pub mod bytes;
pub mod chain;
pub mod shuffle;
pub mod signature;

pub use bytes::{Commitment, Hash, PublicKey, Secret, Seed, TableSeed};
pub use chain::{CHAIN_LENGTH, Chain};
pub use shuffle::{Binding, Contribution, Deal, Purpose, order};
pub use signature::{Signature, SigningKey};

/// The number of the scheme in `docs/fair-deal.md`. A change that makes another order from the same
/// values is a new scheme: it gets another number and another label.
pub const SCHEME: u32 = 1;

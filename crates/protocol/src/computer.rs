//! Computer players, and the hints that they give.

pub use boneyard_bot::{HintReason, Level};

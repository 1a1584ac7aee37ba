//! What the server knows about a connected visitor.

use std::collections::HashSet;
use std::sync::Arc;

use crate::Timestamp;
use crate::{PersonId, PlayerId};

/// What the server minds about somebody who is connected.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Whom they have blocked.
    pub blocked: Arc<HashSet<PlayerId>>,
    /// They may not chat until then.
    pub muted_until: Timestamp,
    /// A moderator keeps them out.
    pub is_kept_out: bool,
    /// The account that they keep.
    pub person: Option<PersonId>,
}

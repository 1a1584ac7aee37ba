//! What the people at a loaded table say. Nothing of it goes into the log.

use std::sync::Arc;

use boneyard_base::FollowId;
use boneyard_cluster::{Speech, Spoken, TableMessage};
use tokio::time::Instant;

use super::LoadedTable;
use crate::state::refusal::Refusal;
use crate::view::chat::Speaker;

impl LoadedTable {
    /// Shows what a follower says to the people who may hear it, at all nodes.
    pub(super) fn speak(
        &mut self,
        id: FollowId,
        name: String,
        speech: Speech,
    ) -> Result<(), Refusal> {
        let Some(follower) = self.followers.get(id) else {
            return Ok(());
        };
        let player = follower.peer.player;
        let speaker = Speaker {
            player,
            seat: self.state().seat_of(player),
            name,
            blocked: Arc::clone(&follower.peer.status().blocked),
        };
        let at = self.tables.clock().now();
        let spoken = self.chat.judge(speaker, speech, at, Instant::now())?;
        self.others.tell(|| TableMessage::Spoke(spoken.clone()));
        self.hear(spoken);
        Ok(())
    }

    /// Shows the followers here what was said.
    pub(super) fn hear(&mut self, spoken: Spoken) {
        let state = self.log.state();
        let pseudonym = state.pseudonym(spoken.player);
        let heard = self.chat.hear(spoken, pseudonym, &self.followers);
        self.followers.tell(&heard, state, &self.chat);
    }
}

//! The chat of a loaded table. It is not written to the log.

use std::sync::Arc;

use boneyard_base::FollowId;
use boneyard_cluster::{Speech, Spoken, TableMessage};
use tokio::time::Instant;

use super::LoadedTable;
use crate::state::refusal::Refusal;
use crate::view::chat::{Audience, Speaker};

impl LoadedTable {
    /// Sends a follower's line or reaction to the people on all nodes who may see it.
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

    /// Sends a line or a reaction to the followers on this node.
    pub(super) fn hear(&mut self, spoken: Spoken) {
        let state = self.log.state();
        let pseudonym = state.pseudonym(spoken.player);
        let audience = Audience::of(spoken.seat);
        let mut heard = self.chat.hear(spoken, pseudonym, &self.followers);
        if state.watch_delay().is_some() {
            // In a tournament watchers give players no signs, and a reaction tells late watchers nothing of the play.
            heard.only_in = Some(audience);
        }
        self.followers.tell(&heard, state, &self.chat);
    }
}

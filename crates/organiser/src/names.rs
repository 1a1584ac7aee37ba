//! Deletes the names of players and organisers from tournaments. The logs keep them, as those of tables do.

use boneyard_base::PlayerId;

use crate::Organiser;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::State;

impl Organiser {
    /// Deletes a player's name from the tournaments that have ended, in which the player took part or which the player
    /// organised. After an error, some of the tournaments may still have the name.
    pub async fn delete_name(&self, player: PlayerId) -> Result<(), Refusal> {
        self.decide_in_all_of(player, |state| {
            let is_over = state.is_over();
            Ok(is_over
                .then(|| state.decide_no_name(player))
                .flatten()
                .into_iter()
                .collect())
        })
        .await
    }
}

impl State {
    /// The event with which a player's name is no longer shown; none if it isn't.
    pub(crate) fn decide_no_name(&self, player: PlayerId) -> Option<Event> {
        let entered = self
            .entry_of(player)
            .is_some_and(|(_, entry)| !entry.name.is_empty());
        let organised = player == self.organiser && !self.organiser_name.is_empty();
        (entered || organised).then_some(Event::NameDeleted { player })
    }

    /// Shows the player without a name from now on.
    pub(crate) fn delete_name(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if player == self.organiser {
            self.organiser_name = "".into();
        }
        match self.entry_of(player) {
            Some((entry, _)) => self.entry_mut(entry).map(|entry| entry.name = "".into()),
            None => Ok(()),
        }
    }
}

//! Deletes the names of players and organisers from tournaments. The logs keep them, as those of tables do.

use boneyard_base::{PlayerId, TournamentId, limits};

use crate::Organiser;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::State;

/// From which tournaments a name is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamesOf {
    /// From those that have ended.
    Ended,
    /// From all, since the account is being closed.
    All,
}

impl Organiser {
    /// Deletes a player's name from the tournaments in which the player took part, or which the player organised.
    /// After an error, some of the tournaments may still have the name.
    pub async fn delete_name(&self, player: PlayerId, of: NamesOf) -> Result<(), Refusal> {
        let mut after = TournamentId::from_bits(0);
        loop {
            let store = &self.inner.store;
            let most = limits::RECORDS_AT_ONCE;
            let found = store.tournaments_with(player, after, most).await?;
            let Some(&last) = found.last() else {
                return Ok(());
            };
            after = last;
            for tournament in found {
                let live = self.find(tournament).await?;
                self.decide(&live, |state, _| Ok(state.decide_no_name(player, of)))
                    .await?;
                self.show(&live).await;
                self.forget_ended();
            }
            self.inner.listed.lock().take();
        }
    }
}

impl State {
    fn decide_no_name(&self, player: PlayerId, of: NamesOf) -> Vec<Event> {
        let entered = self
            .entry_of(player)
            .is_some_and(|(_, entry)| !entry.name.is_empty());
        let organised = player == self.organiser && !self.organiser_name.is_empty();
        if (entered || organised) && (of == NamesOf::All || self.is_over()) {
            vec![Event::NameDeleted { player }]
        } else {
            Vec::new()
        }
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

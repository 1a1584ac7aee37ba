//! Tournaments that follow each other.
//!
//! Before a tournament begins or is called off, the node that acts for it creates the next one. The id of the next
//! one follows from the id of this one, so two nodes that do so create one tournament: the first append wins.

use std::sync::Arc;

use boneyard_base::{Door, Timestamp, limits};
use boneyard_store::{AppendError, NewTournament};

use crate::Organiser;
use crate::event::Event;
use crate::live::Live;
use crate::log::append_of;
use crate::refusal::Refusal;
use crate::repeat::next_id;
use crate::state::{Stage, State};

impl State {
    /// The first event of the tournament that follows; `None` if none does.
    pub(crate) fn next_created(&self, now: Timestamp) -> Option<Event> {
        let (starts, repeat) = self.repeat()?.next(self.settings.starts, now)?;
        let settings = self.settings.moved_to(starts, repeat);
        Some(Event::Created {
            organiser: self.organiser,
            name: self.organiser_name.to_string(),
            settings: Box::new(settings),
        })
    }
}

impl Organiser {
    /// Creates the tournament that follows, unless it exists, or its organiser may organise none now. This comes before the event with which a tournament
    /// begins or is called off, so that no failure in between ends the repetition.
    pub(crate) async fn create_next(&self, live: &Live) -> Result<(), Refusal> {
        self.decide(live, |_, _| Ok(Vec::new())).await?;
        let Some(state) = live.state.lock().await.as_deref().cloned() else {
            return Ok(());
        };
        let now = self.inner.clock.now();
        if state.stage != Stage::Coming {
            return Ok(());
        }
        let Some(created) = state.next_created(now) else {
            return Ok(());
        };
        let conduct = self.inner.store.conducts().of(state.organiser).await?;
        if conduct.restrictions().may(Door::Table, now).is_err() {
            let stop = |_: &State, _| Ok(vec![Event::RepeatStopped]);
            return self.decide(live, stop).await;
        }
        let id = next_id(state.id);
        let mut next = State::created(id, &created, now)?;
        next.add(&[], now)?;
        let append = append_of(&next, &[created]);
        let from = NewTournament::Follows(state.id);
        let tournaments = self.inner.store.tournaments();
        match tournaments
            .create(append, from, limits::OPEN_TOURNAMENTS)
            .await
        {
            Ok(_) => {
                tracing::info!(tournament = %id, "the next tournament created");
                self.live()
                    .entry(id)
                    .or_insert_with(|| Arc::new(Live::new(next)));
                self.inner.listed.lock().take();
                Ok(())
            }
            // Another node, or a try whose answer was lost, has created it.
            Err(AppendError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

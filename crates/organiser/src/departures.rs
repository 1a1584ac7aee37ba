//! What becomes of tournaments whose players or organisers have closed their accounts, or are kept out by a moderator.

use boneyard_base::{PlayerId, TournamentId, limits};
use boneyard_protocol::tournament::OrganiserAction;

use crate::Organiser;
use crate::event::Event;
use crate::live::Live;
use crate::refusal::Refusal;
use crate::state::{Stage, State};

impl Organiser {
    /// Ends what a player holds in tournaments: withdraws the player's entries, ends the repetition of the tournaments
    /// that the player organises, calls those off that have not begun, and leaves the others to the moderators. With
    /// `is_closed` the account was closed: then the name is no longer shown.
    ///
    /// # Errors
    ///
    /// The first refusal. The other tournaments are dealt with all the same.
    pub async fn depart(&self, player: PlayerId, is_closed: bool) -> Result<(), Refusal> {
        self.decide_in_all_of(player, |state| state.decide_departure(player, is_closed))
            .await
    }

    /// Decides something in each tournament that a player has entered or organised. A refusal of one hides no other.
    pub(crate) async fn decide_in_all_of(
        &self,
        player: PlayerId,
        decide: impl Fn(&State) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut after = TournamentId::from_bits(0);
        let mut all = Ok(());
        loop {
            let store = &self.inner.store;
            let most = limits::RECORDS_AT_ONCE;
            let found = store.tournaments().with_player(player, after, most).await?;
            let Some(&last) = found.last() else {
                return all;
            };
            after = last;
            for tournament in found {
                let decided = async {
                    let live = self.find(tournament).await?;
                    self.decide(&live, |state, _| decide(state)).await?;
                    self.stop_matches(&live).await;
                    self.show(&live).await;
                    self.forget_ended();
                    Ok(())
                };
                all = all.and(decided.await);
            }
            self.inner.listed.lock().take();
        }
    }

    /// The organiser for whom a visitor acts: the visitor; or the one of the tournament, for whom moderators act. In a
    /// tournament that has its organiser they only end what others must not see.
    pub(crate) async fn organiser_for(
        &self,
        live: &Live,
        player: PlayerId,
        action: OrganiserAction,
    ) -> Result<PlayerId, Refusal> {
        let is_moderator = self.inner.store.reports().is_moderator(player).await?;
        // A doubtful state is read anew.
        self.decide(live, |_, _| Ok(Vec::new())).await?;
        let state = live.state.lock().await;
        let state = state.as_ref().ok_or(Refusal::Unavailable)?;
        let organises = state.is_organised_by(player, is_moderator);
        let may = match action {
            OrganiserAction::Withdraw
            | OrganiserAction::WithdrawNetwork
            | OrganiserAction::CallOff => organises || is_moderator,
            OrganiserAction::Rename
            | OrganiserAction::DeleteName
            | OrganiserAction::DeleteNote
            | OrganiserAction::Delete => is_moderator,
            OrganiserAction::Start
            | OrganiserAction::Pause
            | OrganiserAction::Resume
            | OrganiserAction::Result
            | OrganiserAction::Partners
            | OrganiserAction::StopRepeating => organises,
        };
        may.then_some(state.organiser).ok_or(Refusal::NotOrganiser)
    }
}

impl State {
    /// Whether a visitor may act as the organiser. A tournament without an organiser belongs to the moderators.
    pub(crate) fn is_organised_by(&self, player: PlayerId, is_moderator: bool) -> bool {
        if self.has_organiser {
            player == self.organiser
        } else {
            is_moderator
        }
    }

    /// Decides what ends with a player who holds nothing any more.
    fn decide_departure(&self, player: PlayerId, is_closed: bool) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        let takes_part = self
            .entry_of(player)
            .is_some_and(|(_, entry)| !entry.withdrawn);
        if takes_part && !self.is_over() {
            events = self.decide_withdrawal(player)?;
        }
        if player == self.organiser && self.has_organiser {
            events.push(Event::OrganiserLeft);
            if self.stage == Stage::Coming {
                events.push(Event::CalledOff);
            }
        }
        if is_closed {
            events.extend(self.decide_no_name(player));
        }
        Ok(events)
    }
}

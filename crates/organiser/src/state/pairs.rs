//! Pairs that stay together: two entries that are one entrant.

use boneyard_tournaments::{EntrantId, Event as Pure};

use super::{Stage, State};
use crate::event::{Entrant, EntryId};
use crate::refusal::Refusal;

impl State {
    /// Makes partners of two entries that have none.
    pub(super) fn make_partners(&mut self, [first, second]: [EntryId; 2]) -> Result<(), Refusal> {
        let is_alone = |id| self.is_alone(id);
        if !self.settings.pairs || first == second || !is_alone(first) || !is_alone(second) {
            return Err(Refusal::OutOfOrder);
        }
        self.entry_mut(first)?.partner = Some(second);
        self.entry_mut(second)?.partner = Some(first);
        if matches!(self.stage, Stage::Running { .. }) {
            self.join_pair(first, second)?;
        }
        Ok(())
    }

    /// Whether an entry needs a partner.
    pub(crate) fn is_alone(&self, id: EntryId) -> bool {
        let entry = self.entry(id);
        self.settings.pairs && entry.is_some_and(|of| !of.withdrawn && of.partner.is_none())
    }

    /// The partner of an entry that is withdrawn looks for another one before the start, and is withdrawn, too,
    /// from the start on.
    pub(super) fn lose_partner(&mut self, id: EntryId, partner: EntryId) -> Result<(), Refusal> {
        let left = self.entry_mut(partner)?;
        if left.member.is_some() {
            left.withdrawn = true;
            return Ok(());
        }
        left.partner = None;
        self.entry_mut(id)?.partner = None;
        Ok(())
    }

    /// At the start, makes partners of those who have none, in their order, and makes all pairs ones that are
    /// paired. If one is left over, that player is not paired.
    pub(super) fn join_pairs(&mut self) -> Result<(), Refusal> {
        let all = || (0..self.entries.len() as u32).map(EntryId);
        let alone: Vec<EntryId> = all().filter(|&id| self.is_alone(id)).collect();
        for pair in alone.chunks_exact(2) {
            self.entry_mut(pair[0])?.partner = Some(pair[1]);
            self.entry_mut(pair[1])?.partner = Some(pair[0]);
        }
        for id in (0..self.entries.len() as u32).map(EntryId) {
            let entry = self.entry(id).filter(|entry| !entry.withdrawn);
            if let Some(partner) = entry.and_then(|entry| entry.partner).filter(|of| id < *of) {
                self.join_pair(id, partner)?;
            }
        }
        Ok(())
    }

    /// Makes a pair one that is paired. Its rating is the mean of both.
    fn join_pair(&mut self, first: EntryId, second: EntryId) -> Result<(), Refusal> {
        let both = [first, second].map(|id| self.entry(id));
        let [Some(one), Some(other)] = both else {
            return Err(Refusal::OutOfOrder);
        };
        let rating = i32::midpoint(one.rating, other.rating);
        let is_computer = |entrant| matches!(entrant, Entrant::Computer(_));
        self.add_pure(if is_computer(one.entrant) && is_computer(other.entrant) {
            Pure::FilledUp { rating }
        } else {
            Pure::Entered { rating }
        })?;
        let member = EntrantId(self.members.len() as u32);
        self.members.push(first);
        self.entry_mut(first)?.member = Some(member);
        self.entry_mut(second)?.member = Some(member);
        self.tell_networks(member)
    }
}

//! The entries of a tournament: who takes part, and who is paired.

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::Invite;
use boneyard_tournaments::{EntrantId, Event as Pure, Network};

use super::matches::Stop;
use super::{Stage, State};
use crate::event::{Entrant, EntryId};
use crate::refusal::Refusal;

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) entrant: Entrant,
    pub(crate) name: Arc<str>,
    pub(super) rating: i32,
    /// The network from which the player entered; `None` if it tells nothing.
    pub(crate) network: Option<Network>,
    /// Whether the player has said to be there.
    pub(crate) here: bool,
    pub(crate) withdrawn: bool,
    /// Whether the player is not paired until the player comes back. Partners are away together.
    pub(crate) away: bool,
    /// How often the player was away because of a match or a seed that the player missed.
    pub(crate) missed: u8,
    /// In a tournament of pairs, the partner.
    pub(crate) partner: Option<EntryId>,
    /// In a tournament of pairs, the invitation for a partner.
    pub(crate) invite: Option<Invite>,
    /// The number among those who are paired; `None` before the start. Partners have the same.
    pub(crate) member: Option<EntrantId>,
}

impl Entry {
    /// The person who plays; `None` for a computer player.
    pub(crate) const fn player(&self) -> Option<PlayerId> {
        match self.entrant {
            Entrant::Person(player) => Some(player),
            Entrant::Computer(_) => None,
        }
    }
}

impl State {
    pub(super) fn enter(
        &mut self,
        player: PlayerId,
        name: &str,
        (rating, network): (i32, Option<Network>),
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let here = self.check_in_from().is_some_and(|from| from <= at);
        if let Some(&known) = self.by_player.get(&player) {
            let entry = self.entry_mut(known)?;
            if entry.member.is_some() {
                return Err(Refusal::Withdrawn);
            }
            entry.withdrawn = false;
            entry.name = name.into();
            entry.network = network;
            entry.here = here;
        } else {
            let entry = self.next_entry().ok_or(Refusal::Full)?;
            self.by_player.retain(|_, known| *known != entry);
            self.put_entry(entry, Entrant::Person(player), name, rating);
            self.by_player.insert(player, entry);
            let known = self.entry_mut(entry)?;
            known.here = here;
            known.network = network;
            // In a tournament of pairs, the partner may still be missing.
            if matches!(self.stage, Stage::Running { .. }) && !self.settings.pairs {
                self.join(entry)?;
            }
        }
        Ok(())
    }

    /// Adds an entry, or puts it in the place of one that is withdrawn.
    fn put_entry(&mut self, id: EntryId, entrant: Entrant, name: &str, rating: i32) {
        let entry = Entry {
            entrant,
            name: name.into(),
            rating,
            network: None,
            here: false,
            withdrawn: false,
            away: false,
            missed: 0,
            partner: None,
            invite: None,
            member: None,
        };
        match self.entries.get_mut(id.index()) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Makes an entry one that is paired.
    pub(super) fn join(&mut self, id: EntryId) -> Result<(), Refusal> {
        let entry = self.entry(id).ok_or(Refusal::OutOfOrder)?;
        let rating = entry.rating;
        self.add_pure(match entry.entrant {
            Entrant::Person(_) => Pure::Entered { rating },
            Entrant::Computer(_) => Pure::FilledUp { rating },
        })?;
        let member = EntrantId(self.members.len() as u32);
        self.members.push(id);
        self.entry_mut(id)?.member = Some(member);
        self.tell_networks(member)
    }

    /// Tells the tournament the networks of an entrant's players.
    pub(super) fn tell_networks(&mut self, entrant: EntrantId) -> Result<(), Refusal> {
        let mut networks = [None; 2];
        for (known, (_, entry)) in networks.iter_mut().zip(self.players_of(entrant)) {
            *known = entry.network.filter(|_| self.settings.tells_networks());
        }
        if networks == [None; 2] {
            return Ok(());
        }
        self.add_pure(Pure::Networks { entrant, networks })
    }

    pub(super) fn withdraw(&mut self, id: EntryId) -> Result<(), Refusal> {
        let entry = self.entry_mut(id)?;
        if entry.withdrawn {
            return Err(Refusal::Withdrawn);
        }
        entry.withdrawn = true;
        let (member, partner) = (entry.member, entry.partner);
        // At a table of several the others play on.
        let playing = member.and_then(|of| self.tournament.playing(of));
        if let Some(id_of_match) = playing.filter(|_| !self.has_tables()) {
            let stop = &mut self.facts_mut(id_of_match)?.stop;
            stop.get_or_insert(Stop::Withdrawn(id));
        }
        if let Some(partner) = partner {
            self.lose_partner(id, partner)?;
        }
        if let Some(entrant) = member {
            self.add_pure(Pure::Withdrawn { entrant })?;
        }
        Ok(())
    }

    pub(super) fn set_away(&mut self, id: EntryId, away: bool) -> Result<(), Refusal> {
        let entry = self.entry(id).ok_or(Refusal::OutOfOrder)?;
        let entrant = entry.member.ok_or(Refusal::NotBegun)?;
        let both: Vec<EntryId> = self.players_of(entrant).map(|(id, _)| id).collect();
        for id in both {
            self.entry_mut(id)?.away = away;
        }
        self.add_pure(if away {
            Pure::WentAway { entrant }
        } else {
            Pure::CameBack { entrant }
        })
    }

    pub(super) fn start(&mut self, computers: u16, at: Timestamp) -> Result<(), Refusal> {
        if self.stage != Stage::Coming {
            return Err(Refusal::Begun);
        }
        self.stage = Stage::Running { since: at };
        self.tournament = self.settings.tournament(self.settings.format_from(at));
        for id in self.absentees() {
            self.withdraw(id)?;
        }
        if let Some((level, _)) = self.settings.computers {
            for _ in 0..computers {
                let id = EntryId(self.entries.len() as u32);
                self.put_entry(id, Entrant::Computer(level), "", limits::SEEK_RATING);
            }
        }
        if self.settings.pairs {
            return self.join_pairs();
        }
        for id in (0..self.entries.len() as u32).map(EntryId) {
            if self.entry(id).is_some_and(|entry| !entry.withdrawn) {
                self.join(id)?;
            }
        }
        Ok(())
    }

    pub(crate) fn entry_mut(&mut self, id: EntryId) -> Result<&mut Entry, Refusal> {
        self.entries.get_mut(id.index()).ok_or(Refusal::OutOfOrder)
    }
}

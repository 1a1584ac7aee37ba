//! Who may be one person: what follows from the networks from which players entered.

use std::collections::{BTreeMap, HashSet};

use boneyard_base::limits::{self, OpenMax};
use boneyard_base::{PlayerId, TournamentId};
use boneyard_protocol::tournament::TournamentEntries;
use boneyard_tournaments::{Decision, MatchOutcome, Network, Pairing, Refusal as Unpaired, Side};
use sha2::{Digest as _, Sha256};

use crate::event::{EntryId, Event};
use crate::refusal::Refusal;
use crate::state::{Entry, Match, State};

/// The network of a keyed hash, as the log of this tournament names it. Other tournaments name it otherwise, so their
/// logs together don't tell where a person was.
pub(crate) fn network(tournament: TournamentId, hash: &str) -> Network {
    let mut digest = Sha256::new();
    digest.update(tournament.bits().to_be_bytes());
    digest.update(hash);
    let bytes = digest.finalize();
    let first = bytes.first_chunk().copied();
    Network(u64::from_be_bytes(first.unwrap_or_default()))
}

impl State {
    /// Refuses an entry that may not be that of another person, as far as the organiser wants it. `kept` says that the
    /// player has an account, and `known` that it is old enough and has played enough.
    pub(crate) fn must_be_a_person(
        &self,
        kept: bool,
        known: bool,
        network: Option<Network>,
    ) -> Result<(), Refusal> {
        let entries = self.settings.entries;
        let needs_account = self.settings.rated
            || matches!(
                entries,
                TournamentEntries::Accounts | TournamentEntries::Known
            );
        if needs_account && !kept {
            return Err(Refusal::OnlyKept);
        }
        if entries == TournamentEntries::Known && !known {
            return Err(Refusal::OnlyKnown);
        }
        let network = network.filter(|_| self.settings.tells_networks());
        let Some(network) = network else {
            return Ok(());
        };
        let own = self.active_of(network).count() as u32;
        let is_free = match entries {
            TournamentEntries::Network => own == 0,
            _ => own < limits::NETWORK_PLACES_MIN.into() || self.leaves_others_places(own),
        };
        is_free.then_some(()).ok_or(Refusal::NetworkFull)
    }

    /// The entries of a network that are not withdrawn.
    fn active_of(&self, network: Network) -> impl Iterator<Item = EntryId> {
        let of_network = self
            .entries()
            .filter(move |(_, entry)| entry.network == Some(network) && !entry.withdrawn);
        of_network.map(|(id, _)| id)
    }

    /// Whether a network with so many places may have another one.
    fn leaves_others_places(&self, own: u32) -> bool {
        let places = self.settings.players_max;
        let most = OpenMax {
            visitor: 1,
            network: (places / limits::NETWORK_SHARE_OF_PLACES).into(),
            all: places.into(),
        };
        most.allows(OpenMax {
            visitor: 0,
            network: own,
            all: self.active_count() as u32,
        })
    }

    /// The numbers of the players of each network of several who have not withdrawn. The numbers begin with 1.
    pub(crate) fn shown_networks(&self) -> Vec<Vec<u32>> {
        let mut all: BTreeMap<Network, Vec<u32>> = BTreeMap::new();
        for (id, entry) in self.entries().filter(|(_, entry)| !entry.withdrawn) {
            if let Some(network) = entry.network {
                all.entry(network).or_default().push(id.number());
            }
        }
        let mut several: Vec<Vec<u32>> = all.into_values().filter(|of| of.len() > 1).collect();
        several.sort();
        several
    }

    /// The events with which all players of an entry's network withdraw.
    pub(crate) fn network_withdrawn(&self, id: EntryId) -> Result<Vec<Event>, Refusal> {
        let entry = self.entry(id).ok_or(Refusal::NotEntered)?;
        let network = entry.network.ok_or(Refusal::NotEntered)?;
        let mut state = self.clone();
        let mut all = Vec::new();
        for id in self.active_of(network) {
            // The withdrawal of one of a pair is that of the other one.
            if state.entry(id).is_some_and(|entry| !entry.withdrawn) {
                let events = state.withdrawn(id)?;
                let mut each = events.iter();
                each.try_for_each(|event| state.apply(event, self.last))?;
                all.extend(events);
            }
        }
        (!all.is_empty()).then_some(all).ok_or(Refusal::Withdrawn)
    }

    /// Whether players of two sides of a match entered from one network, in a hall too.
    pub(crate) fn are_of_one_network(&self, one: &Match) -> bool {
        if let Pairing::Table(seated) = &one.pairing {
            let mut known = HashSet::new();
            let players = seated.entrants().iter().flat_map(|&of| self.players_of(of));
            let mut networks = players.filter_map(|(_, entry)| entry.network);
            return !networks.all(|of| known.insert(of));
        }
        let sides = one.pairing.sides();
        let networks = sides.map(|sides| sides.map(|side| self.networks(side)));
        networks.is_some_and(|[own, others]| own.iter().any(|of| others.contains(of)))
    }

    fn networks(&self, side: Side) -> Vec<Network> {
        let players = self.side(side).into_iter();
        players.filter_map(|(_, entry)| entry.network).collect()
    }

    /// The outcome of a match that a side has given up. Between players of one network it counts for neither side, except
    /// in a knockout, where a side has to go on.
    pub(crate) fn judged(&self, one: &Match, outcome: MatchOutcome) -> MatchOutcome {
        let is_won = matches!(outcome.decision, Decision::Won(_));
        let is_void = is_won && self.settings.tells_networks() && self.are_of_one_network(one);
        if !is_void || self.is_knockout(one.id.round) {
            return outcome;
        }
        MatchOutcome {
            decision: Decision::Void,
            ..outcome
        }
    }

    /// The pairings of the next round. Where all tables have the same deals, each network sits on one side.
    pub(crate) fn pairings(&self, now: i64) -> Result<Vec<Pairing>, Unpaired> {
        let pairings = self.tournament.pair(now)?;
        Ok(if self.is_duplicate() {
            self.tournament.on_same_sides(pairings)
        } else {
            pairings
        })
    }

    /// The events after players have missed a match, or a promised seed for which a section waited: they are not paired
    /// until they come back, or any more if that happens too often. One of a pair stands for both.
    pub(crate) fn missed(&self, players: &HashSet<PlayerId>) -> Vec<Event> {
        let is_there = |entry: &EntryId| {
            let entry = self.entry(*entry);
            entry.is_some_and(|entry| !entry.away && !entry.withdrawn)
        };
        let is_one = |entry: &Entry| entry.player().is_some_and(|of| players.contains(&of));
        let entries = self.entries().filter(|(_, entry)| is_one(entry));
        let mut known = HashSet::new();
        let entries = entries.filter(|(_, entry)| known.insert(entry.member));
        let entries = entries.filter(|(id, _)| is_there(id));
        let event = |(id, entry): (EntryId, &Entry)| {
            if entry.missed + 1 < limits::TOURNAMENT_MISSES_MAX {
                Event::Missed { entry: id }
            } else {
                Event::Withdrawn { entry: id }
            }
        };
        entries.map(event).collect()
    }
}

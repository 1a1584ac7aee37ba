//! What follows from the state of a tournament.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_tournaments::{ENTRANTS_MAX, EntrantId, Format, PairingId, Side};

use super::{Entry, Match, Stage, State};
use crate::event::EntryId;
use crate::repeat::Repeat;

impl State {
    /// The entries that are withdrawn at the start, because their players have not said to be there.
    pub(super) fn absentees(&self) -> Vec<EntryId> {
        let is_absent = |(_, entry): &(EntryId, &Entry)| {
            self.settings.check_in && !entry.withdrawn && !entry.here
        };
        self.entries().filter(is_absent).map(|(id, _)| id).collect()
    }

    /// How many players take part if the tournament starts now, without computer players.
    pub(crate) fn ready_count(&self) -> usize {
        self.active_count() - self.absentees().len()
    }

    /// How many players have entered and not withdrawn.
    pub(crate) fn active_count(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.withdrawn).count()
    }

    /// Whether a moderator has deleted the tournament.
    pub(crate) fn is_deleted(&self) -> bool {
        self.settings.name.is_empty()
    }

    /// Whether the tournament was called off before anybody had entered.
    pub(crate) fn came_to_nothing(&self) -> bool {
        matches!(self.stage, Stage::CalledOff { .. }) && self.entries.is_empty()
    }

    /// All entries, in their order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        let entries = self.entries.iter().enumerate();
        entries.map(|(index, entry)| (EntryId(index as u32), entry))
    }

    /// The number of the next new entry. Once all are taken, players who have withdrawn before the start give theirs
    /// up: those who come and go keep nobody out. `None` if there is none.
    pub(crate) fn next_entry(&self) -> Option<EntryId> {
        if self.entries.len() < ENTRANTS_MAX {
            return Some(EntryId(self.entries.len() as u32));
        }
        let mut free = self.entries().filter(|(_, entry)| entry.withdrawn);
        free.next()
            .filter(|_| self.stage == Stage::Coming)
            .map(|(id, _)| id)
    }

    pub(crate) fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.index())
    }

    /// The entry of a player.
    pub(crate) fn entry_of(&self, player: PlayerId) -> Option<(EntryId, &Entry)> {
        let id = *self.by_player.get(&player)?;
        Some((id, self.entry(id)?))
    }

    /// The players of an entrant: one, or the two of a pair.
    pub(crate) fn players_of(
        &self,
        entrant: EntrantId,
    ) -> impl Iterator<Item = (EntryId, &Entry)> + use<'_> {
        let first = self.members.get(entrant.0 as usize).copied();
        let partner = first.and_then(|id| self.entry(id)?.partner);
        let both = first.into_iter().chain(partner);
        both.filter_map(|id| Some((id, self.entry(id)?)))
    }

    /// Who plays on a side.
    pub(crate) fn side(&self, side: Side) -> Vec<(EntryId, &Entry)> {
        let entrants = side.entrants();
        entrants.flat_map(|of| self.players_of(of)).collect()
    }

    /// Since when players can say that they are there; `None` if they need not.
    pub(crate) fn check_in_from(&self) -> Option<Timestamp> {
        let settings = &self.settings;
        let from = settings.starts.plus_ms(-limits::CHECK_IN_MS);
        settings.check_in.then_some(from)
    }

    /// When the tournament began; `None` before.
    pub(crate) const fn began(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::Running { since } | Stage::Ended { since, .. } => Some(since),
            Stage::Coming | Stage::CalledOff { .. } => None,
        }
    }

    /// Whether nothing changes any more.
    pub(crate) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Ended { .. } | Stage::CalledOff { .. })
    }

    /// Whether players may still enter.
    pub(crate) fn is_open(&self) -> bool {
        match (self.stage, self.settings.format) {
            (Stage::Coming, _)
            | (Stage::Running { .. }, Format::Individual { .. } | Format::Arena { .. }) => true,
            (
                Stage::Running { .. },
                Format::Swiss { rounds, .. } | Format::Tables { rounds, .. },
            ) => self.rounds.len() < usize::from(rounds),
            _ => false,
        }
    }

    pub(crate) fn is_knockout(&self, round: usize) -> bool {
        match self.settings.format {
            Format::Swiss { rounds, .. } => round >= usize::from(rounds),
            Format::Knockout { .. } => true,
            Format::Arena { .. }
            | Format::RoundRobin
            | Format::Individual { .. }
            | Format::Tables { .. } => false,
        }
    }

    /// Whether matches are at tables of several.
    pub(crate) fn has_tables(&self) -> bool {
        matches!(self.settings.format, Format::Tables { .. })
    }

    /// How many entrants a match has at least.
    pub(crate) fn at_a_table(&self) -> usize {
        match self.settings.format {
            Format::Individual { .. } => 4,
            _ => 2,
        }
    }

    pub(crate) fn is_arena(&self) -> bool {
        matches!(self.settings.format, Format::Arena { .. })
    }

    /// When an arena ends or ended, or is planned to end; `None` for the other formats.
    pub(crate) fn ends(&self) -> Option<Timestamp> {
        let began = self.began().unwrap_or(self.settings.starts);
        match self.settings.format_from(began) {
            Format::Arena { ends } => Some(Timestamp(ends)),
            _ => None,
        }
    }

    /// How the tournament repeats; `None` if none follows.
    pub(crate) fn repeat(&self) -> Option<&Repeat> {
        let repeat = self.settings.repeat.as_ref();
        repeat.filter(|_| !self.is_last)
    }

    /// The number of rounds that were paired.
    pub(crate) const fn round_count(&self) -> usize {
        self.rounds.len()
    }

    /// When the last round was paired, and until when its players must come; `None` before the first round.
    pub(crate) fn last_round(&self) -> Option<(Timestamp, Timestamp)> {
        let round = self.rounds.last()?;
        let come_by = round.matches.iter().map(|facts| facts.come_by).max();
        Some((round.paired, come_by.unwrap_or(round.paired)))
    }

    /// The matches and byes of a round.
    pub(crate) fn matches_of(&self, round: usize) -> Vec<Match> {
        let count = self.rounds.get(round).map_or(0, |of| of.matches.len());
        let ids = (0..count).map(|number| PairingId { round, number });
        ids.filter_map(|id| self.match_at(id)).collect()
    }

    /// The matches and byes of all rounds.
    pub(crate) fn match_ids(&self) -> impl Iterator<Item = PairingId> {
        let rounds = self.rounds.iter().enumerate();
        rounds.flat_map(|(round, of)| {
            let numbers = 0..of.matches.len();
            numbers.map(move |number| PairingId { round, number })
        })
    }

    pub(crate) fn match_at(&self, id: PairingId) -> Option<Match> {
        let (pairing, outcome) = self.tournament.pairing(id)?;
        let facts = self.rounds.get(id.round)?.matches.get(id.number)?;
        Some(Match {
            id,
            pairing: *pairing,
            outcome,
            source: facts.source.clone(),
            stop: facts.stop.clone(),
            table: facts.table,
            is_open: facts.is_open,
            come_by: facts.come_by,
        })
    }

    /// The matches that followers are shown: those of the last round. In an arena, those that are being played and
    /// the last ones that have ended.
    pub(crate) fn current_matches(&self) -> Vec<Match> {
        let mut rounds = (0..self.rounds.len()).rev();
        if !self.is_arena() {
            return rounds
                .next()
                .map_or_else(Vec::new, |last| self.matches_of(last));
        }
        let ended = rounds.flat_map(|round| self.matches_of(round).into_iter().rev());
        let ended = ended.filter(|one| one.outcome.is_some());
        let ended = ended.take(limits::ARENA_ENDED_MATCHES_SHOWN);
        let mut matches: Vec<Match> = self.undecided().into_iter().chain(ended).collect();
        matches.sort_by_key(|one| one.id);
        matches
    }

    /// The matches that have no result.
    pub(crate) fn undecided(&self) -> Vec<Match> {
        let running = self.tournament.running().into_iter();
        running.filter_map(|id| self.match_at(id)).collect()
    }

    /// The match of an entry that has no result.
    pub(crate) fn match_of(&self, entry: &Entry) -> Option<Match> {
        self.match_at(self.tournament.playing(entry.member?)?)
    }
}

//! Where all tables of a round have the same deals: the section of its matches, and what they made of the boards.

use boneyard_fair::{Chain, Commitment, Hash, TableSeed};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::tournament::DealtMatch;
use boneyard_table::SECTION_CHAIN;
use boneyard_tournaments::duplicate::{BoardStanding, Fraction, hundredths};
use boneyard_tournaments::{EntrantId, PairingId};

use super::{Match, Round, State};
use crate::refusal::Refusal;

/// Matches that are dealt alike (`docs/fair-deal.md`, The same deals at several tables).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub(crate) seed: TableSeed,
    /// The head of the chain of secrets of all matches.
    pub(crate) commitment: Commitment,
    /// The matches, with the promises of their seats.
    pub(crate) matches: Vec<(PairingId, SectionMatch)>,
}

impl Section {
    pub(super) fn new(seed: TableSeed, matches: &[(PairingId, SectionMatch)]) -> Self {
        Self {
            seed,
            commitment: Chain::new(&seed, SECTION_CHAIN).commitment(),
            matches: matches.to_vec(),
        }
    }

    /// The terms of the matches other than the one of this table, in the order of the matches.
    pub(crate) fn terms_beside(&self, own: &SectionMatch) -> Vec<Hash> {
        let others = self.matches.iter().map(|(_, one)| one);
        let others = others.filter(|one| one.table != own.table);
        others.map(|one| one.terms(self.commitment)).collect()
    }
}

impl State {
    /// Whether all tables of a round have the same deals.
    pub(crate) fn is_duplicate(&self) -> bool {
        self.settings.boards.is_some()
    }

    /// The section of the last round; `None` before it is formed.
    pub(crate) fn section(&self) -> Option<&Section> {
        self.rounds.last()?.section.as_deref()
    }

    /// Whether tables of the last round still wait until the last match of their section has ended.
    pub(crate) fn has_open_section(&self) -> bool {
        let is_open = |round: &Round| !round.is_section_over;
        self.is_duplicate() && self.rounds.last().is_some_and(is_open)
    }

    /// The matches of the last round that have a result, and whose tables are still in an open section.
    pub(crate) fn decided_in_section(&self) -> Vec<Match> {
        if !self.has_open_section() {
            return Vec::new();
        }
        let matches = self.matches_of(self.rounds.len() - 1).into_iter();
        let decided = matches.filter(|one| one.outcome.is_some() && one.is_open);
        decided.collect()
    }

    /// Whether the result of a match may be shown: of boards, once the last match of the round has ended.
    pub(crate) fn is_result_shown(&self, id: PairingId) -> bool {
        !self.is_duplicate() || id.round < self.tournament.ended_rounds()
    }

    /// What a match made of its boards; empty if it finished none.
    pub(crate) fn boards_of(&self, id: PairingId) -> Vec<Option<i32>> {
        self.boards.get(&id).cloned().unwrap_or_default()
    }

    /// The match at the table of a section; `None` for a match without one.
    pub(crate) fn dealt(&self, id: PairingId) -> Option<DealtMatch> {
        let section = self.rounds.get(id.round)?.section.as_deref()?;
        let mut matches = section.matches.iter();
        let (_, one) = matches.find(|(of, _)| *of == id)?;
        Some(DealtMatch {
            table: one.table,
            match_number: one.match_number,
            terms: one.terms(section.commitment),
        })
    }

    /// The standings by the boards, with the mean share of each entrant in hundredths of a percent; `None` if each
    /// table has its own deals.
    pub(crate) fn board_standings(&self) -> Option<Vec<(EntrantId, BoardStanding, Option<u32>)>> {
        let boards = self.settings.boards?;
        let played = i128::from(boards) * self.tournament.ended_rounds() as i128;
        let standings = self.tournament.board_standings(boards, &self.boards);
        let shown = standings.into_iter().map(|of| {
            let percent = Fraction::from(100) * of.share;
            let mean = (played > 0).then(|| hundredths(percent / Fraction::from(played)));
            let mean = mean.and_then(|mean| u32::try_from(mean).ok());
            (of.entrant, of, mean)
        });
        Some(shown.collect())
    }

    pub(super) fn note_boards(&mut self, id: PairingId, margins: &[i32]) {
        let boards = usize::from(self.settings.boards.unwrap_or(0));
        let all = (0..boards).map(|board| margins.get(board).copied());
        self.boards.insert(id, all.collect());
    }

    pub(super) fn last_round_mut(&mut self) -> Result<&mut Round, Refusal> {
        self.rounds.last_mut().ok_or(Refusal::OutOfOrder)
    }
}

//! What a tournament has the table of a section do (`docs/fair-deal.md`, The same deals at several tables). The
//! tournament knows all tables of the section; each table knows only its own match.

use boneyard_base::Timestamp;
use boneyard_fair::TableSeed;
use boneyard_protocol::Hash;
use boneyard_protocol::fairness::SectionMatch;

use super::State;
use super::command::Decision;
use super::deals::SectionStep;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;

/// What a tournament has the table of a section do. A table that has done it already, or can't do it any more, does
/// nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SectionOrder {
    /// The match begins with the others: the terms of all are known.
    Begin {
        /// The match of this table, as the terms of the others' sections name it.
        own: Box<SectionMatch>,
        /// The secret seed of the section's chain.
        seed: TableSeed,
        /// The hashes of the terms of the other matches.
        others: Vec<Hash>,
    },
    /// The match with this number is called off, because a seed of another table is missing.
    CallOff(u32),
    /// The tiles are dealt, because all seeds of all tables are revealed.
    Deal(Vec<SectionMatch>),
    /// The last match of the section has ended. A match that is still being played was decided otherwise, and ends
    /// too; a table that waits for its match closes.
    End,
}

impl State {
    /// Decides what a tournament has the table do.
    pub(crate) fn on_section(
        &self,
        order: &SectionOrder,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let Some(stand) = self.deals.section_stand().filter(|_| !self.closed) else {
            return Ok(draft.done());
        };
        match (order, stand.step) {
            (SectionOrder::Begin { own, seed, others }, SectionStep::Held)
                if **own == stand.own =>
            {
                draft.add(TableEvent::BeganInSection {
                    seed: *seed,
                    others: others.clone(),
                })?;
            }
            (SectionOrder::CallOff(number), SectionStep::Begun | SectionStep::Revealed)
                if *number == stand.own.match_number =>
            {
                draft.call_off()?;
            }
            (SectionOrder::Deal(others), SectionStep::Revealed) => {
                draft.add(TableEvent::SectionRevealed {
                    others: others.clone(),
                })?;
                draft.deal_if_revealed()?;
            }
            (SectionOrder::End, SectionStep::Dealt) => {
                if self.matches.is_playing() {
                    draft.add(TableEvent::Abandoned)?;
                }
                draft.add(TableEvent::SectionEnded)?;
            }
            (SectionOrder::End, _) => draft.add(TableEvent::Closed)?,
            _ => {}
        }
        Ok(draft.done())
    }
}

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

#[cfg(test)]
mod tests {
    use boneyard_base::{PlayerId, TournamentId};
    use boneyard_fair::{Chain, LogHead, Promise, Seed};
    use boneyard_protocol::fairness::SeatFairness;
    use boneyard_protocol::{Access, ClockRule, Invite, RoomTournament, Status, TableId};
    use boneyard_rules::BySeat;
    use boneyard_rules::line::Preset;

    use super::*;
    use crate::state::Arranged;
    use crate::state::command::{Action, ArrangedSeat, Command};
    use crate::state::deals::SECTION_CHAIN;
    use crate::state::stop::Stop;

    const NOW: Timestamp = Timestamp(1_000);

    fn seed(number: u8) -> Seed {
        Seed::from([number; 32])
    }

    /// A table of a section, and its two players.
    struct Table {
        state: State,
        players: [PlayerId; 2],
    }

    impl Table {
        fn new(number: u128) -> Self {
            let players = [PlayerId::random(), PlayerId::random()];
            let created = TableEvent::Created {
                table: TableId::from_bits(number),
                host: players[0],
                name: "Ann".to_owned(),
                rules: Preset::QUICK_DRAW.rules().into(),
                access: Access::Link,
                kept_seats: 0,
                invite: Invite::random(),
                hints: false,
                clock: ClockRule::PerMove { seconds: 30 },
                time_cap: None,
                bots: false,
                rated: false,
                quick: false,
                seed: TableSeed::from([1; 32]),
            };
            let terms = Arranged {
                tournament: RoomTournament {
                    id: TournamentId::from_bits(1),
                    name: "Friday".to_owned(),
                    round: Some(1),
                    rounds: Some(5),
                },
                come_by: NOW.plus_ms(60_000),
                boards: Some(2),
                watch_delay_minutes: None,
            };
            let other = ArrangedSeat::Person {
                player: players[1],
                name: "Ben".to_owned(),
            };
            let opened = State::open_arranged(created, terms, &[other], NOW).unwrap();
            Self {
                state: *opened.next,
                players,
            }
        }

        fn decide(&mut self, player: usize, action: Action) -> Result<(), Refusal> {
            let command = Command {
                player: self.players[player],
                invited: false,
                action,
            };
            let gone = BySeat::from_fn(self.state.rules().seating(), |_| None);
            self.state = *self.state.decide(&command, &gone, NOW)?.next;
            Ok(())
        }

        fn commit(&mut self, player: usize, number: u8) -> Result<(), Refusal> {
            let promise = Promise {
                commitment: seed(number).commitment(),
                head: LogHead::default(),
            };
            let match_number = self.state.deals.match_to_promise();
            self.decide(
                player,
                Action::Commit {
                    match_number,
                    promise,
                },
            )
        }

        fn reveal(&mut self, player: usize, number: u8) -> Result<(), Refusal> {
            let match_number = self.state.deals.begun();
            let seed = seed(number);
            self.decide(player, Action::Reveal { match_number, seed })
        }

        /// Returns how many events the order made.
        fn order(&mut self, order: &SectionOrder) -> Result<usize, Refusal> {
            let Decision { events, next } = self.state.on_section(order, NOW)?;
            self.state = *next;
            Ok(events.len())
        }

        fn own(&self) -> SectionMatch {
            self.state.deals.section_stand().unwrap().own
        }

        fn step(&self) -> SectionStep {
            self.state.deals.section_stand().unwrap().step
        }
    }

    /// Two tables whose promises are fixed, and what makes each of them begin.
    fn held() -> ([Table; 2], [SectionOrder; 2]) {
        let mut tables = [Table::new(1), Table::new(2)];
        for (n, table) in (0..).zip(&mut tables) {
            for player in 0..2 {
                assert_eq!(table.step(), SectionStep::Gathers);
                table.commit(player, 1 + 2 * n + player as u8).unwrap();
            }
            assert_eq!(table.step(), SectionStep::Held);
            assert_eq!(table.state.come_by(), None, "the table waits for others");
        }
        let secret = TableSeed::from([9; 32]);
        let commitment = Chain::new(&secret, SECTION_CHAIN).commitment();
        let begin = [(0, 1), (1, 0)].map(|(own, other): (usize, usize)| SectionOrder::Begin {
            own: Box::new(tables[own].own()),
            seed: secret,
            others: vec![tables[other].own().terms(commitment)],
        });
        (tables, begin)
    }

    fn all_revealed() -> [Table; 2] {
        let (mut tables, begin) = held();
        for (n, (table, begin)) in (0..).zip(tables.iter_mut().zip(&begin)) {
            assert_eq!(table.order(begin), Ok(1));
            assert_eq!(table.order(begin), Ok(0), "it has begun already");
            for player in 0..2 {
                assert_eq!(table.step(), SectionStep::Begun);
                table.reveal(player, 1 + 2 * n + player as u8).unwrap();
            }
            assert_eq!(table.step(), SectionStep::Revealed);
            assert_eq!(table.state.deadline(), None, "the tournament goes on");
        }
        tables
    }

    #[test]
    fn both_tables_are_dealt_alike_and_end_together() {
        let mut tables = all_revealed();
        let others = [tables[1].own(), tables[0].own()];
        for (table, other) in tables.iter_mut().zip(others) {
            let deal = SectionOrder::Deal(vec![other]);
            assert!(table.order(&deal).unwrap() > 1);
            assert_eq!(table.order(&deal), Ok(0));
            assert_eq!(table.state.status(), Status::Playing);
        }
        let boneyard = |table: &Table| table.state.matches.current().unwrap().clone();
        assert_eq!(boneyard(&tables[0]), boneyard(&tables[1]));
        for table in &mut tables {
            table.decide(0, Action::Resign).unwrap();
            assert!(table.state.deals.is_sealed());
            assert_eq!(table.state.fairness(None), None);
            assert!(!table.state.has_record());
            assert_eq!(table.decide(0, Action::Leave), Err(Refusal::Sealed));
            assert_eq!(table.order(&SectionOrder::End), Ok(1));
            assert!(table.state.has_record());
            assert_eq!(table.order(&SectionOrder::End), Ok(0));
        }
    }

    #[test]
    fn a_table_is_dealt_only_from_the_seeds_that_the_section_promised() {
        let mut tables = all_revealed();
        let other = tables[1].own();
        for wrong in [seed(7), seed(1)] {
            let seats = other.seats.map(|seat| SeatFairness {
                seed: Some(wrong),
                ..*seat
            });
            let deal = SectionOrder::Deal(vec![SectionMatch { seats, ..other }]);
            assert_eq!(tables[0].order(&deal), Err(Refusal::NotPromised));
        }
        let stranger = SectionOrder::Deal(vec![Table::new(3).own()]);
        assert_eq!(tables[0].order(&stranger), Err(Refusal::NotPromised));
        let nobody = SectionOrder::Deal(Vec::new());
        assert_eq!(tables[0].order(&nobody), Err(Refusal::NotPromised));
        assert_eq!(tables[0].step(), SectionStep::Revealed);
    }

    #[test]
    fn a_promise_that_is_fixed_stays_and_orders_for_another_step_do_nothing() {
        let (mut tables, begin) = held();
        let table = &mut tables[0];
        assert_eq!(table.commit(0, 7), Err(Refusal::Beginning));
        assert_eq!(
            table.decide(0, Action::Ready(false)),
            Err(Refusal::Beginning)
        );
        assert_eq!(table.order(&begin[1]), Ok(0), "that is for another table");
        let deal = SectionOrder::Deal(Vec::new());
        assert_eq!(table.order(&deal), Ok(0));
        assert_eq!(table.order(&SectionOrder::CallOff(1)), Ok(0));
        assert_eq!(table.order(&begin[0]), Ok(1));
        assert_eq!(table.order(&SectionOrder::CallOff(2)), Ok(0));
        table.reveal(1, 2).unwrap();
        assert!(table.order(&SectionOrder::CallOff(1)).unwrap() >= 1);
        assert_eq!(
            table.commit(0, 7),
            Err(Refusal::Stale),
            "its seed was missing"
        );
    }

    #[test]
    fn a_table_whose_seeds_others_may_use_is_dealt_before_it_is_stopped() {
        let mut tables = all_revealed();
        let stop = Stop::Decided { winner: None };
        let decided = tables[0].state.on_stop(stop, NOW, NOW).unwrap();
        assert_eq!(decided.events, []);
        let deal = SectionOrder::Deal(vec![tables[1].own()]);
        assert!(tables[0].order(&deal).unwrap() > 1);
        tables[0].state = *tables[0].state.on_stop(stop, NOW, NOW).unwrap().next;
        assert_eq!(tables[0].state.status(), Status::Over);
        assert!(tables[0].state.deals.is_sealed(), "others still play");
        assert_eq!(tables[0].order(&SectionOrder::End), Ok(1));
        assert!(tables[0].state.has_record());
    }

    #[test]
    fn a_table_that_waits_at_the_end_of_its_section_closes() {
        let (mut tables, _) = held();
        assert_eq!(tables[0].order(&SectionOrder::End), Ok(1));
        assert!(tables[0].state.closed);
        assert_eq!(tables[0].order(&SectionOrder::End), Ok(0));
    }
}

//! How a tournament ends a match at its table, so that the table, the record and the ratings tell the same result as
//! the standings.

use boneyard_base::Timestamp;
use boneyard_protocol::{Ending, Status};
use boneyard_rules::{Seat, Seating, Side};
use serde::{Deserialize, Serialize};

use super::State;
use super::command::Decision;
use super::deals::SectionStep;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;

/// Why a tournament ends a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stop {
    /// A player withdrew, and the player's side loses.
    Withdrawn {
        /// The player's seat.
        seat: Seat,
    },
    /// The organiser decided the match.
    Decided {
        /// The side that won; `None` if no side did.
        winner: Option<Side>,
    },
    /// All people of the match have been away for long.
    Deserted {
        /// The side that only computer players play; `None` if there is none.
        winner: Option<Side>,
    },
}

impl Stop {
    /// How the match ends.
    pub(super) fn ending(self, seating: Seating) -> Ending {
        match self {
            Self::Withdrawn { seat } => Ending::Withdrawn {
                seat,
                winner: seating.sides().find(|&side| side != seating.side(seat)),
            },
            Self::Decided { winner } => Ending::Decided { winner },
            Self::Deserted { winner } => Ending::Abandoned { winner },
        }
    }
}

impl State {
    /// Ends the match of a tournament, or closes the table if its tiles are not dealt. A match that has ended stays as
    /// it is, and so does a match that counts as deserted, but in which something has happened since `seen`.
    pub(crate) fn on_stop(
        &self,
        stop: Stop,
        seen: Timestamp,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let is_deserted = self.last <= seen || !matches!(stop, Stop::Deserted { .. });
        if self.settings.arranged.is_none() || self.closed || !is_deserted {
            return Ok(draft.done());
        }
        let section = self.deals.section_stand().map(|stand| stand.step);
        match self.status() {
            // Other tables of the section may be dealt already, with the seeds of this one: it is dealt, or called off,
            // and told again.
            Status::Open if section == Some(SectionStep::Revealed) => {}
            Status::Open => {
                if self.deals.waits_for_seeds() {
                    draft.add(TableEvent::CalledOff)?;
                }
                draft.add(TableEvent::Closed)?;
            }
            Status::Playing => draft.add(TableEvent::Stopped { stop })?,
            Status::Over => {}
        }
        Ok(draft.done())
    }
}

#[cfg(test)]
mod tests {
    use boneyard_base::{PlayerId, TournamentId};
    use boneyard_fair::{LogHead, Promise, Seed, TableSeed};
    use boneyard_protocol::RoomTournament;
    use boneyard_protocol::{Access, ClockRule, Invite, TableId};
    use boneyard_rules::BySeat;
    use boneyard_rules::line::Preset;

    use super::*;
    use crate::state::Arranged;
    use crate::state::command::{Action, ArrangedSeat, Command};

    const NOW: Timestamp = Timestamp(1_000);

    fn seed(number: usize) -> Seed {
        Seed::from([number as u8; 32])
    }

    /// The table of a rated match of a tournament, and its two players.
    struct Table {
        state: State,
        players: [PlayerId; 2],
    }

    impl Table {
        fn new() -> Self {
            let players = [PlayerId::random(), PlayerId::random()];
            let created = TableEvent::Created {
                table: TableId::from_bits(1),
                host: players[0],
                name: "Ann".to_owned(),
                rules: Preset::BLOCK.rules().into(),
                access: Access::Link,
                kept_seats: 0,
                invite: Invite::random(),
                hints: false,
                clock: ClockRule::PerMove { seconds: 30 },
                time_cap: None,
                bots: false,
                rated: true,
                quick: false,
                seed: TableSeed::from([1; 32]),
            };
            let terms = Arranged {
                tournament: RoomTournament {
                    id: TournamentId::from_bits(1),
                    name: "Friday".to_owned(),
                    round: Some(1),
                    rounds: None,
                },
                come_by: NOW.plus_ms(60_000),
                boards: None,
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

        fn decide(&mut self, player: usize, action: Action) {
            let command = Command {
                player: self.players[player],
                invited: false,
                action,
            };
            let gone = BySeat::from_fn(self.state.rules().seating(), |_| None);
            self.state = *self.state.decide(&command, &gone, NOW).unwrap().next;
        }

        /// Both players promise their seeds.
        fn begun() -> Self {
            let mut table = Self::new();
            for player in 0..2 {
                let promise = Promise {
                    commitment: seed(player).commitment(),
                    head: LogHead::default(),
                };
                let match_number = table.state.deals.match_to_promise();
                let commit = Action::Commit {
                    match_number,
                    promise,
                };
                table.decide(player, commit);
            }
            table
        }

        fn dealt() -> Self {
            let mut table = Self::begun();
            for player in 0..2 {
                let match_number = table.state.deals.begun();
                let seed = seed(player);
                table.decide(player, Action::Reveal { match_number, seed });
            }
            assert_eq!(table.state.status(), Status::Playing);
            table
        }

        /// Returns how many events the stop made.
        fn stop(&mut self, stop: Stop, seen: Timestamp) -> usize {
            let Decision { events, next } = self.state.on_stop(stop, seen, NOW).unwrap();
            self.state = *next;
            events.len()
        }
    }

    fn stops() -> [(Stop, Ending); 4] {
        let seat = Seat::new(1).unwrap();
        let [first, second] = [0, 1].map(Side::new);
        let none = None;
        [
            (
                Stop::Withdrawn { seat },
                Ending::Withdrawn {
                    seat,
                    winner: first,
                },
            ),
            (
                Stop::Decided { winner: second },
                Ending::Decided { winner: second },
            ),
            (
                Stop::Decided { winner: none },
                Ending::Decided { winner: none },
            ),
            (
                Stop::Deserted { winner: none },
                Ending::Abandoned { winner: none },
            ),
        ]
    }

    #[test]
    fn a_match_that_is_stopped_ends_once_and_says_how() {
        for (stop, ending) in stops() {
            let mut table = Table::dealt();
            assert_eq!(table.stop(stop, table.state.last), 1);
            assert_eq!(table.state.matches.ending(), Some(ending));
            assert!(table.state.has_record());
            for (again, _) in stops() {
                assert_eq!(table.stop(again, table.state.last), 0, "it has ended");
            }
            let left: &[PlayerId] = match stop {
                Stop::Withdrawn { .. } => &table.players[1..],
                Stop::Decided { .. } => &[],
                Stop::Deserted { .. } => &table.players,
            };
            assert_eq!(table.state.leavers(), left);
        }
    }

    #[test]
    fn a_table_whose_tiles_are_not_dealt_closes_once() {
        for (stop, _) in stops() {
            for (mut table, events) in [(Table::new(), 1), (Table::begun(), 2)] {
                assert_eq!(table.stop(stop, table.state.last), events);
                assert!(table.state.closed);
                assert_eq!(table.stop(stop, table.state.last), 0);
                assert_eq!(table.state.matches.ending(), None);
            }
        }
    }

    #[test]
    fn a_match_in_which_something_has_happened_since_is_not_deserted() {
        for (stop, _) in stops() {
            let mut table = Table::dealt();
            let is_deserted = matches!(stop, Stop::Deserted { .. });
            let earlier = table.state.last.plus_ms(-1);
            assert_eq!(table.stop(stop, earlier), usize::from(!is_deserted));
        }
    }
}

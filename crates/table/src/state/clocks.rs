//! The clocks of a table. Pure: they are computed from the times of the log's rows, so a clock continues
//! after a restart as if the server had never stopped.
//!
//! The server plays a tile for a player only after a warning. The warning is in the log, so the player was
//! shown it, and had time left to play.
//!
//! At a table over days the clock runs whether or not players are connected, and without a warning: a turn lasts
//! days, and a client shows how much of it is left. A player may take days of holiday, in which the player's own
//! clock doesn't run.
//!
//! A match can have a cap on its time. The event `TimeCalled` records that the cap has come, so that the match
//! ends after the same round at every node and after a restart.
//!
//! Time in which the player on turn could not play is given back: time in which the player's node or the
//! storage failed, or no player was connected. An event (`Resumed`) records this. It is needed because the
//! other events can't tell a player who thinks for a minute from a server that was down for a minute.

use std::sync::Arc;

use boneyard_base::{Timestamp, limits};
use boneyard_protocol::{ClockRule, Running, Time};
use boneyard_rules::{BySeat, Seat, Seating};

use super::event::TableEvent;
use super::refusal::Refusal;

/// How long players may think, and how much time each player has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    rule: ClockRule,
    /// For each seat, the time left in its bank, or the time for one move; 0 without a clock.
    left_ms: BySeat<i64>,
    /// The turn of a person for whom no computer player stands in; `None` if no such person is on turn.
    turn: Option<Turn>,
    /// When time is called in the running match; `None` without a cap, and once time has been called.
    cap: Option<Cap>,
    /// The players' holidays; `None` unless the match is played over days.
    holidays: Option<Arc<BySeat<Holiday>>>,
}

/// The holiday of a player at a table over days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Holiday {
    /// How many days the player may still take.
    left_days: u16,
    /// Until when the player's clock doesn't run.
    until: Timestamp,
}

/// The cap on the time of the running match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cap {
    until: Timestamp,
    /// When the match began, or when time was last given back.
    resumed: Timestamp,
}

/// A person's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub seat: Seat,
    pub since: Timestamp,
    /// When the turn began, or when time was last given back. Only time after this can be given back.
    pub(super) resumed: Timestamp,
    /// How long the player could think when the turn began; `None` without a clock.
    left_ms: Option<i64>,
    warning: Warning,
}

/// What a player is told before the time of the turn runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Warning {
    /// Nothing: the player is away, or plays over days.
    None,
    /// The player must be warned.
    Due,
    /// The player was warned.
    Given(Timestamp),
}

impl Turn {
    /// Whether the turn has a time limit.
    pub(crate) const fn is_timed(&self) -> bool {
        self.left_ms.is_some()
    }

    /// When the player must be warned; `None` after the warning and without a clock.
    pub(super) fn warn_at(&self) -> Option<Timestamp> {
        let left_ms = self.left_ms.filter(|_| self.warning == Warning::Due)?;
        Some(self.since.plus_ms(left_ms - warning_ms(left_ms)))
    }

    /// When the clock runs out. If the warning came late, the clock runs out later.
    fn out_at(&self) -> Option<Timestamp> {
        let left_ms = self.left_ms?;
        let out_at = self.since.plus_ms(left_ms);
        Some(match self.warning {
            Warning::Given(at) => out_at.max(at.plus_ms(warning_ms(left_ms))),
            Warning::None | Warning::Due => out_at,
        })
    }

    /// When the server plays a tile for the player. This is a little after the clock has run out, because a
    /// play may still be on its way to the server.
    pub(super) fn place_at(&self) -> Option<Timestamp> {
        let out_at = self.out_at().filter(|_| self.warning != Warning::Due)?;
        Some(out_at.plus_ms(limits::CLOCK_LAG_MS))
    }
}

/// How long before the end of the turn the player is warned, if the turn lasts `left_ms`.
fn warning_ms(left_ms: i64) -> i64 {
    (left_ms / 2).min(limits::CLOCK_WARNING_MS)
}

const fn ms(seconds: u16) -> i64 {
    seconds as i64 * 1000
}

impl Clocks {
    /// The clocks at the start of a match: every bank is full.
    pub(super) fn new(rule: ClockRule, seating: Seating) -> Self {
        let full_ms = match rule {
            ClockRule::None => 0,
            ClockRule::PerMove { seconds } | ClockRule::Bank { seconds, .. } => ms(seconds),
            ClockRule::Days { days, .. } => i64::from(days) * limits::DAY_MS,
        };
        let holidays = match rule {
            ClockRule::Days { holiday, .. } => {
                Some(Arc::new(BySeat::from_fn(seating, |_| Holiday {
                    left_days: holiday,
                    until: Timestamp(0),
                })))
            }
            _ => None,
        };
        Self {
            rule,
            left_ms: BySeat::from_fn(seating, |_| full_ms),
            turn: None,
            cap: None,
            holidays,
        }
    }

    /// Begins the time of a match, which has a cap of so many minutes.
    pub(super) fn begin_match(&mut self, cap_minutes: Option<u16>, at: Timestamp) {
        self.cap = cap_minutes.map(|minutes| Cap {
            until: at.plus_ms(i64::from(minutes) * 60_000),
            resumed: at,
        });
    }

    /// Ends the time of the match.
    pub(super) const fn end_match(&mut self) {
        self.cap = None;
    }

    /// Ends the turn. `moved` says whether the turn ended because the player played.
    fn end_turn(&mut self, at: Timestamp, moved: bool) {
        if let Some(turn) = self.turn.take()
            && let ClockRule::Bank { increment, .. } = self.rule
        {
            let left_ms = &mut self.left_ms[turn.seat];
            *left_ms = (*left_ms - at.ms_since(turn.since)).max(0);
            *left_ms += if moved { ms(increment) } else { 0 };
        }
    }

    fn begin_turn(&mut self, seat: Seat, at: Timestamp, away: bool) {
        let over_days = self.rule.is_over_days();
        let left_ms = match self.rule {
            ClockRule::None => None,
            _ if over_days && away => Some(limits::OVER_DAYS_AWAY_TURN_MS),
            _ if over_days => Some(self.left_ms[seat] + self.holiday_ms(seat, at)),
            _ if away => Some(limits::AWAY_TURN_MS),
            _ => Some(self.left_ms[seat].max(limits::TURN_MS_MIN)),
        };
        self.turn = Some(Turn {
            seat,
            since: at,
            resumed: at,
            left_ms,
            warning: if away || over_days {
                Warning::None
            } else {
                Warning::Due
            },
        });
    }

    /// How long the holiday of a player still lasts.
    fn holiday_ms(&self, seat: Seat, at: Timestamp) -> i64 {
        let holidays = self.holidays.as_ref();
        holidays.map_or(0, |all| all[seat].until.ms_since(at).max(0))
    }

    /// Gives a player a day of holiday, after the holiday that the player has taken before.
    fn take_holiday(&mut self, seat: Seat, at: Timestamp) -> Result<(), Refusal> {
        let holidays = self.holidays.as_mut().ok_or(Refusal::NoHoliday)?;
        let holiday = &mut Arc::make_mut(holidays)[seat];
        holiday.left_days = holiday.left_days.checked_sub(1).ok_or(Refusal::NoHoliday)?;
        holiday.until = holiday.until.max(at).plus_ms(limits::DAY_MS);
        if let Some(turn) = &mut self.turn
            && turn.seat == seat
        {
            turn.left_ms = turn.left_ms.map(|left_ms| left_ms + limits::DAY_MS);
        }
        Ok(())
    }

    fn warn(&mut self, seat: Seat, at: Timestamp) -> Result<(), Refusal> {
        match &mut self.turn {
            Some(turn) if turn.seat == seat && turn.warning == Warning::Due => {
                turn.warning = Warning::Given(at);
                Ok(())
            }
            _ => Err(Refusal::OutOfOrder),
        }
    }

    /// Gives back the time from `from` to `at`, to the match and to the player on turn. Afterwards the player
    /// has at least the grace time left.
    fn resume(&mut self, from: Timestamp, at: Timestamp) {
        if let Some(cap) = &mut self.cap {
            cap.until = cap.until.plus_ms(at.ms_since(from));
            cap.resumed = at;
        }
        if let Some(turn) = &mut self.turn {
            turn.since = turn.since.plus_ms(at.ms_since(from));
            turn.resumed = at;
        }
        self.grant_grace(at);
    }

    /// Lets the player on turn have at least the grace time left.
    fn grant_grace(&mut self, at: Timestamp) {
        let Some(turn) = &mut self.turn else { return };
        turn.since = match turn.left_ms {
            // Without a clock the turn starts again, so that a player who comes back during the turn isn't
            // late at once.
            None => at,
            Some(left_ms) => {
                let grace_ms = left_ms.min(limits::RESUME_GRACE_MS);
                let since = turn.since.max(at.plus_ms(grace_ms - left_ms));
                since.min(at)
            }
        };
        if turn.warning != Warning::None {
            turn.warning = Warning::Due;
        }
    }

    /// Moves all times, because the clock has stepped at the time `at`. The players' connections are closed then, so
    /// the player on turn gets the grace time.
    fn step(&mut self, by_ms: i64, at: Timestamp) {
        if let Some(cap) = &mut self.cap {
            cap.until = cap.until.plus_ms(by_ms);
            cap.resumed = cap.resumed.plus_ms(by_ms);
        }
        if let Some(holidays) = &mut self.holidays {
            let holidays = Arc::make_mut(holidays);
            *holidays = holidays.map(|holiday| Holiday {
                until: holiday.until.plus_ms(by_ms),
                ..*holiday
            });
        }
        if let Some(turn) = &mut self.turn {
            turn.since = turn.since.plus_ms(by_ms);
            turn.resumed = turn.resumed.plus_ms(by_ms);
        }
        self.grant_grace(at);
    }
}

impl Clocks {
    /// Applies an event to the clocks. `thinks` is the seat that is on turn after the event, if a person
    /// plays at it. `is_away` says whether that person counts as away, and `goes_on` whether the seat has moved in
    /// this turn already. Such a turn keeps its clock; without a clock, each move shows that the player is there.
    pub(super) fn apply(
        &mut self,
        event: &TableEvent,
        at: Timestamp,
        (thinks, is_away, goes_on): (Option<Seat>, bool, bool),
    ) -> Result<(), Refusal> {
        match event {
            TableEvent::Warned { seat } => return self.warn(*seat, at),
            TableEvent::Resumed { from } => {
                self.resume(*from, at);
                return Ok(());
            }
            TableEvent::ClockStepped { by_ms } => {
                self.step(*by_ms, at);
                return Ok(());
            }
            TableEvent::TimeCalled => self.cap = None,
            TableEvent::TookHoliday { seat } => self.take_holiday(*seat, at)?,
            _ => {}
        }
        let keeps = goes_on && !self.rule.is_none();
        let anew = match event {
            TableEvent::Moved { chosen, .. } => chosen.ends_turn() && !keeps,
            TableEvent::MovedFor { .. } => !keeps,
            TableEvent::Dealt { .. } => true,
            TableEvent::Returned { seat } => thinks == Some(*seat),
            _ => false,
        };
        let turn = self.turn.map(|turn| turn.seat);
        if anew || thinks != turn {
            let moved = matches!(event, TableEvent::Moved { seat, .. } if Some(*seat) == turn);
            self.end_turn(at, moved);
            if let Some(seat) = thinks {
                self.begin_turn(seat, at, is_away);
            }
        }
        Ok(())
    }

    /// How long players may think.
    pub(crate) const fn rule(&self) -> ClockRule {
        self.rule
    }

    /// The turn of a person for whom no computer player stands in; `None` if no such person is on turn.
    pub(crate) const fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The clocks as visitors see them; `None` without a clock.
    pub(crate) fn shown(&self) -> Option<Time> {
        if self.rule.is_none() {
            return None;
        }
        let mut left_ms = self.left_ms;
        let running = self.turn.and_then(|turn| {
            left_ms[turn.seat] = turn.left_ms?;
            Some(Running {
                seat: turn.seat,
                since_ms: turn.since.0,
                until_ms: turn.out_at()?.0,
                warned: matches!(turn.warning, Warning::Given(_)),
            })
        });
        let holidays = self.holidays.as_ref();
        let holiday_days = holidays.map(|all| all.map(|holiday| holiday.left_days));
        Some(Time {
            running,
            left_ms,
            holiday_days,
        })
    }

    /// When time is called in the running match; `None` without a cap, and once time has been called.
    pub(crate) fn cap_until(&self) -> Option<Timestamp> {
        Some(self.cap?.until)
    }

    /// Only time after this can be given back; `None` while none can: no person is on turn, and the time of the
    /// match has no cap.
    pub(crate) fn resumed(&self) -> Option<Timestamp> {
        let turn = self.turn.map(|turn| turn.resumed);
        turn.or_else(|| Some(self.cap?.resumed))
    }

    /// When the clock next needs an action: a warning, a tile played for the player, or the call of time.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let turn = self.turn;
        let turn = turn.and_then(|turn| turn.warn_at().or_else(|| turn.place_at()));
        turn.into_iter().chain(self.cap_until()).min()
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line;

    use super::*;

    const BANK: ClockRule = ClockRule::Bank {
        seconds: 60,
        increment: 5,
    };

    fn began(event: &TableEvent, at: Timestamp) -> Clocks {
        let mut clocks = Clocks::new(BANK, Seating::TWO);
        let turn = (Some(Seat::default()), false, false);
        clocks.apply(event, at, turn).unwrap();
        clocks
    }

    #[test]
    fn a_bank_runs_down_by_the_turn_and_grows_by_the_increment() {
        let (seat, start) = (Seat::default(), Timestamp(1_000));
        let mut clocks = began(
            &TableEvent::Moved {
                seat,
                chosen: line::Move::Call.into(),
            },
            start,
        );
        let played = TableEvent::Moved {
            seat,
            chosen: line::Move::GiveLead.into(),
        };
        let next = Seat::new(1);
        let after = start.plus_ms(20_000);
        clocks.apply(&played, after, (next, false, false)).unwrap();
        let shown = clocks.shown().unwrap();
        assert_eq!(shown.left_ms[seat], 45_000);
        assert_eq!(shown.running.map(|running| running.seat), next);
    }

    #[test]
    fn each_of_eight_seats_has_a_bank() {
        let start = Timestamp(1_000);
        let mut clocks = Clocks::new(BANK, Seating::EIGHT);
        for (turn, seat) in (0..).zip(Seating::EIGHT.from(Seat::default())) {
            let chosen = line::Move::GiveLead.into();
            let at = start.plus_ms(turn * 1_000);
            let next = Seating::EIGHT.next(seat);
            clocks
                .apply(
                    &TableEvent::Moved { seat, chosen },
                    at,
                    (Some(next), false, false),
                )
                .unwrap();
        }
        let shown = clocks.shown().unwrap();
        assert_eq!(
            shown.left_ms.as_slice(),
            [
                60_000, 64_000, 64_000, 64_000, 64_000, 64_000, 64_000, 64_000
            ]
        );
        assert_eq!(
            shown.running.map(|running| running.seat),
            Some(Seat::default())
        );
    }

    #[test]
    fn a_turn_of_several_moves_keeps_its_clock() {
        let (seat, start) = (Seat::default(), Timestamp(1_000));
        let moved = TableEvent::Moved {
            seat,
            chosen: line::Move::GiveLead.into(),
        };
        let since = |rule, is_same: bool| {
            let mut clocks = Clocks::new(rule, Seating::TWO);
            clocks
                .apply(&moved, start, (Some(seat), false, false))
                .unwrap();
            let at = start.plus_ms(20_000);
            clocks
                .apply(&moved, at, (Some(seat), false, is_same))
                .unwrap();
            clocks.turn().unwrap().since.ms_since(start)
        };
        assert_eq!(since(BANK, true), 0);
        assert_eq!(since(BANK, false), 20_000);
        // Without a clock, a player who moves keeps nobody waiting.
        assert_eq!(since(ClockRule::None, true), 20_000);
    }

    #[test]
    fn a_player_is_warned_once_before_a_tile_is_placed() {
        let (seat, start) = (Seat::default(), Timestamp(1_000));
        let mut clocks = began(
            &TableEvent::Moved {
                seat,
                chosen: line::Move::Call.into(),
            },
            start,
        );
        let warn_at = clocks.deadline().unwrap();
        let warned = TableEvent::Warned { seat };
        let turn = (Some(seat), false, false);
        clocks.apply(&warned, warn_at, turn).unwrap();
        assert_eq!(
            clocks.apply(&warned, warn_at, turn),
            Err(Refusal::OutOfOrder)
        );
        let place_at = start.plus_ms(60_000 + limits::CLOCK_LAG_MS);
        assert_eq!(clocks.deadline(), Some(place_at));
    }

    #[test]
    fn time_that_is_given_back_takes_the_warning_back() {
        let (seat, start) = (Seat::default(), Timestamp(1_000));
        let turn = (Some(seat), false, false);
        for seconds in (5..=300).step_by(5) {
            let mut clocks = Clocks::new(ClockRule::PerMove { seconds }, Seating::TWO);
            let call = TableEvent::Moved {
                seat,
                chosen: line::Move::Call.into(),
            };
            clocks.apply(&call, start, turn).unwrap();
            let warn_at = clocks.deadline().unwrap();
            let warned = TableEvent::Warned { seat };
            clocks.apply(&warned, warn_at, turn).unwrap();
            let at = warn_at.plus_ms(8_000);
            let resumed = TableEvent::Resumed { from: start };
            clocks.apply(&resumed, at, turn).unwrap();
            let running = clocks.shown().unwrap().running.unwrap();
            assert!(!running.warned, "{seconds} s");
            assert!(running.until_ms > at.0, "{seconds} s");
        }
    }
}

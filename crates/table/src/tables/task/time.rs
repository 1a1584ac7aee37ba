//! The time at one table. It runs evenly: when the server's clock steps, the table's time goes on as before, until a
//! row of the log moves all times of the table by the step. So no step is part of a player's turn, and the rows of all
//! nodes agree, whichever node notices a step of the database's clock first.

use boneyard_base::{Clock, Reading, Timestamp, limits};

/// The time at a loaded table. The clock is read when an input comes and after each wait. All that happens in between
/// happens at one time.
#[derive(Debug)]
pub(crate) struct TableTime {
    clock: Clock,
    /// What the clock showed when it was last read.
    reading: Reading,
    /// By how much the table's time is ahead of the server's clock, in milliseconds.
    ahead_ms: i64,
    /// The steps of the clock that the table knows, in milliseconds.
    stepped_ms: i64,
    /// Whether the table must follow the clock: it has stepped, or the table's last row is from a far future, because
    /// the clock was set back while the table was not in memory.
    must_follow: bool,
}

impl TableTime {
    /// The time of a table that is loaded now, and whose log ends at the time `last`.
    pub(super) fn new(clock: &Clock, last: Timestamp) -> Self {
        let reading = clock.read();
        let ahead_ms = last.ms_since(reading.now);
        Self {
            clock: clock.clone(),
            reading,
            ahead_ms,
            stepped_ms: reading.stepped_ms,
            must_follow: ahead_ms > limits::CLOCK_STEP_MS,
        }
    }

    /// Reads the clock.
    pub(super) fn read(&mut self) {
        self.reading = self.clock.read();
    }

    /// The time at the table when the clock was last read.
    pub(super) fn now(&self) -> Timestamp {
        self.by(self.reading)
    }

    /// The time at the table at this moment, for a caller that can't read the clock for all others.
    pub(super) fn this_moment(&self) -> Timestamp {
        self.by(self.clock.read())
    }

    fn by(&self, reading: Reading) -> Timestamp {
        let stepped_ms = reading.stepped_ms - self.stepped_ms;
        reading.now.plus_ms(self.ahead_ms - stepped_ms)
    }

    /// Lets the time go on from a row that another node has appended, whose clock may be a little ahead.
    pub(super) fn follow_row(&mut self, last: Timestamp) {
        self.ahead_ms += last.ms_since(self.now());
    }

    /// Reads the clock, and notes a step of it.
    pub(super) fn note_step(&mut self) {
        self.read();
        let step_ms = self.reading.stepped_ms - self.stepped_ms;
        if step_ms != 0 {
            self.stepped_ms = self.reading.stepped_ms;
            self.ahead_ms -= step_ms;
            self.must_follow = true;
        }
    }

    /// By how much a row of this node must move the times of the table; `None` if the table's time is the clock's, or
    /// differs from it by less than any step: the clocks of nodes are a little apart.
    pub(super) fn to_move(&self) -> Option<i64> {
        let is_far = self.ahead_ms.saturating_abs() > limits::DATABASE_STEP_MS;
        (self.must_follow && is_far).then_some(-self.ahead_ms)
    }

    /// Notes that a row of the time `at` has moved the times of the table. On a node that has not noticed the step of
    /// the clock yet, the table's time differs from the clock's until it does. Returns by how much the table's time has
    /// moved: not at all on a node that has loaded the table after the step, and before the row was appended.
    pub(super) fn moved(&mut self, by_ms: i64, at: Timestamp) -> i64 {
        let off_ms = |time: Timestamp| time.0.abs_diff(at.0);
        let now = self.now();
        let has_moved = off_ms(now) < off_ms(now.plus_ms(by_ms));
        let moved_ms = if has_moved { 0 } else { by_ms };
        self.ahead_ms += moved_ms;
        self.must_follow &= self.to_move().is_some();
        moved_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: i64 = limits::DAY_MS;
    const START: Timestamp = Timestamp(20_000 * DAY_MS);

    #[test]
    fn a_step_is_no_time_until_a_row_moves_the_table() {
        for step_ms in [200 * DAY_MS, -200 * DAY_MS] {
            let (clock, hand) = Clock::manual(START);
            let mut time = TableTime::new(&clock, START.plus_ms(-1_000));
            hand.step_ms(step_ms);
            hand.advance_ms(500);
            time.read();
            assert_eq!(time.now(), START.plus_ms(500), "also before it is noted");
            time.note_step();
            assert_eq!(time.now(), START.plus_ms(500));
            assert_eq!(time.to_move(), Some(step_ms));
            assert_eq!(time.moved(step_ms, clock.now()), step_ms);
            assert_eq!((time.now(), time.to_move()), (clock.now(), None));
        }
    }

    #[test]
    fn a_last_row_from_the_future_is_followed_if_it_is_near() {
        let (clock, _) = Clock::manual(START);
        let near = TableTime::new(&clock, START.plus_ms(limits::CLOCK_STEP_MS));
        assert_eq!(near.now(), START.plus_ms(limits::CLOCK_STEP_MS));
        assert_eq!(near.to_move(), None);
        let far = TableTime::new(&clock, START.plus_ms(DAY_MS));
        assert_eq!(far.now(), START.plus_ms(DAY_MS), "its time goes on");
        assert_eq!(far.to_move(), Some(-DAY_MS));
    }

    /// Of two nodes, one notices a step of the database's clock first. The row that it writes moves both, and the other
    /// node writes none.
    #[test]
    fn two_nodes_move_a_table_once() {
        for step_ms in [3 * DAY_MS, -3 * DAY_MS] {
            let nodes = [Clock::manual(START), Clock::manual(START)];
            let mut times = nodes
                .each_ref()
                .map(|(clock, _)| TableTime::new(clock, START));
            nodes[0].1.step_ms(step_ms);
            times[0].note_step();
            assert_eq!(times[0].to_move(), Some(step_ms));
            let at = nodes[0].0.now();
            for time in &mut times {
                assert_eq!(time.moved(step_ms, at), step_ms);
            }
            assert_eq!(times[0].now(), times[1].now());
            assert_eq!(times[1].to_move(), None, "its clock has not stepped");
            nodes[1].1.step_ms(step_ms);
            times[1].note_step();
            assert_eq!(times[0].now(), times[1].now());
            assert_eq!(times.map(|time| time.to_move()), [None, None]);
            // A node that has loaded the table since the step, and then reads the row.
            let mut late = TableTime::new(&nodes[0].0, START);
            assert_eq!(late.moved(step_ms, at), step_ms.min(0));
            assert_eq!((late.now(), late.to_move()), (at, None));
        }
    }
}

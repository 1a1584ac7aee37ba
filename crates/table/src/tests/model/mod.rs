//! A model of the failures that a table may meet. The table runs step by step on one or more nodes. The log
//! delays operations, fails, and loses answers. Messages between nodes are delayed or lost. Nodes are
//! disconnected, and crash wherever they wait.
//!
//! After each step, everything that a guest was sent must agree with the log. All random choices come from
//! one seed, and a schedule that fails prints its seed.

mod charges;
mod failures;
mod fixture;
mod guest;
mod log;
mod node;
mod run;

use std::cell::Cell;
use std::time::Duration;

use boneyard_base::{FollowId, Peer, Timestamp};
use boneyard_cluster::{Bus, NodeId};
use boneyard_protocol::{Request, SeatRequest, TableId};
use boneyard_store::LogRow;
use boneyard_testing::Hub;
use tokio::runtime::EnterGuard;

use self::charges::Charges;
pub(crate) use self::fixture::ModelFixture;
use self::guest::{Following, Guest};
pub(crate) use self::log::ModelLog;
use self::log::{LogOutcome, LogState};
use self::node::ModelNode;
pub(crate) use self::node::Step;
use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::tables::task::{FollowTerms, Input};
use crate::tests::bench::Bench;

/// How far the clock of each node is ahead, in milliseconds.
const CLOCKS_APART_MS: [i64; 3] = [0, 300, 600];

/// How often a node notes that it runs and the other nodes hear it, in milliseconds.
const BEAT_MS: i64 = 1_000;

/// One table, its nodes, and its guests.
pub(crate) struct ModelTable<'a> {
    fixture: &'a ModelFixture,
    id: TableId,
    nodes: Vec<ModelNode>,
    /// The connection between the nodes; `None` if there is only one node.
    hub: Option<Hub>,
    /// How many nodes have been started.
    started: Cell<u64>,
    pub(crate) guests: Vec<Guest>,
    /// The state after each row of the log. Version 1 is the first.
    states: Vec<State>,
    /// The end of the last time span that was given back because the player on turn could not play.
    resumed: Timestamp,
    charges: Charges,
    now: Timestamp,
    /// How far the clock by which the nodes tell the time is ahead of `now`, in milliseconds.
    clock_ms: i64,
    _entered: EnterGuard<'a>,
}

impl<'a> ModelTable<'a> {
    /// A table with the log of `bench`, on one node without other nodes.
    pub(crate) fn new(fixture: &'a ModelFixture, bench: &Bench) -> Self {
        Self::among(fixture, bench, 1)
    }

    /// A table with the log of `bench`, on this number of nodes.
    pub(crate) fn among(fixture: &'a ModelFixture, bench: &Bench, nodes: usize) -> Self {
        let rows = bench.log.clone();
        let mut states = vec![State::from_log(&rows[..1]).unwrap()];
        for row in &rows[1..] {
            let mut next = states[states.len() - 1].clone();
            next.add_row(row).unwrap();
            states.push(next);
        }
        *fixture.log.state() = LogState {
            rows,
            ..LogState::default()
        };
        let guest = |&player| Guest {
            player,
            following: None,
            known: None,
            outside: None,
            told: Vec::new(),
        };
        let mut model = Self {
            fixture,
            id: bench.id,
            nodes: Vec::new(),
            hub: (nodes > 1).then(Hub::default),
            started: Cell::new(0),
            guests: bench.people[..3].iter().map(guest).collect(),
            states,
            resumed: Timestamp(0),
            charges: Charges::default(),
            now: bench.now,
            clock_ms: 0,
            _entered: fixture.runtime.enter(),
        };
        for place in 0..nodes {
            let node = model.process(place);
            model.nodes.push(node);
            model.introduce(place);
        }
        model
    }

    /// Starts a process. Its clock differs from the other clocks by some seconds.
    fn process(&self, place: usize) -> ModelNode {
        let bus = self.hub.as_ref().map_or_else(Bus::alone, |hub| {
            self.started.set(self.started.get() + 1);
            hub.join_as(NodeId::from_bits(self.started.get()))
        });
        let ahead_ms = CLOCKS_APART_MS[place] + self.clock_ms;
        let mut node = self.fixture.process(bus, self.now.plus_ms(ahead_ms));
        node.clock_ms = self.clock_ms;
        node
    }

    /// Makes a new node and the other nodes know each other.
    fn introduce(&self, place: usize) {
        let new = &self.nodes[place];
        for other in &self.nodes {
            new.tables.nodes().hear(other.id());
            other.tables.nodes().hear(new.id());
        }
    }

    /// Sets whether the log does each operation at once.
    pub(crate) fn set_always_done(&self, always_done: bool) {
        self.fixture.log.state().always_done = always_done;
    }

    pub(crate) fn fail(&self, times: usize) {
        let mut state = self.fixture.log.state();
        state
            .outcomes
            .extend(std::iter::repeat_n(LogOutcome::Failed, times));
    }

    /// Sets whether the storage is down: then every operation on the log fails.
    pub(crate) fn set_down(&self, down: bool) {
        self.fixture.log.state().down = down;
    }

    /// Makes the next append succeed without an answer to the table.
    pub(crate) fn lose_answer(&self) {
        let mut state = self.fixture.log.state();
        state.outcomes.push_back(LogOutcome::AnswerLost);
    }

    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    /// Lets time pass. Each running node notes that it runs, and the other nodes hear it.
    pub(crate) fn wait(&mut self, wait_ms: i64) {
        let mut left_ms = wait_ms;
        while left_ms > 0 {
            let step_ms = left_ms.min(BEAT_MS);
            left_ms -= step_ms;
            self.pass_in_turn(step_ms);
            self.now = self.now.plus_ms(step_ms);
            for node in &self.nodes {
                node.hand.advance_ms(step_ms);
            }
            let step = Duration::from_millis(step_ms.unsigned_abs());
            self.fixture.runtime.block_on(tokio::time::advance(step));
            self.beat();
        }
    }

    pub(crate) fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    pub(crate) fn log(&self) -> Vec<LogRow> {
        self.fixture.log.state().rows.clone()
    }

    /// Stops the only process, and with it every connection.
    pub(crate) fn crash(&mut self) {
        self.fixture.log.state().outcomes.clear();
        self.crash_at(0);
    }

    /// Stops the process of a node, and starts another one in its place, which hasn't loaded the table.
    fn crash_at(&mut self, place: usize) -> NodeId {
        let dead = self.nodes[place].id();
        self.nodes[place] = self.process(place);
        self.introduce(place);
        for guest in &mut self.guests {
            guest.following = guest.following.take().filter(|one| one.node != place);
        }
        dead
    }

    /// Ends a connection and the task of its session.
    fn cut(&mut self, place: usize, session: FollowId) {
        for guest in &mut self.guests {
            guest.following = guest.following.take().filter(|one| one.id != session);
        }
        let unfollow = Step::Input(Input::Unfollow(session));
        self.nodes[place].todo.push_front(unfollow);
    }

    /// Runs a node until it waits or its step is done, and compares what it has sent with the log. Returns
    /// whether the step is done.
    fn go_on(&mut self, place: usize) -> bool {
        let done = self.nodes[place].go_on();
        self.look();
        if done && let Some(loaded) = &self.nodes[place].loaded {
            let loaded = loaded.try_lock().expect("nothing runs");
            let version = loaded.state().version.unsigned_abs() as usize;
            assert_eq!(
                *loaded.state(),
                self.states[version - 1],
                "memory is a cache"
            );
            assert_ne!(loaded.ended(), Some(Refusal::OutOfOrder));
            if self.nodes[place].was_cut_off && self.nodes[place].tables.nodes().is_cut_off() {
                let mut people = loaded.state().seats.people();
                assert!(
                    people.all(|person| loaded.is_here(person.player)),
                    "cut off"
                );
            }
        }
        for node in &mut self.nodes {
            node.collect();
        }
        done
    }

    /// Checks that every guest who follows the table knows its last state.
    pub(crate) fn everybody_is_up_to_date(&self) {
        for guest in &self.guests {
            if let (Some(_), Some(known)) = (&guest.following, &guest.known) {
                assert_eq!(known.v as usize, self.states.len());
            }
        }
    }

    /// Checks that every guest who follows the table sees who else is connected.
    fn everybody_sees_who_is_here(&self) {
        let state = self.state();
        let is_connected = |player| {
            let mut guests = self.guests.iter();
            guests.any(|guest| guest.player == player && guest.following.is_some())
        };
        let watchers = self.guests.iter().filter(|guest| {
            let is_seated = state.seat_of(guest.player).is_some();
            guest.following.is_some() && !is_seated && !state.is_match_private()
        });
        let watchers = watchers.count();
        for guest in self.guests.iter().filter(|guest| guest.following.is_some()) {
            let Some(presence) = guest.presence() else {
                continue;
            };
            for seat in state.rules().seating().seats() {
                let person = state.seats.person_at(seat);
                let is_here = person.map(|person| is_connected(person.player));
                let is_here = is_here.unwrap_or(state.seats.computer_at(seat).is_some());
                assert_eq!(presence.seats[seat], is_here, "{presence:?}");
            }
            assert_eq!(presence.watchers as usize, watchers, "{presence:?}");
        }
    }

    /// Checks that a request which a node got from another node is still open on that other node.
    fn requests_are_open_where_they_were_made(&self) {
        let open = |node: &ModelNode| {
            let loaded = node.loaded.as_ref()?.try_lock().expect("nothing runs");
            let requests = loaded.seat_requests();
            Some((requests.open()?.asked, requests.from()))
        };
        for (asked, from) in self.nodes.iter().filter_map(open) {
            let origin = self.nodes.iter().find(|node| Some(node.id()) == from);
            let there = origin.and_then(open);
            assert!(from.is_none() || there == Some((asked, None)), "{there:?}");
        }
    }

    /// Reads the new rows of the log, and compares what each guest was sent with them.
    pub(crate) fn look(&mut self) {
        let rows = self.fixture.log.state().rows[self.states.len()..].to_vec();
        for row in &rows {
            let mut next = self.state().clone();
            let moved_ms = TableEvent::moved_ms(row);
            self.resumed = self.resumed.plus_ms(moved_ms);
            let last = next.last.plus_ms(moved_ms);
            assert!(row.at >= last, "time goes back");
            self.charge(row);
            for event in next.add_row(row).unwrap() {
                if let TableEvent::Resumed { from } = event {
                    assert!(from >= self.resumed, "given back twice");
                    self.resumed = row.at;
                }
            }
            self.states.push(next);
        }
        for guest in &mut self.guests {
            guest.read(self.id, &self.states);
        }
    }

    /// Does a step on the node to which the step's session is connected, or else on the first node. Then
    /// all messages arrive, and all operations on the log succeed.
    pub(crate) fn decide_and_append(&mut self, step: Step) {
        let of_session = |guest: &Guest| {
            let following = guest.following.as_ref()?;
            (Some(following.id) == step.session()).then_some(following.node)
        };
        let place = self.guests.iter().find_map(of_session);
        self.does(place.unwrap_or(0), step);
        self.settle();
    }

    /// Does a step on a node, without failures.
    pub(crate) fn does(&mut self, place: usize, step: Step) {
        self.set_always_done(true);
        self.nodes[place].begin(step);
        assert!(self.go_on(place), "all is done at once");
        self.set_always_done(false);
    }

    /// Loads the table on the first node.
    pub(crate) fn starts(&mut self) {
        self.starts_at(0);
    }

    pub(crate) fn starts_at(&mut self, place: usize) {
        self.set_always_done(true);
        self.nodes[place].start(self.id);
        assert!(self.go_on(place), "all is done at once");
        self.set_always_done(false);
    }

    /// Begins to load the table on a node, or to do a step there. Stops where the node waits for the log.
    pub(crate) fn begins(&mut self, place: usize, step: Option<Step>) {
        match step {
            Some(step) => self.nodes[place].begin(step),
            None => self.nodes[place].start(self.id),
        }
        self.go_on(place);
    }

    /// The operation for which a node waits succeeds. Goes on until the node waits again, or is done.
    pub(crate) fn succeeds(&mut self, place: usize) {
        self.fixture
            .log
            .state()
            .outcomes
            .push_back(LogOutcome::Done);
        self.go_on(place);
    }

    /// The step with which a guest opens the table with the invitation. If `tells` is set, the guest's client
    /// also sends the last version of the table that it knows.
    pub(crate) fn follow(&mut self, guest: usize, tells: bool) -> Step {
        self.follow_at(0, guest, tells)
    }

    /// The step with which a guest opens the table through a node. An earlier connection of the guest ends.
    pub(crate) fn follow_at(&mut self, node: usize, guest: usize, tells: bool) -> Step {
        if let Some((place, step)) = self.unfollow_where(guest) {
            self.nodes[place].todo.push_back(step);
        }
        let invite = Some(self.state().settings.invite);
        let guest = &mut self.guests[guest];
        let (peer, inbox) = Peer::channel(boneyard_testing::here(guest.player), None);
        let id = FollowId::next();
        let shown = 0;
        guest.following = Some(Following {
            node,
            id,
            inbox,
            shown,
        });
        let since = guest.known.as_ref().filter(|_| tells).map(|known| known.v);
        Step::Input(Input::Follow {
            id,
            peer,
            name: "Guest",
            terms: FollowTerms {
                replay: false,
                invite,
                since,
                preview: false,
            },
        })
    }

    /// Ends a guest's connection. Returns the step with which the node handles the end.
    pub(crate) fn unfollow(&mut self, guest: usize) -> Option<Step> {
        self.unfollow_where(guest).map(|(_, step)| step)
    }

    /// Ends a guest's connection. Returns the index of the node to which the guest was connected, and the
    /// step with which that node handles the end.
    fn unfollow_where(&mut self, guest: usize) -> Option<(usize, Step)> {
        let following = self.guests[guest].following.take()?;
        let step = Step::Input(Input::Unfollow(following.id));
        Some((following.node, step))
    }

    /// The step with which a guest does an action.
    pub(crate) fn act(&self, guest: usize, action: Action) -> Option<Step> {
        let guest = &self.guests[guest];
        let following = guest.following.as_ref()?;
        Some(Step::Act(following.id, guest.player, action))
    }

    /// The step with which a guest sends a request.
    pub(crate) fn request(&self, guest: usize, request: Request) -> Option<Step> {
        let id = self.guests[guest].following.as_ref()?.id;
        Some(Step::Input(Input::Request {
            id,
            name: "Guest",
            request,
        }))
    }

    /// The request for a seat that a guest sees.
    pub(crate) fn shown_request(&self, guest: usize) -> Option<&SeatRequest> {
        self.guests[guest].presence()?.request.as_ref()
    }

    /// The step with which a guest answers the request for a seat that the guest sees.
    pub(crate) fn answer(&self, guest: usize, agree: bool) -> Option<Step> {
        let asked_ms = self.shown_request(guest)?.asked_ms;
        self.request(guest, Request::AnswerRequest { asked_ms, agree })
    }
}

//! A model of what can befall a table: its task runs step by step against a log that delays,
//! fails, loses answers and is written to by another node, and it crashes wherever it waits. After
//! each step what everybody was shown must be what the log comes to. All of it follows from one
//! seed; a schedule that fails prints it.

mod guest;
mod paper;
mod run;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use boneyard_protocol::{About, Request, SeatRequest, TableId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use self::guest::Guest;
pub(in crate::table) use self::paper::ModelLog;
use self::paper::{LogState, Outcome};
use crate::clock::{Clock, ManualClock};
use crate::computer_threads::ComputerThreads;
use crate::gate::Requester;
use crate::id::PlayerId;
use crate::lobby::Lobby;
use crate::peer::{FollowId, Peer};
use crate::store::{LogRow, Store};
use crate::table::Tables;
use crate::table::computers::question::fallback_action;
use crate::table::state::State;
use crate::table::state::command::{Action, Command};
use crate::table::state::event::TableEvent;
use crate::table::task::loaded::{LoadedTable, load};
use crate::table::task::log::Log;
use crate::table::task::{FollowTerms, Input};
use crate::table::tests::bench::Bench;

/// What tables need beside a log, made once.
pub(in crate::table) struct ModelFixture {
    paper: ModelLog,
    tables: Tables,
    clock: Clock,
    hand: ManualClock,
    _runtime: tokio::runtime::Runtime,
}

impl ModelFixture {
    pub(in crate::table) fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let lobby = runtime.block_on(async {
            let directory = tempfile::tempdir().unwrap();
            let file = directory.path().join("boneyard.db");
            let address = format!("sqlite://{}", file.display());
            let store = Store::open(&address).await.unwrap();
            Lobby::start(&store).await.unwrap()
        });
        let paper = ModelLog::default();
        let (clock, hand) = Clock::manual(crate::clock::Timestamp(1_000_000));
        let tables = Tables::with_log(
            Log::Modelled(paper.clone()),
            clock.clone(),
            lobby,
            ComputerThreads::start(1).unwrap(),
            Duration::ZERO,
        );
        Self {
            paper,
            tables,
            clock,
            hand,
            _runtime: runtime,
        }
    }
}

impl ModelFixture {
    /// The computer players that these tables need, made once for all of them.
    pub(in crate::table) fn players(&self, benches: &[Bench]) -> Vec<Arc<boneyard_bot::Player>> {
        let players = &self.tables.inner.players;
        let rules = benches.iter().map(|bench| bench.state.rules());
        rules.map(|rules| players.who_know(rules)).collect()
    }
}

/// One table, its task if that runs, and everybody who looks on.
pub(in crate::table) struct ModelTable<'a> {
    workshop: &'a ModelFixture,
    id: TableId,
    loaded: Option<LoadedTable>,
    pub(in crate::table) guests: Vec<Guest>,
    /// What the log comes to, by version.
    states: Vec<State>,
    /// The last row that another node appended.
    foreign: usize,
}

impl<'a> ModelTable<'a> {
    /// With the log of a table, which happens now.
    pub(in crate::table) fn new(workshop: &'a ModelFixture, bench: &Bench) -> Self {
        let late_ms = workshop.clock.now().ms_since(bench.now);
        let late = |row: &LogRow| LogRow {
            at: row.at.plus_ms(late_ms),
            ..row.clone()
        };
        let rows: Vec<LogRow> = bench.log.iter().map(late).collect();
        let mut states = vec![State::from_log(&rows[..1]).unwrap()];
        for row in &rows[1..] {
            let mut next = states[states.len() - 1].clone();
            next.add_row(row).unwrap();
            states.push(next);
        }
        *workshop.paper.sheet() = LogState {
            rows,
            ..LogState::default()
        };
        let guest = |&player| Guest {
            player,
            following: None,
            known: None,
            outside: None,
        };
        Self {
            workshop,
            id: bench.id,
            loaded: None,
            guests: bench.people[..3].iter().map(guest).collect(),
            states,
            foreign: 0,
        }
    }

    /// From now on all that is asked of the log is done at once, or fails.
    pub(in crate::table) fn oblige(&self, obliging: bool) {
        self.workshop.paper.sheet().obliging = obliging;
    }

    pub(in crate::table) fn fail(&self, times: usize) {
        let mut sheet = self.workshop.paper.sheet();
        sheet
            .fates
            .extend(std::iter::repeat_n(Outcome::Failed, times));
    }

    /// The next append is made, and its answer lost.
    pub(in crate::table) fn lose_answer(&self) {
        let mut sheet = self.workshop.paper.sheet();
        sheet.fates.push_back(Outcome::AnswerLost);
    }

    pub(in crate::table) fn wait(&self, wait_ms: i64) {
        self.workshop.hand.advance_ms(wait_ms);
    }

    pub(in crate::table) fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    pub(in crate::table) fn log(&self) -> Vec<LogRow> {
        self.workshop.paper.sheet().rows.clone()
    }

    /// The process dies, and with it every connection.
    pub(in crate::table) fn crash(&mut self) {
        self.loaded = None;
        self.workshop.paper.sheet().fates.clear();
        for guest in &mut self.guests {
            guest.following = None;
        }
    }

    /// Takes one step of the table's task, and lets the dice decide what happens wherever it waits.
    pub(in crate::table) fn take(&mut self, step: Step, dice: &mut StdRng) {
        let Some(mut loaded) = self.loaded.take() else {
            // Nobody is there to hear it.
            self.crash();
            return;
        };
        let session = step.session();
        let survived = {
            let mut running = pin!(async {
                match step {
                    Step::Input(input) => loaded.take(input).await,
                    Step::Act(id, player, action) => {
                        if let Err(refusal) =
                            loaded.act(Requester::here(player), true, action).await
                        {
                            loaded.refuse(id, About::Play, refusal);
                        }
                        loaded.check_presence().await;
                    }
                    Step::Due => {
                        loaded.do_what_is_due().await;
                        loaded.check_presence().await;
                    }
                    Step::ComputerAction => {
                        loaded.stand_in().await;
                        loaded.check_presence().await;
                    }
                }
            });
            loop {
                let mut context = Context::from_waker(Waker::noop());
                let ready = running.as_mut().poll(&mut context).is_ready();
                self.look();
                if ready {
                    break true;
                }
                if !self.decide(dice) {
                    // The task of the session is stopped alone, or the process dies.
                    break session.is_some_and(|id| dice.random_range(0..2) == 0 && self.cut(id));
                }
            }
        };
        if survived {
            loaded.show_presence();
            let version = loaded.state.version.unsigned_abs() as usize;
            assert_eq!(*loaded.state, self.states[version - 1], "memory is a cache");
            self.loaded = Some(loaded);
        } else {
            drop(loaded);
            self.crash();
        }
        self.look();
    }

    /// A connection ends, and the task of its session with it.
    fn cut(&mut self, session: FollowId) -> bool {
        for guest in &mut self.guests {
            guest.following = guest.following.take().filter(|(id, _)| *id != session);
        }
        true
    }

    /// Decides what becomes of what the task waits for; `false` if it dies there.
    fn decide(&mut self, dice: &mut StdRng) -> bool {
        let fate = match dice.random_range(0..40) {
            0 => return false,
            1..4 => Outcome::Failed,
            4..6 => Outcome::AnswerLost,
            6..9 => {
                self.another_node_appends(dice);
                return true;
            }
            9..13 => {
                self.wait(dice.random_range(0..20_000));
                return true;
            }
            _ => Outcome::Done,
        };
        self.workshop.paper.sheet().fates.push_back(fate);
        true
    }

    /// Somebody does something at the same table through another process.
    fn another_node_appends(&mut self, dice: &mut StdRng) {
        let state = self.state();
        let now = self.workshop.clock.now();
        let player = self.guests[dice.random_range(0..2)].player;
        let command = Command {
            player,
            invited: false,
            action: Action::Rename(format!("Elsewhere {}", dice.random_range(0..9))),
        };
        let gone = crate::table::task::absence::Absences::default().gone(state);
        if let Ok(decision) = state.decide(&command, &gone, now)
            && !decision.events.is_empty()
        {
            let row = LogRow {
                seq: decision.next.version,
                at: now,
                body: TableEvent::to_body(&decision.events),
            };
            self.foreign = decision.next.version.unsigned_abs() as usize;
            self.workshop.paper.sheet().rows.push(row);
        }
    }

    /// Whether no process runs the table.
    pub(in crate::table) const fn is_down(&self) -> bool {
        self.loaded.is_none()
    }

    /// Everybody who follows the table knows the last of it, or the last before another node's: a
    /// table that another node goes on with is told so by other means.
    pub(in crate::table) fn everybody_is_up_to_date(&self) {
        if self.foreign == self.states.len() {
            return;
        }
        for guest in &self.guests {
            if let (Some(_), Some(known)) = (&guest.following, &guest.known) {
                assert_eq!(known.v as usize, self.states.len());
            }
        }
    }

    /// Reads the log again, and looks at everybody's page.
    pub(in crate::table) fn look(&mut self) {
        let rows = self.log();
        for row in &rows[self.states.len()..] {
            let mut next = self.state().clone();
            next.add_row(row).unwrap();
            self.states.push(next);
        }
        for guest in &mut self.guests {
            guest.read(self.id, &self.states);
        }
    }

    /// Everybody gets what they are told; the log does as it is told.
    pub(in crate::table) fn decide_and_append(&mut self, step: Step) {
        self.oblige(true);
        self.take(step, &mut StdRng::seed_from_u64(0));
        self.oblige(false);
    }

    /// The process starts, and the table is loaded.
    pub(in crate::table) fn start(&mut self, dice: &mut StdRng) {
        let loaded = {
            let mut loading = pin!(load(&self.workshop.tables, self.id));
            let mut context = Context::from_waker(Waker::noop());
            loop {
                if let Poll::Ready(loaded) = loading.as_mut().poll(&mut context) {
                    break loaded.ok();
                }
                let fails = dice.random_range(0..9) == 0;
                let fate = if fails {
                    Outcome::Failed
                } else {
                    Outcome::Done
                };
                self.workshop.paper.sheet().fates.push_back(fate);
            }
        };
        let new = |loaded| LoadedTable::new(&self.workshop.tables, self.id, loaded, Arc::default());
        self.loaded = loaded.map(new);
    }

    pub(in crate::table) fn starts(&mut self) {
        self.oblige(true);
        self.start(&mut StdRng::seed_from_u64(0));
        self.oblige(false);
    }

    /// A guest opens the table with the invitation, saying what they know if they say so.
    pub(in crate::table) fn follow(&mut self, guest: usize, tells: bool) -> Step {
        let invite = Some(self.state().settings.invite);
        let guest = &mut self.guests[guest];
        let (peer, inbox) = Peer::channel(Requester::here(guest.player), None);
        let id = FollowId::next();
        guest.following = Some((id, inbox));
        let since = guest.known.as_ref().filter(|_| tells).map(|known| known.v);
        Step::Input(Input::Follow {
            id,
            peer,
            name: "Guest",
            terms: FollowTerms { invite, since },
        })
    }

    /// A guest's connection ends.
    pub(in crate::table) fn unfollow(&mut self, guest: usize) -> Option<Step> {
        let (id, _) = self.guests[guest].following.take()?;
        Some(Step::Input(Input::Unfollow(id)))
    }

    /// A guest does something.
    pub(in crate::table) fn act(&self, guest: usize, action: Action) -> Option<Step> {
        let guest = &self.guests[guest];
        let (id, _) = guest.following.as_ref()?;
        Some(Step::Act(*id, guest.player, action))
    }
}

impl ModelTable<'_> {
    /// A guest asks for something.
    pub(in crate::table) fn request(&self, guest: usize, request: Request) -> Option<Step> {
        let (id, _) = self.guests[guest].following.as_ref()?;
        Some(Step::Input(Input::Request {
            id: *id,
            name: "Guest",
            request,
        }))
    }

    /// The request that a guest is shown.
    pub(in crate::table) fn shown_request(&self, guest: usize) -> Option<&SeatRequest> {
        self.guests[guest].presence()?.request.as_ref()
    }

    /// What a guest answers to the request that they are shown.
    pub(in crate::table) fn answer(&self, guest: usize, agree: bool) -> Option<Step> {
        let asked_ms = self.shown_request(guest)?.asked_ms;
        self.request(guest, Request::AnswerRequest { asked_ms, agree })
    }
}

/// One step of the table's task.
pub(in crate::table) enum Step {
    Input(Input<'static>),
    Act(FollowId, PlayerId, Action),
    Due,
    ComputerAction,
}

impl Step {
    /// The session that takes it; none if that is the table's own task.
    const fn session(&self) -> Option<FollowId> {
        match self {
            Self::Input(
                Input::Follow { id, .. }
                | Input::Unfollow(id)
                | Input::Request { id, .. }
                | Input::Rename { id, .. },
            )
            | Self::Act(id, ..) => Some(*id),
            Self::Input(_) | Self::Due | Self::ComputerAction => None,
        }
    }
}

impl LoadedTable {
    /// What a computer player does if it can't think.
    async fn stand_in(&mut self) {
        if let Some(action) = fallback_action(&self.state) {
            let ply = self.state.ply();
            let _ = self
                .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
                .await;
        }
    }
}

//! Stories of a tournament without tables and clocks, and the bytes of its events.

mod arena;
mod ends;
mod networks;
mod pairs;
mod panics;
mod repeat;
mod tables;
mod turns;

use std::sync::Arc;

use boneyard_base::{PlayerId, TableId, Timestamp, TournamentId};
use boneyard_bot::Level;
use boneyard_fair::TableSeed;
use boneyard_protocol::fairness::{SeatFairness, SectionMatch};
use boneyard_protocol::tournament::{
    CreateTournament, DecidedResult, OrganiserAction, ResultSource, TakeOrganiserAction,
    TournamentEntries, TournamentFormat, TournamentPhase,
};
use boneyard_protocol::{ClockRule, Ending, ErrorCode, Invite};
use boneyard_rules::line::Preset;
use boneyard_rules::{BySeat, BySide, Options, Seating, line};
use boneyard_store::LogRow;
use boneyard_table::{ArrangedSeat, ArrangedStand};
use boneyard_tournaments::{
    Decision, EntrantId, MatchOutcome, Network, Pairing, PairingId, Placed, Placing, Side, Winner,
};

use crate::commands::NewEntrant;
use crate::event::{EntryId, Event, Source};
use crate::live::Live;
use crate::matches::ended;
use crate::refusal::Refusal;
use crate::seats::{End, Found, Seats, Verdict, computers};
use crate::settings::{Settings, WrongSettings};
use crate::state::State;
use crate::view::change;

const START: Timestamp = Timestamp(1_000_000_000);
const ID: TournamentId = TournamentId::from_bits(7);

/// Block for this seating.
fn blocks(seating: Seating) -> Options {
    let rules = (*Preset::BLOCK.rules()).into();
    line::Options { seating, ..rules }.into()
}

fn wanted(format: TournamentFormat) -> CreateTournament {
    CreateTournament {
        name: "Friday".to_owned(),
        format,
        rounds: (format == TournamentFormat::Swiss).then_some(3),
        cut: None,
        third_place: false,
        pairs: false,
        repeat: None,
        rules: blocks(Seating::TWO),
        clock: ClockRule::PerMove { seconds: 30 },
        time_cap: None,
        boards: None,
        watch_delay_minutes: None,
        minutes: (format == TournamentFormat::Arena).then_some(60),
        starts_ms: START.0,
        players_max: 8,
        come_minutes: 5,
        check_in: false,
        listed: true,
        entries: TournamentEntries::Open,
        password: None,
        rated: false,
        computers: None,
        fill_to: None,
    }
}

/// A tournament, with the rows of its log.
struct Evening {
    state: State,
    rows: Vec<LogRow>,
    organiser: PlayerId,
    players: Vec<PlayerId>,
    now: Timestamp,
}

impl Evening {
    fn of(wanted: &CreateTournament) -> Self {
        let now = START.plus_ms(-3_600_000);
        let organiser = PlayerId::random();
        let settings = Settings::new(ID, wanted, now).unwrap();
        let created = Event::Created {
            organiser,
            name: "Olga".to_owned(),
            settings: Box::new(settings),
        };
        let mut state = State::created(ID, &created, now).unwrap();
        state.add(&[], now).unwrap();
        let row = LogRow {
            seq: 1,
            at: now,
            body: Event::to_body(&[created]),
        };
        Self {
            state,
            rows: vec![row],
            organiser,
            players: Vec::new(),
            now,
        }
    }

    fn add(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        self.state.add(events, self.now).unwrap();
        self.rows.push(LogRow {
            seq: self.state.version,
            at: self.now,
            body: Event::to_body(events),
        });
    }

    fn enter(&mut self, player: PlayerId, password: Option<&str>) -> Result<(), Refusal> {
        let entrant = NewEntrant {
            player,
            name: "Ann".to_owned(),
            kept: false,
            known: false,
            network: None,
            rating: None,
            password: password.map(str::to_owned),
            partner: None,
            invite: Invite::random(),
        };
        let events = self.state.decide_entry(&entrant, self.now)?;
        self.add(&events);
        Ok(())
    }

    fn with_players(mut self, count: usize) -> Self {
        for _ in 0..count {
            let player = PlayerId::random();
            self.players.push(player);
            self.enter(player, None).unwrap();
        }
        self
    }

    fn act(&mut self, wanted: OrganiserAction) -> Result<(), Refusal> {
        self.act_with(&wanted.alone())
    }

    fn act_with(&mut self, wanted: &TakeOrganiserAction) -> Result<(), Refusal> {
        let events = self.state.decide_action(self.organiser, wanted)?;
        self.add(&events);
        Ok(())
    }

    fn decide(
        &mut self,
        (round, number): (u32, u32),
        result: DecidedResult,
    ) -> Result<(), Refusal> {
        self.decide_as_seen((round, number), result, None)
    }

    fn decide_as_seen(
        &mut self,
        (round, number): (u32, u32),
        result: DecidedResult,
        corrects: Option<bool>,
    ) -> Result<(), Refusal> {
        self.act_with(&TakeOrganiserAction {
            round: Some(round),
            number: Some(number),
            result: Some(result),
            corrects,
            note: Some("a mistake".to_owned()),
            ..OrganiserAction::Result.alone()
        })
    }

    fn pair(&mut self) {
        let pairings = self.state.tournament.pair(self.now.0).unwrap();
        let tables = pairings.iter().map(|_| Some(TableId::random())).collect();
        self.add(&[Event::Paired { pairings, tables }]);
        let undecided = self.state.undecided();
        let told = |player: &PlayerId| self.state.own(*player).table;
        assert!(self.players.iter().all(|player| told(player).is_none()));
        let pairings = undecided.iter().map(|one| one.id).collect();
        self.add(&[Event::Opened { pairings }]);
    }

    /// The first side of each match wins.
    fn play_round(&mut self) {
        self.pair();
        for one in self.state.undecided() {
            self.add(&[Event::Reported {
                pairing: one.id,
                outcome: MatchOutcome {
                    decision: Decision::Won(Winner::First),
                    points: Some([100, 40]),
                },
                source: Source::Played,
            }]);
        }
    }

    /// The tables of the matches that a withdrawal or the organiser has ended close, and the matches are reported.
    fn close_stopped(&mut self) {
        for one in self.state.undecided() {
            let seats = Seats::of(&self.state, &one).unwrap();
            let verdict = |closed| {
                let stand = stand(closed, one.come_by);
                seats.verdict(one.stop.as_ref(), &stand, false, (self.now, self.now))
            };
            match (verdict(false), verdict(true)) {
                (Verdict::Stop(_), Verdict::Over(Found::Match(outcome), end)) => {
                    let events = ended(&self.state, &one, outcome, end, &[]);
                    self.add(&events);
                }
                (verdict, _) => assert_eq!(verdict, Verdict::Nothing),
            }
        }
    }

    /// The tournament that is rebuilt from the log shows the same.
    fn rebuilt(&self) -> State {
        let state = State::from_log(ID, &self.rows).unwrap();
        assert_eq!(state.shown(), self.state.shown());
        for &player in &self.players {
            assert_eq!(state.own(player), self.state.own(player));
        }
        state
    }
}

#[test]
fn a_swiss_is_played_to_its_end_and_rebuilt_after_each_round() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(7);
    evening.act(OrganiserAction::Start).unwrap();
    for round in 1..=3 {
        let before = evening.state.shown();
        evening.play_round();
        evening.rebuilt();
        let now = evening.state.shown();
        assert_eq!((now.head.round, now.matches.len()), (round, 4));
        let change = change(&before, &now);
        assert_eq!((change.since, change.v), (before.v, now.v));
        assert_eq!(change.matches, now.matches);
    }
    assert!(evening.state.tournament.is_over(evening.now.0));
    evening.add(&[Event::Ended]);
    let shown = evening.rebuilt().shown();
    assert_eq!(shown.head.phase, TournamentPhase::Ended);
    let places = shown.entrants.iter().filter_map(|entrant| entrant.place);
    assert_eq!(places.min(), Some(1));
    let points: u32 = shown.entrants.iter().map(|entrant| entrant.points).sum();
    assert_eq!(points, 3 * 4 * boneyard_tournaments::WIN);
}

#[test]
fn all_matches_are_shown_page_by_page() {
    let mut evening = Evening::of(&CreateTournament {
        players_max: 32,
        ..wanted(TournamentFormat::RoundRobin)
    });
    evening = evening.with_players(32);
    evening.act(OrganiserAction::Start).unwrap();
    for _ in 0..31 {
        evening.play_round();
    }
    let pages = [0, 1, 2, u32::MAX].map(|page| evening.state.page_of_matches(page));
    let counts = [0, 1, 2, 3].map(|page| (pages[page].matches.len(), pages[page].more));
    assert_eq!(counts, [(250, true), (246, false), (0, false), (0, false)]);
    let all = pages.iter().flat_map(|page| &page.matches);
    let places: Vec<_> = all.map(|one| (one.round, one.number)).collect();
    let expected = (1..=31).flat_map(|round| (1..=16).map(move |number| (round, number)));
    assert_eq!(places, expected.collect::<Vec<_>>());
}

#[test]
fn a_page_of_matches_is_encoded_once_and_anew_after_a_change() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let live = Live::new(evening.state.clone());
    let first = live.matches_json(&evening.state, 0);
    assert!(Arc::ptr_eq(&first, &live.matches_json(&evening.state, 0)));
    let before = evening.state.clone();
    evening.decide((1, 1), DecidedResult::First).unwrap();
    evening.close_stopped();
    let second = live.matches_json(&evening.state, 0);
    assert_ne!(first, second);
    // A request that has read the state before the change is answered by that state, and the later answer stays.
    assert_eq!(live.matches_json(&before, 0), first);
    assert!(Arc::ptr_eq(&second, &live.matches_json(&evening.state, 0)));
}

#[test]
fn a_player_enters_once_however_often_they_ask() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss));
    let player = PlayerId::random();
    for _ in 0..100 {
        evening.enter(player, None).unwrap();
    }
    assert_eq!(evening.state.active_count(), 1);
    assert_eq!(evening.rows.len(), 2);
    for _ in 0..50 {
        let events = evening.state.decide_withdrawal(player).unwrap();
        evening.add(&events);
        evening.enter(player, None).unwrap();
    }
    assert_eq!(evening.state.entries().count(), 1, "the number stays");
    for _ in 1..8 {
        evening.enter(PlayerId::random(), None).unwrap();
    }
    let full = evening.enter(PlayerId::random(), None);
    assert!(matches!(full, Err(Refusal::Full)), "{full:?}");
}

#[test]
fn players_who_enter_and_withdraw_keep_nobody_out() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(3);
    for _ in 0..boneyard_tournaments::ENTRANTS_MAX + 10 {
        let stranger = PlayerId::random();
        evening.enter(stranger, None).unwrap();
        let events = evening.state.decide_withdrawal(stranger).unwrap();
        evening.add(&events);
    }
    let all = evening.state.entries().count();
    assert_eq!(all, boneyard_tournaments::ENTRANTS_MAX);
    let mut evening = evening.with_players(5);
    let full = evening.enter(PlayerId::random(), None);
    assert!(matches!(full, Err(Refusal::Full)), "{full:?}");
    for &player in &evening.players {
        let (_, entry) = evening.state.entry_of(player).unwrap();
        assert!(!entry.withdrawn);
    }
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    assert_eq!(evening.state.undecided().len(), 4);
    evening.rebuilt();
}

#[test]
fn only_the_password_opens_a_tournament_that_has_one() {
    let wanted = CreateTournament {
        password: Some("double six".to_owned()),
        ..wanted(TournamentFormat::Knockout)
    };
    let mut evening = Evening::of(&wanted);
    for wrong in [None, Some(""), Some("double"), Some("\u{202e}")] {
        let refused = evening.enter(PlayerId::random(), wrong);
        assert!(matches!(refused, Err(Refusal::WrongPassword)), "{wrong:?}");
    }
    evening
        .enter(PlayerId::random(), Some(" double six "))
        .unwrap();
    let log = evening.rows[0].body.clone();
    let is_in_log = log.windows(10).any(|bytes| bytes == b"double six");
    assert!(!is_in_log, "only the hash is kept");
}

#[test]
fn players_who_do_not_say_that_they_are_there_are_not_paired() {
    let wanted = CreateTournament {
        check_in: true,
        ..wanted(TournamentFormat::Swiss)
    };
    let mut evening = Evening::of(&wanted).with_players(4);
    let early = evening
        .state
        .decide_check_in(evening.players[0], evening.now);
    assert!(matches!(early, Err(Refusal::NoCheckIn)), "{early:?}");
    evening.now = START.plus_ms(-60_000);
    for &player in &evening.players.clone()[..2] {
        let events = evening.state.decide_check_in(player, evening.now).unwrap();
        evening.add(&events);
    }
    evening.enter(PlayerId::random(), None).unwrap();
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    assert_eq!(
        evening.rebuilt().active_count(),
        3,
        "two, and one who came late"
    );
    let refused = evening.enter(evening.players[3], None);
    assert!(matches!(refused, Err(Refusal::EntryClosed)), "{refused:?}");
}

#[test]
fn computer_players_fill_up_and_a_match_among_them_needs_no_table() {
    let wanted = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(8),
        ..wanted(TournamentFormat::Swiss)
    };
    let mut evening = Evening::of(&wanted).with_players(3);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let shown = evening.rebuilt().shown();
    let computers_in = shown.entrants.iter().filter(|one| one.computer.is_some());
    assert_eq!((shown.entrants.len(), computers_in.count()), (8, 5));
    let mut at_tables = 0;
    for one in evening.state.undecided() {
        let alone = computers(&evening.state, &one);
        let seats = Seats::of(&evening.state, &one);
        assert_eq!(alone.is_none(), seats.is_some());
        let Some(seats) = seats else { continue };
        assert!(seats.first().is_some(), "a person has seat 0");
        let others = seats.others();
        assert_eq!(others.len(), 1);
        if let ArrangedSeat::Computer { entrant, .. } = others[0] {
            at_tables += 1;
            let shown = shown.entrants.iter().find(|one| one.n == entrant);
            assert!(shown.unwrap().computer.is_some(), "the page's number");
        }
    }
    assert!(
        at_tables > 0,
        "one of three persons meets a computer player"
    );
}

#[test]
fn a_player_who_withdraws_loses_the_match_and_is_not_paired_again() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let leaver = evening.players[0];
    let own = evening.state.own(leaver);
    assert!(own.table.is_some());
    let events = evening.state.decide_withdrawal(leaver).unwrap();
    evening.add(&events);
    let again = evening.state.decide_withdrawal(leaver);
    assert!(matches!(again, Err(Refusal::Withdrawn)), "{again:?}");
    assert_eq!(evening.state.own(leaver).table, None);
    assert_eq!(evening.rebuilt().undecided().len(), 2, "the table ends it");
    evening.close_stopped();
    assert_eq!(evening.state.undecided().len(), 1);
    evening
        .decide(
            (1, evening.state.undecided()[0].id.number as u32 + 1),
            DecidedResult::Tie,
        )
        .unwrap();
    evening.close_stopped();
    let results = evening.state.page_of_matches(0).matches.into_iter();
    let results: Vec<_> = results.filter_map(|one| one.result).collect();
    assert!(results.iter().all(|result| result.points.is_none()));
    assert_eq!(results.iter().filter(|result| result.tie).count(), 1);
    evening.pair();
    let entry = evening.state.entry_of(leaver).unwrap().1.member.unwrap();
    let round = evening.state.matches_of(1);
    assert!(
        round
            .iter()
            .all(|one| one.pairing.entrants().all(|of| of != entry))
    );
    let back = evening.enter(leaver, None);
    assert!(matches!(back, Err(Refusal::Withdrawn)), "{back:?}");
    evening.rebuilt();
}

#[test]
fn a_correction_changes_the_standings_and_says_why() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.play_round();
    evening.pair();
    let first = evening.state.matches_of(0)[0].clone();
    let sides = first.pairing.sides().unwrap();
    let points = |evening: &Evening, side: usize| {
        let id = evening.state.side(sides[side])[0].0;
        evening.state.shown().entrants[id.0 as usize].points
    };
    assert_eq!((points(&evening, 0), points(&evening, 1)), (2, 0));
    evening.decide((1, 1), DecidedResult::Second).unwrap();
    assert_eq!((points(&evening, 0), points(&evening, 1)), (0, 2));
    let state = evening.rebuilt();
    let result = state.page_of_matches(0).matches[0].result.clone().unwrap();
    assert_eq!(result.note.as_deref(), Some("a mistake"));
    assert_eq!(
        (result.winner, result.points),
        (Some(1), Some(vec![100, 40]))
    );

    let stranger = OrganiserAction::Pause.alone();
    let refused = evening.state.decide_action(evening.players[0], &stranger);
    assert!(matches!(refused, Err(Refusal::NotOrganiser)), "{refused:?}");
    for wrong in [(0, 1), (1, 0), (1, 9), (9, 1)] {
        let refused = evening.decide(wrong, DecidedResult::First);
        assert!(matches!(refused, Err(Refusal::NoSuchMatch)), "{wrong:?}");
    }
}

#[test]
fn a_result_is_decided_only_as_it_was_seen() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let (first, second) = (DecidedResult::First, DecidedResult::Second);
    let mut decide = |result, corrects| evening.decide_as_seen((1, 1), result, Some(corrects));
    let early = decide(first, true).unwrap_err();
    assert_eq!(early.code(), ErrorCode::Stale, "there is no result yet");
    decide(first, false).unwrap();
    let late = decide(second, false).unwrap_err();
    assert_eq!(late.code(), ErrorCode::Stale, "there is one by now");
    decide(second, true).unwrap();
}

#[test]
fn a_tournament_says_how_many_players_lack_until_it_can_begin() {
    let swiss = wanted(TournamentFormat::Swiss);
    let filled = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(8),
        ..swiss.clone()
    };
    let checked = CreateTournament {
        check_in: true,
        ..swiss.clone()
    };
    for (wanted, lacking) in [(swiss, 2), (filled, 1), (checked, 2)] {
        let mut evening = Evening::of(&wanted);
        evening.now = START.plus_ms(-60_000);
        for left in (1..=lacking).rev() {
            assert_eq!(evening.state.head().lacking, Some(left));
            let few = evening.act(OrganiserAction::Start).unwrap_err();
            assert_eq!(few.code(), ErrorCode::TooFew);
            evening = evening.with_players(1);
            if wanted.check_in {
                let player = *evening.players.last().unwrap();
                let here = evening.state.decide_check_in(player, evening.now).unwrap();
                evening.add(&here);
            }
        }
        assert_eq!(evening.state.head().lacking, None);
        evening.act(OrganiserAction::Start).unwrap();
        assert_eq!(evening.state.head().lacking, None);
    }
}

#[test]
fn a_knockout_result_stays_once_the_next_round_follows_from_it() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Knockout)).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.play_round();
    let tie = evening.decide((1, 1), DecidedResult::Tie);
    assert!(matches!(tie, Err(Refusal::NeedsWinner)), "{tie:?}");
    evening.decide((1, 1), DecidedResult::Second).unwrap();
    evening.pair();
    let late = evening.decide((1, 1), DecidedResult::First);
    assert!(matches!(late, Err(Refusal::TooLate)), "{late:?}");
    let late_entry = evening.enter(PlayerId::random(), None);
    assert!(
        matches!(late_entry, Err(Refusal::EntryClosed)),
        "{late_entry:?}"
    );
    evening.rebuilt();
}

#[test]
fn absences_are_judged_by_who_came_and_never_while_the_server_was_away() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let one = evening.state.undecided()[0].clone();
    let seats = Seats::of(&evening.state, &one).unwrap();
    let (first, _) = seats.first().unwrap();
    let [ArrangedSeat::Person { player: second, .. }] = seats.others()[..] else {
        panic!("a person sits at seat 1");
    };
    let paired = evening.now;
    let come_by = one.come_by;
    assert_eq!(come_by, paired.plus_ms(5 * 60_000));
    let mut stand = ArrangedStand {
        came: vec![first],
        ..stand(false, paired)
    };
    let judge =
        |stand: &ArrangedStand, watched, now| seats.verdict(None, stand, false, (watched, now));
    assert_eq!(judge(&stand, paired, come_by), Verdict::Nothing);
    stand.closed = true;
    stand.last = come_by;
    let over = |decision| Verdict::Over(unplayed(decision).into(), End::NotCome);
    let won = |winner| over(Decision::Won(winner));
    assert_eq!(judge(&stand, paired, come_by), won(Winner::First));
    stand.came = vec![second];
    assert_eq!(judge(&stand, paired, come_by), won(Winner::Second));
    stand.came = Vec::new();
    assert_eq!(judge(&stand, paired, come_by), over(Decision::Neither));
    let started = come_by.plus_ms(-1_000);
    assert_eq!(judge(&stand, started, come_by), Verdict::NewTable);

    // A match in which nothing happens ends at its table after ten minutes that this node has watched.
    stand.scores = Some(BySide::from_fn(Seating::TWO, |_| 20));
    stand.closed = false;
    let later = come_by.plus_ms(10 * 60_000);
    assert_eq!(judge(&stand, later, later.plus_ms(1)), Verdict::Nothing);
    let deserted = boneyard_table::Stop::Deserted { winner: None };
    assert_eq!(judge(&stand, paired, later), Verdict::Stop(deserted));
    stand.ending = Some(Ending::Abandoned { winner: None });
    let points = Some([20, 20]);
    let outcome = MatchOutcome {
        decision: Decision::Neither,
        points,
    };
    let over = Verdict::Over(outcome.into(), End::Forfeited);
    assert_eq!(judge(&stand, paired, later), over);
}

/// The stand of a table without a match.
fn stand(closed: bool, last: Timestamp) -> ArrangedStand {
    ArrangedStand {
        ending: None,
        scores: None,
        places: None,
        left: Vec::new(),
        closed,
        came: Vec::new(),
        missed_seeds: Vec::new(),
        last,
        section: None,
        boards: Vec::new(),
    }
}

/// The outcome of a match whose tiles were not dealt.
const fn unplayed(decision: Decision) -> MatchOutcome {
    MatchOutcome {
        decision,
        points: None,
    }
}

#[test]
fn what_cannot_be_a_tournament_is_refused_by_the_name_of_the_field() {
    type Change = fn(&mut CreateTournament);
    let wrong: [(&str, Change); 17] = [
        ("name", |of| of.name = " ".to_owned()),
        ("name", |of| of.name = "x".repeat(61)),
        ("rounds", |of| of.rounds = None),
        ("rounds", |of| of.rounds = Some(16)),
        ("cut", |of| of.cut = Some(1)),
        ("seating", |of| of.rules = blocks(Seating::FOUR)),
        ("clock", |of| of.clock = ClockRule::None),
        ("minutes", |of| of.minutes = Some(60)),
        ("time_cap", |of| of.time_cap = Some(12)),
        ("boards", |of| of.boards = Some(7)),
        ("watch_delay_minutes", |of| {
            of.watch_delay_minutes = Some(11);
        }),
        ("watch_delay_minutes", |of| {
            (of.boards, of.watch_delay_minutes) = (Some(4), Some(5));
        }),
        ("starts_ms", |of| of.starts_ms = i64::MAX),
        ("starts_ms", |of| of.starts_ms = i64::MIN),
        ("players_max", |of| of.players_max = 1_001),
        ("fill_to", |of| of.fill_to = Some(4)),
        ("come_minutes", |of| of.come_minutes = 0),
    ];
    for (option, change) in wrong {
        let mut wanted = wanted(TournamentFormat::Swiss);
        change(&mut wanted);
        let refused = Settings::new(ID, &wanted, START).map_err(WrongSettings::option);
        assert_eq!(refused.map(|_| ()), Err(option));
    }
}

fn hex_of(bytes: &[u8]) -> String {
    let add = |hex, byte: &u8| format!("{hex}{byte:02x}");
    bytes.iter().fold(String::new(), add)
}

/// One event of each kind, in the order of their numbers.
fn all_events() -> Vec<Event> {
    let player = PlayerId::from_bytes([7; 16]);
    let pairing = PairingId {
        round: 1,
        number: 2,
    };
    let outcome = unplayed(Decision::Won(Winner::Second));
    let settings = CreateTournament {
        computers: Some(Level::Club),
        fill_to: Some(8),
        ..wanted(TournamentFormat::Swiss)
    };
    let settings = Settings::new(ID, &settings, START).unwrap();
    let entry = EntryId(3);
    let table = TableId::from_bits(9);
    vec![
        Event::Created {
            organiser: player,
            name: "Olga".to_owned(),
            settings: Box::new(settings),
        },
        Event::Entered {
            player,
            name: "Ann".to_owned(),
            rating: 1500,
            network: Some(Network(9)),
        },
        Event::CheckedIn { entry },
        Event::Withdrawn { entry },
        Event::Started { computers: 300 },
        Event::Paired {
            pairings: vec![Pairing::Bye(EntrantId(4))],
            tables: vec![None, Some(table)],
        },
        Event::Reported {
            pairing,
            outcome,
            source: Source::Organiser("x".to_owned()),
        },
        Event::Corrected {
            pairing,
            decision: Decision::Tie,
            note: "x".to_owned(),
        },
        Event::NewTable { pairing, table },
        Event::Opened {
            pairings: vec![pairing],
        },
        Event::Paused,
        Event::Resumed,
        Event::Ended,
        Event::CalledOff,
        Event::WentAway { entry },
        Event::CameBack { entry },
        Event::Invited {
            entry,
            invite: Invite::from_bits(9),
        },
        Event::Partnered {
            entries: [entry, EntryId(4)],
        },
        Event::RepeatStopped,
        Event::NameDeleted { player },
        Event::SectionFormed {
            seed: TableSeed::from([9; 32]),
            matches: vec![(
                pairing,
                SectionMatch {
                    table,
                    match_number: 1,
                    agreed: boneyard_fair::Hash::default(),
                    seats: BySeat::from_fn(Seating::TWO, |_| SeatFairness::default()),
                },
            )],
        },
        Event::SectionCalledOff,
        Event::SectionEnded,
        Event::Boards {
            pairing,
            margins: vec![5, -3],
        },
        Event::Decided {
            pairing,
            decision: Decision::Neither,
            note: "x".to_owned(),
        },
        Event::OrganiserLeft,
        Event::ClockSetBack,
        Event::Renamed {
            name: "x".to_owned(),
        },
        Event::NoteDeleted { pairing },
        Event::Deleted,
        Event::Missed { entry },
        placed(pairing),
        Event::Ranked {
            pairing,
            places: vec![2, 1, 0],
            note: "x".to_owned(),
        },
    ]
}

/// A player who missed a match at a table of several.
fn placed(pairing: PairingId) -> Event {
    let placed = Placed {
        place: 2,
        points: 300,
        missed: true,
    };
    Event::Placed {
        pairing,
        placing: Placing(vec![placed]),
        source: Source::Played,
    }
}

#[test]
fn the_bytes_of_every_event_stay_as_they_are() {
    let all = all_events();
    let id = "07".repeat(16);
    let nine = format!("{}09", "00".repeat(15));
    let secret = "09".repeat(32);
    let series = format!("{}07", "00".repeat(15));
    let notation = "Block 100";
    let rules = hex_of(notation.as_bytes());
    let expected = [
        String::new(),
        format!("01{id}03416e6eb8170109"),
        "0203".to_owned(),
        "0303".to_owned(),
        "04ac02".to_owned(),
        format!("050102040200 01{nine}"),
        "0601020001 00 030178".to_owned(),
        "070102010178".to_owned(),
        format!("080102{nine}"),
        "09010102".to_owned(),
        "0a".to_owned(),
        "0b".to_owned(),
        "0c".to_owned(),
        "0d".to_owned(),
        "0e03".to_owned(),
        "0f03".to_owned(),
        format!("1003{nine}"),
        "110304".to_owned(),
        "12".to_owned(),
        format!("13{id}"),
        format!("14{secret}010102{nine}01{}0200000000", "00".repeat(32)),
        "15".to_owned(),
        "16".to_owned(),
        "170102020a05".to_owned(),
        "180102020178".to_owned(),
        "19".to_owned(),
        "1a".to_owned(),
        "1b0178".to_owned(),
        "1c0102".to_owned(),
        "1d".to_owned(),
        "1e03".to_owned(),
        "1f0102 01 02ac0201 00".to_owned(),
        "200102 03020100 0178".to_owned(),
    ];
    for (number, event) in all.iter().enumerate() {
        let body = Event::to_body(std::slice::from_ref(event));
        let hex = hex_of(&body);
        assert_eq!(usize::from(body[0]), number);
        assert_eq!(
            Event::from_body(&body).unwrap(),
            std::slice::from_ref(event)
        );
        if number == 0 {
            assert!(hex.starts_with(&format!("00{id}044f6c6761{series}064672696461790003")));
            assert!(hex.contains(&rules), "rules are written in short notation");
        } else {
            assert_eq!(hex, expected[number].replace(' ', ""), "{event:?}");
        }
    }
    assert!(Event::from_body(&[all.len() as u8]).is_err());
    assert_eq!(Event::from_body(&Event::to_body(&all)).unwrap(), all);
}

//! Stories of arenas.

use super::*;

impl Evening {
    /// Pairs those who are free, and opens their tables.
    fn pair_free(&mut self) {
        let pairings = self.state.tournament.pair(self.now.0).unwrap();
        let tables = pairings.iter().map(|_| Some(TableId::random())).collect();
        let round = self.state.round_count();
        let count = pairings.len();
        self.add(&[Event::Paired { pairings, tables }]);
        let pairings = (0..count).map(|number| PairingId { round, number });
        let pairings = pairings.collect();
        self.add(&[Event::Opened { pairings }]);
    }

    fn first_wins(&mut self, pairing: PairingId) {
        self.add(&[Event::Reported {
            pairing,
            outcome: MatchOutcome {
                decision: Decision::Won(Winner::First),
                points: Some([100, 40]),
            },
            source: Source::Played,
        }]);
    }

    fn take_break(&mut self, player: PlayerId, away: bool) {
        let events = self.state.decide_break(player, away).unwrap();
        self.add(&events);
    }

    fn tables(&self) -> Vec<bool> {
        let players = self.players.iter();
        players
            .map(|&player| self.state.own(player).table.is_some())
            .collect()
    }
}

fn arena() -> Evening {
    Evening::of(&wanted(TournamentFormat::Arena))
}

#[test]
fn free_players_are_paired_while_others_play_until_the_time_is_over() {
    let mut evening = arena().with_players(5);
    let early = evening.state.decide_break(evening.players[0], true);
    assert!(matches!(early, Err(Refusal::NotBegun)), "{early:?}");
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_free();
    assert_eq!(evening.state.undecided().len(), 2);
    let waiting = evening.tables().iter().position(|has| !has).unwrap();
    // One match ends. Its players may not meet again, so one of them meets the player who waits.
    let before = evening.state.shown();
    evening.first_wins(evening.state.undecided()[0].id);
    evening.pair_free();
    assert!(evening.state.own(evening.players[waiting]).table.is_some());
    assert_eq!(evening.state.undecided().len(), 2);
    let now = evening.rebuilt().shown();
    assert_eq!(
        now.matches.len(),
        3,
        "two are being played, and one has ended"
    );
    let change = change(&before, &now);
    let changed = change.matches.iter().map(|one| (one.round, one.number));
    assert!(changed.eq([(1, 1), (2, 1)]), "{:?}", change.matches);

    evening.now = Timestamp(now.head.ends_ms.unwrap());
    assert!(evening.state.tournament.is_over(evening.now.0));
    let late = evening.enter(PlayerId::random(), None);
    assert!(matches!(late, Err(Refusal::EntryClosed)), "{late:?}");
    for one in evening.state.undecided() {
        evening.first_wins(one.id);
    }
    evening.add(&[Event::Ended]);
    let shown = evening.rebuilt().shown();
    let points: u32 = shown.entrants.iter().map(|one| one.points).sum();
    assert_eq!(points, 3 * boneyard_tournaments::WIN);
}

#[test]
fn a_player_takes_a_break_after_the_match_and_comes_back() {
    let mut evening = arena().with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_free();
    let player = evening.players[0];
    evening.take_break(player, true);
    evening.take_break(player, true);
    assert!(
        evening.state.own(player).table.is_some(),
        "the match goes on"
    );
    assert!(evening.rebuilt().shown().entrants[0].away);
    for one in evening.state.undecided() {
        evening.first_wins(one.id);
    }
    evening.pair_free();
    assert_eq!(evening.state.own(player).table, None);
    assert_eq!(evening.state.undecided().len(), 1);
    evening.take_break(player, false);
    evening.pair_free();
    assert!(evening.state.own(player).table.is_some());
    evening.rebuilt();

    let mut swiss = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    swiss.act(OrganiserAction::Start).unwrap();
    let refused = swiss.state.decide_break(swiss.players[0], true);
    assert!(matches!(refused, Err(Refusal::NoBreaks)), "{refused:?}");
}

#[test]
fn an_arena_that_begins_early_lasts_as_long() {
    let mut evening = arena().with_players(2);
    let planned = evening.state.shown().head.ends_ms;
    assert_eq!(planned, Some(START.plus_ms(60 * 60_000).0));
    evening.act(OrganiserAction::Start).unwrap();
    let ends = evening.rebuilt().shown().head.ends_ms;
    assert_eq!(ends, Some(evening.now.plus_ms(60 * 60_000).0));
    assert!(!evening.state.tournament.is_over(ends.unwrap() - 1));
    assert!(evening.state.tournament.is_over(ends.unwrap()));
    // The time stays when a result is corrected.
    evening.pair_free();
    evening.first_wins(evening.state.undecided()[0].id);
    evening.decide((1, 1), DecidedResult::Second).unwrap();
    assert!(!evening.rebuilt().tournament.is_over(ends.unwrap() - 1));
}

#[test]
fn computer_players_meet_only_people_in_an_arena() {
    let wanted = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(6),
        ..wanted(TournamentFormat::Arena)
    };
    let mut evening = Evening::of(&wanted).with_players(1);
    evening.act(OrganiserAction::Start).unwrap();
    for _ in 0..10 {
        evening.pair_free();
        let undecided = evening.state.undecided();
        assert_eq!(undecided.len(), 1, "only the person's match");
        assert!(computers(&evening.state, &undecided[0]).is_none());
        evening.first_wins(undecided[0].id);
    }
    evening.rebuilt();
}

/// The followers of a long arena are shown what the server shows to those who come later.
#[test]
fn only_the_last_matches_are_shown() {
    let mut evening = arena().with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    for round in 1..30 {
        evening.pair_free();
        evening.first_wins(evening.state.undecided()[0].id);
        let shown = evening.state.shown().matches;
        assert_eq!(shown.len(), round.min(20));
        assert_eq!(shown.last().unwrap().round as usize, round);
    }
}

/// The clock was ahead by months when the arena began and its players were paired.
#[test]
fn an_arena_of_a_clock_that_was_set_back_lasts_as_long_as_it_was_to_last() {
    let mut evening = arena().with_players(4);
    evening.now = evening.now.plus_ms(200 * 86_400_000);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_free();
    let ends = evening.state.ends().unwrap();
    let lasts_ms = ends.ms_since(evening.now);
    evening.now = START;
    evening.add(&[Event::ClockSetBack]);
    assert_eq!(evening.state.ends(), Some(START.plus_ms(lasts_ms)));
    assert!(!evening.state.tournament.is_over(START.0));
    assert_eq!(evening.state.undecided().len(), 2);
    for one in evening.state.undecided() {
        assert!(one.come_by <= START.plus_ms(evening.state.settings.come_ms()));
    }
    evening.first_wins(evening.state.undecided()[0].id);
    evening.now = START.plus_ms(lasts_ms);
    assert!(evening.state.tournament.is_over(evening.now.0));
    // What happened by the right clock stays as it was.
    let ends = evening.state.ends();
    evening.now = START.plus_ms(5);
    evening.add(&[Event::ClockSetBack]);
    assert_eq!(evening.state.ends(), ends);
}

/// Many matches can end at once, as after a restart, and a long one after many later ones.
#[test]
fn followers_are_told_of_each_match_that_ends() {
    let mut evening = Evening::of(&CreateTournament {
        players_max: 64,
        ..wanted(TournamentFormat::Arena)
    });
    evening = evening.with_players(64);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_free();
    let before = evening.state.shown();
    for one in evening.state.undecided() {
        evening.first_wins(one.id);
    }
    let now = evening.rebuilt().shown();
    assert!(now.matches.len() < 32, "not all that have ended are shown");
    let mut told = change(&before, &now).matches;
    told.extend(evening.state.ended_unshown(&before, &now));
    assert_eq!(told.len(), 32);
    assert!(told.iter().all(|one| one.result.is_some()));
}

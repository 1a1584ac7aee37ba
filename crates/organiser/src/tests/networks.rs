//! What one person with several cookies can do, from one network and from ten.

use std::collections::HashSet;

use super::*;

/// The cookies of the person, and the honest players beside them, each of whom has a network of their own.
const COOKIES: [usize; 3] = [3, 10, 60];
const HONEST: usize = 9;

impl Evening {
    /// Whether a player enters from a network.
    fn enter_from(&mut self, network: &str) -> bool {
        let player = PlayerId::random();
        let entrant = NewEntrant {
            player,
            name: "Ann".to_owned(),
            kept: false,
            known: false,
            network: Some(network.to_owned()),
            rating: None,
            password: None,
            partner: None,
            invite: Invite::random(),
        };
        let decided = self.state.decide_entry(&entrant, self.now);
        let Ok(events) = decided else {
            assert!(matches!(decided, Err(Refusal::NetworkFull | Refusal::Full)));
            return false;
        };
        self.add(&events);
        self.players.push(player);
        true
    }

    /// Honest players, and as many players of one network as may enter.
    fn attacked(wanted: &CreateTournament, cookies: usize) -> Self {
        let mut evening = Self::of(wanted);
        for cookie in 0..HONEST.max(cookies) {
            if cookie < HONEST {
                assert!(evening.enter_from(&format!("network of {cookie}")));
            }
            if cookie < cookies {
                evening.enter_from("the network");
            }
        }
        evening.act(OrganiserAction::Start).unwrap();
        evening
    }

    fn is_ghost(&self, id: EntryId) -> bool {
        let first = self.state.entries().nth(1).unwrap().1.network;
        self.state.entry(id).unwrap().network == first
    }

    /// On each side of a match, whether a player of the network sits there.
    fn ghosts(&self, pairing: &Pairing) -> Option<[bool; 2]> {
        let sides = pairing.sides()?;
        Some(sides.map(|side| {
            let mut players = self.state.side(side).into_iter();
            players.any(|(id, _)| self.is_ghost(id))
        }))
    }

    /// Pairs a round as the server does. `false` if nobody can be paired.
    fn pair_round(&mut self) -> bool {
        let Ok(pairings) = self.state.pairings(self.now.0) else {
            return false;
        };
        let tables = pairings.iter().map(|_| Some(TableId::random())).collect();
        self.add(&[Event::Paired { pairings, tables }]);
        true
    }

    fn end_match(&mut self, id: PairingId, end: End, came: &[PlayerId]) {
        let one = self.state.match_at(id).unwrap();
        let outcome = MatchOutcome {
            decision: Decision::Won(Winner::First),
            points: (end != End::NotCome).then_some([5, 0]),
        };
        let events = ended(&self.state, &one, outcome, end, came);
        self.add(&events);
    }
}

fn large(format: TournamentFormat) -> CreateTournament {
    CreateTournament {
        players_max: 64,
        rounds: matches!(
            format,
            TournamentFormat::Swiss | TournamentFormat::Individual
        )
        .then_some(5),
        ..wanted(format)
    }
}

fn enter_all(evening: &mut Evening, network: &str) -> usize {
    (0..64).filter(|_| evening.enter_from(network)).count()
}

#[test]
fn the_players_of_one_network_leave_others_their_places() {
    let mut evening = Evening::of(&large(TournamentFormat::Swiss));
    assert_eq!(enter_all(&mut evening, "the network"), 8);
    let networks = (1..10).map(|network| enter_all(&mut evening, &format!("network {network}")));
    let taken: usize = networks.sum();
    assert_eq!(8 + taken, 59, "ten networks");
    assert_eq!(
        enter_all(&mut evening, "another network"),
        4,
        "a family finds places"
    );

    let mut small = Evening::of(&wanted(TournamentFormat::Swiss));
    assert_eq!(enter_all(&mut small, "the network"), 4, "of eight places");

    let mut hall = Evening::of(&CreateTournament {
        entries: TournamentEntries::Hall,
        ..large(TournamentFormat::Swiss)
    });
    assert_eq!(enter_all(&mut hall, "the hall"), 64);

    let mut single = Evening::of(&CreateTournament {
        entries: TournamentEntries::Network,
        ..large(TournamentFormat::Swiss)
    });
    assert_eq!(enter_all(&mut single, "the network"), 1);
    assert_eq!(enter_all(&mut single, "another network"), 1);
    let first = single.players[0];
    let left = single.state.decide_withdrawal(first).unwrap();
    single.add(&left);
    assert_eq!(
        enter_all(&mut single, "the network"),
        1,
        "after a withdrawal"
    );
}

#[test]
fn an_organiser_can_ask_for_accounts_and_for_known_ones() {
    for (entries, kept, known, is_let_in) in [
        (TournamentEntries::Open, false, false, true),
        (TournamentEntries::Accounts, false, false, false),
        (TournamentEntries::Accounts, true, false, true),
        (TournamentEntries::Known, true, false, false),
        (TournamentEntries::Known, true, true, true),
    ] {
        let evening = Evening::of(&CreateTournament {
            entries,
            ..wanted(TournamentFormat::Swiss)
        });
        let entrant = NewEntrant {
            player: PlayerId::random(),
            name: "Ann".to_owned(),
            kept,
            known,
            network: None,
            rating: None,
            password: None,
            partner: None,
            invite: Invite::random(),
        };
        let decided = evening.state.decide_entry(&entrant, evening.now);
        assert_eq!(decided.is_ok(), is_let_in, "{entries:?}: {decided:?}");
        assert_eq!(evening.state.head().entries, entries);
    }
}

#[test]
fn cookies_of_one_network_do_not_meet_while_there_are_others() {
    for format in [
        TournamentFormat::Swiss,
        TournamentFormat::Arena,
        TournamentFormat::Individual,
    ] {
        for cookies in COOKIES {
            let mut rules = large(format);
            if format == TournamentFormat::Individual {
                rules.rules = blocks(Seating::PARTNERS);
                rules.players_max = 40;
            }
            let mut evening = Evening::attacked(&rules, cookies);
            for _ in 0..20 {
                if !evening.pair_round() {
                    break;
                }
                for one in evening.state.undecided() {
                    let [first, second] = evening.ghosts(&one.pairing).unwrap();
                    assert!(!(first && second), "{format:?} with {cookies}: {one:?}");
                    evening.end_match(one.id, End::Played, &[]);
                }
            }
            assert!(
                evening.state.round_count() >= 5,
                "{format:?} with {cookies}"
            );
            evening.rebuilt();
        }
    }
}

/// The bracket has as many first rounds without two of them as it can.
#[test]
fn cookies_of_one_network_meet_late_in_a_knockout() {
    for cookies in COOKIES {
        let mut evening = Evening::attacked(&large(TournamentFormat::Knockout), cookies);
        evening.pair_round();
        for one in evening.state.undecided() {
            assert_ne!(
                evening.ghosts(&one.pairing),
                Some([true, true]),
                "with {cookies}"
            );
        }
    }
    let mut evening = Evening::of(&wanted(TournamentFormat::Knockout));
    for network in ["a", "b", "c", "a", "d", "e", "f", "a"] {
        assert!(evening.enter_from(network));
    }
    evening.act(OrganiserAction::Start).unwrap();
    let near = |evening: &Evening| {
        let undecided = evening.state.undecided();
        undecided
            .iter()
            .filter(|one| evening.state.are_of_one_network(one))
            .count()
    };
    for _ in 0..2 {
        evening.pair_round();
        // Three of one network can't all be apart until the final.
        let expected = usize::from(evening.state.round_count() == 2);
        assert!(near(&evening) <= expected);
        for one in evening.state.undecided() {
            evening.end_match(one.id, End::Resigned, &[]);
        }
    }
    assert!(
        evening.pair_round(),
        "a knockout goes on after a resignation"
    );
}

#[test]
fn a_side_goes_on_in_a_knockout_whatever_a_player_of_its_network_gives_up() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Knockout));
    for _ in 0..2 {
        assert!(evening.enter_from("the network"));
    }
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_round();
    let one = evening.state.undecided().remove(0);
    evening.end_match(one.id, End::Resigned, &[]);
    assert!(evening.state.tournament.is_over(evening.now.0));
}

/// Three networks of two, each of which meets the two others: no two sides fit all three.
#[test]
fn players_who_can_not_sit_on_one_side_have_byes() {
    let rules = CreateTournament {
        boards: Some(2),
        ..wanted(TournamentFormat::Swiss)
    };
    let mut evening = Evening::of(&rules);
    for network in ["a", "a", "b", "b", "c", "c"] {
        assert!(evening.enter_from(network));
    }
    evening.act(OrganiserAction::Start).unwrap();
    let side = |number| Side::one(EntrantId(number));
    let triangle = [[0, 2], [3, 4], [5, 1]].map(|sides| Pairing::Match(sides.map(side)));
    let placed = evening.state.tournament.on_same_sides(triangle.to_vec());
    let byes = [5, 1].map(|number| Pairing::Bye(EntrantId(number)));
    let [first, second] = [[0, 2], [4, 3]].map(|sides| Pairing::Match(sides.map(side)));
    assert_eq!(placed, [first, second, byes[0], byes[1]]);
}

/// All tables have the same deals, so a person on both sides would know all hands.
#[test]
fn cookies_of_one_network_sit_on_one_side_of_a_duplicate() {
    for format in [
        TournamentFormat::Swiss,
        TournamentFormat::Individual,
        TournamentFormat::RoundRobin,
    ] {
        for cookies in COOKIES {
            let mut rules = CreateTournament {
                boards: Some(2),
                ..large(format)
            };
            if format == TournamentFormat::Individual {
                rules.rules = blocks(Seating::PARTNERS);
                rules.players_max = 40;
            }
            if format == TournamentFormat::RoundRobin {
                rules.players_max = 32;
            }
            let mut evening = Evening::attacked(&rules, cookies);
            for _ in 0..5 {
                assert!(evening.pair_round());
                let undecided = evening.state.undecided();
                assert!(undecided.len() >= 2, "{format:?} with {cookies}");
                let sides = undecided
                    .iter()
                    .filter_map(|one| evening.ghosts(&one.pairing));
                let sides: HashSet<usize> = sides
                    .flat_map(|both| (0..2).filter(move |&side| both[side]))
                    .collect();
                assert!(sides.len() <= 1, "{format:?} with {cookies}");
                for one in undecided {
                    evening.end_match(one.id, End::Played, &[]);
                }
            }
        }
    }
}

/// Two of one network who are the last ones meet, and what one of them gives up counts for neither.
#[test]
fn a_match_that_is_given_up_within_a_network_counts_for_neither_side() {
    for (end, points) in [
        (End::Played, 2),
        (End::Resigned, 0),
        (End::Forfeited, 0),
        (End::NotCome, 0),
        (End::Decided, 2),
    ] {
        for format in [TournamentFormat::Swiss, TournamentFormat::Arena] {
            let mut evening = Evening::of(&wanted(format));
            for _ in 0..2 {
                assert!(evening.enter_from("the network"));
            }
            evening.act(OrganiserAction::Start).unwrap();
            evening.pair_round();
            let one = evening.state.undecided().remove(0);
            assert!(evening.state.are_of_one_network(&one), "so it is not rated");
            let came = evening.players.clone();
            evening.end_match(one.id, end, &came);
            let standings = evening.state.tournament.standings();
            let scored: u32 = standings.iter().map(|of| of.points).sum();
            assert_eq!(scored, points, "{end:?}");
            let missed: u32 = standings.iter().map(|of| of.missed).sum();
            let difference = standings.iter().any(|of| of.difference != 0);
            assert_eq!((missed, difference), (0, points > 0), "{end:?}");
            let shown = evening.rebuilt().page_of_matches(0).matches.remove(0);
            let is_void = shown.result.unwrap().source == ResultSource::Void;
            assert_eq!(is_void, points == 0);
            evening.decide((1, 1), DecidedResult::First).unwrap();
            assert_eq!(
                evening.state.tournament.standings()[0].points,
                2,
                "the organiser decides"
            );
        }
    }
}

#[test]
fn a_player_who_does_not_come_is_out_until_the_player_is_back_and_for_good_the_third_time() {
    let mut evening = Evening::of(&CreateTournament {
        rounds: Some(8),
        ..wanted(TournamentFormat::Swiss)
    })
    .with_players(6);
    evening.act(OrganiserAction::Start).unwrap();
    let ghost = evening.players[0];
    let there: Vec<PlayerId> = evening.players[1..].to_vec();
    let is_paired = |evening: &Evening| {
        let (_, entry) = evening.state.entry_of(ghost).unwrap();
        evening.state.match_of(entry).is_some()
    };
    for time in 1..=3 {
        evening.pair_round();
        assert!(is_paired(&evening), "time {time}");
        for one in evening.state.undecided() {
            evening.end_match(one.id, End::NotCome, &there);
        }
        let (_, entry) = evening.state.entry_of(ghost).unwrap();
        assert_eq!((entry.away, entry.withdrawn), (time < 3, time == 3));
        let away = evening.state.entries().filter(|(_, entry)| entry.away);
        let away = away.count();
        assert_eq!(away, usize::from(time < 3), "those who came are paired");
        let back = evening.state.decide_break(ghost, false);
        if time == 3 {
            assert!(matches!(back, Err(Refusal::Withdrawn)), "{back:?}");
        } else {
            evening.pair_round();
            assert!(!is_paired(&evening), "out");
            for one in evening.state.undecided() {
                evening.end_match(one.id, End::Played, &[]);
            }
            evening.add(&back.unwrap());
        }
        evening.rebuilt();
    }
}

#[test]
fn a_pair_and_partners_of_a_round_are_out_with_those_who_did_not_come() {
    let mut rules = wanted(TournamentFormat::Individual);
    rules.rules = blocks(Seating::PARTNERS);
    rules.rounds = Some(3);
    let mut evening = Evening::of(&rules).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_round();
    let one = evening.state.undecided().remove(0);
    let there = evening.players[1..].to_vec();
    evening.end_match(one.id, End::NotCome, &there);
    let away: Vec<bool> = evening
        .state
        .entries()
        .map(|(_, entry)| entry.away)
        .collect();
    assert_eq!(away, [true, false, false, false], "not the partner");

    let mut rules = wanted(TournamentFormat::Swiss);
    rules.rules = blocks(Seating::PARTNERS);
    rules.pairs = true;
    let mut evening = Evening::of(&rules).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_round();
    let one = evening.state.undecided().remove(0);
    // Partners are put together in the order of their entry, and neither of the first two comes.
    let there = evening.players[2..].to_vec();
    evening.end_match(one.id, End::NotCome, &there);
    let away = evening
        .state
        .entries()
        .filter(|(_, entry)| entry.away)
        .count();
    assert_eq!(away, 2, "the pair");
    // Either of them is back for both.
    let back = evening
        .state
        .decide_break(evening.players[0], false)
        .unwrap();
    evening.add(&back);
    assert!(evening.state.entries().all(|(_, entry)| !entry.away));
    evening.rebuilt();
}

#[test]
fn the_organiser_sees_who_entered_from_one_network_and_withdraws_them_at_once() {
    let mut evening = Evening::of(&large(TournamentFormat::Swiss));
    for network in ["a", "b", "a", "c", "b", "a"] {
        assert!(evening.enter_from(network));
    }
    let organiser = evening.organiser;
    let networks = |evening: &Evening| evening.state.own_of(organiser, false).networks;
    assert_eq!(networks(&evening), [vec![1, 3, 6], vec![2, 5]]);
    let player = evening.state.own_of(evening.players[0], false);
    assert!(player.networks.is_empty(), "only the organiser sees it");
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair_round();
    let wanted = TakeOrganiserAction {
        entrant: Some(3),
        ..OrganiserAction::WithdrawNetwork.alone()
    };
    evening.act_with(&wanted).unwrap();
    assert_eq!(networks(&evening), [vec![2, 5]]);
    assert_eq!(evening.state.active_count(), 3);
    let again = evening.act_with(&wanted);
    assert!(matches!(again, Err(Refusal::Withdrawn)), "{again:?}");
    evening.rebuilt();
    // Logs of two tournaments name a network otherwise.
    let other = TournamentId::from_bits(8);
    assert_ne!(
        crate::networks::network(ID, "a"),
        crate::networks::network(other, "a")
    );
}

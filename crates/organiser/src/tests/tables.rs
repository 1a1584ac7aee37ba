//! Tournaments of tables of several.

use boneyard_rules::{Rules, Side};

use super::*;
use crate::matches::placed;

/// High Tile at tables of about this seating, for two rounds.
fn tables(seating: Seating) -> CreateTournament {
    let rules: Rules = format!("High Tile 5 · {}", seating.name()).parse().unwrap();
    CreateTournament {
        rounds: Some(2),
        rules: rules.into(),
        players_max: 20,
        ..wanted(TournamentFormat::Tables)
    }
}

/// The stand of a table whose match has ended with these places and points, by seat.
fn ended_with<const N: usize>(reached: [(u8, u16); N], left: &[PlayerId]) -> ArrangedStand {
    let seating = Seating::new(N as u8, false).unwrap();
    let of = |side: Side| reached[side.index()];
    ArrangedStand {
        ending: Some(Ending::Played { winner: None }),
        scores: Some(BySide::from_fn(seating, |side| of(side).1)),
        places: Some(BySide::from_fn(seating, |side| of(side).0)),
        left: left.to_vec(),
        ..stand(false, START)
    }
}

impl Evening {
    /// The players of a match, in the order of the pairing.
    fn players_at(&self, pairing: &Pairing) -> Vec<PlayerId> {
        let players = pairing.entrants().flat_map(|of| self.state.players_of(of));
        players.filter_map(|(_, entry)| entry.player()).collect()
    }

    /// Ends the matches of the round by these stands.
    fn end_tables(&mut self, of: impl Fn(&Pairing, &[PlayerId]) -> ArrangedStand) {
        for one in self.state.undecided() {
            let stand = of(&one.pairing, &self.players_at(&one.pairing));
            let seats = Seats::of(&self.state, &one).unwrap();
            let times = (self.now, stand.last);
            let verdict = seats.verdict(one.stop.as_ref(), &stand, false, times);
            let Verdict::Over(Found::Table(placing), end) = verdict else {
                panic!("{verdict:?}");
            };
            let events = placed(&self.state, &one, placing, end);
            self.add(&events);
        }
    }
}

#[test]
fn all_play_each_round_at_tables_of_about_the_wanted_size_and_places_score() {
    let mut evening = Evening::of(&tables(Seating::FOUR)).with_players(9);
    evening.act(OrganiserAction::Start).unwrap();
    for round in 1..=2 {
        evening.pair();
        let undecided = evening.state.undecided();
        let rules = undecided.iter().map(|one| {
            let rules = evening.state.settings.rules_for(&one.pairing);
            assert_eq!(rules.seating().seat_count(), one.pairing.entrants().count());
            rules.to_string()
        });
        let rules: Vec<_> = rules.collect();
        assert_eq!(rules, ["High Tile 5 · five", "High Tile 5 · four"]);
        evening.end_tables(|_, players| match players.len() {
            5 => ended_with([(1, 9), (2, 7), (3, 5), (4, 3), (5, 1)], &[]),
            _ => ended_with([(4, 1), (1, 5), (1, 5), (3, 3)], &[]),
        });
        evening.rebuilt();
        let shown = evening.state.shown();
        assert_eq!((shown.head.round, shown.matches.len()), (round, 2));
        let places = shown.matches.iter().map(|one| {
            let result = one.result.clone().unwrap();
            assert_eq!(result.source, ResultSource::Played);
            assert_eq!(one.sides.len(), result.points.unwrap().len());
            result.places
        });
        assert_eq!(
            places.collect::<Vec<_>>(),
            [vec![1, 2, 3, 4, 5], vec![4, 1, 1, 3]]
        );
    }
    assert!(evening.state.tournament.is_over(evening.now.0));
    let shown = evening.state.shown();
    let points: u32 = shown.entrants.iter().map(|entrant| entrant.points).sum();
    let of_round = (100 + 75 + 50 + 25) + (83 + 83 + 33);
    assert_eq!(points, 2 * of_round);
}

#[test]
fn one_player_who_leaves_or_does_not_come_ends_nothing_for_the_others() {
    let mut evening = Evening::of(&tables(Seating::FOUR)).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let one = evening.state.undecided().remove(0);
    let [first, second, third, fourth] = evening.players_at(&one.pairing)[..] else {
        panic!("four players");
    };
    let events = evening.state.decide_withdrawal(second).unwrap();
    evening.add(&events);
    let one = evening.state.undecided().remove(0);
    let seats = Seats::of(&evening.state, &one).unwrap();
    let dealt = ArrangedStand {
        ending: None,
        ..ended_with([(1, 3), (2, 2), (3, 1), (4, 0)], &[])
    };
    let times = (evening.now, dealt.last);
    let verdict = seats.verdict(one.stop.as_ref(), &dealt, false, times);
    assert_eq!(verdict, Verdict::Nothing);
    // The computer player who stood in for the second was the best, and the fourth never came.
    evening.end_tables(|_, _| ended_with([(2, 3), (1, 4), (3, 1), (4, 0)], &[second, fourth]));
    let shown = evening.state.shown();
    let of = |player| {
        let number = evening.state.entry_of(player).unwrap().0.index();
        (shown.entrants[number].points, shown.entrants[number].missed)
    };
    assert_eq!((of(first), of(third)), ((100, 0), (67, 0)));
    assert_eq!((of(second), of(fourth)), ((0, 1), (0, 1)));
    let result = shown.matches[0].result.clone().unwrap();
    assert_eq!(result.places, [1, 0, 2, 0]);
    let away = |player| evening.state.entry_of(player).unwrap().1.away;
    assert!(
        away(fourth) && !away(first),
        "the fourth is seated when back"
    );
}

#[test]
fn those_who_came_to_a_table_without_a_match_share_the_first_place() {
    let mut evening = Evening::of(&tables(Seating::THREE)).with_players(3);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let come_by = evening.state.undecided()[0].come_by;
    evening.end_tables(|_, players| ArrangedStand {
        came: vec![players[1]],
        ..stand(true, come_by)
    });
    let result = evening.state.shown().matches[0].result.clone().unwrap();
    assert_eq!(result.source, ResultSource::Forfeited);
    assert_eq!(result.places, [0, 1, 0]);
}

#[test]
fn a_person_has_seat_0_and_places_are_told_in_the_order_of_the_pairing() {
    let wanted = CreateTournament {
        computers: Some(Level::Casual),
        fill_to: Some(4),
        ..tables(Seating::FOUR)
    };
    let mut evening = Evening::of(&wanted).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    evening.end_tables(|_, _| ended_with([(3, 3), (4, 2), (1, 5), (2, 4)], &[]));
    // The computer players have more points, and are named first.
    evening.pair();
    let one = evening.state.undecided().remove(0);
    let seats = Seats::of(&evening.state, &one).unwrap();
    let named: Vec<_> = one
        .pairing
        .entrants()
        .flat_map(|of| evening.state.players_of(of))
        .map(|(_, entry)| entry.player())
        .collect();
    assert_eq!(named[..2], [None, None]);
    assert_eq!(seats.first().map(|(player, _)| player), named[2]);
    evening.end_tables(|_, _| ended_with([(1, 5), (2, 4), (3, 3), (4, 2)], &[]));
    let result = evening.state.shown().matches[0].result.clone().unwrap();
    assert_eq!(result.places, [3, 4, 1, 2]);
}

impl Evening {
    /// The organiser gives the places of the first match of the first round.
    fn rank(&mut self, places: &[u8], corrects: bool) -> Result<(), Refusal> {
        self.act_with(&TakeOrganiserAction {
            round: Some(1),
            number: Some(1),
            places: Some(places.to_vec()),
            corrects: Some(corrects),
            note: Some("a mistake".to_owned()),
            ..OrganiserAction::Result.alone()
        })
    }

    /// The points of the players, in the order of the first match's sides.
    fn points(&self) -> Vec<u32> {
        let shown = self.state.shown();
        let sides = shown.matches[0].sides.concat().into_iter();
        sides
            .map(|number| shown.entrants[number as usize - 1].points)
            .collect()
    }
}

#[test]
fn the_organiser_gives_the_places_of_a_table_which_ends_the_match_there() {
    let mut evening = Evening::of(&tables(Seating::FOUR)).with_players(4);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    for wrong in [&[1, 2, 3][..], &[1, 2, 3, 5], &[1, 1, 2, 3], &[2, 3, 4, 0]] {
        assert!(matches!(evening.rank(wrong, false), Err(Refusal::Places)));
    }
    let named = evening.decide((1, 1), DecidedResult::First);
    assert!(matches!(named, Err(Refusal::Missing("places"))));
    assert!(matches!(
        evening.rank(&[1, 2, 3, 4], true),
        Err(Refusal::Decided)
    ));
    evening.rank(&[2, 1, 2, 0], false).unwrap();
    let one = evening.state.undecided().remove(0);
    let seats = Seats::of(&evening.state, &one).unwrap();
    let running = ArrangedStand {
        ending: None,
        ..ended_with([(1, 3), (2, 2), (3, 1), (4, 0)], &[])
    };
    let verdict = seats.verdict(
        one.stop.as_ref(),
        &running,
        false,
        (evening.now, running.last),
    );
    let stop = boneyard_table::Stop::Decided { winner: None };
    assert_eq!(verdict, Verdict::Stop(stop));
    let stopped = ArrangedStand {
        ending: Some(Ending::Decided { winner: None }),
        ..running
    };
    evening.end_tables(|_, _| stopped.clone());
    let result = evening.state.shown().matches[0].result.clone().unwrap();
    assert_eq!(result.source, ResultSource::Decided);
    assert_eq!(result.note.as_deref(), Some("a mistake"));
    assert_eq!(result.points, Some(vec![3, 2, 1, 0]));
    assert_eq!(result.places, [2, 1, 2, 0]);
    assert_eq!(evening.points(), [50, 100, 50, 0]);
    evening.rebuilt();
}

#[test]
fn the_organiser_corrects_the_places_of_a_table_after_the_end_too() {
    let mut evening = Evening::of(&tables(Seating::THREE)).with_players(3);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    evening.end_tables(|_, _| ended_with([(1, 5), (2, 4), (3, 3)], &[]));
    evening.pair();
    evening.end_tables(|_, _| ended_with([(1, 5), (1, 5), (1, 5)], &[]));
    evening.add(&[Event::Ended]);
    assert!(matches!(
        evening.rank(&[3, 2, 1], false),
        Err(Refusal::Decided)
    ));
    evening.rank(&[3, 1, 1], true).unwrap();
    let first = evening.rebuilt().page_of_matches(0).matches.remove(0);
    let result = first.result.unwrap();
    assert_eq!(
        (result.places, result.points),
        (vec![3, 1, 1], Some(vec![5, 4, 3]))
    );
    assert_eq!(result.source, ResultSource::Decided);
    let sum: u32 = evening.points().iter().sum();
    assert_eq!(sum, (75 + 75) + 3 * 50);
}

#[test]
fn tables_are_for_games_of_any_number_of_single_players() {
    let refused = |change: fn(&mut CreateTournament)| {
        let mut wanted = tables(Seating::FOUR);
        change(&mut wanted);
        Settings::new(ID, &wanted, START).map_err(WrongSettings::option)
    };
    assert!(refused(|_| {}).is_ok());
    assert_eq!(
        refused(|of| of.rules = blocks(Seating::FOUR)),
        Err("seating")
    );
    assert_eq!(
        refused(|of| of.rules = "High Tile 5".parse::<Rules>().unwrap().into()),
        Err("seating")
    );
    assert_eq!(refused(|of| of.pairs = true), Err("pairs"));
    assert_eq!(refused(|of| of.rounds = None), Err("rounds"));
    assert_eq!(refused(|of| of.cut = Some(4)), Err("cut"));
    assert_eq!(refused(|of| of.boards = Some(2)), Err("boards"));
}

#[test]
fn tables_are_as_large_as_the_rules_allow() {
    for preset in boneyard_rules::Preset::all() {
        let alone = |seats: usize| {
            let mut offered = preset.seatings().iter();
            offered.any(|seating| !seating.has_partners() && seating.seat_count() == seats)
        };
        // The page offers games for companies, of as many as come.
        if !alone(5) {
            continue;
        }
        let most = (2..=8).rfind(|&seats| alone(seats)).unwrap();
        for seats in 3..=most {
            let seating = Seating::new(seats as u8, false).unwrap();
            let wanted = CreateTournament {
                rules: preset.for_seating(seating).into(),
                ..tables(seating)
            };
            for players in 2..=17 {
                let mut evening = Evening::of(&wanted).with_players(players);
                evening.act(OrganiserAction::Start).unwrap();
                evening.pair();
                for one in evening.state.undecided() {
                    let rules = evening.state.settings.rules_for(&one.pairing);
                    let seated = one.pairing.entrants().count();
                    assert!(seated <= most, "{} of {seated}", preset.name());
                    assert_eq!(rules.seating().seat_count(), seated, "{}", preset.name());
                }
            }
        }
    }
}

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const SIZES: [Sizes; 7] = [
    Sizes::only(Seating::TWO),
    Sizes::only(Seating::THREE),
    Sizes::only(Seating::FOUR),
    Sizes::only(Seating::PARTNERS),
    Sizes::only(Seating::EIGHT),
    Sizes::only(Seating::new(6, true).unwrap()),
    COMPANY,
];
const COMPANY: Sizes = Sizes {
    usual: Seating::FOUR,
    fewest: 2,
    most: 8,
};
const NOW: Timestamp = Timestamp(1_000_000);

fn player(number: u8) -> PlayerId {
    PlayerId::from_bytes([number; 16])
}

/// The ticket of a single player with an account who wants matches for two.
fn ticket(number: u8, rating: i32, waited_s: i64) -> Ticket {
    let preset = 0;
    Ticket {
        players: vec![player(number)],
        wants: vec![Want { preset, rating }],
        kind: TicketKind::Accounts,
        mixed: false,
        since: NOW.plus_ms(-waited_s * 1_000),
        met: Vec::new(),
        with: None,
        absences: 0,
    }
}

/// The same ticket with absences.
fn absent(absences: u32, mut ticket: Ticket) -> Ticket {
    ticket.absences = absences;
    ticket
}

fn wanting(preset: u8, mut ticket: Ticket) -> Ticket {
    ticket.wants[0].preset = preset;
    ticket
}

fn pool<'a>(tickets: &'a [Ticket], apart: &'a HashSet<(PlayerId, PlayerId)>) -> Pool<'a> {
    Pool {
        tickets,
        sizes: &SIZES,
        apart,
        now: NOW,
    }
}

fn wave(tickets: &[Ticket]) -> Vec<Vec<u8>> {
    let none = HashSet::new();
    let groups = pool(tickets, &none).wave();
    let numbers = |group: Group| group.seats.iter().map(|p| p.as_bytes()[0]).collect();
    groups.into_iter().map(numbers).collect()
}

fn arrive(tickets: &[Ticket]) -> Option<Vec<u8>> {
    let none = HashSet::new();
    let group = pool(tickets, &none).arrive(tickets.len() - 1)?;
    Some(group.seats.iter().map(|p| p.as_bytes()[0]).collect())
}

#[test]
fn a_new_ticket_is_grouped_at_once_only_with_near_ratings() {
    assert_eq!(
        arrive(&[ticket(1, 1500, 5), ticket(2, 1600, 0)]),
        Some(vec![2, 1])
    );
    assert_eq!(arrive(&[ticket(1, 1500, 5), ticket(2, 1601, 0)]), None);
    let near = [
        ticket(1, 1500, 1),
        ticket(2, 1530, 1),
        ticket(3, 1570, 1),
        ticket(4, 1540, 0),
    ];
    assert_eq!(arrive(&near), Some(vec![4, 2]));
}

#[test]
fn a_ticket_that_has_waited_for_half_a_minute_meets_any_other_and_is_first() {
    let tickets = [ticket(1, 2400, 30), ticket(2, 1500, 1), ticket(3, 1500, 0)];
    assert_eq!(arrive(&tickets), Some(vec![3, 1]));
    let tickets = [ticket(1, 2400, 30), ticket(2, 1510, 1), ticket(3, 1500, 0)];
    assert_eq!(wave(&tickets), [[1, 2]]);
}

#[test]
fn the_allowed_gap_grows_with_the_longer_wait() {
    assert_eq!(allowed_gap(0), Some(100));
    assert_eq!(allowed_gap(10_999), Some(220));
    assert_eq!(allowed_gap(29_999), Some(448));
    assert_eq!(allowed_gap(30_000), None);
    let two = |gap| wave(&[ticket(1, 1500, 10), ticket(2, 1500 + gap, 0)]).len();
    assert_eq!((two(220), two(221)), (1, 0));
}

#[test]
fn the_smallest_gaps_come_first_in_a_wave() {
    let tickets = [
        ticket(1, 1500, 9),
        ticket(2, 1590, 9),
        ticket(3, 1600, 9),
        ticket(4, 1720, 9),
    ];
    assert_eq!(wave(&tickets), [[2, 3]]);
}

#[test]
fn nobody_meets_the_same_person_twice_in_a_row_while_others_wait() {
    let mut tickets = vec![ticket(1, 1500, 6), ticket(2, 1500, 3)];
    tickets[0].met = vec![player(2)];
    assert_eq!(arrive(&tickets), None);
    assert_eq!(wave(&tickets), [[1, 2]], "nobody else waits");
    tickets.push(ticket(3, 1900, 0));
    assert!(wave(&tickets).is_empty(), "a third might do soon");
    tickets[2] = ticket(3, 1550, 0);
    assert_eq!(wave(&tickets), [[1, 3]]);
}

#[test]
fn seekers_with_absences_meet_each_other_at_once_and_others_last() {
    assert_eq!(
        arrive(&[absent(3, ticket(1, 1500, 5)), ticket(2, 1500, 0)]),
        None
    );
    assert_eq!(
        arrive(&[ticket(1, 1500, 60), absent(1, ticket(2, 1500, 0))]),
        None,
        "not before the next wave"
    );
    let alike = [absent(3, ticket(1, 1500, 0)), absent(3, ticket(2, 1500, 0))];
    assert_eq!(arrive(&alike), Some(vec![2, 1]));

    // Forty seekers with absences, who have waited long, are nearer than two without.
    let mut tickets: Vec<Ticket> = (10..50).map(|n| absent(6, ticket(n, 1500, 90))).collect();
    tickets.extend([ticket(1, 1490, 3), ticket(2, 1580, 2)]);
    let groups = wave(&tickets);
    assert_eq!(groups[0], [1, 2]);
    assert_eq!(groups.len(), 21);
}

#[test]
fn a_seeker_waits_five_seconds_for_each_absence_that_another_has_more() {
    let two = |absences: [u32; 2], waited_s| {
        let one = absent(absences[0], ticket(1, 1500, waited_s));
        wave(&[one, absent(absences[1], ticket(2, 1500, 90))]).len()
    };
    assert_eq!((two([0, 1], 4), two([0, 1], 5)), (0, 1));
    assert_eq!((two([0, 6], 29), two([0, 6], 30)), (0, 1));
    assert_eq!((two([1, 3], 9), two([1, 3], 10)), (0, 1));
    assert_eq!(two([3, 1], 0), 1, "the other has waited");
}

#[test]
fn who_just_met_meet_again_before_they_meet_seekers_with_absences() {
    let mut tickets = vec![
        ticket(1, 1500, 20),
        ticket(2, 1500, 20),
        absent(2, ticket(3, 1500, 20)),
        absent(2, ticket(4, 1900, 20)),
    ];
    tickets[0].met = vec![player(2)];
    assert_eq!(wave(&tickets)[0], [1, 2]);
}

#[test]
fn too_few_others_for_a_table_delay_no_rematch() {
    let mut four: Vec<_> = (1..=4).map(|n| wanting(2, ticket(n, 1500, 3))).collect();
    four[0].met = vec![player(2)];
    assert_eq!(arrive(&four), None);
    assert_eq!(
        wave(&four).len(),
        1,
        "without both of them nobody could play"
    );
    four.push(wanting(2, ticket(5, 1900, 0)));
    assert!(wave(&four).is_empty(), "the fifth might do soon");
}

#[test]
fn players_whom_a_block_keeps_apart_never_meet() {
    let tickets = [ticket(1, 1500, 90), ticket(2, 1500, 90)];
    for pair in [(player(1), player(2)), (player(2), player(1))] {
        let apart = HashSet::from([pair]);
        assert!(pool(&tickets, &apart).wave().is_empty());
        assert_eq!(pool(&tickets, &apart).arrive(1), None);
    }
}

#[test]
fn guests_meet_accounts_only_if_both_allow_it() {
    let mut tickets = [ticket(1, 1500, 60), ticket(2, 1500, 60)];
    tickets[1].kind = TicketKind::Guests;
    assert!(wave(&tickets).is_empty());
    tickets[0].mixed = true;
    assert!(wave(&tickets).is_empty());
    tickets[1].mixed = true;
    assert_eq!(wave(&tickets).len(), 1);
    for ticket in &mut tickets {
        ticket.kind = TicketKind::Guests;
        ticket.mixed = false;
    }
    assert_eq!(wave(&tickets).len(), 1);
}

#[test]
fn three_and_four_meet_once_all_of_them_are_near() {
    let three: Vec<_> = (1..=3).map(|n| wanting(1, ticket(n, 1500, 1))).collect();
    assert_eq!(arrive(&three), Some(vec![3, 1, 2]));
    assert_eq!(arrive(&three[..2]), None);
    let mut four: Vec<_> = (1..=4).map(|n| wanting(2, ticket(n, 1500, 1))).collect();
    assert_eq!(wave(&four).len(), 1);
    four[3].wants[0].rating = 1700;
    assert!(wave(&four).is_empty());
}

/// The sizes of the tables of so many near players of a game for companies, of whom the first has waited for so long.
fn companies(players: u8, waited_s: i64) -> Vec<usize> {
    let waits = std::iter::once(waited_s).chain(std::iter::repeat(1));
    let tickets = (1..=players).zip(waits);
    let tickets: Vec<_> = tickets
        .map(|(n, waited_s)| wanting(6, ticket(n, 1500, waited_s)))
        .collect();
    wave(&tickets).iter().map(Vec::len).collect()
}

#[test]
fn a_company_begins_complete_then_with_the_usual_number_and_at_last_with_as_many_as_came() {
    let eight: Vec<_> = (1..=8).map(|n| wanting(6, ticket(n, 1500, 1))).collect();
    assert_eq!(arrive(&eight[..7]), None);
    assert_eq!(arrive(&eight).map(|seats| seats.len()), Some(8));
    assert_eq!((companies(8, 19), companies(7, 19)), (vec![8], vec![]));
    assert_eq!((companies(7, 20), companies(4, 20)), (vec![7], vec![4]));
    assert!(companies(3, 39).is_empty());
    assert_eq!((companies(3, 40), companies(2, 40)), (vec![3], vec![2]));
    assert!(companies(1, 90).is_empty());
}

#[test]
fn too_many_for_one_company_are_divided_evenly() {
    let of = |players: u8| {
        let all: Vec<_> = (1..=players)
            .map(|n| wanting(6, ticket(n, 1500, 25)))
            .collect();
        let mut sizes: Vec<_> = wave(&all).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    };
    assert_eq!((of(8), of(9)), (vec![8], vec![4, 5]));
    assert_eq!(of(17), [5, 6, 6]);
}

#[test]
fn a_company_may_play_again_together() {
    let mut four: Vec<_> = (1..=4).map(|n| wanting(6, ticket(n, 1500, 20))).collect();
    four[0].met = vec![player(2), player(3), player(4)];
    assert_eq!(wave(&four).len(), 1);
}

#[test]
fn games_that_are_offered_to_more_than_four_have_tables_of_all_these_sizes() {
    let seats = |preset: Preset| {
        let rules = Sizes::of(preset).all_rules(preset);
        rules
            .map(|rules| rules.seating().seat_count())
            .collect::<Vec<_>>()
    };
    let of = |name| seats(Preset::by_name(name).unwrap());
    assert_eq!(of("Mexican Train"), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(of("Double Chickenfoot"), [2, 3, 4, 5, 6]);
    assert_eq!(of("High Tile"), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(
        (of("Draw"), of("Five-Up"), of("Cochon")),
        (vec![2], vec![2], vec![3])
    );
    for preset in Preset::all() {
        let sizes = Sizes::of(preset);
        assert_eq!(
            sizes.rules(preset, sizes.usual.seat_count()),
            Some(preset.rules())
        );
        assert_eq!(sizes.rules(preset, 9), None);
    }
}

#[test]
fn single_people_become_pairs_of_about_the_same_strength() {
    let ratings = [1500, 1590, 1520, 1560];
    let tickets = (1..).zip(ratings);
    let tickets: Vec<_> = tickets.map(|(n, r)| wanting(3, ticket(n, r, 1))).collect();
    // The strongest player is the partner of the weakest and sits opposite.
    assert_eq!(wave(&tickets), [[1, 3, 2, 4]]);
}

#[test]
fn a_chosen_player_is_met_first_whatever_the_ratings_but_not_before_others_without_absences() {
    let choosing = |with| Ticket {
        with: Some(player(with)),
        ..ticket(1, 1500, 0)
    };
    let tickets = [ticket(2, 1500, 1), ticket(3, 2300, 1), choosing(3)];
    assert_eq!(arrive(&tickets), Some(vec![1, 3]));
    // A player who is gone keeps nobody waiting.
    let tickets = [ticket(2, 1500, 1), choosing(9)];
    assert_eq!(arrive(&tickets), Some(vec![1, 2]));
    let tickets = [ticket(2, 1500, 1), absent(2, choosing(2))];
    assert_eq!(arrive(&tickets), None);
    assert!(wave(&tickets).is_empty());
}

#[test]
fn two_players_of_one_ticket_are_partners() {
    let together = |a, b| Ticket {
        players: vec![player(a), player(b)],
        ..wanting(3, ticket(a, 1500, 5))
    };
    let alone = |n| wanting(3, ticket(n, 1500, 5));
    assert_eq!(wave(&[together(1, 2), together(3, 4)]), [[1, 3, 2, 4]]);
    let three = [alone(3), together(1, 2), alone(4)];
    assert_eq!(wave(&three), [[1, 3, 2, 4]]);
    // A pair and a single player are too few for a table of four.
    assert!(wave(&[together(1, 2), alone(3)]).is_empty());
    let both = [together(1, 2), alone(5), together(3, 4)];
    assert_eq!(wave(&both), [[1, 3, 2, 4]]);
    let two = wanting(0, together(1, 2));
    assert!(wave(&[two, ticket(3, 1500, 60)]).is_empty());
}

prop_compose! {
    fn a_ticket()(
        pair in prop::bool::weighted(0.2),
        wants in prop::collection::btree_map(0..SIZES.len() as u8, 900..2100i32, 1..4),
        kind in prop::sample::select(vec![TicketKind::Accounts, TicketKind::Guests]),
        mixed in any::<bool>(),
        waited_ms in 0..60_000i64,
        met in prop::collection::vec(0..60u8, 0..3),
        with in prop::option::weighted(0.2, 0..60u8),
        absences in prop_oneof![3 => Just(0), 2 => 0..=limits::SEEK_ABSENCES_MAX],
    ) -> Ticket {
        Ticket {
            players: vec![player(0); if pair { 2 } else { 1 }],
            wants: wants.into_iter().map(|(preset, rating)| Want { preset, rating }).collect(),
            kind,
            mixed,
            since: NOW.plus_ms(-waited_ms),
            met: met.into_iter().map(player).collect(),
            with: with.map(player),
            absences,
        }
    }
}

prop_compose! {
    fn some_tickets()(mut tickets in prop::collection::vec(a_ticket(), 0..40)) -> Vec<Ticket> {
        let places = tickets.iter_mut().flat_map(|ticket| &mut ticket.players);
        for (number, place) in (0..).zip(places) {
            *place = player(number);
        }
        tickets
    }
}

fn some_pairs() -> impl Strategy<Value = HashSet<(PlayerId, PlayerId)>> {
    let pair = (0..60u8, 0..60u8).prop_map(|(a, b)| (player(a), player(b)));
    prop::collection::hash_set(pair, 0..60)
}

fn holder<'a>(tickets: &'a [Ticket], player: &PlayerId) -> &'a Ticket {
    let mut tickets = tickets.iter();
    tickets
        .find(|ticket| ticket.players.contains(player))
        .unwrap()
}

fn rating_at(ticket: &Ticket, preset: u8) -> Option<i32> {
    let want = ticket.wants.iter().find(|want| want.preset == preset)?;
    Some(want.rating)
}

fn is_proper(group: &Group, tickets: &[Ticket], apart: &HashSet<(PlayerId, PlayerId)>) {
    let sizes = SIZES[usize::from(group.preset)];
    let seating = sizes.usual;
    let waits = group.seats.iter().map(|one| holder(tickets, one).since);
    let longest = waits.map(|since| NOW.ms_since(since)).max().unwrap();
    assert!((sizes.needed(longest)..=sizes.most).contains(&group.seats.len()));
    for (seat, one) in group.seats.iter().enumerate() {
        let of_one = holder(tickets, one);
        let rating = rating_at(of_one, group.preset).expect("they want this preset");
        for partner in &of_one.players {
            let other = group.seats.iter().position(|player| player == partner);
            let other = other.expect("the partner sits here too");
            let [side, of_partner] = [seat, other].map(|at| at % seating.side_count());
            assert_eq!(side, of_partner);
        }
        for other in group
            .seats
            .iter()
            .filter(|&other| !of_one.players.contains(other))
        {
            assert!(!apart.contains(&(*one, *other)));
            let of_other = holder(tickets, other);
            let longest = of_one.since.min(of_other.since);
            let gap = gap(rating, rating_at(of_other, group.preset).unwrap());
            let has_chosen =
                |a: &Ticket, b: &Ticket| a.with.is_some_and(|p| b.players.contains(&p));
            let is_chosen = has_chosen(of_one, of_other) || has_chosen(of_other, of_one);
            let allowed = allowed_gap(NOW.ms_since(longest));
            assert!(is_chosen || allowed.is_none_or(|allowed| gap <= allowed));
            let more = i64::from(of_other.absences) - i64::from(of_one.absences);
            assert!(NOW.ms_since(of_one.since) >= more * limits::SEEK_ABSENCE_WAIT_MS);
            assert!(of_one.kind == of_other.kind || (of_one.mixed && of_other.mixed));
        }
    }
}

proptest! {
    #[test]
    fn groups_fit_the_wishes_of_all_players(tickets in some_tickets(), apart in some_pairs()) {
        let pool = pool(&tickets, &apart);
        let groups = pool.wave();
        let mut seated = BTreeSet::new();
        for group in &groups {
            is_proper(group, &tickets, &apart);
            for player in &group.seats {
                prop_assert!(seated.insert(*player), "nobody is in two groups");
            }
        }
        for new in 0..tickets.len() {
            if let Some(group) = pool.arrive(new) {
                is_proper(&group, &tickets, &apart);
            }
        }
        // No two tickets are left over if both have waited long and may meet.
        let left: Vec<usize> = (0..tickets.len())
            .filter(|&place| !seated.contains(&tickets[place].players[0]))
            .collect();
        for (&one, &other) in left.iter().flat_map(|one| left.iter().map(move |other| (one, other))) {
            let both_want_two = |place: usize| {
                tickets[place].players.len() == 1 && rating_at(&tickets[place], 0).is_some()
            };
            let could = one != other
                && pool.has_waited(one)
                && both_want_two(one)
                && both_want_two(other)
                && pool.allows(one, other, 0, Moment::Wave)
                && pool.may_meet(one, other, Company::Any);
            prop_assert!(!could, "{:?} and {:?}", tickets[one], tickets[other]);
        }
    }

    #[test]
    fn the_same_pool_gives_the_same_groups(tickets in some_tickets(), apart in some_pairs()) {
        let pool = pool(&tickets, &apart);
        prop_assert_eq!(pool.wave(), pool.wave());
    }
}

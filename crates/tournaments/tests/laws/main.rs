//! Laws that hold in every tournament, whatever its entrants do.

mod boards;
mod formats;
mod individual;
mod naive;
mod run;

use std::collections::BTreeSet;

use boneyard_tournaments::{Cut, Event, Format, Pairing, Tournament};
use proptest::prelude::*;
use run::{ENDS, Run, Unrest};

fn cuts() -> impl Strategy<Value = Option<Cut>> {
    let cut = (0_u16..9, any::<bool>()).prop_map(|(size, third_place)| Cut { size, third_place });
    prop::option::of(cut)
}

fn any_format() -> impl Strategy<Value = Format> {
    prop_oneof![
        (0_u8..7, cuts()).prop_map(|(rounds, cut)| Format::Swiss { rounds, cut }),
        Just(Format::Arena { ends: ENDS }),
        any::<bool>().prop_map(|third_place| Format::Knockout { third_place }),
        Just(Format::RoundRobin),
        (0_u8..20).prop_map(|rounds| Format::Individual { rounds }),
    ]
}

proptest! {
    #[test]
    fn everybody_present_is_paired_once(
        format in any_format(),
        entrants in 0_usize..20,
        seed: u64,
    ) {
        let mut run = Run::new(format, entrants, seed);
        run.play(Unrest::Restless, |before, pairings| {
            let mut paired = BTreeSet::new();
            for entrant in pairings.iter().flat_map(Pairing::entrants) {
                assert!(paired.insert(entrant), "{entrant:?} is paired twice");
                assert!(before.present.contains(&entrant), "{entrant:?} has withdrawn");
            }
            let all = matches!(format, Format::RoundRobin | Format::Individual { .. });
            if all || before.is_swiss_round() {
                assert_eq!(paired, before.present);
            }
        });
    }

    #[test]
    fn the_standings_are_those_of_a_second_implementation(
        format in any_format(),
        entrants in 0_usize..20,
        seed: u64,
    ) {
        let mut run = Run::new(format, entrants, seed);
        run.play(Unrest::Restless, |_, _| {});
        let standings = run.tournament.standings();
        prop_assert_eq!(&standings, &naive::standings(format, &run.log));
        let places: Vec<usize> = standings.iter().map(|of| of.place).collect();
        prop_assert!(places.is_sorted());
    }

    #[test]
    fn rebuilt_from_its_events_it_is_the_same(
        format in any_format(),
        entrants in 0_usize..20,
        seed: u64,
    ) {
        let mut run = Run::new(format, entrants, seed);
        run.play(Unrest::Restless, |_, _| {});
        let mut rebuilt = Tournament::new(format);
        for event in &run.log {
            rebuilt.apply(event).unwrap();
        }
        prop_assert_eq!(rebuilt, run.tournament);
    }

    #[test]
    fn a_refused_event_changes_nothing(
        format in any_format(),
        entrants in 0_usize..6,
        seed: u64,
    ) {
        let mut run = Run::new(format, entrants, seed);
        run.play(Unrest::Restless, |_, _| {});
        for event in run.log.clone() {
            let before = run.tournament.clone();
            if run.tournament.apply(&event).is_err() {
                prop_assert_eq!(&run.tournament, &before);
            }
        }
    }
}

#[test]
fn a_tournament_takes_only_so_many_entrants() {
    let mut tournament = Tournament::new(Format::RoundRobin);
    for rating in 0..boneyard_tournaments::ENTRANTS_MAX {
        let rating = i32::try_from(rating).unwrap();
        tournament.apply(&Event::Entered { rating }).unwrap();
    }
    assert_eq!(
        tournament.apply(&Event::Entered { rating: 0 }),
        Err(boneyard_tournaments::Refusal::Full)
    );
}

//! Stories of tournaments that repeat.

use boneyard_protocol::tournament::TournamentRepeat;

use super::*;
use crate::repeat::next_id;

const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

fn weekly() -> Evening {
    Evening::of(&CreateTournament {
        repeat: Some(TournamentRepeat {
            days: 7,
            zone: "UTC".to_owned(),
            more: 2,
        }),
        password: Some("double six".to_owned()),
        ..wanted(TournamentFormat::Swiss)
    })
}

#[test]
fn each_week_has_its_tournament_until_the_number_is_reached() {
    let first = weekly();
    let mut state = first.state.clone();
    for week in 1..=2 {
        let created = state.next_created(state.settings.starts).unwrap();
        let id = next_id(state.id);
        let mut next = State::created(id, &created, state.settings.starts).unwrap();
        next.add(&[], state.settings.starts).unwrap();
        assert_eq!(next.settings.starts, START.plus_ms(week * WEEK_MS));
        assert!(next.settings.is_opened_by(Some("double six")));
        assert!(!next.settings.is_opened_by(None));
        let more = next
            .shown()
            .head
            .repeat
            .map(|repeat| i64::from(repeat.more));
        assert_eq!(more, (week < 2).then_some(1));
        state = next;
    }
    assert_eq!(state.next_created(state.settings.starts), None);
}

#[test]
fn an_organiser_ends_the_repetition() {
    let mut evening = weekly();
    assert_eq!(evening.state.shown().head.next, None);
    evening.act(OrganiserAction::StopRepeating).unwrap();
    assert_eq!(evening.rebuilt().next_created(START), None);
    let again = evening.act(OrganiserAction::StopRepeating);
    assert!(matches!(again, Err(Refusal::AlreadySo)), "{again:?}");

    let mut begun = weekly();
    begun.enter(PlayerId::random(), Some("double six")).unwrap();
    begun.enter(PlayerId::random(), Some("double six")).unwrap();
    begun.act(OrganiserAction::Start).unwrap();
    assert_eq!(begun.rebuilt().shown().head.next, Some(next_id(ID)));
    let late = begun.act(OrganiserAction::StopRepeating);
    assert!(matches!(late, Err(Refusal::Begun)), "{late:?}");
}

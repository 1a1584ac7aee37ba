//! Tells players whose page of the table is closed that the table waits for them. The table's webhook is told the
//! same, and how matches end.

use boneyard_base::{PlayerId, TableId};
use boneyard_notices::{AboutTable, Notices, TableQuestion};
use boneyard_protocol::Status;
use boneyard_protocol::push::WebhookScore;
use boneyard_rules::Seat;

use crate::state::{Arranged, State};

/// The players who were told.
pub(super) struct TableNotices {
    notices: Option<Notices>,
    /// The players who aren't at the table, with what they were told. A player who comes is told anew after
    /// leaving; the storage knows which turns the player's browsers were told of.
    told: Vec<(PlayerId, TableQuestion)>,
    /// The number of the last match over days whose end was told; 0 before. The storage knows it too, so after a
    /// restart no end is told twice.
    ended: u32,
}

impl TableNotices {
    /// Nobody was told. Without `notices`, nobody will be.
    pub(super) const fn new(notices: Option<Notices>) -> Self {
        Self {
            notices,
            told: Vec::new(),
            ended: 0,
        }
    }

    /// Tells the players for whom the table waits and who aren't there.
    pub(super) fn look(
        &mut self,
        table: TableId,
        state: &State,
        is_here: impl Fn(PlayerId) -> bool,
    ) {
        let Some(notices) = &self.notices else {
            return;
        };
        let ended = ended(state);
        if ended > self.ended && state.is_over_days() && notices.over(table, ended) {
            self.ended = ended;
        }
        let awaits = |player| awaited(state, player).filter(|_| !is_here(player));
        self.told
            .retain(|&(player, question)| awaits(player) == Some(question));
        for person in state.seats.people() {
            let player = person.player;
            let Some(question) = awaits(player) else {
                continue;
            };
            if self.told.contains(&(player, question)) {
                continue;
            }
            let is_taken = match question {
                TableQuestion::Turn(position) => notices.turn(player, table, position),
                TableQuestion::Found => notices.found(player, table),
                TableQuestion::Match { come_by } => notices.match_begins(player, table, come_by),
                TableQuestion::Invited | TableQuestion::Over(_) | TableQuestion::Host => true,
            };
            // What isn't taken is tried again with the next input.
            if is_taken {
                self.told.push((player, question));
            }
        }
    }
}

/// What the table waits for, if it waits for this player: a play, while other people wait too, or that the player comes
/// to a quick match or to the match of a tournament.
pub(super) fn awaited(state: &State, player: PlayerId) -> Option<TableQuestion> {
    let seat = state.seat_of(player)?;
    if state.closed {
        return None;
    }
    if state.matches.on_turn() == Some(seat) {
        let others_wait = state.seats.people().count() > 1;
        return (others_wait && state.plays(seat)).then(|| TableQuestion::Turn(state.ply()));
    }
    if !state.is_waiting() || state.is_ready(seat) {
        return None;
    }
    match &state.settings.arranged {
        Some(Arranged { come_by, .. }) => Some(TableQuestion::Match { come_by: *come_by }),
        None => state.settings.quick.then_some(TableQuestion::Found),
    }
}

/// The number of the match that has ended last, and after which none was begun; 0 if there is none.
pub(super) fn ended(state: &State) -> u32 {
    if state.matches.status() == Status::Over {
        state.matches.count()
    } else {
        0
    }
}

/// What a notice says about a table to the player at a seat, or to somebody who is invited.
pub(super) fn about(state: &State, seat: Option<Seat>) -> AboutTable {
    let name = |seat| {
        state
            .seats
            .person_at(seat)
            .map(|person| person.name.to_string())
    };
    let others = state.seats.all().filter(|&other| Some(other) != seat);
    AboutTable {
        preset: state.rules().preset(),
        player: seat.and_then(name),
        others: others.filter_map(name).collect(),
        scores: if ended(state) > 0 {
            scores(state)
        } else {
            Vec::new()
        },
        invite: state.settings.invite,
    }
}

/// The points of the sides of the last match; those of more than two sides in the order of their places.
fn scores(state: &State) -> Vec<WebhookScore> {
    let Some(game) = state.matches.current() else {
        return Vec::new();
    };
    let seating = state.rules().seating();
    let sides = game.scores().as_slice().iter().enumerate();
    let side = |(side, &points): (usize, &u16)| WebhookScore {
        names: state
            .seats
            .all()
            .filter(|&seat| seating.side(seat).index() == side)
            .map(|seat| match state.seats.person_at(seat) {
                Some(person) => person.name.to_string(),
                None => "Computer".to_owned(),
            })
            .collect(),
        points,
    };
    let places = game.places();
    let mut scores: Vec<(u8, WebhookScore)> = places
        .as_slice()
        .iter()
        .copied()
        .zip(sides.map(side))
        .collect();
    if seating.side_count() > 2 {
        scores.sort_by_key(|(place, _)| *place);
    }
    scores.into_iter().map(|(_, side)| side).collect()
}

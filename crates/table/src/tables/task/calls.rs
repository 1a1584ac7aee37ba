//! Calls players to whom the table is closed: their browsers are told that the table waits for them. The table's
//! webhook is told the same, and how matches end.

use boneyard_base::{PlayerId, TableId};
use boneyard_protocol::Status;
use boneyard_protocol::push::WebhookScore;
use boneyard_push::{AboutTable, Push, Question};
use boneyard_rules::Seat;

use crate::state::{Arranged, State};

/// The players who were called.
pub(super) struct Calls {
    push: Option<Push>,
    /// The players who aren't at the table, with what they were called for. A player who comes is called anew after
    /// leaving; the storage knows which turns the player's browsers were told of.
    called: Vec<(PlayerId, Question)>,
    /// The number of the last match over days whose end was told; 0 before. The storage knows it too, so after a
    /// restart no end is told twice.
    ended: u32,
}

impl Calls {
    /// No calls. Without `push` there will be none.
    pub(super) const fn new(push: Option<Push>) -> Self {
        Self {
            push,
            called: Vec::new(),
            ended: 0,
        }
    }

    /// Calls the players for whom the table waits and who aren't there.
    pub(super) fn look(
        &mut self,
        table: TableId,
        state: &State,
        is_here: impl Fn(PlayerId) -> bool,
    ) {
        let Some(push) = &self.push else {
            return;
        };
        let ended = ended(state);
        if ended > self.ended && state.is_over_days() && push.over(table, ended) {
            self.ended = ended;
        }
        let is_called_for = |player| awaited(state, player).filter(|_| !is_here(player));
        self.called
            .retain(|&(player, question)| is_called_for(player) == Some(question));
        for person in state.seats.people() {
            let player = person.player;
            let Some(question) = is_called_for(player) else {
                continue;
            };
            if self.called.contains(&(player, question)) {
                continue;
            }
            let is_taken = match question {
                Question::Turn(position) => push.turn(player, table, position),
                Question::Found => push.found(player, table),
                Question::Match { come_by } => push.match_begins(player, table, come_by),
                Question::Invited | Question::Over(_) | Question::Host => true,
            };
            // What isn't taken is tried again with the next input.
            if is_taken {
                self.called.push((player, question));
            }
        }
    }
}

/// What the table waits for, if it waits for this player: a play, while other people wait too, or that the player comes
/// to a quick match or to the match of a tournament.
pub(super) fn awaited(state: &State, player: PlayerId) -> Option<Question> {
    let seat = state.seat_of(player)?;
    if state.closed {
        return None;
    }
    if state.matches.on_turn() == Some(seat) {
        let others_wait = state.seats.people().count() > 1;
        return (others_wait && state.plays(seat)).then(|| Question::Turn(state.ply()));
    }
    if !state.is_waiting() || state.is_ready(seat) {
        return None;
    }
    match &state.settings.arranged {
        Some(Arranged { come_by, .. }) => Some(Question::Match { come_by: *come_by }),
        None => state.settings.quick.then_some(Question::Found),
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

/// The points of the sides of the last match.
fn scores(state: &State) -> Vec<WebhookScore> {
    let Some(game) = state.matches.current() else {
        return Vec::new();
    };
    let seating = state.rules().seating;
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
    sides.map(side).collect()
}

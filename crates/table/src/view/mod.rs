//! What visitors see of a table: the whole table, and the changes from one state to the next. The rules
//! crate decides what a seat may know of the match; the code here never reads a hand itself.

pub(crate) mod chat;
pub(crate) mod followers;
mod frames;
pub(crate) mod late;
pub(crate) mod presence;
mod room;

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::room::{ListedSeat, RoomSeat};
use boneyard_protocol::{
    Access, Care, Chat, Invite, Level, Listing, Me, Outside, OwnTable, Presence, PrivateUpdate,
    Pseudonym, Room, RoomChange, SharedUpdate, Snapshot, Status, TableId, Time,
};
use boneyard_rules::{BySeat, Match, OwnChange, Seat, Standing, View, Viewer};
use sha2::{Digest as _, Sha256};

use crate::state::State;
use crate::state::record::record_id;
use crate::state::seats::Sitter;

/// The role of a follower at a table. It decides what the follower sees and may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The follower has this seat.
    Player(Seat),
    /// The follower has no seat, and sees what all visitors may see.
    Watcher,
    /// The follower has no seat, and sees the match of a tournament later than it is played.
    LateWatcher,
    /// The follower has no seat, access is by link only, and a match is being played. The follower sees who
    /// plays, but nothing of the match.
    Outsider,
}

impl Role {
    /// Whether the follower is sent each change of the match when it happens.
    pub(crate) const fn is_live(self) -> bool {
        matches!(self, Self::Player(_) | Self::Watcher)
    }
}

impl State {
    /// Whether a visitor may see the table.
    pub(crate) fn is_open_to(&self, player: PlayerId, invited: bool) -> bool {
        let invited = invited && !self.deals.is_in_section();
        !self.is_link_only()
            || invited
            || self.watch_delay().is_some()
            || self.seat_of(player).is_some()
    }

    /// Whether only people with the invitation may see the table.
    pub(crate) fn is_link_only(&self) -> bool {
        self.settings.access == Access::Link
    }

    /// How many minutes later than the players visitors see the match of a tournament; `None` if no tournament lets
    /// them watch.
    pub(crate) fn watch_delay(&self) -> Option<u8> {
        let arranged = self.settings.arranged.as_ref()?;
        let may_watch = !self.deals.is_in_section();
        arranged.watch_delay_minutes.filter(|_| may_watch)
    }

    /// Whether a match is being played that only its players may see, or other matches with the same deals may be.
    pub(crate) fn is_match_private(&self) -> bool {
        let is_private = self.is_link_only() && self.watch_delay().is_none();
        is_private && self.matches.is_playing() || self.deals.is_in_section()
    }

    /// The role of a visitor at the table. It depends only on the state.
    pub fn role(&self, player: PlayerId) -> Role {
        match self.seat_of(player) {
            Some(seat) => Role::Player(seat),
            None if self.is_match_private() => Role::Outsider,
            None if self.watch_delay().is_some_and(|minutes| minutes > 0) => Role::LateWatcher,
            None => Role::Watcher,
        }
    }

    /// The settings of the table, its status, and the players at its seats.
    pub fn room(&self) -> Room {
        Room {
            status: self.status(),
            match_number: self.match_number(),
            record: record_id(self),
            seating: self.rules().seating(),
            rules: *self.rules(),
            notation: self.settings.notation.clone(),
            access: self.settings.access,
            kept_seats: self.settings.kept_seats,
            hints: self.settings.hints,
            clock: self.settings.clock,
            time_cap: self.settings.time_cap,
            cap_until_ms: self.clocks.cap_until().map(|until| until.0),
            ending: self.matches.ending(),
            bots: self.settings.bots,
            rated: self.settings.rated,
            quick: self.settings.quick,
            tournament: self
                .settings
                .arranged
                .as_ref()
                .map(|of| of.tournament.clone()),
            boards: self.boards(),
            watch_delay_minutes: self.watch_delay(),
            fairness: self.deals.room_fairness(&self.matches),
            seats: self.room_seats(),
        }
    }

    /// The players at the seats, as all visitors see them.
    fn room_seats(&self) -> BySeat<Option<RoomSeat>> {
        BySeat::from_fn(self.rules().seating(), |seat| {
            let sitter = self.seats.sitters()[seat].as_ref()?;
            Some(RoomSeat {
                name: sitter.name().to_owned(),
                pseudonym: sitter.player().map(|player| self.pseudonym(player)),
                ready: self.is_ready(seat),
                host: seat == self.seats.host() && !self.settings.is_paired(),
                computer: sitter.level(),
                care: self.participation.shown(seat),
                bot: sitter.is_bot(),
            })
        })
    }

    /// Whether [`Self::room_seats`] differs from the earlier state `before`.
    fn is_seated_otherwise(&self, before: &Self) -> bool {
        let shown = |state: &Self, seat| (state.is_ready(seat), state.participation.shown(seat));
        let mut seats = self.seats.all();
        self.seats != before.seats || seats.any(|seat| shown(self, seat) != shown(before, seat))
    }

    /// The changes of [`Self::room`] since the earlier state `before`.
    fn room_change(&self, before: &Self) -> RoomChange {
        let fairness = self.deals.room_fairness(&self.matches);
        let is_new = fairness != before.deals.room_fairness(&before.matches);
        RoomChange {
            status: self.status(),
            match_number: self.match_number(),
            record: record_id(self),
            cap_until_ms: self.clocks.cap_until().map(|until| until.0),
            ending: self.matches.ending(),
            watch_delay_minutes: self.watch_delay(),
            fairness: is_new.then_some(fairness),
            seats: self.is_seated_otherwise(before).then(|| self.room_seats()),
        }
    }

    /// Whether the lobby's entry of the table differs from the one of the earlier state `before`.
    pub(crate) fn is_listed_otherwise(&self, before: &Self) -> bool {
        fn listed(sitter: &Sitter) -> (&str, Option<Level>, bool) {
            (sitter.name(), sitter.level(), sitter.is_bot())
        }
        let seats_changed = || {
            let now = self.seats.sitters().iter();
            let mut seats = now.zip(before.seats.sitters().iter());
            self.open_seats() != before.open_seats()
                || seats.any(|((_, now), (_, before))| {
                    now.as_ref().map(listed) != before.as_ref().map(listed)
                })
        };
        self.closed != before.closed
            || !self.is_link_only()
                && (self.status() != before.status()
                    || !Arc::ptr_eq(&self.seats, &before.seats) && seats_changed())
    }

    /// The table as the lobby lists it. `None` if access is by link only, or if visitors can neither sit
    /// down nor watch a match any more.
    pub fn listing(&self, table: TableId) -> Option<Listing> {
        let is_listed = !self.is_link_only() && !self.closed && !self.is_full_and_over();
        is_listed.then(|| self.described(table))
    }

    /// Whether the match has ended, and no seat is free for another one.
    fn is_full_and_over(&self) -> bool {
        self.status() == Status::Over && self.seats.free().next().is_none()
    }

    /// The table as lists of tables show it.
    fn described(&self, table: TableId) -> Listing {
        Listing {
            table,
            notation: self.settings.notation.clone(),
            seats: self.seats.sitters().map(|sitter| {
                let sitter = sitter.as_ref()?;
                Some(ListedSeat {
                    name: sitter.name().to_owned(),
                    computer: sitter.level(),
                    bot: sitter.is_bot(),
                })
            }),
            open_seats: if self.matches.is_playing() {
                0
            } else {
                self.open_seats()
            },
            clock: self.settings.clock,
            time_cap: self.settings.time_cap,
            status: self.status(),
            rated: self.settings.rated,
            opened_ms: self.settings.opened.0,
        }
    }

    /// The players who have the table in their lists of own tables: all people with a seat. If a match has
    /// ended and no seat is free, the result is empty until one of these people wants another match.
    pub(crate) fn own_players(&self) -> Vec<PlayerId> {
        let rests = self.is_full_and_over() && !self.seats.people().any(|person| person.ready);
        if self.closed || rests {
            return Vec::new();
        }
        self.seats.people().map(|person| person.player).collect()
    }

    /// The players who have the table in their lists of own tables; `None` if these players are the same as
    /// in the earlier state `before`. A play never changes these players, so this function returns early
    /// after a play.
    pub(crate) fn own_players_since(&self, before: &Self) -> Option<Vec<PlayerId>> {
        if Arc::ptr_eq(&self.seats, &before.seats)
            && self.status() == before.status()
            && self.closed == before.closed
        {
            return None;
        }
        let players = self.own_players();
        (players != before.own_players()).then_some(players)
    }

    /// The table as the list of a player's own tables shows it; `None` if that list doesn't contain the
    /// table.
    pub(crate) fn own_table(&self, table: TableId, player: PlayerId) -> Option<OwnTable> {
        let seat = self.seat_of(player)?;
        if !self.own_players().contains(&player) {
            return None;
        }
        let turn = self.matches.on_turn();
        let begun = self.clocks.turn().filter(|begun| Some(begun.seat) == turn);
        Some(OwnTable {
            listing: self.described(table),
            boards: self.boards(),
            seat,
            turn,
            waits: self.waits_for(seat),
            until_ms: self.waits_until().map(|until| until.0),
            since_ms: begun.map_or(self.last, |turn| turn.since).0,
        })
    }

    /// When the time of what the table waits for runs out.
    fn waits_until(&self) -> Option<Timestamp> {
        let clock = self.clocks.shown().and_then(|time| time.running);
        let clock = clock.map(|running| Timestamp(running.until_ms));
        clock.or_else(|| self.deadline().filter(|_| self.is_over_days()))
    }

    /// Whether the table waits for the player at a seat.
    fn waits_for(&self, seat: Seat) -> bool {
        // Elsewhere a browser tells its seed within seconds.
        if self.is_over_days() && self.deals.waits_for_seeds() {
            return self.deals.missing() & 1 << seat.index() != 0;
        }
        match (self.status(), self.matches.on_turn()) {
            // If a computer player stands in, the table doesn't wait for the person.
            (Status::Playing, Some(turn)) => turn == seat && self.plays(seat),
            (Status::Playing, None) => !self.is_ready(seat),
            (Status::Open | Status::Over, _) => {
                self.seats.free().next().is_none() && !self.is_ready(seat)
            }
        }
    }

    /// The name by which the people at this table can tell visitors apart. Only the server can compute it,
    /// since a visitor's id and the invitation are secrets.
    pub fn pseudonym(&self, player: PlayerId) -> Pseudonym {
        let hash = Sha256::new()
            .chain_update(self.settings.invite.bits().to_be_bytes())
            .chain_update(player.as_bytes())
            .finalize();
        let mut bits = [0; 16];
        bits.copy_from_slice(&hash[..16]);
        Pseudonym::from_bits(u128::from_be_bytes(bits))
    }

    pub(crate) fn me(&self, player: PlayerId) -> Me {
        let (seat, host, invite) = self.place(player);
        Me {
            pseudonym: self.pseudonym(player),
            seat,
            host,
            invite,
        }
    }

    /// The parts of [`Self::me`] that can change. A pseudonym never does, and it is a hash.
    fn place(&self, player: PlayerId) -> (Option<Seat>, bool, Option<Invite>) {
        let seat = self.seat_of(player);
        let is_host = seat == Some(self.seats.host()) && !self.settings.is_paired();
        // Nobody may watch a match of boards: other tables have the same deals.
        let invites = seat.is_some() && self.boards().is_none();
        (seat, is_host, invites.then_some(self.settings.invite))
    }

    /// How the match stands; `None` before the first match.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        let mut standing = self.matches.current()?.standing();
        standing.ply += self.matches.plies_before();
        Some(standing)
    }

    /// Everything that this player or watcher may know of the table.
    pub fn snapshot(
        &self,
        table: TableId,
        player: PlayerId,
        presence: Presence,
        chat: Chat,
    ) -> Snapshot {
        let viewer = match self.seat_of(player) {
            Some(seat) if self.has_part(seat) => Viewer::Seat(seat),
            Some(seat) => Viewer::Absent(seat),
            None => Viewer::Watcher,
        };
        Snapshot {
            table,
            v: self.version.unsigned_abs(),
            room: self.room(),
            presence,
            standing: self.standing(),
            view: self.matches.current().map(|game| game.view(viewer)),
            time: self.time(),
            me: self.me(player),
            chat,
        }
    }

    /// The part of the match that all visitors see, without the private part of any seat; `None` before the
    /// first match.
    #[must_use]
    pub fn shared_view(&self) -> Option<View> {
        let game = self.matches.current()?;
        Some(game.view(Viewer::Watcher))
    }

    /// The table as an outsider sees it.
    pub fn outside(&self, table: TableId, presence: Presence) -> Outside {
        let room = self.room();
        // An outsider is not told whether a player is ready for the next round, is late or wants to end the
        // match: such facts would reveal something of the play.
        let seats = room.seats.map(|seat| {
            Some(RoomSeat {
                ready: false,
                care: Care::default(),
                ..seat.clone()?
            })
        });
        Outside {
            table,
            room: Room { seats, ..room },
            // An outsider is not told which player is absent: only the player on turn is ever shown as
            // absent, so this would reveal whose turn it is.
            presence: Presence {
                absent: None,
                ..presence
            },
        }
    }

    /// The clocks as visitors see them; `None` without a clock and before the first match.
    fn time(&self) -> Option<Time> {
        self.clocks
            .shown()
            .filter(|_| self.matches.current().is_some())
    }

    /// The changes since the earlier state `before` that all visitors see.
    pub(crate) fn shared_update(&self, table: TableId, before: &Self) -> SharedUpdate {
        let mut update = SharedUpdate::new(table, self.version.unsigned_abs());
        update.room = self
            .people_changed(before)
            .then(|| Box::new(self.room_change(before)));
        update.time = self.time().filter(|time| before.time() != Some(*time));
        if let Some(game) = self.matches.current()
            && self.is_played_on(before)
        {
            let known = self.match_before(before);
            let mut standing = game.standing_since(known);
            standing.ply += self.matches.plies_before();
            update.standing = Some(standing);
            update.change = Some(game.change_since(known));
        }
        update
    }

    /// The changes since the earlier state `before` that only this player sees, without the chat.
    pub(crate) fn private_update(&self, player: PlayerId, before: &Self) -> PrivateUpdate {
        let seat = self.seat_of(player);
        let is_placed_anew = self.place(player) != before.place(player);
        PrivateUpdate {
            me: is_placed_anew.then(|| self.me(player)),
            own: seat.and_then(|seat| {
                let moved = before.seat_of(player) != Some(seat);
                self.own_change(seat, before, moved)
            }),
            chat: None,
        }
    }

    /// Whether anything has happened in the match since the earlier state `before`.
    fn is_played_on(&self, before: &Self) -> bool {
        let is_last_round =
            |state: &Self| state.matches.current().is_some_and(Match::is_last_round);
        self.ply() != before.ply() || is_last_round(self) != is_last_round(before)
    }

    /// The match in the earlier state `before`; `None` if another match has begun since then.
    fn match_before<'a>(&self, before: &'a Self) -> Option<&'a Match> {
        before
            .matches
            .current()
            .filter(|_| before.matches.count() == self.matches.count())
    }

    fn own_change(&self, seat: Seat, before: &Self, moved: bool) -> Option<OwnChange> {
        let game = self.matches.current()?;
        let is_played_on = self.is_played_on(before);
        if !moved && !is_played_on && self.has_part(seat) == before.has_part(seat) {
            return None;
        }
        let known = self.match_before(before).filter(|_| !moved);
        let change = game.own_change_since(known, seat, !self.has_part(seat));
        // After a move the client assumes that its player can do nothing, so an empty change is not sent.
        (!is_played_on || !change.is_empty()).then_some(change)
    }

    /// Whether [`Self::room`] or [`Self::listing`] differs from the earlier state `before`.
    pub(crate) fn people_changed(&self, before: &Self) -> bool {
        self.status() != before.status()
            || self.matches.count() != before.matches.count()
            || self.seats != before.seats
            || self.participation != before.participation
            || !Arc::ptr_eq(&self.deals, &before.deals)
                && self.deals.is_shown_otherwise(&before.deals)
            || self.closed != before.closed
            || self.matches.ending() != before.matches.ending()
            || self.clocks.cap_until() != before.clocks.cap_until()
    }
}

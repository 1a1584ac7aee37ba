//! The frames in which an update is sent to followers.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use boneyard_base::{Frame, Peer};
use boneyard_protocol::{EncodedUpdate, PrivateUpdate};

use crate::state::State;
use crate::view::chat::{Audience, ChatRooms};

/// The frames of one update: one for all watchers, and one for each seat. Each is encoded at most once.
pub(super) struct Frames<'a> {
    shared: RefCell<EncodedUpdate>,
    rooms: &'a ChatRooms,
    watchers: OnceCell<Frame>,
    seats: [OnceCell<Frame>; boneyard_rules::seat::SEATS_MAX],
}

impl<'a> Frames<'a> {
    pub(super) fn new(shared: EncodedUpdate, rooms: &'a ChatRooms) -> Self {
        Self {
            shared: RefCell::new(shared),
            rooms,
            watchers: OnceCell::new(),
            seats: Default::default(),
        }
    }

    /// The frame that a follower is sent.
    pub(super) fn for_follower(
        &self,
        peer: &Peer,
        before: &State,
        after: &State,
    ) -> Cow<'_, Frame> {
        let player = peer.player;
        let (seat_before, seat) = (before.seat_of(player), after.seat_of(player));
        let private = || {
            let audience = Audience::of(seat);
            let comes_in = audience != Audience::of(seat_before);
            self.frame(&PrivateUpdate {
                chat: comes_in.then(|| self.rooms.chat(audience, peer)),
                ..after.private_update(player, before)
            })
        };
        match (seat_before, seat) {
            (None, None) => Cow::Borrowed(self.for_watchers()),
            (_, Some(seat)) => Cow::Borrowed(self.seats[seat.index()].get_or_init(private)),
            (Some(_), None) => Cow::Owned(private()),
        }
    }

    /// The frame that all watchers are sent.
    pub(super) fn for_watchers(&self) -> &Frame {
        let public = || self.frame(&PrivateUpdate::default());
        self.watchers.get_or_init(public)
    }

    fn frame(&self, private: &PrivateUpdate) -> Frame {
        Frame::new(self.shared.borrow_mut().frame(private))
    }
}

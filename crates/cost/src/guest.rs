//! A player of a table: the client, and the part of the connection that the server keeps.

use std::net::Ipv4Addr;

use boneyard_base::{FollowId, Inbox, Peer, PlayerId, Requester};
use boneyard_protocol::{ClientMessage, Folded, Request, ServerMessage, Snapshot, TableId};
use boneyard_table::{FollowTerms, Input, TableHandle};

use crate::{Error, Sent};

pub(crate) struct Guest {
    name: &'static str,
    id: FollowId,
    table: TableHandle,
    inbox: Inbox,
    /// What the client shows; `None` before the first frame.
    shown: Option<Snapshot>,
    /// The ply at which the client was last ready for the next round.
    ready_at: Option<u32>,
}

impl Guest {
    /// A player who follows the table.
    pub(crate) async fn at(
        table: TableHandle,
        player: PlayerId,
        name: &'static str,
    ) -> Result<Self, Error> {
        let from = std::net::IpAddr::from(Ipv4Addr::LOCALHOST).into();
        // Without a socket, frames wait in the queue.
        let (peer, inbox) = Peer::channel(Requester { player, from }, None);
        let id = FollowId::next();
        let follow = Input::Follow {
            id,
            peer,
            name,
            terms: FollowTerms::default(),
        };
        let followed = table.take(follow).await;
        followed.map_err(|_| "the table is gone")?;
        Ok(Self {
            name,
            id,
            table,
            inbox,
            shown: None,
            ready_at: None,
        })
    }

    /// The server handles a request of the client to its table.
    pub(crate) async fn request(&self, table: TableId, request: Request) -> Result<(), Error> {
        self.send(&serde_json::to_string(&request.at(table))?).await
    }

    /// The server handles a message of the client, as the session of a socket does.
    pub(crate) async fn send(&self, text: &str) -> Result<(), Error> {
        let ClientMessage::Table { request, .. } = ClientMessage::parse(text)? else {
            return Err("only requests to a table are recorded".into());
        };
        let input = Input::Request {
            id: self.id,
            name: self.name,
            request,
        };
        let taken = self.table.take(input).await;
        taken.map_err(|_| "the table is gone".into())
    }

    /// Empties the queue without reading the messages. Returns their length.
    pub(crate) fn drain(&self) -> usize {
        let frames = std::iter::from_fn(|| self.inbox.try_next());
        frames.map(|text| text.len()).sum()
    }

    /// Reads the messages in the queue.
    pub(crate) fn read(&mut self) -> Result<(), Error> {
        while let Some(text) = self.inbox.try_next() {
            match serde_json::from_str(&text)? {
                ServerMessage::Table(snapshot) => self.shown = Some(*snapshot),
                ServerMessage::Update(update) => {
                    let shown = self.shown.as_mut().ok_or("an update before the table")?;
                    if shown.fold(*update) != Folded::Next {
                        return Err("an update is missing".into());
                    }
                }
                ServerMessage::Error { text, .. } => return Err(text.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        let standing = self
            .shown
            .as_ref()
            .and_then(|shown| shown.standing.as_ref());
        standing.is_some_and(|standing| standing.over)
    }

    /// What the client sends now: one of the offered moves, by `chance`, or that it is ready for the next round.
    pub(crate) fn next_message(
        &mut self,
        table: TableId,
        seat: usize,
        chance: &mut usize,
    ) -> Result<Option<Sent>, Error> {
        let shown = self.shown.as_ref();
        let shown = shown.and_then(|shown| shown.standing.as_ref().zip(shown.view.as_ref()));
        let (standing, view) = shown.ok_or("no match has begun")?;
        let moves = view.offers();
        let ply = standing.ply;
        let is_over = standing.turn.is_none() && !standing.over;
        let request = if !moves.is_empty() {
            *chance = (*chance * 75 + 74) % 65_537;
            let chosen = moves[*chance % moves.len()];
            Request::Move { ply, chosen }
        } else if is_over && self.ready_at.replace(ply) != Some(ply) {
            Request::Next
        } else {
            return Ok(None);
        };
        let is_play = matches!(request, Request::Move { .. });
        let text = serde_json::to_string(&request.at(table))?;
        Ok(Some(Sent {
            seat,
            text,
            is_play,
        }))
    }
}

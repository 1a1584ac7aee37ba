//! What a client asks for, passed on to whom it concerns: a table, the lobby, the identity.

use boneyard_protocol::{About, ClientMessage, CloseCode, ErrorCode, ServerMessage, TableId};
use boneyard_rules::Play;

use super::end::End;
use super::session::{Following, Session};
use crate::identity::RenameError;
use crate::limits;
use crate::peer::FollowId;
use crate::table::{Action, Asked, SeatRequestAction, Speech, TableGone};

/// Something to say to the client about its own message.
pub(super) struct Objection {
    about: About,
    table: Option<TableId>,
    code: ErrorCode,
    text: String,
}

impl Session<'_> {
    /// Does what a client asks for, or says why not.
    pub(super) async fn handle(&mut self, text: &str) -> Result<(), End> {
        let message = match ClientMessage::parse(text) {
            Ok(message) => message,
            Err(error) => {
                self.write(&ServerMessage::from(&error)).await?;
                if error.is_fatal() {
                    return Err(End::Close(CloseCode::Malformed));
                }
                return Ok(());
            }
        };
        match self.obey(message).await {
            Ok(()) => Ok(()),
            Err(objection) => self.object(objection).await,
        }
    }

    async fn obey(&mut self, message: ClientMessage) -> Result<(), Objection> {
        let about = message.about();
        match message {
            ClientMessage::Hello { .. } => {
                let text = "You have said hello already.".to_owned();
                Err(Objection::new(about, None, ErrorCode::NotNow, text))
            }
            ClientMessage::Lobby { follow } => {
                self.follow_lobby(follow);
                Ok(())
            }
            ClientMessage::Rename { name } => self.rename(&name).await,
            ClientMessage::Open {
                table,
                invite,
                since,
            } => self.open(table, Asked { invite, since }).await,
            ClientMessage::Close { table } => {
                self.close(table).await;
                Ok(())
            }
            other => self.obey_at_table(about, other).await,
        }
    }

    /// What a client wants at a table that it follows.
    async fn obey_at_table(
        &mut self,
        about: About,
        message: ClientMessage,
    ) -> Result<(), Objection> {
        match message {
            // Not about a table that is followed: done before.
            ClientMessage::Hello { .. }
            | ClientMessage::Lobby { .. }
            | ClientMessage::Rename { .. }
            | ClientMessage::Open { .. }
            | ClientMessage::Close { .. } => Ok(()),
            ClientMessage::Sit { table, seat } => {
                let name = self.visitor.name.clone();
                self.act(table, about, Action::Sit { seat, name }).await
            }
            ClientMessage::Leave { table } => self.act(table, about, Action::Leave).await,
            ClientMessage::Ready { table, ready } => {
                self.act(table, about, Action::Ready(ready)).await
            }
            ClientMessage::Commit {
                table,
                match_number,
                commitment,
            } => {
                let action = Action::Commit {
                    match_number,
                    commitment,
                };
                self.act(table, about, action).await
            }
            ClientMessage::Reveal {
                table,
                match_number,
                seed,
            } => {
                let action = Action::Reveal { match_number, seed };
                self.act(table, about, action).await
            }
            ClientMessage::Fairness { table, round } => self.prove(table, about, round).await,
            ClientMessage::Remove { table, seat } => {
                self.act(table, about, Action::Remove(seat)).await
            }
            ClientMessage::SeatComputer { table, seat, level } => {
                let action = Action::SeatComputer(seat, level);
                self.act(table, about, action).await
            }
            ClientMessage::RequestSeat { table, seat } => {
                let action = SeatRequestAction::Ask(seat);
                self.seat_request(table, about, action).await
            }
            ClientMessage::WithdrawRequest { table } => {
                let action = SeatRequestAction::Withdraw;
                self.seat_request(table, about, action).await
            }
            ClientMessage::AnswerRequest {
                table,
                asked_ms,
                agree,
            } => {
                let action = SeatRequestAction::Answer { asked_ms, agree };
                self.seat_request(table, about, action).await
            }
            ClientMessage::Hint { table, ply } => self.hint(table, about, ply).await,
            ClientMessage::Analyse { table } => self.analyse(table, about).await,
            ClientMessage::Play {
                table,
                ply,
                tile,
                arm,
                announced,
            } => {
                let play = Play {
                    tile,
                    arm,
                    announced,
                };
                self.act(table, about, Action::Play { ply, play }).await
            }
            ClientMessage::Call { table, ply } => {
                self.act(table, about, Action::Call { ply }).await
            }
            ClientMessage::Resign { table } => self.act(table, about, Action::Resign).await,
            ClientMessage::Agree { table, agree } => {
                self.act(table, about, Action::Agree(agree)).await
            }
            ClientMessage::Absent {
                table,
                seat,
                choice,
            } => self.act(table, about, Action::Absent(seat, choice)).await,
            ClientMessage::Back { table } => self.act(table, about, Action::Back).await,
            ClientMessage::Next { table } => self.act(table, about, Action::Next).await,
            ClientMessage::Say { table, words } => {
                self.speak(table, about, Speech::Say(words)).await
            }
            ClientMessage::React { table, reaction } => {
                self.speak(table, about, Speech::React(reaction)).await
            }
        }
    }

    pub(super) async fn object(&mut self, objection: Objection) -> Result<(), End> {
        let Objection {
            about,
            table,
            code,
            text,
        } = objection;
        let about = Some(about);
        let message = ServerMessage::Error {
            about,
            table,
            code,
            text,
        };
        self.write(&message).await
    }

    pub(super) fn follow_lobby(&mut self, follow: bool) {
        if let Some(id) = self.lobby.take() {
            self.sockets.lobby.unfollow(id);
        }
        if follow {
            let id = FollowId::next();
            self.sockets.lobby.follow(id, &self.peer);
            self.lobby = Some(id);
        }
    }

    async fn rename(&mut self, name: &str) -> Result<(), Objection> {
        let player = self.visitor.player;
        let (code, text) = match self.sockets.identity.rename(player, name).await {
            Ok(name) => {
                self.sockets.renamed(player, &name);
                return Ok(());
            }
            Err(RenameError::Name(error)) => (ErrorCode::BadName, error.to_string()),
            Err(RenameError::Store(error)) => {
                tracing::error!(%error, "a name could not be stored");
                let text = "The storage does not answer; try again soon.";
                (ErrorCode::Unavailable, text.to_owned())
            }
        };
        Err(Objection::new(About::Rename, None, code, text))
    }

    async fn open(&mut self, id: TableId, asked: Asked) -> Result<(), Objection> {
        let known = self.following.get(&id).map(|following| following.id);
        if known.is_none() && self.following.len() >= limits::TABLES_PER_SOCKET_MAX {
            let text = format!("Close one of {} tables first.", self.following.len());
            return Err(Objection::new(
                About::Open,
                Some(id),
                ErrorCode::TooMany,
                text,
            ));
        }
        let follow = known.unwrap_or_else(FollowId::next);
        // Twice: the first may be a table's task that has just ended.
        for _ in 0..2 {
            let table = self.sockets.tables.open(id);
            let name = &self.visitor.name;
            if table.follow(follow, &self.peer, name, asked).await.is_ok() {
                self.following.insert(id, Following { id: follow, table });
                return Ok(());
            }
        }
        self.following.remove(&id);
        Err(Objection::gone(About::Open, id))
    }

    async fn close(&mut self, id: TableId) {
        if let Some(following) = self.following.remove(&id) {
            // A table that is gone is not followed.
            let _ = following.table.unfollow(following.id).await;
        }
    }

    async fn act(&mut self, id: TableId, about: About, action: Action) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let done = following.table.act(following.id, about, action).await;
        self.unless_gone(id, about, done)
    }

    async fn speak(&mut self, id: TableId, about: About, speech: Speech) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let name = &self.visitor.name;
        let done = following
            .table
            .speak(following.id, about, name, speech)
            .await;
        self.unless_gone(id, about, done)
    }

    async fn seat_request(
        &mut self,
        id: TableId,
        about: About,
        action: SeatRequestAction,
    ) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let name = &self.visitor.name;
        let done = following
            .table
            .seat_request(following.id, about, name, action)
            .await;
        self.unless_gone(id, about, done)
    }

    async fn hint(&mut self, id: TableId, about: About, ply: u32) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let done = following.table.hint(following.id, ply).await;
        self.unless_gone(id, about, done)
    }

    async fn analyse(&mut self, id: TableId, about: About) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let done = following.table.analyse(following.id).await;
        self.unless_gone(id, about, done)
    }

    async fn prove(&mut self, id: TableId, about: About, round: u32) -> Result<(), Objection> {
        let following = self.following(id, about)?;
        let done = following.table.prove(following.id, round).await;
        self.unless_gone(id, about, done)
    }

    fn following(&self, id: TableId, about: About) -> Result<&Following, Objection> {
        self.following.get(&id).ok_or_else(|| {
            let text = "Open the table first.".to_owned();
            Objection::new(about, Some(id), ErrorCode::NotFound, text)
        })
    }

    /// Follows a table no longer if it has ended.
    fn unless_gone(
        &mut self,
        id: TableId,
        about: About,
        done: Result<(), TableGone>,
    ) -> Result<(), Objection> {
        done.map_err(|TableGone| {
            self.following.remove(&id);
            Objection::gone(about, id)
        })
    }
}

impl Objection {
    pub(super) fn new(about: About, table: Option<TableId>, code: ErrorCode, text: String) -> Self {
        Self {
            about,
            table,
            code,
            text,
        }
    }

    fn gone(about: About, table: TableId) -> Self {
        let text = "The table was interrupted; open it again.".to_owned();
        Self::new(about, Some(table), ErrorCode::Unavailable, text)
    }
}

//! Handles the client's messages: passes them on to a table, the lobby, quick match or the identity.

use boneyard_base::{Amount, Door, FollowId, limits};
use boneyard_matching::Wanted;
use boneyard_people::NameError;
use boneyard_protocol::{
    About, ClientMessage, CloseCode, ErrorCode, Request, ServerMessage, TableId, TournamentId,
};
use boneyard_table::{FollowTerms, Input, TableGone};

use super::Inner;
use super::end::End;
use super::session::{Following, Session};

/// The refusal of a message that didn't reach a table.
pub(super) struct RequestError {
    about: About,
    table: Option<TableId>,
    code: ErrorCode,
    text: String,
}

impl Session<'_> {
    /// Handles a message of the client. If the message is refused, the client receives the reason.
    pub(super) async fn handle(&mut self, text: &str) -> Result<(), End> {
        let message = match ClientMessage::parse(text) {
            Ok(message) => message,
            Err(error) => {
                self.write(&ServerMessage::from(&error))?;
                if error.is_fatal() {
                    return Err(End::Close(CloseCode::Malformed));
                }
                return Ok(());
            }
        };
        match self.dispatch(message).await {
            Ok(()) => Ok(()),
            Err(error) => self.write(&error.into()),
        }
    }

    async fn dispatch(&mut self, message: ClientMessage) -> Result<(), RequestError> {
        let about = message.about();
        self.must_pass(&message)?;
        match message {
            ClientMessage::Hello { .. } => {
                let text = "You have said hello already.".to_owned();
                Err(RequestError::new(about, None, ErrorCode::NotNow, text))
            }
            ClientMessage::Lobby { follow } => {
                self.follow_lobby(follow);
                Ok(())
            }
            ClientMessage::OwnTables { follow } => {
                self.follow_own(follow);
                Ok(())
            }
            ClientMessage::Seek {
                presets,
                mixed,
                party,
                with,
            } => {
                let wanted = Wanted {
                    presets,
                    mixed,
                    party,
                    with,
                };
                // The future is in a box, because searching is rare, and the future would make every session
                // larger.
                Box::pin(self.seek(wanted)).await
            }
            ClientMessage::SeekAnswer { number } => {
                self.sockets.inner.matching.answer(self.peer, number);
                Ok(())
            }
            ClientMessage::Unseek {} => {
                self.sockets.inner.matching.unseek(self.peer);
                Ok(())
            }
            ClientMessage::Seekers { follow } => {
                self.seeks = true;
                let matching = &self.sockets.inner.matching;
                matching.follow_seekers(self.peer, follow);
                Ok(())
            }
            // The future is in a box, because this is rare, and the future would make every session larger.
            ClientMessage::Tournament { tournament, follow } => {
                Box::pin(self.follow_tournament(tournament, follow)).await
            }
            // The future is in a box, because renaming is rare, and the future would make every session
            // larger.
            ClientMessage::Rename { name } => Box::pin(self.rename(&name)).await,
            ClientMessage::Open {
                table,
                invite,
                since,
                preview,
                replay,
            } => {
                let (preview, replay) = (preview.unwrap_or(false), replay.unwrap_or(false));
                let terms = FollowTerms {
                    invite,
                    since,
                    preview,
                    replay,
                };
                self.open(table, terms).await
            }
            ClientMessage::Close { table } => {
                self.close(table).await;
                Ok(())
            }
            ClientMessage::Table { table, request } => self.ask(table, request).await,
        }
    }

    /// Refuses a message whose door is closed to the visitor now.
    fn must_pass(&self, message: &ClientMessage) -> Result<(), RequestError> {
        let Some(door) = Door::of(message) else {
            return Ok(());
        };
        let restrictions = self.peer.status().restrictions;
        let may = restrictions.may(door, self.sockets.inner.clock.now());
        may.map_err(|barred| {
            let (code, text) = (barred.code(), barred.to_string());
            RequestError::new(message.about(), message.table(), code, text)
        })
    }

    async fn seek(&mut self, wanted: Wanted) -> Result<(), RequestError> {
        self.seeks = true;
        let matching = &self.sockets.inner.matching;
        let sought = matching.seek(self.peer, &self.visitor, wanted).await;
        sought.map_err(|refusal| RequestError::new(About::Seek, None, refusal.code, refusal.text))
    }

    pub(super) fn follow_lobby(&mut self, follow: bool) {
        if let Some(id) = self.lobby.take() {
            self.sockets.inner.tables.lobby().unfollow(id, self.peer);
        }
        if follow {
            let id = FollowId::next();
            self.sockets.inner.tables.lobby().follow(id, self.peer);
            self.lobby = Some(id);
        }
    }

    pub(super) fn follow_own(&mut self, follow: bool) {
        let Inner { tables, turns, .. } = &*self.sockets.inner;
        let own = tables.lobby().own();
        if follow && own.follow(self.peer) {
            let (tables, turns) = (tables.clone(), turns.clone());
            let requester = self.peer.requester();
            // This runs in a task, because logs may have to be read. The client can send other messages in
            // the meantime.
            tokio::spawn(async move { tables.show_own(requester, &turns).await });
        } else if !follow && self.follows_own {
            own.unfollow(self.peer);
        }
        self.follows_own = follow;
    }

    async fn follow_tournament(
        &mut self,
        tournament: TournamentId,
        follow: bool,
    ) -> Result<(), RequestError> {
        if follow || self.tournament == Some(tournament) {
            self.unfollow_tournament();
        }
        if !follow {
            return Ok(());
        }
        let followed = self
            .sockets
            .inner
            .organiser
            .follow(tournament, self.peer)
            .await;
        followed.map_err(|refusal| {
            RequestError::new(About::Tournament, None, refusal.code(), refusal.to_string())
        })?;
        self.tournament = Some(tournament);
        Ok(())
    }

    pub(super) fn unfollow_tournament(&mut self) {
        if let Some(tournament) = self.tournament.take() {
            self.sockets.inner.organiser.unfollow(tournament, self.peer);
        }
    }

    async fn rename(&mut self, raw: &str) -> Result<(), RequestError> {
        let refused = |code, text| RequestError::new(About::Rename, None, code, text);
        let sockets = self.sockets;
        if raw != self.visitor.name {
            let amount = Amount {
                rows: limits::ROWS_OF_A_NAME,
                bytes: raw.len(),
            };
            let budgets = &sockets.inner.gate.budgets;
            budgets
                .spend(self.peer.requester(), None, amount)
                .map_err(|spent| refused(ErrorCode::Rate, spent.to_string()))?;
        }
        let renamed = sockets.inner.identity.rename(&self.visitor, raw).await;
        let name = renamed.map_err(|error| {
            if let NameError::Store(error) = &error {
                tracing::error!(%error, "a name could not be stored");
                let text = "The storage does not answer; try again soon.";
                return refused(ErrorCode::Unavailable, text.to_owned());
            }
            refused(error.code(), error.to_string())
        })?;
        sockets.renamed(self.visitor.player, &name);
        Ok(())
    }

    async fn open(&mut self, id: TableId, terms: FollowTerms) -> Result<(), RequestError> {
        let is_known = self.following.contains_key(&id);
        if !is_known && self.following.len() >= limits::TABLES_PER_SOCKET_MAX {
            let text = format!("Close one of {} tables first.", self.following.len());
            let code = ErrorCode::TooMany;
            return Err(RequestError::new(About::Open, Some(id), code, text));
        }
        let following = self.following.entry(id).or_insert_with(|| Following {
            id: FollowId::next(),
            table: self.sockets.inner.tables.open(id),
        });
        let follow = Input::Follow {
            id: following.id,
            peer: self.peer.clone(),
            name: &self.visitor.name,
            terms,
        };
        let followed = following.table.take(follow).await;
        self.unless_gone(id, About::Open, followed)
    }

    async fn close(&mut self, id: TableId) {
        if let Some(following) = self.following.remove(&id) {
            // If the table is no longer in memory, it has no followers.
            let _ = following.table.take(Input::Unfollow(following.id)).await;
        }
    }

    /// Passes a request on to a table that the client follows.
    async fn ask(&mut self, id: TableId, request: Request) -> Result<(), RequestError> {
        let about = request.about();
        let following = self.following.get(&id).ok_or_else(|| {
            let text = "Open the table first.".to_owned();
            RequestError::new(about, Some(id), ErrorCode::NotFound, text)
        })?;
        let input = Input::Request {
            id: following.id,
            name: &self.visitor.name,
            request,
        };
        let asked = following.table.take(input).await;
        self.unless_gone(id, about, asked)
    }

    /// Converts the result of a call to a table. If the table is no longer in memory, the client stops
    /// following it.
    fn unless_gone(
        &mut self,
        id: TableId,
        about: About,
        done: Result<(), TableGone>,
    ) -> Result<(), RequestError> {
        done.map_err(|TableGone| {
            self.following.remove(&id);
            let text = "The table was interrupted; open it again.".to_owned();
            RequestError::new(about, Some(id), ErrorCode::Unavailable, text)
        })
    }
}

impl RequestError {
    pub(super) const fn new(
        about: About,
        table: Option<TableId>,
        code: ErrorCode,
        text: String,
    ) -> Self {
        Self {
            about,
            table,
            code,
            text,
        }
    }
}

impl From<RequestError> for ServerMessage {
    fn from(error: RequestError) -> Self {
        Self::Error {
            about: Some(error.about),
            table: error.table,
            code: error.code,
            reason: None,
            text: error.text,
        }
    }
}

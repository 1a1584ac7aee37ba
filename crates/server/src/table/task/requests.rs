//! What a loaded table does for its followers.

use std::sync::Arc;

use boneyard_protocol::{About, Missed, Request, RequestOutcome, ServerMessage, Status, Update};
use boneyard_rules::{Play, Seat};
use tokio::time::Instant;

use crate::bus::TableMessage;
use crate::gate::Requester;
use crate::id::PlayerId;
use crate::peer::FollowId;
use crate::people::Standing;
use crate::records::analysis::MatchAnalyser;
use crate::table::computers::question::HintQuestion;
use crate::table::state::command::{Action, Command};
use crate::table::state::refusal::Refusal;
use crate::table::state::takeover::{Asker, OpenRequest};
use crate::table::task::held::Change;
use crate::table::task::loaded::LoadedTable;
use crate::table::view::Role;
use crate::table::view::chat::{Audience, Speaker, Speech};
use crate::table::view::followers::{Follower, turn_away};

impl LoadedTable {
    /// Adds a follower, and shows them what they may see. Nothing can happen between the two, so each
    /// update after it fits.
    pub(crate) fn follow(&mut self, mut follower: Follower, since: Option<u64>) {
        let player = follower.peer.player;
        let seated = self.state.seat_of(player).is_some();
        let known = self.followers.get(follower.id);
        follower.invited |= seated || known.is_some_and(|known| known.invited);
        if let Err(refusal) = self.may_follow(&follower) {
            turn_away(&follower.peer, follower.id, self.id, refusal);
            self.followers.remove(follower.id);
            return;
        }
        let id = follower.id;
        self.followers.add(follower);
        self.show(id, since);
    }

    /// Shows a follower all that they may see: what they missed, if that is known, or the table.
    pub(crate) fn show(&mut self, id: FollowId, since: Option<u64>) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let audience = Audience::of(self.state.seat_of(player));
        let chat = self.rooms.chat(audience, &follower.peer);
        let now = self.tables.clock().now();
        let presence = self.followers.presence(&self.state, now);
        let presence = self.followers.presence_for(player, presence);
        let message = if self.state.role(player) == Role::Outsider {
            ServerMessage::Outside(Box::new(self.state.outside(self.id, presence)))
        } else if let Some(updates) = self.missed_since(since, player) {
            ServerMessage::Missed(Box::new(Missed {
                table: self.id,
                v: self.state.version.unsigned_abs(),
                updates,
                presence,
                chat,
            }))
        } else {
            let snapshot = self.state.snapshot(self.id, player, presence, chat);
            ServerMessage::Table(Box::new(snapshot))
        };
        self.followers.tell_one(id, &message);
        if self.state.seat_of(player).is_some()
            && let Some(receipt) = self.receipt()
        {
            self.followers.tell_one(id, &receipt);
        }
    }

    /// Gives each player the receipt for what the table is bound to, before they reveal their seeds.
    pub(crate) fn send_receipts(&mut self) {
        let Some(receipt) = self.receipt() else {
            return;
        };
        for person in self.state.seats.people() {
            self.followers
                .tell_player(&self.state, person.player, &receipt);
        }
    }

    /// The receipt for what the table is bound to, while it is time for the seeds.
    fn receipt(&self) -> Option<ServerMessage> {
        let asked = self.state.deals.asked_at()?;
        let shown = self.state.deals.room_fairness(&self.state.matches);
        let receipt = self.tables.receipt(self.id, &shown, asked)?;
        Some(ServerMessage::Receipt(Box::new(receipt)))
    }

    /// What a follower missed since a version that they know. A follower without a seat at a table by
    /// link may have been an outsider meanwhile, and gets what they may see now.
    fn missed_since(&self, since: Option<u64>, player: PlayerId) -> Option<Vec<Update>> {
        if self.state.is_link_only() && self.state.seat_of(player).is_none() {
            return None;
        }
        self.history.since(self.id, since?, player)
    }

    fn may_follow(&self, follower: &Follower) -> Result<(), Refusal> {
        if !self
            .state
            .is_open_to(follower.peer.player, follower.invited)
        {
            return Err(Refusal::NotFound);
        }
        if self.state.is_link_only() && self.state.seats.removed().contains(&follower.peer.player) {
            return Err(Refusal::Removed);
        }
        Ok(())
    }

    /// Does what a follower asks for, or tells them why not.
    pub(crate) async fn request(&mut self, id: FollowId, name: &str, request: Request) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let (requester, invited) = (follower.peer.requester(), follower.invited);
        let player = requester.player;
        let about = request.about();
        let asks_for_seat = matches!(
            request,
            Request::RequestSeat { .. } | Request::WithdrawRequest
        );
        let standing = follower.peer.standing();
        let result = if self.state.role(player) == Role::Outsider && !asks_for_seat {
            Err(Refusal::PrivateMatch)
        } else if let Err(barred) = self.must_not_be_barred(&standing, &request) {
            Err(barred)
        } else {
            self.try_request(id, (requester, invited, name), request)
                .await
        };
        if let Err(refusal) = result {
            self.refuse(id, about, refusal);
        }
    }

    async fn try_request(
        &mut self,
        id: FollowId,
        (requester, invited, name): (Requester, bool, &str),
        request: Request,
    ) -> Result<(), Refusal> {
        let player = requester.player;
        let name = || name.to_owned();
        let asker = || Asker {
            player,
            name: name(),
            invited,
        };
        let action = match request {
            Request::Sit { seat } => {
                self.must_be_welcome(player).await?;
                Action::Sit { seat, name: name() }
            }
            Request::Leave => Action::Leave,
            Request::Ready { ready } => {
                return self.change(requester, Change::Ready(ready)).await;
            }
            Request::Commit {
                match_number,
                commitment,
            } => Action::Commit {
                match_number,
                commitment,
            },
            Request::Reveal { match_number, seed } => Action::Reveal { match_number, seed },
            Request::Remove { seat } => Action::Remove(seat),
            Request::SeatComputer { seat, level } => Action::SeatComputer(seat, level),
            Request::Play {
                ply,
                tile,
                arm,
                announced,
            } => Action::Play {
                ply,
                play: Play {
                    tile,
                    arm,
                    announced,
                },
            },
            Request::GiveLead { ply } => Action::GiveLead { ply },
            Request::Call { ply } => Action::Call { ply },
            Request::Resign => Action::Resign,
            Request::Agree { agree } => Action::Agree(agree),
            Request::Absent { seat, choice } => Action::Absent(seat, choice),
            Request::Back => Action::Back,
            Request::Next => Action::Next,
            Request::RequestSeat { seat } => {
                return self.ask_for_seat(asker(), requester, seat);
            }
            Request::WithdrawRequest => return self.withdraw_request(player),
            Request::AnswerRequest { asked_ms, agree } => {
                return self.answer_request(requester, asked_ms, agree).await;
            }
            Request::Fairness { round } => return self.prove(id, round),
            Request::Hint { ply } => return self.hint(id, ply),
            Request::Analyse => return self.analyse(id).await,
            Request::Say { words } => return self.speak(id, name(), Speech::Say(words)),
            Request::React { reaction } => {
                return self.speak(id, name(), Speech::React(reaction));
            }
        };
        self.act(requester, invited, action).await
    }

    /// At a rated table sit those who can be rated.
    async fn must_be_welcome(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.state.settings.rated && !self.tables.store().may_be_rated(player).await? {
            return Err(Refusal::OnlyKept);
        }
        Ok(())
    }

    /// Judges an action, and appends and shows what comes of it.
    pub(crate) async fn act(
        &mut self,
        requester: Requester,
        invited: bool,
        action: Action,
    ) -> Result<(), Refusal> {
        let player = requester.player;
        let plays = matches!(action, Action::Play { .. });
        let command = Command {
            player,
            invited,
            action,
        };
        let gone = self.gone;
        self.decide_and_append_for(Some(requester), |state, now| {
            state.decide(&command, &gone, now)
        })
        .await?;
        if plays {
            self.absences.played(player);
        }
        Ok(())
    }

    /// Makes a change that a player may take back, unless the player has just done so: then it waits, and
    /// changes that undo each other meanwhile are never written.
    async fn change(&mut self, requester: Requester, change: Change) -> Result<(), Refusal> {
        match self.held.hold(requester, change, Instant::now()) {
            Some(change) => self.act(requester, false, change.into()).await,
            None => Ok(()),
        }
    }

    /// Refuses what a moderator has barred somebody from. A match that has begun may be played to its end:
    /// the others have done nothing.
    fn must_not_be_barred(&self, standing: &Standing, request: &Request) -> Result<(), Refusal> {
        let talks = matches!(request, Request::Say { .. } | Request::React { .. });
        let sits = match request {
            Request::Sit { .. } | Request::RequestSeat { .. } => true,
            Request::Ready { ready } => *ready && !self.state.matches.is_playing(),
            _ => false,
        };
        if standing.is_kept_out && (talks || sits) {
            return Err(Refusal::KeptOut);
        }
        if talks && standing.muted_until > self.tables.clock().now() {
            return Err(Refusal::Muted);
        }
        Ok(())
    }

    /// Has a follower heard by those who may hear them. Nothing of it goes into the log.
    fn speak(&mut self, id: FollowId, name: String, speech: Speech) -> Result<(), Refusal> {
        let Some(follower) = self.followers.get(id) else {
            return Ok(());
        };
        let player = follower.peer.player;
        let speaker = Speaker {
            player,
            seat: self.state.seat_of(player),
            name,
            blocked: Arc::clone(&follower.peer.standing().blocked),
        };
        let at = self.tables.clock().now();
        let spoken = self.rooms.judge(speaker, speech, at, Instant::now())?;
        self.tell_nodes(|| TableMessage::Spoke(spoken.clone()));
        self.hear(spoken);
        Ok(())
    }

    /// Tells a follower what proves the deals of a round.
    fn prove(&mut self, id: FollowId, round: u32) -> Result<(), Refusal> {
        let fairness = self.state.fairness(Some(round)).ok_or(Refusal::NotEnded)?;
        let table = self.id;
        self.followers
            .tell_one(id, &ServerMessage::Fairness { table, fairness });
        Ok(())
    }

    /// Tells a follower why what they wanted is not done.
    pub(crate) fn refuse(&mut self, id: FollowId, about: About, refusal: Refusal) {
        tracing::debug!(table = %self.id, code = %refusal.code(), ?about, "refused");
        self.tables.meters().refuses(refusal.code());
        let message = ServerMessage::Error {
            about: Some(about),
            table: Some(self.id),
            code: refusal.code(),
            text: refusal.to_string(),
        };
        self.followers.tell_one(id, &message);
    }

    /// Asks what a follower should play.
    fn hint(&mut self, follower: FollowId, ply: u32) -> Result<(), Refusal> {
        let Some(known) = self.followers.get(follower) else {
            return Ok(());
        };
        let question = HintQuestion::of(&self.state, known.peer.player, ply)?;
        self.computers.ask_hint(follower, question, ply)
    }

    /// Has the last match analysed for a follower.
    async fn analyse(&mut self, id: FollowId) -> Result<(), Refusal> {
        let Some(requester) = self.followers.get(id).map(|known| known.peer.requester()) else {
            return Ok(());
        };
        let player = requester.player;
        self.state.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.state.status() {
            Status::Open => return Err(Refusal::NoMatch),
            Status::Playing => return Err(Refusal::MatchRunning),
            Status::Over => {}
        }
        let wanted = self.state.matches.count();
        if let Some(frame) = self.analysis.done(wanted) {
            self.followers.send_one(id, &frame);
            return Ok(());
        }
        if !self.analysis.join(wanted, id)? {
            let permit = self.tables.inner.analyses.begin(requester)?;
            let rows = self.tables.log().read(self.id, 0).await?;
            let analyser = MatchAnalyser::of(&rows, self.id)?;
            self.analysis.begin(self.id, analyser, id, permit);
            let failed = self.analysis.ask_next(&self.computers, &mut self.followers);
            self.refuse_analysis(failed);
        }
        self.analysis.tell_progress(Some(id), &mut self.followers);
        Ok(())
    }

    /// A player who sits here goes by a new name; for others, or if it fails, nothing changes.
    pub(crate) async fn rename(&mut self, requester: Requester, name: &str) {
        if self.seat_requests.rename(requester.player, name) {
            self.tell_request();
        }
        let seated = self.state.seat_of(requester.player);
        let person = seated.and_then(|seat| self.state.seats.person_at(seat));
        if person.is_some_and(|person| *person.name != *name) {
            let _ = self.change(requester, Change::Name(name.to_owned())).await;
        }
    }

    /// Opens a request for a seat.
    pub(crate) fn ask_for_seat(
        &mut self,
        asker: Asker,
        requester: Requester,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let player = asker.player;
        if let Some(open) = &self.seat_requests.open {
            let again = open.asker.player == player && open.seat == seat;
            return if again {
                Ok(())
            } else {
                Err(Refusal::RequestPending)
            };
        }
        let now = self.tables.clock().now();
        let now = now.max(self.seat_requests.last.plus_ms(1));
        let request = OpenRequest::new(&self.state, asker, seat, &self.gone, now)?;
        self.seat_requests.let_ask(requester, Instant::now())?;
        self.seat_requests.last = now;
        self.seat_requests.open = Some(request);
        self.seat_requests.from = None;
        self.tell_request();
        Ok(())
    }

    /// Ends the request of a visitor who no longer wants the seat.
    pub(crate) fn withdraw_request(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let is_own = |request: &OpenRequest| request.asker.player == player;
        if !self.seat_requests.open.as_ref().is_some_and(is_own) {
            return Err(Refusal::NoRequest);
        }
        if self.doubtful {
            // It may be granted in the log already.
            return Err(Refusal::Unavailable);
        }
        self.end_request_everywhere(RequestOutcome::Withdrawn);
        Ok(())
    }

    /// Judges and appends a player's answer. A grant is told by [`Self::check_request`], which also
    /// finds a grant that is in the log though its append seemed to fail.
    pub(crate) async fn answer_request(
        &mut self,
        requester: Requester,
        asked_ms: i64,
        agree: bool,
    ) -> Result<(), Refusal> {
        let open = self.seat_requests.open.clone();
        let meant = open.filter(|request| request.asked.0 == asked_ms);
        let request = meant.ok_or(Refusal::NoRequest)?;
        let gone = self.gone;
        self.decide_and_append_for(Some(requester), |state, now| {
            request.answer(state, (requester.player, agree), &gone, now)
        })
        .await?;
        if !agree {
            self.end_request_everywhere(RequestOutcome::Declined);
        }
        Ok(())
    }

    /// Ends the open request if it has been granted or can't be any more; else shows it.
    pub(crate) fn check_request(&mut self) {
        let open = self.seat_requests.open.as_ref();
        // Until the log has been read again, nobody knows whether it holds the grant.
        let Some(request) = open.filter(|_| !self.doubtful) else {
            return;
        };
        let player = request.asker.player;
        let now = self.tables.clock().now();
        let is_own = self.seat_requests.from.is_none();
        if self.state.seat_of(player) == Some(request.seat) {
            self.end_request(RequestOutcome::Granted);
        } else if is_own && !self.followers.has(player) {
            self.end_request_everywhere(RequestOutcome::Lapsed);
        } else if !request.is_grantable(&self.state, now) {
            if is_own {
                // By the clocks of the other nodes it may have time left.
                self.end_request_everywhere(RequestOutcome::Lapsed);
            } else {
                self.end_request(RequestOutcome::Lapsed);
            }
        } else {
            let shown = request.shown(&self.state, &self.gone);
            self.followers.set_request(Some((player, shown)));
        }
    }

    /// Ends the open request at all nodes. Those that see by themselves that it is over need no word.
    fn end_request_everywhere(&mut self, outcome: RequestOutcome) {
        if let Some(asked) = self.seat_requests.open.as_ref().map(|open| open.asked) {
            self.tell_nodes(|| TableMessage::AskedNoMore { asked, outcome });
        }
        self.end_request(outcome);
    }

    /// Ends the open request, and tells the asker what came of it.
    pub(crate) fn end_request(&mut self, outcome: RequestOutcome) {
        self.followers.set_request(None);
        if let Some(request) = self.seat_requests.open.take() {
            let message = ServerMessage::RequestEnded {
                table: self.id,
                seat: request.seat,
                outcome,
            };
            let asker = request.asker.player;
            self.followers.tell_player(&self.state, asker, &message);
        }
    }
}

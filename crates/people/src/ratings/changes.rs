//! How a match changed ratings, for the page of the match.

use boneyard_base::PlayerId;
use boneyard_protocol::RecordId;
use boneyard_protocol::people::{ChangeReason, RatingChange, RatingChanges};
use boneyard_ratings::{PlayerOutcome, Rating, expected};
use boneyard_rules::{BySeat, Seating};
use boneyard_store::{RatedMatch, RatedSeat, StoreError};

use super::method::{rated_match, sides};
use crate::People;

impl People {
    /// How a match changed the ratings that the asking visitor may see. `asker` is `None` for a visitor
    /// without a cookie. If the match wasn't rated, only its players get the reason. Returns `None` if the
    /// match wasn't meant to be rated, or has not been rated yet.
    pub async fn rating_changes(
        &self,
        record: RecordId,
        asker: Option<PlayerId>,
    ) -> Result<Option<RatingChanges>, StoreError> {
        let Some((rated, steps)) = self.store.ratings().rated_match(record).await? else {
            return self.unrated(record, asker).await;
        };
        let private = self.store.pages().private_seats(record).await?;
        let before: Vec<Rating> = steps.iter().map(|step| step.before).collect();
        let expected = expected(&sides(&rated, &before), rated.weight);
        let may_see =
            |seat: &RatedSeat| asker == Some(seat.player) || !private.contains(&seat.player);
        // A rating follows from the expected result and the other ratings.
        let sees_all = rated.seats.iter().all(may_see);
        let seats = BySeat::from_fn(seating(&rated), |seat| {
            let (played, step) = (rated.seats.get(seat.index())?, steps.get(seat.index())?);
            may_see(played).then(|| RatingChange {
                before: step.before.shown(),
                after: step.after.shown(),
                reason: reason(&rated, played),
                provisional: step.before.is_provisional(),
                expected: sees_all.then(|| expected[usize::from(played.side)]),
            })
        });
        Ok(Some(RatingChanges {
            board: rated.board.game,
            unrated: None,
            seats,
        }))
    }

    /// The reason why a match wasn't rated, if the asking visitor played in it.
    async fn unrated(
        &self,
        record: RecordId,
        asker: Option<PlayerId>,
    ) -> Result<Option<RatingChanges>, StoreError> {
        let Some((reason, finished)) = self.store.ratings().unrated_match(record).await? else {
            return Ok(None);
        };
        let played = asker.is_some_and(|asker| finished.players.contains(&Some(asker)));
        let rated = rated_match(&finished)?.filter(|_| played);
        Ok(rated.map(|rated| RatingChanges {
            board: rated.board.game,
            unrated: Some(reason),
            seats: BySeat::from_fn(seating(&rated), |_| None),
        }))
    }
}

/// The seating of a rated match.
fn seating(rated: &RatedMatch) -> Seating {
    let seats = rated.seats.len();
    let sides = rated.seats.iter().map(|seat| seat.side + 1).max();
    let has_partners = sides.is_some_and(|sides| usize::from(sides) < seats);
    Seating::new(seats as u8, has_partners).unwrap_or(Seating::TWO)
}

fn reason(rated: &RatedMatch, own: &RatedSeat) -> ChangeReason {
    let is_left =
        |other: &RatedSeat| other.side == own.side && other.outcome == PlayerOutcome::Left;
    match own.outcome {
        _ if own.kept => ChangeReason::NewOpponents,
        PlayerOutcome::Won => ChangeReason::Won,
        PlayerOutcome::Lost | PlayerOutcome::Undecided if own.place > 0 => ChangeReason::Placed,
        PlayerOutcome::Lost if rated.seats.iter().any(is_left) => ChangeReason::PartnerLeft,
        PlayerOutcome::Lost => ChangeReason::Lost,
        PlayerOutcome::Left => ChangeReason::Left,
        PlayerOutcome::Spared => ChangeReason::Spared,
        PlayerOutcome::Undecided => ChangeReason::Undecided,
    }
}

//! The page of a person.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::PersonId;
use boneyard_protocol::people::{
    CurvePoint, Friendship, Opponent, PersonBody, PersonMatch, PersonRating, Preferences,
};
use boneyard_ratings::Rating;
use boneyard_records::Summary;
use boneyard_store::{PageMatch, StoreError, StoredOpponent};

use super::shown;
use crate::People;

impl People {
    /// The page of a person, as the asking visitor may see it. `asker` is `None` for a visitor without a
    /// cookie. Returns `None` if there is no such account.
    pub async fn page(
        &self,
        person: PersonId,
        asker: Option<PlayerId>,
    ) -> Result<Option<PersonBody>, StoreError> {
        let Some(known) = self.store.pages().person(person).await? else {
            return Ok(None);
        };
        let player = known.player;
        let own = asker == Some(player);
        let preferences: Preferences =
            serde_json::from_str(&known.preferences).map_err(|_| StoreError::Corrupt)?;
        let shows_ratings = own || preferences.ratings_public;
        let shows_matches = own || preferences.matches_public;
        let known_to = match asker.filter(|_| !own) {
            Some(asker) => self.acquaintances(asker, vec![player]).await?.pop(),
            None => None,
        };
        let mut page = PersonBody {
            person,
            name: known.name,
            created_ms: known.created.0,
            friendship: match &known_to {
                _ if own => Friendship::Own,
                Some(known) => known.tie,
                None => Friendship::None,
            },
            blocked: known_to.is_some_and(|known| known.blocked),
            ratings: None,
            matches: None,
            best: None,
            opponents: None,
        };
        if shows_ratings {
            page.ratings = Some(self.person_ratings(player).await?);
        }
        if shows_matches {
            let most = limits::PERSON_MATCHES_MAX;
            let matches = self.store.pages().matches(player, most).await?;
            page.matches = Some(page_matches(&matches, shows_ratings)?);
            let most = limits::PERSON_OPPONENTS_MAX;
            let opponents = self.store.pages().opponents(player, most).await?;
            let opponent = |known: StoredOpponent| Opponent {
                person: known.person,
                name: known.name,
                matches: known.matches,
                wins: known.wins,
            };
            page.opponents = Some(opponents.into_iter().map(opponent).collect());
        }
        if shows_ratings && shows_matches {
            let best = self
                .store
                .pages()
                .best_wins(player, limits::PERSON_BEST_MAX)
                .await?;
            page.best = Some(page_matches(&best, true)?);
        }
        Ok(Some(page))
    }

    async fn person_ratings(&self, player: PlayerId) -> Result<Vec<PersonRating>, StoreError> {
        let mut ratings = Vec::new();
        for (board, rating_row) in self.store.pages().rating_rows(player).await? {
            let most = limits::CURVE_POINTS_MAX;
            let curve = self.store.pages().curve(player, board, most).await?;
            let point = |(at, mean): (Timestamp, i64)| CurvePoint {
                at_ms: at.0,
                rating: shown_mean(mean),
            };
            ratings.push(PersonRating {
                board: board.game,
                now: shown(&rating_row),
                wins: rating_row.wins,
                curve: curve.into_iter().map(point).collect(),
            });
        }
        ratings.sort_by_key(|rating| rating.board);
        Ok(ratings)
    }
}

/// Converts matches to the form in which the page lists them.
fn page_matches(
    matches: &[PageMatch],
    shows_ratings: bool,
) -> Result<Vec<PersonMatch>, StoreError> {
    let shown = |found: &PageMatch| {
        let change = found.change.filter(|_| shows_ratings);
        let summary = Summary::read(&found.summary)?;
        let sides = summary.scores.len();
        let place = summary.places.get(usize::from(found.side)).copied();
        Ok(PersonMatch {
            record: found.record,
            ended_ms: found.ended.0,
            notation: summary.rules.to_string(),
            others: found.others.clone(),
            won: found.won,
            sides: u8::try_from(sides).expect("a match has few sides"),
            place: place.filter(|_| sides > 2),
            change: change.map(|(before, after)| shown_mean(after) - shown_mean(before)),
        })
    };
    matches.iter().map(shown).collect()
}

/// The displayed rating for a mean in millionths.
fn shown_mean(mean: i64) -> i32 {
    let rating = Rating {
        mean,
        ..Rating::NEW
    };
    rating.shown()
}

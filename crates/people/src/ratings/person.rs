//! The page of a person.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::PersonId;
use boneyard_protocol::people::{
    CurvePoint, Friendship, Opponent, PersonBody, PersonMatch, PersonRating, Preferences,
};
use boneyard_ratings::Rating;
use boneyard_records::Summary;
use boneyard_rules::Seat;
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
        let sides = summary.rules.seating().sides().count();
        let place = Seat::new(found.seat).and_then(|seat| summary.place(seat));
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

#[cfg(test)]
mod tests {
    use boneyard_rules::line::Preset;
    use boneyard_rules::{Rules, Seating};
    use serde_json::json;

    use super::*;

    /// What a page says of a match that the computer player of a seat ended for the player who resigned.
    fn listed(seating: Seating, places: &[u8], seat: u8) -> PersonMatch {
        let here = json!({ "bot": false, "resigned": null, "lent": [] });
        let mut participation = vec![here; seating.seats().count()];
        participation[0]["resigned"] = json!(2);
        let summary = json!({
            "rules": Rules::from(Preset::PARTY_DRAW.for_seating(seating)),
            "began": 0,
            "ended": 1,
            "scores": vec![0; places.len()],
            "places": places,
            "winner": 0,
            "ending": { "type": "played", "winner": 0 },
            "figures": [],
            "took_over": [],
            "clock": { "type": "none" },
            "times": { "ms": [], "forced": [] },
            "participation": participation,
            "quick": false,
        });
        let found = PageMatch {
            record: None,
            summary: summary.to_string(),
            others: Vec::new(),
            ended: Timestamp(1),
            seat,
            won: false,
            change: None,
        };
        page_matches(&[found], true).unwrap().remove(0)
    }

    #[test]
    fn a_match_of_several_has_the_place_of_who_stayed() {
        let place = |seat| listed(Seating::THREE, &[1, 3, 2], seat).place;
        assert_eq!([0, 1, 2].map(place), [None, Some(3), Some(2)]);
        assert_eq!(listed(Seating::THREE, &[1, 3, 2], 1).sides, 3);
        let of_two = listed(Seating::TWO, &[1, 2], 1);
        assert_eq!((of_two.sides, of_two.place), (2, None));
    }
}

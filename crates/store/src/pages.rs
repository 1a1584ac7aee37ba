//! The public pages of account owners. Each function here reads a limited number of rows, and returns a
//! result of limited size.
//!
//! A page lists only matches that every visitor may see: quick matches, and matches at tables that were open
//! to all visitors. A page names an opponent with an account only if the opponent also makes matches public.
//! If a record names an opponent whom the page must not name, the page doesn't link to the record.

use boneyard_base::{PersonId, PlayerId, RecordId, Timestamp, limits};

use super::content::Content;
use super::rating_rows::{Leaderboard, RatingRow};
use super::select::{Select, select};
use super::session::Session;
use super::{Pages, StoreError};

/// The data about the owner of an account that the owner's page needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// The id of the player, which is secret.
    pub player: PlayerId,
    /// The owner's name.
    pub name: String,
    /// When the account was made.
    pub created: Timestamp,
    /// Which data the owner makes public, in JSON.
    pub preferences: String,
}

/// A match on a player's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMatch {
    /// The record of the match. `None` if the record names an opponent whom the page must not name.
    pub record: Option<RecordId>,
    /// See [`super::NewRecord::summary`].
    pub summary: String,
    /// The names of the other players, by seat. `None` for a player whom the page must not name.
    pub others: Vec<Option<String>>,
    /// When the match ended.
    pub ended: Timestamp,
    /// The player's seat.
    pub seat: u8,
    /// Whether the player won.
    pub won: bool,
    /// The player's rating before and after the match: the mean of each rating, in millionths. `None` if the
    /// match wasn't rated.
    pub change: Option<(i64, i64)>,
}

/// An opponent of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpponent {
    /// The opponent's account. `None` for a guest and for a bot.
    pub person: Option<PersonId>,
    /// The opponent's name.
    pub name: String,
    /// The number of matches between the two.
    pub matches: u32,
    /// The number of these matches that the player won.
    pub wins: u32,
}

/// A match of a player's page, as the statements select it.
struct Listed {
    number: i64,
    record: RecordId,
    ended: Timestamp,
    seat: u8,
    result: String,
    before: Option<i64>,
    after: Option<i64>,
}

/// The end of a statement that selects the matches of a player's page. `$joins` must contain `s`, the matches
/// of the player.
macro_rules! from_listed {
    ($joins:literal, $which:literal) => {
        concat!(
            "FROM ",
            $joins,
            " JOIN records r ON r.record_id = s.record_id \
             WHERE (r.public = 1 OR r.quick = 1) AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
               WHERE h.record_id = s.record_id AND h.player_id = $1) ",
            $which
        )
    };
}

/// The last matches of the player `$1`. Reads at most `$2` matches, and returns at most `$3`.
const MATCHES: Select<Listed> = select!(
    Listed {
        number: "r.number",
        record: "r.record_id",
        ended: "s.ended_ms",
        seat: "s.seat",
        result: "s.result",
        before: "c.mean_before",
        after: "c.mean",
    },
    from_listed!(
        "(SELECT record_id, seat, ended_ms, result FROM record_seats WHERE player_id = $1 \
           ORDER BY ended_ms DESC, record_id DESC LIMIT $2) s \
         LEFT JOIN rated_seats c ON c.record_id = s.record_id AND c.player_id = $1",
        "ORDER BY s.ended_ms DESC, s.record_id DESC LIMIT $3"
    )
);

/// The wins of the player `$1` against the strongest opponents. Reads at most `$2` matches, and returns at
/// most `$3`.
const BEST: Select<Listed> = select!(
    Listed {
        number: "r.number",
        record: "r.record_id",
        ended: "s.ended_ms",
        seat: "s.seat",
        result: "s.outcome",
        before: "s.mean_before",
        after: "s.mean",
    },
    from_listed!(
        "(SELECT number, seat, side, record_id, ended_ms, outcome, mean_before, mean \
           FROM rated_seats WHERE player_id = $1 ORDER BY ended_ms DESC LIMIT $2) s",
        "AND s.outcome = 'won' ORDER BY (SELECT MAX(o.mean_before) FROM rated_seats o \
           WHERE o.number = s.number AND o.side <> s.side) DESC, s.ended_ms DESC LIMIT $3"
    )
);

/// The opponents in the last matches of the player `$1`, without those whom the page must not name. For an
/// opponent with an account, the account's present name is selected.
const OPPONENTS: Select<StoredOpponent> = select!(
    StoredOpponent {
        person: "a.person_id",
        name: "COALESCE(p.name, MAX(o.name))",
        matches: "COUNT(*) AS matches",
        wins: "SUM(CASE WHEN s.result = 'won' THEN 1 ELSE 0 END)",
    },
    from_listed!(
        "(SELECT record_id, side, result FROM record_seats WHERE player_id = $1 \
           ORDER BY ended_ms DESC, record_id DESC LIMIT $2) s \
         JOIN record_seats o ON o.record_id = s.record_id AND o.side <> s.side \
         LEFT JOIN accounts a ON a.player_id = o.player_id \
         LEFT JOIN players p ON p.player_id = a.player_id",
        "AND o.player_id IS NOT NULL AND o.name <> '' \
         AND (a.player_id IS NULL OR (a.matches_public = 1 AND a.closed_ms IS NULL)) \
         AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
           WHERE h.record_id = s.record_id AND h.player_id = o.player_id) \
         GROUP BY o.player_id, a.person_id, p.name \
         ORDER BY matches DESC, MAX(o.name), o.player_id LIMIT $3"
    )
);

/// The other players of a match: the name in the record, and whether the player's account makes matches
/// public.
const OTHERS: &str = "SELECT CASE WHEN EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = o.record_id AND h.player_id = o.player_id) THEN '' ELSE o.name END, \
     a.matches_public \
     FROM record_seats o LEFT JOIN accounts a ON a.player_id = o.player_id \
     WHERE o.record_id = $1 AND (o.player_id IS NULL OR o.player_id <> $2) ORDER BY o.seat";

/// Selects the players of a match who hide the match, hide their ratings, or have closed their accounts.
const PRIVATE: &str = "SELECT s.player_id FROM record_seats s WHERE s.record_id = $1 \
     AND s.player_id IS NOT NULL AND (EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id = s.player_id) \
     OR EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = s.player_id \
       AND (a.closed_ms IS NOT NULL OR a.ratings_public = 0)))";

impl Pages<'_> {
    /// The owner of an account. `None` if the account is closed.
    pub async fn person(self, person: PersonId) -> Result<Option<StoredPerson>, StoreError> {
        let select = select!(
            StoredPerson {
                player: "a.player_id",
                name: "p.name",
                created: "a.created_ms",
                preferences: "a.preferences",
            },
            "FROM accounts a JOIN players p ON p.player_id = a.player_id \
             WHERE a.person_id = $1 AND a.closed_ms IS NULL"
        );
        self.0.first(select, [person.into()]).await
    }

    /// The rating rows of a player on all boards.
    pub async fn rating_rows(
        self,
        player: PlayerId,
    ) -> Result<Vec<(Leaderboard, RatingRow)>, StoreError> {
        let sql = "SELECT board, mean, deviation, matches, wins, rated_ms FROM ratings \
                   WHERE player_id = $1";
        self.0.all(sql, [player.into()]).await
    }

    /// A player's rating after each of the last `most` matches, the oldest first. Each item is the end of the
    /// match and the mean of the rating, in millionths.
    pub async fn curve(
        self,
        player: PlayerId,
        board: Leaderboard,
        most: i64,
    ) -> Result<Vec<(Timestamp, i64)>, StoreError> {
        let sql = "SELECT ended_ms, mean FROM rated_seats WHERE player_id = $1 AND board = $2 \
                   ORDER BY number DESC LIMIT $3";
        let values = [player.into(), board.into(), most.into()];
        let mut points = self.0.all(sql, values).await?;
        points.reverse();
        Ok(points)
    }

    /// The matches on a player's page, the latest first. Returns at most `most` matches.
    pub async fn matches(self, player: PlayerId, most: i64) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(MATCHES, player, most).await
    }

    /// A player's wins against the strongest opponents, for the player's page. Returns at most `most` wins.
    pub async fn best_wins(
        self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(BEST, player, most).await
    }

    async fn page_matches(
        self,
        select: Select<Listed>,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.0
            .read(move |reader| {
                let session = reader.session();
                let matches = session.all(select, &values)?;
                matches
                    .iter()
                    .map(|listed| page_match(session, listed, player))
                    .collect()
            })
            .await
    }

    /// The opponents on a player's page, those with the most matches first. Returns at most `most` opponents.
    pub async fn opponents(
        self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<StoredOpponent>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.0.all(OPPONENTS, values).await
    }

    /// The players of a match whose ratings no other visitor may see. Such a player has hidden the match,
    /// hides all own ratings, or has closed the account.
    pub async fn private_seats(self, record: RecordId) -> Result<Vec<PlayerId>, StoreError> {
        self.0.all(PRIVATE, [record.into()]).await
    }
}

fn page_match(
    session: &mut dyn Session,
    listed: &Listed,
    player: PlayerId,
) -> Result<PageMatch, StoreError> {
    let record = listed.record;
    let [summary, ..] = Content::read(session, listed.number)?;
    let (mut others, mut names_private) = (Vec::new(), false);
    let in_match: Vec<(String, Option<bool>)> =
        session.all(OTHERS, &[record.into(), player.into()])?;
    for (name, is_public) in in_match {
        let is_private = is_public == Some(false);
        let in_record = Some(name).filter(|name| !name.is_empty());
        names_private |= is_private && in_record.is_some();
        others.push(in_record.filter(|_| !is_private));
    }
    Ok(PageMatch {
        record: (!names_private).then_some(record),
        summary,
        others,
        ended: listed.ended,
        seat: listed.seat,
        won: listed.result == "won",
        change: listed.before.zip(listed.after),
    })
}

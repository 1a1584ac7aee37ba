//! The pages of people who keep an account. Each answer is bounded, and made of a bounded number of rows.
//!
//! A page lists only matches that every visitor may see: matches at tables that were open to all visitors,
//! and quick matches. It names an opponent who keeps an account only if the opponent makes matches public
//! too, and links no record that would name an opponent whom the page doesn't name.

use boneyard_base::{PersonId, PlayerId, RecordId, Timestamp, limits};

use super::content::Content;
use super::rating_rows::{Board, RatingRow};
use super::select::{Select, select};
use super::session::Session;
use super::{Store, StoreError};

/// The owner of an account, as the page needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// The secret id of the player.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// When the account was made.
    pub created: Timestamp,
    /// What the owner makes public, in JSON.
    pub preferences: String,
}

/// A match on a person's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMatch {
    /// The match's record; none if the record names an opponent whom the page doesn't name.
    pub record: Option<RecordId>,
    /// See [`super::NewRecord::summary`].
    pub summary: String,
    /// The names of the other players, by seat; none for a player whom the page doesn't name.
    pub others: Vec<Option<String>>,
    /// When the match ended.
    pub ended: Timestamp,
    /// Whether the person won.
    pub won: bool,
    /// The likeliest strength before and after the match, in millionths; none if the match wasn't rated.
    pub change: Option<(i64, i64)>,
}

/// An opponent of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpponent {
    /// The opponent's account; none for a guest and for a bot.
    pub person: Option<PersonId>,
    /// The opponent's name.
    pub name: String,
    /// How many matches they played against each other.
    pub matches: u32,
    /// How many of them the person won.
    pub wins: u32,
}

/// A match on a page, as it is selected.
struct Listed {
    number: i64,
    record: RecordId,
    ended: Timestamp,
    result: String,
    before: Option<i64>,
    after: Option<i64>,
}

/// The end of a statement that lists matches of a person's page. `s` holds matches of the person.
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

/// The person's last matches: `$2` matches are read, and `$3` listed.
const MATCHES: Select<Listed> = select!(
    Listed {
        number: "r.number",
        record: "r.record_id",
        ended: "s.ended_ms",
        result: "s.result",
        before: "c.mean_before",
        after: "c.mean",
    },
    from_listed!(
        "(SELECT record_id, ended_ms, result FROM record_seats WHERE player_id = $1 \
           ORDER BY ended_ms DESC, record_id DESC LIMIT $2) s \
         LEFT JOIN rated_seats c ON c.record_id = s.record_id AND c.player_id = $1",
        "ORDER BY s.ended_ms DESC, s.record_id DESC LIMIT $3"
    )
);

/// The person's wins against the strongest opponents: `$2` matches are read, and `$3` listed.
const BEST: Select<Listed> = select!(
    Listed {
        number: "r.number",
        record: "r.record_id",
        ended: "s.ended_ms",
        result: "s.outcome",
        before: "s.mean_before",
        after: "s.mean",
    },
    from_listed!(
        "(SELECT number, side, record_id, ended_ms, outcome, mean_before, mean \
           FROM rated_seats WHERE player_id = $1 ORDER BY ended_ms DESC LIMIT $2) s",
        "AND s.outcome = 'won' ORDER BY (SELECT MAX(o.mean_before) FROM rated_seats o \
           WHERE o.number = s.number AND o.side <> s.side) DESC, s.ended_ms DESC LIMIT $3"
    )
);

/// The opponents in the person's last matches, except those whom the page doesn't name. An opponent with an
/// account has the account's present name.
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

/// The other players of a match: the name in the record, and whether an account makes matches public.
const OTHERS: &str = "SELECT CASE WHEN EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = o.record_id AND h.player_id = o.player_id) THEN '' ELSE o.name END, \
     a.matches_public \
     FROM record_seats o LEFT JOIN accounts a ON a.player_id = o.player_id \
     WHERE o.record_id = $1 AND (o.player_id IS NULL OR o.player_id <> $2) ORDER BY o.seat";

/// The players of a match who hide the match or their ratings.
const PRIVATE: &str = "SELECT s.player_id FROM record_seats s WHERE s.record_id = $1 \
     AND s.player_id IS NOT NULL AND (EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id = s.player_id) \
     OR EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = s.player_id \
       AND (a.closed_ms IS NOT NULL OR a.ratings_public = 0)))";

impl Store {
    /// The owner of an account; none if it is closed.
    pub async fn person(&self, person: PersonId) -> Result<Option<StoredPerson>, StoreError> {
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
        self.first(select, [person.into()]).await
    }

    /// A player's rating rows on all boards.
    pub async fn rating_rows_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Board, RatingRow)>, StoreError> {
        let sql = "SELECT board, mean, deviation, matches, wins, rated_ms FROM ratings \
                   WHERE player_id = $1";
        self.all(sql, [player.into()]).await
    }

    /// A player's rating after each of the last `most` matches, the oldest first: the end of the match, and
    /// the likeliest strength in millionths.
    pub async fn curve(
        &self,
        player: PlayerId,
        board: Board,
        most: i64,
    ) -> Result<Vec<(Timestamp, i64)>, StoreError> {
        let sql = "SELECT ended_ms, mean FROM rated_seats WHERE player_id = $1 AND board = $2 \
                   ORDER BY number DESC LIMIT $3";
        let values = [player.into(), board.into(), most.into()];
        let mut points = self.all(sql, values).await?;
        points.reverse();
        Ok(points)
    }

    /// At most `most` matches for a player's page, the latest first.
    pub async fn public_matches(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(MATCHES, player, most).await
    }

    /// At most `most` wins for a player's page, against the strongest opponents.
    pub async fn best_wins(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(BEST, player, most).await
    }

    async fn page_matches(
        &self,
        select: Select<Listed>,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.read(move |reader| {
            let session = reader.session();
            let matches = session.all(select, &values)?;
            matches
                .iter()
                .map(|listed| page_match(session, listed, player))
                .collect()
        })
        .await
    }

    /// At most `most` opponents for a player's page: those of most matches.
    pub async fn opponents(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<StoredOpponent>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.all(OPPONENTS, values).await
    }

    /// The players of a match whose ratings no other visitor may see: they hide the match or their ratings,
    /// or have closed their accounts.
    pub async fn private_seats(&self, record: RecordId) -> Result<Vec<PlayerId>, StoreError> {
        self.all(PRIVATE, [record.into()]).await
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
        won: listed.result == "won",
        change: listed.before.zip(listed.after),
    })
}

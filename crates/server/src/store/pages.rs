//! What is shown of people who keep an account, on their pages. Each answer is bounded, and made of a bounded
//! part of what there is.
//!
//! A page lists the matches that strangers may see: those of tables that were open to everybody, and of quick
//! match. It names an opponent who keeps an account only if the opponent makes the matches public too, and
//! links no record that would name such a person.

use super::content::Content;
use super::select::{Select, select};
use super::session::Session;
use super::standings::{Board, Standing};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId, RecordId};
use crate::limits;

/// A person who keeps an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// The player's secret id.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// Since when the account is kept.
    pub created: Timestamp,
    /// What is public, in JSON.
    pub preferences: String,
}

/// A match of a person's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMatch {
    /// Its record; none if the record names an opponent whom the page doesn't name.
    pub record: Option<RecordId>,
    /// What [`super::NewRecord::summary`] was.
    pub summary: String,
    /// The names of the others, by seat; none of those who are not to be named.
    pub others: Vec<Option<String>>,
    /// When it ended.
    pub ended: Timestamp,
    /// Whether the person won.
    pub won: bool,
    /// The likeliest strength before and after it, in millionths; none if it wasn't rated.
    pub change: Option<(i64, i64)>,
}

/// An opponent of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpponent {
    /// The account; none for a guest and for a program.
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// Matches against each other.
    pub matches: u32,
    /// Those that the person won.
    pub wins: u32,
}

/// A match of a page as it is selected.
struct Listed {
    number: i64,
    record: RecordId,
    ended: Timestamp,
    result: String,
    before: Option<i64>,
    after: Option<i64>,
}

/// Lists matches of a person's page from `s`, which are matches of the person.
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

/// The person's last matches. `$2` are looked at, `$3` found.
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

/// The same for wins against the strongest.
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

/// Opponents in the same matches, without those who are not to be named. An account's name is its name now.
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

/// The others in a match: their names in its record, and whether those who keep an account make their matches
/// public.
const OTHERS: &str = "SELECT CASE WHEN EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = o.record_id AND h.player_id = o.player_id) THEN '' ELSE o.name END, \
     a.matches_public \
     FROM record_seats o LEFT JOIN accounts a ON a.player_id = o.player_id \
     WHERE o.record_id = $1 AND (o.player_id IS NULL OR o.player_id <> $2) ORDER BY o.seat";

/// Which of a match's players hide the match, or their ratings.
const PRIVATE: &str = "SELECT s.player_id FROM record_seats s WHERE s.record_id = $1 \
     AND s.player_id IS NOT NULL AND (EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id = s.player_id) \
     OR EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = s.player_id \
       AND (a.closed_ms IS NOT NULL OR a.ratings_public = 0)))";

impl Store {
    /// A person who keeps an account; none if it is closed.
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

    /// A player's standings on all boards.
    pub async fn standings_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Board, Standing)>, StoreError> {
        let sql = "SELECT board, mean, deviation, matches, wins, rated_ms FROM ratings \
                   WHERE player_id = $1";
        self.all(sql, [player.into()]).await
    }

    /// What a player's rating was after each of so many last matches, the oldest first: when the match
    /// ended, and the likeliest strength in millionths.
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

    /// So many matches at most of a player's page, the latest first.
    pub async fn public_matches(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(MATCHES, player, most).await
    }

    /// So many wins at most of a player's page: against the strongest.
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

    /// The opponents whom a player has met most often in the matches of the player's page, so many at most.
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

    /// The players of a match whose ratings nobody else may see: they hide the match or their ratings, or have
    /// closed their accounts.
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

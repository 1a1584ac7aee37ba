//! Calculates all ratings again from the matches.

use std::collections::HashMap;
use std::fmt;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_ratings::{DAY_MS, PlayerOutcome};
use boneyard_store::{Leaderboard, RatedMatch, RatingRow, Step, Store, StoreError, StoredRated};

use super::method::{rated_match, work_out};

/// The result of calculating all ratings again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// The number of rated matches.
    pub matches: u64,
    /// The number of matches whose records were deleted. For them, the data that was stored when they were
    /// rated is used.
    pub without_record: u64,
    /// The number of ratings.
    pub ratings: u64,
    /// The number of matches and ratings whose stored values differ from the calculated ones.
    pub different: u64,
    /// Descriptions of the first differences. Their number is limited.
    pub differences: Vec<String>,
    /// Whether the differences were corrected.
    pub written: bool,
}

impl fmt::Display for Recomputed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            matches,
            without_record,
            ratings,
            different,
            differences,
            written,
        } = self;
        for difference in differences {
            writeln!(f, "{difference}")?;
        }
        write!(f, "{ratings} ratings from {matches} matches")?;
        if *without_record > 0 {
            write!(
                f,
                " ({without_record} without their records, from what is kept of them)"
            )?;
        }
        match (different, written) {
            (0, _) => f.write_str(": all are the same"),
            (_, true) => write!(f, ": {different} differed and were put right"),
            (_, false) => write!(f, ": {different} differ; --write puts them right"),
        }
    }
}

/// Calculates all ratings again, from the matches in the order in which they were rated. Compares the results
/// with the stored ratings. If `write` is set, corrects the stored ratings.
pub async fn recompute_ratings(store: &Store, write: bool) -> Result<Recomputed, StoreError> {
    let mut recomputing = Recomputing {
        store,
        write,
        rating_rows: HashMap::new(),
        spared: HashMap::new(),
        report: Recomputed {
            written: write,
            ..Recomputed::default()
        },
    };
    recomputing.matches().await?;
    recomputing.ratings().await?;
    Ok(recomputing.report)
}

struct Recomputing<'a> {
    store: &'a Store,
    write: bool,
    /// The calculated rating rows.
    rating_rows: HashMap<(PlayerId, Leaderboard), RatingRow>,
    /// The end times of the matches in which each player was spared.
    spared: HashMap<PlayerId, Vec<Timestamp>>,
    report: Recomputed,
}

impl Recomputing<'_> {
    /// Calculates all rated matches again, and compares the results with the stored ones.
    async fn matches(&mut self) -> Result<(), StoreError> {
        let mut after = 0;
        loop {
            let some = self
                .store
                .ratings()
                .rated_matches(after, limits::RECOMPUTED_AT_ONCE)
                .await?;
            let Some(last) = some.last() else {
                return Ok(());
            };
            after = last.number;
            for stored in some {
                self.rate(stored).await?;
            }
        }
    }

    async fn rate(&mut self, stored: StoredRated) -> Result<(), StoreError> {
        let number = stored.number;
        self.report.matches += 1;
        let of_record = if let Some(record) = &stored.record {
            rated_match(record)?
        } else {
            self.report.without_record += 1;
            stored.rated.as_ref().map(|(rated, _)| rated.clone())
        };
        let Some(mut rated) = of_record else {
            // The record shows a match that can't be rated, so it should not have been rated.
            self.differs(format!("match {number} can't have been rated"));
            return Ok(());
        };
        self.bound_spared(&mut rated)?;
        if let Some((before, _)) = &stored.rated {
            rated.keep_as(before);
        }
        let steps = self.go_on(&rated);
        if stored.rated.as_ref() != Some(&(rated.clone(), steps.clone())) {
            self.differs(format!("match {number} is stored otherwise"));
            if self.write {
                self.store.ratings().put_match(number, rated, steps).await?;
            }
        }
        Ok(())
    }

    /// Applies the limit on how often a player whose partner left is spared.
    fn bound_spared(&mut self, rated: &mut RatedMatch) -> Result<(), StoreError> {
        let since = rated.ended.plus_ms(-DAY_MS);
        rated.bound_spared(|player| {
            let spared = self.spared.get(&player).into_iter().flatten();
            let lately = spared.filter(|&&ended| ended > since).count();
            Ok(u32::try_from(lately).unwrap_or(u32::MAX))
        })?;
        let spared = rated.seats.iter();
        for seat in spared.filter(|seat| seat.outcome == PlayerOutcome::Spared) {
            self.spared
                .entry(seat.player)
                .or_default()
                .push(rated.ended);
        }
        Ok(())
    }

    /// Applies a match to the calculated rating rows. Returns the changes.
    fn go_on(&mut self, rated: &RatedMatch) -> Vec<Step> {
        let before = rated.seats.iter().map(|seat| {
            let known = self.rating_rows.get(&(seat.player, rated.board));
            known.copied().unwrap_or(RatingRow::new(rated.ended))
        });
        let before: Vec<_> = before.collect();
        let steps = work_out(rated, &before);
        for ((seat, before), step) in rated.seats.iter().zip(before).zip(&steps) {
            let after = before.after(seat.outcome, step.after, rated.ended);
            self.rating_rows.insert((seat.player, rated.board), after);
        }
        steps
    }

    /// Compares the calculated rating rows with the stored ones.
    async fn ratings(&mut self) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let some = self
                .store
                .ratings()
                .rows(after, limits::RECOMPUTED_AT_ONCE)
                .await?;
            let Some(&(player, board, _)) = some.last() else {
                break;
            };
            after = Some((player, board));
            for (player, board, stored) in some {
                self.report.ratings += 1;
                let right = self.rating_rows.remove(&(player, board));
                if right != Some(stored) {
                    self.correct(player, board, right).await?;
                }
            }
        }
        for ((player, board), missing) in std::mem::take(&mut self.rating_rows) {
            // The stored ratings of a closed account were deleted, so it is right that they are missing.
            if !self.store.ratings().is_account_closed(player).await? {
                self.report.ratings += 1;
                self.correct(player, board, Some(missing)).await?;
            }
        }
        Ok(())
    }

    async fn correct(
        &mut self,
        player: PlayerId,
        board: Leaderboard,
        right: Option<RatingRow>,
    ) -> Result<(), StoreError> {
        // The message doesn't contain the player's id, since it is secret.
        let shown = right.map_or_else(
            || "there should be none".to_owned(),
            |right| format!("it should be {}", right.rating.shown()),
        );
        self.differs(format!("a rating in {}: {shown}", board.name()));
        if self.write {
            self.store.ratings().put_row(player, board, right).await?;
        }
        Ok(())
    }

    fn differs(&mut self, what: String) {
        self.report.different += 1;
        if self.report.differences.len() < limits::DIFFERENCES_TOLD_MAX {
            self.report.differences.push(what);
        }
    }
}

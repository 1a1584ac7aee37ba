//! The end of a round: its points, the side that gets them, and the leader of the next round.

use super::law::Tile;
use super::table::Table;
use super::{Lead, Referee, Stage, listed};

/// The result of a won round, without the extra points for the first won rounds.
struct Won {
    side: usize,
    /// The seat that leads the next round, with the option that the winner leads.
    seat: usize,
    hands: u32,
    finish: u32,
    double_blank: u32,
}

impl Referee {
    /// The pips in the hands of all sides for which `counts` returns `true`.
    fn pips(&self, table: &Table, counts: impl Fn(usize) -> bool) -> u32 {
        let seats = (0..self.law.seats()).filter(|&seat| counts(self.law.side(seat)));
        seats.map(|seat| table.weight(seat)).sum()
    }

    /// The points for hands that the side gets for winning the round.
    fn hands(&self, table: &Table, side: usize, is_blocked: bool) -> u32 {
        let opponents = self.pips(table, |owner| owner != side);
        let own = self.pips(table, |owner| owner == side);
        let pips = match self.law.hands.as_str() {
            "none" => 0,
            "all" => opponents + own,
            _ if is_blocked && self.law.blocked_score == "difference" => opponents - own,
            _ => opponents,
        };
        self.law.hand_points(pips)
    }

    pub fn domino(&mut self, seat: usize, tile: Tile, lines: &mut Vec<String>) {
        let Stage::Play(table) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return;
        };
        let mut side = self.law.side(seat);
        if self.law.domino_winner == "lightest_side" {
            let other = 1 - side;
            if self.pips(&table, |owner| owner == other) < self.pips(&table, |owner| owner == side)
            {
                side = other;
            }
        }
        let ends = table.line.ends();
        let both = ends.len() > 1 && ends.iter().all(|&end| end == ends[0]);
        let finish = match (both, tile.is_double()) {
            (false, false) => self.law.finish.plain,
            (false, true) => self.law.finish.double,
            (true, false) => self.law.finish.both,
            (true, true) => self.law.finish.double_both,
        };
        let double_blank = if tile == Tile::double(0) {
            self.law.double_blank
        } else {
            0
        };
        let hands = if self.law.going_out_point {
            1
        } else {
            self.hands(&table, side, false)
        };
        let won = Won {
            side,
            seat,
            hands,
            finish,
            double_blank,
        };
        let (points, parts) = self.worth(&won);
        lines.push(format!("{seat} goes out for {points}{parts}"));
        self.end(&table, Some((&won, points)), false, lines);
    }

    pub fn block(&mut self, lines: &mut Vec<String>) {
        let Stage::Play(table) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return;
        };
        let Some((side, seat)) = self.block_winner(&table) else {
            lines.push("blocked tie".into());
            self.is_doubled |= self.law.blocked_tie == "doubles";
            return self.end(&table, None, true, lines);
        };
        let hands = if self.law.going_out_point {
            0
        } else {
            self.hands(&table, side, true)
        };
        let won = Won {
            side,
            seat,
            hands,
            finish: self.law.finish.blocked,
            double_blank: 0,
        };
        let (points, parts) = self.worth(&won);
        lines.push(format!("blocked {side} for {points}{parts}"));
        self.end(&table, Some((&won, points)), true, lines);
    }

    /// The side that wins a blocked round, and the seat of this side that leads the next round if the rules
    /// let the winner lead.
    fn block_winner(&self, table: &Table) -> Option<(usize, usize)> {
        let law = &self.law;
        let blocker = table.last;
        let alone = |seat| (vec![seat], table.weight(seat));
        let together = |side: usize| {
            let seats: Vec<_> = (0..law.seats())
                .filter(|&it| law.side(it) == side)
                .collect();
            let weight = seats.iter().map(|&seat| table.weight(seat)).sum();
            (seats, weight)
        };
        let compared: Vec<(Vec<usize>, u32)> = match law.blocked_winner.as_str() {
            "lightest_seat" => (0..law.seats()).map(alone).collect(),
            "blocker" => law.seats_from(blocker).take(2).map(alone).collect(),
            _ => (0..law.sides()).map(together).collect(),
        };
        let fewest = compared.iter().map(|(_, weight)| *weight).min()?;
        let lowest = compared.into_iter().filter(|(_, weight)| *weight == fewest);
        let deciding: Vec<usize> = lowest.flat_map(|(seats, _)| seats).collect();
        let is_tie = deciding
            .iter()
            .any(|&seat| law.side(seat) != law.side(deciding[0]));
        let first = match (is_tie, law.blocked_tie.as_str()) {
            (false, _) => deciding[0],
            (true, "leader") => table.leader,
            (true, "blocker") => blocker,
            (true, _) => return None,
        };
        let is_tied = |side| deciding.iter().any(|&seat| law.side(seat) == side);
        let side = law
            .seats_from(first)
            .map(|seat| law.side(seat))
            .find(|&side| is_tied(side))?;
        let for_it = law.seats_from(table.leader);
        let for_it = for_it.filter(|seat| law.side(*seat) == side && deciding.contains(seat));
        let seat = for_it.min_by_key(|&seat| table.weight(seat))?;
        Some((side, seat))
    }

    fn worth(&self, won: &Won) -> (u32, String) {
        let round = self
            .law
            .round_bonus
            .get(self.won_rounds)
            .copied()
            .unwrap_or(0);
        let parts = [
            ("hands", won.hands),
            ("finish", won.finish),
            ("double blank", won.double_blank),
            ("round", round),
        ];
        let sum: u32 = parts.iter().map(|(_, points)| points).sum();
        let made = parts.iter().filter(|(_, points)| *points > 0);
        let mut told: Vec<_> = made
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        told.extend(self.is_doubled.then(|| "twice".to_owned()));
        let text = if told.is_empty() {
            String::new()
        } else {
            format!(" ({})", told.join(", "))
        };
        (if self.is_doubled { 2 * sum } else { sum }, text)
    }

    /// Gives the points of a round that has ended, and finds the leader of the next round.
    fn end(
        &mut self,
        table: &Table,
        won: Option<(&Won, u32)>,
        is_blocked: bool,
        lines: &mut Vec<String>,
    ) {
        let reason = if is_blocked { "blocked" } else { "domino" };
        let is_one_all = self.law.love == "one_all" && self.scores.iter().all(|&it| it == 1);
        let mut is_set_back = false;
        if let Some((won, points)) = won {
            self.won_rounds += 1;
            self.is_doubled = false;
            let side = won.side;
            if self.scores[side] == 0 && points < self.law.entry {
                if points > 0 {
                    lines.push(format!("side {side} falls short {points} for {reason}"));
                }
            } else if self.score(side, points, reason, lines) {
                return;
            }
        }
        if (self.law.match_end == "after_round" || self.is_time_called)
            && let Some(winner) = self.first_past_the_target()
        {
            lines.push(format!("side {winner} wins"));
            self.stage = Stage::Over;
            return;
        }
        if let Some((won, _)) = won {
            is_set_back = self.set_back(won.side, is_one_all, lines);
        }
        self.rests = true;
        self.stage = if is_set_back || is_blocked && self.law.after_block == "opening" {
            self.opening()
        } else {
            self.next(table.leader, won.map(|(won, _)| won.seat))
        };
    }

    /// The side that has more points than every other side, and has reached the target unless time has been
    /// called.
    pub fn first_past_the_target(&self) -> Option<usize> {
        let most = *self.scores.iter().max()?;
        let mut best = (0..self.scores.len()).filter(|&side| self.scores[side] == most);
        best.next()
            .filter(|_| self.is_time_called || most >= self.law.target)
            .filter(|_| best.next().is_none())
    }

    /// Resets scores by the love rule. Returns whether the next round begins like the first.
    fn set_back(&mut self, winner: usize, was_one_all: bool, lines: &mut Vec<String>) -> bool {
        let before = self.scores.clone();
        let everybody = self.scores.iter().all(|&score| score > 0);
        let is_one_all = self.law.love == "one_all" && self.scores.iter().all(|&it| it == 1);
        let mut begins_anew = false;
        if was_one_all {
            let others = self
                .scores
                .iter_mut()
                .enumerate()
                .filter(|(side, _)| *side != winner);
            others.for_each(|(_, score)| *score = 0);
        } else if !self.law.love.is_empty() && everybody && !is_one_all {
            self.scores.fill(0);
            begins_anew = true;
        }
        if self.scores != before {
            lines.push(format!("scores are{}", listed(&self.scores)));
        }
        begins_anew
    }

    fn next(&self, leader: usize, winner: Option<usize>) -> Stage {
        let may_give = self.law.next_lead == "winning_side";
        match (self.law.next_lead.as_str(), winner) {
            ("rotate", _) => Stage::Deal(Lead::By {
                seat: (leader + 1) % self.law.seats(),
                may_give: false,
            }),
            ("winner" | "winning_side", Some(seat)) => Stage::Deal(Lead::By { seat, may_give }),
            _ => self.opening(),
        }
    }
}

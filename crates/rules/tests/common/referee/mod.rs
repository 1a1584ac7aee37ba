//! A second implementation of the rules, used only by tests. The referee reads the text of a transcript
//! and the JSON of its rules. From the lots, deals and decisions of the transcript it computes all other
//! lines. It shares no code with the crate: it was written from the documents of the rules.

mod law;
mod round_end;
mod table;

use std::fmt;

use law::{Law, Tile};
use serde_json::Value;
use table::{Line, Table, Then};

/// The first line that differs from the line that the rules require.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the line in the transcript, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// Reads a transcript, and compares each line with the line that the rules require.
pub fn judge(rules: &Value, transcript: &str) -> Result<(), Fault> {
    let mut referee = Referee::new(rules);
    follow(transcript, |line| referee.decide(line))
}

/// Reads a transcript, and compares each line with those that a referee requires. `decide` takes a line that comes from
/// outside, and returns this line and all lines that follow from it.
pub fn follow(
    transcript: &str,
    mut decide: impl FnMut(&str) -> Result<Vec<String>, String>,
) -> Result<(), Fault> {
    let lines: Vec<&str> = transcript.lines().collect();
    let mut done = 0;
    let has_rules = lines.get(done).is_some_and(|it| it.starts_with("rules "));
    fault_unless(has_rules, done, "the rules are missing")?;
    done += 1;
    while let Some(line) = lines.get(done) {
        let follows = decide(line);
        let follows = follows.map_err(|reason| Fault {
            line: done + 1,
            reason: format!("{line:?}: {reason}"),
        })?;
        for line in follows {
            compare(&lines, &mut done, &line)?;
        }
    }
    fault_unless(transcript.ends_with('\n'), done, "the last line has no end")
}

fn compare(lines: &[&str], done: &mut usize, expected: &str) -> Result<(), Fault> {
    let found = lines.get(*done).copied().unwrap_or_default();
    let reason = format!("{expected:?} follows, not {found:?}");
    fault_unless(found == expected, *done, &reason)?;
    *done += 1;
    Ok(())
}

fn fault_unless(holds: bool, done: usize, reason: &str) -> Result<(), Fault> {
    let fault = || Fault {
        line: done + 1,
        reason: reason.to_owned(),
    };
    if holds { Ok(()) } else { Err(fault()) }
}

/// How the leader of the next round is found.
#[derive(Clone, Copy)]
enum Lead {
    ByTile,
    By { seat: usize, may_give: bool },
}

enum Stage {
    Lots,
    Deal(Lead),
    Play(Box<Table>),
    Over,
}

struct Referee {
    law: Law,
    scores: Vec<u32>,
    won_rounds: usize,
    is_doubled: bool,
    /// Whether the match rests between two rounds.
    rests: bool,
    is_time_called: bool,
    stage: Stage,
}

type Follows = Result<Vec<String>, String>;

impl Referee {
    fn new(rules: &Value) -> Self {
        let law: Law = serde_json::from_value(rules.clone()).expect("the JSON of rules");
        let mut referee = Self {
            scores: vec![0; law.sides()],
            won_rounds: 0,
            is_doubled: false,
            rests: false,
            is_time_called: false,
            stage: Stage::Over,
            law,
        };
        referee.stage = referee.opening();
        referee
    }

    fn opening(&self) -> Stage {
        match self.law.opening.as_str() {
            "lot" => Stage::Lots,
            _ => Stage::Deal(Lead::ByTile),
        }
    }

    /// Takes a line with lots, a deal or a decision. Returns this line and all lines that follow from it.
    fn decide(&mut self, line: &str) -> Follows {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["lots", "leads", _, lots @ ..] => self.lots(&tiles(lots)?),
            ["deal", "again:", order @ ..] | ["deal", "leads", _, order @ ..] => {
                self.deal(&tiles(order)?)
            }
            [seat, "gives", "the", "lead"] => self.give(number(seat)?),
            [seat, "calls"] => self.call(number(seat)?),
            ["time", "is", "called"] => self.call_time(),
            [seat, "plays", tile, rest @ ..] => {
                let (arm, says) = match rest {
                    ["on", arm, "to", _, says @ ..] => (Some(arm_number(arm)?), says),
                    says => (None, says),
                };
                let says = match says {
                    ["says", points] => Some(number(points)?),
                    _ => None,
                };
                self.play(number(seat)?, Tile::parse(tile)?, arm, says)
            }
            _ => Err("this does not follow, and is no decision".into()),
        }
    }

    fn call_time(&mut self) -> Follows {
        if self.is_time_called || matches!(self.stage, Stage::Over) {
            return Err("time is called once, and not after the end".into());
        }
        self.is_time_called = true;
        let mut lines = vec!["time is called".to_owned()];
        if self.rests
            && let Some(winner) = self.first_past_the_target()
        {
            lines.push(format!("side {winner} wins"));
            self.stage = Stage::Over;
        }
        Ok(lines)
    }

    fn lots(&mut self, lots: &[Tile]) -> Follows {
        let mut different = lots.to_vec();
        different.sort_unstable();
        different.dedup();
        let all = self.law.tiles();
        let fits = lots.len() == self.law.seats() && different.len() == lots.len();
        if !matches!(self.stage, Stage::Lots) || !fits || !lots.iter().all(|it| all.contains(it)) {
            return Err("no such lots are drawn now".into());
        }
        self.rests = false;
        let heaviest = (0..lots.len()).max_by_key(|&seat| lots[seat].heaviness());
        let leader = heaviest.ok_or("a table has seats")?;
        self.stage = Stage::Deal(Lead::By {
            seat: leader,
            may_give: false,
        });
        Ok(vec![format!("lots leads {leader}:{}", listed(lots))])
    }

    fn deal(&mut self, order: &[Tile]) -> Follows {
        let Stage::Deal(lead) = self.stage else {
            return Err("nothing is dealt now".into());
        };
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if sorted != self.law.tiles() {
            return Err("each tile of the set is dealt once".into());
        }
        self.rests = false;
        let (dealt, boneyard) = order.split_at(self.law.seats() * self.law.hand_size);
        let hands: Vec<_> = dealt
            .chunks(self.law.hand_size)
            .map(<[_]>::to_vec)
            .collect();
        let doubles = |hand: &[Tile]| hand.iter().filter(|tile| tile.is_double()).count();
        let limit = Some(self.law.redeal_doubles).filter(|&limit| limit > 0);
        let too_many = limit.is_some_and(|limit| hands.iter().any(|hand| doubles(hand) >= limit));
        let found = match lead {
            Lead::By { seat, may_give } => Some((seat, may_give, None)),
            Lead::ByTile => self.leading_tile(dealt).and_then(|tile| {
                let holder = hands.iter().position(|hand| hand.contains(&tile))?;
                Some((holder, false, Some(tile)))
            }),
        };
        let Some((leader, may_give, must_lead)) = found.filter(|_| !too_many) else {
            return Ok(vec![format!("deal again:{}", listed(order))]);
        };
        self.stage = Stage::Play(Box::new(Table {
            hands,
            boneyard: boneyard.to_vec(),
            line: Line::default(),
            leader,
            may_give,
            must_lead,
            turn: leader,
            last: leader,
            open: None,
        }));
        Ok(vec![format!("deal leads {leader}:{}", listed(order))])
    }

    /// The tile that must be led, if the dealt tiles decide who leads.
    fn leading_tile(&self, dealt: &[Tile]) -> Option<Tile> {
        let doubles = dealt.iter().copied().filter(|tile| tile.is_double());
        let heaviest = || dealt.iter().copied().max_by_key(|tile| tile.heaviness());
        let no_double = || (self.law.no_double == "heaviest_tile").then(heaviest)?;
        self.law.opening_double(doubles).or_else(no_double)
    }

    fn table(&mut self) -> Result<&mut Table, String> {
        match &mut self.stage {
            Stage::Play(table) => Ok(table),
            _ => Err("no round is played".into()),
        }
    }

    fn give(&mut self, seat: usize) -> Follows {
        let table = self.table()?;
        if !table.may_give || table.turn != seat || table.line.lead.is_some() {
            return Err("this seat can't give the lead".into());
        }
        table.may_give = false;
        table.leader = (seat + 2) % 4;
        table.turn = table.leader;
        Ok(vec![format!("{seat} gives the lead")])
    }

    fn call(&mut self, seat: usize) -> Follows {
        let (by, points) = self.table()?.open.take().ok_or("nothing is open")?;
        let side = self.law.side(seat);
        let may_call = side != self.law.side(by) || self.law.callers == "everyone" && seat != by;
        if points == 0 || !may_call || seat >= self.law.seats() {
            return Err("there is nothing to take".into());
        }
        let mut lines = vec![format!("{seat} calls")];
        self.score(side, points, "call", &mut lines);
        Ok(lines)
    }

    fn play(&mut self, seat: usize, tile: Tile, arm: Option<usize>, says: Option<u32>) -> Follows {
        let muggins = self.law.calls == "muggins";
        let Stage::Play(table) = &mut self.stage else {
            return Err("no round is played".into());
        };
        if table.turn != seat {
            return Err(format!("it is the turn of seat {}", table.turn));
        }
        let held = table.hands[seat].iter().position(|&it| it == tile);
        table.hands[seat].swap_remove(held.ok_or("the seat does not hold it")?);
        table.last = seat;
        let is_lead = table.line.lead.is_none();
        if is_lead && table.must_lead.is_some_and(|must| must != tile) {
            return Err("another tile must be led".into());
        }
        let mut line = format!("{seat} plays {tile}");
        if let (Some(outer), Some(arm)) = (table.line.lay(&self.law, tile, arm)?, arm) {
            line = format!("{line} on {} to {outer}", ARMS[arm]);
        }
        if let Some(says) = says.filter(|_| muggins) {
            line = format!("{line} says {says}");
        }
        let mut lines = vec![line];
        let points = self.law.count_points(table.line.count());
        let (mut follows, then) = table.settle(&self.law);
        let goes_on = matches!(then, Then::Turn { .. });
        let given = !muggins || says == Some(points) || !goes_on;
        table.open = (!given).then_some((seat, points));
        if given && self.score(self.law.side(seat), points, "count", &mut lines) {
            return Ok(lines);
        }
        lines.append(&mut follows);
        match then {
            Then::Turn { by, passed } => {
                self.passes(by, passed, is_lead.then_some(tile), &mut lines);
            }
            Then::Domino => self.domino(seat, tile, &mut lines),
            Then::Block => self.block(&mut lines),
        }
        Ok(lines)
    }

    /// Gives points to a side. Returns whether these points end the match at once.
    fn score(&mut self, side: usize, points: u32, reason: &str, lines: &mut Vec<String>) -> bool {
        if points == 0 {
            return false;
        }
        let score = self.scores[side] + points;
        if self.law.exact_target && score > self.law.target {
            lines.push(format!("side {side} overshoots {points} for {reason}"));
            return false;
        }
        self.scores[side] = score;
        lines.push(format!("side {side} scores {points} for {reason}"));
        let ends = score >= self.law.target && self.law.match_end != "after_round";
        if ends {
            lines.push(format!("side {side} wins"));
            self.stage = Stage::Over;
        }
        ends
    }

    /// Gives points for passes to the side of the seat `by`: after the play of this seat, `passed` other
    /// seats had to pass.
    fn passes(&mut self, by: usize, passed: usize, lead: Option<Tile>, lines: &mut Vec<String>) {
        let bonus = &self.law.passes;
        let points = match (passed, lead) {
            (0, _) => 0,
            (all, _) if all == self.law.seats() - 1 => bonus.all,
            (1, Some(lead)) if lead.is_double() => bonus.lead_double,
            (1, Some(_)) => bonus.lead_other,
            (_, Some(_)) => 0,
            (_, None) => bonus.next,
        };
        let side = self.law.side(by);
        let wins = self.scores[side] + points >= self.law.target;
        if points > 0 && wins {
            lines.push(format!("side {side} overshoots {points} for pass"));
        } else if points > 0 {
            self.scores[side] += points;
            lines.push(format!("side {side} scores {points} for pass"));
        }
    }
}

fn tiles(words: &[&str]) -> Result<Vec<Tile>, String> {
    words.iter().map(|word| Tile::parse(word)).collect()
}

/// The items as one text, with a space before each item.
fn listed<T: fmt::Display>(items: &[T]) -> String {
    let texts: Vec<_> = items.iter().map(T::to_string).collect();
    format!(" {}", texts.join(" "))
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word:?} is no number"))
}

const ARMS: [&str; 4] = ["a", "b", "c", "d"];

fn arm_number(word: &str) -> Result<usize, String> {
    let arm = ARMS.iter().position(|name| *name == word);
    arm.ok_or_else(|| format!("{word:?} is no arm"))
}

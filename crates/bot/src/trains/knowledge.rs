//! What a seat knows of a round, and the rounds that agree with it.

use boneyard_rules::trains::{
    DoubleTurn, Event, FirstTurn, Place, Played, Position, Round, Rules, Seen as Shown, Variant,
    View,
};
use boneyard_rules::{BoxBySeat, BySeat, LargeTileSet, Seat, Tile};

use crate::chance::Chance;
use crate::computer::{NotOnTurn, Seen};

/// What everybody saw of the tiles of another seat.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It drew one.
    Drew(Seat),
    /// It played this one.
    Played(Seat, Tile),
    /// It could play none, so it held none of these.
    HeldNone(Seat, LargeTileSet),
}

impl Step {
    const fn seat(self) -> Seat {
        match self {
            Self::Drew(seat) | Self::Played(seat, _) | Self::HeldNone(seat, _) => seat,
        }
    }
}

/// What the seat on turn knows.
#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) seat: Seat,
    /// The tiles that it doesn't see.
    hidden: LargeTileSet,
    steps: Vec<Step>,
    /// How many tiles each other seat had at the deal.
    dealt: BySeat<usize>,
    /// The round as it could be.
    pub(crate) round: Round,
}

impl Knowledge {
    pub(crate) fn new<M>(rules: &Rules, known: &Seen<'_, View, M>) -> Result<Self, NotOnTurn> {
        let view = known.view;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        let seat = known.standing.turn.ok_or(NotOnTurn)?;
        let engine = view.table.engine.ok_or(NotOnTurn)?;
        let hand: LargeTileSet = own.hand.iter().copied().collect();
        let played = view.played.iter().map(|played| played.tile);
        let seen: LargeTileSet = played.chain(hand).chain([engine]).collect();
        let hidden = rules.tile_set.tiles().difference(seen);
        let mut rest = hidden.iter();
        let hands = BySeat::from_fn(rules.seating, |other| {
            let size = usize::from(view.table.hand_sizes[other]);
            if other == seat {
                hand
            } else {
                rest.by_ref().take(size).collect()
            }
        });
        let boneyard: Vec<Tile> = rest.collect();
        let round = Round::supposed(rules, view, seat, &hands, &boneyard).ok_or(NotOnTurn)?;
        let steps = Table::new(rules, engine).read(&view.history, seat);
        let dealt = view.table.hand_sizes.map(|&size| usize::from(size));
        let mut knowledge = Self {
            seat,
            hidden,
            steps,
            dealt,
            round,
        };
        for step in &knowledge.steps {
            let dealt = &mut knowledge.dealt[step.seat()];
            match step {
                Step::Drew(_) => *dealt = dealt.saturating_sub(1),
                Step::Played(..) => *dealt += 1,
                Step::HeldNone(..) => {}
            }
        }
        Ok(knowledge)
    }

    /// Supposes where the hidden tiles are. What the others' tiles can't be is kept to; which tile of a hand a seat drew
    /// when isn't known, and is supposed too.
    pub(crate) fn suppose(&self, chance: &mut Chance) -> Option<Round> {
        let seating = self.round.rules().seating;
        // For each tile of the others the tiles that it can't be.
        let mut excluded: BoxBySeat<Vec<LargeTileSet>> = BoxBySeat::from_fn(seating, |seat| {
            let count = if seat == self.seat {
                0
            } else {
                self.dealt[seat]
            };
            vec![LargeTileSet::EMPTY; count]
        });
        for &step in &self.steps {
            match step {
                Step::Drew(seat) => excluded[seat].push(LargeTileSet::EMPTY),
                Step::Played(seat, tile) => take(&mut excluded[seat], tile, chance),
                Step::HeldNone(seat, tiles) => {
                    for place in &mut excluded[seat] {
                        *place = place.union(tiles);
                    }
                }
            }
        }
        let mut places: Vec<(Seat, LargeTileSet)> = excluded
            .iter()
            .flat_map(|(seat, all)| all.iter().map(move |&excluded| (seat, excluded)))
            .collect();
        // Those of which most is known come first.
        let known = |excluded: LargeTileSet| excluded.intersection(self.hidden).len();
        places.sort_by_cached_key(|&(_, excluded)| std::cmp::Reverse(known(excluded)));
        let mut hidden: Vec<Tile> = self.hidden.iter().collect();
        chance.shuffle(&mut hidden);
        let mut hands: BySeat<LargeTileSet> = BySeat::from_fn(seating, |_| LargeTileSet::EMPTY);
        hands[self.seat] = self.round.hands()[self.seat];
        for (seat, excluded) in places {
            let at = hidden.iter().position(|&tile| !excluded.contains(tile));
            let at = at.unwrap_or(0);
            if at < hidden.len() {
                hands[seat].insert(hidden.swap_remove(at));
            }
        }
        self.round.rearranged(&hands, &hidden)
    }
}

/// Takes out one of the tiles that can be this one; any if none can.
fn take(excluded: &mut Vec<LargeTileSet>, tile: Tile, chance: &mut Chance) {
    let can_be = |place: &&LargeTileSet| !place.contains(tile);
    let count = excluded.iter().filter(can_be).count();
    let nth = chance.below(count);
    let mut fitting = excluded
        .iter()
        .enumerate()
        .filter(|(_, place)| can_be(place));
    let at = fitting.nth(nth).map_or(0, |(at, _)| at);
    if at < excluded.len() {
        excluded.swap_remove(at);
    }
}

/// The table while the events of a round are read.
struct Table<'a> {
    rules: &'a Rules,
    engine: Tile,
    /// The tiles that don't lie on the table.
    unplayed: LargeTileSet,
    laid: Vec<(Tile, Place)>,
    markers: Vec<Seat>,
    /// The trains that end with a double, the oldest first; those whose pips are dead too.
    doubles: Vec<Place>,
    first_turns: Vec<Seat>,
    /// The seat that acted last.
    turn: Option<Seat>,
    /// Whether it may play a second tile wherever it likes.
    more: bool,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules, engine: Tile) -> Self {
        let has_first_turns = rules.first_turn == FirstTurn::WholeTrain;
        let seats = rules.seating.seats().filter(|_| has_first_turns);
        Self {
            rules,
            engine,
            unplayed: rules
                .tile_set
                .tiles()
                .difference(LargeTileSet::only(engine)),
            laid: Vec::new(),
            markers: Vec::new(),
            doubles: Vec::new(),
            first_turns: seats.collect(),
            turn: None,
            more: false,
        }
    }

    /// What the events say of the tiles of all seats but this one.
    fn read(mut self, history: &[Shown], own: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for event in history {
            match *event {
                Event::Played(played) => {
                    self.acts(played.seat);
                    self.lay(played);
                    steps.push(Step::Played(played.seat, played.tile));
                }
                Event::Drew { seat, .. } => {
                    self.acts(seat);
                    steps.extend(self.held_none(seat, own));
                    steps.push(Step::Drew(seat));
                }
                Event::Passed { seat } => {
                    self.acts(seat);
                    steps.extend(self.held_none(seat, own));
                }
                Event::Opened { seat } => self.markers.push(seat),
                Event::Closed { seat } => self.markers.retain(|&one| one != seat),
                _ => {}
            }
        }
        steps.retain(|step| step.seat() != own);
        steps
    }

    /// A seat acts: if it is another one than before, a turn is over.
    fn acts(&mut self, seat: Seat) {
        if self.turn != Some(seat) {
            self.first_turns.retain(|&one| Some(one) != self.turn);
            self.turn = Some(seat);
            self.more = false;
        }
    }

    fn lay(&mut self, Played { seat, tile, on, .. }: Played) {
        self.unplayed.remove(tile);
        self.laid.push((tile, on));
        self.doubles.retain(|&open| open != on);
        let asks = tile.is_double().then_some(self.rules.double_turn);
        if asks.is_some_and(|asks| asks != DoubleTurn::None)
            && self.rules.game == Variant::MexicanTrain
        {
            self.doubles.push(on);
        }
        self.more = asks == Some(DoubleTurn::FreeSecond) && !self.first_turns.contains(&seat);
    }

    /// The tiles of which the seat on turn holds none, since it can't play. They follow from the ends on which it could
    /// play if it held all tiles.
    fn held_none(&self, seat: Seat, own: Seat) -> Option<Step> {
        if seat == own || self.more {
            return None;
        }
        let hands = BoxBySeat::from_fn(self.rules.seating, |other| {
            let is_all = other == seat;
            self.unplayed.iter().filter(|_| is_all).collect()
        });
        let position = Position {
            engine: self.engine,
            turn: seat,
            hands,
            laid: self.laid.clone(),
            markers: self.markers.clone(),
            doubles: self.doubles.clone(),
            first_turns: self.first_turns.clone(),
            boneyard: Vec::new(),
        };
        let (round, _) = Round::from_position(self.rules, &position).ok()?;
        let could = round.turn() == Some(seat);
        could.then(|| Step::HeldNone(seat, round.playable()))
    }
}

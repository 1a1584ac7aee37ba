/** What the server tells of Mexican Train and Chickenfoot, and the shapes in which the board is drawn. */
import type { Standing } from '../contract.js';

/** What the hosts choose. */
export interface TrainsOptions {
  game: 'mexican_train' | 'chickenfoot';
  seating: 'two' | 'three' | 'four' | 'five' | 'six' | 'seven' | 'eight';
  tile_set: 'double_twelve' | 'double_nine';
  hand_size: number;
  rounds: number;
  double_blank: number;
  first_turn: 'one_tile' | 'whole_train';
  own_first: 'no' | 'for_mexican' | 'for_all';
  double_turn: 'cover' | 'free_second' | 'none';
  last_double: 'ends' | 'must_cover';
  arms: 4 | 6 | 8;
}

/**
 * Where a tile goes: in Mexican Train the seat whose train it is, or "m"; in Chickenfoot the number of a tile of this
 * round, "0" for the hub.
 */
export type PlaceId = string;

/** A decision of a player. */
export type TrainsMove = { play: { tile: string; on: PlaceId } } | 'stop';

/** A tile of the round. `to`: the pips of its free end. */
export interface Played {
  seat: number;
  tile: string;
  on: PlaceId;
  to: number;
}

/** What the seat on turn has to do. */
export type TurnState = 'first' | 'cover' | 'free' | 'more' | 'hub' | 'foot';

/** What all can see beside the tiles. What is empty is left out. */
export interface TrainsTable {
  engine?: string;
  /** The seat that began the round. */
  beginner?: number;
  /** Left out between turns. */
  state?: TurnState;
  /** The seats with a marker on their train. */
  markers?: number[];
  /** The places whose last tile is an open double, the oldest first. */
  doubles?: PlaceId[];
  /** The seats whose long first turn is still to come, or goes on. */
  first_turns?: number[];
  /** The hub or the foot that must be filled, and how many tiles it lacks. */
  fill?: { on: PlaceId; missing: number };
  /** The places on which no tile can go any more. */
  dead?: PlaceId[];
  hand_sizes?: number[];
  boneyard?: number;
}

export type TrainsEvent =
  | { type: 'lots'; beginner: number; lots: string[] }
  | { type: 'dealt'; engine: string; beginner: number }
  | ({ type: 'played' } & Played)
  | { type: 'stopped'; seat: number }
  | { type: 'drew'; seat: number; tile?: string }
  | { type: 'opened'; seat: number }
  | { type: 'closed'; seat: number }
  | { type: 'passed'; seat: number }
  | { type: 'out'; seat: number; points: number[] }
  | { type: 'blocked'; points: number[] }
  | { type: 'totals'; scores: number[] }
  | { type: 'time_called' }
  | { type: 'won'; seats: number[] };

/** What is shown once the round is over. */
export interface TrainsShown {
  hands: string[][];
  boneyard: string[];
}

/** A tile on offer, and where it may go. */
export interface TrainsOffer {
  tile: string;
  on: PlaceId[];
}

/** What a seat alone knows. `stop`: whether it may end its long first turn. */
export interface TrainsOwn {
  hand: string[];
  offers?: TrainsOffer[];
  stop?: boolean;
}

/** What a viewer may know of a match, without the standing. */
export interface TrainsView {
  table: TrainsTable;
  /** The tiles of the round in order; the number of each is one more than its index. */
  played: Played[];
  /** The events of the round. */
  history: TrainsEvent[];
  shown?: TrainsShown;
  own?: TrainsOwn | null;
}

/** `begins`: whether a round began with these events. */
export interface TrainsChange {
  events: TrainsEvent[];
  begins?: boolean;
  table: TrainsTable;
  shown?: TrainsShown;
}

export type TrainsOwnChange = Partial<TrainsOwn>;

/** A step of a replay, with all hands. */
export interface TrainsStep {
  events: TrainsEvent[];
  table: TrainsTable;
  played: Played[];
  hands: string[][];
  boneyard: string[];
}

/** The view as the page holds it. */
export type View = TrainsView & { standing: Standing };

/** A tile on the table. `number`: which of the round it is; the hub is 0. */
export interface Laid {
  number: number;
  tile: string;
  /** The seat that laid it. */
  seat: number;
  /** The pips of its free end. */
  to: number;
}

/** A train of Mexican Train. */
export interface Train {
  on: PlaceId;
  /** The seat whose train it is; null for the Mexican train. */
  owner: number | null;
  /** From the hub outwards. */
  tiles: Laid[];
  /** The pips that it takes: those of the engine while it has no tile. */
  end: number;
  /** Whether a marker stands on it. */
  isMarked: boolean;
  /** Whether its last tile is an open double. */
  isOpenDouble: boolean;
  /** Whether this open double is the one to cover: the oldest. */
  isOldest: boolean;
  /** Whether no tile can go on it any more in this round. */
  isDead: boolean;
  /** Whether the visitor may play there now. */
  canPlay: boolean;
}

/** A tile of Chickenfoot, or the hub. */
export interface TreeTile {
  /** The hub is 0. */
  number: number;
  tile: string;
  /** The seat that laid it; null for the hub. */
  seat: number | null;
  /** The number of the tile on which it lies; null for the hub. */
  parent: number | null;
  /** The pips of its free end. */
  to: number;
  /** The numbers of the tiles that lie on it, in the order of play. */
  children: number[];
  /** How many tiles the hub or foot that must be filled lacks; 0 for all others. */
  missing: number;
  isDouble: boolean;
  /** Whether it is an end: a tile can go on once nothing must be filled. The hub and doubles are none. */
  isFree: boolean;
  isDead: boolean;
  canPlay: boolean;
}

/** What the page of a table asks of a game. The compiler checks each game against it (`games/index.js`). */
import type { Actions } from '../actions.js';
import type { Key } from '../i18n/keys.js';
import type { ClientMessage, Level, MoveAnalysis, ReplayRound, Room, Seating } from '../protocol.js';
import type { Timeline } from '../records/timeline.js';
import type { SoundName } from '../sound/synth.js';
import type { Table } from '../state.js';
import type { HandSort } from '../tiles/orders.js';

/** A move, as the message of it names it. */
export type Move = Extract<ClientMessage, { type: 'move' }>['move'];

/** Where a match stands, in every game. */
export interface Standing {
  /** How many decisions were made so far. */
  ply: number;
  /** The number of the round, from 1; 0 before the first deal. */
  round: number;
  /** The seat on turn; null between turns. */
  turn: number | null;
  /** The points of each side, and after each finished round, oldest first. */
  scores: number[];
  round_scores: number[][];
  over: boolean;
  /** The side that has won the match; null while none has. */
  winner: number | null;
  /** Whether the cap on the match's time has made this round the last one. */
  last_round: boolean;
}

/** One thing that a player picks on the way to a move. */
export interface Step {
  /** What is picked, such as a tile. Of each kind one is picked at most. */
  kind: string;
  /** Which of its kind; '' is what a step that is left out stands for. */
  id: string;
  /** Whether it may be left out. */
  free?: true;
  /** Whether it is always asked for, also where no other move is left: that the visitor is sure. */
  asked?: true;
}

/** A move that the rules allow, as the path of steps that leads to it. */
export interface Offer {
  move: Move;
  steps: Step[];
  /** The points that it scores, where the player may know them. */
  points?: number;
  /** Whether trying it once in a position is enough: the server may refuse it, and lists it still. */
  once?: true;
}

/** A sentence about the first `used` events that haven't been told yet. */
export interface Sentence {
  text: string;
  kind: string;
  scores: boolean;
  used: number;
}

/** How an event looks: points or a tile that fly from one place of the table to another, or a knock of a seat. */
export type Effect =
  | { type: 'points'; side: number; points: number; from: string }
  | { type: 'tile'; seat: number; from: string }
  | { type: 'knock'; seat: number };

/** The end of a round or of the match. `winner`: the side that has won it; null if none has, or if several share the win. */
export interface Over {
  type: 'round_over' | 'match_over';
  winner: number | null;
  /** The sides that share the win; left out where none does. */
  shared?: number[];
  /** Whether a round has no winner since nobody could play: it is no tie. */
  isBlocked?: true;
  /** Whether the round was played to its end. */
  isPlayed: boolean;
  /** What each seat had left. `uncounted`: its pips count for nobody, so they aren't told. */
  hands: string[][];
  uncounted?: true;
  /** The points of what each seat had left; left out where they are its pips. */
  counts?: number[];
}

/** The note beside a seat. `isOfTurn`: of the turn that goes on; `thing`: what was played, where the note names it. */
export interface Note {
  text: string;
  isOfTurn: boolean;
  thing: string | null;
}

/** A question to the visitor about a move. */
export interface Ask {
  id: string;
  text: string;
  /** The id and the name of the button that makes it. */
  choice: string;
  name: string;
  offer: Offer;
  /** The seat that it is about. */
  of: number;
}

/** What a match is played for. */
export interface Aim {
  /** The points that win it, where no number of boards ends it. */
  target: number;
  /** What the points are called: wins, where each won round counts one. */
  unit: 'points' | 'wins';
  /** Whether points can be lost again: the list of the rounds then has the scores, and not what each brought. */
  falls?: boolean;
}

/**
 * What is known by the rules alone. A table that waits is shown before its game is there, so the page asks for this
 * through `games/index.js`, and can do without.
 */
export interface Terms {
  /** Left out or null: the points of the sides are shown, and no target. */
  aim?(room: Pick<Room, 'rules'>): Aim | null;
  /** About how many minutes a match of the usual length takes, and that length, by preset; null: without a target. */
  minutes?: Readonly<Record<string, readonly [minutes: number, target: number | null]>>;
  /** Whether a match is one round: rounds aren't counted then. */
  isOneRound?: boolean;
  /** How many rounds a match has. Left out: their number doesn't end it. The lengths in `minutes` are rounds then. */
  rounds?(room: Pick<Room, 'rules'>): number;
  /** The way that turns go round the table, which is drawn on it. Left out: nothing is drawn, and they go clockwise. */
  turns?(room: Pick<Room, 'rules'>): 'clockwise' | 'counter_clockwise';
}

/** The options of a game, by name. */
export type Options = Record<string, any>;

/** A preset of a game, as the server offers it. */
export interface Preset {
  name: string;
  rules: Options;
  /** The targets that are offered. */
  targets: readonly number[];
  /** The rules for each seating. */
  seatings: readonly { seating: Seating; offered: boolean; rules: Options }[];
  [part: string]: any;
}

/**
 * How long a match may be. `target`: the points that win it, null without such; or its rounds, where `inRounds` of the form
 * says so. `size`: where each game of the kind has a match of that size.
 */
export interface Length {
  preset: string;
  target: number | null;
  size?: 'short' | 'normal' | 'long';
}

/**
 * What a form must know to offer a game: for a new table, a tournament or a quick match. It is fetched with the server's
 * presets. An option has its words by its name, in the groups `option`, `value` and `hint` of the texts.
 */
export interface GameForm {
  /** The variant of rules: it has a picture, a rating and a family. */
  variantOf(rules: Options): string;
  /** The variants that are rated, each with the preset by whose name it goes. `pairs`: whether pairs are rated in it too. */
  variants?: Readonly<Record<string, { preset: string; pairs?: boolean }>>;
  /** The families of variants. Left out: each variant is a family of its own. */
  families?: Readonly<Record<string, string>>;
  /** All options, where rules leave out some. Left out: they don't. */
  whole?(rules: Options): Options;
  /** The seatings that a preset is offered with. */
  seatings(preset: Preset): Preset['seatings'];
  /** How long a match of a preset may be, shortest first. */
  lengths(preset: Preset, presets: readonly Preset[]): Length[];
  /** Whether a match has a number of rounds, which is the option `rounds`, in place of a target. */
  inRounds?: boolean;
  /** What is said of the length under these options. */
  lengthHint?(options: Options): string | null;
  /** Choices that are shown above the further options, with the values that are offered there. */
  prominent?(preset: Preset): { name: string; values: string[] }[];
  /** Options whose words go by another name, since an option of another game has theirs. */
  words?: Readonly<Record<string, string>>;
  /** The options that mean nothing for another seating than the one that they were chosen for. */
  bySeating?: readonly string[];
  /** The least and the most of a number under these options, where the server's range is wider. */
  range?(name: string, all: Range, options: Options): Range;
  /** Whether a number within the range is offered. */
  isOffered?(name: string, n: number): boolean;
  /** Whether its rules have a lesson beside them. */
  hasLesson?: boolean;
  /** What happens when the longest time of a match is over, as a hint and as a sentence. Left out: the round is finished. */
  capHint?(): string;
  capTerm?(time: string): string;
  /** How many boards a match can have where all tables of a tournament have the same deals; left out: it can have none. */
  boards?: readonly number[];
}

/** The pictures of a game, by variant or by preset: elements in a box of 128 by 72. */
export type Pictures = Readonly<Record<string, () => SVGElement[]>>;

export interface Range {
  min: number;
  max: number;
}

/** How a round is dealt: the first seat has the first things of the order, the next seat the following ones. */
export interface Dealing {
  /** How many things there are. */
  things: number;
  /** How many things each tile has, one after the other: the copies of it. Left out: one. */
  copies?: number;
  /** The tile of the set that is none of the things of a round, since it isn't dealt. Left out: none. */
  lacking?(round: number): string;
  /** How many each seat gets. */
  held: number;
  /**
   * What a transcript says of each round, as far as it tells where things were. No rule of the game is asked: whether it
   * can have happened, the server says.
   */
  rounds(transcript: string): Played[];
  /** Whether these hands are thrown away and all is dealt anew; null if that can't be told. Left out: never. */
  isThrownIn?(
    hands: readonly (readonly string[])[],
    round: number,
    before: Dealt['end'] | null | undefined,
  ): boolean | null;
}

/** A round as the transcript of a record tells it. `events`: as in `Dealt`. */
export interface Played {
  events: string[];
  /** All tiles as they lay, each time that they were dealt. */
  deals: string[][];
  drawn: { seat: number; tile: string }[];
  end?: Dealt['end'];
}

/** What the visitor's seat was shown of the deal of a round, for the check of the deal. */
export interface Dealt {
  seat: number;
  hand: string[];
  /** What everybody saw of the deal and its things, in order, one text each: "lots 6-4 5-1", "redeal", "1 draws", "0 6-4". */
  events: string[];
  /** How many tiles the seat draws with the deal, before anybody plays; left out: none. */
  drawnAtOnce?: number;
  /** How the round ended, and what each seat had left, once it has. */
  end?: 'domino' | 'won' | 'tied';
  left?: string[][];
}

/** A box by its middle, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place on the board where something picked may go. `ahead`: not now, but when the own turn comes. */
export interface Target {
  steps: readonly Step[];
  ahead: boolean;
  /** Where it would lie. */
  ghost: Box & { angle: number };
}

/** A part of the page. */
export interface Part<S> {
  element: HTMLElement;
  draw(shown: S): void;
}

/** What a game's views get from the page. */
export interface Place {
  actions: Actions;
  /** Where on the board something that is played comes from, if that is known; "there": it lies there already. */
  origin(thing: string): { x: number; y: number } | 'there' | null;
}

/**
 * What is called out: `words`, in `lang` if that isn't the reader's language; `meaning`: the same in the reader's words,
 * and the points; `told`: a sentence of the history says it too.
 */
export interface Call {
  words: string;
  lang: string | null;
  meaning: string;
  told: boolean;
}

/** How a round ended. `picture`: what was played last, as large as its place. */
export interface Finish {
  calls: Call[];
  picture: Element | null;
}

/** What a game shows at its table: the page puts the elements into their places. */
export interface Board {
  board: Part<Table> & {
    targets(): readonly Target[];
    /** Shows which target something dragged would go to; -1 for none. */
    aim(at: number): void;
    /** The board's size, and that of a thing on it, in pixels. */
    size(): { width: number; height: number; unit: number };
  };
  hand: Part<Table> & {
    focus(): void;
    /** Does what a tap on a thing does. */
    press(index: number): void;
    /** The things as they lie, and where one of them is on the screen. */
    tiles(): string[];
    boxOf(thing: string): DOMRect | null;
  };
  /** What may be picked beside the hand, and buttons for the targets, for thumbs. */
  controls: Part<Table>;
  chips: { element: HTMLElement; draw(targets: readonly any[], size: { width: number; height: number }): void };
  /** How the round stands. */
  status: Part<Table>;
  /** What is called out when events come into sight. */
  callouts: Part<{ table: Table; shown: readonly any[] }>;
  /** What the round that is over was worth. */
  worth: Part<{ table: Table; over: Over }>;
  /** What the card of a seat shows before its points, such as its piece. */
  mark?(): Part<{ table: Table; seat: number }>;
  /** Keys of the table that do something on the board, with the key of the words about it. */
  keys?: Readonly<Record<string, { about: Key; press(): void }>>;
}

/** A hand in an order of its game. `turned`: what lies upside down; `gap`: how many tiles lie before a gap. */
export interface Lain {
  tiles: string[];
  turned: readonly string[];
  gap: number;
}

/** A position of a replay, with all hands. */
export interface PositionView {
  table: HTMLElement;
  lines: HTMLElement;
  history: HTMLElement;
  /** The position in words. `home`: the seat at the lower side; `move`: the one that led here, if it cost something. */
  draw(timeline: Timeline, at: number, home: number, move: MoveAnalysis | null): string;
}

/** What can be read of a game, or played: the lesson. */
export type RulesPart = 'rules' | 'strategy' | 'lesson';

/** A section of an article. */
export interface Section<F = any> {
  /** Empty if the article's title says it. */
  heading: string;
  lines: string[];
  /** Drawn examples, as the game draws them. */
  figures: F[];
  terms?: [term: string, meaning: string][];
  /** Of a table; the first has the columns' names if there are more than two. */
  rows?: string[][];
}

/** A lesson that is played beside the rules. */
export interface Lesson {
  element: HTMLElement;
  begin(): void;
  stop(): void;
}

/** What can be read beside the rules of the games. */
export type Reading = 'glossary' | 'odds' | 'more';

/** What reads out the rules of a table that differ from family to family. */
export interface HouseRules {
  /** A sentence for each. */
  houseRules(room: Pick<Room, 'rules'>): string[];
}

/** What tells the rules of a game, of the table or preset that is drawn. */
export interface GameRules {
  rulesArticle(go?: (part: RulesPart) => void): {
    element: HTMLElement;
    draw(rules: any, preset: string, name: string, more?: { boards?: number; part?: RulesPart }): void;
  };
}

/** What draws a game. */
export interface GameViews {
  open(place: Place): Board;
  /** A board that is only looked at. */
  boardView(actions: Actions, origin: Place['origin']): Part<Table>;
  positionView(actions: Actions, step: (by: number) => void): PositionView;
  /** What is called out about the end of a round, and the play that made it. Left out: the page tells who has won. */
  finish?(now: { table: Table; over: Over }): Promise<Finish>;
}

/** A view of any game; only its game knows what it holds beside the standing. */
export type AnyView = { standing: Standing; [part: string]: any };

/** What an update tells of a match: what everybody may know, and what only the visitor's seat may. */
export interface Change<C = any, O = any> {
  change?: C;
  own?: O;
}

/** A game that is played at tables: V its view with the standing, E its events, C a change of it. All is pure. */
export interface Game<V extends { standing: Standing } = any, E = any, C = any> extends Terms {
  /** The view after a change, whose standing the page adds; null without one. */
  fold(view: V | null, told: Change<C>, seat: number | null): Omit<V, 'standing'> | null;
  /** Whether a change ends a round. */
  endsRound(change: C | undefined): boolean;
  /** What has happened with a change. */
  eventsOf(change: C | undefined): readonly E[];
  /** The events of the round. */
  history(view: V): E[];
  /** What is shown after each of the events that lead from one view to the next; the last is that view. */
  frames(before: V | null, after: V, events: readonly E[]): V[];
  /** How long an event is looked at before the next one follows, in milliseconds. */
  beat(event: E, next: E | undefined): number;
  /** What the visitor's seat may do, as the server listed it. */
  offers(view: V, room: Pick<Room, 'rules'>): Offer[];
  /** What may be chosen before the own turn: as far as is known now, it will be an offer then. */
  ahead(view: V): Pick<Offer, 'steps'>[];
  /** The only move, where it is no decision, and the key of the words that say so. */
  unasked(view: V, room: Pick<Room, 'rules'>, seat: number): { offer: Offer; why: string } | null;
  /** The visitor's things, as they came. */
  hand(view: V): string[];
  /** Its orders of the hand beside the usual ones, by name. `before`: the hand as it lay. */
  orders?: Readonly<Partial<Record<HandSort, (table: Table, before: readonly string[]) => Lain>>>;
  /** What the visitor, who has a seat, was shown of the deal; null without a hand. */
  dealt(view: V, seat: number): Dealt | null;
  /** How a round is dealt, against which the deals are checked. */
  dealing(room: { rules: any }): Dealing;
  /** How much a seat holds, and what it is known to lack. */
  seat(view: V, seat: number): { held: number; lacks: readonly (number | string)[] };
  /** What a seat did last. */
  note(view: V, seat: number, room: Room): Note;
  /** The points that a side has made last in this round, if any. */
  made(view: V, side: number): number | null;
  /** What the winner of the round gets beside the usual. */
  stakes(view: V): string[];
  /** How the round or the match has ended; null while it is played. */
  over(view: V, room: Room): Over | null;
  /** The place of each side by the points so far, 1 for the best; left out where the most points are best. */
  places?(view: V): number[];
  /** Why the round was won, and what it is worth. */
  outcome(view: V, room: Room, you: number | null): string[];
  /** Events as short sentences, to a reader at a seat. `view`: one that knows the events, where there is any. */
  sentences(
    events: readonly E[],
    room: Room,
    you?: number | null,
    view?: Omit<V, 'standing'> | null,
  ): Sentence[];
  /** What a seat has played with an event, if it has. */
  played(event: E): { seat: number; thing: string } | null;
  /** Whether the turn has come again to a seat, since the others could do nothing. */
  isAgain(events: readonly E[], seat: number): boolean;
  /** What flies over the table, and what is heard, when an event comes into sight. */
  effect(event: E): Effect | null;
  cue(event: E, table: Table): SoundName | null;
  /** What the visitor is to do on their turn. */
  line(view: V, table: Table): string;
  /** What is about to be played; what was chosen ahead while a player thinks; that it can't be played. */
  soon(offer: Offer, why: string): string;
  waits(view: V, steps: readonly Step[], name: string): string;
  gone(steps: readonly Step[]): string;
  /** Moves that the page asks about beside the play. */
  asks(view: V, room: Room, seat: number): Ask[];
  /** What lies, what is held and how it stands, read aloud. */
  aloud(what: 'board' | 'hand' | 'scores', table: Table, things: readonly string[]): string;
  /** What an expert advises: the steps of it, and in words. Left out: there are no hints, and matches aren't analysed. */
  advised?(answer: any): Step[];
  advice?(answer: any, view: V, room: Room): string;
  /** How much players of each level keep of what is at stake, from and to, in percent; left out or null: not measured. */
  kept?(room: Pick<Room, 'rules'>): Record<Level, readonly [from: number, to: number]> | null;
  /** A position of a recorded round, what has led to it, and what each seat has held until then. */
  position(round: ReplayRound, step: number): Omit<V, 'standing'>;
  happened(round: ReplayRound, step: number): E[];
  hands(round: ReplayRound, step: number): { tile: string; held: boolean }[][];
  /** Keys of the table that make a move: the kind of its step, and the key of the words about it. */
  keys: Readonly<Record<string, { kind: string; about: Key }>>;
}

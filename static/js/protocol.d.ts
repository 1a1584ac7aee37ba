// Boneyard protocol, version 1. Generated from the types of crates/protocol, and not to be edited:
// UPDATE=1 cargo test -p boneyard-protocol --test generated

/** A message from a client to the server. */
export type ClientMessage =
  /** The first message on every connection, due within ten seconds. The answer is `welcome`. */
  | {
      type: "hello";
      /** The version of the protocol that the client speaks. */
      protocol: number;
    }
  /**
   * Begins or stops to follow the list of public tables. The answer is `lobby`, then `listed` and
   * `unlisted` as it changes.
   */
  | {
      type: "lobby";
      /** Whether to follow. */
      follow: boolean;
    }
  /**
   * Begins or stops to follow the tables at which one has a seat. The answer is `own_tables`, and
   * again when something changes there, at most once a second. What changes at a table that this
   * connection has open, the table tells.
   */
  | {
      type: "own_tables";
      /** Whether to follow. */
      follow: boolean;
    }
  /**
   * Changes the display name, at every table too. The answer is `you`, on every connection of this
   * visitor.
   */
  | {
      type: "rename";
      /** The new name. */
      name: string;
    }
  /**
   * Looks for a quick match. The answer is `seeking`, and `paired` once a table is found. Sent
   * again, it changes what is looked for. It ends with the connection.
   */
  | {
      type: "seek";
      /** The presets that one would play, by their names in the catalogue: at least one. */
      presets: string[];
      /** Whether kept accounts and guests may meet; they do if both allow it. */
      mixed: boolean;
      /** Looks as one of two partners: the same for both. */
      party?: PartyId | null;
    }
  /** Looks no longer. The answer is `seeking`. */
  | {
      type: "unseek";
    }
  /**
   * Begins or stops to follow how many look and play. The answer is `seek_counts`, and again when
   * it changes, at most once a second.
   */
  | {
      type: "seek_counts";
      /** Whether to follow. */
      follow: boolean;
    }
  /**
   * Begins to follow a table. The answer is `table`, then an `update` for each change. Sent again,
   * it brings a fresh `table`. With `since` the answer is `missed` if the server still has every
   * update after that version, and `table` otherwise.
   */
  | {
      type: "open";
      /** The table. */
      table: TableId;
      /** The invitation; needed at a table by link, for those who don't sit there already. */
      invite?: Invite | null;
      /** The last version of the table that the client knows. */
      since?: number | null;
    }
  /** Stops to follow a table. A player stays seated. */
  | {
      type: "close";
      /** The table. */
      table: TableId;
    }
  /**
   * Takes a seat, before a match. Like all that follow, it needs the table to be open, and its
   * answer is an `update` for everybody there.
   */
  | {
      type: "sit";
      /** The table. */
      table: TableId;
      /** The seat; without it, the first that is free. */
      seat?: Seat | null;
    }
  /** Gives up the seat, before or after a match. */
  | {
      type: "leave";
      /** The table. */
      table: TableId;
    }
  /**
   * Says that one is ready for the match, or for a rematch, or takes it back. It starts when every
   * seat is taken and ready.
   */
  | {
      type: "ready";
      /** The table. */
      table: TableId;
      /** Whether one is. */
      ready: boolean;
    }
  /**
   * Promises a seed for the deals of the match to come. Another promise takes the place of one
   * given before.
   */
  | {
      type: "commit";
      /** The table. */
      table: TableId;
      /** The number of the match, as `room.fairness.match` says it. */
      match: number;
      /** The seed's hash. */
      commitment: Commitment;
    }
  /** Reveals the seed, once `room.fairness.revealing` says that it is time. */
  | {
      type: "reveal";
      /** The table. */
      table: TableId;
      /** The number of the match. */
      match: number;
      /** What was promised. */
      seed: Seed;
    }
  /**
   * Asks for what proves the deals of a round of the last match, once the round has ended. The
   * answer is `fairness`.
   */
  | {
      type: "fairness";
      /** The table. */
      table: TableId;
      /** The number of the round, from 1. */
      round: number;
    }
  /**
   * Removes a player before the first match, or a computer player whenever no match is played. Only
   * for the host.
   */
  | {
      type: "remove";
      /** The table. */
      table: TableId;
      /** The player's seat. */
      seat: Seat;
    }
  /** Gives a free seat to a computer player, whenever no match is played. Only for the host. */
  | {
      type: "seat_computer";
      /** The table. */
      table: TableId;
      /** The seat. */
      seat: Seat;
      /** How strong it is to be. */
      level: Level;
    }
  /**
   * Asks for the seat of a computer player while a match is played. Sent again for the same seat,
   * it changes nothing.
   */
  | {
      type: "request_seat";
      /** The table. */
      table: TableId;
      /** The seat. */
      seat: Seat;
    }
  /** Takes the own request for a seat back. */
  | {
      type: "withdraw_request";
      /** The table. */
      table: TableId;
    }
  /**
   * Agrees to a request for a seat, or declines it: for the host, or while the host is away for any
   * player.
   */
  | {
      type: "answer_request";
      /** The table. */
      table: TableId;
      /** `asked_ms` of the request that is meant. */
      asked_ms: number;
      /** Whether the asker gets the seat. */
      agree: boolean;
    }
  /** Plays a tile. */
  | {
      type: "play";
      /** The table. */
      table: TableId;
      /**
       * `board.ply` as the player saw it: a play that was meant for another moment is refused as
       * `stale`.
       */
      ply: number;
      /** The tile. */
      tile: Tile;
      /** The arm that it is to lengthen; without it, the lead. */
      arm?: ArmId | null;
      /** The points that the player announces, under muggins calls. */
      announced?: number | null;
    }
  /** Gives the lead to the partner, where `own.may_give_lead` says so. */
  | {
      type: "give_lead";
      /** The table. */
      table: TableId;
      /** `board.ply` as the player saw it. */
      ply: number;
    }
  /** Calls "Muggins!". */
  | {
      type: "call";
      /** The table. */
      table: TableId;
      /** `board.ply` as the player saw it. */
      ply: number;
    }
  /** Asks what an expert would play in one's place. The answer is `hint`. */
  | {
      type: "hint";
      /** The table. */
      table: TableId;
      /** `board.ply` as the player saw it. */
      ply: number;
    }
  /**
   * Gives the match up. Where two sides meet and nobody else of one's side plays, the other side
   * wins; else a computer player plays on in one's place.
   */
  | {
      type: "resign";
      /** The table. */
      table: TableId;
    }
  /**
   * Offers to end the match without a winner, agrees to that, or declines it. The match ends when
   * all who are still at it want that.
   */
  | {
      type: "agree";
      /** The table. */
      table: TableId;
      /** Whether to end it; `false` declines, and takes every offer off the table. */
      agree: boolean;
    }
  /** Does something about a player who keeps the others waiting: see `absent` in the presence. */
  | {
      type: "absent";
      /** The table. */
      table: TableId;
      /** The seat of that player. */
      seat: Seat;
      /** What to do. */
      choice: AbsentChoice;
    }
  /** Says that one is back, and takes the own seat back. */
  | {
      type: "back";
      /** The table. */
      table: TableId;
    }
  /**
   * Asks for the analysis of the match that is over; only for its players. The answer is
   * `analysis`, and `analysing` while it is made.
   */
  | {
      type: "analyse";
      /** The table. */
      table: TableId;
    }
  /** Says that one is ready for the next round. */
  | {
      type: "next";
      /** The table. */
      table: TableId;
    }
  /**
   * Says something, with either `text` or `phrase`: players to the other players, watchers to the
   * other watchers. Its answer is `said` for everybody in that room.
   */
  | {
      type: "say";
      /** The table. */
      table: TableId;
    } & (
      /** Words of their own, 1 to 200 characters. They are plain text, whatever they look like. */
      | {
          text: string;
        }
      /** A phrase that each client says in its reader's language. */
      | {
          phrase: Phrase;
        }
    )
  /** Reacts to what has just happened. Its answer is `reacted` for everybody at the table. */
  | {
      type: "react";
      /** The table. */
      table: TableId;
      /** How. */
      reaction: Reaction;
    };

/**
 * Two people who look for a match as partners: 32 lower-case hex digits, as in the link
 * `/?partner={party}`.
 */
export type PartyId = string;

/** A table: 32 lower-case hex digits. */
export type TableId = string;

/**
 * An invitation to a table that isn't listed, or to a seat that is kept for friends: 32 lower-case
 * hex digits, as in the link `/t/{table}?invite={invite}`.
 */
export type Invite = string;

/** A place at the table, 0 to 3. Turns go in the order of the numbers. */
export type Seat = number;

/**
 * A value that its owner shows first and can't change later: the head of a chain, or the hash of a
 * seed.
 */
export type Commitment = string;

/**
 * The contribution of a seat to the deals of a match. It is shown after every seat has committed to
 * its seed.
 */
export type Seed = string;

/** How strong a computer player is. */
export type Level =
  /** Plays nearly at random. */
  | "beginner"
  /** Takes the points that lie there, and gets rid of heavy tiles. */
  | "casual"
  /** Supposes where the hidden tiles lie, and tries its plays out. */
  | "club"
  /** Weighs what the others' plays, draws and passes reveal, and plays for the match. */
  | "expert";

/**
 * An unordered pair of pips: one of the 55 tiles of the double-nine set. The first 28 of them are
 * the double-six set.
 *
 * A tile prints with its higher end first, and `4-6` and `6-4` are the same tile.
 */
export type Tile = string;

/**
 * The name of an arm of the layout.
 *
 * The lead begins `a` and `b` at once, `a` on its higher end. The spinner's sides are equal, so one
 * that carries no tile is offered at a time: `c` is begun after both sides along the line, and `d`
 * after `c`.
 */
export type ArmId =
  /** From the lead's higher end. */
  | "a"
  /** From the lead's lower end. */
  | "b"
  /** From the spinner's third side. */
  | "c"
  /** From the spinner's fourth side. */
  | "d";

/** What somebody does about a player who keeps them waiting. */
export type AbsentChoice =
  /** Have the first legal placement made for them, this once. */
  | "place"
  /** Have a computer player play for them until they come back. */
  | "computer"
  /** Claim the win. */
  | "claim";

/** A phrase that each client says in its reader's language. */
export type Phrase =
  /** "Hello!" */
  | "hello"
  /** "Good luck!" */
  | "good_luck"
  /** "Well played!" */
  | "well_played"
  /** "Nice move!" */
  | "nice_move"
  /** "Thank you!" */
  | "thanks"
  /** "Good game!" */
  | "good_game"
  /** "One more?" */
  | "one_more"
  /** "Sorry!" */
  | "sorry"
  /** "Oops!" */
  | "oops"
  /** "I'm in a hurry." */
  | "in_a_hurry";

/** How somebody reacts to what has just happened at the table. */
export type Reaction =
  /** A thumb up. */
  | "thumbs_up"
  /** Clapping hands. */
  | "clap"
  /** A laughing face. */
  | "laugh"
  /** An astonished face. */
  | "wow"
  /** A thoughtful face. */
  | "think"
  /** A sad face. */
  | "sad";

/** The body of `POST /api/tables`: the table to open. Whoever asks sits at seat 0 as its host. */
export interface CreateTable {
  /** What is to be played. */
  rules: Options;
  /** Who finds the table. */
  access: Access;
  /** Seats that only the invited may take. */
  kept_seats: number;
  /**
   * Computer players, who take the seats from 1 on. If they are as many as there are other seats,
   * the match begins at once.
   */
  computers?: Level[];
  /**
   * Whether players may ask for hints. If that isn't said, they may where the match begins at once,
   * against computer players alone.
   */
  hints?: boolean | null;
  /** How long players may think. If that isn't said, as long as they like. */
  clock?: ClockRule;
  /** Whether programs may take seats; if that isn't said, they may. */
  bots?: boolean | null;
  /**
   * Whether its matches are rated: for kept accounts alone, with a preset's own rules and target,
   * and without computer players and hints. If that isn't said, they aren't.
   */
  rated?: boolean;
  /** The host's promise for the first match, as in `commit`. */
  commitment?: Commitment | null;
}

/**
 * A value for every option, in any combination; `Rules` is the checked form.
 *
 * In JSON the options from `tile_set` on are left out if they have their first value, the value
 * that games without the option have.
 */
export interface Options {
  /** Which of the four games is played. */
  variant: Variant;
  /** The number of players, and whether they are partners. */
  seating: Seating;
  /** Tiles dealt to each seat, 3 to 14; the set must have enough for all seats. */
  hand_size: number;
  /** The points that win the match, 1 to 1000. */
  target: number;
  /** Whether the first double of a round is a spinner, which takes arms on all four sides. */
  spinner: boolean;
  /** What a point is worth; fives are only possible in All Fives. */
  point_unit: PointUnit;
  /** Which seat leads the first round. */
  opening: Opening;
  /** What happens if no seat was dealt a double; used if the opening requires one. */
  no_double: NoDouble;
  /** Which seat leads later rounds. */
  next_lead: NextLead;
  /** Which seat leads after a blocked round. */
  after_block: AfterBlock;
  /** Tiles of the boneyard that may never be drawn, 0 to 2. */
  reserve: number;
  /** The points of a blocked round; used without the going-out point. */
  blocked_score: BlockedScore;
  /** Whether points that would exceed the target are not given. */
  exact_target: boolean;
  /** Whether going out scores one point instead of the pips in hands. */
  going_out_point: boolean;
  /**
   * How a play gets the points of the count; muggins calls are only possible in All Fives, and
   * Fives and Threes.
   */
  calls: Calls;
  /** The set of tiles; sets other than double-six are only possible in Block and Draw. */
  tile_set?: DominoSet;
  /** The direction of turns on the screen. */
  turns?: Turns;
  /**
   * The tiles are dealt again if a hand has this number of doubles or more: 4 to 7, with
   * double-nine 4 to 10; 0 for never.
   */
  redeal_doubles?: number;
  /** Whose pips give the points for hands to the winner of a round. */
  hands?: Hands;
  /** Which side wins a blocked round. */
  blocked_winner?: BlockedWinner;
  /** What happens after a tied block. */
  blocked_tie?: BlockedTie;
  /** Points for each way to win a round. */
  finish?: Finish;
  /** Points for going out with 0-0, 0 to 200. */
  double_blank?: number;
  /**
   * Extra points for the first, second, third and fourth won round of the match, 0 to 200 each.
   */
  round_bonus?: number[];
  /** Points for making other seats pass. */
  passes?: Passes;
  /** The points that a side without points must win in one round to get them, 0 to 50. */
  entry?: number;
  /** Whether the scores of all sides go back to 0 after each side has won a round. */
  love?: Love;
  /** When the rules check whether a side has reached the target. */
  match_end?: MatchEnd;
  /** When the spinner takes tiles on its other two sides. */
  spinner_ends?: SpinnerEnds;
  /** Which side gets the points when a seat goes out. */
  domino_winner?: DominoWinner;
  /** Which seats may call "Muggins!". */
  callers?: Callers;
}

/** The four games. */
export type Variant =
  /** No seat draws; points are given at the end of the round. */
  | "block"
  /** A seat that can't play draws; points are given at the end of the round. */
  | "draw"
  /** As in Draw, and a play scores if the count is a multiple of five. */
  | "all_fives"
  /**
   * As in Draw, and a play scores one point for each five in the count if it is a multiple of five,
   * and one point for each three if it is a multiple of three.
   */
  | "fives_and_threes";

/** The number of players, and which of them score together. */
export type Seating =
  /** Two players, each for themselves. */
  | "two"
  /** Three players, each for themselves. */
  | "three"
  /** Four players, each for themselves. */
  | "four"
  /** Four players; the two who sit opposite each other are partners (0+2 and 1+3). */
  | "partners";

/** What a point is worth in All Fives. */
export type PointUnit =
  /**
   * The points are the count itself; points for hands are their pips rounded to the nearest five.
   */
  | "pips"
  /** One point for each five (15 scores 3). */
  | "fives";

/** Which seat leads the first round. */
export type Opening =
  /** The holder of the highest double, who must lead it. */
  | "highest_double"
  /** The seat that draws the heaviest lot, which may lead any tile. */
  | "lot"
  /** The holder of the lowest double, who must lead it. */
  | "lowest_double"
  /** The holder of 1-1, otherwise of 2-2, 3-3 and so on, and last of 0-0, who must lead it. */
  | "double_one";

/** What happens if the opening requires a double and no seat was dealt one. */
export type NoDouble =
  /** The holder of the heaviest tile must lead it. */
  | "heaviest_tile"
  /** The tiles are shuffled and dealt again. */
  | "redeal";

/** Which seat leads later rounds. */
export type NextLead =
  /** The winner of the previous round. */
  | "winner"
  /** The seat after the leader of the previous round, in turn order. */
  | "rotate"
  /** The seat that the opening names, as in the first round. */
  | "opening"
  /** The winner of the previous round, who may give the lead to its partner. */
  | "winning_side";

/** Which seat leads after a blocked round. */
export type AfterBlock =
  /** The same seat as after any other round. */
  | "same"
  /** The seat that the opening names, as in the first round. */
  | "opening";

/** The points of a blocked round for the side with the fewest pips. */
export type BlockedScore =
  /** The pips of all opponents. */
  | "opponents_total"
  /** The pips of all opponents minus the side's own. */
  | "difference";

/** How a play gets the points of the count. */
export type Calls =
  /** Automatically. */
  | "automatic"
  /**
   * Only if the player announces them; otherwise an opponent may call "Muggins!" and take them.
   */
  | "muggins";

/** The set of tiles. */
export type DominoSet =
  /** 28 tiles, 0-0 to 6-6. */
  | "double_six"
  /** The 27 tiles of the double-six set without 0-0. */
  | "no_double_blank"
  /** 55 tiles, 0-0 to 9-9. */
  | "double_nine";

/**
 * The direction of turns on the screen. It changes nothing in the rules, which number the seats in
 * turn order.
 */
export type Turns =
  /** To the left. */
  | "clockwise"
  /** To the right. */
  | "counter_clockwise";

/** Whose pips give the points for hands to the winner of a round. */
export type Hands =
  /** The pips of all opponents. */
  | "opponents"
  /** The pips of all seats, including the winner and its partner. */
  | "all"
  /** None: pips only decide which side wins a block. */
  | "none";

/** Which side wins a blocked round. */
export type BlockedWinner =
  /** The side with the fewest pips. */
  | "side"
  /** The side of the seat with the fewest pips. */
  | "lightest_seat"
  /**
   * Only the blocker and the next seat are compared; the side of the seat with fewer pips wins.
   */
  | "blocker";

/** What happens after a tied block. */
export type BlockedTie =
  /** No side wins the round. */
  | "nobody"
  /** The leader's side wins it. */
  | "leader"
  /** The blocker's side wins it. */
  | "blocker"
  /** No side wins the round, and the points of the next won round are doubled. */
  | "doubles";

/** Points for each way to win a round, 0 to 100 each. */
export interface Finish {
  /** For going out with any other tile. */
  plain: number;
  /** For going out with a double. */
  double: number;
  /** For going out with a tile that makes all open ends equal. */
  both: number;
  /** For going out with a double that makes all open ends equal. */
  double_both: number;
  /** For winning a block. */
  blocked: number;
}

/** Points for the side that played a tile and made other seats pass, 0 to 100 each. */
export interface Passes {
  /** The tile was the lead and a double, and only the next seat passed. */
  lead_double: number;
  /** The tile was the lead and no double, and only the next seat passed. */
  lead_other: number;
  /** The tile was played later, and the next seat passed but not all other seats did. */
  next: number;
  /** All other seats passed. */
  all: number;
}

/**
 * Whether the scores of all sides go back to 0 after each side has won a round (rules-world.md,
 * Love).
 */
export type Love =
  /** The scores stay. */
  | "no"
  /** All scores go back to 0 when no side has 0 points. */
  | "yes"
  /**
   * As `Yes`, except that when every side has exactly one point, the next round decides which side
   * keeps its points.
   */
  | "one_all";

/** When the rules check whether a side has reached the target. */
export type MatchEnd =
  /** After each score; the match can end in the middle of a round. */
  | "at_once"
  /**
   * At the end of each round. The side with the most points wins; if sides are equal, another round
   * is played.
   */
  | "after_round";

/**
 * When the spinner takes tiles on its other two sides. Sides that carry no tile are equal, and one
 * of them is offered: so the same tiles can be played either way, on arms of the same names.
 */
export type SpinnerEnds =
  /** Once both sides along the line carry a tile. */
  | "after_both_sides"
  /** As soon as the spinner lies. */
  | "from_start";

/** Which side gets the points when a seat goes out. */
export type DominoWinner =
  /** The side of the seat that went out. */
  | "out"
  /** The side with the fewest pips; if sides are equal, the side of the seat that went out. */
  | "lightest_side";

/** Which seats may call "Muggins!". */
export type Callers =
  /** The opponents of the seat that played. */
  | "opponents"
  /**
   * All other seats. The partner of the seat that played may call too, and gets the points for the
   * side of both.
   */
  | "everyone";

/** Who finds a table. */
export type Access =
  /** Everybody: it is listed, and anybody may watch. */
  | "public"
  /** Who has the invitation. */
  | "link";

/** How long players may think. The server keeps the time; clients only draw it. */
export type ClockRule =
  /** As long as they like. */
  | {
      type: "none";
    }
  /** So long for each move. */
  | {
      type: "per_move";
      /** 15, 30, 60 or 120. */
      seconds: number;
    }
  /** So long for the match, and a little more with each move. */
  | {
      type: "bank";
      /** 30 to 3600. */
      seconds: number;
      /** What each move adds, 0 to 60. */
      increment: number;
    };

/** The body of `POST /api/replay`: a transcript to be replayed. Nothing of it is kept. */
export interface ReplayRequest {
  /** The transcript. */
  transcript: string;
  /** The number of the first round to be answered with; the first if left out. */
  from?: number | null;
}

/** The body of `PUT /api/m/{id}/hidden`. */
export interface HideMatch {
  /** Whether others are to read no name of one's own in the record. */
  hidden: boolean;
}

/** The body of `POST /api/bots`: a program that is to play. */
export interface CreateBot {
  /** What others will see. */
  name: string;
}

/**
 * The body of `POST /api/account`: a guest decides to stay. Their id, tables and matches stay as
 * they are.
 */
export interface KeepAccount {
  /** The name, which nobody else's may look like. */
  name: string;
}

/** What is public, and whom the person plays with. The body of `PUT /api/account/preferences`. */
export interface Preferences {
  /** Whether others see the ratings, and the person is on leaderboards. */
  ratings_public: boolean;
  /**
   * Whether others see the list of matches at public tables and of quick match, and find the person
   * among the opponents on others' pages.
   */
  matches_public: boolean;
  /** Whether friends see that the person is there. */
  presence_public: boolean;
  /** Whether others may ask to be friends. */
  friends_welcome: boolean;
}

/** The body of `PUT /api/account/name`. The answer is `AccountBody`. */
export interface ChangeName {
  /** The new name. */
  name: string;
}

/** The body of `DELETE /api/account`, so that nobody does it by accident. The answer is 204. */
export interface CloseAccount {
  /** The account's name. */
  name: string;
}

/** The body of `POST /api/account/transfer/answer`. */
export interface AnswerTransfer {
  /** The device that the person was shown. */
  device: string;
  /** Whether it is let in. */
  agree: boolean;
}

/** The body of `POST /api/sign-in/transfer`, and of `POST /api/sign-in/email/confirm`. */
export interface SignInCode {
  /** The code as it was typed. */
  code: string;
  /** The attempt that the code belongs to; for a code by email. */
  attempt?: string | null;
}

/**
 * The body of `POST /api/sign-in/recovery`. The answer is `SignedIn`(super::SignedIn), with a new
 * recovery code.
 */
export interface SignInByRecovery {
  /** The account's name. */
  name: string;
  /** The recovery code as it was typed. */
  code: string;
}

/**
 * The body of `POST /api/account/passkeys`, whose answer is `AccountBody`, and of `POST
 * /api/sign-in/passkey`, whose answer is `SignedIn`(super::SignedIn).
 */
export interface PasskeyAnswer {
  /** The question that this answers. */
  question: string;
  /** What `PublicKeyCredential.toJSON` gives. */
  credential: unknown;
}

/**
 * The body of `POST /api/account/email` and of `POST /api/sign-in/email`: where to send a code. The
 * answer, 202 with `SignInAttempt`, is the same whether anybody has that address. The code comes
 * back to `POST /api/account/email/confirm` or `POST /api/sign-in/email/confirm`, as `SignInCode`.
 * `DELETE /api/account/email` takes the account's address away.
 */
export interface EmailAddress {
  /** The address. */
  email: string;
}

/**
 * The body of `POST /api/friends/{person}/invite`: a table at which the asker sits. The friend is
 * shown it at once by `invited`, if they are there. The answer is 204.
 */
export interface InviteFriend {
  /** The table. */
  table: TableId;
}

/**
 * The body of `POST /api/reports`: of somebody at a table at which the asker sits or has just sat.
 * The server adds the match and what was said last. The answer is 204.
 */
export interface ReportPlayer {
  /** The table. */
  table: TableId;
  /** The seat of the player who is reported. */
  seat: Seat;
  /**
   * Who that player is at the table; absent, it is the player who has the seat now or had it last.
   */
  pseudonym?: Pseudonym | null;
  /** What for. */
  reason: ReportReason;
  /** More about it. */
  words: string;
}

/**
 * A person at one table, whatever their name and seat: 32 lower-case hex digits. It stays the same
 * at that table, and tells nothing of the same person at another one.
 */
export type Pseudonym = string;

/** What somebody is reported for. */
export type ReportReason =
  /** Insults, threats, hatred. */
  | "abuse"
  /** A name that insults or deceives. */
  | "name"
  /** Help from outside, two that play together, ratings that are arranged. */
  | "cheating"
  /** Leaving or stalling on purpose. */
  | "stalling"
  /** Advertising, floods. */
  | "spam"
  /** Something else, which the words say. */
  | "other";

/** The body of `POST /api/moderation/reports/{number}/acts`. The answer is `ReportBody`. */
export interface TakeAct {
  /** What is done. */
  act: Act;
  /** For how long, in minutes; for `mute`. */
  minutes?: number | null;
  /** Why; for `warn`, what the person is told. */
  note: string;
}

/** What a moderator can do. */
export type Act =
  /** Writes something for other moderators; the report stays open. */
  | "note"
  /** Tells the person what is wrong, and closes the report. */
  | "warn"
  /** No chat for a time, and closes the report. */
  | "mute"
  /** They may chat again. */
  | "unmute"
  /** Keeps the person out, and closes the report. */
  | "close"
  /** Lets the person back in. */
  | "reopen"
  /** Closes the report. */
  | "dismiss";

/** A message from the server to a client. */
export type ServerMessage =
  /** The answer to `hello`. */
  | {
      type: "welcome";
      /** The version of the protocol that the server speaks. */
      protocol: number;
      /** The server's own version. */
      server: string;
      /**
       * Which build of the browser client the server has. The page of another build should offer to
       * be loaded anew.
       */
      build: string;
      /** The visitor's display name. */
      name: string;
      /** The server's clock, in milliseconds since 1970: what it says of times is by this one. */
      now_ms: number;
    }
  /** The visitor's display name has changed. */
  | {
      type: "you";
      /** The new name. */
      name: string;
    }
  /** All public tables; replaces the list that the client had. */
  | {
      type: "lobby";
      /** The tables. */
      tables: Listing[];
    }
  /** A table is new in the list, or has changed there. */
  | {
      type: "listed";
      /** The table as it is now. */
      table: Listing;
    }
  /** A table is no longer in the list. */
  | {
      type: "unlisted";
      /** The table. */
      table: TableId;
    }
  /**
   * The tables at which the receiver has a seat, those that they came to last first; replaces the
   * list that the client had.
   */
  | {
      type: "own_tables";
      /** The tables. */
      tables: OwnTable[];
    }
  /** How the receiver's search for a quick match stands. */
  | ({ type: "seeking" } & Seeking)
  /** A quick match is found. */
  | ({ type: "paired" } & Paired)
  /** How many look for a quick match and play one. */
  | ({ type: "seek_counts" } & SeekCounts)
  /** A friend invites the receiver to a table. */
  | {
      type: "invited";
      /** The friend. */
      person: PersonId;
      /** Their name. */
      name: string;
      /** The table. */
      table: TableId;
      /** What lets the receiver in. */
      invite: Invite;
      /** The table's rules on one line. */
      notation: string;
    }
  /**
   * What the receiver's account is has changed, by another device or a moderator: it should be
   * asked for again.
   */
  | {
      type: "account_changed";
    }
  /** Who is a friend or there has changed, and should be asked for again. */
  | {
      type: "friends_changed";
    }
  /** All that the receiver may know of a table; replaces what the client knew of it. */
  | ({ type: "table" } & Snapshot)
  /**
   * What an outsider may know of a table: the answer to `open`, and again whenever it changes.
   * Replaces what the client knew of the table.
   */
  | ({ type: "outside" } & Outside)
  /** What the receiver missed of a table that they knew: the answer to `open` with `since`. */
  | ({ type: "missed" } & Missed)
  /** What changed at a table. */
  | ({ type: "update" } & Update)
  /** What a table is bound to, signed, before its players reveal their seeds. */
  | ({ type: "receipt" } & Receipt)
  /**
   * Who is connected at a table. It has no version of its own, and replaces the presence that the
   * client knew.
   */
  | {
      type: "presence";
      /** The table. */
      table: TableId;
      /** Whether each seat's player is connected. Computer players always are. */
      seats: boolean[];
      /**
       * Since when each seat's player has been away, in milliseconds since 1970 by the server's
       * clock; `null` for one who is connected, and for an empty seat.
       */
      away_since_ms: (number | null)[];
      /** Connected people without a seat. */
      watchers: number;
      /** The player on turn if that player is absent, and what the others may do about it. */
      absent?: Absent;
      /** Somebody who asks for the seat of a computer player; absent while nobody does. */
      request?: SeatRequest;
    }
  /**
   * Somebody in the receiver's room said something: a player to players, or a watcher to watchers.
   * It has no version; it goes to the end of the table's `chat`.
   */
  | {
      type: "said";
      /** The table. */
      table: TableId;
      /** What was said. */
      line: Line;
    }
  /** Somebody at the table reacts to what has just happened. It is not kept. */
  | {
      type: "reacted";
      /** The table. */
      table: TableId;
      /** The seat of who reacts; `null` for a watcher. */
      seat: Seat | null;
      /** Their display name. */
      name: string;
      /** Who they are at this table. */
      pseudonym: Pseudonym;
      /** How they react. */
      reaction: Reaction;
    }
  /**
   * What an expert would play in the receiver's place: the answer to `hint`, for whoever asked and
   * nobody else. It means nothing any more once the match has moved on.
   */
  | {
      type: "hint";
      /** The table. */
      table: TableId;
      /** `board.ply` of the position that it is for. */
      ply: number;
      /** The tile. */
      tile: Tile;
      /** The arm that it would lengthen; `null` for the lead. */
      arm: ArmId | null;
      /** What speaks for it. */
      reason: HintReason;
      /**
       * What speaks against it: how many points more another play would score by the count; absent
       * if none would.
       */
      gives_up?: number;
    }
  /** How far the analysis of a match is, for those who asked for it. */
  | {
      type: "analysing";
      /** The table. */
      table: TableId;
      /** The number of the match at this table. */
      match: number;
      /** Moves that are done. */
      done: number;
      /** Moves that the match has. */
      moves: number;
    }
  /** The analysis of a match: the answer to `analyse`. */
  | ({ type: "analysis" } & MatchAnalysis)
  /** What proves the deals of a round: the answer to `fairness`, for whoever asked. */
  | {
      type: "fairness";
      /** The table. */
      table: TableId;
      /** The match, with that round alone. */
      fairness: Fairness;
    }
  /** What came of the receiver's own request for a seat. */
  | {
      type: "request_ended";
      /** The table. */
      table: TableId;
      /** The seat. */
      seat: Seat;
      /** What came of it. */
      outcome: RequestOutcome;
    }
  /** The table is no longer followed, without the client having asked for it. */
  | {
      type: "closed";
      /** The table. */
      table: TableId;
      /** Why. */
      reason: ClosedReason;
    }
  /** A message was refused, and changed nothing. */
  | {
      type: "error";
      /** The type of the refused message; absent if it had none that the server knows. */
      about?: About;
      /** The table of the refused message, if it named one. */
      table?: TableId;
      /** Why. */
      code: ErrorCode;
      /** The same for people, in English. */
      text: string;
    };

/** A table as the lobby lists it. */
export interface Listing {
  /** The table. */
  table: TableId;
  /** Its rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** Who sits where; `null` for an empty seat. */
  seats: (ListedSeat | null)[];
  /** Empty seats that aren't kept for friends. */
  open_seats: number;
  /** Points that win the match. */
  target: number;
  /** How long players may think; absent if as long as they like. */
  clock?: ClockRule;
  /** What goes on. */
  status: Status;
}

/** A taken seat, as the lobby lists it. */
export interface ListedSeat {
  /** The player's display name; `Computer` for a computer player. */
  name: string;
  /** How strong a computer player is; absent for a person. */
  computer?: Level;
  /** Whether a program of somebody's plays there; absent for others. */
  bot?: boolean;
}

/** What goes on at a table. */
export type Status =
  /** Players gather; the match starts when every seat is taken and ready. */
  | "open"
  /** A match is being played, or rests between two rounds. */
  | "playing"
  /** The match has ended; it starts anew when everybody is ready again. */
  | "over";

/** A table at which the receiver has a seat, listed or not. */
export interface OwnTable {
  /** The table. */
  table: TableId;
  /** Its rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** Who sits where; `null` for an empty seat. */
  seats: (ListedSeat | null)[];
  /** Empty seats that aren't kept for friends. */
  open_seats: number;
  /** Points that win the match. */
  target: number;
  /** How long players may think; absent if as long as they like. */
  clock?: ClockRule;
  /** What goes on. */
  status: Status;
  /** The receiver's seat. */
  seat: Seat;
  /** Whose turn it is; absent while it is nobody's. */
  turn?: Seat;
  /**
   * Whether the table waits for the receiver: to play, or to be ready for the match, its next
   * round, or the rematch that somebody wants.
   */
  waits: boolean;
  /** Since when this has been so, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
}

/** Why a search has ended. */
export type SeekEnded =
  /** `unseek` was sent, or another connection of the same visitor looks now. */
  | "withdrawn"
  /** A table was found; `paired` says which. */
  | "paired"
  /** The partner is gone. */
  | "partner_gone";

/**
 * How one's search stands: the answer to `seek`, and again when something of it changes, at most
 * once a second.
 */
export interface Seeking {
  /**
   * The presets that are looked for, by their names in the catalogue; none once the search has
   * ended.
   */
  presets: string[];
  /** Since when, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
  /** Whether kept accounts and guests may meet. */
  mixed: boolean;
  /** The pair that is looked for as partners; absent if one looks alone. */
  party?: PartyId;
  /** The partner's name, once they are there. */
  partner?: string;
  /** Whether a game with a computer player is offered meanwhile: after 15 seconds. */
  offers_computer: boolean;
  /** Why the search has ended; absent while it goes on. */
  ended?: SeekEnded;
}

/**
 * A table that was found: the receiver has a seat there, and opens it. Who doesn't come within 20
 * seconds is replaced.
 */
export interface Paired {
  /** The table. */
  table: TableId;
  /** The preset. */
  preset: string;
  /** Whether the match is rated. */
  rated: boolean;
}

/** How many look for a quick match and how many play one, over all presets. */
export interface SeekCounts {
  /** People who look. */
  searching: number;
  /** People who play a quick match. */
  playing: number;
}

/**
 * A kept account, as others know it: 32 lower-case hex digits, as in the address of its page
 * `/p/{person}`.
 */
export type PersonId = string;

/** A table as everybody there sees it, the match itself aside. */
export interface Room {
  /** What goes on. */
  status: Status;
  /** The number of the match at this table, from 1. */
  match: number;
  /** The record of the match that has ended; absent while none has, and while one is played. */
  record?: RecordId;
  /** What is played. */
  rules: Options;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** Who finds the table. */
  access: Access;
  /** Seats that only the invited may take. */
  kept_seats: number;
  /** Whether players may ask for hints. */
  hints: boolean;
  /** How long players may think; absent if as long as they like. */
  clock?: ClockRule;
  /** How the match ended; absent unless the status is `over`. */
  ending?: Ending;
  /** Whether programs may take seats. */
  bots: boolean;
  /** Whether its matches are rated; absent if they aren't. */
  rated?: boolean;
  /** Whether the table was found by quick match; absent if it wasn't. */
  quick?: boolean;
  /** What the table's deals are bound to. */
  fairness: RoomFairness;
  /** Who sits where; `null` for an empty seat. */
  seats: (RoomSeat | null)[];
}

/**
 * The record of a match: 32 lower-case hex digits, as in its address `/m/{record}`. Whoever knows
 * it may see the record.
 */
export type RecordId = string;

/** How a match ended. */
export type Ending =
  /** It was played out. */
  | {
      type: "played";
      /**
       * The side that reached the target; `null` if nobody did in as many rounds as a match may
       * have.
       */
      winner: Side | null;
    }
  /** A player resigned. */
  | {
      type: "resigned";
      /** Who. */
      seat: Seat;
      /** The other side; `null` if there are several. */
      winner: Side | null;
    }
  /** The win was claimed against a player who was away. */
  | {
      type: "claimed";
      /** Who was away. */
      seat: Seat;
      /** Who claimed it. */
      by: Seat;
      /** The side that has won. */
      winner: Side;
    }
  /** Everybody agreed to end it. */
  | {
      type: "agreed";
    }
  /** Nobody came back to it. */
  | {
      type: "abandoned";
    };

/**
 * The seats that score together: one seat, or the two seats of partners, who sit opposite each
 * other.
 */
export type Side = number;

/** What a table is bound to before the tiles of a match are dealt, as everybody there sees it. */
export interface RoomFairness {
  /** The number of the scheme by which the table deals: 1. */
  scheme: number;
  /** The head of the chain that the match's secrets come from. */
  commitment: Commitment;
  /** The place in the chain of the first round's secret, from 1: 1 in the first match. */
  first: number;
  /**
   * The number of the match that the seats' commitments are for: the one that is played, or the
   * next.
   */
  match: number;
  /** What each seat has promised; `null` for one that hasn't. */
  seats: (Commitment | null)[];
  /** Whether all are ready, and whoever has promised a seed is to reveal it now. */
  revealing: boolean;
}

/** A taken seat. */
export interface RoomSeat {
  /** The player's display name; `Computer` for a computer player. */
  name: string;
  /**
   * Who the player is at this table; absent for a computer player. Two players may have one name.
   */
  pseudonym?: Pseudonym;
  /**
   * Ready for what comes next: the match, the next round of it, or a rematch. Computer players
   * always are.
   */
  ready: boolean;
  /** Whether this player opened the table, and may remove others before the match. */
  host: boolean;
  /** How strong a computer player is; absent for a person. */
  computer?: Level;
  /** The player let the time run out twice in a row, and is away until they do something. */
  away?: boolean;
  /** How strong the computer player is that plays for them. */
  lent?: Level;
  /** The player has resigned, and a computer player plays to the match's end. */
  resigned?: boolean;
  /** The player offers to end the match without a winner. */
  offers_end?: boolean;
  /** Whether a program of somebody's plays there; absent for others. */
  bot?: boolean;
}

/** Who is connected. */
export interface Presence {
  /** Whether each seat's player is connected. Computer players always are. */
  seats: boolean[];
  /**
   * Since when each seat's player has been away, in milliseconds since 1970 by the server's clock;
   * `null` for one who is connected, and for an empty seat.
   */
  away_since_ms: (number | null)[];
  /** Connected people without a seat. */
  watchers: number;
  /** The player on turn if that player is absent, and what the others may do about it. */
  absent?: Absent;
  /** Somebody who asks for the seat of a computer player; absent while nobody does. */
  request?: SeatRequest;
}

/**
 * The player on turn, who is absent, and from when on the others may do what about it. The times
 * are in milliseconds since 1970 by the server's clock; none for what the others can't do as things
 * are.
 */
export interface Absent {
  /** The player's seat. */
  seat: Seat;
  /**
   * From when on a computer player may stand in; absent while the player's clock decides alone.
   */
  computer_ms?: number;
  /**
   * From when on a tile may be placed for the player; absent while the player's clock decides
   * alone.
   */
  place_ms?: number;
  /**
   * From when on the other side may claim the win; absent if a player of the same side is there, or
   * there are more than two sides: then the match goes on.
   */
  claim_ms?: number;
}

/**
 * A visitor asks for the seat of a computer player. The host answers; while the host is away, any
 * player who is there.
 */
export interface SeatRequest {
  /** The seat. */
  seat: Seat;
  /** The display name of who asks. */
  name: string;
  /** Who they are at this table. */
  pseudonym: Pseudonym;
  /** Whether a program asks; absent for a person. */
  bot?: boolean;
  /** Whether it is the receiver who asks; absent for everybody else. */
  yours?: boolean;
  /**
   * When they asked, in milliseconds since 1970 by the server's clock. An answer says it too, so
   * that it is for this request and no later one.
   */
  asked_ms: number;
  /** When the request lapses if it isn't answered. */
  until_ms: number;
  /** Whether the player at each seat may answer. */
  may_answer: boolean[];
}

/** All that a viewer may know of a match. */
export interface View {
  /** The state of the match that everybody may know. */
  board: Board;
  /** The tiles on the table, in the order of play. Everybody may know it. */
  layout: Laid[];
  /** The events of this round. Everybody may know it. */
  history: Seen[];
  /**
   * The points of each side after each finished round of the match, oldest first; only the last 100
   * rounds. Everybody may know it.
   */
  round_scores: number[][];
  /** What only this seat may know; `null` for a watcher. */
  own: Own | null;
}

/** The state of a match that everybody at the table may know. */
export interface Board {
  /** The number of the round, from 1; 0 before the first deal. */
  round: number;
  /** The number of lots, deals, redeals, gifts of the lead, plays and calls so far. */
  ply: number;
  /** The seat that led or will lead the round; `null` before the deal. */
  leader: Seat | null;
  /** The points of each side. */
  scores: number[];
  /** What the match waits for. */
  phase: Phase;
  /** The open ends, by arm. */
  ends: End[];
  /** The spinner; `null` before it is played. */
  spinner: Tile | null;
  /**
   * The count; `null` in games without a count, before the lead, and while an announcement isn't
   * settled.
   */
  count: CountSeen | null;
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** Tiles left in the boneyard, the reserve included. */
  boneyard: number;
  /** Tiles of the boneyard that may never be drawn. */
  reserve: number;
  /**
   * The pips that each seat is known not to have, by its draws and passes. A tile that it has just
   * drawn and must play is not considered.
   */
  lacks: Pips[][];
  /** Whether the last play may be called "Muggins!" now. */
  claim: boolean;
  /** The number of rounds of this match that a side has won. */
  won_rounds: number;
  /** Extra points for the winner of this round, in one of the first won rounds of the match. */
  bonus: number;
  /** Whether the points of this round are doubled. */
  twice: boolean;
}

/** What the match waits for. */
export type Phase =
  /** Lots or a deal, before the first round. */
  | {
      type: "dealing";
    }
  /** A play. */
  | {
      type: "playing";
      /** The seat on turn. */
      turn: Seat;
    }
  /** The next deal; everybody sees the hands. */
  | {
      type: "round_over";
      /** How the round ended. */
      outcome: Outcome;
      /** The tiles that each seat had left. */
      hands: Tile[][];
    }
  /** Nothing: the match is over, and everybody sees the hands. */
  | {
      type: "match_over";
      /** The side that reached the target. */
      winner: Side;
      /** How the last round ended; `null` if the match ended in the middle of it. */
      outcome: Outcome | null;
      /** The tiles that each seat had left. */
      hands: Tile[][];
    };

/** How a round ended. */
export type Outcome =
  /** A seat played its last tile. */
  | {
      type: "domino";
      /** The seat that went out. */
      by: Seat;
      /** The points for the round, before the exact target and the entry are applied. */
      points: number;
      /** How the points are made up. */
      parts?: Parts;
    }
  /** No seat could play or draw. */
  | {
      type: "blocked";
      /** The side that wins the round; `null` for a tie in which no side wins. */
      winner: Side | null;
      /** The points for the round, before the exact target and the entry are applied. */
      points: number;
      /** How the points are made up. */
      parts?: Parts;
    };

/** What the points of a won round are made of. */
export interface Parts {
  /** Points for the pips in hands, or the going-out point instead of them. */
  hands?: number;
  /** Points for the way in which the round was won. */
  finish?: number;
  /** Points for going out with 0-0. */
  double_blank?: number;
  /** Extra points for one of the first won rounds of the match. */
  round?: number;
  /** Whether the total is doubled because an earlier block was tied. */
  twice?: boolean;
}

/** An open end, on which a tile with these pips can be played. */
export interface End {
  /** The arm that such a tile would lengthen. */
  arm: ArmId;
  /** The pips that the tile must have. */
  pips: Pips;
}

/** The number on one end of a tile, 0 to 9; in a double-six set 0 to 6. */
export type Pips = number;

/** The count, with what each end adds to it. */
export interface CountSeen {
  /** The sum of the terms. */
  total: number;
  /** What each outermost tile adds, in the order of the arms. */
  terms: Term[];
}

/** What one outermost tile adds to the count. */
export interface Term {
  /** The arm at whose end the tile lies. */
  arm: ArmId;
  /** The pips of the tile's free end; for a double, the pips of each half. */
  pips: Pips;
  /** Whether the tile is a double, so that both halves count; absent if not. */
  double?: boolean;
}

/** A tile that lies on the table. */
export interface Laid {
  /** The tile. */
  tile: Tile;
  /** The seat that played it. */
  seat: Seat;
  /** How it is joined; `null` for the lead. */
  joint: Joint | null;
}

/** How a tile is joined to the layout. */
export interface Joint {
  /** The arm that the tile lengthened. */
  arm: ArmId;
  /** The pips of the tile's free end. */
  outer: Pips;
}

/** An event as everybody at the table may see it during the round. */
export type Seen =
  /** Each seat drew a lot; the seat with the heaviest lot leads. */
  | {
      type: "lots";
      /** The lots by seat. */
      tiles: Tile[];
      /** The seat that leads. */
      leader: Seat;
    }
  /** The tiles are dealt again, because no seat was dealt a double or a hand has too many. */
  | {
      type: "redeal";
    }
  /** The tiles were dealt. */
  | {
      type: "dealt";
      /** The seat that leads. */
      leader: Seat;
    }
  /** A seat gave the lead to its partner. */
  | {
      type: "gave_lead";
      /** The seat that gave the lead. */
      seat: Seat;
    }
  /** A tile was played. */
  | {
      type: "played";
      /** The seat that played. */
      seat: Seat;
      /** The tile that was played. */
      tile: Tile;
      /** Where the tile was joined; `null` for the lead. */
      joint: Joint | null;
      /** The points that the player announced; absent if none were announced. */
      announced?: number;
    }
  /** A side scored. */
  | {
      type: "scored";
      /** The side that scored. */
      side: Side;
      /** The points that the side got. */
      points: number;
      /** Why the side got the points. */
      reason: Reason;
    }
  /** A side got no points, because they would have exceeded the exact target. */
  | {
      type: "overshot";
      /** The side that got no points. */
      side: Side;
      /** The points that were not given. */
      points: number;
      /** Why the points would have been given. */
      reason: Reason;
    }
  /**
   * A side without points won a round but got nothing, because the round was worth less than the
   * entry.
   */
  | {
      type: "fell_short";
      /** The side that got no points. */
      side: Side;
      /** The points that were not given. */
      points: number;
      /** Why the points would have been given. */
      reason: Reason;
    }
  /** The love rule changed the scores. */
  | {
      type: "love";
      /** The scores after the change. */
      scores: number[];
    }
  /** A seat called "Muggins!" and takes the points of the last play. */
  | {
      type: "called";
      /** The seat that called. */
      seat: Seat;
    }
  /** A seat drew one tile. */
  | {
      type: "drew";
      /** The seat that drew. */
      seat: Seat;
    }
  /** A seat passed. */
  | {
      type: "passed";
      /** The seat that passed. */
      seat: Seat;
    }
  /** The round ended: a seat played its last tile. */
  | {
      type: "domino";
      /** The seat that went out. */
      seat: Seat;
    }
  /** The round ended: no seat could play or draw. */
  | {
      type: "blocked";
      /** The side that wins the round; `null` for a tie in which no side wins. */
      winner: Side | null;
    }
  /** The match ended. */
  | {
      type: "match_over";
      /** The side that won. */
      winner: Side;
    };

/** Why points are given (rules.md, Scoring). */
export type Reason =
  /** The count after a play. */
  | "count"
  /** A call of "Muggins!". */
  | "call"
  /** Going out: a seat played its last tile. */
  | "domino"
  /** A blocked round was won. */
  | "blocked"
  /** The play made other seats pass. */
  | "pass";

/** What only this seat may know. */
export interface Own {
  /** The seat. */
  seat: Seat;
  /** The seat's tiles. */
  hand: Tile[];
  /** The plays that the rules allow the seat now; empty while another seat is on turn. */
  placements: Offer[];
  /** Whether this seat may call "Muggins!" now. */
  may_call: boolean;
  /** Whether this seat may give the lead to its partner now. */
  may_give_lead: boolean;
}

/** A play that the rules allow. */
export interface Offer {
  /** The tile. */
  tile: Tile;
  /** The arm that it would lengthen; `null` for the lead. */
  arm: ArmId | null;
  /**
   * The points that it would score; absent if it would score none, and with muggins calls, where
   * the player must find the points.
   */
  points?: number;
}

/**
 * The clocks of a table. Nothing in it changes while time passes: what is left now is what was left
 * when the turn began, less what has passed since by the server's clock.
 */
export interface Time {
  /** Whose clock runs; absent while none does. */
  running?: Running;
  /**
   * What each seat has left, in milliseconds: for its move, or in its bank. For the seat whose
   * clock runs, when it began to run.
   */
  left_ms: number[];
}

/** A clock that runs. */
export interface Running {
  /** Whose. */
  seat: Seat;
  /** Since when, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
  /**
   * When it runs out and a tile is placed for the player, unless they play before, by the server's
   * clock.
   */
  until_ms: number;
  /** Whether the player has been warned that it is about to. */
  warned: boolean;
}

/** What the receiver of a message is at a table. */
export interface Me {
  /** Who they are at this table. */
  pseudonym: Pseudonym;
  /** Their seat; `null` for a watcher. */
  seat: Seat | null;
  /** Whether they are the host. */
  host: boolean;
  /** What to give to friends; `null` for a watcher. */
  invite: Invite | null;
}

/** What was said last in one room, the oldest line first; at most 50 lines. */
export type Chat = Line[];

/** Something that was said. */
export type Line = {
  /** Its number in its room, from 1. */
  n: number;
  /** The seat of who said it; `null` for a watcher. */
  seat: Seat | null;
  /** The display name that they had then. */
  name: string;
  /** Who said it, whatever the name: two people may have one. */
  pseudonym: Pseudonym;
  /** When, in milliseconds since 1970 by the server's clock. */
  at_ms: number;
} & (
  /** Words of their own, 1 to 200 characters. They are plain text, whatever they look like. */
  | {
      text: string;
    }
  /** A phrase that each client says in its reader's language. */
  | {
      phrase: Phrase;
    }
);

/** All that one viewer may know of a table. */
export interface Snapshot {
  /** The table. */
  table: TableId;
  /** The table's version. */
  v: number;
  /** The table and its people. */
  room: Room;
  /** Who is connected. */
  presence: Presence;
  /** The match; `null` before the first. */
  view: View | null;
  /** The clocks; absent at a table without, and before the first match. */
  time?: Time;
  /** What the receiver is at the table. */
  me: Me;
  /**
   * What was said last in the receiver's room, the players' or the watchers'; the oldest line
   * first, at most 50.
   */
  chat: Chat;
}

/**
 * A table as an outsider sees it: who plays there, and nothing of the match. An outsider follows a
 * table by link without a seat while a match is played there.
 */
export interface Outside {
  /** The table. */
  table: TableId;
  /** The table and its people. Nobody is shown as ready, nor how seats are looked after. */
  room: Room;
  /** Who is connected, and whether somebody asks for a seat. Nobody is shown as absent. */
  presence: Presence;
}

/** What changed at a table. A field that is absent didn't change. */
export interface Update {
  /** The table. */
  table: TableId;
  /** The table's version after this update: one more than before it. */
  v: number;
  /** The table and its people. */
  room?: Room;
  /**
   * Whether a new round begins: history and layout are emptied before the events are added, and
   * `board` is whole.
   */
  clear?: boolean;
  /**
   * What happened in the match; goes to the end of the history, and each `played` to the end of the
   * layout. What else follows from them isn't said again in `board` and `own`.
   */
  events?: Seen[];
  /** How the match stands, where it has changed beside what the events say. */
  board?: BoardChange;
  /**
   * The points of each side after each finished round, where a round has ended or a match begins.
   */
  round_scores?: number[][];
  /** The clocks. */
  time?: Time;
  /** What the receiver is at the table. Who has no seat any more has no `own` any more. */
  me?: Me;
  /**
   * What has changed for the receiver's seat alone. With `board` and without `own` there is nothing
   * that it may do.
   */
  own?: OwnChange;
  /**
   * What was said last in the room that the receiver has come into, by taking a seat or giving it
   * up.
   */
  chat?: Chat;
}

/**
 * What has changed on the board and doesn't follow from the events. An absent field has the value
 * that follows from the events. At the beginning of a round every field is present, except those
 * that are `null` in a `Board`.
 */
export interface BoardChange {
  /**
   * The number of lots, deals, redeals, gifts of the lead, plays and calls at the table so far.
   */
  ply: number;
  /** The number of the round. */
  round?: number;
  /** The seat that led or will lead the round. */
  leader?: Seat;
  /** The seat on turn. It stands for the phase `playing`. */
  turn?: Seat;
  /** What the match waits for, if that isn't a play. */
  phase?: Phase;
  /** The points of each side. */
  scores?: number[];
  /** The open ends, by arm. */
  ends?: End[];
  /** The spinner. */
  spinner?: Tile;
  /**
   * The count. A play makes the old count invalid; if no new count follows, the viewer may not know
   * it.
   */
  count?: CountSeen;
  /** How many tiles each seat holds. */
  hand_sizes?: number[];
  /** Tiles left in the boneyard, the reserve included. */
  boneyard?: number;
  /** Tiles of the boneyard that may never be drawn. */
  reserve?: number;
  /** The pips that each seat is known not to have, by its draws and passes. */
  lacks?: Pips[][];
  /** Whether the last play may be called "Muggins!". */
  claim?: boolean;
  /** The number of rounds of this match that a side has won. */
  won_rounds?: number;
  /** The extra points for the winner of this round. */
  bonus?: number;
  /** Whether the points of this round count twice. */
  twice?: boolean;
}

/** What has changed for one seat, and only that seat may know. */
export interface OwnChange {
  /** The seat's tiles; absent if they are as before, without the tile that the seat has played. */
  hand?: Tile[];
  /** The plays that the rules allow the seat now; absent if there are none. */
  placements?: Offer[];
  /** Whether this seat may call "Muggins!" now. */
  may_call?: boolean;
  /** Whether this seat may give the lead to its partner now. */
  may_give_lead?: boolean;
}

/** All that the receiver missed of a table since a version that they knew. */
export interface Missed {
  /** The table. */
  table: TableId;
  /** The table's version now. */
  v: number;
  /** Every update after the version that was named, in order; none if nothing was missed. */
  updates: Update[];
  /** Who is connected now. */
  presence: Presence;
  /** What was said last in the receiver's room, as in `table`. */
  chat: Chat;
}

/** A head with the server's signature. */
export interface SignedTreeHead {
  /** The number of the tree. A server begins another one when it starts, and when one is full. */
  tree: number;
  /** How many entries the tree had. */
  size: number;
  /** When the head was signed, in milliseconds since 1970. */
  at_ms: number;
  /** The Merkle tree hash of the entries. */
  root: Hash;
  /** The signature of `TreeHead::message`. */
  signature: Signature;
}

/** A SHA-256 hash. */
export type Hash = string;

/** A server's signature. */
export type Signature = string;

/** The key with which everybody can check a server's signatures (Ed25519, RFC 8032). */
export type PublicKey = string;

/**
 * What a table is bound to for a match, signed by the server. Each player at the table gets it when
 * it is time to reveal the seeds, and should reveal none without it.
 */
export interface Receipt {
  /** The table. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /** The head of the chain that the match's secrets come from. */
  commitment: Commitment;
  /** The place in the chain of the first round's secret, from 1. */
  first: number;
  /** What each seat has promised; `null` for one that hasn't. */
  seats: (Commitment | null)[];
  /** When all were ready, in milliseconds since 1970. */
  at_ms: number;
  /** How much of the public log there was. */
  log: SignedTreeHead;
  /** The server's key. */
  key: PublicKey;
  /** The signature of `Receipt::message`. */
  signature: Signature;
}

/**
 * The plainest thing that speaks for a play. It follows from what the asker may know.
 *
 * New ones may be added: a client says nothing about one that it doesn't know.
 */
export type HintReason =
  /** Nothing else can be played. */
  | {
      type: "only_play";
    }
  /** Its points reach the target. */
  | {
      type: "wins";
    }
  /** It is the last tile. */
  | {
      type: "goes_out";
    }
  /** The next opponent is known to have nothing for any open end. */
  | {
      type: "shuts_out";
      /** That opponent. */
      seat: Seat;
    }
  /** It scores by the count. */
  | {
      type: "scores";
      /** How many points. */
      points: number;
    }
  /** It leaves an end that the next opponent is known to lack. */
  | {
      type: "blocks";
      /** The pips of that end. */
      pips: Pips;
      /** That opponent. */
      seat: Seat;
    }
  /** It opens an end of which most tiles left are in the own hand. */
  | {
      type: "controls";
      /** The pips of that end. */
      pips: Pips;
    }
  /** It is a double, which fits fewer ends than other tiles. */
  | {
      type: "sheds_double";
    }
  /** It is the heaviest tile of the hand. */
  | {
      type: "sheds_weight";
    }
  /** It leaves other tiles that fit an end, and nothing leaves more. */
  | {
      type: "keeps_options";
      /** How many. */
      tiles: number;
    }
  /** Playing on, it came out ahead. */
  | {
      type: "best_in_the_long_run";
    };

/** One play, and what the expert thinks of it. */
export interface AnalysedMove {
  /** Who played. */
  seat: Seat;
  /** In which round, from 1. */
  round: number;
  /** How many tiles lay on the table before. */
  laid: number;
  /** The open ends before. */
  ends: End[];
  /** The spinner before, if it lay. */
  spinner: Tile | null;
  /** The player's hand before. */
  hand: Tile[];
  /** How many placements there were to choose from. */
  choices: number;
  /** What was played. */
  played: Choice;
  /** What the expert would have played. */
  best: Choice;
  /**
   * The chance of the player's side to win the match after the best play, in thousandths; 0 where
   * there was no choice, and nobody thought about it.
   */
  chance: number;
  /**
   * By how much the chance was less after what was played, in thousandths. A difference that may be
   * the analysis's own error counts as none.
   */
  cost: number;
  /** What speaks for the best play. */
  reason: HintReason;
}

/** A tile, and where it goes. */
export interface Choice {
  /** The tile. */
  tile: Tile;
  /** The arm that it lengthens; `null` for the lead. */
  arm: ArmId | null;
}

/** The analysis of a match that is over. */
export interface MatchAnalysis {
  /** The table. */
  table: TableId;
  /** The number of the match at this table, from 1. */
  match: number;
  /**
   * How much of what each seat's choices could win or lose it kept, in percent: 100 for whoever
   * always chose as the expert would, 0 for whoever always chose the worst; `null` for a seat
   * without a choice.
   */
  accuracy: (number | null)[];
  /** For each round the tiles on the table, in the order of play. */
  rounds: Laid[][];
  /** Every play of the match, in order. */
  moves: AnalysedMove[];
}

/** The deals of one match, with all that they were made of. */
export interface Fairness {
  /** The number of the scheme by which the table deals: 1. */
  scheme: number;
  /** The table, which is a part of every shuffle. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /** The head of the chain: what the table showed before anybody revealed a seed. */
  commitment: Commitment;
  /** The place in the chain of the first round's secret, from 1; each round takes the next. */
  first: number;
  /** What each seat has added. */
  seats: SeatFairness[];
  /** Rounds that have ended, the earliest first. */
  rounds: RoundFairness[];
}

/**
 * What a seat has added to the deals of a match. Both are `null` for one that promised nothing, as
 * computer players do; the seed alone for one that didn't reveal it in time.
 */
export interface SeatFairness {
  /** What it promised. */
  commitment: Commitment | null;
  /** What it revealed. */
  seed: Seed | null;
}

/** The deals of one round that has ended. */
export interface RoundFairness {
  /** The number of the round, from 1. */
  round: number;
  /** Its secret. */
  secret: Secret;
  /** The lots that were drawn for the lead, by seat; absent if none were. */
  lots?: Tile[];
  /**
   * The tiles as they were dealt, all 28: the hands by seat, then the boneyard in the order of
   * drawing. All but the last were dealt again.
   */
  deals: Tile[][];
}

/** A secret in the chain of a table. It is shown when its round has ended. */
export type Secret = string;

/** What came of a request for a seat. */
export type RequestOutcome =
  /** The seat is yours. */
  | "granted"
  /** A player who may answer declined. */
  | "declined"
  /** You took it back. */
  | "withdrawn"
  /** It wasn't answered in time, or the seat can't be had any more. */
  | "lapsed";

/** Why a table is no longer followed. */
export type ClosedReason =
  /** The host removed you. */
  | "removed"
  /** The table is no more. */
  | "gone";

/** The `type` of a client's message: what an error is about. */
export type About =
  | "hello"
  | "lobby"
  | "own_tables"
  | "rename"
  | "seek"
  | "unseek"
  | "seek_counts"
  | "open"
  | "close"
  | "sit"
  | "leave"
  | "ready"
  | "commit"
  | "reveal"
  | "fairness"
  | "remove"
  | "seat_computer"
  | "request_seat"
  | "withdraw_request"
  | "answer_request"
  | "play"
  | "give_lead"
  | "call"
  | "hint"
  | "resign"
  | "agree"
  | "absent"
  | "back"
  | "analyse"
  | "next"
  | "say"
  | "react";

/**
 * Why something was refused. Nothing changed.
 *
 * New codes may be added: a client shows the text of one that it doesn't know.
 */
export type ErrorCode =
  /** The frame isn't a message at all; the connection is closed after this. */
  | "malformed"
  /** The message's `type` is none that the server knows. */
  | "unknown_type"
  /** A field of the message is missing or holds what it can't hold. */
  | "wrong_fields"
  /** There is no such table, or it isn't for you to see. */
  | "not_found"
  /** No seat is free, or none that isn't kept for friends. */
  | "full"
  /** Somebody else has that seat. */
  | "taken"
  /** Only players may do this. */
  | "not_seated"
  /** You sit at this table already. */
  | "already_seated"
  /** Only the host may do this. */
  | "not_host"
  /** This can't be done while a match is played. */
  | "match_running"
  /** This can only be done while a match is played. */
  | "no_match"
  /** It is another seat's turn. */
  | "not_your_turn"
  /** The tile isn't in your hand. */
  | "not_in_hand"
  /** The tile doesn't fit there. */
  | "does_not_fit"
  /** The round must be led with another tile. */
  | "must_lead"
  /** The match has moved on since you looked. */
  | "stale"
  /** The lead is somebody else's, can't be given by these rules, or has been given already. */
  | "may_not_give"
  /** There are no points to be taken. */
  | "nothing_to_take"
  /** This isn't the time for it. */
  | "not_now"
  /** The name is empty, too long or has characters that names can't have. */
  | "bad_name"
  /** The text is no transcript of a match, or of one that can't have happened. Only over HTTP. */
  | "bad_transcript"
  /** The options don't go together; `option` names the one that must change. */
  | "bad_rules"
  /** You have as many of these as one visitor can have. */
  | "too_many"
  /** There are no hints at this table. */
  | "no_hints"
  /** You are sending too fast, or asking for hints too fast. */
  | "rate"
  /** You, or everybody in your room, are talking too fast. */
  | "chat_rate"
  /** The text is empty, too long or has characters that can't be said. */
  | "bad_text"
  /** The storage, or who thinks of hints, doesn't answer; try again. */
  | "unavailable"
  /** The host removed you from this table. */
  | "removed"
  /** The request needs the identity cookie. Only over HTTP. */
  | "no_identity"
  /** Programs may not do this. Only over HTTP. */
  | "only_people"
  /** The table is for people only. */
  | "no_bots"
  /** The request comes from another site's page. Only over HTTP. */
  | "foreign_origin"
  /** Somebody keeps a name that looks like this one. */
  | "name_taken"
  /** Only those who keep an account may do this. */
  | "only_kept"
  /** The code is wrong, used up or too old, or the passkey isn't known. Only over HTTP. */
  | "bad_code"
  /** A moderator keeps you out, or doesn't let you chat for a time. */
  | "barred"
  /** You have left matches, and wait before the next quick match. */
  | "must_wait"
  /** Only moderators may do this. Only over HTTP. */
  | "only_moderators";

/**
 * Why the server closed a connection. `x-retry` says whether a client may connect again by itself
 * (`automatic`), or would be refused again until a person has changed something (`manual`).
 */
export type CloseCode =
  /** The server stops, or needs the place of an idle connection. Connect again. */
  | 1001
  /** A binary frame came; all messages are text. */
  | 1003
  /** A text frame wasn't valid UTF-8. */
  | 1007
  /** A frame was longer than the server reads. */
  | 1009
  /** The server restarts. Connect again. */
  | 1012
  /** A frame wasn't a message at all, or the first wasn't `hello`. */
  | 4400
  /**
   * The request had no valid identity cookie. Ask `GET /api/me` for one and connect again, once: a
   * connection that is closed so right after that belongs to a client that keeps no cookies.
   */
  | 4401
  /** No `hello` came in time. */
  | 4408
  /** The client read too slowly. Connect again and open the tables again. */
  | 4413
  /** The server doesn't speak the client's version of the protocol. Get a newer client. */
  | 4426
  /** The client sent far too many messages. Connect again, and send fewer. */
  | 4429
  /** The visitor or the address has too many connections. One of them must be closed first. */
  | 4430;

/** The answer of `GET /api/me`. */
export interface MeBody {
  /** The visitor's display name. */
  name: string;
  /** The account that the visitor keeps; absent for a guest. */
  person?: PersonId;
  /** Whether one can sign in by email here. */
  offers_email?: boolean;
  /** Whether one can sign in by a passkey at the address that was asked. */
  offers_passkeys?: boolean;
}

/** The answer to `CreateTable`, with status 201. */
export interface TableCreated {
  /** The new table. */
  table: TableId;
  /** What to give to friends. */
  invite: Invite;
}

/** The body of every answer with a status from 400 on. */
export interface HttpError {
  /** Why. */
  code: ErrorCode;
  /** The option that must change, for `bad_rules`. */
  option?: string;
  /** The same for people, in English. */
  text: string;
}

/** The answer to `CreateBot`, with status 201. */
export interface BotCreated {
  /** The new bot. */
  bot: BotBody;
  /** Its secret, which is never shown again. */
  token: string;
}

/** A program that plays. */
export interface BotBody {
  /** Its id, by which its owner deletes it. */
  id: string;
  /** What others see. */
  name: string;
  /** When it was made, in milliseconds since 1970. */
  created_ms: number;
}

/** The answer of `GET /api/bots`. */
export interface BotsBody {
  /** The visitor's bots, oldest first. */
  bots: BotBody[];
}

/** All that a table can be made of. */
export interface Catalogue {
  /** The presets, in the order in which they are to be offered. */
  presets: PresetBody[];
  /** Every option, in the order of the fields of `Options`. */
  options: OptionBody[];
  /** What each seating allows. */
  seatings: SeatingBody[];
  /** How many tiles each set has: seats times hand size is at most that. */
  tile_sets: TileSetBody[];
}

/** A full choice of options under the name that players know it by. */
export interface PresetBody {
  /** Its name. */
  name: string;
  /** Its options on one line, for the seating that it is best known with. */
  notation: string;
  /** Its options for that seating. */
  rules: Options;
  /** The targets that it is offered with. */
  targets: number[];
  /** The hand sizes that it is offered with for that seating. */
  hand_sizes: number[];
  /** What changes with the seating. */
  seatings: PresetSeating[];
  /** Whether love is offered with it, though its options are without. */
  love_offered: boolean;
}

/** A preset's options for one seating. */
export interface PresetSeating {
  /** The seating. */
  seating: Seating;
  /** Whether the preset is known to be played so; any seating is possible. */
  offered: boolean;
  /** Tiles dealt to each seat. */
  hand_size: number;
  /** Tiles of the boneyard that may never be drawn. */
  reserve: number;
  /** The hand sizes that it is offered with. */
  hand_sizes: number[];
  /** All its options. */
  rules: Options;
}

/** An option: its name is that of a field of `Options`. */
export interface OptionBody {
  /** Its name. */
  name: string;
  /** What it can be. */
  kind: OptionKind;
  /**
   * When it means anything: all of these must hold; absent if always. While it means nothing, the
   * first of its values or the least is always accepted.
   */
  applies?: Applies[];
}

/** What an option can be. */
export type OptionKind =
  /** One of these. */
  | {
      type: "choice";
      /** The choices. */
      values: string[];
    }
  /** A whole number. */
  | {
      type: "number";
      /** The least. */
      min: number;
      /** The most. */
      max: number;
    }
  /** Several whole numbers by name, from 0 on. */
  | {
      type: "numbers";
      /** The names of its fields. */
      fields: string[];
      /** The most for each. */
      max: number;
    }
  /** A list of whole numbers, from 0 on. */
  | {
      type: "list";
      /** How many. */
      length: number;
      /** The most for each. */
      max: number;
    }
  /** Yes or no. */
  | {
      type: "flag";
    };

/** An option means something only while another one has one of some values. */
export interface Applies {
  /** The other option. */
  option: string;
  /** The values that it must have. */
  values: OptionValue[];
}

/** The value of an option that others depend on. */
export type OptionValue =
  /** Of a flag. */
  | boolean
  /** Of a choice. */
  | string;

/** What a seating allows. */
export interface SeatingBody {
  /** The seating. */
  seating: Seating;
  /** How many seats. */
  seats: number;
  /** The most tiles that can be dealt to each of them from the double-six set. */
  hand_size_max: number;
}

/** A set of tiles. */
export interface TileSetBody {
  /** The set. */
  tile_set: DominoSet;
  /** How many tiles it has. */
  tiles: number;
}

/** A finished match: the answer of `GET /api/m/{id}`. */
export interface Record {
  /** Always `boneyard-record`. */
  format: string;
  /** The version of this form: 1. */
  version: number;
  /** Its name. */
  id: RecordId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** What was played. */
  rules: Options;
  /** Who sat where. */
  seats: RecordSeat[];
  /** When the first tiles were dealt, in milliseconds since 1970. */
  began_ms: number;
  /** When it ended, in milliseconds since 1970. */
  ended_ms: number;
  /** The points of each side at the end. */
  scores: number[];
  /** The side that won; `null` if nobody did. */
  winner: Side | null;
  /** How it ended. */
  ending: Ending;
  /** How long players might think. */
  clock: ClockRule;
  /** How long they did. */
  times: MoveTimes;
  /** All that happened in it: `docs/record.md` describes the text. */
  transcript: string;
  /** What proves its deals: `docs/fair-deal.md`. `null` if no round of it ended. */
  fairness: Fairness | null;
  /** The server's signature of all else, made when the record is given out. */
  signed?: RecordSignature;
}

/** Who sat at a seat. */
export interface RecordSeat {
  /**
   * The display name at that time; `null` once its owner has had it deleted. `Computer` for a
   * computer player.
   */
  name: string | null;
  /** How strong a computer player was; absent for a person. */
  computer?: Level;
  /**
   * What somebody took over who sat down during the match: until then a computer player had the
   * seat. Absent for everybody else.
   */
  took_over?: TookOver;
  /** Whether a program played here; absent if not. */
  bot?: boolean;
  /**
   * The round in which the player resigned; absent if they didn't. Who resigned has not won,
   * whatever the computer player came to that went on in their place.
   */
  resigned?: number;
  /** When a computer player stood in for the player; absent if none did. */
  lent?: Lent[];
}

/** What somebody took over who sat down during a match. */
export interface TookOver {
  /** How strong the computer player was that had the seat until then. */
  level: Level;
  /** The number of the round that had been dealt last. */
  round: number;
}

/** A part of a match in which a computer player stood in for the player at a seat. */
export interface Lent {
  /** How strong it was. */
  level: Level;
  /** The round in which it began. */
  round: number;
  /** The round in which the player was back; `null` if they never were. */
  returned: number | null;
}

/** What the clock saw of a match. */
export interface MoveTimes {
  /**
   * For each play and call of the transcript, in order: milliseconds since the one before, or, for
   * the first, since the match began.
   */
  ms: number[];
  /** Which of them, counted from 0, were made for a player whose time had run out. */
  forced: number[];
}

/** That the server stands for a record as it is. */
export interface RecordSignature {
  /** How much of the public log there was when the record was given out. */
  log: SignedTreeHead;
  /** The server's key. */
  key: PublicKey;
  /** The signature of `record_message`. */
  signature: Signature;
}

/**
 * A match in positions, some rounds of it at a time: the answer of `GET /api/m/{id}/steps` and of
 * `POST /api/replay`.
 */
export interface Replay {
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** What was played. */
  rules: Options;
  /** How many positions each round of the match has. */
  lengths: number[];
  /** The rounds that are in this answer. */
  rounds: ReplayRound[];
  /** The number of the first round that is in the next answer; `null` if these were the last. */
  next: number | null;
}

/** A round in positions. */
export interface ReplayRound {
  /** Its number, from 1. */
  number: number;
  /** The position after the deal, and after each play and call. */
  steps: ReplayStep[];
}

/** A position, and what led to it. */
export interface ReplayStep {
  /** What happened since the position before; in the first of a round its lots and redeals too. */
  events: Seen[];
  /** How the match stands. */
  board: Board;
  /** What each seat holds. */
  hands: Tile[][];
}

/** Matches of whoever asks, the latest first: the answer of `GET /api/me/matches`. */
export interface Matches {
  /** The matches. */
  matches: MatchEntry[];
  /** To be given as `before` for earlier ones; `null` if there are none. */
  before: string | null;
}

/** One of one's own matches. */
export interface MatchEntry {
  /** Its record. */
  id: RecordId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The game. */
  variant: Variant;
  /** Who sat where. */
  seats: RecordSeat[];
  /** One's own seat. */
  seat: Seat;
  /** One's own side. */
  side: Side;
  /** When it ended, in milliseconds since 1970. */
  ended_ms: number;
  /** The points of each side at the end. */
  scores: number[];
  /** The side that won; `null` if nobody did. */
  winner: Side | null;
  /** How it ended. */
  ending: Ending;
  /** One's own figures. */
  figures: Figures;
  /** Whether one hides it: others read no name of one's own in it; absent if not. */
  hidden?: boolean;
}

/** What one seat did in a match, in numbers. */
export interface Figures {
  /** Rounds that were dealt. */
  rounds: number;
  /** The points that its side scored. */
  points: number;
  /** Rounds in which it went out. */
  outs: number;
  /** Tiles that it played. */
  plays: number;
  /** Those of them that scored for its side. */
  scoring_plays: number;
}

/** The answer of `DELETE /api/me/records/name`. */
export interface NamesDeleted {
  /** In how many records the name stood. */
  records: number;
}

/**
 * The server's key and how much of its public log there is: the answer of `GET /api/transparency`.
 */
export interface PublicLog {
  /** The server's key. */
  key: PublicKey;
  /** The head of the tree that grows. */
  log: SignedTreeHead;
}

/**
 * All that the public log says of a chain of secrets: the answer of `GET
 * /api/transparency/entries?commitment=…`.
 */
export interface ProvedEntries {
  /** The server's key. */
  key: PublicKey;
  /** The entries, the earliest first. */
  entries: ProvedEntry[];
}

/** An entry, and what proves that it is in its tree. */
export interface ProvedEntry {
  /** The entry. */
  entry: LogEntry;
  /** Its place in the tree, from 0. */
  index: number;
  /** The head of its tree. */
  log: SignedTreeHead;
  /** Its Merkle audit path in the tree with that head (RFC 6962, 2.1.1). */
  path: Hash[];
}

/**
 * An entry of the public log. Tables are named by their commitments, which only those know who have
 * seen the table or one of its records.
 */
export type LogEntry = {
  /** When it happened, in milliseconds since 1970. */
  at_ms: number;
} & (
  /** The first entry of each tree but the first: the tree before, as it was then. */
  | {
      type: "tree";
      /** The number of the tree before. */
      tree: number;
      /** How many entries it has. */
      size: number;
      /** The Merkle tree hash of its entries. */
      root: Hash;
    }
  /** A table was bound to a chain of secrets. */
  | {
      type: "opened";
      /** The head of the chain. */
      commitment: Commitment;
    }
  /** A match began: from now on its deals follow from seeds and secrets alone. */
  | {
      type: "began";
      /** The head of the chain. */
      commitment: Commitment;
      /** The number of the match at its table. */
      match: number;
      /** `terms`: what the table was bound to. */
      terms: Hash;
    }
  /** A match ended: it was played out, or somebody won it otherwise. */
  | {
      type: "ended";
      /** The head of the chain that the match began with. */
      commitment: Commitment;
      /** The number of the match at its table. */
      match: number;
      /** The SHA-256 of the transcript in its record. */
      transcript: Hash;
    }
  /** A match was given up: the players agreed on that, or nobody came back to it. */
  | {
      type: "aborted";
      /** The head of the chain that the match began with. */
      commitment: Commitment;
      /** The number of the match at its table. */
      match: number;
      /** The SHA-256 of the transcript in its record. */
      transcript: Hash;
    }
);

/** Some entries of a tree, in order: the answer of `GET /api/transparency/trees/{tree}?from=…`. */
export interface TreePage {
  /** The last head of the tree. */
  log: SignedTreeHead;
  /** The entries. */
  entries: LogEntry[];
  /** To be given as `from` for later ones; `null` if there are none. */
  next: number | null;
}

/**
 * That a tree has only grown since one of its heads: the answer of `GET
 * /api/transparency/trees/{tree}/consistency?size=…`.
 */
export interface Consistency {
  /** The last head of the tree. */
  log: SignedTreeHead;
  /** The Merkle consistency proof from the tree of that size to that head (RFC 6962, 2.1.2). */
  path: Hash[];
}

/**
 * The answer to `KeepAccount`, with status 201, and of the ways to sign in. The cookie that comes
 * with it is this device's.
 */
export interface SignedIn {
  /** The account. */
  account: AccountBody;
  /** A recovery code that has just been made; it isn't shown again. */
  recovery_code?: string;
}

/** The answer of `GET /api/account`; a guest gets `not_found`. */
export interface AccountBody {
  /** By which others know the account. */
  person: PersonId;
  /** The name. */
  name: string;
  /** Since when it is kept, in milliseconds since 1970. */
  created_ms: number;
  /** From when on the name may be changed, in milliseconds since 1970. */
  rename_from_ms: number;
  /** What is public, and whom the person plays with. */
  preferences: Preferences;
  /** The passkeys. */
  passkeys: PasskeyBody[];
  /** The confirmed address, if there is one. */
  email?: string;
  /** Whether there is a recovery code that hasn't been used. */
  has_recovery_code: boolean;
  /** Whether the server can send codes by email. */
  offers_email: boolean;
  /** Whether passkeys can be made at this server's address. */
  offers_passkeys: boolean;
  /** Whether the person is a moderator. */
  moderator: boolean;
  /** Until when the person may not chat; absent if they may. */
  muted_until_ms?: number;
  /** What moderators have to say, which hasn't been seen: `POST /api/account/warnings/seen`. */
  warnings?: string[];
}

/** A passkey, as its owner lists it. `DELETE /api/account/passkeys/{id}` removes it. */
export interface PasskeyBody {
  /** Its id. */
  id: string;
  /** What it was called when it was made. */
  name: string;
  /** When it was made, in milliseconds since 1970. */
  created_ms: number;
  /** When it was used last, in milliseconds since 1970. */
  used_ms: number;
}

/** The answer of `POST /api/account/recovery`: a new recovery code takes the place of the last. */
export interface RecoveryCode {
  /** The code, which isn't shown again. */
  recovery_code: string;
}

/**
 * The answer of `GET /api/account/devices`. `DELETE /api/account/devices/{id}` signs one out, `POST
 * /api/account/sign-out` this one, `POST /api/account/sign-out-others` all others.
 */
export interface DevicesBody {
  /** The devices, the last seen first. */
  devices: DeviceBody[];
}

/** A browser that is signed in. */
export interface DeviceBody {
  /** Its id. */
  id: DeviceId;
  /** What it is, such as `Firefox on Windows`. */
  name: string;
  /** Since when it is signed in, in milliseconds since 1970. */
  created_ms: number;
  /** When it was seen last, in milliseconds since 1970; to the hour. */
  seen_ms: number;
  /** Whether it is the one that asks. */
  own: boolean;
}

/**
 * A browser that is signed in to an account: 32 lower-case hex digits. Who knows it can sign it
 * out, being signed in, and nothing else.
 */
export type DeviceId = string;

/**
 * The answer of `POST /api/account/transfer`, and of `GET` while there is a code. `DELETE` takes it
 * back.
 */
export interface TransferBody {
  /** The code: eight letters and digits; only in the answer to `POST`. */
  code?: string;
  /** Until when it can be used, in milliseconds since 1970. */
  expires_ms: number;
  /** The device that has given the code and waits to be let in. */
  device?: string;
}

/** The answer to `SignInCode` for a transfer, and to `EmailAddress`, with status 202. */
export interface SignInAttempt {
  /** By which the attempt is asked about: `POST /api/sign-in/attempts/{attempt}`. */
  attempt: string;
  /** Until when it can be finished, in milliseconds since 1970. */
  expires_ms: number;
}

/** The answer of `POST /api/sign-in/attempts/{attempt}`. */
export type SignInState =
  /** The other device hasn't answered. */
  | {
      state: "waiting";
    }
  /** The other device has declined, or the time is over. */
  | {
      state: "declined";
    }
  /** This device is signed in; a cookie comes with this. */
  | {
      state: "signed_in";
      /** The account. */
      account: AccountBody;
    };

/** The answer of `POST /api/account/passkeys/start` and of `POST /api/sign-in/passkey/start`. */
export interface PasskeyQuestion {
  /** By which the answer names the question. */
  question: string;
  /**
   * What `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads.
   */
  options: unknown;
}

/** The answer of `GET /api/tables/{table}/people`, for those who may see the table. */
export interface TablePeople {
  /** Whether the match is rated, and on which board. */
  board?: RatingBoard;
  /** By seat; `null` for an empty seat and a computer player. */
  seats: (TablePerson | null)[];
}

/** A board of ratings: a game, played by single people or by pairs. */
export type RatingBoard =
  /** Block, two to four single people. */
  | "block"
  /** Block for pairs. */
  | "block_pairs"
  /** Draw, two to four single people. */
  | "draw"
  /** Draw for pairs. */
  | "draw_pairs"
  /** All Fives, two to four single people. */
  | "all_fives"
  /** All Fives for pairs. */
  | "all_fives_pairs"
  /** Fives and Threes, two to four single people. */
  | "fives_and_threes"
  /** Fives and Threes for pairs. */
  | "fives_and_threes_pairs";

/** Somebody at a table. */
export interface TablePerson {
  /** The display name. */
  name: string;
  /** The kept account; absent for a guest. */
  person?: PersonId;
  /** The rating in the game that the table plays; absent if there is none, or it isn't public. */
  rating?: ShownRating;
  /** Whether the asker has blocked them. */
  blocked?: boolean;
  /** How it stands between the asker and them. */
  friendship: Friendship;
}

/** A rating as it is shown. */
export interface ShownRating {
  /** 1500 for somebody of whom nothing is known. */
  rating: number;
  /**
   * How far the true strength may lie from it, to either side, in the same points: two standard
   * deviations.
   */
  margin: number;
  /** Whether too little is known yet. */
  provisional: boolean;
  /** Rated matches. */
  matches: number;
}

/** How it stands between two people. */
export type Friendship =
  /** They are no friends, or one of them is a guest. */
  | "none"
  /** The asker has asked the other. */
  | "asked"
  /** The other has asked the asker. */
  | "asks"
  /** They are friends. */
  | "friends"
  /** It is the asker. */
  | "own";

/**
 * The answer of `GET /api/friends`. `PUT /api/friends/{person}` asks, or agrees; `DELETE` takes it
 * back, declines or ends it. Both answer 204, and tell nobody whether there is a block.
 */
export interface FriendsBody {
  /** Friends, and people who asked or were asked. */
  friends: FriendBody[];
}

/** A friend, or a person whom one of the two has asked to become one. */
export interface FriendBody {
  /** The account. */
  person: PersonId;
  /** The name. */
  name: string;
  /** How it stands. */
  friendship: Friendship;
  /** Whether a friend is there now. */
  online: boolean;
}

/**
 * The answer of `GET /api/blocks`. `PUT /api/blocks/{person}` blocks an account; somebody at a
 * table, a guest too, is blocked by `PUT /api/tables/{table}/seats/{seat}/block`. `DELETE
 * /api/blocks/{id}` ends it, by the id of the block or of the account. They answer 204.
 */
export interface BlocksBody {
  /** Whom one has blocked, the last first. */
  blocks: BlockBody[];
}

/** Somebody whom one has blocked. */
export interface BlockBody {
  /** By which the block is ended. */
  id: string;
  /** What they were called. */
  name: string;
  /** Since when, in milliseconds since 1970. */
  created_ms: number;
}

/**
 * The answer of `GET /api/moderation/reports`: for moderators alone. `?all=1` has the closed ones
 * too. The list goes on with `?after=` the number of the last report if that was open, with
 * `?before=` if it was closed.
 */
export interface ReportsBody {
  /**
   * At most 50 reports, open ones first, the oldest first, and then closed ones, the last first.
   */
  reports: ReportBody[];
  /** How many are open in all. */
  open: number;
  /** Whether the list goes on. */
  more: boolean;
}

/** A report, as moderators see it. */
export interface ReportBody {
  /** Its number. */
  number: number;
  /** When, in milliseconds since 1970. */
  created_ms: number;
  /** Who reports, by the name then. */
  reporter: string;
  /** Whom, by the name then. */
  reported: string;
  /** The kept account of whom it concerns; absent for a guest. */
  person?: PersonId;
  /** What for. */
  reason: ReportReason;
  /** What the reporter wrote. */
  words: string;
  /** What was said last at the table: who, and what; the oldest line first. */
  chat: SaidLine[];
  /** The table. */
  table: TableId;
  /** The match there. */
  match: number;
  /** Its record, if it has ended. */
  record?: RecordId;
  /** Reports of the same person before this one. */
  earlier_reports: number;
  /** Until when they may not chat; absent if they may. */
  muted_until_ms?: number;
  /** Whether they are kept out. */
  closed_out: boolean;
  /** What moderators did about them, the last first. */
  acts: ActBody[];
  /** When the report was closed; absent while it is open. */
  closed_ms?: number;
}

/** A line of the chat in a report. */
export interface SaidLine {
  /** Who said it. */
  name: string;
  /** What. */
  text: string;
  /** Whether the reported player said it; absent if not. */
  by_reported?: boolean;
}

/** What a moderator did. */
export interface ActBody {
  /** When, in milliseconds since 1970. */
  at_ms: number;
  /** Who. */
  moderator: string;
  /** What. */
  act: Act;
  /** Until when, for `mute`. */
  until_ms?: number;
  /** Why. */
  note: string;
}

/**
 * The answer of `GET /api/me/conduct`: what follows from how the asker behaves, a guest or not.
 * `POST /api/account/warnings/seen` takes note of the warnings; its answer is 204.
 */
export interface ConductBody {
  /**
   * How often the asker has left quick or rated matches lately. After the first time there is no
   * wait: it is a warning.
   */
  leaves: number;
  /** From when on the asker may look for a quick match; absent if they may. */
  waits_until_ms?: number;
  /** Until when the asker may not chat; absent if they may. */
  muted_until_ms?: number;
  /** Whether a moderator keeps the asker out. */
  kept_out: boolean;
  /** What moderators have to say, which hasn't been seen. */
  warnings?: string[];
}

/** The answer of `GET /api/people/{person}`. */
export interface PersonBody {
  /** The account. */
  person: PersonId;
  /** The name. */
  name: string;
  /** Since when it is kept, in milliseconds since 1970. */
  created_ms: number;
  /** How it stands between the asker and them. */
  friendship: Friendship;
  /** Whether the asker has blocked them. */
  blocked: boolean;
  /** The ratings, by board; absent if they aren't public. */
  ratings?: PersonRating[];
  /**
   * Matches at public tables and of quick match, the last first, at most 20; absent if they aren't
   * public.
   */
  matches?: PersonMatch[];
  /** Wins against the strongest, at most 5; absent as the ratings are. */
  best?: PersonMatch[];
  /**
   * Against whom they play most, at most 10: guests, and people who make their matches public too.
   * Absent as the matches are.
   */
  opponents?: Opponent[];
}

/** One rating of a person. */
export interface PersonRating {
  /** The board. */
  board: RatingBoard;
  /** The rating now. */
  now: ShownRating;
  /** Matches won. */
  wins: number;
  /** How it came about: after each rated match, the oldest first, at most 200. */
  curve: CurvePoint[];
}

/** A rating after a match. */
export interface CurvePoint {
  /** When the match ended, in milliseconds since 1970. */
  at_ms: number;
  /** The rating after it. */
  rating: number;
}

/** A match in the list of a person's page. */
export interface PersonMatch {
  /** Its record; absent if it names a person whom the page doesn't name. */
  record?: RecordId;
  /** When it ended, in milliseconds since 1970. */
  ended_ms: number;
  /** Its rules on one line. */
  notation: string;
  /**
   * The others, by name; `null` for a person who hides this match or keeps all matches private.
   */
  others: (string | null)[];
  /** Whether the person won. */
  won: boolean;
  /** What it did to the rating; absent if it wasn't rated. */
  change?: number;
}

/** Somebody against whom a person plays. */
export interface Opponent {
  /** The account; absent for a guest. */
  person?: PersonId;
  /** The name. */
  name: string;
  /** Matches against each other. */
  matches: number;
  /** Those that the person of the page won. */
  wins: number;
}

/** The answer of `GET /api/leaderboards/{board}`, and with `?bots=1` of the programs'. */
export interface LeaderboardBody {
  /** The board. */
  board: RatingBoard;
  /** The best, at most 100. */
  rows: LeaderboardRow[];
  /** The asker's own row, if they are on the board and not among the rows. */
  own?: LeaderboardRow;
}

/** A row of a leaderboard. */
export interface LeaderboardRow {
  /** The place, from 1; equal ratings share it. */
  place: number;
  /** The account; absent for a program. */
  person?: PersonId;
  /** The name. */
  name: string;
  /** The rating. */
  rating: ShownRating;
  /** Whether it is the asker. */
  own: boolean;
}

/**
 * The answer of `GET /api/m/{record}/ratings`: what a rated match did, or for its players why it
 * did nothing. Until the match has been rated, a moment after its end, `not_found` is the answer,
 * as for one that never was to be rated.
 */
export interface RatingChanges {
  /** The board. */
  board: RatingBoard;
  /** Why the match wasn't rated, if it wasn't. Only its players are told. */
  unrated?: UnratedReason;
  /** By seat; `null` where nothing was rated. */
  seats: (RatingChange | null)[];
}

/** Why a match isn't rated that was to be. */
export type UnratedReason =
  /** Two opponents have had three rated matches against each other in the 24 hours before. */
  | "met_often"
  /**
   * A player has had three rated matches at tables, not by quick match, against people with
   * provisional ratings in the 24 hours before.
   */
  | "new_opponents";

/** What a rated match did to one rating. */
export interface RatingChange {
  /** The rating before. */
  before: number;
  /** The rating after. */
  after: number;
  /** Why. */
  reason: ChangeReason;
  /** Whether the rating is provisional, so that it changes by more than others'. */
  provisional: boolean;
  /** What the side was expected to win, from 0 to 1. */
  expected: number;
}

/** Why a rating has changed. */
export type ChangeReason =
  /** The side won. */
  | "won"
  /** The side lost. */
  | "lost"
  /** The player left, which counts as lost. */
  | "left"
  /** The partner left, and so nothing was lost. */
  | "spared"
  /**
   * The partner left, and the player had been spared for that within 24 hours: it counts as lost.
   */
  | "partner_left"
  /** Nobody won. */
  | "undecided";

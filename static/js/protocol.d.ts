// Boneyard protocol, version 1. Generated from the types of crates/protocol, and not to be edited:
// UPDATE=1 cargo test -p boneyard-protocol --test generated

/** A message from a client to the server. */
export type ClientMessage =
  /**
   * The first message on every connection. The client must send it within ten seconds. The answer
   * is `welcome`.
   */
  | {
      type: "hello";
      /** The version of the protocol that the client speaks. */
      protocol: number;
    }
  /**
   * Starts or stops following the list of public tables. The answer is `lobby`, then `listed` and
   * `unlisted` as the list changes.
   */
  | {
      type: "lobby";
      /** `true` starts following the list, `false` stops. */
      follow: boolean;
    }
  /**
   * Starts or stops following the list of the tables at which the visitor has a seat. The answer is
   * `own_tables`. The server sends it again when the list changes, at most once a second, but not
   * for changes at a table that this connection has open: these are sent as `update`.
   */
  | {
      type: "own_tables";
      /** `true` starts following the list, `false` stops. */
      follow: boolean;
    }
  /**
   * Changes the visitor's display name, also at all tables. The server sends `you` on every
   * connection of this visitor.
   */
  | {
      type: "rename";
      /** The new name. */
      name: string;
    }
  /**
   * Searches for a quick match. The answer is `seeking`, then `paired` once a table is found. A
   * second `seek` changes the search. The search ends when the connection is closed.
   */
  | {
      type: "seek";
      /** The wanted presets, by their names in the catalogue: at least one. */
      presets: string[];
      /**
       * Whether the visitor would play with both accounts and guests. An account and a guest play
       * together only if both of them allow it.
       */
      mixed: boolean;
      /**
       * The id of the pair, if the player searches as one of two partners. Both partners send the
       * same id.
       */
      party?: PartyId | null;
      /**
       * The number of a listed search. Its player is met first, whatever the two ratings are, if
       * both fit each other; otherwise the search goes on.
       */
      with?: number | null;
    }
  /** Answers a `seek_question`. The client sends it without asking the player. */
  | {
      type: "seek_answer";
      /** The number of the question. */
      number: number;
    }
  /** Ends the search. The answer is `seeking`. */
  | {
      type: "unseek";
    }
  /**
   * Starts or stops following the list of the players who search for a quick match alone. The
   * answer is `seekers`. The server sends it again when the list changes, at most once a second.
   */
  | {
      type: "seekers";
      /** `true` starts following the list, `false` stops. */
      follow: boolean;
    }
  /**
   * Starts or stops following a tournament. The answer is `tournament` and `tournament_own`, then
   * `tournament_changed` as the tournament changes, at most once a second. A connection follows one
   * tournament: following another one ends the first.
   */
  | {
      type: "tournament";
      /** The tournament. */
      tournament: TournamentId;
      /** `true` starts following the tournament, `false` stops. */
      follow: boolean;
    }
  /**
   * Opens a table: from now on the connection follows the table. The answer is `table`, then an
   * `update` for each change. The answer to a second `open` is a new `table`. With `since` the
   * answer is `missed` if the server still has every update after the version `since`, and `table`
   * otherwise.
   */
  | {
      type: "open";
      /** The table. */
      table: TableId;
      /**
       * The invitation. A table with the access `link` needs it, unless the visitor already has a
       * seat there.
       */
      invite?: Invite | null;
      /** The last version of the table that the client knows. */
      since?: number | null;
      /**
       * `true` if the client shows the table as a small preview beside other things. The visitor
       * then counts neither as a watcher nor as a player who is present. A later `open` without it
       * counts the visitor.
       */
      preview?: boolean | null;
      /**
       * `true` if the client knows the version `since`, but no longer has the table of that
       * version. A player's answer is then a `table` of that version followed by `missed`, if the
       * server still has them.
       */
      replay?: boolean | null;
    }
  /** Stops following a table. A player keeps the seat. */
  | {
      type: "close";
      /** The table. */
      table: TableId;
    }
  /**
   * Takes a seat, before a match. The connection must have the table open, as for all other
   * requests at a table. The server sends an `update` to all players and watchers of the table.
   */
  | {
      type: "sit";
      /** The table. */
      table: TableId;
      /** The seat; if it is absent, the first free one. */
      seat?: Seat | null;
    }
  /** Gives up the seat, before or after a match. */
  | {
      type: "leave";
      /** The table. */
      table: TableId;
    }
  /**
   * Says whether the player is ready for the match or the rematch. The match starts when every seat
   * is taken and every player is ready.
   */
  | {
      type: "ready";
      /** The table. */
      table: TableId;
      /** Whether the player is ready. */
      ready: boolean;
    }
  /**
   * Promises a seed for the deals of the next match, by sending the hash of the seed. A second
   * `commit` replaces the first promise.
   */
  | {
      type: "commit";
      /** The table. */
      table: TableId;
      /** The number of the match, as in `room.fairness.match`. */
      match: number;
      /** The seed's hash. */
      commitment: Commitment;
      /** The newest head of the public log that the client knows, if it knows one. */
      head?: SignedHead | null;
    }
  /** Reveals the promised seed, once `room.fairness.revealing` is true. */
  | {
      type: "reveal";
      /** The table. */
      table: TableId;
      /** The number of the match. */
      match: number;
      /** The seed that was promised. */
      seed: Seed;
    }
  /**
   * Asks for the proof of the deals of a finished round of the last match. The answer is
   * `fairness`.
   */
  | {
      type: "fairness";
      /** The table. */
      table: TableId;
      /** The number of the round, from 1. */
      round: number;
    }
  /**
   * Removes a player before the first match, or a computer player while no match is played. Only
   * the host may do this.
   */
  | {
      type: "remove";
      /** The table. */
      table: TableId;
      /** The player's seat. */
      seat: Seat;
      /**
       * The player's pseudonym. If another player has the seat by now, the message is refused
       * (`stale`). Absent for a computer player; otherwise the player who has the seat is removed.
       */
      pseudonym?: Pseudonym | null;
    }
  /**
   * Gives a free seat to a computer player, while no match is played. Only the host may do this.
   */
  | {
      type: "seat_computer";
      /** The table. */
      table: TableId;
      /** The seat. */
      seat: Seat;
      /** The computer player's level. */
      level: Level;
    }
  /**
   * Requests the seat of a computer player while a match is played. A second request for the same
   * seat changes nothing.
   */
  | {
      type: "request_seat";
      /** The table. */
      table: TableId;
      /** The seat. */
      seat: Seat;
    }
  /** Withdraws the visitor's request for a seat. */
  | {
      type: "withdraw_request";
      /** The table. */
      table: TableId;
    }
  /**
   * Agrees to a request for a seat, or declines it. Only the host may do this; while the host is
   * away, any player may.
   */
  | {
      type: "answer_request";
      /** The table. */
      table: TableId;
      /** The `asked_ms` of the request that is answered. */
      asked_ms: number;
      /** Whether the asker gets the seat. */
      agree: boolean;
    }
  /** Makes a move. */
  | {
      type: "move";
      /** The table. */
      table: TableId;
      /**
       * The `standing.ply` that the player saw. A move for another position is refused as `stale`.
       */
      ply: number;
      /** The move: an object with one key, the game. */
      move: Move;
    }
  /** Asks which move an expert would make for the player. The answer is `hint`. */
  | {
      type: "hint";
      /** The table. */
      table: TableId;
      /** The `standing.ply` that the player saw. */
      ply: number;
    }
  /**
   * Resigns from the match. If there are two sides, and no other person still plays on the player's
   * side, the other side wins. Otherwise a computer player continues in the player's seat.
   */
  | {
      type: "resign";
      /** The table. */
      table: TableId;
    }
  /**
   * Offers to end the match without a winner, or answers such an offer. The match ends when all
   * people who still play it agree.
   */
  | {
      type: "agree";
      /** The table. */
      table: TableId;
      /**
       * `true` offers to end the match, or agrees to end it. `false` declines, and cancels all
       * offers.
       */
      agree: boolean;
    }
  /**
   * Decides what happens while the other players wait for an absent player: see `absent` in the
   * presence.
   */
  | {
      type: "absent";
      /** The table. */
      table: TableId;
      /** The absent player's seat. */
      seat: Seat;
      /** The choice for the absent player. */
      choice: AbsentChoice;
    }
  /**
   * Says that the player is back. The player gets the seat back if a computer player stands in.
   */
  | {
      type: "back";
      /** The table. */
      table: TableId;
    }
  /**
   * Takes a day of holiday, at a table over days: the player's clock doesn't run for a day from now
   * on, or from the end of the holiday that the player has taken before.
   */
  | {
      type: "holiday";
      /** The table. */
      table: TableId;
    }
  /** Says that the player is ready for the next round. */
  | {
      type: "next";
      /** The table. */
      table: TableId;
    }
  /**
   * Writes a `text` or a `phrase` in the chat. A player writes to the players, a watcher to the
   * watchers. The server sends `said` to all clients in that chat room.
   */
  | {
      type: "say";
      /** The table. */
      table: TableId;
    } & (
      /** A text of 1 to 200 characters. It is plain text and never markup. */
      | {
          text: string;
        }
      /** A phrase that each client shows in its reader's language. */
      | {
          phrase: Phrase;
        }
    )
  /**
   * Reacts to what has just happened. The server sends `reacted` to all players and watchers of the
   * table.
   */
  | {
      type: "react";
      /** The table. */
      table: TableId;
      /** The reaction. */
      reaction: Reaction;
    };

/**
 * The id of two players who search for a match as partners: 32 lower-case hex digits, as in the
 * link `/?partner={party}`.
 */
export type PartyId = string;

/**
 * The id of a tournament: 32 lower-case hex digits, as in the address `/e/{tournament}`. Every
 * visitor who knows the id may see the tournament.
 */
export type TournamentId = string;

/** The id of a table: 32 lower-case hex digits. */
export type TableId = string;

/**
 * An invitation to a table that isn't listed, or to a seat that is kept for friends: 32 lower-case
 * hex digits, as in the link `/t/{table}?invite={invite}`.
 */
export type Invite = string;

/** A place at the table, 0 to 7. Turns go in the order of the numbers. */
export type Seat = number;

/**
 * A value that its owner shows first and can't change afterwards: the head of a chain, or the hash
 * of a seed.
 */
export type Commitment = string;

/** A head of the public log, with the server's signature. */
export interface SignedHead {
  /** The number of entries. */
  size: number;
  /** The Merkle tree hash of the entries. */
  root: Hash;
  /** When the head was signed, in milliseconds since 1970. */
  at_ms: number;
  /** The signature of `Self::message`. */
  signature: Signature;
}

/** A SHA-256 hash. */
export type Hash = string;

/** A server's signature. */
export type Signature = string;

/**
 * The contribution of a seat to the deals of a match. It is revealed after the match's terms are
 * fixed.
 */
export type Seed = string;

/**
 * The id of a visitor at one table: 32 lower-case hex digits. It stays the same at this table when
 * the visitor changes the name or the seat. The visitor's id at another table can't be computed
 * from it.
 */
export type Pseudonym = string;

/** The level of a computer player. */
export type Level =
  /** Chooses nearly at random, but sometimes takes points, a double or the heaviest tile. */
  | "beginner"
  /** Takes points, plays heavy tiles and doubles early, and keeps different suits in the hand. */
  | "casual"
  /**
   * Supposes the hidden tiles many times, and tries each of its plays by playing the supposed
   * rounds to their end.
   */
  | "club"
  /**
   * Infers hidden tiles from the draws, passes and plays of the other seats. Searches a tree of
   * plays and answers, and plays to win the match.
   */
  | "expert";

/** A decision of a player in a game. */
export type Move =
  /** A game of the line. */
  | {
      line: LineMove;
    }
  /** Ringway, the race board. */
  | {
      race: RaceMove;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsMove;
    };

/** A decision of a player: the input of `Match::take`(crate::Match::take). */
export type LineMove =
  /** Plays a tile. */
  | {
      play: Play;
    }
  /** Gives the lead to the partner, who may lead any tile (RULES.md, The next leader). */
  | "give_lead"
  /**
   * Calls "Muggins!": the caller's side gets the points of the last play (RULES.md, Muggins calls).
   */
  | "call";

/** A play that a player requests. Only a round can turn it into a `Placement`. */
export interface Play {
  /** The tile that is played. */
  tile: Tile;
  /** The arm to lengthen; absent for the lead. */
  arm?: ArmId;
  /** The points that the player announces in a game with muggins calls; ignored in other games. */
  announced?: number;
}

/**
 * An unordered pair of pips: one of the 91 tiles of the double-twelve set. The first 55 of them are
 * the double-nine set, the first 28 the double-six set.
 *
 * A tile prints with its higher end first, and `4-6` and `6-4` are the same tile.
 */
export type Tile = string;

/**
 * The name of an arm of the layout.
 *
 * The arms `a` and `b` begin at the lead: `a` at its higher end, `b` at its lower end. The arms `c`
 * and `d` begin at the spinner. The sides of the spinner that carry no tile are equal, so the rules
 * offer only one of these sides at a time: `c` after both sides along the line carry a tile, and
 * `d` after `c` has a tile.
 */
export type ArmId =
  /** The arm from the lead's higher end. */
  | "a"
  /** The arm from the lead's lower end. */
  | "b"
  /** The arm from the spinner's third side. */
  | "c"
  /** The arm from the spinner's fourth side. */
  | "d";

/** A decision of a player. */
export type RaceMove =
  /** To place a tile on the board. */
  | {
      place: Placement;
    }
  /** To place nothing more after a double. */
  | "stop"
  /** To put a tile into the pit, since none can be placed. */
  | {
      pit: Tile;
    };

/**
 * A tile and where it goes. A value of this type can be one that no board allows. It prints as its
 * name: `6-4 on 8H left` is the 6 on 8H and the 4 on 8G.
 */
export type Placement = string;

/** A decision of a player. */
export type TrainsMove =
  /** To play a tile. */
  | {
      play: {
        /** The tile. */
        tile: Tile;
        /** The place on which it goes. */
        on: TrainsPlace;
      };
    }
  /** To end a long first turn. */
  | "stop";

/** A place where a tile is played. Its text is the number, or `m`. */
export type TrainsPlace = string;

/** What the other players choose to do about an absent player. */
export type AbsentChoice =
  /** The server makes the first legal placement for the player, once. */
  | "place"
  /** A computer player stands in until the player comes back. */
  | "computer"
  /** The player who makes this choice claims the win for the player's side. */
  | "claim";

/** A phrase that each client shows in its reader's language. */
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

/** A reaction to what has just happened at the table. */
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

/** The body of `POST /api/tables`: the table to open. The asker becomes its host, at seat 0. */
export interface CreateTable {
  /** The options of the rules. */
  rules: Options;
  /** Which visitors may find the table. */
  access: Access;
  /** The number of seats that only invited visitors may take. */
  kept_seats: number;
  /**
   * The levels of computer players, which take the seats from 1 on. If they take all other seats,
   * the match begins at once.
   */
  computers?: Level[];
  /**
   * Whether players may ask for hints. If absent, hints are allowed exactly if computer players
   * take all other seats.
   */
  hints?: boolean | null;
  /** The clock. If absent, the table has none. */
  clock?: ClockRule;
  /**
   * The cap on a match's time, in minutes: 10, 15, 20, 30, 45 or 60. When the time has passed, the
   * round that is being played is the last one. If absent, a match has no cap.
   */
  time_cap?: number | null;
  /** Whether programs may take seats. If absent, they may. */
  bots?: boolean | null;
  /**
   * Whether the table's matches are rated. Rated matches are for accounts only, with a preset's own
   * rules and target, and without computer players, hints and a cap on the time. If absent, they
   * aren't rated.
   */
  rated?: boolean;
  /** The host's commitment for the first match, as in `commit`. */
  commitment?: Commitment | null;
  /** The newest head of the public log that the host's client knows, as in `commit`. */
  head?: SignedHead | null;
}

/** The options of a game, which need not be possible together. */
export type Options =
  /** A game of the line. */
  | {
      line: LineOptions;
    }
  /** Ringway, the race board. */
  | {
      race: RaceOptions;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsOptions;
    };

/**
 * A value for every option. The combination may be impossible; `Rules` is the checked form.
 *
 * In JSON, `tile_set` and each option after it are left out if they have their first value. An
 * option that is left out has its first value.
 */
export interface LineOptions {
  /** Which of the four games is played. */
  variant: Variant;
  /** The number of players, and whether they are partners. */
  seating: Seating;
  /**
   * The number of tiles dealt to each seat, 3 to 14. The set must have enough tiles for all seats.
   */
  hand_size: number;
  /** The points that win the match, 1 to 1000. */
  target: number;
  /** Whether the first double of a round is a spinner, which takes arms on all four sides. */
  spinner: boolean;
  /** What a point is worth. `fives` is only possible in All Fives. */
  point_unit: PointUnit;
  /** Which seat leads the first round. */
  opening: Opening;
  /** What happens if no seat was dealt a double; used only if the opening requires one. */
  no_double: NoDouble;
  /** Which seat leads later rounds. */
  next_lead: NextLead;
  /** Which seat leads after a blocked round. */
  after_block: AfterBlock;
  /** The number of tiles of the boneyard that may never be drawn, 0 to 2. */
  reserve: number;
  /** The points of a blocked round; used only without the going-out point. */
  blocked_score: BlockedScore;
  /**
   * Whether a side must reach the target exactly. If true, points that would bring its score above
   * the target don't count.
   */
  exact_target: boolean;
  /** Whether going out scores one point instead of the pips in hands. */
  going_out_point: boolean;
  /**
   * How a player gets the points that a play scores by the count. `muggins` is only possible in All
   * Fives, and Fives and Threes.
   */
  calls: Calls;
  /** The set of tiles. Sets other than double-six are only possible in Block and Draw. */
  tile_set?: DominoSet;
  /** The direction of turns on the screen. */
  turns?: Turns;
  /**
   * The tiles are dealt again if a hand has this number of doubles or more: 4 to 7, with
   * double-nine 4 to 10; 0 for never.
   */
  redeal_doubles?: number;
  /** Which seats' pips score for the winner of a round. */
  hands?: Hands;
  /** Which side wins a blocked round. */
  blocked_winner?: BlockedWinner;
  /** What happens after a tied block. */
  blocked_tie?: BlockedTie;
  /** The points for each way to win a round. */
  finish?: Finish;
  /** Points for going out with 0-0, 0 to 200. */
  double_blank?: number;
  /**
   * Extra points for the first, second, third and fourth won round of the match, 0 to 200 each.
   */
  round_bonus?: number[];
  /** Points for making other seats pass. */
  passes?: Passes;
  /**
   * The entry: the fewest points, 0 to 50, that a side without points gets from a won round. If the
   * round is worth less, the side gets nothing.
   */
  entry?: number;
  /** Whether the scores of all sides go back to 0 after each side has won a round. */
  love?: Love;
  /** When the rules check whether a side has reached the target. */
  match_end?: MatchEnd;
  /** Which side gets the points when a seat goes out. */
  domino_winner?: DominoWinner;
  /** Which seats may call "Muggins!". */
  callers?: Callers;
}

/** The four games that the rules know. */
export type Variant =
  /** No seat draws; points are given at the end of the round. */
  | "block"
  /** A seat that can't play draws; points are given at the end of the round. */
  | "draw"
  /** As in Draw. In addition, a play scores if the count is a multiple of five. */
  | "all_fives"
  /**
   * As in Draw. In addition, a play scores one point for each five in the count if the count is a
   * multiple of five, and one point for each three if it is a multiple of three.
   */
  | "fives_and_threes";

/**
 * The number of players. In the seatings with partners, opposite seats score together (of four: 0+2
 * and 1+3).
 */
export type Seating =
  | "two"
  | "three"
  | "four"
  | "five"
  | "six"
  | "seven"
  | "eight"
  | "partners"
  | "six_partners"
  | "eight_partners";

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
  /** The seat with the highest double leads, and must lead that double. */
  | "highest_double"
  /** The seat that draws the heaviest lot leads. It may lead any tile. */
  | "lot"
  /** The seat with the lowest double leads, and must lead that double. */
  | "lowest_double"
  /**
   * The seat with 1-1 leads, and must lead it. If no seat has 1-1, the double is 2-2, 3-3 and so
   * on, and last 0-0.
   */
  | "double_one";

/** What happens if the opening requires a double but no seat was dealt one. */
export type NoDouble =
  /** The seat with the heaviest tile leads, and must lead that tile. */
  | "heaviest_tile"
  /** The tiles are shuffled and dealt again. */
  | "redeal";

/** Which seat leads later rounds. */
export type NextLead =
  /** The winner of the previous round. */
  | "winner"
  /** The seat after the leader of the previous round, in turn order. */
  | "rotate"
  /** The seat that leads by the option `opening`, as in the first round. */
  | "opening"
  /** The winner of the previous round. This seat may give the lead to its partner. */
  | "winning_side";

/** Which seat leads after a blocked round. */
export type AfterBlock =
  /** The same seat as after a round that wasn't blocked. */
  | "same"
  /** The seat that leads by the option `opening`, as in the first round. */
  | "opening";

/** The points of a blocked round, for the side with the fewest pips. */
export type BlockedScore =
  /** The pips of all opponents. */
  | "opponents_total"
  /** The pips of all opponents minus the side's own. */
  | "difference";

/** How a player gets the points that a play scores by the count. */
export type Calls =
  /** The player gets the points automatically. */
  | "automatic"
  /**
   * The player gets the points only by announcing them. Otherwise an opponent may call "Muggins!"
   * and take the points.
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
 * The direction of turns on the screen. It has no effect on the rules, because seats are numbered
 * in turn order.
 */
export type Turns =
  /** To the left. */
  | "clockwise"
  /** To the right. */
  | "counter_clockwise";

/** Which seats' pips score for the winner of a round. */
export type Hands =
  /** The pips of all opponents score. */
  | "opponents"
  /** The pips of all seats score, including the winner's and the partner's. */
  | "all"
  /** No pips score. They only decide which side wins a block. */
  | "none";

/** Which side wins a blocked round. */
export type BlockedWinner =
  /** The side with the fewest pips in all its hands. */
  | "side"
  /** The side of the seat with the fewest pips in its hand. */
  | "lightest_seat"
  /**
   * The blocker and the seat after the blocker are compared. The side of the seat with fewer pips
   * wins.
   */
  | "blocker";

/** What happens after a tied block. */
export type BlockedTie =
  /** No side wins the round. */
  | "nobody"
  /** The leader's side wins the round. */
  | "leader"
  /** The blocker's side wins the round. */
  | "blocker"
  /** No side wins the round, and the points of the next won round are doubled. */
  | "doubles";

/** The points for each way to win a round, 0 to 100 each. */
export interface Finish {
  /** Points for going out with any other tile. */
  plain: number;
  /** Points for going out with a double. */
  double: number;
  /** Points for going out with a tile that makes all open ends equal. */
  both: number;
  /** Points for going out with a double that makes all open ends equal. */
  double_both: number;
  /** Points for winning a block. */
  blocked: number;
}

/** The points of a side that played a tile which made other seats pass, 0 to 100 each. */
export interface Passes {
  /** Points if the tile was the lead and a double, and only the next seat passed. */
  lead_double: number;
  /** Points if the tile was the lead but not a double, and only the next seat passed. */
  lead_other: number;
  /** Points if the tile was not the lead, and the next seat passed but not all other seats did. */
  next: number;
  /** Points if all other seats passed. */
  all: number;
}

/**
 * Whether the scores of all sides go back to 0 after each side has won a round (RULES.md, Love).
 */
export type Love =
  /** The scores never go back to 0. */
  | "no"
  /** All scores go back to 0 when every side has points. */
  | "yes"
  /**
   * As `Yes`, except that when every side has exactly one point, the next round decides which side
   * keeps its points.
   */
  | "one_all";

/** When the rules check whether a side has reached the target and won. */
export type MatchEnd =
  /** After each score. The match can end in the middle of a round. */
  | "at_once"
  /**
   * At the end of each round. The side with the most points wins. If two sides have the most
   * points, another round is played.
   */
  | "after_round";

/** Which side gets the points when a seat goes out. */
export type DominoWinner =
  /** The side of the seat that went out. */
  | "out"
  /**
   * The side with the fewest pips. If sides have equally few, the side of the seat that went out.
   */
  | "lightest_side";

/** Which seats may call "Muggins!". */
export type Callers =
  /** The opponents of the seat that made the play. */
  | "opponents"
  /**
   * All other seats. The partner of the seat that made the play may call too, and gets the points
   * for their side.
   */
  | "everyone";

/** The options, which need not be possible together. */
export interface RaceOptions {
  /** The number of players. */
  seating: Seating;
  /** The points that end the game at once, 25 to 100; `null` if it is played to the last tile. */
  target: number | null;
  /** Where the tile after a double must touch it. */
  after_double: AfterDouble;
}

/** Where the tile after a double must touch it. */
export type AfterDouble =
  /** At a half that touched nothing when the double was placed. */
  | "far_end"
  /** At either half. */
  | "either_end";

/** The options, which need not be possible together. */
export interface TrainsOptions {
  /** The game: how the tiles are laid. */
  game: TrainsVariant;
  /** The number of players; each is alone. */
  seating: Seating;
  /** The set of tiles. */
  tile_set: TrainsDominoSet;
  /** The tiles of each hand, 4 to 16. */
  hand_size: number;
  /**
   * The rounds of the match, 1 to 13, with double-nine to 10. The engines go down from the highest
   * double.
   */
  rounds: number;
  /** The points of 0-0 in a hand, 0 to 50. */
  double_blank: number;
  /** Mexican Train: the first turn of each seat in a round. */
  first_turn: TrainsFirstTurn;
  /** Mexican Train: what a seat may not do before its own train has begun. */
  own_first: TrainsOwnFirst;
  /** Mexican Train: what a double asks for. */
  double_turn: TrainsDoubleTurn;
  /** Mexican Train: what happens if a double is the last tile of a hand. */
  last_double: TrainsLastDouble;
  /** Chickenfoot: how many tiles the hub needs first, 4, 6 or 8. */
  arms: number;
}

/** The game: how the tiles are laid. */
export type TrainsVariant =
  /** A train for each seat, and the Mexican train. */
  | "mexican_train"
  /** A tree, in which a double asks for three tiles. */
  | "chickenfoot";

/** The set of tiles. */
export type TrainsDominoSet =
  /** 91 tiles, up to 12-12. */
  | "double_twelve"
  /** 55 tiles, up to 9-9. */
  | "double_nine";

/** The first turn of each seat in a round of Mexican Train. */
export type TrainsFirstTurn =
  /** It is like the others. */
  | "one_tile"
  /** The seat lays as many tiles on its own train as it likes. */
  | "whole_train";

/** What a seat may not do before its own train has begun. */
export type TrainsOwnFirst =
  /** It may do all. */
  | "no"
  /** It may not play on the Mexican train, unless to cover a double. */
  | "for_mexican"
  /** It may play on its own train only. */
  | "for_all";

/** What a double on a train asks for. */
export type TrainsDoubleTurn =
  /** A cover: the seat goes on with it. */
  | "cover"
  /** The seat plays a second tile anywhere, and the double must be covered later. */
  | "free_second"
  /** Nothing. */
  | "none";

/** What happens if a double is the last tile of a hand. */
export type TrainsLastDouble =
  /** It ends the round. */
  | "ends"
  /** It must be covered, as long as a tile can be drawn for it. */
  | "must_cover";

/** Which visitors may find a table. */
export type Access =
  /** All visitors: the table is listed, and every visitor may watch. */
  | "public"
  /** Visitors with the invitation. */
  | "link";

/** How long players may think. The server keeps the time; clients only show it. */
export type ClockRule =
  /** Players have no time limit. */
  | {
      type: "none";
    }
  /** Players have a limit for each move. */
  | {
      type: "per_move";
      /** The limit: 15, 30, 60 or 120. */
      seconds: number;
    }
  /** Players have a budget for the match, which grows with each move. */
  | {
      type: "bank";
      /** The budget at the start: 30 to 3600. */
      seconds: number;
      /** The seconds that each move adds: 0 to 60. */
      increment: number;
    }
  /**
   * Players have days for each move: a match is played over days, by players who come when it suits
   * them.
   */
  | {
      type: "days";
      /** The limit for a move in days: 1, 2, 3 or 7. */
      days: number;
      /** The days of holiday that each player may take in a match: 0 to 14. */
      holiday: number;
    };

/** The body of `POST /api/replay`: a transcript to replay. The server doesn't store it. */
export interface ReplayRequest {
  /** The transcript. */
  transcript: string;
  /** The number of the answer's first round; round 1 if absent. */
  from?: number | null;
}

/** The body of `PUT /api/m/{id}/hidden`. */
export interface HideMatch {
  /** Whether to hide the asker's name in the record from other visitors. */
  hidden: boolean;
}

/** The body of `POST /api/bots`: a new program. */
export interface CreateBot {
  /** The program's name, which others see. */
  name: string;
}

/**
 * The body of `POST /api/account`: turns a guest into an account. The guest's tables and matches
 * stay as they are.
 */
export interface KeepAccount {
  /** The name, which must not look like the name of another account. */
  name: string;
}

/** What the account shows to other visitors. The body of `PUT /api/account/preferences`. */
export interface Preferences {
  /** Whether other visitors see the ratings, and leaderboards list the account. */
  ratings_public: boolean;
  /**
   * Whether other visitors see the list of the account's matches. The list contains the matches at
   * public tables and the matches of quick match. This setting also decides whether other accounts'
   * pages list this account among the opponents.
   */
  matches_public: boolean;
  /** Whether friends see that the account is online. */
  presence_public: boolean;
  /** Whether other accounts may send friend requests. */
  friends_welcome: boolean;
}

/** The body of `PUT /api/account/name`. The answer is `AccountBody`. */
export interface ChangeName {
  /** The new name. */
  name: string;
}

/**
 * The body of `DELETE /api/account`, which must repeat the name so that no account is closed by
 * accident. The answer is 204.
 */
export interface CloseAccount {
  /** The account's name. */
  name: string;
}

/** The body of `POST /api/account/transfer/answer`. */
export interface AnswerTransfer {
  /** The name of the device that the client showed to its user. */
  device: string;
  /** Whether the device may sign in. */
  agree: boolean;
}

/** The body of `POST /api/sign-in/transfer`, and of `POST /api/sign-in/email/confirm`. */
export interface SignInCode {
  /** The code as it was typed. */
  code: string;
  /** The id of the attempt that the code belongs to; only for a code by email. */
  attempt?: string | null;
}

/**
 * The body of `POST /api/sign-in/recovery`. The answer is `SignedIn`, with a new recovery code.
 */
export interface SignInByRecovery {
  /** The account's name. */
  name: string;
  /** The recovery code as it was typed. */
  code: string;
}

/**
 * The body of `POST /api/account/passkeys`, whose answer is `AccountBody`, and of `POST
 * /api/sign-in/passkey`, whose answer is `SignedIn`.
 */
export interface PasskeyAnswer {
  /** The id of the passkey challenge, from `PasskeyChallenge`. */
  challenge: string;
  /** The result of `PublicKeyCredential.toJSON`. */
  credential: unknown;
}

/**
 * The body of `POST /api/account/email` and of `POST /api/sign-in/email`: the email address to
 * which the server sends a code. The answer, 202 with `SignInAttempt`, is the same whether an
 * account has that email address or not. The client sends the code to `POST
 * /api/account/email/confirm` or `POST /api/sign-in/email/confirm`, as `SignInCode`. `DELETE
 * /api/account/email` removes the account's address.
 */
export interface EmailAddress {
  /** The email address. */
  email: string;
}

/**
 * The body of `POST /api/friends/{person}/invite`: a table at which the asker has a seat. The
 * server sends `invited` to the friend, if the friend is online. The answer is 204.
 */
export interface InviteFriend {
  /** The table. */
  table: TableId;
}

/**
 * The body of `POST /api/reports`: reports a player of a table at which the asker has or had a
 * seat. The server adds the match and the last chat lines. The answer is 204.
 */
export interface ReportPlayer {
  /** The table. */
  table: TableId;
  /** The seat of the player who is reported. */
  seat: Seat;
  /**
   * The reported player's pseudonym at the table. If absent, the report is about the player who has
   * the seat now or had it last.
   */
  pseudonym?: Pseudonym | null;
  /** The reason. */
  reason: ReportReason;
  /** The reporter's words. */
  words: string;
}

/** The reason for a report. */
export type ReportReason =
  /** Insults, threats, hatred. */
  | "abuse"
  /** A name that insults or deceives. */
  | "name"
  /** Help from outside, collusion, arranged ratings. */
  | "cheating"
  /** Leaving or stalling on purpose. */
  | "stalling"
  /** Advertising or flooding. */
  | "spam"
  /** Another reason, which `words` explains. */
  | "other";

/**
 * The body of `POST /api/tournaments/{tournament}/reports`: reports a tournament to the moderators.
 * The server adds its name and the notes of its results. The answer is 204.
 */
export interface ReportTournament {
  /** The number of the player who is reported. Absent: the organiser is. */
  entrant?: number | null;
  /** The reason. */
  reason: ReportReason;
  /** The reporter's words. */
  words: string;
}

/** The body of `POST /api/moderation/reports/{number}/acts`. The answer is `ReportBody`. */
export interface TakeAct {
  /** The act. */
  act: Act;
  /** The length of the mute in minutes; only for `mute`. */
  minutes?: number | null;
  /** The reason; for `warn`, the text that the player reads. */
  note: string;
}

/** An act of a moderator. */
export type Act =
  /** Adds a note for other moderators. The report stays open. */
  | "note"
  /** Warns the player, and closes the report. */
  | "warn"
  /** Mutes the player for a time, and closes the report. */
  | "mute"
  /** Ends the player's mute. */
  | "unmute"
  /** Bars the player, and closes the report. */
  | "close"
  /** Ends the player's bar. */
  | "reopen"
  /** Closes the report without another act. */
  | "dismiss"
  /**
   * Closes all open reports from the network of the report's reporter, except those about
   * moderators.
   */
  | "dismiss_network";

/**
 * The body of `POST /api/tournaments`: the tournament to create. The asker, who needs an account,
 * becomes its organiser.
 */
export interface CreateTournament {
  /** The name, at most 60 characters. */
  name: string;
  /** How opponents are chosen. */
  format: TournamentFormat;
  /**
   * The number of rounds, 1 to 15; before the knockout, if one follows. Only for `swiss`,
   * `individual` and `tables`.
   */
  rounds?: number | null;
  /**
   * How many of the best play a knockout after the rounds: 2 to 64. Only for `swiss`; absent for no
   * knockout.
   */
  cut?: number | null;
  /**
   * Whether the losers of the semifinals of a knockout play for the third place; absent if not.
   */
  third_place?: boolean;
  /**
   * Whether pairs play that stay together; only for `swiss`, `knockout` and `round_robin`, and
   * absent if not.
   */
  pairs?: boolean;
  /** How the tournament repeats; absent if it takes place once. */
  repeat?: TournamentRepeat | null;
  /** How many minutes an arena lasts: 10 to 720; absent with the other formats. */
  minutes?: number | null;
  /**
   * The options of the rules: for two players, or for partners if the format is `individual` or
   * pairs play. With the format `tables`, for as many single players as tables are to have, three
   * or more; tables with fewer or more have the same rules for their number.
   */
  rules: Options;
  /** The clock. A tournament must have one. */
  clock: ClockRule;
  /** The cap on a match's time in minutes: 10, 15, 20, 30, 45 or 60; absent for none. */
  time_cap?: number | null;
  /**
   * How many boards each match has: 1 to 6. All tables of a round have the same deals, and results
   * are compared board by board. Absent if each table has its own deals. Only for `swiss` without a
   * knockout, `round_robin` and `individual`, with at most 128 players.
   */
  boards?: number | null;
  /**
   * How many minutes later than the players visitors see the tables: 0 to 10, 0 for at once. Absent
   * if nobody may watch. Not together with `boards`.
   */
  watch_delay_minutes?: number | null;
  /** When the tournament begins, in milliseconds since 1970. */
  starts_ms: number;
  /**
   * The largest number of players: 2 to 1000; at most 32 in a round robin, 64 if pairs play there,
   * and 41 with the format `individual`.
   */
  players_max: number;
  /** How many minutes a player has to come to a match before it is forfeited: 1 to 30. */
  come_minutes: number;
  /**
   * Whether players must say in the quarter of an hour before the start that they are there; absent
   * if not.
   */
  check_in?: boolean;
  /** Whether the list of tournaments shows it; absent if only visitors with its link find it. */
  listed?: boolean;
  /** Who may take part; absent for `open`. */
  entries?: TournamentEntries;
  /** The password that players need, 1 to 60 characters; absent if they need none. */
  password?: string | null;
  /**
   * Whether matches are rated; absent if not. Then all players need accounts, no computer players
   * take part, and the rules must be those of a preset.
   */
  rated?: boolean;
  /** The level of the computer players that fill up; absent if none do. */
  computers?: Level | null;
  /**
   * Up to which number of players computer players fill up: at most 64. Needed with `computers`.
   */
  fill_to?: number | null;
}

/** How opponents are chosen. */
export type TournamentFormat =
  /** Each round pairs players with similar scores; a knockout of the best may follow. */
  | "swiss"
  /** A player who loses is out. */
  | "knockout"
  /** Every player plays against every other player once. */
  | "round_robin"
  /** Pairs, with other partners in each round. */
  | "individual"
  /** For a fixed time, a player without a match is paired at once. */
  | "arena"
  /**
   * In each round all players sit at tables of several, each for themselves, and their places
   * score.
   */
  | "tables";

/** How a tournament repeats: when it begins or is called off, the server creates the next one. */
export interface TournamentRepeat {
  /** After how many days the next one begins, at the same time of the day: 1 to 28. */
  days: number;
  /** The name of the time zone whose time of the day stays the same, such as `Europe/Lisbon`. */
  zone: string;
  /** How many more follow: 1 to 52. */
  more: number;
}

/**
 * Who may take part in a tournament. The server can't see who is one person, but it sees the
 * networks from which players enter: 24 bits of an IPv4 address, 48 bits of an IPv6 address. It
 * tells them apart in all tournaments but those with `hall`.
 */
export type TournamentEntries =
  /** Everybody; of one network up to an eighth of the places, and up to four of few places. */
  | "open"
  /** Everybody. The players sit in one place, so networks tell nothing. */
  | "hall"
  /** One player of each network. */
  | "network"
  /** Players with an account. */
  | "accounts"
  /** Players with an account that is at least 30 days old and has played ten rated matches. */
  | "known";

/** The body of `PUT /api/tournaments/{tournament}/entry`: the asker takes part. */
export interface EnterTournament {
  /** The password; absent if the tournament needs none. */
  password?: string | null;
  /** The invitation of the asker's partner in a tournament of pairs; absent without one. */
  partner?: Invite | null;
}

/**
 * The body of `POST /api/tournaments/{tournament}/actions`, for the organiser and for moderators.
 */
export interface TakeOrganiserAction {
  /** The action. */
  action: OrganiserAction;
  /**
   * The number of the player; only for `withdraw`, `withdraw_network`, `partners` and
   * `delete_name`.
   */
  entrant?: number | null;
  /** The number of the other player; only for `partners`. */
  partner?: number | null;
  /** The round of the match, from 1; only for `result` and `delete_note`. */
  round?: number | null;
  /** The number of the match in its round, from 1; only for `result` and `delete_note`. */
  number?: number | null;
  /** The result; only for `result`, of a match of two sides. */
  result?: DecidedResult | null;
  /**
   * The place of each player, in the order of the match's sides, 0 for a player who is behind all
   * others and gets nothing; only for `result`, of a match at a table of several.
   */
  places?: number[] | null;
  /**
   * Whether the match has a result, which this one corrects; only for `result`. If that isn't so,
   * or isn't so any more, the action is refused (`stale`). Absent: the match may have a result or
   * none.
   */
  corrects?: boolean | null;
  /** The reason of a result, at most 200 characters. All visitors see it. */
  note?: string | null;
  /** The name of the tournament; only for `rename`. */
  name?: string | null;
}

/** What an organiser does, or a moderator. */
export type OrganiserAction =
  /** Begins now instead of at the given time. */
  | "start"
  /** Pairs no more rounds until `resume`. Matches that are being played go on. */
  | "pause"
  /** Goes on after a pause. */
  | "resume"
  /** Withdraws the player with the number `entrant`. */
  | "withdraw"
  /**
   * Withdraws all players of the network from which the player with the number `entrant` entered.
   */
  | "withdraw_network"
  /** Decides a match that has no result, or changes the result of one, with a `note`. */
  | "result"
  /** Ends the tournament before its last round. */
  | "call_off"
  /** Makes partners of the players with the numbers `entrant` and `partner`. */
  | "partners"
  /** Ends the repetition: no further tournament follows this one. */
  | "stop_repeating"
  /**
   * Gives the tournament another `name`. This and the following only by moderators, who can also
   * call off each tournament and withdraw its players.
   */
  | "rename"
  /** Shows the name of the player with the number `entrant` no more. */
  | "delete_name"
  /** Shows the note of a result no more. */
  | "delete_note"
  /**
   * Calls the tournament off if it has not ended, lists it no more, and shows no text in it that
   * its organiser and its players have chosen.
   */
  | "delete";

/** How the organiser decides a match. */
export type DecidedResult =
  /** The first side wins. */
  | "first"
  /** The second side wins. */
  | "second"
  /** Nobody wins, and each side scores a tie. Not in a knockout. */
  | "tie"
  /** Both sides lose. */
  | "neither";

/**
 * The body of `PUT /api/push`: the browser that sends the request wants to be told. If it is known
 * already, what has changed replaces what is known.
 */
export interface PutPushBrowser {
  /** The browser's secret URL at its push service: `endpoint` of the browser's subscription. */
  endpoint: string;
  /** The browser's public key, in base64url: `keys.p256dh` of the subscription. */
  p256dh: string;
  /**
   * The secret that the browser shares with the server, in base64url: `keys.auth` of the
   * subscription.
   */
  auth: string;
  /** The language in which the browser is told, such as `pt`. */
  language: string;
  /** The browser's time zone, such as `Europe/Lisbon`. Quiet hours are times of this zone. */
  time_zone?: string | null;
  /**
   * What the browser is told. If absent, a known browser is told the same as before, and a new one
   * everything.
   */
  wishes?: PushWishes | null;
}

/** What a browser is told while the page is closed. Also the body of `PUT /api/push/{id}`. */
export interface PushWishes {
  /** That it is the player's turn. */
  turn: boolean;
  /** That a friend invites the player to a table. */
  invited: boolean;
  /** That a quick match was found. */
  found: boolean;
  /** When the browser is told nothing. */
  quiet: QuietHours;
}

/**
 * The hours of each day in which a browser is told nothing. What is told of a turn waits until they
 * end. If both times are the same, there are none.
 */
export interface QuietHours {
  /** The minute of the day at which they begin, from 0 to 1439. */
  from: number;
  /**
   * The minute of the day at which they end, from 0 to 1439. If it is earlier than `from`, it is of
   * the next day.
   */
  until: number;
}

/**
 * The body of `PUT /api/push/mail`: the account's owner wants to be told by mail when it has been
 * their turn for long.
 */
export interface PutTurnMail {
  /** After how many hours of a turn: 6, 12, 24 or 48. */
  after_hours: number;
  /** The language of the mails, such as `pt`. */
  language: string;
}

/**
 * The body of `PUT /api/tables/{table}/webhook`: a chat or a program is told whose turn it is, once
 * the player has been away for ten seconds, and how matches end. For the host of the table, who
 * needs an account.
 */
export interface PutWebhook {
  /** The form. */
  form: WebhookForm;
  /**
   * The secret URL: `https://`, the name of a host on the internet, and a path, at most 1,024
   * bytes.
   */
  url: string;
  /** The language of the texts, such as `pt`. */
  language: string;
}

/** The form in which a webhook is told. */
export type WebhookForm =
  /** A webhook of a Discord channel. */
  | "discord"
  /** An incoming webhook of Slack, or of a chat that takes the same. */
  | "slack"
  /** A generic webhook of Hookshot, for a Matrix room. */
  | "matrix"
  /** A `WebhookEvent`, for a program. */
  | "json";

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
       * The build of the server's browser client. A page of another build should offer to reload
       * itself.
       */
      build: string;
      /** The visitor's display name. */
      name: string;
      /**
       * The server's clock, in milliseconds since 1970. All times of the server are by this clock.
       */
      now_ms: number;
      /**
       * Whether the server is a node of a cluster; absent if it is alone. A client that goes to a
       * table then does well to connect again, to `/ws?t={table}`.
       */
      cluster?: boolean;
    }
  /** The visitor's display name has changed. */
  | {
      type: "you";
      /** The new name. */
      name: string;
    }
  /** All public tables; replaces the client's list. */
  | {
      type: "lobby";
      /** The tables. */
      tables: Listing[];
    }
  /** A table was added to the list, or its entry has changed. */
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
   * The tables at which the receiver has a seat, the most recently joined first. Replaces the
   * client's list.
   */
  | {
      type: "own_tables";
      /** The tables. */
      tables: OwnTable[];
    }
  /** The state of the receiver's search for a quick match. */
  | ({ type: "seeking" } & Seeking)
  /**
   * Asks whether the receiver, for whom opponents are found, is still connected. The client answers
   * with `seek_answer` within two seconds, without asking the player. A player whose client doesn't
   * answer is not given a seat.
   */
  | {
      type: "seek_question";
      /** The number of the question. */
      number: number;
    }
  /** A quick match is found. */
  | ({ type: "paired" } & Paired)
  /** The players who search for a quick match alone. */
  | {
      type: "seekers";
      /** The players, the longest wait first: 30 at most. */
      seekers: ListedSeeker[];
    }
  /**
   * A tournament, with its players and the matches of its last round: the answer to `tournament`.
   * It replaces what the client knew of the tournament.
   */
  | ({ type: "tournament" } & TournamentState)
  /**
   * What has changed in a tournament that the client follows. A client whose version isn't `since`
   * asks for the tournament again.
   */
  | ({ type: "tournament_changed" } & TournamentChange)
  /**
   * The receiver's own part in a tournament: its entry, its table and its invitation. The server
   * sends it after `tournament`, and when it has changed.
   */
  | ({ type: "tournament_own" } & TournamentOwn)
  /** A friend invites the receiver to a table. */
  | {
      type: "invited";
      /** The friend. */
      person: PersonId;
      /** The friend's name. */
      name: string;
      /** The table. */
      table: TableId;
      /** The invitation to the table. */
      invite: Invite;
      /** The table's rules on one line. */
      notation: string;
    }
  /**
   * The receiver's account was changed by another device or by a moderator. The client should
   * request the account again.
   */
  | {
      type: "account_changed";
    }
  /**
   * The receiver's friends, or their presence, have changed. The client should request the list of
   * friends again.
   */
  | {
      type: "friends_changed";
    }
  /** All that the receiver may know of a table; replaces what the client knew of the table. */
  | ({ type: "table" } & Snapshot)
  /**
   * What an outsider may know of a table. The server sends it as the answer to `open`, and again on
   * each change. It replaces what the client knew of the table.
   */
  | ({ type: "outside" } & Outside)
  /** The updates of a table that the receiver missed: the answer to `open` with `since`. */
  | ({ type: "missed" } & Missed)
  /** A change at a table. */
  | ({ type: "update" } & Update)
  /**
   * The server's signature of a table's commitments, sent before the players reveal their seeds.
   */
  | ({ type: "receipt" } & Receipt)
  /**
   * Which players and watchers are connected at a table. The message doesn't change the table's
   * version. It replaces the presence that the client knew.
   */
  | {
      type: "presence";
      /** The table. */
      table: TableId;
      /** Whether each seat's player is connected. Computer players always are. */
      seats: boolean[];
      /**
       * When each seat's player disconnected, in milliseconds since 1970 by the server's clock;
       * `null` for a connected player and for an empty seat.
       */
      away_since_ms: (number | null)[];
      /** The number of watchers. */
      watchers: number;
      /** The absent player whose turn it is, and what the other players may do. */
      absent?: Absent;
      /** The open request for a computer player's seat; absent if there is none. */
      request?: SeatRequest;
    }
  /**
   * A new chat line in the receiver's chat room: from a player to the players, or from a watcher to
   * the watchers. The message doesn't change the table's version. The client adds the line at the
   * end of the table's `chat`.
   */
  | {
      type: "said";
      /** The table. */
      table: TableId;
      /** The line. */
      line: Line;
    }
  /** A player or watcher reacts to what has just happened. The reaction is not stored. */
  | {
      type: "reacted";
      /** The table. */
      table: TableId;
      /** The seat of the player who reacts; `null` for a watcher. */
      seat: Seat | null;
      /** The display name of the player or watcher. */
      name: string;
      /** The player's or watcher's pseudonym at this table. */
      pseudonym: Pseudonym;
      /** The reaction. */
      reaction: Reaction;
    }
  /**
   * The move that an expert would make for the receiver: the answer to `hint`, sent only to the
   * player who asked. The hint is out of date once the match has moved on.
   */
  | {
      type: "hint";
      /** The table. */
      table: TableId;
      /** The `standing.ply` of the position for which the hint was made. */
      ply: number;
      /** The hint: an object with one key, the game. */
      hint: Hint;
    }
  /** The proof of a round's deals: the answer to `fairness`, sent to the client that asked. */
  | {
      type: "fairness";
      /** The table. */
      table: TableId;
      /** The proof for the match, with the deals of only that round. */
      fairness: Fairness;
    }
  /** The receiver's own request for a computer player's seat has ended. */
  | {
      type: "request_ended";
      /** The table. */
      table: TableId;
      /** The requested seat. */
      seat: Seat;
      /** How the request ended. */
      outcome: RequestOutcome;
    }
  /** The connection no longer follows the table. The client didn't ask for this. */
  | {
      type: "closed";
      /** The table. */
      table: TableId;
      /** The reason. */
      reason: ClosedReason;
    }
  /** A message was refused, and changed nothing. */
  | {
      type: "error";
      /** The type of the refused message; absent if the server doesn't know the type. */
      about?: About;
      /** The table of the refused message, if it named one. */
      table?: TableId;
      /** The reason. */
      code: ErrorCode;
      /**
       * Why the rules don't allow the move, if the code is `illegal`: an object with one key, the
       * game.
       */
      reason?: Illegal;
      /** The reason as a sentence for people, in English. */
      text: string;
    };

/** A table as the lobby lists it. */
export interface Listing {
  /** The table. */
  table: TableId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The players, by seat; `null` for an empty seat. */
  seats: (ListedSeat | null)[];
  /** The number of empty seats that aren't kept for friends. */
  open_seats: number;
  /** The clock; absent if the table has none. */
  clock?: ClockRule;
  /** The cap on a match's time, in minutes; absent if there is none. */
  time_cap?: number;
  /** The table's status. */
  status: Status;
  /** Whether the table's matches are rated; absent if they aren't. */
  rated?: boolean;
  /** When the host opened the table, in milliseconds since 1970 by the server's clock. */
  opened_ms: number;
}

/** A taken seat in the lobby's list. */
export interface ListedSeat {
  /**
   * The player's display name; for a computer player `Computer`, in a tournament with its number:
   * `Computer 3`.
   */
  name: string;
  /** The computer player's level; absent for a person. */
  computer?: Level;
  /** Whether the player is a visitor's program; absent if not. */
  bot?: boolean;
}

/** The status of a table. */
export type Status =
  /**
   * The table waits for players. The match starts when every seat is taken and every player is
   * ready.
   */
  | "open"
  /** A match is played, or pauses between two rounds. */
  | "playing"
  /** The match has ended. A rematch starts when every player is ready again. */
  | "over";

/** A table at which the receiver has a seat, listed or not. */
export interface OwnTable {
  /** The table. */
  table: TableId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The players, by seat; `null` for an empty seat. */
  seats: (ListedSeat | null)[];
  /** The number of empty seats that aren't kept for friends. */
  open_seats: number;
  /** The clock; absent if the table has none. */
  clock?: ClockRule;
  /** The cap on a match's time, in minutes; absent if there is none. */
  time_cap?: number;
  /** The table's status. */
  status: Status;
  /** Whether the table's matches are rated; absent if they aren't. */
  rated?: boolean;
  /** When the host opened the table, in milliseconds since 1970 by the server's clock. */
  opened_ms: number;
  /**
   * How many rounds the match has, if all tables of a tournament's round have the same deals: then
   * no points win it before. Absent if the table has its own deals.
   */
  boards?: number;
  /** The receiver's seat. */
  seat: Seat;
  /** The seat whose turn it is; absent while no player has the turn. */
  turn?: Seat;
  /**
   * Whether the table waits for the receiver: to play, to tell a seed, or to be ready for the
   * match, for its next round, or for a rematch that another player wants.
   */
  waits: boolean;
  /**
   * When the time of what the table waits for runs out: the clock of the seat on turn, or at a
   * table over days the wait for a seed or for the next round. In milliseconds since 1970 by the
   * server's clock; absent if there is no such time.
   */
  until_ms?: number;
  /**
   * When the turn began; while no player has the turn, when the table last changed. In milliseconds
   * since 1970 by the server's clock.
   */
  since_ms: number;
}

/** Why a search has ended. */
export type SeekEnded =
  /** The client sent `unseek`, or another connection of the same visitor searches now. */
  | "withdrawn"
  /** A table was found; `paired` says which. */
  | "paired"
  /** The partner's search has ended. */
  | "partner_gone";

/**
 * The state of the receiver's search. The server sends it as the answer to `seek`, and again when
 * the state changes, at most once a second.
 */
export interface Seeking {
  /** The number under which the search is listed in `seekers`; 0 if there is none. */
  number: number;
  /** The wanted presets, by their names in the catalogue; empty once the search has ended. */
  presets: string[];
  /** When the search began, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
  /** Whether accounts and guests may play together. */
  mixed: boolean;
  /** The id of the pair, if the player searches as one of two partners; absent otherwise. */
  party?: PartyId;
  /** The partner's name, once the partner searches as well. */
  partner?: string;
  /**
   * Whether the client should offer a match against a computer player while the search continues;
   * `true` after 15 seconds.
   */
  offers_computer: boolean;
  /** Why the search has ended; absent while it continues. */
  ended?: SeekEnded;
}

/**
 * A table that quick match found. The receiver has a seat at this table, and should open the table.
 * A player who doesn't open it within 20 seconds loses the seat; at a table that quick match made,
 * the other players search again.
 */
export interface Paired {
  /** The table. */
  table: TableId;
  /** The preset. */
  preset: string;
  /** Whether the match is rated. */
  rated: boolean;
  /** Whether it is a public table that its host opened; absent if quick match made it. */
  open?: boolean;
}

/** A player who searches, and whom others can choose. */
export interface ListedSeeker {
  /** The number of the search, for the `with` of a `seek`. */
  number: number;
  /** The player's display name. */
  name: string;
  /** The wanted presets, by their names in the catalogue. */
  presets: string[];
  /** Whether the player has an account. */
  kept: boolean;
  /** Whether accounts and guests may play together. */
  mixed: boolean;
  /** When the search began, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
}

/** A tournament without its players and matches. */
export interface TournamentHead {
  /** The name. */
  name: string;
  /** The organiser's name; empty once the organiser has deleted it. */
  organiser: string;
  /** How opponents are chosen. */
  format: TournamentFormat;
  /** How far it is. */
  phase: TournamentPhase;
  /** The number of rounds before a knockout; absent if it follows from the number of players. */
  rounds?: number;
  /** How many of the best play a knockout after the rounds; absent for no knockout. */
  cut?: number;
  /** Whether pairs play that stay together; absent if not. */
  pairs?: boolean;
  /** How it repeats; absent if none follows. */
  repeat?: TournamentRepeat;
  /**
   * The tournament that follows; absent before this one begins or is called off, and if none
   * follows.
   */
  next?: TournamentId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The clock. */
  clock: ClockRule;
  /** The cap on a match's time in minutes; absent for none. */
  time_cap?: number;
  /**
   * How many boards each match has, if all tables of a round have the same deals; absent if each
   * table has its own.
   */
  boards?: number;
  /**
   * How many minutes later than the players visitors see the tables, 0 for at once; absent if
   * nobody may watch.
   */
  watch_delay_minutes?: number;
  /** When it begins or began, in milliseconds since 1970. */
  starts_ms: number;
  /** The number of rounds that were paired. */
  round: number;
  /** When the last round was paired; absent before the first. */
  round_ms?: number;
  /**
   * Until when the players of the last round must come to their matches; absent before the first
   * round, and in an arena.
   */
  come_by_ms?: number;
  /**
   * When an arena ends or ended; absent with the other formats. Matches that were paired before are
   * played to their end.
   */
  ends_ms?: number;
  /** When it ended; absent before. */
  ended_ms?: number;
  /** Whether the organiser has paused it; absent if not. */
  paused?: boolean;
  /** Whether players may still enter; absent if not. */
  open?: boolean;
  /** The number of players who take part. */
  players: number;
  /** The largest number of players. */
  players_max: number;
  /**
   * How many more players must take part, and say that they are there if they must, before the
   * tournament can begin; absent for none, and once it has begun.
   */
  lacking?: number;
  /** How many minutes a player has to come to a match. */
  come_minutes: number;
  /** Since when players can say that they are there, if they must; absent if they need not. */
  check_in_ms?: number;
  /** Who may take part; absent for `open`. */
  entries?: TournamentEntries;
  /** Whether players need a password; absent if not. */
  password?: boolean;
  /** Whether matches are rated; absent if not. */
  rated?: boolean;
  /** The level of the computer players that fill up; absent if none do. */
  computers?: Level;
}

/** How far a tournament is. */
export type TournamentPhase =
  /** It has not begun. */
  | "coming"
  /** Rounds are being played. */
  | "running"
  /** It has ended. */
  | "ended"
  /** The organiser has called it off, or too few players came. */
  | "called_off";

/** A player of a tournament, with the standing. */
export interface TournamentEntrant {
  /** The number, from 1 in the order of entry. */
  n: number;
  /**
   * The display name at the entry; empty for a computer player, and once the player has deleted it.
   */
  name: string;
  /** The computer player's level; absent for a person. */
  computer?: Level;
  /** Whether the player has said to be there; absent if not. */
  here?: boolean;
  /** Whether the player has withdrawn; absent if not. */
  withdrawn?: boolean;
  /**
   * Whether the player is not paired until the player is back: takes a break from an arena, or has
   * missed a match; absent if not.
   */
  away?: boolean;
  /** The number of the partner in a tournament of pairs; absent without one. */
  partner?: number;
  /**
   * The place, from 1; that of the pair, if pairs play. Players who are equal share a place. Absent
   * before the first round.
   */
  place?: number;
  /**
   * The success in the knockout: 2 for each win or bye, 1 for a win in the match for the third
   * place; absent for 0.
   */
  knockout?: number;
  /**
   * Where all tables have the same deals, the mean share of the boards of all rounds that have
   * ended, in hundredths of a percent; absent before the first round has ended. It decides the
   * place, and then `margin` does.
   */
  share?: number;
  /**
   * Where all tables have the same deals, the sum of the margins over the mean of the other tables,
   * in hundredths of a point; absent for 0.
   */
  margin?: number;
  /**
   * The match points: 2 for a win, 1 for a tie. In an arena, 4 for a win after two wins in a row.
   * At tables of several, the part of the others there that the player has beaten, in percent; half
   * of those on the same place count. Where all tables have the same deals, this and the next two
   * are 0.
   */
  points: number;
  /**
   * The number of matches that were lost without a meeting; absent for 0. Among players with equal
   * match points, or with equal shares, those with fewer stand above.
   */
  missed?: number;
  /**
   * The points that were scored in the meetings, less those of the opponents. At tables of several,
   * by how many points of the table the player was better than the mean of the others.
   */
  difference: number;
  /**
   * The sum of the match points of all opponents in meetings. A bye, and a win without a meeting,
   * counts as an opponent with the player's own match points.
   */
  buchholz: number;
}

/** A match of a tournament, or a bye. */
export interface TournamentMatch {
  /** The round, from 1. */
  round: number;
  /** The number in the round, from 1. */
  number: number;
  /** The numbers of the players of each side: one or two. A bye has only one side. */
  sides: number[][];
  /** Whether it is the match for the third place; absent if not. */
  third_place?: boolean;
  /**
   * The table, while visitors may watch the match: it is being played, and the tournament has
   * `watch_delay_minutes`. Absent otherwise.
   */
  table?: TableId;
  /**
   * The result; absent for a bye, and while the match is not decided. Where all tables have the
   * same deals, it is shown when the last match of the round has ended.
   */
  result?: MatchResult;
  /** Whether the match is decided, and its result is not shown yet; absent if not. */
  over?: boolean;
}

/** The result of a match of a tournament. */
export interface MatchResult {
  /** The side that won, 0 or 1; `null` if no side did. */
  winner: number | null;
  /**
   * Whether each side scores a tie; absent if not. If no side won and this is absent, both have
   * lost.
   */
  tie?: boolean;
  /**
   * The points that each side had scored at the table. They say that the match is a meeting,
   * whatever ended it; absent if its tiles were not dealt.
   */
  points?: number[];
  /**
   * At a table of several, the place of each side, from 1, and 0 for a player who did not come or
   * left; absent for other matches.
   */
  places?: number[];
  /**
   * Where all tables have the same deals, the points of the first side less those of the second on
   * each board; `null` for a board that the match did not finish. Absent if no board was played.
   */
  boards?: (number | null)[];
  /**
   * The match at its table, where all tables have the same deals; absent if its tiles were not
   * dealt.
   */
  dealt?: DealtMatch;
  /** How the match got its result. */
  source: ResultSource;
  /** The organiser's reason; absent if there is none. */
  note?: string;
}

/**
 * The match at a table whose boards are a result (`docs/fair-deal.md`, The same deals at several
 * tables).
 */
export interface DealtMatch {
  /** The table. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /**
   * The hash of the terms of the match: its receipt has them, and the receipts of all other tables
   * of the round name it in `section`.
   */
  terms: Hash;
}

/** How a match of a tournament got its result. */
export type ResultSource =
  /** The players ended it. */
  | "played"
  /** A side did not come, left the match, or has withdrawn. */
  | "forfeited"
  /** The organiser decided it. */
  | "decided"
  /** A side gave up a match between players of one network: it counts for neither. */
  | "void";

/**
 * A tournament: the answer of `GET /api/tournaments/{tournament}`, and of the message `tournament`.
 */
export interface TournamentState {
  /** The tournament. */
  tournament: TournamentId;
  /** The version. */
  v: number;
  /** All but the players and the matches. */
  head: TournamentHead;
  /** All players, by their numbers. */
  entrants: TournamentEntrant[];
  /**
   * The matches of the last round that was paired, by their numbers. In an arena, those that are
   * being played and of the others the last 20, by round and number.
   */
  matches: TournamentMatch[];
}

/** What has changed in a tournament: the same for all who follow it. */
export interface TournamentChange {
  /** The tournament. */
  tournament: TournamentId;
  /** The version before the change. */
  since: number;
  /** The version after the change. */
  v: number;
  /** All but the players and the matches. */
  head: TournamentHead;
  /** The players who are new or whose entries have changed, by their numbers. */
  entrants: TournamentEntrant[];
  /**
   * The matches that are new or have changed, by round and number. A match of a later round than
   * before replaces all matches that the client knew; but not in an arena, where of those with a
   * result the last 20 stay.
   */
  matches: TournamentMatch[];
}

/**
 * The receiver's own part in a tournament: its entry, its table and its invitation. Each receiver
 * is sent its own.
 */
export interface TournamentOwn {
  /** The tournament. */
  tournament: TournamentId;
  /** The receiver's number as a player; absent if the receiver doesn't take part. */
  entrant?: number;
  /** Whether the receiver is the organiser; absent if not. */
  organiser?: boolean;
  /** Whether the receiver is a moderator; absent if not. */
  moderator?: boolean;
  /** The table of the receiver's match that is not decided; absent if there is none. */
  table?: TableId;
  /** Until when the receiver must come to the table; absent without a table. */
  come_by_ms?: number;
  /**
   * With this invitation another player becomes the receiver's partner; absent if the receiver
   * needs none.
   */
  invite?: Invite;
  /**
   * For the organiser: the numbers of the players who entered from one network, for each network of
   * several; absent for none.
   */
  networks?: number[][];
}

/**
 * The public id of an account: 32 lower-case hex digits, as in the address of the account's page
 * `/p/{person}`.
 */
export type PersonId = string;

/** A table as all players and watchers see it, without the match. */
export interface Room {
  /** The table's status. */
  status: Status;
  /** The number of the match at this table, from 1. */
  match: number;
  /**
   * The record of the last match; absent before the first match has ended, and while a match is
   * played.
   */
  record?: RecordId;
  /** The number of players, and which of them score together. */
  seating: Seating;
  /** The rules: an object with one key, the game. */
  rules: Options;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** Which visitors may find the table. */
  access: Access;
  /** The number of seats that only invited visitors may take. */
  kept_seats: number;
  /** Whether players may ask for hints. */
  hints: boolean;
  /** The clock; absent if the table has none. */
  clock?: ClockRule;
  /** The cap on a match's time, in minutes; absent if there is none. */
  time_cap?: number;
  /**
   * When time is called in the running match, in milliseconds since 1970 by the server's clock;
   * absent without a cap, while no match is played, and once time has been called.
   */
  cap_until_ms?: number;
  /** How the match ended; absent unless the status is `over`. */
  ending?: Ending;
  /** Whether programs may take seats. */
  bots: boolean;
  /** Whether the table's matches are rated; absent if they aren't. */
  rated?: boolean;
  /** Whether quick match opened the table; absent if not. */
  quick?: boolean;
  /**
   * The tournament to which the table belongs; absent if it belongs to none. Such a table has no
   * host. It is for one match, and closes if a player has not come in time.
   */
  tournament?: RoomTournament;
  /**
   * How many rounds the match has, if all tables of the tournament's round have the same deals:
   * then no points win it before, and nobody may watch. Absent if each table has its own deals.
   */
  boards?: number;
  /**
   * How many minutes later than the players visitors see this table of a tournament, 0 for at once;
   * absent if a tournament doesn't let them watch.
   */
  watch_delay_minutes?: number;
  /** The commitments for the table's deals. */
  fairness: RoomFairness;
  /** The players, by seat; `null` for an empty seat. */
  seats: (RoomSeat | null)[];
}

/**
 * The id of a match's record: 32 lower-case hex digits, as in the record's address `/m/{record}`.
 * Every visitor who knows the id may see the record.
 */
export type RecordId = string;

/** How a match ended. */
export type Ending =
  /** The match was played out. */
  | {
      type: "played";
      /** The side that reached the target; `null` if no side did within the limit on rounds. */
      winner: Side | null;
    }
  /** A player resigned. */
  | {
      type: "resigned";
      /** The player's seat. */
      seat: Seat;
      /** The other side; `null` if there are several other sides. */
      winner: Side | null;
    }
  /** A player claimed the win against an absent player. */
  | {
      type: "claimed";
      /** The absent player's seat. */
      seat: Seat;
      /** The seat of the player who claimed the win. */
      by: Seat;
      /** The side that won. */
      winner: Side;
    }
  /** The players agreed to end the match. */
  | {
      type: "agreed";
    }
  /** The match was abandoned: no player came back to it. */
  | {
      type: "abandoned";
      /** In a tournament, the side that only computer players play; otherwise `null`. */
      winner: Side | null;
    }
  /** A player withdrew from the tournament of the match. */
  | {
      type: "withdrawn";
      /** The player's seat. */
      seat: Seat;
      /** The other side. */
      winner: Side | null;
    }
  /** The organiser of the tournament decided the match. */
  | {
      type: "decided";
      /** The side that won; `null` if no side did. */
      winner: Side | null;
    };

/** The seats that score together: one seat, or the two opposite seats of partners. */
export type Side = number;

/** The tournament to which a table belongs, and the place of the table's match in it. */
export interface RoomTournament {
  /** The tournament. */
  id: TournamentId;
  /** The tournament's name. */
  name: string;
  /** The round of the match, from 1; absent in an arena, which has no rounds. */
  round?: number;
  /**
   * The number of rounds before a knockout; absent if it follows from the number of players, and in
   * an arena.
   */
  rounds?: number;
}

/**
 * How the tiles of the running match, or else of the next one, are dealt. All players and watchers
 * see the same.
 */
export interface RoomFairness {
  /** The number of the dealing scheme that the table uses: 1. */
  scheme: number;
  /** The number of the match at its table, from 1. Matches that were called off count too. */
  match: number;
  /**
   * The head of the chain that the match's secrets come from; `null` until all players are ready.
   */
  commitment: Commitment | null;
  /** The promise and the seed of each seat. The seeds are `null` until the tiles are dealt. */
  seats: SeatFairness[];
  /**
   * Whether all players are ready. If they are, each player who promised a seed should reveal it
   * now.
   */
  revealing: boolean;
  /** Whether the server has the seed of each seat. */
  told: boolean[];
  /**
   * How many matches in a row were called off because the seed of this seat didn't come in time. A
   * match that is dealt sets all to 0.
   */
  missed: number[];
  /** How many matches of this table were called off. */
  called_off: number;
  /**
   * Whether all players are ready, and the table waits for the other tables of its section
   * (`docs/fair-deal.md`, The same deals at several tables); absent if not.
   */
  held?: boolean;
  /**
   * Whether another match of the section is being played: until its end the server gives out no
   * proofs, and no record of this match. Absent if not.
   */
  sealed?: boolean;
}

/**
 * What a seat adds to the deals of a match. Both are `null` for a seat without a promise, such as a
 * computer player's.
 */
export interface SeatFairness {
  /** The promise. */
  promise: Promise | null;
  /** The promised seed. In a match that was dealt, every seat with a promise has one. */
  seed: Seed | null;
}

/** The promise of a seat for the next match. */
export interface Promise {
  /** The commitment to the seat's seed. */
  commitment: Commitment;
  /**
   * The newest head of the public log that the player's client knows. Because of it, players who
   * were shown different logs find out when they play together.
   */
  head: LogHead;
}

/** The size and the root hash of the public log at a moment. */
export interface LogHead {
  /** The number of entries. */
  size: number;
  /** The Merkle tree hash of the entries (RFC 6962). */
  root: Hash;
}

/** A taken seat. */
export interface RoomSeat {
  /**
   * The player's display name; for a computer player `Computer`, in a tournament with its number:
   * `Computer 3`.
   */
  name: string;
  /**
   * The player's pseudonym at this table; absent for a computer player. Two players may have the
   * same name.
   */
  pseudonym?: Pseudonym;
  /**
   * Whether the player is ready for what comes next: the match, its next round, or a rematch.
   * Computer players always are.
   */
  ready: boolean;
  /**
   * Whether the player is the host, who opened the table and may remove other players before the
   * match.
   */
  host: boolean;
  /** The computer player's level; absent for a person. */
  computer?: Level;
  /**
   * The player let the time run out twice in a row, and counts as away until the player does
   * something.
   */
  away?: boolean;
  /** The level of the computer player that stands in for the player. */
  lent?: Level;
  /** The player has resigned, and a computer player plays until the match ends. */
  resigned?: boolean;
  /** The player offers to end the match without a winner. */
  offers_end?: boolean;
  /** Whether the player is a visitor's program; absent if not. */
  bot?: boolean;
}

/** Which players and watchers are connected. */
export interface Presence {
  /** Whether each seat's player is connected. Computer players always are. */
  seats: boolean[];
  /**
   * When each seat's player disconnected, in milliseconds since 1970 by the server's clock; `null`
   * for a connected player and for an empty seat.
   */
  away_since_ms: (number | null)[];
  /** The number of watchers. */
  watchers: number;
  /** The absent player whose turn it is, and what the other players may do. */
  absent?: Absent;
  /** The open request for a computer player's seat; absent if there is none. */
  request?: SeatRequest;
}

/**
 * The absent player whose turn it is, and the times from which the other players may act for that
 * player. The times are in milliseconds since 1970 by the server's clock. The time of a choice is
 * absent while the other players can't make that choice.
 */
export interface Absent {
  /** The player's seat. */
  seat: Seat;
  /**
   * When the other players may first let a computer player stand in; absent while they must wait
   * for the player's clock.
   */
  computer_ms?: number;
  /**
   * When the other players may first let the server place a tile for the player; absent while they
   * must wait for the player's clock.
   */
  place_ms?: number;
  /**
   * When the other side may first claim the win; absent if the player's partner is present, or if
   * there are more than two sides. In both cases the match continues.
   */
  claim_ms?: number;
}

/**
 * A visitor's request for the seat of a computer player. The host answers it; while the host is
 * away, any present player may.
 */
export interface SeatRequest {
  /** The requested seat. */
  seat: Seat;
  /** The visitor's display name. */
  name: string;
  /** The visitor's pseudonym at this table. */
  pseudonym: Pseudonym;
  /** Whether the visitor is a program; absent for a person. */
  bot?: boolean;
  /** Whether the request is the receiver's own; absent if not. */
  yours?: boolean;
  /**
   * When the visitor asked, in milliseconds since 1970 by the server's clock. The answer repeats
   * this time, so that it can't be taken for the answer to a later request.
   */
  asked_ms: number;
  /**
   * When the request expires without an answer, in milliseconds since 1970 by the server's clock.
   */
  until_ms: number;
  /** Whether the player at each seat may answer. */
  may_answer: boolean[];
}

/** How a match stands, in terms that all games share. */
export interface Standing {
  /** How many times so far an order was dealt or a move was made. */
  ply: number;
  /** The number of the round, from 1; 0 before the first deal. */
  round: number;
  /** The seat on turn; absent if no seat is. */
  turn?: Seat;
  /** The points of each side. */
  scores: number[];
  /**
   * The points of each side after each finished round of the match, oldest first; only the last 100
   * rounds.
   */
  round_scores: number[][];
  /** Whether the match is over; absent if not. */
  over?: boolean;
  /** The side that won; absent while no side has. */
  winner?: Side;
  /**
   * Whether time has been called: the match ends with the round, if one side then has the most
   * points; absent if time has not been called.
   */
  last_round?: boolean;
}

/** What a viewer may know of a match, without the `Standing`. */
export type View =
  /** A game of the line. */
  | {
      line: LineView;
    }
  /** Ringway, the race board. */
  | {
      race: RaceView;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsView;
    };

/** All that a viewer may know of a match. */
export interface LineView {
  /** The state of the match that all players and watchers may know. */
  board: Board;
  /** The tiles on the table, in the order of play. All players and watchers may know them. */
  layout: Laid[];
  /** The events of this round, in the form that all players and watchers may know. */
  history: VisibleEvent[];
  /** What only this seat may know; `null` for a watcher. */
  own: Own | null;
}

/** The state of a match that everybody at the table may know. */
export interface Board {
  /** The seat that led or will lead the round; `null` before the deal. */
  leader: Seat | null;
  /** What the match waits for. */
  phase: Phase;
  /** The open ends, by arm. */
  ends: End[];
  /** The spinner; `null` before it is played. */
  spinner: Tile | null;
  /**
   * The count; `null` in games without a count, before the lead, and while a call of "Muggins!" can
   * still take the points of the last play.
   */
  count: CountSeen | null;
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** Tiles left in the boneyard, the reserve included. */
  boneyard: number;
  /** Tiles of the boneyard that may never be drawn. */
  reserve: number;
  /**
   * The pips that each seat is known not to have, because of its draws and passes. While a seat
   * must play a tile that it has just drawn, this tile can have pips that are listed here.
   */
  lacks: Pips[][];
  /** Whether a seat may call "Muggins!" for the last play now. */
  claim: boolean;
  /** How many rounds of this match were won, by any side. */
  won_rounds: number;
  /** Extra points for the winner of this round, in one of the first won rounds of the match. */
  bonus: number;
  /** Whether the points of this round are doubled. */
  twice: boolean;
}

/** What the match waits for. */
export type Phase =
  /** The match waits for lots or a deal, before the first round. */
  | {
      type: "dealing";
    }
  /** The match waits for a play. */
  | {
      type: "playing";
    }
  /** The match waits for the next deal. Everybody sees the hands. */
  | {
      type: "round_over";
      /** How the round ended. */
      outcome: Outcome;
      /** The tiles that each seat had left. */
      hands: Tile[][];
    }
  /** The match waits for nothing, because it is over. Everybody sees the hands. */
  | {
      type: "match_over";
      /** How the last round ended; `null` if the match ended in the middle of a round. */
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
      /**
       * The points for the round. Because of an exact target or the entry, the side may not get
       * them.
       */
      points: number;
      /** The parts that the points consist of. */
      parts?: Parts;
    }
  /** No seat could play or draw. */
  | {
      type: "blocked";
      /** The side that wins the round; `null` for a tie in which no side wins. */
      winner: Side | null;
      /**
       * The points for the round. Because of an exact target or the entry, the side may not get
       * them.
       */
      points: number;
      /** The parts that the points consist of. */
      parts?: Parts;
    };

/** The parts that the points of a won round consist of. */
export interface Parts {
  /** Points for the pips in hands, or the going-out point, which replaces them. */
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

/** An open end: a tile with these pips can be played on it. */
export interface End {
  /** The arm that the played tile lengthens. */
  arm: ArmId;
  /** The pips that the played tile must have. */
  pips: Pips;
}

/**
 * The number on one end of a tile, 0 to 12. In a double-six set it is 0 to 6, in a double-nine set
 * 0 to 9.
 */
export type Pips = number;

/** The count, with what each outermost tile adds to it. */
export interface CountSeen {
  /** The sum of the terms. */
  total: number;
  /** What each outermost tile adds, in the order of the arms. */
  terms: Term[];
}

/** What one outermost tile adds to the count. */
export interface Term {
  /** The arm that ends with this tile. */
  arm: ArmId;
  /** The pips of the tile's free end; for a double, the pips of each half. */
  pips: Pips;
  /** Whether the tile is a double, so that both halves count; absent if not. */
  double?: boolean;
}

/** A tile on the table. */
export interface Laid {
  /** The tile. */
  tile: Tile;
  /** The seat that played the tile. */
  seat: Seat;
  /** How the tile is joined to the layout; `null` for the lead. */
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
export type VisibleEvent =
  /** Each seat drew a lot; the seat with the heaviest lot leads. */
  | {
      type: "lots";
      /** The lots by seat. */
      tiles: Tile[];
      /** The seat that leads. */
      leader: Seat;
    }
  /**
   * The tiles are dealt again, because no seat was dealt a double or because a hand has too many
   * doubles.
   */
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
  /**
   * A side got no points. Either its score would have exceeded an exact target, or the points were
   * for passes, which can't bring a score to the target.
   */
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
   * entry, which is the fewest points that such a side can get.
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
  /**
   * The time of the match was up: the round that was being played is the last one, unless sides
   * then share the most points.
   */
  | {
      type: "time_called";
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

/** Why points are given (RULES.md, Scoring). */
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
  /** The arm that the tile lengthens; `null` for the lead. */
  arm: ArmId | null;
  /**
   * The points that the play scores. Absent if it scores no points, and in games with muggins
   * calls, where the player must find the points.
   */
  points?: number;
}

/** What a viewer may know, without the standing. */
export interface RaceView {
  /** The seat that led the game; `null` before the deal. */
  leader: Seat | null;
  /** The tiles on the board, in the order in which they were placed. */
  board: Placement[];
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** How many tiles each seat has put into the pit. */
  pits: number[];
  /** How many tiles the boneyard has. */
  boneyard: number;
  /**
   * Whether the seat on turn may place another tile at the double that was placed last; absent if
   * not.
   */
  more?: boolean;
  /** The events of the game. */
  history: RaceEvent[];
  /** What was hidden during the game; absent until it is over. */
  shown?: RaceShown;
  /** What only the viewer's seat may know; absent for a watcher. */
  own?: RaceOwn;
}

/**
 * Something that happened. `D` is what is known of a deal: all tiles as they lay after the shuffle,
 * or the leader's lightest kind. `T` is what is known of a tile that nobody else sees.
 */
export type RaceEvent =
  /** The tiles were dealt. */
  | {
      type: "dealt";
      /** The seat that leads. */
      leader: Seat;
      /** The lightest kind that any seat holds; the leader holds it. */
      lightest: Tile;
    }
  /** The tiles were dealt, but two seats hold the lightest kind, so they are dealt again. */
  | {
      type: "dealt_again";
      /** The lightest kind that any seat holds. */
      lightest: Tile;
    }
  /** A tile was placed. */
  | {
      type: "placed";
      /** The seat that placed it. */
      seat: Seat;
      /** The tile and its place. */
      place: Placement;
    }
  /** A seat ended its turn after a double. */
  | {
      type: "stopped";
      /** The seat. */
      seat: Seat;
    }
  /** A seat put a tile into the pit. */
  | {
      type: "pitted";
      /** The seat. */
      seat: Seat;
      /** The tile; absent where it is not known. */
      tile?: Tile;
    }
  /** Time was called. */
  | {
      type: "time_called";
    }
  /** A seat drew a tile. */
  | {
      type: "drew";
      /** The seat. */
      seat: Seat;
      /** The tile; absent where it is not known. */
      tile?: Tile;
    }
  /** A side scored. */
  | {
      type: "scored";
      /** The side. */
      side: Side;
      /** The points. */
      points: number;
      /** What they are given for. */
      reason: RaceReason;
    }
  /** No tile can be placed any more. */
  | {
      type: "blocked";
    }
  /** The game is over. */
  | {
      type: "won";
      /** The sides that have won it: several if they share the win. */
      sides: Side[];
    };

/** What points are given for. */
export type RaceReason =
  /** The tile covers a diamond. */
  | "diamond"
  /** The side's piece stands on a number of the tile. */
  | "track";

/** What is hidden during the game, and shown when it is over. */
export interface RaceShown {
  /** The tiles of each seat. */
  hands: Tile[][];
  /** The tiles that each seat put into the pit. */
  pits: Tile[][];
  /** The boneyard, in the order of drawing. */
  boneyard: Tile[];
}

/** What only one seat may know. */
export interface RaceOwn {
  /** The tiles of the seat, as it drew them. */
  hand: Tile[];
  /** The tiles that it put into the pit. */
  pit: Tile[];
  /** The placements that the rules allow it now. After a double it may also stop. */
  places: Placement[];
  /** The kinds that it may put into the pit now. */
  pits: Tile[];
}

/** What a viewer may know, without the standing. */
export interface TrainsView {
  /** What everybody sees of the round. */
  table: TrainsTable;
  /**
   * The tiles of the round, in the order in which they were laid. The number of a tile is its index
   * and one; the hub has the number 0.
   */
  played: TrainsPlayed[];
  /** The events of the round, from its deal on, with the lots before the first one. */
  history: TrainsEvent[];
  /** What was hidden during the round; absent until it is over. */
  shown?: TrainsShown;
  /** What only the viewer's seat may know; absent for a watcher. */
  own?: TrainsOwn;
}

/**
 * What everybody sees of the round, beside the tiles on the table. Between two rounds it is the
 * table of the round that is over.
 */
export interface TrainsTable {
  /** The double of the round; absent before the first deal. */
  engine?: Tile;
  /** The seat that begins the round; absent before the lots. */
  beginner?: Seat;
  /** What the seat on turn has to do; absent if no seat is on turn. */
  state?: TrainsState;
  /** Mexican Train: the seats with a marker on their train; absent if there are none. */
  markers?: Seat[];
  /**
   * Mexican Train: the trains that end with an open double, the oldest first; absent if there are
   * none.
   */
  doubles?: TrainsPlace[];
  /**
   * Mexican Train: the seats whose long first turn is still to come, or goes on; absent if there
   * are none.
   */
  first_turns?: Seat[];
  /** Chickenfoot: the hub or the foot that must be filled; absent if neither must. */
  fill?: TrainsFill;
  /**
   * The places on which no tile can be played any more, since all tiles with these pips lie on the
   * table; absent if there are none.
   */
  dead?: TrainsPlace[];
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** How many tiles the boneyard has. */
  boneyard: number;
}

/** What the seat on turn has to do. */
export type TrainsState =
  /** Mexican Train: to lay tiles on its own train, in its long first turn. */
  | "first"
  /** Mexican Train: to cover the oldest open double. */
  | "cover"
  /** To play where it likes. */
  | "free"
  /** Mexican Train: to play a second tile after a double. */
  | "more"
  /** Chickenfoot: to play on the hub. */
  | "hub"
  /** Chickenfoot: to play on the foot. */
  | "foot";

/** The hub or the foot that must be filled: no tile may be played elsewhere. */
export interface TrainsFill {
  /** The hub, or the double of the foot. */
  on: TrainsPlace;
  /** The number of tiles that are missing. */
  missing: number;
}

/**
 * A tile on the table. The tiles of a round are numbered as they are laid, from 1 on; the hub has
 * the number 0.
 */
export interface TrainsPlayed {
  /** The seat that laid it. */
  seat: Seat;
  /** The tile. */
  tile: Tile;
  /** The place on which it was laid. */
  on: TrainsPlace;
  /** The pips of its free end. */
  to: Pips;
}

/**
 * Something that happened. `D` is what is known of a deal: all tiles, or the engine and the
 * beginner. `T` is what is known of a tile that only one seat sees.
 */
export type TrainsEvent =
  /** Each seat drew a lot. */
  | {
      type: "lots";
      /** The seat that drew the heaviest tile: it begins the first round. */
      beginner: Seat;
      /** The lot of each seat. */
      lots: Tile[];
    }
  /** The tiles were dealt, and the round began. */
  | ({ type: "dealt" } & TrainsBegun)
  /** A tile was played. */
  | ({ type: "played" } & TrainsPlayed)
  /** A seat ended its long first turn. */
  | {
      type: "stopped";
      /** The seat. */
      seat: Seat;
    }
  /** Time was called. */
  | {
      type: "time_called";
    }
  /** A seat that couldn't play drew a tile. */
  | {
      type: "drew";
      /** The seat. */
      seat: Seat;
      /** The tile; absent where it is not known. */
      tile?: Tile;
    }
  /** A marker was put on the train of a seat. */
  | {
      type: "opened";
      /** The seat. */
      seat: Seat;
    }
  /** The marker came off the train of a seat. */
  | {
      type: "closed";
      /** The seat. */
      seat: Seat;
    }
  /** A seat couldn't play, and its turn is over. */
  | {
      type: "passed";
      /** The seat. */
      seat: Seat;
    }
  /** The round is over: a seat played its last tile. */
  | {
      type: "out";
      /** The seat. */
      seat: Seat;
      /** The points of the round. */
      points: number[];
    }
  /** The round is over: no seat can play any more. */
  | {
      type: "blocked";
      /** The points of the round. */
      points: number[];
    }
  /** The points of all rounds so far. */
  | {
      type: "totals";
      /** The points. */
      scores: number[];
    }
  /** The match is over. */
  | {
      type: "won";
      /** The seats that have won it: several if they share the first place. */
      seats: Seat[];
    };

/** The beginning of a round, as everybody sees it. */
export interface TrainsBegun {
  /** The double of the round. */
  engine: Tile;
  /** The seat that begins. */
  beginner: Seat;
}

/** What is hidden during the round, and shown when it is over. */
export interface TrainsShown {
  /** The tiles of each seat. */
  hands: Tile[][];
  /** The boneyard, in the order of drawing. */
  boneyard: Tile[];
}

/** What only one seat may know. */
export interface TrainsOwn {
  /** The tiles of the seat, as they came. */
  hand: Tile[];
  /** The tiles that it may play now, those with the most points first. */
  offers: TrainsOffer[];
  /** Whether it may end its long first turn; absent if not. */
  stop?: boolean;
}

/** A tile that a seat may play, and all places on which it may. */
export interface TrainsOffer {
  /** The tile. */
  tile: Tile;
  /** The places, in the order of the list on offer. */
  on: TrainsPlace[];
}

/**
 * The clocks of a table. The values don't change while a clock runs: the time left now is the time
 * left at the beginning of the turn, minus the time that has passed since then by the server's
 * clock.
 */
export interface Time {
  /** The clock that runs; absent while none does. */
  running?: Running;
  /**
   * The time that each seat has left, in milliseconds: for its move, or for the rest of the match.
   * For the seat whose clock runs, this is the time left when the clock began to run.
   */
  left_ms: number[];
  /** The days of holiday that each seat has left; absent unless the match is played over days. */
  holiday_days?: number[];
}

/** A clock that runs. */
export interface Running {
  /** The seat whose clock runs. */
  seat: Seat;
  /** When the clock began to run, in milliseconds since 1970 by the server's clock. */
  since_ms: number;
  /**
   * When the clock runs out, in milliseconds since 1970 by the server's clock. If the player hasn't
   * played by then, the server places a tile for them.
   */
  until_ms: number;
  /** Whether the player has been warned that the time is about to run out. */
  warned: boolean;
}

/** The receiver's role at a table. */
export interface Me {
  /** The receiver's pseudonym at this table. */
  pseudonym: Pseudonym;
  /** The receiver's seat; `null` for a watcher. */
  seat: Seat | null;
  /** Whether the receiver is the host. */
  host: boolean;
  /** The invitation to give to friends; `null` for a watcher. */
  invite: Invite | null;
}

/** The last lines of one chat room, the oldest first; at most 50. */
export type Chat = Line[];

/** A chat line. */
export type Line = {
  /** The line's number in its chat room, from 1. */
  n: number;
  /** The writer's seat; `null` for a watcher. */
  seat: Seat | null;
  /** The writer's display name when the line was written. */
  name: string;
  /** The writer's pseudonym. Two visitors may have the same name. */
  pseudonym: Pseudonym;
  /** When the line was written, in milliseconds since 1970 by the server's clock. */
  at_ms: number;
} & (
  /** A text of 1 to 200 characters. It is plain text and never markup. */
  | {
      text: string;
    }
  /** A phrase that each client shows in its reader's language. */
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
  /** The table, without the match. */
  room: Room;
  /** Which players and watchers are connected. */
  presence: Presence;
  /** How the match stands; `null` before the first match. */
  standing: Standing | null;
  /**
   * What the receiver may know of the match, an object with one key, the game; `null` before the
   * first match.
   */
  view: View | null;
  /** The clocks; absent at a table without clocks, and before the first match. */
  time?: Time;
  /** The receiver's role at the table. */
  me: Me;
  /**
   * The last chat lines of the receiver's chat room, the players' or the watchers', the oldest
   * first; at most 50.
   */
  chat: Chat;
}

/**
 * A table as an outsider sees it: its players, but nothing of the match. An outsider is a client
 * without a seat that follows a table with the access `link` while a match is played there.
 */
export interface Outside {
  /** The table. */
  table: TableId;
  /** The table, without the match. No player is shown as ready, away or replaced by a stand-in. */
  room: Room;
  /** The presence, with an open request for a seat, but without absences. */
  presence: Presence;
}

/** A change at a table. A field that is absent did not change. */
export interface Update {
  /** The table. */
  table: TableId;
  /** The table's version after this update: one more than before. */
  v: number;
  /** What has changed at the table, without the match. */
  room?: RoomChange;
  /** How the match stands now, if anything has happened in it. */
  standing?: StandingChange;
  /**
   * What has changed in the match, an object with one key, the game; present together with
   * `standing`.
   */
  change?: Change;
  /** The clocks. */
  time?: Time;
  /** The receiver's role at the table. A client that has lost its seat deletes its `own`. */
  me?: Me;
  /**
   * The changes that only the receiver's seat sees, an object with one key, the game. If `change`
   * is present and `own` is absent, the seat has no move to make.
   */
  own?: OwnChange;
  /**
   * The last chat lines of the receiver's new chat room, sent after the receiver has taken a seat
   * or given it up.
   */
  chat?: Chat;
}

/**
 * What has changed in a `Room`. The other fields of a room were chosen when the table was opened,
 * and never change.
 */
export interface RoomChange {
  /** The table's status. */
  status: Status;
  /** The number of the match at this table, from 1. */
  match: number;
  /** The record of the last match; absent if the room has none any more. */
  record?: RecordId;
  /** When time is called in the running match; absent if the room has no such time any more. */
  cap_until_ms?: number;
  /** How the match ended; absent if the room has no end any more. */
  ending?: Ending;
  /**
   * How many minutes later than the players visitors see the table; absent if no tournament lets
   * them watch.
   */
  watch_delay_minutes?: number;
  /** The commitments for the table's deals; absent if they are the same as before. */
  fairness?: RoomFairness;
  /** The players, by seat; absent if the seats are the same as before. */
  seats?: (RoomSeat | null)[];
}

/**
 * How a match stands, compared with an earlier moment. The fields have the meaning of those of
 * `Standing`.
 */
export interface StandingChange {
  /** How many times so far an order was dealt or a move was made. */
  ply: number;
  /** The number of the round; absent if it is the same. */
  round?: number;
  /** The seat on turn; absent if no seat is. */
  turn?: Seat;
  /** The points of each side; absent if they are the same. */
  scores?: number[];
  /** The points of each side after each finished round; absent if they are the same. */
  round_scores?: number[][];
  /** Whether the match is over; absent if not. */
  over?: boolean;
  /** The side that won; absent while no side has. */
  winner?: Side;
  /** Whether time has been called; absent if not. */
  last_round?: boolean;
}

/** What has changed in what everybody may know of a match. */
export type Change =
  /** A game of the line. */
  | {
      line: LineChange;
    }
  /** Ringway, the race board. */
  | {
      race: RaceChange;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsChange;
    };

/** The changes of what everybody at the table may know. */
export interface LineChange {
  /**
   * Whether a new round begins. The client then empties history and layout before it adds the
   * events, and `board` is complete.
   */
  clear?: boolean;
  /**
   * The events of the match. The client adds them at the end of the history, and each `played` at
   * the end of the layout. What follows from the events is not repeated in `board` and `own`.
   */
  events?: VisibleEvent[];
  /** The changes of the board that don't follow from the events; absent if there are none. */
  board?: BoardChange;
}

/**
 * What has changed on the board and doesn't follow from the events. An absent field has the value
 * that follows from the events. At the beginning of a round every field is present, except those
 * that are `null` in a `Board`.
 */
export interface BoardChange {
  /** The seat that led or will lead the round. */
  leader?: Seat;
  /** What the match waits for now. */
  phase?: Phase;
  /** The open ends, by arm. */
  ends?: End[];
  /** The spinner. */
  spinner?: Tile;
  /**
   * The count of the layout. A play makes the old count invalid. If this field is absent after a
   * play, the rules don't show the viewer a new count.
   */
  count?: CountSeen;
  /** How many tiles each seat holds. */
  hand_sizes?: number[];
  /** Tiles left in the boneyard, the reserve included. */
  boneyard?: number;
  /** Tiles of the boneyard that may never be drawn. */
  reserve?: number;
  /** The pips that each seat is known not to have, because of its draws and passes. */
  lacks?: Pips[][];
  /** Whether a seat may call "Muggins!" for the last play. */
  claim?: boolean;
  /** How many rounds of this match were won, by any side. */
  won_rounds?: number;
  /** The extra points for the winner of this round. */
  bonus?: number;
  /** Whether the points of this round count twice. */
  twice?: boolean;
}

/** What has changed in what everybody may know. */
export interface RaceChange {
  /** What happened. The tiles that were placed are on the board now. */
  events: RaceEvent[];
  /** The game began with these events; absent if it had begun before. */
  begins?: boolean;
  /** The seat that led the game. */
  leader: Seat | null;
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** How many tiles each seat has put into the pit; absent if they are the same. */
  pits?: number[];
  /** How many tiles the boneyard has. */
  boneyard: number;
  /**
   * Whether the seat on turn may place another tile at the double that was placed last; absent if
   * not.
   */
  more?: boolean;
  /** What was hidden during the game; absent until it is over. */
  shown?: RaceShown;
}

/** What has changed in what everybody may know. */
export interface TrainsChange {
  /** What happened. The tiles that were played lie on the table now. */
  events: TrainsEvent[];
  /**
   * Whether a round began with these events, the lots for the first one included; absent if not.
   * The client then empties the history and the table before it adds the events.
   */
  begins?: boolean;
  /** What everybody sees of the round. */
  table: TrainsTable;
  /** What was hidden during the round; absent until it is over. */
  shown?: TrainsShown;
}

/** What has changed in what only one seat may know. */
export type OwnChange =
  /** A game of the line. */
  | {
      line: LineOwnChange;
    }
  /** Ringway, the race board. */
  | {
      race: RaceOwnChange;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsOwnChange;
    };

/** The changes of what only one seat may know. */
export interface LineOwnChange {
  /**
   * The seat's tiles. If absent, the seat holds the same tiles as before, without the tile that it
   * has played.
   */
  hand?: Tile[];
  /** The plays that the rules allow the seat now; absent if there are none. */
  placements?: Offer[];
  /** Whether this seat may call "Muggins!" now. */
  may_call?: boolean;
  /** Whether this seat may give the lead to its partner now. */
  may_give_lead?: boolean;
}

/** What has changed in what only one seat may know. */
export interface RaceOwnChange {
  /** The tiles of the seat; absent if they are the same. */
  hand?: Tile[];
  /** The tiles that it put into the pit; absent if they are the same. */
  pit?: Tile[];
  /** The placements that the rules allow it now; absent if none. */
  places?: Placement[];
  /** The kinds that it may put into the pit now; absent if none. */
  pits?: Tile[];
}

/** What has changed in what only one seat may know. */
export interface TrainsOwnChange {
  /** The tiles of the seat; absent if they are the same. */
  hand?: Tile[];
  /** The tiles that it may play now; absent if there are none. */
  offers?: TrainsOffer[];
  /** Whether it may end its long first turn; absent if not. */
  stop?: boolean;
}

/** The updates of a table that the receiver missed since a version that the client named. */
export interface Missed {
  /** The table. */
  table: TableId;
  /** The table's version now. */
  v: number;
  /** All updates after the named version, in order; empty if none were missed. */
  updates: Update[];
  /** Which players and watchers are connected now. */
  presence: Presence;
  /** The last chat lines of the receiver's chat room, as in `table`. */
  chat: Chat;
}

/** The key with which everybody can check a server's signatures (Ed25519, RFC 8032). */
export type PublicKey = string;

/**
 * The terms of a match, and the proof that the public log contains them. Each player at the table
 * gets it when the seeds are to be revealed, and should not reveal a seed before checking it.
 */
export interface Receipt {
  /** The table. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /** The head of the chain that the match's secrets come from. */
  commitment: Commitment;
  /**
   * The hash of what was agreed before the deal: the rules, and the computer players at the seats
   * (`docs/fair-deal.md`, Promises and terms).
   */
  agreed: Hash;
  /** The promise of each seat; `null` for a seat without one. */
  seats: (Promise | null)[];
  /**
   * The hashes of the terms of the other matches of the section; absent if the match belongs to
   * none. An empty list is a section of this match alone.
   */
  section?: Hash[];
  /** When the match began: the time of its entry in the public log, in milliseconds since 1970. */
  at_ms: number;
  /** The entry's place in the log, from 0. */
  index: number;
  /** A head of the log that contains the entry. */
  log: SignedHead;
  /** The entry's Merkle audit path in the log with that head (RFC 6962, 2.1.1). */
  path: Hash[];
  /**
   * For each seat, the Merkle consistency proof from the head in the seat's promise to `log` (RFC
   * 6962, 2.1.2). Empty for a seat without a promise.
   */
  heads: Hash[][];
  /** The server's key. */
  key: PublicKey;
}

/** A hint for a person: the move that an expert would make, and why. */
export type Hint =
  /** A game of the line. */
  | {
      line: LineHint;
    }
  /** Ringway, the race board. */
  | {
      race: RaceHint;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsHint;
    };

/** The play that an expert would make. */
export interface LineHint {
  /** The tile. */
  tile: Tile;
  /** The arm to lengthen; `null` for the lead. */
  arm: ArmId | null;
  /** The reason for the play. */
  reason: HintReason;
  /**
   * How many more points another play would score by the count than the hint's play; absent if no
   * play would score more.
   */
  gives_up?: number;
}

/**
 * The simplest reason for a play. It depends only on what the player may know.
 *
 * New reasons may be added: a client shows nothing for a reason that it doesn't know.
 */
export type HintReason =
  /** The rules allow no other play. */
  | {
      type: "only_play";
    }
  /** The play's points reach the target and win the match. */
  | {
      type: "wins";
    }
  /** The play uses the last tile of the hand. */
  | {
      type: "goes_out";
    }
  /** After the play, the next opponent is known to have no tile for any open end. */
  | {
      type: "shuts_out";
      /** The next opponent. */
      seat: Seat;
    }
  /** The play scores by the count. */
  | {
      type: "scores";
      /** The number of points. */
      points: number;
    }
  /** The play leaves an open end whose pips the next opponent is known not to have. */
  | {
      type: "blocks";
      /** The pips of the open end. */
      pips: Pips;
      /** The next opponent. */
      seat: Seat;
    }
  /**
   * The play leaves an open end, and most unplayed tiles with the pips of this end are in the
   * player's own hand.
   */
  | {
      type: "controls";
      /** The pips of the open end. */
      pips: Pips;
    }
  /** The tile is a double, which fits fewer ends than other tiles. */
  | {
      type: "sheds_double";
    }
  /** The tile is the heaviest tile of the hand. */
  | {
      type: "sheds_weight";
    }
  /**
   * After the play, several tiles of the hand fit an open end; no other play leaves more such
   * tiles.
   */
  | {
      type: "keeps_options";
      /** The number of tiles that fit. */
      tiles: number;
    }
  /** The play had the best result in the search. */
  | {
      type: "best_in_the_long_run";
    };

/** A hint: the move that an expert would make, and what it gives. */
export interface RaceHint {
  /** The move. */
  chosen: RaceMove;
  /** What the move gives. */
  reason: RaceHintReason;
}

/** What a move gives. */
export interface RaceHintReason {
  /** The points that the seat scores at once. */
  points: number;
  /** The points of the other seat that scores most by it. */
  others: number;
  /** The number that the seat's piece stands on after it; `null` if it is not on the track. */
  stands_on: Pips | null;
}

/** A hint: the move that an expert would make, and what it does. */
export interface TrainsHint {
  /** The move. */
  chosen: TrainsMove;
  /** What the move does. */
  reason: TrainsHintReason;
}

/** What a move does. */
export interface TrainsHintReason {
  /** The points of the tile, of which the hand is rid; 0 for a stop. */
  points: number;
  /** Whether the tile is the last of the hand. */
  out: boolean;
  /** Mexican Train: whether the tile covers an open double. */
  covers: boolean;
  /** Mexican Train: whether the marker comes off the own train. */
  closes: boolean;
  /** For a double: the heaviest tile of the hand that can follow it; `null` if there is none. */
  follower: Tile | null;
  /**
   * Mexican Train: the number of tiles that the hand can lay on the own train, one after the other,
   * before the move.
   */
  chain: number;
  /** Mexican Train: that number after the move. */
  chain_after: number;
  /** The number of tiles of the other seat that holds fewest. */
  fewest: number;
}

/** The deals of one match, with the secrets and seeds that they were made of. */
export interface Fairness {
  /** The number of the dealing scheme that the table uses: 1. */
  scheme: number;
  /** The table. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /** The head of the chain of secrets. */
  commitment: Commitment;
  /** The hash of what was agreed before the deal; see `agreed`. */
  agreed: Hash;
  /** The promise and the seed of each seat. */
  seats: SeatFairness[];
  /**
   * The other matches of the section; absent if the match belongs to none. An empty list is a
   * section of this match alone.
   */
  section?: SectionMatch[];
  /** The rounds that have ended, the earliest first. */
  rounds: RoundFairness[];
}

/**
 * A match at another table that was dealt alike (`docs/fair-deal.md`, The same deals at several
 * tables).
 */
export interface SectionMatch {
  /** The table. */
  table: TableId;
  /** The number of the match at its table, from 1. */
  match: number;
  /** The hash of what was agreed before the deal; see `agreed`. */
  agreed: Hash;
  /** The promise and the seed of each seat. */
  seats: SeatFairness[];
}

/** The deals of a finished round. */
export interface RoundFairness {
  /** The number of the round, from 1. */
  round: number;
  /** The round's secret. */
  secret: Secret;
  /** The order from which lots were drawn; absent if none were. */
  lots?: number[];
  /**
   * The order of all things for each deal. The game says what each thing is, such as which tile.
   * The last deal was played; after each earlier deal the rules required a new one.
   */
  deals: number[][];
}

/** A secret in the chain of a match. It is shown when its round has ended. */
export type Secret = string;

/** How a request for a seat ended. */
export type RequestOutcome =
  /** The asker has received the seat. */
  | "granted"
  /** A player declined the request. */
  | "declined"
  /** The asker withdrew the request. */
  | "withdrawn"
  /** The request wasn't answered in time, or the seat is no longer available. */
  | "lapsed";

/** Why a connection no longer follows a table. */
export type ClosedReason =
  /** The host removed the receiver. */
  | "removed"
  /** The table no longer exists. */
  | "gone";

/** The `type` of a client's message, which errors name. */
export type About =
  | "hello"
  | "lobby"
  | "own_tables"
  | "rename"
  | "seek"
  | "seek_answer"
  | "unseek"
  | "seekers"
  | "tournament"
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
  | "move"
  | "hint"
  | "resign"
  | "agree"
  | "absent"
  | "back"
  | "holiday"
  | "next"
  | "say"
  | "react";

/**
 * Why a message or a request was refused. A refused message changes nothing.
 *
 * New codes may be added: a client shows the text of an error whose code it doesn't know.
 */
export type ErrorCode =
  /** The frame is not a message. The connection is closed after this. */
  | "malformed"
  /** The server doesn't know the message's `type`. */
  | "unknown_type"
  /** A field of the message is missing, or has a value that it can't have. */
  | "wrong_fields"
  /** There is no such table, or the visitor may not see it. */
  | "not_found"
  /** No seat is free, or all free seats are kept for friends. */
  | "full"
  /** Another player has that seat. */
  | "taken"
  /** Only players may do this. */
  | "not_seated"
  /** The visitor has a seat at this table already. */
  | "already_seated"
  /** Only the host may do this. */
  | "not_host"
  /** This can't be done while a match is played. */
  | "match_running"
  /** This can only be done while a match is played. */
  | "no_match"
  /** The rules don't allow the move; `reason` says why. */
  | "illegal"
  /** The message is for an earlier position: the match has moved on. */
  | "stale"
  /** This can't be done now. */
  | "not_now"
  /** The name is empty, is too long, or contains characters that names can't contain. */
  | "bad_name"
  /** The text is not a transcript, or the transcript breaks the rules. Only for HTTP requests. */
  | "bad_transcript"
  /** The options contradict each other; `option` names the option that must change. */
  | "bad_rules"
  /** The visitor has reached a limit, such as the number of open tables. */
  | "too_many"
  /** The table doesn't allow hints. */
  | "no_hints"
  /** The client sends messages, or asks for hints, too fast. */
  | "rate"
  /** The visitor, or all visitors in the chat room together, write too fast. */
  | "chat_rate"
  /** The text is empty, is too long, or contains characters that can't be shown. */
  | "bad_text"
  /**
   * The storage, or the computer player that gives hints, doesn't answer. The client may try again.
   */
  | "unavailable"
  /** The host removed the visitor from this table. */
  | "removed"
  /** The request needs the identity cookie. Only for HTTP requests. */
  | "no_identity"
  /** Programs may not do this. Only for HTTP requests. */
  | "only_people"
  /** Programs may not take seats at this table. */
  | "no_bots"
  /** The request comes from a page of another site. Only for HTTP requests. */
  | "foreign_origin"
  /** Another account's name looks like this name. */
  | "name_taken"
  /** Only visitors with an account may do this. */
  | "only_kept"
  /** The code is wrong, used up or too old, or the passkey is unknown. Only for HTTP requests. */
  | "bad_code"
  /** A moderator has barred or muted the visitor. */
  | "barred"
  /** The visitor has left matches, and must wait before the next quick match. */
  | "must_wait"
  /** Only moderators may do this. Only for HTTP requests. */
  | "only_moderators"
  /**
   * The tournament takes no more players. This and the following codes are only for HTTP requests.
   */
  | "entry_closed"
  /** The tournament is for accounts that are older and have played more. */
  | "only_known"
  /** As many players of the visitor's network take part in the tournament as may. */
  | "network_full"
  /** Players of the tournament need not say that they are there, or not yet. */
  | "no_check_in"
  /** The tournament has no breaks: it is no arena. */
  | "no_breaks"
  /** The tournament has no pairs. */
  | "no_pairs"
  /** One of the two players has a partner already, or both are the same player. */
  | "has_partner"
  /** The player has withdrawn from the tournament. */
  | "withdrawn"
  /** The tournament has not begun. */
  | "not_begun"
  /** The tournament has begun. */
  | "begun"
  /** The tournament has ended. */
  | "ended"
  /** Too few players take part in the tournament. */
  | "too_few"
  /** What the organiser wants is so already. */
  | "already_so"
  /** A match of a knockout needs a winner. */
  | "needs_winner"
  /** The next round of the knockout has been paired with the result. */
  | "too_late";

/** Why the rules of a game don't allow a move. It prints as a sentence. */
export type Illegal =
  /** The move is one of another game than the table's. */
  | "other_game"
  /** A game of the line. */
  | {
      line: LineIllegal;
    }
  /** Ringway, the race board. */
  | {
      race: RaceIllegal;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsIllegal;
    };

/** Why the rules don't allow a move. */
export type LineIllegal =
  /** No round is being played. */
  | "no_round"
  /** It is another seat's turn. */
  | {
      not_your_turn: {
        /** The seat on turn. */
        turn: Seat;
      };
    }
  /** The seat doesn't hold the tile. The error doesn't say where the tile is. */
  | {
      not_in_hand: {
        /** The tile that the seat wants to play. */
        tile: Tile;
      };
    }
  /** The opening of the round requires another tile. */
  | {
      must_lead: {
        /** The tile that must be led. */
        tile: Tile;
      };
    }
  /** No half of the tile has the pips of the open end, or the arm has no open end. */
  | {
      does_not_fit: {
        /** The tile that the seat wants to play. */
        tile: Tile;
      };
    }
  /**
   * The lead can't be given to the partner: the rules have no such option, the seat isn't the
   * leader on turn, or the lead has been given or played already.
   */
  | "may_not_give"
  /** The last play has no points that a call of "Muggins!" can take, or this seat may not call. */
  | "nothing_to_take";

/** Why the rules don't allow a move. Of several reasons the first of this list is named. */
export type RaceIllegal =
  /** It is another seat's turn, or nobody's. */
  | "not_on_turn"
  /** No tile of the hand can be placed, so one must go into the pit. */
  | "place"
  /** There is no double after which the seat could stop. */
  | "stop"
  /** A tile of the hand can be placed. */
  | "pit"
  /** The seat doesn't hold the tile. */
  | "not_held"
  /** A double is named by its left or upper square. */
  | "name"
  /** A half of the tile would lie off the board. */
  | "off_the_board"
  /** A square is covered. */
  | "covered"
  /** The first tile must cover the star. */
  | "star"
  /** A half would touch two halves. */
  | "two_halves"
  /** Halves with different numbers would touch. */
  | "number"
  /** The tile would touch nothing. */
  | "touches_nothing"
  /** Four covered squares would form a block. */
  | "block_of_four"
  /** After a double, the next tile must touch it. */
  | "not_at_the_double";

/** Why the rules don't allow a move. */
export type TrainsIllegal =
  /** It is another seat's turn, or nobody's. */
  | "not_on_turn"
  /** The seat doesn't hold the tile. */
  | "not_held"
  /** There is no long first turn that could be ended now. */
  | "stop"
  /** No tile can be played on such a place. */
  | "place"
  /** The seat has no right on this train now. */
  | "no_right"
  /** An open double must be covered. */
  | "cover"
  /** The hub or a foot must be filled. */
  | "fill"
  /** No end of the tile has the pips of the place. */
  | "not_fit";

/**
 * Why the server closed a connection. `x-retry` says whether a client may connect again by itself
 * (`automatic`), or would be refused again until a person has changed something (`manual`).
 */
export type CloseCode =
  /**
   * The server stops, or closes an idle connection to free its place. The client should connect
   * again.
   */
  | 1001
  /** The client sent a binary frame; all messages are text. */
  | 1003
  /** A text frame wasn't valid UTF-8. */
  | 1007
  /** A frame was longer than the server reads. */
  | 1009
  /** The server restarts. The client should connect again. */
  | 1012
  /** A frame was not a message, or the first message was not `hello`. */
  | 4400
  /**
   * The request had no valid identity cookie. The client should get one by `GET /api/me` and
   * connect again once. If the server closes that connection with this code too, the client doesn't
   * keep cookies.
   */
  | 4401
  /** The client did not send `hello` in time. */
  | 4408
  /** The client read too slowly. The client should connect again and open the tables again. */
  | 4413
  /**
   * The server doesn't speak the client's version of the protocol. The user needs a newer client.
   */
  | 4426
  /** The client sent far too many messages. The client should connect again, and send fewer. */
  | 4429
  /**
   * The visitor or the network address has too many connections. One of them must be closed first.
   */
  | 4430;

/** The answer of `GET /api/me`. */
export interface MeBody {
  /** The visitor's display name. */
  name: string;
  /** The visitor's account; absent for a guest. */
  person?: PersonId;
  /** Whether the server offers to sign in by email. */
  offers_email?: boolean;
  /**
   * Whether the server offers to sign in by a passkey for the URL to which the request was sent.
   */
  offers_passkeys?: boolean;
  /**
   * Whether the server has a demo: computer players with names and matches, which its host has
   * filled in.
   */
  demo?: boolean;
  /**
   * The server's public key for Web Push, in base64url: the `applicationServerKey` of a browser's
   * subscription. Absent if the server tells closed pages nothing.
   */
  push_key?: string;
}

/** The answer of `GET /api/version`. */
export interface VersionBody {
  /** The version of the server. */
  version: string;
  /**
   * The first 12 hex digits of the commit from which the server was built; `null` if it isn't
   * known.
   */
  commit: string | null;
  /** The version of the protocol. */
  protocol: number;
}

/** The answer to `CreateTable`, with status 201. */
export interface TableCreated {
  /** The new table. */
  table: TableId;
  /** The invitation to give to friends. */
  invite: Invite;
}

/** The body of every answer with a status from 400 on. */
export interface HttpError {
  /** The reason. */
  code: ErrorCode;
  /** The option that must change, for `bad_rules`. */
  option?: string;
  /** The reason as a sentence for people, in English. */
  text: string;
}

/** The answer to `CreateBot`, with status 201. */
export interface BotCreated {
  /** The new program. */
  bot: BotBody;
  /** The program's secret token, which is never shown again. */
  token: string;
}

/** A program that plays. */
export interface BotBody {
  /** The program's id, which the owner needs to delete the program. */
  id: string;
  /** The program's name, which others see. */
  name: string;
  /** When the program was created, in milliseconds since 1970. */
  created_ms: number;
}

/** The answer of `GET /api/bots`. */
export interface BotsBody {
  /** The visitor's programs, the oldest first. */
  bots: BotBody[];
}

/** The answer of `GET /api/me/feed`: the visitor's feed of turns. */
export interface FeedBody {
  /**
   * When the token of the feed was made, in milliseconds since 1970; absent if the visitor has no
   * feed.
   */
  created_ms?: number;
}

/** The answer of `POST /api/me/feed`, with status 201. */
export interface FeedCreated {
  /** When the token was made, in milliseconds since 1970. */
  created_ms: number;
  /** The secret token, which is never shown again. It grants nothing but reading the feed. */
  token: string;
}

/** The answer of `GET /api/me/turns`: the tables at which the owner of the feed has a seat. */
export interface TurnsBody {
  /** When the answer was made, in milliseconds since 1970 by the server's clock. */
  now_ms: number;
  /** The tables, the last joined table first. */
  tables: TurnBody[];
}

/** A table of a feed of turns. */
export interface TurnBody {
  /** The table. */
  table: TableId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The players, by seat; `null` for an empty seat. */
  seats: (ListedSeat | null)[];
  /** The number of empty seats that aren't kept for friends. */
  open_seats: number;
  /** The clock; absent if the table has none. */
  clock?: ClockRule;
  /** The cap on a match's time, in minutes; absent if there is none. */
  time_cap?: number;
  /** The table's status. */
  status: Status;
  /** Whether the table's matches are rated; absent if they aren't. */
  rated?: boolean;
  /** When the host opened the table, in milliseconds since 1970 by the server's clock. */
  opened_ms: number;
  /**
   * How many rounds the match has, if all tables of a tournament's round have the same deals: then
   * no points win it before. Absent if the table has its own deals.
   */
  boards?: number;
  /** The receiver's seat. */
  seat: Seat;
  /** The seat whose turn it is; absent while no player has the turn. */
  turn?: Seat;
  /**
   * Whether the table waits for the receiver: to play, to tell a seed, or to be ready for the
   * match, for its next round, or for a rematch that another player wants.
   */
  waits: boolean;
  /**
   * When the time of what the table waits for runs out: the clock of the seat on turn, or at a
   * table over days the wait for a seed or for the next round. In milliseconds since 1970 by the
   * server's clock; absent if there is no such time.
   */
  until_ms?: number;
  /**
   * When the turn began; while no player has the turn, when the table last changed. In milliseconds
   * since 1970 by the server's clock.
   */
  since_ms: number;
  /** How long the table still waits, in milliseconds; absent where `until_ms` is. */
  left_ms?: number;
  /** The URL of the table's page. */
  link: string;
}

/** What a host can choose from for a new table, by game. */
export interface Catalogue {
  /** The games of the line. */
  line: LineCatalogue;
  /** Ringway. */
  race: RaceCatalogue;
  /** Mexican Train and Chickenfoot. */
  trains: TrainsCatalogue;
}

/** The presets, options, seatings and tile sets of the games of the line. */
export interface LineCatalogue {
  /** The presets, in the order in which clients should offer them. */
  presets: PresetBody[];
  /** Every option, in the order of the fields of `Options`. */
  options: OptionBody[];
  /** The number of seats and the largest hand for each seating. */
  seatings: SeatingBody[];
  /** The tile sets. A set must have enough tiles for the hands of all seats. */
  tile_sets: TileSetBody[];
}

/** A complete choice of options, under the name that players know. */
export interface PresetBody {
  /** The name. */
  name: string;
  /** The options on one line, for the preset's usual seating. */
  notation: string;
  /** The options for the usual seating. */
  rules: LineOptions;
  /** The targets that clients should offer. */
  targets: number[];
  /** The hand sizes that clients should offer for the usual seating. */
  hand_sizes: number[];
  /** For each seating, the options of the preset with this seating. */
  seatings: PresetSeating[];
  /** Whether clients should offer the option `love`, which is off in the preset. */
  love_offered: boolean;
}

/** A preset's options for one seating. */
export interface PresetSeating {
  /** The seating. */
  seating: Seating;
  /**
   * Whether the preset is usually played with this seating. All other seatings are possible too.
   */
  offered: boolean;
  /** The number of tiles dealt to each seat. */
  hand_size: number;
  /** The number of tiles of the boneyard that may never be drawn. */
  reserve: number;
  /** The hand sizes that clients should offer. */
  hand_sizes: number[];
  /** All options for this seating. */
  rules: LineOptions;
}

/** An option of the rules. */
export interface OptionBody {
  /** The option's name: the name of a field of `Options`. */
  name: string;
  /** The values that the option can have. */
  kind: OptionKind;
  /**
   * The option has a meaning only while all these conditions hold; absent if it always has a
   * meaning. While the option has no meaning, the server always accepts its first or least value.
   */
  applies?: Applies[];
}

/** The values that an option can have. */
export type OptionKind =
  /** One of several choices. */
  | {
      type: "choice";
      /** The choices. */
      values: string[];
    }
  /** A whole number. */
  | {
      type: "number";
      /** The least value. */
      min: number;
      /** The largest value. */
      max: number;
    }
  /** Several whole numbers from 0, each with a name. */
  | {
      type: "numbers";
      /** The names of the numbers. */
      fields: string[];
      /** The largest value that each number can have. */
      max: number;
    }
  /** A list of whole numbers from 0. */
  | {
      type: "list";
      /** The number of values. */
      length: number;
      /** The largest value that each number can have. */
      max: number;
    }
  /** Yes or no. */
  | {
      type: "flag";
    };

/** A condition: an option has a meaning only while another option has certain values. */
export interface Applies {
  /** The other option. */
  option: string;
  /** The values of the other option for which the condition holds. */
  values: OptionValue[];
}

/** A value of the option that a condition refers to. */
export type OptionValue =
  /** The value of a flag. */
  | boolean
  /** The value of a choice. */
  | string;

/** The number of seats and the largest hand for a seating. */
export interface SeatingBody {
  /** The seating. */
  seating: Seating;
  /** The number of seats. */
  seats: number;
  /** The most tiles that can be dealt to each seat from the double-six set. */
  hand_size_max: number;
}

/** A tile set. */
export interface TileSetBody {
  /** The set. */
  tile_set: DominoSet;
  /** The number of tiles in the set. */
  tiles: number;
}

/** The presets and options of Ringway. */
export interface RaceCatalogue {
  /** The presets, in the order in which clients should offer them. */
  presets: RacePreset[];
  /** Every option, in the order of the fields of the options. */
  options: OptionBody[];
}

/** A complete choice of options of Ringway, under the name that players know. */
export interface RacePreset {
  /** The name. */
  name: string;
  /** The options on one line, for the preset's usual seating. */
  notation: string;
  /** The options for the usual seating. */
  rules: RaceOptions;
  /**
   * The targets that clients should offer, or the numbers of rounds in a game of rounds; none if a
   * match is one game that is played to its end.
   */
  targets: number[];
  /** For each seating, the options of the preset with this seating. */
  seatings: RaceSeating[];
}

/** The options of a preset of Ringway for one seating. */
export interface RaceSeating {
  /** The seating. */
  seating: Seating;
  /** Whether clients should offer it. */
  offered: boolean;
  /**
   * All options for this seating; for one that isn't offered, those of the nearest seating that is.
   */
  rules: RaceOptions;
}

/** The presets and options of Mexican Train and Chickenfoot. */
export interface TrainsCatalogue {
  /** The presets, in the order in which clients should offer them. */
  presets: TrainsPreset[];
  /** Every option, in the order of the fields of the options. */
  options: OptionBody[];
}

/**
 * A complete choice of options of Mexican Train and Chickenfoot, under the name that players know.
 */
export interface TrainsPreset {
  /** The name. */
  name: string;
  /** The options on one line, for the preset's usual seating. */
  notation: string;
  /** The options for the usual seating. */
  rules: TrainsOptions;
  /**
   * The targets that clients should offer, or the numbers of rounds in a game of rounds; none if a
   * match is one game that is played to its end.
   */
  targets: number[];
  /** For each seating, the options of the preset with this seating. */
  seatings: TrainsSeating[];
}

/** The options of a preset of Mexican Train and Chickenfoot for one seating. */
export interface TrainsSeating {
  /** The seating. */
  seating: Seating;
  /** Whether clients should offer it. */
  offered: boolean;
  /**
   * All options for this seating; for one that isn't offered, those of the nearest seating that is.
   */
  rules: TrainsOptions;
}

/** A finished match: the answer of `GET /api/m/{id}`. */
export interface Record {
  /** Always `boneyard-record`. */
  format: string;
  /** The version of the format: 1. */
  version: number;
  /** The record's id. */
  id: RecordId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The rules as options: an object with one key, the game. */
  rules: Options;
  /** The players, by seat. */
  seats: RecordSeat[];
  /** When the first tiles were dealt, in milliseconds since 1970. */
  began_ms: number;
  /** When the match ended, in milliseconds since 1970. */
  ended_ms: number;
  /** The points of each side at the end. */
  scores: number[];
  /**
   * The place of each side, from 1; sides that are level share one. Absent if the match was ended
   * before its rules ended it.
   */
  places?: number[];
  /** The side that won; `null` if no side did, or several together. */
  winner: Side | null;
  /** How the match ended. */
  ending: Ending;
  /** The clock of the table. */
  clock: ClockRule;
  /** The cap on the match's time, in minutes; absent if there was none. */
  time_cap?: number;
  /**
   * How many rounds the match had, if all tables of a round of a tournament had the same deals:
   * then no points won it before, and time was called in the last round. Absent if each table had
   * its own deals.
   */
  boards?: number;
  /** The time that players took. */
  times: MoveTimes;
  /** All that happened in the match. `docs/record.md` describes the text. */
  transcript: string;
  /**
   * The proof that the match's deals were fair (`docs/fair-deal.md`); `null` if no round ended.
   */
  fairness: Fairness | null;
  /** The server's signature of all other fields, made when the record is sent. */
  signed?: RecordSignature;
}

/** The player at a seat. */
export interface RecordSeat {
  /**
   * The display name during the match; `Computer` for a computer player; `null` if the player hides
   * the match from the asker, or has deleted the name.
   */
  name: string | null;
  /** The computer player's level; absent for a person. */
  computer?: Level;
  /**
   * The computer player that had the seat before, if the player took the seat during the match;
   * absent otherwise.
   */
  took_over?: TookOver;
  /** Whether the player is a visitor's program; absent if not. */
  bot?: boolean;
  /**
   * The round in which the player resigned; absent if the player didn't. A player who resigned has
   * not won, even if the computer player that continued in the seat won.
   */
  resigned?: number;
  /**
   * The parts of the match in which a computer player stood in for the player; absent if there were
   * none.
   */
  lent?: Lent[];
}

/** The computer player whose seat a player took over during a match. */
export interface TookOver {
  /** The computer player's level. */
  level: Level;
  /** The number of the last round that was dealt before the player took over. */
  round: number;
}

/** A part of a match in which a computer player stood in for the player at a seat. */
export interface Lent {
  /** The computer player's level. */
  level: Level;
  /** The round in which the computer player began. */
  round: number;
  /** The round in which the player came back; `null` if the player didn't. */
  returned: number | null;
}

/** The times of a match's moves. */
export interface MoveTimes {
  /**
   * For each move, in the order of the transcript: the milliseconds since the previous move. For
   * the first, the milliseconds since the match began.
   */
  ms: number[];
  /**
   * The indexes in `ms`, from 0, of the moves that the server made because the player's time had
   * run out.
   */
  forced: number[];
}

/** The server's signature of a record. */
export interface RecordSignature {
  /** The head of the public log when the record was sent. */
  log: SignedHead;
  /** The server's key. */
  key: PublicKey;
  /** The signature of `record_message`. */
  signature: Signature;
}

/**
 * The positions of some rounds of a match: the answer of `GET /api/m/{id}/steps` and of `POST
 * /api/replay`.
 */
export interface Replay {
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The number of players, and which of them score together. */
  seating: Seating;
  /** The rules as options: an object with one key, the game. */
  rules: Options;
  /** The number of positions in each round of the match. */
  lengths: number[];
  /** The rounds in this answer. */
  rounds: ReplayRound[];
  /** The number of the next answer's first round; `null` if there are no more rounds. */
  next: number | null;
}

/** The positions of a round. */
export interface ReplayRound {
  /** The round's number, from 1. */
  number: number;
  /** The position after the deal, and after each move. */
  steps: ReplayStep[];
}

/** A position, and the events that led to it. */
export interface ReplayStep {
  /** How the match stands. */
  standing: Standing;
  /**
   * The position, and the events since the previous one: an object with one key, the game. For the
   * first position of a round they include what came before it, such as lots and redeals.
   */
  position: Step;
}

/**
 * A position of a replay, with all that is hidden during the match, and the events that led to it.
 */
export type Step =
  /** A game of the line. */
  | {
      line: LineStep;
    }
  /** Ringway, the race board. */
  | {
      race: RaceStep;
    }
  /** Mexican Train and Chickenfoot. */
  | {
      trains: TrainsStep;
    };

/** A position of a replay: everybody's tiles, and the events that led to it. */
export interface LineStep {
  /**
   * The events since the previous position. For the first position of a round they include lots and
   * redeals.
   */
  events: VisibleEvent[];
  /** The board. */
  board: Board;
  /** The hand of each seat. */
  hands: Tile[][];
}

/** A position of a replay, with all that is hidden during the game. */
export interface RaceStep {
  /** What led to the position. */
  events: RaceEvent[];
  /** The seat that led the game. */
  leader: Seat | null;
  /** The tiles on the board, in the order in which they were placed. */
  board: Placement[];
  /** The tiles of each seat. */
  hands: Tile[][];
  /** The tiles that each seat has put into the pit. */
  pits: Tile[][];
  /** The boneyard, in the order of drawing. */
  boneyard: Tile[];
  /**
   * Whether the seat on turn may place another tile at the double that was placed last; absent if
   * not.
   */
  more?: boolean;
}

/** A position of a replay, with all that is hidden during the round. */
export interface TrainsStep {
  /** What led to the position. */
  events: TrainsEvent[];
  /** What everybody sees of the round. */
  table: TrainsTable;
  /** The tiles of the round, in the order in which they were laid. */
  played: TrainsPlayed[];
  /** The tiles of each seat. */
  hands: Tile[][];
  /** The boneyard, in the order of drawing. */
  boneyard: Tile[];
}

/**
 * Some moves of a finished match, and the expert's judgement of them: the answer of `GET
 * /api/m/{id}/analysis`.
 */
export interface RecordAnalysis {
  /** The moves in this answer, in order. */
  moves: MoveAnalysis[];
  /** The number of moves of the match that are analysed. */
  all: number;
  /**
   * The number of the next answer's first move, counted from 0; `null` if there are no more moves.
   */
  next: number | null;
}

/** A move of a finished match, and the expert's judgement of it. */
export interface MoveAnalysis {
  /** The player's seat. */
  seat: Seat;
  /** The number of the round, from 1. */
  round: number;
  /** The number of the round's position that the move led to. The position after the deal is 0. */
  step: number;
  /** The number of moves to choose from. */
  choices: number;
  /** The move that was made. */
  played: Move;
  /** The move that the expert would make. */
  best: Move;
  /**
   * The chance of the player's side to win the match after the best move, in thousandths. 0 if only
   * one move was possible, because such a move is not analysed.
   */
  chance: number;
  /**
   * How much lower the chance to win was after the move that was made than after the best one, in
   * thousandths. A difference that is smaller than the error of the analysis counts as 0.
   */
  cost: number;
  /**
   * How much lower the chance to win was after the worst move than after the best one, in
   * thousandths.
   */
  stake: number;
}

/** The asker's own matches, the latest first: the answer of `GET /api/me/matches`. */
export interface Matches {
  /** The matches. */
  matches: MatchEntry[];
  /** The value of `before` that requests the next page; `null` if there are no earlier matches. */
  before: string | null;
}

/** One of the asker's own matches. */
export interface MatchEntry {
  /** The id of the match's record. */
  id: RecordId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** How many rounds the match had, as in the record; absent if its table had its own deals. */
  boards?: number;
  /** The variant of the game that was played, such as `draw`. */
  variant: string;
  /** The players, by seat. */
  seats: RecordSeat[];
  /** The asker's seat. */
  seat: Seat;
  /** The asker's side. */
  side: Side;
  /** When the match ended, in milliseconds since 1970. */
  ended_ms: number;
  /** The points of each side at the end. */
  scores: number[];
  /**
   * The place of each side, from 1; sides that are level share one. Absent if the match was ended
   * before its rules ended it.
   */
  places?: number[];
  /** The side that won; `null` if no side did, or several together. */
  winner: Side | null;
  /** How the match ended. */
  ending: Ending;
  /** The statistics of the asker's seat. */
  figures: Figures;
  /**
   * Whether the asker hides the match: other visitors don't see the asker's name in it; absent if
   * not.
   */
  hidden?: boolean;
}

/** The statistics of one seat in a match. */
export interface Figures {
  /** The number of rounds dealt. */
  rounds: number;
  /** The points that the seat's side scored. */
  points: number;
  /** The number of rounds in which the seat went out. */
  outs: number;
  /** The number of tiles that the seat played. */
  plays: number;
  /** The number of played tiles that scored for the seat's side. */
  scoring_plays: number;
}

/** The answer of `DELETE /api/me/records/name`. */
export interface NamesDeleted {
  /** The number of records from which the name was deleted. */
  records: number;
}

/** The server's key and the head of its public log: the answer of `GET /api/transparency`. */
export interface PublicLog {
  /** The server's key. */
  key: PublicKey;
  /** The head of the log. */
  log: SignedHead;
}

/**
 * All entries of the public log about a table: the answer of `GET
 * /api/transparency/entries?table=…`.
 */
export interface ProvedEntries {
  /** The server's key. */
  key: PublicKey;
  /** The head of the log for which the entries are proved. */
  log: SignedHead;
  /** The entries, the earliest first. */
  entries: ProvedEntry[];
}

/** An entry, and the proof that the log contains it. */
export interface ProvedEntry {
  /** The entry. */
  entry: LogEntry;
  /** The entry's place in the log, from 0. */
  index: number;
  /** The entry's Merkle audit path (RFC 6962, 2.1.1). */
  path: Hash[];
}

/** An entry of the public log. */
export type LogEntry = {
  /** When the event happened, in milliseconds since 1970. */
  at_ms: number;
  /** The table, as the log names it; see `log_name`. */
  table: Hash;
  /** The number of the match at its table. */
  match: number;
} & (
  /** A match began: from now on its deals follow only from seeds and secrets. */
  | {
      type: "began";
      /** The hash of the match's terms; see `terms`. */
      terms: Hash;
    }
  /** A match ended: it was played out, or a side won it in another way. */
  | {
      type: "ended";
      /** The SHA-256 of the transcript in the match's record. */
      transcript: Hash;
    }
  /** A match was aborted: the players agreed to end it, or no player came back to it. */
  | {
      type: "aborted";
      /** The SHA-256 of the transcript in the match's record. */
      transcript: Hash;
    }
  /**
   * A match was called off before its tiles were dealt, because promised seeds didn't come in time.
   */
  | {
      type: "called_off";
      /** The seats whose seeds didn't come: bit *n* is set for seat *n*. */
      missing: number;
    }
);

/** Some entries of the log, in order: the answer of `GET /api/transparency/log?from=…`. */
export interface LogPage {
  /** The last head of the log. */
  log: SignedHead;
  /** The entries. */
  entries: LogEntry[];
  /** The `from` of the next page; `null` if there are no more entries. */
  next: number | null;
}

/**
 * The proof that the log has only grown since one of its heads: the answer of `GET
 * /api/transparency/consistency?from=…`.
 */
export interface Consistency {
  /** The last head of the log. */
  log: SignedHead;
  /**
   * The Merkle consistency proof from the log of the requested size to the last head (RFC 6962,
   * 2.1.2).
   */
  path: Hash[];
}

/**
 * The answer to `KeepAccount`, with status 201, and to all sign-in requests. The answer sets the
 * cookie that signs this device in.
 */
export interface SignedIn {
  /** The account. */
  account: AccountBody;
  /** A new recovery code, which isn't shown again. */
  recovery_code?: string;
}

/** The answer of `GET /api/account`; a guest gets `not_found`. */
export interface AccountBody {
  /** The account's public id. */
  person: PersonId;
  /** The name. */
  name: string;
  /** When the account was created, in milliseconds since 1970. */
  created_ms: number;
  /** When the name may be changed again, in milliseconds since 1970. */
  rename_from_ms: number;
  /** What the account shows to other visitors. */
  preferences: Preferences;
  /** The account's passkeys. */
  passkeys: PasskeyBody[];
  /** The confirmed email address, if there is one. */
  email?: string;
  /** Whether the account has an unused recovery code. */
  has_recovery_code: boolean;
  /** Whether the server can send codes by email. */
  offers_email: boolean;
  /** Whether the server offers passkeys for the URL to which the request was sent. */
  offers_passkeys: boolean;
  /** Whether the person is a moderator. */
  moderator: boolean;
  /** The end of the account's mute; absent if the account may chat. */
  muted_until_ms?: number;
  /**
   * The moderators' warnings that the account hasn't confirmed by `POST
   * /api/account/warnings/seen`.
   */
  warnings?: string[];
}

/** A passkey, as its owner sees it. `DELETE /api/account/passkeys/{id}` removes it. */
export interface PasskeyBody {
  /** The id. */
  id: string;
  /** The name of the browser in which the passkey was made. */
  name: string;
  /** When the passkey was made, in milliseconds since 1970. */
  created_ms: number;
  /** When the passkey was last used, in milliseconds since 1970. */
  used_ms: number;
}

/**
 * The answer of `POST /api/account/recovery`: a new recovery code, which replaces the last one.
 */
export interface RecoveryCode {
  /** The code, which isn't shown again. */
  recovery_code: string;
}

/**
 * The answer of `GET /api/account/devices`. `DELETE /api/account/devices/{id}` signs one device
 * out. `POST /api/account/sign-out` signs out the device that sends the request, and `POST
 * /api/account/sign-out-others` signs out all other devices.
 */
export interface DevicesBody {
  /** The devices, the most recently seen first. */
  devices: DeviceBody[];
}

/** A browser that is signed in to the account. */
export interface DeviceBody {
  /** The id. */
  id: DeviceId;
  /** The device's name, such as `Firefox on Windows`. */
  name: string;
  /** When the device was signed in, in milliseconds since 1970. */
  created_ms: number;
  /** When the device was last used, in milliseconds since 1970, rounded to the hour. */
  seen_ms: number;
  /** Whether this is the device that sends the request. */
  own: boolean;
}

/**
 * The id of a browser that is signed in to an account: 32 lower-case hex digits. The account's
 * owner uses it to sign the browser out; it gives no other access.
 */
export type DeviceId = string;

/**
 * The answer of `POST /api/account/transfer`, and of `GET` while there is a code. `DELETE`
 * withdraws the code.
 */
export interface TransferBody {
  /** The transfer code: eight letters and digits. Only in the answer to `POST`. */
  code?: string;
  /** When the code expires, in milliseconds since 1970. */
  expires_ms: number;
  /** The name of the device that has sent the code and waits for the answer. */
  device?: string;
}

/** The answer to `SignInCode` for a transfer, and to `EmailAddress`, with status 202. */
export interface SignInAttempt {
  /** The secret id of the attempt, for `POST /api/sign-in/attempts/{attempt}`. */
  attempt: string;
  /** When the attempt expires, in milliseconds since 1970. */
  expires_ms: number;
}

/** The answer of `POST /api/sign-in/attempts/{attempt}`. */
export type SignInState =
  /** The other device hasn't answered yet. */
  | {
      state: "waiting";
    }
  /** The other device has declined, or the attempt has expired. */
  | {
      state: "declined";
    }
  /** This device is signed in. The answer sets the cookie that signs this device in. */
  | {
      state: "signed_in";
      /** The account. */
      account: AccountBody;
    };

/** The answer of `POST /api/account/passkeys/start` and of `POST /api/sign-in/passkey/start`. */
export interface PasskeyChallenge {
  /** The id of this passkey challenge, which the client sends back in `PasskeyAnswer`. */
  challenge: string;
  /**
   * The options for `PublicKeyCredential.parseCreationOptionsFromJSON` or
   * `parseRequestOptionsFromJSON`.
   */
  options: unknown;
}

/** The answer of `GET /api/tables/{table}/people`, for visitors who may see the table. */
export interface TablePeople {
  /** The board on which the table's matches are rated; absent if they aren't rated. */
  board?: RatingBoard;
  /** The people, by seat; `null` for an empty seat and a computer player. */
  seats: (TablePerson | null)[];
}

/**
 * A board of ratings: one game, played by single people or by pairs. Each board has its own
 * ratings.
 */
export type RatingBoard =
  /** Block, for two to four single people. */
  | "block"
  /** Block for pairs. */
  | "block_pairs"
  /** Draw, for two to four single people. */
  | "draw"
  /** Draw for pairs. */
  | "draw_pairs"
  /** All Fives, for two to four single people. */
  | "all_fives"
  /** All Fives for pairs. */
  | "all_fives_pairs"
  /** Fives and Threes, for two to four single people. */
  | "fives_and_threes"
  /** Fives and Threes for pairs. */
  | "fives_and_threes_pairs"
  /** Ringway, for two to four single people. */
  | "ringway"
  /** Mexican Train, for two to eight single people. */
  | "mexican_train"
  /** Chickenfoot, for two to eight single people. */
  | "chickenfoot";

/** A person or a program with a seat at a table. */
export interface TablePerson {
  /** The display name. */
  name: string;
  /** The account; absent for a guest. */
  person?: PersonId;
  /** The rating in the table's game; absent if there is none, or if it isn't public. */
  rating?: ShownRating;
  /** Whether the asker has blocked this player. */
  blocked?: boolean;
  /** The friendship between the asker and this player. */
  friendship: Friendship;
}

/** A rating as visitors see it. */
export interface ShownRating {
  /** The rating in points; 1500 at first. */
  rating: number;
  /**
   * The largest likely difference between the rating and the true strength, in points: two standard
   * deviations.
   */
  margin: number;
  /** Whether the rating is provisional, because it is based on too few matches. */
  provisional: boolean;
  /** The number of rated matches. */
  matches: number;
}

/** The friendship between the asker and another person. */
export type Friendship =
  /** They are not friends, or one of them is a guest. */
  | "none"
  /** The asker has sent a friend request. */
  | "asked"
  /** The other person has sent a friend request. */
  | "asks"
  /** They are friends. */
  | "friends"
  /** The other person is the asker. */
  | "own";

/**
 * The answer of `GET /api/friends`. `PUT /api/friends/{person}` sends or accepts a friend request;
 * `DELETE /api/friends/{person}` withdraws or declines the request, or ends the friendship. The
 * answer to `PUT` and `DELETE` is 204. It doesn't show whether one of the two people has blocked
 * the other.
 */
export interface FriendsBody {
  /** Friends, and people with an open friend request from or to the asker. */
  friends: FriendBody[];
}

/** A friend, or a person with an open friend request. */
export interface FriendBody {
  /** The account. */
  person: PersonId;
  /** The name. */
  name: string;
  /** The friendship. */
  friendship: Friendship;
  /** Whether the friend is online. */
  online: boolean;
}

/**
 * The answer of `GET /api/blocks`. `PUT /api/blocks/{person}` blocks an account; `PUT
 * /api/tables/{table}/seats/{seat}/block` blocks the player at a seat, who may be a guest. `DELETE
 * /api/blocks/{id}` ends a block, by the id of the block or of the account. The answer to each of
 * these requests except `GET` is 204.
 */
export interface BlocksBody {
  /** The people whom the asker has blocked, the latest first. */
  blocks: BlockBody[];
}

/** A person whom the asker has blocked. */
export interface BlockBody {
  /** The id of the block, for the request that ends it. */
  id: string;
  /** The blocked person's name when the block was made. */
  name: string;
  /** When the block was made, in milliseconds since 1970. */
  created_ms: number;
}

/**
 * The answer of `GET /api/moderation/reports`, for moderators only. `?all=1` includes closed
 * reports. To get the next page, the client sends the number of the last report: as `?after=` if
 * that report is open, as `?before=` if it is closed.
 */
export interface ReportsBody {
  /**
   * At most 50 reports: first the open ones, the oldest first; then the closed ones, the latest
   * first. Of more than five open reports from one network only the oldest is listed.
   */
  reports: ReportBody[];
  /** The number of open reports that are listed. */
  open: number;
  /** Whether there are more reports after the last one of this answer. */
  more: boolean;
}

/** A report, as moderators see it. */
export interface ReportBody {
  /** The report's number. */
  number: number;
  /** When the report was made, in milliseconds since 1970. */
  created_ms: number;
  /** The reporter's name when the report was made. */
  reporter: string;
  /** The reported player's name when the report was made. */
  reported: string;
  /** The reported player's account; absent for a guest. */
  person?: PersonId;
  /** The reason. */
  reason: ReportReason;
  /** What the reporter wrote. */
  words: string;
  /**
   * The last chat lines at the table, the oldest first. Of a tournament, its name and the notes of
   * its results.
   */
  chat: SaidLine[];
  /** The table; absent if the report is about a tournament. */
  table?: TableId;
  /** The tournament; absent if the report is about a table. */
  tournament?: TournamentId;
  /** The number of the match at the table; 0 for a tournament. */
  match: number;
  /** The match's record, if the match has ended. */
  record?: RecordId;
  /** The number of earlier reports about the same player. */
  earlier_reports: number;
  /** The end of the reported player's mute; absent if the player may chat. */
  muted_until_ms?: number;
  /** Whether the reported player is barred. */
  closed_out: boolean;
  /** The acts of moderators against the reported player, the latest first. */
  acts: ActBody[];
  /** When the report was closed; absent while it is open. */
  closed_ms?: number;
  /**
   * The number of open reports from the network of this one's reporter, this one included, if only
   * this one of them is listed.
   */
  from_network?: number;
}

/** A chat line in a report. */
export interface SaidLine {
  /** The writer's name. */
  name: string;
  /** The text. */
  text: string;
  /** Whether the reported player wrote the line; absent if not. */
  by_reported?: boolean;
}

/** A moderator's act on a report. */
export interface ActBody {
  /** When the moderator acted, in milliseconds since 1970. */
  at_ms: number;
  /** The moderator's name. */
  moderator: string;
  /** The act. */
  act: Act;
  /** The end of the mute; only for `mute`. */
  until_ms?: number;
  /** The reason. */
  note: string;
}

/**
 * The answer of `GET /api/me/conduct`: the consequences of the asker's conduct; the asker may be a
 * guest. `POST /api/account/warnings/seen` confirms the warnings; its answer is 204.
 */
export interface ConductBody {
  /**
   * How many quick or rated matches the asker has left recently. After leaving only one, the asker
   * gets a warning and needn't wait.
   */
  leaves: number;
  /** When the asker may search for a quick match again; absent if the asker may do so now. */
  waits_until_ms?: number;
  /** The end of the asker's mute; absent if the asker may chat. */
  muted_until_ms?: number;
  /** Whether a moderator has barred the asker. */
  kept_out: boolean;
  /** The moderators' warnings that the asker hasn't confirmed. */
  warnings?: string[];
}

/** The answer of `GET /api/people/{person}`. */
export interface PersonBody {
  /** The account. */
  person: PersonId;
  /** The name. */
  name: string;
  /** When the account was created, in milliseconds since 1970. */
  created_ms: number;
  /** The friendship between the asker and the person. */
  friendship: Friendship;
  /** Whether the asker has blocked the person. */
  blocked: boolean;
  /** The ratings, by board; absent if they aren't public. */
  ratings?: PersonRating[];
  /**
   * The last matches at public tables and the last matches of quick match in one list, the latest
   * first, at most 20; absent if they aren't public.
   */
  matches?: PersonMatch[];
  /**
   * The wins against the strongest opponents, at most 5; absent if the ratings or the matches
   * aren't public.
   */
  best?: PersonMatch[];
  /**
   * The most frequent opponents, at most 10: guests, and people whose matches are public too.
   * Absent if the matches aren't public.
   */
  opponents?: Opponent[];
}

/** One rating of a person. */
export interface PersonRating {
  /** The board. */
  board: RatingBoard;
  /** The rating now. */
  now: ShownRating;
  /** The number of matches won. */
  wins: number;
  /** The ratings after each rated match, the oldest first, at most 200. */
  curve: CurvePoint[];
}

/** A rating after a match. */
export interface CurvePoint {
  /** When the match ended, in milliseconds since 1970. */
  at_ms: number;
  /** The rating after the match. */
  rating: number;
}

/** A match in the list of a person's page. */
export interface PersonMatch {
  /** The match's record; absent if the record names a person whom the page doesn't name. */
  record?: RecordId;
  /** When the match ended, in milliseconds since 1970. */
  ended_ms: number;
  /** The rules on one line. */
  notation: string;
  /**
   * The other players' names; `null` for a player who hides this match or keeps all matches
   * private.
   */
  others: (string | null)[];
  /** Whether the person won. */
  won: boolean;
  /** The number of sides. */
  sides: number;
  /**
   * The person's place, from 1; absent with two sides, for a person who has left, and if the match
   * hasn't ended by its rules.
   */
  place?: number;
  /** The change of the person's rating; absent if the match wasn't rated. */
  change?: number;
}

/** An opponent of a person. */
export interface Opponent {
  /** The account; absent for a guest. */
  person?: PersonId;
  /** The name. */
  name: string;
  /** The number of matches against each other. */
  matches: number;
  /** The number of these matches that the page's person won. */
  wins: number;
}

/** The answer of `GET /api/leaderboards/{board}`; with `?bots=1` the leaderboard of programs. */
export interface LeaderboardBody {
  /** The board. */
  board: RatingBoard;
  /** The rows, the best first, at most 100. */
  rows: LeaderboardRow[];
  /** The asker's own row, if the asker is on the board and not among the rows. */
  own?: LeaderboardRow;
}

/** A row of a leaderboard. */
export interface LeaderboardRow {
  /** The place, from 1; rows with equal ratings share a place. */
  place: number;
  /** The account; absent for a program. */
  person?: PersonId;
  /** The name. */
  name: string;
  /** The rating. */
  rating: ShownRating;
  /** Whether the row is the asker's. */
  own: boolean;
}

/**
 * The answer of `GET /api/m/{record}/ratings`: how a match changed the ratings. If it changed none,
 * the match's players see the reason. The server rates a match shortly after its end. Until then
 * the answer is `not_found`, as for a match at a table without ratings.
 */
export interface RatingChanges {
  /** The board. */
  board: RatingBoard;
  /**
   * The reason why the match wasn't rated; absent if it was. The server sends it only to the
   * match's players.
   */
  unrated?: UnratedReason;
  /** The changes, by seat; `null` for a seat whose rating did not change or isn't public. */
  seats: (RatingChange | null)[];
}

/** The reason why a match at a rated table wasn't rated. */
export type UnratedReason =
  /**
   * Two opponents had already played three rated matches against each other in the 24 hours before
   * this match.
   */
  | "met_often"
  /**
   * Matches against players with provisional ratings had already changed the rating of each player
   * three times: in the 24 hours before this match, or in the seven days before if the player's
   * rating isn't provisional.
   */
  | "new_opponents"
  /** The match was given up before each side had played a tile. */
  | "given_up";

/** How a match changed one rating. */
export interface RatingChange {
  /** The rating before the match. */
  before: number;
  /** The rating after the match. */
  after: number;
  /** The reason for the change. */
  reason: ChangeReason;
  /**
   * Whether the rating was provisional before the match. A provisional rating changes more than
   * other ratings.
   */
  provisional: boolean;
  /**
   * The result that was expected for the player's side, from 0 for a sure loss to 1 for a sure win.
   * Absent if a player's rating isn't public, since it would follow from this number.
   */
  expected?: number;
}

/** Why a rating has changed. */
export type ChangeReason =
  /** The side won. */
  | "won"
  /** The side lost. */
  | "lost"
  /** The player didn't win, on a board that compares the places of all. */
  | "placed"
  /** The player left the match, which counts as a loss. */
  | "left"
  /** The partner left the match, so the player's rating did not change. */
  | "spared"
  /**
   * The partner left the match. This counts as a loss, because the player's rating already stayed
   * unchanged for this reason once in the last 24 hours.
   */
  | "partner_left"
  /** No side won. */
  | "undecided"
  /**
   * The rating did not change, because matches against players with provisional ratings had already
   * changed it three times: in the last 24 hours, or in the last seven days if the rating isn't
   * provisional.
   */
  | "new_opponents";

/** The answer to `CreateTournament`, with status 201. */
export interface TournamentCreated {
  /** The new tournament. */
  tournament: TournamentId;
}

/** The answer of `GET /api/tournaments`. */
export interface TournamentsBody {
  /** The listed tournaments that are coming or running, the first to begin first; at most 50. */
  open: ListedTournament[];
  /** The listed tournaments that have ended, the last one first; at most 20. */
  ended: ListedTournament[];
  /** The tournaments that the asker organises, listed or not, the last one first; at most 20. */
  own: ListedTournament[];
}

/** An entry of the list of tournaments. */
export interface ListedTournament {
  /** The tournament. */
  tournament: TournamentId;
  /** The name. */
  name: string;
  /** The organiser's name; empty once the organiser has deleted it. */
  organiser: string;
  /** How opponents are chosen. */
  format: TournamentFormat;
  /** How far it is. */
  phase: TournamentPhase;
  /** The number of rounds before a knockout; absent if it follows from the number of players. */
  rounds?: number;
  /** How many of the best play a knockout after the rounds; absent for no knockout. */
  cut?: number;
  /** Whether pairs play that stay together; absent if not. */
  pairs?: boolean;
  /** How it repeats; absent if none follows. */
  repeat?: TournamentRepeat;
  /**
   * The tournament that follows; absent before this one begins or is called off, and if none
   * follows.
   */
  next?: TournamentId;
  /** The rules on one line, such as `Five-Up 150`. */
  notation: string;
  /** The clock. */
  clock: ClockRule;
  /** The cap on a match's time in minutes; absent for none. */
  time_cap?: number;
  /**
   * How many boards each match has, if all tables of a round have the same deals; absent if each
   * table has its own.
   */
  boards?: number;
  /**
   * How many minutes later than the players visitors see the tables, 0 for at once; absent if
   * nobody may watch.
   */
  watch_delay_minutes?: number;
  /** When it begins or began, in milliseconds since 1970. */
  starts_ms: number;
  /** The number of rounds that were paired. */
  round: number;
  /** When the last round was paired; absent before the first. */
  round_ms?: number;
  /**
   * Until when the players of the last round must come to their matches; absent before the first
   * round, and in an arena.
   */
  come_by_ms?: number;
  /**
   * When an arena ends or ended; absent with the other formats. Matches that were paired before are
   * played to their end.
   */
  ends_ms?: number;
  /** When it ended; absent before. */
  ended_ms?: number;
  /** Whether the organiser has paused it; absent if not. */
  paused?: boolean;
  /** Whether players may still enter; absent if not. */
  open?: boolean;
  /** The number of players who take part. */
  players: number;
  /** The largest number of players. */
  players_max: number;
  /**
   * How many more players must take part, and say that they are there if they must, before the
   * tournament can begin; absent for none, and once it has begun.
   */
  lacking?: number;
  /** How many minutes a player has to come to a match. */
  come_minutes: number;
  /** Since when players can say that they are there, if they must; absent if they need not. */
  check_in_ms?: number;
  /** Who may take part; absent for `open`. */
  entries?: TournamentEntries;
  /** Whether players need a password; absent if not. */
  password?: boolean;
  /** Whether matches are rated; absent if not. */
  rated?: boolean;
  /** The level of the computer players that fill up; absent if none do. */
  computers?: Level;
}

/**
 * The answer of `GET /api/tournaments/{tournament}/matches`: a page of the matches of all rounds.
 */
export interface TournamentMatches {
  /** The matches, by round and number. */
  matches: TournamentMatch[];
  /** Whether there is a next page. */
  more: boolean;
}

/** The answer of `GET /api/push` and of the requests that change something there. */
export interface PushBrowsersBody {
  /** The visitor's browsers, the newest first. */
  browsers: PushBrowserBody[];
  /** The browser that sent the request; absent unless the request was `PUT /api/push`. */
  own?: RecipientId;
}

/** A browser that is told something while the page is closed. */
export interface PushBrowserBody {
  /** The browser's id, with which its owner changes what it is told. */
  id: RecipientId;
  /** The name of the browser and its system, such as `Firefox on Android`. */
  name: string;
  /** When the browser was added, in milliseconds since 1970. */
  created_ms: number;
  /** What the browser is told. */
  wishes: PushWishes;
}

/**
 * The id of a recipient of notices: a browser that is told something by Web Push, an account that
 * is told by mail, or a webhook. 32 lower-case hex digits. A browser's owner uses it to change what
 * the browser is told; it gives no other access.
 */
export type RecipientId = string;

/** What a browser is sent, encrypted for it, and shows while the page is closed. */
export interface PushNotice {
  /** What waits for the visitor. */
  title: string;
  /** The game, and the others at the table. */
  body?: string;
  /** The table. A newer notice of a table replaces an older one. */
  table: TableId;
  /** The path of the page to open. */
  path: string;
  /** The language of the texts. */
  language: string;
}

/** The answer of `GET /api/push/mail`: how the visitor is told of turns by mail. */
export interface TurnMailBody {
  /** Whether this server tells players of their turns by mail. */
  offered: boolean;
  /** The account's confirmed address, to which the mails go; absent if the visitor has none. */
  email?: string;
  /** After how many hours of a turn a mail is sent; absent if none are. */
  after_hours?: number;
}

/** The answer of `PUT` and `GET /api/tables/{table}/webhook`. */
export interface TableWebhook {
  /** The webhook; absent if the table has none. */
  webhook?: WebhookBody;
}

/** The webhook of a table, as its host is shown it. */
export interface WebhookBody {
  /** The form. */
  form: WebhookForm;
  /** The host of the URL. The rest of the URL is secret, and isn't shown again. */
  host: string;
}

/** What a webhook of the form `json` is told. */
export interface WebhookEvent {
  /** What has happened. */
  event: WebhookEventKind;
  /** The table. */
  table: TableId;
  /** The table's page. */
  url: string;
  /** The preset of the game, such as `Five-Up`. */
  game: string;
  /** The name of the player whose turn it is; absent if a match has ended. */
  player?: string;
  /** The points of the sides; empty unless a match has ended. */
  scores?: WebhookScore[];
  /** The same in a line of text. */
  text: string;
}

/** What has happened at a table. */
export type WebhookEventKind =
  /** It is the turn of `player`. */
  | "turn"
  /** A match has ended. */
  | "over";

/** The points of a side in a match that has ended. */
export interface WebhookScore {
  /** The names of the players of the side; `Computer` for a computer player. */
  names: string[];
  /** The points. */
  points: number;
}

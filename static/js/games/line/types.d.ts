/** Messages and tables of the games of the line: of what every game has, they hold the line's. */
import type * as protocol from '../../protocol.js';
import type * as state from '../../state.js';

/** The member of a list of games that is the line's. */
type OfLine<Union> = Extract<Union, { line: unknown }>;

export type Room = Omit<protocol.Room, 'rules'> & { rules: OfLine<protocol.Options> };

export type Table = Omit<state.Table, 'room'> & { room: Room };

export type ReplayRound = Omit<protocol.ReplayRound, 'steps'> & {
  steps: (Omit<protocol.ReplayRound['steps'][number], 'position'> & {
    position: OfLine<protocol.ReplayRound['steps'][number]['position']>;
  })[];
};

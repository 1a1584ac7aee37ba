/** Everything that a visitor can do, in one place. Views call these and nothing else. */

import { checkReplaced } from './api.js';
import { isOverDays } from './format/clock.js';
import { seekOf } from './matching.js';
import { MISTAKE, pathOf } from './route.js';
import { aheadOf, mayChooseAhead, offersOf, standing } from './select.js';
import { settings } from './settings.js';
import { fitting, freeOf, has, narrowed, pick } from './table/choose.js';
import { mayAskHint } from './table/ui.js';

/** @import {Wish} from './matching.js' */
/** @import {Plan} from './table/plan.js' */
/** @import {Offer, Step} from './games/contract.js' */
/** @import {AbsentChoice, AccountBody, ClientMessage, Level, Phrase, Reaction, Room} from './protocol.js' */
/** @import {Store} from './session.js' */
/** @import {Route, Sheet} from './state.js' */

/** @typedef {ReturnType<typeof createActions>} Actions */

/** @typedef {(message: ClientMessage) => boolean} Send */

/**
 * @param {Store} store
 * @param {{ send: Send, go(route: Route): void, stops?: Send, feature?(table: string | null): void, skip?(): void }} session
 */
export function createActions(store, session) {
  /** Sends what isn't held back, or says that there is no connection. Whether it was sent. @type {Send} */
  function send(message) {
    if (session.stops?.(message)) return false;
    const sent = session.send(message);
    if (!sent) store.dispatch({ type: 'local_notice', code: 'not_connected', text: '' });
    return sent;
  }

  const wish = seatWish(store, send);
  const pages = pageActions(store, session, send, wish);
  return {
    /** Has the front page show a match small, or none. @param {string | null} table */
    feature: (table) => session.feature?.(table),
    /** Shows at once what happened at the table since the last visit. */
    skip: () => session.skip?.(),
    ...pages,
    ...matchingActions(store, session, pages),
    ...roomActions(store, send, wish),
    ...playActions(store, send),
    ...talkActions(store, send),
  };
}

/** Whether a player may still say that they are ready. @param {Room} room @param {number} seat */
function awaitsReady({ status, fairness, seats }, seat) {
  return status !== 'playing' && !fairness.revealing && !seats[seat]?.ready;
}

/**
 * Takes a seat and says that its player is ready: a visitor who sits down wants to play. Between the
 * two, this browser promises its seed (`fair/partner.js`), since the deal begins with the last player
 * who is ready. In a browser that can't promise, the visitor says it by the button. While a player is
 * away nothing is said: the match must not begin, and be lost, while the host's page is closed. At a table
 * over days it may: the deal waits a day for each browser.
 * @param {Store} store
 * @param {Send} send
 */
function seatWish(store, send) {
  /** @type {{ table: string, seat: number | null, asked: boolean } | null} */
  let wish = null;
  function grant() {
    const { table } = store.get();
    if (!wish || table?.id !== wish.table) return;
    const { me, room, presence } = table;
    const isEverybodyHere =
      isOverDays(room) || room.seats.every((sitter, seat) => !sitter || presence.seats[seat]);
    if (me.seat === null) {
      if (wish.asked) return;
      wish.asked = true;
      send({ type: 'sit', table: table.id, seat: wish.seat });
    } else if (!awaitsReady(room, me.seat)) {
      wish = null;
    } else if (room.fairness.seats[me.seat]?.promise && isEverybodyHere) {
      wish = null;
      send({ type: 'ready', table: table.id, ready: true });
    }
  }
  store.subscribe(grant);
  return {
    /** @param {string} table @param {number | null} seat */
    begin(table, seat) {
      wish = { table, seat, asked: false };
      grant();
    },
    end() {
      wish = null;
    },
  };
}

/**
 * Looking for a quick match. Without a connection the search begins with the next.
 * @param {Store} store
 * @param {{ send: Send }} session
 * @param {{ go(route: Route): void, join(table: string): void }} pages
 */
function matchingActions(store, session, pages) {
  const answered = () => store.dispatch({ type: 'local_invited_gone' });
  const gone = () => store.dispatch({ type: 'local_found_gone' });
  return {
    /** @param {Wish} wish */
    seek(wish) {
      const now_ms = Date.now() + store.get().clock_ms;
      store.dispatch({ type: 'local_seek', wish, now_ms });
      session.send(seekOf(wish));
    },
    unseek() {
      store.dispatch({ type: 'local_unseek' });
      session.send({ type: 'unseek' });
    },
    /** Goes to the table that was found. */
    come() {
      const { found } = store.get().matching;
      gone();
      if (found) pages.join(found.table);
    },
    /** Another window of this browser goes to the table that was found. */
    forgetFound: gone,
    /** Stays away from the table that was found, so that the others needn't wait. */
    stay() {
      if (!store.get().matching.found) return;
      gone();
      session.send({ type: 'unseek' });
    },
    /** Goes to the table of the last invitation. */
    accept() {
      const { invited } = store.get();
      answered();
      if (invited) pages.go({ page: 'table', table: invited.table, invite: invited.invite });
    },
    /** Puts the last invitation away. */
    decline: answered,
  };
}

/** Talking at the followed table. @param {Store} store @param {Send} send */
function talkActions(store, send) {
  const id = () => store.get().table?.id ?? '';
  return {
    /** Whether a line was sent to the room. @param {{ text: string } | { phrase: Phrase }} words */
    say: (words) => send({ type: 'say', table: id(), ...words }),
    /** @param {Reaction} reaction */
    react: (reaction) => send({ type: 'react', table: id(), reaction }),
    readChat: () => store.dispatch({ type: 'local_read' }),
    /** Puts away what happened meanwhile. @param {number} serial */
    forgetMeanwhile: (serial) => store.dispatch({ type: 'local_meanwhile_gone', serial }),
    /** Closes one sheet, if it is open. @param {Sheet} sheet */
    closeSheet(sheet) {
      if (store.get().sheet === sheet) store.dispatch({ type: 'local_sheet', sheet: null });
    },
  };
}

/**
 * Going about, and what concerns the visitor alone.
 * @param {Store} store
 * @param {{ go(route: Route): void }} session
 * @param {Send} send
 * @param {ReturnType<typeof seatWish>} wish
 */
function pageActions(store, session, send, wish) {
  /** Goes to a page; to go where one is already is no step that could be gone back. @param {Route} route */
  function go(route) {
    const path = pathOf(route);
    const shown = location.pathname + location.search + location.hash;
    if (path !== shown) history.pushState(null, '', path);
    wish.end();
    session.go(route);
  }

  return {
    go,
    /** Goes to a table and sits there, ready to play. @param {string} table */
    join(table) {
      go({ page: 'table', table, invite: null });
      wish.begin(table, null);
    },
    /** Shows the visitor's own play in the match that is over, from the first mistake on. */
    analyse() {
      const { room, me } = store.get().table ?? {};
      const seat = me?.seat ?? undefined;
      if (room?.record) go({ page: 'record', record: room.record, at: MISTAKE, seat });
    },
    /** Changes from light to dark or back. */
    switchTheme() {
      const { theme } = settings.get();
      const isDark =
        theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
      settings.set({ theme: isDark ? 'light' : 'dark' });
    },
    /**
     * Says that something could not be fetched, and that it is gone if the server was replaced. Nothing more is said
     * while the page says so already.
     */
    async sorry() {
      if (store.get().replaced) return;
      const code = (await checkReplaced()) ? 'replaced' : 'not_connected';
      if (store.get().notice?.code === code) return;
      store.dispatch({ type: 'local_notice', code, text: '' });
    },
    /** What the server has told of the visitor's account. @param {AccountBody} account */
    knowAccount: (account) => store.dispatch({ type: 'local_account', account }),
    /** @param {string} name */
    rename: (name) => send({ type: 'rename', name }),
    /** @param {Sheet} sheet */
    sheet: (sheet) => store.dispatch({ type: 'local_sheet', sheet }),
    /** @param {number} serial */
    forget: (serial) => store.dispatch({ type: 'local_notice_gone', serial }),
  };
}

/**
 * Coming to a table, asking for a seat there, and leaving.
 * @param {Store} store
 * @param {Send} send
 * @param {ReturnType<typeof seatWish>} wish
 */
function roomActions(store, send, wish) {
  const id = () => {
    const { table, outside } = store.get();
    return (table ?? outside)?.id ?? '';
  };
  return {
    /** Sits down, ready to play. @param {number | null} seat the first that is free, if null */
    sit: (seat) => wish.begin(id(), seat),
    leave: () => send({ type: 'leave', table: id() }),
    /** @param {boolean} ready */
    ready: (ready) => send({ type: 'ready', table: id(), ready }),
    /** @param {number} seat @param {string} [pseudonym] the player's; a computer player has none */
    remove: (seat, pseudonym) => send({ type: 'remove', table: id(), seat, pseudonym }),
    /** @param {number} seat @param {Level} level */
    seatComputer: (seat, level) => send({ type: 'seat_computer', table: id(), seat, level }),
    next: () => send({ type: 'next', table: id() }),
    /** Takes a day of holiday. */
    holiday: () => send({ type: 'holiday', table: id() }),
    resign: () => send({ type: 'resign', table: id() }),
    /** @param {boolean} agree whether the match is to end without a winner */
    agree: (agree) => send({ type: 'agree', table: id(), agree }),
    /** @param {number} seat @param {AbsentChoice} choice */
    absent: (seat, choice) => send({ type: 'absent', table: id(), seat, choice }),
    back: () => send({ type: 'back', table: id() }),
    /** Asks for the seat of a computer player. @param {number} seat */
    requestSeat: (seat) => send({ type: 'request_seat', table: id(), seat }),
    withdrawRequest: () => send({ type: 'withdraw_request', table: id() }),
    /** @param {number} asked_ms which request is meant @param {boolean} agree */
    answerRequest: (asked_ms, agree) =>
      send({ type: 'answer_request', table: id(), asked_ms, agree }),
    /** Asks for what proves the deals of a round. @param {number} round */
    prove: (round) => send({ type: 'fairness', table: id(), round }),
  };
}

/** Playing at the followed table. @param {Store} store @param {Send} send */
function playActions(store, send) {
  /** Makes a move. @param {Offer} offer @param {boolean} [unasked] whether the page plays by itself */
  function move({ move, once }, unasked = false) {
    const { table } = store.get();
    if (!table?.view || table.ui.pending) return;
    const { ply } = standing(table);
    if (send({ type: 'move', table: table.id, ply, move })) {
      store.dispatch({ type: 'local_sent', unasked, once });
    }
  }

  /** @param {Partial<Plan>} plan */
  const plan = (plan) => store.dispatch({ type: 'local_plan', plan });
  /** @param {readonly Step[]} picked */
  const hold = (picked) => store.dispatch({ type: 'local_pick', picked });

  return {
    move,
    /** Picks a step: the move that it leads to is made, now or when the own turn comes. @param {Step} step */
    pick(step) {
      const { table } = store.get();
      if (!table) return;
      if (fitting(aheadOf(table), [step]).length > 0) {
        plan({ ahead: has(table.ui.plan.ahead ?? [], step) ? null : [step] });
        return;
      }
      const { picked, offer } = pick(offersOf(table), table.ui.picked, step);
      if (offer) move(offer);
      else if (picked !== table.ui.picked) hold(picked);
    },
    /** Goes a whole path: the move is made now, or when the own turn comes. @param {readonly Step[]} steps */
    put(steps) {
      const { table } = store.get();
      if (!table) return;
      const path = steps.filter(({ free }) => !free);
      const [offer] = narrowed(offersOf(table), [...freeOf(table.ui.picked), ...path]);
      if (offer) move(offer);
      else if (fitting(aheadOf(table), path).length > 0) plan({ ahead: path });
    },
    /** Takes in hand what is to be put somewhere. @param {Step} step */
    take(step) {
      const { table } = store.get();
      if (!table) return;
      if (mayChooseAhead(table)) plan({ ahead: [step] });
      else hold([...freeOf(table.ui.picked), step]);
    },
    /** Nothing is to be played but what is picked from now on. */
    unpick() {
      hold(freeOf(store.get().table?.ui.picked ?? []));
      plan({ ahead: null, soon: null });
    },
    /** Asks what an expert would play. */
    hint() {
      const { table } = store.get();
      if (!table || !mayAskHint(table)) return;
      const { ply } = standing(table);
      if (send({ type: 'hint', table: table.id, ply })) store.dispatch({ type: 'local_asked' });
    },
  };
}

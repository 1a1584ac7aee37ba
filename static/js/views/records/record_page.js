/** The page of a finished match. */
import { attr, fill, h, setText, show } from '../../dom.js';
import { endingInWords, endingWinner } from '../../format/clock.js';
import { notationInWords } from '../../format/notation.js';
import { headline, overPhase } from '../../format/over.js';
import { scoresFrom } from '../../format/scores.js';
import { sideName } from '../../format/sides.js';
import { locale, sentencesOf, t, written } from '../../i18n/index.js';
import { fetchAnalysis, fetchRecordBody, fetchRounds, fetchSteps } from '../../records/api.js';
import {
  lastRoom,
  makeTimeline,
  placeOf,
  placeText,
  readPlace,
  tableAt,
} from '../../records/timeline.js';
import { MISTAKE, pathOf } from '../../route.js';
import { fetchedView } from '../fetched.js';
import { copyButton, copyInput, pageLink, shareButton, titledSection } from '../widgets.js';
import { recordsPage } from './page.js';
import { participation } from './participation.js';
import { proofView } from './proof.js';
import { fetchDrawing, replayView } from './replay.js';
import { waysView } from './ways.js';

/** @import { Actions } from '../../actions.js' */
/** @import { View } from '../../app.js' */
/** @import { Record as MatchRecord } from '../../protocol.js' */
/** @import { Timeline } from '../../records/timeline.js' */
/** @import { Route } from '../../state.js' */

/** @typedef {Extract<Route, { page: 'record' }>} RecordRoute */
/** @typedef {{ known: MatchRecord, timeline: Timeline }} Fetched */

/** A position stays in the address when nothing has moved for so long, in milliseconds. */
const REST_MS = 300;

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

/** @param {Actions} actions @returns {View} */
export function pageView(actions) {
  const status = fetchedView();
  const about = aboutView(actions);
  const share = shareView();
  const proof = proofView();
  const address = createAddress(share.draw);
  const view = replayView(actions, {
    moved(place) {
      judge.settle();
      address.stay({ at: placeText(place) });
    },
    chosen: (seat) => address.stay({ seat, at: view.place() }),
    analyse: () => judge.start(address.route().record),
  });
  const judge = createJudge(view);
  const parts = [view.element, judge.element, keysHint(), share.element, proof.element];
  const whole = h('div.record-whole.stack', { hidden: true }, ...parts);
  /** @type {MatchRecord | null} */
  let shown = null;

  /** @param {Fetched} fetched */
  function draw({ known, timeline }) {
    const { record, at, seat, table } = address.route();
    const isNew = known !== shown;
    shown = known;
    about.draw(known, timeline, table);
    if (isNew) {
      const { seats } = timeline;
      proof.draw({ ...known, id: record, seats, record: known }, t('record.proof_none'));
      show(whole, true);
    }
    view.show(timeline, readPlace(at), seat);
    if (isNew) share.draw({ ...address.route(), at: view.place() });
    if (isNew && at === MISTAKE) arrive();
  }

  /** Goes where the address leads. */
  function arrive() {
    const { record, at } = address.route();
    const place = readPlace(at);
    if (place) view.goTo(place);
    else if (at === MISTAKE) judge.start(record, true);
  }

  /** @type {Route | null} */
  let last = null;
  return {
    element: recordsPage(actions, 'record-page', ...about.parts, status.element, whole),
    draw({ route }) {
      if (route.page !== 'record' || route === last) return;
      last = route;
      const isOther = route.record !== address.route().record;
      address.set(route);
      if (!isOther) return arrive();
      judge.stop();
      show(whole, false);
      status.load({
        fetch: (signal) => fetchRecord(route.record, signal),
        show: draw,
        refused: about.drawMissing,
      });
    },
    end() {
      status.stop();
      judge.stop();
      for (const part of [address, proof, about, view]) part.end();
    },
  };
}

/** Keeps the address and the links at what is shown. @param {(here: RecordRoute) => void} drawLinks */
function createAddress(drawLinks) {
  /** @type {RecordRoute} */
  let here = { page: 'record', record: '', at: null };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  return {
    route: () => here,
    /** @param {RecordRoute} route */
    set(route) {
      here = route;
    },
    /** @param {Partial<RecordRoute>} changes */
    stay(changes) {
      here = { ...here, ...changes };
      drawLinks(here);
      clearTimeout(rest);
      rest = setTimeout(() => history.replaceState(history.state, '', pathOf(here)), REST_MS);
    },
    end: () => clearTimeout(rest),
  };
}

/** Has matches analysed, and shows a replay what comes of it. @param {ReturnType<typeof replayView>} view */
function createJudge(view) {
  const { element, load, stop } = fetchedView();
  /** Whether the first mistake is awaited: not any more once the visitor has moved. */
  let seeksMistake = false;
  return {
    element,
    stop,
    settle() {
      seeksMistake = false;
    },
    /** @param {string} record @param {boolean} [toMistake] goes to the first mistake when it is known */
    start(record, toMistake = false) {
      seeksMistake = toMistake;
      view.study({ moves: [], all: null });
      load({
        fetch: (signal) => fetchAnalysis(record, signal),
        show(analysed) {
          view.study(analysed);
          if (seeksMistake) view.goToMistake();
        },
      });
    },
  };
}

/**
 * A record and its rounds, again with every part of the rounds that comes.
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Fetched>}
 */
async function* fetchRecord(id, signal) {
  const [known, first] = await Promise.all([
    fetchRecordBody(id, signal),
    fetchSteps(id, 1, signal),
  ]);
  await fetchDrawing(first);
  const seats = known.seats.map(({ name, computer }) => ({
    name: name ?? t('record.a_player'),
    ...(computer && { computer }),
  }));
  const begin = { ...makeTimeline(id, first, seats, known.ending), boards: known.boards };
  for await (const timeline of fetchRounds(begin, (from) => fetchSteps(id, from, signal)))
    yield { known, timeline };
}

/** What stands above the replay: which match it was, and how it ended; or that there is none. @param {Actions} actions */
function aboutView(actions) {
  const ways = waysView(actions);
  const title = h('h1', { hidden: true });
  const facts = h('p');
  const result = h('p.record-result', { testid: 'record-result' });
  const intro = h('div.record-about.row', facts, result);
  const missing = h(
    'div.empty.stack',
    { hidden: true, testid: 'no-record' },
    h('p', t('record.missing_hint')),
    pageLink(actions, { page: 'lobby' }, { class: 'button primary' }, t('table.to_lobby')),
    pageLink(actions, { page: 'me' }, { class: 'button' }, t('app.me')),
  );

  /** @param {string} text */
  function head(text) {
    setText(title, text);
    show(title, true);
  }

  return {
    parts: [h('div.record-head', title, intro, ways.element), missing],
    end: ways.end,
    /** @param {MatchRecord} known @param {Timeline} timeline @param {string} [table] where the visitor has a seat */
    draw(known, timeline, table) {
      const notation = notationInWords(known.notation, known.boards);
      head(t('record.title', { notation }));
      show(intro, true);
      show(missing, false);
      ways.show(known, timeline, table);
      const ended = new Date(known.ended_ms);
      const told = participation(known.seats).map((text) => ` · ${text}`);
      fill(facts, h('time', { datetime: ended.toISOString() }, date.format(ended)), ...told);
      const end = tableAt(timeline, placeOf(timeline, Number.POSITIVE_INFINITY));
      const over = end && overPhase(end);
      const how =
        end && over?.shared
          ? [`${headline(end, over)}.`]
          : endingInWords(lastRoom(timeline), known.ending);
      const final = t('summary.final', { scores: finalScores(known, timeline) });
      setText(result, sentencesOf([...how, final]));
    },
    /** Tells of a record that isn't there; whether it was that. @param {any} error */
    drawMissing({ code }) {
      if (code !== 'not_found') return false;
      head(t('record.missing'));
      show(intro, false);
      show(missing, true);
      ways.hide();
      return true;
    },
  };
}

/**
 * The points at the end: the winner's first, or of more than two sides each with its name, in the order of the places.
 * @param {MatchRecord} known
 * @param {Timeline} timeline
 */
function finalScores({ scores, places, ending }, timeline) {
  if (scores.length === 2) return scoresFrom(scores, endingWinner(ending) ?? 0);
  const room = lastRoom(timeline);
  const order = [...scores.keys()].sort((a, b) => (places?.[a] ?? 0) - (places?.[b] ?? 0));
  return order.map((side) => `${sideName(room, side)}\u00a0${written(scores[side])}`).join(', ');
}

/** The links of a match: to a position of it, and to what can be kept. */
function shareView() {
  const link = copyInput({ 'aria-label': t('record.link'), testid: 'record-link' });
  const copy = copyButton(t('record.copy'), link, { testid: 'copy-position' });
  const share = shareButton(t('record.share'), () => ({ url: link.value }), { icon: 'share' });
  const text = h('a', { testid: 'get-transcript' }, t('record.transcript'));
  const json = h('a', { testid: 'get-json' }, t('record.json'));
  const picture = h('a', { target: '_blank', testid: 'get-picture' }, t('record.picture'));
  const element = titledSection(
    'record-keep',
    t('record.keep'),
    { class: 'record-share stack' },
    h('div.record-link.row', link, ...copy, share),
    h('p.record-files.row', h('b', t('record.download')), text, json, picture),
  );
  return {
    element,
    /** @param {RecordRoute} here */
    draw(here) {
      const { record: id, at } = here;
      const page = `/m/${encodeURIComponent(id)}`;
      // Not a fragment: a program that makes a preview asks the server, and browsers and programs keep
      // fragments to themselves.
      link.value = location.origin + pathOf(here);
      attr(text, 'href', `/api${page}.txt`);
      attr(text, 'download', `boneyard-${id}.txt`);
      attr(json, 'href', `/api${page}`);
      attr(json, 'download', `boneyard-${id}.json`);
      attr(picture, 'href', `${page}.svg?at=${at}`);
    },
  };
}

/** With which keys, or by which touch, the replay moves. */
function keysHint() {
  const byKey = h('span.replay-by-key', t('record.keys'));
  const byTouch = h('span.replay-by-touch', t('record.touch'));
  return h('p.hint', byKey, byTouch);
}

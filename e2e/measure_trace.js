/** Reads what Chromium's tracing writes: frames, and tasks of the page's main thread. */

/** What is traced: tasks, what they do, frames, and the marks of the page. */
const CATEGORIES = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'cc',
  'benchmark',
  'v8',
  'toplevel',
];

/**
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} [cat] its categories
 * @property {string} ph
 * @property {number} ts in microseconds
 * @property {number} [dur] in microseconds
 * @property {number} [tdur] the part of it that the thread had a processor, in microseconds
 * @property {number} pid
 * @property {number} tid
 * @property {{ local?: string }} [id2] tells what begins and ends from what runs beside it
 * @property {any} [args]
 */

/**
 * Traces a page while something is done.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} action
 * @returns {Promise<TraceEvent[]>}
 */
export async function record(browser, page, action) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await action();
  const trace = await browser.stopTracing();
  return JSON.parse(trace.toString()).traceEvents;
}

/**
 * The process and the thread of the page: where its marks come from.
 *
 * @param {TraceEvent[]} trace
 * @param {string} mark
 */
function home(trace, mark) {
  const marked = trace.find(({ name }) => name === mark);
  if (!marked) throw new Error(`The page never marked ${mark}.`);
  return marked;
}

/**
 * What became of the frames while something flew. A flight is between the page's marks
 * `flight-start` and `flight-end`.
 *
 * @param {TraceEvent[]} trace
 */
export function framesInFlight(trace) {
  const { pid } = home(trace, 'flight-start');
  const marks = trace
    .filter(({ name }) => name === 'flight-start' || name === 'flight-end')
    .sort((a, b) => a.ts - b.ts);
  let flying = 0;
  let flights = 0;
  let began = 0;
  /** @type {{ from: number, to: number }[]} */
  const spans = [];
  for (const { name, ts } of marks) {
    if (name === 'flight-start') {
      if (flying === 0) began = ts;
      flying += 1;
      flights += 1;
    } else {
      flying -= 1;
      if (flying === 0) spans.push({ from: began, to: ts });
    }
  }
  const frames = trace.filter(
    (event) =>
      event.name === 'PipelineReporter' &&
      event.ph === 'b' &&
      event.pid === pid &&
      spans.some(({ from, to }) => event.ts >= from && event.ts <= to),
  );
  /** @param {string} state */
  const count = (state) =>
    frames.filter(({ args }) => args.frame_reporter.state.startsWith(state)).length;
  // A frame without anything new in it is neither shown nor missed.
  return { flights, shown: count('STATE_PRESENTED'), dropped: count('STATE_DROPPED') };
}

/**
 * The tasks of the page's thread, the longest first, each with what took longest in it. Time in which
 * other programs had the processor doesn't count; that in which the browser slows itself down does.
 *
 * @param {TraceEvent[]} trace
 */
export function tasks(trace) {
  const { pid, tid } = home(trace, 'flight-start');
  const own = trace.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X');
  return own
    .filter(({ name }) => name === 'RunTask')
    .map((task) => ({ task, ms: (task.tdur ?? 0) / 1000 }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ task, ms }) => ({ ms, parts: () => parts(own, task) }));
}

/**
 * @param {TraceEvent[]} events of a thread
 * @param {TraceEvent} task
 */
function parts(events, task) {
  const end = task.ts + (task.dur ?? 0);
  return events
    .filter((event) => event !== task && event.ts >= task.ts && event.ts < end && event.tdur)
    .sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
    .slice(0, 6)
    .map(({ name, tdur = 0, args }) => {
      const what = args?.data?.functionName ?? args?.data?.type ?? '';
      return `${name}${what ? ` ${what}` : ''} ${(tdur / 1000).toFixed(1)}`;
    })
    .join(', ');
}

/** What a page's main thread worked between two marks of the page, by what Chromium traced. */

/** @typedef {import('./measure_trace.js').TraceEvent} TraceEvent */

/** @param {TraceEvent} event when it ended, in microseconds */
const endOf = ({ ts, dur = 0 }) => ts + dur;

/** What Chromium calls a piece of work of a thread, in which all else happens. */
const TASK = 'RunTask';

/** A page's main thread in a trace. */
export class Thread {
  /** When the page made which mark. @type {Map<string, number>} */
  #marks = new Map();
  /** The tasks, each with what happened in it, in order. @type {TraceEvent[][]} */
  #tasks = [];

  /**
   * @param {TraceEvent[]} trace
   * @param {string} mark one that the page made
   */
  constructor(trace, mark) {
    const home = trace.find(({ name }) => name === mark);
    if (!home) throw new Error(`The page never marked ${mark}.`);
    const own = trace.filter(({ pid, tid }) => pid === home.pid && tid === home.tid);
    for (const { name, cat, ts } of own) {
      if (cat?.includes('user_timing')) this.#marks.set(name, ts);
    }
    const work = own
      .filter(({ ph }) => ph === 'X')
      .sort((a, b) => a.ts - b.ts || endOf(b) - endOf(a));
    for (const event of work) {
      const task = this.#tasks.at(-1);
      if (task && event.ts < endOf(task[0])) task.push(event);
      else if (event.name === TASK) this.#tasks.push([event]);
    }
  }

  /**
   * How long the thread had a processor from the task that makes a mark to the end of the one that
   * makes another, in milliseconds, and on what: each kind of work without what it contains.
   *
   * @param {string} first
   * @param {string} last
   */
  between(first, last) {
    const [from, to] = [first, last].map((mark) => this.#marks.get(mark) ?? Number.NaN);
    const begin = this.#at(from);
    const tasks = this.#tasks.slice(begin, this.#at(to) + 1);
    const ms = tasks.reduce((sum, [{ tdur = 0 }]) => sum + tdur / 1000, 0);
    /** @type {Map<string, number>} */
    const parts = new Map();
    for (const task of tasks) spend(task, parts);
    return { ms, parts };
  }

  /** The task in which a moment lies, or the next. @param {number} ts */
  #at(ts) {
    let [low, high] = [0, this.#tasks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOf(this.#tasks[middle][0]) < ts) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param {TraceEvent[]} task
 * @param {Map<string, number>} parts
 */
function spend(task, parts) {
  /** @type {TraceEvent[]} */
  const open = [];
  for (const event of task) {
    while (open.length > 0 && endOf(open[open.length - 1]) <= event.ts) open.pop();
    const around = open.at(-1);
    const ms = (event.tdur ?? 0) / 1000;
    parts.set(kindOf(event), (parts.get(kindOf(event)) ?? 0) + ms);
    if (around) parts.set(kindOf(around), (parts.get(kindOf(around)) ?? 0) - ms);
    open.push(event);
  }
}

/** What kind of work it is; of a task, which function of the browser wanted it. @param {TraceEvent} event */
function kindOf({ name, args }) {
  // Of a function, what stands before its parameters, without what it returns.
  const [wanted] = /[\w:]+(?=\(|$)/.exec(args?.src_func ?? '') ?? [];
  return wanted ? `task of ${wanted}` : name;
}

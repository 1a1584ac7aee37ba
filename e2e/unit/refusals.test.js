import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lostText } from '../../static/js/format/turn.js';
import { loadTexts, namedKey, textOrNull } from '../../static/js/i18n/index.js';
import { FINAL_REASONS } from '../../static/js/socket.js';
import { refusalWords } from '../../static/js/views/refused_page.js';

/**
 * The protocol's own lists. That every language has all words of English, `i18n.test.js` sees to.
 * @type {{ CloseCode: { oneOf: { 'const': number, 'x-retry': string }[] }, ErrorCode: { oneOf: { 'const': string }[] },
 *   Illegal: { oneOf: { 'const'?: string }[] }, LineIllegal: { oneOf: { 'const'?: string, required: string[] }[] } }}
 */
const { CloseCode, ErrorCode, Illegal, LineIllegal } = JSON.parse(
  readFileSync('docs/protocol.schema.json', 'utf8'),
).$defs;

const PAGE = { host: 'dominoes.example', origin: 'https://dominoes.example' };
/** A newer client is asked for by the line at the top: the page may be too old to fetch more words. */
const OUTDATED = 4426;

test('the client stops where the protocol says that trying again is of no use', () => {
  const manual = CloseCode.oneOf.filter((code) => code['x-retry'] === 'manual');
  const closings = [...FINAL_REASONS].filter((reason) => typeof reason === 'number');
  assert.deepEqual(closings.sort(), manual.map((code) => code.const).sort());
});

test('every close code says what has happened', () => {
  for (const { const: code } of CloseCode.oneOf) {
    const isTold = !FINAL_REASONS.has(code) || code === OUTDATED;
    if (isTold) assert.notEqual(lostText(code), lostText(1006), String(code));
    else assert.ok(refusalWords(code, PAGE), String(code));
  }
});

test('a request that stops the client says what has happened and what to do', () => {
  for (const reason of FINAL_REASONS) {
    if (typeof reason === 'string') assert.ok(refusalWords(reason, PAGE), reason);
  }
  assert.match(
    refusalWords('foreign_origin', PAGE)?.hint ?? '',
    /public-url to https:\/\/dominoes/,
  );
});

test('every error code has a sentence, and so has an answer that is not the server’s', async () => {
  await loadTexts('tournaments');
  const reasons = LineIllegal.oneOf.map((reason) => reason.const ?? reason.required[0]);
  const common = Illegal.oneOf.flatMap((reason) => reason.const ?? []);
  assert.deepEqual(common, ['other_game']);
  const codes = [...ErrorCode.oneOf.map((code) => code.const), ...common, ...reasons];
  assert.ok(codes.length > 30);
  for (const code of [...codes, 'no_answer', 'intercepted']) {
    const here = textOrNull(namedKey('tournament.refused', code));
    const words = textOrNull(namedKey('error', code)) ?? here;
    assert.match(words ?? '', /^.{12,}[.]$/, code);
  }
});

/** The page in Spanish: what the server names in English is told in the visitor's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

// The language is chosen as the first module is read, by the browser's languages.
Object.assign(globalThis, { document: {} });
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['es-MX', 'en'] } });
const { language, locale, t, joinNames: together } = await import('../../static/js/i18n/index.js');
const { notationInWords, presetInWords } = await import('../../static/js/format/notation.js');
const { nameOf, namesWithLevels } = await import('../../static/js/format/names.js');
const { worthInWords } = await import('../../static/js/games/line/worth.js');
const { GAMES } = await import('../prepared_world.js');
const { room } = await import('./samples.js');
const { lineAloud } = await import('../../static/js/chat.js');

test('the browser’s language is spoken, with the dates of its region', () => {
  assert.equal(language, 'es');
  assert.equal(locale, 'es-MX');
});

test('names are put together as the language does it', () => {
  assert.equal(together(['Ana']), 'Ana');
  assert.equal(together(['Ana', 'Ben']), 'Ana y Ben');
  assert.equal(together(['Ana', 'Inés']), 'Ana e Inés');
  assert.equal(together(['Ana', 'Ben', 'Cem']), 'Ana, Ben y Cem');
});

test('a guest has the server’s name in the visitor’s language, and nobody else has', () => {
  assert.equal(nameOf({ name: 'Guest 1234' }), 'Invitado 1234');
  for (const name of ['Guest', 'Guest 12', 'Guest 12345', 'A Guest 1234', 'Guest 1234 ']) {
    assert.equal(nameOf({ name }), name);
  }
  assert.equal(nameOf({ name: 'Guest 1234', bot: true }), 'Guest 1234 (bot)');
  const computer = { name: 'Computer', computer: /** @type {const} */ ('casual') };
  assert.deepEqual(namesWithLevels([null, computer]), ['', 'Ada · aficionado']);
  const by = { seat: null, name: 'Guest 1234', pseudonym: 'somebody' };
  const table = /** @type {any} */ ({ room: room() });
  assert.equal(lineAloud({ n: 1, at_ms: 0, ...by, text: 'hola' }, table), 'Invitado 1234: hola');
});

test('presets have names of their own, in the rules on one line too', () => {
  assert.equal(notationInWords('Draw 100'), 'Con robo a 100');
  assert.equal(
    notationInWords('Muggins 61 · spinner'),
    'Muggins a 61 · cuenta automática · doble en cruz',
  );
  assert.equal(
    notationInWords('Muggins 61 · partners · muggins calls'),
    'Muggins a 61 · en parejas',
  );
  assert.equal(notationInWords('Block, winner leads 150'), 'Sin robar a 150 · sale quien gana');
  assert.equal(
    notationInWords('All Fives 200 · 9 tiles · rotate'),
    'Cincos clásico a 200 · 9 fichas · salida rotatoria',
  );
  assert.equal(notationInWords('Something New 7'), 'Something New a 7');
  assert.equal(presetInWords('Something New'), 'Something New');
});

test('the points of 0-0 are called by what they are for: going out with it, or holding it', () => {
  assert.equal(
    notationInWords('Quinientos 500 · double blank 50'),
    'Quinientos a 500 · chuchazo 50',
  );
  assert.equal(
    notationInWords('Mexican Train 7 · double blank 25'),
    'Tren mexicano · 7 rondas · doble blanca 25',
  );
});

test('plural forms are those of the language', () => {
  assert.equal(t('count.pips', { n: 1 }), '1 punto');
  assert.equal(t('count.points', { n: 2 }), '2 puntos');
});

test('what a round was worth is told in the words of the table', () => {
  const outcome = /** @type {const} */ ({
    type: 'domino',
    by: 0,
    points: 210,
    parts: { hands: 10, finish: 100, round: 100 },
  });
  const played = /** @type {const} */ ({ type: 'played', seat: 0, tile: '1-0', joint: null });
  const at = room({ variant: 'block', seating: 'partners', ...GAMES.Quinientos });
  at.notation = 'Quinientos 500';
  const hands = [[], ['0-0'], ['1-1'], ['4-4']];
  assert.deepEqual(worthInWords({ outcome, hands, room: at, history: [played] }), [
    'Todas las manos (0 + 2 + 8) 10 + Capicú 100 + Premio de la ronda 100 = 210 puntos.',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, parseRoute, pathOf } from '../../static/js/route.js';
import { messagesOf } from '../words.js';

/** @param {string} path */
function routeOf(path) {
  const { pathname, search, hash } = new URL(path, 'https://boneyard.example');
  return parseRoute({ pathname, search, hash });
}

test('the address of a page leads to that page', () => {
  for (const path of [
    '/',
    '/rules',
    '/rules/Five-Up',
    '/rules/Five-Up#strategy',
    '/games',
    '/games?family=fives',
    '/me',
    '/import',
    '/account',
    '/moderation',
    '/t/abc?invite=def',
    '/m/x?at=r2p3',
    '/tournaments',
    '/e/abc',
    '/e/abc/screen',
    '/e/abc?partner=d8c1f0a27b6e4e1f9a3c5d7e2b4f6081',
    '/m/x?seat=8',
    '/six-love',
    '/mexican-train-long-start',
    '/nonsense',
  ]) {
    assert.equal(pathOf(routeOf(path)), path);
  }
  assert.deepEqual(routeOf('/rules/All%20Fives'), { page: 'rules', preset: 'All Fives' });
  assert.deepEqual(routeOf('/six-love'), { page: 'lobby', game: 'Six-Love' });
  for (const game of ['Mexican Train', 'Chickenfoot']) {
    const path = `/${game.toLowerCase().replace(' ', '-')}`;
    assert.deepEqual(routeOf(path), { page: 'lobby', game });
  }
  assert.deepEqual(routeOf('/nonsense'), { page: 'unknown', path: '/nonsense' });
});

test('slashes at the end of an address mean nothing', () => {
  for (const path of [
    '/rules',
    '/rules/Five-Up',
    '/me',
    '/friends',
    '/import',
    '/account',
    '/moderation',
    '/tournaments',
    '/leaderboard/draw',
    '/t/abc',
    '/m/x',
    '/p/y',
    '/e/abc',
    '/e/abc/screen',
    '/six-love',
  ]) {
    assert.equal(pathOf(routeOf(`${path}/`)), path);
    assert.equal(pathOf(routeOf(`${path}//`)), path);
  }
  assert.deepEqual(routeOf('/t/abc/?invite=d'), { page: 'table', table: 'abc', invite: 'd' });
  assert.deepEqual(routeOf('/leaderboard/'), { page: 'leaderboard', board: 'all_fives' });
  assert.deepEqual(routeOf('/nonsense/'), { page: 'unknown', path: '/nonsense' });
});

test('every game has an address', () => {
  const names = Object.keys(messagesOf('en', 'later'))
    .flatMap((key) => key.split(/^preset\./)[1] ?? [])
    .filter((name) => !name.includes(' · '));
  assert.deepEqual([...GAMES].sort(), names.sort());
  for (const game of GAMES) {
    assert.deepEqual(routeOf(pathOf({ page: 'lobby', game })), { page: 'lobby', game });
  }
});

test('an address that is encoded wrongly leads to a page that knows no such thing', () => {
  const bad = '%E0%A4%A';
  assert.deepEqual(routeOf(`/t/${bad}`), { page: 'table', table: bad, invite: null });
  assert.deepEqual(routeOf(`/m/${bad}`), { page: 'record', record: bad, at: null });
  assert.deepEqual(routeOf(`/rules/${bad}`), { page: 'rules', preset: bad });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { REPOSITORY, ruleReport } from '../../static/js/report_rule.js';

test('a wrong rule is reported by the form for rules, whose fields are filled in', () => {
  const address = new URL(ruleReport({ game: 'Six-Love', version: 'Boneyard 0.1.0' }));
  const { template, ...fields } = Object.fromEntries(address.searchParams);
  const form = readFileSync(`.github/ISSUE_TEMPLATE/${template}`, 'utf8');
  assert.deepEqual(fields, { game: 'Six-Love', version: 'Boneyard 0.1.0' });
  for (const name of Object.keys(fields)) assert.match(form, new RegExp(`^    id: ${name}$`, 'm'));
});

test('the repository is the one whose image is published', () => {
  const [, published] =
    /ghcr\.io\/([\w-]+\/[\w-]+):/.exec(readFileSync('docker-compose.yml', 'utf8')) ?? [];
  assert.equal(REPOSITORY, `https://github.com/${published}`);
});

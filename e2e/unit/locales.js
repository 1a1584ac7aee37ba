/** Runs before each file of unit tests: there is no server, so the words are read from where it has them. */
import { readFile } from 'node:fs/promises';

globalThis.fetch = async (address) => {
  const [, code, part] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(String(address)) ?? [];
  return Response.json(JSON.parse(await readFile(`static/locales/${code}.json`, 'utf8'))[part]);
};

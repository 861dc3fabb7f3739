import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientGuidePage } from '../scripts/client-guide.ts';
import { banner } from '../src/banner.ts';
import { Secret } from '../src/base/secret.ts';
import { CLIENT_NAMES, clientConfiguration } from '../src/tools/service-dev-info/clients.ts';
import { CLIENT_MAKERS } from './clients/meeting.ts';

const BASE_URL = 'http://127.0.0.1:3900';

// Guards newcomers: the guide, the first start and the tool must not tell three stories of how to connect.
describe('what the guide says of a client is what the tool says', () => {
  test.each(CLIENT_NAMES)('%s', (client) => {
    const { title, steps, snippet, note } = clientConfiguration(client, BASE_URL);
    const guide = readFileSync('docs/guides/clients.md', 'utf8');
    const section = guide.slice(guide.indexOf(`\n## ${title}\n`)).split('\n## ')[1];
    for (const part of [...steps, snippet ?? '', note]) expect(section).toContain(part);
  });

  test('in the order of the tool', () => {
    const titles = [...clientGuidePage().matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    expect(titles.slice(0, -1)).toEqual(CLIENT_NAMES.map((client) => clientConfiguration(client, BASE_URL).title));
  });
});

test('the first start prints the configurations of the guide', () => {
  const text = banner({ baseUrl: BASE_URL, firstKey: new Secret('key'), projects: [], ownerEmail: 'ada@example.test' });
  for (const client of ['claude-code', 'cursor'] as const) {
    const { steps, snippet } = clientConfiguration(client, BASE_URL);
    for (const part of [...steps, snippet ?? '-']) expect(text).toContain(part);
  }
});

test('a client that is said to have been run is one that the tests run, at that version', () => {
  const run = Object.values(CLIENT_MAKERS).flatMap((makers) => makers.map((make) => make('').name));
  for (const client of ['claude-code', 'claude-desktop', 'codex'] as const) {
    expect(run).toContain(clientConfiguration(client, BASE_URL).checkedWith);
  }
});

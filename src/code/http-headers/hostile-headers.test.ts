import { expect, test } from 'vitest';
import type { HeaderPlace } from '../questions/headers.types.ts';
import { makeLineAt } from '../text/lines.ts';
import { readersFor } from './choose-readers.ts';

function read(path: string, text: string): readonly HeaderPlace[] {
  const lineAt = makeLineAt(text);
  return readersFor(path).flatMap(({ read: find }) => find({ path, role: 'source', text, lineAt, majorOf: () => 8 }));
}

test.each(['nginx.conf', '.htaccess', 'Caddyfile'])(
  '%s of quotes that are not closed is read in steps of its length',
  (path) => {
    const head =
      path === '.htaccess'
        ? 'Header set X-Frame-Options DENY\n'
        : 'add_header X-Frame-Options DENY;\nheader X-Frame-Options DENY\n';
    for (const part of ['\\"', "\\'", '"', '`', '\\', '"\\']) {
      // 10^10 steps where a string is tried from each of its quotes, which the time that a test has does not allow.
      expect(read(path, `${head}${part.repeat(200_000)}`).length, part).toBeLessThan(3);
    }
  },
);

test.each([
  ['Caddyfile', (head: string) => `${head} {\n`, 'header X-Frame-Options DENY\n'],
  ['.htaccess', (head: string) => `<Files ${head}>\n`, 'Header set X-Frame-Options DENY\n'],
])('%s of long heads around many headers is read without joining them for each', (path, open, header) => {
  const text = open('h'.repeat(8_000)).repeat(30) + header.repeat(20_000);
  // Gigabytes where the heads around a header are joined whole.
  const places = read(path, text);
  expect(places.length).toBeGreaterThan(0);
  expect(places.length).toBeLessThanOrEqual(60);
});

test('nginx of many blocks below many headers is read in steps of its length', () => {
  const add = 'add_header X-Frame-Options DENY;';
  const places = read('nginx.conf', `http {${add.repeat(10_000)}${`server {${add}}`.repeat(10_000)}}`);
  expect(places.length).toBe(60);
});

test('nginx: a quote inside of a word opens no string', () => {
  const text = "location ~ ^/it's {\n  add_header X-Frame-Options DENY;\n}\n";
  expect(read('nginx.conf', text).map(({ line, scope }) => [line, scope])).toEqual([[2, "location ~ ^/it's"]]);
});

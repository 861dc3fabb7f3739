import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { findLinks, type LinkInput } from './links.ts';
import { makeReachMap } from './reach.ts';
import { resolveTarget } from './resolve-target.ts';
import { scanProject } from './scan-project.ts';
import { makeStemIndex } from './stem-index.ts';

/** The tests that are tied to `src` by anything but imports, of a project with these files. */
async function tiedIn(files: Readonly<Record<string, string>>, hasTime: LinkInput['hasTime'] = () => true) {
  const folder = makeFolder(files);
  try {
    const opened = await openSource({ location: folder.path, ref: null, denied: [] });
    if (!opened.ok) throw new Error(opened.error);
    const source = opened.value;
    const context = { signal: new AbortController().signal, deadlineAtMs: performance.now() + 60_000 };
    const { entries } = await source.list(context.signal);
    const scan = await scanProject({ source, entries, context });
    const resolved = resolveTarget({ scan, entries, prefix: null }, 'src');
    if (resolved.outcome !== 'target') throw new Error(resolved.outcome);
    const reach = makeReachMap({ units: [], edges: [] });
    return findLinks({ scan, reach, changes: null, hasTime }, resolved.target);
  } finally {
    folder.remove();
  }
}

const TEST = 'test("x", () => { expect(1).toBe(1); });\n';

const PROJECT = {
  'src/reply.ts': 'export function sendAll() {}\nexport class Res { trustProxyOf() {} }\n',
  'src/routes-page.ts': 'export const a = 1;\n',
  'test/reply.test.ts': TEST,
  'test/reply-trailers.test.ts': TEST,
  'test/page-of-route.test.ts': TEST,
  'test/sendAll.test.ts': TEST,
  'test/trust-proxy.test.ts': TEST,
  'test/page.test.ts': TEST,
  'test/other.test.ts': TEST,
};

test('tests are tied to the files and names that they are named after, in any part and number', async () => {
  const { links, left } = await tiedIn(PROJECT);
  expect(left).toBe(0);
  expect(Object.fromEntries(links.map(({ file, evidence }) => [file, evidence.map(({ detail }) => detail)]))).toEqual({
    'test/reply.test.ts': ['reply.test.ts has the name of reply.ts'],
    'test/reply-trailers.test.ts': ['reply-trailers.test.ts begins with the name of reply.ts'],
    'test/page-of-route.test.ts': ['page-of-route.test.ts has in its name that of routes-page.ts'],
    'test/sendAll.test.ts': ['sendAll.test.ts has in its name words of sendAll'],
    'test/trust-proxy.test.ts': ['trust-proxy.test.ts has in its name words of trustProxyOf'],
    'test/page.test.ts': ['page.test.ts is named by a part of the name of routes-page.ts'],
  });
});

test('when the time is over the other tests are not looked at, and counted', async () => {
  const asked: number[] = [];
  const { links, left } = await tiedIn(PROJECT, () => asked.push(0) <= 5);
  expect({ links: links.length, left }).toEqual({ links: 4, left: 2 });
});

test('a name is compared with those that may be tied to it, and not with all', () => {
  const count = 3_000;
  const near = makeStemIndex(Array.from({ length: count }, (_, at) => `src/feature-part-of${at}.ts`));
  let compared = 0;
  for (let at = 0; at < count; at += 1) compared += near(['feature', 'part', `of${at}`]).length;
  expect(compared).toBeLessThan(3 * count);
});

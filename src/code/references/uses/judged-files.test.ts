import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type IndexedSource, indexedSource } from '../../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../../test/support/plain-question.ts';
import { makeFolder } from '../../../../test/support/repository.ts';
import { ok } from '../../../base/result.ts';
import { find } from '../../operations/find.ts';
import { makeCpuBudget } from '../../search/cpu-budget.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectLinks } from '../names/file-links.ts';
import { makeReferenceTexts } from '../texts.ts';
import { visitUses } from './gather.ts';
import { gatherKnown } from './known.ts';

const FILES = 620;
const USE = '#include <take.h>\nvoid use(void) { take(); }\n';

describe('uses in more files of C than one question may judge', () => {
  const folder = makeFolder({
    ...Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`drivers/${at}.c`, USE])),
    'include/take.h': 'void take(void);\n',
    'lib/take.c': '#include <take.h>\nvoid take(void) {}\n',
  });
  const index = makeFolder({});
  afterAll(() => {
    folder.remove();
    index.remove();
  });

  async function openIndexed(): Promise<IndexedSource> {
    const opened = await openSource({ location: folder.path, ref: null, denied: [] });
    if (!opened.ok) throw new Error(opened.error);
    return await indexedSource(opened.value, join(index.path, 'i'));
  }

  /** What uses `take`, for who may have files judged so often, some at a time. */
  async function usesOfTake(source: IndexedSource, judgingsMax: number) {
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
    const { entries } = await source.list(context.signal);
    const texts = makeReferenceTexts({ source, entries, context, cpu: makeCpuBudget(Number.POSITIVE_INFINITY) });
    const links = makeProjectLinks({ source, context }, entries);
    let judgings = 0;
    const follow: typeof links.follow = async (paths) => {
      judgings += 1;
      await links.follow(paths);
    };
    const known = await gatherKnown(texts, new Set(['take']));
    const uses: string[] = [];
    const gathering = {
      texts: { ...texts, isOver: () => judgings > judgingsMax },
      links: { ...links, follow },
      accepts: () => true,
    };
    const end = await visitUses(gathering, known, ({ file, place, verdict: { evidence, meant } }) => {
      uses.push(`${file.path}:${place.at} ${evidence} ${meant.map(({ file: path }) => path).join()}`);
    });
    return { end, uses: uses.toSorted(), judgings };
  }

  test('are all found by who asks again, and what was judged is not judged anew', async () => {
    const all = await usesOfTake(await openIndexed(), Number.POSITIVE_INFINITY);
    expect([all.uses.length, all.end.isComplete]).toEqual([FILES, true]);
    const source = await openIndexed();
    const found = [];
    for (let asked = 0; asked < 5; asked++) found.push(await usesOfTake(source, 2));
    expect(found.map(({ end }) => end.isComplete)).toEqual([false, false, true, true, true]);
    expect(found.at(-1)?.uses).toEqual(all.uses);
    expect(found.at(-1)?.judgings).toBe(0);
  });

  test('are judged anew when a file has changed', async () => {
    const before = await usesOfTake(await openIndexed(), Number.POSITIVE_INFINITY);
    folder.write({ 'drivers/7.c': `// take\n${USE}` });
    const after = await usesOfTake(await openIndexed(), Number.POSITIVE_INFINITY);
    expect(after.judgings).toBe(before.judgings);
    expect(after.uses.filter((use) => !before.uses.includes(use))).toEqual([
      expect.stringMatching(/^drivers\/7\.c:43 /),
    ]);
  });
});

describe('uses in more scripts than one question may judge', () => {
  const SCRIPTS = 150;
  const folder = makeFolder({
    ...Object.fromEntries(
      Array.from({ length: SCRIPTS }, (_, at) => [`a/${at}.ts`, "import { Take } from '../z/take';\nlet one: Take;\n"]),
    ),
    'z/take.ts': 'export type Take = [];\nlet own: Take;\n',
  });
  const index = makeFolder({});
  afterAll(() => {
    folder.remove();
    index.remove();
  });

  /** The files that use `Take`, for who may have so many places judged, and how many were. */
  async function usersOfTake(source: IndexedSource, judgedMax: number) {
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
    const { entries } = await source.list(context.signal);
    let judged = 0;
    const texts = makeReferenceTexts({
      source,
      entries,
      context,
      cpu: { leftMs: () => judgedMax - judged, spend: () => undefined },
    });
    const links = makeProjectLinks({ source, context }, entries);
    const known = await gatherKnown(texts, new Set(['Take']));
    const files: string[] = [];
    const { isComplete } = await visitUses({ texts, links, accepts: () => true }, known, (use) => {
      if (use.where === undefined) judged += 1;
      files.push(use.file.path);
    });
    return { isComplete, judged, files };
  }

  test('begin where the name is declared, and are all found by who asks again', async () => {
    const opened = await openSource({ location: folder.path, ref: null, denied: [] });
    if (!opened.ok) throw new Error(opened.error);
    const source = await indexedSource(opened.value, join(index.path, 'i'));
    const found = [];
    for (let asked = 0; asked < 5; asked++) found.push(await usersOfTake(source, 100));
    expect(found[0]?.files[0]).toBe('z/take.ts');
    expect(found.map(({ isComplete }) => isComplete)).toEqual([false, false, true, true, true]);
    for (const { files } of found.slice(2)) expect(files.length).toBe(2 * SCRIPTS + 1);
  });
});

test('of names that nothing declares each has its own uses, whatever was asked before', async () => {
  const FILES_OF_BOTH = 120;
  const use = "import { take } from 'out';\ntake(1);\n// give\n";
  const folder = makeFolder({
    ...Object.fromEntries(Array.from({ length: FILES_OF_BOTH }, (_, at) => [`a/${at}.ts`, use])),
    'z.ts': "import { give } from 'out';\ngive(1);\n",
  });
  const index = makeFolder({});
  try {
    const opened = await openSource({ location: folder.path, ref: null, denied: [] });
    if (!opened.ok) throw new Error(opened.error);
    const source = await indexedSource(opened.value, join(index.path, 'i'));
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
    const selector = { location: folder.path, ref: null, denied: [] };
    const found = [];
    for (const query of ['take', 'give', 'take', 'give']) {
      const question = { ...PLAIN_QUESTION, source: selector, depth: 1, mode: 'callers', query } as const;
      const output = await find(question, { ...context, openSource: async () => ok(source) });
      found.push(output.outcome === 'found' ? output.totals.files : output);
    }
    expect(found).toEqual([FILES_OF_BOTH, 1, FILES_OF_BOTH, 1]);
  } finally {
    folder.remove();
    index.remove();
  }
});

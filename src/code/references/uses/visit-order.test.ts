import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type IndexedSource, indexedSource } from '../../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../../test/support/plain-question.ts';
import { makeFolder } from '../../../../test/support/repository.ts';
import { ok } from '../../../base/result.ts';
import { find } from '../../operations/find.ts';
import { openSource } from '../../source/open-source.ts';
import type { SourceSelector } from '../../source/source.ts';
import { makeCodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { declarationsIn } from '../names/declarations.ts';
import { visitSteps } from './visit-order.ts';

/** What is declared by `take` in a file of that path. */
function declaredIn(path: string) {
  const file = makeCodeFile(path, 'void take(void) {}\n', null);
  return file === null ? [] : declarationsIn(file, new Set(['take']));
}

type Accepts = (file: { readonly path: string }) => boolean;
const everything: Accepts = () => true;

/** The steps for files that may hold `take`, which one of these paths declares. */
function stepsOf(
  paths: readonly string[],
  declaring: string,
  { isIndexed = true, accepts = everything }: { readonly isIndexed?: boolean; readonly accepts?: Accepts } = {},
) {
  const known = { files: new Set(paths), definitions: new Map([['take', declaredIn(declaring)]]) };
  return visitSteps(known, { texts: { isIndexed }, accepts });
}

const many = (folder: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${folder}/${at}.c`);

test('files of C that can be judged in one go stay together, and so do all without an index', () => {
  expect(stepsOf(many('a', 500), 'a/0.c')).toEqual({ steps: [new Set(many('a', 500))], isSplit: false });
  const isIndexed = false;
  expect(stepsOf(many('a', 900), 'a/0.c', { isIndexed })).toEqual({ steps: [new Set(many('a', 900))], isSplit: false });
});

test('of too many files of C those come first that lie nearest to a declaration, and each comes once', () => {
  const paths = [...many('a', 300), ...many('net/ipv4', 200), ...many('net', 101)];
  const { steps } = stepsOf(paths, 'net/ipv4/tcp.c');
  const inOrder = steps.flatMap((step) => [...step]);
  expect(new Set(inOrder.slice(0, 200))).toEqual(new Set(many('net/ipv4', 200)));
  expect(new Set(inOrder.slice(200, 301))).toEqual(new Set(many('net', 101)));
  expect(inOrder.toSorted()).toEqual(paths.toSorted());
});

test('the file with the declaration comes before its neighbours', () => {
  const { steps } = stepsOf(many('net', 600), 'net/77.c');
  expect([...(steps[0] ?? [])][0]).toBe('net/77.c');
});

test("other languages' files come first and together, and files of C that nobody asks about not at all", () => {
  const others = ['a.py', 'b.ts'];
  const accepts: Accepts = ({ path }) => !path.startsWith('b/');
  const { steps } = stepsOf([...many('a', 50), ...many('b', 600), ...others], 'a/0.c', { accepts });
  expect(steps.map((step) => [...step].toSorted())).toEqual([others, many('a', 50).toSorted()]);
});

interface Asking {
  readonly selector: SourceSelector;
  readonly source: IndexedSource;
  readonly readsMax: number;
}

describe('uses in more files of C than are judged in one go', () => {
  const uses = many('drivers', 520).map((path) => [path, '#include <take.h>\nvoid use(void) { take(); }\n']);
  const folder = makeFolder({
    ...Object.fromEntries(uses),
    'include/take.h': 'void take(void);\n',
    'lib/take.c': '#include <take.h>\nvoid take(void) {}\nvoid near(void) { take(); }\n',
  });
  const index = makeFolder({});
  afterAll(() => {
    folder.remove();
    index.remove();
  });
  const location = { location: folder.path, ref: null, denied: [] };

  /** Asks for what uses `take` for who has no time left after so many files were read, as often as is wanted. */
  async function asking(selector: SourceSelector) {
    const opened = await openSource(selector);
    if (!opened.ok) throw new Error(opened.error);
    const source = await indexedSource(opened.value, join(index.path, 'i'));
    return (readsMax: number) => askFor({ selector, source, readsMax });
  }

  async function usesOfTake(readsMax: number) {
    return await (await asking(location))(readsMax);
  }

  async function askFor({ selector, source, readsMax }: Asking) {
    let reads = 0;
    const read: typeof source.read = (...asked) => {
      reads += 1;
      return source.read(...asked);
    };
    const context = {
      signal: new AbortController().signal,
      get deadlineAtMs() {
        return reads > readsMax ? 0 : Number.POSITIVE_INFINITY;
      },
      openSource: async () => ok({ ...source, read }),
    };
    const question = { ...PLAIN_QUESTION, depth: 1, limit: 1_000, source: selector, query: 'take' };
    const found = await find({ ...question, mode: 'references' }, context);
    if (found.outcome !== 'found') throw new Error(found.outcome);
    return found;
  }

  test('are all found, those beside the declaration first', async () => {
    const found = await usesOfTake(Number.POSITIVE_INFINITY);
    expect(found).toMatchObject({ status: 'ok', totals: { files: 521, hits: 521 } });
    expect(found.rows[0]?.file).toBe('lib/take.c');
  });

  test('stand in the same order for who asks again, so that a later page goes on where the first one ended', async () => {
    const uses = many('lib', 520).map((path) => [path, '#include <take.h>\nvoid use(void) { take(); }\n']);
    const other = makeFolder({
      ...Object.fromEntries(uses),
      'include/take.h': 'void take(void);\n',
      'lib/take.c': '#include <take.h>\nvoid take(void) {}\n',
      'tools/take.py': 'def take():\n    pass\n\n\ntake()\n',
    });
    onTestFinished(other.remove);
    const ask = await asking({ location: other.path, ref: null, denied: [] });
    const [once, again] = [await ask(Number.POSITIVE_INFINITY), await ask(Number.POSITIVE_INFINITY)];
    expect(once.totals.rows).toBe(521);
    expect(again.rows).toEqual(once.rows);
    expect(again.state).toBe(once.state);
  });

  test('are told in part when the time is over, and each file that was not looked at is counted', async () => {
    const { status, totals, gaps } = await usesOfTake(400);
    const late = gaps.find(({ reason }) => reason === 'deadline')?.count ?? 0;
    expect([status, totals.files > 0, totals.files < 521]).toEqual(['partial', true, true]);
    // The header holds the name, too, and comes after most.
    expect(totals.files + late).toBe(522);
  });
});

describe('a name that no index tells the users of', () => {
  /** What uses `H1` among some files, asked twice. */
  async function usesOfH1(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
    const folder = makeFolder({ ...files, 'ui/h1.ts': 'export function H1() {}\n' });
    const index = makeFolder({});
    try {
      const location = { location: folder.path, ref: null, denied: [] };
      const opened = await openSource(location);
      if (!opened.ok) throw new Error(opened.error);
      const source = await indexedSource(opened.value, join(index.path, 'i'));
      const { signal } = new AbortController();
      const context = { signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource: async () => ok(source) };
      const question = { ...PLAIN_QUESTION, depth: 1, limit: 100, source: location, query: 'H1' };
      const ask = async (): Promise<readonly string[]> => {
        const found = await find({ ...question, mode: 'references' }, context);
        if (found.outcome !== 'found') throw new Error(found.outcome);
        return found.rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
      };
      return [await ask(), await ask()];
    } finally {
      folder.remove();
      index.remove();
    }
  }

  test('is known by imports, however many files there are', async () => {
    const others = many('src', REFERENCE_LIMITS.linkedFilesMax).map((path, at) => [
      `${path}.ts`,
      `export const o = ${at};\n`,
    ]);
    const uses = await usesOfH1({
      ...Object.fromEntries(others),
      'web/a.ts': "import { H1 } from '../ui/h1';\nH1();\n",
    });
    expect(uses[0]).toEqual(['web/a.ts:1 exact', 'web/a.ts:2 exact']);
  });

  test('has the users that know it by another name, also when it is asked for again', async () => {
    const [once, again] = await usesOfH1({
      'ui/index.ts': "export { H1 as Title } from './h1';\n",
      'web/a.ts': "import { Title } from '../ui/index';\nTitle();\n",
      'web/b.ts': 'export const none = 1;\n',
    });
    expect(once).toEqual(['ui/index.ts:1 exact', 'web/a.ts:1 exact', 'web/a.ts:2 exact']);
    expect(again).toEqual(once);
  });
});

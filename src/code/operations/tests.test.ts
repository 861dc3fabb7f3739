import { afterEach, expect, test } from 'vitest';
import { makeRepository, makeShallowClone, type TempFolder } from '../../../test/support/repository.ts';
import type { TestsFound, TestsInput } from '../questions/tests.types.ts';
import { openSource } from '../source/open-source.ts';
import { tests } from './tests.ts';

const folders: TempFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

async function ask(location: string, changes: Partial<TestsInput>): Promise<TestsFound> {
  const source = { location, ref: null, denied: [] };
  const nothing = { prefix: null, target: null, since: null, coverage: null, testOutput: null };
  const output = await tests(
    { source, ...nothing, parts: ['tests', 'gaps'], ...changes },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 60_000,
      openSource: async (selector) => await openSource(selector),
    },
  );
  if (output.outcome !== 'found') throw new Error(output.outcome);
  return output;
}

const CODE = 'export function addUp(a, b) {\n  return a + b;\n}\nexport function other() {\n  return 1;\n}\n';
const TEST = "import { addUp } from './a';\ntest('x', () => { expect(addUp(1, 2)).toBe(3); });\n";

test('since a commit only what differs is called changed: no large file, and no line ends of a checkout', async () => {
  const repository = makeRepository({
    'big.bin': new Uint8Array(1_500_000).fill(65),
    'src/a.ts': CODE,
    'src/a.test.ts': TEST,
  });
  folders.push(repository);
  const none = ['since HEAD: 0 files changed, 0 added, 0 removed'];
  expect((await ask(repository.path, { since: 'HEAD' })).notes).toEqual(none);
  repository.write({ 'src/a.ts': CODE.replaceAll('\n', '\r\n') });
  const levelled = await ask(repository.path, { since: 'HEAD' });
  expect([levelled.notes, levelled.target.files]).toEqual([none, []]);
});

test('what was moved is told as that, and its changed lines are those that differ from where it was', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `export function part${at}() {\n  return ${at};\n}\n`);
  const repository = makeRepository({ 'src/a.ts': lines.join(''), 'src/gone.ts': 'export const x = 1;\n' });
  folders.push(repository);
  repository.write({
    'src/a.ts': null,
    'src/gone.ts': null,
    'lib/b.ts': lines.join('').replace('return 7', 'return 77'),
  });
  const { notes, target } = await ask(repository.path, { since: 'HEAD' });
  expect(notes).toEqual(['since HEAD: 0 files changed, 0 added, 1 removed (src/gone.ts), 1 moved']);
  expect(target).toMatchObject({ files: ['lib/b.ts'], symbols: 1 });
});

test('where the history is not all there, it is noted that what changed together is not known', async () => {
  const repository = makeRepository({ 'src/a.ts': CODE, 'src/a.test.ts': TEST }, { 'src/a.ts': `${CODE}\n` });
  const clone = makeShallowClone(repository, 1);
  folders.push(repository, clone);
  const { notes } = await ask(clone.path, { target: 'src/a.ts' });
  expect(notes).toEqual([expect.stringMatching(/^the clone is shallow: commits before those that it holds/)]);
});

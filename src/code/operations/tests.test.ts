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

test('what may be the own code of a project is scanned for its tests, and of what is not scanned that is said', async () => {
  const places = ['external/pay', 'deps/pay/src', 'src/vendor/pay', 'lib/third-party'];
  const pair = (place: string) => ({ [`${place}/a.ts`]: CODE, [`${place}/a.test.ts`]: TEST });
  const repository = makeRepository({ ...Object.assign({}, ...places.map(pair)), 'deps/pay/src/b.c': 'int b;\n' });
  folders.push(repository);
  const askOf = async (target: string) => {
    const { tests: tied, notes } = await ask(repository.path, { target });
    return [
      tied?.rows.map(({ file }) => file).find((file) => file.startsWith(target.slice(0, 8))),
      notes.some((note) => note.includes('its tests are not known')),
    ];
  };
  expect(await askOf('external/pay/a.ts')).toEqual(['external/pay/a.test.ts', false]);
  expect(await askOf('deps/pay/src/a.ts')).toEqual(['deps/pay/src/a.test.ts', false]);
  expect(await askOf('src/vendor/pay/a.ts')).toEqual([undefined, true]);
  expect(await askOf('src/vendor/pay/a.ts:2-3')).toEqual([undefined, true]);
  expect(await askOf('lib/third-party')).toEqual([undefined, true]);
  expect((await ask(repository.path, { target: null })).notes).toEqual([]);
  const { notes } = await ask(repository.path, { prefix: 'src/vendor' });
  expect(notes).toEqual([expect.stringMatching(/^src\/vendor\/ .* its tests are not known$/)]);
});

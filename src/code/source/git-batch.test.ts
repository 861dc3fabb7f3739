import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { makeBatch } from './git-batch.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Random enough that the half of it, compressed, is not yet its end. */
const LONG = Array.from({ length: 5_000 }, (_, at) => ((at * 7_919) % 104_729).toString(36)).join('\n');

function repository(): TestRepository & { readonly ids: readonly string[]; fileOf(id: string): string } {
  const made = makeRepository({ 'a.ts': 'one\n', 'b.ts': LONG, 'c.ts': 'three\n', 'd.ts': 'four\n' });
  ends.push(() => made.remove());
  const ids = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((path) => made.git('rev-parse', `HEAD:${path}`));
  return { ...made, ids, fileOf: (id) => join(made.path, '.git/objects', id.slice(0, 2), id.slice(2)) };
}

/** All objects at once, as one process is asked for them. */
async function readAll({ path, ids }: ReturnType<typeof repository>): Promise<readonly (string | null)[]> {
  const batch = makeBatch(join(path, '.git'), '--batch');
  ends.push(() => batch.close());
  const answers = await Promise.all(ids.map((id) => batch.ask(id, 1_000_000)));
  return answers.map((answer) => answer?.content?.toString() ?? null);
}

/** Objects are read-only: another file takes their place. */
function replace(file: string, bytes: Buffer): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

test('an object that breaks off is missing, and those behind it are read', async () => {
  const repo = repository();
  const file = repo.fileOf(repo.ids[1] ?? '');
  const bytes = readFileSync(file);
  replace(file, bytes.subarray(0, bytes.length / 2));
  expect(await readAll(repo)).toEqual(['one\n', null, 'three\n', 'four\n']);
});

test.each([
  ['longer', 'blob 5\0alpha and more of it'],
  ['shorter', 'blob 61\0alpha'],
])('an object that is %s than it says is missing, and those behind it are read', async (_, content) => {
  const repo = repository();
  replace(repo.fileOf(repo.ids[1] ?? ''), deflateSync(content));
  expect(await readAll(repo)).toEqual(['one\n', null, 'three\n', 'four\n']);
});

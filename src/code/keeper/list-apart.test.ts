import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitTree, makeRepository, type TestRepository, writeRawTree } from '../../../test/support/repository.ts';
import { describeFiles } from '../index/file-table.ts';
import { openObjects } from '../source/git-objects.ts';
import { listCommit, projectCommit } from '../source/git-source.ts';
import type { ListingSoFar } from '../source/listing.ts';
import { findPlace, type SourcePlace } from '../source/open-source.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';
import { listApart } from './list-apart.ts';

const FOLDERS = 70;
const FILES_OF_A_FOLDER = 1_000;

let repo: TestRepository;
let place: SourcePlace;
let commit: string;

beforeEach(async () => {
  repo = makeRepository({ 'a.ts': 'let a', 'b.test.ts': 'let b' });
  const ids = ['a.ts', 'b.test.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
  const names = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(4, '0'));
  const files = names(FILES_OF_A_FOLDER).map((at, number) => ({
    mode: '100644',
    name: number % 2 === 0 ? `f${at}.ts` : `f${at}.test.ts`,
    id: ids[number % 2] ?? '',
  }));
  const folder = writeRawTree(repo, files);
  const folders = names(FOLDERS).map((at) => ({ mode: '40000', name: `d${at}`, id: folder }));
  commitTree(repo, writeRawTree(repo, folders), 'many');
  commit = repo.git('rev-parse', 'many');
  const found = await findPlace({ location: repo.path, ref: 'many', denied: [] });
  if (!found.ok) throw new Error(found.error);
  place = found.value;
});

afterEach(() => repo.remove());

test('a large commit is listed as it would be here, and tells how far it is', async () => {
  const reports: ListingSoFar[] = [];
  const onProgress = (soFar: ListingSoFar): 'more' => {
    reports.push(soFar);
    return 'more';
  };
  const apart = await listApart({ place, commit }, { signal: new AbortController().signal, watch: { onProgress } });

  if (place.repository === null) throw new Error('no repository');
  const objects = openObjects(place.repository.gitDirectory);
  const here = await listCommit(
    projectCommit(place.root, place.repository, commit, objects),
    new AbortController().signal,
  );
  objects.close();
  expect(apart).toEqual({ limit: null, files: atOnce(describeFiles(here.files, FILE_BYTES_MAX)) });
  expect(apart.files.count).toBe(FOLDERS * FILES_OF_A_FOLDER);
  expect(reports.map(({ files }) => files > 0)).toEqual(reports.map(() => true));
  expect(reports.at(-1)?.first(200).count).toBe(200);
});

test('a listing that is no longer wanted ends with its reason, one that fails with its cause', async () => {
  const watch = { onProgress: () => 'more' as const };
  const stop = new AbortController();
  const unwanted = listApart({ place, commit }, { signal: stop.signal, watch });
  stop.abort(new Error('forgotten'));
  await expect(unwanted).rejects.toThrow(/forgotten|no longer wanted/);

  rmSync(join(repo.path, '.git'), { recursive: true });
  const { signal } = new AbortController();
  await expect(listApart({ place, commit }, { signal, watch })).rejects.toThrow();
});

test('a listing that was given up for one apart is not remembered as the whole', async () => {
  if (place.repository === null) throw new Error('no repository');
  const objects = openObjects(place.repository.gitDirectory);
  const listed = projectCommit(place.root, place.repository, commit, objects);
  const { signal } = new AbortController();
  expect((await listCommit(listed, signal, { onProgress: () => 'stop' })).limit).not.toBeNull();
  expect((await listCommit(listed, signal)).files.count).toBe(FOLDERS * FILES_OF_A_FOLDER);
  objects.close();
});

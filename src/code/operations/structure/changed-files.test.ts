import { expect, test } from 'vitest';
import type { Source } from '../../source/source.ts';
import { changedFiles } from './changed-files.ts';

/** A state of one file, as one lists it who knows its content. */
function stateOf(kind: Source['identity']['kind'], text: string, blobId: string) {
  const source: Source = {
    index: null,
    identity: { kind, branch: null, commit: null },
    list: async () => ({ entries: [], limit: null }),
    read: async () => ({ ok: true, bytes: Buffer.from(text), size: text.length, blobId }),
    close: async () => undefined,
  };
  return { source, files: [{ path: 'make.bat', kind: 'file' as const, size: null, blobId }] };
}

async function changesOf(before: ReturnType<typeof stateOf>, now: ReturnType<typeof stateOf>): Promise<string[]> {
  const { changed } = await changedFiles({
    ...{ earlier: before.source, now: now.source, earlierFiles: before.files, nowFiles: now.files },
    ...{ deadlineAtMs: Number.POSITIVE_INFINITY, signal: new AbortController().signal },
  });
  return changed.map(({ file, change }) => `${change} ${file}`);
}

test('line ends of a checkout are no change although the content on disk is another one; between commits they are', async () => {
  const before = stateOf('objects', 'a\nb\n', '1');
  expect(await changesOf(before, stateOf('worktree', 'a\r\nb\r\n', '2'))).toEqual([]);
  expect(await changesOf(before, stateOf('worktree', 'a\r\nc\r\n', '3'))).toEqual(['changed make.bat']);
  expect(await changesOf(before, stateOf('objects', 'a\r\nb\r\n', '2'))).toEqual(['changed make.bat']);
  expect(await changesOf(before, stateOf('objects', 'a\nb\n', '1'))).toEqual([]);
});

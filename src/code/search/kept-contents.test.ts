import { expect, test } from 'vitest';
import type { Source } from '../source/source.ts';
import { keepContents } from './kept-contents.ts';

/** More entries than any search may keep. */
const MANY = 100_000;

test('a content is read once, and of a crowd of empty files only some are kept', async () => {
  let reads = 0;
  const source = keepContents({
    read: async () => {
      reads += 1;
      return { ok: true, bytes: new Uint8Array(0), size: 0, blobId: null };
    },
  } as unknown as Source);
  await source.read('a', 1_000);
  await source.read('a', 1_000);
  expect(reads).toBe(1);
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < MANY; at += 1) await source.read(`${at}`, 1_000);
  expect(reads).toBeGreaterThan(1.5 * MANY);
});

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

test('a file that was too large for one reader is read again by who takes more', async () => {
  const bytes = Buffer.from('a'.repeat(20));
  const source = keepContents({
    read: async (_: string, bytesMax: number) =>
      bytes.length > bytesMax
        ? { ok: false, reason: 'too_large', detail: String(bytes.length) }
        : { ok: true, bytes, size: bytes.length, blobId: null },
  } as unknown as Source);
  expect(await source.read('a', 10)).toMatchObject({ ok: false });
  expect(await source.read('a', 30)).toMatchObject({ ok: true, size: 20 });
  expect(await source.read('a', 10)).toMatchObject({ ok: false });
});

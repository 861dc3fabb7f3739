import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followed, open, settled } from '../../../test/support/keeper-bench.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { ok } from '../../base/result.ts';
import { KIB } from '../../base/units.ts';
import { find } from '../operations/find.ts';
import type { Source } from '../source/source.ts';

const NEEDLE = 'zebraNeedle42';
/** Lines that differ, for more than one part of a long document. */
const FILLER = Array.from({ length: (80 * KIB) / 14 }, (_, at) => `line ${at.toString(36).padStart(8, '0')}\n`).join(
  '',
);

async function filesWithNeedle(source: Source): Promise<unknown> {
  const selector = { location: '/', ref: null, denied: [] };
  const found = await find(
    { source: selector, ...PLAIN_QUESTION, mode: 'text', query: NEEDLE },
    { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => ok(source) },
  );
  return found.outcome === 'found' ? [found.status, found.totals.files] : found;
}

test('a text that stood in a file all the time is found by who opened the source before an edit that moved it was indexed', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': `${NEEDLE}\n${FILLER}`, 'b.ts': 'b\n' }));
  await followed(root.path);
  const before = await open(root.path);
  expect(await filesWithNeedle(before)).toEqual(['ok', 1]);
  writeFileSync(join(root.path, 'a.ts'), `${FILLER}\n${NEEDLE}`);
  await open(root.path);
  await settled(root.path);
  expect(await filesWithNeedle(before)).toEqual(['ok', 1]);
});

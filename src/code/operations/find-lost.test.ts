import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptSources } from '../../../test/support/kept-sources.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import { find } from './find.ts';

test.each([
  ['an index', keptSources().open],
  ['none', openSource],
] as const)('with %s, totals of a commit that lacks a content are said to be of a part', async (_, open) => {
  const shop = makeRepository({ 'cart.ts': '// the cart has a total\n', 'lost.ts': '// total as well\n' });
  const lost = shop.git('rev-parse', 'HEAD:lost.ts');
  rmSync(join(shop.path, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  const source = { location: shop.path, ref: 'HEAD', denied: [] };
  const ask = (query: string) =>
    find(
      { ...PLAIN_QUESTION, source, mode: 'text', query },
      { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource: open },
    );
  const gaps = [{ reason: 'unreadable', count: 1, names: ['lost.ts'] }];
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await ask('total')).toMatchObject({ status: 'partial', totals: { hits: 1 }, gaps });
    expect(await ask('nowhere')).toMatchObject({ status: 'partial', totals: { hits: 0 }, gaps });
  }
  const names = await find(
    { ...PLAIN_QUESTION, source, mode: 'files', query: 'lost' },
    { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource: open },
  );
  expect(names).toMatchObject({ status: 'ok', totals: { hits: 1 } });
});

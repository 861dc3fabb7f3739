import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptSources } from '../../../test/support/kept-sources.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import type { OperationContext } from '../questions/context.ts';
import { openSource } from '../source/open-source.ts';
import { find } from './find.ts';

async function stateOf(location: string, open: OperationContext['openSource']): Promise<unknown> {
  const source = { location, ref: null, denied: [] };
  const found = await find(
    { ...PLAIN_QUESTION, source, mode: 'ranked', query: 'total of the cart' },
    { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource: open },
  );
  return 'state' in found ? found.state : null;
}

test.each([
  ['an index', keptSources().open],
  ['none', openSource],
] as const)('with %s, pages by a part of the history are no pages of the order by the whole', async (_, open) => {
  const shop = makeRepository({ 'cart.ts': '// the cart has a total\n' }, { 'total.ts': '// total of a cart\n' });
  const first = shop.git('rev-parse', 'HEAD~1');
  const object = join(shop.path, '.git/objects', first.slice(0, 2), first.slice(2));
  renameSync(object, `${object}.away`);
  const before = [await stateOf(shop.path, open), await stateOf(shop.path, open)];
  renameSync(`${object}.away`, object);
  const after = [await stateOf(shop.path, open), await stateOf(shop.path, open)];
  shop.remove();
  expect(new Set(before).size).toBe(1);
  expect(new Set(after).size).toBe(1);
  expect(before).not.toEqual(after);
});

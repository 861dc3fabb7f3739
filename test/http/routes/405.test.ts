import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '../../../src/http/routes.ts';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FROM_AFAR, get } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

test.each(ROUTES.map(({ path }) => path))('%s answers other methods than GET and HEAD with 405', async (path) => {
  const posted = await get(edge, path, FROM_AFAR, 'POST');
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(JSON.parse(posted.text)).toMatchObject({ error: 'method_not_allowed' });
});

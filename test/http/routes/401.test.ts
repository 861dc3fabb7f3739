import { afterEach, beforeEach, expect, test } from 'vitest';
import { METRICS_TOKEN, openEdge, type TestEdge } from '../../support/edge.ts';
import { FROM_AFAR, get } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

// Guards operators: /metrics is the one route that is not for everybody.
test('/metrics is for the token, compared as a whole', async () => {
  const withToken = (token: string) => get(edge, '/metrics', { ...FROM_AFAR, authorization: `Bearer ${token}` });

  expect((await withToken(METRICS_TOKEN)).status).toBe(200);
  for (const wrong of ['x', METRICS_TOKEN.slice(0, -1), `${METRICS_TOKEN}x`])
    expect((await withToken(wrong)).status).toBe(401);
});

test('/metrics is open to this machine, but not through a proxy on it', async () => {
  expect((await get(edge, '/metrics', { authorization: undefined })).status).toBe(200);
  expect((await get(edge, '/metrics', { authorization: undefined, 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
});

import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServices } from '../../../test/support/package-services.ts';

const question = { url: 'https://service.example/thing', bytesMax: 1_000 };
const told = (answer: Awaited<ReturnType<ReturnType<typeof fakeServices>['ask']>>) =>
  answer.ok ? answer.value.value : `${answer.error.kind}: ${answer.error.text}`;

test.each<[string, FakeAnswer | FakeAnswer[], unknown]>([
  ['a document', { json: { a: 1 } }, { a: 1 }],
  ['no such thing', { status: 404 }, 'absent: it has no such thing'],
  ['a thing that is gone', { status: 410 }, 'absent: it has no such thing'],
  ['a crash', { status: 500 }, 'failed: it answered 500'],
  ['a page of an outage', { status: 503, body: '<html>' }, 'failed: it answered 503'],
  ['a redirect that is not followed', { status: 302 }, 'failed: it answered 302'],
  ['an HTML page', { status: 200, body: '<html>hello' }, 'failed: its answer could not be read'],
  ['half a document', { status: 200, body: '{"a":' }, 'failed: its answer could not be read'],
  [
    'bytes that are no text',
    { status: 200, body: new Uint8Array([0x22, 0xff, 0x22]) },
    'failed: its answer could not be read',
  ],
  ['nothing', { status: 200, body: '' }, 'failed: its answer could not be read'],
  ['too much', { json: 'x'.repeat(2_000) }, 'too_large: the answer is too large'],
  ['no answer in time', { failure: 'timeout' }, 'failed: fake timeout'],
  ['a short wait, then a document', [{ status: 429, headers: { 'retry-after': '1' } }, { json: 2 }], 2],
  [
    'a short wait, then another',
    [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 429, headers: { 'retry-after': '1' } },
    ],
    'failed: it answered 429 and asks to wait 1 s',
  ],
  ['a long wait', { status: 429, headers: { 'retry-after': '120' } }, 'failed: it answered 429 and asks to wait 120 s'],
  [
    'a wait until a date',
    { status: 503, headers: { 'retry-after': 'Sun, 01 Mar 2026 00:00:02 GMT' } },
    'failed: it answered 503 and asks to wait 2 s',
  ],
  ['a wait that cannot be read', { status: 429, headers: { 'retry-after': 'soon' } }, 'failed: it answered 429'],
])('%s is told as it is', async (_, answer, expected) => {
  const { ask } = fakeServices({ '/thing': answer });
  expect(told(await ask(question))).toEqual(expected);
});

test('a wait is kept to when it is short, and once', async () => {
  const later: FakeAnswer = { status: 429, headers: { 'retry-after': '2' } };
  const { ask, waits, requests } = fakeServices({ '/thing': [later, later, later] });
  await ask(question);
  expect(waits).toEqual([2_000]);
  expect(requests).toHaveLength(2);
});

test('a source that keeps failing is left alone for half a minute, and told as such at once', async () => {
  const { ask, clock, requests } = fakeServices({ '/thing': { failure: 'timeout' } });
  for (let time = 0; time < 8; time++) await ask(question);
  expect(requests).toHaveLength(5);
  expect(told(await ask(question))).toBe('failed: fake timeout; not asked again for a moment');
  clock.advance(30_000);
  await ask(question);
  expect(requests).toHaveLength(6);
  // One failure after the rest is enough to rest again.
  await ask(question);
  expect(requests).toHaveLength(6);
});

test('absences and large documents are no failures', async () => {
  const { ask, requests } = fakeServices({ '/thing': { status: 404 } });
  for (let time = 0; time < 9; time++) await ask(question);
  expect(requests).toHaveLength(9);
});

test('a question that a source refuses does not make it look ill to those who ask it another', async () => {
  for (const status of [400, 405, 414, 422]) {
    const { ask, requests } = fakeServices({ '/thing': { status } });
    for (let time = 0; time < 9; time++) await ask(question);
    expect(requests).toHaveLength(9);
  }
  for (const status of [401, 403, 429, 500]) {
    const { ask, requests } = fakeServices({ '/thing': { status } });
    for (let time = 0; time < 9; time++) await ask(question);
    expect(requests).toHaveLength(5);
  }
});

test('a hundred questions at once are asked eight at a time', async () => {
  let [running, most] = [0, 0];
  const services = fakeServices({ '/thing': { json: 1 } });
  const { makeAskJson } = await import('./ask-json.ts');
  const ask = makeAskJson({
    ...services,
    wait: async () => {},
    fetch: async (request) => {
      most = Math.max(most, ++running);
      const answer = await services.fetch(request);
      running -= 1;
      return answer;
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => ask(question)));
  expect(most).toBe(8);
});

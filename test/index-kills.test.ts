import { expect, test } from 'vitest';
import { proveAnswers } from './prove/index-kills/answers.ts';
import { makeCorpus } from './prove/index-kills/corpus.ts';
import { killBuilds } from './prove/index-kills/kill-builds.ts';
import { makeRandom } from './prove/support/random.ts';

// The long proof is `npm run prove -- index-kills`.

test('builds that are killed and files that are damaged lose no finished segment and deny nothing that is there', {
  timeout: 240_000,
}, async () => {
  const random = makeRandom(3);
  const corpus = makeCorpus(random, 500);
  const { broken, checks } = await killBuilds(corpus, random, 4);
  corpus.folder.remove();
  expect(broken).toEqual([]);
  expect(checks).toBe(8);
});

test('an engine whose index is harmed while it answers says what one without an index reads', {
  timeout: 240_000,
}, async () => {
  const { tally, broken } = await proveAnswers(makeRandom(5), 4);
  expect(broken).toEqual([]);
  expect(tally.asked).toBeGreaterThan(tally.refused);
});

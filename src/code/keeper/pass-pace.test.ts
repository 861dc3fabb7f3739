import { expect, test } from 'vitest';
import { isDueUnwatched, mayListAgain, whenToDistrust } from './pass-pace.ts';

test('a small tree is distrusted every ten seconds, at once', () => {
  expect(whenToDistrust({ sinceMs: 10_000, tookMs: 20 })).toBe('not_yet');
  expect(whenToDistrust({ sinceMs: 10_001, tookMs: 20 })).toBe('now');
});

test('a large tree is distrusted when its questions pause, and at the latest after twice the time or ten minutes', () => {
  expect(whenToDistrust({ sinceMs: 150_000, tookMs: 1_500 })).toBe('not_yet');
  expect(whenToDistrust({ sinceMs: 150_001, tookMs: 1_500 })).toBe('when_quiet');
  expect(whenToDistrust({ sinceMs: 300_001, tookMs: 1_500 })).toBe('now');
  for (const tookMs of [4_000, 60_000]) {
    expect(whenToDistrust({ sinceMs: 300_000, tookMs })).toBe('not_yet');
    expect(whenToDistrust({ sinceMs: 600_000, tookMs })).toBe('when_quiet');
    expect(whenToDistrust({ sinceMs: 600_001, tookMs })).toBe('now');
  }
});

test('nothing takes all the time: neither a tree without word of changes nor one that keeps changing', () => {
  expect(isDueUnwatched({ sinceMs: 999, tookMs: 5 })).toBe(false);
  expect(isDueUnwatched({ sinceMs: 1_000, tookMs: 5 })).toBe(true);
  expect(isDueUnwatched({ sinceMs: 3_999, tookMs: 4_000 })).toBe(false);
  expect(mayListAgain({ sinceMs: 0, tookMs: 150 })).toBe(true);
  expect(mayListAgain({ sinceMs: 399, tookMs: 200 })).toBe(false);
  expect(mayListAgain({ sinceMs: 1_000, tookMs: 5_000 })).toBe(true);
});

import { threadId } from 'node:worker_threads';
import { beforeEach, expect, test } from 'vitest';
import {
  freeCountingSlot,
  leaveCountingSlot,
  makeCountingSlot,
  offerCountingSlot,
  takeCountingSlot,
} from './counting-slot.ts';

const OTHER_THREAD = threadId + 1;

let slot = makeCountingSlot();
beforeEach(() => {
  slot = makeCountingSlot();
  offerCountingSlot(slot);
});

test('one thread is helped at a time', () => {
  slot[0] = OTHER_THREAD;
  expect(takeCountingSlot()).toBe(false);
  freeCountingSlot(slot, OTHER_THREAD);
  // A thread of the number 0 is the first one, which has no others to agree with.
  slot[0] = 0;
  expect(takeCountingSlot()).toBe(true);
});

test('who leaves takes nobody else out', () => {
  slot[0] = OTHER_THREAD;
  leaveCountingSlot();
  freeCountingSlot(slot, OTHER_THREAD + 1);
  expect(slot[0]).toBe(OTHER_THREAD);
});

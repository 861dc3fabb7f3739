import { expect, test } from 'vitest';
import { reviewThoughts } from './review.ts';
import type { Thought } from './thought.ts';

function thought(number: number, changes: Partial<Thought>): Thought {
  return {
    threadId: 't',
    number,
    kind: 'step',
    text: `step ${number}`,
    revises: null,
    branchFrom: null,
    branch: null,
    refs: [],
    confidence: null,
    total: null,
    more: null,
    createdAt: new Date(0),
    byKey: 'k',
    commit: null,
    ...changes,
  };
}

const holds = [{ ref: 'a.ts:1', ok: true, reason: '' }];
const fails = [{ ref: 'a.ts:900', ok: false, reason: 'no such line' }];
const numbers = (thoughts: readonly Thought[]) => thoughts.map(({ number }) => number);

test('a question is open until an answer names it or follows it on the same branch', () => {
  const chain = [
    thought(1, { kind: 'question' }),
    thought(2, { kind: 'question' }),
    thought(3, { kind: 'question', branch: 'b' }),
    thought(4, { kind: 'answer', revises: 1 }),
    thought(5, { kind: 'answer', branch: 'b' }),
  ];
  expect(numbers(reviewThoughts(chain).openQuestions)).toEqual([2]);
  expect(numbers(reviewThoughts([...chain, thought(6, { kind: 'answer' })]).openQuestions)).toEqual([]);
});

test('a hypothesis is unsupported until a reference for it holds', () => {
  const chain = [
    thought(1, { kind: 'hypothesis' }),
    thought(2, { kind: 'hypothesis', refs: holds }),
    thought(3, { kind: 'hypothesis', refs: fails }),
    thought(4, { kind: 'evidence', refs: fails }),
    thought(5, { kind: 'evidence', revises: 1, refs: holds }),
  ];
  expect(numbers(reviewThoughts(chain).unsupported)).toEqual([3]);
});

test('a revision takes the place of what it revises, and what served the old serves the new', () => {
  const chain = [
    thought(1, { kind: 'question' }),
    thought(2, { kind: 'revision', revises: 1 }),
    thought(3, { kind: 'decision' }),
    thought(4, { kind: 'revision', revises: 3 }),
  ];
  expect(numbers(reviewThoughts(chain).openQuestions)).toEqual([2]);
  expect(numbers(reviewThoughts(chain).decisions)).toEqual([4]);
  expect(numbers(reviewThoughts([...chain, thought(5, { kind: 'answer', revises: 1 })]).openQuestions)).toEqual([]);
});

test('a revision of a revision keeps the kind of the first step', () => {
  const chain = [
    thought(1, { kind: 'decision' }),
    thought(2, { kind: 'revision', revises: 1 }),
    thought(3, { kind: 'revision', revises: 2 }),
  ];
  expect(numbers(reviewThoughts(chain).decisions)).toEqual([3]);
});

test('a revision of itself, or of a step to come, revises nothing: reading the chain ends', () => {
  const chain = [thought(1, { kind: 'revision', revises: 2 }), thought(2, { kind: 'revision', revises: 2 })];
  expect(reviewThoughts(chain).decisions).toEqual([]);
});

test('an answer that names a step serves that one, wherever it branches from', () => {
  const chain = [
    thought(1, { kind: 'question' }),
    thought(2, { kind: 'question' }),
    thought(3, { kind: 'answer', revises: 1, branchFrom: 2, branch: 'b' }),
    thought(4, { kind: 'answer', branchFrom: 2, branch: 'b' }),
  ];
  expect(numbers(reviewThoughts(chain.slice(0, 3)).openQuestions)).toEqual([2]);
  expect(numbers(reviewThoughts(chain).openQuestions)).toEqual([]);
});

import { expect, test } from 'vitest';
import type { FoundOutput } from '../../code/index.ts';
import type { Project } from '../../domain/projects/index.ts';
import { type AnswerParts, textAnswer } from './answers.ts';
import { findCodeInput } from './schema.ts';

const PROJECT: Project = {
  id: 'p',
  accountId: 'a',
  name: 'acme',
  kind: 'local',
  location: '/',
  origin: 'added',
  createdAt: new Date(0),
};

const ROW = { line: 1, role: 'source', text: 'x', before: [], after: [], symbol: null, fit: null, hits: 1 } as const;

const FOUND: FoundOutput = {
  outcome: 'found',
  status: 'ok',
  identity: { kind: 'folder', branch: null, commit: null },
  freshness: null,
  state: 's',
  reading: 'text, any case',
  mode: 'text',
  rows: [{ ...ROW, file: 'a' }],
  totals: { rows: 33, hits: 33, files: 2 },
  pageable: 33,
  scope: { files: 2, searched: 2 },
  gaps: [],
  ignored: null,
  near: [],
  insensitiveHits: null,
};

function textOf(found: Partial<FoundOutput>, left = 0): string {
  const args = findCodeInput.parse({ query: 'x' });
  const parts: AnswerParts = {
    all: [{ project: PROJECT, found: { ...FOUND, ...found } }],
    args,
    offset: 0,
    left,
    seal: () => 'c',
  };
  return textAnswer(parts).text;
}

test('a total that is only the least there is is told as that wherever it stands', () => {
  expect(textOf({})).toContain('ok: 33 matching lines');
  expect(textOf({})).toMatch(/^more: cursor=c \(shown 1 of 33\)$/m);
  expect(textOf({ status: 'partial' })).toContain('partial: at least 33 matching lines');
  expect(textOf({ status: 'partial' })).toMatch(/^more: cursor=c \(shown 1 of at least 33\)$/m);
  expect(textOf({ status: 'partial', pageable: 1 })).toMatch(/^more: at least 32 further rows cannot be paged to/m);
  expect(textOf({}, 3)).toMatch(/\(shown 1 of at least 33\)$/m);
});

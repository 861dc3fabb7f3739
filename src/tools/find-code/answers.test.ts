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

function textOf(found: Partial<FoundOutput>, left = 0, context = 0): string {
  const args = findCodeInput.parse({ query: 'x', context });
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

test('each line is shown once, and what matches as a match, also within the context of another', () => {
  const lines = ['one', 'hit 2', 'hit 3', 'four', 'five', 'hit 6', 'seven'];
  const rows = [2, 3, 6].map((line) => ({
    ...ROW,
    file: 'a',
    line,
    text: lines[line - 1] ?? '',
    before: lines.slice(Math.max(0, line - 3), line - 1),
    after: lines.slice(line, line + 2),
  }));
  const shown = textOf({ rows }, 0, 2)
    .split('\n')
    .filter((line) => /^ {2}\d/.test(line));
  expect(shown).toEqual(['  1- one', '  2: hit 2', '  3: hit 3', '  4- four', '  5- five', '  6: hit 6', '  7- seven']);
});

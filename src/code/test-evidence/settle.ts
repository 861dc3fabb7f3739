import { firstFrom, lineOf, type Span } from '../lex/code-text.ts';
import type { DraftCase, DraftSmell, Reading } from './reading.ts';
import { type Reach, resolveHelpers } from './resolve-helpers.ts';
import { findBlockSmells } from './smells/block-smells.ts';
import { findDuplicates } from './smells/duplicates.ts';
import { judgeAssertions } from './smells/judge-assertions.ts';
import type { Smell, TestCase, TestFileDeps, TestFileFacts } from './test-file.types.ts';

/** Smells of one case that are listed. */
const SMELLS_MAX = 20;
/** Cases of one file that are listed: bounds what a text made for it could answer with. */
const CASES_MAX = 20_000;
/** Cases inside of each other whose titles make a name. */
const NESTING_MAX = 20;
/** Cases that are over which are stepped out of to find the one around an offset. */
const STEPS_OUT_MAX = 200;

/** Joins what a reader found: who stands in whom, what asserts for whom, and the smells of each case in order. */
export function settle(reading: Reading, deps: TestFileDeps): TestFileFacts {
  const drafts = [...reading.cases]
    .sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to)
    .slice(0, CASES_MAX);
  const parents = parentsOf(drafts);
  const settled: Reading = { ...reading, cases: drafts };
  const reach = resolveHelpers(settled, deps);
  const smells = new Map<number, DraftSmell[]>(drafts.map(({ smells: own }, index) => [index, [...own]]));
  for (const [index, smell] of [
    ...judgeAssertions(settled, parents, reach),
    ...findBlockSmells(settled, parents, reach),
    ...findDuplicates(settled, parents),
  ]) {
    smells.get(index)?.push(smell);
  }
  const starts = drafts.map(({ span }) => span);
  for (const smell of reading.smells) smells.get(innermost(drafts, starts, parents, smell.at))?.push(smell);
  return {
    path: reading.code.path,
    frameworks: reading.frameworks,
    cases: drafts.map((_, index) => present(settled, parents, index, smells.get(index) ?? [])),
    assertingFunctions: namesOf(reach),
    unresolved: reach.unresolved,
    isRead: true,
  };
}

/** For each case the index of the innermost one around it; null at the top. */
function parentsOf(drafts: readonly DraftCase[]): readonly (number | null)[] {
  const stack: number[] = [];
  return drafts.map(({ span }, index) => {
    while (stack.length > 0 && (drafts[stack.at(-1) ?? 0]?.span.to ?? 0) <= span.from) stack.pop();
    const parent = stack.at(-1) ?? null;
    stack.push(index);
    return parent;
  });
}

/** Index of the innermost case around an offset; -1 when there is none, or it is too far out. */
function innermost(
  drafts: readonly DraftCase[],
  starts: readonly Span[],
  parents: readonly (number | null)[],
  at: number,
): number {
  let index: number | null = firstFrom(starts, at + 1) - 1;
  for (let steps = 0; index !== null && index >= 0 && steps < STEPS_OUT_MAX; steps += 1) {
    if ((drafts[index]?.span.to ?? 0) > at) return index;
    index = parents[index] ?? null;
  }
  return -1;
}

function namesOf(reach: Reach): readonly string[] {
  return [...new Set([...reach.functions].map(({ name }) => name))].sort();
}

function present(
  { code, cases }: Reading,
  parents: readonly (number | null)[],
  index: number,
  smells: readonly DraftSmell[],
): TestCase {
  const draft = cases[index];
  if (draft === undefined) throw new Error('no such case');
  const around: DraftCase[] = [draft];
  let parent = parents[index] ?? null;
  while (parent !== null && around.length < NESTING_MAX) {
    const outer: DraftCase | undefined = cases[parent];
    if (outer !== undefined) around.unshift(outer);
    parent = parents[parent] ?? null;
  }
  return {
    name: around.map(({ title }) => title || '(no title)').join(' > '),
    title: draft.title,
    isLiteral: around.every(({ isLiteral }) => isLiteral),
    kind: draft.kind,
    line: lineOf(code, draft.at),
    endLine: lineOf(code, Math.max(draft.span.from, draft.span.to - 1)),
    modifiers: draft.modifiers,
    isParameterised: draft.isParameterised,
    parent: parents[index] ?? null,
    smells: listSmells(code, smells),
  };
}

function listSmells(code: Reading['code'], drafts: readonly DraftSmell[]): readonly Smell[] {
  const seen = new Set<string>();
  const smells = drafts.map(({ kind, at, detail }) => ({ kind, line: lineOf(code, at), detail }));
  return smells
    .filter(({ kind, line }) => !seen.has(`${kind} ${line}`) && seen.add(`${kind} ${line}`))
    .sort((a, b) => a.line - b.line)
    .slice(0, SMELLS_MAX);
}

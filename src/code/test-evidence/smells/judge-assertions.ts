import { type CodeText, firstFrom } from '../../lex/code-text.ts';
import type { Assertion, DraftCase, DraftSmell, Reading } from '../reading.ts';
import { hasWithin, type Reach } from '../resolve-helpers.ts';
import { findTautology } from './tautology.ts';

/** A smell of the case with this index. */
export type CaseSmell = readonly [index: number, smell: DraftSmell];

/** Modules or objects are replaced for the whole file or case: only then is a test of calls alone worth a word. */
const REPLACING = /\b(?:jest|vi)\s*\.\s*(?:do)?[mM]ock\s*\(|@(?:mock\.)?patch\b|\bproxyquire\b|@MockBean|@InjectMocks/;

/** What follows from which assertions a case has: none, only snapshots, only mocks, or such that cannot fail. */
export function judgeAssertions(
  reading: Reading,
  parents: readonly (number | null)[],
  reach: Reach,
): readonly CaseSmell[] {
  const { code, cases, assertions } = reading;
  const groups = new Set(parents);
  const isReplacing = REPLACING.test(code.mask);
  const found: CaseSmell[] = [];
  for (const [index, draft] of cases.entries()) {
    if (draft.kind !== 'case') continue;
    if (lacksAssertion(reading, draft, reach)) found.push([index, noAssertion(reading, draft, reach)]);
    if (groups.has(index)) continue;
    const own = assertions.slice(firstFrom(assertions, draft.span.from), firstFrom(assertions, draft.span.to));
    const isAlone = own.length > 0 && !hasWithin(reach.through, draft.span.from, draft.span.to);
    if (isAlone && !hasWithin(reach.unknown, draft.span.from, draft.span.to)) {
      found.push(...onlySmells(draft, own, isReplacing).map((smell) => [index, smell] as const));
    }
    found.push(...tautologies(code, draft, own).map((smell) => [index, smell] as const));
  }
  return found;
}

function lacksAssertion(reading: Reading, draft: DraftCase, reach: Reach): boolean {
  const { span, modifiers, assertsItself } = draft;
  if (draft.body === null || assertsItself || modifiers.some((word) => /^(?:todo|pending|fails|failing)$/.test(word))) {
    return false;
  }
  if (hasWithin(reach.asserting, span.from, span.to) || hasWithin(reach.unknown, span.from, span.to)) return false;
  return !reading.after.some(
    ({ scope, span: code }) =>
      span.from >= scope.from &&
      span.from < scope.to &&
      (hasWithin(reach.asserting, code.from, code.to) || hasWithin(reach.unknown, code.from, code.to)),
  );
}

/** How far a case is looked through for the words of its detail. */
const WORDS_CHARACTERS_MAX = 4_000;

function noAssertion({ code }: Reading, draft: DraftCase, reach: Reach): DraftSmell {
  const body = draft.body ?? draft.span;
  const text = code.mask.slice(body.from, Math.min(body.to, body.from + WORDS_CHARACTERS_MAX));
  const isPlanned = /\b(?:plan|assertions|expect)\s*\(\s*\d+\s*\)|\bhasAssertions\s*\(/.test(text);
  const detail = hasWithin(reach.through, draft.span.from, draft.span.to)
    ? 'no assertion of its own: only what it calls to get values asserts'
    : isPlanned
      ? 'assertions are announced, and there is none'
      : draft.done !== '' && text.includes(draft.done)
        ? `no assertion: it passes once ${draft.done} is called without an error`
        : 'no assertion: it fails only if something throws or panics';
  return { kind: 'no_assertion', at: draft.at, detail };
}

function onlySmells(draft: DraftCase, own: readonly Assertion[], isReplacing: boolean): readonly DraftSmell[] {
  const at = own[0]?.from ?? draft.at;
  if (own.every(({ kind }) => kind === 'snapshot')) {
    return [{ kind: 'snapshot_only', at, detail: 'asserts by recorded snapshots only' }];
  }
  if (isReplacing && own.every(({ kind }) => kind === 'mock')) {
    return [{ kind: 'mock_only', at, detail: 'asserts only that mocks were called' }];
  }
  return [];
}

/** A case that counts its assertions may use one that cannot fail to say that it came by. */
const COUNTED = /\b(?:plan|assertions|hasAssertions)\s*\(/;

function tautologies(code: CodeText, draft: DraftCase, own: readonly Assertion[]): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  for (const { from, to } of own) {
    const detail = findTautology(code, from, to);
    if (detail !== null) found.push({ kind: 'tautology', at: from, detail });
  }
  return found.length > 0 && COUNTED.test(code.mask.slice(draft.span.from, draft.span.to)) ? [] : found;
}

import { after, before, type CodeText, firstFrom, type Token, tokensIn, wordBefore } from '../../lex/code-text.ts';
import { extentOf } from '../../lex/extent.ts';
import { type Block, blockAt, blocksAround } from '../blocks.ts';
import type { Assertion, DraftCase, DraftSmell, Reading } from '../reading.ts';
import { hasWithin, type Reach } from '../resolve-helpers.ts';
import type { CaseSmell } from './judge-assertions.ts';

/** What follows from the blocks that assertions stand in. Python has none in braces: its reader sees to that. */
export function findBlockSmells(
  { code, cases, assertions }: Reading,
  parents: readonly (number | null)[],
  reach: Reach,
): readonly CaseSmell[] {
  if (code.language === 'python') return [];
  const groups = new Set(parents);
  const found: CaseSmell[] = [];
  for (const [index, draft] of cases.entries()) {
    if (draft.kind !== 'case' || draft.body === null || groups.has(index)) continue;
    const own = assertions.slice(firstFrom(assertions, draft.body.from), firstFrom(assertions, draft.body.to));
    if (own.length === 0) continue;
    const smells = [
      ...(code.language === 'go' ? [] : conditional(code, draft, own, reach)),
      ...swallowed(code, draft, own),
      ...afterReturn(code, draft, own),
    ];
    found.push(...smells.map((smell) => [index, smell] as const));
  }
  return found;
}

const COUNTED = /\b(?:plan|assertions|hasAssertions)\s*\(/;

/** Every assertion stands in an `if` without `else` or in a `catch`, so that the case can pass without any. */
function conditional(code: CodeText, draft: DraftCase, own: readonly Assertion[], reach: Reach): readonly DraftSmell[] {
  const body = draft.body ?? draft.span;
  if (hasWithin(reach.through, body.from, body.to) || hasWithin(reach.unknown, body.from, body.to)) return [];
  if (draft.assertsItself || COUNTED.test(code.mask.slice(body.from, body.to)) || own.length > 200) return [];
  const under = own.map(({ from }) =>
    isVerdict(code, from) ? null : conditionOf(code, blocksAround(code, from, body)),
  );
  if (under.some((kind) => kind === null)) return [];
  const where = under.every((kind) => kind === 'catch') ? 'a catch' : 'a condition';
  return [{ kind: 'conditional_assertion', at: own[0]?.from ?? draft.at, detail: `asserts only inside of ${where}` }];
}

/** `fail()` is what follows from a condition: it does not depend on one. */
function isVerdict(code: CodeText, from: number): boolean {
  return /^(?:[\w$]+\s*\.\s*)?(?:fail\w*|panic|unreachable|throw|done|bail|AssertionError)\b/.test(
    code.mask.slice(from, from + 60),
  );
}

/** The condition that blocks stand under; null when there is none, or another branch may assert. */
function conditionOf(code: CodeText, blocks: readonly Block[]): 'if' | 'catch' | null {
  if (blocks.some(({ kind }) => kind === 'loop')) return null;
  for (const { kind, close } of blocks) {
    if (kind === 'catch') return 'catch';
    if (kind === 'else' || kind === 'switch' || kind === 'function') return null;
    if (kind === 'if') return /^\s*else\b/.test(code.mask.slice(close + 1, close + 40)) ? null : 'if';
  }
  return null;
}

/** Catches whose type lets an assertion's failure through; Java's `Exception` is no `Error`. */
const LETS_THROUGH = /^(?!.*\b(?:Throwable|Error|AssertionError)\b)/;

/** A `try` with assertions whose `catch` does nothing: their failures are lost. */
function swallowed(code: CodeText, draft: DraftCase, own: readonly Assertion[]): readonly DraftSmell[] {
  if (code.language === 'go' || code.language === 'rust') return [];
  return tokensIn(code, draft.body ?? draft.span)
    .filter((token) => token.word === 'catch' && !token.isMember && dropsAssertions(code, token, own))
    .map(({ from }) => ({
      kind: 'swallowed_exception',
      at: from,
      detail: 'its catch drops what the assertions throw',
    }));
}

/** Whether a `catch` with nothing in it, or a print, follows a `try` with assertions. */
function dropsAssertions(code: CodeText, token: Token, own: readonly Assertion[]): boolean {
  const { mask, structure } = code;
  const attempt = structure.openOf(before(mask, token.from));
  const open = token.open === -1 ? token.next : after(mask, structure.closeOf(token.open) + 1);
  if (attempt === -1 || mask[open] !== '{' || blockAt(code, attempt).kind !== 'try') return false;
  const caught = token.open === -1 ? '' : mask.slice(token.open, structure.closeOf(token.open));
  if (code.language === 'java' && LETS_THROUGH.test(caught)) return false;
  const handling = mask.slice(open + 1, structure.closeOf(open));
  if (!/^\s*(?:console\s*\.\s*\w+\s*\([^()]*\)\s*(?:;\s*)?)?$/.test(handling)) return false;
  return own.some(({ from }) => from > attempt && from < structure.closeOf(attempt));
}

/** An assertion that stands after an unconditional `return` of its own block. */
function afterReturn(code: CodeText, draft: DraftCase, own: readonly Assertion[]): readonly DraftSmell[] {
  const body = draft.body ?? draft.span;
  const found: DraftSmell[] = [];
  for (const token of tokensIn(code, body)) {
    if (token.word !== 'return' || token.isMember || !isUnconditional(code, token)) continue;
    const block = code.structure.around(token.from);
    if (block !== -1 && code.mask[block] === '{' && blockAt(code, block).kind === 'switch') continue;
    const end = endOfReturn(code, token);
    const next = own[firstFrom(own, end + 1)];
    if (next === undefined || code.structure.around(next.from) !== block) continue;
    if (/\bcase\b|\bdefault\s*:/.test(code.mask.slice(end, next.from))) continue;
    found.push({ kind: 'assertion_after_return', at: next.from, detail: 'stands after a return and is never reached' });
    break;
  }
  return found;
}

function endOfReturn(code: CodeText, token: Token): number {
  const declaration = { name: '', kind: 'variable', nameAt: 0, body: 'statement' } as const;
  // A line break right after `return` ends it in a script.
  if (code.mask.slice(token.to, token.next).includes('\n')) return token.to;
  return extentOf(code.structure, token.from, declaration, { language: code.language }).end;
}

/** Whether a statement begins here that no `if (…)`, `else` or label governs. */
function isUnconditional(code: CodeText, token: Token): boolean {
  const last = before(code.mask, token.from);
  const character = code.mask[last] ?? '';
  if (last === -1 || ';{'.includes(character)) return true;
  if (character === '}') return !/^(?:else|do)$/.test(wordBefore(code.mask, code.structure.openOf(last)));
  if (!code.mask.slice(last, token.from).includes('\n')) return false;
  if (character === ')') return !/^(?:if|while|for|else)$/.test(wordBefore(code.mask, code.structure.openOf(last)));
  return /[\w$\]"'`]/.test(character) && !/^(?:else|do)$/.test(wordBefore(code.mask, token.from));
}

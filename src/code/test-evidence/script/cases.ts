import {
  after,
  argumentsOf,
  type CodeText,
  isBlank,
  literalOf,
  type Span,
  type Token,
  wordBefore,
} from '../../lex/code-text.ts';
import type { DraftCase, DraftSmell } from '../reading.ts';
import { type Callback, callbackIn } from './callbacks.ts';
import type { ScriptImports } from './imports.ts';

/** Words that begin a case or a suite, and what their name alone says of it. */
const WORDS: Readonly<Record<string, { readonly kind: DraftCase['kind']; readonly modifier?: string }>> = {
  it: { kind: 'case' },
  test: { kind: 'case' },
  specify: { kind: 'case' },
  fit: { kind: 'case', modifier: 'only' },
  iit: { kind: 'case', modifier: 'only' },
  ftest: { kind: 'case', modifier: 'only' },
  xit: { kind: 'case', modifier: 'skip' },
  xtest: { kind: 'case', modifier: 'skip' },
  xspecify: { kind: 'case', modifier: 'skip' },
  bench: { kind: 'benchmark' },
  describe: { kind: 'suite' },
  context: { kind: 'suite' },
  suite: { kind: 'suite' },
  fdescribe: { kind: 'suite', modifier: 'only' },
  ddescribe: { kind: 'suite', modifier: 'only' },
  fcontext: { kind: 'suite', modifier: 'only' },
  xdescribe: { kind: 'suite', modifier: 'skip' },
  xcontext: { kind: 'suite', modifier: 'skip' },
};

/** What may stand between the word and its call; anything else (`test.step(`) is no case. */
const MODIFIERS = new Set(
  'only skip todo each for concurrent sequential serial parallel fails failing fail fixme slow skipIf runIf todoIf if shuffle cb macro always'.split(
    ' ',
  ),
);
/** Modifiers that are called before the case's own call. */
const CALLED = new Set(['each', 'for', 'skipIf', 'runIf', 'todoIf', 'if']);

/** The head of a case: its word, modifiers, and the parenthesis of its own call. */
interface Head {
  readonly token: Token;
  readonly kind: DraftCase['kind'];
  readonly modifiers: readonly string[];
  readonly open: number;
}

/** What a file says about whose callback parameter is what. */
export interface ScriptManners {
  /** Whether the first parameter of a callback is a `done` (mocha, jest, jasmine); else it is a context. */
  readonly hasDoneFirst: boolean;
}

/** A case, with the name by which its context is known inside of it. */
export interface ScriptCase extends DraftCase {
  /** Name of the parameter that has the assertions, such as `t`; empty when there is none. */
  readonly context: string;
  /** Whether its body returns what it evaluates to: an arrow with an expression. */
  readonly callback: Callback | null;
}

/** The cases and suites of a script, in the order of their heads. */
export function findScriptCases(code: CodeText, imports: ScriptImports, manners: ScriptManners): ScriptCase[] {
  const words = caseWords(code, imports);
  const cases: ScriptCase[] = [];
  for (const token of code.tokens) {
    const known = words.get(token.word);
    if (known === undefined) continue;
    const head = headOf(code, token, known);
    const found = head === null ? null : caseOf(code, head, manners);
    if (found !== null) cases.push(found);
  }
  return cases;
}

type Words = ReadonlyMap<string, { readonly kind: DraftCase['kind']; readonly modifier?: string }>;

/** The words of the frameworks, other names under which this file imports them, and what it makes of them by `extend`. */
function caseWords(code: CodeText, imports: ScriptImports): Words {
  const words = new Map(Object.entries(WORDS));
  for (const [local, { imported, specifier }] of imports.bindings) {
    const isWhole = imported === 'default' || imported === '*';
    // Modules that are the test function themselves.
    const isTest = isWhole && /^(?:ava|tape|uvu|node:test|test)$/.test(specifier);
    const known = Object.hasOwn(WORDS, imported) ? WORDS[imported] : isTest ? WORDS.test : undefined;
    if (known !== undefined) words.set(local, known);
  }
  const derived = /\b(?:const|let|var)\s+([\w$]+)\s*=\s*([\w$]+)(?:\s+as\b|\s*\.\s*extend\b)/g;
  for (let match = derived.exec(code.mask); match; match = derived.exec(code.mask)) {
    const known = words.get(match[2] ?? '');
    if (known !== undefined && match[1] !== undefined) words.set(match[1], known);
  }
  return words;
}

/** Modifiers that are followed at most. */
const MODIFIERS_MAX = 8;

function headOf(
  code: CodeText,
  token: Token,
  known: { readonly kind: DraftCase['kind']; readonly modifier?: string },
): Head | null {
  const { mask } = code;
  if (/^(?:function|class|new|import|const|let|var)$/.test(wordBefore(mask, token.from)) && !token.isMember)
    return null;
  const modifiers = known.modifier === undefined ? [] : [known.modifier];
  let at = token.next;
  for (let steps = 0; steps < MODIFIERS_MAX && mask[at] === '.'; steps += 1) {
    const from = after(mask, at + 1);
    const name = /^[\w$]+/.exec(mask.slice(from, from + 40))?.[0] ?? '';
    if (!MODIFIERS.has(name)) return null;
    modifiers.push(name);
    at = after(mask, from + name.length);
    if (CALLED.has(name)) at = afterTable(code, at);
  }
  const isCall = mask[at] === '(' && !mask.slice(token.to, at).includes(';');
  return isCall ? { token, kind: known.kind, modifiers, open: at } : null;
}

/** Steps over the rows of `each`: a call, type arguments, or a template. */
function afterTable(code: CodeText, from: number): number {
  const { mask, structure } = code;
  let at = from;
  if (mask[at] === '<') {
    const close = mask.indexOf('>(', at);
    if (close !== -1 && close - at < 400) at = close + 1;
  }
  if (mask[at] === '(') return after(mask, structure.closeOf(at) + 1);
  if (mask[at] !== '`') return at;
  const end = mask.indexOf('`', at + 1);
  return end === -1 ? mask.length : after(mask, end + 1);
}

/** Titles that are not literal are shown up to this length. */
const TITLE_CHARACTERS_MAX = 120;

/** Reads the call of a head. Null when its arguments do not look like those of a case: `pattern.test(text)`. */
function caseOf(code: CodeText, head: Head, manners: ScriptManners): ScriptCase | null {
  const { mask, structure } = code;
  const { token, open } = head;
  const close = structure.closeOf(open);
  // `test(a) {` declares a method.
  if (mask[after(mask, close + 1)] === '{') return null;
  const all = argumentsOf(code, open);
  const found = callbackOf(code, all);
  const isPending = found.callback === null && all.length === 1 && isNamed(code, all) && !token.isMember;
  if (!isPending && !looksLikeCase(code, token, all, found)) return null;
  const literal = all[0] === undefined || found.at === 0 ? null : literalOf(code, all[0]);
  const modifiers = [...head.modifiers, ...(isPending ? ['pending'] : []), ...optionsOf(code, all, found.at)];
  return {
    title: found.at === 0 ? '' : titleOf(code, all[0]),
    isLiteral: literal !== null && !/%[sdifjop#]|\$\w/.test(modifiers.includes('each') ? literal : ''),
    kind: head.kind,
    span: { from: token.from, to: Math.min(close + 1, mask.length) },
    body: found.callback?.body ?? null,
    at: token.from,
    modifiers,
    isParameterised: modifiers.some((modifier) => modifier === 'each' || modifier === 'for'),
    assertsItself: false,
    ...parametersOf(head, found.callback, manners),
    callback: found.callback,
    smells: [...focusOf(head, modifiers), ...skipOf(head, modifiers), ...emptyOf(code, head, found.callback)],
  };
}

function isNamed(code: CodeText, all: readonly Span[]): boolean {
  return all[0] !== undefined && literalOf(code, all[0]) !== null;
}

/** A title and a function, as the frameworks want them; the function may be a name. `a.test(b)` wants both in place. */
function looksLikeCase(
  code: CodeText,
  token: Token,
  all: readonly Span[],
  found: { readonly callback: Callback | null; readonly at: number },
): boolean {
  if (found.callback === null) return all.length > 1 && !token.isMember && isNamed(code, all);
  return !token.isMember || found.at > 0 || all.length > 1 || isTester(token.receiver);
}

/** Which parameter of the callback is what. */
function parametersOf(
  head: Head,
  callback: Callback | null,
  { hasDoneFirst }: ScriptManners,
): { readonly done: string; readonly context: string } {
  if (head.kind === 'suite') return { done: '', context: '' };
  const [first = '', second = ''] = callback?.parameters ?? [];
  const isDone = hasDoneFirst || /^(?:done|cb|callback|finish|next|fn|complete)$/.test(first);
  return isDone ? { done: first, context: '' } : { done: second, context: first };
}

function isTester(receiver: string): boolean {
  return /^(?:t|tap|test|it|st|Deno|QUnit|suite|describe)$/.test(receiver);
}

/** The first argument that is a function, since a time-out may follow it. */
function callbackOf(code: CodeText, all: readonly Span[]): { readonly callback: Callback | null; readonly at: number } {
  for (const [at, argument] of all.entries()) {
    const callback = callbackIn(code, argument);
    if (callback !== null) return { callback, at };
  }
  return { callback: null, at: -1 };
}

function titleOf(code: CodeText, span: Span | undefined): string {
  if (span === undefined) return '';
  const literal = literalOf(code, span);
  const title = literal ?? code.text.slice(span.from, Math.min(span.to, span.from + TITLE_CHARACTERS_MAX));
  return title.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** `{ skip: true, only: true, todo: true }` of node:test and tap. A condition in place of `true` is none of it. */
function optionsOf(code: CodeText, all: readonly Span[], callbackAt: number): string[] {
  const found: string[] = [];
  for (const [at, span] of all.entries()) {
    if (at === callbackAt || code.mask[span.from] !== '{') continue;
    const options = code.mask.slice(span.from, Math.min(span.to, span.from + 400));
    const pattern = /[{,]\s*(skip|only|todo)\s*:\s*(?:true|["'`])/g;
    for (let match = pattern.exec(options); match; match = pattern.exec(options)) found.push(match[1] ?? '');
  }
  return found;
}

function focusOf({ token }: Head, modifiers: readonly string[]): DraftSmell[] {
  if (!modifiers.includes('only')) return [];
  return [{ kind: 'focused', at: token.from, detail: 'runs alone: the others of its file are left out' }];
}

function skipOf(head: Head, modifiers: readonly string[]): DraftSmell[] {
  const word = modifiers.find((modifier) => /^(?:skip|todo|fixme|pending)$/.test(modifier));
  if (word === undefined) return [];
  const detail = word === 'todo' || word === 'pending' ? 'announced, not written: nothing runs' : 'skipped always';
  return [{ kind: 'skipped', at: head.token.from, detail }];
}

function emptyOf(code: CodeText, head: Head, callback: Callback | null): DraftSmell[] {
  if (head.kind !== 'case' || callback?.body === null || callback === null || !isBlank(code, callback.body)) return [];
  return [{ kind: 'empty', at: head.token.from, detail: 'its body has no code' }];
}

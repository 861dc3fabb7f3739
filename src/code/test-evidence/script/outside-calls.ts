import { type CodeText, type Token, tokensIn, wordBefore } from '../../lex/code-text.ts';
import type { NamedCode, OutsideCall } from '../reading.ts';
import type { ScriptCase } from './cases.ts';
import type { ScriptImports } from './imports.ts';

interface Names {
  readonly code: CodeText;
  readonly imports: ScriptImports;
  readonly functions: readonly NamedCode[];
  readonly cases: readonly ScriptCase[];
}

/** Modules of a project that help its tests, by their names: only such may assert unknown to us. */
const HELPING =
  /(?:^|[/._-])(?:tests?|specs?|_?helpers?|_?utils?|support|common|setup|fixtures?|mocks?|shared|harness|asserts?|assertions?|expect|testing|checks?|verify|matchers?|suites?)(?=$|[/._-])/i;
/** Functions that say by their name that they check, whatever module has them. */
const CHECKING = /^(?:should|verify|check|validate|ensure|test|run)[A-Z_]|^(?:verify|check|should)$/;

/** Calls of code that is not in the file and might assert. */
export function findOutsideCalls(names: Names): readonly OutsideCall[] {
  const calls = names.code.tokens.map((token) => importedCall(token, names)).filter((call) => call !== null);
  return [...calls, ...handedIn(names)].sort((a, b) => a.at - b.at);
}

function importedCall(token: Token, { code, imports }: Names): OutsideCall | null {
  const binding = token.isMember ? imports.bindings.get(token.receiver) : imports.bindings.get(token.word);
  if (binding === undefined) return null;
  const isWhole = binding.imported === '*' || binding.imported === 'default';
  const { specifier } = binding;
  if (token.isMember && !isWhole) return null;
  // The module's own name before a dot says nothing yet; its member is the next token.
  if (!token.isMember && isWhole && code.mask[token.next] === '.') return null;
  if (/^=[^=>]/.test(code.mask.slice(token.next, token.next + 2))) return null;
  const name = token.isMember ? token.word : binding.imported;
  const isLocal = /^[.#~/]|^@\//.test(specifier);
  const isChecking = CHECKING.test(name) || CHECKING.test(token.word);
  if (!isLocal) return isChecking && token.open !== -1 ? { at: token.from, specifier, name, mayAssert: true } : null;
  return { at: token.from, specifier, name, mayAssert: isChecking || HELPING.test(specifier) };
}

/**
 * Calls of what is handed in from outside of the case: parameters of the function that declares it, or of a loop over a
 * table. Such a name is never seen in the case but where it is called.
 */
function handedIn(names: Names): readonly OutsideCall[] {
  const declared = new Set([...names.functions.map(({ name }) => name), ...names.imports.bindings.keys()]);
  const calls: OutsideCall[] = [];
  let left = TOKENS_MAX;
  for (const draft of names.cases) {
    // What stands at the top of a file has nothing handed in.
    if (draft.kind === 'suite' || draft.body === null || names.code.structure.around(draft.at) === -1) continue;
    const tokens = tokensIn(names.code, draft.body);
    left -= tokens.length;
    if (left < 0) break;
    calls.push(...freeCalls(names.code, draft, tokens, declared));
  }
  return calls;
}

/** Words that are looked at in all cases together: cases inside of each other are looked at once for each. */
const TOKENS_MAX = 1_000_000;

function freeCalls(
  code: CodeText,
  draft: ScriptCase,
  tokens: readonly Token[],
  declared: ReadonlySet<string>,
): readonly OutsideCall[] {
  const known = new Map<string, boolean>();
  for (const word of [draft.done, ...(draft.callback?.parameters ?? [])]) known.set(word, false);
  const calls: OutsideCall[] = [];
  for (const token of tokens) {
    const { word, open, isMember, from } = token;
    if (isMember) continue;
    if (!known.has(word)) {
      known.set(word, open !== -1 && isFree(word) && !declared.has(word) && isParameter(code, token, draft));
    }
    if (open !== -1 && known.get(word) === true) calls.push({ at: from, specifier: '', name: word, mayAssert: true });
  }
  return calls;
}

/** Words of the language, of runners of tests and of what every script has: no parameter of a case is called so. */
const KNOWN_WORDS = new Set(
  'if for while switch catch with function return await typeof new super require import it test describe context suite expect assert setTimeout setImmediate setInterval clearTimeout clearInterval queueMicrotask structuredClone fetch parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape beforeEach afterEach before after beforeAll afterAll async of yield void throw delete in do else case'.split(
    ' ',
  ),
);

function isFree(word: string): boolean {
  return !KNOWN_WORDS.has(word) && !/^[A-Z]/.test(word);
}

/** How far before a case the parameter's declaration is looked for. */
const ABOVE_CHARACTERS_MAX = 3_000;

/** Whether a name stands before the case where parameters stand: after `(`, `,`, `[` or `{`, and before `,`, `)`, `]`, `}` or `=`. */
function isParameter(code: CodeText, token: Token, draft: ScriptCase): boolean {
  const aboveFrom = Math.max(0, draft.span.from - ABOVE_CHARACTERS_MAX);
  return tokensIn(code, { from: aboveFrom, to: draft.span.from }).some(
    ({ word, open, from, to, isMember }) =>
      word === token.word &&
      open === -1 &&
      !isMember &&
      /^\s*[,)\]}=:]/.test(code.mask.slice(to, to + 20)) &&
      !/^(?:const|let|var|import)$/.test(wordBefore(code.mask, code.structure.around(from))),
  );
}

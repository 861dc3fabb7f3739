import { type CodeText, type Token, tokensIn, wordBefore } from '../code-text.ts';
import type { NamedCode, OutsideCall } from '../reading.ts';
import type { ScriptImports } from '../script-imports.ts';
import type { ScriptCase } from './cases.ts';

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
function handedIn({ code, imports, functions, cases }: Names): readonly OutsideCall[] {
  const declared = new Set(functions.map(({ name }) => name));
  const calls: OutsideCall[] = [];
  for (const draft of cases) {
    if (draft.kind === 'suite' || draft.body === null || code.brackets.around(draft.at) === -1) continue;
    const seen = new Set<string>([draft.done, ...(draft.callback?.parameters ?? [])]);
    for (const token of tokensIn(code, draft.body)) {
      if (token.isMember) continue;
      if (token.open === -1) seen.add(token.word);
      else if (
        !seen.has(token.word) &&
        isFree(token.word) &&
        !declared.has(token.word) &&
        !imports.bindings.has(token.word)
      ) {
        calls.push({ at: token.from, specifier: '', name: token.word, mayAssert: isParameter(code, token, draft) });
      }
    }
  }
  return calls.filter(({ mayAssert }) => mayAssert);
}

const KEYWORDS = new Set(
  'if for while switch catch with function return await typeof new super require import it test describe context suite expect assert setTimeout setImmediate setInterval clearTimeout clearInterval queueMicrotask structuredClone fetch parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape beforeEach afterEach before after beforeAll afterAll async of yield void throw delete in do else case'.split(
    ' ',
  ),
);

function isFree(word: string): boolean {
  return !KEYWORDS.has(word) && !/^[A-Z]/.test(word);
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
      !/^(?:const|let|var|import)$/.test(wordBefore(code.mask, code.brackets.around(from))),
  );
}

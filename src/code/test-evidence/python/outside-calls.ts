import { argumentsOf, type CodeText, firstFrom, type Token } from '../../lex/code-text.ts';
import type { OutsideCall } from '../reading.ts';
import type { SymbolSpan } from '../symbol-spans.ts';
import type { PythonBinding } from './imports.ts';

/** Names of functions that say that they check. */
const CHECKING_NAME = /^_?(?:check|verify|validate|ensure|compare|should|test|run_test|do_test|expect)(?:_|[A-Z]|$)/;
/** Modules whose functions help tests, by their names. */
const HELPING =
  /(?:^|[._])(?:tests?|testing|helpers?|utils?|util|support|common|conftest|fixtures?|checks?|asserts?|base)(?:$|[._])/;

/** What a call may be resolved by. */
interface PythonNames {
  readonly code: CodeText;
  readonly bindings: ReadonlyMap<string, PythonBinding>;
  /** Functions that the file declares. */
  readonly declared: ReadonlySet<string>;
  readonly symbols: readonly SymbolSpan[];
}

/** Calls of code that is not in the file and might assert. */
export function findPythonOutsideCalls(names: PythonNames): readonly OutsideCall[] {
  const inherits = inheriting(names.code, names.symbols);
  return names.code.tokens
    .map((token) => {
      const binding = names.bindings.get(token.isMember ? token.receiver : token.word);
      if (binding !== undefined) return importedCall(token, binding);
      return token.open === -1 || names.declared.has(token.word) ? null : unknownCall(token, inherits);
    })
    .filter((call) => call !== null);
}

function importedCall(token: Token, { specifier, imported }: PythonBinding): OutsideCall | null {
  if (token.isMember !== (imported === '*')) return null;
  const name = token.isMember ? token.word : imported;
  // Classes are made, not asked.
  const mayAssert = token.open !== -1 && !/^[A-Z]/.test(name) && (CHECKING_NAME.test(name) || HELPING.test(specifier));
  return { at: token.from, specifier, name, mayAssert };
}

/** A method of a base class that is not in this file, or a fixture or parameter that says that it checks. */
function unknownCall({ word, receiver, isMember, from }: Token, inherits: (at: number) => boolean): OutsideCall | null {
  const isSelf = receiver === 'self' || receiver === 'cls';
  const isInherited = receiver === 'self' && !UNITTEST_OWN.has(word) && inherits(from);
  const isHandedIn = CHECKING_NAME.test(word) && (!isMember || isSelf);
  return isInherited || isHandedIn ? { at: from, specifier: '', name: word, mayAssert: true } : null;
}

/** Methods of unittest that assert nothing. */
const UNITTEST_OWN = new Set(
  'subTest skipTest addCleanup doCleanups id shortDescription setUp tearDown enterContext addTypeEqualityFunc run debug'.split(
    ' ',
  ),
);
const KNOWN_BASES =
  /^(?:(?:unittest|django\.test)\.[\w.]{1,80}|(?:Isolated(?:Asyncio)?|Simple|Transaction|Async)?TestCase|IsolatedAsyncioTestCase|object)$/;

/** Whether a class around an offset has a base that is neither known nor in this file. */
function inheriting(code: CodeText, symbols: readonly SymbolSpan[]): (at: number) => boolean {
  const classes = symbols.filter(({ symbol }) => symbol.kind === 'class');
  const names = new Set(classes.map(({ symbol }) => symbol.name));
  const open = classes.filter(({ at, symbol }) => {
    const paren = at + symbol.name.length;
    if (code.mask[paren] !== '(') return false;
    return argumentsOf(code, paren)
      .map(({ from, to }) => code.mask.slice(from, to))
      .some((base) => !names.has(base) && !KNOWN_BASES.test(base) && !base.includes('='));
  });
  // The farthest end up to each class: whatever it is inside of, no call is blamed that should not be.
  const ends: number[] = [];
  for (const { span } of open) ends.push(Math.max(ends.at(-1) ?? 0, span.to));
  const starts = open.map(({ span }) => span);
  return (at) => (ends[firstFrom(starts, at + 1) - 1] ?? 0) > at;
}

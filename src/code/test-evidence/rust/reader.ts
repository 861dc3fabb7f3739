import {
  after,
  type CodeText,
  chainFrom,
  firstFrom,
  isBlank,
  lineOf,
  type Span,
  type Token,
} from '../../lex/code-text.ts';
import type { FrameworkFact, TestFramework } from '../../questions/tests.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Assertion, DraftCase, DraftSmell, OutsideCall, Reading } from '../reading.ts';
import { type SymbolSpan, symbolSpansOf } from '../symbol-spans.ts';

/** Reads the tests of a Rust file: functions with a `test` attribute (`tokio::test`, `rstest` and the like too). */
export function readRustTests(code: CodeText): Reading {
  const symbols = symbolSpansOf(code);
  const functions = symbols.filter(({ symbol }) => /^(?:function|method|test|macro)$/.test(symbol.kind));
  const drafts = functions.map((found) => caseOf(code, found)).filter((found) => found !== null);
  const modules = symbols.filter(
    ({ symbol, span }) => symbol.kind === 'module' && drafts.some(({ at }) => at > span.from && at < span.to),
  );
  const cases = [...drafts, ...modules.map(suiteOf)].sort((a, b) => a.span.from - b.span.from);
  const isCargo = /\bcargo_test_support\b|\bsnapbox\b|#\[cargo_test/.test(code.mask);
  const declared = new Set(functions.map(({ symbol }) => symbol.name));
  return {
    code,
    frameworks: frameworksOf(code, drafts),
    cases,
    assertions: code.tokens.map((token) => assertionAt(code, token, isCargo)).filter((found) => found !== null),
    functions: functions.map(({ symbol, span }) => ({
      name: symbol.name,
      span,
      scope: { from: 0, to: code.mask.length },
      isAsync: false,
      isMember: symbol.kind === 'method',
    })),
    outside: outsideCalls(code, declared),
    after: [],
    smells: waits(code),
    selves: new Set(['']),
    means: meansIn(code, symbols, drafts),
  };
}

/**
 * A method of the code under test may share its name with one of any other value: from a test it is meant by its path
 * only, a method of the tests by a receiver too. In code under test every method may be its own.
 */
function meansIn(
  code: CodeText,
  symbols: readonly SymbolSpan[],
  drafts: readonly DraftCase[],
): NonNullable<Reading['means']> {
  const parts = symbols
    .filter(
      ({ symbol, span, aboveMask }) =>
        /#\[\s*cfg\s*\(\s*(?:test|all\s*\(\s*test)\b/.test(aboveMask) ||
        (symbol.kind === 'module' && drafts.some(({ at }) => at > span.from && at < span.to)),
    )
    .map(({ span }) => span)
    .sort((a, b) => a.from - b.from);
  // The farthest end up to each part: parts may hold each other.
  const ends: number[] = [];
  for (const { to } of parts) ends.push(Math.max(ends.at(-1) ?? 0, to));
  const isInPart = (at: number): boolean => (ends[firstFrom(parts, at + 1) - 1] ?? 0) > at;
  const isAllTests = roleOfPath(code.path) !== 'source' || drafts.some(({ at }) => !isInPart(at));
  return (token, candidate) => {
    const isPath = token.isMember && code.mask.slice(Math.max(0, token.from - 2), token.from) === '::';
    // A type's own function is none that stands alone.
    if (isPath) return candidate.isMember || !/^[A-Z]/.test(token.receiver);
    if (candidate.isMember !== token.isMember) return false;
    return !token.isMember || isAllTests || isInPart(candidate.span.from) || !isInPart(token.from);
  };
}

/** Attributes that make a test: any path that ends in `test`, and the markers of the crates that bring their own. */
const TEST =
  /#\[\s*(?:\w+::)*(test|rstest|test_case|cargo_test|proptest|quickcheck|wasm_bindgen_test|googletest|apply|theory|case)\b/;

function caseOf(code: CodeText, { symbol, span, at, aboveMask }: SymbolSpan): DraftCase | null {
  const marker = TEST.exec(aboveMask)?.[1];
  if (marker === undefined || symbol.kind === 'macro') return null;
  const open = braceAfter(code, at);
  const body = open === -1 ? null : { from: open + 1, to: code.structure.closeOf(open) };
  const head = code.mask.slice(at, open === -1 ? at : open);
  const modifiers = [...aboveMask.matchAll(/#\[\s*(ignore|should_panic)\b/g)].map((match) => match[1] ?? '');
  // A test that returns a `Result` fails by it: `?` and a last expression are its assertions.
  const returns =
    /->\s*(?:[\w:]*Result|impl|ExitCode|TestResult)\b/.test(head) && body !== null && failsByResult(code, body);
  const skip = modifiers.includes('ignore');
  return {
    title: symbol.name,
    isLiteral: true,
    kind: 'case',
    span,
    body,
    at,
    modifiers,
    isParameterised: /^(?:rstest|test_case|proptest|quickcheck|theory|case)$/.test(marker),
    assertsItself: modifiers.includes('should_panic') || returns || marker === 'quickcheck',
    done: '',
    smells: [
      ...(skip ? [{ kind: 'skipped', at, detail: 'ignored unless asked for' } as const] : []),
      ...(body !== null && isBlank(code, body) ? [{ kind: 'empty', at, detail: 'its body has no code' } as const] : []),
    ],
  };
}

function failsByResult(code: CodeText, body: Span): boolean {
  const text = code.mask.slice(body.from, Math.min(body.to, body.from + 20_000));
  return /\?\s*[;.)]|\bErr\s*\(|\bbail!/.test(text);
}

/** The brace of a function's body: after its parameters and result. */
function braceAfter(code: CodeText, at: number): number {
  for (let index = at; index < code.mask.length && index - at < 2_000; index += 1) {
    const character = code.mask[index];
    if (character === '{') return index;
    if (character === ';') return -1;
    if (character === '(' || character === '[') index = code.structure.closeOf(index);
  }
  return -1;
}

function suiteOf({ symbol, span, at }: SymbolSpan): DraftCase {
  return {
    title: symbol.name,
    isLiteral: true,
    kind: 'suite',
    span,
    body: span,
    at,
    modifiers: [],
    isParameterised: false,
    assertsItself: false,
    done: '',
    smells: [],
  };
}

function assertionAt(code: CodeText, token: Token, isCargo: boolean): Assertion | null {
  const { word, open, from } = token;
  if (open === -1) return null;
  const isMacro = code.mask[token.to] === '!';
  const to = Math.min(code.structure.closeOf(open) + 1, code.mask.length);
  if (isMacro) {
    if (!/(?:^|_)assert|^expect|^panic$|^unreachable$|^ensure$|^check$|^verify_that$|^assert$/.test(word)) return null;
    // What is compared with `@"…"` in place can be read there.
    const isRecorded =
      /^assert_\w*snapshot$/.test(word) && !/,\s*@/.test(code.mask.slice(open, Math.min(to, open + 2_000)));
    return { from, to: chainFrom(code, to).end, kind: isRecorded ? 'snapshot' : 'plain' };
  }
  if (/\bfn\s*$/.test(code.mask.slice(Math.max(0, from - 6), from))) return null;
  return isAssertingCall(code, token, isCargo) ? { from, to: chainFrom(code, to).end, kind: 'plain' } : null;
}

/** Calls that fail a test by themselves, whatever their name brings. */
function isAssertingCall(code: CodeText, { word, isMember, open }: Token, isCargo: boolean): boolean {
  if (/^assert(?:_|$)/.test(word) || /^(?:unwrap_err|expect_err|compile_fail)$/.test(word)) return true;
  if (!isMember) return /^(?:expect_that|assert_that|verify_that)$/.test(word);
  if (!isCargo) return false;
  const isBare = after(code.mask, open + 1) === code.structure.closeOf(open);
  return (word === 'run' && isBare) || /^with_(?:status|stdout|stderr|json|no_stdout)\w*$/.test(word);
}

/** Names that say that they check. */
const CHECKING =
  /^(?:check|verify|validate|ensure|expect|test|run_test|do_test|compare|should)(?:_|$)|_(?:check|test|ok|err|eq)$/;
/** Macros that assert nothing. */
const OWN_MACROS =
  /^(?:println|print|eprintln|eprint|vec|format|write|writeln|json|str|matches|include_str|include_bytes|concat|env|option_env|file|line|stringify|dbg|todo|unimplemented|cfg|format_args|macro_rules|concat_idents|compile_error|toml|quote|hash_map|btreemap|log|trace|debug|info|warn|error|bail|anyhow|try|vec_of_strings|tokio|select|join|thread_local|lazy_static|bytes|s|t|w|f|c|paste)$/;

function outsideCalls(code: CodeText, declared: ReadonlySet<string>): readonly OutsideCall[] {
  return code.tokens
    .filter(({ word, open, from }) => open !== -1 && !declared.has(word) && !isAttribute(code, from))
    .map((token) => outsideCall(code, token))
    .filter((call) => call !== null);
}

function outsideCall(code: CodeText, { word, to, from, isMember, receiver }: Token): OutsideCall | null {
  if (code.mask[to] === '!') {
    if (OWN_MACROS.test(word) || word.includes('assert')) return null;
    return { at: from, specifier: receiver, name: word, mayAssert: CHECKING.test(word) || word.length < 3 };
  }
  const isPath = isMember && code.mask.slice(Math.max(0, from - 2), from) === '::';
  const isMethod = isMember && !isPath;
  const mayAssert = isMethod ? /^(?:check|verify|validate|ensure)(?:_|$)/.test(word) : CHECKING.test(word);
  return mayAssert ? { at: from, specifier: isMethod ? '' : receiver, name: word, mayAssert } : null;
}

/** `#[should_panic(…)]`. */
function isAttribute(code: CodeText, at: number): boolean {
  const around = code.structure.around(at);
  return around > 0 && code.mask[around] === '[' && /[#!]$/.test(code.mask.slice(around - 1, around));
}

/** `thread::sleep` and its like. */
function waits(code: CodeText): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  for (const { word, open, from, receiver } of code.tokens) {
    if (open === -1 || !(word === 'sleep_ms' || (word === 'sleep' && /^(?:thread|time|task)$/.test(receiver))))
      continue;
    const time = code.mask.slice(open + 1, Math.min(code.structure.closeOf(open), open + 80)).trim();
    if (/\d/.test(time) && !/\(\s*0\s*\)/.test(time))
      found.push({
        kind: 'sleep',
        at: from,
        detail: `waits ${time.replace(/\s+/g, ' ')}${word === 'sleep_ms' ? ' ms' : ''} of real time`,
      });
  }
  return found;
}

function frameworksOf(code: CodeText, cases: readonly DraftCase[]): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  const [first] = cases;
  if (first !== undefined) {
    found.push({
      name: 'cargo test',
      file: code.path,
      line: lineOf(code, first.at),
      evidence: `fn ${first.title} with a test attribute`,
    });
  }
  for (const [pattern, name] of MARKERS) {
    const match = pattern.exec(code.mask);
    if (match !== null) found.push({ name, file: code.path, line: lineOf(code, match.index), evidence: match[0] });
  }
  return found;
}

const MARKERS: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/#\[rstest\b|\buse rstest\b/, 'rstest'],
  [/\bproptest!|\buse proptest\b/, 'proptest'],
];

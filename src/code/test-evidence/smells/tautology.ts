import { argumentsOf, type CodeText, chainFrom, type Span } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';

const LITERAL = new RegExp(`^(?:-?\\d[\\w.]*|true|false|null|None|True|False|nil|undefined|["'\`]${FILLER}*["'\`])$`);
const TRUE = /^(?:true|True|1|!0|!false|not False)$/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** Matchers and functions that hold for two equal sides, by the language's own equality. */
const EQUALITY =
  /^(?:toBe|toEqual|toStrictEqual|eq|eql|equals?|deepEqual|deepEquals|strictEqual|deepStrictEqual|strictSame|same|is|Equal|Exactly|Same|EqualValues|assertEquals?|assertEqual|assertIs|assertSame|assert_eq|assertStrictEquals|assertListEqual|assertDictEqual|isEqualTo|isSameAs)$/;
/** Those that hold for what is true. */
const TRUTH = /^(?:assert|ok|True|true|assertTrue|assert_true|isTrue|assert_)$/;
/** Matchers without arguments that a literal meets: `expect(true).toBeTruthy()`. */
const TRUTHY = /^(?:toBeTruthy|toBeTrue|isTrue|true|ok|toBeDefined)$/;
/** Whoever tests an `equals` of his own compares a thing with itself. */
const MAY_OVERLOAD_EQUALITY = new Set(['rust', 'java', 'python']);

/**
 * Whether the assertion in a range cannot fail, in words; null when it can, or when that cannot be told. Both sides have
 * to be literals or plain names: whatever is called or computed may differ from itself.
 */
export function findTautology(code: CodeText, from: number, to: number): string | null {
  if (code.language === 'python' && /^assert\s/.test(code.mask.slice(from, from + 7))) {
    return pythonTautology(code, from + 6, to);
  }
  const call = firstCall(code, from, to);
  if (call === null) return null;
  const all = argumentsOf(code, call.open).map((span) => slice(code, span));
  if (call.name === 'expect' || call.name === 'assertThat') return expectTautology(code, call, all[0] ?? '');
  // Go's and testify's first argument is the context.
  const [left = '', right = ''] = code.language === 'go' ? all.slice(1) : all;
  if (TRUTH.test(call.name)) return TRUE.test(left) ? `${call.name} of ${left} cannot fail` : null;
  return EQUALITY.test(call.name) && right !== '' ? sameSides(code, left, right, call.name) : null;
}

interface Call {
  readonly name: string;
  readonly open: number;
}

/** The first call of an assertion: `assert.equal(` as much as `assertEquals(`. */
function firstCall(code: CodeText, from: number, to: number): Call | null {
  const word = /^[\w$]+/.exec(code.mask.slice(from, Math.min(to, from + 60)))?.[0] ?? '';
  const at = from + word.length;
  const macro = code.mask[at] === '!' ? at + 1 : at;
  if (code.mask[macro] === '(') return { name: word, open: macro };
  const link = chainFrom(code, at).links.find(({ open }) => open !== -1);
  return link === undefined ? null : { name: link.name, open: link.open };
}

function expectTautology(code: CodeText, call: Call, actual: string): string | null {
  const { links } = chainFrom(code, code.structure.closeOf(call.open) + 1);
  const last = links.at(-1);
  if (last === undefined || links.some(({ name }) => /^(?:not|resolves|rejects|isNot\w*)$/.test(name))) return null;
  if (links.length > 3 || (links.length > 1 && code.mask.slice(last.at).startsWith('called'))) return null;
  if (TRUTHY.test(last.name)) return TRUE.test(actual) ? `expects ${actual} to be true` : null;
  if (!EQUALITY.test(last.name) || last.open === -1) return null;
  const wanted = argumentsOf(code, last.open)[0];
  return wanted === undefined ? null : sameSides(code, actual, slice(code, wanted), last.name);
}

function slice(code: CodeText, { from, to }: Span): string {
  const masked = code.mask.slice(from, Math.min(to, from + 200));
  return LITERAL.test(masked) || NAME.test(masked) ? code.text.slice(from, Math.min(to, from + 200)) : `${masked}…`;
}

function sameSides(code: CodeText, left: string, right: string, name: string): string | null {
  if (left !== right || left === '' || left.endsWith('…')) return null;
  if (
    NAME.test(left) &&
    !LITERAL.test(left) &&
    MAY_OVERLOAD_EQUALITY.has(code.language) &&
    !/Same|^assertIs$/.test(name)
  ) {
    return null;
  }
  return `both sides are ${left.slice(0, 60)}`;
}

/** `assert True`, `assert 1 == 1`, `assert a is a`. What has a comma, a call or an `and` is left alone. */
function pythonTautology(code: CodeText, from: number, to: number): string | null {
  const text =
    code.text
      .slice(from, Math.min(to, from + 200))
      .split('#')[0]
      ?.trim() ?? '';
  if (TRUE.test(text)) return `assert ${text} cannot fail`;
  const sides = /^(.+?)\s+(==|is)\s+(.+)$/.exec(text);
  const [left, right] = [sides?.[1]?.trim() ?? '', sides?.[3]?.trim() ?? ''];
  // A thing is itself, but may say that it does not equal itself, as a number that is none does.
  const isOwn = NAME.test(left) && (sides?.[2] === 'is' || LITERAL.test(left));
  return left !== '' && left === right && (isOwn || /^(?:\d+|"[^"]*"|'[^']*')$/.test(left))
    ? `both sides are ${left.slice(0, 60)}`
    : null;
}

import { before } from '../../lex/code-text.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Bound } from './binding-places.ts';
import { declaredInC } from './c-bindings.ts';
import { isBehindValue, type Spot } from './governors.ts';
import { scopeOf } from './scopes.ts';

/** Words behind which a name is used, beside those that a type has before its own name. */
const NO_TYPES =
  /^(?:return|goto|throw|delete|case|sizeof|new|using|extern|co_\w+|typeof|and|or|not|defined|else|do|struct|union|enum|class|typename|const|static|inline|volatile|register|unsigned|signed|public|private|protected|virtual|operator|define|undef|ifdef|ifndef|if|elif|include|pragma|template|friend|explicit|constexpr|noexcept|override|final|mutable|emit|in|goto|\d\w*)$/;

/**
 * What binds a name in C and C++: declarations by a type, structured bindings, captures with a value, parameters of
 * templates, aliases, the values of an enum and labels. Source: ISO C++, "Structured binding declarations", "Captures",
 * "Template parameters"; ISO C, "Labeled statements".
 */
export function bindsInC(spot: Spot): Bound | null {
  const inner = functionsAround(spot.file, spot.at).at(-1);
  const declared = inner === undefined ? null : declaredInC(spot.file, spot, inner);
  if (declared !== null) return { reach: declared === 'parameter' ? 'head' : 'rest' };
  return withoutType(spot);
}

/** The same of what no type stands before that is known to be one. */
function withoutType(spot: Spot): Bound | null {
  const { file, mask, at, next, word, bracket, open } = spot;
  if (word === 'goto') return { reach: 'self' };
  if (/^(?:[.(]|->|::)/.test(next)) return null;
  if (bracket === '[' && isBound(spot)) return { reach: 'block' };
  if (isOfTemplate(spot)) return { reach: 'head' };
  if (isOfLambda(spot)) return scopeOf(file, at);
  if (functionsAround(file, at).length === 0 && !isInLambda(spot)) return null;
  if (/^(?:using|namespace)$/.test(word) && /^=/.test(next)) return { reach: 'block' };
  if (bracket === '{' && isOfEnum(mask, open) && /[{,]/.test(spot.previous)) return { reach: 'outer' };
  if (/^(?:struct|union|enum|class)$/.test(word) && /^\{/.test(next)) return { reach: 'block' };
  return isLabel(spot) ? { reach: 'self' } : behindType(spot);
}

/** Brackets around a place that are looked at. */
const BRACKETS_MAX = 20;

/** Whether a parenthesis begins the parameters of a lambda with a body: `[&](int name) {`. */
function isListOfLambda({ file, mask }: Spot, open: number): boolean {
  if (mask[open] !== '(' || mask[before(mask, open)] !== ']') return false;
  const close = file.structure().closeOf(open);
  return /^\s*(?:mutable\b\s*)?(?:noexcept\b\s*)?(?:->[^{};]{0,100})?\{/.test(mask.slice(close + 1, close + 140));
}

function isOfLambda(spot: Spot): boolean {
  const { next, word, previous, open } = spot;
  return /^[,)=]/.test(next) && (word !== '' || /[*&>]/.test(previous)) && isListOfLambda(spot, open);
}

/** Whether the body of a lambda stands around a place: one outside of all functions is none that is listed. */
function isInLambda(spot: Spot): boolean {
  const { file, mask } = spot;
  const { around, openOf } = file.structure();
  let open = spot.open;
  for (let left = BRACKETS_MAX; open !== -1 && left > 0; left -= 1) {
    const end = before(mask, open);
    if (mask[open] === '{' && (mask[end] === ']' || (mask[end] === ')' && isListOfLambda(spot, openOf(end)))))
      return true;
    open = around(open);
  }
  return false;
}

/** `auto [a, name] = b` and `[name = 1] {` */
function isBound({ mask, open, next, previous }: Spot): boolean {
  if (/\bauto\s*&{0,2}\s*$/.test(mask.slice(Math.max(0, open - 20), open))) return true;
  return /^(?:=(?!=)|\{)/.test(next) && /[[,&]/.test(previous) && !isBehindValue(mask, open);
}

/** `template <int name>`, `template <typename name = A>` */
function isOfTemplate({ mask, at, next }: Spot): boolean {
  if (!/^[,>=]/.test(next)) return false;
  return /\btemplate\s*<[^;{}()]*[\w*&>.]\s+$/.test(mask.slice(Math.max(0, at - 300), at));
}

function isOfEnum(mask: string, open: number): boolean {
  return /\benum\b[^;{}()]*$/.test(mask.slice(Math.max(0, open - 120), open));
}

/** `name:` that begins a statement; what follows `case` or `?` begins none. */
function isLabel({ mask, at, next }: Spot): boolean {
  return /^:(?!:)/.test(next) && /[;{}:]\s*$/.test(mask.slice(Math.max(0, at - 80), at));
}

/** Two words side by side declare the second one: `T name ATTRIBUTE;`. */
function behindType({ mask, at, next, word }: Spot): Bound | null {
  if (
    word === '' ||
    /\bextern\b[^;{}()]*$/.test(mask.slice(Math.max(0, at - 100), at)) ||
    NO_TYPES.test(word) ||
    !/^(?:[;,=[)]|__\w|[A-Z_]{3})/.test(next)
  )
    return null;
  return /(?:^|\n)[ \t]*#[^\n]*$/.test(mask.slice(Math.max(0, at - 200), at)) ? null : { reach: 'block' };
}

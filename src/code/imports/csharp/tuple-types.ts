import { before } from '../../lex/code-text.ts';
import type { Structure } from '../../lex/structure.ts';

/** Characters of the elements of a tuple, how deep tuples are nested, and what is looked at around one. */
const ELEMENTS_MAX = 400;
const DEPTH_MAX = 8;
const LOOK = 240;
/** Types, each perhaps with a name, and nothing that only values have. */
const ELEMENTS = /^[\w\s.,<>?[\]()*@:]*$/;

/** Words that may follow a value; all others that do so are a name that is declared. */
const NO_NAME =
  'and|as|ascending|by|descending|equals|group|in|into|is|join|let|not|on|or|orderby|select|switch|when|where|with';
const NAMED = new RegExp(
  `^\\??(?:\\[[\\],\\s]{0,20}\\])*\\??\\s+(?!(?:${NO_NAME})\\b)@?[A-Za-z_]\\w*\\s*(?:[;=,){(<]|in\\b)`,
);
const IS_ARM = /^\s+@?\w+\s*=>/;
const ENDS_ARGUMENT = /^\??(?:\[[\],\s]{0,20}\])*\??(?:>|,[^;{}=]{0,200}>)/;
/** Behind these a name is of a pattern, whose elements may be constants, or begins a statement. */
const NO_TYPE =
  /(?::|(?<![\w@])(?:is|case|not|and|or|if|while|for|foreach|using|lock|switch|catch|fixed|return|in|when))\s*$/;

/**
 * Tells of an offset whether an element's type of a tuple begins there: `List<(Name, int)>`, `(Name, int) pair`. Values in
 * brackets are none. Source: C# language specification, "Tuple types".
 */
export function makeTupleElements({ mask, around, closeOf }: Structure): (at: number) => boolean {
  const known = new Map<number, boolean>();
  const isTuple = (open: number, depth: number): boolean => {
    if (mask[open] !== '(' || depth > DEPTH_MAX) return false;
    const kept = known.get(open);
    if (kept !== undefined) return kept;
    const close = closeOf(open);
    const elements = close - open > ELEMENTS_MAX ? '' : mask.slice(open + 1, close);
    const mayBe = elements.includes(',') && ELEMENTS.test(elements);
    const is = mayBe && (isPlaced(mask, open, close) || isTuple(around(open), depth + 1));
    known.set(open, is);
    return is;
  };
  return (at) => '(,:'.includes(mask[before(mask, at)] ?? ' ') && isTuple(around(at), 0);
}

/** Whether brackets stand where a type does: before a name, or among the arguments of another type. */
function isPlaced(mask: string, open: number, close: number): boolean {
  const behind = mask.slice(close + 1, close + 1 + LOOK);
  if (ENDS_ARGUMENT.test(behind) && isInArguments(mask, open)) return true;
  const ahead = mask.slice(Math.max(0, open - LOOK), open);
  if (!NAMED.test(behind) || /[\w>\])]$/.test(ahead) || NO_TYPE.test(ahead)) return false;
  // `(First, Second) pair => 1` among others of a `switch`; a property has modifiers.
  return !(IS_ARM.test(behind) && /[{,]\s*$/.test(ahead));
}

/** Whether an offset is in angles that open right behind a name. */
function isInArguments(mask: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at > offset - LOOK; at -= 1) {
    const sign = mask[at] ?? ';';
    if (';{}=&|'.includes(sign)) return false;
    if ('>)'.includes(sign)) depth += 1;
    if ('<('.includes(sign)) depth -= 1;
    if (depth < 0) return sign === '<' && /\w/.test(mask[at - 1] ?? '');
  }
  return false;
}

import type { SymbolKind } from '../../lex/symbol.ts';
import type { Definition, Place } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** What is named without a word before it, and is no type. */
const VALUES: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'variable', 'test']);
/** What C names with a word before it. */
const TAGS: ReadonlySet<SymbolKind> = new Set(['struct', 'enum']);

const TAG_BEFORE = /(?<!\w)(?:struct|union|enum|class)\s+$/;
/** Headers of C++ are called as those of C are: a call in one may make a value of a type. */
const MAY_BE_CPP = /\.h$/i;
/** Characters before a name that hold such a word. */
const NEAR_MAX = 40;

/**
 * Whether C or C++ cannot mean a declaration where a name stands: behind `struct` and its like no function or variable,
 * and no type where a file that is of C for sure calls it. Source: ISO C23, 6.2.3, "Name spaces of identifiers".
 */
export function isOfOtherCSort({ file }: Case, { at, isCall }: Place, { symbol }: Definition): boolean {
  if (file.family !== 'c') return false;
  const isValue = VALUES.has(symbol.kind);
  const isCalledTag = isCall && TAGS.has(symbol.kind) && file.scanner === 'c' && !MAY_BE_CPP.test(file.path);
  if (!isValue && !isCalledTag) return false;
  return TAG_BEFORE.test(file.mask().slice(Math.max(0, at - NEAR_MAX), at)) ? isValue : isCalledTag;
}

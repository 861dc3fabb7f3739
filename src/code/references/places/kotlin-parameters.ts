import { after, before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { typeArgumentsEnd } from './type-arguments.ts';
import { argumentCount, splitAt } from './typed-parameters.ts';

/** How many values a function may be given. */
interface Counts {
  readonly least: number;
  readonly most: number;
}

/** A declaration is held against each place of its name. */
const known = new WeakMap<FileSymbol, Counts | null>();

/**
 * Whether a function of Kotlin may be called with as many values as stand in the brackets behind a place, if they do; a
 * block behind them may be one more. Source: Kotlin, "Functions", "Passing trailing lambdas".
 */
export function mayBeGivenInKotlin(file: CodeFile, place: Place, symbol: FileSymbol): boolean {
  const counted = argumentCount(file, place);
  if (counted === null) return true;
  const kept = known.get(symbol);
  const counts = kept === undefined ? countsOf(symbol) : kept;
  known.set(symbol, counts);
  if (counts === null) return true;
  const mask = file.mask();
  const end = place.at + place.name.length;
  const close = file.structure().closeOf(after(mask, Math.max(end, typeArgumentsEnd(file, end))));
  const given = mask[before(mask, close)] === ',' ? counted - 1 : counted;
  const most = /^\s*(?:\w+@\s*)?\{/.test(mask.slice(close + 1, close + 80)) ? given + 1 : given;
  return counts.least <= most && given <= counts.most;
}

/** Null where the head is not whole, or holds what may have commas and brackets of its own. */
function countsOf({ name, signature }: FileSymbol): Counts | null {
  const at = signature.search(new RegExp(`(?<![\\w@])\`?${escapeRegex(name)}\`?\\s?\\(`));
  const open = at === -1 || !/\bfun\b/.test(signature.slice(0, at)) ? -1 : signature.indexOf('(', at);
  if (open === -1 || signature.endsWith('…') || /["'`{#]/.test(signature.slice(open))) return null;
  const parameters = splitAt(signature.replaceAll('->', '  '), open);
  if (parameters === null) return null;
  // What takes the place of another function has the defaults of that.
  const hasDefaults = /\b(?:override|actual)\b/.test(signature);
  const needed = parameters.filter((parameter) => !/=|\bvararg\s/.test(parameter)).length;
  const isAny = parameters.some((parameter) => /\bvararg\s/.test(parameter));
  return { least: hasDefaults ? 0 : needed, most: isAny ? Number.POSITIVE_INFINITY : parameters.length };
}

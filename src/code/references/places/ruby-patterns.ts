/*
 * Names that patterns of Ruby bind, behind `in` and `=>`, and lists of names that are given values or gone through. Source:
 * Ruby 3.4, "Pattern matching", "Assignment".
 */

/** A name that is bound, with its offset. */
export interface BoundName {
  readonly name: string;
  readonly at: number;
}

/** Characters of one pattern that are read. */
const PATTERN_MAX = 500;
/**
 * What patterns begin behind: `in` first on its line, or behind a value on it; an arrow behind one value alone or before a
 * bracket, outside of a call's brackets; `for`.
 */
const PATTERNS =
  /(?:^|[\n;])[ \t]*in[ \t(\n]|(?<=[\w)\]}?!"'][ \t]{1,20})in[ \t]+(?=[\w{[^])|^[ \t]*[\w.@?!]{1,200}(?:\([^()\n]{0,200}\))?[ \t]*=>[ \t]*|\bfor[ \t]+/gm;
/** `a, (b, name) = c`, also with what is no variable among them. */
const LISTS =
  /(?:^|[;({|]|\bthen|\bdo)[ \t]*([(*\w@$.][\w@$.,*()[\] \t]{0,300}?,[\w@$.,*()[\] \t]{0,300}?)=(?![=~>])/gm;
/** A name in a pattern, no method, no constant, no value that is only compared; a key alone binds its name. */
const NAMES = /(?<![\w.@$:^])[a-z_]\w{0,99}(?![\w(?!]|[ \t]*\.(?!\.)|[ \t]*::|:[ \t]*[^\s,)\]}|])/g;

/** Variables that patterns of Ruby bind, and assignments to several at once. */
export function rubyPatternNames(code: string): readonly BoundName[] {
  const names: BoundName[] = [];
  let end = 0;
  for (const match of code.matchAll(PATTERNS)) {
    const from = match.index + match[0].length;
    // What begins in a pattern is part of it.
    if (match.index < end) continue;
    const pattern = patternFrom(code, from);
    end = from + pattern.length;
    addNames(names, pattern, from);
  }
  for (const match of code.matchAll(LISTS))
    addNames(names, match[1] ?? '', match.index + match[0].indexOf(match[1] ?? ''));
  return names;
}

function addNames(names: BoundName[], pattern: string, from: number): void {
  for (const { 0: name, index } of pattern.matchAll(NAMES)) names.push({ name, at: from + index });
}

/** A pattern up to the end of its line outside of brackets, or to its condition. */
function patternFrom(code: string, from: number): string {
  const text = code.slice(from, from + PATTERN_MAX);
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/[([{]|[)\]}]|\n|\b(?:if|unless|then|and|or|in|do)\b|&&|\|\|/g)) {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (depth <= 0) return text.slice(0, index);
    if (depth < 0) return text.slice(0, index);
  }
  return text;
}

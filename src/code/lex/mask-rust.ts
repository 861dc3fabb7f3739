import { maskText, textRule } from './mask-literals.ts';
import { fill, type LexRule, LITERAL, type Masking } from './masking.ts';

/**
 * Rust's strings, raw ones too. The walk stops at the quote, so the hashes and the `r` of `r##"…"##` stand to its left;
 * the language allows 255 hashes, and before the `r` only the `b` or `c` of byte and C strings: otherwise it ends a
 * name.
 */
export const rustString: LexRule = (masking, at) => {
  const { text } = masking;
  let hashes = 0;
  while (hashes < 255 && text[at - hashes - 1] === '#') hashes += 1;
  const isRaw = text[at - hashes - 1] === 'r' && !/[\w]/.test(text[at - hashes - 2]?.replace(/[bc]/, '') ?? '');
  const end = isRaw ? rawText(masking, at + 1, `"${'#'.repeat(hashes)}`) : maskText(masking, at + 1, RUST_STRING);
  showCaptured(masking, isRaw ? at - hashes - 1 : at, [at + 1, end]);
  return end;
};

const RUST_STRING = textRule({ close: '"', escapes: true, overLines: true });

/** Masks a text up to its closer, whatever stands in it; one that is not closed takes the rest. */
export function rawText(masking: Masking, from: number, close: string): number {
  const found = masking.text.indexOf(close, from);
  fill(masking, from, found === -1 ? masking.text.length : found, LITERAL);
  return found === -1 ? masking.text.length : found + close.length;
}

/** Macros by which of their arguments is a format. Sources: Rust, `std::fmt`, "Related macros"; the crates log and anyhow. */
const FORMAT_ARGUMENTS: Readonly<Record<string, number>> = {
  ...numbered(
    'format format_args print println eprint eprintln panic todo unimplemented unreachable anyhow bail error warn info debug trace',
    0,
  ),
  ...numbered('write writeln assert debug_assert ensure', 1),
  ...numbered('assert_eq assert_ne debug_assert_eq debug_assert_ne', 2),
};

function numbered(names: string, argument: number): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, argument]));
}

/** Characters before a format that its macro is looked for in, and behind it for what is named there. */
const BEFORE_MAX = 400;
const BEHIND_MAX = 600;
const ARGUMENTS_MAX = 2;

/** `{name}` and `{name:format}`; a brace written twice stands for itself, and so does a character by its number. */
const HOLE = /\{\{|(?<!\\u)\{([A-Za-z_]\w*)?(?::([^{}"\n]{0,80}))?\}/g;
/** `width$` in a format. */
const COUNT = /([A-Za-z_]\w*)\$/g;
const GIVEN = /,\s*([A-Za-z_]\w*)\s*=(?![=>])/g;

/**
 * Leaves the names of values that a format takes as they stand: `println!("{name}")`. What the macro gives a name itself is
 * none of them. Source: Rust, `std::fmt`, "Named parameters".
 */
function showCaptured(masking: Masking, openAt: number, [from, end]: readonly [number, number]): void {
  const { text, units } = masking;
  if (end - from < 4 || !MAY_CAPTURE.test(text.slice(from, end)) || !isFormat(masking, openAt)) return;
  const given = new Set([...text.slice(end, end + BEHIND_MAX).matchAll(GIVEN)].map(([, name]) => name));
  const show = (name: string | undefined, nameAt: number): void => {
    if (name === undefined || given.has(name)) return;
    for (let at = nameAt; at < nameAt + name.length; at += 1) units[at] = text.charCodeAt(at);
  };
  for (const { 0: whole, 1: name, 2: format = '', index } of text.slice(from, end).matchAll(HOLE)) {
    show(name, from + index + 1);
    const formatAt = from + index + whole.length - 1 - format.length;
    for (const count of format.matchAll(COUNT)) show(count[1], formatAt + count.index);
  }
}

const MAY_CAPTURE = /\{[A-Za-z_]|\$/;

/** Whether what begins at an offset is the format of a macro: the argument of its call that is one. */
function isFormat({ text, units }: Masking, openAt: number): boolean {
  // A format is a whole argument.
  if (!/[([{,]\s*$/.test(text.slice(Math.max(0, openAt - 80), openAt))) return false;
  let depth = 0;
  let argument = 0;
  for (let at = openAt - 1; at >= 0 && at > openAt - BEFORE_MAX && argument <= ARGUMENTS_MAX; at -= 1) {
    const sign = String.fromCharCode(units[at] ?? 0);
    if (')]}'.includes(sign)) depth += 1;
    else if ('([{'.includes(sign)) {
      if (depth === 0) return FORMAT_ARGUMENTS[macroBefore(text, at)] === argument;
      depth -= 1;
    } else if (sign === ',' && depth === 0) argument += 1;
  }
  return false;
}

/** The name of the macro whose call a bracket opens; empty for none. */
function macroBefore(text: string, open: number): string {
  return /(\w+)!\s*$/.exec(text.slice(Math.max(0, open - 40), open))?.[1] ?? '';
}

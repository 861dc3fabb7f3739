import { bisect } from '../../../base/bisect.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { CodeFile } from '../code-file.ts';

/** Languages whose names may stand in backticks, and then hold words and spaces. */
const QUOTING: ReadonlySet<ScannedLanguage> = new Set(['kotlin', 'scala', 'swift']);
const QUOTED = /`[^`\n]*`/g;

/** Where names in backticks begin and end in a file, in order. */
const quoted = new WeakMap<CodeFile, readonly { readonly from: number; readonly to: number }[]>();

/**
 * Whether a word is only a part of a name in backticks: `fun `adds two values`()` uses no `values`. Source: Kotlin
 * language specification, "Identifiers"; Scala Language Specification, "Identifiers"; The Swift Programming Language.
 */
export function isPartOfQuoted(file: CodeFile, at: number, name: string): boolean {
  if (!QUOTING.has(file.scanner)) return false;
  const ranges = quoted.get(file) ?? findQuoted(file.mask());
  quoted.set(file, ranges);
  const range = ranges[bisect(ranges.length, (index) => (ranges[index]?.to ?? 0) <= at)];
  if (range === undefined || range.from > at) return false;
  return range.from + 1 !== at || range.to - 1 !== at + name.length;
}

function findQuoted(mask: string): readonly { readonly from: number; readonly to: number }[] {
  if (!mask.includes('`')) return [];
  return [...mask.matchAll(QUOTED)].map(({ 0: text, index }) => ({ from: index, to: index + text.length }));
}

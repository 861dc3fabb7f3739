import type { ScannedLanguage } from './lex-rules.ts';
import type { Structure } from './structure.ts';
import { LINE_PROBE_CHARACTERS } from './symbol.ts';

/** Lines of modifiers and annotations above a declaration. */
const LINES_MAX = 8;

const ANNOTATION = '@[\\w.:]+(?:\\([^()\\n]{0,200}\\))?';

/** The words that may stand before a declaration and cannot end a line, by language. */
const MODIFIERS: Readonly<Partial<Record<ScannedLanguage, string>>> = {
  kotlin:
    'public|private|protected|internal|expect|actual|final|open|abstract|sealed|const|external|override|lateinit|tailrec|suspend|inner|enum|annotation|inline|value|infix|operator|data|context[ \\t]*\\([^()\\n]{0,200}\\)',
  scala:
    '(?:private|protected)(?:\\[\\w{1,80}\\])?|override|final|sealed|abstract|implicit|lazy|inline|transparent|open|opaque|infix',
};

const LINES = new Map(
  Object.entries(MODIFIERS).map(([language, words]) => [
    language,
    {
      all: new RegExp(`^(?:(?:${ANNOTATION}|${words})(?:\\s+|$)){1,12}$`),
      word: new RegExp(`(?:^|\\s)(?:${words})(?:\\s|$)`),
    },
  ]),
);

/**
 * Where a declaration begins whose modifiers stand on lines of their own above the one that names it; its line's start
 * where none do. Annotations alone are no part of the declaration's own text. Sources: Kotlin language specification,
 * "Grammar" (modifiers); Scala 2.13 Specification, "Newline Characters".
 */
export function modifiersFrom({ mask, lineStarts }: Structure, line: number, language: ScannedLanguage): number {
  const patterns = LINES.get(language);
  let from = lineStarts[line] ?? 0;
  if (patterns === undefined) return from;
  for (let above = line - 1; above >= 0 && above >= line - LINES_MAX; above -= 1) {
    const start = lineStarts[above] ?? 0;
    const end = lineStarts[above + 1] ?? mask.length;
    if (end - start > LINE_PROBE_CHARACTERS) return from;
    const text = mask.slice(start, end).trim();
    if (!patterns.all.test(text)) return from;
    if (patterns.word.test(text)) from = start;
  }
  return from;
}

import { scannedText } from '../../lex/embedded.ts';
import { type Language, languageOf } from '../../lex/languages.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { FILLER, maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { outerOf } from '../../lex/symbol-path.ts';
import type { ChangedSymbolRow } from '../../questions/structure.types.ts';
import { ROLE_RANK } from '../../search/search.ts';
import { isField, mayHaveSymbols } from '../../search/symbols-of.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source } from '../../source/source.ts';
import { readTextFile } from '../read/piece.ts';
import type { Changed } from './changed-files.ts';
import { namesOfImportPatterns } from './import-patterns.ts';
import { pairSymbols } from './pair-symbols.ts';

/** Files whose symbols are compared; a larger change is told by its files. */
const FILES_MAX = 200;

/** Stands where a language asks for a name and nothing is to have one: many declarations of a file may be called so. */
export const BLANK_NAME = '_';

/** Symbols that came, went or changed, those of examples and then of tests last, and files that were left out. */
export interface ChangedSymbols {
  readonly rows: readonly ChangedSymbolRow[];
  readonly notCompared: number;
}

/**
 * Symbols that differ between two states, by their names and texts, comments apart. Of nested ones the innermost is named: a class has
 * changed itself where something of it outside of its members has. Of a file that was moved they are compared with those
 * at the place before. Files and lines of symbols that are gone are the earlier ones.
 */
export async function changedSymbols(
  { earlier, now, deadlineAtMs }: { readonly earlier: Source; readonly now: Source; readonly deadlineAtMs: number },
  changed: readonly Changed[],
): Promise<ChangedSymbols> {
  const files = changed.filter(({ file, moved }) => mayHaveSymbols(file) && moved?.alike !== 100);
  const rows: ChangedSymbolRow[] = [];
  let compared = 0;
  for (const { file, change, moved } of files.slice(0, FILES_MAX)) {
    if (performance.now() > deadlineAtMs) break;
    const fileBefore = moved?.from ?? file;
    const before = change === 'added' ? NOTHING : await textsOf(earlier, fileBefore);
    const after = change === 'deleted' ? NOTHING : await textsOf(now, file);
    if (before === null || after === null) continue;
    rows.push(...compare({ file, fileBefore }, before, after));
    compared += 1;
  }
  const rank = ({ file }: ChangedSymbolRow): number => ROLE_RANK[roleOfPath(file)];
  return { rows: rows.toSorted((a, b) => rank(a) - rank(b)), notCompared: files.length - compared };
}

interface OwnText {
  readonly symbol: FileSymbol;
  /** Its lines without those of symbols in it, comments and empty ones left out. */
  readonly text: string;
}

/** What a file says in one state. */
interface FileTexts {
  /** By the paths of their symbols. */
  readonly own: ReadonlyMap<string, OwnText>;
  /** Lines of variables that are no symbols, since their values are what an import gives. */
  readonly imported: ReadonlyMap<string, number>;
}

const NOTHING: FileTexts = { own: new Map(), imported: new Map() };

async function textsOf(source: Source, file: string): Promise<FileTexts | null> {
  const read = await readTextFile(source, file);
  if ('state' in read) return null;
  const { text } = read.text;
  const language = languageOf(file);
  const scanned = language === null ? null : scannedText(language, text);
  const mask = scanned === null ? maskByRow(language, text) : maskCode(scanned.text, LEX_RULES[scanned.scanner]);
  return {
    own: ownTexts(read.symbols, mask === null ? text.split('\n').map((line) => line.trim()) : codeLines(text, mask)),
    imported: mask === null || scanned?.scanner !== 'script' ? NOTHING.imported : namesOfImportPatterns(mask),
  };
}

/** Of a language without a scanner; null where no comments are known. */
function maskByRow(language: Language | null, text: string): string | null {
  return language === null ? null : maskCode(text, rulesOf(language));
}

function ownTexts(all: readonly FileSymbol[], lines: readonly string[]): ReadonlyMap<string, OwnText> {
  const symbols = all.filter(({ name }) => name !== BLANK_NAME);
  const owner: (FileSymbol | undefined)[] = [];
  const firsts = new Map(symbols.toReversed().map((symbol) => [statementOf(symbol), symbol]));
  // Symbols come in the order of their lines, so that an inner one overwrites the one around it.
  for (const symbol of symbols) {
    const told = firsts.get(statementOf(symbol)) ?? symbol;
    for (let at = symbol.startLine; at <= symbol.endLine; at += 1) owner[at] = told;
  }
  const texts = new Map<FileSymbol, string[]>(symbols.map((symbol) => [symbol, []]));
  for (const [at, line] of lines.entries()) {
    const symbol = owner[at + 1];
    if (symbol !== undefined && line !== '') texts.get(symbol)?.push(line);
  }
  return new Map(
    symbols.map((symbol) => {
      const lines = texts.get(firsts.get(statementOf(symbol)) ?? symbol) ?? [];
      // A comma behind a value of an enum or a part of an object tells that another one follows.
      return [symbol.path, { symbol, text: lines.join('\n').replace(/ ?,$/, '') }];
    }),
  );
}

/** What a symbol is told by: the names that one pattern binds (`const { a, b } = make()`) have one statement, and its text. */
function statementOf({ startLine, endLine, depth, signature }: FileSymbol): string {
  return `${startLine} ${endLine} ${depth} ${signature}`;
}

/**
 * The lines of a file without its comments, which change nothing of what is declared, nor does the white space around
 * code and the width of gaps in it, by which formatters align neighbours (`gofmt`); that within a literal is part of what it says.
 */
function codeLines(text: string, mask: string): readonly string[] {
  const masked = mask.split('\n');
  const isBegun = startsInLiterals(mask);
  return text.split('\n').map((full, at) => {
    const line = withNarrowGaps(full, masked[at] ?? '');
    const begun = isBegun[at] === true ? line : line.trimStart();
    const whole = isBegun[at + 1] === true ? begun : begun.trimEnd();
    return whole.trim() === '' && isBegun[at] === true ? EMPTY_IN_LITERAL + whole : whole;
  });
}

/** A line in which each gap, be it a comment or white space of the code, is one space. */
function withNarrowGaps(line: string, masked: string): string {
  let code = '';
  let from = 0;
  for (const { index, 0: gap } of masked.matchAll(/[ \t]+/g)) {
    code += `${line.slice(from, index)} `;
    from = index + gap.length;
  }
  return code + line.slice(from);
}

/** Whether each line of a masked text begins within a literal. */
function startsInLiterals(mask: string): readonly boolean[] {
  let last = '';
  return mask.split('\n').map((line) => {
    const isBegun = line.startsWith(FILLER) || last === FILLER;
    last = /[^\r](?=\r?$)/.exec(line.slice(-2))?.[0] ?? last;
    return isBegun;
  });
}

/** Stands for an empty line of a literal, which is none of the code. */
const EMPTY_IN_LITERAL = '\n';

function compare(
  { file, fileBefore }: { readonly file: string; readonly fileBefore: string },
  { own: before, imported: importedBefore }: FileTexts,
  { own: after, imported }: FileTexts,
): readonly ChangedSymbolRow[] {
  const row = (change: ChangedSymbolRow['change'], { path, kind, line }: FileSymbol): ChangedSymbolRow => {
    return { change, symbol: path, kind, file: change === 'deleted' ? fileBefore : file, line, known: 'exact' };
  };
  const pairs = pairSymbols(before.values(), after.values());
  const now = [...after.values()].flatMap((own) => {
    const { symbol, text } = own;
    const earlier = pairs.get(own);
    if (earlier) return earlier.text === text ? [] : [row('changed', symbol)];
    if (isToldByType(symbol, after, before)) return [];
    return [row(importedBefore.has(symbol.path) ? 'changed' : 'added', symbol)];
  });
  const paired = new Set(pairs.values());
  const gone = [...before.values()].flatMap((own) => {
    const { symbol } = own;
    if (paired.has(own) || isToldByType(symbol, before, after)) return [];
    const line = imported.get(symbol.path);
    return [line === undefined ? row('deleted', symbol) : row('changed', { ...symbol, kind: 'variable', line })];
  });
  return [...now, ...gone];
}

/** Whether a field came or went with its type, which then is told alone. */
function isToldByType(
  symbol: FileSymbol,
  here: ReadonlyMap<string, OwnText>,
  there: ReadonlyMap<string, OwnText>,
): boolean {
  const type = outerOf(symbol.path);
  return isField(symbol) && here.has(type) && !there.has(type);
}

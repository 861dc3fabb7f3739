import { once } from '../../base/once.ts';
import { COMPONENTS, scannedText } from '../lex/embedded.ts';
import { type Language, languageOf } from '../lex/languages.ts';
import { LEX_RULES, type ScannedLanguage } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import { languageIn } from '../lex/shebang.ts';
import { type Structure, structureOf } from '../lex/structure.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import { symbolsOf } from '../search/symbols-of.ts';
import { type PathRole, roleOfPath } from '../source/path-role.ts';
import { withCallables } from './places/php-callables.ts';

/** Languages that use each other's declarations, by the scanner of one of them. */
export type Family = Exclude<ScannedLanguage, 'kotlin' | 'scala' | 'cpp'>;

/** A file of code as references read it. What takes time is made when it is first asked for. */
export interface CodeFile {
  readonly path: string;
  readonly role: PathRole;
  readonly scanner: ScannedLanguage;
  readonly family: Family;
  readonly text: string;
  /** The text with comments and the inside of strings taken out; of PHP names of methods in callables stand. */
  mask(): string;
  structure(): Structure;
  symbols(): readonly FileSymbol[];
  /** Whether it is the script of a component, whose template, which is not read, may use what it declares. */
  readonly isOfComponent: boolean;
}

/** Of a component its scripts, all at their places; null for a language without a scanner. */
export function makeCodeFile(path: string, text: string, blobId: string | null): CodeFile | null {
  const language = languageIn(path, text);
  const scanned = language === null ? null : scannedText(language, text);
  if (scanned === null) return null;
  const symbols = (): readonly FileSymbol[] => symbolsOf({ path, blobId, text });
  return codeFile({ path, ...scanned, symbols, isOfComponent: isComponentPath(path) });
}

function codeFile(parts: Pick<CodeFile, 'path' | 'text' | 'scanner' | 'symbols' | 'isOfComponent'>): CodeFile {
  const { path, text, scanner } = parts;
  const mask = once(() => {
    const masked = maskCode(text, LEX_RULES[scanner]);
    return scanner === 'php' ? withCallables(text, masked) : masked;
  });
  return {
    ...parts,
    role: roleOfPath(path),
    family: familyOfScanner(scanner),
    mask,
    structure: once(() => structureOf(mask(), LEX_RULES[scanner])),
    symbols: once(parts.symbols),
  };
}

/** Whether a file is a component with scripts in it, by its name. */
export function isComponentPath(path: string): boolean {
  return COMPONENTS.includes(languageOf(path)?.id ?? '');
}

/** Whose declarations a file may use, by its name; null for a language that is not read for names. */
export function familyOfUser(path: string): Family | null {
  return isComponentPath(path) ? 'script' : familyOf(languageOf(path));
}

/** Which files may mean each other's declarations; null for a language without a scanner. */
export function familyOf(language: Language | null): Family | null {
  const scanner = language?.scanner ?? null;
  return scanner === null ? null : familyOfScanner(scanner);
}

function familyOfScanner(scanner: ScannedLanguage): Family {
  switch (scanner) {
    case 'kotlin':
    case 'scala':
      return 'java';
    case 'cpp':
      return 'c';
    default:
      return scanner;
  }
}

/** 1-based line of an offset. */
export function lineAt(file: CodeFile, at: number): number {
  return file.structure().lineAt(at) + 1;
}

/** Offset of the line break behind an offset, or of the text's end on the last line. */
export function endOfLineAt(file: CodeFile, at: number): number {
  const { lineStarts, lineAt: indexOf } = file.structure();
  const next = lineStarts[indexOf(at) + 1];
  return next === undefined ? file.text.length : next - 1;
}

/** Offset of the first character of a 1-based line. */
export function startOfLine(file: CodeFile, line: number): number {
  return file.structure().lineStarts[line - 1] ?? file.text.length;
}

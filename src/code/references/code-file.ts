import { once } from '../../base/once.ts';
import { COMPONENTS, onlyScripts } from '../lex/embedded.ts';
import { type Language, languageOf } from '../lex/languages.ts';
import { LEX_RULES, type ScannedLanguage } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import { scanSymbols } from '../lex/scan-symbols.ts';
import { languageIn } from '../lex/shebang.ts';
import { type Structure, structureOf } from '../lex/structure.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import { mayHaveSymbols, symbolsOf } from '../search/symbols-of.ts';
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
  /** Whether it is the script of a component: it uses names, and what it declares is in no list. */
  readonly isOfComponent: boolean;
}

/** Null for a language without a scanner. */
export function makeCodeFile(path: string, text: string, blobId: string | null): CodeFile | null {
  const language = languageIn(path, text);
  if (language === null || language.scanner === null) return null;
  const symbols = (): readonly FileSymbol[] => symbolsOf({ path, blobId, text });
  return codeFile({ path, text, scanner: language.scanner, symbols, isOfComponent: false });
}

/** The scripts of a component, all at their places; null for other files. */
export function makeComponentFile(path: string, text: string): CodeFile | null {
  const language = languageOf(path);
  if (language === null || !COMPONENTS.includes(language.id)) return null;
  const scanner: ScannedLanguage = 'script';
  const scripts = onlyScripts(text, language.id);
  const symbols = (): readonly FileSymbol[] => scanSymbols({ ...language, scanner }, scripts);
  return codeFile({ path, text: scripts, scanner, symbols, isOfComponent: true });
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

/** Whether names are looked for in a file of that path: in code of a scanned language, and in scripts of components. */
export function mayUseNames(path: string): boolean {
  return mayHaveSymbols(path) || isComponentPath(path);
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

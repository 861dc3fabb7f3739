import { RUST_ATTRIBUTE, SCRIPT_ATTRIBUTE } from './attributes-before.ts';
import {
  findPhpDeclaration,
  findRubyDeclaration,
  findRubyDeclarators,
  findShellDeclaration,
  PHP_FIRST_WORDS,
  RUBY_FIRST_WORDS,
  SHELL_FIRST_WORDS,
} from './declarations-dynamic.ts';
import { findKotlinDeclaration, KOTLIN_FIRST_WORDS } from './declarations-jvm.ts';
import { findGoDeclaration, findPythonDeclaration, findRustDeclaration } from './declarations-other.ts';
import { findScalaDeclaration, SCALA_FIRST_WORDS } from './declarations-scala.ts';
import { findScriptDeclaration, findScriptDeclarators, readScriptDeclarator } from './declarations-script.ts';
import { findSwiftDeclaration, SWIFT_FIRST_WORDS } from './declarations-swift.ts';
import { scannedText } from './embedded.ts';
import { findGoMethodsBehind, readGoMethod } from './go-interfaces.ts';
import type { Language } from './languages.ts';
import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { findGoNamesBehind, findPhpNamesBehind, findPythonNames, findSwiftNamesBehind } from './listed-names.ts';
import { maskWithMarks } from './mask.ts';
import { kotlinMembers, membersOfEnum, phpMembers } from './members.ts';
import { findPhpBehind, readPhpBehind } from './php-behind.ts';
import { isFallback } from './python-fallbacks.ts';
import { C_STATEMENTS, CPP_STATEMENTS, listMacros } from './read-c.ts';
import { CSHARP_STATEMENTS, JAVA_STATEMENTS } from './read-typed.ts';
import { withScalaBlocks } from './scala-blocks.ts';
import { scalaMembers } from './scala-members.ts';
import { findScalaBound } from './scala-patterns.ts';
import { type LineLanguage, scanLines } from './scan-lines.ts';
import type { Scan } from './scan-state.ts';
import { scanStatements } from './scan-statements.ts';
import { findScriptField, parameterFields } from './script-fields.ts';
import { methodsOfValue } from './script-objects.ts';
import { membersOfLine } from './script-short-bodies.ts';
import { rustExternItems, rustMembers, swiftMembers } from './short-bodies.ts';
import type { StatementLanguage } from './statement-language.ts';
import { type Structure, structureOfMask } from './structure.ts';
import { type FileSymbol, LINE_PROBE_CHARACTERS, type PlainSymbol } from './symbol.ts';

/** Symbols of one file; more are not listed. */
const SYMBOLS_MAX = 20_000;
/** Longer texts are not scanned. */
const SCAN_CHARACTERS_MAX = 4 * 1_024 * 1_024;

/** What every method or field that is given a function has; fields may have less. */
const METHOD_SIGN = /[(=<]/;
const FIELD_SIGN = /[(=<:;]|#\w|\b(?:static|readonly|declare|public|private|protected)\b/;

/** Languages whose declarations are told by how their lines begin. */
const LINE_LANGUAGES: Readonly<Partial<Record<ScannedLanguage, LineLanguage>>> = {
  script: {
    firstWords:
      /(?:(?:export|default|declare|async|function|abstract|class|interface|type|const|let|var|enum|namespace|module|describe|it|test|suite|context|bench)\b|(?:exports\s*=\s*)?[\w$\u0080-\uffff]+\.[\w$.\u0080-\uffff]+[ \t\r\n]*=(?!=)|Object\.(?:defineProp|assign\()|define[A-Z]|[\w$.\u0080-\uffff]{1,200}\.__define[GS])/y,
    // Members of classes have no word of their own, but a sign that every one of them has.
    mayBeMember({ structure, byBody }, line, [from, to]) {
      const body = byBody.get(structure.openAtLine[line] ?? -1);
      if (body === undefined) return false;
      const { kind } = body.symbol;
      const sign = kind === 'class' || kind === 'interface' ? FIELD_SIGN : METHOD_SIGN;
      return sign.test(structure.mask.slice(from, Math.min(to, from + LINE_PROBE_CHARACTERS)));
    },
    attribute: SCRIPT_ATTRIBUTE,
    find: (line) => findScriptDeclaration(line) ?? findScriptField(line),
    further: { find: findScriptDeclarators, read: readScriptDeclarator },
    members: (structure, listed) => [
      ...parameterFields(structure, listed),
      ...membersOfEnum(structure, listed),
      ...membersOfLine(structure, listed),
      ...methodsOfValue(structure, listed),
    ],
    blocks: 'braces',
  },
  python: {
    firstWords: /(?:async|def|class)\b|(?<![^\n])[^\s"'#)\]}]/y,
    // What a class says of its values has no word of its own, nor has what a module gives a value below an `if` or a `try`.
    mayBeMember: ({ open, structure }, _line, [from]) => {
      const around = open.at(-1)?.symbol.kind;
      return around === undefined ? !isFallback(structure, from) : around === 'class';
    },
    find: findPythonDeclaration,
    further: { find: findPythonNames, read: () => null },
    blocks: 'indent',
  },
  go: {
    firstWords: /(?:func|type|const|var)\b/y,
    // Groups of declarations, and the methods of interfaces, have no word of their own.
    mayBeMember({ structure, byBody }, line) {
      const open = structure.openAtLine[line] ?? -1;
      return structure.mask[open] === '(' || byBody.get(open)?.symbol.kind === 'interface';
    },
    find: findGoDeclaration,
    further: {
      find: (...at) => [...findGoMethodsBehind(...at), ...findGoNamesBehind(...at)],
      read: readGoMethod,
    },
    blocks: 'braces',
  },
  rust: {
    firstWords:
      /(?:pub|default|const|async|unsafe|safe|extern|fn|struct|enum|union|trait|mod|type|static|impl|auto|macro_rules)\b/y,
    attribute: RUST_ATTRIBUTE,
    find: findRustDeclaration,
    further: { find: rustExternItems, read: () => null },
    members: rustMembers,
    blocks: 'braces',
  },
  kotlin: {
    firstWords: KOTLIN_FIRST_WORDS,
    find: findKotlinDeclaration,
    members: kotlinMembers,
    blocks: 'braces',
  },
  scala: {
    firstWords: SCALA_FIRST_WORDS,
    find: findScalaDeclaration,
    further: { find: findScalaBound, read: () => null },
    members: scalaMembers,
    blocks: 'braces',
  },
  swift: {
    firstWords: SWIFT_FIRST_WORDS,
    find: findSwiftDeclaration,
    further: { find: findSwiftNamesBehind, read: () => null },
    members: swiftMembers,
    blocks: 'braces',
  },
  php: {
    firstWords: PHP_FIRST_WORDS,
    find: findPhpDeclaration,
    further: {
      find: (...at) => [...findPhpNamesBehind(...at), ...findPhpBehind(...at)],
      read: readPhpBehind,
    },
    members: phpMembers,
    blocks: 'braces',
  },
  ruby: {
    firstWords: RUBY_FIRST_WORDS,
    find: findRubyDeclaration,
    further: { find: findRubyDeclarators, read: () => null },
    blocks: 'end',
  },
  shell: { firstWords: SHELL_FIRST_WORDS, find: findShellDeclaration, blocks: 'braces' },
};

/** Languages whose declarations may go over lines before their name comes, and end with `;` or a brace. */
const STATEMENT_LANGUAGES: Readonly<Partial<Record<ScannedLanguage, StatementLanguage>>> = {
  java: JAVA_STATEMENTS,
  c: C_STATEMENTS,
  cpp: CPP_STATEMENTS,
  csharp: CSHARP_STATEMENTS,
};

/** What only C++ has, at the beginning of a line. The head of a class is no longer than that. */
const IS_CPP =
  /class\s+\w+[^;*()]{0,400}[{:]|namespace(?:\s+[\w:]+)?\s*\{|template\s*<|(?:public|private|protected):|using\s+\w/y;
/** What it begins with, by its code: most lines are told by one character. */
const CPP_INITIALS = new Uint8Array(0x80);
for (const letter of 'cntpu') CPP_INITIALS[letter.charCodeAt(0)] = 1;

/** Headers of C++ are called as those of C are. What a comment says (`using it`) tells nothing. */
function isCpp(text: string, { lineStarts }: Structure): boolean {
  for (let line = 0; line < lineStarts.length; line += 1) {
    let at = lineStarts[line] ?? 0;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x09) {
      at += 1;
      code = text.charCodeAt(at);
    }
    if (CPP_INITIALS[code] !== 1) continue;
    IS_CPP.lastIndex = at;
    if (IS_CPP.test(text)) return true;
  }
  return false;
}

/** The language that a text is read as, and its brackets and lines. */
function structureIn(language: ScannedLanguage, text: string): readonly [ScannedLanguage, Structure] {
  const structure = structureOfMask(maskWithMarks(text, LEX_RULES[language]));
  if (language === 'scala') return [language, withScalaBlocks(structure)];
  if (language !== 'c') return [language, structure];
  // Raw strings are all that the masks of the two differ in.
  const hasRaw = text.includes('R"');
  if (!isCpp(hasRaw ? text : structure.mask, structure)) return [language, structure];
  return hasRaw ? structureIn('cpp', text) : ['cpp', structure];
}

/**
 * The declarations of a text in the order of its lines, found by patterns on the masked text, never by running or
 * parsing it. Empty for a language without a scanner. Takes time linear in the text and never throws.
 */
export function scanSymbols(language: Language, text: string): readonly FileSymbol[] {
  return scanText(language, text, true);
}

/** The same without signatures, which take a tenth of the time. */
export function scanPlaces(language: Language, text: string): readonly PlainSymbol[] {
  return scanText(language, text, false);
}

function scanText(language: Language, text: string, hasSignatures: boolean): readonly FileSymbol[] {
  const scanned = text.length > SCAN_CHARACTERS_MAX ? null : scannedText(language, text);
  if (scanned === null) return [];
  const [scanner, structure] = structureIn(scanned.scanner, scanned.text);
  const scan: Scan = {
    text: scanned.text,
    structure,
    language: scanner,
    hasSignatures,
    symbols: [],
    open: [],
    byBody: new Map(),
    counts: new Map(),
  };
  const lines = LINE_LANGUAGES[scanner];
  const statements = STATEMENT_LANGUAGES[scanner];
  if (lines) scanLines(scan, lines, SYMBOLS_MAX);
  if (scanner === 'c' || scanner === 'cpp') listMacros(scan, SYMBOLS_MAX);
  if (statements) scanStatements(scan, statements, SYMBOLS_MAX);
  return scan.symbols;
}

import { bladeText } from './mask-blade.ts';
import { csharpRaw, csharpTold } from './mask-csharp.ts';
import { grammarBracket, grammarDeclaration, grammarRules } from './mask-grammar.ts';
import { phpHeredoc, rubyHeredoc, shellHeredoc } from './mask-heredoc.ts';
import { apostrophe, jsxText } from './mask-jsx.ts';
import {
  blockComment,
  CSHARP_FORMATS,
  character,
  lineComment,
  literal,
  marginComment,
  nestedComment,
  pass,
  quotedName,
  shebang,
} from './mask-literals.ts';
import { backticks, dollarName, endMark, percentLiteral, rubyCharacter, rubyRegex } from './mask-ruby.ts';
import { rustString } from './mask-rust.ts';
import { scriptRegex } from './mask-script.ts';
import { shellExpansion } from './mask-shell.ts';
import {
  cQuote,
  htmlPrologue,
  htmlText,
  kotlinString,
  phpComment,
  phpHash,
  pythonString,
  rawCString,
  scalaString,
  shellComment,
  swiftRawString,
} from './mask-special.ts';
import { type LexRules, lexRules, type Opener } from './masking.ts';

/** The languages whose symbols are found. */
export type ScannedLanguage =
  | 'script'
  | 'python'
  | 'go'
  | 'rust'
  | 'java'
  | 'kotlin'
  | 'scala'
  | 'swift'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'php'
  | 'ruby'
  | 'shell';

const C_COMMENTS: readonly Opener[] = [
  ['//', lineComment],
  ['/*', blockComment('/*', '*/')],
];
const GRAMMAR: readonly Opener[] = [
  ['%%', grammarRules],
  ['%{', grammarBracket],
  ['%}', grammarBracket],
  ['%', grammarDeclaration],
];
const NESTED_COMMENTS: readonly Opener[] = [
  ['//', lineComment],
  ['/*', nestedComment],
];
const line = (quote: string): Opener => [quote, literal(quote, { close: quote, escapes: true })];
const long = (quote: string): Opener => [quote, literal(quote, { close: quote, escapes: true, overLines: true })];
const raw = (open: string, close = open): Opener => [open, literal(open, { close, overLines: true })];

/** `$name` of Kotlin, of which a backslash makes a text; in raw strings nothing does. */
const NAMES = /(?<=(?<!\\)(?:\\\\){0,8}\$)[\p{L}_][\p{L}\p{N}_]*/gu;
const RAW_NAMES = /(?<=\$)[\p{L}_][\p{L}\p{N}_]*/gu;
/** `$name` and `$name->property`. Source: PHP manual, "Strings", "Variable parsing". */
const PHP_NAMES = /(?<=(?<!\\)(?:\\\\){0,8})\$[\p{L}_][\p{L}\p{N}_]*(?:->[\p{L}_][\p{L}\p{N}_]*)?/gu;

/** How literals and comments look in each scanned language. */
export const LEX_RULES: Readonly<Record<ScannedLanguage, LexRules>> = {
  script: lexRules(
    [
      ['//', jsxText],
      ['/*', jsxText],
      ['`', jsxText],
      ...C_COMMENTS,
      ['/', scriptRegex],
      line('"'),
      ["'", apostrophe],
      line("'"),
      ['`', literal('`', { close: '`', escapes: true, overLines: true, holes: ['${'] })],
    ],
    { prologue: shebang, holes: '{}' },
  ),
  // Raw strings need no rule of their own: in them, too, a backslash keeps the quote after it from closing.
  python: lexRules(
    [
      ['#', lineComment],
      ['"""', pythonString('"""', true)],
      ["'''", pythonString("'''", true)],
      ['"', pythonString('"', false)],
      ["'", pythonString("'", false)],
    ],
    { holes: '{}' },
  ),
  go: lexRules([...C_COMMENTS, raw('`'), line('"'), line("'")]),
  // `'` also begins lifetimes.
  rust: lexRules([...NESTED_COMMENTS, ['"', rustString], ["'", character]]),
  java: lexRules([...C_COMMENTS, long('"""'), line('"'), line("'")]),
  kotlin: lexRules(
    [
      ...NESTED_COMMENTS,
      ['"""', kotlinString('"""', { close: '"""', overLines: true, names: RAW_NAMES, isGreedy: true })],
      ['"', kotlinString('"', { close: '"', escapes: true, names: NAMES })],
      ["'", character],
      ['`', quotedName],
    ],
    { prologue: shebang, holes: '{}' },
  ),
  scala: lexRules(
    [
      ...NESTED_COMMENTS,
      ['"""', scalaString('"""', { close: '"""', overLines: true, isGreedy: true })],
      ['"', scalaString('"', { close: '"', escapes: true })],
      ["'", character],
      ['`', quotedName],
    ],
    { prologue: shebang, holes: '{}' },
  ),
  swift: lexRules(
    [
      ...NESTED_COMMENTS,
      ['"""', literal('"""', { close: '"""', escapes: true, overLines: true, holes: ['\\('] })],
      ['"', literal('"', { close: '"', escapes: true, holes: ['\\('] })],
      ['#', swiftRawString],
      ['`', quotedName],
    ],
    { prologue: shebang, holes: '()' },
  ),
  c: lexRules([...C_COMMENTS, line('"'), ["'", cQuote], ...GRAMMAR], { holes: '{}', hasDirectives: true }),
  cpp: lexRules([...C_COMMENTS, ['R"', rawCString], line('"'), ["'", cQuote], ...GRAMMAR], {
    holes: '{}',
    hasDirectives: true,
  }),
  csharp: lexRules(
    [
      ...C_COMMENTS,
      ['#', csharpTold],
      ['$', csharpRaw],
      ['"""', csharpRaw],
      ['$@"', literal('$@"', { close: '"', overLines: true, doubled: true, holes: ['{'], formats: CSHARP_FORMATS })],
      ['@$"', literal('@$"', { close: '"', overLines: true, doubled: true, holes: ['{'], formats: CSHARP_FORMATS })],
      ['@"', literal('@"', { close: '"', overLines: true, doubled: true })],
      ['$"', literal('$"', { close: '"', escapes: true, holes: ['{'], formats: CSHARP_FORMATS })],
      line('"'),
      ["'", character],
    ],
    { holes: '{}', hasDirectives: true },
  ),
  php: lexRules(
    [
      ['//', phpComment],
      ['/*', blockComment('/*', '*/')],
      ['#', phpHash],
      ['"', literal('"', { close: '"', escapes: true, overLines: true, holes: ['{$', '${'], names: PHP_NAMES })],
      long("'"),
      long('`'),
      ['<<<', phpHeredoc],
      ['?>', htmlText],
      ['@endphp', bladeText],
    ],
    { prologue: htmlPrologue, holes: '(){}' },
  ),
  ruby: lexRules(
    [
      ['#', lineComment],
      ['=begin', marginComment('=begin', '=end')],
      ['__END__', endMark],
      ['$', dollarName],
      ['?', rubyCharacter],
      ['"', literal('"', { close: '"', escapes: true, overLines: true, holes: ['#{'] })],
      long("'"),
      ['`', backticks],
      ['%', percentLiteral],
      ['/', rubyRegex],
      ['<<', rubyHeredoc],
    ],
    { holes: '{}' },
  ),
  shell: lexRules(
    [
      ['#', shellComment],
      ['\\', pass(2)],
      ["$'", literal("$'", { close: "'", escapes: true, overLines: true })],
      ['"', literal('"', { close: '"', escapes: true, overLines: true, holes: ['$(', '${'], hasExpansions: true })],
      ['${', shellExpansion],
      raw("'"),
      ['<<', shellHeredoc],
    ],
    { holes: '(){}' },
  ),
};

/** The same by their ids of languages whose symbols are not scanned. Build files of Gradle are written in Groovy. */
export const UNSCANNED_RULES: ReadonlyMap<string, LexRules> = new Map([
  ['groovy', lexRules([...C_COMMENTS, long('"""'), long("'''"), line('"'), line("'")])],
]);

/** Rules of any other language, by the comments that its row of the table tells and the usual quotes. */
export function commentRules(
  lineComments: readonly string[],
  blockComments: readonly (readonly [open: string, close: string])[],
): LexRules {
  const lines = lineComments.map((mark): Opener => [mark, lineComment]);
  const blocks = blockComments.map(([open, close]): Opener => [open, blockComment(open, close)]);
  return lexRules([...blocks, ...lines, long('"""'), line('"'), line("'")]);
}

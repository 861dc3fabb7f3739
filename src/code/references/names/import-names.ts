import { readUseTree } from '../../imports/rust/use-tree.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { CodeFile } from '../code-file.ts';
import { importedClasses } from './php-names.ts';
import { makeStatements } from './statements.ts';

/** A name that an import brings into a file. */
export interface ImportedName {
  /** What it is called here; empty for what is used without a name of its own, as in `require('./a').add()`. */
  readonly local: string;
  /** What it is called where it comes from; `*` for the module itself, `default` for what a module gives without a name. */
  readonly imported: string;
  /** Of a module that Python imports as a whole its dotted name, by which the line's links tell where it leads to. */
  readonly module?: string;
  /** 1-based line by which the file's links tell where it leads to. */
  readonly line: number;
  /** Offsets of the statement. */
  readonly from: number;
  readonly to: number;
  /** Whether it is only given out again, and means nothing here. */
  readonly isReexport: boolean;
}

/** Names that the imports of a file bring in, by what they are called here; a star brings in none of its own. */
export interface ImportedNames {
  /** All of them in their order, what is only given out again with them. */
  readonly all: readonly ImportedName[];
  /** Stars of Rust, each by the last word before it. */
  readonly stars: readonly ImportedName[];
  named(local: string): readonly ImportedName[];
  /** The statement that an offset is in; null outside of all. */
  around(at: number): readonly ImportedName[];
  /** Names of this file for what is called so elsewhere. */
  aliasesOf(imported: string): readonly string[];
}

/** Imports of one file that are read. */
const NAMES_MAX = 10_000;

/** Each use in a file asks for its imports anew. */
const known = new WeakMap<CodeFile, ImportedNames>();

/** The names of all imports of a file, read once in one walk over its mask. */
export function importedNames(file: CodeFile): ImportedNames {
  const names = known.get(file) ?? readNames(file);
  known.set(file, names);
  return names;
}

function readNames(file: CodeFile): ImportedNames {
  const reader = READERS[file.scanner] ?? null;
  const read = reader === null ? [] : reader(file).slice(0, NAMES_MAX);
  const [all, stars] = [read.filter(({ local }) => local !== '*'), read.filter(({ local }) => local === '*')];
  const own = all.filter(({ isReexport, local }) => !isReexport && local !== '');
  const byLocal = Map.groupBy(own, ({ local }) => local);
  const byImported = Map.groupBy(
    own.filter((one) => one.local !== one.imported),
    (one) => one.imported,
  );
  return {
    all,
    stars,
    named: (local) => byLocal.get(local) ?? [],
    around: makeStatements(all),
    aliasesOf: (imported) => [...new Set((byImported.get(imported) ?? []).map(({ local }) => local))],
  };
}

type ReadNames = (file: CodeFile) => readonly ImportedName[];

const READERS: Readonly<Partial<Record<ScannedLanguage, ReadNames>>> = {
  script: scriptNames,
  python: pythonNames,
  go: goNames,
  rust: rustNames,
  java: javaNames,
  kotlin: javaNames,
  scala: javaNames,
  php: phpImports,
};

// Each run of blanks is followed by something else, so that a long one is read once.
const SCRIPT_IMPORT =
  /(?<![\w$.])(import|export)(?![\w$])\s*(?:type(?:of)?\s+)?((?:[\w$]+\s*(?:,\s*)?)?(?:\*\s*(?:as\s+[\w$]+\s*)?|\{[^{}]{0,20000}\}\s*)?)(?<![\w$])from\s*(['"])/g;
const SCRIPT_REQUIRE =
  /(?<![\w$.])(?:(?:const|let|var|import)\s+|,\s*)(\{[^{}=]{0,5000}\}|[\w$]+)\s*(?:=\s*[\w$.]+\s*)?=\s*(?:await\s+)?(?:require|import)\s*\(\s*(['"`])[^'"`\n]{0,400}\2\s*\)(?:\s*\.\s*([\w$]+)(?![\w$]|[ \t]*[\w$([]|\s*\.))?/g;

function scriptNames(file: CodeFile): readonly ImportedName[] {
  const mask = file.mask();
  const names: ImportedName[] = [];
  const lines = makeLineIndex(file.text);
  for (const match of mask.matchAll(SCRIPT_IMPORT)) {
    const [whole, word, clause = ''] = match;
    const to = match.index + whole.length;
    const place = { line: lines.lineAt(to - 1), from: match.index, to, isReexport: word === 'export' };
    for (const one of clauseNames(clause)) names.push({ ...one, ...place });
  }
  const again = makeLineIndex(file.text);
  for (const match of mask.matchAll(SCRIPT_REQUIRE)) {
    const [whole, bound = '', quote = '', member] = match;
    const to = match.index + whole.length;
    const line = again.lineAt(match.index + whole.indexOf(quote, whole.indexOf('(')));
    const place = { line, from: match.index, to, isReexport: false };
    for (const one of boundNames(bound, isMadeOf(mask, to) ? MADE : member)) names.push({ ...one, ...place });
  }
  const named = [...names, ...givenRequires(file)];
  const ends = new Set(named.map(({ to }) => to));
  return [...named, ...usedRequires(file).filter(({ to }) => !ends.has(to))];
}

/** Stands for what a module's value answers or holds, which is none of the names that the module gives out. */
const MADE = '()';

/** Whether more is asked of a module than itself or a member: `require('./a')(1)`, `require('./a')[key]`, `require('./a').b.c`. */
function isMadeOf(mask: string, to: number): boolean {
  return /^\s*(?:[([`]|\??\.)/.test(mask.slice(to, to + 100));
}

/** What `const name = require('./a').member`, or a pattern before it, binds. */
function boundNames(bound: string, member: string | undefined): readonly Renamed[] {
  if (!bound.startsWith('{')) return [{ local: bound, imported: member ?? 'default' }];
  const names = listedNames(bound.slice(1, -1), '\\s*:');
  return member === undefined ? names : names.map(({ local }) => ({ local, imported: MADE }));
}

const USED_REQUIRE =
  /(?:(?<![\w$.])require\s*\(\s*(['"`])[^'"`\n]{0,400}\1\s*|(?<![\w$)\]])\(\s*await\s+import\s*\(\s*(['"`])[^'"`\n]{0,400}\2\s*\)\s*)\)\s*\.\s*([\w$]+)/g;

/** `require('./lib').add(1)`: a member of a module that has no name here. */
function usedRequires(file: CodeFile): readonly ImportedName[] {
  const lines = makeLineIndex(file.text);
  return [...file.mask().matchAll(USED_REQUIRE)].map((match) => {
    const [whole, quote, other = '', imported = ''] = match;
    const to = match.index + whole.length;
    const line = lines.lineAt(match.index + whole.indexOf(quote ?? other));
    return { local: '', imported, line, from: to - imported.length, to, isReexport: false };
  });
}

const GIVEN_REQUIRE =
  /(?<![\w$.])(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*(require\s*\(\s*(['"`])[^'"`\n]{0,400}\3\s*\)(?:\s*\.\s*([\w$]+)(?![\w$]|[ \t]*[\w$([]|\s*\.))?)/g;

/** `module.exports = require('./lib')`: what is given out again without having a name here. */
function givenRequires(file: CodeFile): readonly ImportedName[] {
  const lines = makeLineIndex(file.text);
  return [...file.mask().matchAll(GIVEN_REQUIRE)].map((match) => {
    const [whole, local = 'default', value = '', quote = '', member = 'default'] = match;
    const to = match.index + whole.length;
    const from = to - value.length;
    const line = lines.lineAt(from + value.indexOf(quote));
    return { local, imported: isMadeOf(file.mask(), to) ? MADE : member, line, from, to, isReexport: true };
  });
}

/** A name in a list of imports or exports, and what it is called instead. */
export type Renamed = Pick<ImportedName, 'local' | 'imported'>;

/** `a, { b as c, type d }` and `* as e`. */
function clauseNames(clause: string): readonly Renamed[] {
  const names: Renamed[] = [];
  const first = /^\s*([\w$]+)\s*(?:,|$)/.exec(clause)?.[1];
  if (first !== undefined) names.push({ local: first, imported: 'default' });
  const whole = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  if (whole !== undefined) names.push({ local: whole, imported: '*' });
  const list = /\{([^{}]*)\}/.exec(clause)?.[1];
  return list === undefined ? names : [...names, ...listedNames(list, '\\s+as\\s+')];
}

/** `a, b as c` with whatever stands between a name and what it is called here. */
export function listedNames(list: string, between: string): readonly Renamed[] {
  const item = new RegExp(`^\\s*(?:type(?:of)?\\s+(?!as\\s))?([\\w$]+)(?:(?:${between})\\s*([\\w$]+))?`);
  return list.split(',').flatMap((part) => {
    const [, imported, local] = item.exec(part) ?? [];
    return imported === undefined ? [] : [{ local: local ?? imported, imported }];
  });
}

const PYTHON_FROM =
  /^[ \t]*from[ \t]+(?:\.[ \t.]*)?[\w.]*[ \t]*import[ \t]*(\([^()]{0,20000}\)|(?:[^\n;\\]|\\\r?\n)*)/gm;
const PYTHON_IMPORT = /^[ \t]*import[ \t]+((?:[^\n;\\]|\\\r?\n)*)/gm;

function pythonNames(file: CodeFile): readonly ImportedName[] {
  const mask = file.mask();
  const names: ImportedName[] = [];
  const lines = makeLineIndex(file.text);
  for (const match of mask.matchAll(PYTHON_FROM)) {
    const place = statement(match, lines.lineAt(wordStart(match)));
    const list = (match[1] ?? '').replace(/[()\\]/g, ' ');
    for (const one of listedNames(list, '\\s+as\\s+')) names.push({ ...one, ...place });
  }
  const again = makeLineIndex(file.text);
  for (const match of mask.matchAll(PYTHON_IMPORT)) {
    const place = statement(match, again.lineAt(wordStart(match)));
    for (const part of (match[1] ?? '').split(',')) {
      const [, path, local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (path !== undefined) names.push(...boundModules(path, local).map((one) => ({ ...one, ...place })));
    }
  }
  return names;
}

/** Parts of the name of one module that are told: nobody nests packages deeper. */
const MODULE_PARTS_MAX = 20;

/**
 * `import a.b` binds `a`, in which the module `b` is then found by `a.b`; `import a.b as c` binds the module itself.
 * Source: The Python Language Reference, "The import statement".
 */
function boundModules(path: string, local: string | undefined): readonly BoundModule[] {
  if (local !== undefined) return [{ local, imported: '*', module: path }];
  const parts = path.split('.', MODULE_PARTS_MAX);
  return parts.map((_, at) => {
    const module = parts.slice(0, at + 1).join('.');
    return { local: module, imported: '*', module };
  });
}

type BoundModule = Pick<ImportedName, 'local' | 'imported' | 'module'>;

/** Where the first word of a match stands. */
function wordStart(match: RegExpExecArray): number {
  return match.index + match[0].search(/\S/);
}

function statement(match: RegExpExecArray, line: number) {
  return { line, from: match.index, to: match.index + match[0].length, isReexport: false };
}

const GO_IMPORT = /^[ \t]*import\s*(?:\(([^()]{0,50000})\)|(?:[\w.]+[ \t]+)?["`][^"`\n]*["`])/gm;
// The word itself comes first: else it would be read as the name given to the package.
const GO_SPEC = /(?:\bimport\b|^|[\n;(])[ \t]*([\w.]+[ \t]+)?(["`])([^"`\n]*)\2/g;

/** Go's packages: called by their alias, else by the last part of their path that is no version. */
function goNames(file: CodeFile): readonly ImportedName[] {
  const names: ImportedName[] = [];
  const lines = makeLineIndex(file.text);
  for (const match of file.mask().matchAll(GO_IMPORT)) {
    const end = match.index + match[0].length;
    // In the mask the paths are filled, so they are read in the text.
    for (const spec of file.text.slice(match.index, end).matchAll(GO_SPEC)) {
      const at = match.index + spec.index + spec[0].length - 1;
      const alias = spec[1]?.trim();
      const local = alias ?? packageName(spec[3] ?? '');
      names.push({ local, imported: '*', line: lines.lineAt(at), from: match.index, to: end, isReexport: false });
    }
  }
  return names;
}

function packageName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const name = /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last;
  return name
    .replace(/\.v\d+$/, '')
    .replace(/^go-|-go$/, '')
    .replaceAll('-', '_');
}

const RUST_USE = /(?<![\w$#'])(pub(?:\s*\([^()]{0,200}\))?\s+)?use(?=[\s:{])([\w\s:{},*#$\u0080-\uffff]{0,20000})/g;

function rustNames(file: CodeFile): readonly ImportedName[] {
  const names: ImportedName[] = [];
  const lines = makeLineIndex(file.text);
  for (const match of file.mask().matchAll(RUST_USE)) {
    const body = match[2] ?? '';
    const start = match.index + match[0].length - body.length;
    const to = match.index + match[0].length;
    const leaves = readUseTree(body).toSorted((a, b) => a.at - b.at);
    for (const { path, name, at } of leaves) {
      const line = lines.lineAt(start + at);
      // `pub use` also gives out, and still means something here. `as _` gives no name: Rust Reference, "Underscore Imports".
      const local = name === '_' ? '' : name;
      names.push({ local, imported: path.at(-1) ?? name, line, from: match.index, to, isReexport: false });
    }
  }
  return names;
}

const JAVA_IMPORT = /^[ \t]*import\s+(?:static\s+)?([\w$]+(?:\s*\.\s*[\w$]+){1,40})(?:\s+as\s+(\w+))?\s*;?/gm;

function javaNames(file: CodeFile): readonly ImportedName[] {
  const names: ImportedName[] = [];
  const lines = makeLineIndex(file.text);
  for (const match of file.mask().matchAll(JAVA_IMPORT)) {
    const imported = (match[1] ?? '').split('.').at(-1)?.trim() ?? '';
    names.push({ local: match[2] ?? imported, imported, ...statement(match, lines.lineAt(wordStart(match))) });
  }
  return names;
}

function phpImports(file: CodeFile): readonly ImportedName[] {
  const lines = makeLineIndex(file.text);
  return importedClasses(file).map((one) => ({ ...one, line: lines.lineAt(one.from), isReexport: false }));
}

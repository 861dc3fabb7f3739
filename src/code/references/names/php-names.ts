import type { CodeFile } from '../code-file.ts';
import { ownerInCallable } from '../places/php-callables.ts';

// Names of classes by PHP's rules, which the text of one file decides. Source: PHP Manual, "Name resolution rules".

/** What one file calls classes, of which PHP does not tell cases apart: all in small letters. */
interface PhpNames {
  /** The namespace of its code with a backslash at the end; null where it has several, each with names of its own. */
  readonly space: string | null;
  /** Full names by what they are called here. */
  readonly uses: ReadonlyMap<string, string>;
  /** Full names by where an import names them. */
  readonly named: ReadonlyMap<number, string>;
  /** What imports call them here, with the statements. */
  readonly imports: readonly PhpImport[];
}

/** One class that a file imports, with the offsets of the statement. */
interface PhpImport {
  readonly local: string;
  readonly imported: string;
  readonly from: number;
  readonly to: number;
}

const NAMESPACE = /(?<![\w$>:\\])namespace(?:\s+([\w\\]{1,300}))?\s*([;{])/g;
const USE = /(?<![\w$>:\\])use\s+(?!function\s|const\s)(?=[\w\\])/g;
/** Characters of one import. */
const USE_MAX = 5_000;
/** `A\B`, `A\B as C`, and of a list in braces what stands before these. */
const PART = /(?<![\w\\])(?!as\s)([\w\\]+)(?:\s+as\s+(\w+)|\s*(\{))?/g;
/** Imports of one file that are read. */
const USES_MAX = 5_000;

/** Each place asks. */
const known = new WeakMap<CodeFile, PhpNames>();

function phpNames(file: CodeFile): PhpNames {
  const names = known.get(file) ?? readNames(file);
  known.set(file, names);
  return names;
}

function readNames(file: CodeFile): PhpNames {
  const mask = file.mask();
  const spaces = [...mask.matchAll(NAMESPACE)].slice(0, 2);
  const [only, other] = spaces;
  const space = other === undefined && only?.[2] !== '{' ? spaceOf(only?.[1]) : null;
  const names: MutableNames & PhpNames = {
    space,
    uses: new Map<string, string>(),
    named: new Map<number, string>(),
    imports: [],
  };
  if (space === null) return names;
  let end = -1;
  for (const { 0: word, index: from } of mask.matchAll(USE)) {
    if (end < from) end = mask.indexOf(';', from);
    if (end === -1 || names.named.size >= USES_MAX) break;
    const start = from + word.length;
    const list = end - start > USE_MAX ? '(' : mask.slice(start, end);
    // Within a type the word names what is mixed in, and behind a function the variables that it takes along.
    if (!list.includes('(') && file.structure().around(from) === -1) addUses(names, list, { start, from, to: end + 1 });
  }
  return names;
}

function spaceOf(name: string | undefined): string {
  return name === undefined ? '' : `${name.toLowerCase()}\\`;
}

function addUses(
  { uses, named, imports }: MutableNames,
  list: string,
  { start, ...statement }: { readonly start: number; readonly from: number; readonly to: number },
): void {
  let outer = '';
  for (const { 1: name = '', 2: as, 3: open, index } of list.matchAll(PART)) {
    if (open !== undefined) outer = name;
    else {
      const full = `${outer}${name}`.replace(/^\\/, '').toLowerCase();
      const imported = lastOf(name);
      uses.set((as ?? imported).toLowerCase(), full);
      imports.push({ local: as ?? imported, imported, ...statement });
      named.set(start + index + lastAt(name), full);
    }
  }
}

interface MutableNames {
  readonly uses: Map<string, string>;
  readonly named: Map<number, string>;
  readonly imports: PhpImport[];
}

function lastAt(name: string): number {
  return name.lastIndexOf('\\') + 1;
}

/** A name without what stands before it. */
export function lastOf(name: string): string {
  return name.slice(lastAt(name));
}

/** The classes that a file of PHP imports. */
export function importedClasses(file: CodeFile): readonly PhpImport[] {
  return phpNames(file).imports;
}

/** The namespace of a file of PHP, as `a\b\` in small letters; null where it has several, and of other languages. */
export function namespaceOfPhp(file: CodeFile): string | null {
  return file.family === 'php' ? phpNames(file).space : null;
}

/** The full name of a class as a file writes it, in small letters; null where the file does not tell it. */
export function fullClassName(file: CodeFile, written: string): string | null {
  const { space, uses } = phpNames(file);
  if (space === null) return null;
  const name = written.toLowerCase();
  if (name.startsWith('\\')) return name.slice(1);
  const [first = '', ...rest] = name.split('\\');
  if (first === 'namespace') return `${space}${rest.join('\\')}`;
  return [uses.get(first) ?? `${space}${first}`, ...rest].join('\\');
}

/** A name as it is written whose last part stands at an offset: with what is before its backslashes. */
export function writtenClass(file: CodeFile, at: number, name: string): string {
  const ahead = file.mask().slice(Math.max(0, at - WRITTEN_MAX), at);
  return `${/[\w\\]*$/.exec(ahead)?.[0] ?? ''}${name}`;
}

const WRITTEN_MAX = 300;

/** The class that was read last of a file: all declarations of a name ask for that of one place. */
const lastWritten = new WeakMap<CodeFile, { readonly at: number; readonly written: string }>();

/** The class before the `::` of a member, or that a callable hands a method on with, as it is written. */
export function writtenBefore(file: CodeFile, at: number): string {
  const last = lastWritten.get(file);
  if (last?.at === at) return last.written;
  const ahead = file.mask().slice(Math.max(0, at - WRITTEN_MAX), at);
  const written = /([\w\\]+)\s{0,40}::\s{0,40}$/.exec(ahead)?.[1] ?? ownerInCallable(file.mask(), at) ?? '';
  lastWritten.set(file, { at, written });
  return written;
}

/** The full name of the class that a name stands for by itself; null where it stands for none, or that is not known. */
export function classNamedAt(file: CodeFile, at: number, name: string): string | null {
  const imported = phpNames(file).named.get(at);
  if (imported !== undefined) return imported;
  const written = writtenClass(file, at, name);
  const start = at + name.length - written.length;
  const ahead = file.mask().slice(Math.max(0, start - 50), start);
  const behind = file.mask().slice(at + name.length, at + name.length + 50);
  const isFunction = /^\s{0,40}\(/.test(behind) && !/(?:\bnew\s+|#\[\s*|,\s*)$/.test(ahead);
  const isOther = /(?:\$|->|::|\b(?:function|const|namespace|as)\s+(?:&\s*)?)$/.test(ahead);
  return isFunction || isOther || behind.startsWith('\\') ? null : fullClassName(file, written);
}

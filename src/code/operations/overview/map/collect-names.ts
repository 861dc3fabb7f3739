import { MIB } from '../../../../base/units.ts';
import { languageOf } from '../../../lex/languages.ts';
import { maskCode } from '../../../lex/mask.ts';
import { rulesOf } from '../../../lex/rules-of.ts';
import { languageIn } from '../../../lex/shebang.ts';
import { makeCodeFile } from '../../../references/code-file.ts';
import { importedNames } from '../../../references/names/import-names.ts';
import { isScriptWord } from '../../../references/places/script-words.ts';
import { isField, type NamedText, symbolsOf } from '../../../search/symbols-of.ts';
import { makeBlobCache } from '../../../source/blob-cache.ts';
import { SCRIPT_WORDS } from './language-names.ts';
import { asWord } from './nearness.ts';
import { addUses, DECLARED_HERE, type PackedUses, SPOKEN_BY_IMPORT } from './packed-uses.ts';
import { countedAs, type Imports, isMacroCall, readUse } from './use-form.ts';

/** Where a name stands: the files' numbers, and how each uses it. A file may only speak of it, in prose or a path. */
export interface NameUses {
  readonly files: readonly number[];
  readonly uses: readonly PackedUses[];
}

/** Gathers which names the files of a project use, file by file, numbered from 0 in the order of adding. */
export interface NameCollector {
  add(file: NamedText): void;
  usesOf(name: string): NameUses;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer ones are encoded data. */
const NAME_CHARACTERS_MAX = 80;
/** Names, and places of names, that are kept; what comes beyond is left out, and the map says less. */
const NAMES_MAX = 600_000;
const PLACES_MAX = 3_000_000;
const NONE: NameUses = { files: [], uses: [] };

/**
 * Bytes of names that a thread remembers; most files are the same when asked again. All files that a map is made of have
 * to fit: where one is left out it is always the next one that is asked for.
 */
const REMEMBERED_BYTES_MAX = 32 * MIB;
/** What the place of a name takes in a list, and what a text of its own takes beside its characters. */
const PLACE_BYTES = 12;
const TEXT_BYTES = 24;

/** The names of one content, each once, and how it uses them. */
interface CountedNames {
  readonly names: readonly string[];
  readonly uses: Uint32Array;
  /** What its names take, those not that another content had before. */
  readonly bytes: number;
}

const known = makeBlobCache<CountedNames>(REMEMBERED_BYTES_MAX, ({ bytes }) => bytes);

/** Makes an empty collector. */
export function makeNameCollector(): NameCollector {
  const collected = new Map<string, { readonly name: string; readonly files: number[]; readonly uses: PackedUses[] }>();
  let file = 0;
  let places = 0;
  function add(name: string, uses: PackedUses): void {
    if (places >= PLACES_MAX) return;
    const one = collected.get(name);
    if (one === undefined) {
      if (collected.size >= NAMES_MAX) return;
      collected.set(name, { name, files: [file], uses: [uses] });
    } else {
      one.files.push(file);
      one.uses.push(uses);
    }
    places += 1;
  }
  /** One text for all files that have the name; null for a name that none has had. */
  const share = (name: string): string | null => collected.get(name)?.name ?? null;
  return {
    add(given) {
      const { path, blobId } = given;
      const key = blobId === null ? null : `${languageOf(path)?.id} ${blobId}`;
      const { names, uses } = known.get(key, () => countNames(given, share));
      for (let at = 0; at < names.length; at++) add(names[at] ?? '', uses[at] ?? 0);
      file += 1;
    },
    usesOf: (name) => collected.get(name) ?? NONE,
  };
}

/** Under which name uses are counted whose receiver is called as a type is: `packageId.name`, `package_id.name` of `PackageId`. */
export function calledOn(receiver: string, name: string): string {
  return `${receiver.replaceAll('_', '').toLowerCase()}.${name}`;
}

function countNames(file: NamedText, share: (name: string) => string | null): CountedNames {
  const language = languageIn(file.path, file.text);
  const mask = language === null ? file.text : maskCode(file.text, rulesOf(language));
  const imports = importsOf(file, mask);
  const counts = countUses(file.text, mask, imports);
  for (const word of imports.words) {
    counts.set(word, (counts.get(word) ?? 0) | SPOKEN_BY_IMPORT);
    const called = counts.get(countedAs(word, true));
    if (called !== undefined) counts.set(countedAs(word, true), called | SPOKEN_BY_IMPORT);
  }
  for (const symbol of symbolsOf(file)) {
    const name = countedAs(symbol.name, imports.scanner === 'rust' && symbol.kind === 'macro');
    // A field that is called as something elsewhere is no other one of that.
    if (isField(symbol)) continue;
    const uses = counts.get(name);
    // `const a = require('./a')` declares a as well, and means the other's.
    if (uses !== undefined && !imports.names.has(symbol.name)) counts.set(name, uses | DECLARED_HERE);
  }
  let bytes = PLACE_BYTES;
  const names = Array.from(counts.keys(), (name) => {
    const shared = share(name);
    bytes += PLACE_BYTES + (shared === null ? TEXT_BYTES + 2 * name.length : 0);
    // A slice of the file's text would keep all of that in memory.
    return shared ?? Buffer.from(name).toString();
  });
  return { names, uses: Uint32Array.from(counts.values()), bytes };
}

function countUses(text: string, mask: string, imports: Imports): Map<string, PackedUses> {
  const counts = new Map<string, PackedUses>();
  const calls = new Map<string, number>();
  for (const { 0: name, index } of text.matchAll(IDENTIFIER)) {
    if (name.length > NAME_CHARACTERS_MAX) continue;
    const isMacro = isMacroCall(mask, index + name.length, imports);
    const key = countedAs(name, isMacro);
    const before = counts.get(key) ?? 0;
    const use = mask.startsWith(name, index) ? readUse({ mask, at: index, name, imports }) : null;
    counts.set(key, use === null ? before : addUses(before, use.form, 1));
    if (isMacro) speakOf(counts, name);
    if (use !== null && use.form === 'member' && use.receiver !== '') addOne(calls, `${use.receiver}.${name}`);
  }
  for (const [call, times] of calls) {
    const key = calledOn(...splitCall(call));
    counts.set(key, addUses(counts.get(key) ?? 0, 'qualified', times));
  }
  return counts;
}

/** What speaks of a file by its name is the word, with the mark of a macro behind or without. */
function speakOf(counts: Map<string, PackedUses>, word: string): void {
  counts.set(word, counts.get(word) ?? 0);
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function splitCall(call: string): readonly [receiver: string, name: string] {
  const at = call.indexOf('.');
  return [call.slice(0, at), call.slice(at + 1)];
}

/** A word of an import; in paths hyphens are part of names. */
const IMPORT_WORD = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;
/**
 * `'@jest/types'`: the scope names an owner and no package, while folders are called by the name, with the scope before it
 * or without. Source: npm, "scope".
 */
const SCOPED = /(?<=["'`])@([\w.-]+)\/([\w.-]+)/g;
/** Characters behind what tells an import, in which its path stands. */
const STATEMENT_REST_MAX = 400;

function importsOf({ path, text, blobId }: NamedText, mask: string): Imports {
  const made = makeCodeFile(path, text, blobId);
  const names = new Set<string>();
  const words = new Set<string>();
  // A template, too, uses what its component imports.
  if (made === null || made.isOfComponent) return { scanner: null, names, words, isWord: () => false };
  const file = { ...made, mask: () => mask };
  const read = new Set<number>();
  for (const { local, from, to } of importedNames(file).all) {
    names.add(local);
    // One statement may bring many names.
    if (read.has(from)) continue;
    read.add(from);
    const statement = text.slice(from, statementEnd(text, to)).replace(SCOPED, '$1-$2 $2');
    for (const [word] of statement.matchAll(IMPORT_WORD)) {
      if (word.length <= NAME_CHARACTERS_MAX) words.add(asWord(word));
    }
  }
  const isWord = (at: number, name: string): boolean =>
    file.scanner === 'script' && (SCRIPT_WORDS.has(name) || isScriptWord(file, at, name));
  return { scanner: file.scanner, names, words, isWord };
}

/** Where a script's statement ends with the quote, the path stands behind it. */
function statementEnd(text: string, to: number): number {
  const end = text.slice(to, to + STATEMENT_REST_MAX).indexOf('\n');
  return end === -1 ? to : to + end;
}

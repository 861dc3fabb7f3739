import { before, wordBefore } from '../../lex/code-text.ts';
import { isGoTest } from '../../lex/go-package.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
import { bindingAround } from '../names/binding-places.ts';
import type { Definition, Place } from '../reference.ts';
import { isTop } from './findings.ts';
import type { Case } from './in-reach.ts';

/**
 * Whether a place of Go asks for something of another sort than a declaration: a name alone is no method or field, and
 * nothing of another package; what stands behind a dot is at the top of a package only where that is what stands before it.
 * Source: The Go Programming Language Specification, "Selectors", "Qualified identifiers", "Declarations and scope".
 */
export function isOfOtherGoSort(one: Case, place: Place, definition: Definition): boolean {
  const { file, names } = one;
  if (file.family !== 'go' || place.isKey) return false;
  if (isTop(definition) && isOnlyForTests(file, definition)) return true;
  if (place.path.length > 0 || place.isOfUnknown) return isTop(definition) && !mayBeOfPackage(one, place, definition);
  if (definition.container !== null) return true;
  const isElsewhere = folderOf(definition.file) !== folderOf(file.path) || isOfPackageTested(file, definition);
  // What stands in an import is what it brings in; a dot brings in all that a package has.
  return isElsewhere && names.around(place.at).length === 0 && names.named('.').length === 0;
}

/** Only tests of a folder see what its tests declare. Source: Go, `go help test`. */
function isOnlyForTests({ path }: CodeFile, { file: declaring }: Definition): boolean {
  return isGoTest(declaring) && (!isGoTest(path) || folderOf(declaring) !== folderOf(path));
}

/** Whether a file is a test of the package `a_test`, which has to import what the package `a` beside it declares. */
function isOfPackageTested(file: CodeFile, { file: declaring }: Definition): boolean {
  return isGoTest(file.path) && !isGoTest(declaring) && /^[ \t]*package\s+\w+_test\b/m.test(file.mask());
}

/** Whether what stands before a dot may be the package of a declaration, as an import of the file has it. */
function mayBeOfPackage({ file, names, links }: Case, { path, isOfUnknown }: Place, { file: declaring }: Definition) {
  const [first = ''] = path;
  if (path.length !== 1 || isOfUnknown) return false;
  if (names.named(first).length > 0) return true;
  const imports = links.of(file.path);
  if (imports === null) return true;
  // A package may have another name than its path ends in, by which nothing here is then called.
  return names.all.some(({ local, line }) => {
    const targets = imports.byLine.get(line);
    return targets !== undefined && links.leadsTo(targets, declaring) && !isUsed(file, local);
  });
}

function isUsed(file: CodeFile, local: string): boolean {
  const mask = file.mask();
  for (let at = mask.indexOf(`${local}.`); at !== -1; at = mask.indexOf(`${local}.`, at + 1)) {
    if (!/[\w.]/.test(mask[at - 1] ?? '')) return true;
  }
  return false;
}

/** Calls that are gone back through from a member to what it all begins with. */
const CHAIN_MAX = 20;

/**
 * Whether a place is a member of what a function of a package from outside gives back, be it over several calls:
 * `template.New("").Delims`. Which type that has is not known here, but the project's it is only by chance.
 */
export function isOfForeignCall({ file, names, links }: Case, { at }: Place): boolean {
  const root = file.family === 'go' ? rootOfCalls(file, at) : null;
  if (root === null || bindingAround(file, root.name, root.at) !== null) return false;
  const targets = links.of(file.path)?.byLine;
  const imports = names.named(root.name);
  return targets !== undefined && imports.length > 0 && imports.every(({ line }) => !targets.has(line));
}

/** The first word of a chain of calls that ends before a member: `a` of `a.b(1).c(2).name`; null for what is none. */
function rootOfCalls(file: CodeFile, at: number): { readonly name: string; readonly at: number } | null {
  const mask = file.mask();
  let end = at;
  let called = false;
  for (let left = CHAIN_MAX; left > 0; left -= 1) {
    const dot = before(mask, end);
    if (mask[dot] !== '.') return null;
    let last = before(mask, dot);
    if (mask[last] === ')') {
      last = before(mask, file.structure().openOf(last));
      called = true;
    }
    const word = wordBefore(mask, last + 1);
    if (word === '') return null;
    end = last + 1 - word.length;
    if (mask[before(mask, end)] !== '.') return called ? { name: word, at: end } : null;
  }
  return null;
}

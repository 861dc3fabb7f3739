import { isGoTest } from '../../lex/go-package.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
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

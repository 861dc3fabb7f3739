import { folderOf } from '../../text/paths.ts';
import { familyOfUser } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { isRust } from './barrels.ts';
import type { FileLinks } from './file-links.ts';
import type { ImportedName } from './import-names.ts';
import type { OwnNames } from './own-names.ts';

/** A name that an import asks a file for. */
export interface NameSought {
  readonly name: string;
  readonly isOwnOf: OwnNames;
}

/** Breadth-first through what is given out again, each file once. */
export function leadsTo(
  known: ReadonlyMap<string, FileLinks>,
  targets: Iterable<string>,
  { path, named }: { readonly path: string; readonly named?: NameSought | undefined },
): boolean {
  const folder = path.endsWith('.go') ? `${folderOf(path)}/` : null;
  const seen = new Set<string>();
  let step = [...targets];
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && step.length > 0; hop += 1) {
    const next: string[] = [];
    for (const target of step) {
      if (target === path || target === folder) return true;
      if (seen.has(target)) continue;
      seen.add(target);
      next.push(...givenOut(known.get(target), target, named));
    }
    step = next;
  }
  return false;
}

/** Python's packages give out what they import, under the names that they take; the others say so. */
function givenOut(links: FileLinks | undefined, path: string, named: NameSought | undefined): Iterable<string> {
  if (links === undefined) return [];
  if (/(?:^|\/)__init__\.pyi?$/.test(path)) {
    const isTaken = (target: string): boolean => named === undefined || takes(links, named.name, target);
    return [...links.targets].filter(isTaken);
  }
  if (named === undefined || links.reexported.size === 0) return links.reexported.keys();
  const isListed = givesByName(links, named.name);
  if (goesBefore(path) && !isListed && named.isOwnOf(path, named.name)) return [];
  // Of Rust a value of an enum is asked for by its own name, which no list of its type's module has.
  if (isRust(path) && !isListed) return links.reexported.keys();
  const isMeant = (names: 'all' | ReadonlySet<string>): boolean =>
    names === 'all' ? !isListed || !goesBefore(path) : names.has(named.name);
  return [...links.reexported].flatMap(([target, names]) => (isMeant(names) ? [target] : []));
}

/** Whether a file of Python takes a name from another one, or with no target from any, be it by a star. */
export function takes({ taken }: Pick<FileLinks, 'taken'>, name: string, target?: string): boolean {
  const all = target === undefined ? [...taken.values()] : [taken.get(target)];
  return all.some((names) => names?.has(name) || names?.has('*'));
}

/**
 * Whether what a file gives out by a name goes before all that it gives out by a star. Source: ECMAScript, "ResolveExport";
 * The Rust Reference, "Use declarations", "Glob imports".
 */
const goesBefore = (path: string): boolean => isOfScript(path) || isRust(path);

const isOfScript = (path: string): boolean => familyOfUser(path) === 'script';

/**
 * Whether a file gives out something of another one by a name that is written there. Of a script that goes before all
 * that it gives out by a star, as does what it declares. Source: ECMAScript, "ResolveExport".
 */
export function givesByName({ reexported }: Pick<FileLinks, 'reexported'>, name: string): boolean {
  return [...reexported.values()].some((names) => names !== 'all' && names.has(name));
}

/** A name that a line of a file brings in. */
export function localKey(line: number, local: string): string {
  return `${line} ${local}`;
}

/** Where what an import of a file brings in comes from; undefined where that is not known. */
export function targetsOf(
  links: FileLinks | null,
  { line, local, module }: Pick<ImportedName, 'line' | 'local' | 'module'>,
): ReadonlySet<string> | undefined {
  const byName = links?.byLocalName.get(localKey(line, module ?? local));
  // Of another module of the same line nothing is meant by a module's name.
  return byName ?? (module === undefined ? links?.byLine.get(line) : undefined);
}

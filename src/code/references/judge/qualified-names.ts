import { namesOf } from '../../lex/symbol-path.ts';
import type { ImportedName } from '../names/import-names.ts';
import { hidesImport, importsAt } from '../names/local-names.ts';
import type { Definition } from '../reference.ts';
import { type Case, knowsType, leadsTo, sought } from './in-reach.ts';
import { areOutside } from './outside.ts';

/** The name of a type with the words before it, the outermost first: `api`, `Kind` of `api.Kind`. */
export interface QualifiedName {
  readonly path: readonly string[];
  readonly at: number;
}

/**
 * Whether a type's name, with what stands before it, means the one that a definition is a member of. Of scripts and Python the first word
 * decides: what an import brings in under it has the type, or a type of that name that the file knows as well is another.
 */
export function knowsQualified(one: Case, { path, at }: QualifiedName, definition: Definition): boolean {
  const type = path.at(-1) ?? '';
  if (definition.container !== type) return false;
  const [first = ''] = path;
  const isWhole = path.length === 1 || (one.file.family !== 'script' && one.file.family !== 'python');
  if (isWhole) return knowsType(one, { type, at }, definition);
  const names = importsAt(one.file, one.names.named(first), at);
  if (one.file.family === 'python') return !areOutside(one, names) && knowsType(one, { type, at }, definition);
  if (names.length === 0) return isWithin(path, definition) && knowsType(one, { type, at }, definition);
  return !hidesImport(one.file, first, at) && names.some((name) => holdsType(one, name, definition));
}

/** Whether a definition lies in what the words before its type name: `Shapes.Kind` of a namespace. */
function isWithin(path: readonly string[], { symbol }: Definition): boolean {
  const outer = namesOf(symbol.path).slice(0, -1);
  return path.length <= outer.length && path.every((name, at) => name === outer.at(at - path.length));
}

/** Whether what an import of a script brings in has the type that a definition is a member of. */
function holdsType(one: Case, name: ImportedName, definition: Definition): boolean {
  const { file, links, addresses } = one;
  const { file: declaring, container } = definition;
  if (container === null) return false;
  if (name.imported !== '*') {
    const modules = addresses.modulesOf(file.path, name);
    return (
      leadsTo(one, name, definition) || (modules.size > 0 && links.leadsTo(modules, declaring, sought(one, container)))
    );
  }
  const targets = links.of(file.path)?.byLine.get(name.line);
  return targets !== undefined && links.leadsTo(targets, declaring, sought(one, container));
}

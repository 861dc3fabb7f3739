import { namesOf } from '../../lex/symbol-path.ts';
import { bindingAround } from '../names/binding-places.ts';
import type { ImportedName } from '../names/import-names.ts';
import { hidesImport, importsAt } from '../names/local-names.ts';
import { holds } from '../names/scopes.ts';
import type { Definition } from '../reference.ts';
import { isSaidByOne } from './asked-imports.ts';
import { isOfPath } from './csharp-paths.ts';
import { type Case, knowsType, leadsTo, sought } from './in-reach.ts';

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
  if (one.file.family === 'php') return knowsType(one, { type, at }, definition);
  if (definition.container !== type && definition.enumOf !== type) return false;
  const [first = ''] = path;
  const isWhole = path.length === 1 || (one.file.family !== 'script' && one.file.family !== 'python');
  const isLed = one.file.family === 'csharp' && path.length > 1 ? isOfPath(one, path, definition) : null;
  if (isWhole) return isLed ?? knowsType(one, { type, at }, definition);
  if (one.file.family === 'python') return isOfModule(one, { path, at }, definition);
  const names = importsAt(one.file, one.names.named(first), at);
  if (names.length === 0) return isWithin(path, definition) && knowsType(one, { type, at }, definition);
  return !hidesImport(one.file, first, at) && names.some((name) => holdsType(one, name, definition));
}

/**
 * Of Python the words before a type's name are those of what has it as an attribute: of what an import brings in, else of
 * a type of this file. Source: The Python Language Reference, "Attribute references".
 */
function isOfModule(one: Case, { path, at }: QualifiedName, definition: Definition): boolean {
  const [first = ''] = path;
  if (one.names.named(first).length === 0) return definition.file === one.file.path && isWithin(path, definition);
  if (isHiddenPackage(one, first, at)) return false;
  const whole = one.names.named(path.slice(0, -1).join('.'));
  return whole.length === 0
    ? isSaidByOne(one, { names: one.names.named(first), test: leadsTo }, definition)
    : isSaidByOne(one, { names: whole, test: leadsToType }, definition);
}

/** Whether an import brings in the type of a definition, or the module that has it. */
function leadsToType(one: Case, name: ImportedName, definition: Definition): boolean {
  const imported = name.module === undefined ? name.imported : (definition.container ?? '');
  return leadsTo(one, { ...name, imported }, definition);
}

/** Packages and modules are often hidden by a variable of their name. */
export function isHiddenPackage({ file, names }: Case, name: string, at: number): boolean {
  if (file.family === 'script') return hidesImport(file, name, at);
  // What stands behind a dot of Rust is a member of a value.
  if (file.family === 'rust') return file.mask()[at - 1] === '.';
  if (file.family !== 'go' && file.family !== 'python') return false;
  const binding = bindingAround(file, name, at);
  // In Python a function may import it itself.
  return binding !== null && !names.named(name).some(({ from }) => holds(binding, from));
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

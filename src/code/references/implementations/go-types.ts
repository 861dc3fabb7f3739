import { folderOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
import { importedNames } from '../names/import-names.ts';
import type { Place } from '../reference.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';

/** A type of Go by its package. */
export function goTypeKey(file: string, name: string): string {
  return `${folderOf(file)}\0${name}`;
}

/** The type's name alone. */
export function nameOfKey(key: string): string {
  return key.slice(key.indexOf('\0') + 1);
}

/** Folder of the type's package. */
export function folderOfKey(key: string): string {
  return key.slice(0, key.indexOf('\0'));
}

/** The type that an embedded name means: of the package itself, or of the one that an import brings in. */
export function keysOf(
  { links }: Pick<ReferenceQuestion, 'links'>,
  file: CodeFile,
  { name, path }: Pick<Place, 'name' | 'path'>,
): readonly string[] {
  const [from] = path;
  if (from === undefined) return [goTypeKey(file.path, name)];
  const byLine = links.of(file.path)?.byLine;
  const targets = importedNames(file)
    .named(from)
    .flatMap(({ line }) => [...(byLine?.get(line) ?? [])]);
  return [...new Set(targets.map((target) => goTypeKey(target, name)))];
}

/** What a type of Go declares itself of the methods of an interface. */
export interface OwnMethods {
  /** Whether it only asks for them itself. */
  readonly isInterface: boolean;
  readonly names: ReadonlySet<string>;
  /** Those that are as the interface wants them. */
  readonly fitting: ReadonlySet<string>;
}

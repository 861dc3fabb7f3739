import type { Definition } from '../reference.ts';
import { TYPE_KINDS } from '../types/type-heads.ts';

/** Whether a script gives out by a name what it declares itself, or a module of Rust has a type of its own by it. */
export type OwnNames = (path: string, name: string) => boolean;

/** What is told by all declarations of some names. */
export function ownNames(definitions: ReadonlyMap<string, readonly Definition[]>): OwnNames {
  const byFile = new Map<string, Set<string>>();
  for (const definition of [...definitions.values()].flat()) {
    if (!isGivenOut(definition) || !goesFirst(definition)) continue;
    const names = byFile.get(definition.file) ?? new Set();
    byFile.set(definition.file, names);
    for (const name of [definition.symbol.name, ...definition.givenAs]) names.add(name);
  }
  return (path, name) => byFile.get(path)?.has(name) === true;
}

/** Whether it goes before what its file gives out of others. Of Rust a function or a macro may be called like a type. */
function goesFirst({ family, symbol: { kind } }: Definition): boolean {
  return family === 'script' || (family === 'rust' && TYPE_KINDS.has(kind) && kind !== 'impl');
}

/** Whether a declaration stands at the top of a file that gives it out. */
export function isGivenOut({ symbol, container, isExported }: Definition): boolean {
  return isExported && container === null && symbol.depth === 0;
}

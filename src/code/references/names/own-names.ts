import type { Definition } from '../reference.ts';

/** Whether a script gives out by a name what it declares itself. */
export type OwnNames = (path: string, name: string) => boolean;

/** What is told by all declarations of some names. */
export function ownNames(definitions: ReadonlyMap<string, readonly Definition[]>): OwnNames {
  const byFile = new Map<string, Set<string>>();
  for (const definition of [...definitions.values()].flat()) {
    if (definition.family !== 'script' || !isGivenOut(definition)) continue;
    const names = byFile.get(definition.file) ?? new Set();
    byFile.set(definition.file, names);
    for (const name of [definition.symbol.name, ...definition.givenAs]) names.add(name);
  }
  return (path, name) => byFile.get(path)?.has(name) === true;
}

/** Whether a declaration stands at the top of a file that gives it out. */
export function isGivenOut({ symbol, container, isExported }: Definition): boolean {
  return isExported && container === null && symbol.depth === 0;
}

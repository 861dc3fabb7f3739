import { importedNames } from '../names/import-names.ts';
import { findOrigins, type Origins, type Wanted } from '../names/origins.ts';
import type { Call } from './callee-of.ts';
import { gatherDeclared, type Known } from './known.ts';
import type { ReferenceQuestion } from './reference-search.ts';
import { bothEnds } from './uses-end.ts';

/** What called names lead to where it is declared by another name, or in another file than they are imported from. */
export async function followCalled(
  { texts, links }: Pick<ReferenceQuestion, 'texts' | 'links'>,
  calls: readonly Call[],
  known: Known,
): Promise<{ readonly known: Known; readonly origins: Origins }> {
  const imported = calls.flatMap(({ file, place }) =>
    importedNames(file)
      .named(place.name)
      .filter((one) => one.imported !== '*')
      .map((one) => ({ path: file.path, line: one.line, imported: one.imported, isScript: file.family === 'script' })),
  );
  await links.follow(new Set(imported.map(({ path }) => path)));
  const isPassedOn = (one: Wanted): boolean => {
    const targets = links.of(one.path)?.byLine.get(one.line);
    return targets !== undefined && !known.definitions.get(one.imported)?.some(({ file }) => targets.has(file));
  };
  // A script may import a name and give it out in another statement.
  const wanted = imported.filter((one) => !known.definitions.has(one.imported) || (one.isScript && isPassedOn(one)));
  const origins = await findOrigins({ texts, links }, wanted);
  const unknown = new Set([...origins.names].filter((name) => !known.definitions.has(name)));
  if (unknown.size === 0) return { known, origins };
  const more = await gatherDeclared(texts, unknown);
  return {
    known: {
      files: new Set([...known.files, ...more.files]),
      definitions: new Map([...known.definitions, ...more.definitions]),
      end: bothEnds(known.end, more.end),
    },
    origins,
  };
}

/** With the names that called ones have where they come from. */
export function withImported(names: ReadonlySet<string>, calls: readonly Call[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const file of new Set(calls.map((call) => call.file))) {
    const imported = importedNames(file);
    for (const name of names) {
      for (const one of imported.named(name))
        if (one.imported !== '*' && one.imported !== 'default') all.add(one.imported);
    }
  }
  return all;
}

import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { ReferenceTexts } from '../texts.ts';
import type { Addresses } from './addresses.ts';
import type { ProjectLinks } from './file-links.ts';
import { givenNames } from './given-out.ts';
import { importedNames } from './import-names.ts';

/** A name that a file imports, by the line that says from where; its own imports have been followed. */
export interface Wanted {
  readonly path: string;
  readonly line: number;
  /** The name where it comes from. */
  readonly imported: string;
}

/** What imports bring in under another name than it is declared by. */
export interface Origins extends Pick<Addresses, 'bringsIn'> {
  /** The names that they are declared by. */
  readonly names: ReadonlySet<string>;
  /** Those of one import. */
  namesOf(wanted: Wanted): readonly string[];
  /** False where not all files were read that may tell. */
  readonly isComplete: boolean;
}

/** Nothing is imported under another name. */
export const NO_ORIGINS: Origins = { names: new Set(), namesOf: () => [], bringsIn: () => false, isComplete: true };

/** A name that a file is asked for, on behalf of the import that asked first. */
interface Search {
  readonly file: string;
  readonly name: string;
  readonly from: string;
}

/** Follows imports to the files that declare what they bring in, through those that only give it out again. */
export async function findOrigins(
  { texts, links }: { readonly texts: Pick<ReferenceTexts, 'at'>; readonly links: ProjectLinks },
  wanted: readonly Wanted[],
): Promise<Origins> {
  const found = new Map<string, Map<string, string>>();
  let next: readonly Search[] = wanted.flatMap((one) =>
    targetsOf(links, one).map((file) => ({ file, name: one.imported, from: keyOf(one) })),
  );
  let isComplete = true;
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && next.length > 0; hop += 1) {
    const searches = Map.groupBy(next, ({ file }) => file);
    const more: Search[] = [];
    await links.follow(searches.keys());
    const end = await texts.at([...searches.keys()].sort(), (file) => {
      for (const search of searches.get(file.path) ?? []) more.push(...lookIn({ links, file, found }, search));
    });
    isComplete &&= end.isComplete;
    next = more;
  }
  const of = (one: Wanted) => found.get(keyOf(one)) ?? new Map<string, string>();
  return {
    isComplete,
    names: new Set([...found.values()].flatMap((names) => [...names.values()])),
    namesOf: (one) => [...new Set(of(one).values())],
    bringsIn: (path, { line, imported }, { file, symbol }) =>
      of({ path, line, imported }).get(`${file}\0${symbol.name}`) === symbol.name,
  };
}

function keyOf({ path, line, imported }: Wanted): string {
  return `${path}\0${line}\0${imported}`;
}

function targetsOf(links: ProjectLinks, { path, line }: Omit<Wanted, 'imported'>): readonly string[] {
  return [...(links.of(path)?.byLine.get(line) ?? [])];
}

interface Looking {
  readonly links: ProjectLinks;
  readonly file: CodeFile;
  /** By import what declares it: its name by its file and name. */
  readonly found: Map<string, Map<string, string>>;
}

/** Notes what a file calls itself by a name that it gives out; answers where to look for what it has from others. */
function lookIn({ links, file, found }: Looking, { name, from }: Search): readonly Search[] {
  const names = importedNames(file);
  const isOwn = file.symbols().some((symbol) => symbol.name === name && symbol.depth === 0);
  const given = [...givenNames(file)].flatMap(([local, as]) => (as.has(name) ? [local] : []));
  const declared = found.get(from) ?? new Map<string, string>();
  found.set(from, declared);
  for (const local of isOwn ? [...given, name] : given) declared.set(`${file.path}\0${local}`, local);
  const passed = [
    ...names.all.filter((one) => one.isReexport && one.local === name),
    ...given.flatMap((local) => names.named(local)),
  ];
  return passed.flatMap(({ line, imported }) =>
    targetsOf(links, { path: file.path, line }).map((target) => ({ file: target, name: imported, from })),
  );
}

import type { ScanEnd } from '../search/scan.ts';
import type { CodeFile } from './code-file.ts';
import { declarationsIn } from './declarations.ts';
import type { ProjectLinks } from './file-links.ts';
import { type ImportedNames, importedNames } from './import-names.ts';
import type { Case } from './in-reach.ts';
import { judge } from './judge.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import { hiddenPlaces } from './local-names.ts';
import { isDeclared, placesOf } from './places.ts';
import type { Definition, Place, Verdict } from './reference.ts';
import type { ReferenceTexts } from './texts.ts';

/** The declarations of names, and the files that may use them. */
export interface Known {
  /** Declarations by name, in order of file and line. */
  readonly definitions: ReadonlyMap<string, readonly Definition[]>;
  readonly files: ReadonlySet<string>;
  readonly end: ScanEnd;
}

/**
 * Finds what is declared by some names in the whole project, and every file that may hold one of them. Where an index
 * tells, only the files that declare one are read: those that hold a name may be hundreds, and are read for their uses.
 */
export async function gatherKnown(
  texts: Pick<ReferenceTexts, 'holding' | 'declaring' | 'holders'>,
  names: ReadonlySet<string>,
): Promise<Known> {
  const holders = texts.holders([...names]);
  if (holders === null) return await gather(texts.holding, names);
  return { ...(await gather(texts.declaring, names)), files: holders };
}

/** Finds what is declared by some names; of the files it knows those that declare one. */
export async function gatherDeclared(
  texts: Pick<ReferenceTexts, 'declaring'>,
  names: ReadonlySet<string>,
): Promise<Known> {
  return await gather(texts.declaring, names);
}

async function gather(visitTexts: ReferenceTexts['holding'], names: ReadonlySet<string>): Promise<Known> {
  const definitions = new Map<string, Definition[]>();
  const files = new Set<string>();
  const end = await visitTexts([...names], (file) => {
    files.add(file.path);
    for (const definition of declarationsIn(file, names)) {
      const all = definitions.get(definition.symbol.name) ?? [];
      definitions.set(definition.symbol.name, all);
      if (all.length < REFERENCE_LIMITS.declarationsMax) all.push(definition);
    }
  });
  return { definitions, files, end };
}

/** A place where a name is used, and what it means. */
export interface Use {
  readonly file: CodeFile;
  readonly place: Place;
  readonly verdict: Verdict;
}

/** What uses are looked for with. */
export interface Gathering {
  readonly texts: Pick<ReferenceTexts, 'holding'>;
  readonly links: ProjectLinks;
  /** Whether uses in a file are wanted. */
  readonly accepts: (file: CodeFile) => boolean;
}

/** Hands over every use of the names that is no declaration; in other files' order, each file's in its own. */
export async function visitUses(
  { texts, links, accepts }: Gathering,
  { definitions, files }: Known,
  visit: (use: Use) => void,
): Promise<ScanEnd> {
  await links.follow(files);
  return await texts.holding([...definitions.keys()], (file) => {
    if (!accepts(file)) return;
    for (const use of usesIn(file, { definitions, links })) visit(use);
  });
}

/** The uses of one file in the order of their places. */
function usesIn(
  file: CodeFile,
  {
    definitions,
    links,
  }: { readonly definitions: ReadonlyMap<string, readonly Definition[]>; readonly links: ProjectLinks },
): readonly Use[] {
  const names = importedNames(file);
  const uses: Use[] = [];
  for (const [name, own] of definitions) {
    const places = placesOf(file, name);
    const one: Case = { file, names, links, hidden: hiddenPlaces(file, places) };
    for (const place of places) {
      if (names.around(place.at).length === 0 && isDeclared(file, place)) continue;
      uses.push({ file, place, verdict: judge(one, place, own) });
    }
    uses.push(...aliasUses(file, { names, links, name, own }));
  }
  return uses.toSorted((a, b) => a.place.at - b.place.at);
}

interface Aliasing {
  readonly names: ImportedNames;
  readonly links: ProjectLinks;
  readonly name: string;
  readonly own: readonly Definition[];
}

/** Uses under another name that an import of the file has given: `import { add as plus }`. */
function aliasUses(file: CodeFile, { names, links, name, own }: Aliasing): readonly Use[] {
  return names.aliasesOf(name).flatMap((alias) => {
    const places = placesOf(file, alias).filter(({ at, path }) => path.length === 0 && names.around(at).length === 0);
    const hidden = hiddenPlaces(file, places);
    return places.flatMap((place) => {
      const verdict = judgeAlias({ file, names, links, hidden }, place, own);
      return verdict === null ? [] : [{ file, place, verdict }];
    });
  });
}

/** Only what the import surely leads to: the alias itself says nothing. */
function judgeAlias(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (isDeclared(one.file, place)) return null;
  const verdict = judge(one, place, own);
  return verdict.evidence === 'exact' ? verdict : null;
}

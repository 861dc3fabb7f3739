import { folderOf, nameOf } from '../text/paths.ts';
import type { Definition, ReadingContext } from './manifest.ts';
import type { ManifestTexts } from './manifest-texts.ts';
import { definitionsOf } from './readers.ts';

/** What the files of a project define for one another: by kind, then by folder, then by name. */
export type Definitions = ReadonlyMap<string, ReadonlyMap<string, Definition>>;

/** Reads what files define for others. */
export async function readDefinitions(paths: readonly string[], texts: ManifestTexts): Promise<Definitions> {
  const all = new Map<string, Map<string, Definition>>();
  for (const { path, text } of await texts.all(paths.filter((one) => definitionsOf(one) !== null))) {
    const definition = definitionsOf(path);
    if (definition === null) continue;
    const key = definitionKey(definition.kind, extensionOf(path), folderOf(path));
    const known = all.get(key) ?? new Map<string, Definition>();
    for (const one of definition.read(text, path)) {
      const before = known.get(one.name);
      // Said twice, such as under two conditions, which of both counts is not known.
      known.set(
        one.name,
        before === undefined || before.requested === one.requested ? one : { ...one, requested: null },
      );
    }
    // A file without any hides those above it, too.
    all.set(key, known);
  }
  return all;
}

function definitionKey(kind: string, extension: string, folder: string): string {
  return `${kind}\0${kind === 'workspace' ? extension : ''}\0${folder}`;
}

function extensionOf(path: string): string {
  return nameOf(path).slice(nameOf(path).lastIndexOf('.') + 1);
}

/** What is looked for in the whole project: where any script of Gradle fetches from, since each may use the catalog. */
const ANYWHERE: readonly {
  readonly beginning: string;
  readonly isAsked: (kind: string, extension: string) => boolean;
}[] = [{ beginning: 'gradle\0', isAsked: (kind, extension) => kind === 'gradle' && extension === 'toml' }];

/**
 * The nearest folder upwards that defines the name (of NuGet's central files the nearest counts, whether it does or not.
 * Source: NuGet, "Central Package Management"), or where it is looked for in the whole project any. */
export function lookUpFrom(definitions: Definitions, path: string): ReadingContext['lookUp'] {
  const extension = extensionOf(path);
  return (kind, name) => {
    const near = foldersUp(path).flatMap((folder) => definitions.get(definitionKey(kind, extension, folder)) ?? []);
    const asked = kind === 'nuget' ? near.slice(0, 1) : near;
    const found = asked.map((known) => known.get(name)).find((one) => one !== undefined);
    if (found !== undefined) return found;
    const beginning = ANYWHERE.find((one) => one.isAsked(kind, extension))?.beginning;
    if (beginning === undefined) return null;
    const anywhere = [...definitions].filter(([key]) => key.startsWith(beginning));
    return anywhere.map(([, known]) => known.get(name)).find((one) => one !== undefined) ?? null;
  };
}

/** The folder of a file and those above it, nearest first. */
function foldersUp(path: string): readonly string[] {
  const folders = [folderOf(path)];
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) folders.push(folderOf(at));
  return folders;
}

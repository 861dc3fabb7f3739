import { languageOf } from '../../lex/languages.ts';
import { maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import { nameOf } from '../../text/paths.ts';
import type { LinkInput, ReadFile } from '../import-language.ts';
import { boundPaths } from '../manifests.ts';
import { type CsharpFacts, findUsings, type GlobalUsing } from './mentions.ts';
import type { CsProjects } from './projects.ts';

/** What every file of a project uses. */
export interface ProjectUsings {
  /** Namespaces. */
  readonly stars: readonly string[];
  /** Namespaces that the tools add, which are those of the platform: what a project declares in them it means itself. */
  readonly implied: readonly string[];
  /** Paths of types by the names that they are given. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Global usings of one project: more are no code that somebody wrote. */
const USINGS_MAX = 200;
/** Files that are read for their global usings alone. */
const FILES_MAX = 500;

/** Where the place of a file's project is told: null for a file that shares its global usings with no other. */
export type ProjectOf = (path: string) => string | null;

/**
 * The global usings of each project, by what `projectOf` calls it. They stand in files of code and in project files.
 * Of the files of code those that are read say so; of the others, when only some are asked about, those with a name as
 * such files have it by custom (GlobalUsings.cs).
 */
export async function readGlobalUsings(
  input: LinkInput<CsharpFacts>,
  projects: CsProjects,
  projectOf: ProjectOf,
): Promise<ReadonlyMap<string, ProjectUsings>> {
  const found = new Map<string, GlobalUsing[]>();
  const add = (place: string | null, usings: readonly GlobalUsing[]): void => {
    if (place === null || usings.length === 0) return;
    const known = found.get(place) ?? [];
    found.set(place, known);
    for (const one of usings) known.push(one);
  };
  for (const { folder, usings } of projects.values()) add(folder, usings);
  for (const { path, facts } of input.files) add(projectOf(path), facts.globals);
  for (const { path, globals } of await readByName(input)) add(projectOf(path), globals);
  return new Map([...found].map(([place, usings]) => [place, boundUsings(input, place, usings)]));
}

interface FileUsings {
  readonly path: string;
  readonly globals: readonly GlobalUsing[];
}

/** Global usings of files that are not among those read, but have a name that promises some. */
async function readByName({ project, files }: LinkInput<CsharpFacts>): Promise<readonly FileUsings[]> {
  const read = new Set(files.map(({ path }: ReadFile<CsharpFacts>) => path));
  const paths = project.entries.map(({ path }) => path);
  const named = paths.filter((path) => /(?:usings?|imports?)\.cs$/i.test(path) && !read.has(path));
  const found: FileUsings[] = [];
  for (const path of boundPaths(project, 'named after global usings', named, FILES_MAX)) {
    const language = languageOf(nameOf(path));
    const text = await project.text(path);
    if (language === null || text === null) continue;
    found.push({ path, globals: findUsings(maskCode(text, rulesOf(language))).globals });
  }
  return found;
}

function boundUsings(
  { project }: LinkInput<CsharpFacts>,
  place: string,
  usings: readonly GlobalUsing[],
): ProjectUsings {
  const spaces = usings.filter(({ alias }) => alias === null);
  const stars = [...new Set(spaces.filter(({ isImplicit }) => isImplicit !== true).map(({ path }) => path))];
  const implied = new Set(spaces.map(({ path }) => path).filter((path) => !stars.includes(path)));
  if (stars.length > USINGS_MAX) {
    project.gap(`${place || 'the project'} has ${stars.length} global usings; ${USINGS_MAX} were looked at`);
  }
  const aliases = usings.flatMap(({ path, alias }) => (alias === null ? [] : [[alias, path] as const]));
  return { stars: stars.slice(0, USINGS_MAX), implied: [...implied], aliases: new Map(aliases) };
}

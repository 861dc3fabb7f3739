import { languageOf } from '../../lex/languages.ts';
import { maskCode, withoutComments } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import { resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** The projects of one build: their folders by their paths (`:a:b`, `:` the top); null where that is worked out. */
export type GradleProjects = ReadonlyMap<string, string | null>;

/** Projects of one build that are kept. */
const PROJECTS_MAX = 5_000;

const STEP =
  /\binclude\b[\s(]{1,20}((?:["'][^"'\n]{1,200}["'][\s,]{0,200})+)|\bproject[ \t]*\([ \t]*["'](:[\w:.-]{1,200})["'][ \t]*\)\.(name|projectDir)[ \t]*=[ \t]*([^\n;]{1,300})|\b(projectDir|buildFileName)[ \t]*=(?!=)/g;

/**
 * Which projects a settings.gradle(.kts) includes, and where they lie: in folders called like their paths, unless it says
 * otherwise in so many words. It is a program and is not run: conditions are not looked at, and where it works out folders
 * for many, null. Source: Gradle, "Settings file basics"; `Settings.include`; `ProjectDescriptor`.
 */
export function readGradleSettings(path: string, text: string): GradleProjects | null {
  const language = languageOf(path);
  const code = language === null ? text : withoutComments(text, maskCode(text, rulesOf(language)));
  const projects = new Map<string, string | null>([[':', folderOf(path)]]);
  for (const [, included, of = '', field, value = '', computed] of code.matchAll(STEP)) {
    if (computed !== undefined) return null;
    if (included !== undefined) {
      for (const [, name = ''] of included.matchAll(/["']([^"']+)["']/g)) include(projects, name);
    } else if (field === 'name') rename(projects, of, value);
    else if (projects.has(of)) projects.set(of, folderIn(folderOf(path), value));
  }
  return projects;
}

/** A project is included with those above it, each in the folder of the one above, where that is by then. */
function include(projects: Map<string, string | null>, name: string): void {
  const parts = name.split(':').filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => !/^[\w.-]+$/.test(part))) return;
  let at = ':';
  for (const part of parts) {
    const path = at === ':' ? `:${part}` : `${at}:${part}`;
    const above = projects.get(at) ?? null;
    if (!projects.has(path) && projects.size < PROJECTS_MAX)
      projects.set(path, above === null ? null : resolveTarget(above, part));
    at = path;
  }
}

/** The path of a project follows its name, while its folder stays. */
function rename(projects: Map<string, string | null>, path: string, value: string): void {
  const folder = projects.get(path);
  const name = /^["']([\w.-]{1,100})["'][ \t]*$/.exec(value)?.[1];
  if (folder === undefined) return;
  projects.delete(path);
  if (name !== undefined) projects.set(`${path.slice(0, path.lastIndexOf(':'))}:${name}`, folder);
}

/** A folder that is written out, from that of the settings; null for any other. */
function folderIn(base: string, value: string): string | null {
  const [, text] =
    /^(?:file\([ \t]*|(?:new[ \t]+)?File\([ \t]*(?:settingsDir|rootDir|rootProject\.projectDir)[ \t]*,[ \t]*|(?:settingsDir|rootDir|rootProject\.projectDir)\.resolve\([ \t]*)["']([^"'\n]{1,200})["'][ \t]*\)[ \t]*$/.exec(
      value.trimEnd(),
    ) ?? [];
  const plain = text?.replace(/^\$\{?(?:rootDir|settingsDir|rootProject\.projectDir)\}?\//, '');
  return plain === undefined || plain.includes('$') || plain.startsWith('/') ? null : resolveTarget(base, plain);
}

/** Who asks for a project does so for many; to go through all of them for each would take minutes for the largest builds. */
const accessors = new WeakMap<GradleProjects, ReadonlyMap<string, readonly string[]>>();

/**
 * The path of the project that an accessor (`a.someLib` of `projects.a.someLib`) stands for; null where none or more do.
 * Source: Gradle, "Type-safe project accessors".
 */
export function projectOfAccessor(projects: GradleProjects, accessor: string): string | null {
  const known = accessors.get(projects) ?? Map.groupBy(projects.keys(), accessorOf);
  accessors.set(projects, known);
  const [only = null, ...others] = known.get(accessor) ?? [];
  return others.length === 0 ? only : null;
}

function accessorOf(path: string): string {
  return path
    .slice(1)
    .split(':')
    .map((part) => part.replace(/[-_.]+(\w?)/g, (_, letter: string) => letter.toUpperCase()))
    .map((part) => `${part.slice(0, 1).toLowerCase()}${part.slice(1)}`)
    .join('.');
}

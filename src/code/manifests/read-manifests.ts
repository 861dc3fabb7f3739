import { plural } from '../../base/plural.ts';
import { decodeUtf8, isSampleBelow, isVendored, resolveTarget } from '../source/project-files.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import { byDepth, folderOf, nameOf } from '../text/paths.ts';
import { MANIFEST_LIMITS } from './limits.ts';
import type { Definition, ManifestFacts, ManifestSettings, ReadingContext } from './manifest.ts';
import { definitionsOf, kindOfManifest, type ManifestKind } from './readers.ts';
import { isSettingsFile, readSettings } from './settings.ts';

/** One file that was read. */
export interface ReadManifest {
  readonly path: string;
  readonly kind: ManifestKind;
  readonly facts: ManifestFacts;
}

/** All that was read of a project. */
export interface ReadManifests {
  /** In order of depth, then path. */
  readonly files: readonly ReadManifest[];
  readonly settings: ManifestSettings;
  readonly gaps: readonly string[];
}

/** What is read, and until when. */
export interface ManifestsInput {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  /** Folder that is asked about, `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly deadlineAtMs: number;
  /** A file of requirements that is read whatever its name; null for none. */
  readonly file: string | null;
}

/**
 * Reads the manifests and lock files of a project. Those of other people's code, tests and examples do not speak for it:
 * they are left out and counted. What cannot be read is a gap, never a crash.
 */
export async function readManifests(input: ManifestsInput): Promise<ReadManifests> {
  const gaps = new Set<string>();
  const texts = makeTexts(input, gaps);
  const chosen = choose(input, gaps);
  const settingsFiles = chosen.filter(isSettingsFile);
  const read = await texts.all(settingsFiles);
  const unread = settingsFiles.filter((path) => !read.some((file) => file.path === path));
  const settings = readSettings(read, unread);
  const definitions = await readDefinitions(chosen, texts);
  const files: ReadManifest[] = [];
  const seen = new Set(startOf(input, chosen));
  // Files that another takes in join the set while it is gone through.
  for (const path of seen) {
    const kind = kindOfManifest(path) ?? REQUIREMENTS;
    const text = await texts.one(path);
    if (kind === null || text === null) continue;
    const facts = readOne(kind, text, { path, settings, lookUp: lookUpFrom(definitions, path) });
    if (typeof facts === 'string') {
      gaps.add(`${path} was not understood: ${facts}`);
      continue;
    }
    for (const gap of facts.gaps) gaps.add(`${path}: ${gap}`);
    for (const target of includesOf(path, facts)) seen.add(target);
    files.push({ path, kind, facts });
  }
  return { files: files.sort((a, b) => byDepth(a.path, b.path)), settings, gaps: [...gaps] };
}

/** The manifests and locks, and the file that is named if there is one. */
function startOf({ entries, file }: ManifestsInput, chosen: readonly string[]): readonly string[] {
  const named = entries.filter(({ path, kind }) => path === file && kind === 'file').map(({ path }) => path);
  return [...named, ...chosen.filter((path) => roleOf(path) !== null)];
}

function includesOf(path: string, { includes }: ManifestFacts): readonly string[] {
  return includes.flatMap((include) => resolveTarget(folderOf(path), include) ?? []);
}

/** Reads one file. A reader must not throw, and its bug is not to cost the others. */
export function readOne(kind: ManifestKind, text: string, context: ReadingContext): ManifestFacts | string {
  try {
    return kind.read(text, context);
  } catch {
    return 'it could not be read';
  }
}

/** What `-r` takes in is requirements whatever its name. */
const REQUIREMENTS = kindOfManifest('requirements.txt');

function roleOf(path: string): ManifestKind['role'] | null {
  const role = kindOfManifest(path)?.role ?? null;
  return role === 'sums' ? null : role;
}

/** Manifests that nothing here reads, by their names in small letters. */
const UNREAD = new Set(
  'cmakelists.txt conanfile.txt conanfile.py vcpkg.json package.swift build.sbt module.bazel deno.json deno.jsonc mix.exs pubspec.yaml podfile setup.py'.split(
    ' ',
  ),
);
/** Names that the sentence about these gives. */
const UNREAD_SHOWN = 4;

/** Says which of the project's own manifests are not read, so that what they ask for is not taken for nothing. */
function tellUnread({ entries, base }: ManifestsInput, gaps: Set<string>): void {
  const unread = entries.filter(
    ({ path, kind }) =>
      kind === 'file' && path.startsWith(base) && UNREAD.has(nameOf(path).toLowerCase()) && !isAside(base, path),
  );
  const byName = Map.groupBy(unread, ({ path }) => nameOf(path));
  if (byName.size === 0) return;
  const shown = [...byName]
    .slice(0, UNREAD_SHOWN)
    .map(([name, { length }]) => (length === 1 ? name : `${length} ${name}`));
  const more = byName.size > UNREAD_SHOWN ? ', …' : '';
  gaps.add(`not read for packages: ${shown.join(', ')}${more}`);
}

/** Manifests below the base; locks, settings and definitions also in the folders above, since they hold for it. */
function choose(input: ManifestsInput, gaps: Set<string>): readonly string[] {
  const { entries, base } = input;
  tellUnread(input, gaps);
  const known = entries.filter(({ path, kind }) => kind === 'file' && isKnown(path)).map(({ path }) => path);
  const below = known.filter((path) => path.startsWith(base));
  const own = below.filter((path) => !isAside(base, path));
  const aside = below.filter((path) => isAside(base, path) && roleOf(path) === 'manifest').length;
  if (aside > 0) {
    gaps.add(`${plural(aside, 'manifest')} in folders of tests, examples and others' code left out`);
  }
  const above = known.filter(
    (path) => isAbove(path, base) && (roleOf(path) !== 'manifest' || definitionsOf(path) !== null),
  );
  const chosen = [...own, ...above].sort(byDepth);
  if (chosen.length > MANIFEST_LIMITS.filesMax) {
    gaps.add(`${chosen.length} manifests and lock files were found; the first ${MANIFEST_LIMITS.filesMax} were read`);
  }
  return chosen.slice(0, MANIFEST_LIMITS.filesMax);
}

function isKnown(path: string): boolean {
  return roleOf(path) !== null || isSettingsFile(path) || definitionsOf(path) !== null;
}

function isAside(base: string, path: string): boolean {
  return isVendored(path.slice(base.length)) || isSampleBelow(base, path);
}

function isAbove(path: string, base: string): boolean {
  const folder = folderOf(path);
  return !path.startsWith(base) && (folder === '' || base.startsWith(`${folder}/`));
}

/** The one way to texts: bounded by file, by all together and by time. */
function makeTexts({ source, deadlineAtMs }: ManifestsInput, gaps: Set<string>) {
  const known = new Map<string, string | null>();
  let left: number = MANIFEST_LIMITS.bytesMax;
  async function read(path: string): Promise<string | null> {
    if (performance.now() > deadlineAtMs) {
      gaps.add('the time did not suffice for all manifests');
      return null;
    }
    const isLock = kindOfManifest(path)?.role === 'lock';
    const bytesMax = isLock ? MANIFEST_LIMITS.lockBytesMax : MANIFEST_LIMITS.manifestBytesMax;
    const content = await source.read(path, Math.min(bytesMax, Math.max(left, 1)));
    if (!content.ok) {
      gaps.add(`${path} was not read: ${content.reason.replaceAll('_', ' ')}`);
      return null;
    }
    left -= content.bytes.length;
    const { text, problem } = decodeUtf8(content.bytes);
    if (problem !== null) gaps.add(`${path} was not read: ${problem}`);
    return text;
  }
  async function one(path: string): Promise<string | null> {
    const text = known.has(path) ? (known.get(path) ?? null) : await read(path);
    known.set(path, text);
    return text;
  }
  async function all(paths: readonly string[]): Promise<readonly { path: string; text: string }[]> {
    const found: { path: string; text: string }[] = [];
    for (const path of paths) {
      const text = await one(path);
      if (text !== null) found.push({ path, text });
    }
    return found;
  }
  return { one, all };
}

/** By kind, then by folder, then by name. */
type Definitions = ReadonlyMap<string, ReadonlyMap<string, Definition>>;

async function readDefinitions(paths: readonly string[], texts: ReturnType<typeof makeTexts>): Promise<Definitions> {
  const all = new Map<string, Map<string, Definition>>();
  for (const { path, text } of await texts.all(paths.filter((one) => definitionsOf(one) !== null))) {
    const definition = definitionsOf(path);
    if (definition === null) continue;
    // A pom.xml must not answer for a Cargo.toml beside it.
    const key = definitionKey(definition.kind, extensionOf(path), folderOf(path));
    const known = all.get(key) ?? new Map<string, Definition>();
    for (const one of definition.read(text, path)) known.set(one.name, one);
    if (known.size > 0) all.set(key, known);
  }
  return all;
}

function definitionKey(kind: string, extension: string, folder: string): string {
  return `${kind}\0${kind === 'workspace' ? extension : ''}\0${folder}`;
}

function extensionOf(path: string): string {
  return nameOf(path).slice(nameOf(path).lastIndexOf('.') + 1);
}

/**
 * What is looked for in the whole project: what a pom says of itself, since Maven's modules need not lie below one another,
 * and where any script of Gradle fetches from, since each may use the catalog.
 */
const ANYWHERE: readonly {
  readonly beginning: string;
  readonly isAsked: (kind: string, extension: string, name: string) => boolean;
}[] = [
  {
    beginning: 'workspace\0xml\0',
    isAsked: (kind, extension, name) => kind === 'workspace' && extension === 'xml' && name.startsWith('own\0'),
  },
  { beginning: 'gradle\0', isAsked: (kind, extension) => kind === 'gradle' && extension === 'toml' },
];

/** The nearest folder upwards that defines the name, or where it is looked for in the whole project any. */
function lookUpFrom(definitions: Definitions, path: string): ReadingContext['lookUp'] {
  const extension = extensionOf(path);
  return (kind, name) => {
    const near = foldersUp(path).map((folder) => definitions.get(definitionKey(kind, extension, folder))?.get(name));
    const found = near.find((one) => one !== undefined);
    if (found !== undefined) return found;
    const beginning = ANYWHERE.find((one) => one.isAsked(kind, extension, name))?.beginning;
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

import { plural } from '../../base/plural.ts';
import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import { isVendored } from '../source/borrowed.ts';
import { isSampleBelow, resolveTarget } from '../source/project-files.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import { byDepth, folderOf, nameOf } from '../text/paths.ts';
import { lookUpFrom, readDefinitions } from './definitions.ts';
import { joinPoms, readPoms } from './jvm/pom-parents.ts';
import { MANIFEST_LIMITS } from './limits.ts';
import type { ManifestFacts, ManifestSettings, ReadingContext } from './manifest.ts';
import { type ManifestTexts, makeManifestTexts } from './manifest-texts.ts';
import { type Owner, ownersOf } from './owners.ts';
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
  /** Packages of the whole project that it uses from their folders: their manifests, by ecosystem and name. */
  readonly owners: ReadonlyMap<string, string>;
  /** Lock files of a form that nothing here reads, in order of depth. */
  readonly unreadLocks: readonly { readonly ecosystem: ManifestEcosystem; readonly path: string }[];
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
  const texts = makeManifestTexts(input, gaps);
  const chosen = choose(input, gaps);
  const settingsFiles = chosen.filter(isSettingsFile);
  const read = await texts.all(settingsFiles);
  const unread = settingsFiles.filter((path) => !read.some((file) => file.path === path));
  const settings = readSettings(read, unread);
  const definitions = await readDefinitions(chosen, texts);
  const around = chooseAround(input, chosen, gaps);
  const poms = joinPoms(await readPoms([...chosen, ...around], texts));
  const files: ReadManifest[] = [];
  const seen = new Set(startOf(input, chosen));
  // Files that another takes in join the set while it is gone through.
  for (const path of seen) {
    const kind = kindOfManifest(path) ?? REQUIREMENTS;
    const text = await texts.one(path);
    if (kind === null || text === null) continue;
    const facts = readOne(kind, text, { path, settings, poms, lookUp: lookUpFrom(definitions, path) });
    if (typeof facts === 'string') {
      gaps.add(`${path} was not understood: ${facts}`);
      continue;
    }
    for (const gap of facts.gaps) gaps.add(`${path}: ${gap}`);
    for (const target of includesOf(path, facts)) seen.add(target);
    files.push({ path, kind, facts });
  }
  files.sort((a, b) => byDepth(a.path, b.path));
  const owners = ownersOf([...files.map(ownerOf), ...(await readOwners(around, texts, { settings, poms }))], chosen);
  return { files, owners, unreadLocks: unreadLocksOf(input), settings, gaps: [...gaps] };
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

/** Lock files that nothing here reads, by their names. */
const UNREAD_LOCKS: ReadonlyMap<string, ManifestEcosystem> = new Map([
  ['bun.lock', 'npm'],
  ['bun.lockb', 'npm'],
  ['pdm.lock', 'pypi'],
  ['pylock.toml', 'pypi'],
  ['requirements.lock', 'pypi'],
]);

/** Those below the base and in the folders above. */
function unreadLocksOf({ entries, base }: ManifestsInput): ReadManifests['unreadLocks'] {
  const near = entries.filter(({ path, kind }) => kind === 'file' && (path.startsWith(base) || isAbove(path, base)));
  const found = near.flatMap(({ path }) => {
    const ecosystem = UNREAD_LOCKS.get(nameOf(path));
    return ecosystem === undefined || (path.startsWith(base) && isAside(base, path)) ? [] : [{ ecosystem, path }];
  });
  return found.sort((a, b) => byDepth(a.path, b.path));
}

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

/** Names of manifests that name a package of the project, or from which others take what they do not say. */
const AROUND = /^(?:package\.json|pom\.xml|composer\.json|.+\.gemspec)$/;

/**
 * Manifests outside the folder that is asked about, which ask for nothing here but say what is the project's own: its
 * packages lie beside one another, and so may Maven's parents. Of the package managers that the folder has.
 */
function chooseAround({ entries, base }: ManifestsInput, chosen: readonly string[], gaps: Set<string>): string[] {
  if (base === '') return [];
  const managers = new Set(chosen.map((path) => kindOfManifest(path)?.ecosystem));
  const isLeftOut = isAside('', base) ? isVendored : (path: string) => isAside('', path);
  const around = entries
    .filter(({ path, kind }) => kind === 'file' && !path.startsWith(base) && AROUND.test(nameOf(path).toLowerCase()))
    .map(({ path }) => path)
    .filter((path) => managers.has(kindOfManifest(path)?.ecosystem) && !isLeftOut(path));
  if (around.length > MANIFEST_LIMITS.filesMax) {
    gaps.add(
      `${around.length} manifests outside the folder may name packages of the project; the first ${MANIFEST_LIMITS.filesMax} were read`,
    );
  }
  return around.sort(byDepth).slice(0, MANIFEST_LIMITS.filesMax);
}

/** What these manifests are of; their requests are not of the folder that is asked about. */
async function readOwners(
  paths: readonly string[],
  texts: ManifestTexts,
  context: Pick<ReadingContext, 'settings' | 'poms'>,
): Promise<readonly Owner[]> {
  const found = await texts.all(paths);
  return found.flatMap(({ path, text }) => {
    const kind = kindOfManifest(path);
    const facts = kind === null ? '' : readOne(kind, text, { path, ...context, lookUp: () => null });
    return kind === null || typeof facts === 'string' ? [] : [ownerOf({ path, kind, facts })];
  });
}

function ownerOf({ path, kind, facts: { owner, hasWorkspaces } }: ReadManifest): Owner {
  return { path, ecosystem: kind.ecosystem, owner, hasWorkspaces: kind.ecosystem === 'npm' && hasWorkspaces };
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

import { normalName } from '../formats/pep508.ts';
import { findFirstImports } from '../manifests/first-imports.ts';
import { joinPackages, type ProjectPackages } from '../manifests/join-packages.ts';
import { MANIFEST_LIMITS } from '../manifests/limits.ts';
import type { ReadingContext } from '../manifests/manifest.ts';
import { type ReadManifests, readManifests, readOne } from '../manifests/read-manifests.ts';
import { KNOWN_MANIFESTS, kindOfManifest } from '../manifests/readers.ts';
import type { OperationContext } from '../questions/context.ts';
import type {
  ManifestEcosystem,
  ManifestsFound,
  ManifestsInput,
  ManifestsOutput,
  NamedPackage,
  ProjectPackage,
} from '../questions/manifests.types.ts';
import { limitText } from '../source/listing.ts';
import { resolveTarget } from '../source/project-files.ts';
import { asBase } from '../text/paths.ts';

/**
 * Says which packages a project or a pasted manifest asks for, each with the lines that do. Nothing is installed, run or
 * asked for outside.
 */
export async function manifests(input: ManifestsInput, context: OperationContext): Promise<ManifestsOutput> {
  return input.of === 'text' ? readText(input) : await readProject(input, context);
}

type OfText = Extract<ManifestsInput, { of: 'text' }>;
type OfProject = Extract<ManifestsInput, { of: 'project' }>;

function readText({ filename, content, offset, limit }: OfText): ManifestsOutput {
  const kind = kindOfManifest(filename);
  if (kind === null) {
    return { status: 'not_understood', text: `no manifest is called so; known are ${KNOWN_MANIFESTS}` };
  }
  const facts = readOne(kind, content, { path: filename, ...NO_PROJECT });
  if (typeof facts === 'string') return { status: 'not_understood', text: facts };
  const includes = facts.includes.map((file) => `${file} is taken in and was not given`);
  const read: ReadManifests = {
    files: [{ path: filename, kind, facts }],
    owners: new Map(),
    unreadLocks: [],
    settings: NO_PROJECT.settings,
    gaps: [...facts.gaps, ...includes],
  };
  const joined = joinPackages(read, '');
  const page = joined.packages.slice(offset, offset + limit).map((one) => ({ ...one, imports: [] }));
  return { ...summary(read, joined), identity: null, packages: page };
}

const NO_PROJECT: Omit<ReadingContext, 'path'> = {
  settings: { scopes: new Map(), registries: new Map() },
  poms: { parentsOf: () => [], isModule: () => false },
  lookUp: () => null,
};

async function readProject(input: OfProject, context: OperationContext): Promise<ManifestsOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { status: opened.error };
  const source = opened.value;
  const { entries, limit } = await source.list(context.signal);
  const base = asBase(input.prefix);
  if (base !== '' && !entries.some(({ path }) => path.startsWith(base))) return { status: 'empty_prefix' };
  const { deadlineAtMs, signal } = context;
  const file = input.file === null ? null : resolveTarget(base.replace(/\/$/, ''), input.file);
  const read = await readManifests({ source, entries, base, deadlineAtMs, file });
  const joined = joinPackages(file === null ? read : onlyFile(read, file), base);
  const chosen = input.names === null ? joined.packages : joined.packages.filter(isNamed(input.names));
  const page = chosen.slice(input.offset, input.offset + input.limit);
  const importsUntilMs = performance.now() + (deadlineAtMs - performance.now()) * MANIFEST_LIMITS.importTimeShare;
  const own = entries.filter(({ path }) => path.startsWith(base));
  const imports = await findFirstImports({
    source,
    entries: own,
    packages: page,
    signal,
    deadlineAtMs: importsUntilMs,
  });
  const gaps = limit === null ? [] : [limitText(limit)];
  const found = summary(read, { ...joined, packages: chosen, gaps: [...gaps, ...joined.gaps, ...imports.gaps] });
  const packages = page.map((one, at) => ({ ...one, imports: imports.places.get(at) ?? [] }));
  return { ...found, identity: source.identity, packages };
}

/** The requests of one file with all the locks. */
function onlyFile(read: ReadManifests, path: string): ReadManifests {
  const files = read.files.filter((file) => file.path === path || file.kind.role === 'lock');
  return { ...read, files };
}

function isNamed(names: readonly NamedPackage[]): (one: ProjectPackage) => boolean {
  const keys = new Set(names.map(({ ecosystem, name }) => sameName(ecosystem, name)));
  return ({ ecosystem, name, aliases }) => [name, ...aliases].some((one) => keys.has(sameName(ecosystem, one)));
}

/** Names that the ecosystem takes for the same give the same text. */
function sameName(ecosystem: ManifestEcosystem, name: string): string {
  if (ecosystem === 'pypi') return `pypi\0${normalName(name)}`;
  if (ecosystem === 'nuget' || ecosystem === 'composer') return `${ecosystem}\0${name.toLowerCase()}`;
  return `${ecosystem}\0${ecosystem === 'cargo' ? name.replaceAll('_', '-') : name}`;
}

function summary(
  read: ReadManifests,
  { packages, state, gaps }: ProjectPackages,
): Omit<ManifestsFound, 'packages' | 'identity'> {
  return {
    status: 'ok',
    manifests: read.files.map(({ path, facts }) => ({
      file: path,
      packages: facts.wanted.length + (facts.lock?.pinned.length ?? 0),
    })),
    total: packages.length,
    state,
    scopes: [...read.settings.scopes],
    registries: [...read.settings.registries],
    gaps: [...read.gaps, ...gaps],
  };
}

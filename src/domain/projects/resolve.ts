import { err, ok, type Result } from '../../base/result.ts';
import { isAbsolutePath, isWithinFolder, type PlaceLookup, relativeTo } from './place.ts';
import type { Project } from './project.ts';

/** What a `path` argument says, before anything is looked up. */
type ParsedPath =
  | { readonly kind: 'name'; readonly name: string; readonly ref: string | null }
  | { readonly kind: 'absolute' | 'relative'; readonly path: string }
  | { readonly kind: 'url' };

/** The project that a `path` argument means, and what else the argument says. */
export interface Resolved {
  readonly project: Project;
  /** From `name@ref`; null when not given. */
  readonly ref: string | null;
  /** Sub-folder that an absolute or relative path named, `/`-separated; null for the root. */
  readonly prefix: string | null;
}

/** Why a `path` argument means no project: it is an address, or nothing of the account is there, or several fit. */
export type ResolveRefusal = 'url' | 'unknown' | 'ambiguous';

/** What resolving needs of the machine. */
export interface ResolveDeps {
  readonly lookUpPlace: PlaceLookup;
  /** Folder that relative paths are relative to when there are several projects: where the service was started. */
  readonly directory: string;
  /** Real paths that nothing may be selected in, such as the data directory. */
  readonly denied: readonly string[];
}

/** Longest `path` argument that is looked at, in characters. */
const PATH_ARGUMENT_MAX = 4_096;

/**
 * Reads a `path` argument: `name`, `name@ref` (a ref may hold `/` and `@`, a name neither), an absolute path, or a
 * relative one that starts with a dot. Null when it is empty, too long or holds control characters.
 */
function parsePath(text: string): ParsedPath | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > PATH_ARGUMENT_MAX || /\p{Cc}/u.test(trimmed)) return null;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(trimmed) || /^[\w.-]+@[\w.-]+:/.test(trimmed)) return { kind: 'url' };
  if (isAbsolutePath(trimmed)) return { kind: 'absolute', path: trimmed };
  if (/^\.\.?(?:$|[/\\])/.test(trimmed)) return { kind: 'relative', path: trimmed };
  const at = trimmed.indexOf('@');
  if (at === -1) return { kind: 'name', name: trimmed.replace(/\/+$/, '').toLowerCase(), ref: null };
  const ref = trimmed.slice(at + 1);
  return ref === '' ? null : { kind: 'name', name: trimmed.slice(0, at).toLowerCase(), ref };
}

/**
 * The project of one account that a `path` argument means. `projects` are the account's own, so that a name or a
 * location of somebody else's project is as unknown as one that nobody has.
 */
export async function resolvePath(
  deps: ResolveDeps,
  projects: readonly Project[],
  text: string,
): Promise<Result<Resolved, ResolveRefusal>> {
  const parsed = parsePath(text);
  if (parsed === null) return err('unknown');
  if (parsed.kind === 'url') return err('url');
  if (parsed.kind === 'name') {
    const project = projects.find(({ name }) => name === parsed.name);
    return project === undefined ? err('unknown') : ok({ project, ref: parsed.ref, prefix: null });
  }
  const base = parsed.kind === 'absolute' ? null : (onlyOne(projects)?.location ?? deps.directory);
  const found = await resolvePlace(deps, projects, base === null ? parsed.path : `${base}/${parsed.path}`);
  if (found !== null) return ok(found);
  return err(parsed.kind === 'relative' && projects.length > 1 ? 'ambiguous' : 'unknown');
}

/** The deepest root that holds the place: a project inside another one's folder is meant by its own path. */
async function resolvePlace(deps: ResolveDeps, projects: readonly Project[], path: string): Promise<Resolved | null> {
  const place = await deps.lookUpPlace(path);
  if (place === null || deps.denied.some((denied) => isWithinFolder(place, denied))) return null;
  let deepest: Resolved | null = null;
  for (const project of projects) {
    const rest = relativeTo(place, project.location);
    const isDeeper = deepest === null || project.location.length > deepest.project.location.length;
    if (rest === null || !isDeeper) continue;
    deepest = { project, ref: null, prefix: rest === '' ? null : rest };
  }
  return deepest;
}

function onlyOne(projects: readonly Project[]): Project | null {
  return projects.length === 1 ? (projects[0] ?? null) : null;
}

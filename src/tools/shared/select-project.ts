import { err, ok, type Result } from '../../base/result.ts';
import type { SourceSelector } from '../../code/index.ts';
import {
  type Project,
  type ProjectStore,
  type ResolveDeps,
  type Resolved,
  type ResolveRefusal,
  resolvePath,
} from '../../domain/projects/index.ts';
import type { ToolAnswer } from '../tool.ts';
import { cutText, statusAnswer } from './answer.ts';
import { nearestName } from './nearest-name.ts';
import { maskKeys } from './safe-text.ts';

/** Projects that a refusal lists; the total is always said. */
const LISTED_MAX = 40;
/** Near names that a refusal offers. */
const NEAR_MAX = 3;
/** Characters of the caller's own text that are said back. */
const SAID_BACK_MAX = 120;

const HOW_TO_ADD =
  'to serve another repository, its operator runs `portico project add PATH` or starts the service with --root PATH';

/** What selecting a project needs. */
export interface SelectDeps extends ResolveDeps {
  readonly projects: Pick<ProjectStore, 'list'>;
}

/** Whose projects, and the arguments that choose among them. */
export interface SelectInput {
  readonly accountId: string;
  /** May be left out when the account has one project. */
  readonly path?: string | undefined;
  readonly ref?: string | undefined;
}

/** A project, and the source of it that is asked about. */
export interface Selection {
  readonly project: Project;
  readonly source: SourceSelector;
  /** Sub-folder that a path named, `/`-separated; null for the whole project. */
  readonly prefix: string | null;
}

/** A ready answer in place of a selection. It carries no structured value: a caller who wants one makes it of these. */
export interface Answerable extends ToolAnswer {
  readonly text: string;
}

/** Finds the project of the account that the arguments mean, or says which there are. */
export async function selectProject(deps: SelectDeps, input: SelectInput): Promise<Result<Selection, Answerable>> {
  const projects = await deps.projects.list(input.accountId);
  if (input.path === undefined) {
    const only = projects[0];
    if (only === undefined || projects.length > 1) return err(refuseUnnamed(projects));
    return select(deps, { project: only, ref: null, prefix: null }, input.ref);
  }
  const found = await resolvePath(deps, projects, input.path);
  if (!found.ok) return err(refusePath(found.error, input.path, projects));
  return select(deps, found.value, input.ref);
}

/**
 * The ref may be said in the path or beside it; two different ones are refused, since to pick one would answer about
 * another state than the caller believes.
 */
function select(deps: SelectDeps, found: Resolved, ref: string | undefined): Result<Selection, Answerable> {
  if (ref !== undefined && found.ref !== null && ref !== found.ref) return err(refuseTwoRefs(found.ref, ref));
  const chosen = ref ?? found.ref;
  const source = selectorOf(found.project, chosen, deps.denied);
  return ok({ project: found.project, source, prefix: found.prefix });
}

/** The source of a project at a ref, or as it is now; never with what is denied. */
export function selectorOf(project: Project, ref: string | null, denied: readonly string[]): SourceSelector {
  return { location: project.location, ref, denied };
}

/** Nothing was named: either there is none, or several, of which none is picked for the caller. */
function refuseUnnamed(projects: readonly Project[]): Answerable {
  if (projects.length === 0) {
    return statusAnswer({ status: 'not_found', text: 'this account has no projects.', next: HOW_TO_ADD });
  }
  return statusAnswer({
    status: 'ambiguous',
    text: `path was left out and ${listProjects(projects)}`,
    next: 'call again with path set to one of these names (name@ref for a branch, tag or commit)',
  });
}

/**
 * A path that leads to no project, with the names that would. An unknown project and another account's are the same
 * here: only the caller's own are looked at.
 */
function refusePath(refusal: ResolveRefusal, path: string, projects: readonly Project[]): Answerable {
  const said = saidBack(path);
  if (refusal === 'url') {
    const text = `${said} is an address; path takes a project's name, name@ref, or a path in a served repository.`;
    return statusAnswer({ status: 'bad_arguments', text, next: nextOf(projects) });
  }
  if (refusal === 'ambiguous') {
    const text = `${said} could lie in any of several projects: ${listProjects(projects)}`;
    return statusAnswer({ status: 'ambiguous', text, next: nextOf(projects) });
  }
  if (projects.length === 0) {
    return statusAnswer({ status: 'not_found', text: `no project ${said}; this account has none.`, next: HOW_TO_ADD });
  }
  const near = nearNames(path, projects);
  const guess = near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`;
  const text = `no project ${said}.${guess} Searched by name and by location: ${listProjects(projects)}`;
  return statusAnswer({ status: 'not_found', text, next: nextOf(projects) });
}

function refuseTwoRefs(inPath: string, ref: string): Answerable {
  const [first, second] = [inPath, ref].map(saidBack);
  const text = `path asks for ref ${first} and the argument ref for ${second}.`;
  return statusAnswer({ status: 'bad_arguments', text, next: 'give the ref once' });
}

/** The caller's words: quoted, cut, and without keys that were pasted in the wrong place. */
function saidBack(text: string): string {
  return JSON.stringify(cutText(maskKeys(text), SAID_BACK_MAX));
}

function nextOf(projects: readonly Project[]): string {
  return projects.length === 0 ? HOW_TO_ADD : `call again with one of these names; ${HOW_TO_ADD}`;
}

/** Names only: where a project lies on the service's machine is the operator's business. */
function listProjects(projects: readonly Project[]): string {
  const names = projects.slice(0, LISTED_MAX).map(({ name }) => name);
  const rest = projects.length - names.length;
  const more = rest > 0 ? `, and ${rest} more` : '';
  return `this account has ${projects.length === 1 ? 'one project' : `${projects.length} projects`}: ${names.join(', ')}${more}.`;
}

/** Of a path the last part is compared: callers name the folder that they have in mind. */
function nearNames(path: string, projects: readonly Project[]): readonly string[] {
  const wanted =
    path
      .split('@')[0]
      ?.split(/[/\\]/)
      .findLast((part) => part !== '' && part !== '.') ?? '';
  const left = new Set(projects.slice(0, 200).map(({ name }) => name));
  const near: string[] = [];
  while (near.length < NEAR_MAX) {
    const name = nearestName(wanted, [...left]);
    if (name === null) break;
    near.push(name);
    left.delete(name);
  }
  return near;
}

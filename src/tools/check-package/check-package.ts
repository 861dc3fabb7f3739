import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { SECOND_MS } from '../../base/units.ts';
import type { Engine, ManifestsFound } from '../../code/index.ts';
import { checkPackages, ECOSYSTEMS, type PackageCheck, type PackageSources } from '../../domain/packages/index.ts';
import { refuseCursor, statusAnswer } from '../shared/answer.ts';
import { type CursorScope, type Cursors, hashArguments } from '../shared/cursor.ts';
import { readOffset, sealOffset, whyNotOffset } from '../shared/page-offset.ts';
import { type SelectDeps, type Selection, selectProject } from '../shared/select-project.ts';
import { withStatus } from '../shared/structured.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { presentCheck } from './answer.ts';
import type { Asked } from './asked.ts';
import { readCommand } from './command/read-command.ts';
import {
  askedOfProject,
  askManifests,
  joinWithProject,
  notesOnEcosystems,
  projectInput,
  stateOfArguments,
} from './from-project.ts';
import { judgeAsked } from './judge-asked.ts';
import { readNamed, readPurls } from './named.ts';
import {
  adaptArguments,
  type CheckPackageArguments,
  checkPackageInput,
  checkPackageOutput,
  checkTogether,
  formOf,
  PACKAGES_MAX,
  readPasted,
} from './schema.ts';
import { withholdSecrets } from './withhold-secrets.ts';

/** What check_package needs. */
export interface CheckPackageDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly packageSources: PackageSources;
}

/** Time for all questions to others; what is not known by then is unknown. */
const CHECK_MS = 25 * SECOND_MS;

/** Says of packages whether they can be used, with reasons and sources. Source: docs/tools.md, "check_package". */
export function makeCheckPackage(deps: CheckPackageDeps): Tool<typeof checkPackageInput> {
  return defineTool({
    name: 'check_package',
    title: 'Check packages',
    description:
      'Are packages safe to install? Existence, malware, vulnerabilities, deprecation, look-alikes, safe version. Give packages, purl, command (never run), pasted manifest or project path. Unanswered is unknown.',
    annotations: { readOnlyHint: true, openWorldHint: true },
    isChargeable: true,
    input: checkPackageInput,
    output: checkPackageOutput,
    adapt: adaptArguments,
    check: checkTogether,
    run: async (args, context) => await runCheck(deps, args, context),
  });
}

/** What is asked about, before anything was asked. */
interface Question {
  /** The packages of this page. */
  readonly asked: readonly Asked[];
  readonly offset: number;
  readonly total: number;
  readonly state: string;
  readonly selection: Selection | null;
  readonly found: ManifestsFound | null;
  readonly notes: readonly string[];
}

async function runCheck(
  deps: CheckPackageDeps,
  args: CheckPackageArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const offset = readOffset(args.cursor);
  if (offset === null)
    return refused('bad_cursor', 'this is not a cursor that check_package gave. Re-run without cursor.');
  const question = await readQuestion(deps, { args, context, offset });
  if (!question.ok) return withStatus(question.error);
  const scope: CursorScope = {
    tool: 'check_package',
    commit: question.value.state,
    argumentsHash: hashArguments({ ...args, detail: undefined }),
  };
  const whyNot = whyNotOffset(args.cursor, scope, deps.cursors);
  if (whyNot !== null) return withStatus(refuseCursor(whyNot));
  const { asked } = question.value;
  const check = await checkAll(deps, asked, { args, signal: context.signal });
  const seal = (next: number): string => sealOffset(next, scope, deps.cursors);
  const judged = judgeAsked(asked, check);
  return presentCheck({ ...question.value, args, judged, sources: check.sources, now: deps.clock.now(), seal });
}

function refused(status: 'bad_cursor' | 'bad_arguments', text: string, next?: string): ToolAnswer {
  return withStatus(statusAnswer({ status, text, ...(next === undefined ? {} : { next }) }));
}

/** The reports of one page. Of a Go command's path also the shorter ones are asked about. */
async function checkAll(
  deps: CheckPackageDeps,
  asked: readonly Asked[],
  { args, signal }: { readonly args: CheckPackageArguments; readonly signal: AbortSignal },
): Promise<PackageCheck> {
  const requests = asked.flatMap(({ request, shorter }) => [request, ...shorter.map((name) => ({ ...request, name }))]);
  return await checkPackages({ clock: deps.clock, sources: deps.packageSources }, requests.map(withholdSecrets), {
    minSeverity: args.min_severity ?? 'low',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]),
  });
}

interface Reading {
  readonly args: CheckPackageArguments;
  readonly context: ToolContext;
  readonly offset: number;
}

async function readQuestion(deps: CheckPackageDeps, reading: Reading): Promise<Result<Question, ToolAnswer>> {
  const form = formOf(reading.args);
  if (form === 'project') return await readProjectForm(deps, reading);
  if (form === 'manifest') return await readManifestForm(deps, reading);
  return await readNamesForm(deps, reading);
}

async function readProjectForm(
  deps: CheckPackageDeps,
  { args, context, offset }: Reading,
): Promise<Result<Question, ToolAnswer>> {
  const { accountId } = context.caller;
  const selected = await selectProject(deps, { accountId, path: args.path });
  if (!selected.ok) return selected;
  const input = projectInput(selected.value, { offset, limit: PACKAGES_MAX });
  const found = await askManifests(deps.engine, input, context);
  if (!found.ok) return found;
  const { packages, total, state, gaps } = found.value;
  return ok({
    asked: packages.map(askedOfProject),
    offset,
    total,
    state,
    selection: selected.value,
    found: found.value,
    notes: gaps,
  });
}

/** Private scopes of the project hold for a pasted manifest too, when a project is meant. */
async function readManifestForm(
  deps: CheckPackageDeps,
  { args, context, offset }: Reading,
): Promise<Result<Question, ToolAnswer>> {
  const { filename, content } = readPasted(args.manifest) ?? { filename: '', content: '' };
  const input = { of: 'text', filename, content, offset, limit: PACKAGES_MAX } as const;
  const found = await askManifests(deps.engine, input, context);
  if (!found.ok) return found;
  const { packages, total, state, gaps } = found.value;
  const own = packages.map(askedOfProject);
  const project = await joinProject(deps, { asked: own, args, context });
  if (!project.ok) return project;
  // Lines of the pasted text, not of the project.
  const asked = project.value.asked.map((one, at) => ({
    ...one,
    ...pick(own[at]),
    request: { ...one.request, usedIn: own[at]?.request.usedIn ?? [], upgradeFrom: null },
  }));
  return ok({
    asked,
    offset,
    total,
    state,
    selection: project.value.selection,
    found: null,
    notes: [...gaps, ...project.value.notes],
  });
}

function pick(one: Asked | undefined): Partial<Asked> {
  return one === undefined ? {} : { locked: one.locked, scope: one.scope, placesTotal: one.placesTotal };
}

async function readNamesForm(deps: CheckPackageDeps, reading: Reading): Promise<Result<Question, ToolAnswer>> {
  const { args, context, offset } = reading;
  const read = readNames(args);
  if (!read.ok) return err(refused('bad_arguments', read.error, 'call check_package again with this corrected'));
  const project = await joinProject(deps, { asked: read.value.asked, args, context });
  if (!project.ok) return project;
  const files = await readFiles(deps, { reading, selection: project.value.selection, files: read.value.files });
  const all = [...project.value.asked, ...files.asked];
  const notes = [...read.value.notes, ...project.value.notes, ...files.notes];
  if (all.length === 0) {
    return err(
      refused('bad_arguments', `the command names no package: ${notes.join('; ')}`, 'call again with path or manifest'),
    );
  }
  return ok({
    asked: all.slice(offset, offset + PACKAGES_MAX),
    offset,
    total: all.length,
    state: stateOfArguments(all),
    selection: project.value.selection,
    found: project.value.found,
    notes,
  });
}

/** Packages that are named, by whichever of the three forms. */
function readNames(args: CheckPackageArguments): ReturnType<typeof readCommand> {
  if (args.command !== undefined) return readCommand(args.command);
  const read = args.purl === undefined ? readNamed(args.packages ?? []) : readPurls(args.purl);
  return read.ok ? ok({ ...read.value, files: [] }) : read;
}

interface Joining {
  readonly asked: readonly Asked[];
  readonly args: CheckPackageArguments;
  readonly context: ToolContext;
}

interface Joined {
  readonly asked: readonly Asked[];
  readonly selection: Selection | null;
  readonly found: ManifestsFound | null;
  readonly notes: readonly string[];
}

/**
 * What the project adds: the one that is named, else the only one of the account. One that is named and cannot be read
 * is a refusal: its private names could not be told from public ones.
 */
async function joinProject(
  deps: CheckPackageDeps,
  { asked, args, context }: Joining,
): Promise<Result<Joined, ToolAnswer>> {
  const alone = { asked, selection: null, found: null, notes: [] };
  const { accountId } = context.caller;
  if (args.path === undefined && (await deps.projects.list(accountId)).length !== 1) return ok(alone);
  const selected = await selectProject(deps, { accountId, path: args.path });
  if (!selected.ok) return args.path === undefined ? ok(alone) : selected;
  // Also by other ecosystems, since the default one may not be the one that is meant.
  const names = asked.flatMap(({ request: { name } }) => ECOSYSTEMS.map((ecosystem) => ({ ecosystem, name })));
  const input = projectInput(selected.value, { names, limit: NAMED_USES_MAX });
  const found = await askManifests(deps.engine, input, context);
  if (!found.ok) {
    const note = "the account's project could not be read: whether it uses these packages is not known";
    return args.path === undefined ? ok({ ...alone, notes: [note] }) : found;
  }
  const notes = notesOnEcosystems(asked, found.value);
  return ok({ asked: joinWithProject(asked, found.value), selection: selected.value, found: found.value, notes });
}

/** Rows of the project that may be about fifty names: several versions each. */
const NAMED_USES_MAX = 400;

/** Files that a command takes in (`-r`), which are read from the project when there is one. */
async function readFiles(
  deps: CheckPackageDeps,
  given: { readonly reading: Reading; readonly selection: Selection | null; readonly files: readonly string[] },
): Promise<{ readonly asked: readonly Asked[]; readonly notes: readonly string[] }> {
  const asked: Asked[] = [];
  const notes: string[] = [];
  for (const file of given.files.slice(0, FILES_MAX)) {
    const shown = JSON.stringify(file.slice(0, 120));
    if (given.selection === null) {
      notes.push(`${shown} was not read: give path of the project that has it, or manifest with its content`);
      continue;
    }
    const input = projectInput(given.selection, { file: file.replace(/^\.\//, ''), limit: FILE_PACKAGES_MAX });
    const found = await askManifests(deps.engine, input, given.reading.context);
    if (!found.ok || found.value.total === 0) notes.push(`${shown} was not found in the project, or asks for nothing`);
    else asked.push(...found.value.packages.filter(({ scope }) => scope !== 'locked').map(askedOfProject));
  }
  return { asked, notes };
}

const FILES_MAX = 5;
const FILE_PACKAGES_MAX = 500;

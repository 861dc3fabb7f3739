import { createHash } from 'node:crypto';
import { err, ok, type Result } from '../../base/result.ts';
import {
  type Engine,
  type ManifestPackage,
  type ManifestsFound,
  type ManifestsInput,
  type ManifestsOutput,
  normalName,
} from '../../code/index.ts';
import type { PackageRequest } from '../../domain/packages/index.ts';
import { statusAnswer } from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { maskKeys } from '../shared/safe-text.ts';
import type { Selection } from '../shared/select-project.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import type { Asked } from './asked.ts';

/** Time for reading manifests and imports. */
const READ_MS = 15_000;

/** Places of a package that go into its report. */
const USED_IN_MAX = 6;

/** Asks the engine; a refusal is a ready answer. */
export async function askManifests(
  engine: Pick<Engine, 'call'>,
  input: ManifestsInput,
  context: Pick<ToolContext, 'caller' | 'signal'>,
): Promise<Result<ManifestsFound, ToolAnswer>> {
  const output = await askEngine(engine, 'manifests', { input, context, deadlineMs: READ_MS });
  if (output !== 'timeout') return output.status === 'ok' ? ok(output) : err(refuse(output, input));
  return err(
    statusAnswer({
      status: 'timeout',
      text: 'reading the manifests took too long and was ended.',
      next: 'call again with path of a folder of the project, or with manifest for one file',
    }),
  );
}

function refuse(output: Exclude<ManifestsOutput, ManifestsFound>, input: ManifestsInput): ToolAnswer {
  if (output.status !== 'not_understood') {
    const { source, prefix } = input.of === 'text' ? { source: { ref: null }, prefix: null } : input;
    return refuseSource(output.status, { project: null, source, prefix }, { refArguments: [] });
  }
  const name = input.of === 'text' ? JSON.stringify(maskKeys(input.filename).slice(0, 80)) : 'the file';
  return statusAnswer({
    status: 'bad_arguments',
    text: `${name} was not understood: ${output.text}`,
    next: 'send the file as it is, with its real name in manifest.filename',
  });
}

/** A project's package as it is asked about: what a lock file fixed goes before what is written. */
export function askedOfProject(one: ManifestPackage): Asked {
  const request: PackageRequest = {
    ecosystem: one.ecosystem,
    name: one.name,
    requested: one.locked ?? rangeOf(one),
    upgradeFrom: null,
    usedIn: [...one.places, ...one.imports].slice(0, USED_IN_MAX),
    origin: one.origin === null ? { kind: 'registry' } : { kind: 'elsewhere', text: one.origin },
  };
  return {
    request,
    written: one.requested,
    locked: one.locked,
    isVersionKnown: one.isVersionKnown,
    scope: one.scope,
    placesTotal: one.placesTotal + one.imports.length,
    shorter: [],
  };
}

/** A bare version in a Cargo.toml means `^`. Source: The Cargo Book, "Specifying Dependencies". */
function rangeOf({ ecosystem, requested }: ManifestPackage): string | null {
  return ecosystem === 'cargo' && requested !== null && /^\d/.test(requested) ? `^${requested}` : requested;
}

/**
 * Adds what a project knows about packages that are asked for by name: where it uses them, and whether it fetches them
 * from elsewhere, so that their names must not leave.
 */
export function joinWithProject(asked: readonly Asked[], found: ManifestsFound): readonly Asked[] {
  const scopes = new Map(found.scopes);
  const registries = new Map(found.registries);
  return asked.map((one) => {
    const { request } = one;
    const uses = found.packages.filter(
      ({ ecosystem, name, aliases }) =>
        ecosystem === request.ecosystem && [name, ...aliases].some((own) => sameName(ecosystem, own, request.name)),
    );
    const scope = request.name.startsWith('@') ? scopes.get(request.name.split('/', 1)[0] ?? '') : undefined;
    const origin =
      (request.ecosystem === 'npm' ? scope : undefined) ??
      registries.get(request.ecosystem) ??
      uses.find((use) => use.origin !== null)?.origin ??
      null;
    const places = [...uses.flatMap((use) => use.places), ...uses.flatMap((use) => use.imports)];
    return {
      ...one,
      scope: uses[0]?.scope ?? null,
      locked: uses[0]?.locked ?? null,
      placesTotal: uses.reduce((sum, use) => sum + use.placesTotal + use.imports.length, 0),
      request: {
        ...request,
        usedIn: places.slice(0, USED_IN_MAX),
        upgradeFrom: request.upgradeFrom ?? uses.find((use) => use.locked !== null)?.locked ?? null,
        origin:
          origin !== null && request.origin.kind === 'registry'
            ? { kind: 'elsewhere', text: `${origin}, as the project has it` }
            : request.origin,
      },
    };
  });
}

/** Names that the project has in another ecosystem than the one that is asked about, and not in that one. */
export function notesOnEcosystems(asked: readonly Asked[], found: ManifestsFound): readonly string[] {
  return asked.flatMap(({ request: { ecosystem, name } }) => {
    const uses = found.packages.filter((use) => sameName(use.ecosystem, use.name, name));
    const other = uses[0]?.ecosystem;
    if (other === undefined || uses.some((use) => use.ecosystem === ecosystem)) return [];
    return [`the project has ${name} as a package of ${other}: ecosystem=${other} asks about that one`];
  });
}

function sameName(ecosystem: ManifestPackage['ecosystem'], one: string, other: string): boolean {
  if (ecosystem === 'pypi') return normalName(one) === normalName(other);
  return ecosystem === 'nuget' || ecosystem === 'composer' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

/** The whole selection as engine input; `file` is one that a command takes in. */
export function projectInput(
  { source, prefix }: Pick<Selection, 'source' | 'prefix'>,
  parts: Partial<Pick<Extract<ManifestsInput, { of: 'project' }>, 'names' | 'file' | 'offset' | 'limit'>>,
): ManifestsInput {
  return { of: 'project', source, prefix, names: null, file: null, offset: 0, limit: 50, ...parts };
}

/** Names the state of packages that are asked for without a project: the arguments alone. */
export function stateOfArguments(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

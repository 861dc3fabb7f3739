import { fieldOf, type JsonNode, mapAt, stringAt, stringsOf } from '../../formats/json.ts';
import { resolveTarget } from '../../source/project-files.ts';
import { memberTest } from './workspaces.ts';

/** The settings of Deno in one folder. */
export interface DenoSettings {
  readonly folder: string;
  readonly json: JsonNode;
}

/** Members of a workspace of Deno: what they import by the names of each other, and the folder of its root. */
export interface DenoWorkspace {
  readonly root: string;
  readonly members: ReadonlySet<string>;
  /** Paths of the project by the names that members give out. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Members of a workspace import each other by their names, and take the names of its root as their own. Source: Deno
 * documentation, "Workspaces and Monorepos".
 */
export function readDenoWorkspaces(settings: readonly DenoSettings[]): readonly DenoWorkspace[] {
  return settings.flatMap(({ folder, json }) => {
    const patterns = patternsOf(json);
    if (patterns.length === 0) return [];
    const isMember = memberTest(folder, patterns);
    const found = settings.filter((one) => one.folder !== folder && isMember(one.folder));
    const names = new Map(found.flatMap(namesOf));
    return [{ root: folder, members: new Set([folder, ...found.map((one) => one.folder)]), names }];
  });
}

/** A list of folders, or the older form with `members`. */
function patternsOf(json: JsonNode): readonly string[] {
  const field = fieldOf(json, 'workspace') ?? fieldOf(json, 'workspaces');
  return stringsOf(field?.value instanceof Map ? fieldOf(field, 'members') : field);
}

function namesOf({ folder, json }: DenoSettings): readonly (readonly [name: string, path: string])[] {
  const name = stringAt(json, 'name')?.text;
  const given = fieldOf(json, 'exports')?.value;
  if (name === undefined) return [];
  const exports = typeof given === 'string' ? [['.', given] as const] : textsOf(json);
  return exports.flatMap(([subpath, target]) => {
    const path = resolveTarget(folder, target);
    return path === null ? [] : [[`${name}${subpath.slice(1)}`, path] as const];
  });
}

function textsOf(json: JsonNode): readonly (readonly [subpath: string, target: string])[] {
  return [...mapAt(json, 'exports')].flatMap(([subpath, { value }]) =>
    typeof value === 'string' ? [[subpath, value] as const] : [],
  );
}

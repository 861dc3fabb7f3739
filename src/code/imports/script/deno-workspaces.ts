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
  /** Versions of the members that have one, by their names. */
  readonly versions: ReadonlyMap<string, string>;
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
    const members = new Set([folder, ...found.map((one) => one.folder)]);
    return [
      { root: folder, members, names: new Map(found.flatMap(namesOf)), versions: new Map(found.flatMap(versionOf)) },
    ];
  });
}

const FROM_JSR = /^jsr:\/?(@[\w.-]{1,100}\/[\w.-]{1,100})(?:@([^/]{0,100}))?(\/.{1,300})?$/;

/**
 * The path of what is asked of JSR, where a member gives it out in a version that will do; null for all else. Source: Deno
 * documentation, "Workspaces and Monorepos".
 */
export function memberFromJsr({ names, versions }: DenoWorkspace, specifier: string): string | null {
  const [, name = '', range = '', subpath = ''] = FROM_JSR.exec(specifier) ?? [];
  const path = names.get(`${name}${subpath}`);
  return path !== undefined && willDo(range, versions.get(name)) ? path : null;
}

/** By what must not change of a version: its first number, below 1.0 its second as well. */
function willDo(range: string, version: string | undefined): boolean {
  const asked = /^[\^~]?(\d{1,6})(?:\.(\d{1,6}))?/.exec(range);
  const own = /^(\d{1,6})\.(\d{1,6})/.exec(version ?? '');
  if (asked === null || own === null) return true;
  return asked[1] === own[1] && (asked[1] !== '0' || asked[2] === undefined || asked[2] === own[2]);
}

function versionOf({ json }: DenoSettings): readonly (readonly [name: string, version: string])[] {
  const [name, version] = [stringAt(json, 'name')?.text, stringAt(json, 'version')?.text];
  return name === undefined || version === undefined ? [] : [[name, version]];
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

import { numberedLines } from '../../operations/overview/fact-sheet.ts';
import { folderOf, type ProjectFiles, resolveTarget } from '../../operations/overview/project-files.ts';

/** A go.mod of the project. */
interface GoModule {
  /** What import paths of the module begin with. */
  readonly path: string;
  readonly folder: string;
  readonly requires: readonly string[];
  /** Modules that this one takes from a folder of the project. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Where an import path leads: a folder of the project, or something outside by the name of its module. */
export type GoTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean };

/** Leads import paths to folders. */
export type GoResolver = (from: string, path: string) => GoTarget;

/** Reads the go.mod files and makes the resolver of the project. Source: Go Modules Reference, "go.mod files". */
export async function readGoModules(project: ProjectFiles): Promise<GoResolver> {
  const modules: GoModule[] = [];
  for (const path of project.named('go.mod')) {
    const found = readModule(folderOf(path), (await project.text(path)) ?? '');
    if (found) modules.push(found);
  }
  return (from, path) => {
    const own = moduleAround(modules, from);
    const places = [...modules.map((module) => [module.path, module.folder] as const), ...(own?.replaced ?? [])];
    const [prefix, folder] = longest(places, path) ?? [null, ''];
    const required = longestPrefix(own?.requires ?? [], path);
    // A module of the same beginning that is required is another one, unless it is the one that is here.
    if (prefix !== null && (required === null || required.length <= prefix.length)) {
      const rest = path.slice(prefix.length + 1);
      return { kind: 'folder', folder: [folder, rest].filter((part) => part !== '').join('/') };
    }
    if (required !== null) return { kind: 'external', name: required, isStandard: false };
    // Paths whose first part has no dot are reserved for the standard library; `C` is cgo's.
    return { kind: 'external', name: path, isStandard: !/^[^/]*\./.test(path) };
  };
}

function readModule(folder: string, text: string): GoModule | null {
  let path: string | null = null;
  const requires: string[] = [];
  const replaced = new Map<string, string>();
  for (const [verb, rest] of directives(text)) {
    const name = words(rest)[0] ?? '';
    if (verb === 'module') path = name;
    else if (verb === 'require') requires.push(name);
    else if (verb === 'replace') addReplaced(replaced, folder, { name, target: afterArrow(rest) });
  }
  return path === null || path === '' ? null : { path, folder, requires, replaced };
}

/** Each directive with its arguments, those of a block (`require (`) one by one. */
function* directives(text: string): Generator<readonly [verb: string, rest: string]> {
  let block: string | null = null;
  for (const [line] of numberedLines(text)) {
    const row = line.replace(/\/\/.*$/, '').trim();
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(row) ?? [];
    if (rest === '(') block = verb;
    else if (row === ')') block = null;
    else if (row !== '') yield block === null ? [verb, rest] : [block, row];
  }
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).map((word) => word.replace(/^["`]|["`]$/g, ''));
}

function afterArrow(text: string): string {
  return words(text.slice(text.indexOf('=>') + 2).trim())[0] ?? '';
}

/** A replacement by a folder of the project; one by another module leads outside. */
function addReplaced(
  replaced: Map<string, string>,
  folder: string,
  { name, target }: { readonly name: string; readonly target: string },
): void {
  const place = /^\.\.?(?:\/|$)/.test(target) ? resolveTarget(folder, target) : null;
  if (place !== null && name !== '') replaced.set(name, place);
}

function moduleAround(modules: readonly GoModule[], path: string): GoModule | null {
  let best: GoModule | null = null;
  for (const module of modules) {
    const isAround = module.folder === '' || path.startsWith(`${module.folder}/`);
    if (isAround && (best === null || module.folder.length > best.folder.length)) best = module;
  }
  return best;
}

function longest(
  places: readonly (readonly [path: string, folder: string])[],
  path: string,
): readonly [path: string, folder: string] | null {
  const fitting = longestPrefix(
    places.map(([prefix]) => prefix),
    path,
  );
  // A replacement stands last, and goes before the module of the same path.
  return places.findLast(([prefix]) => prefix === fitting) ?? null;
}

function longestPrefix(prefixes: readonly string[], path: string): string | null {
  let best: string | null = null;
  for (const prefix of prefixes) {
    const fits = path === prefix || path.startsWith(`${prefix}/`);
    if (fits && (best === null || prefix.length > best.length)) best = prefix;
  }
  return best;
}

import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { ReferenceTexts } from '../texts.ts';
import type { ProjectLinks } from './file-links.ts';
import { givenNames } from './given-out.ts';
import { type ImportedName, importedNames } from './import-names.ts';

/** Modules of scripts that are given out whole under a name: `export * as shapes from './shapes'`. */
export interface Namespaces {
  /** Files whose declarations are members of what an import of a file brings in; none when that is no such module. */
  of(path: string, name: ImportedName): ReadonlySet<string>;
}

/** What is looked for in. */
interface NamespaceSearch {
  readonly texts: Pick<ReferenceTexts, 'at'>;
  readonly links: ProjectLinks;
  /** Files whose imports are asked about; they have been followed. */
  readonly holders: ReadonlySet<string>;
}

/** What a file gives out under a name: whole modules, or what others give out. */
interface Given {
  readonly modules: Set<string>;
  readonly passed: { readonly targets: ReadonlySet<string>; readonly name: string }[];
}

type GivenByName = Map<string, Given>;

/** Files that are read for what they give out. */
const FILES_MAX = 400;

/** Reads what the files give out that files of scripts import, and those that these give out again. */
export async function findNamespaces({ texts, links, holders }: NamespaceSearch): Promise<Namespaces> {
  const known = new Map<string, GivenByName>();
  let next = new Set([...holders].filter((path) => SCRIPT.test(path)).flatMap((path) => givingTargets(links, path)));
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && next.size > 0; hop += 1) {
    const paths = [...next].filter((path) => !known.has(path)).slice(0, FILES_MAX - known.size);
    for (const path of paths) known.set(path, new Map());
    await texts.at(paths.sort(), (file) => known.set(file.path, readGiven(file, links)));
    next = new Set(paths.flatMap((path) => givingTargets(links, path)));
  }
  return {
    of(path, { line, imported }) {
      const targets = links.of(path)?.byLine.get(line);
      if (targets === undefined || known.size === 0 || imported === '*') return NONE;
      return modulesOf({ known, links }, targets, imported);
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
const SCRIPT = /\.[cm]?[jt]sx?$/;
const INDEX = /(?:^|\/)index\.[cm]?[jt]sx?$/;

/** Of what a file imports the files that may give out others: of these the imports have been followed. */
function givingTargets(links: ProjectLinks, path: string): readonly string[] {
  return [...(links.of(path)?.targets ?? [])].filter((target) => {
    const own = links.of(target);
    return own !== null && SCRIPT.test(target) && (own.reexported.size > 0 || INDEX.test(target));
  });
}

function readGiven(file: CodeFile, links: ProjectLinks): GivenByName {
  const found: GivenByName = new Map();
  const byLine = links.of(file.path)?.byLine;
  for (const one of importedNames(file).all) {
    const names = one.isReexport ? [one.local] : (givenNames(file).get(one.local) ?? []);
    for (const name of names) {
      const given = found.get(name) ?? { modules: new Set(), passed: [] };
      found.set(name, given);
      note(given, one.imported, byLine?.get(one.line) ?? NONE);
    }
  }
  return found;
}

function note(given: Given, imported: string, targets: ReadonlySet<string>): void {
  if (imported !== '*') given.passed.push({ targets, name: imported });
  else for (const target of targets) given.modules.add(target);
}

interface Walk {
  readonly known: ReadonlyMap<string, GivenByName>;
  readonly links: ProjectLinks;
}

/** Breadth-first through what is given out again, each name of a file once. */
function modulesOf(walk: Walk, targets: ReadonlySet<string>, imported: string): ReadonlySet<string> {
  const modules = new Set<string>();
  const seen = new Set<string>();
  let step = [...targets].map((file) => ({ file, name: imported }));
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && step.length > 0; hop += 1) {
    const fresh = step.filter(({ file, name }) => !seen.has(`${file} ${name}`));
    for (const { file, name } of fresh) {
      seen.add(`${file} ${name}`);
      for (const module of walk.known.get(file)?.get(name)?.modules ?? []) modules.add(module);
    }
    step = fresh.flatMap(({ file, name }) => passedOn(walk, file, name));
  }
  return modules;
}

interface Step {
  readonly file: string;
  readonly name: string;
}

/** Where a file has a name from that it gives out; `export * from` gives out all but the default. */
function passedOn({ known, links }: Walk, file: string, name: string): readonly Step[] {
  const given = known.get(file)?.get(name);
  if (given !== undefined)
    return given.passed.flatMap((one) => [...one.targets].map((target) => ({ file: target, name: one.name })));
  if (name === 'default') return [];
  const reexported = [...(links.of(file)?.reexported ?? [])];
  return reexported.flatMap(([target, names]) => (names === 'all' ? [{ file: target, name }] : []));
}

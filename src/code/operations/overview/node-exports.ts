import { fieldOf, type JsonNode, stringAt } from '../../formats/json.ts';
import { depthOf, folderOf } from '../../text/paths.ts';

/** A text of a manifest with its line. */
export interface Field {
  readonly text: string;
  readonly line: number;
}

/** What a package gives out first. */
export interface Library extends Field {
  /** What stands behind the package's name (`/config`); null when the name alone is imported. */
  readonly subpath: string | null;
  /** How many such there are, patterns apart; where `subpath` is null those beside the name. */
  readonly subpaths: number;
  /** Patterns such as `./icons/*`, each of which gives out as many as there are files for it. */
  readonly patterns: number;
  /** Where other conditions or fields lead, in the same order. */
  readonly others: readonly Field[];
  /** All sub-paths, patterns left out. */
  readonly parts: readonly Subpath[];
}

/** Conditions of `exports` in the order in which one speaks for a package: what runs before mere types. */
const CONDITIONS = ['import', 'module-sync', 'module', 'node', 'require', 'default', 'production'];
/** Conditions one in another. */
const DEPTH_MAX = 4;
/** Conditions side by side. */
const WIDTH_MAX = 20;

/**
 * What `exports` gives for the package itself, else the first of its sub-paths that is code, and without `exports` what
 * `main`, `module` or `types` say. Null when it gives out none: where `exports` stands, nothing else counts.
 * Source: Node.js documentation, "Modules: Packages", "Package entry points".
 */
export function libraryOf(json: JsonNode): Library | null {
  const exported = fieldOf(json, 'exports');
  if (exported === undefined || exported.value === null) {
    const fields = ['main', 'module', 'types'].map((key) => stringAt(json, key));
    const [first, ...others] = fields.flatMap((one) =>
      one === null || one.text === '' || isManifest(one) ? [] : [one],
    );
    return first ? { text: first.text, line: first.line, subpath: null, ...countsOf([]), others } : null;
  }
  const entries = exported.value instanceof Map ? exported.value : new Map<string, JsonNode>();
  if (![...entries.keys()].some((key) => key.startsWith('.'))) return whole(exported, []);
  const given = subpathsOf(entries);
  const root = entries.get('.');
  return root === undefined || targetsOf(root, 0).every(isManifest) ? firstSubpath(given) : whole(root, given);
}

/** What only leads to the package's own manifest lets others read its version, and is no library. */
function isManifest({ text }: Field): boolean {
  return /(?:^|\/)package\.json$/.test(text);
}

/** What stands behind a package's name, and where that leads. */
export interface Subpath extends Field {
  readonly subpath: string;
  readonly others: readonly Field[];
}

function whole(node: JsonNode, given: readonly Subpath[]): Library | null {
  const [first, ...others] = targetsOf(node, 0).filter((one) => !isManifest(one));
  return first === undefined ? null : { ...first, subpath: null, ...countsOf(given), others };
}

/** Sub-paths and patterns that are code. */
function subpathsOf(entries: ReadonlyMap<string, JsonNode>): readonly Subpath[] {
  return [...entries].flatMap(([key, node]) => {
    const [found, ...others] = key.startsWith('./') ? targetsOf(node, 0) : [];
    return found !== undefined && /\.[cm]?[jt]sx?$/.test(found.text)
      ? [{ ...found, subpath: key.slice(1), others }]
      : [];
  });
}

function countsOf(given: readonly Subpath[]): Pick<Library, 'subpaths' | 'patterns' | 'parts'> {
  const parts = given.filter(({ subpath }) => !subpath.includes('*'));
  return { subpaths: parts.length, patterns: given.length - parts.length, parts };
}

function firstSubpath(given: readonly Subpath[]): Library | null {
  const counts = countsOf(given);
  // The shortest speaks best for the rest.
  const [first] = counts.parts.toSorted((a, b) => depthOf(a.subpath) - depthOf(b.subpath));
  return first === undefined ? null : { ...first, ...counts };
}

/** Where the conditions of one sub-path lead, those to code first, and types last. */
function targetsOf(node: JsonNode | undefined, depth: number): readonly Field[] {
  if (node === undefined || depth > DEPTH_MAX) return [];
  const { value, line } = node;
  if (typeof value === 'string') return [{ text: value, line }];
  if (Array.isArray(value)) return targetsOf(value[0], depth + 1);
  if (!(value instanceof Map)) return [];
  const others = [...value.keys()].filter((key) => !CONDITIONS.includes(key) && key !== 'types').slice(0, WIDTH_MAX);
  return [...CONDITIONS, ...others, 'types'].flatMap((key) => targetsOf(value.get(key), depth + 1));
}

/** Names of packages by their folders, and the folders of those of which only what their `exports` say is imported. */
interface PackageFolders {
  readonly allNames: ReadonlyMap<string, string>;
  readonly sealed: ReadonlySet<string>;
}

/** Whether the package that a folder lies in says itself what is imported of it: a manifest there is for who does not heed that. */
export function isWithinSealed({ allNames, sealed }: PackageFolders, folder: string): boolean {
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    if (allNames.has(at)) return sealed.has(at);
  }
  return false;
}

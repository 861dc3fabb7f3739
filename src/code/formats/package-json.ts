import { fieldOf, type JsonNode, mapAt, parseJson, stringAt, stringsOf } from './json.ts';

/** Fields of a package.json that ask for packages, in the order in which one speaks for a name that several have. */
export const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/** One of the fields that ask for packages. */
export type DependencyField = (typeof DEPENDENCY_FIELDS)[number];

/** What a package.json says. */
export interface PackageJson {
  readonly name: string | null;
  /** Of `packageManager`; null when it names none that is known. */
  readonly manager: { readonly name: NodeManager; readonly line: number } | null;
  /** Null when it is no root of workspaces; the patterns as written, in either form of the field. */
  readonly workspaces: { readonly line: number; readonly patterns: readonly string[] } | null;
  /** Those that are texts, by name. */
  readonly scripts: ReadonlyMap<string, PackageScript>;
  readonly requests: Readonly<Record<DependencyField, ReadonlyMap<string, PackageRequest>>>;
  /** Names that `peerDependenciesMeta` describes. */
  readonly describedPeers: ReadonlySet<string>;
  /** Those of them that need not be there. */
  readonly optionalPeers: ReadonlySet<string>;
  /** For fields with a form of their own, such as `exports`. */
  readonly json: JsonNode;
}

/** A package manager of Node. */
export type NodeManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** One script. */
export interface PackageScript {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** What is asked of one package. */
export interface PackageRequest {
  /** Range, tag or address as written; null when it is no text. */
  readonly spec: string | null;
  /** 1-based. */
  readonly line: number;
}

/** Reads a package.json; null when it is no JSON object of a bounded depth. Source: npm, "package.json". */
export function parsePackageJson(text: string): PackageJson | null {
  const json = parseJson(text);
  if (!(json?.value instanceof Map)) return null;
  const requests = (field: DependencyField): ReadonlyMap<string, PackageRequest> =>
    new Map([...mapAt(json, field)].map(([name, { value, line }]) => [name, { spec: textOf(value), line }]));
  const peers = mapAt(json, 'peerDependenciesMeta');
  return {
    name: stringAt(json, 'name')?.text ?? null,
    manager: managerOf(json),
    workspaces: workspacesOf(json),
    scripts: scriptsOf(json),
    requests: {
      dependencies: requests('dependencies'),
      devDependencies: requests('devDependencies'),
      peerDependencies: requests('peerDependencies'),
      optionalDependencies: requests('optionalDependencies'),
    },
    describedPeers: new Set(peers.keys()),
    optionalPeers: new Set([...peers].flatMap(([peer, { value }]) => (isOptional(value) ? [peer] : []))),
    json,
  };
}

function isOptional(described: JsonNode['value']): boolean {
  return described instanceof Map && described.get('optional')?.value === true;
}

/** What the manifest asks of a package: the first field with a text for it, else the first that names it; null when none does. */
export function requestFor({ requests }: PackageJson, name: string): PackageRequest | null {
  const found = DEPENDENCY_FIELDS.flatMap((field) => requests[field].get(name) ?? []);
  return found.find(({ spec }) => spec !== null) ?? found[0] ?? null;
}

function textOf(value: JsonNode['value']): string | null {
  return typeof value === 'string' ? value : null;
}

function managerOf(json: JsonNode): PackageJson['manager'] {
  const field = stringAt(json, 'packageManager');
  const name = /^(npm|pnpm|yarn|bun)@/.exec(field?.text ?? '')?.[1];
  // The expression lets these four names through and no other.
  return field && name ? { name: name as NodeManager, line: field.line } : null;
}

/** A list of npm, yarn and bun, or the older `{"packages": […]}` of yarn. */
function workspacesOf(json: JsonNode): PackageJson['workspaces'] {
  const field = fieldOf(json, 'workspaces');
  if (field === undefined) return null;
  return { line: field.line, patterns: stringsOf(field.value instanceof Map ? fieldOf(field, 'packages') : field) };
}

function scriptsOf(json: JsonNode): ReadonlyMap<string, PackageScript> {
  const scripts = new Map<string, PackageScript>();
  for (const [name, { value, line }] of mapAt(json, 'scripts')) {
    if (typeof value === 'string') scripts.set(name, { text: value, line });
  }
  return scripts;
}

/** What `npm init` writes is the absence of a test, and what only says something, such as where it went, does nothing either. */
export function isRefusal(script: string): boolean {
  const isExit = /^[ ]*(?:echo [^&|;]{0,400}(?:&&|;) *)?exit 1[ ;]*$/.test(script);
  return isExit || /^[ ]*echo [^&|;<>`$]{0,400}$/.test(script) || /no test specified/.test(script);
}

/** What the right side of an npm dependency means. */
export interface NpmSpec {
  /** Name in the registry; null when it is the one it is called by. */
  readonly name: string | null;
  /** Version, range or tag; null when none is written. */
  readonly requested: string | null;
  /** Where it comes from when not from a registry. */
  readonly origin: string | null;
  /** Name of the pnpm catalog that has the version; empty for the default one. */
  readonly catalog: string | null;
}

const PROTOCOLS: readonly (readonly [pattern: RegExp, origin: string])[] = [
  [/^workspace:/, 'workspace'],
  [/^(?:file|portal):/, 'file'],
  [/^link:/, 'link'],
  [/^patch:/, 'patched copy in the project'],
  [/^(?:git|git\+[a-z]+|ssh):/, 'git'],
  [/^git@/, 'git'],
  [/^(?:github|gitlab|bitbucket|gist):/, 'git'],
  [/^https?:.*\.git(?:#.*)?$/, 'git'],
  [/^https?:/, 'address of a file'],
  [/^jsr:/, 'jsr'],
  [/^(?:\.{1,2}|~)?\//, 'file'],
  // GitHub's shorthand; a range never has a slash, and a scope begins with @.
  [/^[\w.-]+\/[\w.-]+(?:#.*)?$/, 'git'],
];

/** Reads it as npm, yarn, pnpm and bun do. Source: npm, "package-spec"; Yarn, "Protocols"; pnpm, "Catalogs". */
export function readNpmSpec(text: string): NpmSpec {
  const spec = text.trim();
  const catalog = /^catalog:(.*)$/.exec(spec)?.[1];
  if (catalog !== undefined) {
    return { name: null, requested: null, origin: null, catalog: catalog === 'default' ? '' : catalog };
  }
  const elsewhere = PROTOCOLS.find(([pattern]) => pattern.test(spec));
  if (elsewhere) return { name: null, requested: spec, origin: elsewhere[1], catalog: null };
  const own = /^npm:(.*)$/.exec(spec)?.[1];
  if (own === undefined) return { name: null, requested: spec === '' ? null : spec, origin: null, catalog: null };
  const { name, requested } = splitNpm(own);
  // Yarn writes `npm:^1.0.0`, which is a range of the same name.
  if (!NPM_NAME.test(name) || /^[\d^~<>=*vx]/.test(name)) {
    return { name: null, requested: own, origin: null, catalog: null };
  }
  return { name, requested, origin: null, catalog: null };
}

const NPM_NAME = /^(?:@[a-z0-9~._-]+\/)?[A-Za-z0-9~._-]+$/;

/** `@scope/name@range` as its two parts; the range is null when none is written. */
export function splitNpm(text: string): { readonly name: string; readonly requested: string | null } {
  const at = text.indexOf('@', 1);
  if (at === -1) return { name: text, requested: null };
  const requested = text.slice(at + 1);
  return { name: text.slice(0, at), requested: requested === '' ? null : requested };
}

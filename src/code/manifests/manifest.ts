import type { Pom } from '../formats/pom.ts';
import type { ManifestEcosystem, ManifestScope } from '../questions/manifests.types.ts';

/** One place of a manifest that asks for a package. */
export interface Wanted {
  readonly ecosystem: ManifestEcosystem;
  /** As the registry knows it, aliases resolved; Maven's is `group:artifact`. */
  readonly name: string;
  /** The name by which the project itself calls it, where that is another. */
  readonly alias: string | null;
  /** Version, range or tag as written; null when none is written. */
  readonly requested: string | null;
  /** False when none is written because another file, such as a parent POM or a platform, decides. */
  readonly isVersionKnown: boolean;
  readonly scope: ManifestScope;
  /** 1-based. */
  readonly line: number;
  /** Where it comes from when that is not the public registry; null when it is. */
  readonly origin: string | null;
}

/** One version that a lock file fixes. */
export interface Pinned {
  readonly ecosystem: ManifestEcosystem;
  readonly name: string;
  readonly version: string;
  readonly line: number;
  readonly origin: string | null;
}

/** Who asks a lock file for what it has fixed. */
export interface LockQuestion {
  readonly wanted: Wanted;
  /** Folder of the asking manifest below the lock file's; empty when they lie together. */
  readonly folder: string;
  /** The package that the asking manifest describes; null when it names none. */
  readonly owner: string | null;
}

/** What one lock file fixes. */
export interface Lock {
  readonly pinned: readonly Pinned[];
  /** Null when it fixes nothing for this, or several versions between which nothing decides. */
  find(question: LockQuestion): Pinned | null;
}

/** What one file says. Every reader gives one of these or, for a file that it cannot make sense of, why. */
export interface ManifestFacts {
  readonly wanted: readonly Wanted[];
  readonly lock: Lock | null;
  /** Name of the package that the manifest describes. */
  readonly owner: string | null;
  /** Whether packages of this tree are used from where they lie (workspaces). */
  readonly hasWorkspaces: boolean;
  /** Other manifests that it takes in, relative to it, such as `-r other.txt`. */
  readonly includes: readonly string[];
  /** What was left out, without the file's name. */
  readonly gaps: readonly string[];
}

/** What a reader may know beside its text. */
export interface ReadingContext {
  /** Path of the file. */
  readonly path: string;
  /** Settings of package managers that lie in the project. */
  readonly settings: ManifestSettings;
  readonly poms: ProjectPoms;
  /** Facts of other files that this one refers to, by what they define (catalogs, Cargo's workspace). */
  readonly lookUp: (kind: 'nuget' | 'catalog' | 'workspace' | 'gradle', name: string) => Definition | null;
}

/** The poms of a project, for what one of them takes from the others. */
export interface ProjectPoms {
  /** What the pom of this path inherits from in the project, the nearest first. */
  parentsOf(path: string): readonly Pom[];
  /** Whether a pom of the project makes it: `group:artifact`. */
  isModule(name: string): boolean;
}

/** A version that is written in another file than the one that asks for it. */
export interface Definition {
  readonly name: string;
  readonly requested: string | null;
  readonly origin: string | null;
}

/** Where the project's own settings fetch packages from. */
export interface ManifestSettings {
  /** npm scopes with a registry of their own, `@` included, and where that is. */
  readonly scopes: ReadonlyMap<string, string>;
  /** A registry for everything else of an ecosystem that is not the public one; absent when none is set. */
  readonly registries: ReadonlyMap<ManifestEcosystem, string>;
}

/** Reads one kind of file. A text in place of facts says what is wrong with it, for the reader. */
export type ManifestReader = (text: string, context: ReadingContext) => ManifestFacts | string;

/** Facts of a file that asks for nothing; what is given replaces its part. */
export function facts(parts: Partial<ManifestFacts>): ManifestFacts {
  return { wanted: [], lock: null, owner: null, hasWorkspaces: false, includes: [], gaps: [], ...parts };
}

/** A request of the public registry at its own name; what is given replaces its part. */
export function wantedOf(parts: Partial<Wanted> & Pick<Wanted, 'ecosystem' | 'name' | 'line'>): Wanted {
  return { alias: null, requested: null, isVersionKnown: true, scope: 'runtime', origin: null, ...parts };
}

/** A lock in which a name has one version, found by name alone. Names with several are left open. */
export function lockByName(pinned: readonly Pinned[], keyOf: (name: string) => string = (name) => name): Lock {
  const byName = new Map<string, Pinned | null>();
  for (const pin of pinned) byName.set(keyOf(pin.name), byName.has(keyOf(pin.name)) ? null : pin);
  return { pinned, find: ({ wanted }) => byName.get(keyOf(wanted.name)) ?? null };
}

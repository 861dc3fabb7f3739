import type { SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';

/** Which packages are asked for, and where a project uses them. */
export type ManifestsInput =
  | {
      readonly of: 'project';
      readonly source: SourceSelector;
      /** Folder that is asked about; null for the whole project. */
      readonly prefix: string | null;
      /** Only packages of these names; null for all. */
      readonly names: readonly NamedPackage[] | null;
      /** One file to read in place of all manifests, relative to the folder; null for all. */
      readonly file: string | null;
      /** Which of the packages are given. */
      readonly offset: number;
      readonly limit: number;
    }
  | {
      readonly of: 'text';
      readonly filename: string;
      readonly content: string;
      readonly offset: number;
      readonly limit: number;
    };

/** A package by its name. */
export interface NamedPackage {
  readonly ecosystem: ManifestEcosystem;
  readonly name: string;
}

/** Package worlds whose manifests are read, by the names that the service uses. */
export type ManifestEcosystem = 'npm' | 'pypi' | 'cargo' | 'go' | 'maven' | 'nuget' | 'gem' | 'composer';

/** What a package is for; `transitive` where the manifest says so, `locked` where only a lock file names it. */
export type ManifestScope = 'runtime' | 'dev' | 'peer' | 'optional' | 'build' | 'transitive' | 'locked';

/** A package of a project, all places that ask for the same version put together. */
export interface ProjectPackage {
  readonly ecosystem: ManifestEcosystem;
  readonly name: string;
  /** Other names by which the project calls it. */
  readonly aliases: readonly string[];
  /** As its first place writes it. */
  readonly requested: string | null;
  readonly locked: string | null;
  readonly isVersionKnown: boolean;
  readonly scope: ManifestScope;
  /** Null: the public registry. */
  readonly origin: string | null;
  /** The first places, `file:line`. */
  readonly places: readonly string[];
  readonly placesTotal: number;
}

/** A package with the lines that import it. */
export interface ManifestPackage extends ProjectPackage {
  /** `file:line`, sources first; empty where none was found or its imports cannot be told from its name. */
  readonly imports: readonly string[];
}

/** What was found. */
export interface ManifestsFound {
  readonly status: 'ok';
  /** Null for a text. */
  readonly identity: SourceIdentity | null;
  /** Files that were read for it, with the number of packages each names. */
  readonly manifests: readonly { readonly file: string; readonly packages: number }[];
  readonly packages: readonly ManifestPackage[];
  readonly total: number;
  /** Changes whenever any of the packages does. */
  readonly state: string;
  /** npm scopes with a registry of their own, and where that is. */
  readonly scopes: readonly (readonly [scope: string, origin: string])[];
  /** A registry other than the public one for everything of an ecosystem. */
  readonly registries: readonly (readonly [ecosystem: ManifestEcosystem, origin: string])[];
  readonly gaps: readonly string[];
}

/** What the manifests say, or why they say nothing. */
export type ManifestsOutput =
  | ManifestsFound
  | { readonly status: SourceProblem | 'empty_prefix' }
  /** The text was not understood, or its name says nothing; `text` says why. */
  | { readonly status: 'not_understood'; readonly text: string };

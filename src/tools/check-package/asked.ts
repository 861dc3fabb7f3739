import type { Ecosystem, PackageRequest } from '../../domain/packages/index.ts';

/** A package as the caller or the project asks for it, with what only the asking knows. */
export interface Asked {
  readonly request: PackageRequest;
  /** As written, where `request.requested` is what a lock file fixed instead. */
  readonly written: string | null;
  readonly locked: string | null;
  /** False when a file that is not at hand decides the version, so that only the newest can be looked at. */
  readonly isVersionKnown: boolean;
  readonly scope: string | null;
  /** All places in the project, of which `request.usedIn` holds the first. */
  readonly placesTotal: number;
  /**
   * Shorter names that may be meant, longest first: a Go command names a package, and which part of it is the module
   * only the registry knows.
   */
  readonly shorter: readonly string[];
}

/** A package by its name; what is given replaces its part. */
export function askedOf(
  ecosystem: Ecosystem,
  name: string,
  parts: Partial<Omit<Asked, 'request'>> & { readonly requested?: string | null; readonly origin?: string | null } = {},
): Asked {
  const { requested = null, origin = null, ...rest } = parts;
  return {
    request: {
      ecosystem,
      name,
      requested,
      upgradeFrom: null,
      usedIn: [],
      origin: origin === null ? { kind: 'registry' } : { kind: 'elsewhere', text: origin },
    },
    written: requested,
    locked: null,
    isVersionKnown: true,
    scope: null,
    placesTotal: 0,
    shorter: [],
    ...rest,
  };
}

/** What a form of asking gave. */
export interface AskedAll {
  readonly asked: readonly Asked[];
  /** What was left out or understood in a way worth saying. */
  readonly notes: readonly string[];
}

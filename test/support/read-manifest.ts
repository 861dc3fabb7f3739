import type { ManifestFacts, ReadingContext } from '../../src/code/manifests/manifest.ts';
import { readOne } from '../../src/code/manifests/read-manifests.ts';
import { kindOfManifest } from '../../src/code/manifests/readers.ts';

/** What else a reader knows: that one scope of npm is private. */
export const CONTEXT: Omit<ReadingContext, 'path'> = {
  settings: { scopes: new Map([['@acme', 'registry npm.acme.example']]), registries: new Map() },
  poms: { parentsOf: () => [], isModule: () => false },
  lookUp: () => null,
};

/** Reads one manifest or lock file; a text is why it was not understood. */
export function readManifest(path: string, text: string): ManifestFacts | string {
  const kind = kindOfManifest(path);
  if (kind === null) throw new Error(`${path} is no manifest`);
  return readOne(kind, text, { path, ...CONTEXT });
}

/** `name requested scope line origin` of every request. */
export function asked(path: string, text: string): readonly string[] {
  const facts = readManifest(path, text);
  if (typeof facts === 'string') return [facts];
  return facts.wanted.map(({ name, requested, isVersionKnown, scope, line, origin }) =>
    [name, isVersionKnown ? requested : '?', scope, line, origin].join(' | '),
  );
}

/** `name version line origin` of everything that a lock file fixes. */
export function pinned(path: string, text: string): readonly string[] {
  const facts = readManifest(path, text);
  if (typeof facts === 'string') return [facts];
  return (facts.lock?.pinned ?? []).map(({ name, version, line, origin }) => [name, version, line, origin].join(' | '));
}

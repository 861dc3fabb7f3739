import { PackageURL } from 'packageurl-js';
import type { Ecosystem } from './package.ts';

/** A package URL that was understood. */
export interface ParsedPurl {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** Null when the URL has none. */
  readonly version: string | null;
  /** A registry that the URL itself names (`repository_url`); null without one. */
  readonly repository: string | null;
}

const ECOSYSTEM_OF: ReadonlyMap<string, Ecosystem> = new Map([
  ['npm', 'npm'],
  ['pypi', 'pypi'],
  ['cargo', 'cargo'],
  ['golang', 'go'],
  ['maven', 'maven'],
  ['nuget', 'nuget'],
  ['gem', 'gem'],
  ['composer', 'composer'],
]);

/** Reads a package URL; a text says why it is none, or of no ecosystem that is known here. Source: ECMA-427. */
export function parsePurl(text: string): ParsedPurl | string {
  try {
    const { type, namespace, name, version, qualifiers } = PackageURL.fromString(text);
    const ecosystem = ECOSYSTEM_OF.get(type ?? '');
    if (ecosystem === undefined || !name) return `packages of type ${String(type).slice(0, 40)} are not known here`;
    const joined = namespace ? `${namespace}${ecosystem === 'maven' ? ':' : '/'}${name}` : name;
    const repository = qualifiers?.repository_url ?? qualifiers?.vcs_url ?? qualifiers?.download_url ?? null;
    return { ecosystem, name: joined, version: version ?? null, repository };
  } catch (failure) {
    return failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '').slice(0, 160) : 'no package URL';
  }
}

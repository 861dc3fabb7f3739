import { numberedLines } from '../../formats/lines.ts';
import { pairsOf, readYaml, yamlAt, yamlText } from '../../formats/yaml.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** What `.npmrc`, `.yarnrc` and `.yarnrc.yml` say about registries. Credentials beside them are not looked at. */
export interface NpmSettings {
  readonly scopes: ReadonlyMap<string, string>;
  /** Null when names without such a scope come from the public registry. */
  readonly registry: string | null;
}

/**
 * The registries of a `.npmrc`. A scope with a registry of its own is always elsewhere, even one with an address that
 * cannot be read: what is private must not be asked for outside. Source: npm, "scope".
 */
export function readNpmrc(text: string): NpmSettings {
  return readLines(text, /^\s*(?:(@[^:\s=]{1,214}):)?registry\s*=\s*["']?([^"'\s]*)/);
}

/** The registries of a `.yarnrc` of Yarn 1: `registry "…"` and `"@scope:registry" "…"`. Source: Yarn 1, ".yarnrc". */
export function readOldYarnrc(text: string): NpmSettings {
  return readLines(text, /^\s*["']?(?:(@[^:\s"']{1,214}):)?registry["']?:?\s+["']?([^"'\s]*)/);
}

function readLines(text: string, pattern: RegExp): NpmSettings {
  const scopes = new Map<string, string>();
  let registry: string | null = null;
  for (const [line] of numberedLines(text)) {
    const found = pattern.exec(line);
    if (!found) continue;
    const [, scope, address = ''] = found;
    const isPublic = isPublicRegistry('npm', address);
    if (scope !== undefined) {
      if (isPublic) scopes.delete(scope);
      else scopes.set(scope, registryWords(address));
    } else registry = isPublic ? null : registryWords(address);
  }
  return { scopes, registry };
}

/** The registries of a `.yarnrc.yml`: `npmRegistryServer`, and `npmScopes` with one of their own. */
export function readYarnrc(text: string): NpmSettings {
  const file = readYaml(text);
  if (typeof file === 'string') return { scopes: new Map(), registry: null };
  const scopes = pairsOf(file, yamlAt(file.root, 'npmScopes')).flatMap(({ key, value }) => {
    const other = otherThanPublic(yamlText(yamlAt(value, 'npmRegistryServer')));
    return other === null ? [] : [[`@${key.replace(/^@/, '')}`, other] as const];
  });
  return { scopes: new Map(scopes), registry: otherThanPublic(yamlText(yamlAt(file.root, 'npmRegistryServer'))) };
}

function otherThanPublic(address: string | null): string | null {
  return address === null || isPublicRegistry('npm', address) ? null : registryWords(address);
}

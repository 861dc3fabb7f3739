import { pairsOf, readYaml, type YamlFile, yamlAt, yamlText } from '../../formats/yaml.ts';
import { type Definition, facts, type Lock, type ManifestReader, type Pinned } from '../manifest.ts';
import { isPublicRegistry } from '../public-registry.ts';
import { resolvedOrigin } from './package-json.ts';

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** pnpm-lock.yaml, versions 5 to 9. Source: pnpm, "lockfile" specifications. */
export const readPnpmLock: ManifestReader = (text) => {
  const file = readYaml(text);
  if (typeof file === 'string') return file;
  const pins = new Map<string, Pinned>();
  for (const { key, line, value } of pairsOf(file, yamlAt(file.root, 'packages'))) {
    const pin = pinOf(key, line, value);
    if (pin !== null) pins.set(`${pin.name}@${pin.version}`, pin);
  }
  const importers = yamlAt(file.root, 'importers');
  const chosen = new Map<string, ReadonlyMap<string, string>>();
  // Without importers, which one package alone needs not, the top of the file is the importer.
  if (importers === undefined) chosen.set('', versionsOf(file, file.root));
  for (const { key, value } of pairsOf(file, importers)) chosen.set(key === '.' ? '' : key, versionsOf(file, value));
  return facts({ lock: lockOf(pins, chosen) });
};

/** Keys of packages: `/a/1.0.0_peer` (5), `/a@1.0.0(peer)` (6), `a@1.0.0` (9). */
function pinOf(key: string, line: number, value: unknown): Pinned | null {
  const bare = key.replace(/^\//, '').replace(/\(.*$/, '');
  const at = /^((?:@[^/@]+\/)?[^/@]+)[@/]([^/_]+)/.exec(bare);
  const own = { name: yamlText(yamlAt(value, 'name')), version: yamlText(yamlAt(value, 'version')) };
  const name = own.name ?? at?.[1];
  const version = own.version ?? at?.[2];
  if (name === undefined || version === undefined) return null;
  const resolution = yamlAt(value, 'resolution');
  const tarball = yamlText(yamlAt(resolution, 'tarball'));
  const isElsewhere = !/^\d/.test(at?.[2] ?? '') || yamlAt(resolution, 'repo') !== undefined;
  const origin = tarball === null ? null : resolvedOrigin(tarball, (address) => isPublicRegistry('npm', address));
  return { ecosystem: 'npm', name, version, line, origin: origin ?? (isElsewhere ? 'git or file' : null) };
}

/** What each name of an importer was resolved to, as written: `1.0.0(peer@2)`, `link:../a`, `/a/1.0.0`, `b@1.0.0`. */
function versionsOf(file: YamlFile, importer: unknown): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const group of GROUPS) {
    for (const { key, value } of pairsOf(file, yamlAt(importer, group))) {
      const version = yamlText(value) ?? yamlText(yamlAt(value, 'version'));
      if (version !== null) versions.set(key, version);
    }
  }
  return versions;
}

function lockOf(pins: ReadonlyMap<string, Pinned>, chosen: ReadonlyMap<string, ReadonlyMap<string, string>>): Lock {
  return {
    pinned: [...pins.values()],
    find({ wanted, folder }) {
      const called = wanted.alias ?? wanted.name;
      const written = chosen.get(folder)?.get(called);
      if (written === undefined) return null;
      if (/^(?:link|file):/.test(written)) {
        return { ecosystem: 'npm', name: wanted.name, version: '', line: 0, origin: 'workspace' };
      }
      // Peers stand behind, in parentheses or after `_`: they are of pnpm's folders, not of the version.
      const bare = written.replace(/^\//, '').replace(/\(.*$/, '');
      const version = bare
        .slice(bare.lastIndexOf('@') + 1)
        .replace(/^.*\//, '')
        .replace(/_.*$/, '');
      return pins.get(`${wanted.name}@${version}`) ?? null;
    },
  };
}

/** The catalogs of a pnpm-workspace.yaml, by `catalog\0name`; the default catalog's name is empty. */
export function readCatalogs(text: string): readonly Definition[] {
  const file = readYaml(text);
  if (typeof file === 'string') return [];
  const catalogs: readonly (readonly [name: string, node: unknown])[] = [
    ['', yamlAt(file.root, 'catalog')],
    ...pairsOf(file, yamlAt(file.root, 'catalogs')).map(
      ({ key, value }) => [key === 'default' ? '' : key, value] as const,
    ),
  ];
  return catalogs.flatMap(([catalog, node]) =>
    pairsOf(file, node).map(({ key, value }) => ({
      name: `${catalog}\0${key}`,
      requested: yamlText(value),
      origin: null,
    })),
  );
}

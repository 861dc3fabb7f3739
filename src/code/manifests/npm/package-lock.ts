import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { folderOf } from '../../text/paths.ts';
import { facts, type Lock, type LockQuestion, type ManifestReader, type Pinned } from '../manifest.ts';
import { isPublicRegistry } from '../public-registry.ts';
import { resolvedOrigin } from './package-json.ts';

/** package-lock.json and npm-shrinkwrap.json, versions 1 to 3. Source: npm, "package-lock.json". */
export const readPackageLock: ManifestReader = (text) => {
  const json = parseJson(text);
  if (json === null || !(json.value instanceof Map)) return 'not a JSON object of a bounded depth and size';
  const packages = mapAt(json, 'packages');
  const places = new Map<string, Pinned>();
  if (packages.size > 0) {
    for (const [place, node] of packages) addPlace(places, place, node);
  } else addNested(places, '', mapAt(json, 'dependencies'));
  return facts({ lock: lockOf(places) });
};

function addPlace(places: Map<string, Pinned>, place: string, node: JsonNode): void {
  const at = place.lastIndexOf('node_modules/');
  // What does not lie in node_modules is a package of the project itself.
  if (at === -1) return;
  const installed = place.slice(at + 'node_modules/'.length);
  if (fieldOf(node, 'link')?.value === true) {
    places.set(place, pinned(installed, { version: '', line: node.line, origin: 'workspace' }));
    return;
  }
  const version = stringAt(node, 'version')?.text ?? '';
  // An alias lies in a folder of its own name; `name` is then the package's.
  const name = stringAt(node, 'name')?.text ?? installed;
  places.set(place, pinned(name, { version, line: node.line, origin: originOf(node) }));
}

/** Version 1 nests packages as their folders do. */
function addNested(places: Map<string, Pinned>, above: string, dependencies: ReadonlyMap<string, JsonNode>): void {
  for (const [installed, node] of dependencies) {
    const place = `${above}node_modules/${installed}`;
    const text = stringAt(node, 'version')?.text ?? '';
    // Version 1 has no field for the real name: it stands before the version.
    const alias = /^npm:(.+)@([^@]+)$/.exec(text);
    const isVersion = alias !== null || /^\d/.test(text);
    const origin = isVersion ? originOf(node) : (/^(?:git|file|link|https?)/.exec(text)?.[0] ?? 'elsewhere');
    const version = alias?.[2] ?? (isVersion ? text : '');
    places.set(place, pinned(alias?.[1] ?? installed, { version, line: node.line, origin }));
    addNested(places, `${place}/`, mapAt(node, 'dependencies'));
  }
}

function pinned(name: string, rest: Pick<Pinned, 'version' | 'line' | 'origin'>): Pinned {
  return { ecosystem: 'npm', name, ...rest };
}

/** Without `resolved`, as npm can be told to write it, nothing says that it comes from elsewhere. */
function originOf(node: JsonNode): string | null {
  return resolvedOrigin(stringAt(node, 'resolved')?.text ?? '', (address) => isPublicRegistry('npm', address));
}

/** Node's own rule: the nearest `node_modules` upwards from the folder that asks. */
function lockOf(places: ReadonlyMap<string, Pinned>): Lock {
  return {
    pinned: [...places.values()],
    find({ wanted, folder }: LockQuestion) {
      const name = wanted.alias ?? wanted.name;
      for (let at: string | null = folder; at !== null; at = at === '' ? null : folderOf(at)) {
        const found = places.get(`${at === '' ? '' : `${at}/`}node_modules/${name}`);
        if (found) return found;
      }
      return null;
    },
  };
}

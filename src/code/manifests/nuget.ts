import {
  fieldOfElement,
  type PackageReference,
  packageReferences,
  parseDotnetProject,
} from '../formats/dotnet-project.ts';
import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../formats/json.ts';
import { childOf, descendants, readXmlFile, type XmlElement } from '../formats/xml.ts';
import {
  type Definition,
  facts,
  type ManifestReader,
  type Pinned,
  type ReadingContext,
  type Wanted,
  wantedOf,
} from './manifest.ts';
import { isPublicRegistry, registryWords } from './public-registry.ts';

/** *.csproj and its kin: PackageReference, with versions from Directory.Packages.props where they are kept there. */
export const readProject: ManifestReader = (text, context) => {
  const project = parseDotnetProject(text);
  if (typeof project === 'string') return project;
  const properties = propertiesOf(project.root);
  return facts({ wanted: project.packages.map((reference) => wantedOfNuget({ reference, properties, context })) });
};

/** Directory.Packages.props: what every project uses. Its other versions are used by the projects that name them. */
export const readPackagesProps: ManifestReader = (text, context) => {
  const root = readXmlFile(text);
  if (typeof root === 'string') return root;
  const properties = propertiesOf(root);
  const global = packageReferences(root, 'GlobalPackageReference');
  return facts({ wanted: global.map((reference) => wantedOfNuget({ reference, properties, context })) });
};

/** The versions of a Directory.Packages.props by name in small letters. */
export function readCentralVersions(text: string): readonly Definition[] {
  const root = readXmlFile(text);
  if (typeof root === 'string') return [];
  const properties = propertiesOf(root);
  return descendants(root, 'PackageVersion').flatMap((element) => {
    const name = element.attributes.get('Include') ?? element.attributes.get('Update');
    const version = fieldOfElement(element, 'Version');
    if (name === undefined || version === null) return [];
    // NuGet compares names without regard to case.
    return [{ name: name.toLowerCase(), requested: fill(version, properties), origin: null }];
  });
}

/** packages.config of older projects. */
export const readPackagesConfig: ManifestReader = (text, { settings }) => {
  const root = readXmlFile(text);
  if (typeof root === 'string') return root;
  const wanted = descendants(root, 'package').flatMap(({ attributes, line }): readonly Wanted[] => {
    const name = attributes.get('id');
    const scope = attributes.get('developmentDependency') === 'true' ? 'dev' : 'runtime';
    const requested = attributes.get('version') ?? null;
    const origin = settings.registries.get('nuget') ?? null;
    return name === undefined ? [] : [wantedOf({ ecosystem: 'nuget', name, requested, scope, line, origin })];
  });
  return facts({ wanted });
};

/** Another source that a nuget.config names; null when it names none but the public one. */
export function readNugetConfig(text: string): string | null {
  const root = readXmlFile(text);
  if (typeof root === 'string') return null;
  const sources = childOf(root, 'packageSources')?.children ?? [];
  const urls = sources.filter(({ name }) => name === 'add').map(({ attributes }) => attributes.get('value') ?? '');
  const other = urls.find((url) => !isPublicRegistry('nuget', url));
  return other === undefined ? null : registryWords(other);
}

interface Asking {
  readonly reference: PackageReference;
  readonly properties: ReadonlyMap<string, string>;
  readonly context: ReadingContext;
}

function wantedOfNuget({ reference, properties, context }: Asking): Wanted {
  const { name, version: written, isPrivate, line } = reference;
  const version =
    written === null ? (context.lookUp('nuget', name.toLowerCase())?.requested ?? null) : fill(written, properties);
  const isVersionKnown = version !== null && !version.includes('$(');
  return wantedOf({
    ecosystem: 'nuget',
    name,
    requested: isVersionKnown ? version : null,
    isVersionKnown,
    scope: isPrivate ? 'build' : 'runtime',
    line,
    origin: context.settings.registries.get('nuget') ?? null,
  });
}

/** Properties that are set once, and without a condition. */
function propertiesOf(root: XmlElement): ReadonlyMap<string, string> {
  const values = new Map<string, string | null>();
  for (const group of descendants(root, 'PropertyGroup')) {
    for (const { name, text, attributes } of group.children) {
      const isPlain = !attributes.has('Condition') && !group.attributes.has('Condition') && !text.includes('$(');
      values.set(name, isPlain && !values.has(name) ? text : null);
    }
  }
  return new Map([...values].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

function fill(version: string, properties: ReadonlyMap<string, string>): string {
  return version.replace(/\$\(([\w.]{1,100})\)/g, (whole, name: string) => properties.get(name) ?? whole);
}

/** packages.lock.json: per framework; a package may have another version in each. */
export const readNugetLock: ManifestReader = (text, { settings }) => {
  const json = parseJson(text);
  if (json === null || !(json.value instanceof Map)) return 'not a JSON object of a bounded depth';
  const pinned = new Map<string, Pinned>();
  for (const framework of mapAt(json, 'dependencies').values()) {
    if (!(framework.value instanceof Map)) continue;
    for (const [name, node] of framework.value) {
      const pin = pinOf(name, node, settings.registries.get('nuget') ?? null);
      if (pin !== null) pinned.set(`${name.toLowerCase()}@${pin.version}`, pin);
    }
  }
  const all = [...pinned.values()];
  const byName = Map.groupBy(all, ({ name }) => name.toLowerCase());
  return facts({
    lock: {
      pinned: all,
      find({ wanted }) {
        const pins = byName.get(wanted.name.toLowerCase()) ?? [];
        return pins.length === 1 ? (pins[0] ?? null) : null;
      },
    },
  });
};

function pinOf(name: string, node: JsonNode, other: string | null): Pinned | null {
  const version = stringAt(node, 'resolved')?.text;
  if (fieldOf(node, 'type')?.value === 'Project') {
    return { ecosystem: 'nuget', name, version: version ?? '', line: node.line, origin: 'project of the solution' };
  }
  return version === undefined ? null : { ecosystem: 'nuget', name, version, line: node.line, origin: other };
}

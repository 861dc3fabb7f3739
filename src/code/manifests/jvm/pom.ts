import { type Pom, type PomDependency, parsePom } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestFacts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/**
 * pom.xml: parent, dependencies, those of profiles, imported BOMs and plugins. Properties and managed versions are taken
 * from the file and from its parents in the project; what a parent elsewhere or a BOM decides is not known here. Source:
 * Maven, "POM Reference".
 */
export const readPom: ManifestReader = (text, context) => {
  const pom = parsePom(text);
  if (typeof pom === 'string') return pom;
  const chain: Reading['chain'] = [pom, ...context.poms.parentsOf(context.path)];
  const reading: Reading = { chain, managed: managedIn(pom, (name) => fill({ chain }, name)) };
  const elsewhere = chain.map(otherRegistry).find((other) => other !== null) ?? null;
  const wanted = askedIn(pom).flatMap((asking) => wantedOfMaven(reading, asking));
  // A module of the project is built, not fetched, whatever package elsewhere has its name.
  return facts({
    wanted: wanted.map((one) => ({
      ...one,
      origin: context.poms.isModule(one.name) ? 'module of the project' : (elsewhere ?? one.origin),
    })),
    owner: `${pom.group}:${pom.artifact?.text ?? ''}`,
    gaps: gapsOf(wanted),
  });
};

/** Another registry than the public one; null when it names none. */
function otherRegistry(pom: Pom): string | null {
  const other = pom.repositories.find((url) => !isPublicRegistry('maven', url));
  return other === undefined ? null : registryWords(other);
}

interface Reading {
  /** The file and its parents in the project, the nearest first. */
  readonly chain: readonly [Pom, ...Pom[]];
  /** Versions that the file itself manages, by their names with properties filled in. */
  readonly managed: ReadonlyMap<string, string>;
}

/** Of several of one name the first. */
function managedIn(pom: Pom, fillName: (name: string) => string): ReadonlyMap<string, string> {
  const versions = pom.managed.flatMap((one) =>
    one.version === null || isBom(one) ? [] : [[fillName(nameOf(one)), one.version] as const],
  );
  return new Map(versions.toReversed());
}

/** Of a parent, which may have very many children, once. */
const managedByParent = new WeakMap<Pom, ReadonlyMap<string, string>>();

function managedByName(parent: Pom): ReadonlyMap<string, string> {
  const known = managedByParent.get(parent);
  if (known !== undefined) return known;
  const versions = managedIn(parent, (name) => fill({ chain: [parent] }, name));
  managedByParent.set(parent, versions);
  return versions;
}

/** What the nearest says: the file, else a parent in the project. */
function managedVersion({ chain: [, ...parents], managed }: Reading, name: string): string | null {
  const inherited = (): string | undefined =>
    parents.map((parent) => managedByName(parent).get(name)).find((version) => version !== undefined);
  return managed.get(name) ?? inherited() ?? null;
}

function isBom({ scope }: PomDependency): boolean {
  return scope === 'import';
}

function nameOf({ group, artifact }: PomDependency, usual = ''): string {
  return `${group ?? usual}:${artifact}`;
}

interface Asking {
  readonly one: PomDependency;
  readonly scope?: ManifestScope;
  readonly isPlugin?: boolean;
}

/** All that the file asks for: the parent, dependencies, BOMs, plugins and what they add to themselves. */
function askedIn(pom: Pom): readonly Asking[] {
  return [
    ...(pom.parent === null ? [] : [{ one: pom.parent, scope: 'build' as const }]),
    ...pom.dependencies.map((one) => ({ one })),
    // A profile is on under a condition that only a build knows.
    ...pom.ofProfiles.map((one) => ({ one, scope: 'optional' as const })),
    ...pom.managed.filter(isBom).map((one) => ({ one, scope: 'build' as const })),
    ...pom.plugins.flatMap((plugin) => [
      { one: plugin, scope: 'build' as const, isPlugin: true },
      ...plugin.dependencies.map((one) => ({ one, scope: 'build' as const })),
    ]),
  ];
}

function wantedOfMaven(reading: Reading, { one, scope, isPlugin = false }: Asking): readonly Wanted[] {
  // Maven's own group is the default of plugins.
  const name = fill(reading, nameOf(one, isPlugin ? 'org.apache.maven.plugins' : ''));
  if (!/^[\w.-]+:[\w.-]+$/.test(name)) return [];
  // dependencyManagement does not hold for plugins.
  const written = one.version ?? (isPlugin ? null : managedVersion(reading, name));
  const version = written === null ? null : fill(reading, written);
  const isKnown = version !== null && version !== '' && !version.includes('${');
  return [
    wantedOf({
      ecosystem: 'maven',
      name,
      requested: isKnown ? version : null,
      isVersionKnown: isKnown,
      scope: scope ?? scopeOf(one),
      line: one.line,
      origin: one.scope === 'system' ? 'file' : null,
    }),
  ];
}

function scopeOf({ scope, isOptional }: PomDependency): ManifestScope {
  if (scope === 'test') return 'dev';
  if (isOptional) return 'optional';
  return scope === 'provided' ? 'build' : 'runtime';
}

function fill({ chain: [own, ...parents] }: Pick<Reading, 'chain'>, text: string): string {
  const inherited = (name: string): string | undefined =>
    parents.map(({ properties }) => properties.get(name)).find((value) => value !== undefined);
  return fillPom(text, (name) => pomProperty(own, name) ?? inherited(name) ?? null);
}

function gapsOf(wanted: ManifestFacts['wanted']): readonly string[] {
  const open = wanted.filter(({ isVersionKnown }) => !isVersionKnown).length;
  return open === 0
    ? []
    : [
        `the versions of ${open} of its ${wanted.length} packages are set neither by it nor by its parents in the project`,
      ];
}

import { type Pom, type PomDependency, parsePom } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import {
  type Definition,
  facts,
  type ManifestFacts,
  type ManifestReader,
  type ReadingContext,
  type Wanted,
  wantedOf,
} from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** Parents that are followed within a project. */
const PARENTS_MAX = 8;

/**
 * pom.xml: parent, dependencies, those of profiles, imported BOMs and plugins. Properties and managed versions are taken
 * from the file and from its parents in the project; what a parent elsewhere or a BOM decides is not known here. Source:
 * Maven, "POM Reference".
 */
export const readPom: ManifestReader = (text, context) => {
  const pom = parsePom(text);
  if (typeof pom === 'string') return pom;
  const bare = { pom, context };
  // Of several of one name the first.
  const versions = managed(pom).map(({ name, version }) => [fill(bare, name), version] as const);
  const reading: Reading = { ...bare, managed: new Map(versions.toReversed()) };
  const elsewhere = otherRegistry(pom) ?? inherited(reading, 'repository');
  const wanted = askedIn(pom).flatMap((asking) => wantedOfMaven(reading, asking));
  // A module of the project is built, not fetched, whatever package elsewhere has its name.
  const own = (name: string): boolean => context.lookUp('workspace', `own\0${name}`) !== null;
  return facts({
    wanted: wanted.map((one) => ({
      ...one,
      origin: own(one.name) ? 'module of the project' : (elsewhere ?? one.origin),
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

interface Bare {
  readonly pom: Pom;
  readonly context: ReadingContext;
}

interface Reading extends Bare {
  /** Versions that the file itself manages, by their names with properties filled in. */
  readonly managed: ReadonlyMap<string, string>;
}

/** What a pom gives to others of the project: its own name, its properties and managed versions, all by its artifact. */
export function readPomDefinitions(text: string): readonly Definition[] {
  const pom = parsePom(text);
  if (typeof pom === 'string') return [];
  const artifact = pom.artifact?.text ?? '';
  const define = (name: string, requested: string): Definition => ({ name, requested, origin: null });
  return [
    define(`own\0${pom.group}:${artifact}`, pom.version),
    define(`${artifact}\0parent`, pom.parent?.artifact ?? ''),
    define(`${artifact}\0repository`, otherRegistry(pom) ?? ''),
    ...[...pom.properties].map(([name, value]) => define(`${artifact}\0property\0${name}`, value)),
    ...managed(pom).map(({ name, version }) => define(`${artifact}\0managed\0${name}`, version)),
  ];
}

function managed(pom: Pom): readonly { readonly name: string; readonly version: string }[] {
  return pom.managed.flatMap((one) =>
    one.version === null || isBom(one) ? [] : [{ name: nameOf(one), version: one.version }],
  );
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

function managedVersion(reading: Reading, name: string): string | null {
  return reading.managed.get(name) ?? inherited(reading, `managed\0${name}`);
}

/** What the nearest parent in the project says; null when none does. */
function inherited({ pom, context }: Bare, what: string): string | null {
  let parent = pom.parent?.artifact ?? '';
  // Poms may name one another as parents in a circle.
  for (let i = 0; i < PARENTS_MAX && parent !== ''; i++) {
    const found = context.lookUp('workspace', `${parent}\0${what}`);
    if (found?.requested) return found.requested;
    parent = context.lookUp('workspace', `${parent}\0parent`)?.requested ?? '';
  }
  return null;
}

function fill(reading: Bare, text: string): string {
  return fillPom(text, (name) => pomProperty(reading.pom, name) ?? inherited(reading, `property\0${name}`));
}

function gapsOf(wanted: ManifestFacts['wanted']): readonly string[] {
  const open = wanted.filter(({ isVersionKnown }) => !isVersionKnown).length;
  return open === 0
    ? []
    : [
        `the versions of ${open} of its ${wanted.length} packages are set by a parent or BOM that is not in the project`,
      ];
}

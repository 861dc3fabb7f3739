import { childOf, grandchildren, readXmlFile, type XmlElement } from '../../formats/xml.ts';
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
/** Rounds in which properties of properties are filled in. */
const ROUNDS_MAX = 8;

/**
 * pom.xml: parent, dependencies, those of profiles, imported BOMs and plugins. Properties and managed versions are taken
 * from the file and from its parents in the project; what a parent elsewhere or a BOM decides is not known here. Source:
 * Maven, "POM Reference".
 */
export const readPom: ManifestReader = (text, context) => {
  const project = readXmlFile(text);
  if (typeof project === 'string') return project;
  if (project.name !== 'project') return 'not a pom.xml: its top is no <project>';
  const pom: Pom = { project, ids: idsOf(project), context };
  const other = otherRepository(project);
  const wanted = [...parentOf(pom), ...dependenciesOf(pom), ...pluginsOf(pom)];
  // A module of the project is built, not fetched, whatever package elsewhere has its name.
  const own = (name: string): boolean => context.lookUp('workspace', `own\0${name}`) !== null;
  return facts({
    wanted: wanted.map((one) => ({ ...one, origin: own(one.name) ? 'module of the project' : (other ?? one.origin) })),
    owner: `${pom.ids.group}:${pom.ids.artifact}`,
    gaps: gapsOf(wanted),
  });
};

interface Pom {
  readonly project: XmlElement;
  readonly ids: PomIds;
  readonly context: ReadingContext;
}

interface PomIds {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  /** `artifactId` of the parent; empty without one. */
  readonly parent: string;
}

function idsOf(project: XmlElement): PomIds {
  const parent = childOf(project, 'parent');
  const field = (name: string): string => childOf(project, name)?.text ?? childOf(parent, name)?.text ?? '';
  return {
    group: field('groupId'),
    artifact: childOf(project, 'artifactId')?.text ?? '',
    version: field('version'),
    parent: childOf(parent, 'artifactId')?.text ?? '',
  };
}

/** What a pom gives to others of the project: its own name, its properties and managed versions, all by its artifact. */
export function readPomDefinitions(text: string): readonly Definition[] {
  const project = readXmlFile(text);
  if (typeof project === 'string' || project.name !== 'project') return [];
  const ids = idsOf(project);
  const define = (name: string, requested: string): Definition => ({ name, requested, origin: null });
  return [
    define(`own\0${ids.group}:${ids.artifact}`, ids.version),
    define(`${ids.artifact}\0parent`, ids.parent),
    ...properties(project).map(({ name, text: value }) => define(`${ids.artifact}\0property\0${name}`, value)),
    ...managed(project).map(({ name, version }) => define(`${ids.artifact}\0managed\0${name}`, version)),
  ];
}

function properties(project: XmlElement): readonly XmlElement[] {
  return childOf(project, 'properties')?.children ?? [];
}

function managed(project: XmlElement): readonly { readonly name: string; readonly version: string }[] {
  const management = childOf(project, 'dependencyManagement');
  return grandchildren(management, 'dependencies', 'dependency').flatMap((one) => {
    const version = childOf(one, 'version')?.text;
    return version === undefined || isBom(one) ? [] : [{ name: nameOf(one), version }];
  });
}

function isBom(dependency: XmlElement): boolean {
  return childOf(dependency, 'scope')?.text === 'import';
}

function nameOf(dependency: XmlElement, group = ''): string {
  return `${childOf(dependency, 'groupId')?.text ?? group}:${childOf(dependency, 'artifactId')?.text ?? ''}`;
}

function parentOf(pom: Pom): readonly Wanted[] {
  const parent = childOf(pom.project, 'parent');
  return parent === undefined ? [] : wantedOfMaven(pom, { element: parent, scope: 'build' });
}

function dependenciesOf(pom: Pom): readonly Wanted[] {
  const { project } = pom;
  const profiles = grandchildren(project, 'profiles', 'profile');
  const boms = grandchildren(childOf(project, 'dependencyManagement'), 'dependencies', 'dependency').filter(isBom);
  return [
    ...grandchildren(project, 'dependencies', 'dependency').flatMap((element) => wantedOfMaven(pom, { element })),
    ...profiles
      .flatMap((profile) => grandchildren(profile, 'dependencies', 'dependency'))
      // A profile is on under a condition that only a build knows.
      .flatMap((element) => wantedOfMaven(pom, { element, scope: 'optional' })),
    ...boms.flatMap((element) => wantedOfMaven(pom, { element, scope: 'build' })),
  ];
}

/** Plugins and what they add to themselves. Maven's own group is the default. */
function pluginsOf(pom: Pom): readonly Wanted[] {
  const plugins = grandchildren(childOf(pom.project, 'build'), 'plugins', 'plugin');
  return plugins.flatMap((plugin) => [
    ...wantedOfMaven(pom, { element: plugin, scope: 'build', group: 'org.apache.maven.plugins', isPlugin: true }),
    ...grandchildren(plugin, 'dependencies', 'dependency').flatMap((element) =>
      wantedOfMaven(pom, { element, scope: 'build' }),
    ),
  ]);
}

interface Asking {
  readonly element: XmlElement;
  readonly scope?: ManifestScope;
  readonly group?: string;
  readonly isPlugin?: boolean;
}

function wantedOfMaven(pom: Pom, { element, scope, group, isPlugin }: Asking): readonly Wanted[] {
  const name = fill(pom, nameOf(element, group));
  if (!/^[\w.-]+:[\w.-]+$/.test(name)) return [];
  // dependencyManagement does not hold for plugins.
  const written = childOf(element, 'version')?.text ?? (isPlugin ? null : managedVersion(pom, name));
  const version = written === null ? null : fill(pom, written);
  const isKnown = version !== null && version !== '' && !version.includes('${');
  const isLocal = childOf(element, 'scope')?.text === 'system';
  return [
    wantedOf({
      ecosystem: 'maven',
      name,
      requested: isKnown ? version : null,
      isVersionKnown: isKnown,
      scope: scope ?? scopeOf(element),
      line: childOf(element, 'artifactId')?.line ?? element.line,
      origin: isLocal ? 'file' : null,
    }),
  ];
}

function scopeOf(element: XmlElement): ManifestScope {
  const scope = childOf(element, 'scope')?.text;
  if (scope === 'test') return 'dev';
  if (childOf(element, 'optional')?.text === 'true') return 'optional';
  return scope === 'provided' ? 'build' : 'runtime';
}

function managedVersion(pom: Pom, name: string): string | null {
  const own = managed(pom.project).find((one) => fill(pom, one.name) === name)?.version;
  return own ?? inherited(pom, `managed\0${name}`);
}

/** What the nearest parent in the project says; null when none does. */
function inherited({ ids, context }: Pom, what: string): string | null {
  let parent = ids.parent;
  // Poms may name one another as parents in a circle.
  for (let i = 0; i < PARENTS_MAX && parent !== ''; i++) {
    const found = context.lookUp('workspace', `${parent}\0${what}`);
    if (found?.requested) return found.requested;
    parent = context.lookUp('workspace', `${parent}\0parent`)?.requested ?? '';
  }
  return null;
}

/** Puts properties in; one that is not known stays as it is written. */
function fill(pom: Pom, text: string): string {
  let filled = text;
  // A property may be made of others, and of itself twice: rounds and length end that.
  for (let i = 0; i < ROUNDS_MAX && filled.includes('${') && filled.length < FILLED_MAX; i++) {
    filled = filled.replace(/\$\{([\w.-]{1,200})\}/g, (whole, name: string) => propertyOf(pom, name) ?? whole);
  }
  return filled.slice(0, FILLED_MAX);
}

const FILLED_MAX = 1_000;

function propertyOf(pom: Pom, name: string): string | null {
  const { ids } = pom;
  if (/^(?:project|pom)\.version$/.test(name)) return ids.version;
  if (/^(?:project|pom)\.groupId$/.test(name)) return ids.group;
  if (/^(?:project|pom)\.artifactId$/.test(name)) return ids.artifact;
  if (/^(?:project\.)?parent\.version$/.test(name))
    return childOf(childOf(pom.project, 'parent'), 'version')?.text ?? null;
  return (
    properties(pom.project).find((property) => property.name === name)?.text ?? inherited(pom, `property\0${name}`)
  );
}

/** A repository beside the central one may hold any name. */
function otherRepository(project: XmlElement): string | null {
  const urls = grandchildren(project, 'repositories', 'repository').map((one) => childOf(one, 'url')?.text ?? '');
  const other = urls.find((url) => !isPublicRegistry('maven', url));
  return other === undefined ? null : registryWords(other);
}

function gapsOf(wanted: ManifestFacts['wanted']): readonly string[] {
  const open = wanted.filter(({ isVersionKnown }) => !isVersionKnown).length;
  return open === 0
    ? []
    : [
        `the versions of ${open} of its ${wanted.length} packages are set by a parent or BOM that is not in the project`,
      ];
}

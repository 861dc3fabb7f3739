import { childOf, grandchildren, readXmlFile, type XmlElement } from './xml.ts';

/** What a pom.xml says; every text as written, properties not filled in. */
export interface Pom {
  /** Null where the file names none, which its parent does not give either. */
  readonly artifact: { readonly text: string; readonly line: number } | null;
  /** The project's own group and version, else its parent's; empty when neither is said. */
  readonly group: string;
  readonly version: string;
  /** `jar` when nothing else is said. */
  readonly packaging: string;
  readonly parent: PomDependency | null;
  /** Its `relativePath`: the parent's file or folder, `../pom.xml` when nothing is said; empty when no file is meant. */
  readonly parentPath: string;
  /** Folders, or files, of the modules that it builds as well, those of profiles among them. */
  readonly modules: readonly string[];
  readonly properties: ReadonlyMap<string, string>;
  readonly dependencies: readonly PomDependency[];
  /** Of `dependencyManagement`, which by itself asks for nothing but BOMs. */
  readonly managed: readonly PomDependency[];
  /** Those of profiles, which are on under a condition that only a build knows. */
  readonly ofProfiles: readonly PomDependency[];
  readonly plugins: readonly PomPlugin[];
  /** Addresses of repositories beside the central one, those of profiles and for plugins among them. */
  readonly repositories: readonly string[];
  /** Names of its licences; `line` is 1-based. */
  readonly licences: readonly { readonly text: string; readonly line: number }[];
}

/** One artifact that is named. */
export interface PomDependency {
  /** Null where it is not written, as Maven's own plugins may leave it out. */
  readonly group: string | null;
  readonly artifact: string;
  /** Null where it is managed elsewhere. */
  readonly version: string | null;
  readonly scope: string | null;
  readonly isOptional: boolean;
  /** Of its `artifactId`, 1-based. */
  readonly line: number;
}

/** A plugin of the build, and what it adds to itself. */
export interface PomPlugin extends PomDependency {
  readonly dependencies: readonly PomDependency[];
}

/** Reads a pom.xml, or says why it is none. Source: Maven, "POM Reference". */
export function parsePom(text: string): Pom | string {
  const project = readXmlFile(text);
  if (typeof project === 'string') return project;
  if (project.name !== 'project') return 'not a pom.xml: its top is no <project>';
  const parent = childOf(project, 'parent');
  const own = (name: string): string => childOf(project, name)?.text ?? childOf(parent, name)?.text ?? '';
  const artifact = childOf(project, 'artifactId');
  const profiles = grandchildren(project, 'profiles', 'profile');
  return {
    artifact: artifact === undefined ? null : { text: artifact.text, line: artifact.line },
    group: own('groupId'),
    version: own('version'),
    packaging: childOf(project, 'packaging')?.text ?? 'jar',
    parent: parent === undefined ? null : dependencyOf(parent),
    parentPath: childOf(parent, 'relativePath')?.text ?? '../pom.xml',
    modules: [project, ...profiles].flatMap((one) => grandchildren(one, 'modules', 'module').map(({ text: at }) => at)),
    properties: propertiesOf(project),
    dependencies: dependenciesOf(project),
    managed: dependenciesOf(childOf(project, 'dependencyManagement')),
    ofProfiles: profiles.flatMap(dependenciesOf),
    plugins: grandchildren(childOf(project, 'build'), 'plugins', 'plugin').map((plugin) => ({
      ...dependencyOf(plugin),
      dependencies: dependenciesOf(plugin),
    })),
    repositories: [project, ...profiles].flatMap(repositoriesOf),
    licences: grandchildren(project, 'licenses', 'license').flatMap((one) => {
      const name = childOf(one, 'name');
      return name === undefined || name.text === '' ? [] : [{ text: name.text, line: name.line }];
    }),
  };
}

function repositoriesOf(element: XmlElement): readonly string[] {
  return [
    ...grandchildren(element, 'repositories', 'repository'),
    ...grandchildren(element, 'pluginRepositories', 'pluginRepository'),
  ].map((one) => childOf(one, 'url')?.text ?? '');
}

function dependenciesOf(element: XmlElement | undefined): readonly PomDependency[] {
  return grandchildren(element, 'dependencies', 'dependency').map(dependencyOf);
}

function dependencyOf(element: XmlElement): PomDependency {
  const field = (name: string): string | null => childOf(element, name)?.text ?? null;
  return {
    group: field('groupId'),
    artifact: field('artifactId') ?? '',
    version: field('version'),
    scope: field('scope'),
    isOptional: field('optional') === 'true',
    line: childOf(element, 'artifactId')?.line ?? element.line,
  };
}

/** Of a property that is set twice the last, as Maven's reader puts one over the other. */
function propertiesOf(project: XmlElement): ReadonlyMap<string, string> {
  const all = childOf(project, 'properties')?.children ?? [];
  return new Map(all.map(({ name, text }) => [name, text]));
}

import {
  type ProjectReference,
  packageNamesIn,
  parseDotnetProject,
  plainDescendants,
  projectReferences,
} from '../../formats/dotnet-project.ts';
import { descendants, readXmlFile, type XmlElement } from '../../formats/xml.ts';
import { parseGlob } from '../../search/glob.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { boundManifests, boundPaths, nearest } from '../manifests.ts';
import { type ImplicitUsings, implicitNamespaces, readImplicitUsings } from './implicit-usings.ts';
import type { GlobalUsing } from './mentions.ts';

/** What a project file says; those of one folder count as one. */
export interface CsProject {
  readonly folder: string;
  /** Packages that it names, the longest names first. */
  readonly packages: readonly string[];
  /** What it has every file use. */
  readonly usings: readonly GlobalUsing[];
  /** Namespaces that it writes out for what a build makes of its files. Source: MSBuild, "RootNamespace". */
  readonly rootNamespaces: readonly string[];
  /** Folders of the projects that it refers to. */
  readonly references: readonly string[];
  /** Whether it compiles a file by its name, mostly one that lies beside several projects that share it. */
  readonly compiles: (path: string) => boolean;
}

/** Projects by their folders. */
export type CsProjects = ReadonlyMap<string, CsProject>;

/** References between projects that are read of all of them. */
const REFERENCES_MAX = 20_000;

/** The projects by their folders. Source: MSBuild, "PackageReference", "ProjectReference", "Using" and "Compile". */
export async function readProjects(project: ProjectFiles): Promise<CsProjects> {
  const paths = project.entries.map(({ path }) => path).filter((path) => /\.csproj$/i.test(nameOf(path)));
  const found = new Map<string, CsProject>();
  const shared = await readSharedSettings(project);
  let room = REFERENCES_MAX;
  for (const path of boundPaths(project, '*.csproj', paths)) {
    const folder = folderOf(path);
    const around = nearest(shared, path);
    const known = found.get(folder) ?? { ...NO_PROJECT, folder, usings: around?.usings ?? [] };
    const text = (await project.text(path)) ?? '';
    const read = parseDotnetProject(text);
    // Those of a file that is not quite XML are known, too.
    const named = typeof read === 'string' ? packageNamesIn(text) : read.packages.map(({ name }) => name);
    const packages = [...new Set([...known.packages, ...named])].sort((a, b) => b.length - a.length);
    const own = typeof read === 'string' ? known : withRoot(known, read.root, around);
    const references = own.references.slice(0, known.references.length + room);
    room -= references.length - known.references.length;
    if (references.length < own.references.length)
      project.gap(`references between projects were left out: more than ${REFERENCES_MAX}`);
    found.set(folder, { ...own, packages, references });
  }
  return found;
}

const NO_PROJECT: Omit<CsProject, 'folder' | 'usings'> = {
  packages: [],
  rootNamespaces: [],
  references: [],
  compiles: () => false,
};

/** What is known of a project with what one more file says of it. */
function withRoot(known: CsProject, root: XmlElement, shared: SharedSettings | null): CsProject {
  const implied = implicitNamespaces(root, shared?.implicit ?? null);
  const added = implied.map((name): GlobalUsing => ({ path: name, alias: null, isImplicit: true }));
  const compiles = compiledBy(root, known.folder);
  return {
    ...known,
    usings: [...known.usings, ...usingsOf(root), ...added],
    rootNamespaces: [...known.rootNamespaces, ...rootNamespacesOf(root)],
    references: [...known.references, ...referencesOf(root, known.folder, shared)],
    compiles: (path) => known.compiles(path) || compiles(path),
  };
}

/** `<Compile Include="..\Shared\A.cs;..\Common\**\*.cs" />`, beside what lies below the project. */
function compiledBy(root: XmlElement, folder: string): CsProject['compiles'] {
  const written = descendants(root, 'Compile').flatMap(({ attributes }) => listOf(attributes.get('Include')));
  const paths = written.flatMap((one) => {
    const path = resolveTarget(folder, one.replace(THIS_FOLDER, '').replaceAll('\\', '/'));
    return path === null || path.includes('$(') ? [] : [path];
  });
  const plain = new Set(paths.filter((path) => !path.includes('*')));
  const globs = paths.flatMap((path) => (plain.has(path) ? [] : (parseGlob(`/${path}`) ?? []))).slice(0, GLOBS_MAX);
  return (path) => plain.has(path) || globs.some((glob) => glob.matches(path));
}

/** Source: MSBuild, "Reserved and well-known properties". */
const THIS_FOLDER = /^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)[\\/]?/i;

/** Patterns of one project file, each of which is tried for many files. */
const GLOBS_MAX = 20;

function rootNamespacesOf(root: XmlElement): readonly string[] {
  return plainDescendants(root, 'RootNamespace')
    .map(({ text }) => text.trim())
    .filter((name) => /^[A-Za-z_][\w.]{0,300}$/.test(name));
}

interface SharedSettings {
  readonly folder: string;
  readonly references: readonly ProjectReference[];
  readonly usings: readonly GlobalUsing[];
  /** Null where it is not known. */
  readonly implicit: ImplicitUsings | null;
}

/** A folder has one file of settings for all projects below it; the nearest upwards counts. */
async function readSharedSettings(project: ProjectFiles): Promise<ReadonlyMap<string, SharedSettings>> {
  const found = new Map<string, SharedSettings>();
  for (const path of boundManifests(project, 'Directory.Build.props')) {
    const root = readXmlFile((await project.text(path)) ?? '');
    const isRead = typeof root !== 'string';
    const usings = isRead ? usingsOf(root) : [];
    const references = isRead ? projectReferences(plainDescendants(root, 'ProjectReference')) : [];
    const folder = folderOf(path);
    found.set(folder, { folder, references, usings, implicit: isRead ? readImplicitUsings(root) : null });
  }
  return found;
}

/** `<Using Include="A;B" />`, of members of a type apart: whether a file uses those cannot be seen. */
function usingsOf(root: XmlElement): readonly GlobalUsing[] {
  const elements = descendants(root, 'Using').filter(
    ({ attributes }) => !/^true$/i.test(attributes.get('Static') ?? ''),
  );
  return elements.flatMap(({ attributes }) =>
    listOf(attributes.get('Include'))
      .filter((path) => /^[A-Za-z_][\w.]{0,300}$/.test(path))
      .map((path) => ({ path, alias: attributes.get('Alias') ?? null })),
  );
}

/** Folders of the projects that one refers to, itself or by the settings for all below their folder. */
function referencesOf(root: XmlElement, folder: string, shared: SharedSettings | null): readonly string[] {
  const own = projectReferences(descendants(root, 'ProjectReference')).map((one) => ({ ...one, at: folder }));
  const common = shared?.references.map((one) => ({ ...one, at: shared.folder })) ?? [];
  return [...common, ...own].flatMap(({ path, from, at }) => {
    const target = resolveTarget(from === 'file' ? at : folder, path);
    return target === null || folderOf(target) === folder ? [] : [folderOf(target)];
  });
}

function listOf(value: string | undefined): readonly string[] {
  return (value ?? '').split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
}

import { childOf, descendants, readXmlFile, type XmlElement } from './xml.ts';

/** What a *.csproj, *.fsproj, *.vbproj or a file of settings for several says. */
export interface DotnetProject {
  readonly root: XmlElement;
  readonly packages: readonly PackageReference[];
}

/** One package that a project asks for. */
export interface PackageReference {
  readonly name: string;
  /** As written, with its properties; null where another file says it. */
  readonly version: string | null;
  /** Whether it is kept from those who use the project: analyzers, generators, versioning. */
  readonly isPrivate: boolean;
  /** 1-based. */
  readonly line: number;
}

/** Reads a project, or says why it is not XML. Source: MSBuild, "PackageReference". */
export function parseDotnetProject(text: string): DotnetProject | string {
  const root = readXmlFile(text);
  return typeof root === 'string' ? root : { root, packages: packageReferences(root, 'PackageReference') };
}

/** Elements of a name that ask for a package. `Update` changes what another file asked for, and asks for nothing itself. */
export function packageReferences(root: XmlElement, element: string): readonly PackageReference[] {
  return packagesAmong(descendants(root, element));
}

/** The packages that some elements ask for. */
export function packagesAmong(elements: readonly XmlElement[]): readonly PackageReference[] {
  return elements.flatMap((one) => {
    const name = one.attributes.get('Include');
    if (name === undefined || !/^[\w.-]{1,200}$/.test(name)) return [];
    const version = fieldOfElement(one, 'VersionOverride') ?? fieldOfElement(one, 'Version');
    const isPrivate = fieldOfElement(one, 'PrivateAssets')?.toLowerCase() === 'all';
    return [{ name, version, isPrivate, line: one.line }];
  });
}

/** One project that another refers to. */
export interface ProjectReference {
  /** As written, with `/`, and the folder that it is told from. */
  readonly path: string;
  readonly from: 'project' | 'file';
  /** Whether it has only to be built before: nothing of it is used. */
  readonly isOrder: boolean;
  /** 1-based. */
  readonly line: number;
}

/**
 * Projects that are referred to; a path with a variable or a pattern leads to nothing that is known. What a file of settings
 * says is told from the project's folder, unless it names its own. Source: MSBuild, "Common MSBuild project items",
 * "ProjectReference"; "MSBuild reserved and well-known properties".
 */
export function projectReferences(elements: readonly XmlElement[]): readonly ProjectReference[] {
  return elements.flatMap((element) => {
    const isOrder = fieldOfElement(element, 'ReferenceOutputAssembly')?.toLowerCase() === 'false';
    const paths = (element.attributes.get('Include') ?? '').split(';').map((path) => path.trim());
    return paths.flatMap((path): readonly ProjectReference[] => {
      const own = /^\$\(MSBuild(ThisFile|Project)Directory\)[\\/]?/.exec(path);
      const plain = path.slice(own?.[0].length ?? 0).replaceAll('\\', '/');
      if (plain === '' || /[$*?@%]/.test(plain)) return [];
      return [{ path: plain, from: own?.[1] === 'ThisFile' ? 'file' : 'project', isOrder, line: element.line }];
    });
  });
}

/**
 * Elements of a name that hold whatever the build is: not under a condition, nor in a target, which adds them while it
 * runs. Source: MSBuild, "MSBuild conditions" and "Choose element".
 */
export function plainDescendants(root: XmlElement, name: string): readonly XmlElement[] {
  return root.children.flatMap((child) => {
    if (child.attributes.has('Condition') || child.name === 'Choose' || child.name === 'Target') return [];
    return [...(child.name === name ? [child] : []), ...plainDescendants(child, name)];
  });
}

/** The packages' names of a text that is not quite XML, by the form of their elements alone. */
export function packageNamesIn(text: string): readonly string[] {
  return [...text.matchAll(/<PackageReference\s[^>]{0,200}?Include\s*=\s*"([\w.-]{1,200})"/g)].map(
    ([, name = '']) => name,
  );
}

/** A fact may be an attribute or an element; null when it is neither. */
export function fieldOfElement(element: XmlElement, name: string): string | null {
  return element.attributes.get(name) ?? childOf(element, name)?.text ?? null;
}

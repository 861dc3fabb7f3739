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
  return descendants(root, element).flatMap((one) => {
    const name = one.attributes.get('Include');
    if (name === undefined || !/^[\w.-]{1,200}$/.test(name)) return [];
    const version = fieldOfElement(one, 'VersionOverride') ?? fieldOfElement(one, 'Version');
    const isPrivate = fieldOfElement(one, 'PrivateAssets')?.toLowerCase() === 'all';
    return [{ name, version, isPrivate, line: one.line }];
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

import { type ProjectReference, plainDescendants, projectReferences } from '../../formats/dotnet-project.ts';
import { descendants, readXmlFile, type XmlElement } from '../../formats/xml.ts';
import { nearest } from '../../imports/manifests.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { addJoin, type FactSheet } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** A project that was read. */
interface ReadProject {
  readonly file: string;
  readonly root: XmlElement;
  readonly isTest: boolean;
}

/** Files that several projects read, by their folders, with the references that they write down whatever is built. */
type SharedReferences = ReadonlyMap<
  string,
  { readonly file: string; readonly references: readonly ProjectReference[] }
>;

/**
 * Writes down which projects a project refers to, itself or by the `Directory.Build.props` nearest upwards, as far as the
 * paths lead to projects that are there. Source: MSBuild, "Customize the build by folder".
 */
export async function makeReferenceReader(
  files: ProjectFiles,
  sheet: FactSheet,
): Promise<(project: ReadProject) => void> {
  const shared = await readShared(files);
  const told = new Set<string>();
  return ({ file, root, isTest }) => {
    const common = nearest(shared, file);
    const own = { file, references: projectReferences(descendants(root, 'ProjectReference')) };
    const written = (common === null ? [own] : [common, own]).flatMap((one) =>
      one.references.map((reference) => ({ ...reference, at: one.file })),
    );
    for (const { path, from, isOrder, line, at } of written) {
      const manifest = resolveTarget(folderOf(from === 'file' ? at : file), path);
      if (manifest === null || manifest === file || !files.has(manifest)) continue;
      const scope = scopeOf(isTest && at === file, isOrder);
      addJoin(files, sheet, { from: file, to: manifest, scope, file: at, line });
      // What one file says for many projects stands there once.
      const key = `${at}:${line} ${manifest}`;
      if (!told.has(key)) sheet.dependencies.push({ ...projectAt(manifest), scope, file: at, line });
      told.add(key);
    }
  };
}

function scopeOf(isTest: boolean, isOrder: boolean): DependencyFact['scope'] {
  if (isTest) return 'dev';
  return isOrder ? 'build' : 'runtime';
}

function projectAt(manifest: string): Pick<DependencyFact, 'ecosystem' | 'name' | 'requirement' | 'manifest'> {
  return { ecosystem: 'dotnet', name: nameOf(manifest).replace(/\.\w+$/, ''), requirement: 'project', manifest };
}

async function readShared(files: ProjectFiles): Promise<SharedReferences> {
  const found = new Map<string, { readonly file: string; readonly references: readonly ProjectReference[] }>();
  for (const file of files.named('directory.build.props').slice(0, OVERVIEW_LIMITS.manifestsMax)) {
    const root = readXmlFile((await files.text(file)) ?? '');
    const elements = typeof root === 'string' ? [] : plainDescendants(root, 'ProjectReference');
    found.set(folderOf(file), { file, references: projectReferences(elements) });
  }
  return found;
}

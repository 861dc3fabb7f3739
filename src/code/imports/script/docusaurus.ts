import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { nearest } from '../manifests.ts';

/** The path that `@site/…` means to a file; null for another name, or where there is no site. */
export type SiteAlias = (from: string, specifier: string) => string | null;

/** Docusaurus gives the folder of its settings the name `@site`. Source: Docusaurus documentation, "Client architecture". */
export function readSites(project: ProjectFiles): SiteAlias {
  const names = ['js', 'cjs', 'mjs', 'ts', 'mts', 'cts'].map((ending) => `docusaurus.config.${ending}`);
  const folders = new Map(names.flatMap((name) => project.named(name).map((path) => [folderOf(path), folderOf(path)])));
  return (from, specifier) => {
    const site = specifier.startsWith('@site/') ? nearest(folders, from) : null;
    return site === null ? null : inFolder(site, specifier.slice('@site/'.length));
  };
}

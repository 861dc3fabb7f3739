import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** Links on the way to one file; more of them are taken for a loop. */
const HOPS_MAX = 8;

/** Where paths lead to by the links of a project. */
export interface Links {
  /** The path without links; itself where it has none, null where one of them leads to nothing that is known. */
  real(path: string): string | null;
  /** Whether a path is a link or lies below one. */
  isLinked(path: string): boolean;
}

/** A project in which a link stands for the file that it leads to. */
export interface LinkedProject {
  /** Has also what lies at a link. */
  readonly project: ProjectFiles;
  readonly links: Links;
}

/**
 * Follows links by what they say alone, within the project, as Node and compilers follow them before they look at a
 * module. Nothing is read through a link: what it leads to counts only where the project has that itself.
 */
export async function followLinks(project: ProjectFiles): Promise<LinkedProject> {
  const texts = (await project.links?.()) ?? new Map<string, string>();
  if (texts.size === 0) return { project, links: { real: (path) => path, isLinked: () => false } };
  const links = makeLinks(texts);
  const realFile = (path: string): string | null => {
    if (project.has(path)) return path;
    const real = links.isLinked(path) ? links.real(path) : null;
    return real !== null && project.has(real) ? real : null;
  };
  return {
    project: {
      ...project,
      has: (path) => realFile(path) !== null,
      text: (path) => project.text(realFile(path) ?? path),
    },
    links,
  };
}

function makeLinks(texts: ReadonlyMap<string, string>): Links {
  const around = new Map<string, string | null>();

  /** The outermost link that is a folder or lies around it: those within it are none of the project's. */
  function linkAround(folder: string): string | null {
    const known = around.get(folder);
    if (known !== undefined) return known;
    const outer = folder === '' ? null : linkAround(folderOf(folder));
    const link = outer ?? (texts.has(folder) ? folder : null);
    around.set(folder, link);
    return link;
  }

  function linkOf(path: string): string | null {
    return linkAround(folderOf(path)) ?? (texts.has(path) ? path : null);
  }

  return {
    isLinked: (path) => linkOf(path) !== null,
    real(path) {
      let at: string | null = path;
      for (let hop = 0; hop <= HOPS_MAX && at !== null; hop += 1) {
        const link = linkOf(at);
        if (link === null) return at;
        const target = targetOf(link, texts.get(link) ?? '');
        const rest: string = at.slice(link.length);
        at = target === '' ? rest.slice(1) : target && target + rest;
      }
      return null;
    },
  };
}

/** Where a link in the project leads; null beyond it, and where `..` may mean the folder around another link's target. */
function targetOf(link: string, text: string): string | null {
  if (text === '' || text.startsWith('/')) return null;
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  const down = parts.findIndex((part) => part !== '..');
  return down !== -1 && parts.indexOf('..', down) !== -1 ? null : resolveTarget(folderOf(link), text);
}

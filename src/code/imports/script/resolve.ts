import { isBuiltin } from 'node:module';
import { folderOf, type ProjectFiles, resolveTarget } from '../../operations/overview/project-files.ts';
import { findFile } from './find-file.ts';

/** Where a specifier leads. */
export type ScriptTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean }
  | { readonly kind: 'unresolved'; readonly why: string };

/** Leads the specifiers of a file to files of the project. */
export type ScriptResolver = (from: string, specifier: string) => ScriptTarget;

/** Reads the manifests and settings that give names to files, and makes the resolver of the project. */
export async function makeScriptResolver(project: ProjectFiles): Promise<ScriptResolver> {
  return (from, specifier) => {
    const path = specifier.replace(/[?#].*$/s, '') || specifier;
    if (/^\.\.?(?:\/|$)/.test(path)) return resolveRelative(project, from, path);
    return external(path);
  };
}

function resolveRelative(project: ProjectFiles, from: string, specifier: string): ScriptTarget {
  const target = resolveTarget(folderOf(from), specifier);
  if (target === null) return { kind: 'unresolved', why: 'it leads out of the project' };
  const path = findFile(project, target, from);
  return path === null ? { kind: 'unresolved', why: 'no such file' } : { kind: 'file', path };
}

/** A package by its name, the path within it left out; Node's own modules always with their `node:`. */
function external(specifier: string): ScriptTarget {
  if (isBuiltin(specifier)) {
    return { kind: 'external', name: `node:${specifier.replace(/^node:/, '')}`, isStandard: true };
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  return { kind: 'external', name, isStandard: false };
}

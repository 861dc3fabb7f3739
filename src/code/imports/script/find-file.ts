import type { ProjectFiles } from '../../source/project-files.ts';

/** Extensions in the order in which a compiler tries them: it wants types before programs. */
const TYPED = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.json', '.mts', '.cts', '.mjs', '.cjs', '.vue'];
/** The order of Node and of bundlers for files that no compiler has seen. */
const PLAIN = ['.js', '.jsx', '.json', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.d.ts', '.vue'];
/** What may stand for the extension of a program that is yet to be compiled. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

/**
 * The file that a path without or with its extension means; null when there is none. Who asks decides the order: in a
 * TypeScript file `./a.js` is `a.ts` where there is one.
 */
export function findFile(project: ProjectFiles, target: string, from: string): string | null {
  const isTyped = isTypedPath(from);
  return (
    (isTyped ? sourceOf(project, target) : null) ??
    (project.has(target) ? target : null) ??
    withExtension(project, target, isTyped) ??
    sourceOf(project, target)
  );
}

/** Whether a file is TypeScript, whose compiler looks for types first. */
export function isTypedPath(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

function withExtension(project: ProjectFiles, target: string, isTyped: boolean): string | null {
  const extension = (isTyped ? TYPED : PLAIN).find((ending) => project.has(target + ending));
  return extension === undefined ? null : target + extension;
}

function sourceOf(project: ProjectFiles, target: string): string | null {
  const extension = /\.[cm]?jsx?$/.exec(target)?.[0] ?? '';
  const stem = target.slice(0, target.length - extension.length);
  const found = SOURCES[extension]?.find((ending) => project.has(stem + ending));
  return found === undefined ? null : stem + found;
}

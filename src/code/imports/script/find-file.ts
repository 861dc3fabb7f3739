import type { ProjectFiles } from '../../source/project-files.ts';

/** Extensions in the order in which a compiler tries them: it wants types before programs. */
const TYPED = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.json', '.mts', '.cts', '.mjs', '.cjs', '.vue'];
/** The order of Node and of bundlers for files that no compiler has seen. */
const PLAIN = ['.js', '.jsx', '.json', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.d.ts', '.vue'];
const PROGRAMS = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.mts', '.cts'];
/** What may stand for the extension of a program that is yet to be compiled. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

/** A file that asks for another one, and for what: the module that runs, or what a type checker reads of it. */
export interface Asker {
  readonly from: string;
  readonly wants: 'program' | 'types';
  /** Whether it asks by `require()`. */
  readonly isRequired?: boolean;
}

/** Code of no file in particular that a build is made of. */
export const TYPED_PROGRAM: Asker = { from: 'a.ts', wants: 'program' };

/**
 * The file that a path without or with its extension means; null when there is none. Who asks decides the order: in a
 * TypeScript file `./a.js` is `a.ts` where there is one. A declaration serves who wants a program only where there is
 * nothing else.
 */
export function findFile(project: ProjectFiles, target: string, { from, wants }: Asker): string | null {
  const order = candidatesFor(target, { from, wants });
  const program = wants === 'types' ? undefined : order.find((path) => !isDeclaration(path) && project.has(path));
  return program ?? order.find((path) => project.has(path)) ?? null;
}

/** Whether a file is TypeScript, whose compiler looks for types first. */
export function isTypedPath(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** Whether a file only tells of types, so that nothing of it runs. */
export function isDeclaration(path: string): boolean {
  return /\.d\.(?:[cm]?ts|[\w-]+\.ts)$/.test(path);
}

/** The program beside a declaration, which this describes; null when it lies elsewhere or is yet to be made. */
export function programBeside(project: ProjectFiles, declaration: string): string | null {
  const stem = declaration.replace(/\.d\.[cm]?ts$/, '');
  const extension = stem === declaration ? undefined : PROGRAMS.find((ending) => project.has(stem + ending));
  return extension === undefined ? null : stem + extension;
}

/** The declaration beside a program, which a type checker reads in its place; null when there is none. */
export function declarationBeside(project: ProjectFiles, program: string): string | null {
  return sourcesOf(program).find((path) => isDeclaration(path) && project.has(path)) ?? null;
}

/** Where the file lies that a path without or with its extension means, in the order of who asks. */
export function candidatesFor(target: string, { from, wants }: Asker): readonly string[] {
  const isTyped = wants === 'types' || isTypedPath(from);
  const sources = sourcesOf(target);
  const extended = (isTyped ? TYPED : PLAIN).map((ending) => target + ending);
  return isTyped ? [...sources, target, ...extended] : [target, ...extended, ...sources];
}

function sourcesOf(target: string): readonly string[] {
  const extension = /\.[cm]?jsx?$/.exec(target)?.[0] ?? '';
  const stem = target.slice(0, target.length - extension.length);
  return SOURCES[extension]?.map((ending) => stem + ending) ?? [];
}

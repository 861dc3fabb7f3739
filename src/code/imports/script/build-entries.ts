import { LEX_RULES } from '../../lex/lex-rules.ts';
import { FILLER, maskCode } from '../../lex/mask.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { findFile, TYPED_PROGRAM } from './find-file.ts';
import { packedLibraries } from './ng-packagr.ts';
import { preconstructedFiles } from './preconstruct.ts';

/** A source that the settings of a build name. */
interface BuildEntry {
  /** What is built of it is called so; null where they do not say. */
  readonly name: string | null;
  readonly source: string;
  /** The source's path in its package, without extension. */
  readonly inner: string;
}

/** What is built in one package. */
interface Build {
  readonly entries: readonly BuildEntry[];
  /** The folder that all entries without names have in common, `/`-terminated. */
  readonly common: string;
}

/** Sources by what is built of them. */
export interface BuildEntries {
  /**
   * The source of a built file by its path below the folder of built files, without extension; null when the settings
   * of the package in this folder do not settle it.
   */
  sourceOf(folder: string, stem: string): string | null;
}

const CONFIG = /^(?:tsdown|tsup|rollup|rolldown|vite|esbuild|build|bunup)\.config(?:\.[\w-]{1,40})?\.[cm]?[jt]s$/;
/** Settings of builds that are read, nearest to the top first. */
const CONFIGS_MAX = 3_000;
/** Characters of one of them; what is longer is made by a program. */
const CHARACTERS_MAX = 200_000;
/** Entries of one package; a list that long is made by a program. */
const ENTRIES_MAX = 500;
/** Options whose value is a source and whose own name is not that of what is built. */
const OPTIONS: readonly string[] = ['entry', 'entries', 'entryPoints', 'input', 'in', 'file', 'path', 'import'];

/**
 * Reads what tsdown, tsup, Rollup, Vite, unbuild and their like are told to build, as far as it is written out: strings
 * that lead to code of the package, with the key before them as the name of the result. Nothing is run.
 */
export async function readBuildEntries(project: ProjectFiles): Promise<BuildEntries> {
  const byFolder = new Map<string, BuildEntry[]>();
  const paths = project.entries.flatMap(({ path }) => (CONFIG.test(nameOf(path)) ? [path] : []));
  if (paths.length > CONFIGS_MAX) project.gap(`${paths.length} settings of builds: ${CONFIGS_MAX} were read`);
  for (const path of paths.slice(0, CONFIGS_MAX)) {
    const folder = folderOf(path);
    const known = byFolder.get(folder) ?? [];
    byFolder.set(folder, known);
    const text = (await project.text(path)) ?? '';
    if (text.length > CHARACTERS_MAX) project.gap(`${path} is too long to be read for what it builds`);
    else known.push(...entriesIn(project, folder, text).slice(0, ENTRIES_MAX - known.length));
  }
  for (const { folder, name, source } of await preconstructedFiles(project)) {
    const known = byFolder.get(folder) ?? [];
    byFolder.set(folder, known);
    known.push(...FORMATS.map((format) => ({ name: `${name}${format}`, source, inner: '' })));
  }
  for (const { folder, name, source } of await packedLibraries(project)) {
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), { name, source, inner: '' }]);
  }
  const builds = new Map([...byFolder].map(([folder, entries]) => [folder, makeBuild(entries)]));
  return { sourceOf: (folder, stem) => settle(builds.get(folder), stem) };
}

/** Endings of what Preconstruct builds, without the last one. Source: its `getDistExtension`; none by its flag `typeModule`. */
const FORMATS = [
  '',
  '.cjs',
  '.esm',
  '.browser.cjs',
  '.browser.esm',
  '.worker.esm',
  '.cjs.dev',
  '.cjs.prod',
  '.umd.min',
];

const TOKEN = new RegExp(`(["'\`])${FILLER}*\\1|[\\w$-]+|[^\\s]`, 'g');

function entriesIn(project: ProjectFiles, folder: string, text: string): readonly BuildEntry[] {
  const found: BuildEntry[] = [];
  let [before, last] = ['', ''];
  for (const token of maskCode(text, LEX_RULES.script).matchAll(TOKEN)) {
    const isText = token[1] !== undefined;
    const word = text.slice(token.index + (isText ? 1 : 0), token.index + token[0].length - (isText ? 1 : 0));
    const source = isText ? sourceAt(project, folder, word) : null;
    const name = last === ':' && !OPTIONS.includes(before) ? before : null;
    if (source !== null)
      found.push({ name, source, inner: withoutExtension(source.slice(inFolder(folder, '').length)) });
    [before, last] = [last, word];
  }
  return found;
}

/** The code of the package that a string of its settings means. */
function sourceAt(project: ProjectFiles, folder: string, word: string): string | null {
  if (!/^[./\w@-]{1,200}$/.test(word) || !/[./]/.test(word)) return null;
  const target = resolveTarget(folder, word.replace(/^\/+/, ''));
  const path = target === null || target === folder ? null : findFile(project, target, TYPED_PROGRAM);
  return path !== null && /\.[cm]?[jt]sx?$/.test(path) && path.startsWith(inFolder(folder, '')) ? path : null;
}

function makeBuild(entries: readonly BuildEntry[]): Build {
  return { entries, common: commonFolder(entries.flatMap(({ name, inner }) => (name === null ? [inner] : []))) };
}

/**
 * A name that is given counts, then the path below what all entries have in common, as bundlers lay out what they build,
 * then the only entry that ends so.
 */
function settle(build: Build | undefined, stem: string): string | null {
  if (build === undefined) return null;
  const rules: readonly ((entry: BuildEntry) => boolean)[] = [
    ({ name }) => name === stem,
    ({ name, inner }) => name === null && inner === build.common + stem,
    ({ name }) => name !== null && stem.endsWith(`/${name}`),
    ({ name, inner }) => name === null && (inner === stem || inner.endsWith(`/${stem}`)),
  ];
  for (const fits of rules) {
    const sources = new Set(build.entries.filter(fits).map(({ source }) => source));
    const [only] = sources;
    if (only !== undefined) return sources.size === 1 ? only : null;
  }
  return null;
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(folderOf);
  const parts = first.split('/');
  while (parts.length > 0 && !others.every((one) => `${one}/`.startsWith(`${parts.join('/')}/`))) parts.pop();
  return parts.length === 0 || parts[0] === '' ? '' : `${parts.join('/')}/`;
}

/** A path without the extension of a program or of its types. */
export function withoutExtension(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
}

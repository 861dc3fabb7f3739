import { compareTexts } from '../../base/compare-texts.ts';
import { inFolder, resolveTarget } from '../source/project-files.ts';
import { folderOf } from '../text/paths.ts';

/** Files of one Go package or Java folder that are read for helpers. */
const SIBLINGS_MAX = 30;

const SCRIPT_ENDINGS = ['', '.ts', '.js', '.tsx', '.jsx', '.mjs', '.cjs', '.mts', '.cts'];
const SCRIPT_INDEXES = ['index.ts', 'index.js', 'index.tsx', 'index.mjs', 'index.cjs'];

/**
 * The files of the project that an import of a test file may mean, by the customs of its language; the first that has
 * the name is the one. Empty when it leads out of the project.
 */
export function helperCandidates(paths: ReadonlySet<string>, from: string, specifier: string): readonly string[] {
  if (/\.py$/.test(from)) return pythonCandidates(paths, from, specifier);
  if (/\.(?:go|java)$/.test(from)) return siblings(paths, from);
  if (/\.rs$/.test(from)) return rustCandidates(paths, from, specifier);
  return scriptCandidates(paths, from, specifier);
}

function scriptCandidates(paths: ReadonlySet<string>, from: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) return [];
  const target = resolveTarget(folderOf(from), specifier);
  if (target === null) return [];
  // TypeScript writes `./a.js` for a file `a.ts`.
  const bare = target.replace(/\.(?:js|mjs|cjs|jsx)$/, '');
  const candidates = [
    ...SCRIPT_ENDINGS.map((ending) => `${target}${ending}`),
    ...SCRIPT_ENDINGS.slice(1).map((ending) => `${bare}${ending}`),
    ...SCRIPT_INDEXES.map((name) => inFolder(target, name)),
  ];
  return [...new Set(candidates)].filter((path) => paths.has(path));
}

/** `.helpers`, `tests.helpers`, `helpers` beside the file or at the top; conftest.py for fixtures. */
function pythonCandidates(paths: ReadonlySet<string>, from: string, specifier: string): readonly string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier.slice(dots).split('.').filter(Boolean).join('/');
  let folder = folderOf(from);
  for (let up = 1; up < dots; up += 1) folder = folderOf(folder);
  const folders = dots > 0 ? [folder] : [folder, folderOf(folder), '', 'src', 'tests', 'test'];
  return folders
    .map((base) => (parts === '' ? inFolder(base, '__init__') : inFolder(base, parts)))
    .flatMap((path) => [`${path}.py`, `${path}/__init__.py`])
    .filter((path) => paths.has(path));
}

/** Files of the same folder with the same ending: a Go package, a Java package's tests. */
function siblings(paths: ReadonlySet<string>, from: string): readonly string[] {
  const folder = folderOf(from);
  const ending = from.slice(from.lastIndexOf('.'));
  const found: string[] = [];
  for (const path of paths) {
    if (path !== from && path.endsWith(ending) && folderOf(path) === folder) found.push(path);
  }
  // Tests' helpers are in tests more often than not.
  return found
    .sort((a, b) => Number(/test/i.test(b)) - Number(/test/i.test(a)) || compareTexts(a, b))
    .slice(0, SIBLINGS_MAX);
}

/** `crate::utils::check` of a test: `utils.rs`, `utils/mod.rs` beside it or above. */
function rustCandidates(paths: ReadonlySet<string>, from: string, specifier: string): readonly string[] {
  const parts = specifier.split('::').filter((part) => !/^(?:crate|super|self)$/.test(part));
  const folders = [folderOf(from), folderOf(folderOf(from))];
  return folders
    .flatMap((base) => parts.map((_, index) => inFolder(base, parts.slice(0, index + 1).join('/'))))
    .flatMap((path) => [`${path}.rs`, `${path}/mod.rs`])
    .filter((path) => paths.has(path));
}

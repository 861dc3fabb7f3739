import { fieldOf, type JsonNode } from '../../formats/json.ts';
import { type Glob, parseGlob } from '../../search/glob.ts';
import { resolveTarget } from '../../source/project-files.ts';
import { stringsOf } from './packages.ts';

/** Patterns of one field that are looked at; more than that and the settings are taken to be for all files. */
const PATTERNS_MAX = 100;

/** Which files settings are for, as far as they say it themselves or inherit it; null for a field that is not there. */
export interface FileLists {
  readonly files: ReadonlySet<string> | null;
  readonly include: readonly Glob[] | null;
  readonly exclude: readonly Glob[] | null;
}

/** Reads `files`, `include` and `exclude`, which replace what is inherited. Source: TypeScript, "TSConfig Reference". */
export function readFileLists(folder: string, json: JsonNode | null, inherited: FileLists): FileLists {
  const listOf = (field: string): readonly string[] | null => {
    const node = fieldOf(json, field);
    return node === undefined ? null : stringsOf(node).flatMap((text) => resolveTarget(folder, text) ?? []);
  };
  const named = listOf('files');
  const files = named === null ? inherited.files : new Set(named);
  const include = globsOf(listOf('include')) ?? inherited.include;
  return { files, include, exclude: globsOf(listOf('exclude')) ?? inherited.exclude };
}

function globsOf(patterns: readonly string[] | null): readonly Glob[] | null {
  if (patterns === null || patterns.length > PATTERNS_MAX) return null;
  return patterns.flatMap((pattern) => {
    const glob = parseGlob(pattern);
    if (glob === null || pattern.includes('/')) return glob ?? [];
    // A pattern without a slash would match at any depth, and means the top here.
    return { matches: (path) => glob.matches(path.replace(/\/.*$/s, '')) };
  });
}

/** Whether settings are for a file below their folder; only what is said rules one out. */
export function isFor({ files, include, exclude }: FileLists, path: string): boolean {
  if (files?.has(path) === true) return true;
  if (exclude?.some((glob) => glob.matches(path)) === true) return false;
  return include === null ? files === null : include.some((glob) => glob.matches(path));
}

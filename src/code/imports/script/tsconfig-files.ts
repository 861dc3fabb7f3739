import { fieldOf, type JsonNode, stringsOf } from '../../formats/json.ts';
import { type Glob, parseGlob } from '../../search/glob.ts';
import { inFolder } from '../../source/project-files.ts';
import { depthOf, nameOf } from '../../text/paths.ts';
import { pathFrom, writtenPath } from './config-dir.ts';

/** Patterns of one field that are looked at; more than that and the settings are taken to be for all files. */
const PATTERNS_MAX = 100;

/** The lists of files that settings have or inherit, as `writtenPath` gives them; null for a field that is not there. */
export interface WrittenLists {
  readonly files: readonly string[] | null;
  readonly include: readonly string[] | null;
  readonly exclude: readonly string[] | null;
}

/** Which files settings are for, as far as they say it themselves or inherit it; null for a field that is not there. */
export interface FileLists {
  readonly files: ReadonlySet<string> | null;
  readonly include: readonly Glob[] | null;
  readonly exclude: readonly Glob[] | null;
}

/** Reads `files`, `include` and `exclude`, which replace what is inherited. Source: TypeScript, "TSConfig Reference". */
export function readFileLists(folder: string, json: JsonNode | null, inherited: WrittenLists): WrittenLists {
  const listOf = (field: keyof WrittenLists): readonly string[] | null => {
    const node = fieldOf(json, field);
    return node === undefined ? inherited[field] : stringsOf(node).flatMap((text) => writtenPath(folder, text) ?? []);
  };
  return { files: listOf('files'), include: listOf('include'), exclude: listOf('exclude') };
}

/** The files that the settings in a folder are for. */
export function fileListsFrom(folder: string, { files, include, exclude }: WrittenLists): FileLists {
  const pathsOf = (written: readonly string[]): readonly string[] =>
    written.flatMap((one) => pathFrom(folder, one) ?? []);
  return {
    files: files && new Set(pathsOf(files)),
    include: globsOf(include && pathsOf(include))?.map(toFiles) ?? null,
    exclude: globsOf(exclude && pathsOf(exclude))?.map(({ glob }) => glob) ?? null,
  };
}

interface Pattern {
  readonly text: string;
  readonly glob: Glob;
}

function globsOf(patterns: readonly string[] | null): readonly Pattern[] | null {
  if (patterns === null || patterns.length > PATTERNS_MAX) return null;
  return patterns.flatMap((text) => {
    const glob = parseGlob(text);
    if (glob === null || text.includes('/')) return glob ? [{ text, glob }] : [];
    // A pattern without a slash would match at any depth, and means the top here.
    return [{ text, glob: { matches: (path) => glob.matches(path.replace(/\/.*$/s, '')) } }];
  });
}

/** `src` takes in all below it; `src/*` takes in files there, and folders by no name. */
function toFiles({ text, glob }: Pattern): Glob {
  if (!/[*?]/.test(nameOf(text)) || text.includes('**')) return glob;
  const depth = depthOf(text);
  return { matches: (path) => depthOf(path) === depth && glob.matches(path) };
}

/** Whether settings of a folder are for a file; without a list of its own they are for all below it. */
export function isFor({ files, include, exclude }: FileLists, folder: string, path: string): boolean {
  if (files?.has(path) === true) return true;
  if (exclude?.some((glob) => glob.matches(path)) === true) return false;
  if (include === null) return files === null && path.startsWith(inFolder(folder, ''));
  return include.some((glob) => glob.matches(path));
}

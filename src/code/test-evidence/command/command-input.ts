import type { CommandRow, TestLink } from '../../questions/tests.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { lineAt } from '../../text/lines.ts';
import { folderOf } from '../../text/paths.ts';
import type { TestFile } from '../map/scan-project.ts';

/** Test files that a command shall run. */
export interface Chosen {
  readonly test: TestFile;
  /** Cases that are meant; empty for all of the file. */
  readonly cases: TestLink['cases'];
}

/** Makes the commands of one ecosystem for the files that are its own; each row says what proves it. */
export type CommandMaker = (files: ProjectFiles, chosen: readonly Chosen[]) => Promise<readonly CommandRow[]>;

/** The nearest file of a name in the folder of a path or above it; null when there is none. */
export function nearestAbove(files: ProjectFiles, path: string, names: readonly string[]): string | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const found = names.map((name) => inFolder(folder, name)).find((candidate) => files.has(candidate));
    if (found !== undefined) return found;
    if (folder === '') return null;
  }
}

/** A path as it is seen from a folder that holds it. */
export function below(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/** The line on which a text first stands; null when it does not. */
export function lineOf(text: string, pattern: RegExp): number | null {
  const at = text.search(pattern);
  return at === -1 ? null : lineAt(text, at);
}

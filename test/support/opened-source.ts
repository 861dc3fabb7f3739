import { afterEach } from 'vitest';
import { openSource } from '../../src/code/source/open-source.ts';
import type { Source, SourceSelector } from '../../src/code/source/source.ts';
import { keepFolder } from './kept-folder.ts';
import { type FileSpecs, makeFolder, makeRepository, type TempFolder, type TestRepository } from './repository.ts';

const signal = new AbortController().signal;
const sources: Source[] = [];

// Runs before the folders go, whose hook was made first.
afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
});

/** A repository that is there for one test. */
export function repository(...commits: readonly FileSpecs[]): TestRepository {
  return keepFolder(makeRepository(...commits));
}

/** A folder that is there for one test. */
export function folder(files: FileSpecs = {}): TempFolder {
  return keepFolder(makeFolder(files));
}

/** Opens a source until the test is over; throws where it is refused. */
export async function open(selector: Partial<SourceSelector> & { location: string }): Promise<Source> {
  const opened = await openSource({ ref: null, denied: [], ...selector });
  if (!opened.ok) throw new Error(opened.error);
  sources.push(opened.value);
  return opened.value;
}

/** All paths that a source lists. */
export async function paths(source: Source): Promise<string[]> {
  return (await source.list(signal)).entries.map((entry) => entry.path);
}

/** The text of a file, or why it is not given. */
export async function text(source: Source, path: string): Promise<string> {
  const content = await source.read(path, 1_000_000);
  return content.ok ? Buffer.from(content.bytes).toString('utf8') : `${content.reason} ${content.detail}`.trim();
}

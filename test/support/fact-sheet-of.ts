import { emptySheet, type FactSheet } from '../../src/code/operations/overview/fact-sheet.ts';
import { filesBelow } from '../../src/code/operations/overview/files-below.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import type { ProjectFiles } from '../../src/code/source/project-files.ts';
import { type FileSpecs, makeFolder } from './repository.ts';

/** What one reader of manifests finds in files of its own, be it below a folder of them. */
export async function factSheetOf(
  specs: FileSpecs,
  read: (files: ProjectFiles, sheet: FactSheet) => Promise<void>,
  prefix: string | null = null,
): Promise<FactSheet> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const listing = await opened.value.list(new AbortController().signal);
    const sheet = emptySheet();
    await read(filesBelow(opened.value, listing, prefix).files, sheet);
    return sheet;
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

import { emptySheet, type FactSheet } from '../../src/code/operations/overview/fact-sheet.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { makeProjectFiles, type ProjectFiles } from '../../src/code/source/project-files.ts';
import { type FileSpecs, makeFolder } from './repository.ts';

/** What one reader of manifests finds in files of its own. */
export async function factSheetOf(
  specs: FileSpecs,
  read: (files: ProjectFiles, sheet: FactSheet) => Promise<void>,
): Promise<FactSheet> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    const sheet = emptySheet();
    await read(makeProjectFiles(opened.value, entries, ''), sheet);
    return sheet;
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

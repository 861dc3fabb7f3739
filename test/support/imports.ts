import { buildImportGraph, type ImportGraphInput } from '../../src/code/imports/build-import-graph.ts';
import type { ImportGraph } from '../../src/code/imports/import-graph.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { type FileSpecs, makeFolder } from './repository.ts';

/** The import graph of some files in a folder of their own. */
export async function graphOf(
  files: FileSpecs,
  options: Partial<Pick<ImportGraphInput, 'base' | 'deadlineAtMs'>> = {},
): Promise<ImportGraph> {
  const folder = makeFolder(files);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { signal } = new AbortController();
    const { entries } = await opened.value.list(signal);
    const bounds = { base: '', deadlineAtMs: performance.now() + 60_000, ...options };
    return await buildImportGraph({ source: opened.value, entries, signal, ...bounds });
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

/** Edges in words: `a.ts -> b.ts`, with the kind where it is no plain import. */
export function edgesOf({ units, edges }: ImportGraph): readonly string[] {
  return edges.map(({ from, to, kind }) => {
    const words = `${units[from]?.path} -> ${units[to]?.path}`;
    return kind === 'import' ? words : `${words} (${kind})`;
  });
}

/** Names of what is used from outside, each once, in order. */
export function externalsOf({ externals }: ImportGraph): readonly string[] {
  return [...new Set(externals.map(({ name, isStandard }) => (isStandard ? `${name} (standard)` : name)))].sort();
}

/** What leads nowhere, with its file. */
export function unresolvedOf({ unresolved }: ImportGraph): readonly string[] {
  return unresolved.map(({ file, specifier }) => `${file}: ${specifier}`);
}

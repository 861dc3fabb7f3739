import { findName, segmentSymbols } from '../index/symbols-reader.ts';
import { goPackageClause, isGoTest } from '../lex/go-package.ts';
import { LEX_RULES } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import type { OperationContext } from '../questions/context.ts';
import { asBuffer, decodeText, FILE_BYTES_MAX } from '../source/searched-text.ts';
import type { Source } from '../source/source.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { byDepth, folderOf } from '../text/paths.ts';
import type { ContainerFit, Qualifier } from './symbol-container.ts';

/*
 * In Go a package is called as its clause says: that of a repository's top folder is never called like its folder, and
 * others need not be. To know costs a file of each folder, so that it is asked only where nothing else is found.
 */

/** Folders of which one file is read. */
const FOLDERS_MAX = 200;
/** Characters in which a clause has to stand: a licence and what documents the package come before it. */
const HEAD_CHARACTERS_MAX = 30_000;
/** Farther than a package or module: such a fit may be of what is merely called alike. */
const MODULE_FIT: ContainerFit = 1;

/** Where packages are looked for. */
interface Place {
  readonly source: Source;
  readonly context: Pick<OperationContext, 'deadlineAtMs' | 'signal'>;
}

/**
 * A query with the packages of Go that its names before the name may mean; null where there are none, or where what was
 * found lies as near as these would.
 */
export async function withGoPackages<Query extends Qualifier & { readonly name: string }>(
  place: Place,
  query: Query,
  fit: ContainerFit | null,
): Promise<Query | null> {
  if (query.containers.length === 0 || query.file !== null || (fit !== null && fit <= MODULE_FIT)) return null;
  const packages = new Map<string, string>();
  for (const path of await filesOfFolders(place, query.name)) {
    if (performance.now() >= place.context.deadlineAtMs) break;
    const name = await packageIn(place.source, path);
    if (name !== null && query.containers.includes(name)) packages.set(folderOf(path), name);
  }
  return packages.size === 0 ? null : { ...query, packages };
}

/** A file of Go of each folder that may declare a name, those near the top first; of tests where there is nothing else. */
async function filesOfFolders({ source, context }: Place, name: string): Promise<readonly string[]> {
  const { index } = source;
  const paths = index === null ? await listedPaths(source, context) : declaringPaths(index, name);
  const byFolder = new Map<string, string>();
  for (const path of paths.filter((one) => one.endsWith('.go')).toSorted(byDepth)) {
    const known = byFolder.get(folderOf(path));
    if (known === undefined || (isGoTest(known) && !isGoTest(path))) byFolder.set(folderOf(path), path);
  }
  return [...byFolder.values()].slice(0, FOLDERS_MAX);
}

async function listedPaths(source: Source, { signal }: Place['context']): Promise<readonly string[]> {
  const { entries } = await source.list(signal);
  return entries.filter(({ kind }) => kind === 'file').map(({ path }) => path);
}

function declaringPaths(index: SourceIndex, name: string): readonly string[] {
  const files = new Set<number>();
  for (const view of index.segments) {
    const symbols = segmentSymbols(view.segment);
    const known = symbols === null ? null : findName(symbols, name);
    if (symbols === null || known === null) continue;
    symbols.uses(known, (document) => {
      for (const file of view.files(document)) files.add(file);
    });
  }
  return [...files].map((file) => index.files.path(file));
}

/** The package of a file; commands are all called `main`, which says nothing of which is meant. */
async function packageIn(source: Source, path: string): Promise<string | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  if (!content.ok) return null;
  const head = decodeText(asBuffer(content.bytes)).slice(0, HEAD_CHARACTERS_MAX);
  const name = goPackageClause(maskCode(head, LEX_RULES.go))?.name ?? 'main';
  return name === 'main' ? null : name.replace(/_test$/, '');
}

import type { QualityRow } from '../../questions/tests.types.ts';
import type { TestFileFacts } from '../test-file.types.ts';

/** Smells of test files in order of path and line, and how many of each kind. */
export interface Quality {
  readonly rows: readonly QualityRow[];
  readonly byKind: Readonly<Record<string, number>>;
}

/** What may be wrong with the tests of some files. */
export function findSmells(files: readonly TestFileFacts[]): Quality {
  const rows = files.flatMap(({ path, cases }) =>
    cases.flatMap(({ name, smells }) =>
      smells.map(({ kind, line, detail }) => ({ test: name, file: path, line, smell: kind, detail })),
    ),
  );
  rows.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const byKind = new Map<string, number>();
  for (const { smell } of rows) byKind.set(smell, (byKind.get(smell) ?? 0) + 1);
  return { rows, byKind: Object.fromEntries([...byKind].sort(([, a], [, b]) => b - a)) };
}

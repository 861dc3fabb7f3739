import { expect, test } from 'vitest';
import { sampleProject, toolContext } from '../../../test/support/tool-context.ts';
import type { FindInput, FindRow, FoundOutput } from '../../code/index.ts';
import { findCodeInput } from './schema.ts';
import { searchProjects } from './search-projects.ts';

const PAGEABLE = 20_000;
const ROWS: Readonly<Record<string, number>> = { many: 30_000, few: 100 };

function answer({ source, offset, limit }: FindInput): FoundOutput {
  const name = source.location;
  const rows = ROWS[name] ?? 0;
  const pageable = Math.min(rows, PAGEABLE);
  const page = Array.from({ length: Math.max(0, Math.min(limit, pageable - offset)) }, (_, at) => offset + at);
  return {
    outcome: 'found',
    status: 'ok',
    identity: { kind: 'folder', branch: null, commit: null },
    freshness: null,
    state: 's',
    reading: 'text',
    mode: 'text',
    rows: page.map((at) => ({ file: `${name}${at}` }) as FindRow),
    totals: { rows, hits: rows, files: rows },
    pageable,
    scope: { files: rows, searched: rows },
    gaps: [],
    ignored: null,
    near: [],
    insensitiveHits: null,
  };
}

test('behind the last row that can be paged to the next project begins, and each page goes on with it', async () => {
  const selections = Object.keys(ROWS).map((name) => ({
    project: sampleProject('a', name),
    source: { location: name, ref: null, denied: [] },
    prefix: null,
  }));
  const engine = { call: async (_: string, input: unknown) => answer(input as FindInput) };
  const files = async (offset: number): Promise<readonly string[]> => {
    const question = { args: findCodeInput.parse({ query: 'x' }), page: { offset, limit: 20 } };
    const deps = { engine: engine as never, monotonicMs: () => 0 };
    const all = await searchProjects(deps, selections, question, toolContext('a'));
    return all
      .flatMap(({ found }) => (typeof found === 'object' && 'rows' in found ? found.rows : []))
      .map(({ file }) => file);
  };
  expect(await files(PAGEABLE - 10)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `many${PAGEABLE - 10 + at}`),
    ...Array.from({ length: 10 }, (_, at) => `few${at}`),
  ]);
  expect((await files(PAGEABLE + 20)).at(0)).toBe('few20');
  expect((await files(PAGEABLE + 90)).at(-1)).toBe('few99');
});

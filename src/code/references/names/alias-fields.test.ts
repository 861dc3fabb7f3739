import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const STATE = `export type State = {
  readonly mode: 'on' | 'off';
  tag?: string;
  inner: { mode: number };
};
export type Wide<T = { none: T }> = Base & {
  list: Pick<State, 'mode' & { lost: 1 }>; call: (taken: { given: T }) => { back: T };
};
export type Kept = Readonly<{ held: string }>;
type One = { kind: 'one', size: number } | { kind: 'two' };
type Many = Array<{ each: 1 }>;
`;
const USE = `import type { State, Wide } from './state';
function on(state: State | undefined, other: Base) { return state.mode === other.mode; }
export const off: State = { mode: 'off', inner: { mode: 1 } };
function first({ tag }: State, wide: Wide) { return tag ?? wide.list; }
`;
const FILES = { 'state.ts': STATE, 'use.ts': USE };

/** Where a field is declared, and each line that uses it with how that is known. */
async function uses(query: string): Promise<readonly string[]> {
  const { declared, rows } = await askCode(FILES, { mode: 'references', query, limit: 50 });
  const places = (declared?.shown ?? []).map(({ file, line, path }) => `${path} at ${file}:${line}`);
  return [...places, ...rows.flatMap(({ file, line, edge }) => (edge?.evidence === 'exact' ? `${file}:${line}` : []))];
}

test('a field of an object type that has a name of its own is found in it, and its uses by types that are written', async () => {
  expect(await uses('State/mode')).toEqual(['State/mode at state.ts:2', 'use.ts:2', 'use.ts:3']);
  expect(await uses('State/tag')).toEqual(['State/tag at state.ts:3', 'use.ts:4']);
  expect(await uses('Wide/list')).toEqual(['Wide/list at state.ts:7', 'use.ts:4']);
  expect(await uses('Kept/held')).toEqual(['Kept/held at state.ts:9']);
  expect(await uses('One/size')).toEqual(['One/size at state.ts:10']);
});

test('what stands deeper in such a type, in its parameters or in the arguments of another, is no field of it', async () => {
  for (const query of ['Wide/none', 'Wide/lost', 'Wide/taken', 'Wide/given', 'Wide/back', 'Many/each']) {
    const { rows, reading } = await askCode(FILES, { mode: 'symbol', query });
    expect([query, reading, rows]).toEqual([query, 'symbol (none)', []]);
  }
});

test('a field of such a type is found by its type and name', async () => {
  const { rows, reading } = await askCode(FILES, { mode: 'symbol', query: 'State/inner' });
  expect([...rows.map(({ file, line }) => `${file}:${line}`), reading]).toEqual([
    'state.ts:4',
    'symbol (exact 1), in the text of its type',
  ]);
});

import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const CODE = `import { any } from './lib';
let a: any;
function f(b: Array<any>, c: Promise<any> | any, ...d: any[]): any {}
type T = any;
const e = g as any;
const made = any(3), other = { any };
export { any };
`;

test('a word for a type is no use of a function that is called so', async () => {
  const files = { 'lib.ts': 'export const any = (value: unknown) => value;\n', 'use.ts': CODE };
  const { rows } = await askCode(files, { mode: 'references', query: 'any', include: ['use.ts'], limit: 50 });
  expect(rows.map(({ line }) => line)).toEqual([1, 6, 7]);
});

const VALUES = `import { number, object } from './lib';
if (number > 2) run(object || 1, a < number ? number : object);
if (object && number < 3 | number) run([object, number], () => object);
export const schema = { one: object, two: [number], three: a ? object : number };
export default { type: object, call: number };
const pick = (a: A): A => object;
type Of = typeof object[] | Array<typeof object> | (typeof object & A);
`;

const TYPES = `import { object } from './lib';
interface A { one: object, two?: object; three(): object | null }
class B<T = object> extends C<object, T> { a: object = {}; b(c: object, d?: object): object & A { return {}; } }
type D = { one: object, of: [object, A<object>] } | (() => object);
const e = (f: { g: object, h: (i: A) => object }): object => f as { g: object };
let j: object;
let k: Map<A, { l: object }> | A['b'][] | object;
function n<P extends object>(q: P extends object ? 1 : 2): asserts q is object {}
`;

test('a value that is called like a type of the language is used wherever no type can stand', async () => {
  const lib = 'export const object = {};\nexport const number = 1;\n';
  const hits = async (use: string, query: string): Promise<string[]> => {
    const asked = { mode: 'references', query, include: ['use.ts'], limit: 50 } as const;
    const { rows } = await askCode({ 'lib.ts': lib, 'use.ts': use }, asked);
    return rows.map(({ line, hits: count }) => `${line} ${count}`);
  };
  expect(await hits(VALUES, 'object')).toEqual(['1 1', '2 2', '3 3', '4 2', '5 1', '6 1', '7 3']);
  expect(await hits(VALUES, 'number')).toEqual(['1 1', '2 3', '3 3', '4 2', '5 1']);
  expect(await hits(TYPES, 'object')).toEqual(['1 1']);
});

test('a parameter that a type tells of is no use of what is called like it', async () => {
  const files = {
    'lib.ts': 'export const fn = () => {};\n',
    'use.ts':
      "import { fn } from './lib';\ndeclare function is(fn: unknown): fn is string;\ndeclare function sure(\n  fn: unknown,\n): asserts fn;\nfn();\n",
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'fn', include: ['use.ts'], limit: 50 });
  const sure = rows.filter(({ edge }) => edge?.evidence === 'exact');
  expect(sure.map(({ line, hits }) => `${line} ${hits}`)).toEqual(['1 1', '6 1']);
});

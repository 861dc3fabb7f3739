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

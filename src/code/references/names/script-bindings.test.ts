import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

/** How the uses of `add` of another file are known in one that imports it. */
async function evidenceOf(form: string): Promise<readonly string[]> {
  const files = {
    'src/add.ts': 'export const add = 1;\n',
    'src/a.ts': `import { add } from './add';\n\n${form}\n`,
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'add', include: ['src/a.ts'] });
  return rows.filter(({ line }) => (line ?? 0) > 1).map(({ edge, line }) => `${line} ${edge?.evidence}`);
}

/** Source: ECMAScript, "Syntax-Directed Operations: Scope Analysis"; TypeScript Handbook, "Parameter Properties", "Enums". */
const BINDING: readonly string[] = [
  'class A {\n  constructor(private readonly add: Config) {\n    use(add);\n  }\n}',
  'class A {\n  constructor(public add: () => void, other = add) { add(); }\n}',
  'class A {\n  constructor(@Inject(TOKEN) private add: Config) { use(add); }\n}',
  'class A {\n  find(@Param("add") add: string, @Body() b: B) { return use(add); }\n}',
  'const A = class add { t() { return add; } };',
  'use(class add extends B { t() { return add; } });',
  'enum E { add, b = add }',
  'function f(a) {\n  if (a) {\n    var add = 1;\n  }\n  return add;\n}',
  'const f = (a): number => {\n  for (var add of a) use(add);\n  return add;\n};',
  'function f(a): Promise<number> {\n  try {\n    var [add] = a;\n  } catch {}\n  return add;\n}',
  'function f() { using add = x(); return add; }',
  'async function f() { await using add = x(); return add; }',
  'type T<U> = U extends (infer add)[] ? add : never;',
  'function f() { add: for (;;) { break add; } }',
  'function f() { function add() {} return add(); }',
  'function f() { class add {} return new add(); }',
  'function f() { enum add { a } return add.a; }',
  'function f() { type add = 1; let x: add; return x; }',
  'function f() { try { } catch (add) { use(add); } }',
  'function f() { try { } catch ({ add }) { use(add); } }',
  'function f() { for (const add of all) use(add); }',
  'function f() { for (const [a, { add }] of all) use(add); }',
  'function f(...add) { return add; }',
  'function f({ a: [add = 1] }) { return add; }',
  'const f = async add => add;',
  'const f = async (a, add) => add;',
  'const f = { m(add) { return add; }, set n(add) { use(add); } };',
  'const f = function add() { return add; };',
  'const f = function* add() { yield add; };',
  'function f<add>(x: add) { return x; }',
  'type T = (add: string) => void;',
  'type T = { [add in K]: add };',
  'type T = { [add: string]: B };',
  'type T = [add: string, b: B];',
  'function f(add: unknown): add is string { return g(add); }',
  'function f(add: unknown): asserts add is string { g(add); }',
  'abstract class A {\n  abstract run(add: string): void;\n}',
  'declare function f(add: string): void;',
  'function f() { let a, add; return add; }',
  'function f() { const a = 1,\n  add = 2;\n  return add;\n}',
];

test.each(BINDING)('what a script binds is not told as what it imports by that name: %s', async (form) => {
  expect((await evidenceOf(form)).filter((row) => row.endsWith('exact'))).toEqual([]);
});

const USING: readonly string[] = [
  'class A {\n  constructor(private readonly other = add) {\n    use(add);\n  }\n}',
  'class A {\n  constructor(private other: B) { use(add); }\n  run() { return add; }\n}',
  'class A {\n  constructor(private readonly add: B) {}\n  run() { return add; }\n}',
  'const x = { add, b: add }, y = [1, add];',
  'function f(a = 1, b = add) { let c = g(1, add), d = add; return [c, add]; }',
  'const f = () => g(1,\n  add,\n);',
  'enum E { a = add, b = add }',
  'function f(a) {\n  if (a) {\n    const add = 1;\n  }\n  return 1;\n}\nuse(add);',
  'function f(a) {\n  var b = add;\n  return b + add;\n}',
  'const A = class B { t() { return add; } };',
  'function f() { function b() { return add; } return a ? add : b; }',
  'function f() { using b = add; using(add); }',
  'class A {\n  find(@Param(add) id: string) { return use(add); }\n}',
];

test.each(USING)('what a script imports is told exactly beside what binds other names: %s', async (form) => {
  const rows = await evidenceOf(form);
  expect(rows.filter((row) => row.endsWith('exact')).length).toBeGreaterThan(0);
  expect(rows.filter((row) => !row.endsWith('exact'))).toEqual([]);
});

test('a call of a property that a constructor takes is no call of the function that is imported by its name', async () => {
  const files = {
    'src/run.ts': 'export function run() {}\n',
    'src/a.ts':
      "import { run } from './run';\n\nclass A {\n  constructor(public run: () => void) { run(); }\n  go() { run(); }\n}\n",
  };
  const { rows } = await askCode(files, { mode: 'callers', query: 'run', include: ['src/a.ts'] });
  expect(rows.filter(({ edge }) => edge?.evidence === 'exact').map(({ line }) => line)).toEqual([5]);
});

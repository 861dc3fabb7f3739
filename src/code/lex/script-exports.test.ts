import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { LEX_RULES } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { scanSymbols } from './scan-symbols.ts';
import { exportedNames, listedNames, mayList } from './script-exports.ts';

function exported(text: string): readonly string[] {
  const language = languageOf('a.ts');
  if (language === null) throw new Error('no language');
  const names = exportedNames(scanSymbols(language, text), maskCode(text, LEX_RULES.script));
  // Without a word that may list, the declarations tell all.
  if (!mayList(text)) expect([...names]).toEqual([...exportedNames(scanSymbols(language, text), '')]);
  return [...names];
}

test.each([
  ['export function a() {}\nfunction b() {}\n', ['a']],
  ['export const a = 1, b = 2;\nconst c = 3;\n', ['a', 'b']],
  ['export const enum E { A }\nexport abstract class C {}\n', ['E', 'C']],
  ['declare function a(): void;\n', ['a']],
  ['export { a, b as c, type D, type };\n', ['a', 'b', 'D', 'type']],
  ['export type { A, B as C };\n', ['A', 'B']],
  ['export { a } from "./a";\nexport * from "./b";\n', []],
  ['export default a;\n', ['a']],
  ['export default async function* a() {}\n', ['a']],
  ['export default abstract class A {}\n', ['A']],
  ['export = a;\n', ['a']],
  ['module.exports = a;\n', ['a']],
  ['exports = module.exports = a;\n', ['a']],
  ['module.exports = a = b;\n', ['a', 'b']],
  ['module.exports = new A();\n', ['A']],
  ['module.exports = make();\n', []],
  ['var app = exports = module.exports = {};\n', ['app']],
  ['const a = exports.b;\nvar c = exports.d = [];\n', ['c']],
  ['module.exports = { a, b: c, d() { return { e }; }, f: [g, h], ...i };\n', ['a', 'c', 'd', 'i']],
  ['export default { a, b: c };\n', ['a', 'c']],
  ['exports.a = function () {};\nexports.b = c;\nmodule.exports.d = () => 1;\n', ['a', 'b', 'c', 'd']],
  ['// export default a\nconst t = "module.exports = b";\nother.exports = c;\n', []],
])('%j gives out %j', (text, names) => {
  expect(exported(text).toSorted()).toEqual(names.toSorted());
});

test('a megabyte of unclosed lists is read in as many steps as it is long', () => {
  for (const piece of ['export {', 'module.exports = {', 'export default function ', 'a = exports = '])
    listedNames(piece.repeat(1_000_000 / piece.length));
  listedNames(`export default function${' '.repeat(1_000_000)}`);
});

import { expect, test } from 'vitest';
import { factsOf } from './file-facts.ts';

/** Paths of what others can use and that has code to run. */
function exported(path: string, text: string): readonly string[] {
  return factsOf(path, text, null).exported.map((symbol) => symbol.path);
}

test('modules export by their own words, by lists and by a class as a whole', () => {
  const text =
    'export function a() {}\nfunction b() {}\nfunction hidden() {}\nexport class C {\n  run() {}\n  #own() {}\n  private no() {}\n}\nexport const d = () => 1;\nexport interface I { x(): void }\nexport { b as other };\n';
  expect(exported('x.ts', text)).toEqual(['a', 'b', 'C', 'C/run', 'd']);
});

test('CommonJS exports by assignment, by an object, and by what is put on an exported object', () => {
  const text =
    "var app = exports = module.exports = {};\napp.use = function use() {};\nexports.make = function make() {};\nfunction helper() {}\nfunction shown() {}\nmodule.exports = { shown };\ndefineGetter(app, 'fresh', function () {\n  return 1;\n});\n";
  expect(exported('x.js', text)).toEqual(['app/use', 'make', 'shown', 'app/fresh']);
  const router = "var app = module.exports = {};\nObject.defineProperty(app, 'router', { get: function () {} });\n";
  expect(exported('y.js', router)).toEqual(['app/router']);
});

test('Python takes an underscore, Go a small letter, Rust a missing pub and Java a missing public for private', () => {
  expect(
    exported(
      'x.py',
      'def a():\n    pass\ndef _b():\n    pass\nclass C:\n    def run(self):\n        pass\n    def _no(self):\n        pass\n',
    ),
  ).toEqual(['a', 'C', 'C/run']);
  expect(
    exported(
      'x.go',
      'package x\n\nfunc A() {}\nfunc b() {}\nfunc (t *T) Run() {}\nfunc (t *t) Run() {}\ntype I interface {\n\tAsk()\n}\n',
    ),
  ).toEqual(['A', 'T/Run']);
  expect(
    exported(
      'x.rs',
      'pub fn a() {}\nfn b() {}\npub(crate) fn c() {}\n#[cfg(test)]\nmod tests {\n    pub fn helper() {}\n}\n',
    ),
  ).toEqual(['a']);
  expect(
    exported(
      'X.java',
      'public class X {\n  public X() {}\n  public int a() { return 1; }\n  int b() { return 1; }\n  public static void main(String[] args) {}\n}\n',
    ),
  ).toEqual(['X', 'X/a']);
});

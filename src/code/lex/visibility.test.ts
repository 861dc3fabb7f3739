import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';
import { reachesOf } from './visibility.ts';

/** Paths of a file's symbols with their reach. */
function reaches(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language: ${path}`);
  const symbols = scanSymbols(language, text);
  const all = reachesOf(language.scanner, symbols);
  return symbols.map((symbol, at) => `${symbol.path} ${all[at]}`);
}

test('what a language keeps to a file or to a project is told alike under all endings of its files', () => {
  const script =
    'export class A {\n  private a() {}\n  protected b() {}\n  static #c() {}\n  d() {}\n  privateKey() {}\n}\n';
  for (const ending of ['ts', 'tsx', 'mts', 'js', 'jsx']) {
    expect(reaches(`a.${ending}`, script)).toEqual([
      'A everyone',
      'A/a own',
      'A/b project',
      'A/#c own',
      'A/d everyone',
      'A/privateKey everyone',
    ]);
  }
  for (const ending of ['c', 'h', 'cpp', 'hpp']) {
    expect(reaches(`a.${ending}`, 'static int f(void) { return 1; }\nint g(void) { return 2; }\n')).toEqual([
      'f own',
      'g everyone',
    ]);
  }
});

test('a type in the value of a property is of its own file, since no class of a script has types', () => {
  const text =
    'export class A {\n  b = <\n    const C extends readonly {\n      d: 1\n    }[],\n  >(\n    e: C\n  ): A<C, 1> => {\n    type E = {\n      [K in keyof C]: 1\n    }\n    return 1\n  }\n}\n';
  expect(reaches('a.ts', text)).toContain('A/b/E own');
});

test.each([
  [
    'a.cpp',
    'class A {\n  static int g() { return 1; }\n};\nnamespace n {\ninline static int h() { return 1; }\n}\n',
    ['A everyone', 'A/g everyone', 'n everyone', 'n/h own'],
  ],
  [
    'a.kt',
    'class A private constructor(val x: Int)\nclass B(private val y: Dep) {\n  private fun p() {}\n  internal fun q() {}\n}\n@JvmStatic private fun f() {}\n',
    ['A everyone', 'A/x everyone', 'B everyone', 'B/y own', 'B/p own', 'B/q project', 'f own'],
  ],
  [
    'a.scala',
    'private[pkg] class A\nclass B private (x: Int) {\n  private def p = 1\n  protected def q = 2\n}\n',
    ['A project', 'B everyone', 'B/p own', 'B/q project'],
  ],
  [
    'a.swift',
    'public private(set) var x = 1\nclass A {\n  private func p() {}\n  func q() {}\n}\nfileprivate func f() {}\n',
    ['x everyone', 'A everyone', 'A/p own', 'A/q everyone', 'f own'],
  ],
  [
    'a.php',
    '<?php\nclass A {\n  public function __construct(private Foo $x) {}\n  private function p() {}\n  protected static function q() {}\n}\n',
    ['A everyone', 'A/__construct project', 'A/x own', 'A/p own', 'A/q project'],
  ],
  [
    'a.cs',
    'namespace N {\n  class A {\n    int p() { return 1; }\n    public void Q(string m = "private") {}\n    private protected void R() {}\n  }\n  interface I {\n    void T();\n  }\n  file class F {}\n}\n',
    ['N own', 'A project', 'A/p own', 'A/Q everyone', 'A/R project', 'I project', 'I/T everyone', 'F own'],
  ],
  [
    'A.java',
    'class A {\n  private int p() { return 1; }\n  static int q() { return 2; }\n  protected int r() { return 3; }\n}\npublic interface I {\n  void t();\n}\npublic enum E {\n  V;\n  private int w;\n}\n',
    [
      'A project',
      'A/p own',
      'A/q project',
      'A/r project',
      'I everyone',
      'I/t everyone',
      'E everyone',
      'E/V everyone',
      'E/w own',
    ],
  ],
  [
    'a.rs',
    'pub(crate) fn a() {}\npub fn b() {}\nfn c() {}\npub trait T {\n    fn d(&self) {}\n}\nmacro_rules! m {\n}\npub enum E { V }\n',
    ['a project', 'b everyone', 'c own', 'T everyone', 'T/d project', 'm project', 'E everyone', 'E/V everyone'],
  ],
  ['a.go', 'package a\n\nfunc A() {}\nfunc b() {}\n', ['A everyone', 'b own']],
  [
    'a.py',
    'def a():\n    def inner():\n        pass\nclass _B:\n    def run(self):\n        pass\n',
    ['a everyone', 'a/inner own', '_B project', '_B/run project'],
  ],
  ['a.rb', 'class A\n  private def x\n  end\n  def y\n  end\nend\n', ['A everyone', 'A/x own', 'A/y everyone']],
  ['a.sh', 'run() {\n  :\n}\n_help() {\n  :\n}\n', ['run everyone', '_help project']],
])(
  '%s: words before a name say how far it reaches, those behind it speak of something else',
  (path, text, expected) => {
    expect(reaches(path, text)).toEqual(expected);
  },
);

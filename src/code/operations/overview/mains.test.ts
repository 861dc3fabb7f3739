import { expect, test } from 'vitest';
import { findMain } from './mains.ts';

const MAIN = 'public static void main(String[] args) {}';

function lineOf(path: string, text: string): number | null {
  return findMain(path, text)?.line ?? null;
}

test('a main that stands in a comment or in a text begins no program', () => {
  expect(lineOf('src/Line.java', `/**\n * <pre>\n * ${MAIN}\n * </pre>\n */\npublic class Line {}\n`)).toBeNull();
  expect(lineOf('src/Delay.kt', '/* For examples\nfun main() = runBlocking {\n}\n*/\nval a = 1\n')).toBeNull();
  expect(lineOf('src/Kit.scala', '/*\nobject Kit extends App\n@main def run() = 1\n*/\nclass Kit\n')).toBeNull();
  expect(lineOf('src/kit.swift', '/*\n@main\nstruct Kit {}\n*/\nstruct Other {}\n')).toBeNull();
  expect(lineOf('gen.go', 'package gen\n\nvar text = `package main\n\nfunc main() {\n}\n`\n')).toBeNull();
  expect(lineOf('gen.go', 'package main\n\nvar text = `\nfunc main() {\n}\n`\n')).toBeNull();
  expect(lineOf('src/tool.c', '/*\nint main(void) { return 0; }\n*/\nint tool;\n')).toBeNull();
});

test('a main behind one in a comment is told by its own line', () => {
  expect(lineOf('src/Line.java', `/* ${MAIN} */\npublic class Line {\n  ${MAIN}\n}\n`)).toBe(3);
  expect(lineOf('gen.go', 'package main\n\nvar text = `\nfunc main() {\n}\n`\n\nfunc main() {\n}\n')).toBe(8);
  expect(lineOf('src/Delay.kt', '/*\nfun main() {}\n*/\nfun main() {}\n')).toBe(4);
});

test('a main that a condition leaves for trying out a part is none, one for a system that is called like a test is', () => {
  const main = 'int main(int argc, char **argv) {\n  return 0;\n}\n#endif\n';
  expect(lineOf('src/crc64.c', `#ifdef CRC64_TEST_MAIN\n${main}`)).toBeNull();
  for (const condition of ['#ifdef DEBUG_85', '#if 0', '#if 0 /* tried by hand */'])
    expect(lineOf('src/base85.c', `${condition}\n${main}`)).toBeNull();
  expect(lineOf('src/base85.c', `#if 0\n#else\n${main}`)).not.toBeNull();
  expect(lineOf('src/crc64.c', `#if defined(TEST)\n${main}`)).toBeNull();
  // What is built stands behind one that is not; a program may have its main for a build with debugging alone.
  expect(lineOf('src/shop.c', `#if 0\n${main}#ifdef SHOP\n${main}`)).toBe(7);
  expect(lineOf('src/shop.c', `#ifdef DEBUG\nint main() { }\n#else\n${main}`)).toBe(4);
  expect(lineOf('src/shop.cpp', `#ifdef _DEBUG\n${main}`)).toBe(2);
  expect(lineOf('src/shop_main.cc', `#if defined(GTEST_OS_MAC)\nvoid setup() {}\n#else\n${main}`)).toBe(4);
  expect(lineOf('src/shop_main.cc', `#if defined(A)\n#elif defined(GTEST_OS_QURT)\n${main}`)).toBe(3);
});

test('the steps of a tutorial that a catalogue of documentation shows begin no program', () => {
  const app = '@main\nstruct ShopApp: App {\n}\n';
  expect(lineOf('Sources/Shop/Shop.docc/Tutorials/01-code-0001.swift', app)).toBeNull();
  expect(lineOf('Sources/Shop/ShopApp.swift', app)).toBe(1);
});

test('a main among documents shows or makes these, in a folder of a package that is called like it is one', () => {
  const java = `public class App {\n  ${MAIN}\n}\n`;
  const go = 'package main\n\nfunc main() {\n}\n';
  expect(lineOf('documentation/guide/src/main/java/shop/App.java', java)).toBeNull();
  expect(lineOf('docs/gen/main.go', go)).toBeNull();
  expect(lineOf('src/main/java/shop/docs/App.java', java)).toBe(2);
  expect(lineOf('pkg/doc/main.go', go)).toBe(3);
  expect(lineOf('cmd/docs-server/main.go', go)).toBe(3);
});

test('what CMake compiles to see what the machine has is no program', () => {
  const text = 'int main(void) { return 0; }\n';
  expect(findMain('CMake/CurlTests.c', text)).toBeNull();
  expect(findMain('tools/cmake.c', text)?.name).toBe('cmake');
});

test('a main that an archive holds as it is, for who makes a project by an archetype, begins no program', () => {
  const java = `public class App {\n  ${MAIN}\n}\n`;
  expect(lineOf('kit/src/main/resources/archetype-resources/src/main/java/App.java', java)).toBeNull();
  expect(lineOf('kit/src/main/resources/kept/App.java', java)).toBeNull();
  expect(lineOf('kit/src/main/resources/clang/example.c', 'int main(void) {\n}\n')).toBeNull();
  expect(lineOf('kit/src/main/java/shop/resources/App.java', java)).toBe(2);
});

test('what says in a text of Python that a program begins counts', () => {
  expect(lineOf('manage.py', "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'a')\n")).toBe(2);
});

test('a program of Scala by @main bears the name of its method', () => {
  expect(findMain('src/Show.scala', 'trait Show\n@main def run(args: String*) = 1\n')?.name).toBe('run');
  expect(findMain('src/Kit.scala', 'object Kit extends App\n')?.name).toBe('Kit');
});

test('a file of Go that no build takes is no program, one that a build may leave out is', () => {
  const main = 'package main\n\nfunc main() {\n}\n';
  for (const said of [
    '//go:build ignore',
    '// +build ignore',
    '//go:build ignore && linux',
    '//go:build ignore\n// +build ignore',
  ]) {
    expect(lineOf('gen.go', `// Copyright\n\n${said}\n\n${main}`), said).toBeNull();
  }
  for (const said of [
    '//go:build !ignore',
    '//go:build linux',
    '//go:build ignore || linux',
    '// +build ignore linux',
    '/*\n//go:build ignore\n*/',
  ]) {
    expect(lineOf('gen.go', `${said}\n\n${main}`), said).not.toBeNull();
  }
  expect(lineOf('gen.go', `${main}//go:build ignore\n`)).toBe(3);
});

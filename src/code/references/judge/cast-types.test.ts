import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

test('what a cast of Java says is the type of its value, be it one of others', async () => {
  const files = {
    'src/main/java/a/Array.java':
      'package a;\nimport java.lang.reflect.GenericArrayType;\nclass Array implements GenericArrayType {\n  public Type component() { return null; }\n  void mark() {}\n}\n',
    'src/main/java/a/Other.java': 'package a;\nclass Other {\n  void mark() {}\n}\n',
    'src/main/java/a/Use.java':
      'package a;\nimport java.lang.reflect.GenericArrayType;\nclass Use {\n  Type run(Object any, Object[] all) {\n    ((Array) any).mark();\n    ((Map<String, Array>) any).mark();\n    call((Array) any).mark();\n    (any + (Array) any).mark();\n' +
      '    if (any == null) return ((Array) next.get(1)).component();\n    return ((GenericArrayType) any).component();\n  }\n}\n',
  };
  expect(await uses(files, 'Array/mark')).toEqual([
    'Use.java:5 exact',
    'Use.java:6 name',
    'Use.java:7 name',
    'Use.java:8 name',
  ]);
  expect(await uses(files, 'Array/component')).toEqual(['Use.java:10 name', 'Use.java:9 exact']);
});

test('a cast behind its value says the type in Kotlin and C#, and one before it in C#', async () => {
  const kotlin = {
    'src/main/kotlin/a/A.kt':
      'package a\n\nclass One { fun mark() {} }\nclass Two { fun mark() {} }\n\nfun run(any: Any) {\n  (any as One).mark()\n  (any as? Two)?.mark()\n  (given as One).next.mark()\n}\n',
  };
  expect(await uses(kotlin, 'One/mark')).toEqual(['A.kt:7 exact', 'A.kt:9 name']);
  const csharp = {
    'A.cs':
      'namespace A;\nclass One { public void Mark() {} }\nclass Two { public void Mark() {} }\nclass Use {\n  void Run(object any) {\n    ((One)any).Mark();\n    (any as One)?.Mark();\n    ((Two)any).Mark();\n  }\n}\n',
  };
  expect(await uses(csharp, 'One/Mark')).toEqual(['A.cs:6 exact', 'A.cs:7 exact']);
});

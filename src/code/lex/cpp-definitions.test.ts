import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function listed(text: string): readonly string[] {
  const cpp = languageOf('a.cc') ?? expect.fail();
  return scanSymbols(cpp, text).map(({ path, line, endLine }) => `${path} ${line}-${endLine}`);
}

test('a function whose body is tried ends with the last of what catches', () => {
  const text = [
    'void f() try {',
    '  g();',
    '} catch (const E& e) {',
    '  h();',
    '}',
    'catch (...) {}',
    'B::B(int x) try : x_(x) {',
    '} catch (...) {',
    '  throw;',
    '}',
    'int after() {',
    '  try { f(); } catch (...) {}',
    '}',
    '',
  ];
  expect(listed(text.join('\n'))).toEqual(['f 1-6', 'B/B 7-10', 'after 11-13']);
});

test('what a class leaves to its defaults is defined where that is said', () => {
  expect(listed('A::A() = default;\nA::~A() noexcept = default;\nint a = b(c) = default_value;\n')).toEqual([
    'A/A 1-1',
    'A/~A 2-2',
    'a 3-3',
  ]);
});

import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import { makeCodeFile } from '../code-file.ts';
import { declarationsIn } from './declarations.ts';

const TESTS = `class HelpersTest < Minitest::Test
  describe 'etag' do
    it 'holds' do
      app { etag }
    end
  end
  def test_mode
  end
end
`;

test('of tests only those that are functions are declarations that code could mean', () => {
  const file = makeCodeFile('test/helpers_test.rb', TESTS, null);
  const found = file === null ? null : declarationsIn(file, new Set(['etag', 'holds', 'test_mode']));
  expect(found?.map(({ symbol }) => symbol.path)).toEqual(['HelpersTest/test_mode']);
});

test('a test of C++ is not called by its title', async () => {
  const files = {
    'src/parse.hpp': 'inline int parse(int a) { return a; }\n',
    'test/parse.cpp': '#include "../src/parse.hpp"\nTEST_CASE("parse") {\n  REQUIRE(parse(1) == 1);\n}\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'src/parse.hpp#parse' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual(['test/parse.cpp:3 import']);
});

test.each([
  ['test/a_test.rb', "describe 'etag' do\n  it 'works' do\n    helper\n  end\nend\n", 'lib/a.rb', 'def helper = 1\n'],
  [
    'test/a.test.ts',
    "import { helper } from '../lib/a';\ndescribe('etag', () => {\n  it('works', () => {\n    helper();\n  });\n});\n",
    'lib/a.ts',
    'export function helper() {}\nexport function works() {}\n',
  ],
])('what a test calls can be asked for by its title: %s', async (path, text, library, code) => {
  const files = { [path]: text, [library]: code };
  for (const query of [`${path}#etag`, 'etag/works', `${path}#etag/works`]) {
    const { rows } = await askCode(files, { mode: 'callees', query });
    expect(rows.map(({ file, line }) => `${file}:${line}`)).toEqual([`${library}:1`]);
  }
});

import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const USES = "import { wrap } from '@shop/kit';\nimport * as kit from '@shop/kit';\nwrap();\nkit.wrap();\n";

test('what is imported from where only a name leads is known by its name alone', async () => {
  const found = await askCode(
    {
      'package.json': '{"workspaces": ["packages/*"]}',
      'yarn.lock': '# top',
      'packages/kit/package.json': '{"name": "@shop/kit", "version": "4.0.0", "main": "index.js"}',
      'packages/kit/index.js': 'export function wrap() {}\n',
      'packages/app/package.json': '{"dependencies": {"@shop/kit": "^4.0.0"}}',
      'packages/app/main.js': USES,
      // Nobody is known to install it: it may have the package from here or from a registry.
      'demos/one/package.json': '{"dependencies": {"@shop/kit": "^3.0.0"}}',
      'demos/one/main.js': USES,
    },
    { mode: 'references', query: 'wrap' },
  );
  const known = (folder: string): string[] =>
    found.rows
      .filter(({ file }) => file.startsWith(folder))
      .map(({ line, edge }) => `${line} ${edge?.evidence}`)
      .sort();
  expect(known('packages/app/')).toEqual(['1 exact', '3 exact', '4 exact']);
  expect(known('demos/')).toEqual(['1 name', '3 name', '4 name']);
});

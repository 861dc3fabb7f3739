import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('what an import tells its loader is no use of a member', async () => {
  const { rows } = await askCode(
    {
      'node.ts': 'export interface Node {\n  type: string;\n}\n',
      'use.ts': `import json from './a.json' with { type: 'json' };
import old from "./a.json" assert {
  type: 'json',
};
export { default } from './a.json'with{type: 'json'};
const late = await import('./a.json', { with: { type: 'json' } });
const node = { type: 'json' };
`,
    },
    { mode: 'references', query: 'Node/type' },
  );
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual(['use.ts:7 name']);
});

import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';
import { makeUnitGraph } from './unit-graph.ts';

test('files that only declare types import nothing that a program uses', async () => {
  const { own, edges } = makeUnitGraph(
    await graphOf({
      'types/a.d.ts': "import B from './b';\nexport * from './b';",
      'types/b.d.ts': "import A from './a';",
      'types/c.d.mts': "import A from './a.js';",
      'main.ts': "import A from './types/a';",
    }),
  );
  expect(edges.map(({ use }) => use)).toEqual(['value', 'type', 'type', 'type']);
  expect(own.map(({ file }) => file)).toEqual(['main.ts']);
});

import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

test('an import of a link leads to what it leads to in the project, a file or a folder, from where the package says too', async () => {
  const graph = await graphOf({
    'src/main.js': "import './linked';\nimport './folder/b.js';\nimport './folder';\nimport 'shop-cart';\n",
    'src/linked.js': { link: '../lib/a.js' },
    'src/folder': { link: '../hop' },
    hop: { link: './lib' },
    'lib/a.js': '',
    'lib/b.js': '',
    'lib/index.js': '',
    'package.json': '{ "workspaces": ["cart"] }',
    'cart/package.json': '{ "name": "shop-cart", "main": "linked.js" }',
    'cart/linked.js': { link: './src/cart.js' },
    'cart/src/cart.js': '',
  });
  expect(graph.unresolved).toEqual([]);
  expect(edgesOf(graph)).toEqual([
    'src/main.js -> cart/src/cart.js',
    'src/main.js -> lib/a.js',
    'src/main.js -> lib/b.js',
    'src/main.js -> lib/index.js',
  ]);
});

test('a link that leads out of the project, round in a circle or to nothing is never said to be no file', async () => {
  const graph = await graphOf({
    'main.js': ['out', 'root', 'round', 'none', 'odd'].map((name) => `import './${name}.js';\n`).join(''),
    'main.ts': "import './out';\nimport 'shop-cart';\n",
    'out.js': { link: '../elsewhere.js' },
    'root.js': { link: '/etc/hosts' },
    'round.js': { link: './again.js' },
    'again.js': { link: './round.js' },
    'none.js': { link: './gone.js' },
    'odd.js': { link: 'lib/../a.js' },
    'a.js': '',
    'package.json': '{ "workspaces": ["cart"] }',
    'cart/package.json': '{ "name": "shop-cart", "main": "linked.js" }',
    'cart/linked.js': { link: '../../elsewhere.js' },
  });
  expect(edgesOf(graph)).toEqual([]);
  expect(graph.unresolved.map(({ specifier, why }) => `${specifier}: ${why}`)).toEqual([
    ...['out', 'root', 'round', 'none', 'odd'].map((name) => `./${name}.js: a link, which is not followed`),
    './out: a link, which is not followed',
    'shop-cart: what the package in cart gives out is a link, which is not followed',
  ]);
});

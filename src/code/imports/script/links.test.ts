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

test('the main file that is not there is the one that browsers are given in its place, else it is said to be missing', async () => {
  const graph = await graphOf({
    'a/package.json': '{ "main": "./nope.js", "browser": { "./nope.js": "./main.js", "./b.js": "./c.js" } }',
    'a/main.js': '',
    'b/package.json': '{ "main": "nope", "browser": "main.js" }',
    'b/main.js': '',
    'c/package.json': '{ "main": "./nope.js" }',
    'd/package.json': '{ "main": "./nope.js", "browser": { "./nope.js": "./main.js" } }',
    'd/main.js': '',
    'd/index.js': '',
    'main.js': "import './a';\nimport './b';\nimport './c';\nimport './d';\nimport './e';\n",
  });
  expect(edgesOf(graph)).toEqual(['main.js -> a/main.js', 'main.js -> b/main.js', 'main.js -> d/index.js']);
  expect(graph.unresolved.map(({ specifier, why }) => `${specifier}: ${why}`)).toEqual([
    './c: what the package.json there names is not there',
    './e: no such file',
  ]);
});

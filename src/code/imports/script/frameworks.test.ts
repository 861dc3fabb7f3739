import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function told(files: FileSpecs) {
  const graph = await graphOf(files);
  return [...edgesOf(graph), ...graph.unresolved.map(({ specifier, why }) => `${specifier}: ${why}`)];
}

test('a path from / on is one from the folder of vite.config, unless that may choose another', async () => {
  const main = "import '/src/a';\nimport '/index.html?raw';\nimport '/logo.svg';\nimport '/gone.js';\n";
  const files = { 'index.html': '', 'public/logo.svg': '', 'src/a.ts': '', 'src/main.ts': main };
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  expect(await told({ ...below('app'), 'app/vite.config.ts': 'export default {};\n' })).toEqual([
    'app/src/main.ts -> app/index.html',
    'app/src/main.ts -> app/public/logo.svg',
    'app/src/main.ts -> app/src/a.ts',
    '/gone.js: no such file from the folder of vite.config on',
  ]);
  const chosen = await told({
    'src/main.ts': "import '/a';\n",
    'a.ts': '',
    'vite.config.js': "export default { root: 'src' };\n",
  });
  expect(chosen).toEqual(['/a: up to vite.config, which may choose its root']);
  const none = await told({ 'src/main.ts': "import '/a';\n", 'a.ts': '' });
  expect(none).toEqual(['/a: neither a file nor the name of a package']);
});

const ASKS = "import '~/lib/a';\nimport '@/lib/b';\nimport '~~/shared/c';\nimport '@@/shared/d';\n";

function nuxt(version: string, config = 'export default defineNuxtConfig({});\n'): FileSpecs {
  return { 'site/package.json': `{ "dependencies": { "nuxt": "${version}" } }`, 'site/nuxt.config.ts': config };
}

const SHARED = { 'site/shared/c.ts': '', 'site/shared/d.ts': '', 'site/plugins/main.ts': ASKS };

test('~ and @ of Nuxt are its folder of sources, in app/ from Nuxt 4 on, and doubled they are the project', async () => {
  const flat = { ...SHARED, 'site/lib/a.ts': '', 'site/lib/b.ts': '' };
  const app = { ...SHARED, 'site/app/lib/a.ts': '', 'site/app/lib/b.ts': '' };
  const edges = (folder: string) =>
    [`${folder}/a.ts`, `${folder}/b.ts`, 'site/shared/c.ts', 'site/shared/d.ts'].map(
      (path) => `site/plugins/main.ts -> ${path}`,
    );
  expect(await told({ ...flat, ...nuxt('^3.16.1') })).toEqual(edges('site/lib'));
  expect(await told({ ...flat, ...nuxt('^4.0.0') })).toEqual(edges('site/lib'));
  expect(await told({ ...app, ...nuxt('^4.0.0') })).toEqual(edges('site/app/lib'));
  const later = 'export default defineNuxtConfig({ future: { compatibilityVersion: 4 } });\n';
  expect(await told({ ...flat, ...app, ...nuxt('^3.16.1', later) })).toEqual(edges('site/app/lib'));
  expect(await told({ ...flat, ...app, ...nuxt('^3.16.1') })).toEqual(edges('site/lib'));
});

test('an alias of Nuxt is no claim where its settings may choose, nor where nobody asks for Nuxt', async () => {
  const files = { 'site/a.ts': '', 'site/main.ts': "import '~/a';\nimport '~/gone';\n" };
  expect(await told({ ...files, ...nuxt('^3.0.0') })).toEqual([
    'site/main.ts -> site/a.ts',
    '~/gone: no such file from the folder of nuxt.config on',
  ]);
  expect(await told({ ...files, ...nuxt('^3.0.0', "export default { srcDir: 'src/' };\n") })).toEqual([
    '~/a: up to nuxt.config, which may choose its folder of sources',
    '~/gone: up to nuxt.config, which may choose its folder of sources',
  ]);
  expect(await told({ ...files, 'site/package.json': '{}', 'site/nuxt.config.ts': '' })).not.toContain(
    'site/main.ts -> site/a.ts',
  );
});

test("$lib of SvelteKit is src/lib of the project, unless the project's settings may choose", async () => {
  const files: FileSpecs = {
    'app/package.json': '{ "devDependencies": { "@sveltejs/kit": "^2.0.0" } }',
    'app/src/lib/index.ts': '',
    'app/src/lib/api.ts': '',
    'app/src/lib/Post.svelte': '',
    'app/src/routes/+page.svelte':
      "<script>\n  import '$lib';\n  import '$lib/api';\n  import '$lib/Post.svelte';\n  import '$lib/gone';\n</script>\n",
  };
  const config = (kit: string): FileSpecs => ({ 'app/svelte.config.js': `export default { kit: {${kit}} };\n` });
  expect(await told({ ...files, ...config('') })).toEqual([
    'app/src/routes/+page.svelte -> app/src/lib/Post.svelte',
    'app/src/routes/+page.svelte -> app/src/lib/api.ts',
    'app/src/routes/+page.svelte -> app/src/lib/index.ts',
    '$lib/gone: no such file from the folder of svelte.config on',
  ]);
  const chosen = await told({ ...files, ...config(" files: { lib: 'lib' } ") });
  expect(chosen).toContain('$lib/api: up to svelte.config, which may choose its $lib');
});

import { expect, test } from 'vitest';
import { findApiAddresses } from './api-addresses.ts';

const hostsIn = (text: string, file = 'src/a.rs') =>
  findApiAddresses(file, text).map(({ host, line }) => `${host}:${line}`);

test('addresses of APIs, indexes and registries in texts of code are told, those of pages and examples are not', () => {
  const text = [
    'const API: &str = "https://api.acme.dev/v1";',
    'const INDEX: &str = "sparse+https://index.acme.dev/";',
    'const REGISTRY: &str = "https://registry.acme.dev";',
    '// "https://api.comment.dev/"',
    'const PAGE: &str = "https://www.acme.dev/index.html";',
    'const NOBODY: &str = "https://registry.example.com/";',
  ].join('\n');
  expect(hostsIn(text)).toEqual(['api.acme.dev:1', 'index.acme.dev:2', 'registry.acme.dev:3']);
});

test('where a gemspec says that documentation is found is no service', () => {
  expect(findApiAddresses('shop.gemspec', 's.metadata = { "documentation_uri" => "https://api.acme.dev/" }\n')).toEqual(
    [],
  );
});

test('a host is an API by any of its labels, and by a path that names a version or GraphQL', () => {
  const text = [
    "const REPORTS = 'https://reports.api.acme.dev/api/graphql';",
    "const PROJECTS = 'https://acme.dev/api/v4/projects/' + id;",
    'const GRAPH = `https://shop.acme.dev/graphql`;',
    'const CHARGES = `https://pay.acme.dev/v1/charges`;',
  ].join('\n');
  expect(hostsIn(text, 'src/a.ts')).toEqual([
    'reports.api.acme.dev:1',
    'acme.dev:2',
    'shop.acme.dev:3',
    'pay.acme.dev:4',
  ]);
  expect(findApiAddresses('src/a.ts', text).map(({ prefix }) => prefix)).toEqual(['', '/api/v4', '/graphql', '/v1']);
});

test('pages about an API, and links in sentences, are no services', () => {
  const text = [
    "const FS = 'https://acme.dev/api/fs.html';",
    "const DOC = 'https://docs.api.acme.dev/';",
    "const GUIDE = 'https://acme.dev/v2/guide/start';",
    "const RELEASE = 'https://acme.dev/v1.2.0/a';",
    "const NEWS = 'https://api.acme.dev/docs/start.html';",
    "const FILE = 'https://acme.dev/v1/a.js';",
    "const FACE = 'https://api.acme.dev/images/smiley.jpeg';",
    "throw Error('See https://acme.dev/api/v4/errors for more');",
    "const SCALA = 'https://acme.dev/api/3.x/';",
    "const MINE = 'https://www.example.com/api/v1';",
  ].join('\n');
  expect(hostsIn(text, 'src/a.ts')).toEqual([]);
});

test('a site for developers, a reference and what a sentence sends its reader to are no services', () => {
  const text = [
    "const DOCS = 'https://developer.acme.dev/api/rest/webhooks/';",
    "const GUIDE = 'https://developers.acme.dev/graphql';",
    "const REFERENCE = 'https://api.reference.acme.dev';",
    "const APPS = 'https://api.slack.com/apps?new_app=1';",
    "throw Error('A token is wrong. See https://api.acme.dev/token-types for more.');",
    "const REAL = 'https://developer.api.acme.dev/token';",
    "throw Error('A token is wrong. See ' +\n  'https://acme.dev/v7/token');",
    "const LOG = 'cannot reach https://api.acme.dev/token';",
  ].join('\n');
  expect(hostsIn(text, 'src/a.ts')).toEqual(['developer.api.acme.dev:6', 'api.acme.dev:9']);
});

test('a host of support or for developers has an API where the path says its version, and a failure to read is no link', () => {
  const text = [
    "const TICKETS = 'https://support.acme.dev/api/v2/tickets.json';",
    "const STATIONS = 'https://developer.acme.dev/api/v1';",
    "const PAGE = 'https://developer.acme.dev/v3';",
    "const LOG = 'could not read https://api.acme.dev/token';",
    "const MORE = 'Failed. Read https://api.acme.dev/errors';",
  ].join('\n');
  expect(hostsIn(text, 'src/a.ts')).toEqual(['support.acme.dev:1', 'developer.acme.dev:2', 'api.acme.dev:4']);
});

test('a page of someone called graphql is no API', () => {
  const text = [
    "const HOME = 'https://github.com/graphql/graphiql';",
    "const API = 'https://acme.dev/graphql';",
    "const SLASH = 'https://acme.io/graphql/';",
    "const ASKED = 'https://acme.app/graphql?key=' + key;",
  ].join('\n');
  expect(hostsIn(text, 'src/a.ts')).toEqual(['acme.dev:2', 'acme.io:3', 'acme.app:4']);
});

test('an address in a docstring is an example of who reads it, and none of the code', () => {
  const text = [
    '"""Ask https://api.top.dev."""',
    'def ask():',
    '    r"""Asks.',
    '',
    '        await client.get("https://api.shown.dev/user")',
    '    """',
    '    return get("https://api.acme.dev/user", """',
    '      https://api.query.dev""")',
    'PAGE = """https://api.page.dev"""',
  ].join('\n');
  expect(hostsIn(text, 'src/a.py')).toEqual(['api.acme.dev:7', 'api.query.dev:8', 'api.page.dev:9']);
});

test('addresses in build scripts are no services of the program', () => {
  const text = 'val mirrors = mapOf("https://registry.acme.dev" to "https://api.acme.dev/v1")\n';
  const files = [
    'a/mirrors.settings.gradle.kts',
    'build.gradle',
    'MODULE.bazel',
    'build.sbt',
    'project/Docs.scala',
    'buildSrc/src/A.kt',
  ];
  expect(files.flatMap((file) => hostsIn(text, file))).toEqual([]);
  expect(hostsIn(text, 'src/Mirrors.kt')).toEqual(['registry.acme.dev:1', 'api.acme.dev:1']);
});

test('a file that is full of addresses is told in part and in time', () => {
  const text = `const all = [${"'https://api.acme.dev/',\n".repeat(20_000)}];`;
  expect(hostsIn(text, 'src/a.ts').length).toBeLessThanOrEqual(50);
});

test('a script or program to load is no API, whatever version its address names', () => {
  const text = "$install = 'https://acme.dev/v1/install.ps1'\n$api = 'https://acme.dev/v1/tools'\n";
  expect(hostsIn(text, 'tools/get.ps1')).toEqual(['acme.dev:2']);
});

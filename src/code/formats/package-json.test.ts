import { expect, test } from 'vitest';
import { type PackageJson, parsePackageJson, requestFor } from './package-json.ts';

function parsed(text: string): PackageJson {
  const read = parsePackageJson(text);
  if (read === null) throw new Error('not understood');
  return read;
}

test('names, manager, scripts and requests come with their lines', () => {
  const { json: _json, ...read } = parsed(
    [
      '{',
      '"name": "@acme/shop",',
      '"packageManager": "pnpm@9.1.0",',
      '"workspaces": ["packages/*", 3],',
      '"scripts": {"test": "vitest",',
      '  "odd": {}},',
      '"dependencies": {"a": "^1",',
      '  "b": 2},',
      '"peerDependenciesMeta": {"p": {"optional": true}, "q": {}}',
      '}',
    ].join('\n'),
  );
  expect(read).toEqual({
    name: '@acme/shop',
    manager: { name: 'pnpm', line: 3 },
    workspaces: { line: 4, patterns: ['packages/*'] },
    scripts: new Map([['test', { text: 'vitest', line: 5 }]]),
    requests: {
      dependencies: new Map([
        ['a', { spec: '^1', line: 7 }],
        ['b', { spec: null, line: 8 }],
      ]),
      devDependencies: new Map(),
      peerDependencies: new Map(),
      optionalDependencies: new Map(),
    },
    describedPeers: new Set(['p', 'q']),
    optionalPeers: new Set(['p']),
  });
});

test('workspaces may be an object, and a manager that is not known is none', () => {
  const { workspaces, manager } = parsed('{"workspaces": {"packages": ["a"]}, "packageManager": "vlt@1"}');
  expect(workspaces).toEqual({ line: 1, patterns: ['a'] });
  expect(manager).toBeNull();
});

test('of several fields with a name the first that has a text speaks for it', () => {
  const read = parsed(
    '{"dependencies": {"a": 1},\n"devDependencies": {"a": "2", "constructor": null},\n"peerDependencies": {"a": "3"}}',
  );
  expect(requestFor(read, 'a')).toEqual({ spec: '2', line: 2 });
  expect(requestFor(read, 'constructor')).toEqual({ spec: null, line: 2 });
  expect(requestFor(read, 'toString')).toBeNull();
});

test('what is no object of JSON is not read', () => {
  expect(['[]', 'null', '{"a": }', ''].map(parsePackageJson)).toEqual([null, null, null, null]);
});

import { expect, test } from 'vitest';
import { makeRoleReader, roleOfPath } from './path-role.ts';

test.each([
  ['src/ops/resolve.rs', 'source'],
  ['benches/resolve.rs', 'aside'],
  ['examples/a.ts', 'aside'],
  ['src/a.test.ts', 'test'],
  ['testing/a.go', 'test'],
  ['compiler/testData/call.kt', 'test'],
  ['src/death-test.cc', 'source'],
  ['src/death-test.js', 'test'],
  ['src/death_test.cc', 'test'],
  ['src/Log.Tests/Support.cs', 'test'],
  ['packages/integration-testsuite/src/http.ts', 'test'],
  // Swift packages and components of Symfony write it so; fixtures in it are no sources either.
  ['Tests/Fixtures/Command.php', 'test'],
  // Names of packages say nothing of what a file is for.
  ['src/main/java/org/spring/samples/test/App.java', 'source'],
  ['examples/shop/src/main/java/App.java', 'aside'],
  ['src/test/java/org/spring/AppTests.java', 'test'],
] as const)('%s is %s', (path, role) => {
  expect(roleOfPath(path)).toBe(role);
});

test('many paths one after the other have the roles that each has alone', () => {
  const paths = [
    'a.ts',
    'test/a.ts',
    'test/b/c.ts',
    'testing',
    'docs/a.ts',
    'docs/a.test.ts',
    'doc/a.ts',
    'a.lock',
    '',
  ];
  const roleOf = makeRoleReader();
  expect([...paths, ...paths.toReversed()].map(roleOf)).toEqual([...paths, ...paths.toReversed()].map(roleOfPath));
});

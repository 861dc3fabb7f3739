import { expect, test } from 'vitest';
import { roleOfPath } from './path-role.ts';

test.each([
  ['src/ops/resolve.rs', 'source'],
  ['benches/resolve.rs', 'aside'],
  ['examples/a.ts', 'aside'],
  ['src/a.test.ts', 'test'],
  ['testing/a.go', 'test'],
  // Names of packages say nothing of what a file is for.
  ['src/main/java/org/spring/samples/test/App.java', 'source'],
  ['examples/shop/src/main/java/App.java', 'aside'],
  ['src/test/java/org/spring/AppTests.java', 'test'],
] as const)('%s is %s', (path, role) => {
  expect(roleOfPath(path)).toBe(role);
});

import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test("manifests of tests, examples and other people's code are left out, counted and said", async () => {
  const { totals, gaps } = await overviewOf({
    'package.json': '{"name": "a"}',
    'examples/one/package.json': '{"dependencies": {"x": "1"}}',
    'examples/two/package.json': '{}',
    'packages/b/package.json': '{}',
    'packages/b/src/test-app/package.json': '{}',
    'vendor/c/Cargo.toml': '[package]\nname = "c"\n',
  });
  expect([totals.manifests, totals.dependencies]).toEqual([2, 0]);
  expect(gaps).toEqual([
    "manifests of tests, examples and other people's code are left out: 3 package.json, 1 Cargo.toml, such as examples/one/package.json",
  ]);
});

test('where none lies aside nothing is said of it', async () => {
  expect((await overviewOf({ 'package.json': '{}', 'packages/b/package.json': '{}' })).gaps).toEqual([]);
});

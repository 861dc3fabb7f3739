import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readPython } from './python.ts';

async function dependenciesOf(specs: FileSpecs): Promise<readonly string[]> {
  const { dependencies } = await factSheetOf(specs, readPython);
  return dependencies.map(({ name, requirement, scope, line }) => `${line} ${name} ${requirement} ${scope}`);
}

test("dependencies of uv's and Poetry's own tables are told, what builds the package is not", async () => {
  const text = [
    '[build-system]',
    'requires = ["hatchling"]',
    '[tool.uv]',
    'dev-dependencies = ["a[b]>=1 ; python_version > \'3\'"]',
    '[tool.poetry.dependencies]',
    'c = { version = "^2", optional = true }',
    '[tool.poetry.dependencies.d]',
    'extras = ["x"]',
    'version = "^3"',
    '[dependency-groups]',
    'docs = ["see the docs"]',
  ].join('\n');
  expect(await dependenciesOf({ 'pyproject.toml': text })).toEqual([
    '4 a [b]>=1 dev',
    '6 c ^2 optional',
    '7 d ^3 runtime',
  ]);
});

test('of requirements those are told that are some, without their options', async () => {
  const text =
    'a == 1 \\\n  --hash=sha256:x\nb # why\ngit+https://example.org/c.git\nd @ https://example.org/d.whl\n-e .\n';
  expect(await dependenciesOf({ 'requirements.txt': text })).toEqual([
    '1 a == 1 runtime',
    '3 b  runtime',
    '5 d @ https://example.org/d.whl runtime',
  ]);
});

import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { readCargo } from './cargo.ts';
import { emptySheet, type FactSheet } from './fact-sheet.ts';

async function sheetOf(specs: FileSpecs): Promise<FactSheet> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    const sheet = emptySheet();
    await readCargo(makeProjectFiles(opened.value, entries, ''), sheet);
    return sheet;
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test('the version of a dependency is told whatever line of its table it stands in', async () => {
  const { dependencies } = await sheetOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["a"]\n[workspace.dependencies.windows-sys]\npath = "sys"\nfeatures = []\nversion = "0.61"\n',
    'a/Cargo.toml':
      '[package]\nname = "a"\n[dependencies.log]\nfeatures = ["std"]\nversion = "0.4"\n[target.\'cfg(windows)\'.dependencies.windows-sys]\nfeatures = ["Win32"]\nworkspace = true\n',
  });
  expect(dependencies.map(({ name, requirement }) => `${name} ${requirement}`)).toEqual([
    'log 0.4',
    'windows-sys 0.61 (workspace)',
  ]);
});

test('the names that a project gives to commands of cargo are commands, where they say of what kind', async () => {
  const sheet = await sheetOf({
    'Cargo.toml': '[package]\nname = "a"\n',
    '.cargo/config.toml':
      '[build]\njobs = 1\n[alias]\nlint-docs = "run --package xtask --"\ntest-all = ["test", "--workspace"]\nlint = "clippy -- -Dwarnings"\n',
  });
  expect(sheet.commands.filter(({ basis }) => basis === 'defined')).toMatchObject([
    { kind: 'test', command: 'cargo test-all', detail: 'cargo test --workspace', line: 5 },
    { kind: 'lint', command: 'cargo lint', detail: 'cargo clippy -- -Dwarnings', line: 6 },
  ]);
  expect(sheet.otherScripts).toBe(1);
});

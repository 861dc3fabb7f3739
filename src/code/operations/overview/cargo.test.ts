import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readCargo } from './cargo.ts';
import type { FactSheet } from './fact-sheet.ts';

const sheetOf = (specs: FileSpecs): Promise<FactSheet> => factSheetOf(specs, readCargo);

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

test('in the edition of 2015 no program is told beside those that are written out, and the one is what runs', async () => {
  const specs = { 'src/bin/acme.rs': 'fn main() {}\n', 'src/bin/help.rs': '' };
  const old = await sheetOf({ ...specs, 'Cargo.toml': '[project]\nname = "acme"\n[[bin]]\nname = "acme"\n' });
  expect(old.entryPoints.map(({ name, basis }) => `${name} ${basis}`)).toEqual(['acme defined']);
  expect(old.commands.map(({ command }) => command)).toContain('cargo run');
  const edition = 'edition = "2018"\n';
  const later = await sheetOf({
    ...specs,
    'Cargo.toml': `[package]\nname = "acme"\n${edition}[[bin]]\nname = "acme"\n`,
  });
  expect(later.entryPoints.map(({ name, basis }) => `${name} ${basis}`)).toEqual(['acme defined', 'help convention']);
});

test('a dependency is told by the name that the registry knows, also where the workspace gives it another', async () => {
  const { dependencies } = await sheetOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\nold = { package = "rand", version = "0.7" }\n',
    'a/Cargo.toml':
      '[package]\nname = "a"\n[dependencies]\nnew = { package = "rand", version = "0.9" }\nold.workspace = true\n[dev_dependencies]\nlog = "1"\n',
  });
  expect(dependencies.map(({ name, requirement, scope }) => `${name} ${requirement} ${scope}`)).toEqual([
    'rand 0.9 runtime',
    'rand 0.7 (workspace) runtime',
    'log 1 dev',
  ]);
});

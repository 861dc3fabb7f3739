import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('a Cargo workspace is told with its members, declared binaries, and dependencies in every spelling', async () => {
  const found = await overviewOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["core"]\n\n[package]\nname = "acme"\n\n[[bin]]\nname = "acme-cli"\npath = "src/cli.rs"\n\n[dependencies]\nserde = "1"\ncore = { path = "core" }\n\n[dependencies.tokio]\nversion = "1.2"\nfeatures = []\n\n[target.\'cfg(unix)\'.dependencies]\nlibc.workspace = true\n',
    'src/cli.rs': 'fn main() {}\n',
    'core/Cargo.toml': '[package]\nname = "core"\n',
    'core/src/lib.rs': '// only a comment\npub fn f() {}\n',
    'rustfmt.toml': '',
  });
  expect(commandsOf(found).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
    'build cargo build',
    'test cargo test',
    'run cargo run',
    'format cargo fmt',
  ]);
  expect(entriesOf(found)).toEqual([
    'bin acme-cli Cargo.toml:8 src/cli.rs true',
    'library core core/src/lib.rs:null null null',
  ]);
  expect(found.dependencies.map(({ name, requirement, line }) => [name, requirement, line])).toEqual([
    ['serde', '1', 12],
    ['core', 'path', 13],
    // Where its table begins, which is what asks for it.
    ['tokio', '1.2', 15],
    ['libc', 'workspace', 20],
  ]);
  expect(found.languages?.shares).toEqual([{ name: 'Rust', files: 2, codeLines: 2, bytes: null }]);
});

test('what a Cargo workspace says for its members is told with their dependencies', async () => {
  const found = await overviewOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\nserde = { version = "1.2" }\nlog = "0.4"\n[workspace.dependencies.home]\npath = "home"\n',
    'a/Cargo.toml':
      '[package]\nname = "a"\n[dependencies]\nserde.workspace = true\nlog = { workspace = true }\nhome.workspace = true\nlost.workspace = true\n',
  });
  expect(found.dependencies.map(({ name, requirement }) => [name, requirement])).toEqual([
    ['serde', '1.2 (workspace)'],
    ['log', '0.4 (workspace)'],
    ['home', 'path (workspace)'],
    ['lost', 'workspace'],
  ]);
});

test('binaries that cargo finds by their place are entry points, and which one runs is then not claimed', async () => {
  const found = await overviewOf({
    'Cargo.toml': '[package]\nname = "acme"\nedition = "2021"\n[[bin]]\nname = "told"\n',
    'src/main.rs': 'fn main() {}\n',
    'src/bin/told.rs': 'fn main() {}\n',
    'src/bin/other.rs': 'fn main() {}\n',
    'src/bin/large/main.rs': 'mod part;\nfn main() {}\n',
    'src/bin/large/part.rs': '',
    'off/Cargo.toml': '[package]\nname = "off"\nautobins = false\n',
    'off/src/bin/none.rs': 'fn main() {}\n',
    'one/Cargo.toml': '[package]\nname = "one"\n',
    'one/src/bin/sole.rs': 'fn main() {}\n',
  });
  expect(entriesOf(found).toSorted()).toEqual([
    'bin acme src/main.rs:null null null',
    'bin large src/bin/large/main.rs:null null null',
    'bin other src/bin/other.rs:null null null',
    'bin sole one/src/bin/sole.rs:null null null',
    'bin told Cargo.toml:5 src/bin/told.rs true',
  ]);
  expect(commandsOf(found).join()).not.toContain('cargo run');
});

test('a package that its manifest keeps from being published is told to be one', async () => {
  const pack = (name: string, rest = ''): string => `[package]\nname = "${name}"\n${rest}`;
  const { entryPoints } = await overviewOf({
    'Cargo.toml': '[workspace]\nmembers = ["*"]\n[workspace.package]\npublish = false\n',
    'a/Cargo.toml': pack('a'),
    'b/Cargo.toml': pack('b', 'publish = false\n'),
    'c/Cargo.toml': pack('c', 'publish.workspace = true\n'),
    'd/Cargo.toml': pack('d', 'publish = { workspace = true }\n'),
    'e/Cargo.toml': pack('e', 'publish = ["acme"]\n'),
    'f/Cargo.toml': pack('f', 'publish = []\n[[bin]]\nname = "f"\npath = "f.rs"\n'),
    'f/f.rs': '',
    ...Object.fromEntries([...'abcde'].map((name) => [`${name}/src/lib.rs`, ''])),
    'g/package.json': '{"name": "g", "private": true, "main": "a.js", "bin": "b.js", "version": "1.0.0"}',
    'h/package.json': '{"name": "h", "main": "a.js"}',
  });
  expect(entryPoints.map(({ kind, name, unpublished }) => [kind, name, unpublished])).toEqual(
    expect.arrayContaining([
      ['library', 'a', undefined],
      ['library', 'b', 'publish = false'],
      ['library', 'c', 'publish = false'],
      ['library', 'd', 'publish = false'],
      ['library', 'e', undefined],
      ['bin', 'f', 'publish = false'],
      ['library', 'g', 'private'],
      ['bin', 'g', 'private'],
      ['library', 'h', undefined],
    ]),
  );
});

test('each of several Cargo workspaces says the versions of its own members alone', async () => {
  const root = (version: string): string =>
    `[workspace]\nmembers = ["*"]\n[workspace.dependencies]\nserde = "${version}"\n`;
  const member = (name: string): string => `[package]\nname = "${name}"\n[dependencies]\nserde.workspace = true\n`;
  const found = await overviewOf({
    'a/Cargo.toml': root('1.0.100'),
    'a/x/Cargo.toml': member('x'),
    'b/Cargo.toml': root('0.9.5'),
    'b/y/Cargo.toml': member('y'),
    'c/Cargo.toml': member('c'),
  });
  expect(found.dependencies.map(({ file, requirement }) => [file, requirement])).toEqual([
    ['c/Cargo.toml', 'workspace'],
    ['a/x/Cargo.toml', '1.0.100 (workspace)'],
    ['b/y/Cargo.toml', '0.9.5 (workspace)'],
  ]);
});

import { expect, test } from 'vitest';
import { edgesOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const FILES = {
  'src/lib.rs': 'pub mod shop;\n',
  'src/shop.rs': '',
  'src/bin/acme.rs': 'mod cart;\nuse acme::shop;\n',
  'src/bin/cart.rs': 'use help::Help;\n',
  'src/bin/apart.rs': 'use acme::shop;\n',
  'tests/all.rs': 'mod help;\nmod first;\n',
  'tests/help.rs': 'pub fn run() {}\n',
  'tests/first.rs': 'use help::run;\n',
} as const;

const shown = (edges: readonly string[]): readonly string[] => edges.filter((edge) => !edge.endsWith('(declares)'));

test('in the edition of 2015 a file beside a target that is written out is a module of that, and no root', async () => {
  const graph = await graphOf({
    ...FILES,
    'Cargo.toml': '[project]\nname = "acme"\n[[bin]]\nname = "acme"\n[[test]]\nname = "all"\n',
  });
  expect(shown(edgesOf(graph))).toEqual([
    'src/bin/acme.rs -> src/shop.rs',
    // What no module takes in stays a root, though cargo does not build it by itself.
    'src/bin/apart.rs -> src/shop.rs',
    'tests/first.rs -> tests/help.rs',
  ]);
  expect(unresolvedOf(graph)).toEqual(['src/bin/cart.rs: help::Help']);
});

test('files that cargo finds by their places are roots, of every kind', async () => {
  const graph = await graphOf({ ...FILES, 'Cargo.toml': '[package]\nname = "acme"\n' });
  // As a root of its own it has no module of that name, beside what it is as a module of `all`.
  expect(unresolvedOf(graph)).toContain('tests/first.rs: help::run');
});

test('in the edition of 2015 a name alone is what the root of the crate declares or brings in', async () => {
  const files = {
    'src/lib.rs': 'mod shop;\npub use shop::Cart;\nmod user;\nmod own;\npub fn version() {}\nfn inner() {}\n',
    'src/shop.rs': 'pub struct Cart;\n',
    'src/own.rs': 'use {inner};\n',
    'src/user.rs': 'use version;\nuse {Cart};\nuse unknown;\nfn a() { version(); }\n',
  };
  const graph = await graphOf({ ...files, 'Cargo.toml': '[package]\nname = "acme"\n' });
  expect(shown(edgesOf(graph)).filter((edge) => /^src\/(?:user|own)\.rs/.test(edge))).toEqual([
    'src/own.rs -> src/lib.rs',
    'src/user.rs -> src/lib.rs',
    'src/user.rs -> src/shop.rs',
  ]);
  expect(unresolvedOf(graph)).toEqual(['src/user.rs: unknown']);
});

import { expect, test } from 'vitest';
import { type CargoPlace, type CargoToml, parseCargoToml } from './cargo-toml.ts';

function parsed(text: string): CargoToml {
  const read = parseCargoToml(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

function told(place: CargoPlace): string {
  const { key, line, isInherited, isOptional } = place;
  const texts = [place.package, place.version, place.path, place.git, place.registry, place.registryIndex];
  const marks = [...(isInherited ? ['workspace'] : []), ...(isOptional ? ['optional'] : [])];
  return [key, line, ...texts.filter((text) => text !== null), ...marks].join(' ');
}

test('a dependency is the same in whichever of its forms it is written, at the line that asks for it', () => {
  const { dependencies } = parsed(
    [
      '[dependencies]',
      'a = "1"',
      'b = { version = "2", package = "real-b", optional = true }',
      'c.workspace = true',
      'c.optional = true',
      '[dependencies.d]',
      '# of our own',
      'path = "../d"',
      "[target.'cfg(unix)'.dependencies]",
      'a = { git = "https://example.org/a" }',
      '[build_dependencies]',
      'f = "6"',
      '[dev-dependencies]',
      'e = { version = "5", registry = "ours" }',
    ].join('\n'),
  );
  expect(dependencies.map((one) => `${one.kind} ${told(one)}`)).toEqual([
    'normal a 2 1',
    'normal b 3 real-b 2 optional',
    'normal c 4 workspace optional',
    'normal d 6 ../d',
    'normal a 10 https://example.org/a',
    'dev e 14 5 ours',
    'build f 12 6',
  ]);
});

test('package, library and targets are read with the lines that say them', () => {
  const text = [
    '[package]',
    'name = "shop"',
    'edition.workspace = true',
    'build = "make.rs"',
    'autobins = false',
    '[lib]',
    'path = "lib.rs"',
    '[[test]]',
    'name = "t"',
    'path = "t.rs"',
    '[[bin]]',
    'name = "one"',
    '[[bin]]',
    'path = "two.rs"',
  ].join('\n');
  expect(parsed(text)).toMatchObject({
    package: {
      name: { text: 'shop', line: 2 },
      edition: null,
      isEditionInherited: true,
      build: 'make.rs',
      found: new Set(['test', 'bench', 'example']),
    },
    library: { name: null, path: { text: 'lib.rs', line: 7 } },
    targets: [
      { kind: 'bin', name: 'one', path: null, line: 12 },
      { kind: 'bin', name: null, path: 'two.rs', line: 14 },
      { kind: 'test', name: 't', path: 't.rs', line: 9 },
    ],
    workspace: null,
  });
});

test('a package may stand under [project], the older name of its table, where there is no [package]', () => {
  const old = parsed('[project]\nname = "acme"\nedition = "2018"\nbuild = "make.rs"\nautobins = false\n');
  expect(old.package).toEqual({
    name: { text: 'acme', line: 2 },
    edition: '2018',
    isEditionInherited: false,
    publish: true,
    build: 'make.rs',
    found: new Set(['test', 'bench', 'example']),
  });
  expect(parsed('[project]\nname = "other"\n[package]\nname = "acme"\n').package?.name.text).toBe('acme');
});

test('in the edition of 2015 cargo looks for no targets of a kind that is written out, unless it is told to', () => {
  const foundIn = (text: string): readonly string[] => [...(parsed(text).package?.found ?? [])];
  const bin = '[[bin]]\nname = "acme"\n';
  expect(foundIn(`[package]\nname = "acme"\n${bin}[[test]]\nname = "all"\n`)).toEqual(['bench', 'example']);
  expect(foundIn(`[package]\nname = "acme"\nautobins = true\n${bin}`)).toContain('bin');
  expect(foundIn(`[package]\nname = "acme"\nedition = "2021"\n${bin}`)).toContain('bin');
  expect(foundIn(`[package]\nname = "acme"\nedition.workspace = true\n${bin}`)).toContain('bin');
  expect(foundIn('[package]\nname = "acme"\n')).toEqual(['bin', 'test', 'bench', 'example']);
});

test('a workspace gives its members an edition and dependencies, and patches name what they are for', () => {
  const { workspace, patches, ...rest } = parsed(
    [
      '[workspace.package]',
      'edition = "2021"',
      '[workspace.dependencies]',
      'a = "1"',
      '[workspace.dependencies.b]',
      'path = "b"',
      '[patch.crates-io]',
      'c = { path = "c" }',
      "[patch.'https://example.org/d']",
      'd = { path = "d" }',
    ].join('\n'),
  );
  expect(rest.package).toBeNull();
  expect(workspace).toMatchObject({ line: null, edition: '2021' });
  expect(workspace?.dependencies.map(told)).toEqual(['a 4 1', 'b 5 b']);
  expect(patches.map((one) => `${one.source}: ${told(one)}`)).toEqual([
    'crates-io: c 8 c',
    'https://example.org/d: d 10 d',
  ]);
});

test('what is not TOML is told in words', () => {
  expect(parseCargoToml('[package\nname = 1')).toMatch(/^not TOML/);
});

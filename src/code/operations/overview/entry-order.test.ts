import { expect, test } from 'vitest';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { rankEntries } from './entry-order.ts';

function entry(kind: EntryPoint['kind'], name: string, file: string, target: string | null = null): EntryPoint {
  return { kind, name, file, line: 1, target, isThere: null, basis: 'defined' };
}

test('a program that a manifest declares by its file or folder is not told again by its main', () => {
  const declared = [
    entry('bin', 'ef', 'src/ef/ef.csproj', 'src/ef/Program.cs'),
    entry('bin', 'Echo', 'Package.swift', 'Sources/Echo/'),
    entry('library', 'Shop', 'Package.swift', 'Sources/Shop/'),
  ];
  const mains = [
    'src/ef/Program.cs',
    'Sources/Echo/Inner/Client.swift',
    'Sources/Echoes/A.swift',
    'Sources/Shop/B.swift',
  ];
  const told = rankEntries(
    declared,
    mains.map((file) => entry('main', 'Main', file)),
  );
  expect(told.map(({ kind, file }) => `${kind} ${file}`).sort()).toEqual([
    'bin Package.swift',
    'bin src/ef/ef.csproj',
    'library Package.swift',
    'main Sources/Echoes/A.swift',
    'main Sources/Shop/B.swift',
  ]);
});

test('a program that is declared by its folder begins in the one file of it that has a main', () => {
  const declared = [
    entry('bin', 'One', 'Package.swift', 'Sources/One/'),
    entry('bin', 'Two', 'Package.swift', 'Sources/Two/'),
    entry('library', 'Kit', 'Package.swift', 'Sources/Kit/'),
  ];
  const mains = ['Sources/One/A.swift', 'Sources/Two/A.swift', 'Sources/Two/B.swift', 'Sources/Kit/A.swift'];
  const told = rankEntries(
    declared,
    mains.map((file) => entry('main', 'Main', file)),
  );
  expect(told.flatMap(({ name, startsIn }) => (startsIn === undefined ? [] : `${name} ${startsIn}`))).toEqual([
    'One Sources/One/A.swift',
  ]);
});

test('the package of the manifest at the top comes before those that lie below its sources', () => {
  const declared = [
    entry('library', 'acme/uid', 'src/Acme/Component/Uid/composer.json', 'src/Acme/Component/Uid/'),
    entry('library', 'acme/acme', 'composer.json', 'src/Acme/'),
    entry('bin', 'lint', 'src/Acme/Component/Yaml/composer.json', 'src/Acme/Component/Yaml/bin/lint'),
  ];
  expect(rankEntries(declared, []).map(({ name }) => name)).toEqual(['acme/acme', 'lint', 'acme/uid']);
});

test('a package of Python that lies beside its manifest is as near to the top as that', () => {
  const file = (name: string): EntryPoint => ({ ...entry('library', name, `python/${name}/__init__.py`), line: null });
  const declared = [entry('library', 'Acme.Abstractions', 'dotnet/src/A/A.csproj', null), file('acme')];
  expect(rankEntries(declared, []).map(({ name }) => name)).toEqual(['acme', 'Acme.Abstractions']);
});

test('what runs a package of Python is as near to the top as the package, and comes first', () => {
  const file = (kind: EntryPoint['kind'], name: string): EntryPoint => ({
    ...entry(kind, 'acme', `acme/${name}`),
    line: null,
  });
  const ranked = rankEntries([file('library', '__init__.py')], [{ ...file('main', '__main__.py'), line: 1 }]);
  expect(ranked.map(({ kind }) => kind)).toEqual(['main', 'library']);
  // What no manifest gives out as a package comes no nearer to the top.
  const program = entry('bin', 'acme', 'crates/acme/src/bin/acme.rs');
  const starter = { ...file('main', '__main__.py'), file: 'python/acme/__main__.py' };
  expect(rankEntries([program], [starter]).map(({ kind }) => kind)).toEqual(['bin', 'main']);
});

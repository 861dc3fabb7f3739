import { expect, test } from 'vitest';
import { projectManifests } from '../../../test/support/project-manifests.ts';
import { asked } from '../../../test/support/read-manifest.ts';
import { makeFolder } from '../../../test/support/repository.ts';

async function read(files: Readonly<Record<string, string>>) {
  const folder = makeFolder(files);
  try {
    const { packages, gaps } = await projectManifests(folder.path);
    const rows = packages.map(({ name, requested, locked, isVersionKnown }) => [
      name,
      requested,
      locked,
      isVersionKnown,
    ]);
    return { rows, gaps };
  } finally {
    folder.remove();
  }
}

const PACKAGE = '{"name":"a","dependencies":{"left-pad":"^1.0.0"}}';
const PROJECT = '[project]\nname = "a"\nversion = "1"\ndependencies = ["requests>=2"]\n';
const TAKEN = 'a range is taken for the version that would be installed today';

test('a lock file that is not read is named, and none is said to be missing for it', async () => {
  expect((await read({ 'package.json': PACKAGE, 'bun.lock': '{}' })).gaps).toEqual([
    `bun.lock is of a form that is not read: ${TAKEN}`,
  ]);
  const both = await read({ 'pyproject.toml': PROJECT, 'pdm.lock': '[metadata]\n', 'web/package.json': PACKAGE });
  expect(both.gaps).toEqual([`no lock file for npm: ${TAKEN}`, `pdm.lock is of a form that is not read: ${TAKEN}`]);
});

test('of a long key in yarn.lock the version is that of the request, which stands once', async () => {
  const lock = `__metadata:\n  version: 8\n\n? "left-pad@npm:^0.9.0, left-pad@npm:^1.0.0"\n:\n  version: 1.3.0\n  resolution: "left-pad@npm:1.3.0"\n`;
  const { rows } = await read({ 'package.json': PACKAGE, 'yarn.lock': lock });
  expect(rows).toEqual([['left-pad', '^1.0.0', '1.3.0', true]]);
});

const USES = (...names: readonly string[]): string =>
  `<Project><ItemGroup>${names.map((name) => `<PackageReference Include="${name}" />`).join('')}</ItemGroup></Project>`;
const SAYS = (name: string, version: string, condition = ''): string =>
  `<ItemGroup${condition}><PackageVersion Include="${name}" Version="${version}" /></ItemGroup>`;

test('of two central versions of a NuGet package none is known, and only the nearest file counts', async () => {
  const on = (framework: string): string => ` Condition="'$(TargetFramework)' == '${framework}'"`;
  const { rows } = await read({
    'Directory.Packages.props': `<Project>${SAYS('X', '6.0.0', on('net6.0'))}${SAYS('X', '8.0.0', on('net8.0'))}${SAYS('Y', '1.0.0')}</Project>`,
    'a/a.csproj': USES('X', 'Y'),
    'b/Directory.Packages.props': `<Project>${SAYS('Z', '9.0.0')}</Project>`,
    'b/b.csproj': USES('Y', 'Z'),
    'c/Directory.Packages.props': '<Project />',
    'c/c.csproj': USES('Z'),
  });
  expect(rows).toEqual([
    ['X', null, null, false],
    ['Y', '1.0.0', null, true],
    ['Y', null, null, false],
    ['Z', '9.0.0', null, true],
    ['Z', null, null, false],
  ]);
});

test('a package of a Pipfile may have a table of its own', () => {
  const text =
    '[packages]\nflask = "*"\n[packages.requests]\nversion = "==2.31.0"\nextras = ["socks"]\n[dev-packages.own]\npath = "."\n';
  expect(asked('Pipfile', text)).toEqual([
    'flask |  | runtime | 2 | ',
    'requests | ==2.31.0 | runtime | 4 | ',
    'own |  | dev | 7 | path',
  ]);
});

test('what a script of Gradle writes as a package is, but asks of no configuration, is none', () => {
  const text =
    'tasks.named("check") {\n  dependsOn "sub:build"\n}\ndocker {\n  image "acme:latest"\n}\ndependencies {\n  implementation "g:a:1"\n  extraJvm "g:b:2"\n  constraints {\n    ours "g:c:3"\n  }\n}\nsubprojects {\n  dependencies { own "g:d:4" }\n}\n';
  expect(asked('build.gradle', text).map((row) => row.split(' ')[0])).toEqual(['g:a', 'g:b', 'g:c', 'g:d']);
});

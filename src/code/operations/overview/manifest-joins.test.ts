import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readCargo } from './cargo.ts';
import { readDotnet } from './dotnet.ts';
import type { Ecosystem } from './fact-sheet.ts';
import { readGo } from './go.ts';
import { readJvm } from './jvm.ts';
import { readNode } from './node.ts';

/** Joins, and the dependencies that are of the project itself. */
async function joinsOf(specs: FileSpecs, read: Ecosystem): Promise<{ joins: string[]; own: string[] }> {
  const { joins, dependencies } = await factSheetOf(specs, read);
  const own = dependencies.filter(({ manifest }) => manifest !== undefined);
  return {
    joins: joins.map(({ from, to, scope, configuration, file, line }) => {
      return `${from} -> ${to} ${configuration ?? scope} ${file}:${line}`;
    }),
    own: own.map(({ ecosystem, name, requirement, scope, manifest, line }) => {
      return `${ecosystem} ${name} ${requirement} ${scope} ${manifest}:${line}`;
    }),
  };
}

const project = (...references: string[]): string =>
  `<Project Sdk="Microsoft.NET.Sdk">\n<ItemGroup>\n${references.join('\n')}\n</ItemGroup>\n</Project>`;
const refer = (path: string, more = ''): string => `<ProjectReference Include="${path}" ${more}/>`;

test('projects of .NET ask for those that they refer to, where the path leads to one that is there', async () => {
  const found = await joinsOf(
    {
      'src/A/A.csproj': project(
        refer('..\\B\\B.csproj'),
        refer('../Gone/Gone.csproj'),
        refer('$(Other)/B.csproj'),
        refer('../**/*.csproj'),
        refer('$(MSBuildThisFileDirectory)../C/C.fsproj', 'ReferenceOutputAssembly="false" '),
        refer('A.csproj'),
      ),
      'src/B/B.csproj': project(),
      'src/C/C.fsproj': project(),
    },
    readDotnet,
  );
  expect(found.joins).toEqual([
    'src/A/A.csproj -> src/B/B.csproj runtime src/A/A.csproj:3',
    'src/A/A.csproj -> src/C/C.fsproj build src/A/A.csproj:7',
  ]);
  expect(found.own).toEqual(['dotnet B project runtime src/B/B.csproj:3', 'dotnet C project build src/C/C.fsproj:7']);
});

test('what the nearest Directory.Build.props refers to holds for the projects below, unless it is under a condition', async () => {
  const found = await joinsOf(
    {
      'Directory.Build.props': project(refer('C/C.csproj')),
      'src/Directory.Build.props': project(
        refer('$(MSBuildThisFileDirectory)B/B.csproj'),
        refer('../../C/C.csproj', `Condition="'$(X)' == ''" `),
      ),
      'src/A/A.csproj': project(),
      'src/B/B.csproj': project(),
      'src/D/D.csproj': project(),
      'C/C.csproj': project(),
    },
    readDotnet,
  );
  expect(found.joins).toEqual([
    'src/A/A.csproj -> src/B/B.csproj runtime src/Directory.Build.props:3',
    'src/D/D.csproj -> src/B/B.csproj runtime src/Directory.Build.props:3',
  ]);
  expect(found.own).toEqual(['dotnet B project runtime src/B/B.csproj:3']);
});

const SETTINGS = `include(":core", "a:some-lib")
include ':renamed', ':moved',
  ':old'
// include(":off")
project(":renamed").name = "fresh"
project(":old").name = "renamed"
project(":moved").projectDir = file("./deep/moved")
`;
const SCRIPTS: FileSpecs = {
  'settings.gradle.kts': SETTINGS,
  'core/build.gradle.kts': '',
  'a/some-lib/build.gradle': '',
  'renamed/build.gradle.kts': '',
  'old/build.gradle.kts': '',
  'deep/moved/build.gradle.kts': '',
  'off/build.gradle.kts': '',
};

test('modules of Gradle ask for others by path and by accessor, as the settings name and place them', async () => {
  const found = await joinsOf(
    {
      ...SCRIPTS,
      'app/build.gradle.kts': `dependencies {
  api(project(":core"))
  testImplementation(projects.a.someLib) {
    isTransitive = false
  }
  "ownApi"(projects.fresh)
  implementation(platform(project(path = ":renamed", configuration = "x")))
  implementation(project(":moved"))
  implementation(project(":off"))
  implementation(projects.gone)
  // implementation(project(":core"))
}
`,
    },
    readJvm,
  );
  expect(found.joins).toEqual([
    'app/build.gradle.kts -> core/build.gradle.kts api app/build.gradle.kts:2',
    'app/build.gradle.kts -> a/some-lib/build.gradle testImplementation app/build.gradle.kts:3',
    'app/build.gradle.kts -> renamed/build.gradle.kts ownApi app/build.gradle.kts:6',
    'app/build.gradle.kts -> old/build.gradle.kts implementation app/build.gradle.kts:7',
    'app/build.gradle.kts -> deep/moved/build.gradle.kts implementation app/build.gradle.kts:8',
  ]);
  expect(found.own).toEqual([
    'gradle :core project runtime core/build.gradle.kts:2',
    'gradle :a:some-lib project dev a/some-lib/build.gradle:3',
    'gradle :renamed project runtime old/build.gradle.kts:7',
    'gradle :moved project runtime deep/moved/build.gradle.kts:8',
  ]);
});

test('what a script of Gradle says in blocks for other projects, of constraints or of folders worked out is no join', async () => {
  const script = `subprojects {
  dependencies {
    implementation project(':core')
  }
}
project(':a:some-lib') {
  dependencies { }
}
dependencies {
  constraints {
    api project(':core')
  }
}
configure(project(':core')) {
}
`;
  const computed = `${SETTINGS}rootProject.children.each { it.projectDir = file("x/\${it.name}") }\n`;
  const plain = { 'app/build.gradle': "dependencies {\n  api project(':core')\n}\n" };
  expect((await joinsOf({ ...SCRIPTS, 'build.gradle': script }, readJvm)).joins).toEqual([]);
  expect((await joinsOf({ ...SCRIPTS, 'settings.gradle.kts': computed, ...plain }, readJvm)).joins).toEqual([]);
  expect((await joinsOf({ ...SCRIPTS, ...plain }, readJvm)).joins).toEqual([
    'app/build.gradle -> core/build.gradle.kts api app/build.gradle:2',
  ]);
});

const pom = (artifact: string, body = ''): string =>
  `<project><parent><groupId>g</groupId><artifactId>top</artifactId><version>1</version></parent>\n<artifactId>${artifact}</artifactId>${body}</project>`;
const ask = (artifact: string, version: string): string =>
  `<dependencies><dependency><groupId>g</groupId>\n<artifactId>${artifact}</artifactId><version>${version}</version></dependency></dependencies>`;

test('modules of Maven ask for others of their reactor by coordinates and version', async () => {
  const found = await joinsOf(
    {
      'pom.xml':
        '<project><groupId>g</groupId><artifactId>top</artifactId><version>1</version><modules><module>a</module><module>b</module><module>c/pom.xml</module></modules></project>',
      'a/pom.xml': pom('a'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a property of Maven
      'b/pom.xml': pom('b', ask('a', '${project.version}')),
      'c/pom.xml': pom('c', ask('a', '0.9')),
      'apart/pom.xml': pom('apart', ask('a', '1')),
    },
    readJvm,
  );
  expect(found.joins).toEqual(['b/pom.xml -> a/pom.xml runtime b/pom.xml:3']);
  expect(found.own).toEqual(['maven g:a 1 runtime a/pom.xml:3']);
});

test('a version that a member of the same workspaces has is had from there, and every other one from a registry', async () => {
  const member = (name: string, version: string, asks = '{}'): string =>
    `{"name": "${name}", "version": "${version}",\n"dependencies": ${asks}}`;
  const asks = '{\n"a": "^1.0.0",\n"old": "^1.0.0",\n"next": "*",\n"apart": "1",\n"b": "*",\n"tag": "latest"}';
  const specs = {
    'package.json': '{"private": true, "workspaces": ["p/*", "!p/apart"]}',
    'p/a/package.json': member('a', '1.2.0'),
    'p/old/package.json': member('old', '2.0.0'),
    'p/next/package.json': member('next', '2.0.0-rc.1'),
    'p/apart/package.json': member('apart', '1.0.0', '{"a": "^1.0.0"}'),
    'p/tag/package.json': member('tag', '1.0.0'),
    'p/b/package.json': member('b', '1.0.0', asks),
  };
  const join = 'p/b/package.json -> p/a/package.json runtime p/b/package.json:3';
  expect((await joinsOf(specs, readNode)).joins).toEqual([join]);
  expect((await joinsOf({ ...specs, 'yarn.lock': '' }, readNode)).joins).toEqual([join]);
  // pnpm links what it is told to, and Yarn may be told not to.
  expect((await joinsOf({ ...specs, 'pnpm-workspace.yaml': '' }, readNode)).joins).toEqual([]);
  const told = { ...specs, '.yarnrc.yml': 'nodeLinker: node-modules\nenableTransparentWorkspaces: false\n' };
  expect((await joinsOf(told, readNode)).joins).toEqual([]);
});

test('packages of npm, Cargo and Go ask for others of the project as they write it', async () => {
  const npm = {
    'package.json': '{"workspaces": ["p/*"]}',
    'p/a/package.json': '{"name": "a"}',
    'p/b/package.json':
      '{"name": "b", "dependencies": {\n"a": "workspace:*",\n"far": "^1.0.0",\n"z": "workspace:a@^1",\n"here": "file:../a"}}',
  };
  expect((await joinsOf(npm, readNode)).joins).toEqual([
    'p/b/package.json -> p/a/package.json runtime p/b/package.json:2',
    'p/b/package.json -> p/a/package.json runtime p/b/package.json:4',
    'p/b/package.json -> p/a/package.json runtime p/b/package.json:5',
  ]);
  const cargo = {
    'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\na = { path = "a" }\n',
    'a/Cargo.toml': '[package]\nname = "a"\n',
    'b/Cargo.toml':
      '[package]\nname = "b"\n[dependencies]\na.workspace = true\n[dev-dependencies]\nc = { path = "../c" }\n',
  };
  expect((await joinsOf(cargo, readCargo)).joins).toEqual(['b/Cargo.toml -> a/Cargo.toml runtime b/Cargo.toml:4']);
  const go = {
    'go.work': 'use (\n\t./a\n\t./b\n)\n',
    'a/go.mod': 'module e.org/a\n',
    'b/go.mod': 'module e.org/b\nrequire e.org/a v1.0.0\nrequire e.org/c v1.0.0\nreplace e.org/c => ../c\n',
    'c/go.mod': 'module e.org/c\nrequire e.org/a v1.0.0\n',
  };
  expect((await joinsOf(go, readGo)).joins).toEqual([
    'b/go.mod -> a/go.mod runtime b/go.mod:2',
    'b/go.mod -> c/go.mod runtime b/go.mod:3',
  ]);
});

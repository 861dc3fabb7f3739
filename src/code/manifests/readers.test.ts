import { describe, expect, test } from 'vitest';
import { asked, readManifest } from '../../../test/support/read-manifest.ts';

describe('manifests say what is asked for, each with its line', () => {
  test('package.json asks for what stands behind an alias; addresses, workspaces and private scopes are from elsewhere', () => {
    const text = `{
  "name": "a",
  "dependencies": {
    "left-pad": "^1.3.0",
    "old": "npm:@scope/real@~2.0.0",
    "@acme/private": "1.0.0",
    "here": "workspace:*",
    "from-git": "github:owner/repo#main",
    "short": "owner/repo",
    "tar": "https://files.example/x.tgz",
    "any": ""
  },
  "devDependencies": { "file": "file:../x" },
  "peerDependencies": { "react": ">=17 || ^18" }
}`;
    expect(asked('package.json', text)).toEqual([
      'left-pad | ^1.3.0 | runtime | 4 | ',
      '@scope/real | ~2.0.0 | runtime | 5 | ',
      '@acme/private | 1.0.0 | runtime | 6 | registry npm.acme.example',
      'here | workspace:* | runtime | 7 | workspace',
      'from-git | github:owner/repo#main | runtime | 8 | git',
      'short | owner/repo | runtime | 9 | git',
      'tar | https://files.example/x.tgz | runtime | 10 | address of a file',
      'any |  | runtime | 11 | ',
      'file | file:../x | dev | 13 | file',
      'react | >=17 || ^18 | peer | 14 | ',
    ]);
  });

  test('every way in which Cargo.toml asks for a crate is told with its scope, and what is renamed or from elsewhere as that', () => {
    const text = `[package]
name = "a"

[dependencies]
serde = "1.0"
tokio = { version = "1", optional = true }
local = { path = "../local", version = "0.1" }
renamed = { package = "real-name", version = "2" }
private = { version = "1", registry = "acme" }

[dependencies.rand]
version = "0.8"
features = ["std"]

[target.'cfg(unix)'.dependencies]
libc = "0.2"

[dev-dependencies]
git-dep = { git = "https://example.org/x" }

[build-dependencies]
cc = "1"
`;
    expect(asked('Cargo.toml', text)).toEqual([
      'serde | 1.0 | runtime | 5 | ',
      'tokio | 1 | optional | 6 | ',
      'local | 0.1 | runtime | 7 | folder of the project',
      'real-name | 2 | runtime | 8 | ',
      'private | 1 | runtime | 9 | registry acme',
      'rand | 0.8 | runtime | 11 | ',
      'libc | 0.2 | runtime | 16 | ',
      'git-dep |  | dev | 19 | git',
      'cc | 1 | build | 22 | ',
    ]);
  });

  test('go.mod asks for what replaces a module, indirect ones are transitive, and private hosts are told as that', () => {
    const text = `module example.com/a

go 1.22

require github.com/one/x v1.0.0 // indirect

require (
	github.com/two/y/v2 v2.1.0
	github.com/three/z v0.0.0-20200101000000-abcdefabcdef // why
	git.corp.internal/secret v1.0.0
)

replace github.com/two/y/v2 => github.com/fork/y/v2 v2.1.1

replace github.com/three/z => ../z
`;
    expect(asked('go.mod', text)).toEqual([
      'github.com/one/x | v1.0.0 | transitive | 5 | ',
      'github.com/fork/y/v2 | v2.1.1 | runtime | 8 | ',
      'github.com/three/z | v0.0.0-20200101000000-abcdefabcdef | runtime | 9 | folder of the project',
      'git.corp.internal/secret | v1.0.0 | runtime | 10 | private host',
    ]);
  });

  test('requirements are told without markers and options, over continued lines, and addresses as that', () => {
    const text = `# comment
requests[socks]>=2.0,<3 ; python_version > "3.8"  # why
Django == 4.2 \\
    --hash=sha256:abc
flask
-r other.txt
-e ./local
git+https://example.org/x.git#egg=named
pkg @ https://files.example/pkg.whl
`;
    expect(asked('requirements.txt', text)).toEqual([
      'requests | >=2.0,<3 | runtime | 2 | ',
      'Django | == 4.2 | runtime | 3 | ',
      'flask |  | runtime | 5 | ',
      './local | ./local | runtime | 7 | file',
      'named | git+https://example.org/x.git#egg=named | runtime | 8 | git',
      'pkg | https://files.example/pkg.whl | runtime | 9 | address of a file',
    ]);
    expect(readManifest('requirements.txt', text)).toMatchObject({ includes: ['other.txt'] });
  });

  test('an index of its own makes all requirements come from elsewhere, and no password of it is told', () => {
    expect(asked('requirements.txt', 'secret-pkg==1\n--extra-index-url https://u:p@pip.acme.example/simple\n')).toEqual(
      ['secret-pkg | ==1 | runtime | 1 | registry pip.acme.example'],
    );
  });

  test('pyproject.toml is read by PEP 621, dependency groups, the tables of uv and those of Poetry', () => {
    const text = `[build-system]
requires = ["hatchling>=1"]

[project]
name = "a"
dependencies = [
  "httpx>=0.27",
  "own",
]
[project.optional-dependencies]
cli = ["click~=8.1"]

[dependency-groups]
dev = ["pytest", {include-group = "lint"}]

[tool.uv.sources]
own = { workspace = true }

[tool.poetry.dependencies]
python = "^3.11"
rich = "^13"
local = { path = "../local" }

[tool.poetry.group.test.dependencies.mock]
version = "5.0"
`;
    expect(asked('pyproject.toml', text)).toEqual([
      'hatchling | >=1 | build | 2 | ',
      'httpx | >=0.27 | runtime | 7 | ',
      'own |  | runtime | 8 | workspace',
      'click | ~=8.1 | optional | 11 | ',
      'pytest |  | dev | 14 | ',
      'rich | ^13 | runtime | 21 | ',
      'local |  | runtime | 22 | path',
      'mock | 5.0 | dev | 24 | ',
    ]);
  });

  test('a version in pom.xml is that of its property or of what manages it, and unknown where a parent elsewhere decides', () => {
    const text = `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>g</groupId><artifactId>a</artifactId><version>1</version>
  <properties><x.version>2.5</x.version></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>m</groupId><artifactId>n</artifactId><version>3.1</version></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> -->
    <dependency>
      <groupId>org.x</groupId>
      <artifactId>y</artifactId>
      <version>\${x.version}</version>
    </dependency>
    <dependency><groupId>m</groupId><artifactId>n</artifactId><scope>test</scope></dependency>
    <dependency><groupId>p</groupId><artifactId>q</artifactId></dependency>
  </dependencies>
</project>`;
    expect(asked('pom.xml', text)).toEqual([
      'org.x:y | 2.5 | runtime | 12 | ',
      'm:n | 3.1 | dev | 15 | ',
      'p:q | ? | runtime | 16 | ',
    ]);
  });

  test('build.gradle asks for what its literals and variables say, and for nothing in comments', () => {
    const text = `ext.yVersion = "2.0"
dependencies {
  implementation 'org.x:y:1.0'
  // implementation 'no:no:1'
  testImplementation "org.x:z:\${yVersion}"
  api(platform("org.b:bom:3"))
  runtimeOnly group: 'g', name: 'n', version: '4'
  compileOnly 'org.x:managed'
  checkstyle "org.c:c:\${unknown}"
}
`;
    expect(asked('build.gradle', text)).toEqual([
      'org.x:y | 1.0 | runtime | 3 | ',
      'org.x:z | 2.0 | dev | 5 | ',
      'org.b:bom | 3 | runtime | 6 | ',
      'g:n | 4 | runtime | 7 | ',
      'org.x:managed | ? | build | 8 | ',
      'org.c:c | ? | build | 9 | ',
    ]);
  });

  test('a build script of Kotlin asks for nothing in comments within comments', () => {
    const text = 'dependencies {\n  /* /* */\n  api("no:no:1") */\n  api("org.x:y:1.0") // "z:z:1"\n}\n';
    expect(asked('build.gradle.kts', text)).toEqual(['org.x:y | 1.0 | runtime | 4 | ']);
  });

  test('catalogs, project files of .NET, Gemfile, composer.json, setup.cfg and Pipfile tell name, version, scope and line', () => {
    expect(
      asked(
        'gradle/libs.versions.toml',
        '[versions]\nk = "1.9"\n[libraries]\nstd = { module = "o:std", version.ref = "k" }\n',
      ),
    ).toEqual(['o:std | 1.9 | runtime | 4 | ']);
    expect(
      asked(
        'a.csproj',
        '<Project>\n<ItemGroup>\n<PackageReference Include="Serilog" Version="3.1.1" />\n<PackageReference Include="Central" />\n</ItemGroup></Project>',
      ),
    ).toEqual(['Serilog | 3.1.1 | runtime | 3 | ', 'Central | ? | runtime | 4 | ']);
    expect(
      asked(
        'Gemfile',
        `gem 'rails', '~> 7.0', '>= 7.0.4'\ngroup :test do\n  gem "rspec"\nend\ngem 'x', github: 'o/x'\n`,
      ),
    ).toEqual(['rails | ~> 7.0, >= 7.0.4 | runtime | 1 | ', 'rspec |  | dev | 3 | ', 'x |  | runtime | 5 | git']);
    expect(asked('composer.json', '{\n"require": {\n"php": ">=8",\n"monolog/monolog": "^3.0"\n}}')).toEqual([
      'monolog/monolog | ^3.0 | runtime | 4 | ',
    ]);
    expect(asked('setup.cfg', '[options]\ninstall_requires =\n    six>=1\n    attrs\npackages = find:\n')).toEqual([
      'six | >=1 | runtime | 3 | ',
      'attrs |  | runtime | 4 | ',
    ]);
    expect(asked('Pipfile', '[packages]\nrequests = "*"\nflask = {version = "==2.0"}\n')).toEqual([
      'requests |  | runtime | 2 | ',
      'flask | ==2.0 | runtime | 3 | ',
    ]);
  });
});

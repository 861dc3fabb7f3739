import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ManifestFacts, ReadingContext } from './manifest.ts';
import { readOne } from './read-manifests.ts';
import { kindOfManifest } from './readers.ts';

const CONTEXT: Omit<ReadingContext, 'path'> = {
  settings: { scopes: new Map([['@acme', 'registry npm.acme.example']]), registries: new Map() },
  lookUp: () => null,
};

function read(path: string, text: string): ManifestFacts | string {
  const kind = kindOfManifest(path);
  if (kind === null) throw new Error(`${path} is no manifest`);
  return readOne(kind, text, { path, ...CONTEXT });
}

/** `name requested scope line origin` of every request. */
function asked(path: string, text: string): readonly string[] {
  const facts = read(path, text);
  if (typeof facts === 'string') return [facts];
  return facts.wanted.map(({ name, requested, isVersionKnown, scope, line, origin }) =>
    [name, isVersionKnown ? requested : '?', scope, line, origin].join(' | '),
  );
}

/** `name version line origin` of everything that a lock file fixes. */
function pinned(path: string, text: string): readonly string[] {
  const facts = read(path, text);
  if (typeof facts === 'string') return [facts];
  return (facts.lock?.pinned ?? []).map(({ name, version, line, origin }) => [name, version, line, origin].join(' | '));
}

describe('manifests say what is asked for, each with its line', () => {
  test('package.json with aliases, addresses, workspaces and private scopes', () => {
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

  test('Cargo.toml in all its forms', () => {
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

  test('go.mod with blocks, indirect ones and replacements', () => {
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

  test('requirements with markers, options, continuations and addresses', () => {
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
    expect(read('requirements.txt', text)).toMatchObject({ includes: ['other.txt'] });
  });

  test('an index of its own makes all requirements come from elsewhere', () => {
    expect(asked('requirements.txt', 'secret-pkg==1\n--extra-index-url https://u:p@pip.acme.example/simple\n')).toEqual(
      ['secret-pkg | ==1 | runtime | 1 | registry pip.acme.example'],
    );
  });

  test('pyproject.toml of PEP 621, dependency groups, uv and Poetry', () => {
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

  test('pom.xml with properties, managed versions and what a parent elsewhere decides', () => {
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

  test('build.gradle with literals, variables and comments', () => {
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

  test('a build script of Kotlin has the comments of Kotlin, which may hold others', () => {
    const text = 'dependencies {\n  /* /* */\n  api("no:no:1") */\n  api("org.x:y:1.0") // "z:z:1"\n}\n';
    expect(asked('build.gradle.kts', text)).toEqual(['org.x:y | 1.0 | runtime | 4 | ']);
  });

  test('the rest: catalogs, .NET, Ruby, PHP, setup.cfg, Pipfile', () => {
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

describe('lock files say what is fixed', () => {
  test('package-lock.json of version 3', () => {
    const text = `{"lockfileVersion":3,"packages":{
"":{"dependencies":{"a":"^1"}},
"node_modules/a":{"version":"1.2.0"},
"node_modules/b":{"resolved":"packages/b","link":true},
"node_modules/a/node_modules/c":{"version":"2.0.0","resolved":"https://npm.acme.example/c.tgz"},
"packages/b":{"version":"0.0.0"}}}`;
    expect(pinned('package-lock.json', text)).toEqual([
      'a | 1.2.0 | 3 | ',
      'b |  | 4 | workspace',
      'c | 2.0.0 | 5 | registry npm.acme.example',
    ]);
  });

  test('yarn.lock of Yarn 1 and of later ones', () => {
    expect(
      pinned(
        'yarn.lock',
        '# yarn lockfile v1\n\n"@s/a@^1.0.0", "@s/a@^1.1.0":\n  version "1.2.0"\n  dependencies:\n    b "^1"\n\nb@^1:\n  version "1.0.0"\n',
      ),
    ).toEqual(['@s/a | 1.2.0 | 3 | ', 'b | 1.0.0 | 8 | ']);
    expect(
      pinned(
        'yarn.lock',
        '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.2.0\n  resolution: "a@npm:1.2.0"\n  linkType: hard\n\n"w@workspace:packages/w":\n  version: 0.0.0-use.local\n  resolution: "w@workspace:packages/w"\n',
      ),
    ).toEqual(['a | 1.2.0 | 4 | ', 'w | 0.0.0-use.local | 9 | workspace']);
  });

  test('pnpm-lock.yaml, poetry.lock, uv.lock, Gemfile.lock, composer.lock', () => {
    expect(
      pinned(
        'pnpm-lock.yaml',
        "lockfileVersion: '9.0'\npackages:\n  '@s/a@1.0.0':\n    resolution: {integrity: x}\n  b@2.0.0:\n    resolution: {integrity: y}\n",
      ),
    ).toEqual(['@s/a | 1.0.0 | 3 | ', 'b | 2.0.0 | 5 | ']);
    expect(
      pinned(
        'poetry.lock',
        '[[package]]\nname = "a"\nversion = "1.0"\n\n[[package]]\nname = "b"\nversion = "2"\n\n[package.source]\ntype = "git"\n',
      ),
    ).toEqual(['a | 1.0 | 2 | ', 'b | 2 | 6 | git']);
    expect(pinned('uv.lock', '[[package]]\nname = "a"\nversion = "1.0"\nsource = { editable = "." }\n')).toEqual([
      'a | 1.0 | 2 | editable',
    ]);
    expect(
      pinned(
        'Gemfile.lock',
        'GIT\n  remote: https://example.org/x.git\n  specs:\n    x (0.1)\n\nGEM\n  specs:\n    rack (2.2.3)\n      base64 (>= 0)\n    nokogiri (1.15.0-x86_64-linux)\n',
      ),
    ).toEqual(['x | 0.1 | 4 | git', 'rack | 2.2.3 | 8 | ', 'nokogiri | 1.15.0 | 10 | ']);
  });
});

describe('a hostile file is a gap, never a crash', () => {
  const FILES = [
    'package.json',
    'package-lock.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'Cargo.toml',
    'Cargo.lock',
    'go.mod',
    'go.sum',
    'pyproject.toml',
    'requirements.txt',
    'setup.cfg',
    'Pipfile',
    'Pipfile.lock',
    'poetry.lock',
    'uv.lock',
    'pom.xml',
    'build.gradle',
    'libs.versions.toml',
    'a.csproj',
    'Directory.Packages.props',
    'packages.config',
    'packages.lock.json',
    'Gemfile',
    'Gemfile.lock',
    'a.gemspec',
    'composer.json',
    'composer.lock',
  ];
  const PIECES = [
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\n',
    '  ',
    '=',
    '<',
    '>',
    '/',
    '&a',
    '*a',
    '<<: *a',
    '[[package]]\n',
    'name = "a"\n',
    'version = "1"\n',
    '[dependencies]\n',
    '"dependencies":{',
    'require (\n',
    '<project>',
    '<dependency>',
    '</dependency>',
    '$',
    '{x}',
    'gem "a"',
    '__proto__',
    'constructor',
    '\u0000',
    '\u202e',
    '-r x\n',
    'é',
    '\ud800',
  ];

  test.each(FILES)('%s: whatever it holds, reading it ends in facts or in words', (file) => {
    const kind = kindOfManifest(file);
    const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 60 });
    fc.assert(
      fc.property(text, (pieces) => {
        const facts = kind?.read(pieces.join(''), { path: file, ...CONTEXT });
        expect(typeof facts === 'string' || Array.isArray(facts?.wanted)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test.each(FILES)('%s: brackets, quotes and blanks by the ten thousand do not hold it up', (file) => {
    for (const piece of ['[', '{"a":', '<a>', '"', 'a: [', ' ', '\\\n', '((', 'a = [', '&a [*a, ', '- ', '=']) {
      const facts = read(file, piece.repeat(20_000));
      expect(typeof facts === 'string' || facts.wanted.length < 20_001).toBe(true);
    }
  });

  test('aliases of YAML are not followed', () => {
    const bomb = `a: &a [x,x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a,*a]`).join('\n')}\npackages:\n  <<: *a\n`;
    expect(pinned('pnpm-lock.yaml', bomb)).toEqual([]);
  });
});

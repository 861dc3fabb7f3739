import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { readManifests } from './manifests.ts';

/** What is told of CI and of guides, as `kind command file:line, detail`. */
async function told(specs: FileSpecs, bases: readonly string[]): Promise<readonly string[]> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    const { commands } = await readManifests(makeProjectFiles(opened.value, entries, ''));
    const shown = commands.filter(({ basis }) => bases.includes(basis));
    return shown.map(({ kind, command, directory, line, detail }) => {
      return `${kind} ${command}${directory === '' ? '' : ` in ${directory}`} :${line}${detail ? ` ${detail}` : ''}`;
    });
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

const workflow = (...steps: readonly string[]): FileSpecs => ({
  '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n${steps.map((step) => `      - run: ${step}\n`).join('')}`,
});

test('a script of the project that CI starts is told by what its name says', async () => {
  const specs = {
    ...workflow(
      'bash scripts/test.sh',
      './Build.ps1',
      'pwsh -File ./ci/run-lint.ps1',
      'sh script/test',
      './dist/test',
      './Setup.ps1',
      'bash scripts/test-install.sh',
      'bash scripts/test.sh && rm x',
    ),
    'scripts/test.sh': '',
    'scripts/test-install.sh': '',
    'script/test': '',
    'Build.ps1': '',
    'Setup.ps1': '',
    'ci/run-lint.ps1': '',
  };
  expect(await told(specs, ['ci'])).toEqual([
    'test bash scripts/test.sh :4',
    'build ./Build.ps1 :5',
    'lint pwsh -File ./ci/run-lint.ps1 :6',
    'test sh script/test :7',
  ]);
});

test('what uv starts is told behind its options, and tox by the environment that it is to run', async () => {
  const specs = workflow(
    'uv run --locked --group dev tox run',
    'uv run --no-sync --with "x" -- pytest tests',
    'tox run -e typing',
    'tox -e py313',
    'tox -e docs',
    'uv run --group dev ship',
  );
  expect(await told({ ...specs, 'tox.toml': '[env_run_base]\n' }, ['ci'])).toEqual([
    'test uv run --locked --group dev tox run :4',
    'test uv run --no-sync --with "x" -- pytest tests :5',
    'check tox run -e typing :6',
    'test tox -e py313 :7',
  ]);
});

test('arguments that CI adds are told apart from the command, and a command that is unknown without them is not told', async () => {
  const empty = "|| ''";
  const specs = {
    ...workflow(
      `mvn verify javadoc:jar \${{ matrix.more ${empty} }}`,
      `cargo test --workspace \${{ env.TARGET_FLAGS }}`,
      `cargo test --package \${{ matrix.package }}`,
      `cargo test \${{ env.FLAGS }} --lib`,
    ),
    'pom.xml': '<project/>',
  };
  expect(await told(specs, ['ci'])).toEqual([
    `check mvn verify javadoc:jar :4 CI adds \${{ matrix.more ${empty} }}`,
    `test cargo test --workspace :5 CI adds \${{ env.TARGET_FLAGS }}`,
  ]);
});

test('a runner that CI names by a variable of its own is known where the variable has one value', async () => {
  const env = (name: string, value: string): string => `    env:\n      # why\n      ${name}: ${value}\n`;
  const steps = `steps:\n      - run: \${{ env.CARGO }} test --workspace\n      - run: \${{ env.TOOL }} build\n`;
  const text = `jobs:\n  a:\n${env('CARGO', 'cargo')}${env('TOOL', 'cargo')}    ${steps}  b:\n${env('TOOL', '"cross"')}`;
  expect(await told({ '.github/workflows/ci.yml': text }, ['ci'])).toEqual(['test cargo test --workspace :10']);
});

test('Xcode is told with its scheme, without what only makes its output pretty', async () => {
  const xcode = 'xcodebuild -project "A.xcodeproj" -scheme "A iOS" -destination "platform=macOS" clean test';
  const specs = workflow(
    `set -o pipefail && env UNBUFFERED=YES ${xcode} 2>&1 | xcbeautify --renderer github-actions`,
    'set -o pipefail && xcodebuild -scheme "A" clean build | xcpretty',
    'xcodebuild -scheme A test | sh',
    'xcodebuild -showsdks',
    `xcodebuild ${'x '.repeat(200)} test`,
  );
  expect(await told(specs, ['ci'])).toEqual([
    `test env UNBUFFERED=YES ${xcode} :4`,
    'build xcodebuild -scheme "A" clean build :5',
  ]);
});

test('a readme and a contributing guide tell the commands of tools that the project has, and of scripts that are there', async () => {
  const specs = {
    'pom.xml': '<project/>',
    'README.md':
      'Use `mvn test`.\n\n```\n$ mvn clean verify # all\n```\n```sh\ncargo test --all\ncd x\nmvn lint\n```\n```\ngit clone u\nmvn fmt\ncd u\nmvn build\n```\n',
    'CONTRIBUTING.md': '    $ bash scripts/format.sh\n\nSee that `mvn\ncheck` runs, and `bash scripts/none/lint.sh`.\n',
    'docs/de/contributing.md': '~~~\nbash scripts/lint.sh\n~~~\n',
    'docs/en/contributing.md': '~~~\nbash scripts/lint.sh\n~~~\n',
    'scripts/format.sh': '',
    'scripts/lint.sh': '',
  };
  expect(await told(specs, ['guide'])).toEqual([
    'format bash scripts/format.sh :1',
    'check mvn check :3',
    'build mvn build :15',
    'lint bash scripts/lint.sh :2',
  ]);
});

test('what a guide only shows the form of is no command', async () => {
  const gem = { Gemfile: "gem 'rspec'\n", '.rspec': '', 'spec/a_spec.rb': '' };
  const specs = { ...gem, 'CONTRIBUTING.md': '```\nbundle exec rspec spec/path/to/spec.rb:123\n```\n' };
  expect(await told(specs, ['guide'])).toEqual([]);
  const there = { ...gem, 'CONTRIBUTING.md': '```\nbundle exec rspec spec/a_spec.rb:1\n```\n' };
  expect(await told(there, ['guide'])).toEqual(['test bundle exec rspec spec/a_spec.rb:1 :2']);
  const tox = {
    'tox.ini': '[testenv:lint]\n',
    'CONTRIBUTING.md': 'Run `tox -e lint-some-package` or `tox -e lint-b`.\n',
  };
  expect(await told(tox, ['guide'])).toEqual(['lint tox -e lint-b :1']);
  const go = {
    'go.mod': 'module a\n',
    'cmd/a.go': 'package main\n',
    'CONTRIBUTING.md': 'All run with `go test` alone.\n',
  };
  expect(await told(go, ['guide'])).toEqual([]);
});

test('what a guide calls by the form of a command of Go that Go does not know is none', async () => {
  const go = { 'go.mod': 'module example.com/shop\n', 'a.go': 'package shop\n' };
  const guide = (text: string) => told({ ...go, 'CONTRIBUTING.md': text }, ['guide']);
  expect(await guide('The output of `go lint` is clean.\n')).toEqual([]);
  expect(await guide('All is run by `go test -race ./...` here.\n')).toEqual(['test go test -race ./... :1']);
});

test('a task of Gradle that looks at the style of tests runs none', async () => {
  const specs = {
    'build.gradle.kts': '',
    gradlew: '',
    'CONTRIBUTING.md': '1. `./gradlew checkstyleTest` looks\n2. `./gradlew integrationTest` runs\n',
  };
  expect(await told(specs, ['guide'])).toEqual([
    'lint ./gradlew checkstyleTest :1',
    'test ./gradlew integrationTest :2',
  ]);
});

test('tasks of Gradle are told by the words that their names are made of', async () => {
  const tasks =
    'assemble tasks jvmTest updateKotlinAbi formatKotlin compileTest lintFix testClasses :core:jvmTest lintKotlin';
  const spans = tasks.split(' ').map((task, at) => `${at + 1}. \`./gradlew ${task}\` is one\n`);
  const specs = {
    'build.gradle.kts': '',
    gradlew: '',
    'CONTRIBUTING.md': `${spans.join('')}   3. \`./gradlew checkKotlinAbi lintKotlin\` - checks\n`,
  };
  expect(await told(specs, ['guide'])).toEqual([
    'build ./gradlew assemble :1',
    'test ./gradlew jvmTest :3',
    'format ./gradlew formatKotlin :5',
    'lint ./gradlew lintKotlin :10',
    'check ./gradlew checkKotlinAbi lintKotlin :11',
  ]);
});

test('what a readme says of a program that the project itself is, is for others', async () => {
  const specs = {
    'pyproject.toml': '[project]\nname = "tox"\n[project.scripts]\ntox = "tox.run:run"\n',
    'tox.ini': '[testenv]\n',
    'README.md': '```\ntox test -e py\n```\n',
  };
  expect(await told(specs, ['guide'])).toEqual([]);
});

test('make is told by its target, and not by the folder that it runs in or by a variable', async () => {
  const specs = workflow(
    'make -C tests/modules 32bit',
    'make TEST_FLAGS=x',
    'make -j4 -C src test',
    'make CC=gcc lint',
  );
  expect(await told(specs, ['ci'])).toEqual([
    'build make TEST_FLAGS=x :5',
    'test make -j4 -C src test :6',
    'lint make CC=gcc lint :7',
  ]);
});

test('a script that CI starts by its language, a tool by its name, and the last command of a chain are told', async () => {
  const specs = {
    ...workflow(
      'make install && ./install --all && LC_ALL=C tmux new-session -d && ruby test/runner.rb --verbose',
      'python tools/seed.py',
      'python tests/other/thing.py',
      'node scripts/lint.js',
      'node --test',
      "ruby -e 'puts 1'",
      'bundle exec rake',
      'bundle exec rake spec',
      'bundle exec rspec --format doc',
      'npx --no-install tsc --noEmit',
      'rubocop --require rubocop-minitest',
      'npm ci && cd web && npm test',
      'npm test && rm -rf x',
      'echo "a" && npx jest',
      'python gone/test.py',
    ),
    'test/runner.rb': '',
    'tools/seed.py': '',
    'tests/other/thing.py': '',
    'scripts/lint.js': '',
  };
  expect(await told(specs, ['ci'])).toEqual([
    'test ruby test/runner.rb --verbose :4 CI runs it behind make install && ./install --all && LC_ALL=C tmux new-session -d',
    'lint node scripts/lint.js :7',
    'test node --test :8',
    'test bundle exec rake spec :11',
    'test bundle exec rspec --format doc :12',
    'check npx --no-install tsc --noEmit :13',
    'lint rubocop --require rubocop-minitest :14',
  ]);
});

test('a tool that is only asked for its version or its help is no command of the project', async () => {
  const specs = workflow('shellcheck --version', 'cargo test --help', 'npx eslint --version', 'shellcheck nvm.sh');
  expect(await told(specs, ['ci'])).toEqual(['lint shellcheck nvm.sh :7']);
});

test('a step of CircleCI that has keys runs what its command says, and nothing else of it', async () => {
  const specs = {
    '.circleci/config.yml': [
      'jobs:',
      '  a:',
      '    steps:',
      '      - run:',
      '          name: make test',
      '          command: A=1 yarn lint-all && A=1 yarn test-leak',
      '      - run:',
      '          command: |',
      '            make build',
      '            make check',
      '          working_directory: web',
      '          environment:',
      '            make: test',
      '      - run:',
      '          name: cargo test',
      '          when: always',
      '          command: cargo clippy',
      '      - run: make lint',
      '  b:',
      '    working_directory: ~/b',
    ].join('\n'),
    'web/Makefile': '',
    Makefile: '',
  };
  expect(await told(specs, ['ci'])).toEqual([
    'test A=1 yarn test-leak :6 CI runs it behind A=1 yarn lint-all',
    'build make build in web :9',
    'check make check in web :10',
    'lint cargo clippy :17',
    'lint make lint :18',
  ]);
});

test('signs of the shell between single quotes are text, and what CI fills in is not known there either', async () => {
  const steps = [
    "yarn eslint --rule 'a|b' src",
    "npx vitest run -t 'keeps <b> & $x'",
    `npx vitest run -t '\${{ matrix.name }}'`,
    "npx vitest run -t 'x' > out.txt",
  ];
  expect(await told(workflow(...steps), ['ci'])).toEqual([
    "lint yarn eslint --rule 'a|b' src :4",
    "test npx vitest run -t 'keeps <b> & $x' :5",
  ]);
});

test('lines of an input or of a text in quotes, and steps and jobs that never run, are no commands', async () => {
  const rows = [
    'jobs:',
    '  a:',
    '    steps:',
    '      - run: |',
    '          cat <<EOF > a',
    '          npm test',
    '          EOF',
    '          echo "',
    '          npm run build',
    '          "',
    "          echo it's",
    '          npm run fmt',
    '      - run: |',
    '          echo "PR #1 \\" it\'s" # don\'t',
    '          echo "a<<EOF" >> b',
    '          npm run test:unit',
    '      - if: false',
    '        run: npm run check',
    '      - run: npm run check',
    `        if: $\{{ false }}`,
    '      - run: npm run lint',
    '  b:',
    '    if: false',
    '    steps:',
    '      - run: npm run format',
    '  c:',
    '    if: github.ref',
    '    steps:',
    '      - run: cargo test',
    '      - run: cargo build # <<EOF',
    '      - run: cargo fmt',
  ];
  const specs = {
    '.github/workflows/ci.yml': rows.join('\n'),
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': '',
  };
  expect(await told(specs, ['ci'])).toEqual([
    'test npm run test:unit :16',
    'lint npm run lint :21',
    'format cargo fmt :31',
  ]);
});

test('a guide means another folder where a tool finds nothing to work on, unless it names the manifest', async () => {
  const specs = {
    ...workflow('cargo build --manifest-path core/Cargo.toml'),
    'core/Cargo.toml': '[package]\nname = "core"\n',
    'CONTRIBUTING.md': '```\ncargo test --lib\n```\n',
  };
  expect(await told(specs, ['guide'])).toEqual([]);
  const named = 'cargo test --manifest-path core/Cargo.toml';
  expect(await told({ ...specs, 'CONTRIBUTING.md': `\`\`\`\n${named}\n\`\`\`\n` }, ['guide'])).toEqual([
    `test ${named} :2`,
  ]);
  expect(await told({ ...specs, 'Cargo.toml': '[workspace]\n' }, ['guide'])).toEqual(['test cargo test --lib :2']);
  const gems = { ...workflow('bundle exec rubocop'), 'CONTRIBUTING.md': '```\nbundle exec rspec\n```\n' };
  expect(await told({ ...gems, 'gems.rb': "gem 'rspec'\n" }, ['guide'])).toEqual(['test bundle exec rspec :2']);
  expect(await told(gems, ['guide'])).toEqual([]);
});

test('what a guide comments on behind a number sign is no command', async () => {
  const specs = {
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': '',
    'CONTRIBUTING.md': '```sh\n# cargo test -p foo is slow, so run\n$ cargo clippy --all\n```\n',
  };
  expect(await told(specs, ['guide'])).toEqual(['lint cargo clippy --all :3']);
});

test('a comment that ends in a backslash hides no command below it', async () => {
  const specs = {
    ...workflow('|\n          # was: tox \\\n          pytest -q'),
    'setup.py': 'setup()\n',
    'pytest.ini': '[pytest]\n',
  };
  expect(await told(specs, ['ci'])).toEqual([expect.stringContaining('pytest')]);
});

test('a step of CI may say which repository it fetches before by what', async () => {
  const job = (repository: string): string =>
    `    steps:\n      - name: Fetch\n        with:\n          repository: ${repository}\n        uses: actions/checkout@v4\n      - run: pytest tests/${repository.length}\n`;
  const ci = `jobs:\n  theirs:\n${job('acme/shop')}  ours:\n${job("''")}`;
  expect(await told({ '.github/workflows/ci.yml': ci, 'pytest.ini': '[pytest]\n' }, ['ci'])).toEqual([
    'test pytest tests/2 :15',
  ]);
});

test('what CI runs in a repository of others that it fetched is no command of the project', async () => {
  const ci = `jobs:
  theirs:
    steps:
      - uses: actions/checkout@v4
        with:
          repository: acme/shop
      - name: Fetch us
        uses: actions/checkout@v4
        with:
          path: latest
      - run: pytest tests/shop
  matrix:
    steps:
      - run: pytest before
      - name: Fetch
        with: { }
      - name: Fetch
        uses: actions/checkout@0123 # v4
        with:
          repository: \${{ matrix.project }}
          path: .
      - run: pytest tests/matrix
      - uses: actions/checkout@v4
      - run: pytest again
  ours:
    steps:
      - uses: actions/checkout@v4
        with:
          repository: \${{ env.GITHUB_REPOSITORY }}
      - uses: actions/checkout@v4
        with:
          repository: 'acme/data'
          path: data
      - run: |
          echo "
          repository: x/y"
      - run: pytest tests/ours
`;
  expect(await told({ '.github/workflows/ci.yml': ci }, ['ci'])).toEqual([
    'test pytest before :14',
    'test pytest again :24',
    'test pytest tests/ours :37',
  ]);
});

test('values of keys are read without quotes and comments, and in one go however long their rows are', async () => {
  // Who tries each end of a value against the spaces behind it takes minutes for these, which no time limit of a test allows.
  const long = (key: string): string => `          ${key}: a \\\n${' \\\n'.repeat(9_900)} b\n`;
  const steps = `      - uses: actions/checkout@v4
        with:
          repository: "acme/shop" # theirs
          path: '.'   # here
      - run: pytest theirs
      - uses: actions/checkout@v4 # ours
      - run: pytest ours
        working-directory: "web"   # ours
`;
  const rows = ['path', 'repository', 'working-directory'].map((key) => long(key).repeat(6)).join('');
  const specs = { '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n${steps}      - x:\n${rows}`, 'web/a.py': '' };
  expect(await told(specs, ['ci'])).toEqual(['test pytest ours in web :10']);
});

test('a line of a guide that a backslash joins with others is no command by itself', async () => {
  const guide = '```sh\ncargo build --release \\\n  -p one \\\n  -p two\ncargo test --all\n```\n';
  expect(await told({ 'CONTRIBUTING.md': guide, 'Cargo.toml': '[package]\nname = "a"\n' }, ['guide'])).toEqual([
    'test cargo test --all :5',
  ]);
  const prose =
    'Build it:\n\n    $ cargo build \\\n        --release\n    $ cargo test --all\n\n```\ncargo bench \\\n```\n\n```\ncargo build --locked\n```\n';
  expect(await told({ 'CONTRIBUTING.md': prose, 'Cargo.toml': '[package]\nname = "a"\n' }, ['guide'])).toEqual([
    'test cargo test --all :5',
    'build cargo build --locked :12',
  ]);
});

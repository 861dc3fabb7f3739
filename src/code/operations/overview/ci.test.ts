import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('Makefile targets are not assignments, CI steps are evidence, a container runs its last ENTRYPOINT and CMD', async () => {
  const found = await overviewOf({
    Makefile: 'build := x\n.PHONY: test\ntest: build\n\tgo test\nlint fmt:\n',
    '.github/workflows/ci.yml':
      'jobs:\n  a:\n    steps:\n      - run: cargo test --all\n      - run: |\n          cargo clippy\n          echo "$SECRET"\n      - run: cargo run -- build\n      - run: npm test && rm -rf x\n',
    Dockerfile: 'FROM a AS b\nCMD ["x"]\nFROM c\nCMD ["node", "a.js"]\nENTRYPOINT ["/run"]\n',
  });
  expect(commandsOf(found)).toEqual([
    'test make test defined Makefile:3',
    'lint make lint defined Makefile:5',
    'format make fmt defined Makefile:5',
    'test cargo test --all ci .github/workflows/ci.yml:4',
    'lint cargo clippy ci .github/workflows/ci.yml:6',
  ]);
  expect(entriesOf(found)).toEqual(['container Dockerfile Dockerfile:5 ENTRYPOINT ["/run"] CMD ["node", "a.js"] null']);
});

test('a command of CI is told with the folder that its step names, before or behind it', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: cargo test --workspace
      - name: in a folder
        working-directory: ./tools
        run: cargo build --release
      - run: |
          cargo check --all
        working-directory: "web"
      - run: cargo clippy --all
      - run: cargo fmt --check
        working-directory: \${{ matrix.dir }}
      - run: cargo test --features full
        working-directory: fetched
`;
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/deep/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory, line }) => [command, directory, line])).toEqual([
    ['cargo test --workspace', '', 4],
    ['cargo build --release', 'tools', 7],
    ['cargo check --all', 'web', 9],
    ['cargo clippy --all', '', 11],
  ]);
});

test('a script that CI calls with or without `run` is told once', async () => {
  const ci =
    'jobs:\n  a:\n    steps:\n      - run: npm run test\n      - run: npm test\n      - run: npm run test:unit\n        working-directory: web\n';
  const found = await overviewOf({
    'package.json': '{"scripts": {"test": "mocha"}}',
    'web/package.json': '{"name": "web"}',
    '.github/workflows/a.yml': ci,
  });
  expect(commandsOf(found)).toEqual([
    'install npm install convention package.json:null',
    'test npm test defined package.json:1',
    'test npm run test:unit ci .github/workflows/a.yml:6',
  ]);
});

test('AppVeyor is CI, and its scripts are what it runs', async () => {
  const ci = `install:
  - npm install
build: off
test_script:
  - ps: |
      node --version
  # all of it
  - npm run test-ci
  - cmd: npm run lint
version: "{build}"
`;
  const found = await overviewOf({ 'appveyor.yml': ci });
  expect(found.manifests).toEqual([{ name: 'CI', file: 'appveyor.yml', line: null }]);
  expect(found.commands.map(({ kind, command, line }) => `${kind} ${command} ${line}`)).toEqual([
    'test npm run test-ci 8',
  ]);
});

test('what formats is a check in CI where its tool is told to change nothing', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: cargo fmt --all --check
      - run: cargo fmt --all -- --check
      - run: black --diff src
      - run: dotnet format --verify-no-changes
      - run: mix format --check-formatted
      - run: npx prettier --list-different src
      - run: npx prettier --write .
      - run: black --check-names src
      - run: gofmt -w .
      - run: cargo fmt --all
`;
  const found = await overviewOf({ '.github/workflows/a.yml': ci });
  expect(found.commands.map(({ kind, command }) => `${kind} ${command}`)).toEqual([
    'check cargo fmt --all --check',
    'check cargo fmt --all -- --check',
    'check black --diff src',
    'check dotnet format --verify-no-changes',
    'check mix format --check-formatted',
    'check npx prettier --list-different src',
    'format npx prettier --write .',
    'format black --check-names src',
    'format gofmt -w .',
    'format cargo fmt --all',
  ]);
});

test('a command of CI that runs behind cd is told with the folder that it leads to, and not at all where that is unknown', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: |
          cd tools
          cargo test --lib
          cd ~/elsewhere
          cargo check --all
      - run: |
          git clone https://example.org/other && cd other
          cargo clippy --all
      - run: |
          (
          cd tools
          make x
          )
          cargo build --bins
      - run: |
          cd "$HOME"
          cargo test --doc
      - run: cargo test --lib
      - run: cargo test --all
`;
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory }) => [command, directory])).toEqual([
    ['cargo test --lib', 'tools'],
    ['cargo test --lib', ''],
    ['cargo test --all', ''],
  ]);
});

test('a command of CI is told with the folder that its job or file names for all steps', async () => {
  const ci = `defaults:
  run:
    working-directory: web
jobs:
  a:
    defaults:
      run:
        working-directory: tools
    steps:
      - run: cargo test --lib
      - run: cargo build --bins
        working-directory: .
  b:
    steps:
      - run: cargo test --doc
`;
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory }) => [command, directory])).toEqual([
    ['cargo test --lib', 'tools'],
    ['cargo build --bins', ''],
    ['cargo test --doc', 'web'],
  ]);
});

test('a command of CI that goes over lines is told whole, and one of a folded block not at all', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: |
          FLAGS="--cfg x" \\
          cargo test \\
            --features full
          cargo check --workspace \\
            --all-targets
      - run: >
          cargo build
          --release
      - run: mvn clean verify --projects core
`;
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '' });
  expect(found.commands.map(({ kind, command, line }) => [kind, command, line])).toEqual([
    ['check', 'cargo check --workspace --all-targets', 8],
    ['check', 'mvn clean verify --projects core', 13],
  ]);
});

test('targets of Mage are told by their names, and a script of tests that is only to install is none', async () => {
  const ci =
    'jobs:\n  a:\n    steps:\n      - run: |\n          sass --version;\n          mage -v check;\n      - run: mage -v test\n      - run: mage -d tools\n      - run: ./phpunit install\n      - run: ./phpunit src\n';
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'magefile.go': '', phpunit: '' });
  expect(commandsOf(found)).toEqual([
    'check mage -v check ci .github/workflows/a.yml:6',
    'test mage -v test ci .github/workflows/a.yml:7',
    'test ./phpunit src ci .github/workflows/a.yml:10',
  ]);
});

test('a step of CI that tells a linter to mend what it finds formats, and one that only looks does not', async () => {
  const ci =
    'jobs:\n  a:\n    steps:\n      - run: pnpm run lint --fix\n      - run: cargo clippy --fix\n      - run: npx eslint src --fix-dry-run\n      - run: bundle exec rubocop -A\n      - run: rubocop --autocorrect lib\n      - run: rubocop -a lib\n      - run: rubocop -F lib\n      - run: pnpm run lint\n';
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '' });
  expect(found.commands.map(({ kind, command }) => `${kind}: ${command}`)).toEqual([
    'format: pnpm run lint --fix',
    'format: cargo clippy --fix',
    'lint: npx eslint src --fix-dry-run',
    'format: bundle exec rubocop -A',
    'format: rubocop --autocorrect lib',
    'format: rubocop -a lib',
    'lint: rubocop -F lib',
    'lint: pnpm run lint',
  ]);
});

test('pnpm is told by its short name as by its own', async () => {
  const ci =
    'jobs:\n  a:\n    steps:\n      - run: pn lint\n      - run: pn run build:all\n      - run: pn exec vitest run\n      - run: pn audit\n      - run: pn --filter\n';
  const found = await overviewOf({ '.github/workflows/a.yml': ci, 'a.rs': '' });
  expect(found.commands.map(({ kind, command }) => `${kind}: ${command}`)).toEqual([
    'lint: pn lint',
    'build: pn run build:all',
    'test: pn exec vitest run',
  ]);
});

test('what CI runs for every change goes before what it runs at night', async () => {
  const jobs = 'jobs:\n  a:\n    steps:\n      - run: cargo test\n';
  const found = await overviewOf({
    '.github/workflows/nightly.yml': `on:\n  schedule:\n    - cron: '0 0 * * *'\n${jobs}`,
    '.github/workflows/tests.yml': `on: [push]\n${jobs}`,
  });
  expect(commandsOf(found)).toEqual(['test cargo test ci .github/workflows/tests.yml:5']);
});

test('a script of tests that CI runs with a path of its own is told, and the path beside it', async () => {
  const ci = 'jobs:\n  a:\n    steps:\n      - run: PATH="./bats/bin:$PATH" test/run\n      - run: A="$B" test/run a\n';
  const { commands } = await overviewOf({ '.github/workflows/ci.yml': ci, 'test/run': '#!/bin/sh\n' });
  expect(commands.map(({ kind, command, detail }) => [kind, command, detail])).toEqual([
    ['test', 'test/run', 'CI adds PATH="./bats/bin:$PATH"'],
  ]);
});

test('a command of CI with values that PowerShell puts in is none that a reader can run', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: |
          bazel build @flags //app:all
          bazel build @rules//app:all
          npx jest @acme/a
          npx jest -t @smoke
`;
  const { commands } = await overviewOf({ '.github/workflows/ci.yml': ci, 'a.rs': '' });
  expect(commands.map(({ command }) => command)).toEqual([
    'bazel build @rules//app:all',
    'npx jest @acme/a',
    'npx jest -t @smoke',
  ]);
});

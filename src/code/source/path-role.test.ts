import { expect, test } from 'vitest';
import { isInSampleFolder, makeRoleReader, roleOfPath } from './path-role.ts';

test.each([
  ['src/ops/resolve.rs', 'source'],
  ['benches/resolve.rs', 'aside'],
  ['examples/a.ts', 'aside'],
  ['_examples/rest/main.go', 'aside'],
  ['extra/test_files/script.js', 'test'],
  ['libs/cli/js-examples/src/a.ts', 'aside'],
  ['libs/js_monorepo_example/apps/src/a.ts', 'aside'],
  ['app/components/code-example/a.ts', 'source'],
  ['src/js-examples/a.ts', 'source'],
  ['docs_src/first/main.py', 'aside'],
  ['src/a.test.ts', 'test'],
  ['testing/a.go', 'test'],
  // Perl's tests, and those of projects that took over its custom, stand in a `t` at the top.
  ['t/unit/app.py', 'test'],
  ['regress/am-terminal.sh', 'test'],
  ['src/regress/linear.py', 'source'],
  ['src/t/index.ts', 'source'],
  ['t.py', 'source'],
  ['compiler/testData/call.kt', 'test'],
  ['src/death-test.cc', 'source'],
  ['src/death-test.js', 'test'],
  ['src/death_test.cc', 'test'],
  ['packages/a/test-setup.ts', 'test'],
  ['jest.setup.js', 'test'],
  ['src/setupTests.tsx', 'test'],
  ['src/setup-test-database.ts', 'source'],
  ['src/setup.ts', 'source'],
  ['src/Log.Tests/Support.cs', 'test'],
  ['src/UnitTests/Enumerations.cs', 'test'],
  // Source sets that lie right in a module of Kotlin, as a build may have them.
  ['core/commonTest/src/a/Samples.kt', 'test'],
  ['formats/jvmTest/resources/holder.proto', 'test'],
  ['core/commonMain/src/a/Samples.kt', 'source'],
  ['app/speedTest/Main.kt', 'source'],
  ['packages/integration-testsuite/src/http.ts', 'test'],
  // Swift packages and components of Symfony write it so; fixtures in it are no sources either.
  ['Tests/Fixtures/Command.php', 'test'],
  ['src/IntegrationTests/Map.cs', 'test'],
  // What tests share serves them; with sources of its own it is a package, which others may test with.
  ['test-helpers/context.js', 'test'],
  ['src/testSupport/context.ts', 'test'],
  ['src/v4/__testfixtures__/a.input.tsx', 'test'],
  ['packages/a/__benchmarks__/a.bench.ts', 'aside'],
  ['src/parse.bench.ts', 'aside'],
  ['src/parse.benchmark.mjs', 'aside'],
  ['src/bench.ts', 'source'],
  // What a project is tried with, and what lies beside it as fixtures are.
  ['playground/hmr/main.js', 'test'],
  ['src/playground/editor.ts', 'source'],
  ['packages-private/sfc-playground/src/App.ts', 'source'],
  ['registry/.fixtures/packages/a/index.js', 'test'],
  ['tasks/ecosystem-e2e/src/main.rs', 'test'],
  ['packages/a/test-app/index.js', 'test'],
  ['tasks/micro-benchmark/src/main.rs', 'aside'],
  ['src/commands/run-benchmark/index.ts', 'source'],
  ['test-helpers/src/main/java/App.java', 'source'],
  ['packages/test-helpers/index.js', 'source'],
  ['lib/sinatra/test_helpers.rb', 'source'],
  ['src/Contests/Map.cs', 'source'],
  ['src/main/java/org/spring/UnitTests/App.java', 'source'],
  ['third-party/a.c', 'aside'],
  ['Pods/AFNetworking/a.m', 'aside'],
  // Names of packages say nothing of what a file is for.
  ['src/main/java/org/spring/samples/test/App.java', 'source'],
  ['examples/shop/src/main/java/App.java', 'aside'],
  ['src/test/java/org/spring/AppTests.java', 'test'],
  // What runs the tests of a language looks for other names in each.
  ['src/ops/cargo_test.rs', 'source'],
  ['src/bin/cargo/commands/test.rs', 'source'],
  ['src/workspace/package_id_spec.rs', 'source'],
  ['src/resolver/tests.rs', 'test'],
  ['src/resolver/graph_tests.rs', 'test'],
  ['tests/package_id_spec.rs', 'test'],
  ['promql/promqltest/test.go', 'source'],
  ['promql/parser_test.go', 'test'],
  ['promql/testdata/a.go', 'test'],
  ['app/models/name_spec.rb', 'test'],
  ['app/model_spec.py', 'source'],
  ['app/tests.py', 'test'],
  ['app/management/commands/test.py', 'source'],
  ['src/main/java/org/spring/SpringBootTest.java', 'source'],
  ['src/commonMain/kotlin/TypeSpec.kt', 'source'],
  ['core/PodSpec.java', 'source'],
  ['core/AUDIT.java', 'source'],
  ['core/RouterIT.java', 'test'],
  ['test.js', 'test'],
  ['packages/a/test.js', 'test'],
  ['scripts/cmd/test.js', 'source'],
  ['packages/vitest/src/runtime/runners/test.ts', 'source'],
  ['src/a.test.ts.snap', 'test'],
  ['.github/workflows/test.yml', 'source'],
  // What a program does with builds and documents is a part of it.
  ['packages/astro/src/core/build/generate.ts', 'source'],
  ['lib/doc/printer.js', 'source'],
  ['internal/gen/types.go', 'source'],
  ['build/src/a.ts', 'aside'],
  ['build/a.js', 'aside'],
  ['examples/a/src/build/a.ts', 'aside'],
  ['src/vendor/a.c', 'aside'],
  ['src/pip/_vendor/idna/core.py', 'aside'],
  ['Godeps/_workspace/src/x/a.go', 'aside'],
  // As git quotes names with odd bytes.
  ['"tests/a\\tb.py"', 'test'],
  ['"src/a\\tb_test.go"', 'test'],
  ['"vendor/a\\tb.js"', 'aside'],
  ['"src/a\\tb.py"', 'source'],
] as const)('%s is %s', (path, role) => {
  expect(roleOfPath(path)).toBe(role);
});

test('many paths one after the other have the roles that each has alone', () => {
  const paths = [
    'a.ts',
    'test/a.ts',
    'test/b/c.ts',
    'testing',
    'docs/a.ts',
    'docs/a.test.ts',
    'doc/a.ts',
    'a.lock',
    '',
  ];
  const roleOf = makeRoleReader();
  expect([...paths, ...paths.toReversed()].map(roleOf)).toEqual([...paths, ...paths.toReversed()].map(roleOfPath));
});

test.each([
  ['e2e/one/package.json', true],
  ['registry/.fixtures/a/package.json', true],
  ['tasks/micro-benchmark/Cargo.toml', true],
  ['t/package.json', true],
  ['_examples/rest/go.mod', true],
  ['bench/package.json', true],
  ['libs/cli/js-examples/package.json', true],
  ['libs/python-monorepo-example/apps/agent/pyproject.toml', true],
  ['app/code-example/package.json', false],
  // A package of tests says what the project is tested with, and a whole project may lie in one of these.
  ['src/Log.Tests/Log.Tests.csproj', false],
  ['docs/package.json', false],
  ['demo/pom.xml', false],
  ['internal/bench/go.mod', false],
  ['packages/a/package.json', false],
] as const)('whether the manifest %s lies where code is a sample or test: %s', (path, isThere) => {
  expect(isInSampleFolder(path)).toBe(isThere);
});

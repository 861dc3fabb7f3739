import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFrames } from './frames.ts';
import { parseRunnerOutput } from './parse-output.ts';

/** What was read, short: format, passed/failed/skipped, tests with messages, first frames. */
function read(text: string) {
  const run = parseRunnerOutput(text);
  if (run === null) return null;
  const { passed, failed, skipped } = run.totals;
  return {
    format: run.format,
    totals: [passed, failed, skipped],
    failures: run.failures.map(({ test: name, message, block }) => [name, message, findFrames(block)[0] ?? null]),
  };
}

test('output of jest tells totals, and each failure with its message and first frame', () => {
  const text = [
    'FAIL test/a.test.js',
    '  ● sums › adds',
    '',
    '    expect(received).toBe(expected)',
    '',
    '      at Object.toBe (test/a.test.js:3:17)',
    '',
    'Tests:       1 failed, 1 skipped, 2 passed, 4 total',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'jest',
    totals: [2, 1, 1],
    failures: [['sums › adds', 'expect(received).toBe(expected)', { path: 'test/a.test.js', line: 3 }]],
  });
});

test('output of vitest is read through its colours', () => {
  const text = [
    ' RUN  v4.0.0 /ci',
    '',
    '\u001b[31m FAIL \u001b[39m test/a.test.ts > sums > adds',
    'AssertionError: expected 1 to be 2',
    ' ❯ test/a.test.ts:3:17',
    '',
    ' Test Files  1 failed (1)',
    '      Tests  1 failed | 2 passed (3)',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'vitest',
    totals: [2, 1, 0],
    failures: [
      ['test/a.test.ts > sums > adds', 'AssertionError: expected 1 to be 2', { path: 'test/a.test.ts', line: 3 }],
    ],
  });
});

test('output of mocha tells pending tests as skipped, and failures by their full names', () => {
  const text = [
    '  2 passing (9ms)',
    '  1 pending',
    '  1 failing',
    '',
    '  1) sums',
    '       adds:',
    '',
    '      AssertionError [ERR_ASSERTION]: 1 == 2',
    '      at Context.<anonymous> (test/a b.js:4:12)',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'mocha',
    totals: [2, 1, 1],
    failures: [['sums > adds', 'AssertionError [ERR_ASSERTION]: 1 == 2', { path: 'test/a b.js', line: 4 }]],
  });
});

test('output of node:test tells its totals and where each failure stands', () => {
  const text = [
    'ℹ tests 2',
    'ℹ pass 1',
    'ℹ fail 1',
    'ℹ skipped 0',
    '',
    '✖ failing tests:',
    '',
    'test at test/a.test.js:3:1',
    '✖ adds (1.2ms)',
    '  AssertionError [ERR_ASSERTION]: nope',
    '      at TestContext.<anonymous> (file:///ci/test/a.test.js:4:10)',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'node:test',
    totals: [1, 1, 0],
    failures: [['adds', 'AssertionError [ERR_ASSERTION]: nope', { path: 'test/a.test.js', line: 3 }]],
  });
});

test('TAP with subtests: a suite fails with its tests and is none itself', () => {
  const text = [
    'TAP version 13',
    '# Subtest: sums',
    '    # Subtest: adds',
    '    not ok 1 - adds',
    '      ---',
    "      failureType: 'testCodeFailure'",
    "      error: 'one is two'",
    "      location: '/ci/test/a.js:3:1'",
    '      ...',
    '    1..1',
    'not ok 1 - sums',
    '  ---',
    "  failureType: 'subtestsFailed'",
    '  ...',
    '1..1',
    '# pass 0',
    '# fail 1',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'tap',
    totals: [0, 1, null],
    failures: [['sums > adds', 'one is two', { path: '/ci/test/a.js', line: 3 }]],
  });
});

test('output of ava tells failures by the titles that ava prints', () => {
  const text = [
    '  ✘ [fail]: adds',
    '  ✔ other',
    '',
    '  adds',
    '',
    '  test.js:4',
    '',
    '  Difference',
    '',
    '  1 test failed',
    '  1 test passed',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'ava',
    totals: [1, 1, null],
    failures: [['adds', 'Difference', { path: 'test.js', line: 4 }]],
  });
});

test('output of ava that is all titles is gone through once', () => {
  // Who looks through all lines and titles for each takes minutes for these, which no time limit of a test allows.
  const titles = Array.from({ length: 20_000 }, (_, at) => `  ✘ [fail]: t${at}`);
  expect(read(titles.join('\n'))?.failures).not.toEqual([]);
});

test('output of pytest tells failures by the full ids of its summary', () => {
  const text = [
    '=================================== FAILURES ===================================',
    '_________________________________ TestX.test_a _________________________________',
    '',
    '    def test_a(self):',
    '>       assert 1 == 2',
    'E       assert 1 == 2',
    '',
    'tests/test_a.py:3: AssertionError',
    '=========================== short test summary info ============================',
    'FAILED tests/test_a.py::TestX::test_a - assert 1 == 2',
    '========================= 1 failed, 2 passed, 1 skipped in 0.12s =========================',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'pytest',
    totals: [2, 1, 1],
    failures: [['tests/test_a.py::TestX::test_a', 'assert 1 == 2', { path: 'tests/test_a.py', line: 3 }]],
  });
});

test('output of unittest tells its totals and each failure with its message and place', () => {
  const text = [
    'F.',
    '======================================================================',
    'FAIL: test_a (tests.test_a.TestX)',
    '----------------------------------------------------------------------',
    'Traceback (most recent call last):',
    '  File "/ci/tests/test_a.py", line 4, in test_a',
    '    self.assertEqual(1, 2)',
    'AssertionError: 1 != 2',
    '',
    '----------------------------------------------------------------------',
    'Ran 2 tests in 0.001s',
    '',
    'FAILED (failures=1)',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'unittest',
    totals: [1, 1, 0],
    failures: [['test_a (tests.test_a.TestX)', 'AssertionError: 1 != 2', { path: '/ci/tests/test_a.py', line: 4 }]],
  });
});

test('go test: the failing subtest, not the test around it, and the package', () => {
  const text = [
    '=== RUN   TestA',
    '=== RUN   TestA/sub',
    '    a_test.go:7: got 1',
    '--- FAIL: TestA (0.00s)',
    '    --- FAIL: TestA/sub (0.00s)',
    '=== RUN   TestB',
    '--- PASS: TestB (0.00s)',
    'FAIL',
    'FAIL\tx.org/m/pkg\t0.003s',
    'FAIL',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'go test',
    totals: [1, 2, 0],
    failures: [['TestA/sub', 'got 1', { path: 'a_test.go', line: 7 }]],
  });
  expect(parseRunnerOutput(text)?.failures[0]?.place).toBe('x.org/m/pkg');
});

test('output of go test -json is read as that of go test', () => {
  const event = (fields: object): string => JSON.stringify({ Package: 'x.org/m', Test: 'TestA', ...fields });
  const text = [
    event({ Action: 'run' }),
    event({ Action: 'output', Output: '    a_test.go:7: got 1\n' }),
    'noise',
    event({ Action: 'fail' }),
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'go test -json',
    totals: [0, 1, 0],
    failures: [['TestA', 'got 1', { path: 'a_test.go', line: 7 }]],
  });
});

test('totals of cargo test are those of all its binaries together', () => {
  const text = [
    'running 2 tests',
    'test tests::adds ... FAILED',
    'test tests::b ... ok',
    '',
    'failures:',
    '',
    '---- tests::adds stdout ----',
    '',
    "thread 'tests::adds' panicked at src/lib.rs:9:5:",
    'assertion `left == right` failed',
    '',
    'failures:',
    '    tests::adds',
    '',
    'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    '',
    'running 1 test',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'cargo test',
    totals: [4, 1, 1],
    failures: [['tests::adds', 'assertion `left == right` failed', { path: 'src/lib.rs', line: 9 }]],
  });
});

test('output of Maven Surefire tells each failing method with its message and place', () => {
  const text = [
    '[INFO] Running org.x.FooTest',
    '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.01 s <<< FAILURE! -- in org.x.FooTest',
    '[ERROR] org.x.FooTest.adds -- Time elapsed: 0.002 s <<< FAILURE!',
    'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>',
    '\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)',
    '\tat org.x.FooTest.adds(FooTest.java:12)',
    '',
    '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'maven surefire',
    totals: [1, 1, 0],
    failures: [
      [
        'org.x.FooTest.adds',
        'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>',
        { path: 'org/junit/jupiter/api/AssertionUtils.java', line: 55 },
      ],
    ],
  });
});

test('output of Gradle tells each failing test with its message and place', () => {
  const text = [
    'FooTest > adds() FAILED',
    '    org.opentest4j.AssertionFailedError at FooTest.java:12',
    '',
    '3 tests completed, 1 failed',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'gradle',
    totals: [2, 1, 0],
    failures: [
      [
        'FooTest > adds()',
        'org.opentest4j.AssertionFailedError at FooTest.java:12',
        { path: 'FooTest.java', line: 12 },
      ],
    ],
  });
});

test('a JUnit report in XML that was pasted as output is read as a report', () => {
  const text =
    '<?xml version="1.0"?><testsuite><testcase classname="a.B" name="c"><failure message="no &lt;way&gt;">at a/b.js:3:1</failure></testcase><testcase name="d"/><testcase name="e"><skipped/></testcase></testsuite>';
  expect(read(text)).toEqual({
    format: 'JUnit XML',
    totals: [1, 1, 1],
    failures: [['a.B.c', 'no <way>', { path: 'a/b.js', line: 3 }]],
  });
});

test('output of RSpec, PHPUnit and dotnet test tells totals and failures with their places', () => {
  const rspec = [
    'Failures:',
    '',
    '  1) Sum adds',
    '     Failure/Error: expect(1).to eq(2)',
    '       expected: 2',
    '     # ./spec/a_spec.rb:4:in `block`',
    '',
    'Finished in 0.01 seconds',
    '2 examples, 1 failure',
  ].join('\n');
  expect(read(rspec)).toEqual({
    format: 'rspec',
    totals: [1, 1, 0],
    failures: [['Sum adds', 'expected: 2', { path: './spec/a_spec.rb', line: 4 }]],
  });
  const phpunit = [
    'PHPUnit 11.0.0',
    '',
    'There was 1 failure:',
    '',
    '1) FooTest::testAdds',
    'Failed asserting that 1 is 2.',
    '',
    '/ci/tests/FooTest.php:9',
    '',
    'FAILURES!',
    'Tests: 2, Assertions: 2, Failures: 1.',
  ].join('\n');
  expect(read(phpunit)).toEqual({
    format: 'phpunit',
    totals: [1, 1, 0],
    failures: [['FooTest::testAdds', 'Failed asserting that 1 is 2.', { path: '/ci/tests/FooTest.php', line: 9 }]],
  });
  const dotnet = [
    '  Failed N.FooTests.Adds [12 ms]',
    '  Error Message:',
    '   Assert.Equal() Failure',
    '  Stack Trace:',
    '     at N.FooTests.Adds() in /ci/FooTests.cs:line 9',
    'Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3',
  ].join('\n');
  expect(read(dotnet)).toEqual({
    format: 'dotnet test',
    totals: [2, 1, 0],
    failures: [['N.FooTests.Adds', 'Assert.Equal() Failure', { path: '/ci/FooTests.cs', line: 9 }]],
  });
});

test('what is of no format is not guessed at', () => {
  expect(parseRunnerOutput('all tests are fine')).toBeNull();
});

test('no text makes the readers throw', () => {
  const pieces = fc.constantFrom(
    'TAP version 14',
    'not ok 1 - a',
    '  ---',
    '1..3',
    '  1 failing',
    '  1) a',
    '--- FAIL: T',
    'FAIL\tp\t0.1s',
    '=== FAILURES ===',
    'Ran 1 test in 1s',
    '{"Action":"fail","Test":"T"}',
    '<testsuite>',
    '<failure>',
    'Tests: 1, Assertions: 1',
    '\u001b[31m',
    'ℹ fail 1',
    '✖ failing tests:',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 15 }), (parts) => {
      const run = parseRunnerOutput(parts.join('\n'));
      expect(run === null || run.failures.length >= 0).toBe(true);
    }),
  );
});

test('output of pytest: what a test has logged before the summary is no failure', () => {
  const lines = [
    '==== test session starts ====',
    '==== FAILURES ====',
    '____ test_a ____',
    'E   assert 1 == 2',
    '---- Captured stdout call ----',
    'ERROR could not reach the db - retrying',
    '==== short test summary info ====',
    'FAILED tests/a.py::test_a - assert 1 == 2',
    '==== 1 failed in 0.12s ====',
  ];
  expect(read(lines.join('\n'))?.failures.map(([name]) => name)).toEqual(['tests/a.py::test_a']);
  const cut = lines.filter((line) => !line.includes('short test'));
  expect(read(cut.join('\n'))?.failures.map(([name]) => name)).toEqual(['tests/a.py::test_a']);
});

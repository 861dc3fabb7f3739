import { describe, expect, test } from 'vitest';
import { analyseTestFile } from './analyse-test-file.ts';
import type { TestFileDeps, TestFileFacts } from './test-file.types.ts';

/** Smells as `kind@line`, in the order of the cases. */
function smellsOf(path: string, text: string, deps: TestFileDeps = {}): readonly string[] {
  return analyseTestFile({ path, text }, deps).cases.flatMap(({ smells }) =>
    smells.map(({ kind, line }) => `${kind}@${line}`),
  );
}

function names(facts: TestFileFacts): readonly string[] {
  return facts.cases.filter(({ kind }) => kind === 'case').map(({ name }) => name);
}

describe('cases of scripts', () => {
  test('have the titles of the suites around them, their lines and modifiers', () => {
    const text = [
      "describe('app', function () {",
      "  describe.skip('.use()', () => {",
      "    it.only('is \\'seen\\'', async () => {",
      '      expect(1 + 1).toBe(2);',
      '    });',
      '  });',
      "  test.each([[1], [2]])('adds %d', (n) => { expect(n).toBe(n + 0); });",
      '});',
    ].join('\n');
    const facts = analyseTestFile({ path: 'a.test.ts', text });
    expect(names(facts)).toEqual(["app > .use() > is 'seen'", 'app > adds %d']);
    const [only, each] = facts.cases.filter(({ kind }) => kind === 'case');
    expect(only).toMatchObject({ line: 3, endLine: 5, modifiers: ['only'], isLiteral: true });
    expect(each).toMatchObject({ line: 7, isParameterised: true, isLiteral: false });
  });

  test('are no calls of regular expressions, methods or hooks of the same name', () => {
    const text = [
      "import { test } from 'node:test';",
      "if (/a/.test('a')) go();",
      'class A { test(a, b) { return a; } }',
      "test.beforeEach('x', () => {});",
      "pattern.test('a', 1);",
    ].join('\n');
    expect(analyseTestFile({ path: 'a.test.js', text }).cases).toEqual([]);
  });

  test('are found under the names that a file gives to the test function', () => {
    const text = [
      "import { test as check } from '@playwright/test';",
      'const mine = check.extend({});',
      "check('a', async ({ page }) => { await expect(page).toHaveTitle('a'); });",
      "mine('b', async ({ page }) => { await expect(page).toHaveTitle('b'); });",
    ].join('\n');
    const facts = analyseTestFile({ path: 'a.spec.ts', text });
    expect(names(facts)).toEqual(['a', 'b']);
    expect(facts.frameworks).toMatchObject([{ name: 'playwright', line: 1 }]);
  });
});

describe('a script case without an assertion', () => {
  test.each([
    ['expect', "it('a', () => { expect(f()).toBe(1); });"],
    [
      'an assertion module by another name',
      "const eq = require('assert').strictEqual;\nit('a', () => { eq(f(), 1); });",
    ],
    ['a supertest chain that ends the case', "it('a', (done) => { request(app).get('/').expect(200, done); });"],
    ['a context', "const test = require('tape');\ntest('a', (x) => { x.equal(f(), 1); x.end(); });"],
    ['node:test', "const { test } = require('node:test');\ntest('a', (t) => { t.assert.ok(f()); });"],
    ['chai', "it('a', () => { f().should.equal(1); });"],
    ['a helper of the file', "it('a', () => { same(f()); });\nfunction same(a) { expect(a).toBe(1); }"],
    [
      'a helper that a helper calls',
      "const a = (x) => b(x);\nconst b = (x) => { assert(x); };\nit('t', () => { a(1); });",
    ],
    [
      'a helper handed over as a callback',
      "const check = () => { assert.ok(1 > n); };\nit('t', (done) => { run(check, done); });",
    ],
    ['an error thrown by hand', "it('a', () => { if (f() !== 1) throw new Error('no'); });"],
    ['the error that ends the case', "it('a', (done) => { on('x', () => done(new Error('no'))); done(); });"],
    ['each case is followed by', "afterEach(() => { expect(warn).not.toBeCalled(); });\nit('a', () => { f(); });"],
    [
      'a helper under another name',
      "const base = (a) => { expect(a).toBe(1); };\nconst same = base.bind(null, n);\nit('a', () => { same(); });",
    ],
  ])('is not claimed of one with %s', (_, text) => {
    expect(smellsOf('a.test.js', text)).toEqual([]);
  });

  test.each([
    ['that only runs', "it('a', () => { f(); });"],
    ['that expects without a matcher', "it('a', () => { expect(f()); });"],
    ['that announces assertions', "test('a', (t) => { t.plan(2); f(); });"],
    ['whose only assertion is a comment', "it('a', () => { f(); /* expect(1).toBe(1) */ });"],
    ['whose only assertion is in a string', "it('a', () => { f('expect(1).toBe(2)'); });"],
    ['that ends by done alone', "it('a', (done) => { app.on('x', done); app.emit('x'); });"],
    ['whose handler throws', "it('a', (done) => { app.get('/', () => { throw new Error('x'); }); get('/', done); });"],
    [
      'whose plugin has a done of its own',
      "it('a', (done) => { use((x, done) => { done(new Error('x')); }); go(done); });",
    ],
  ])('is claimed of one %s', (_, text) => {
    expect(smellsOf('a.test.js', text)).toEqual(['no_assertion@1']);
  });

  test('is not claimed while an imported helper may assert, and is decided by whoever knows it', () => {
    const text = "import { shows } from './helpers';\nit('a', () => { shows(f()); });";
    const facts = analyseTestFile({ path: 'a.test.ts', text });
    expect(facts.cases[0]?.smells).toEqual([]);
    expect(facts.unresolved).toEqual(['./helpers']);
    expect(smellsOf('a.test.ts', text, { assertsIn: () => true })).toEqual([]);
    expect(smellsOf('a.test.ts', text, { assertsIn: () => false })).toEqual(['no_assertion@2']);
  });

  test('says when only what makes its values asserts', () => {
    const text =
      "const make = () => { expect(1 + n).toBe(2); return 1; };\nit('a', () => { const x = make(); use(x); });";
    const [smell] = analyseTestFile({ path: 'a.test.ts', text }).cases[0]?.smells ?? [];
    expect(smell).toMatchObject({ kind: 'no_assertion', detail: expect.stringContaining('of its own') });
  });
});

describe('smells of scripts', () => {
  test.each([
    ['focused@1', "it.only('a', () => { assert(f()); });"],
    ['focused@1', "fdescribe('a', () => { it('b', () => { assert(f()); }); });"],
    ['focused@1', "test('a', { only: true }, (t) => { t.assert.ok(f()); });"],
    ['skipped@1', "xit('a', () => { assert(f()); });"],
    ['skipped@1', "test('a', { skip: 'later' }, (t) => { t.assert.ok(f()); });"],
    ['skipped@1', "it('will come');"],
    ['sleep@1', "it('a', async () => { await new Promise((r) => setTimeout(r, 50)); assert(f()); });"],
    ['tautology@1', "it('a', () => { expect(true).toBe(true); });"],
    ['tautology@1', "it('a', () => { assert(true); });"],
    ['tautology@1', "it('a', () => { assert.strictEqual(x, x); });"],
    ['snapshot_only@1', "it('a', () => { expect(f()).toMatchSnapshot(); });"],
    ['missing_await@1', "it('a', async () => { expect(f()).resolves.toBe(1); });"],
    ['missing_await@2', "import assert from 'node:assert';\nit('a', async () => { assert.rejects(f()); });"],
    ['missing_await@1', "test('a', async (t) => { const error = t.throwsAsync(f()); t.is(error.message, 'no'); });"],
    ['missing_await@1', "it('a', async () => { const gone = expect(f()).rejects.toThrow(); assert(g()); });"],
    ['missing_await@2', "async function ok() { assert(await f()); }\nit('a', async () => { ok(); assert(1 > n); });"],
    ['conditional_assertion@1', "it('a', () => { if (x) { assert(f()); } });"],
    ['conditional_assertion@1', "it('a', () => { try { f(); } catch (e) { assert(e); } });"],
    ['swallowed_exception@1', "it('a', () => { try { assert(f()); } catch {} });"],
    ['assertion_after_return@1', "it('a', () => { return f(); assert(g()); });"],
    ['network@1', "it('a', async () => { assert(await fetch('https://api.github.com/x')); });"],
    ['duplicate@2', "it('a', () => { assert(f()); });\nit('a', () => { assert(g()); });"],
  ])('%s is told', (smell, text) => {
    expect(smellsOf('a.test.js', text)).toEqual([smell]);
  });

  test.each([
    [
      'awaited, returned and chained promises',
      "it('a', async () => { await expect(f()).resolves.toBe(1); return expect(g()).rejects.toThrow(); });",
    ],
    [
      'promises collected for later',
      "it('a', async () => { const p = expect(f()).rejects.toThrow(); await Promise.all([p, expect(g()).resolves.toBe(1)]); });",
    ],
    [
      'a promise that is kept and handed on',
      "it('a', async () => { const p = assert.rejects(f()); g(); await p; });\nit('b', () => { const q = expect(f()).rejects.toThrow(); return q.then(g); });",
    ],
    [
      'types that are asserted',
      `it('a', () => { expectTypeOf<A<B<C['x']>>>().toEqualTypeOf<D>(); });\nit('b', () => { expectTypeOf<A<B, \`x/\${string}\`>>().toEqualTypeOf<never>(); });`,
    ],
    ['both branches of a condition', "it('a', () => { if (x) { assert(f()); } else { assert(g()); } });"],
    ['a failure under a condition', "it('a', () => { if (x) { assert.fail('no'); } });"],
    ['a return under a condition', "it('a', () => { if (x) return;\nassert(g()); });"],
    ['the same call twice', "it('a', () => { expect(f()).toBe(f()); });"],
    [
      'one title in two suites',
      "describe('x', () => { it('a', () => { assert(f()); }); });\ndescribe('y', () => { it('a', () => { assert(f()); }); });",
    ],
    ['fake clocks', "it('a', async () => { vi.useFakeTimers(); await sleep(50); assert(f()); });"],
    ['hosts of examples', "it('a', async () => { assert(await fetch('https://example.com/x')); });"],
    ['a skip with a condition', "test('a', { skip: isWindows }, (t) => { t.assert.ok(f()); });"],
    ['marks of passing by in a counted case', "test('a', (t) => { t.plan(1); f(() => t.assert.ok(true)); });"],
  ])('nothing is said of %s', (_, text) => {
    expect(smellsOf('a.test.js', text)).toEqual([]);
  });

  test('an empty case is both empty and without an assertion', () => {
    expect(smellsOf('a.test.js', "it('a', () => { /* later */ });")).toEqual(['empty@1', 'no_assertion@1']);
  });
});

describe('Python', () => {
  test('functions and methods are cases, nested ones and fixtures are not', () => {
    const text = [
      'import pytest',
      'class TestA:',
      '    @pytest.mark.parametrize("n", [1])',
      '    def test_a(self, n):',
      '        def test_inner():',
      '            assert n',
      '        assert n',
      '@pytest.fixture',
      'def test_client():',
      '    return 1',
    ].join('\n');
    const facts = analyseTestFile({ path: 'test_a.py', text });
    expect(names(facts)).toEqual(['TestA > test_a']);
    expect(facts.cases.find(({ kind }) => kind === 'case')).toMatchObject({
      line: 4,
      endLine: 7,
      isParameterised: true,
    });
    expect(facts.frameworks).toMatchObject([{ name: 'pytest', line: 1 }]);
  });

  test.each([
    ['no_assertion@1', 'def test_a():\n    f()\n'],
    ['skipped@1', '@pytest.mark.skip\ndef test_a():\n    assert f()\n'],
    ['sleep@2', 'def test_a():\n    time.sleep(2)\n    assert f()\n'],
    ['tautology@2', 'def test_a():\n    assert True\n'],
    ['tautology@2', 'def test_a():\n    assert x is x\n'],
    ['duplicate@3', 'def test_a():\n    assert f()\ndef test_a():\n    assert g()\n'],
    [
      'swallowed_exception@4',
      'def test_a():\n    try:\n        assert f()\n    except Exception:\n        pass\n    assert g()\n',
    ],
    ['assertion_after_return@3', 'def test_a():\n    return f()\n    assert g()\n'],
    ['conditional_assertion@3', 'def test_a():\n    if x:\n        assert f()\n'],
  ])('%s is told', (smell, text) => {
    expect(smellsOf('test_a.py', text)).toEqual([smell]);
  });

  test.each([
    ['pytest.raises', 'def test_a():\n    with pytest.raises(ValueError):\n        f()\n'],
    ['unittest', 'class A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(), 1)\n'],
    [
      'a name that may say that it does not equal itself',
      'def test_a():\n    assert x == x\n    f.assertEqual(x, x)\n',
    ],
    ['mocks', 'def test_a(mock):\n    f(mock)\n    mock.assert_called_once_with(1)\n'],
    ['a helper', 'def same(a):\n    assert a\ndef test_a():\n    same(f())\n'],
    ['a method of an unknown base class', 'class A(Base):\n    def test_a(self):\n        self.run_it()\n'],
  ])('nothing is said of %s', (_, text) => {
    expect(smellsOf('test_a.py', text)).toEqual([]);
  });
});

describe('Go', () => {
  const file = (body: string): string => `package a\nimport "github.com/stretchr/testify/assert"\n${body}`;

  test('functions and their subtests are cases, TestMain and helpers are not', () => {
    const text = file(
      'func TestMain(m *testing.M) {}\nfunc TestA(t *testing.T) {\n\tt.Run("b", func(t *testing.T) {\n\t\tassert.True(t, f())\n\t})\n}\nfunc testing1(t *testing.T) {}\n',
    );
    expect(names(analyseTestFile({ path: 'a_test.go', text }))).toEqual(['TestA', 'TestA > b']);
  });

  test.each([
    ['no_assertion@3', 'func TestA(t *testing.T) {\n\tf()\n}\n'],
    ['no_assertion@3', 'func TestA(t *testing.T) {\n\tis := assert.New(t)\n\tf(is)\n}\n'],
    ['skipped@4', 'func TestA(t *testing.T) {\n\tt.Skip("later")\n\tassert.True(t, f())\n}\n'],
    ['sleep@4', 'func TestA(t *testing.T) {\n\ttime.Sleep(5 * time.Second)\n\tassert.True(t, f())\n}\n'],
    ['tautology@4', 'func TestA(t *testing.T) {\n\tassert.True(t, true)\n}\n'],
  ])('%s is told', (smell, body) => {
    expect(smellsOf('a_test.go', file(body))).toEqual([smell]);
  });

  test.each([
    ['a failure under a condition', 'func TestA(t *testing.T) {\n\tif f() != 1 {\n\t\tt.Errorf("no")\n\t}\n}\n'],
    [
      'a helper that gets the context',
      'func TestA(t *testing.T) {\n\tcheck(t, f())\n}\nfunc check(t *testing.T, n int) { assert.Equal(t, 1, n) }\n',
    ],
    ['a helper of another file', 'func TestA(t *testing.T) {\n\tcompare(t, f())\n}\n'],
    ['a suite', 'func (s *ASuite) TestA() {\n\ts.Equal(1, f())\n}\n'],
    [
      'a skip under a condition',
      'func TestA(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n\tassert.True(t, f())\n}\n',
    ],
  ])('nothing is said of %s', (_, body) => {
    expect(smellsOf('a_test.go', file(body))).toEqual([]);
  });
});

describe('Rust', () => {
  test.each([
    ['no_assertion@2', '#[test]\nfn a() {\n    f();\n}\n'],
    ['skipped@3', '#[test]\n#[ignore]\nfn a() {\n    assert_eq!(f(), 1);\n}\n'],
    ['tautology@3', '#[test]\nfn a() {\n    assert!(true);\n}\n'],
    ['sleep@3', '#[test]\nfn a() {\n    thread::sleep(Duration::from_millis(50));\n    assert!(f());\n}\n'],
  ])('%s is told', (smell, text) => {
    expect(smellsOf('tests/a.rs', text)).toEqual([smell]);
  });

  test.each([
    ['a panic that is wanted', '#[test]\n#[should_panic]\nfn a() {\n    f();\n}\n'],
    ['a result that is handed on', '#[test]\nfn a() -> Result<(), E> {\n    f()?;\n    Ok(())\n}\n'],
    ['a helper', '#[test]\nfn a() {\n    same(f());\n}\nfn same(n: u8) { assert_eq!(n, 1); }\n'],
    ['equality of its own', '#[test]\nfn a() {\n    assert_eq!(x, x);\n}\n'],
  ])('nothing is said of %s', (_, text) => {
    expect(smellsOf('tests/a.rs', text)).toEqual([]);
  });

  const inline = (production: string, tests: string): string =>
    `${production}\n#[cfg(test)]\nmod tests {\n    use super::*;\n${tests}\n}\n`;
  const method = 'impl Walk {\n    fn depth(&self) { assert!(self.ok); }\n}';

  test.each([
    [
      'a method of the code under test that checks its own state',
      method,
      '    #[test]\n    fn a() {\n        walk.depth();\n    }',
    ],
    ['a value with the name of such a method', method, '    #[test]\n    fn a() {\n        f(depth);\n    }'],
  ])('%s is no assertion of the case', (_, production, tests) => {
    expect(smellsOf('src/a.rs', inline(production, tests))).toEqual(['no_assertion@8']);
  });

  test.each([
    [
      'a method of the tests',
      '',
      '    impl Same {\n        fn same(&self) { assert!(self.0); }\n    }\n    #[test]\n    fn a() {\n        Same(f()).same();\n    }',
    ],
    [
      'a function of the code under test',
      'pub fn same(n: u8) { assert_eq!(n, 1); }',
      '    #[test]\n    fn a() {\n        same(f());\n    }',
    ],
    [
      'a function by its path',
      'pub fn same(n: u8) { assert_eq!(n, 1); }',
      '    #[test]\n    fn a() {\n        super::same(f());\n    }',
    ],
    ['a method by its path', method, '    #[test]\n    fn a() {\n        Walk::depth(&walk);\n    }'],
  ])('nothing is said of a case that asserts by %s', (_, production, tests) => {
    expect(smellsOf('src/a.rs', inline(production, tests))).toEqual([]);
  });
});

describe('Java', () => {
  const file = (method: string): string => `import org.junit.jupiter.api.Test;\nclass ATest {\n${method}\n}\n`;

  test.each([
    ['no_assertion@4', '  @Test\n  void a() { f(); }'],
    ['no_assertion@4', '  @Test\n  void a() { assertThat(f()); }'],
    ['skipped@3', '  @Disabled @Test\n  void a() { assertTrue(f()); }'],
    ['sleep@4', '  @Test\n  void a() { Thread.sleep(50); assertTrue(f()); }'],
    ['swallowed_exception@4', '  @Test\n  void a() { try { assertTrue(f()); } catch (Throwable t) {} }'],
  ])('%s is told', (smell, method) => {
    expect(smellsOf('ATest.java', file(method))).toEqual([smell]);
  });

  test.each([
    ['AssertJ', '  @Test\n  void a() { assertThat(f()).isEqualTo(1); }'],
    ['mockMvc', '  @Test\n  void a() throws Exception { mvc.perform(get("/")).andExpect(status().isOk()); }'],
    ['an exception that is wanted', '  @Test(expected = A.class)\n  public void a() { f(); }'],
    [
      'an exception that lets failures through',
      '  @Test\n  void a() { try { assertTrue(f()); } catch (Exception e) {} }',
    ],
    ['a test that calls its overload', '@Test void a() { a(1); }\n  private void a(int n) { assertEquals(n, f()); }'],
    ['an overload of a test of another class', '@Test void a() { OtherTest.testIt(1); }\n  void testIt() { go(); }'],
    ["Truth's rule", '@Test void a() { expect.that(f()).isTrue(); }'],
  ])('nothing is said of %s', (_, method) => {
    expect(smellsOf('ATest.java', file(method))).toEqual([]);
  });
});

test('languages without a reader, and texts over the bound, are said not to be read', () => {
  expect(analyseTestFile({ path: 'a_spec.rb', text: 'it "a" do end' }).isRead).toBe(false);
  expect(analyseTestFile({ path: 'a.test.js', text: ' '.repeat(2 * 1_024 * 1_024) }).isRead).toBe(false);
});

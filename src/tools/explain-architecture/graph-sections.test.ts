import { expect, test } from 'vitest';
import type { Structure } from '../../code/questions/structure.types.ts';
import type { CycleRow } from '../../code/questions/structure-rows.types.ts';
import { flowSections, historySections } from './fact-sections.ts';
import { impactSections, questionSections, scopeSections } from './focus-sections.ts';
import { cycleSections, joinSections, layerSections, nodeSections, usedSections } from './graph-sections.ts';

const EDGE = { from: 'a.ts', to: 'b.ts', places: 1, typePlaces: 0, file: 'a.ts', line: 3, known: 'import' } as const;

function cycleText(changes: Partial<CycleRow>): string {
  const cut = { cut: EDGE, leftAfterCut: 2, isCutExact: true };
  const cycle = { size: 3, members: ['a.ts'], round: [EDGE], ...cut, withoutDeferred: null, ...changes };
  // Only the cycles are read.
  const facts = { cycles: { total: 1, rows: [cycle] } } as unknown as Structure;
  return cycleSections(facts, true)[0]?.rows[0]?.text ?? '';
}

test('a cut is claimed only where it makes the cycle smaller', () => {
  expect(cycleText({ leftAfterCut: 0 })).toContain('best single cut: a.ts -> b.ts, 1 place, leaves no cycle');
  expect(cycleText({ leftAfterCut: 2 })).toContain('1 place, leaves at most 2 together [a.ts:3] import');
  expect(cycleText({ leftAfterCut: 3 })).not.toContain('cut');
  expect(cycleText({ leftAfterCut: 3 })).toContain('without any one dependency all 3 still hold together');
});

test('what imports inside functions are to a cycle is said, where it has any', () => {
  expect(cycleText({})).not.toContain('function');
  expect(cycleText({ withoutDeferred: { size: 0, members: [] } })).toContain(
    '3 units, closed only by imports inside functions, done when these are called; one way round',
  );
  expect(cycleText({ withoutDeferred: { size: 2, members: ['a.ts', 'b.ts'] } })).toContain(
    'without the imports inside functions at most 2 together: a.ts, b.ts; one way',
  );
  expect(cycleText({ withoutDeferred: { size: 3, members: [] } })).toContain('all of them also without the imports');
  expect(cycleText({ round: [{ ...EDGE, isDeferred: true }] })).toContain('a.ts:3 (in a function) -> ');
});

test('a module that no import joins with others is no layer, and not counted as one', () => {
  const none = { total: 0, rows: [] };
  // Only the layers are read.
  const facts = {
    layers: [['app/'], ['core/']],
    byTypes: [{ module: 'types/', uses: 0, usedBy: 2, file: 'app/a.ts', line: 3, known: 'import' }],
    apart: ['docs/', 'scripts/'],
    violations: none,
    places: { all: 3, against: 0 },
    edges: none,
    counts: { lost: 0, lostInCode: 0 },
  };
  const [layers, byTypes, apart] = layerSections(facts as unknown as Structure, true);
  expect(layers).toMatchObject({ name: 'layers', total: 2 });
  expect(apart).toMatchObject({ title: 'modules that no import of code joins with others (tests apart)', total: 2 });
  expect(apart?.rows.map(({ text }) => text)).toEqual(['docs/', 'scripts/']);
  expect(byTypes?.rows.map(({ text }) => text)).toEqual([
    'types/: uses types of 0, 2 use types of it [app/a.ts:3] import',
  ]);
});

test('a way round is told unit by unit, each with the line that uses the next', () => {
  const back = { ...EDGE, from: 'b.ts', to: 'a.ts', file: 'b.ts', line: 9 } as const;
  expect(cycleText({ round: [EDGE, back] })).toContain('one way round: a.ts:3 -> b.ts:9 -> a.ts; ');
  const inPackage = { ...EDGE, from: 'render/', to: 'a.ts', file: 'render/json.go', line: 7 } as const;
  expect(cycleText({ round: [EDGE, inPackage] })).toContain('a.ts:3 -> render/ [render/json.go:7] -> a.ts; ');
});

test('which commits count for files that change together is said as it is counted', () => {
  // Only the history is read.
  const facts = {
    history: {
      commits: 9,
      isCut: false,
      followsRenames: true,
      hot: { total: 0, rows: [] },
      coChanges: { total: 0, rows: [] },
    },
  };
  const titles = historySections(facts as unknown as Structure, true).map(({ title }) => title);
  expect(titles.join()).toContain('at most 25 files that still exist');
});

test('a file of a Go package is told with the numbers of its package, and that they are those', () => {
  const none = { total: 0, rows: [] };
  const scope = { kind: 'file', path: 'render/json.go', symbol: null, files: 14, lines: 725, byHop: [] } as const;
  // Only the scope is read.
  const lost = { out: 0, into: 0 };
  const read = {
    scope: { ...scope, uses: none, usedBy: none, tests: none, lost, declared: lost },
    counts: { lost: 0, lostInCode: 0 },
  };
  const facts = read as unknown as Structure;
  const [summary] = scopeSections(facts)[0]?.rows ?? [];
  expect(summary?.text).toBe(
    'file render/json.go, told of its package: 14 code files, 725 lines, its tests apart [render/json.go] exact',
  );
  expect(summary?.data).toMatchObject({ isPackage: true });
});

test('users of types alone are counted beside the others', () => {
  const row = { path: 'a.ts', lines: 3, file: 'b.ts', line: 1, known: 'import' } as const;
  const rows = [
    { ...row, users: 2, typeUsers: 0 },
    { ...row, users: 2, typeUsers: 7 },
  ];
  // Only what is most used is read.
  const facts = { used: { total: 2, rows } } as unknown as Structure;
  expect(usedSections(facts, true)[0]?.rows.map(({ text }) => text)).toEqual([
    'a.ts: used by 2 units, 3 lines [b.ts:1] import',
    'a.ts: used by 2 units and for types alone by 7 more, 3 lines [b.ts:1] import',
  ]);
});

test('a declaration that was chosen among others of its name says so', () => {
  const none = { total: 0, rows: [] };
  const symbol = { name: 'add', kind: 'function', line: 3, others: 2 };
  const lost = { out: 0, into: 0 };
  const scope = { kind: 'file', path: 'a.ts', symbol, files: 1, lines: 9, byHop: [], lost, declared: lost };
  const read = { scope: { ...scope, uses: none, usedBy: none, tests: none }, counts: { lost: 0, lostInCode: 0 } };
  // Only the scope is read.
  const [summary] = scopeSections(read as unknown as Structure)[0]?.rows ?? [];
  expect(summary?.text).toContain('(function add [a.ts:3] exact; not about 2 more of this name in tests');
});

test('what a scope only declares is counted beside what it uses, and told apart where an entry point leads to it', () => {
  const none = { total: 0, rows: [] };
  const scope = {
    kind: 'file',
    path: 'lib.rs',
    symbol: null,
    files: 1,
    lines: 9,
    byHop: [],
    lost: { out: 0, into: 0 },
  };
  const parts = { uses: none, usedBy: none, tests: none, declared: { out: 2, into: 1 } };
  const read = { scope: { ...scope, ...parts }, counts: { lost: 0, lostInCode: 0 } };
  // Only the scope is read.
  expect(scopeSections(read as unknown as Structure).map(({ title }) => title)).toMatchObject([
    'scope',
    'it uses (and 2 units that it only declares)',
    'used by (types too, tests apart) (and 1 unit that only declares it)',
    'tests that import it',
    expect.any(String),
  ]);
  const row = { hop: 1, path: 'a.rs', more: 0, file: 'lib.rs', line: 1, known: 'import' } as const;
  const flows = {
    total: 2,
    rows: [
      { ...row, isDeclared: true },
      { ...row, isDeclared: false },
    ],
  };
  expect(flowSections({ flows } as unknown as Structure, 2)[0]?.rows.map(({ text }) => text)).toEqual([
    '  -> a.rs, only declared [lib.rs:1] import',
    '  -> a.rs [lib.rs:1] import',
  ]);
});

test('a step of a way by which nothing runs is told to be of types alone, or only declared', () => {
  const step = { ...EDGE, isDeclared: false, uses: [] };
  const steps = [step, { ...step, to: 'c.ts', places: 0, typePlaces: 1 }, { ...step, to: 'd.ts', isDeclared: true }];
  const question = {
    reading: 'ranked words: a',
    hits: { total: 1, rows: [] },
    ways: [{ from: 'a.ts', to: 'd.ts', steps }],
    read: [],
  };
  // Only the question is read.
  const facts = { question, counts: { lost: 0, lostInCode: 0 } } as unknown as Structure;
  const ways = questionSections(facts).find(({ name }) => name === 'ways');
  expect(ways?.rows.map(({ text }) => text)).toEqual([
    'a.ts -> b.ts [a.ts:3] import -> c.ts, types alone [a.ts:3] import -> d.ts, only declared [a.ts:3] import',
  ]);
});

test('of a module that imports only what is no code of others it is not said that it imports nothing', () => {
  const docs = {
    module: 'docs/',
    layer: null,
    files: 2,
    lines: 9,
    uses: 0,
    usedBy: 0,
    mostUsed: null,
    file: 'docs/a.ts',
  };
  // Only the modules are read.
  const facts = { modules: { total: 1, rows: [docs] }, byTypes: [], edges: null, counts: { lost: 0, lostInCode: 0 } };
  const [nodes] = nodeSections(facts as unknown as Structure, true);
  expect(nodes?.rows.map(({ text }) => text)).toEqual([
    'docs/: 2 files, 9 lines, no imports of code to or from others; [docs/a.ts] exact',
  ]);
});

test('what manifests ask of one another is told by their folders, or by the file where a folder may have several', () => {
  const join = (from: string, to: string, more: object): object => ({ from, to, file: from, line: 2, ...more });
  const rows = [
    join('a/b/build.gradle.kts', 'core/build.gradle', { scope: 'dev', configuration: 'implementation' }),
    join('a/pom.xml', 'pom.xml', { scope: 'runtime' }),
    join('x/A.csproj', 'x/B.csproj', { scope: 'runtime' }),
  ];
  // Only the joins are read.
  const [declared] = joinSections({ joins: { total: 3, rows } } as unknown as Structure, true);
  expect(declared?.rows.map(({ text }) => text)).toEqual([
    'a/b/ -> core/: implementation of tests [a/b/build.gradle.kts:2] exact',
    'a/ -> ./: runtime [a/pom.xml:2] exact',
    'x/A.csproj -> x/B.csproj: runtime [x/A.csproj:2] exact',
  ]);
  expect(joinSections({ joins: { total: 0, rows: [] } } as unknown as Structure, false)).toEqual([]);
});

/** The title of a list of a comparison; only that is read. */
function impactTitle(list: string, isUsesWhole: boolean): string | undefined {
  const none = { total: 0, rows: [] };
  const changed = { total: 1, rows: [{ file: 'a.ts', change: 'changed', moved: null, isUnit: true }] };
  const parts = { since: 'HEAD~1', elsewhere: null, byHop: [], symbols: none, uses: none, reached: none };
  const impact = { ...parts, changed, added: none, removed: none, isUsesWhole };
  // Only the comparison is read.
  const sections = impactSections({ impact, scope: null } as unknown as Structure, 2);
  return sections.find(({ name }) => name === list)?.title;
}

test('uses of changed symbols that were looked for in part are not said to be all, or none', () => {
  expect(impactTitle('symbol_uses', true)).toMatch(/import them$/);
  expect(impactTitle('symbol_uses', false)).toContain('as far as they were looked for');
});

test('the number of dependents is not said to be of those that are near enough to be listed', () => {
  expect(impactTitle('reached', true)).toBe('nearest dependents (counted at any distance, listed up to 2 hops)');
});

test('dependencies that came and went are said to be within the project, since those on packages are not compared', () => {
  const which = '(tests apart; those on packages of others are not compared)';
  expect(impactTitle('added', true)).toBe(`dependencies within the project that are new ${which}`);
  expect(impactTitle('removed', true)).toBe(`dependencies within the project that are gone ${which}`);
});

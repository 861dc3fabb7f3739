import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCoverage } from './parse-coverage.ts';

/** Lines that ran and lines that did not, per file. */
function read(text: string): Record<string, [ran: number[], not: number[]]> {
  const parsed = parseCoverage(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return Object.fromEntries(
    parsed.value.files.map(({ path, lines }) => [
      path,
      [
        [...lines].filter(([, isRun]) => isRun).map(([line]) => line),
        [...lines].filter(([, isRun]) => !isRun).map(([line]) => line),
      ],
    ]),
  );
}

test('lcov gives its lines, and a line listed twice ran when one entry says so', () => {
  const text =
    'TN:\nSF:/ci/src/a.js\nFN:1,f\nDA:1,2\nDA:2,0\nDA:2,1\nDA:3,0,abc\nLF:3\nend_of_record\nSF:b.js\nend_of_record\n';
  expect(read(text)).toEqual({ '/ci/src/a.js': [[1, 2], [3]], 'b.js': [[], []] });
});

test('Istanbul counts a line as often as the most run statement that begins on it', () => {
  const text = JSON.stringify({
    '/ci/a.js': {
      path: '/ci/a.js',
      statementMap: {
        0: { start: { line: 1 }, end: { line: 4 } },
        1: { start: { line: 2 } },
        2: { start: { line: 2 } },
      },
      s: { 0: 0, 1: 0, 2: 5 },
    },
  });
  expect(read(text)).toEqual({ '/ci/a.js': [[2], [1]] });
});

test('a summary of Istanbul has shares and no lines', () => {
  const text = JSON.stringify({
    total: { lines: { total: 4, covered: 3 } },
    'a.js': { lines: { total: 4, covered: 3 } },
  });
  const parsed = parseCoverage(text);
  expect(parsed.ok && parsed.value.sums).toEqual([{ path: 'a.js', covered: 3, total: 4 }]);
});

test('Cobertura gives lines of classes once, though methods repeat them, and its time', () => {
  const text = `<?xml version="1.0"?><!DOCTYPE coverage SYSTEM "http://x.invalid/cov.dtd"><coverage timestamp="1700000000"><sources><source>/ci</source></sources>
    <packages><package><classes><class filename="a.py"><methods><method><lines><line number="1" hits="1"/></lines></method></methods>
    <lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class></classes></package></packages></coverage>`;
  expect(read(text)).toEqual({ 'a.py': [[1], [2]] });
  const parsed = parseCoverage(text);
  expect(parsed.ok && parsed.value.atMs).toBe(1_700_000_000_000);
});

test('JaCoCo gives files below their packages', () => {
  const text = `<report name="x"><sessioninfo id="s" start="1" dump="1700000000000"/><package name="org/x"><sourcefile name="A.java">
    <line nr="3" mi="0" ci="2"/><line nr="4" mi="2" ci="0"/></sourcefile></package></report>`;
  expect(read(text)).toEqual({ 'org/x/A.java': [[3], [4]] });
});

test('a go profile gives the lines of blocks and the share of statements as go counts it', () => {
  const text = 'mode: set\nx.org/m/a.go:3.10,5.2 2 1\nx.org/m/a.go:7.1,7.9 1 0\nx.org/m/a.go:7.1,7.9 1 0\n';
  expect(read(text)).toEqual({ 'x.org/m/a.go': [[3, 4, 5], [7]] });
  const parsed = parseCoverage(text);
  expect(parsed.ok && parsed.value.notes[0]).toBe(
    '2 of 3 statements were run (66.7 %, as go counts); lines are those of their blocks',
  );
});

test('coverage.py gives its lines; a time without a zone is not believed', () => {
  const text = JSON.stringify({
    meta: { timestamp: '2026-01-02T03:04:05.6' },
    files: { 'a.py': { executed_lines: [1], missing_lines: [2] } },
  });
  expect(read(text)).toEqual({ 'a.py': [[1], [2]] });
  const parsed = parseCoverage(text);
  expect(parsed.ok && parsed.value.atMs).toBeNull();
});

test.each([
  ['nothing', '  '],
  ['prose', 'all is covered'],
  ['a cut lcov', 'SF:a.js\nDA:1,1\n'],
  ['lcov with garbage', 'SF:a.js\nDA:one,1\nend_of_record\n'],
  ['JSON that is no report', '{"a": 1}'],
  ['cut JSON', '{"a": {'],
  ['XML that declares entities', '<!DOCTYPE coverage [<!ENTITY a "aaaa">]><coverage>&a;</coverage>'],
  ['XML that uses unknown entities', '<coverage><packages>&lol;</packages></coverage>'],
  ['cut XML', '<coverage><packages><class filename="a">'],
  ['XML of another kind', '<project><a/></project>'],
  ['Clover, whose root is called alike', '<coverage generated="1"><project><file name="a"/></project></coverage>'],
  ['a garbled go profile', 'mode: set\na.go:1.1 2\n'],
  ['a block without end', 'mode: set\na.go:1.1,9999999.1 1 1\n'],
  ['lines that are none', JSON.stringify({ meta: {}, files: { a: { executed_lines: ['x'], missing_lines: [] } } })],
])('%s is refused in words', (_, text) => {
  const parsed = parseCoverage(text);
  expect(parsed.ok ? '' : parsed.error).toMatch(/^.{10,300}$/s);
});

test('keys that mean something to the runtime are files like others', () => {
  const text = `{"__proto__": {"path": "a.js", "statementMap": {"0": {"start": {"line": 1}}}, "s": {"0": 1}}}`;
  expect(read(text)).toEqual({ 'a.js': [[1], []] });
});

test('no text makes the reader throw', () => {
  const pieces = fc.constantFrom(
    'SF:a',
    'DA:1,1',
    'end_of_record',
    '<coverage>',
    '<class filename="a">',
    '</',
    '{"meta":1,"files":{',
    '}',
    'mode: set',
    'a.go:1.1,2.2 1 1',
    '&x;',
    '\n',
    '"',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
      const parsed = parseCoverage(parts.join('\n'));
      expect(typeof parsed.ok).toBe('boolean');
    }),
  );
});

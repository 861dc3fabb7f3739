import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isIgnored, parseIgnoreFile } from './ignore.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-ignore-'));
spawnSync('git', ['init', '--quiet', folder]);
afterAll(() => rmSync(folder, { recursive: true }));

/** What git says of the paths of files. */
function ignoredByGit(rules: string, paths: readonly string[]): ReadonlySet<string> {
  writeFileSync(join(folder, '.gitignore'), rules);
  const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', '--no-index', '-z', '--stdin'], {
    input: paths.map((path) => `${path}\0`).join(''),
    encoding: 'utf8',
  });
  return new Set(stdout.split('\0'));
}

/** The same by our rules, asked from the top down as a walk does. */
function ignoredByUs(rules: string, path: string): boolean {
  const parsed = parseIgnoreFile(rules, '');
  const names = path.split('/');
  return names.some((_, at) => {
    const isFolder = at < names.length - 1;
    return isIgnored(parsed, names.slice(0, at + 1).join('/'), isFolder);
  });
}

test('rules of the kinds that are followed mean what they mean to git', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '/'), minLength: 1, maxLength: 6 });
  const rule = fc
    .tuple(fc.constantFrom('', '', '!'), pattern, fc.constantFrom('', '', '/'))
    .map((parts) => parts.join(''));
  const path = fc
    .array(name, { minLength: 1, maxLength: 4 })
    .map((names) => names.join('/'))
    // Git takes these for places, not names.
    .filter((text) => !text.split('/').some((part) => part === '.' || part === '..'));
  const usual = (text: string): boolean => !text.includes('//') && !/\*{2}/.test(text);
  fc.assert(
    fc.property(
      fc.array(rule.filter(usual), { maxLength: 8 }),
      fc.array(path, { minLength: 1, maxLength: 40 }),
      (rules, paths) => {
        const text = rules.join('\n');
        const byGit = ignoredByGit(text, paths);
        expect(paths.filter((one) => ignoredByUs(text, one))).toEqual(paths.filter((one) => byGit.has(one)));
      },
    ),
    { numRuns: 150 },
  );
});

test('classes and escapes mean what they mean to git', () => {
  const unit = fc.constantFrom('a', 'b', 'c', '-', '[', '[', ']', ']', '\\', '*', '!', '^', '[:alpha:]', '[a-b]', '?');
  const pattern = fc.string({ unit, minLength: 1, maxLength: 8 });
  const rule = fc.tuple(fc.constantFrom('', '!', '*\n!', 'a/', '/'), pattern).map((parts) => parts.join(''));
  const names = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '-', '[', ']', '!', '^', '*', '?', '\\'),
    minLength: 1,
    maxLength: 3,
  });
  const path = fc.tuple(fc.constantFrom('', 'a/'), names).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), fc.array(path, { minLength: 1, maxLength: 60 }), (rules, paths) => {
      const text = rules.join('\n');
      const byGit = ignoredByGit(text, paths);
      expect(paths.filter((one) => ignoredByUs(text, one))).toEqual(paths.filter((one) => byGit.has(one)));
    }),
    { numRuns: 150 },
  );
  const rules = '*.log\n!keep[0-9].log\n\\#a\nb\\ \n[[:digit:]]x';
  const paths = ['keep1.log', 'keepx.log', '#a', 'b ', 'b', '1x'];
  expect(paths.filter((one) => ignoredByUs(rules, one))).toEqual(['keepx.log', '#a', 'b ', '1x']);
  expect([...ignoredByGit(rules, paths)].filter((one) => one !== '')).toEqual(['keepx.log', '#a', 'b ', '1x']);
});

test('names in other scripts are told apart by their ends too', () => {
  const rules = ['*.é', 'bé', '!bé.é'].join('\n');
  expect(['a.é', 'bé', 'aé', 'bé.é', 'é.b'].map((path) => ignoredByUs(rules, path))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the first rule counts behind a byte order mark, too', () => {
  const rules = '\ufeffout\nlog\n';
  expect([...ignoredByGit(rules, ['out', 'log', 'in'])].filter(Boolean)).toEqual(['out', 'log']);
  expect(['out', 'log', 'in'].filter((path) => ignoredByUs(rules, path))).toEqual(['out', 'log']);
});

test('a line of nothing but backslashes takes no longer than another, and counts for nothing', () => {
  // Linear steps take some milliseconds; quadratic ones would not end within the time that a test has.
  const rules = `${'\\'.repeat(400_000)}a\nout\\\\\nlog\\\\\\ \n`;
  const parsed = parseIgnoreFile(rules, '');
  expect(parsed).toHaveLength(2);
  expect(['out\\', 'log\\ ', 'a'].filter((path) => isIgnored(parsed, path, false))).toEqual(['out\\', 'log\\ ']);
});

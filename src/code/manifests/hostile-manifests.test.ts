import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTEXT, pinned, readManifest } from '../../../test/support/read-manifest.ts';
import { kindOfManifest } from './readers.ts';

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
      const facts = readManifest(file, piece.repeat(20_000));
      expect(typeof facts === 'string' || facts.wanted.length < 20_001).toBe(true);
    }
  });

  test('aliases of YAML that unfold without end are not followed', () => {
    const bomb = `a: &a [x,x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a,*a]`).join('\n')}\npackages:\n  <<: *a\n`;
    expect(pinned('pnpm-lock.yaml', bomb)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ECOSYSTEMS, type Ecosystem } from '../package.ts';
import { schemeOf } from './scheme-of.ts';

/** Each line goes from old to new, and each neighbour is really newer. */
const ORDERED: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['0.0.1', '0.9.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-rc.1', '1.0.0', '1.9.0', '1.10.0', '2.0.0'],
  cargo: ['0.1.0', '0.1.10', '0.2.0', '1.0.0-beta.2', '1.0.0-beta.10', '1.0.0'],
  go: ['v0.0.0-20190101000000-abcdefabcdef', 'v0.1.0', 'v1.9.0', 'v1.10.0', 'v2.0.0+incompatible', 'v3.0.0'],
  pypi: ['1.0.dev1', '1.0a1', '1.0b2', '1.0rc1', '1.0', '1.0.post1', '1.1', '1!0.5'],
  gem: ['1.0.0.pre', '1.0.0.rc1', '1.0.0', '1.0.1', '1.1', '1.10'],
  maven: [
    '1-alpha-1',
    '1-beta',
    '1-m1',
    '1-rc',
    '1-snapshot',
    '1',
    '1-sp',
    '1-foo',
    '1-1',
    '1.1',
    '1.2.0.RELEASE',
    '2.9.10',
    '2.9.10.1',
    '2.10',
  ],
  nuget: ['1.0.0-alpha', '1.0.0-Beta.2', '1.0.0-beta.11', '1.0.0', '1.0.0.1', '1.0.1', '1.10'],
  composer: ['1.0.0-dev', '1.0.0-alpha1', '1.0.0-beta2', '1.0.0-RC1', '1.0.0', '1.0.0-p1', 'v1.0.1', '1.10.0'],
};

const EQUAL: readonly (readonly [Ecosystem, string, string])[] = [
  ['npm', '1.2.3+build.1', '1.2.3'],
  ['npm', '1.2', '1.2.0'],
  ['go', 'v1.2.3', '1.2.3'],
  ['go', 'v2.0.0+incompatible', 'v2.0.0'],
  ['pypi', '1.0', '1.0.0'],
  ['pypi', '1.0-rc.1', '1.0rc1'],
  ['gem', '1.0', '1.0.0'],
  ['maven', '1', '1.0.0'],
  ['maven', '1-ga', '1.0.final'],
  ['maven', '1.0-RC1', '1.0-cr1'],
  ['maven', '1.0alpha1', '1.0-a1'],
  ['maven', '1.0.rc', '1-rc'],
  ['nuget', '1.0', '1.0.0.0'],
  ['nuget', '1.0.0-BETA', '1.0.0-beta'],
  ['composer', 'v1.0', '1.0.0.0'],
];

const RANGES: readonly (readonly [Ecosystem, string, string, boolean | null])[] = [
  ['npm', '1.4.0', '^1.2.3', true],
  ['npm', '2.0.0', '^1.2.3', false],
  ['npm', '2.0.0-rc.1', '>=1', false],
  ['npm', '1.0.0', 'not a range', null],
  ['cargo', '1.9.0', '1.2', true],
  ['cargo', '2.0.0', '1.2', false],
  ['cargo', '0.3.0', '0.2', false],
  ['cargo', '1.5.0', '>=1.2, <1.6', true],
  ['cargo', '1.5.0', '=1.5.1', false],
  ['go', 'v1.2.9', 'v1.2', true],
  ['go', 'v1.2.9', 'v1.2.3', false],
  ['pypi', '1.4.2', '~=1.4', true],
  ['pypi', '2.0', '>=1,<2', false],
  ['pypi', '1.5', '1.5.0', true],
  ['pypi', '1.5', 'garbled!!', null],
  ['gem', '1.9', '~> 1.2', true],
  ['gem', '2.0', '~> 1.2', false],
  ['gem', '2.0', '>= 1.0, < 3', true],
  ['gem', '2.0', '= 2.0; rm', null],
  ['maven', '1.5', '[1.0,2.0)', true],
  ['maven', '2.0', '[1.0,2.0)', false],
  ['maven', '2.5', '(,1.0],[2.0,)', true],
  ['maven', '1.0', '1.0.0', true],
  ['maven', '1.0', '[1.0', null],
  ['nuget', '2.0.0', '1.0', true],
  ['nuget', '0.9.0', '1.0', false],
  ['nuget', '1.9.9', '1.*', true],
  ['nuget', '2.0.0', '[1.0,2.0)', false],
  ['nuget', '2.0.0', '[2.0]', true],
  ['composer', '1.9.0', '^1.2', true],
  ['composer', '0.4.0', '^0.3', false],
  ['composer', '1.9.0', '~1.2', true],
  ['composer', '1.3.0', '~1.2.3', false],
  ['composer', '1.0.9', '1.0.*', true],
  ['composer', '2.4.0', '^1.2 || ^2.0', true],
  ['composer', '2.0.0-beta1', '^1.0', false],
  ['composer', '1.9.9', '1.0 - 1.9', true],
  ['composer', '1.5.0', '>= 1.2 < 1.6', true],
  ['composer', '1.5.0', 'dev-main', null],
  ['composer', '2.0.0-RC1', '>=1.0 <2.0', false],
  ['composer', '2.0.0-beta1', '^2.0', true],
  ['composer', '1.0.0-beta1', '>=1.0', true],
  ['composer', '1.0.0-beta1', '1.0.*', true],
  ['composer', '2.0.0-beta1', '<2.0-stable', true],
  ['composer', '1.4', '>=1.0 !=1.5', true],
  ['composer', '1.5', '>=1.0, !=1.5', false],
  ['nuget', '1.3.0-beta', '1.*-*', true],
  ['nuget', '2.0.0-beta', '1.*-*', false],
  ['nuget', '2.0.0-beta', '*-*', true],
  ['pypi', '4.9', '^4.2', true],
  ['pypi', '5.0', '^4.2', false],
  ['pypi', '0.3.0', '^0.2.3', false],
  ['pypi', '0.0.4', '^0.0.3', false],
  ['pypi', '0.9', '^0', true],
  ['pypi', '1.2.9', '~1.2.3', true],
  ['pypi', '1.3', '~1.2', false],
  ['pypi', '1.9', '~1', true],
  ['pypi', '1.2.9', '1.2.*', true],
  ['pypi', '3.1', '^1.0 || ^3.0', true],
  ['pypi', '2.0', '^1.0 || ^3.0', false],
  ['pypi', '1.5', '^1.0,!=1.5', false],
];

describe('versions', () => {
  test.each(ECOSYSTEMS)('of %s are ordered as the ecosystem documents', (ecosystem) => {
    const { compare, isVersion } = schemeOf(ecosystem);
    for (const [index, version] of ORDERED[ecosystem].entries()) {
      expect(isVersion(version), version).toBe(true);
      for (const newer of ORDERED[ecosystem].slice(index + 1)) {
        expect(compare(version, newer), `${version} < ${newer}`).toBeLessThan(0);
        expect(compare(newer, version), `${newer} > ${version}`).toBeGreaterThan(0);
      }
    }
  });

  test.each(EQUAL)('of %s: %s is the same version as %s', (ecosystem, one, other) => {
    expect(schemeOf(ecosystem).compare(one, other)).toBe(0);
  });

  test.each(RANGES)('of %s: %s in %s is %s', (ecosystem, version, range, expected) => {
    const fitting = schemeOf(ecosystem).fitting([version], range);
    expect(fitting === null ? null : fitting.length === 1).toBe(expected);
  });

  test.each(ECOSYSTEMS)('of %s: any three texts have one order', (ecosystem) => {
    const { compare } = schemeOf(ecosystem);
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        expect(compare(a, a)).toBe(0);
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
        const [low, middle, high] = [a, b, c].toSorted(compare);
        expect(compare(low ?? '', middle ?? '')).toBeLessThanOrEqual(0);
        expect(compare(middle ?? '', high ?? '')).toBeLessThanOrEqual(0);
        expect(compare(low ?? '', high ?? '')).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(ECOSYSTEMS)('of %s: a version fits or not whatever stands beside it', (ecosystem) => {
    const { fitting } = schemeOf(ecosystem);
    fc.assert(
      fc.property(fc.array(anyVersion, { maxLength: 6 }), anyRange, (versions, range) => {
        const each = versions.flatMap((version) => fitting([version], range) ?? []);
        expect(fitting(versions, range) ?? []).toEqual(each);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(ECOSYSTEMS)('of %s: no text and no range make it throw or take long', (ecosystem) => {
    const scheme = schemeOf(ecosystem);
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyVersion), fc.oneof(fc.string(), anyRange), (version, range) => {
        const fitting = scheme.fitting([version], range);
        expect(fitting === null || fitting.every((one) => one === version)).toBe(true);
        scheme.isPrerelease(version);
        scheme.majorOf(version);
      }),
    );
    for (const hostile of ['1'.repeat(100_000), '1.'.repeat(50_000), '[1,'.repeat(30_000), '-'.repeat(100_000)]) {
      scheme.fitting([hostile], hostile);
      scheme.compare(hostile, `${hostile}1`);
    }
  });
});

const part = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map(String),
  fc.constantFrom('a', 'alpha', 'beta', 'b2', 'rc', 'rc1', 'sp', 'final', 'ga', 'dev', 'post1', 'x', 'SNAPSHOT', '00'),
);
const anyVersion = fc
  .tuple(
    fc.constantFrom('', 'v'),
    fc.integer({ min: 0, max: 3 }),
    fc.array(fc.tuple(fc.constantFrom('.', '-', ''), part), { maxLength: 5 }),
  )
  .map(([v, first, rest]) => `${v}${first}${rest.map((piece) => piece.join('')).join('')}`);
const anyRange = fc
  .array(
    fc.tuple(
      fc.constantFrom('^', '~', '~>', '>=', '<', '=', '[', '(', '', '*', '||'),
      anyVersion,
      fc.constantFrom('', ',', ')', ']', ' '),
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.map((piece) => piece.join('')).join(''));

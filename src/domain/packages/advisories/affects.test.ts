import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RangeEvent, RawAdvisory } from '../sources.ts';
import { schemeOf } from '../versions/scheme-of.ts';
import { describeAffected, fixesOf, isAffected } from './affects.ts';

const npm = schemeOf('npm');
const advisory = (ranges: RangeEvent[][], versions: string[] = []): RawAdvisory => ({
  id: 'X-1',
  aliases: [],
  severity: 'high',
  isSeverityEstimated: false,
  kind: 'vulnerability',
  summary: '',
  url: null,
  ranges,
  versions,
});
const from = (version: string): RangeEvent => ({ kind: 'introduced', version });
const fixed = (version: string): RangeEvent => ({ kind: 'fixed', version });
const last = (version: string): RangeEvent => ({ kind: 'last_affected', version });

describe('the affected versions of an advisory', () => {
  test.each<[string, RangeEvent[][], { yes: readonly string[]; no: readonly string[]; text: string }]>([
    [
      'up to a fix',
      [[from('0'), fixed('1.2.0')]],
      { yes: ['0.0.1', '1.1.9', '1.2.0-rc.1'], no: ['1.2.0', '2.0.0'], text: '<1.2.0' },
    ],
    [
      'up to a last one',
      [[from('1.0.0'), last('1.2.0')]],
      { yes: ['1.0.0', '1.2.0'], no: ['0.9.0', '1.2.1'], text: '>=1.0.0 <=1.2.0' },
    ],
    [
      'in two lines',
      [[from('1.0.0'), fixed('1.1.0'), from('2.0.0'), fixed('2.1.0')]],
      { yes: ['1.0.5', '2.0.0'], no: ['1.1.0', '1.9.0', '2.1.0'], text: '>=1.0.0 <1.1.0 || >=2.0.0 <2.1.0' },
    ],
    [
      'in no order',
      [[fixed('2.1.0'), from('2.0.0'), fixed('1.1.0'), from('0')]],
      { yes: ['1.0.5', '2.0.5'], no: ['1.5.0', '2.1.0'], text: '<1.1.0 || >=2.0.0 <2.1.0' },
    ],
    ['without an end', [[from('1.0.0')]], { yes: ['1.0.0', '99.0.0'], no: ['0.9.9'], text: '>=1.0.0' }],
    ['all', [[from('0')]], { yes: ['0.0.0-0', '9.9.9'], no: ['no version'], text: 'all versions' }],
    [
      'below a limit',
      [[from('0'), { kind: 'limit', version: '2.0.0' }]],
      { yes: ['1.0.0'], no: ['2.0.0', '3.0.0'], text: '<2.0.0' },
    ],
    ['written short', [[from('1'), fixed('1.2')]], { yes: ['1.0.0', '1.1.9'], no: ['1.2.0'], text: '>=1 <1.2' }],
  ])('%s are found and told', (_, ranges, { yes, no, text }) => {
    for (const version of yes) expect(isAffected(npm, advisory(ranges), version), version).toBe(true);
    for (const version of no) expect(isAffected(npm, advisory(ranges), version), version).toBe(false);
    expect(describeAffected(npm, advisory(ranges))).toBe(text);
  });

  test('that are listed are affected whatever the ranges say', () => {
    const listed = advisory([[from('2.0.0'), fixed('2.1.0')]], ['1.0.0']);
    expect(isAffected(npm, listed, '1.0.0')).toBe(true);
    expect(describeAffected(npm, advisory([], ['1', '2', '3', '4', '5', '6', '7']))).toBe('1, 2, 3, 4, 5 and 2 more');
    expect(describeAffected(npm, advisory([]))).toBe('not told');
  });

  test('end where they are fixed: of any ranges no fix that ends the last one is affected', () => {
    const number = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 2, maxLength: 8 }), number, (numbers, probe) => {
        const sorted = numbers.toSorted((a, b) => a - b);
        const events = sorted.map((at, index) => (index % 2 === 0 ? from(`${at}.0.0`) : fixed(`${at}.0.0`)));
        const expected = sorted.findLastIndex((at) => at <= probe) % 2 === 0;
        expect(isAffected(npm, advisory([events]), `${probe}.0.0`)).toBe(expected);
        for (const fix of fixesOf(npm, advisory([events])))
          expect(isAffected(npm, advisory([events]), fix)).toBe(false);
      }),
    );
  });
});

import { expect, test } from 'vitest';
import type { Definition } from '../reference.ts';
import { spellingsIn, spellingsOf } from './spellings.ts';

test('what begins as no type of C# does is looked for by no shorter name, which many files have', () => {
  expect(spellingsOf(['getAttribute', 'RouteAttribute', 'Attribute'])).toEqual([
    'getAttribute',
    'RouteAttribute',
    'Attribute',
    'Route',
  ]);
});

test('of names that are declared those that C# and Ruby declare are looked for by a shorter name', () => {
  const declared = (family: string) => [{ family } as Definition];
  const definitions = new Map([
    ['DataAttribute', declared('script')],
    ['RouteAttribute', [...declared('java'), ...declared('csharp')]],
    ['level=', declared('ruby')],
    ['==', declared('ruby')],
  ]);
  expect(spellingsIn(definitions)).toEqual(['DataAttribute', 'RouteAttribute', 'level=', '==', 'Route', 'level']);
});

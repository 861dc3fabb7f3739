import { expect, test } from 'vitest';
import type { Definition } from '../reference.ts';
import { spellingsIn, spellingsOf } from './csharp-attributes.ts';

test('what begins as no type of C# does is looked for by no shorter name, which many files have', () => {
  expect(spellingsOf(['getAttribute', 'RouteAttribute', 'Attribute'])).toEqual([
    'getAttribute',
    'RouteAttribute',
    'Attribute',
    'Route',
  ]);
});

test('of names that are declared those that C# declares are looked for by a shorter name', () => {
  const declared = (family: string) => [{ family } as Definition];
  const definitions = new Map([
    ['DataAttribute', declared('script')],
    ['RouteAttribute', [...declared('java'), ...declared('csharp')]],
  ]);
  expect(spellingsIn(definitions)).toEqual(['DataAttribute', 'RouteAttribute', 'Route']);
});

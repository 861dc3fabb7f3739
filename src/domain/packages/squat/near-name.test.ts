import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ECOSYSTEMS, type Ecosystem } from '../package.ts';
import { findNearName, isWithinEdits } from './near-name.ts';
import { POPULAR_NAMES } from './popular-names.ts';

describe('a name that could be mistaken for a popular one', () => {
  test.each<[Ecosystem, string, string]>([
    ['npm', 'lodahs', 'lodash'],
    ['npm', 'expresss', 'express'],
    ['npm', 'l0dash', 'lodash'],
    ['npm', 'crossenv', 'cross-env'],
    ['npm', 'cross-env.js', 'cross-env'],
    ['npm', 'electorn', 'electron'],
    ['npm', 'mongose', 'mongoose'],
    ['npm', 'babel-preset-react', '@babel/preset-react'],
    ['npm', '@bable/core', '@babel/core'],
    ['npm', 'axios-js', 'axios'],
    ['npm', 'node-lodash', 'lodash'],
    ['npm', 'lоdash', 'lodash'],
    ['pypi', 'reqeusts', 'requests'],
    ['pypi', 'python3-dateutil', 'python-dateutil'],
    ['pypi', 'pythondateutil', 'python-dateutil'],
    ['cargo', 'rustdecima1', 'rustdecimal'],
    ['go', 'github.com/gin-gonlc/gin', 'github.com/gin-gonic/gin'],
  ])('%s %s is near %s', (ecosystem, name, popular) => {
    expect(findNearName({ ecosystem, name })?.popular).toBe(popular);
  });

  test.each<[Ecosystem, string]>([
    ['npm', 'lodash'],
    ['npm', 'preact'],
    ['npm', 'tap'],
    ['npm', 'koa'],
    ['npm', 'kao'],
    ['npm', '@fastify/cookie'],
    ['npm', 'an-entirely-different-name'],
    ['pypi', 'python_dateutil'],
    ['pypi', 'Flask'],
    ['cargo', 'serde-json'],
    ['nuget', 'newtonsoft.json'],
  ])('%s %s is not', (ecosystem, name) => {
    expect(findNearName({ ecosystem, name })).toBeNull();
  });

  test.each(ECOSYSTEMS)('no popular name of %s is taken for a squat of another', (ecosystem) => {
    for (const name of POPULAR_NAMES[ecosystem]) expect(findNearName({ ecosystem, name }), name).toBeNull();
  });

  test('the number of edits agrees with what was done to the name', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.string({ maxLength: 1 }),
        (name, at, letter) => {
          const place = at % (name.length + 1);
          const edited = name.slice(0, place) + letter + name.slice(place + (at % 2));
          expect(isWithinEdits(name, edited, 1)).toBe(true);
          expect(isWithinEdits(edited, name, 1)).toBe(true);
          expect(isWithinEdits(name, `${edited}#%&`, 1)).toBe(false);
        },
      ),
    );
  });
});

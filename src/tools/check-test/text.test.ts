import { expect, test } from 'vitest';
import { frameworkTexts } from './text.ts';

test('a framework stands with the line that proves it; a file that proves it by its name is told once', () => {
  const texts = frameworkTexts([
    { name: 'mocha', file: 'package.json', line: 8, evidence: 'devDependencies.mocha' },
    { name: 'phpunit', file: 'api/phpunit.xml.dist', line: null, evidence: 'phpunit.xml.dist' },
  ]);
  expect(texts).toEqual(['mocha (package.json:8 devDependencies.mocha)', 'phpunit (api/phpunit.xml.dist)']);
});

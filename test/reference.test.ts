import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFERENCE_PAGES } from '../scripts/reference-pages.ts';

// Guards readers: a page that lags behind the tables would be believed.
test.each(Object.entries(REFERENCE_PAGES))('%s says what the source says (else: npm run docs)', (path, render) => {
  expect(readFileSync(path, 'utf8')).toBe(render());
});

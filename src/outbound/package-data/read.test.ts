import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateIn, fieldOf, listIn, repositoryUrlOf, textIn, textsIn } from './read.ts';

test.each([
  ['git+https://github.com/acme/thing.git', 'https://github.com/acme/thing'],
  ['git@github.com:acme/thing.git', 'https://github.com/acme/thing'],
  ['git+ssh://git@github.com/acme/thing.git', 'https://github.com/acme/thing'],
  ['git://github.com/acme/thing', 'https://github.com/acme/thing'],
  ['http://example.org/thing/', 'https://example.org/thing'],
  ['acme/thing', 'https://github.com/acme/thing'],
  ['gitlab:acme/thing', 'https://gitlab.com/acme/thing'],
  ['https://name:word@github.com/acme/thing', null],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['localhost', null],
  ['', null],
  [null, null],
])('the repository %s is %s', (text, expected) => {
  expect(repositoryUrlOf(text)).toBe(expected);
});

test('nothing that JSON can hold makes a reader throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, name) => {
      fieldOf(value, name);
      listIn(value, name, 3);
      textsIn(value, name, 3);
      dateIn(value, name);
      repositoryUrlOf(textIn(value, name));
    }),
  );
});

test('what every object inherits is no field', () => {
  expect(fieldOf({}, 'constructor')).toBeUndefined();
  expect(fieldOf({}, '__proto__')).toBeUndefined();
});

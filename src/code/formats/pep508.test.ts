import { expect, test } from 'vitest';
import { addressWords, normalName, readRequirement, requirementText } from './pep508.ts';

test.each([
  ['requests', { name: 'requests', requested: null, origin: null }, ''],
  [
    'requests[socks] >=2.0,<3 ; python_version > "3.8"',
    { name: 'requests', requested: '>=2.0,<3', origin: null },
    '[socks]>=2.0,<3 ; python_version > "3.8"',
  ],
  ['a; os_name == "nt"', { name: 'a', requested: null, marker: 'os_name == "nt"' }, '; os_name == "nt"'],
  ['a>=1 ;  ', { name: 'a', requested: '>=1', marker: null }, '>=1'],
  ['a.b_c (==1.*)', { name: 'a.b_c', requested: '==1.*', origin: null }, '==1.*'],
  [
    'x[y] @ git+https://h/x.git ; a',
    { name: 'x', requested: 'git+https://h/x.git', origin: 'git' },
    '[y] @ git+https://h/x.git ; a',
  ],
  ['x@https://h/x.whl', { name: 'x', requested: 'https://h/x.whl', origin: 'address of a file' }, '@ https://h/x.whl'],
])('%s is a requirement', (text, parts, written) => {
  const found = readRequirement(text);
  expect(found).toMatchObject(parts);
  expect(found && requirementText(found)).toBe(written);
});

test.each(['', '# a', './a', '-r a.txt', 'see the docs', 'git+https://h/x.git', 'a b>=1'])(
  '"%s" is no requirement',
  (text) => {
    expect(readRequirement(text)).toBeNull();
  },
);

test('an address is told in a word, and names are alike whatever joins their parts', () => {
  expect(['git+ssh://a', 'hg+http://a', 'http://a', '../a'].map(addressWords)).toEqual([
    'git',
    'version control',
    'address of a file',
    'file',
  ]);
  expect(normalName('Zope._-Interface')).toBe('zope-interface');
});

test('a text of spaces alone takes no time that grows with more than its length', () => {
  const wide = ' '.repeat(200_000);
  expect(readRequirement(`a${wide}x\ny`)).toBeNull();
  expect(readRequirement(`a @ b${wide}c`)).toMatchObject({ name: 'a', origin: 'file' });
});

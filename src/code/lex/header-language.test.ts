import { expect, test } from 'vitest';
import { languageOfText } from './header-language.ts';

test.each([
  ['a.h', '#include <string>\n', 'cpp'],
  ['a.h', 'class LIB_EXPORT Slice {\n', 'cpp'],
  ['a.h', 'namespace a {\n', 'cpp'],
  ['a.h', '/* class of all\n * namespace { */\n#include <string.h>\nstruct a { int b; };\n', 'c'],
  ['a.c', 'int class;\n', 'c'],
  ['run', '#!/bin/sh\n', 'shell'],
])('a header is in the language that its text is written in: %s %j', (path, text, id) => {
  expect(languageOfText(path, text)?.id).toBe(id);
});

test('a text of blanks costs no more than looking at it', () => {
  expect(languageOfText('a.h', ' class a '.repeat(200_000) + '\n'.repeat(200_000))?.id).toBe('c');
});

import { expect, test } from 'vitest';
import { languageIn, languageKeyOf, mayBeProgram } from './shebang.ts';

test.each([
  ['#!/bin/sh\n', 'Shell'],
  ['#! /usr/bin/env bash\r\necho', 'Shell'],
  ['#!/usr/bin/env php\n<?php', 'PHP'],
  ['#!/usr/bin/python3.12 -u\n', 'Python'],
  ['#!/usr/bin/env -S uv run --script\n', 'Python'],
  ['#!/usr/bin/env -S A=1 ruby2.7 -w\n', 'Ruby'],
  ['#!/usr/bin/env node', 'JavaScript'],
  ['#!/usr/bin/env -S deno run\n', 'TypeScript'],
  ['#!/usr/bin/perl -w\n', 'Perl'],
])('a program without an ending is in the language that its first line asks for: %j', (text, name) => {
  expect(languageIn('bin/run', text)?.name).toBe(name);
});

test.each([
  '',
  '#!',
  '#!\n/bin/sh',
  '# !/bin/sh',
  '#!/bin/cat\n',
  '#!/usr/bin/env\nsh',
  ' #!/bin/sh',
  `#!${' '.repeat(300)}/bin/sh`,
])('a text that asks for no known interpreter is none: %j', (text) => {
  expect(languageIn('bin/run', text)).toBeNull();
});

test('a name says more than a first line, and a name with an ending or a dot in front is never a program by it', () => {
  expect(languageIn('bin/run.py', '#!/bin/sh\n')?.name).toBe('Python');
  expect(languageIn('Makefile', '#!/usr/bin/env node\n')?.name).toBe('Makefile');
  // Bazel's file has capitals.
  expect(['scripts/build', 'BUILD'].map((path) => languageIn(path, '#!/bin/sh\n')?.name)).toEqual([
    'Shell',
    'Starlark',
  ]);
  expect(languageIn('run.unknown', '#!/bin/sh\n')).toBeNull();
  expect(languageIn('.hidden', '#!/bin/sh\n')).toBeNull();
  expect(['bin/run', 'a.b/run', 'LICENSE', 'a/.run', 'x.y'].filter(mayBeProgram)).toEqual(['bin/run', 'a.b/run']);
});

test('the same bytes are another content under a name that says nothing than under one with an unknown ending', () => {
  expect(['run', 'run.unknown', 'run.rb'].map(languageKeyOf)).toEqual(['#!', '', 'ruby']);
});

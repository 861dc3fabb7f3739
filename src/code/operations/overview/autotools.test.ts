import { expect, test } from 'vitest';
import { commandsOf, overviewOf } from '../../../../test/support/overview-of.ts';

const CONFIGURE = 'AC_INIT([a], 1)\n';

test.each([
  [
    'a script that makes configure',
    { 'configure.ac': CONFIGURE, 'autogen.sh': 'autoreconf\n', 'Makefile.am': 'bin_PROGRAMS = a\nTESTS = x.sh\n' },
    [
      'build sh autogen.sh && ./configure && make convention configure.ac:null',
      'test make check convention Makefile.am:2',
    ],
  ],
  [
    'no such script',
    { 'configure.ac': CONFIGURE, 'Makefile.am': 'bin_PROGRAMS = a\n' },
    ['build autoreconf -i && ./configure && make convention configure.ac:null'],
  ],
  [
    'a configure that is there',
    { 'configure.ac': CONFIGURE, configure: '#!/bin/sh\n' },
    ['build ./configure && make convention configure.ac:null'],
  ],
  ['an example alone', { 'examples/configure.ac': CONFIGURE }, []],
])('Autotools with %s build by their convention', async (_, files, commands) => {
  expect(commandsOf(await overviewOf(files))).toEqual(commands);
});

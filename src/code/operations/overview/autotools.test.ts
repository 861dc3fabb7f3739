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

const MAKEFILE = `bin_PROGRAMS = fetch \\
  fetchd $(MORE) @ALSO@ # and no more
noinst_PROGRAMS = info
lib_LTLIBRARIES = libfetch.la
if BUILD_UNITTESTS
lib_LTLIBRARIES += libunits.la
else
sbin_PROGRAMS = guard
endif
if WITH_TOOLS
bin_PROGRAMS += fetch tool
endif
check_PROGRAMS = probe
`;

test('what a Makefile.am installs is an entry point, each once, and what it builds for tests or itself is none', async () => {
  const { entryPoints } = await overviewOf({ 'configure.ac': CONFIGURE, 'src/Makefile.am': MAKEFILE });
  expect(entryPoints.map(({ kind, name, line }) => `${kind} ${name} :${line}`).toSorted()).toEqual([
    'bin fetch :1',
    'bin fetchd :1',
    'bin guard :8',
    'bin tool :11',
    'library libfetch :4',
  ]);
});

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

test('what CI runs of the tests of Automake is a test, as `make check` is', async () => {
  const files = {
    'configure.ac': CONFIGURE,
    'Makefile.am': 'TESTS = x.sh\n',
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: make check VERBOSE=yes\n',
  };
  expect(commandsOf(await overviewOf(files))).toContain('test make check VERBOSE=yes ci .github/workflows/ci.yml:4');
});

test('what is only built on request is no entry point of a Makefile.am', async () => {
  const configure = `AC_ARG_ENABLE([inject], AS_HELP_STRING([--enable-inject], [b]))
AC_ARG_ENABLE([tool], [AS_HELP_STRING([--disable-tool], [b])], [], [enable_tool=yes])
AM_CONDITIONAL([WITH_INJECT], [test "x$enable_inject" = xyes])
AM_CONDITIONAL([WITH_TOOL], [test "x$enable_tool" = xyes])
AM_CONDITIONAL([WITH_OTHER], [test "x$enable_other" != xno])
`;
  const makefile = `if WITH_INJECT
lib_LTLIBRARIES = libinject.la
else
lib_LTLIBRARIES = libplain.la
endif
if WITH_TOOL
bin_PROGRAMS = tool
endif
if WITH_OTHER
bin_PROGRAMS += other
endif
`;
  const { entryPoints } = await overviewOf({ 'configure.ac': configure, 'Makefile.am': makefile });
  expect(entryPoints.map(({ name }) => name).toSorted()).toEqual(['libplain', 'other', 'tool']);
});

test.each([
  ['AC_CHECK_LIB([onig],[onig_version])\n', ['configure.ac: libraries that it looks for are not told']],
  ['  PKG_CHECK_MODULES([GLIB], [glib-2.0])\n', ['configure.ac: libraries that it looks for are not told']],
  ['dnl AC_CHECK_LIB([m],[sin])\nAC_CHECK_FUNCS([sin])\n', []],
])('that libraries are looked for by a configure.ac is told as a gap: %j', async (text, gaps) => {
  expect((await overviewOf({ 'configure.ac': CONFIGURE + text })).gaps).toEqual(gaps);
});

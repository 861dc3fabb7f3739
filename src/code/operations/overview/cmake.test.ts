import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { readCmake } from './cmake.ts';

const TOP = `project(shop LANGUAGES CXX)
option(SHOP_BUILD_TESTS "Build tests" ON)
option(SHOP_WITH_TLS "TLS")
add_library(shop "")
add_library(shop_internal OBJECT a.cc)
add_library(dep::x ALIAS shop)
add_executable(\${PROJECT_NAME}-util "tools/util.cc")
add_subdirectory(server)
if(SHOP_BUILD_TESTS)
  enable_testing()
  add_executable(shop_tests a_test.cc)
  add_test(NAME shop_tests COMMAND shop_tests)
  function(shop_test file)
    add_executable("\${name}" "\${file}")
    add_test(NAME "\${name}" COMMAND "\${name}")
  endfunction()
  shop_test("db/c_test.c")
endif()
`;

test('CMake tells options, tests and targets of its files, not those that are built for tests', async () => {
  const { commands, entryPoints, manifests } = await factSheetOf(
    {
      'CMakeLists.txt': TOP,
      'server/CMakeLists.txt': 'add_executable(shopd main.cc net.cc)\n',
      'server/main.cc': '',
      'server/net.cc': '',
      'tools/util.cc': '',
      'examples/CMakeLists.txt': 'add_executable(example a.cc)\n',
    },
    readCmake,
  );
  expect(commands.map(({ kind, command, line, detail }) => [kind, command, line, detail])).toEqual([
    [
      'build',
      'cmake -B build && cmake --build build',
      null,
      'options with their defaults: SHOP_BUILD_TESTS=ON, SHOP_WITH_TLS=OFF',
    ],
    ['test', 'ctest --test-dir build', 10, 'if SHOP_BUILD_TESTS=ON; tests: shop_tests, db/c_test.c'],
  ]);
  expect(entryPoints.map(({ kind, name, file, line, target }) => `${kind} ${name} ${file}:${line} ${target}`)).toEqual([
    'library shop CMakeLists.txt:4 null',
    'bin shop-util CMakeLists.txt:7 tools/util.cc',
    'bin shopd server/CMakeLists.txt:1 server/main.cc',
  ]);
  expect(manifests.map(({ file }) => file)).toEqual(['CMakeLists.txt']);
});

test('a target is told by the value of a variable that is set once, and a library that is only built on request is none', async () => {
  const { entryPoints } = await factSheetOf(
    {
      'CMakeLists.txt': `project(web C)
set(EXE_NAME "fetch")
set(LIB_NAME fetchlib)
set(MODE a)
if(WIN32)
  set(MODE b)
  set(ONLY c)
endif()
set(KEPT d CACHE STRING "")
`,
      'src/CMakeLists.txt': `set(HERE near)
add_executable(\${EXE_NAME} \${SOURCES})
add_executable(fetch::\${EXE_NAME} ALIAS \${EXE_NAME})
add_library(\${LIB_NAME}_shared SHARED a.c)
add_library(\${HERE} a.c)
add_executable(\${MODE} a.c)
add_executable(\${ONLY} a.c)
add_executable(\${KEPT} a.c)
add_executable(info EXCLUDE_FROM_ALL info.c)
add_library(forunits STATIC EXCLUDE_FROM_ALL a.c)
`,
      'lib/CMakeLists.txt': `add_library(\${HERE} a.c)\n`,
    },
    readCmake,
  );
  expect(entryPoints.map(({ kind, name, file, line }) => `${kind} ${name} ${file}:${line}`)).toEqual([
    'bin fetch src/CMakeLists.txt:2',
    'library fetchlib_shared src/CMakeLists.txt:4',
    'library near src/CMakeLists.txt:5',
    'bin info src/CMakeLists.txt:9',
  ]);
});

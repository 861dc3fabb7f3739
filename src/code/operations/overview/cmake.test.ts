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

import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { overviewOf } from '../../../../test/support/overview-of.ts';
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

test('what a folder of documents shows is no program, unless the top itself is one', async () => {
  const shown = { 'docs/code/CMakeLists.txt': 'add_executable(uvwget uvwget/main.c)\n', 'docs/code/uvwget/main.c': '' };
  const { entryPoints } = await factSheetOf({ 'CMakeLists.txt': 'add_library(uv a.c)\n', ...shown }, readCmake);
  expect(entryPoints.map(({ name }) => name)).toEqual(['uv']);
  const alone = await factSheetOf(shown, readCmake);
  expect(alone.entryPoints.map(({ name }) => name)).toEqual(['uvwget']);
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

test('a target is called by a variable that is set to the name of the project', async () => {
  const text = `project(shop_json)\nset(TARGET \${PROJECT_NAME})\nadd_library(\${TARGET} INTERFACE)\ntarget_include_directories(\${TARGET} INTERFACE include)\nset(B \${C})\nadd_library(\${B} a.c)\n`;
  const { entryPoints } = await factSheetOf({ 'CMakeLists.txt': text }, readCmake);
  expect(entryPoints.map(({ kind, name, line }) => [kind, name, line])).toEqual([['library', 'shop_json', 3]]);
});

test('packages that CMake asks for are dependencies: always, on a condition, or for tests alone', async () => {
  const { dependencies } = await factSheetOf(
    {
      'CMakeLists.txt': `find_package(Threads REQUIRED)
find_package(OpenSSL 3.0...<4 REQUIRED COMPONENTS Crypto)
find_package(Perl)
if(USE_ARES)
  find_package(Cares REQUIRED)
endif()
find_package(Cares)
if(SHOP_TESTS)
  find_package(GTest REQUIRED)
endif()
# find_package(Gone REQUIRED)
FetchContent_Declare(fmt GIT_REPOSITORY https://example.org/fmt GIT_TAG 10.2.1)
find_package(\${BACKEND} REQUIRED)
`,
      'server/CMakeLists.txt': 'find_package(Perl REQUIRED)\n',
    },
    readCmake,
  );
  expect(
    dependencies.map(
      ({ ecosystem, name, requirement, scope, file, line }) =>
        `${ecosystem} ${name} ${requirement} ${scope} ${file}:${line}`,
    ),
  ).toEqual([
    'cmake Threads  build CMakeLists.txt:1',
    'cmake OpenSSL 3.0...<4 build CMakeLists.txt:2',
    'cmake Perl  optional CMakeLists.txt:3',
    'cmake Cares  optional CMakeLists.txt:5',
    'cmake GTest  dev CMakeLists.txt:9',
    'cmake fmt 10.2.1 build CMakeLists.txt:12',
    'cmake Perl  build server/CMakeLists.txt:1',
  ]);
});

test.each([
  `find_package(\${BACKEND})`,
  'check_library_exists(snappy snappy_compress "" HAVE_SNAPPY)',
  'find_library(M m)',
])('what CMake looks for by %s is told to be left out', async (command) => {
  const { gaps, dependencies } = await overviewOf({ 'CMakeLists.txt': `project(a)\n${command}\n` });
  expect(dependencies).toEqual([]);
  expect(gaps).toEqual([
    'CMakeLists.txt: libraries that are looked for by other commands than find_package, or by names in variables, are not told',
  ]);
});

test('what only holds settings for the compiler is no library, what gives out headers is one', async () => {
  const text = `project(shop)
add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
add_library(project_warnings INTERFACE)
add_library(shop_headers INTERFACE)
target_include_directories(shop_headers INTERFACE include)
add_library(shop_all INTERFACE)
add_library(shop::all ALIAS shop_all)
add_library(shop_lean INTERFACE)
set(SHOP_TARGETS shop_headers shop_lean)
`;
  const { entryPoints } = await factSheetOf({ 'CMakeLists.txt': text }, readCmake);
  expect(entryPoints.map(({ name }) => name)).toEqual(['shop_headers', 'shop_all', 'shop_lean']);
});

test('a library without sources is the same by its name and by the variable that holds it', async () => {
  const text = `project(shop)
add_library(shop INTERFACE)
target_include_directories(\${PROJECT_NAME} INTERFACE include)
set(LEAN shop_lean)
add_library(\${LEAN} INTERFACE)
install(TARGETS shop_lean)
add_library(shop_old INTERFACE)
set_target_properties(shop_old PROPERTIES INTERFACE_INCLUDE_DIRECTORIES old)
add_library(shop_flags INTERFACE)
set_target_properties(shop_flags PROPERTIES INTERFACE_COMPILE_OPTIONS -Wall)
set(OPTIONS shop_options)
add_library(\${OPTIONS} INTERFACE)
target_compile_features(\${OPTIONS} INTERFACE cxx_std_20)
`;
  const { entryPoints } = await factSheetOf({ 'CMakeLists.txt': text }, readCmake);
  expect(entryPoints.map(({ name }) => name)).toEqual(['shop', 'shop_lean', 'shop_old']);
});

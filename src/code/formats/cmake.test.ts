import { expect, test } from 'vitest';
import { readCMake } from './cmake.ts';

test('commands are read with their words, conditions and functions, not what stands in comments', () => {
  const text = `# project(no)
#[[ project(no)
]] project(app VERSION 1)
IF(BUILD_TESTS AND (UNIX OR WIN32)) # tests
  enable_testing()
  function(one_test file)
    add_test(NAME "\${file}" COMMAND "a b" # c
      x)
  endfunction()
else()
  Set(a "(")
endif()
one_test(a.c)
`;
  expect(
    readCMake(text).map(({ name, words, line, conditions, within }) => [line, name, words, conditions, within]),
  ).toEqual([
    [3, 'project', ['app', 'VERSION', '1'], [], null],
    [4, 'if', ['BUILD_TESTS', 'AND', 'UNIX', 'OR', 'WIN32'], [], null],
    [5, 'enable_testing', [], ['BUILD_TESTS AND UNIX OR WIN32'], null],
    [6, 'function', ['one_test', 'file'], ['BUILD_TESTS AND UNIX OR WIN32'], null],
    [7, 'add_test', ['NAME', `\${file}`, 'COMMAND', 'a b', 'x'], ['BUILD_TESTS AND UNIX OR WIN32'], 'one_test'],
    [9, 'endfunction', [], ['BUILD_TESTS AND UNIX OR WIN32'], null],
    [10, 'else', [], [], null],
    [11, 'set', ['a', '('], ['else'], null],
    [12, 'endif', [], [], null],
    [13, 'one_test', ['a.c'], [], null],
  ]);
});

test('an argument in brackets is one word, whatever stands in it', () => {
  const text = 'set(A [=[ ( ]] "#\n]=] b[[c]])\nadd_library(d [[\ne]])\n';
  expect(readCMake(text).map(({ name, words, line }) => [line, name, words])).toEqual([
    [1, 'set', ['A', ' ( ]] "#\n', 'b[[c]]']],
    [3, 'add_library', ['d', 'e']],
  ]);
});

test.each(['a([[', '[=[', '[[]', 'a(', 'if(a)\n', '"', 'a("', '#[[', '#[=[\n', 'a(\\"'])(
  '%j over and over is read in time linear in the text',
  (piece) => {
    const started = performance.now();
    readCMake(piece.repeat(100_000));
    readCMake(`a(${piece.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);

import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test.each([
  'template <typename T, typename U = T> void named(T a) {}',
  'template <int N = 3> void named(int a) {}',
  'template <typename T, int = 0> T named(T a) { return a; }',
  'template <typename T, bool B = sizeof(T) == sizeof(int)> void named() {}',
  'template <typename T, bool B = (sizeof(T) != 4)> void named() {}',
  'template <typename T, bool B = sizeof(T) >= 4> void named() {}',
  'template <typename T, int N = 1 << 3> void named() {}',
  'template <typename T, ENABLE_IF(is_a<T>::value || is_b<T>::value)> inline void named() {}',
  'template <typename T, typename = enable_if_t<a<T>::v || b<T>::v>> auto named(T t) -> int { return 1; }',
  'template <template <typename = int> class C, typename T = C<>> void named(T t) {}',
  'template <typename... T, int N = sizeof...(T), int M = count<T...>()> constexpr INLINE auto named(T&... t) { return N; }',
  'template <typename T> requires A<T> || B<T> void named(T t) {}',
  'template <typename T> requires (sizeof(T) == 4) void named(T t) {}',
  'API template <typename T = int> void named(T t) {}',
])('finds a function of C++ whatever its template asks of its parameters: %s', (text) => {
  expect(scan('a.cc', text)).toEqual(['1-1 function named']);
});

test('finds members with templates of their own, in and outside of their type, and operators', () => {
  const text = `template <typename T = int> struct Box {
  template <typename U = T> void put(U u);
  template <typename U, ENABLE_IF(sizeof(U) == 4)> Box(U u) {}
  template <typename U = T> U GET(U u);
};
template <typename T> template <typename U = T> void Box<T>::put(U u) {}
template <typename T = int> bool operator==(T a, T b) { return true; }
`;
  expect(scan('a.cc', text)).toEqual([
    '1-5 struct Box',
    '2-2 method Box/put',
    '3-3 method Box/Box',
    '4-4 method Box/GET',
    '6-6 method Box/put[1]',
    '7-7 function operator==',
  ]);
});

test('a template that only announces, or whose value is a call, declares no function', () => {
  const text = `template <typename T = int> class Ahead;
template <typename T = int> void announced(T a);
template <typename T = int> using Name = Box<T>;
template <typename T = int> Box(T) -> Box<T>;
int chosen = 1 < 2 ? first(1) : second(2);
`;
  expect(scan('a.cc', text)).toEqual(['3-3 type Name', '5-5 variable chosen']);
});

test('takes time with the length of a text of templates that never close, not with its square', () => {
  const text = `${'template <typename T = '.repeat(20_000)}void f() {}\n${'template <a '.repeat(20_000)}`;
  expect(scan('a.cc', text).length).toBeLessThan(3);
});

import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

const IMPORTS = 'import org.springframework.web.bind.annotation.*;';

/** Method and path of every route. */
function routes(file: string, lines: readonly string[]): readonly string[] {
  return findRoutes(file, [IMPORTS, ...lines].join('\n')).map(({ method, path }) => `${method} ${path}`);
}

test('Spring: each controller of a file has its own prefix', () => {
  expect(
    routes('A.java', [
      '@RestController @RequestMapping("/a") class A {',
      '  @GetMapping("/x") String x() { return ""; }',
      '  record Inner(@Valid String a) {}',
      '  static class Other { @GetMapping("/none") String n() { return ""; } }',
      '  @PutMapping("/z") String z() { run(() -> { return 1; }); return ""; }',
      '}',
      '@RequestMapping("/b") @Tags({"b"}) @RestController class B {',
      '  @GetMapping({"/y", "/w"}) String y() { return ""; }',
      '}',
      'class Plain { @GetMapping("/plain") String p() { return ""; } }',
      '@RestController class C { @DeleteMapping("/c") String c() { return ""; } }',
    ]),
  ).toEqual(['GET /a/x', 'PUT /a/z', 'GET /b/y', 'GET /b/w', 'DELETE /c']);
});

test('Spring: in Kotlin, types without a body and functions without braces end nothing', () => {
  expect(
    routes('A.kt', [
      'data class Dto(val a: Int)',
      '@RestController',
      '@RequestMapping("/a")',
      'class A(val s: S) {',
      '  data class Own(val b: Int)',
      '  @GetMapping("/x") fun x() = "x"',
      '  @GetMapping("/y")',
      '  fun y() { run { 1 } }',
      '}',
    ]),
  ).toEqual(['GET /a/x', 'GET /a/y']);
});

test('Spring: methods may be imported by their names, and those that are not read make no route', () => {
  expect(
    routes('A.java', [
      '@RestController class A {',
      '  @RequestMapping(value = "/x", method = POST) String x() { return ""; }',
      '  @RequestMapping(value = "/y", method = {GET, RequestMethod.PUT}) String y() { return ""; }',
      '  @RequestMapping(value = "/z", method = METHODS) String z() { return ""; }',
      '  @RequestMapping(value = "/method = {}") String w() { return ""; }',
      '}',
    ]),
  ).toEqual(['POST /x', 'GET /y', 'PUT /y', 'ANY /method = {}']);
});

test('Spring: thousands of classes, marks and open braces end in time', () => {
  for (const part of [
    '@RestController class A { ',
    '@RequestMapping("/a") ',
    'class A ( ',
    '{ @GetMapping(',
    '@GetMapping',
  ]) {
    expect(() => routes('A.java', [part.repeat(20_000)])).not.toThrow();
  }
});

test('Spring: a class of several prefixes answers below each of them', () => {
  const text = [
    'import org.springframework.web.bind.annotation.*;',
    '@RestController',
    '@RequestMapping({"/a", "/b"})',
    'class Shop {',
    '  @GetMapping("/x") String x() { return ""; }',
    '  @PostMapping String y() { return ""; }',
    '}',
  ].join('\n');
  const told = findRoutes('src/Shop.java', text).map(({ method, path }) => `${method} ${path}`);
  expect(told).toEqual(['GET /a/x', 'GET /b/x', 'POST /a', 'POST /b']);
});

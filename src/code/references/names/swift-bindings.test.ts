import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

/** Lines of a class that has a method `request`, with the uses of it that are told and how they are known. */
async function usesIn(lines: readonly string[]): Promise<readonly string[]> {
  const text = ['class Session {', '    func request() {}', ...lines.map((line) => `    ${line}`), '}', ''].join('\n');
  const { rows } = await askCode({ 'Sources/A/Session.swift': text }, { mode: 'references', query: 'Session/request' });
  return rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort();
}

test.each([
  ['a constant', ['func f() { let request = g(); h(request) }']],
  [
    'a variable of a computed property',
    ['var f: Int {', '    guard var request = g() else { return 1 }', '    return request.n', '}'],
  ],
  ['a part of a tuple', ['func f() { let (a, request) = g(); h(request) }']],
  ['a value of a case', ['func f() { switch a { case let .some(b, request): h(request) } }']],
  [
    'a loop',
    [
      'func f() { for request in all where !request.isOver { request.end() } }',
      'func g() { for (a, request) in all { a(request) } }',
    ],
  ],
  ['a parameter', ['func f(_ request: R) { h(request) }']],
  [
    'a parameter behind a label',
    ['func f<T>(for a: Int,', '          with request: any R) async throws -> T where T: A {', '    h(request)', '}'],
  ],
  [
    'a parameter of a closure',
    ['func f() { g { request in h(request) } }', 'func g() { g { [weak self] a, request in', '    h(request) } }'],
  ],
  ['the later of two constants', ['func f() { let a: Int = g(1, 2), request = 2; h(request) }']],
  [
    'a loop over what comes later',
    [
      'func f() { for await request in all { h(request) } }',
      'func g() { for try await (a, request) in all { h(request) } }',
    ],
  ],
  ['what a closure captures by another name', ['func f() { g { [a, weak request = b] in h(request) } }']],
  [
    'a parameter of a closure with an attribute',
    [
      'func f() { g { @Sendable request in h(request) } }',
      'func g() { g { @MainActor [weak self] (a, request) in h(request) } }',
    ],
  ],
  ['a typed parameter of a closure', ['func f() { g { (a: Int, request: R) -> Void in h(request) } }']],
])('%s of Swift hides the method of its name in its block, where nothing is more than a name', async (_, lines) => {
  const uses = await usesIn(lines);
  expect(uses.filter((use) => !use.endsWith('name'))).toEqual([]);
});

test('a method of Swift is meant exactly where nothing hides it, be it beside what does', async () => {
  const lines = [
    'func f(all: [R]) { for one in all { let request = one; h(request) } }; func f(for request: Int) {}',
    'func g() { request() }',
    'func h() { a { request in b(request) }; request() }',
    'func i() { if let a = b, request == c { } }',
    'func j() { let a = [b, request], c = d == request; g { [request] in e() } }',
  ];
  expect((await usesIn(lines)).filter((use) => use.endsWith('exact'))).toEqual(
    [4, 5, 6, 7].map((line) => `${line} exact`),
  );
});

test('labels of arguments and names of parameters in Swift use nothing that is declared', async () => {
  const lines = [
    'func f(request: Int) {}',
    'func g(for request: Int) {}',
    'func h() { f(request: 1); g((1, request: 2)) }',
  ];
  expect(await usesIn(lines)).toEqual([]);
});

test('what stands between the signs of a choice or of a dictionary in Swift is no label', async () => {
  expect(await usesIn(['func f() { g(a ? request : b) }', 'func g() { g([request: 1]) }'])).toEqual([
    '3 exact',
    '4 exact',
  ]);
});

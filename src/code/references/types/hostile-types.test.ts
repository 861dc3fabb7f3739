import { expect, test } from 'vitest';
import { makeCodeFile } from '../code-file.ts';
import { callsWithin } from '../places/places.ts';
import { anonymousTypes } from './anonymous-types.ts';
import { allDerived, derivedIn } from './derived-types.ts';

function fileOf(path: string, text: string) {
  return makeCodeFile(path, text, null) ?? expect.fail();
}

test('the trait and the type of a block of Rust are told whatever their parameters are', () => {
  const text = `struct B;
impl<T: Fn(u8) -> C<T>> a::Show<T> for &'a mut b::B {}
impl<B> Other for B {}
impl !Send for B {}
impl B {}
impl Near<C<u8>>for B {}
`;
  const found = derivedIn(fileOf('a.rs', text), new Set(['Show', 'Other', 'Send', 'Near']));
  expect(found.map(({ symbol, place }) => `${symbol.kind} ${symbol.name}: ${place.name}`)).toEqual([
    'struct B: Show',
    'impl B: Other',
    'struct B: Send',
    'struct B: Near',
  ]);
});

test('a class of Python without a list derives from nothing', () => {
  const text = 'class A\nb = (C)\nclass D(\n    C,\n):\n    pass\n';
  expect(allDerived(fileOf('a.py', text)).map(({ type, place }) => `${type}: ${place.name}`)).toEqual(['D: C']);
});

test.each([
  ['brackets behind impl', 'a.rs', 'impl<>'.repeat(70_000)],
  ['blocks', 'a.rs', 'impl A for B {}\n'.repeat(20_000)],
  ['classes without an end', 'a.py', 'class A\n'.repeat(50_000)],
  ['lists without an end', 'a.py', 'class A(\n'.repeat(45_000)],
  ['classes', 'a.js', 'class A extends B { a() {} }\n'.repeat(10_000)],
  ['angle brackets', 'a.php', `<?php ${'new class<'.repeat(40_000)}`],
  ['members of members', 'a.kt', 'A.'.repeat(200_000)],
])('types and calls among %s are found in time linear in them', (_, path, text) => {
  const file = fileOf(path, text);
  const started = process.cpuUsage();
  allDerived(file);
  anonymousTypes(file);
  callsWithin(file, 0, text.length);
  // Generous, since other work shares the machine.
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(4_000);
});

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
  ['heads with strays', 'a.swift', 'class a]\n'.repeat(20_000)],
])('types and calls among %s are found in as many steps as the text is long', (_, path, text) => {
  const file = fileOf(path, text);
  // None of these has more of them than lines and brackets. Who reads on from each one to the end takes some 10^10 steps
  // and more through half a megabyte, which the time that a test has does not allow.
  const found = [allDerived(file), anonymousTypes(file), callsWithin(file, 0, text.length).places];
  for (const places of found) expect(places.length).toBeLessThanOrEqual(text.length / 6);
});

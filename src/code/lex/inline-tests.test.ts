import { expect, test } from 'vitest';
import { withoutInlineTests } from './inline-tests.ts';

test('of a file of Rust only the code is left, each line where it was', () => {
  const text = [
    'fn a() { "#[test] fn x() {}" }',
    '#[cfg(test)]',
    'mod tests {',
    '    fn b(c: [u8; 4]) {}',
    '}',
    '#[cfg(any(test, feature = "x"))] mod d {}',
    '#[tokio::test(flavor = "x")]',
    'async fn e(f: [u8; 4]) { g(); }',
    '#[cfg(test)] use h::{i, j};',
    'fn k() {}',
  ].join('\n');
  const left = withoutInlineTests('a.rs', text);
  expect(left.split('\n').map((line) => line.trim())).toEqual([
    'fn a() { "#[test] fn x() {}" }',
    '',
    '',
    '',
    '',
    '#[cfg(any(test, feature = "x"))] mod d {}',
    '',
    '',
    ';',
    'fn k() {}',
  ]);
  expect(left).toHaveLength(text.length);
  expect(withoutInlineTests('a.py', text)).toBe(text);
});

test('brackets that are never closed end with the text', () => {
  const text = '#[cfg(test)] mod a {\n#[test] fn b( {'.repeat(20_000);
  expect(withoutInlineTests('a.rs', text)).toHaveLength(text.length);
  expect(withoutInlineTests('a.rs', '#[test')).toBe('#[test');
});

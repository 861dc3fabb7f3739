import { expect, test } from 'vitest';
import { LEX_RULES } from './lex-rules.ts';
import { FILLER, maskCode } from './mask.ts';

const masked = (text: string): string =>
  maskCode(text, LEX_RULES.php).replaceAll(FILLER, '_').replace(/ +/g, ' ').trim();

test.each([
  ['<p>Don\'t add (one) {{ add("a", [1]) }} fetch()</p>', '{ add("_", [1]) }'],
  [
    '@if (isset($a) && $a->b(")"))\n  we add (all)\n@endif {!! run() !!} x()',
    '(isset($a) && $a->b("_"))\n \n {!! run() !!}',
  ],
  ['{{-- add() {{ x() }} --}} @{{ y() }} me@site.org (z) {{ $w }}', '{ $w }'],
  ['<x-box :size="$a->size(\'b\')" title="add()" />', "$a->size('_')"],
  [
    '@php\nfunction add() { return "}"; }\n@endphp\nadd() @php($b = 1) add()',
    'function add() { return "_"; }\n \n ($b = 1)',
  ],
  ['<script>let a = {b: {{ Js::from($c) }}}; event();</script>', '{ Js::from($c) }'],
])('of a template of Blade only its code is left: %s', (text, mask) => {
  expect(masked(text)).toBe(mask);
});

test.each([
  ['$a = {{ 1 }};\nadd();', '$a = {{ 1 }};\nadd();'],
  ['@unlink($a); add();', '@unlink($a); add();'],
  ['<p>add()</p><?php run(); ?> {{ add() }}', 'run();'],
])('what does not begin as a template is read as a program or page of PHP: %s', (text, mask) => {
  expect(masked(text)).toBe(mask);
});

test('templates of thousands of echoes, comments and directives are masked in time linear in the text', () => {
  for (const part of [
    '{{ a }}',
    '{{-- a --}}',
    '{{--',
    '@{{',
    '@a (',
    '{{ (',
    ' :a="',
    ' :a="b"',
    '@php',
    '@endphp',
    '{!!',
  ])
    expect(maskCode(`<a>${part.repeat(100_000)}`, LEX_RULES.php).length).toBe(3 + 100_000 * part.length);
});

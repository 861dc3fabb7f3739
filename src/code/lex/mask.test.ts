import { expect, test } from 'vitest';
import { LEX_RULES } from './lex-rules.ts';
import { FILLER, maskCode } from './mask.ts';

const rust = (text: string): string => maskCode(text, LEX_RULES.rust).replaceAll(FILLER, '_');

test('a quote after an odd number of backslashes does not end a string, after an even number it does', () => {
  expect(rust(String.raw`"\\\"}"; }`)).toBe('"_____"; }');
  expect(rust(String.raw`"\\"; }`)).toBe('"__"; }');
});

test('a text that is masked again has the mask of the language that it is asked for', () => {
  const text = "let a = '//'; // '";
  const masks = [LEX_RULES.rust, LEX_RULES.python, LEX_RULES.rust, LEX_RULES.rust].map((rules) =>
    maskCode(text, rules),
  );
  expect(masks).toEqual([maskCode(text, LEX_RULES.rust), masks[1], masks[0], masks[0]]);
  expect(masks[1]).not.toBe(masks[0]);
});

test('a raw string ends at as many hashes as it began with, not at fewer', () => {
  expect(rust('r##"}"#{"##; }')).toBe('r##"____"##; }');
});

test('takes comments, strings, templates and regular expressions of script for what they are', () => {
  const text = `a /* { */ "}" '{' \`{$` + '{b}{` / 2 = /[/}]{/ // }';
  expect(maskCode(text, LEX_RULES.script).replaceAll(FILLER, '_')).toBe(
    `a         "_" '_' \`__{b}_\` / 2 = /_____/     `,
  );
});

test('tells lifetimes from characters and ends raw strings at their own mark', () => {
  const text = `fn f<'a>(x: &'a str) { '{'; '\\''; r#"}"{"#; "\\"}"; }`;
  expect(maskCode(text, LEX_RULES.rust).replaceAll(FILLER, '_')).toBe(
    `fn f<'a>(x: &'a str) { '_'; '__'; r#"___"#; "___"; }`,
  );
});

test.each([
  ['f"a {b(c)} d"', 'f"___b(c)___"'],
  ['f"{a!r:>{width}} {b:%Y} {c != d}"', 'f"_a_____width____b______c != d_"'],
  ["rf'{{a}} {b[\"c\"]}' + 'x{d}'", `rf'_______b["_"]_' + '____'`],
  ['f"""\n{a}\n{b} text\n""" + f', 'f"""\n_a_\n_b______\n""" + f'],
  ['self"{a}"', 'self"___"'],
  ['f"{a" + b', 'f"_a" + b'],
  ['f"{a) b:>3}"', 'f"_a) b:>3_"'],
])('code in the braces of a formatted string of Python is code: %s', (text, mask) => {
  expect(maskCode(text, LEX_RULES.python).replaceAll(FILLER, '_')).toBe(mask);
});

test.each(['f"{', 'f"{:', 'f"{(}" ', `${'f"{(}"'.repeat(200)}${')'.repeat(200)}:} `, "f'''{\n{:\n", 'f"{"}'])(
  'formatted strings of Python in each other are masked in one go (%#)',
  (part) => {
    // Who looks through the rest of each takes minutes for these, which no time limit of a test allows.
    const text = part.repeat(1_200_000 / part.length);
    expect(maskCode(text, LEX_RULES.python).length).toBe(text.length);
  },
);

test('code in the braces of a heredoc is code, but for one that takes its text as it is', () => {
  const ruby = (text: string): string => maskCode(text, LEX_RULES.ruby).replaceAll(FILLER, '_');
  expect(ruby('a = <<~B\n c #{d.e(1)} \\#{f} #{"g"}\nB\n')).toBe('a = <<~_\n____{d.e(1)}________{"_"}\n \n');
  expect(ruby("a = <<'B'\n #{c}\nB\n")).toBe("a = <<'__\n_____\n \n");
  const php = (text: string): string => maskCode(text, LEX_RULES.php).replaceAll(FILLER, '_');
  expect(php('$a = <<<B\n c {$d->e()} {f}\nB;\n')).toBe('$a = <<<_\n___{$d->e()}____\n ;\n');
  expect(php("$a = <<<'B'\n {$c}\nB;\n")).toBe("$a = <<<'__\n_____\n ;\n");
});

test("code in the braces of Ruby's patterns and percent literals is code, but for those that take theirs as they are", () => {
  const ruby = (text: string): string => maskCode(text, LEX_RULES.ruby).replaceAll(FILLER, '_');
  expect(ruby('a.sub(/^#{B::C}$/, "")\n')).toBe('a.sub(/__{B::C}_/, "")\n');
  expect(ruby('x = %r{a#{b}} + %W[#{c} d] + %(#{e})\n')).toBe('x = %r{__{b}} + %W[_{c}__] + %(_{e})\n');
  expect(ruby('x = %w[#{a}] + %q(#{b}) + %i[#{c}]\n')).toBe('x = %w[____] + %q(____) + %i[____]\n');
  expect(ruby('x = /\\#{a}#{"/"}/\n')).not.toContain('{a}');
  // A slash in the code closes no pattern.
  expect(ruby('x = /#{a("/b")}/ + \'c\'\n')).toBe('x = /_{a("__")}/ + \'_\'\n');
  expect(ruby("x = /a#{b.gsub('/', '\\/')}\"/\ny = 1\n")).toBe(`x = /${'_'.repeat(22)}/\ny = 1\n`);
  expect(ruby('x = /a#{b/\ny = 1\n')).toBe('x = /____/\ny = 1\n');
});

test('code in a pattern of Ruby that is not closed on its line is looked at once, not from each of thousands that begin there', () => {
  for (const part of ['#{', '#{"', '#{a'])
    for (const count of [300, 400_000]) {
      const line = `x = /${part.repeat(count)}\n`;
      const text = line.repeat(Math.ceil(1_200_000 / line.length));
      expect(maskCode(text, LEX_RULES.ruby).length).toBe(text.length);
    }
});

test('lines of C# that hold no code are taken for comments, those of its conditions are not', () => {
  const text =
    'a();\n  #region Don\'t { "call b(\n#pragma warning disable CS1591\n#if DEBUG\nb(x #region c\n);\n# error "\n#endregion }';
  const lines = maskCode(text, LEX_RULES.csharp).split('\n');
  expect(lines.map((line) => line.trimEnd())).toEqual(['a();', '', '', '#if DEBUG', 'b(x #region c', ');', '', '']);
});

import { expect, test } from 'vitest';
import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { FILLER, maskCode } from './mask.ts';

const masked = (language: ScannedLanguage, text: string): string =>
  maskCode(text, LEX_RULES[language]).replaceAll(FILLER, '_');

test.each([
  ['println!("{x} {y:?} {0} {}", a); b', 'println!("_x___y__________", a); b'],
  ['format!("{w:>width$.prec$} {v:5}"); b', 'format!("_w__width__prec____v___"); b'],
  ['print!("{{x}} {{{y}}}"); b', 'print!("_________y___"); b'],
  ['write!(f, "{x}")?; b', 'write!(f, "_x_")?; b'],
  ['assert_eq!(a, [b, c], "{x}"); d', 'assert_eq!(a, [b, c], "_x_"); d'],
  ['panic!(r#"{x}"#); b', 'panic!(r#"_x_"#); b'],
  ['log::info![\n  "{x}"\n]; b', 'log::info![\n  "_x_"\n]; b'],
  ['format!("\\{x} \\u{e9}"); b', 'format!("__x________"); b'],
  // What the call gives a name itself, and what is no format.
  ['format!("{x} {y}", x = 1); b', 'format!("_____y_", x = 1); b'],
  ['format!("{}", "{x}"); b', 'format!("__", "___"); b'],
  ['let r = "/users/{id}"; b', 'let r = "___________"; b'],
  ['#[get("/{id}")] get("{id}"); own!("{x}"); b', '#[get("_____")] get("____"); own!("___"); b'],
  ['println!("{x', 'println!("__'],
])('names that a format of Rust takes are code: %s', (text, mask) => {
  expect(masked('rust', text)).toBe(mask);
});

test.each([
  ['swift', 'a = #"\\#(x) \\(y)"# + b', 'a = #"__(x)_____"# + b'],
  ['swift', 'a = ##"\\#(x) \\##(f("y"))"#"## + b', 'a = ##"_________(f("_"))__"## + b'],
  ['swift', 'a = #"""\n  \\#(x)\n  """# + b', 'a = #"""\n____(x)\n__"""# + b'],
  ['swift', 'a = #"b\nc = 1', 'a = #"b\nc = 1'],
  ['python', 'f"{a:{width}}" + b', 'f"_a__width__" + b'],
  ['python', 'f"{a:>{b.c}.{d!r}} {e:%Y}" + g', 'f"_a___b.c__________e____" + g'],
  [
    'php',
    "<?php $a = <<<B\n $b {$c->d} $e->f->g \\$h {$i['j']}\nB;\nk();",
    "      $a = <<<_\n_$b_{$c->d}_$e->f________{$i['_']}\n ;\nk();",
  ],
  ['php', "<?php $a = <<<'B'\n $b\nB;\nk();", "      $a = <<<'__\n___\n ;\nk();"],
  [
    'ruby',
    'a = <<~B\n #{c["d"]} #{e.map { |f| f.g }.join(", ")} \\#{h["i"]}\nB\nj',
    'a = <<~_\n__{c["_"]}__{e.map { |f| f.g }.join("__")}___________\n \nj',
  ],
  ['ruby', 'a = %Q(#{b[\'c\']}) + /#{d("e")}/\ng', 'a = %Q(_{b[\'_\']}) + /_{d("_")}/\ng'],
  ['ruby', 'a = <<~B\n #{c["d}\n #{e ?"" : f}\nB\ng', 'a = <<~_\n________\n_____________\n \ng'],
] as const)('code in a text of %s is code, and what follows the text, too: %s', (language, text, mask) => {
  expect(masked(language, text)).toBe(mask);
});

test('holes and formats by thousands are masked in time linear in the text', () => {
  const parts = [
    'println!("{a}", ',
    '("{a"',
    ',"{a}"',
    'format!("{a:b$}"',
    '#{"',
    "#{'a' ",
    '{$"',
    "{$'x'",
    '#"\\#(',
    'f"{a:{b}',
  ];
  for (const part of parts)
    for (const language of ['rust', 'ruby', 'php', 'swift', 'python'] as const) {
      const text = `${language === 'php' ? '<?php\n' : ''}a = <<<B\n${part.repeat(40_000)}\nB\n<<~B\n${part.repeat(40_000)}`;
      expect(masked(language, text).length).toBe(text.length);
    }
});

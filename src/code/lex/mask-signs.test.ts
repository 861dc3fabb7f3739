// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other languages
import { expect, test } from 'vitest';
import { LEX_RULES } from './lex-rules.ts';
import { FILLER, maskCode } from './mask.ts';

const masked = (language: keyof typeof LEX_RULES, text: string): string =>
  maskCode(text, LEX_RULES[language]).replaceAll(FILLER, '_');

test.each([
  ['f() {\n line="${line%% #*}"\n}\ng', 'f() {\n line="_{line_____}"\n}\ng'],
  ['"${MSG:-can\'t}"; f() { x=${y#*#}; }', '"_{MSG_______}"; f() { x=${y___}; }'],
  ["x=${w/'}'/a} # b", 'x=${w______}    '],
  ['"${b:-$(foo "c d" | bar)} $e" # f', '"_{b__$(foo "___" | bar)}___"    '],
  ['${b:-${c#\\}}} # d', '${b____c____}    '],
  ['"${arr[@]}" ${#arr[@]} ${!x} ${x//(#m)[a}/y}', '"_{arr[@]}" ${#arr[@]} ${!x} ${x________}/y}'],
  ['${a:0:limit} ${a[limit - 1]} "${a:-`f`}"', '${a:0:limit} ${a[limit - 1]} "_{a__`f`}"'],
  ['"${a:${#b}}${c}" # d', '"_{a:${#b}}_{c}"    '],
  ['"${x" # y', '"_{x"____'],
])(
  'of an expansion of a shell the parameter and the code in it are code, and its signs begin nothing: %s',
  (text, mask) => {
    expect(masked('shell', text)).toBe(mask);
  },
);

test('a quote in an expansion that is not closed takes no more room than the rest of the text', () => {
  const text = `"\${a:-$(echo ')}" ' ) ${'${b}'.repeat(50_000)}`;
  expect(masked('shell', text)).toHaveLength(text.length);
});

test.each([
  ['[\n // a\n /`/,\n]; b', '[\n     \n /_/,\n]; b'],
  ['if (s) /[{`]/.exec(s); (a + b) / c / d', 'if (s) /____/.exec(s); (a + b) / c / d'],
  [
    'for await (const a of (b)) /`/.test(a); this.if(a) / b / c',
    'for await (const a of (b)) /_/.test(a); this.if(a) / b / c',
  ],
  ['f(/>`/, { a: />\\//u }); <a b={c} />; `d`', 'f(/__/, { a: /___/u }); <a b={c} />; `_`'],
  [
    'a = b => />`/; return />[`]/; <a b={/>`/} {...c}/>; `d`',
    'a = b => /__/; return /____/; <a b={/__/} {...c}/>; `_`',
  ],
  ['return /* q */ /[{`]/; a /* b */ / c / d', 'return         /____/; a         / c / d'],
])('a slash divides or begins a regular expression by the code before, not by its comments: %s', (text, mask) => {
  expect(masked('script', text)).toBe(mask);
});

test.each([
  ['<code>src/*</code>; f() // a', '<code>src__</code>; f()     '],
  ['<A>\n<B.C>d</B.C>`\n</A>; `e`', '<A>\n<B.C>d</B.C>_\n</A>; `_`'],
  ['<>//</>', '<>__</>'],
  ['<p>http://a.b/c</p>', '<p>http:_______</p>'],
  ["<p>\n Don't, users' {' '}\n</p>; 'd'", "<p>\n Don_t, users_ {'_'}\n</p>; '_'"],
])('signs in the text of JSX begin nothing: %s', (text, mask) => {
  expect(masked('script', text)).toBe(mask);
});

test.each([
  ["import a from'b'; export{c as'd'}", "import a from'_'; export{c as'_'}"],
  ["switch(a){case'b':return'c'}", "switch(a){case'_':return'_'}"],
  ["if(typeof'a'in'b');else'c'", "if(typeof'_'in'_');else'_'"],
  [
    "class A{get'b{'(){}set'b{'(c){}static'd{'(){}async'e{'(){}}",
    "class A{get'__'(){}set'__'(c){}static'__'(){}async'__'(){}}",
  ],
])('a text stands directly behind a word of the language: %s', (text, mask) => {
  expect(masked('script', text)).toBe(mask);
});

test.each([
  ['new Map<string, A>() /* c */; f<T>(`a`)', 'new Map<string, A>()        ; f<T>(`_`)'],
  ['if (a <n && j> 0) // c\nx', 'if (a <n && j> 0)     \nx'],
  [
    'const x = <A />\n\n/** d */\nfunction f() { return <b>x</b> }',
    'const x = <A />\n\n        \nfunction f() { return <b>x</b> }',
  ],
  ['a(<B />)\n// c\nd(1)\ne("</b>")', 'a(<B />)\n    \nd(1)\ne("____")'],
  ['(\n <div />\n // </B>\n)', '(\n <div />\n        \n)'],
  ['(\n <div/>\n) // c\ny = <A>`</A>', '(\n <div/>\n)     \ny = <A>_</A>'],
])('what follows type arguments, a comparison or the outermost tag is code: %s', (text, mask) => {
  expect(masked('script', text)).toBe(mask);
});

test.each([
  ['a = """"\n a """ b\n """"; class B { }', 'a = """"\n________\n_""""; class B { }'],
  [
    '$"{x:D} {y,10:yyyy-MM} {z,-5} {(c ? d : e)} {{j}} {!a}"',
    '$"_x_____y______________z______(c ? d : e)_________!a_"',
  ],
  ['$"{F(a, b)} {G<A, B>()}"', '$"_F(a, b)___G<A, B>()_"'],
  ['$"""b {c:D} "d" """; $$"""{f}"""', '$"""___c________"""; $$"""___"""'],
  ['$@"b {c:D} ""d"" {e}"; f', '$@"___c___________e_"; f'],
])('strings of C# end with the quotes they began with, and have no code in formats: %s', (text, mask) => {
  expect(masked('csharp', text)).toBe(mask);
});

test.each([
  ['kotlin', 'a = "b $limit \\$no ${x.y}" + """c $d"""', 'a = "___limit_______{x.y}" + """___d"""'],
  ['scala', 'a = s"b $limit $$no ${x.y}" + "c $d"', 'a = s"___limit_______{x.y}" + "____"'],
  ['php', '<?php "b $limit \\$no $this->z->w"', '      "__$limit______$this->z___"'],
] as const)('names of values in a text of %s are code', (language, text, mask) => {
  expect(masked(language, text)).toBe(mask);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { parseToml, tomlEntry, tomlTable } from '../../formats/toml.ts';
import { childOf, grandchildren, readXmlFile } from '../../formats/xml.ts';
import { languageOf } from '../../lex/languages.ts';
import { listHeadings } from './guides.ts';
import { countCodeLines } from './languages.ts';

function plain(node: JsonNode | null): unknown {
  const value = node?.value;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  return value;
}

test('every JSON value is read as the platform reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(JSON.stringify(plain(parseJson(text)))).toBe(
        JSON.stringify(plain(parseJson(JSON.stringify(JSON.parse(text), null, 2)))),
      );
      if (!text.includes('__proto__')) expect(plain(parseJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('keys know their lines, comments and trailing commas are read over, the last of doubled keys counts', () => {
  const json = parseJson('// top\n{\n  "a": {"test": "x",},\n /* two\nlines */ "b": "first",\n "b": "last"\n}\n');
  expect(mapAt(json, 'a').get('test')?.line).toBe(3);
  expect(stringAt(json, 'b')).toEqual({ text: 'last', line: 6 });
});

test.each([
  ['a megabyte of brackets', '['.repeat(1_000_000)],
  ['a megabyte of objects', '{"a":'.repeat(200_000)],
  ['an open comment', '/*'.repeat(500_000)],
  ['an open string', `{"a": "${'x'.repeat(1_000_000)}`],
  ['something behind the end', '{} {}'],
  ['nothing', ''],
])('%s is not JSON, and costs no more than looking at it', (_name, text) => {
  expect(parseJson(text)).toBeNull();
});

test('a key named __proto__ is a key like any other', () => {
  const scripts = mapAt(parseJson('{"scripts": {"__proto__": "evil", "constructor": "x"}}'), 'scripts');
  expect([...scripts.keys()]).toEqual(['__proto__', 'constructor']);
  expect(Object.hasOwn({}, 'evil')).toBe(false);
});

test('TOML tables, arrays of tables, dotted keys and inline tables are read with their lines', () => {
  const toml = parseToml(
    '[package]\nname = "acme" # why\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nlog.workspace = true\n[[bin]]\nname = \'a\'\n[[bin]]\nname = """b"""\n[tool."x.y"]\nlist = [\n  "one", # first\n  "two",\n]\n',
  );
  if (typeof toml === 'string') throw new Error(toml);
  expect(tomlEntry(toml, ['package'], 'name')).toMatchObject({ line: 2, value: { text: 'acme' } });
  expect(tomlTable(toml, 'bin').map(({ element, line }) => [element, line])).toEqual([
    [1, 8],
    [2, 10],
  ]);
  expect(tomlEntry(toml, ['dependencies', 'log'], 'workspace')?.line).toBe(6);
  expect(tomlEntry(toml, ['tool', 'x.y'], 'list')).toMatchObject({
    value: { items: [{ line: 13 }, { line: 14 }] },
  });
});

test.each([
  ['a = ['.repeat(100_000)],
  [`a = ${'['.repeat(500_000)}`],
  [`${'a.'.repeat(300_000)}b = 1`],
  ['a = """'],
  ['[x\ny = 1'],
])('TOML that is broken or hostile gives nothing', (text) => {
  expect(parseToml(text)).toBeTypeOf('string');
});

test('elements of XML come with their text, attributes and the line of their tag', () => {
  const project = readXmlFile(
    '<?xml version="1.0"?>\n<!-- <a> -->\n<p>\n <d><g>x</g><a>y</a></d>\n <d/>\n <Ref\n  Include="z" />\n <Ref\r\n/></p>\n',
  );
  if (typeof project === 'string') throw new Error(project);
  expect(grandchildren(project, 'd', 'a').map(({ text, line }) => [text, line])).toEqual([['y', 4]]);
  expect(project.children.map(({ name, line }) => [name, line])).toEqual([
    ['d', 4],
    ['d', 5],
    ['Ref', 6],
    ['Ref', 8],
  ]);
  expect(childOf(project, 'Ref')?.attributes.get('Include')).toBe('z');
});

test.each([['<a>'.repeat(300_000)], ['<!--'.repeat(250_000)], ['<'.repeat(1_000_000)], ['<a></b>'], ['</a>']])(
  'XML that is broken or hostile is said to be none',
  (text) => {
    expect(readXmlFile(text)).toMatch(/^not XML: /);
  },
);

test('badges in a heading leave nothing of themselves, also where the line was cut within one', () => {
  const badge = '[![ci](https://x.dev/a.svg)](https://x.dev/a)';
  const text = `# acme/core ${badge} ${badge}${' '.repeat(180)}${badge}${badge}\n`;
  expect(listHeadings(text, 'README.md').map((heading) => heading.text)).toEqual(['acme/core']);
});

test('lines of code are those that are neither blank nor only a comment', () => {
  const language = languageOf('a.ts');
  const text = '// one\n\nconst a = 1; // two\n/* three\nfour */\n/* five */ const b = 2;\n/*\n*/ const c = 3;\n';
  expect(language && countCodeLines(text, language)).toBe(3);
});

test('of front matter the title is a heading, and nothing else is', () => {
  const text = '---\nid: q\ntitle: "Queries of `x`"\n# a comment\nlist: `[\n]\n---\n\n## Use\n';
  expect(listHeadings(text, 'queries.mdx')).toEqual([
    { level: 1, text: 'Queries of x', line: 3 },
    { level: 2, text: 'Use', line: 9 },
  ]);
  expect(listHeadings('---\r\ntitle: A\r\n---\r\n', 'a.md')).toEqual([{ level: 1, text: 'A', line: 2 }]);
  expect(listHeadings('---\nalwaysApply: false\n---\n', 'a.mdc')).toEqual([]);
  // A line of dashes that no other one ends is a rule.
  expect(listHeadings('---\n# First\n', 'a.md')).toEqual([{ level: 1, text: 'First', line: 2 }]);
});

test('signs of markup in code and behind a backslash belong to a heading', () => {
  const text = '# PUT \\<key\\> `<value>`\n\n## A&nbsp;&nbsp;[![Downloads](https://x.test/a.svg)](https://x.test)\n';
  expect(listHeadings(text, 'README.md').map((heading) => heading.text)).toEqual(['PUT <key> <value>', 'A']);
});

test('headings are not looked for in fenced code, and underlined ones count', () => {
  const text = '# One\n```sh\n# not one\n```\nTwo\n---\n- item\n---\n### `Three` [link](x)\n';
  expect(listHeadings(text, 'README.md')).toEqual([
    { level: 1, text: 'One', line: 1 },
    { level: 2, text: 'Two', line: 5 },
    { level: 3, text: 'Three link', line: 9 },
  ]);
  expect(listHeadings('Title\n=====\n\nPart\n----\n', 'a.rst').map(({ level, line }) => [level, line])).toEqual([
    [1, 1],
    [2, 4],
  ]);
});

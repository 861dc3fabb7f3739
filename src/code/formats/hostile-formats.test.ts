import { expect, test } from 'vitest';
import { parseCargoToml } from './cargo-toml.ts';
import { readToml, tomlElements } from './checked-toml.ts';
import { parseGemfile } from './gems.ts';
import { joinedLines, numberedLines } from './lines.ts';
import { parsePyproject } from './pyproject.ts';
import { readRequirementsRows } from './requirements-txt.ts';
import { tomlText } from './toml.ts';
import { readYaml } from './yaml.ts';

// Who looks through all of a file for each of its lines takes minutes for these, which no time limit of a test allows.
const ROWS = 19_000;

function rows(row: (at: number) => string, count = ROWS): string {
  return Array.from({ length: count }, (_, at) => row(at)).join('\n');
}

/** What was read; a text is why it was not. */
function read<Format>(format: Format | string): Format {
  if (typeof format === 'string') throw new Error(format);
  return format;
}

test('what ends a line in other places than a file of lines does not end one for a pattern', () => {
  expect([...numberedLines('a\u2028b\rc\r\n\u2029d')]).toEqual([
    ['a b c', 1],
    [' d', 2],
  ]);
  expect([...joinedLines('a\r\\\nb')]).toEqual([['a  b', 1]]);
});

test('an option whose value holds other ends of lines is read in one go', () => {
  const text = `${'-r=\\\n'.repeat(4_000)}x\u2028y`;
  expect([...readRequirementsRows(text)].map(({ kind, line }) => `${line} ${kind}`)).toEqual(['1 option']);
  const signs = `-${'='.repeat(1_900)}x\u2028y`;
  expect([...readRequirementsRows(signs)].map(({ kind }) => kind)).toEqual(['option']);
});

test('tables of Poetry, of which each is about one dependency, are gathered once', () => {
  const { requests } = read(parsePyproject(rows((at) => `[tool.poetry.dependencies.a${at}]\nversion = "${at}"`)));
  const told = requests.map((one) => (one.form === 'poetry' ? `${one.line} ${one.name} ${one.version}` : ''));
  expect([told.length, told[0], told[1], told.at(-1)]).toEqual([
    ROWS,
    '1 a0 0',
    '3 a1 1',
    `${2 * ROWS - 1} a18999 18999`,
  ]);
});

test('patches of as many sources as there are lines are gathered once', () => {
  const { patches } = read(parseCargoToml(rows((at) => `[patch.s${at}]\na.path = "${at}"`)));
  const told = patches.map(({ source, key, path, line }) => `${line} ${source} ${key} ${path}`);
  expect([told.length, told[0], told.at(-1)]).toEqual([ROWS, '2 s0 a 0', `${2 * ROWS} s18999 a 18999`]);
});

test('a table below an element has as many fields as it says', () => {
  const toml = read(readToml(`[[package]]\nsource = { a = "b" }\n[package.other]\n${rows((at) => `a${at} = ${at}`)}`));
  const [element] = tomlElements(toml, 'package');
  const [source, other] = [element?.fields.get('source'), element?.fields.get('other')];
  expect(source?.kind === 'table' && source.entries.size).toBe(1);
  expect(other?.kind === 'table' && other.entries.size).toBe(ROWS);
});

test('blocks of a Gemfile that nothing closes are not asked one by one for each gem', () => {
  const open = rows(() => "path 'x' do", 40_000);
  const { gems } = parseGemfile(`${open}\n${rows(() => "gem 'a'", 40_000)}`);
  expect(gems.length).toBe(40_000);
  expect(gems.at(-1)?.places.length).toBeLessThan(100);
  const closed = parseGemfile(`group :test do\n${open}\n${rows(() => 'end', 40_000)}\ngem 'a'\nend\ngem 'b'`);
  expect(closed.gems.map(({ name, isDev, places }) => [name, isDev, places])).toEqual([
    ['a', true, []],
    ['b', false, []],
  ]);
});

test.each([`a:\n${'}'.repeat(1_500_000)}`, `a: ${'[]]'.repeat(50_000)}`, `a: ${'b: '.repeat(50_000)}`])(
  'YAML that is broken everywhere is told by its first problem, without a look at all of them (%#)',
  (text) => {
    // Each problem looked at on its own takes half a minute, which no time limit of a test allows.
    expect(readYaml(text)).toMatch(/^not YAML: .{1,120} at line \d, column \d$/);
  },
);

test('brackets in texts and scripts of YAML do not nest, and those that close nothing do not count', () => {
  const script = `a:\n  run: |\n${"    echo -e '\\e[31m'\n".repeat(300)}`;
  expect(read(readYaml(script)).root.items.length).toBe(1);
  expect(typeof readYaml(`a: "${'['.repeat(300)}" # ${'{'.repeat(300)}\nb: c${'['.repeat(300)}\n`)).toBe('object');
  expect(readYaml(`a: |\n  ${']'.repeat(50_000)}\nb: ${'['.repeat(50_000)}`)).toBe('nested too deeply');
  expect(readYaml(`b: ${'[{a: '.repeat(50_000)}`)).toBe('nested too deeply');
  expect(readYaml(`a:\n${' '.repeat(201)}b: c`)).toBe('nested too deeply');
  expect(readYaml(`a: "${'\u20ac'.repeat(1_500_000)}"`)).toBe(`larger than ${4 * 1_024 * 1_024} bytes`);
});

test('entries of YAML that begin in each other on one line are too deep, those beside each other are not', () => {
  // Who follows these runs out of stack, after more than a second.
  for (const mark of ['- ', '? ', '-\t', '? - ', '- &a ', '- !!seq '])
    expect(readYaml(`a:\n  ${mark.repeat(100_000)}`)).toBe('nested too deeply');
  for (const text of [`a: [${'b: c, '.repeat(1_000)}]`, `a:\n${'- - b\n'.repeat(1_000)}`])
    expect(readYaml(text)).not.toBe('nested too deeply');
});

test('an unread manifest tells which of the reasons it has', () => {
  const nested = `a = ${'['.repeat(30)}${']'.repeat(30)}`;
  expect(readToml(nested)).toBe('not TOML of a manifest: nested too deeply');
  expect(readToml(`${'a.'.repeat(30)}b = 1`)).toBe('not TOML of a manifest: nested too deeply');
  expect(readToml(rows((at) => `a${at} = 1`, 20_001))).toBe('not TOML of a manifest: too large');
  expect(readToml(`a = [${'1,'.repeat(20_001)}]`)).toBe('not TOML of a manifest: too large');
});

test('texts of TOML over lines end with their own marks, be there signs before them', () => {
  const texts = (value: string): unknown =>
    read(readToml(`a = ${value}\nb = "next"`)).entries.map((one) => tomlText(one.value));
  expect(texts('"""say \\""" here"""')).toEqual(['say """ here', 'next']);
  expect(texts('"""x """"')).toEqual(['x "', 'next']);
  expect(texts('"""""x"""""')).toEqual(['""x""', 'next']);
  expect(texts("'''x \\'''''")).toEqual(["x \\''", 'next']);
  expect(texts('"""\nx \\\n   y"""')).toEqual(['x y', 'next']);
  expect(texts('""""""')).toEqual(['', 'next']);
  // Who goes back over what has been read takes minutes for these.
  expect(read(readToml(`a = """${'\\""'.repeat(100_000)}"""`)).entries.length).toBe(1);
  expect(typeof readToml(rows(() => 'a = """x'))).toBe('string');
});

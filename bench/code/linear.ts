import { parseCargoToml } from '../../src/code/formats/cargo-toml.ts';
import { readCMake } from '../../src/code/formats/cmake.ts';
import { parseDotnetProject } from '../../src/code/formats/dotnet-project.ts';
import { parseGemfile, parseGemspec } from '../../src/code/formats/gems.ts';
import { parseGoMod } from '../../src/code/formats/go-mod.ts';
import { parsePackageJson } from '../../src/code/formats/package-json.ts';
import { parsePom } from '../../src/code/formats/pom.ts';
import { parsePyproject } from '../../src/code/formats/pyproject.ts';
import { readRequirementsRows } from '../../src/code/formats/requirements-txt.ts';
import { parseVersionCatalog } from '../../src/code/formats/version-catalog.ts';
import { readYaml } from '../../src/code/formats/yaml.ts';
import { cImports } from '../../src/code/imports/c/c-imports.ts';
import { csharpImports } from '../../src/code/imports/csharp/csharp-imports.ts';
import { goImports } from '../../src/code/imports/go/go-imports.ts';
import { jvmImports } from '../../src/code/imports/java/java-imports.ts';
import { phpImports } from '../../src/code/imports/php/php-imports.ts';
import { pythonImports } from '../../src/code/imports/python/python-imports.ts';
import { rubyImports } from '../../src/code/imports/ruby/ruby-imports.ts';
import { rustImports } from '../../src/code/imports/rust/rust-imports.ts';
import { scriptImports } from '../../src/code/imports/script/script-imports.ts';
import { swiftImports } from '../../src/code/imports/swift/swift-imports.ts';
import { languageOf } from '../../src/code/lex/languages.ts';
import { maskCode } from '../../src/code/lex/mask.ts';
import { rulesOf } from '../../src/code/lex/rules-of.ts';
import { scanSymbols } from '../../src/code/lex/scan-symbols.ts';
import { findRoutes } from '../../src/code/routes/routes.ts';
import { literalMatcher, type MatchOptions } from '../../src/code/search/matcher.ts';
import { findData } from '../../src/code/structure/data-models.ts';
import { parseRunnerOutput } from '../../src/code/test-evidence/output/parse-output.ts';
import { askCode } from '../../test/support/ask-code.ts';
import type { Row } from '../table.ts';
import { CODE_UNITS } from './linear-code-units.ts';
import { QUERY_UNITS, USE_UNITS } from './linear-questions.ts';
import { FORMAT_UNITS, OUTPUT_HEADS, OUTPUT_UNITS } from './linear-text-units.ts';

/*
 * How the time of each reader of a text grows with texts that repeat one of its own signs: four times the text takes four
 * times as long where it is read in one go, and sixteen times where each sign is looked at from all others. What takes
 * next to no time is left out, and of the rest the worst is told.
 */

const CHARACTERS = 25_000;
const TIMES = 4;
/** Milliseconds of processor time for the longer text below which a growth says nothing. */
const TOLD_MS_MIN = 200;
const ROUNDS = 2;

/** How a reader is called. */
type Reader = (text: string) => unknown;

/** A row for each reader that takes its time: its worst growth, with the sign and the time of the longer text. */
export async function measureLinear(): Promise<readonly Row[]> {
  const code = Object.entries(CODE_UNITS).flatMap(([path, { head, units }]) =>
    Object.entries(readersOf(path)).map(([name, read]) => worstOf(`${name} of ${path}`, read, head, around(units))),
  );
  const formats = Object.entries(FORMATS).map(([name, read]) => worstOf(name, read, '', around(FORMAT_UNITS)));
  const outputs = OUTPUT_HEADS.map((head) =>
    worstOf(`output ${JSON.stringify(head)}`, parseRunnerOutput, head, OUTPUT_UNITS),
  );
  const queries = Object.entries(QUERY_UNITS).flatMap(([query, units]) =>
    LETTERS.map((how) => worstOf(`lines ${JSON.stringify([query, how])}`, hitsReader(query, how), '', units)),
  );
  const rows = [...code, ...formats, ...outputs, ...queries];
  const told = [...rows.filter((row) => row !== null), ...(await measureUses())];
  const rest = {
    what: 'readers that take no time',
    figure: String(rows.filter((row) => row === null).length),
    note: `${TOLD_MS_MIN} ms`,
  };
  return [...told, rest];
}

const LETTERS: readonly MatchOptions[] = [
  { case: 'sensitive', word: false },
  { case: 'insensitive', word: false },
  { case: 'sensitive', word: true },
];

function hitsReader(query: string, how: MatchOptions): Reader {
  const { matches } = literalMatcher(query, how);
  return (text) => [...matches(text)].length;
}

/** Readers of the code of a path. */
function readersOf(path: string): Readonly<Record<string, Reader>> {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language of ${path}`);
  const mask: Reader = (text) => maskCode(text, rulesOf(language));
  const routes: Reader = (text) => findRoutes(path, text);
  const data: Reader = (text) => findData(path, text);
  const imports = IMPORT_READERS.find(({ languages }) => languages.includes(language.id));
  return {
    mask,
    symbols: (text) => scanSymbols(language, text),
    routes,
    data,
    ...(imports && {
      imports: (text: string) => imports.extract(text, maskCode(text, rulesOf(language)), language.id),
    }),
  };
}

const IMPORT_READERS = [
  cImports,
  csharpImports,
  goImports,
  jvmImports,
  phpImports,
  pythonImports,
  rubyImports,
  rustImports,
  scriptImports,
  swiftImports,
];

const FORMATS: Readonly<Record<string, Reader>> = {
  'Cargo.toml': parseCargoToml,
  'CMakeLists.txt': readCMake,
  'a.csproj': parseDotnetProject,
  Gemfile: parseGemfile,
  'a.gemspec': parseGemspec,
  'go.mod': parseGoMod,
  'package.json': parsePackageJson,
  'pom.xml': parsePom,
  'pyproject.toml': parsePyproject,
  'requirements.txt': (text) => [...readRequirementsRows(text)],
  'libs.versions.toml': parseVersionCatalog,
  'a.yaml': readYaml,
};

/** Each unit alone, and with what may end it behind it. */
function around(units: readonly string[]): readonly string[] {
  return units.flatMap((unit) => ['', '\n', ' ', '}', ')', '"', 'a', ','].map((end) => unit + end));
}

function worstOf(what: string, read: Reader, head: string, units: readonly string[]): Row | null {
  let worst = { growth: 0, ms: 0, unit: '' };
  for (const unit of units) {
    const short = msOf(read, head + unit.repeat(CHARACTERS / unit.length));
    // Not even who looks at each sign from all others would take long enough to be told.
    if (short * TIMES * TIMES < TOLD_MS_MIN) continue;
    const ms = msOf(read, head + unit.repeat((TIMES * CHARACTERS) / unit.length));
    if (ms < TOLD_MS_MIN) continue;
    const growth = ms / Math.max(1, short);
    if (growth > worst.growth) worst = { growth, ms, unit };
  }
  if (worst.ms === 0) return null;
  const note = `${Math.round(worst.ms)} ms for ${JSON.stringify(worst.unit)}`;
  return { what, figure: `${worst.growth.toFixed(1)} times`, note };
}

/** Modules that all declare the name that is asked for, and how often the shorter file imports one of them. */
const MODULES = 100;
const IMPORTS = 1_000;

/** How a question about a name grows with the imports of a file that bring it in, by language. */
async function measureUses(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { path, name, module, units } of USE_UNITS) {
    const declaring = Object.assign({}, ...Array.from({ length: MODULES }, (_, at) => module(at)));
    const ask = async (unit: (at: number, part: number) => string, count: number): Promise<number> => {
      const text = Array.from({ length: count }, (_, part) => unit(part % MODULES, part)).join('');
      const before = process.cpuUsage();
      await askCode({ ...declaring, [path]: text }, { mode: 'references', query: name, limit: 10 });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    for (const unit of units) {
      const [least, short, long] = [await ask(unit, 1), await ask(unit, IMPORTS), await ask(unit, TIMES * IMPORTS)];
      const growth = (long - least) / Math.max(1, short - least);
      const note = `${Math.round(long)} ms for ${JSON.stringify(unit(0, 0))}`;
      rows.push({ what: `uses in ${path}`, figure: `${growth.toFixed(1)} times`, note });
    }
  }
  return rows;
}

/** The least processor time of some rounds. */
function msOf(read: Reader, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

import { type CargoToml, parseCargoToml } from '../../formats/cargo-toml.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { below, type Chosen, type CommandMaker, lineOf, nearestAbove } from './command-input.ts';
import { quotePath, quoteWord } from './shell.ts';

/** Names of single tests in one command; above it whole files or packages are run. */
const NAMES_MAX = 25;

/** pytest with node ids, for the tests below each of its settings; unittest where nothing names pytest. */
export const pythonCommands: CommandMaker = async (files, chosen) => {
  const placed: { readonly one: Chosen; readonly proof: Proof | null }[] = [];
  for (const one of chosen) placed.push({ one, proof: await pytestProof(files, one.test.path) });
  const groups = Map.groupBy(placed, ({ proof }) => proof?.directory ?? null);
  return [...groups.values()].flatMap((group) => {
    const tests = group.map(({ one }) => one);
    const proof = group[0]?.proof ?? ownProof(tests, 'pytest');
    return proof === null ? unittestRow(tests) : [pytestRow(proof, tests)];
  });
};

function pytestRow(proof: Proof, chosen: readonly Chosen[]): CommandRow {
  const ids = chosen.flatMap(({ test, cases }) => {
    const names =
      cases.length > 0 && cases.length <= NAMES_MAX
        ? cases.map(({ name }) => `${test.path}::${name.split(' > ').join('::')}`)
        : [test.path];
    return names.map((id) => quotePath(below(proof.directory, id)));
  });
  return { command: `pytest ${[...new Set(ids)].join(' ')}`, ...proof };
}

function unittestRow(chosen: readonly Chosen[]): readonly CommandRow[] {
  const proof = ownProof(chosen, 'unittest');
  const paths = chosen.map(({ test }) => quotePath(test.path)).join(' ');
  return proof === null ? [] : [{ command: `python -m unittest ${paths}`, ...proof }];
}

type Proof = Pick<CommandRow, 'directory' | 'file' | 'line' | 'why'>;

/** The tests' own import of a framework. */
function ownProof(chosen: readonly Chosen[], framework: string): Proof | null {
  const own = chosen.flatMap(({ test }) => test.tests.frameworks).find(({ name }) => name === framework);
  return own === undefined ? null : { directory: '', file: own.file, line: own.line, why: own.evidence };
}

/** The nearest folder upwards in which pytest is set up or asked for. Source: pytest, "Configuration", "rootdir". */
async function pytestProof(files: ProjectFiles, path: string): Promise<Proof | null> {
  for (let folder: string | null = folderOf(path); folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    for (const [name, pattern] of PYTEST_PROOFS) {
      const file = inFolder(folder, name);
      const text = files.has(file) ? await files.text(file) : null;
      const line = text === null ? null : lineOf(text, pattern);
      if (line !== null) return { directory: folder, file, line, why: `${name} names pytest` };
    }
  }
  return null;
}

const PYTEST_PROOFS: readonly (readonly [string, RegExp])[] = [
  ['pytest.ini', /\[pytest\]/],
  ['pyproject.toml', /\[tool\.pytest|["']pytest\b/],
  ['setup.cfg', /\[tool:pytest\]|^[ \t]*pytest\b/m],
  ['tox.ini', /\bpytest\b/],
  ['requirements-dev.txt', /^pytest\b/m],
];

/** `go test` per package; Go knows no files, so that the tests are named. */
export const goCommands: CommandMaker = async (files, chosen) => {
  const rows: CommandRow[] = [];
  for (const group of Map.groupBy(chosen, ({ test }) => folderOf(test.path)).values()) {
    const path = group[0]?.test.path ?? '';
    const manifest = nearestAbove(files, path, ['go.mod']);
    if (manifest === null) continue;
    const directory = folderOf(manifest);
    const folder = below(directory, folderOf(path));
    const pack = folder === '' ? '.' : quoteWord(`./${folder}`);
    const names = [...new Set(group.flatMap((one) => goNames(one)))];
    const line = lineOf((await files.text(manifest)) ?? '', /^module\b/m);
    const many = names.length > NAMES_MAX ? `; ${names.length} tests are more than a filter should name` : '';
    const why = `a Go module${many}`;
    rows.push({ command: `go test ${pack}${goFilter(names)}`, directory, file: manifest, line, why });
  }
  return rows;
};

function goFilter(names: readonly string[]): string {
  if (names.length === 0 || names.length > NAMES_MAX) return '';
  return ` -run ${quoteWord(names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`)}`;
}

/** The functions that `-run` filters; benchmarks are run by another option. */
function goNames({ test, cases }: Chosen): readonly string[] {
  const meant = cases.length > 0 ? cases.map(({ name }) => name) : test.tests.cases.map(({ name }) => name);
  return meant.map((name) => name.split(' > ')[0] ?? '').filter((name) => /^(?:Test|Example|Fuzz)\w*$/.test(name));
}

/** `cargo test` per package and target. */
export const rustCommands: CommandMaker = async (files, chosen) => {
  const rows: CommandRow[] = [];
  const placed: { readonly one: Chosen; readonly target: RustTarget }[] = [];
  for (const one of chosen) {
    const target = await rustTarget(files, one.test.path);
    if (target !== null) placed.push({ one, target });
  }
  for (const group of Map.groupBy(placed, ({ target }) => `${target.manifest}\0${target.option}`).values()) {
    const target = group[0]?.target;
    if (target === undefined) continue;
    const filters = [...new Set(group.flatMap(({ one, target: own }) => rustFilters(one, own)))];
    const few = filters.length <= NAMES_MAX && !filters.includes('') ? filters : [];
    const filter =
      few.length === 0
        ? ''
        : few.length === 1
          ? ` ${few.map(quoteWord).join('')}`
          : ` -- ${few.map(quoteWord).join(' ')}`;
    const { directory, option, name, line, manifest } = target;
    rows.push({
      command: `cargo test -p ${quoteWord(name)} ${option}${filter}`,
      directory,
      file: manifest,
      line,
      why: `package ${name}`,
    });
  }
  return rows;
};

interface RustTarget {
  readonly manifest: string;
  readonly directory: string;
  readonly name: string;
  readonly line: number | null;
  /** `--lib`, `--bins` or `--test x`. */
  readonly option: string;
  /** Path of the file's module, `::` between. */
  readonly module: string;
}

async function rustTarget(files: ProjectFiles, path: string): Promise<RustTarget | null> {
  const manifest = nearestAbove(files, path, ['Cargo.toml']);
  const cargo = manifest === null ? '' : parseCargoToml((await files.text(manifest)) ?? '');
  if (manifest === null || typeof cargo === 'string' || cargo.package === null) return null;
  const { text: name, line } = cargo.package.name;
  const folder = folderOf(manifest);
  const inner = below(folder, path);
  const common = { manifest, directory: folder, name, line };
  const target = testTarget(files, { folder, inner, path }, declaredTests(cargo, folder));
  return target === null ? null : { ...common, ...target };
}

/** `[[test]]` tables: name by path. */
function declaredTests({ targets }: CargoToml, folder: string): ReadonlyMap<string, string> {
  const named = targets.flatMap(({ kind, name, path }) => {
    const file = kind === 'test' && name && path ? resolveTarget(folder, path) : null;
    return file && name ? [[file, name] as const] : [];
  });
  return new Map(named);
}

function testTarget(
  files: ProjectFiles,
  { folder, inner, path }: { readonly folder: string; readonly inner: string; readonly path: string },
  declared: ReadonlyMap<string, string>,
): Pick<RustTarget, 'option' | 'module'> | null {
  const named = declared.get(path);
  if (named !== undefined) return { option: `--test ${quoteWord(named)}`, module: '' };
  const parts = inner.replace(/\.rs$/, '').split('/');
  if (parts[0] === 'tests') {
    const [, crate = '', ...rest] = parts;
    if (rest.length === 0) return { option: `--test ${quoteWord(crate)}`, module: '' };
    const main = inFolder(folder, `tests/${crate}/main.rs`);
    if (!files.has(main)) return null;
    const target = declared.get(main) ?? crate;
    return {
      option: `--test ${quoteWord(target)}`,
      module: rest.filter((part) => part !== 'mod' && part !== 'main').join('::'),
    };
  }
  if (parts[0] !== 'src') return null;
  const isLibrary = files.has(inFolder(folder, 'src/lib.rs')) && parts[1] !== 'bin' && parts[1] !== 'main';
  const option = isLibrary ? '--lib' : '--bins';
  const module = parts.slice(1).filter((part) => !/^(?:lib|main|mod|bin)$/.test(part));
  return { option, module: isLibrary ? module.join('::') : '' };
}

/** Filters are parts of the tests' full names; an empty one means all. */
function rustFilters({ cases }: Chosen, { module }: RustTarget): readonly string[] {
  const names = cases.length > NAMES_MAX ? [] : cases.map(({ name }) => name.split(' > ').join('::'));
  if (names.length > 0 && names.every((name) => /^[\w:]+$/.test(name))) {
    return module === '' ? names : names.map((name) => `${module}::${name}`);
  }
  return [module === '' ? '' : `${module}::`];
}

/** Maven or Gradle with the classes, and the methods where they are few. */
export const javaCommands: CommandMaker = async (files, chosen) => {
  const rows: CommandRow[] = [];
  for (const group of Map.groupBy(chosen, ({ test }) => nearestAbove(files, test.path, BUILDS) ?? '').values()) {
    const path = group[0]?.test.path ?? '';
    const build = nearestAbove(files, path, BUILDS);
    if (build === null) continue;
    rows.push(build.endsWith('pom.xml') ? maven(files, build, group) : gradle(files, build, group));
  }
  return rows;
};

const BUILDS = ['pom.xml', 'build.gradle', 'build.gradle.kts'];

function maven(files: ProjectFiles, build: string, chosen: readonly Chosen[]): CommandRow {
  const directory = folderOf(build);
  const wrapper = nearestAbove(files, build, ['mvnw']);
  const tests = chosen.map((one) => {
    const methods = javaMethods(one);
    return `${className(one.test.path)}${methods.length > 0 ? `#${methods.join('+')}` : ''}`;
  });
  const command = `${wrapperFrom(directory, wrapper) ?? 'mvn'} test ${quoteWord(`-Dtest=${[...new Set(tests)].join(',')}`)}`;
  return {
    command,
    directory,
    file: build,
    line: null,
    why: wrapper === null ? 'a Maven project' : `a Maven project with the wrapper ${wrapper}`,
  };
}

function gradle(files: ProjectFiles, build: string, chosen: readonly Chosen[]): CommandRow {
  const directory = folderOf(build);
  const wrapper = nearestAbove(files, build, ['gradlew']);
  const filters = chosen.flatMap((one) => {
    const methods = javaMethods(one);
    const own = qualifiedName(one.test.path);
    return methods.length > 0 ? methods.map((method) => `${own}.${method}`) : [own];
  });
  const words = [...new Set(filters)].map((filter) => `--tests ${quoteWord(filter)}`).join(' ');
  return {
    command: `${wrapperFrom(directory, wrapper) ?? 'gradle'} test ${words}`,
    directory,
    file: build,
    line: null,
    why: wrapper === null ? 'a Gradle project' : `a Gradle project with the wrapper ${wrapper}`,
  };
}

/** A wrapper above the folder is called by its way up. */
function wrapperFrom(directory: string, wrapper: string | null): string | null {
  if (wrapper === null) return null;
  const own = folderOf(wrapper);
  const up = directory === own ? 0 : below(own, directory).split('/').length;
  return up === 0 ? `./${nameOf(wrapper)}` : `${'../'.repeat(up)}${nameOf(wrapper)}`;
}

function className(path: string): string {
  return nameOf(path).replace(/\.\w+$/, '');
}

/** By the folders below the source folder, as Java wants its packages laid out. */
function qualifiedName(path: string): string {
  const inner = /(?:^|\/)src\/\w+\/(?:java|kotlin|groovy|scala)\/(.+)\.\w+$/.exec(path)?.[1];
  return inner === undefined ? `*${className(path)}` : inner.replaceAll('/', '.');
}

/** Methods of the outer class; those of nested ones have other filters, so that then the class is run. */
function javaMethods({ test, cases }: Chosen): readonly string[] {
  const own = className(test.path);
  const names = cases.map(({ name }) => name.split(' > '));
  const isPlain = names.every(
    (parts) => (parts.length === 1 || (parts.length === 2 && parts[0] === own)) && /^\w+$/.test(parts.at(-1) ?? ''),
  );
  return cases.length > 0 && cases.length <= 10 && isPlain ? names.map((parts) => parts.at(-1) ?? '') : [];
}

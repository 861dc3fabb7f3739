import { type GemRequest, parseGemfile, parseGemspec } from '../../formats/gems.ts';
import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { inFolder, isSample, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, kindOfScript, manifestsNamed, scriptBelow } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Gemfile, gemspecs and Rakefile: manager, libraries, tasks, direct dependencies. None of them is run. */
export async function readRuby(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const specs = listSpecs(files);
  for (const file of specs) await readSpec(files, sheet, file);
  const gemfiles = manifestsNamed(files, 'gemfile').slice(0, OVERVIEW_LIMITS.manifestsMax);
  const gems = new Set([...specs, ...gemfiles].map(folderOf));
  const [first] = gemfiles;
  if (first !== undefined) sheet.managers.push({ name: 'bundler', file: first, line: null });
  for (const file of gemfiles) {
    // Beside a gemspec a Gemfile lists what the gem is worked on with.
    const isOfGem = specs.some((spec) => folderOf(spec) === folderOf(file));
    await readGemfile(files, sheet, { file, isOfGem });
  }
  for (const [at, file] of manifestsNamed(files, 'rakefile').entries()) {
    // Below the first one a Rakefile without a gem may be anybody's, such as a template.
    if (at > 0 && !gems.has(folderOf(file))) continue;
    const hasBundler = gemfiles.some((path) => `${file}/`.startsWith(inFolder(folderOf(path), '')));
    await readRakefile(files, sheet, { file, hasBundler });
  }
}

function listSpecs(files: ProjectFiles): readonly string[] {
  const found = files.entries.map(({ path }) => path).filter((path) => path.endsWith('.gemspec'));
  return found.filter((path) => !isVendored(path) && !isSample(path)).slice(0, OVERVIEW_LIMITS.manifestsMax);
}

/** Where the file that others load may differ from the gem's name: `activerecord` is loaded by `active_record`. */
function looseName(text: string): string {
  return text.replaceAll(/[-_]/g, '');
}

/** `a-b.gemspec` gives the library that others load by `a-b` or `a/b`. */
async function readSpec(files: ProjectFiles, sheet: FactSheet, file: string): Promise<void> {
  sheet.manifests.push({ name: 'gemspec', file, line: null });
  const name = nameOf(file).replace(/\.gemspec$/, '');
  const places = [name, name.replaceAll('-', '/')].map((stem) => inFolder(folderOf(file), `lib/${stem}.rb`));
  const library = places.find((place) => files.has(place)) ?? looseLibrary(files, folderOf(file), name);
  if (library !== undefined) {
    const at = { file: library, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
  }
  const text = (await files.text(file)) ?? '';
  const bindir = /^\s*\w+\.bindir\s*=\s*["']([\w/.-]{1,60})["']/m.exec(text)?.[1] ?? 'bin';
  const folder = inFolder(folderOf(file), bindir);
  const bins = new Set<string>();
  for (const gem of parseGemspec(text).gems) addGem(sheet, file, gem);
  for (const [line, number] of numberedLines(text)) addPrograms(files, sheet, { folder, bins, file, line, number });
}

/** Each program once, however many lines name it. */
function addPrograms(
  files: ProjectFiles,
  sheet: FactSheet,
  {
    folder,
    bins,
    file,
    line,
    number,
  }: {
    readonly folder: string;
    readonly bins: Set<string>;
    readonly file: string;
    readonly line: string;
    readonly number: number;
  },
): void {
  for (const name of programsOf(line) ?? (bins.size > 0 ? [] : programsIn(files, folder))) {
    if (bins.has(name)) continue;
    bins.add(name);
    const target = `${folder}/${name}`;
    const at = { file, line: number, target, isThere: files.has(target) };
    sheet.entryPoints.push({ kind: 'bin', name, ...at, basis: 'defined' });
  }
}

/** The only file of `lib/` whose name is the gem's but for what joins its words. */
function looseLibrary(files: ProjectFiles, folder: string, name: string): string | undefined {
  const lib = inFolder(folder, 'lib/');
  const found = files.entries.filter(
    ({ path }) =>
      path.startsWith(lib) && path.endsWith('.rb') && looseName(path.slice(lib.length, -3)) === looseName(name),
  );
  return found.length === 1 ? found[0]?.path : undefined;
}

/**
 * Names of `s.executables = ["a"]` and `%w[a b]`, where they are written out; none for another line, null where they are
 * all that a pattern finds in the folder of programs.
 */
function programsOf(line: string): readonly string[] | null {
  const [, given] = /^\s*\w+\.executables?\s*(?:=|<<)\s*(.{1,300})/.exec(line) ?? [];
  if (given === undefined) return [];
  if (/\bgrep\b|\bDir\b/.test(given)) return null;
  const words = /^%w[[({]([^\])}]{1,200})[\])}]/.exec(given)?.[1]?.split(/\s+/);
  const quoted = /^\[?\s*["'][^\]#()]{1,200}/.exec(given)?.[0] ?? '';
  const names = words ?? [...quoted.matchAll(/["']([\w.-]{1,60})["']/g)].map(([, name = '']) => name);
  return names.filter((name) => /^[\w.-]{1,60}$/.test(name));
}

function programsIn(files: ProjectFiles, folder: string): readonly string[] {
  const own = files.entries.filter(({ path }) => folderOf(path) === folder);
  return own.map(({ path }) => nameOf(path)).filter((name) => /^[\w-]{1,60}$/.test(name));
}

function addGem(sheet: FactSheet, file: string, { name, versions, isDev, line }: GemRequest): void {
  const requirement = versions.join(', ');
  sheet.dependencies.push({ ecosystem: 'gem', name, requirement, scope: isDev ? 'dev' : 'runtime', file, line });
}

const SPECS = /^rspec(?:-rails)?$/;

async function readGemfile(
  files: ProjectFiles,
  sheet: FactSheet,
  { file, isOfGem }: { readonly file: string; readonly isOfGem: boolean },
): Promise<void> {
  sheet.manifests.push({ name: 'Gemfile', file, line: null });
  addConvention(sheet, 'install', 'bundle install', { file, line: null });
  const folder = inFolder(folderOf(file), '');
  const hasSpecs = files.entries.some(({ path }) => path.startsWith(folder) && path.endsWith('_spec.rb'));
  // Both gems may be asked for, which is one command.
  let isTested = false;
  for (const gem of parseGemfile((await files.text(file)) ?? '').gems) {
    const { name, line } = gem;
    addGem(sheet, file, isOfGem ? { ...gem, isDev: true } : gem);
    if (SPECS.test(name) && hasSpecs && !isTested) {
      isTested = true;
      addConvention(sheet, 'test', 'bundle exec rspec', { file, line });
    }
    if (name === 'rubocop') addConvention(sheet, 'lint', 'bundle exec rubocop', { file, line });
  }
}

/** Classes that make a task, by the name that it has unless another is given. */
const TASK_MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Rake::TestTask\.new|Minitest::TestTask\.create)\b(?:\s*(?:\(\s*)?:?["']?([\w:-]+))?/, 'test'],
  [/^RSpec::Core::RakeTask\.new\b(?:\s*(?:\(\s*)?:?["']?([\w:-]+))?/, 'spec'],
  [/^RuboCop::RakeTask\.new\b(?:\s*(?:\(\s*)?:?["']?([\w:-]+))?/, 'rubocop'],
];

/** Tasks at the top of the file and in its namespaces; what stands under a condition may not be there. */
async function readRakefile(
  files: ProjectFiles,
  sheet: FactSheet,
  { file, hasBundler }: { readonly file: string; readonly hasBundler: boolean },
): Promise<void> {
  sheet.manifests.push({ name: 'Rakefile', file, line: null });
  const seen = new Set<string>();
  const namespaces = makeNamespaces();
  const lines = [...numberedLines((await files.text(file)) ?? '')];
  for (const [at, [line, number]] of lines.entries()) {
    const name = namespaces.enter(line);
    if (name === null || name === 'default' || seen.has(name)) continue;
    seen.add(name);
    const kind = kindOfScript(name, scriptBelow(lines, at));
    // What installs is the gem itself, as if it were published.
    if (kind === null || kind === 'install') {
      sheet.otherScripts += 1;
      continue;
    }
    const command = `${hasBundler ? 'bundle exec ' : ''}rake ${name}`;
    const place = { directory: folderOf(file), file, line: number, detail: null };
    sheet.commands.push({ kind, command, ...place, basis: 'defined' });
  }
}

const NAMESPACE = /^namespace[ \t(]{1,4}:?["']?([\w-]{1,60})["']?\)?[ \t]{1,4}do\b/;
/** Namespaces one in another. */
const NAMESPACES_MAX = 4;

/** The namespaces around a line, by its indentation. */
function makeNamespaces() {
  const open: { readonly name: string; readonly indent: number }[] = [];
  // Where the lines of the innermost begin: with the first of them, however deep its writer puts it.
  let inside: number | null = 0;
  return {
    /** The whole name of the task that a line makes; null for none. */
    enter(line: string): string | null {
      const inner = line.trimStart();
      if (inner === '' || inner.startsWith('#')) return null;
      const indent = line.length - inner.length;
      while ((open.at(-1)?.indent ?? -1) >= indent) inside = open.pop()?.indent ?? 0;
      inside ??= indent;
      if (indent !== inside) return null;
      const namespace = NAMESPACE.exec(inner)?.[1];
      if (namespace !== undefined && open.length < NAMESPACES_MAX) {
        open.push({ name: namespace, indent });
        inside = null;
      }
      const task = taskOf(inner);
      return task === null ? null : [...open.map(({ name }) => name), task].join(':');
    },
  };
}

/** A name that is written out: `task :a`, `task 'a'`, `task a: :b`; what a variable holds is not known. */
const TASK = /^task[ \t(]{1,4}(?::["']?([\w:-]{1,80})\b|(["'])([\w:-]{1,80})\2|(\w{1,80}):(?!:))/;

function taskOf(line: string): string | null {
  for (const [maker, usual] of TASK_MAKERS) {
    const found = maker.exec(line);
    if (found) return found[1] ?? usual;
  }
  const [, symbol, , quoted, key] = TASK.exec(line) ?? [];
  return symbol ?? quoted ?? key ?? null;
}

function addConvention(
  sheet: FactSheet,
  kind: CommandFact['kind'],
  command: string,
  { file, line }: { readonly file: string; readonly line: number | null },
): void {
  sheet.commands.push({ kind, command, directory: folderOf(file), file, line, basis: 'convention', detail: null });
}

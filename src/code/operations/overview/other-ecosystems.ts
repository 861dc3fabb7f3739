import type { CommandFact, DependencyFact } from '../overview.types.ts';
import { type Ecosystem, type FactSheet, kindOfName, manifestsNamed, numberedLines } from './fact-sheet.ts';
import { fieldOf, mapAt, parseJson } from './json.ts';
import { folderOf, isSample, isVendored, type ProjectFiles, shortLine } from './project-files.ts';
import { readXml } from './xml.ts';

/** Ruby, PHP, .NET, Elixir, CMake and Deno: manager, conventional commands, direct dependencies. */
export const readOthers: Ecosystem = async (files, sheet) => {
  await readRuby(files, sheet);
  await readPhp(files, sheet);
  await readDotnet(files, sheet);
  await readElixir(files, sheet);
  await readCmake(files, sheet);
  await readDeno(files, sheet);
};

function addConvention(
  sheet: FactSheet,
  kind: CommandFact['kind'],
  command: string,
  at: { file: string; line?: number },
): void {
  const { file, line = null } = at;
  sheet.commands.push({ kind, command, directory: folderOf(file), file, line, basis: 'convention', detail: null });
}

async function readRuby(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = manifestsNamed(files, 'gemfile')[0];
  if (file === undefined) return;
  sheet.manifests.push({ name: 'Gemfile', file, line: null });
  sheet.managers.push({ name: 'bundler', file, line: null });
  addConvention(sheet, 'install', 'bundle install', { file });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    const found = /^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"']{1,60})["'])?/.exec(line);
    if (!found) continue;
    const name = found[1] ?? '';
    sheet.dependencies.push({
      ecosystem: 'gem',
      name,
      requirement: found[2] ?? '',
      scope: 'runtime',
      file,
      line: number,
    });
    if (name === 'rspec' || name === 'rspec-rails')
      addConvention(sheet, 'test', 'bundle exec rspec', { file, line: number });
    if (name === 'rubocop') addConvention(sheet, 'lint', 'bundle exec rubocop', { file, line: number });
  }
}

async function readPhp(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const [i, file] of manifestsNamed(files, 'composer.json').entries()) {
    const json = parseJson((await files.text(file)) ?? '');
    if (json === null) continue;
    sheet.manifests.push({ name: 'composer.json', file, line: null });
    if (i === 0) {
      sheet.managers.push({ name: 'composer', file, line: null });
      addConvention(sheet, 'install', 'composer install', { file });
    }
    for (const [name, { value, line }] of mapAt(json, 'scripts')) {
      const kind = kindOfName(name);
      if (kind === null || kind === 'install') continue;
      const detail = typeof value === 'string' ? shortLine(value) : null;
      sheet.commands.push({
        kind,
        command: `composer ${name}`,
        directory: folderOf(file),
        file,
        line,
        basis: 'defined',
        detail,
      });
    }
    for (const [field, scope] of [
      ['require', 'runtime'],
      ['require-dev', 'dev'],
    ] as const) {
      for (const [name, { value, line }] of mapAt(json, field)) {
        const isPackage = name.includes('/');
        if (isPackage)
          sheet.dependencies.push({
            ecosystem: 'composer',
            name,
            requirement: typeof value === 'string' ? value : '',
            scope,
            file,
            line,
          });
      }
    }
  }
}

async function readDotnet(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const own = files.entries
    .map(({ path }) => path)
    .filter((path) => /\.(?:sln|slnx|[cf]sproj|vbproj)$/.test(path) && !isVendored(path));
  const first = own.find((path) => /\.slnx?$/.test(path)) ?? own[0];
  if (first === undefined) return;
  sheet.managers.push({ name: 'dotnet', file: first, line: null });
  addConvention(sheet, 'build', 'dotnet build', { file: first });
  addConvention(sheet, 'test', 'dotnet test', { file: first });
  for (const file of own.slice(0, 60)) {
    sheet.manifests.push({ name: file.slice(file.lastIndexOf('.') + 1), file, line: null });
    if (isSample(file) || !file.endsWith('proj')) continue;
    for (const leaf of readXml((await files.text(file)) ?? '') ?? []) {
      const name = leaf.path.endsWith('/PackageReference')
        ? /Include\s*=\s*"([^"]{1,200})"/.exec(leaf.attributes)?.[1]
        : undefined;
      if (name === undefined) continue;
      const requirement = /\sVersion\s*=\s*"([^"]{1,60})"/.exec(` ${leaf.attributes}`)?.[1] ?? '';
      sheet.dependencies.push({ ecosystem: 'nuget', name, requirement, scope: 'runtime', file, line: leaf.line });
    }
  }
}

async function readElixir(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = manifestsNamed(files, 'mix.exs')[0];
  if (file === undefined) return;
  sheet.manifests.push({ name: 'mix.exs', file, line: null });
  sheet.managers.push({ name: 'mix', file, line: null });
  addConvention(sheet, 'install', 'mix deps.get', { file });
  addConvention(sheet, 'test', 'mix test', { file });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    const found = /^\s*\{:(\w{1,60}),\s*(?:"([^"]{1,60})")?/.exec(line);
    if (found)
      sheet.dependencies.push({
        ecosystem: 'hex',
        name: found[1] ?? '',
        requirement: found[2] ?? '',
        scope: /only:/.test(line) ? 'dev' : 'runtime',
        file,
        line: number,
      });
  }
}

async function readCmake(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = manifestsNamed(files, 'cmakelists.txt')[0];
  if (file === undefined) return;
  sheet.manifests.push({ name: 'CMakeLists.txt', file, line: null });
  addConvention(sheet, 'build', 'cmake -B build && cmake --build build', { file });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    if (!/^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\s*\))/i.test(line)) continue;
    addConvention(sheet, 'test', 'ctest --test-dir build', { file, line: number });
    return;
  }
}

async function readDeno(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = [...manifestsNamed(files, 'deno.json'), ...manifestsNamed(files, 'deno.jsonc')][0];
  const json = file === undefined ? null : parseJson((await files.text(file)) ?? '');
  if (file === undefined || json === null) return;
  sheet.manifests.push({ name: 'deno.json', file, line: null });
  sheet.managers.push({ name: 'deno', file, line: null });
  for (const [name, node] of mapAt(json, 'tasks')) {
    const kind = kindOfName(name);
    if (kind === null) continue;
    const text = typeof node.value === 'string' ? node.value : fieldOf(node, 'command')?.value;
    const detail = typeof text === 'string' ? shortLine(text) : null;
    sheet.commands.push({
      kind,
      command: `deno task ${name}`,
      directory: folderOf(file),
      file,
      line: node.line,
      basis: 'defined',
      detail,
    });
  }
  const scope: DependencyFact['scope'] = 'runtime';
  for (const [name, { value, line }] of mapAt(json, 'imports')) {
    if (typeof value === 'string' && /^(?:npm|jsr):/.test(value))
      sheet.dependencies.push({
        ecosystem: value.slice(0, value.indexOf(':')),
        name,
        requirement: shortLine(value),
        scope,
        file,
        line,
      });
  }
}

import { type ComposerJson, parseComposerJson } from '../../formats/composer-json.ts';
import { type JsonNode, mapAt } from '../../formats/json.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { readAutotools } from './autotools.ts';
import { readCmake } from './cmake.ts';
import { addComposerEntries } from './composer-entries.ts';
import { readDeno } from './deno.ts';
import { readDotnet } from './dotnet.ts';
import { type Ecosystem, type FactSheet, kindOfScript, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { readMix } from './mix.ts';
import { readRuby } from './ruby.ts';
import { readSbt } from './sbt.ts';
import { readSwift } from './swift.ts';

/** Ruby, PHP, .NET, Elixir, Scala, Swift, CMake, Autotools and Deno: manager, conventional commands, direct dependencies. */
export const readOthers: Ecosystem = async (files, sheet) => {
  await readRuby(files, sheet);
  await readPhp(files, sheet);
  await readDotnet(files, sheet);
  await readMix(files, sheet);
  await readSbt(files, sheet);
  await readSwift(files, sheet);
  await readCmake(files, sheet);
  await readAutotools(files, sheet);
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

/** Installs each tool by a manifest of its own in `vendor-bin/`, so that what tools ask for is none of the project's. */
const BIN_PLUGIN = 'bamarni/composer-bin-plugin';

async function readPhp(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const paths = manifestsNamed(files, 'composer.json');
  const leading = leadingManifest(paths);
  if (leading !== null) {
    sheet.managers.push({ name: 'composer', file: leading, line: null });
    addConvention(sheet, 'install', 'composer install', { file: leading });
  }
  let asked: readonly string[] = [];
  for (const file of paths) {
    const composer = parseComposerJson((await files.text(file)) ?? '');
    if (composer === null) continue;
    if (file === leading) asked = composer.requests.map(({ name }) => name);
    sheet.manifests.push({ name: 'composer.json', file, line: null });
    addComposerEntries(files, sheet, file, composer);
    addComposerScripts(sheet, file, composer.json);
    const isTool = asked.includes(BIN_PLUGIN) && file.startsWith(inFolder(folderOf(leading ?? ''), 'vendor-bin/'));
    addComposerRequests(sheet, file, composer.requests, isTool);
  }
  if (leading !== null) addPhpTests(files, sheet, folderOf(leading), asked);
}

function addComposerRequests(
  sheet: FactSheet,
  file: string,
  requests: ComposerJson['requests'],
  isTool: boolean,
): void {
  for (const { name, requested, isDev, line } of requests) {
    const scope = isDev || isTool ? 'dev' : 'runtime';
    sheet.dependencies.push({ ecosystem: 'composer', name, requirement: requested ?? '', scope, file, line });
  }
}

/**
 * Its settings say that PHPUnit runs there, where no script is named for it; Pest reads the same settings and has a file
 * of its own.
 */
function addPhpTests(files: ProjectFiles, sheet: FactSheet, folder: string, asked: readonly string[]): void {
  const at = (name: string): string => inFolder(folder, name);
  const settings = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'].map(at).find((file) => files.has(file));
  const isNamed = sheet.commands.some(({ kind, directory }) => kind === 'test' && directory === folder);
  if (settings === undefined || isNamed) return;
  addConvention(
    sheet,
    'test',
    phpRunner((name) => files.has(at(name)), asked),
    { file: settings },
  );
}

/**
 * Symfony's bridge fetches PHPUnit itself, and nothing puts that among the programs of the packages: it is run by the bridge's
 * own program, or a script for that. Source: Symfony, "The PHPUnit Bridge".
 */
function phpRunner(has: (name: string) => boolean, asked: readonly string[]): string {
  if (has('tests/Pest.php')) return 'vendor/bin/pest';
  if (asked.includes('phpunit/phpunit') || !asked.includes('symfony/phpunit-bridge')) return 'vendor/bin/phpunit';
  const script = ['phpunit', 'bin/phpunit'].find(has);
  return script === undefined ? 'vendor/bin/simple-phpunit' : `./${script}`;
}

function addComposerScripts(sheet: FactSheet, file: string, json: JsonNode): void {
  for (const [name, { value, line }] of mapAt(json, 'scripts')) {
    const kind = kindOfScript(name, commandsOf(value));
    // What Composer runs itself when something has happened is none to call.
    if (kind === null && !/^(?:pre|post)-/.test(name)) sheet.otherScripts += 1;
    if (kind === null || kind === 'install') continue;
    const commands = commandsOf(value);
    const detail = commands === null ? null : shortLine(commands);
    const command = `composer ${name}`;
    sheet.commands.push({ kind, command, directory: folderOf(file), file, line, basis: 'defined', detail });
  }
}

/** A script is one command or a list of them, which run one after the other. Source: Composer, "Scripts". */
function commandsOf(value: JsonNode['value']): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const commands = value.flatMap((one: JsonNode) => (typeof one.value === 'string' ? [one.value] : []));
  return commands.length === 0 ? null : commands.join(' && ');
}

import { type PackageJson, parsePackageJson } from '../../formats/package-json.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { below, type Chosen, type CommandMaker, nearestAbove } from './command-input.ts';
import { keptOptions, NODE_RULE, ruleOf } from './runner-rules.ts';
import { quotePath, quoteWord, splitScript } from './shell.ts';

/** Commands for files of JavaScript and TypeScript: the runner of the nearest package.json that names one. */
export const nodeCommands: CommandMaker = async (files, chosen) => {
  const rows: CommandRow[] = [];
  const placed: { readonly one: Chosen; readonly runner: Runner }[] = [];
  for (const one of chosen) {
    const runner = await runnerFor(files, one);
    if (runner !== null) placed.push({ one, runner });
  }
  for (const group of Map.groupBy(placed, ({ runner }) => `${runner.directory}\0${runner.prefix.join(' ')}`).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { directory, prefix, file, line, why } = first.runner;
    const paths = group.map(({ one }) => quotePath(below(directory, one.test.path)));
    rows.push({ command: [...prefix, ...paths].join(' '), directory, file, line, why });
  }
  return rows;
};

/** How files are run: the words before them, quoted, and what proves it. */
interface Runner {
  readonly directory: string;
  readonly prefix: readonly string[];
  readonly file: string;
  readonly line: number | null;
  readonly why: string;
}

async function runnerFor(files: ProjectFiles, one: Chosen): Promise<Runner | null> {
  const wanted = wantedOf(one);
  for (let from = one.test.path; ; ) {
    const manifest = nearestAbove(files, from, ['package.json']);
    if (manifest === null) return ownRunner(one, folderOf(from));
    const said = parsePackageJson((await files.text(manifest)) ?? '');
    const runner = said === null ? null : await scriptRunner(files, { manifest, said, wanted });
    if (runner !== null) return runner;
    if (folderOf(manifest) === '') return ownRunner(one, '');
    // The package above may test all that are in it.
    from = folderOf(manifest);
  }
}

/** Whether a file has to be run by Playwright, which runs no tests of others and whose tests nothing else runs. */
type Wanted = 'playwright' | 'others' | 'any';

function wantedOf({ test }: Chosen): Wanted {
  const own = test.tests.frameworks.filter(({ name, file }) => file === test.path && OWN_RUNNERS.has(name));
  if (own.length === 0) return 'any';
  return own.some(({ name }) => name === 'playwright') ? 'playwright' : 'others';
}

function isFit({ prefix }: Runner, wanted: Wanted): boolean {
  return wanted === 'any' || prefix.includes('playwright') === (wanted === 'playwright');
}

/** What the test file's own imports say. */
function ownRunner({ test }: Chosen, directory: string): Runner | null {
  for (const { name, file, line, evidence } of test.tests.frameworks) {
    const words = OWN_RUNNERS.get(name);
    if (words !== undefined && file === test.path) return { directory, prefix: words, file, line, why: evidence };
  }
  return null;
}

const OWN_RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node:test', ['node', '--test']],
  ['vitest', ['npx', 'vitest', 'run']],
  ['jest', ['npx', 'jest', '--runTestsByPath']],
  ['mocha', ['npx', 'mocha']],
  ['ava', ['npx', 'ava']],
  ['tap', ['npx', 'tap']],
  ['tape', ['node']],
  ['playwright', ['npx', 'playwright', 'test']],
  ['bun', ['bun', 'test']],
  ['deno', ['deno', 'test']],
]);

interface Manifest {
  readonly manifest: string;
  readonly said: PackageJson;
  readonly wanted: Wanted;
}

/** Scripts that run the tests, the likeliest first; what they call by `npm run` is followed. */
async function scriptRunner(files: ProjectFiles, { manifest, said, wanted }: Manifest): Promise<Runner | null> {
  const { scripts } = said;
  const manager = await managerOf(files, manifest);
  const isNamed = ([name, { text }]: readonly [string, { readonly text: string }]): boolean =>
    /^(?:unit|test[:-]?(?:unit|run|only|js|node)?|mocha|jest|vitest)$/.test(name) ||
    (wanted === 'playwright' && /(?:^|[\s/])playwright\s+test\b/.test(text));
  const names = ['test', ...[...scripts].filter(isNamed).map(([name]) => name)];
  for (const name of new Set(names)) {
    const runner = followScript({ manifest, manager, scripts }, name, 0);
    if (runner !== null && isFit(runner, wanted)) return runner;
  }
  return null;
}

interface Scripts {
  readonly manifest: string;
  /** The package manager that is used there. */
  readonly manager: string;
  readonly scripts: PackageJson['scripts'];
}

const FOLLOWED_MAX = 3;

function followScript(place: Scripts, name: string, depth: number): Runner | null {
  const script = place.scripts.get(name);
  if (script === undefined || depth > FOLLOWED_MAX) return null;
  for (const words of splitScript(script.text) ?? []) {
    const call = calledScript(place, words);
    if (call !== undefined) {
      const further = call === name ? null : followScript(place, call, depth + 1);
      if (further !== null) return further;
      continue;
    }
    const prefix = runnerOf(place, words);
    if (prefix === null) continue;
    const why = `scripts.${name}: ${shortLine(script.text)}`;
    return { directory: folderOf(place.manifest), prefix, file: place.manifest, line: script.line, why };
  }
  return null;
}

/** The script that `npm run x` and the like call. */
function calledScript({ scripts }: Scripts, words: readonly string[]): string | undefined {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(words[0] ?? '')) return undefined;
  return words.find((word, at) => at > 0 && scripts.has(word));
}

/** The words that run files as a script does, without the files, reports and coverage that it asks for itself. */
function runnerOf(place: Scripts, words: readonly string[]): readonly string[] | null {
  const variables = words.filter(
    (word, at) => /^[A-Za-z_]\w*=/.test(word) && at < words.findIndex((one) => ruleOf(one) !== null || one === 'node'),
  );
  for (const [at, word] of words.entries()) {
    const found = ruleOf(word);
    if (found === null) continue;
    const options = keptOptions(
      words.slice(at + 1).filter((one) => !found.sub.includes(one)),
      found,
    );
    return [
      ...variables.map(quoteVariable),
      ...(startOf(words, at) ?? [...execOf(place), found.name]),
      ...found.sub,
      ...options.map(quoteWord),
      ...found.last,
    ];
  }
  return nodeRunner(words, variables);
}

/** How node starts a runner's file, where its options say how code is loaded; null for any other start. */
function startOf(words: readonly string[], at: number): readonly string[] | null {
  const node = words.indexOf('node');
  if (node === -1 || node > at || !words[at]?.includes('/')) return null;
  const options = keptOptions(words.slice(node + 1, at), NODE_RULE);
  return options.length === 0 ? null : ['node', ...options.map(quoteWord), quoteWord(words[at])];
}

/** `node --test` with the options of node that change how code is loaded. */
function nodeRunner(words: readonly string[], variables: readonly string[]): readonly string[] | null {
  const at = words.findIndex((word) => word === 'node' || word === 'tsx');
  if (at === -1 || !words.includes('--test')) return null;
  const options = keptOptions(words.slice(at + 1), NODE_RULE).filter((word) => !/coverage/.test(word));
  return [...variables.map(quoteVariable), words[at] ?? 'node', '--test', ...options.map(quoteWord)];
}

function quoteVariable(word: string): string {
  const at = word.indexOf('=');
  return `${word.slice(0, at)}=${quoteWord(word.slice(at + 1)) || "''"}`;
}

/** How the project's package manager runs a program of its dependencies. */
function execOf({ manager }: Scripts): readonly string[] {
  if (manager === 'pnpm') return ['pnpm', 'exec'];
  if (manager === 'yarn') return ['yarn', 'run'];
  return manager === 'bun' ? ['bunx'] : ['npx'];
}

/** What a package.json says, or a lock file beside it, the nearest upwards. Source: Corepack, `packageManager`. */
async function managerOf(files: ProjectFiles, manifest: string): Promise<string> {
  for (let folder = folderOf(manifest); ; folder = folderOf(folder)) {
    const file = inFolder(folder, 'package.json');
    const said = files.has(file) ? parsePackageJson((await files.text(file)) ?? '')?.manager : null;
    if (said) return said.name;
    const locked = LOCKS.find(([lock]) => files.has(inFolder(folder, lock)));
    if (locked !== undefined) return locked[1];
    if (folder === '') return 'npm';
  }
}

const LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
] as const;

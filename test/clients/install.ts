import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is installed apart from the project's own packages, because it is large or of no use to anything else. */
export type ClientSet = 'clients' | 'agents';

interface SetFolder {
  /** Where the set's package.json and lockfile stand. */
  readonly source: string;
  /** What npm leaves out: the clients run without their optional parts, the agents are nothing else. */
  readonly flags: readonly string[];
}

const SETS: Readonly<Record<ClientSet, SetFolder>> = {
  clients: { source: fileURLToPath(new URL('.', import.meta.url)), flags: ['--omit=optional'] },
  agents: { source: fileURLToPath(new URL('agents/', import.meta.url)), flags: [] },
};

/** Below a folder that git, the linter and the tests' globs pass over. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/portico-test/', import.meta.url));

/**
 * The folder whose node_modules holds the set, installed from its lockfile if this lockfile was not installed yet.
 * Throws with a text for the person who runs the tests when that cannot be done.
 */
export async function installClients(set: ClientSet): Promise<string> {
  const { source, flags } = SETS[set];
  const lock = readFileSync(join(source, 'package-lock.json'));
  const folder = join(CACHE, `${set}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(unfinished, file));
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...flags], unfinished, source);
    keepFirst(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** By one rename, so that a folder under its final name is whole; of two that installed at once the first stays. */
function keepFirst(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (failure) {
    if (!existsSync(folder)) throw failure;
  }
}

/** The version of a client that is installed; it is named in transcripts and in the guide. */
export function versionOf(name: string): string {
  for (const { source } of Object.values(SETS)) {
    const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    if (name in dependencies) return dependencies[name];
  }
  throw new Error(`${name} is in none of the sets`);
}

function npm(args: readonly string[], cwd: string, source: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  const text = { all: '' };
  const read = (chunk: string): void => {
    text.all += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const fail = (what: string): void =>
    reject(
      new Error(
        `The clients of ${source}package.json could not be installed (npm ${args.join(' ')}: ${what}). ` +
          `They are fetched once from the package registry and kept in ${CACHE}; run this again where npm can reach it.\n${text.all.slice(-2_000)}`,
      ),
    );
  child.once('error', ({ message }) => fail(message));
  child.once('close', (code) => (code === 0 ? resolve() : fail(`exit code ${code}`)));
  return promise;
}

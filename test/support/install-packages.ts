import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Below a folder that git, the linter and the tests' globs pass over. */
const CACHE = join(PROJECT, 'node_modules/.cache/portico-packages');

/**
 * The folder whose node_modules holds the packages of `set` (a folder of the project with a package.json and its
 * lockfile), installed on demand and once for each state of the lockfile, without running any script of theirs. Such
 * packages are large or of no use to anything but one test, so they are not the project's own. Throws with a text for
 * the person at the keyboard when it cannot be done.
 */
export async function installPackages(set: string, flags: readonly string[] = []): Promise<string> {
  const source = join(PROJECT, set);
  const lock = readFileSync(join(source, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(CACHE, `${set.replaceAll('/', '-')}-${digest}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(unfinished, file));
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...flags], unfinished, set);
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

function npm(args: readonly string[], cwd: string, set: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  let text = '';
  const read = (chunk: string): void => {
    text += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const fail = (what: string): void =>
    reject(
      new Error(
        `The packages of ${set} could not be installed (npm ${args.join(' ')}: ${what}). They are fetched once from the ` +
          `package registry and kept below node_modules/.cache; run this again where npm can reach it.\n${text.slice(-2_000)}`,
      ),
    );
  child.once('error', ({ message }) => fail(message));
  child.once('close', (code) => (code === 0 ? resolve() : fail(`exit code ${code}`)));
  return promise;
}

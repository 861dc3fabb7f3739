import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MIB } from '../../src/base/units.ts';
import { installPackages } from '../../test/support/install-packages.ts';

/*
 * ripgrep as the oracle of text searches: installed on demand, run on the same folder with the same meaning of a query:
 * every file, whatever ignore rules and NULs say (the service's own list of files decides what is compared), and lines
 * that may end in CRLF.
 */

const SAME_FILES = ['--no-config', '--no-ignore', '--hidden', '--text', '--no-messages', '--color=never'];
const SAME_MEANING = ['--crlf'];
const OUTPUT_BYTES_MAX = 512 * MIB;

/** Path of the executable. */
export async function findRipgrep(): Promise<string> {
  const folder = await installPackages('bench/ripgrep');
  const { rgPath } = createRequire(join(folder, 'package.json'))('@vscode/ripgrep');
  return rgPath;
}

/** How a query is read. */
export interface RipgrepQuery {
  readonly query: string;
  readonly mode: 'text' | 'regex';
  readonly isSensitive: boolean;
}

/** What ripgrep takes, and the files with a hit, relative to the folder, sorted; all of them, binary ones too. */
export function findFiles(
  rg: string,
  folder: string,
  { query, mode, isSensitive }: RipgrepQuery,
): { readonly ms: number; readonly files: readonly string[] } {
  const flags = [...(mode === 'text' ? ['--fixed-strings'] : []), isSensitive ? '--case-sensitive' : '--ignore-case'];
  const args = [...SAME_FILES, ...SAME_MEANING, ...flags, '--files-with-matches', '--null', '-e', query, '.'];
  const { ms, stdout } = run(rg, folder, args);
  const paths = stdout.split('\0').filter((path) => path !== '');
  return { ms, files: paths.map((path) => path.replace(/^\.\//, '')).sort() };
}

/** What ripgrep takes as people run it: literal, its own choice of files. */
export function countFiles(rg: string, folder: string, query: string): { readonly ms: number; readonly files: number } {
  const { ms, stdout } = run(rg, folder, ['--no-config', '--no-messages', '-l', '-F', '-e', query, '.']);
  return { ms, files: stdout.split('\n').length - 1 };
}

/** Reads all files twice, so that they are in the page cache as far as it is large enough. */
export function warmUp(rg: string, folder: string): void {
  for (let round = 0; round < 2; round++) countFiles(rg, folder, 'a text that stands nowhere');
}

function run(rg: string, cwd: string, args: readonly string[]): { readonly ms: number; readonly stdout: string } {
  const startMs = performance.now();
  const { stdout, status, error } = spawnSync(rg, args, { cwd, maxBuffer: OUTPUT_BYTES_MAX, encoding: 'utf8' });
  const ms = performance.now() - startMs;
  // 1 is nothing found, 2 that something could not be read.
  if (error !== undefined || status === null) throw new Error('ripgrep could not be run', { cause: error });
  return { ms, stdout };
}

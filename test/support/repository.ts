import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a file becomes: text or bytes, a link, or nothing (it is deleted). */
type FileSpec = string | Uint8Array | { readonly link: string } | null;

/** Files by their relative paths. */
export type FileSpecs = Readonly<Record<string, FileSpec>>;

/** A folder that is deleted with everything in it when the test is over. */
export interface TempFolder {
  /** Absolute real path. */
  readonly path: string;
  write(files: FileSpecs): void;
  remove(): void;
}

/** A git repository with a work tree and fixed names and times, so that its commit ids never change. */
export interface TestRepository extends TempFolder {
  /** Runs git in the repository and answers what it printed, without the last newline. */
  git(...args: string[]): string;
  /** Runs git with something on its standard input. */
  gitWithInput(input: string | Uint8Array, ...args: string[]): string;
  /** Writes files and commits the whole work tree; answers the commit id. */
  commit(files: FileSpecs, message?: string): string;
}

/** Makes a folder under the system's temporary one. */
export function makeFolder(files: FileSpecs = {}): TempFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'portico-test-')));
  const folder = {
    path,
    write: (specs: FileSpecs) => writeFiles(path, specs),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }),
  };
  folder.write(files);
  return folder;
}

function writeFiles(root: string, files: FileSpecs): void {
  for (const [name, spec] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    if (spec === null) continue;
    if (typeof spec === 'string' || spec instanceof Uint8Array) writeFileSync(path, spec);
    else symlinkSync(spec.link, path);
  }
}

const GIT_ENVIRONMENT = {
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  // Nothing is tidied up behind a commit: nobody waits for it, and there is nothing to tidy.
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' },
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.test' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.test' },
} as const;

// One shell runs all of them: to start a process from one as large as a test's takes longer than any of these commands.
const INIT = 'git init --quiet --initial-branch=main .';
const COMMIT = 'git add --all && git commit --quiet --allow-empty -m "$1" && git rev-parse HEAD';

/** Makes a repository on branch `main` with one commit for each set of files. */
export function makeRepository(...commits: readonly FileSpecs[]): TestRepository {
  const folder = makeFolder();
  let seconds = 1_700_000_000;
  const run = (program: string, args: readonly string[], input: string | Uint8Array = ''): string => {
    const date = `${seconds} +0000`;
    const output = execFileSync(program, args, {
      cwd: folder.path,
      input,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...GIT_ENVIRONMENT, PATH: process.env.PATH, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
    return output.toString('utf8').replace(/\n$/, '');
  };
  let before = `${INIT} && `;
  const repository: TestRepository = {
    ...folder,
    git: (...args) => run('git', args),
    gitWithInput: (input, ...args) => run('git', args, input),
    commit(files, message = 'change') {
      folder.write(files);
      seconds += 60;
      const script = `${before}${COMMIT}`;
      before = '';
      return run('sh', ['-c', script, 'sh', message]);
    },
  };
  if (commits.length === 0) {
    run('sh', ['-c', INIT]);
    before = '';
  }
  for (const [at, files] of commits.entries()) repository.commit(files, `commit ${at + 1}`);
  return repository;
}

/** A clone that lacks all contents but those of its checkout, as `git clone --filter=blob:none` makes it. */
export function makePartialClone(origin: TestRepository): TestRepository {
  const clone = makeRepository();
  for (const name of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant']) origin.git('config', name, 'true');
  clone.git('remote', 'add', 'origin', `file://${origin.path}`);
  clone.git('fetch', '--quiet', '--filter=blob:none', 'origin', 'main');
  clone.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  return clone;
}

/** A clone that holds the newest commits alone, as `git clone --depth` makes it. */
export function makeShallowClone(origin: TestRepository, depth: number): TestRepository {
  const clone = makeRepository();
  clone.git('fetch', '--quiet', `--depth=${depth}`, `file://${origin.path}`, 'main');
  clone.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  return clone;
}

/** One row of a tree that git itself would refuse to write. */
export interface RawTreeEntry {
  readonly mode: string;
  readonly name: string | Uint8Array;
  readonly id: string;
}

/** Writes a tree object as it stands, unchecked and unsorted; answers its id. */
export function writeRawTree(repository: TestRepository, entries: readonly RawTreeEntry[]): string {
  const bytes = Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} `),
      Buffer.from(name as Uint8Array),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]),
  );
  return repository.gitWithInput(bytes, 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin');
}

/** Commits a tree under a branch name without touching the work tree; answers the commit id. */
export function commitTree(repository: TestRepository, treeId: string, branch: string): string {
  const commit = repository.git('commit-tree', '-m', 'raw', treeId);
  repository.git('update-ref', `refs/heads/${branch}`, commit);
  return commit;
}

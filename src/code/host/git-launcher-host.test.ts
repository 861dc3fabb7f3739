import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeFolder, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { isAlive, sendSignal } from '../../../test/support/signal.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { makeBatch } from '../source/git-batch.ts';
import { launchGit, offerLauncher, socketOf } from '../source/git-launcher.ts';
import { askGit, type GitChild, streamGit } from '../source/git-process.ts';
import { makeGitLauncherHost } from './git-launcher-host.ts';

/** More than a socket holds. */
const LONG = 'x'.repeat(3_000_000);
const BOUNDS = { bytesMax: 10_000_000, timeMs: 60_000 };
const LARGE = 1_000_000_000;

const ends: (() => void)[] = [];

afterEach(() => {
  offerLauncher(null);
  for (const end of ends.splice(0)) end();
});

/** A launcher that is up, for this process, with a repository. */
async function launcher() {
  const repo = makeRepository({ 'a.ts': 'one', 'long.ts': LONG });
  const folder = makeFolder();
  const host = makeGitLauncherHost(folder.path);
  const { address } = host;
  host.look(LARGE);
  await until(() => Atomics.load(address.current, 0) !== 0);
  offerLauncher(address);
  ends.push(
    () => host.close(),
    () => repo.remove(),
    () => folder.remove(),
  );
  const path = socketOf(address, Atomics.load(address.current, 0));
  return { host, address, path, folder: folder.path, repo };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

/** A run by the launcher alone: one that it does not do fails the test. */
function launch(repo: TestRepository, args: readonly string[], workingDirectory = repo.path): GitChild {
  const child = launchGit({ workingDirectory, args, niceness: null }, () => {
    throw new Error('started directly');
  });
  if (child === null) throw new Error('no launcher');
  return child;
}

/** Git that has been started and waits for what it is asked. */
async function waiting(repo: TestRepository): Promise<{ readonly child: GitChild; readonly processId: number }> {
  const child = launch(repo, ['cat-file', '--batch']);
  await until(() => child.pid !== undefined);
  return { child, processId: child.pid ?? 0 };
}

/** As of any process, the end is told when all its output has been taken. */
function closed(child: GitChild): Promise<unknown> {
  child.stdout.resume();
  return new Promise((resolve) => child.once('close', resolve));
}

test('a process that holds little starts git itself', () => {
  const folder = makeFolder();
  const host = makeGitLauncherHost(folder.path);
  host.look(1_000_000);
  offerLauncher(host.address);
  expect(launchGit({ workingDirectory: folder.path, args: [], niceness: null }, () => expect.fail())).toBeNull();
  expect(readdirSync(folder.path)).toEqual([]);
  folder.remove();
});

test('git answers through the launcher as it does without: whole, in order, with its status', async () => {
  const { repo } = await launcher();
  const read = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    const run = await streamGit(launch(repo, ['cat-file', 'blob', 'HEAD:long.ts']), BOUNDS, (chunk) => {
      chunks.push(Buffer.from(chunk));
      return 'more';
    });
    expect(run).toEqual({ end: 'exit', status: 0 });
    return Buffer.concat(chunks).toString();
  };
  const [short, none, long] = await Promise.all([
    askGit(repo.path, ['rev-parse', 'HEAD']),
    askGit(repo.path, ['rev-parse', '--verify', '--quiet', 'nowhere']),
    read(),
  ]);
  expect(short?.trim()).toBe(repo.git('rev-parse', 'HEAD'));
  expect(none).toBeNull();
  expect(long === LONG).toBe(true);
});

test('what is asked of git before it has started reaches it, and it is as nice as who asked or nicer', async () => {
  const { repo } = await launcher();
  const batch = makeBatch(join(repo.path, '.git'), '--batch');
  const ids = ['a.ts', 'long.ts', 'a.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
  const answers = await Promise.all(ids.map((id) => batch.ask(id, LONG.length)));
  expect(answers.map((answer) => answer?.content?.length)).toEqual([3, LONG.length, 3]);
  batch.close();
  const { child, processId } = await waiting(repo);
  expect(getPriority(processId)).toBe(getPriority());
  child.kill('SIGKILL');
  await closed(child);
});

test('the output of git is whole, although it left what it was asked unread', async () => {
  const { repo } = await launcher();
  const child = launch(repo, ['cat-file', 'blob', 'HEAD:long.ts']);
  child.stdin.on('error', () => undefined);
  child.stdin.write(LONG);
  let bytes = 0;
  const end = closed(child);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    // A slow reader: git has ended before the last of it is taken.
    child.stdout.pause();
    setImmediate(() => child.stdout.resume());
  });
  expect([await end, bytes]).toEqual([0, LONG.length]);
});

test('a run that is ended is over, before it was started, at once after it and later', async () => {
  const { repo, path } = await launcher();
  const early = launch(repo, ['cat-file', '--batch']);
  const ended = closed(early);
  early.kill('SIGKILL');
  expect(await ended).toBeNull();
  for (let at = 0; at < 5; at += 1) {
    const batch = makeBatch(join(repo.path, '.git'), '--batch');
    const answer = batch.ask('a'.repeat(40), 1).catch(() => null);
    batch.close();
    await answer;
  }
  const { child, processId } = await waiting(repo);
  const gone = new AbortController();
  const run = streamGit(child, { ...BOUNDS, signal: gone.signal }, () => 'more');
  gone.abort(new Error('no longer wanted'));
  await expect(run).rejects.toThrow('no longer wanted');
  await until(() => !isAlive(processId));
  expect(existsSync(path)).toBe(true);
});

test('git ends with who started it, and so does the launcher, with its folder', async () => {
  const { repo, path, host } = await launcher();
  const { processId } = await waiting(repo);
  expect(isAlive(processId)).toBe(true);
  host.close();
  await until(() => !isAlive(processId) && !existsSync(dirname(path)));
});

test('a run that cannot be started fails alone, and leaves nothing behind', async () => {
  const { repo, address, folder } = await launcher();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const before = Atomics.load(address.current, 0);
  for (const [args, workingDirectory] of [
    [['rev-parse'], join(repo.path, 'nowhere')],
    [['rev-parse'], file],
    [['a\0b'], repo.path],
    [['x'.repeat(200_000)], repo.path],
  ] as const) {
    await expect(streamGit(launch(repo, args, workingDirectory), BOUNDS, () => 'more')).rejects.toThrow(
      'git could not be started',
    );
  }
  expect(await askGit(repo.path, ['rev-parse', 'HEAD'])).toMatch(/^[0-9a-f]{40}/);
  expect(Atomics.load(address.current, 0)).toBe(before);
});

test('when the launcher dies its runs end, what is asked next is started directly, and another one comes', async () => {
  const { repo, host, address, folder } = await launcher();
  const first = Atomics.load(address.current, 0);
  const { child, processId } = await waiting(repo);
  const ended = closed(child);
  sendSignal(parentOf(processId), 'SIGKILL');
  expect(await ended).toBeNull();
  await until(() => !isAlive(processId));
  expect(await askGit(repo.path, ['rev-parse', 'HEAD'])).toMatch(/^[0-9a-f]{40}/);
  await until(() => readdirSync(folder).length === 0);
  expect(Atomics.load(address.current, 0)).toBe(0);
  // Not at once: what made it die may go on.
  host.look(LARGE);
  expect([first, readdirSync(folder)]).toEqual([1, []]);
});

function parentOf(processId: number): number {
  return Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]);
}

test('a launcher whose socket is gone is given up, and nobody notices', async () => {
  const { repo, address, path } = await launcher();
  rmSync(path);
  const head = repo.git('rev-parse', 'HEAD');
  const answers = await Promise.all(Array.from({ length: 5 }, () => askGit(repo.path, ['rev-parse', 'HEAD'])));
  expect(answers.map((answer) => answer?.trim())).toEqual(answers.map(() => head));
  expect(Atomics.load(address.current, 0)).toBe(0);
});

test('a launcher that hangs does not outlast the time of a run', async () => {
  const { repo } = await launcher();
  const { child, processId } = await waiting(repo);
  const launcherId = parentOf(processId);
  sendSignal(launcherId, 'SIGSTOP');
  const hung = [child, launch(repo, ['rev-parse', 'HEAD'])];
  const runs = await Promise.all(hung.map((one) => streamGit(one, { ...BOUNDS, timeMs: 50 }, () => 'more')));
  expect(runs.map(({ status }) => status)).toEqual([null, null]);
  sendSignal(launcherId, 'SIGCONT');
});

test('below a folder of too long a name there is no launcher', () => {
  const host = makeGitLauncherHost(`/${'x'.repeat(90)}`);
  host.look(LARGE);
  expect(Atomics.load(host.address.current, 0)).toBe(0);
});

test('a launcher whose starter was killed takes its folder with it', async () => {
  const folder = makeFolder();
  const own = join(folder.path, 'own');
  mkdirSync(own);
  const started = fork(siblingModule(import.meta.url, '../source/git-launcher-process'), [join(own, 'git')]);
  await once(started, 'message');
  expect(readdirSync(own)).toEqual(['git']);
  // As the system does it for a process that has been killed.
  started.disconnect();
  await once(started, 'exit');
  expect(existsSync(own)).toBe(false);
  folder.remove();
});

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { isAlive, sendSignal } from '../../../test/support/signal.ts';
import { makeBatch } from '../source/git-batch.ts';
import { launcherNow, launchGit, offerLauncher } from '../source/git-launcher.ts';
import { askGit, streamGit } from '../source/git-process.ts';
import { makeGitLauncherHost } from './git-launcher-host.ts';

/** More than a socket holds. */
const LONG = 'x'.repeat(3_000_000);
const BOUNDS = { bytesMax: 10_000_000, timeMs: 60_000 };
const LARGE = 1_000_000_000;

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A launcher that is up, in this process, with a repository. */
async function launcher(): Promise<{ readonly path: string; readonly repo: TestRepository }> {
  const repo = makeRepository({ 'a.ts': 'one', 'long.ts': LONG });
  const host = makeGitLauncherHost();
  host.look(LARGE);
  const { path, isUp } = host.place;
  await until(() => Atomics.load(isUp, 0) === 1);
  offerLauncher(host.place);
  ends.push(
    () => host.close(),
    () => repo.remove(),
  );
  return { path, repo };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

test('a process that holds little starts git itself', () => {
  const host = makeGitLauncherHost();
  host.look(1_000_000);
  offerLauncher(host.place);
  expect(launcherNow()).toBeNull();
});

test('git answers through the launcher as it does without: whole, in order, with its status', async () => {
  const { path, repo } = await launcher();
  expect(launcherNow()).toBe(path);
  const [short, none, long] = await Promise.all([
    askGit(repo.path, ['rev-parse', 'HEAD']),
    askGit(repo.path, ['rev-parse', '--verify', '--quiet', 'nowhere']),
    readAll(path, repo, ['cat-file', 'blob', 'HEAD:long.ts']),
  ]);
  expect(short?.trim()).toBe(repo.git('rev-parse', 'HEAD'));
  expect(none).toBeNull();
  expect(long === LONG).toBe(true);
});

async function readAll(path: string, repo: TestRepository, args: readonly string[]): Promise<string> {
  const chunks: Buffer[] = [];
  const child = launchGit(path, { workingDirectory: repo.path, args, niceness: null });
  const run = await streamGit(child, BOUNDS, (chunk) => {
    chunks.push(Buffer.from(chunk));
    return 'more';
  });
  expect(run).toEqual({ end: 'exit', status: 0 });
  return Buffer.concat(chunks).toString();
}

test('what is asked of git before it has started reaches it, and an end of its own', async () => {
  const { repo } = await launcher();
  const batch = makeBatch(`${repo.path}/.git`, '--batch');
  const ids = ['a.ts', 'long.ts', 'a.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
  const answers = await Promise.all(ids.map((id) => batch.ask(id, LONG.length)));
  expect(answers.map((answer) => answer?.content?.length)).toEqual([3, LONG.length, 3]);
  batch.close();
});

test('a run that is ended is told so, and its git is gone', async () => {
  const { path, repo } = await launcher();
  const child = launchGit(path, { workingDirectory: repo.path, args: ['cat-file', '--batch'], niceness: null });
  const gone = new AbortController();
  const run = streamGit(child, { ...BOUNDS, signal: gone.signal }, () => 'more');
  run.catch(() => undefined);
  // Its standard input stays open for no longer than that of any run, so it may have ended by itself.
  await until(() => child.pid !== undefined);
  gone.abort(new Error('no longer wanted'));
  await expect(run).rejects.toThrow('no longer wanted');
  await until(() => !isAlive(child.pid ?? 0));
});

test('git that waits for ever ends with who started it', async () => {
  const { path, repo } = await launcher();
  const child = launchGit(path, { workingDirectory: repo.path, args: ['cat-file', '--batch'], niceness: null });
  await until(() => child.pid !== undefined);
  expect(isAlive(child.pid ?? 0)).toBe(true);
  for (const end of ends.splice(0)) end();
  await until(() => !isAlive(child.pid ?? 0));
  await until(() => !existsSync(dirname(path)));
});

test('a folder that is not there and a launcher that has gone fail the run alone', async () => {
  const { path, repo } = await launcher();
  await expect(askGit(`${repo.path}/nowhere`, ['rev-parse', 'HEAD'])).rejects.toThrow('git could not be started');
  const child = launchGit(path, { workingDirectory: repo.path, args: ['cat-file', '--batch'], niceness: null });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await until(() => child.pid !== undefined);
  sendSignal(child.pid ?? 0, 'SIGKILL');
  expect(await ended).toBeNull();
  await expect(askGit(repo.path, ['rev-parse', 'HEAD'])).resolves.toMatch(/^[0-9a-f]{40}/);
  const gone = launchGit(`${path}.nowhere`, { workingDirectory: repo.path, args: ['version'], niceness: null });
  await expect(streamGit(gone, BOUNDS, () => 'more')).rejects.toThrow('git could not be started');
});

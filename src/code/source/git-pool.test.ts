import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import type { StartBatch } from './git-batch.ts';
import { askPool } from './git-lease.ts';
import { makeGitPool } from './git-pool.ts';
import { type GitChild, startGit } from './git-process.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { storeSignature } from './store-signature.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function repository(files: Readonly<Record<string, string>>): TestRepository {
  const made = makeRepository(files);
  ends.push(() => made.remove());
  return made;
}

const gitDirectoryOf = (repo: TestRepository): string => join(repo.path, '.git');

/** A pool with one thread on it, which notes the processes that it starts. */
function pool(
  start: StartBatch = (directory, mode) => startGit(directory, [`--git-dir=${directory}`, 'cat-file', mode]),
) {
  const started: ChildProcess[] = [];
  const made = makeGitPool((directory, mode) => {
    const child = start(directory, mode);
    // `as`: without a launcher it is a process of our own.
    started.push(child as ChildProcess & GitChild);
    return child;
  });
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    made.connect(port1);
    ends.push(() => port2.close());
    return { port: port2, ...askPool(port2) };
  };
  ends.push(() => made.close());
  return { started, connect, ...connect() };
}

async function readOnce(
  asked: Pick<ReturnType<typeof pool>, 'lease'>,
  {
    repo,
    id,
    signature = 'same',
  }: { readonly repo: TestRepository; readonly id: string; readonly signature?: string | null },
): Promise<string | null> {
  const objects = asked.lease({ gitDirectory: gitDirectoryOf(repo), signature });
  try {
    return (await objects.bytes(id, 1_000))?.toString() ?? null;
  } finally {
    objects.close();
  }
}

test('questions on one repository are served by one process, one after the other', async () => {
  const repo = repository({ 'a.ts': 'one', 'b.ts': 'two' });
  const asked = pool();
  for (const [path, text] of [
    ['a.ts', 'one'],
    ['b.ts', 'two'],
    ['a.ts', 'one'],
  ] as const)
    expect(await readOnce(asked, { repo, id: repo.git('rev-parse', `HEAD:${path}`) })).toBe(text);
  expect(asked.started).toHaveLength(1);
});

test('two sources that are open at once have a process each, and neither gets the answers of the other', async () => {
  const repo = repository({ 'a.ts': 'one', 'b.ts': 'two' });
  const asked = pool();
  const store = { gitDirectory: gitDirectoryOf(repo), signature: 'same' };
  const [first, second] = [asked.lease(store), asked.connect().lease(store)];
  const ids = ['a.ts', 'b.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
  const [one, two] = await Promise.all([first.bytes(ids[0] ?? '', 9), second.bytes(ids[1] ?? '', 9)]);
  expect([one?.toString(), two?.toString()]).toEqual(['one', 'two']);
  expect(asked.started).toHaveLength(2);
});

test('an object that was written after the process had started is found', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const asked = pool();
  await readOnce(asked, { repo, id: repo.git('rev-parse', 'HEAD:a.ts') });
  const id = repo.gitWithInput('later', 'hash-object', '-w', '--stdin');
  expect(await readOnce(asked, { repo, id })).toBe('later');
  expect(asked.started).toHaveLength(1);
});

test('a process that was started before the store was another one serves nobody any more', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const other = repository({ 'secret.ts': 'not yours' });
  const secret = other.git('rev-parse', 'HEAD:secret.ts');
  const asked = pool();
  const signed = (): string | null =>
    storeSignature(gitDirectoryOf(repo), gitDirectoryOf(repo), Number.MAX_SAFE_INTEGER);
  repo.write({ '.git/objects/info/alternates': `${join(other.path, '.git/objects')}\n` });
  expect(await readOnce(asked, { repo, id: secret, signature: signed() })).toBe('not yours');
  repo.write({ '.git/objects/info/alternates': null });
  expect(await readOnce(asked, { repo, id: secret, signature: signed() })).toBeNull();
});

test('a store that has just been changed is not trusted to look different after the next change', () => {
  const repo = repository({ 'a.ts': 'one' });
  expect(storeSignature(gitDirectoryOf(repo), gitDirectoryOf(repo), 0)).toBeNull();
});

test('a process is kept for nobody when the store has no signature', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const asked = pool();
  const question = { repo, id: repo.git('rev-parse', 'HEAD:a.ts'), signature: null };
  await readOnce(asked, question);
  await readOnce(asked, question);
  expect(asked.started).toHaveLength(2);
});

test('a process that still owes answers when its source is closed is ended', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const asked = pool(() => spawn('sleep', ['60']));
  const objects = asked.lease({ gitDirectory: gitDirectoryOf(repo), signature: 'same' });
  const answer = objects.info('a'.repeat(40));
  objects.close();
  await expect(answer).rejects.toThrow('closed');
  const [hung] = asked.started;
  if (hung?.exitCode === null && hung.signalCode === null) await once(hung, 'exit');
  expect(hung?.signalCode).toBe('SIGKILL');
});

test('what is no answer of git fails the question, and the next one has another process', async () => {
  const repo = repository({ 'a.ts': 'one' });
  let isLying = true;
  const asked = pool((directory, mode) => {
    if (!isLying) return startGit(directory, [`--git-dir=${directory}`, 'cat-file', mode]);
    isLying = false;
    return spawn('echo', ['no header at all']);
  });
  const question = { repo, id: repo.git('rev-parse', 'HEAD:a.ts') };
  await expect(readOnce(asked, question)).rejects.toThrow('git cat-file ended unexpectedly');
  expect(await readOnce(asked, question)).toBe('one');
});

test('a content that is larger than it may be is not held, and the next one is read', async () => {
  const repo = repository({ 'large.ts': 'x'.repeat(70_000), 'a.ts': 'one' });
  const asked = pool();
  const objects = asked.lease({ gitDirectory: gitDirectoryOf(repo), signature: 'same' });
  const ids = ['large.ts', 'a.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
  const [large, small] = await Promise.all(ids.map((id) => objects.bytes(id, 69_999)));
  expect([large, small?.toString()]).toEqual([null, 'one']);
  objects.close();
});

test('when a thread is gone its processes are ended', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const asked = pool();
  await asked.lease({ gitDirectory: gitDirectoryOf(repo), signature: 'same' }).info('a'.repeat(40));
  const [child] = asked.started;
  const ended = child && once(child, 'exit');
  asked.port.close();
  await ended;
  expect(child?.signalCode).toBe('SIGKILL');
});

test('no more unused processes than the bound are kept', async () => {
  const repo = repository({ 'a.ts': 'one' });
  const asked = pool();
  const id = repo.git('rev-parse', 'HEAD:a.ts');
  for (let count = 0; count <= SOURCE_LIMITS.idleProcessesMax; count++)
    await readOnce(asked, { repo, id, signature: String(count) });
  const [oldest] = asked.started;
  if (oldest?.exitCode === null && oldest.signalCode === null) await once(oldest, 'exit');
  const alive = asked.started.filter((child) => child.exitCode === null && child.signalCode === null);
  expect(alive).toHaveLength(SOURCE_LIMITS.idleProcessesMax);
});

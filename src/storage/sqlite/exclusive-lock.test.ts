import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeExclusiveLock } from './exclusive-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock, forgets it and collects its garbage, until it is ended; resolves after that. */
async function spawnHolder() {
  const module = new URL('./exclusive-lock.ts', import.meta.url).href;
  const script = `const { takeExclusiveLock } = await import(${JSON.stringify(module)});
    const hasLock = takeExclusiveLock(${JSON.stringify(file)}) !== null;
    setImmediate(() => (gc(), console.log(hasLock)));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [answer] = await once(child.stdout, 'data');
  return { child, hasLock: String(answer).trim() === 'true' };
}

describe('the lock', () => {
  test('is held by one at a time, until it is released', () => {
    const first = takeExclusiveLock(file);
    expect(first).not.toBeNull();
    expect(takeExclusiveLock(file)).toBeNull();
    first?.release();
    first?.release();
    const second = takeExclusiveLock(file);
    expect(second).not.toBeNull();
    second?.release();
  });

  test('keeps another process out, also after a second try of our own', async () => {
    const lock = takeExclusiveLock(file);
    expect(takeExclusiveLock(file)).toBeNull();
    const { child, hasLock } = await spawnHolder();
    child.kill('SIGKILL');
    expect(hasLock).toBe(false);
    lock?.release();
  });

  test('is held by a process that forgot it, and free as soon as the process was killed', async () => {
    const { child, hasLock } = await spawnHolder();
    expect(hasLock).toBe(true);
    expect(takeExclusiveLock(file)).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = takeExclusiveLock(file);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test('is a file for the owner alone', () => {
    takeExclusiveLock(file)?.release();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a place that cannot be locked is a failure, not somebody else’s lock', () => {
    expect(() => takeExclusiveLock(folder)).toThrow();
  });
});

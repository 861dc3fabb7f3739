import { mkdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../test/support/fresh-folder.ts';
import { silentLog } from '../base/log.ts';
import { askService } from './client.ts';
import { RefusedError, UsageError } from './protocol.ts';
import { openControlServer } from './server.ts';

const echo = async (request: unknown) => request;
const open = (dataDir: string, run: (request: unknown) => Promise<unknown> = echo) =>
  openControlServer({ dataDir, log: silentLog, run });
const request = { operation: 'key.list', arguments: { account: 'a@b.c' } };

describe('the control socket', () => {
  test('answers the command, and is nobody else’s', async () => {
    const dataDir = freshFolder();
    await using _server = disposable(await open(dataDir));
    expect(await askService(dataDir, request)).toEqual({ ok: true, result: request });
    expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  test('tells refusals, wrong use and its own failures apart, and keeps the cause of the last to itself', async () => {
    const failures = {
      refused: new RefusedError('no'),
      usage: new UsageError('what?'),
      failed: new Error('/srv/secret'),
    };
    for (const [kind, failure] of Object.entries(failures)) {
      const dataDir = freshFolder();
      await using _server = disposable(await open(dataDir, () => Promise.reject(failure)));
      const answer = await askService(dataDir, request);
      expect(answer).toMatchObject({ ok: false, kind });
      expect(JSON.stringify(answer)).not.toContain('/srv/secret');
    }
  });

  test('is nobody when no service runs, whether the folder is there, is not, or has a very long path', async () => {
    const dataDir = freshFolder();
    const long = join(dataDir, 'l'.repeat(120), 'data');
    for (const place of [dataDir, join(dataDir, 'none'), long]) expect(await askService(place, request)).toBeNull();
  });

  test('works in a folder whose path is longer than a socket address', async () => {
    const dataDir = join(freshFolder(), 'l'.repeat(120), 'm'.repeat(120));
    mkdirSync(dataDir, { recursive: true });
    await using _server = disposable(await open(dataDir));
    expect(await askService(dataDir, request)).toMatchObject({ ok: true });
  });

  test('does not let a caller that asks nothing keep the service from stopping', async () => {
    const dataDir = freshFolder();
    const server = await open(dataDir);
    const socket = connect(join(dataDir, 'control.sock'));
    await new Promise((resolve) => socket.once('connect', resolve));
    // The server has met the connection when it has answered a later one.
    await askService(dataDir, request);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await server.close();
    await ended;
  });

  test('answers what was asked before it stops', async () => {
    const dataDir = freshFolder();
    const gate = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    const server = await open(dataDir, () => {
      asked.resolve();
      return gate.promise;
    });
    const answer = askService(dataDir, request);
    await asked.promise;
    const closed = server.close();
    gate.resolve('late');
    expect(await answer).toEqual({ ok: true, result: 'late' });
    await closed;
  });

  test('a line that is no JSON is an answer, not an end', async () => {
    const dataDir = freshFolder();
    await using _server = disposable(await open(dataDir));
    const socket = connect(join(dataDir, 'control.sock')).setEncoding('utf8');
    socket.write('nonsense\n');
    const text = await new Promise((resolve) => socket.once('data', resolve));
    expect(JSON.parse(String(text))).toMatchObject({ ok: false, kind: 'failed' });
    socket.destroy();
    expect(await askService(dataDir, request)).toMatchObject({ ok: true });
  });
});

function disposable(server: { close(): Promise<void> }): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => server.close() };
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineSettings } from '../test/support/engine.ts';
import { freshFolder } from '../test/support/fresh-folder.ts';
import { systemClock } from './base/clock.ts';
import { describeFailure, type Log, silentLog } from './base/log.ts';
import { readConfig } from './config.ts';
import { makeOperations } from './control/operations.ts';
import { RefusedError, UsageError } from './control/protocol.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { operate } from './operate.ts';
import { operationDeps } from './operation-deps.ts';

const folder = freshFolder();
const dataDir = join(folder, 'data');
const config = readConfig({ ...(await engineSettings(dataDir)), PORTICO_DATA_DIR: dataDir }, folder);
// biome-ignore lint/suspicious/noExplicitAny: tests read the documents as a script would
let ask: (operation: string, input?: Readonly<Record<string, string>>) => Promise<any>;
let foundation: Foundation;

beforeAll(async () => {
  foundation = await openFoundation({ config, clock: systemClock, log: silentLog });
  const run = makeOperations(operationDeps({ foundation, config, clock: systemClock, service: null }));
  ask = (operation, input = {}) => run({ operation, arguments: input });
  await ask('account.create', { email: 'Ada@Example.org', plan: 'pro' });
  await ask('account.create', { email: 'free@example.org' });
});
afterAll(() => foundation.close());

const ada = { account: 'ada@example.org' };

describe('accounts', () => {
  test('have one lower-case address each, a plan, and their usage', async () => {
    expect(await ask('account.show', { email: 'ADA@example.org' })).toMatchObject({
      email: 'ada@example.org',
      plan: 'pro',
      lockedUntil: null,
      usage: { used: 0, limit: 3_500, resetAt: expect.stringMatching(/-01T00:00:00.000Z$/) },
    });
    await expect(ask('account.create', { email: 'ada@EXAMPLE.org' })).rejects.toThrow(RefusedError);
  });

  test.each(['ada', 'a@b@c', 'a b@c.d', 'a\nb@c.d', 'a\u001b[31m@c.d', '<a@c.d>', `${'a'.repeat(300)}@c.d`, ''])(
    'are not made for %j',
    async (email) => {
      await expect(ask('account.create', { email })).rejects.toThrow(UsageError);
    },
  );

  test('of a plan that is none are refused with the plans that are', async () => {
    await expect(ask('account.set-plan', { email: 'ada@example.org', plan: 'gold' })).rejects.toThrow(
      'plan: must be one of free, pro, max',
    );
    await expect(ask('account.set-plan', { email: 'nobody@example.org', plan: 'pro' })).rejects.toThrow('account list');
  });
});

describe('keys', () => {
  test('are shown once and never listed with their secret', async () => {
    const made = await ask('key.create', {
      ...ada,
      name: 'laptop',
      expires: '30d',
      monthlyCap: '5',
      tools: 'find_code',
    });
    expect(Object.keys(made)).toEqual(['prefix', 'key', 'name', 'expiresAt', 'monthlyCap', 'tools']);
    const secret = made.key.split('.')[1];
    const listed = await ask('key.list', ada);
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(Object.keys(listed[0])).toEqual(
      'prefix account name tools monthlyCap createdAt lastUsedAt expiresAt revokedAt status'.split(' '),
    );
  });

  test.each([
    [{ expires: '2020-01-01' }, RefusedError, 'in the future'],
    [{ expires: '2027-02-30' }, UsageError, 'expires: "2027-02-30" is neither'],
    [{ monthlyCap: '-5' }, UsageError, 'monthly-cap: must be a whole number'],
    [{ monthlyCap: '1e3' }, UsageError, 'monthly-cap: must be a whole number'],
    [{ tools: 'find_code,nope' }, RefusedError, 'no tool "nope"'],
    [{ name: 'a\u001b[2J' }, RefusedError, 'control character'],
    [{ name: 'x'.repeat(5_000) }, UsageError, 'name: has more than 1,000 characters'],
    [{ environment: 'sk' }, RefusedError, 'not "sk"'],
    [{ account: 'nobody@example.org' }, RefusedError, 'there is no account'],
    [{ colour: 'red' }, UsageError, 'colour'],
  ])('are refused for %j, with the reason', async (input, kind, why) => {
    const call = () => ask('key.create', { ...ada, name: 'n', ...(input as Record<string, string>) });
    await expect(call()).rejects.toThrow(kind);
    await expect(call()).rejects.toThrow(why);
  });

  test('of plan free have no tool scope, and the text says what to do', async () => {
    const call = ask('key.create', { account: 'free@example.org', name: 'n', tools: 'find_code' });
    await expect(call).rejects.toThrow(/plan free has no per-key tool scopes.*Upgrade/);
  });

  test('are changed only in what is named, and an end is an end', async () => {
    const { prefix } = await ask('key.create', { ...ada, name: 'n', monthlyCap: '5', tools: 'find_code' });
    expect(await ask('key.update', { prefix, monthlyCap: 'none' })).toMatchObject({
      monthlyCap: null,
      tools: ['find_code'],
    });
    await expect(ask('key.update', { prefix })).rejects.toThrow('name something to change');
    await expect(ask('key.rotate', { prefix, overlap: '8d' })).rejects.toThrow('7d');
    const { revokedAt } = await ask('key.revoke', { prefix });
    expect(await ask('key.revoke', { prefix })).toEqual({ prefix, revokedAt });
    await expect(ask('key.rotate', { prefix })).rejects.toThrow('revoked for good');
  });
});

describe('projects', () => {
  test('can be added before a service has ever started', async () => {
    const location = join(folder, 'My Répo 🚀');
    mkdirSync(location);
    expect(await ask('project.add', { location })).toEqual({
      name: 'my-repo',
      account: 'owner@localhost',
      kind: 'local',
      location,
      head: null,
    });
    await expect(ask('project.add', { location })).rejects.toThrow('is the project my-repo already');
    mkdirSync(join(folder, 'other'));
    await expect(ask('project.add', { location: join(folder, 'other'), name: 'my-repo' })).rejects.toThrow('--name');
    expect(await ask('project.remove', { name: 'my-repo' })).toMatchObject({ removed: true });
    await expect(ask('project.remove', { name: 'my-repo' })).rejects.toThrow('project list');
  });

  test('are never the data directory or a folder in it', async () => {
    await expect(ask('project.add', { location: join(folder, 'data') })).rejects.toThrow('own data');
    mkdirSync(join(folder, 'data', 'deep'));
    await expect(ask('project.add', { location: join(folder, 'data', 'deep') })).rejects.toThrow('own data');
  });

  test('are folders with an absolute path', async () => {
    await expect(ask('project.add', { location: 'data' })).rejects.toThrow('must be absolute');
    await expect(ask('project.add', { location: join(folder, 'none') })).rejects.toThrow('not a folder');
  });
});

describe('doctor', () => {
  test('names every thing that it looked at, and what is gone with the remedy', async () => {
    const location = join(folder, 'short-lived');
    mkdirSync(location);
    await foundation.stores.projects.insert({
      ...(await insertable(location)),
      location: join(folder, 'gone'),
      name: 'gone',
    });
    const checks = await ask('doctor');
    expect(checks.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining(
        'node,git,data directory,index,database,schema,secret,disk,storage,service,project gone'.split(','),
      ),
    );
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
      { check: 'project gone', ok: false, detail: expect.stringContaining('npx portico project remove gone') },
    ]);
  });
});

/** A project record such as `project add` makes. */
async function insertable(location: string) {
  await ask('project.add', { location });
  const [made] = await foundation.stores.projects.list(null);
  if (made === undefined) throw new Error('the project was not added');
  return { ...made, id: `${made.id.slice(0, -4)}0000` };
}

test('a command in a folder where no service lives says that it made a data directory', async () => {
  const elsewhere = readConfig({ PORTICO_DATA_DIR: join(folder, 'elsewhere') }, folder);
  const told: string[] = [];
  const deps = { config: elsewhere, tell: (text: string) => told.push(text) };
  expect(await operate(deps, 'key.list', {})).toEqual({ ok: true, result: [] });
  expect(told).toEqual([expect.stringContaining(join(folder, 'elsewhere'))]);
  expect(await operate(deps, 'nonsense', {})).toMatchObject({ ok: false, kind: 'usage' });
  expect(told).toHaveLength(1);
});

describe('backup and restore', () => {
  const at = (name: string, over: Readonly<Record<string, string>> = {}) => ({
    config: readConfig({ PORTICO_DATA_DIR: join(folder, name), ...over }, folder),
    tell: () => {},
  });
  const secretOf = (letter: string) => Buffer.alloc(32, letter).toString('base64');

  test('give a new data directory everything, its secret too', async () => {
    const file = join(folder, 'backup');
    await operate(at('first'), 'account.create', { email: 'eve@example.org' });
    const report = await operate(at('first'), 'backup', { file });
    expect(report).toMatchObject({ ok: true, result: { rows: 1, secret: 'included', engine: 'sqlite' } });
    expect(await operate(at('second'), 'restore', { file })).toMatchObject({ ok: true, result: { rows: 1 } });
    const accounts = await operate(at('second'), 'account.list', {});
    expect(accounts).toMatchObject({ result: [{ email: 'eve@example.org' }] });
    const secrets = ['first', 'second'].map((name) => readFileSync(join(folder, name, 'secret'), 'utf8'));
    expect(secrets[1]).toBe(secrets[0]);
    expect(await operate(at('second'), 'restore', { file })).toMatchObject({ ok: false, kind: 'refused' });
  });

  test('keep a secret that was given out of the file, and ask for the same one', async () => {
    const file = join(folder, 'backup-given');
    const given = { PORTICO_SECRET: secretOf('a') };
    await operate(at('third', given), 'account.create', { email: 'eve@example.org' });
    const report = await operate(at('third', given), 'backup', { file });
    expect(report).toMatchObject({ ok: true, result: { secret: 'fingerprint' } });
    expect(gunzipSync(readFileSync(file).subarray(0, -65)).toString()).not.toContain(secretOf('a'));
    const other = { PORTICO_SECRET: secretOf('b') };
    for (const settings of [{}, other]) {
      const answer = await operate(at('fourth', settings), 'restore', { file });
      expect(answer).toMatchObject({ ok: false, kind: 'refused', message: expect.stringContaining('PORTICO_SECRET') });
    }
    expect(await operate(at('fourth', given), 'restore', { file })).toMatchObject({ ok: true });
  });

  test('and starts tell that a secret is not the one of the storage, and what to do', async () => {
    const events: string[] = [];
    const log: Log = { event: (name, { detail } = {}, level) => events.push(`${level} ${name} ${detail}`) };
    for (const letter of ['a', 'b']) {
      const settings = { ...(await engineSettings(join(folder, 'secrets'))), PORTICO_SECRET: secretOf(letter) };
      const env = { ...settings, PORTICO_DATA_DIR: join(folder, 'secrets') };
      const opened = await openFoundation({ config: readConfig(env, folder), clock: systemClock, log });
      await opened.close();
    }
    const told = events.filter((text) => text.includes(' secret.'));
    expect(told).toEqual([expect.stringMatching(/^error secret\.changed .*set PORTICO_SECRET/)]);
  });

  test('have nothing to say of a password', async () => {
    const to = 'postgres://portico:hunter2secret@127.0.0.1:1/none';
    const texts = [
      operate(at('first'), 'copy', { to }),
      operate(at('first', { PORTICO_DATABASE_URL: to, PORTICO_SECRET: secretOf('a') }), 'doctor', {}),
    ];
    for (const outcome of await Promise.allSettled(texts)) {
      const text = outcome.status === 'rejected' ? describeFailure(outcome.reason) : JSON.stringify(outcome.value);
      expect(text).toContain('127.0.0.1:1/none');
      expect(text).not.toContain('hunter2');
    }
  });

  test('copy to something that is no place is wrong use', async () => {
    expect(await operate(at('first'), 'copy', { to: 'mysql://x/y' })).toMatchObject({ ok: false, kind: 'usage' });
    // A URL whose beginning was forgotten is no folder.
    const lost = operate(at('first'), 'copy', { to: 'localhost:5432/portico' });
    expect(await lost).toMatchObject({ ok: false, kind: 'usage', message: expect.stringContaining('postgres://') });
    expect(await operate(at('first'), 'copy', {})).toMatchObject({ ok: false, kind: 'usage' });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../test/support/fresh-folder.ts';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const read = (env: Record<string, string> = {}) => readConfig(env, '/work');

describe('settings', () => {
  test('need nothing: every one has a default', () => {
    expect(read()).toMatchObject({ host: '127.0.0.1', port: 3900, quotaCounts: 'tool_calls', keyEnvironment: 'live' });
    expect(read().plans.free).toMatchObject({ requestsPerMonth: 555, requestsPerMinute: 55 });
    expect(read().dataDir).toBe('/work/.portico');
  });

  test.each([
    ['PORTICO_PORT', '70000'],
    ['PORTICO_PORT', 'http'],
    ['PORTICO_BASE_URL', 'https://portico.example/path'],
    ['PORTICO_BASE_URL', 'portico.example'],
    ['PORTICO_SECRET', 'c2hvcnQ='],
    ['PORTICO_PLANS', 'set-c'],
    ['PORTICO_QUOTA_COUNTS', 'nothing'],
    ['PORTICO_UPGRADE_URL', 'javascript:alert(1)'],
    ['PORTICO_KEY_ENVIRONMENT', 'sk'],
    ['PORTICO_KEY_ENVIRONMENT', 'Live'],
    ['PORTICO_METRICS_TOKEN', 'short'],
    ['PORTICO_NPM_REGISTRY', 'ftp://npm.portico.example/'],
    ['PORTICO_NPM_REGISTRY', 'https://name:word@npm.portico.example/'],
    ['PORTICO_OSV_URL', 'osv.portico.example'],
    ['PORTICO_DEPSDEV_URL', 'https://deps.portico.example/?key=1'],
    ['PORTICO_LOG_LEVEL', 'loud'],
    ['PORTICO_TRUSTED_PROXIES', '10.0.0.0/8,proxy.example'],
    ['PORTICO_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['PORTICO_ALLOWED_HOSTS', 'https://portico.example'],
    ['PORTICO_ALLOWED_HOSTS', 'portico.example/path'],
  ])('a bad %s (%s) stops the start and names the variable', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });

  test.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])(
    'PORTICO_LOG_LEVEL takes the level %s, as every program that logs by pino does',
    (level) => {
      expect(read({ PORTICO_LOG_LEVEL: level }).logLevel).toBe(level);
    },
  );

  test('a refusal says what the value must be, in words', () => {
    const bad = { PORTICO_PORT: '0x50', PORTICO_LOG_LEVEL: 'loud', PORTICO_TRUSTED_PROXIES: 'foo' };
    expect(() => read(bad)).toThrow('PORTICO_PORT: must be a port number from 0 to 65535');
    expect(() => read(bad)).toThrow('PORTICO_LOG_LEVEL: must be one of trace, debug, info');
    expect(() => read(bad)).toThrow('PORTICO_TRUSTED_PROXIES: "foo" is no address or CIDR');
  });

  test("npm's own variables name the registry where no setting of ours does", () => {
    expect(read().npmRegistry).toBeNull();
    const own = { npm_config_registry: 'http://127.0.0.1:4873/' };
    expect(read(own).npmRegistry).toBe('http://127.0.0.1:4873/');
    const both = { ...own, PORTICO_NPM_REGISTRY: 'https://npm.portico.example/' };
    expect(read(both).npmRegistry).toBe('https://npm.portico.example/');
  });

  test('a certificate without its key stops the start', () => {
    expect(() => read({ PORTICO_TLS_CERT: '/etc/cert.pem' })).toThrow('PORTICO_TLS_KEY');
  });

  test('several bad settings are named at once', () => {
    expect(() => read({ PORTICO_PORT: 'x', PORTICO_LOG_LEVEL: 'y' })).toThrow(/PORTICO_PORT[\s\S]*PORTICO_LOG_LEVEL/);
  });

  test('PostgreSQL needs a secret that all nodes share, and its password cannot be printed', () => {
    const url = 'postgres://portico:hunter2@db.internal:5432/portico';
    expect(() => read({ PORTICO_DATABASE_URL: url })).toThrow('PORTICO_SECRET');
    const config = read({ PORTICO_DATABASE_URL: url, PORTICO_SECRET: 'ab'.repeat(32) });
    expect(config.databaseUrl?.reveal()).toBe(url);
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(() => read({ PORTICO_DATABASE_URL: 'mysql://db.internal/portico' })).toThrow('PORTICO_DATABASE_URL');
  });

  test('workers are a number from 1 to 64; one when not told', () => {
    expect(read({}).workers).toBe(1);
    expect(read({ PORTICO_WORKERS: '4' }).workers).toBe(4);
    for (const bad of ['0', '65', 'many', '1.5'])
      expect(() => read({ PORTICO_WORKERS: bad })).toThrow('PORTICO_WORKERS');
  });

  test('bytes of a file and of all indexes are numbers within their bounds', () => {
    expect(read({})).toMatchObject({ indexFileBytesMax: 1_048_576, indexBytesMax: 10_737_418_240 });
    expect(read({ PORTICO_INDEX_FILE_BYTES_MAX: '2097152' }).indexFileBytesMax).toBe(2_097_152);
    for (const bad of ['0', '65535', '8388609', '1MB'])
      expect(() => read({ PORTICO_INDEX_FILE_BYTES_MAX: bad })).toThrow('PORTICO_INDEX_FILE_BYTES_MAX');
    expect(() => read({ PORTICO_INDEX_BYTES_MAX: '1' })).toThrow('PORTICO_INDEX_BYTES_MAX');
  });

  test('an empty variable counts as not set', () => {
    expect(read({ PORTICO_PORT: '' }).port).toBe(3900);
  });

  test('a variable that means nothing is reported, so that a typing error is seen', () => {
    expect(read({ PORTICO_PROT: '1' }).unknown).toEqual(['PORTICO_PROT']);
  });

  test('secrets cannot be printed', () => {
    const token = 'a-token-for-metrics-0123456789';
    const config = read({ PORTICO_METRICS_TOKEN: token });
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config) + String(config.metricsToken)).not.toContain(token);
    expect(config.metricsToken?.reveal()).toBe(token);
  });

  test('set-b and a plans file are read; a bad file is refused by name', () => {
    expect(read({ PORTICO_PLANS: 'set-b' }).plans.free.requestsPerMonth).toBe(300);
    const file = join(freshFolder(), 'plans.json');
    const plan = { requestsPerMonth: null, requestsPerMinute: 7, backends: 1, toolScopes: false };
    writeFileSync(file, JSON.stringify({ free: plan, pro: plan, max: plan }));
    expect(read({ PORTICO_PLANS: file }).plans.max).toMatchObject({ requestsPerMonth: null, requestsPerMinute: 7 });
    writeFileSync(file, JSON.stringify({ free: plan }));
    expect(() => read({ PORTICO_PLANS: file })).toThrow('PORTICO_PLANS');
    writeFileSync(file, '{');
    expect(() => read({ PORTICO_PLANS: file })).toThrow('is not JSON');
  });

  test('each has a meaning, a default and an example for the reference page', () => {
    for (const [name, { meaning, byDefault, example }] of Object.entries(SETTINGS)) {
      expect(
        [meaning, byDefault, example].every((text) => text.length > 0),
        name,
      ).toBe(true);
    }
  });
});

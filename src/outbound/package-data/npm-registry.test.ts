import { describe, expect, test } from 'vitest';
import { type FakeAnswer, fakeServices } from '../../../test/support/package-services.ts';
import { makeNpmRegistry } from './npm-registry.ts';

const signal = new AbortController().signal;
const thing = { ecosystem: 'npm', name: 'thing' } as const;

function registry(answers: Parameters<typeof fakeServices>[0]) {
  const services = fakeServices(answers);
  return { ...services, npm: makeNpmRegistry({ ...services, baseUrl: 'https://npm.example/' }) };
}

const DOCUMENT = {
  name: 'thing',
  'dist-tags': { latest: '1.1.0', broken: '9.9.9', odd: 3 },
  time: {
    created: '2020-01-01T00:00:00.000Z',
    modified: '2024-01-01T00:00:00.000Z',
    '1.0.0': '2020-01-01T00:00:00.000Z',
    '1.0.1': '2020-02-01T00:00:00.000Z',
    '1.1.0': 'no date',
  },
  versions: {
    '1.0.0': {
      version: '1.0.0',
      deprecated: 'use 1.1.0',
      license: { type: 'MIT' },
      scripts: { postinstall: 'node x' },
    },
    '1.1.0': { version: '1.1.0', license: 'ISC', repository: 'acme/thing', deprecated: '' },
  },
};

describe('the npm registry', () => {
  test('tells versions, dates, tags, deprecations and what was taken back', async () => {
    const { npm } = registry({ '/thing': { json: DOCUMENT } });
    const found = await npm.findPackage(thing, signal);
    expect(found).toMatchObject({
      ok: true,
      value: {
        value: {
          versions: [
            { version: '1.0.0', publishedAt: new Date('2020-01-01T00:00:00.000Z'), deprecated: 'use 1.1.0' },
            { version: '1.1.0', publishedAt: null, deprecated: null },
          ],
          tags: new Map([['latest', '1.1.0']]),
          withdrawn: ['1.0.1'],
          createdAt: new Date('2020-01-01T00:00:00.000Z'),
          downloadsMonth: null,
          isHeldBack: false,
          tellsDeprecation: true,
        },
      },
    });
  });

  test('tells the licence, the source and the scripts of a version without another request', async () => {
    const { npm, requests } = registry({ '/thing': { json: DOCUMENT } });
    expect(await npm.findVersion(thing, '1.0.0', signal)).toMatchObject({
      value: { value: { license: 'MIT', repositoryUrl: null, hasInstallScript: true, deprecated: 'use 1.1.0' } },
    });
    expect(await npm.findVersion(thing, '1.1.0', signal)).toMatchObject({
      value: { value: { license: 'ISC', repositoryUrl: 'https://github.com/acme/thing', hasInstallScript: false } },
    });
    expect(requests).toHaveLength(1);
  });

  test('sends the name encoded and nothing that could tell who asks', async () => {
    const { npm, requests } = registry({});
    await npm.findPackage({ ecosystem: 'npm', name: '@acme/thing' }, signal);
    expect(requests[0]?.url).toBe('https://npm.example/@acme%2Fthing');
    expect(requests[0]?.headers).toEqual({ accept: 'application/json' });
  });

  test('knows the placeholder of a package that was taken away', async () => {
    const held = { version: '0.0.1-security', repository: 'npm/security-holder' };
    const { npm } = registry({
      '/thing': { json: { 'dist-tags': { latest: '0.0.1-security' }, versions: { '0.0.1-security': held } } },
    });
    expect(await npm.findPackage(thing, signal)).toMatchObject({ value: { value: { isHeldBack: true } } });
  });

  test('knows a package that was unpublished as a whole', async () => {
    const { npm } = registry({ '/thing': { json: { name: 'thing', time: { unpublished: { time: '2021-01-01' } } } } });
    expect(await npm.findPackage(thing, signal)).toMatchObject({ value: { value: { versions: [] } } });
  });

  test.each<[string, unknown]>([
    ['a list', []],
    ['a text', 'thing'],
    ['an error with status 200', { error: 'not_found' }],
    ['versions of a wrong type', { name: 'thing', versions: 'many' }],
    ['another package', { ...DOCUMENT, name: 'other' }],
  ])('that answers %s has not been read: it is a failure, never an absence', async (_, json) => {
    const { npm } = registry({ '/thing': { json } });
    expect(await npm.findPackage(thing, signal)).toEqual({
      ok: false,
      error: { text: 'its answer could not be read' },
    });
  });

  test('fields of wrong types are as if they were not there', async () => {
    const json = {
      name: 'thing',
      'dist-tags': [1],
      time: 7,
      versions: { '1.0.0': null, '1.0.1': { license: 4, scripts: [], repository: 9, deprecated: {} } },
    };
    const { npm } = registry({ '/thing': { json }, '/thing/1.0.0': { json: {} } });
    expect(await npm.findPackage(thing, signal)).toMatchObject({
      value: {
        value: {
          versions: [
            { version: '1.0.0', deprecated: null },
            { version: '1.0.1', deprecated: null },
          ],
          tags: new Map(),
          createdAt: null,
        },
      },
    });
    expect(await npm.findVersion(thing, '1.0.1', signal)).toMatchObject({
      value: { value: { license: '', hasInstallScript: false } },
    });
  });

  test('a document beyond the bound is asked for again in short, and its versions one by one', async () => {
    const huge: FakeAnswer = { failure: 'too_large' };
    const short = { name: 'thing', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': {} } };
    const { npm, requests } = registry({
      '/thing': [huge, { json: short }],
      '/thing/1.0.0': { json: { license: 'MIT' } },
    });
    expect(await npm.findPackage(thing, signal)).toMatchObject({
      value: { value: { versions: [{ version: '1.0.0' }] } },
    });
    expect(await npm.findVersion(thing, '1.0.0', signal)).toMatchObject({ value: { value: { license: 'MIT' } } });
    expect(requests[1]?.headers?.accept).toContain('vnd.npm.install-v1');
  });

  test('is asked once by many at a time and once an hour by all', async () => {
    const { npm, requests, clock } = registry({ '/thing': { json: DOCUMENT } });
    await Promise.all([npm.findPackage(thing, signal), npm.findPackage(thing, signal)]);
    clock.advance(3_599_000);
    await npm.findPackage(thing, signal);
    expect(requests).toHaveLength(1);
    clock.advance(2_000);
    await npm.findPackage(thing, signal);
    expect(requests).toHaveLength(2);
  });

  test('an absence is kept for minutes, a failure not at all', async () => {
    const { npm, requests, clock } = registry({ '/thing': [{ status: 500 }, { status: 404 }, { json: DOCUMENT }] });
    expect((await npm.findPackage(thing, signal)).ok).toBe(false);
    expect(await npm.findPackage(thing, signal)).toMatchObject({ ok: true, value: { value: null } });
    clock.advance(299_000);
    expect(await npm.findPackage(thing, signal)).toMatchObject({ ok: true, value: { value: null } });
    expect(requests).toHaveLength(2);
    clock.advance(2_000);
    expect(await npm.findPackage(thing, signal)).toMatchObject({ value: { value: { withdrawn: ['1.0.1'] } } });
  });

  test('a caller who goes away is answered at once and takes nothing from the others', async () => {
    const { npm } = registry({ '/thing': { json: DOCUMENT } });
    const gone = npm.findPackage(thing, AbortSignal.abort());
    const stayed = npm.findPackage(thing, signal);
    expect((await gone).ok).toBe(false);
    expect((await stayed).ok).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { fakeServices } from '../../../test/support/package-services.ts';
import type { AdvisoryQuery } from '../../domain/packages/index.ts';
import { makeOsv } from './osv.ts';
import { readOsvRecord } from './osv-record.ts';

const signal = new AbortController().signal;
const query = (name: string, version: string | null = '1.0.0'): AdvisoryQuery => ({ ecosystem: 'npm', name, version });

function osv(answers: Parameters<typeof fakeServices>[0]) {
  const services = fakeServices(answers);
  return { ...services, osv: makeOsv({ ...services, baseUrl: 'https://osv.example/' }) };
}

const record = (id: string, changes: object = {}) => ({
  id,
  summary: 'Prototype pollution',
  aliases: ['CVE-2020-1'],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'thing' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
    },
  ],
  references: [{ type: 'ADVISORY', url: 'https://advisories.example/1' }],
  ...changes,
});

interface Batch {
  readonly queries: readonly { package: { name: string }; version?: string; page_token?: string }[];
}

/** Answers a batch with these ids for every query on a name. */
const listing = (ids: Readonly<Record<string, readonly string[]>>) => (body: unknown) => ({
  results: (body as Batch).queries.map(({ package: { name } }) => ({ vulns: (ids[name] ?? []).map((id) => ({ id })) })),
});

describe('OSV', () => {
  test('gives the advisories on a package and says which are on the version', async () => {
    const { osv: source, requests } = osv({
      '/v1/querybatch': (body) => ({
        results: (body as Batch).queries.map(({ version }) => ({
          vulns: version === undefined ? [{ id: 'GHSA-1' }, { id: 'GHSA-2' }] : [{ id: 'GHSA-2' }],
        })),
      }),
      '/v1/vulns/GHSA-1': { json: record('GHSA-1') },
      '/v1/vulns/GHSA-2': {
        json: record('GHSA-2', { affected: [{ package: { ecosystem: 'npm', name: 'thing' }, versions: ['1.0.0'] }] }),
      },
    });
    const [answer] = await source.findAdvisories([query('thing')], signal);
    expect(answer).toMatchObject({ ok: true, value: { value: { onVersion: new Set(['GHSA-2']), missing: null } } });
    const facts = answer?.ok === true ? answer.value.value : null;
    expect(facts?.advisories.map(({ id, severity, url }) => [id, severity, url])).toEqual([
      ['GHSA-2', 'critical', 'https://advisories.example/1'],
      ['GHSA-1', 'critical', 'https://advisories.example/1'],
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      queries: [
        { package: { ecosystem: 'npm', name: 'thing' } },
        { package: { ecosystem: 'npm', name: 'thing' }, version: '1.0.0' },
      ],
    });
  });

  test('is followed to its last page', async () => {
    let page = 0;
    const { osv: source } = osv({
      '/v1/querybatch': (body) => ({
        results: (body as Batch).queries.map(({ page_token }) => ({
          vulns: [{ id: page_token === undefined ? 'GHSA-1' : 'MAL-2' }],
          ...(page_token === undefined ? { next_page_token: `p${++page}` } : {}),
        })),
      }),
      '/v1/vulns/GHSA-1': { json: record('GHSA-1') },
      '/v1/vulns/MAL-2': { json: record('MAL-2') },
    });
    const [answer] = await source.findAdvisories([query('thing', null)], signal);
    expect(answer?.ok === true && answer.value.value.advisories.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'GHSA-1 vulnerability',
      'MAL-2 malware',
    ]);
  });

  test('that gives page after page without end is not believed', async () => {
    const { osv: source, requests } = osv({
      '/v1/querybatch': () => ({ results: [{ vulns: [], next_page_token: 'more' }] }),
    });
    expect(await source.findAdvisories([query('thing', null)], signal)).toEqual([
      { ok: false, error: { text: 'it gave more than 10 pages' } },
    ]);
    expect(requests).toHaveLength(10);
  });

  test('asks fifty packages in one batch and keeps their order', async () => {
    const { osv: source, requests } = osv({
      '/v1/querybatch': listing({ p7: ['MAL-7'] }),
      '/v1/vulns/MAL-7': { json: record('MAL-7', { affected: [{ package: { ecosystem: 'npm', name: 'p7' } }] }) },
    });
    const answers = await source.findAdvisories(
      Array.from({ length: 50 }, (_, index) => query(`p${index}`)),
      signal,
    );
    const counts = answers.map((answer) => (answer.ok ? answer.value.value.advisories.length : -1));
    expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => (index === 7 ? 1 : 0)));
    expect(requests).toHaveLength(2);
  });

  test.each<[string, unknown]>([
    ['too few results', { results: [] }],
    ['no results', {}],
    ['a list', []],
  ])('that answers a batch with %s has not been read', async (_, json) => {
    const { osv: source } = osv({ '/v1/querybatch': { json } });
    expect(await source.findAdvisories([query('thing')], signal)).toEqual([
      { ok: false, error: { text: 'its answer could not be read' } },
    ]);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'none'],
    ['a list', []],
    ['no list of advisories', { vulns: 'none' }],
    ['an advisory without an id', { vulns: [{ id: null }] }],
    ['a page that is no text', { vulns: [], next_page_token: 7 }],
  ])('that tells %s of a package has told nothing of it', async (_title, result) => {
    const { osv: source } = osv({ '/v1/querybatch': () => ({ results: [result] }) });
    expect(await source.findAdvisories([query('thing', null)], signal)).toEqual([
      { ok: false, error: { text: 'its answer could not be read' } },
    ]);
  });

  test.each([null, 'all', [], [{ package: { ecosystem: 'npm', name: 'other' }, versions: ['1.0.0'] }]])(
    'an advisory that is listed and says nothing of the package is not taken for none: %j',
    async (affected) => {
      const { osv: source } = osv({
        '/v1/querybatch': listing({ thing: ['GHSA-1'] }),
        '/v1/vulns/GHSA-1': { json: record('GHSA-1', { affected }) },
      });
      const [answer] = await source.findAdvisories([query('thing')], signal);
      const facts = answer?.ok === true ? answer.value.value : null;
      expect(facts?.onVersion).toEqual(new Set(['GHSA-1']));
      expect(facts?.missing?.text).toContain('GHSA-1 could not be read');
    },
  );

  test('an advisory that cannot be read still counts by its id when it is on the version', async () => {
    const { osv: source } = osv({
      '/v1/querybatch': listing({ thing: ['MAL-1'] }),
      '/v1/vulns/MAL-1': { status: 500 },
    });
    const [answer] = await source.findAdvisories([query('thing')], signal);
    expect(answer).toMatchObject({
      value: {
        value: {
          advisories: [{ id: 'MAL-1', kind: 'malware', severity: 'unknown' }],
          onVersion: new Set(['MAL-1']),
          missing: { text: 'MAL-1 could not be read: it answered 500' },
        },
      },
    });
  });

  test('an advisory that was taken back says nothing', async () => {
    const { osv: source } = osv({
      '/v1/querybatch': listing({ thing: ['GHSA-1'] }),
      '/v1/vulns/GHSA-1': { json: record('GHSA-1', { withdrawn: '2021-01-01T00:00:00Z' }) },
    });
    const [answer] = await source.findAdvisories([query('thing')], signal);
    expect(answer).toMatchObject({ value: { value: { advisories: [], onVersion: new Set(), missing: null } } });
  });

  test('is asked again after a quarter of an hour, by whomever', async () => {
    const { osv: source, requests, clock } = osv({ '/v1/querybatch': listing({}) });
    await Promise.all([
      source.findAdvisories([query('thing')], signal),
      source.findAdvisories([query('thing')], signal),
    ]);
    await source.findAdvisories([query('thing')], signal);
    expect(requests).toHaveLength(1);
    clock.advance(900_001);
    await source.findAdvisories([query('thing')], signal);
    expect(requests).toHaveLength(2);
  });

  test('gets versions of Go modules as it writes them', async () => {
    const { osv: source, requests } = osv({ '/v1/querybatch': listing({}) });
    await source.findAdvisories([{ ecosystem: 'go', name: 'example.com/m', version: 'v1.2.3' }], signal);
    expect(JSON.parse(requests[0]?.body ?? '').queries[1].version).toBe('1.2.3');
  });
});

describe('an OSV record', () => {
  const severityOf = (changes: object) => readOsvRecord(record('X-1', changes))?.[0]?.advisory;

  test.each<[string, object, string, boolean]>([
    ['a CVSS 3 vector', {}, 'critical', false],
    ['a label', { severity: [], database_specific: { severity: 'MODERATE' } }, 'medium', false],
    [
      'a label worse than the vector',
      {
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N' }],
        database_specific: { severity: 'HIGH' },
      },
      'high',
      false,
    ],
    [
      'a CVSS 4 vector alone',
      { severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' }] },
      'critical',
      true,
    ],
    ['nothing', { severity: [] }, 'unknown', false],
    ['a vector that is none', { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:Z' }] }, 'unknown', false],
  ])('has the severity of %s', (_, changes, severity, isSeverityEstimated) => {
    expect(severityOf(changes)).toMatchObject({ severity, isSeverityEstimated });
  });

  test('is malware by its id, by an alias, or by its weakness and words; unmaintained by its note', () => {
    expect(severityOf({ aliases: ['MAL-2024-1'] })?.kind).toBe('malware');
    expect(severityOf({ summary: 'Malware in thing', database_specific: { cwe_ids: ['CWE-506'] } })?.kind).toBe(
      'malware',
    );
    expect(severityOf({ database_specific: { cwe_ids: ['CWE-506'] } })?.kind).toBe('vulnerability');
    const affected = [
      { package: { ecosystem: 'crates.io', name: 'thing' }, database_specific: { informational: 'unmaintained' } },
    ];
    expect(severityOf({ affected })?.kind).toBe('unmaintained');
  });

  test('keeps packages of several names and spellings apart and together as their ecosystems do', () => {
    const affected = [
      { package: { ecosystem: 'PyPI', name: 'Acme_Thing' }, versions: ['1'] },
      { package: { ecosystem: 'PyPI', name: 'acme-thing' }, versions: ['2'] },
      { package: { ecosystem: 'npm', name: 'Acme' }, versions: ['3'] },
    ];
    expect(readOsvRecord(record('X-1', { affected }))?.map(({ key, advisory }) => [key, advisory.versions])).toEqual([
      ['PyPI acme-thing', ['1', '2']],
      ['npm Acme', ['3']],
    ]);
  });

  test('of any shape is read or refused without a crash', () => {
    for (const odd of [null, 3, 'x', [], {}, { id: 4 }, { id: '../x' }]) expect(readOsvRecord(odd)).toBeNull();
    expect(
      readOsvRecord({
        id: 'X-1',
        affected: [
          null,
          1,
          { package: 2 },
          { package: { ecosystem: 'npm', name: 'a' }, ranges: [{ events: [null, { fixed: 3 }] }], versions: [1] },
        ],
      }),
    ).toMatchObject([{ key: 'npm a', advisory: { ranges: [[]], versions: [] } }]);
  });
});

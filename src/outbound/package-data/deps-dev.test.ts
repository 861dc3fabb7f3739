import { describe, expect, test } from 'vitest';
import { fakeServices } from '../../../test/support/package-services.ts';
import { makeDepsDev } from './deps-dev.ts';

const signal = new AbortController().signal;
const flask = { ecosystem: 'pypi', name: 'flask' } as const;

function depsDev(answers: Parameters<typeof fakeServices>[0]) {
  const services = fakeServices(answers);
  return { ...services, source: makeDepsDev({ ...services, baseUrl: 'https://deps.example/' }) };
}

const PACKAGE = {
  packageKey: { system: 'PYPI', name: 'flask' },
  versions: [
    { versionKey: { version: '3.0.0' }, publishedAt: '2023-09-30T00:00:00Z', isDefault: true },
    { versionKey: { version: '2.0.0' }, publishedAt: '2021-05-11T00:00:00Z', isDeprecated: true },
    { versionKey: {} },
  ],
};
const VERSION = {
  versionKey: { system: 'PYPI', name: 'flask', version: '2.0.0' },
  publishedAt: '2021-05-11T00:00:00Z',
  licenses: ['BSD-3-Clause'],
  advisoryKeys: [{ id: 'GHSA-1' }, { id: 'GHSA-2' }, { id: 4 }],
  links: [{ label: 'SOURCE_REPO', url: 'git+https://github.com/pallets/flask.git' }],
};
const ADVISORY = {
  advisoryKey: { id: 'GHSA-1' },
  url: 'https://osv.example/GHSA-1',
  title: 'Session cookie',
  aliases: ['CVE-2023-1'],
  cvss3Score: 7.5,
  cvss3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
};

describe('deps.dev', () => {
  test('tells versions with their dates, the default one and deprecations', async () => {
    const { source } = depsDev({ '/v3/systems/pypi/packages/flask': { json: PACKAGE } });
    expect(await source.findPackage(flask, signal)).toMatchObject({
      value: {
        value: {
          versions: [
            { version: '3.0.0', publishedAt: new Date('2023-09-30T00:00:00Z'), deprecated: null },
            { version: '2.0.0', deprecated: '' },
          ],
          tags: new Map([['latest', '3.0.0']]),
          createdAt: new Date('2021-05-11T00:00:00Z'),
        },
      },
    });
  });

  test('tells licence and source of a version, and nothing of scripts', async () => {
    const { source } = depsDev({ '/v3/systems/pypi/packages/flask/versions/2.0.0': { json: VERSION } });
    expect(await source.findVersion(flask, '2.0.0', signal)).toMatchObject({
      value: {
        value: { license: 'BSD-3-Clause', repositoryUrl: 'https://github.com/pallets/flask', hasInstallScript: null },
      },
    });
  });

  test('an empty list of licences means that it does not know, not that there is none', async () => {
    const { source } = depsDev({
      '/v3/systems/pypi/packages/flask/versions/2.0.0': { json: { ...VERSION, licenses: [] } },
    });
    expect(await source.findVersion(flask, '2.0.0', signal)).toMatchObject({ value: { value: { license: null } } });
  });

  test('tells the advisories on a version; one that it cannot explain counts by its id', async () => {
    const { source } = depsDev({
      '/v3/systems/pypi/packages/flask/versions/2.0.0': { json: VERSION },
      '/v3/advisories/GHSA-1': { json: ADVISORY },
      '/v3/advisories/GHSA-2': { status: 500 },
    });
    const [answer] = await source.findAdvisories([{ ...flask, version: '2.0.0' }], signal);
    expect(answer).toMatchObject({
      value: {
        value: {
          advisories: [
            { id: 'GHSA-1', severity: 'high', summary: 'Session cookie', aliases: ['CVE-2023-1'] },
            { id: 'GHSA-2', severity: 'unknown' },
          ],
          onVersion: new Set(['GHSA-1', 'GHSA-2']),
        },
      },
    });
    expect(source.knowsMalware).toBe(false);
  });

  test('names with slashes and colons stay one part of the path', async () => {
    const { source, requests } = depsDev({});
    await source.findPackage({ ecosystem: 'go', name: 'github.com/gin-gonic/gin' }, signal);
    await source.findPackage({ ecosystem: 'maven', name: 'org.slf4j:slf4j-api' }, signal);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://deps.example/v3/systems/go/packages/github.com%2Fgin-gonic%2Fgin',
      'https://deps.example/v3/systems/maven/packages/org.slf4j%3Aslf4j-api',
    ]);
  });

  test('does not know composer, and says absent only where it was told so', async () => {
    const { source } = depsDev({ '/v3/systems/pypi/packages/flask': { json: { versions: 4 } } });
    expect(await source.covers('composer')).toBe(false);
    expect(await source.findPackage({ ...flask, name: 'gone' }, signal)).toMatchObject({
      ok: true,
      value: { value: null },
    });
    expect(await source.findPackage(flask, signal)).toMatchObject({ ok: false });
  });
});

import { expect, test } from 'vitest';
import type { Project } from '../../domain/projects/index.ts';
import { selectProject } from './select-project.ts';

const all: readonly Project[] = [
  ['acme-api', 'acc_1'],
  ['acme-web', 'acc_1'],
  ['secret-plans', 'acc_2'],
].map(([name = '', accountId = '']) => ({
  id: name,
  accountId,
  name,
  kind: 'local',
  location: `/srv/${name}`,
  origin: 'start',
  createdAt: new Date(0),
}));

const deps = {
  projects: { list: async (accountId: string | null) => all.filter((row) => row.accountId === accountId) },
  lookUpPlace: async (path: string) => path,
  directory: '/srv/acme-api',
  denied: ['/srv/acme-api/.portico'],
};

async function refused(input: { path?: string; ref?: string; accountId?: string }): Promise<string> {
  const found = await selectProject(deps, { accountId: 'acc_1', ...input });
  return found.ok ? 'selected' : found.error.text;
}

test('the only project is meant when path is left out, and never with the data directory', async () => {
  const found = await selectProject(deps, { accountId: 'acc_2' });
  expect(found.ok && found.value.source).toEqual({ location: '/srv/secret-plans', ref: null, denied: deps.denied });
});

test('with several projects a missing path is ambiguous and the answer lists them', async () => {
  const text = await refused({});
  expect(text).toMatch(/^ambiguous: .*2 projects: acme-api, acme-web\./);
  expect(text).toContain('next: call again with path');
});

test('without any project the answer says how to add one', async () => {
  expect(await refused({ accountId: 'acc_3' })).toMatch(/^not_found: .*\nnext: .*portico project add PATH/);
});

test("another account's project looks exactly like one that nobody has", async () => {
  for (const [theirs, nobodys] of [
    ['secret-plans', 'nobody-plans'],
    ['/srv/secret-plans', '/srv/nobody-plans'],
  ] as const) {
    const texts = [await refused({ path: theirs }), await refused({ path: nobodys })];
    expect(texts[0]?.replaceAll('secret', 'nobody')).toBe(texts[1]);
    expect(texts[0]).toMatch(/^not_found: /);
  }
});

test('an unknown name is answered with near names and the list, but no locations', async () => {
  const text = await refused({ path: 'acme-ap' });
  expect(text).toContain('Near names: acme-api');
  expect(text).toContain('acme-api, acme-web');
  expect(text).not.toContain('/srv');
});

test('a ref in path and one in ref must agree', async () => {
  expect(await refused({ path: 'acme-api@main', ref: 'main' })).toBe('selected');
  expect(await refused({ path: 'acme-api@main', ref: 'v1' })).toMatch(/^bad_arguments: .*"main".*"v1"/);
});

test('a file:// address is refused with what to give instead', async () => {
  expect(await refused({ path: 'file:///srv/acme-api' })).toMatch(/^bad_arguments: .*is an address/);
});

test('a hostile path is said back short and visible', async () => {
  const text = await refused({ path: `\u202e${'x'.repeat(4_000)}` });
  expect(text.length).toBeLessThan(700);
  expect(text).not.toContain('\u202e');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import {
  isProjectName,
  makeProjectName,
  type Project,
  type ProjectStore,
  resolvePath,
  syncStartRoots,
} from './index.ts';

function project(name: string, location: string, accountId = 'acc_1'): Project {
  return { id: `id-${name}`, accountId, name, kind: 'local', location, origin: 'start', createdAt: new Date(0) };
}

/** A machine where exactly these folders exist; a link is written `from -> to`. */
function machine(folders: readonly string[], links: Readonly<Record<string, string>> = {}) {
  return async (path: string): Promise<string | null> => {
    let real = new URL(`file://${path}`).pathname.replace(/(?<=.)\/+$/, '').replace(/\/{2,}/g, '/');
    for (const [from, to] of Object.entries(links))
      if (real === from || real.startsWith(`${from}/`)) real = to + real.slice(from.length);
    return folders.includes(real) ? real : null;
  };
}

const projects = [project('api', '/srv/api'), project('api-web', '/srv/api/web'), project('apix', '/srv/apix')];
const folders = [
  '/srv',
  '/srv/api',
  '/srv/api/src',
  '/srv/api/web',
  '/srv/api/web/app',
  '/srv/apix',
  '/data',
  '/srv/api/.portico',
  '/srv/api/.porticos',
  '/srv/api2',
  '/etc',
];
const deps = {
  lookUpPlace: machine(folders, { '/srv/api/out': '/etc', '/tmp/link': '/srv/api/src' }),
  directory: '/srv/api',
  denied: ['/srv/api/.portico'],
};

async function resolved(path: string, among: readonly Project[] = projects) {
  const found = await resolvePath(deps, among, path);
  return found.ok ? [found.value.project.name, found.value.ref, found.value.prefix] : found.error;
}

test('a name made from any folder name is a valid project name, and never one that is taken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (folder, others) => {
      const first = makeProjectName(`/srv/${folder}`, others);
      const second = makeProjectName(`/srv/${folder}`, [...others, first]);
      expect(isProjectName(first) && isProjectName(second)).toBe(true);
      expect(others).not.toContain(first);
      expect(second).not.toBe(first);
    }),
  );
});

test.each([
  ['/srv/Acme API', 'acme-api'],
  ['/srv/acme.git/', 'acme'],
  ['/srv/Füße', 'fu-e'],
  ['/', 'project'],
  ['/srv/日本', 'project'],
])('the folder %s gives the name %s', (folder, name) => {
  expect(makeProjectName(folder, [])).toBe(name);
});

test.each([
  ['api', ['api', null, null]],
  [' API/ ', ['api', null, null]],
  ['api@main', ['api', 'main', null]],
  ['api@feature/a@b', ['api', 'feature/a@b', null]],
  ['/srv/api', ['api', null, null]],
  ['/srv/api///', ['api', null, null]],
  ['/srv/api/src/', ['api', null, 'src']],
  ['/srv/api/web', ['api-web', null, null]],
  ['/srv/api/web/app', ['api-web', null, 'app']],
  ['/srv/apix', ['apix', null, null]],
  ['/tmp/link', ['api', null, 'src']],
  ['.', ['api', null, null]],
  ['./src', ['api', null, 'src']],
  ['/srv/api/.porticos', ['api', null, '.porticos']],
])('the path %j means %j', async (path, meaning) => {
  expect(await resolved(path)).toEqual(meaning);
});

test.each([
  ['', 'unknown'],
  ['api@', 'unknown'],
  ['/srv', 'unknown'],
  ['/etc', 'unknown'],
  ['/srv/api2', 'unknown'],
  ['/srv/api/../../etc', 'unknown'],
  ['/srv/api/out', 'unknown'],
  ['/srv/api/missing', 'unknown'],
  ['/srv/api/.portico', 'unknown'],
  ['api\u0000', 'unknown'],
  [`/${'x/'.repeat(3_000)}`, 'unknown'],
  ['file:///srv/api', 'url'],
  ['https://example.com/a.git', 'url'],
  ['git@example.com:a/b.git', 'url'],
  ['../../..', 'ambiguous'],
])('the path %j is refused as %s', async (path, reason) => {
  expect(await resolved(path)).toBe(reason);
});

test('4,096 characters are the longest path that is looked up', async () => {
  const lookedUp: number[] = [];
  const lookUpPlace = async (path: string): Promise<null> => {
    lookedUp.push(path.length);
    return null;
  };
  for (const length of [4_096, 4_097]) await resolvePath({ ...deps, lookUpPlace }, projects, '/'.padEnd(length, 'x'));
  expect(lookedUp).toEqual([4_096]);
});

test('with one project a relative path is relative to it, wherever the service was started', async () => {
  expect(await resolved('.', [project('apix', '/srv/apix')])).toEqual(['apix', null, null]);
});

function memoryStore(initial: readonly Project[] = []): ProjectStore & { all: Project[] } {
  const store = {
    all: [...initial],
    list: async (accountId: string | null) =>
      store.all.filter((row) => accountId === null || row.accountId === accountId),
    insert: async () => false,
    remove: async () => false,
    replaceStartRoots: async (accountId: string, rows: readonly Project[]) => {
      store.all = [...store.all.filter((row) => row.accountId !== accountId || row.origin !== 'start'), ...rows];
      return true;
    },
  };
  return store;
}

const clock = manualClock(new Date('2026-01-01T00:00:00Z'));
const there = async (path: string): Promise<string | null> => (path.includes('missing') ? null : path);

test('a root that is left out once and given again has the id that its notes hang on', async () => {
  const store = memoryStore();
  const sync = (roots: string[]) => syncStartRoots({ projects: store, clock, lookUpPlace: there }, 'acc_1', roots);
  const first = await sync(['/a/app', '/b/app', '/missing']);
  expect(first.projects.map(({ name }) => name)).toEqual(['app', 'app-2']);
  expect(first.missing).toEqual(['/missing']);
  const without = await sync(['/b/app']);
  expect(without.projects.map(({ name, location }) => [name, location])).toEqual([['app-2', '/b/app']]);
  expect([first.dropped, without.dropped]).toEqual([[], ['app']]);
  const again = await sync(['/a/app', '/b/app']);
  expect(again.projects.map(({ id }) => id)).toEqual(first.projects.map(({ id }) => id));
});

test('a root that the operator has added stays added, and no other account is touched', async () => {
  const added: Project = { ...project('mine', '/a/app'), origin: 'added' };
  const store = memoryStore([added, project('theirs', '/c', 'acc_2')]);
  await syncStartRoots({ projects: store, clock, lookUpPlace: there }, 'acc_1', ['/a/app', '/a/app', '/b/mine']);
  expect(store.all.map(({ name, accountId, origin }) => [name, accountId, origin])).toEqual([
    ['mine', 'acc_1', 'added'],
    ['theirs', 'acc_2', 'start'],
    ['mine-2', 'acc_1', 'start'],
  ]);
});

test('a start with the roots of the last one writes nothing', async () => {
  const store = memoryStore();
  await syncStartRoots({ projects: store, clock, lookUpPlace: there }, 'acc_1', ['/a/app', '/b/app']);
  const before = store.all;
  const { projects: same } = await syncStartRoots({ projects: store, clock, lookUpPlace: there }, 'acc_1', [
    '/b/app',
    '/a/app',
  ]);
  expect(same.map(({ name }) => name)).toEqual(['app', 'app-2']);
  expect(store.all).toBe(before);
});

test('a project that is added while the roots are worked out keeps its name', async () => {
  const store = memoryStore();
  const { replaceStartRoots } = store;
  store.replaceStartRoots = async (_, rows) => {
    store.replaceStartRoots = replaceStartRoots;
    store.all.push({ ...project('app', '/elsewhere'), origin: 'added' });
    expect(rows.map(({ name }) => name)).toEqual(['app']);
    return false;
  };
  const { projects: all } = await syncStartRoots({ projects: store, clock, lookUpPlace: there }, 'acc_1', ['/a/app']);
  expect(all.map(({ name, location }) => [name, location])).toEqual([
    ['app', '/elsewhere'],
    ['app-2', '/a/app'],
  ]);
});

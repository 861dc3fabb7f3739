import { describe, expect, test } from 'vitest';
import { manualPeers } from '../../../test/support/manual-peers.ts';
import type { Project } from './project.ts';
import { cacheProjects } from './project-cache.ts';
import type { ProjectStore } from './store.ts';

const project = (name: string, accountId = 'a'): Project => ({
  ...{ id: name, accountId, name, kind: 'local', location: `/srv/${name}`, origin: 'added' },
  createdAt: new Date(0),
});

/** A store that counts its reads, and a cache over it. */
function bench() {
  let all: readonly Project[] = [project('api')];
  const counts = { reads: 0 };
  const gate = { read: Promise.resolve() };
  const store: ProjectStore = {
    async list(accountId) {
      counts.reads++;
      const found = all.filter((one) => accountId === null || one.accountId === accountId);
      await gate.read;
      return found;
    },
    async insert(added) {
      all = [...all, added];
      return true;
    },
    async remove(accountId, name) {
      all = all.filter((one) => one.accountId !== accountId || one.name !== name);
      return true;
    },
    async replaceStartRoots(accountId, projects) {
      all = [...all.filter((one) => one.accountId !== accountId), ...projects];
      return true;
    },
  };
  const peers = manualPeers();
  const cache = cacheProjects(store, { peers });
  const namesOf = async (accountId: string | null = 'a') => (await cache.list(accountId)).map(({ name }) => name);
  return { store, counts, gate, peers, cache, namesOf };
}

describe('project cache', () => {
  test('looks the projects of an account up once, an account without any too', async () => {
    const { namesOf, counts } = bench();
    for (let i = 0; i < 5; i++) expect([await namesOf(), await namesOf('b')]).toEqual([['api'], []]);
    expect(counts.reads).toBe(2);
  });

  test('the list of all accounts is never kept', async () => {
    const { namesOf, store } = bench();
    expect(await namesOf(null)).toEqual(['api']);
    await store.insert(project('web', 'b'));
    expect(await namesOf(null)).toEqual(['api', 'web']);
  });

  test('its own writes act on the very next look', async () => {
    const { cache, namesOf } = bench();
    await namesOf();
    await cache.insert(project('web'));
    expect(await namesOf()).toEqual(['api', 'web']);
    await cache.remove('a', 'api');
    expect(await namesOf()).toEqual(['web']);
    await cache.replaceStartRoots('a', [project('lib')]);
    expect(await namesOf()).toEqual(['lib']);
  });

  test('a change by another process acts on the very next look, and one of another account costs nothing', async () => {
    const { store, namesOf, peers, counts } = bench();
    await namesOf();
    await peers.change(['projects:b', 'account:a']);
    await namesOf();
    expect(counts.reads).toBe(1);
    for (const [at, names] of [['projects:a'], null].entries()) {
      await store.insert(project(`new-${at}`));
      await peers.change(names);
      expect(await namesOf()).toContain(`new-${at}`);
    }
  });

  test('a look that began before a change is not kept', async () => {
    const { store, namesOf, peers, gate } = bench();
    const slow = Promise.withResolvers<void>();
    gate.read = slow.promise;
    const before = namesOf();
    await store.insert(project('web'));
    await peers.change(['projects:a']);
    slow.resolve();
    expect(await before).toEqual(['api']);
    expect(await namesOf()).toEqual(['api', 'web']);
  });

  test('while a change may have passed unnoticed storage is asked each time', async () => {
    const { store, namesOf, peers } = bench();
    await namesOf();
    await store.insert(project('web'));
    peers.believeFor(0);
    expect(await namesOf()).toEqual(['api', 'web']);
  });
});

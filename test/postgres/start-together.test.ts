import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { UnavailableError } from '../../src/base/unavailable.ts';
import { cacheAccounts } from '../../src/domain/accounts/index.ts';
import { authenticateKey, cacheKeys, deriveLegacyLookupKey, systemRandomness } from '../../src/domain/keys/index.ts';
import { SET_A } from '../../src/domain/plans/index.ts';
import { prepareStart } from '../../src/first-start.ts';
import { makeStores } from '../../src/storage/stores.ts';
import { ownDatabaseForEachTest } from '../support/postgres-nodes.ts';

/** Nodes that are started at the same instant. */
const NODES = 4;

const own = ownDatabaseForEachTest('empty');

/** What a node does until it serves; `failure` is what the storage says the first time that something is asked of it. */
async function startNode(roots: readonly string[], failure: Error | null = null) {
  const node = await own.openNode({ deadlineMs: 10_000 });
  let failing = failure;
  const exclusively: typeof node.exclusively = async (work) => {
    const now = failing;
    failing = null;
    if (now !== null) throw now;
    return await node.exclusively(work);
  };
  const database = { ...node, exclusively };
  const stores = makeStores(database);
  const deps = {
    database,
    projects: stores.projects,
    keys: cacheKeys(stores.keys, database),
    accounts: cacheAccounts(stores.accounts, database),
    clock: systemClock,
    random: systemRandomness,
    plans: SET_A,
    environment: 'test',
    isToolName: () => true,
    lookUpPlace: async (path: string) => path,
  };
  return { deps, prepared: await prepareStart(deps, roots) };
}

const startAll = () =>
  Promise.all(Array.from({ length: NODES }, () => startNode(['/srv/api', '/other/api', '/srv/web'])));

test('nodes that start at once on an empty database make one account and one first key, which one of them prints', async () => {
  const nodes = await startAll();
  const tokens = nodes.flatMap(({ prepared }) => (prepared.firstKey === null ? [] : [prepared.firstKey.reveal()]));
  expect(tokens).toHaveLength(1);
  expect(new Set(nodes.map(({ prepared }) => prepared.account.id)).size).toBe(1);
  for (const { deps, prepared } of nodes) {
    expect(await deps.accounts.list()).toHaveLength(1);
    expect(await deps.keys.list(null)).toHaveLength(1);
    const names = prepared.projects.map(({ name, location }) => `${name} ${location}`);
    expect(names).toEqual(['api /srv/api', 'api-2 /other/api', 'web /srv/web']);
    const proof = { ...deps, legacyLookupKey: deriveLegacyLookupKey(new Uint8Array(32)) };
    expect((await authenticateKey(proof, tokens[0] ?? '')).ok).toBe(true);
  }
});

test('nodes that start at once later find what is there and print nothing', async () => {
  const [first] = await startAll();
  const again = await startAll();
  expect(again.every(({ prepared }) => prepared.firstKey === null)).toBe(true);
  expect(again.map(({ prepared }) => prepared.projects)).toEqual(again.map(() => first?.prepared.projects));
});

test('a start waits for a storage that is busy, and for nothing else', async () => {
  const { prepared } = await startNode(['/srv/api'], new UnavailableError('the storage is away'));
  expect(prepared.firstKey).not.toBeNull();
  await expect(startNode(['/srv/api'], new Error('another schema'))).rejects.toThrow('another schema');
});

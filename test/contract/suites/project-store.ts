import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines.ts';
import { ACCOUNT, makeProject, OTHER_ACCOUNT, race } from '../records.ts';
import { useEngine } from '../use-engine.ts';

/** What the projects module relies on. */
export function describeProjectStore(engine: Engine): void {
  describe(`projects on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);
    const names = async (accountId: string | null) => (await stores().projects.list(accountId)).map(({ name }) => name);
    const start = (name: string) =>
      makeProject({ id: `id-${name}`, name, location: `/srv/${name}`, origin: 'start' as const });

    test('projects are listed by name, for their account only, also after a restart', async () => {
      await stores().projects.insert(makeProject({ id: '1', name: 'b', location: '/b' }));
      await stores().projects.insert(makeProject({ id: '2', name: 'a', location: '/a' }));
      await stores().projects.insert(makeProject({ id: '3', name: 'a', location: '/a', accountId: OTHER_ACCOUNT.id }));
      await reopen();
      expect(await names(ACCOUNT.id)).toEqual(['a', 'b']);
      expect(await stores().projects.list(OTHER_ACCOUNT.id)).toEqual([
        makeProject({ id: '3', name: 'a', location: '/a', accountId: OTHER_ACCOUNT.id }),
      ]);
      expect(await names(null)).toEqual(['a', 'a', 'b']);
    });

    test('of many who take one name or one location at once, one gets it', async () => {
      const byName = await race(100, (i) =>
        stores().projects.insert(makeProject({ id: `n${i}`, location: `/srv/${i}` })),
      );
      expect(byName.filter(Boolean)).toHaveLength(1);
      const byPlace = await race(100, (i) =>
        stores().projects.insert(makeProject({ id: `p${i}`, name: `name-${i}`, location: '/one' })),
      );
      expect(byPlace.filter(Boolean)).toHaveLength(1);
    });

    test('names and locations taken crosswise at once leave no project with another’s', async () => {
      const made = await race(64, (i) =>
        stores().projects.insert(
          makeProject({ id: `x${i}`, name: `n${i % 8}`, location: `/l${(i * 3 + (i >> 3)) % 8}` }),
        ),
      );
      const kept = await stores().projects.list(ACCOUNT.id);
      expect(kept).toHaveLength(made.filter(Boolean).length);
      expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length);
      expect(new Set(kept.map(({ location }) => location)).size).toBe(kept.length);
    });

    test('a project is removed once, and by its account only', async () => {
      await stores().projects.insert(makeProject());
      expect(await stores().projects.remove(OTHER_ACCOUNT.id, 'acme-api')).toBe(false);
      const removed = await race(100, () => stores().projects.remove(ACCOUNT.id, 'acme-api'));
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await names(null)).toEqual([]);
    });

    test('the roots of a start replace those of the last one; added projects stay', async () => {
      await stores().projects.insert(makeProject({ name: 'added' }));
      await stores().projects.replaceStartRoots(ACCOUNT.id, [start('one'), start('two')]);
      await stores().projects.replaceStartRoots(ACCOUNT.id, [start('two'), start('three')]);
      expect(await names(ACCOUNT.id)).toEqual(['added', 'three', 'two']);
      await stores().projects.replaceStartRoots(OTHER_ACCOUNT.id, []);
      await stores().projects.replaceStartRoots(ACCOUNT.id, []);
      expect(await names(null)).toEqual(['added']);
    });

    test('starts at once each replace what was there as a whole', async () => {
      const replaced = await race(50, (i) =>
        stores().projects.replaceStartRoots(ACCOUNT.id, [start('same'), start(`only-${i}`)]),
      );
      expect(replaced.every(Boolean)).toBe(true);
      const left = await names(ACCOUNT.id);
      expect([left.length, left.at(-1)]).toEqual([2, 'same']);
    });

    test('projects added while starts replace theirs are all there or refused', async () => {
      const [added] = await Promise.all([
        race(20, (i) => stores().projects.insert(makeProject({ id: `a${i}`, name: `p${i}`, location: `/added/${i}` }))),
        race(20, (i) => stores().projects.replaceStartRoots(ACCOUNT.id, [start(`p${i}`)])),
      ]);
      const kept = (await stores().projects.list(ACCOUNT.id)).filter(({ origin }) => origin === 'added');
      expect(kept).toHaveLength(added.filter(Boolean).length);
    });

    test('a replacement that cannot be made leaves everything as it was', async () => {
      await stores().projects.insert(makeProject({ name: 'added' }));
      await stores().projects.replaceStartRoots(ACCOUNT.id, [start('one')]);
      expect(await stores().projects.replaceStartRoots(ACCOUNT.id, [start('two'), start('added')])).toBe(false);
      expect(await names(ACCOUNT.id)).toEqual(['added', 'one']);
    });
  });
}

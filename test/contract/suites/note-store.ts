import { describe, expect, test } from 'vitest';
import type { Note } from '../../../src/domain/memory/index.ts';
import type { Engine } from '../engines.ts';
import { ACCOUNT, HOSTILE_TEXTS, later, makeNote, NOW, OTHER_ACCOUNT, race, UNSTORABLE_TEXTS } from '../records.ts';
import { useEngine } from '../use-engine.ts';

/** What the memory module relies on: no writer overwrites what it has not seen. */
export function describeNoteStore(engine: Engine): void {
  describe(`notes on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);
    const put = (note: Note, expectedVersion = 0, notesMax = 100) =>
      stores().notes.put(note, expectedVersion, notesMax);
    const find = (note: Note, now = NOW) => stores().notes.find(note.accountId, note.projectId, note.key, now);
    const forget = (note: Note, now = NOW) => stores().notes.forget(note.accountId, note.projectId, note.key, now);
    const history = async (note: Note) =>
      (await stores().notes.history(note.accountId, note.projectId, note.key)).map(({ version }) => version);

    test('a note comes back as it was given, also after a restart', async () => {
      const note = makeNote({ pinned: true, expiresAt: later(1) });
      expect(await put(note)).toEqual(note);
      await reopen();
      expect(await find(note)).toEqual(note);
    });

    test('scopes do not mix: accounts, projects, and the account’s own scope', async () => {
      const own = makeNote({ projectId: null, text: 'own' });
      const other = makeNote({ accountId: OTHER_ACCOUNT.id, text: 'other' });
      await put(makeNote());
      await put(own);
      await put(other);
      expect(await find(own)).toEqual(own);
      expect(await find(other)).toEqual(other);
      expect(await stores().notes.list(ACCOUNT.id, 'project-1', NOW)).toEqual([makeNote()]);
      expect(await stores().notes.list(ACCOUNT.id, 'project-2', NOW)).toEqual([]);
    });

    test('a change is a new version; the ones before are kept, newest first', async () => {
      await put(makeNote());
      const second = makeNote({ text: 'changed', updatedAt: later(1), version: 2 });
      expect(await put(second, 1)).toEqual(second);
      expect(await find(second)).toEqual(second);
      expect(await stores().notes.history(ACCOUNT.id, 'project-1', 'db-choice')).toEqual([second, makeNote()]);
    });

    test('of many who make a key at once, one does', async () => {
      const wins = await race(100, (i) => put(makeNote({ text: `writer ${i}` })));
      expect(wins.filter((note) => note !== null)).toHaveLength(1);
      expect(await history(makeNote())).toEqual([1]);
    });

    test('of many who change the version that they have seen at once, one does', async () => {
      await put(makeNote());
      const wins = await race(100, (i) => put(makeNote({ text: `writer ${i}` }), 1));
      const winners = wins.filter((note) => note !== null);
      expect(winners).toHaveLength(1);
      expect(await find(makeNote())).toEqual(winners[0]);
      expect(await history(makeNote())).toEqual([2, 1]);
    });

    test('a version that is not the live one is refused, and nothing is written', async () => {
      await put(makeNote());
      expect(await put(makeNote({ text: 'x' }), 2)).toBeNull();
      expect(await put(makeNote({ text: 'x', key: 'none' }), 1)).toBeNull();
      expect(await find(makeNote())).toEqual(makeNote());
      expect(await history(makeNote({ key: 'none' }))).toEqual([]);
    });

    test('a full scope takes changes but no new note, whatever the races', async () => {
      const made = await race(100, (i) => put(makeNote({ key: `k${i}` }), 0, 10));
      expect(made.filter((note) => note !== null)).toHaveLength(10);
      expect(await stores().notes.list(ACCOUNT.id, 'project-1', NOW)).toHaveLength(10);
      const held = made.find((note) => note !== null) ?? makeNote();
      expect((await put(held, 1, 10))?.version).toBe(2);
      expect(await put(makeNote({ projectId: null }), 0, 10)).not.toBeNull();
    });

    test('of many who take the last place at once, one does', async () => {
      for (let i = 0; i < 9; i++) await put(makeNote({ key: `old-${i}` }));
      const made = await race(100, (i) => put(makeNote({ key: `k${i}` }), 0, 10));
      expect(made.filter((note) => note !== null)).toHaveLength(1);
      expect(await stores().notes.list(ACCOUNT.id, 'project-1', NOW)).toHaveLength(10);
    });

    test('a note is forgotten also while new versions of it are written', async () => {
      for (let round = 0; round < 20; round++) {
        const note = makeNote({ key: `k${round}` });
        await put(note);
        const [next, isForgotten] = await Promise.all([put(note, 1), forget(note)]);
        expect([isForgotten, await find(note)]).toEqual([true, null]);
        expect(await history(note)).toEqual(next === null ? [1] : [2, 1]);
      }
    });

    test('a forgotten note but for its history, and makes room', async () => {
      await put(makeNote(), 0, 1);
      const forgotten = await race(100, () => forget(makeNote(), later(5)));
      expect(forgotten.filter(Boolean)).toHaveLength(1);
      expect(await find(makeNote())).toBeNull();
      expect(await stores().notes.list(ACCOUNT.id, 'project-1', NOW)).toEqual([]);
      expect(await stores().notes.history(ACCOUNT.id, 'project-1', 'db-choice')).toEqual([
        makeNote({ forgottenAt: later(5) }),
      ]);
      expect(await put(makeNote({ key: 'next' }), 0, 1)).not.toBeNull();
    });

    test('a key made anew counts its versions on, so that what was seen before never fits it', async () => {
      await put(makeNote());
      await forget(makeNote());
      expect(await put(makeNote(), 1)).toBeNull();
      expect((await put(makeNote({ updatedAt: later(1) })))?.version).toBe(2);
      expect(await put(makeNote(), 1)).toBeNull();
      expect(await history(makeNote())).toEqual([2, 1]);
    });

    test('a note is gone at the instant of its expiry, and its key can be made anew', async () => {
      const note = makeNote({ expiresAt: later(10) });
      await put(note);
      expect(await find(note, later(9))).toEqual(note);
      expect(await find(note, later(10))).toBeNull();
      expect(await forget(note, later(10))).toBe(false);
      expect(await put(makeNote({ updatedAt: later(10) }), 1)).toBeNull();
      expect((await put(makeNote({ updatedAt: later(10) })))?.version).toBe(2);
    });

    test('notes are listed by their last change, newest first', async () => {
      await put(makeNote({ key: 'old' }));
      await put(makeNote({ key: 'new', updatedAt: later(5) }));
      await put(makeNote({ key: 'newest', updatedAt: later(9) }));
      await put(makeNote({ key: 'old', updatedAt: later(7) }), 1);
      const keys = (await stores().notes.list(ACCOUNT.id, 'project-1', NOW)).map(({ key }) => key);
      expect(keys).toEqual(['newest', 'old', 'new']);
    });

    test('a purge deletes every version of what ended before the instant, and nothing that lives', async () => {
      const expiring = makeNote({ key: 'expiring', expiresAt: later(10) });
      await put(makeNote());
      await put(makeNote({ updatedAt: later(1) }), 1);
      await forget(makeNote(), later(10));
      await put(expiring);
      await put(makeNote({ key: 'alive' }));
      expect(await stores().notes.purge(later(10))).toBe(0);
      expect(await stores().notes.purge(later(11))).toBe(3);
      expect(await history(makeNote())).toEqual([]);
      expect(await history(expiring)).toEqual([]);
      expect(await history(makeNote({ key: 'alive' }))).toEqual([1]);
    });

    test('a purge deletes what was forgotten also when its key was made anew, and keeps the new note’s history', async () => {
      await put(makeNote({ text: 'to be forgotten' }));
      await forget(makeNote(), later(1));
      await put(makeNote({ updatedAt: later(2), expiresAt: later(10) }));
      await put(makeNote({ updatedAt: later(3) }), 2);
      expect(await stores().notes.purge(later(1_000))).toBe(1);
      expect(await history(makeNote())).toEqual([3, 2]);
    });

    test('a note of any text comes back exactly', async () => {
      for (const [i, text] of [...HOSTILE_TEXTS, ...UNSTORABLE_TEXTS].entries()) {
        const short = text.slice(0, 100);
        const note = makeNote({
          key: `k${i}`,
          text,
          tags: [short],
          refs: [{ ref: short, blobId: null, symbolHash: null }],
        });
        await put(note);
        const kept = await find(note);
        expect(kept?.text === text && kept.tags[0] === short && kept.refs[0]?.ref === short).toBe(true);
      }
    });
  });
}

import type { Note, NoteStore } from '../../src/domain/memory/index.ts';

/** A note store in memory, exact and atomic: each act is one synchronous step. */
export function memoryNoteStore(): NoteStore {
  /** Every kept version of every note, oldest first. */
  let versions: Note[] = [];
  const ofKey = (accountId: string, projectId: string | null, key: string) =>
    versions.filter((note) => note.accountId === accountId && note.projectId === projectId && note.key === key);
  const isLive = (note: Note, now: Date) =>
    note.forgottenAt === null && (note.expiresAt === null || note.expiresAt > now);
  const live = (accountId: string, projectId: string | null, key: string, now: Date) => {
    const last = ofKey(accountId, projectId, key).at(-1);
    return last !== undefined && isLive(last, now) ? last : null;
  };
  const liveOfScope = (accountId: string, projectId: string | null, now: Date) => {
    const keys = new Set(
      versions.filter((note) => note.accountId === accountId && note.projectId === projectId).map(({ key }) => key),
    );
    return [...keys].flatMap((key) => live(accountId, projectId, key, now) ?? []);
  };
  return {
    async find(accountId, projectId, key, now) {
      return live(accountId, projectId, key, now);
    },
    async list(accountId, projectId, now) {
      return liveOfScope(accountId, projectId, now).sort(
        (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.key < b.key ? -1 : 1),
      );
    },
    async put(note, expectedVersion, notesMax) {
      const current = live(note.accountId, note.projectId, note.key, note.updatedAt);
      if ((current?.version ?? 0) !== expectedVersion) return null;
      if (current === null && liveOfScope(note.accountId, note.projectId, note.updatedAt).length >= notesMax)
        return null;
      const last = ofKey(note.accountId, note.projectId, note.key).at(-1)?.version ?? 0;
      const numbered = { ...note, version: last + 1 };
      versions.push(numbered);
      return numbered;
    },
    async forget(accountId, projectId, key, now) {
      const current = live(accountId, projectId, key, now);
      if (current === null) return false;
      versions = versions.map((note) => (note === current ? { ...note, forgottenAt: now } : note));
      return true;
    },
    async history(accountId, projectId, key) {
      return ofKey(accountId, projectId, key).toReversed();
    },
    async purge(before) {
      const kept = versions.filter((note) => {
        const later = ofKey(note.accountId, note.projectId, note.key).filter(({ version }) => version >= note.version);
        return !later.some((ending, i) => hasEnded(ending, later[i + 1], before));
      });
      const purged = versions.length - kept.length;
      versions = kept;
      return purged;
    },
  };
}

/** Whether a note ended with this version before the instant: forgotten, or expired and not replaced while it lived. */
function hasEnded(note: Note, next: Note | undefined, before: Date): boolean {
  if (note.forgottenAt !== null) return note.forgottenAt < before;
  if (note.expiresAt === null || note.expiresAt >= before) return false;
  return next === undefined || next.updatedAt >= note.expiresAt;
}

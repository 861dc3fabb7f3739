import type { Account } from '../../src/domain/accounts/index.ts';
import type { ApiKey } from '../../src/domain/keys/index.ts';
import type { Note } from '../../src/domain/memory/index.ts';
import type { Project } from '../../src/domain/projects/index.ts';
import type { Thought, Thread } from '../../src/domain/thinking/index.ts';

/** The instant at which the records below were made. */
export const NOW = new Date('2026-11-21T09:30:00.123Z');

/** An instant some milliseconds after `NOW`. */
export function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

/** The account that most tests act for. */
export const ACCOUNT: Account = { id: 'account-1', email: 'ada@example.org', plan: 'free', createdAt: NOW };

/** Somebody else, who must see nothing of it. */
export const OTHER_ACCOUNT: Account = { id: 'account-2', email: 'bob@example.org', plan: 'pro', createdAt: later(1) };

/** Texts that must come back exactly as they were given. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  "'; drop table account; --",
  '"quoted" `ticks` \\ %_',
  'line\r\nbreak\ttab',
  '👩‍👩‍👧‍👦 Ελλάδα 中文',
  '\u202Eright to left',
  '{"__proto__":{"x":1}}',
  '\u0001json:not json',
  '\u0001\u001f\u007f\uFEFF\uFFFD',
  'x'.repeat(1_048_576),
  '😀'.repeat(262_144),
];

/** Texts that no engine gives back exactly: refused as names, escaped where a caller may write what it likes. */
export const UNSTORABLE_TEXTS: readonly string[] = ['a\0b', '\0', '\uD800', 'x\uDC00y'];

/** An API key. */
export function makeKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: 'mcp_live_ada-4f9k2p',
    accountId: ACCOUNT.id,
    name: 'Ada’s laptop',
    salt: Buffer.alloc(16, 1),
    secretHash: Buffer.alloc(32, 2),
    toolScope: 'all',
    monthlyCap: null,
    expiresAt: null,
    createdAt: NOW,
    lastUsedAt: null,
    revokedAt: null,
    overlap: null,
    legacyLookup: null,
    ...changes,
  };
}

/** A project. */
export function makeProject(changes: Partial<Project> = {}): Project {
  return {
    id: 'project-1',
    accountId: ACCOUNT.id,
    name: 'acme-api',
    kind: 'local',
    location: '/srv/acme-api',
    origin: 'added',
    createdAt: NOW,
    ...changes,
  };
}

/** The first version of a note. */
export function makeNote(changes: Partial<Note> = {}): Note {
  return {
    id: 'note-1',
    accountId: ACCOUNT.id,
    projectId: 'project-1',
    key: 'db-choice',
    type: 'decision',
    text: 'SQLite first.',
    tags: ['storage', 'db'],
    refs: [{ ref: 'src/app.ts#main', blobId: '9a'.repeat(20), symbolHash: null }],
    links: [{ to: 'other', rel: 'because' }],
    pinned: false,
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    byKey: 'mcp_live_ada-4f9k2p',
    commit: 'c0ffee0',
    expiresAt: null,
    forgottenAt: null,
    ...changes,
  };
}

/** A thread without thoughts. */
export function makeThread(changes: Partial<Thread> = {}): Thread {
  return {
    id: 'thread-1',
    accountId: ACCOUNT.id,
    projectId: 'project-1',
    createdAt: NOW,
    updatedAt: NOW,
    closedAt: null,
    length: 1,
    ...changes,
  };
}

/** The first thought of that thread. */
export function makeThought(changes: Partial<Thought> = {}): Thought {
  return {
    threadId: 'thread-1',
    number: 1,
    kind: 'hypothesis',
    text: 'The cache is stale.',
    revises: null,
    branchFrom: null,
    branch: null,
    refs: [{ ref: 'src/cache.ts:10-20', ok: true, reason: 'exists' }],
    confidence: 0.25,
    total: 5,
    more: true,
    createdAt: NOW,
    byKey: 'mcp_live_ada-4f9k2p',
    commit: null,
    ...changes,
  };
}

/** Runs an act a number of times at once. */
export function race<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(index)));
}

import type { AccountStore } from '../domain/accounts/index.ts';
import type { KeyStore } from '../domain/keys/index.ts';
import type { LimitStore } from '../domain/limits/index.ts';
import type { NoteStore } from '../domain/memory/index.ts';
import type { ProjectStore } from '../domain/projects/index.ts';
import type { ThoughtStore } from '../domain/thinking/index.ts';
import type { Database } from './database.ts';
import { makeAccountStore } from './stores/accounts.ts';
import { makeKeyStore } from './stores/keys.ts';
import { makeLimitStore } from './stores/limits.ts';
import { makeNoteStore } from './stores/memory.ts';
import { makeProjectStore } from './stores/projects.ts';
import { makeThoughtStore } from './stores/thinking.ts';

/** One store for each port of the domain. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly limits: LimitStore;
  readonly projects: ProjectStore;
  readonly notes: NoteStore;
  readonly thoughts: ThoughtStore;
}

/** The stores of a database, the same code for every engine. */
export function makeStores(database: Database): Stores {
  return {
    accounts: makeAccountStore(database),
    keys: makeKeyStore(database),
    limits: makeLimitStore(database),
    projects: makeProjectStore(database),
    notes: makeNoteStore(database),
    thoughts: makeThoughtStore(database),
  };
}

import { memoryNoteStore } from '../support/memory-note-store.ts';
import { memoryAccountStore, memoryLimitStore } from '../support/memory-stores.ts';
import { memoryThoughtStore } from '../support/memory-thought-store.ts';
import type { Engine, OpenEngine } from './engines.ts';
import { describeLimitStore } from './suites/limit-store.ts';
import { describeLimitWindows } from './suites/limit-windows.ts';
import { describeNoteStore } from './suites/note-store.ts';
import { describeThoughtStore } from './suites/thought-store.ts';

/** Stores in memory: a test that uses them proves something only while they behave as the real ones do. */
const memory: Engine = {
  name: 'memory',
  isStandIn: true,
  async open() {
    const stores = {
      accounts: memoryAccountStore(),
      limits: memoryLimitStore(),
      notes: memoryNoteStore(),
      thoughts: memoryThoughtStore(),
    };
    // These suites ask for these stores only.
    const engine = { stores, reopen: async () => engine, dispose: async () => {} } as unknown as OpenEngine;
    return engine;
  },
};

describeLimitStore(memory);
describeLimitWindows(memory);
describeNoteStore(memory);
describeThoughtStore(memory);

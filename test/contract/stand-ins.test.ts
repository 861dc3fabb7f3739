import { memoryNoteStore } from '../support/memory-note-store.ts';
import { memoryAccountStore } from '../support/memory-stores.ts';
import { memoryThoughtStore } from '../support/memory-thought-store.ts';
import type { Engine, OpenEngine } from './engines.ts';
import { describeNoteStore } from './suites/note-store.ts';
import { describeThoughtStore } from './suites/thought-store.ts';

/** Notes and thoughts in memory: a test that uses them proves something only while they behave as the real ones do. */
const memory: Engine = {
  name: 'memory',
  isStandIn: true,
  async open() {
    const stores = { accounts: memoryAccountStore(), notes: memoryNoteStore(), thoughts: memoryThoughtStore() };
    // The two suites ask for these stores only.
    const engine = { stores, reopen: async () => engine, dispose: async () => {} } as unknown as OpenEngine;
    return engine;
  },
};

describeNoteStore(memory);
describeThoughtStore(memory);

import { ENGINES } from './engines.ts';
import { describeAccountStore } from './suites/account-store.ts';
import { describeDatabase } from './suites/database.ts';
import { describeKeyStore } from './suites/key-store.ts';
import { describeLimitStore } from './suites/limit-store.ts';
import { describeLimitWindows } from './suites/limit-windows.ts';
import { describeNoteStore } from './suites/note-store.ts';
import { describeProjectStore } from './suites/project-store.ts';
import { describeThoughtStore } from './suites/thought-store.ts';

for (const engine of ENGINES) {
  describeDatabase(engine);
  describeAccountStore(engine);
  describeKeyStore(engine);
  describeLimitStore(engine);
  describeLimitWindows(engine);
  describeProjectStore(engine);
  describeNoteStore(engine);
  describeThoughtStore(engine);
}

import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';

// A node in a process of its own, which a test can stop as a whole. Its URL is the first word of its command line. It
// looks at what it believes without a pause, and tells whatever it wakes up to after it was stopped for a while.

/** A gap between two looks that no busy machine makes, and after which nothing may be believed. */
const STOPPED_MS = 900;

const database = await openPostgres({
  url: new Secret(process.argv[2] ?? ''),
  log: silentLog,
  clock: systemClock,
});
let isDropped = false;
database.peers.onChange(() => {
  isDropped = true;
});
let lookedAtMs = systemClock.monotonicMs();
setInterval(() => {
  const nowMs = systemClock.monotonicMs();
  const wasStopped = nowMs - lookedAtMs > STOPPED_MS;
  if (wasStopped) process.send?.({ believes: database.peers.currentForMs() > 0, isDropped });
  lookedAtMs = nowMs;
}, 1);
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

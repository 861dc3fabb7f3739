import { dirname } from 'node:path';
import { describeFailure } from '../../base/log.ts';
import { MIB } from '../../base/units.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { offerOwnStores } from '../source/own-store.ts';
import { buildIndex } from './build-index.ts';
import { type BuildLock, takeBuildLock } from './build-lock.ts';
import type { BuildEnd, BuildOrder, FromBuilder, ToBuilder } from './builder-messages.ts';
import { type BuildFile, openContents } from './content-reader.ts';
import { openStore, sweepStore } from './store.ts';

// The entry of a builder process: one order after the other. It may be killed at any moment; all that it leaves are whole
// segments and files that nobody takes for one.

/** Above it the segment under way is written early, which frees what was collected for it. */
const MEMORY_BYTES_SOFT_MAX = 640 * MIB;
/** One that has become larger ends with its order: most of what it holds is of no use to the next. */
const MEMORY_BYTES_IDLE_MAX = 128 * MIB;
/** Texts between two looks at it. */
const LOOK_EVERY = 32;

let receiveFiles: ((files: readonly BuildFile[]) => void) | null = null;

keepCompiledModules();
process.on('message', (message: ToBuilder) => {
  if (message.type === 'order') void run(message.order);
  else receiveFiles?.(message.files);
});
// The engine is gone, by whatever death: nobody waits for an index any more.
process.on('disconnect', () => process.exit(0));

async function run(order: BuildOrder): Promise<void> {
  try {
    tellEnd(await build(order), '');
  } catch (failure) {
    tellEnd(endOf(failure), describeFailure(failure));
  }
}

async function build(order: BuildOrder): Promise<BuildEnd> {
  offerOwnStores(dirname(order.folder));
  const store = openStore(order.folder);
  const lock: BuildLock | null = takeBuildLock(order.folder);
  if (lock === null) {
    store.close();
    return 'busy';
  }
  sweepStore(order.folder);
  const reader = openContents(order.origin, order.fileBytesMax);
  try {
    await buildIndex(reader, store, {
      nextFiles,
      isWhole: order.isWhole,
      replace: order.replace,
      segmentBytesMax: order.segmentBytesMax ?? null,
      signal: new AbortController().signal,
      onEvent: (event) => tell({ type: 'event', event }),
      isShortOfMemory: makeMemoryWatch(),
    });
    return 'done';
  } finally {
    reader.close();
    lock.release();
    store.close();
  }
}

/** Some hundreds of files at a time: a list of all could be larger than all else. */
function nextFiles(): Promise<readonly BuildFile[]> {
  return new Promise((resolve) => {
    receiveFiles = resolve;
    tell({ type: 'next' });
  });
}

/** After a segment was written for want of memory, another one must grow first: the rest is not its fault. */
function makeMemoryWatch(): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % LOOK_EVERY === 0 && process.memoryUsage.rss() > MEMORY_BYTES_SOFT_MAX;
  };
}

/** Codes by which a disk says that it takes no more. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM']);

function endOf(failure: unknown): BuildEnd {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  return NO_ROOM.has(code) ? 'disk_full' : 'failed';
}

function tell(message: FromBuilder): void {
  process.send?.(message);
}

/** Only one that did as it should stays; another ends when its last message has left it. */
function tellEnd(end: BuildEnd, detail: string): void {
  receiveFiles = null;
  const stays = (end === 'done' || end === 'busy') && process.memoryUsage.rss() <= MEMORY_BYTES_IDLE_MAX;
  process.send?.({ type: 'end', end, detail, stays } satisfies FromBuilder, () => {
    if (!stays) process.exit(0);
  });
}

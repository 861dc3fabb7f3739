import { type ManualClock, manualClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type LimitStore, type Limits, makeLimits } from '../../src/domain/limits/index.ts';
import { plansWith } from './limits-bench.ts';
import { memoryLimitStore } from './memory-stores.ts';
import { type PeerHub, peerHub } from './peer-hub.ts';

/** A process that shares its limits with the others of the bench. */
export interface SharedProcess {
  readonly limits: Limits;
  /** Kill -9: it answers nobody any more, and returns nothing. */
  kill(): void;
}

/** Several processes at one storage. */
export interface SharedBench {
  readonly clock: ManualClock;
  readonly store: LimitStore;
  readonly hub: PeerHub;
  /** Every act of storage fails while this is set; with `isLate` after it was done. */
  readonly storage: { isDown: boolean; isLate: boolean };
  start(): Promise<SharedProcess>;
  /** As many processes at once. */
  startMany(count: number): Promise<SharedProcess[]>;
}

/** Sets it up on 21 November 2026 unless said otherwise; storage and messages take `turns` turns of the queue each. */
export function sharedBench(options: {
  readonly month?: number | null;
  readonly minute?: number | null;
  readonly at?: string;
  readonly turns?: () => number;
  readonly clock?: ManualClock;
  readonly store?: LimitStore;
}): SharedBench {
  const turns = options.turns ?? (() => 0);
  const clock = options.clock ?? manualClock(new Date(options.at ?? '2026-11-21T10:00:00Z'));
  const hub = peerHub(turns);
  const storage = { isDown: false, isLate: false };
  const store = fragile(options.store ?? memoryLimitStore(clock), storage, turns);
  const plans = plansWith({ month: options.month ?? null, minute: options.minute ?? null });

  async function start(): Promise<SharedProcess> {
    const peers = hub.join();
    return { limits: await makeLimits({ store, clock, log: silentLog, plans, peers }), kill: peers.leave };
  }

  return {
    clock,
    store,
    hub,
    storage,
    start,
    startMany: (count) => Promise.all(Array.from({ length: count }, start)),
  };
}

function fragile(store: LimitStore, storage: SharedBench['storage'], turns: () => number): LimitStore {
  const guard =
    <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      for (let left = turns(); left > 0; left--) await Promise.resolve();
      if (storage.isDown && !storage.isLate) throw new Error('storage is away');
      const result = await act(...args);
      for (let left = turns(); left > 0; left--) await Promise.resolve();
      if (storage.isDown) throw new Error('storage is away');
      return result;
    };
  return {
    leaseUnits: guard(store.leaseUnits),
    returnUnits: guard(store.returnUnits),
    readUnits: guard(store.readUnits),
    recordThreshold: guard(store.recordThreshold),
    listThresholds: guard(store.listThresholds),
    recordMinuteBlock: guard(store.recordMinuteBlock),
    listMinuteBlocks: guard(store.listMinuteBlocks),
    askWindow: guard(store.askWindow),
    purgeWindows: guard(store.purgeWindows),
  };
}

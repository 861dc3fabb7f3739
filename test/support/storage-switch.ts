import { UnavailableError } from '../../src/base/unavailable.ts';

/** `away`: every call fails. `frozen`: calls begin, and end only after a thaw. */
export type StorageState = 'well' | 'away' | 'frozen';

/** Storage that a test takes away and gives back. */
export interface StorageSwitch {
  readonly state: StorageState;
  /** What hung while storage was frozen goes on, or fails, as the new state says. */
  set(state: StorageState): void;
  /** Puts the switch before every method of a store or a database; its other members stay as they are. */
  over<Store extends object>(store: Store): Store;
}

/** Makes a switch; storage is well. */
export function makeStorageSwitch(): StorageSwitch {
  let state: StorageState = 'well';
  let thawed = Promise.withResolvers<void>();

  async function pass(): Promise<void> {
    while (state === 'frozen') await thawed.promise;
    if (state === 'away') throw new UnavailableError('connect ECONNREFUSED /srv/portico/db');
  }

  return {
    get state() {
      return state;
    },
    set(next) {
      state = next;
      thawed.resolve();
      thawed = Promise.withResolvers<void>();
    },
    over: (store) =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return async (...args: unknown[]) => {
            await pass();
            return member.apply(target, args);
          };
        },
      }),
  };
}

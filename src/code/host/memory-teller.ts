import { isMuchMemory } from './memory-watch.ts';

/** Looks that the service may leave unheard, standing still, while the process is over its cap. */
const UNHEARD_LOOKS_MAX = 20;

/** What can be done about much memory. */
export interface MemoryPorts {
  /** To the service, which decides what ends for it. */
  tell(bytes: number): void;
  exit(): void;
}

/** The engine process's own part in the watch over its memory. */
export interface MemoryTeller {
  /** Bytes that the process holds now. */
  look(bytes: number): void;
  /** The service has heard what it was told, and has done what follows. */
  heard(): void;
}

/**
 * Tells the service how much memory there is, while it is much. The service counts looks: the next one comes only when it
 * has heard the last, and what it did has had time to help. While it stands still somebody has to see to it that the
 * process does not outgrow its cap: then it ends by itself.
 */
export function makeMemoryTeller(bytesMax: number, { tell, exit }: MemoryPorts): MemoryTeller {
  let wasMuch = false;
  let unheard = 0;
  return {
    look(bytes) {
      if (unheard > UNHEARD_LOOKS_MAX && bytes > bytesMax) return exit();
      if (unheard > 0) {
        unheard += 1;
        return;
      }
      const isMuch = isMuchMemory(bytes, bytesMax);
      // The first time that it is no more much has to be told, too.
      if (isMuch || wasMuch) {
        tell(bytes);
        unheard = 1;
      }
      wasMuch = isMuch;
    },
    heard() {
      unheard = 0;
    },
  };
}

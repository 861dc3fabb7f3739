import type { FileOutcome } from '../index/build-index.ts';
import { type Builder, makeBuilders } from '../index/builder.ts';
import type { BuildEnd, BuildOrder } from '../index/builder-messages.ts';
import type { BuildFile } from '../index/content-reader.ts';

/** A build that is wanted. */
export interface BuildJob {
  readonly order: BuildOrder;
  /** See `BuilderTalk`. */
  nextFiles(): readonly BuildFile[];
  onOutcomes(from: number, outcomes: readonly FileOutcome[]): void;
  /** The folder has something new; `stop` ends the build, whose finished segments stay. */
  onSegment(): 'more' | 'stop';
  onEnd(end: BuildEnd, detail: string): void;
}

/** Builds one after the other: a machine has other work, and the builds of one disk only hinder each other. */
export interface BuildQueue {
  /** False when too many wait. */
  add(job: BuildJob): boolean;
  /** Ends a build, whether it waits or is under way; nothing is told of it any more. */
  remove(job: BuildJob): void;
  /** Ends the build under way; those that wait never begin. */
  close(): void;
}

/** Roots that wait for their build; more ask again with their next question. */
const WAITING_MAX = 64;

/** Makes an empty queue. */
export function makeBuildQueue(): BuildQueue {
  const waiting: BuildJob[] = [];
  const builders = makeBuilders();
  let running: Builder | null = null;
  let current: BuildJob | null = null;
  let isClosed = false;

  async function runAll(): Promise<void> {
    for (let job = waiting.shift(); job !== undefined && !isClosed; job = waiting.shift()) {
      const { order, nextFiles, onOutcomes, onSegment, onEnd } = job;
      current = job;
      running = builders.start(order, {
        nextFiles,
        onEvent(event) {
          if (event.type === 'files') onOutcomes(event.from, event.outcomes);
          else if (onSegment() === 'stop') running?.stop();
        },
      });
      const { end, detail } = await running.ended;
      running = null;
      // `as`: it may have been removed meanwhile, which the compiler does not see.
      const isWanted = (current as BuildJob | null) === job;
      current = null;
      if (!isClosed && isWanted) onEnd(end, detail);
    }
  }

  return {
    add(job) {
      if (waiting.length >= WAITING_MAX) return false;
      waiting.push(job);
      if (running === null && waiting.length === 1) void runAll();
      return true;
    },
    remove(job) {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      if (current !== job) return;
      current = null;
      running?.stop();
    },
    close() {
      isClosed = true;
      waiting.length = 0;
      running?.stop();
      builders.close();
    },
  };
}

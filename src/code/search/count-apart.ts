import { Worker } from 'node:worker_threads';
import { startSlowly } from '../process/pace.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { Source } from '../source/source.ts';
import { leaveCountingSlot, noteHelp, takeCountingSlot } from './counting-slot.ts';
import type { CpuBudget } from './cpu-budget.ts';
import type { Matcher, MatcherRecipe } from './matcher.ts';
import { type CountsAhead, makeSharedCounts, openCounts, ROUND_FILES, type SharedCounts } from './shared-counts.ts';

/** What the counting thread is told of a round. */
export interface CountMessage {
  /** Of the search, so that its matcher is made once. */
  readonly search: number;
  readonly recipe: MatcherRecipe;
  /** What `glance` of the source is made of. */
  readonly glanced: object;
}

/** Files of one search in their order, of which another thread counts the hits of some before their turn comes. */
export interface CountedFiles {
  /** The number of the next file; null when there is none. */
  next(): number | null;
  /** The hits of the file that `next` gave last, where they were counted; null where it is to be looked at. */
  told(): number | null;
}

/** A second thread that counts hits for a search. */
export interface CountingHelp {
  /** Goes through files; only those that are `isCounting` are counted ahead. */
  through(files: Iterator<number, undefined>, isCounting: (file: number) => boolean): CountedFiles;
  /** Whoever was helped lets go of it, however the search ends. */
  end(): void;
}

/** Heap of the thread: it holds one content and one pattern. */
const COUNTER_LIMITS = { maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

/** Fewer files than this are not worth a word to another thread. */
const WORTH_FILES = 32;

interface Counter {
  readonly thread: Worker;
  readonly shared: SharedCounts;
  readonly counts: CountsAhead;
}

/** The counting thread of this thread, started when it is first wanted; null when there is none, or none any more. */
let counter: Counter | null = null;
let isLost = false;
let searches = 0;

/**
 * Help for a search that counts the hits of many files; null where there is none: another search has it, it is still
 * starting, its source cannot be read by another thread, or its pattern has to be watched over in any case.
 */
export function helpCounting(
  { source, cpu }: { readonly source: Source; readonly cpu: CpuBudget },
  matcher: Matcher,
): CountingHelp | null {
  const { glanced } = source;
  if (glanced === undefined || isLost || (matcher.needsGuard && matcher.telling === null)) return null;
  counter ??= startCounter();
  const { thread, counts } = counter;
  if (!counts.isFree() || !takeCountingSlot()) return null;
  searches += 1;
  const message: CountMessage = { search: searches, recipe: matcher.recipe, glanced };
  const charge = (): void => {
    const spentMs = counts.spentMs();
    cpu.spend(spentMs);
    noteHelp(spentMs);
  };
  // What the last search's end left running is not this one's.
  counts.spentMs();
  return {
    through(files, isCounting) {
      const begin = (numbers: readonly number[]): boolean => {
        if (numbers.length < WORTH_FILES || !counts.isFree() || !isCounting(numbers.at(-1) ?? 0)) return false;
        counts.begin(numbers);
        thread.postMessage(message);
        return true;
      };
      return goThrough(files, { begin, take: counts.take, isCounting, charge });
    },
    end() {
      counts.stop();
      charge();
      leaveCountingSlot();
    },
  };
}

function startCounter(): Counter {
  const shared = makeSharedCounts();
  const url = siblingModule(import.meta.url, '../host/counting-thread');
  const thread = startSlowly(() => new Worker(url, { workerData: shared, resourceLimits: COUNTER_LIMITS }));
  // Searches go on without it.
  thread.once('error', () => undefined);
  thread.once('exit', () => {
    isLost = true;
    counter = null;
  });
  thread.unref();
  return { thread, shared, counts: openCounts(shared) };
}

interface Rounds {
  /** Offers a round; false where it is gone through alone. */
  begin(numbers: readonly number[]): boolean;
  take(at: number): number | null;
  isCounting(file: number): boolean;
  /** Counts the CPU time of the other thread. */
  charge(): void;
}

/** Files between two looks at what the other thread has taken. */
const FILES_A_CHARGE = 16;

function goThrough(files: Iterator<number, undefined>, { begin, take, isCounting, charge }: Rounds): CountedFiles {
  let round: number[] = [];
  let at = 0;
  let isShared = false;
  return {
    next() {
      at += 1;
      if (at >= round.length) {
        round = takeRound(files);
        at = 0;
        isShared = begin(round);
      }
      return round[at] ?? null;
    },
    told() {
      const file = round[at];
      if (!isShared || file === undefined) return null;
      if (at % FILES_A_CHARGE === 0) charge();
      const hits = take(at);
      return isCounting(file) ? hits : null;
    },
  };
}

function takeRound(files: Iterator<number, undefined>): number[] {
  const round: number[] = [];
  while (round.length < ROUND_FILES) {
    const next = files.next();
    if (next.done === true) break;
    round.push(next.value);
  }
  return round;
}

/** The same without help. */
export function alone(files: Iterator<number, undefined>): CountedFiles {
  return { next: () => files.next().value ?? null, told: () => null };
}

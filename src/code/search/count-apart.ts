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

/** Files of one search in their order, at some of which another thread has looked before their turn comes. */
export interface CountedFiles {
  /** The number of the next file; null when there is none. */
  next(): number | null;
  /** The hits of the file that `next` gave last, where it has none or they are but counted; null where it is to be looked at. */
  told(): number | null;
}

/** A second thread that counts hits for a search. */
export interface CountingHelp {
  /** Goes through files; of those that are not `isCounting` only that they hold no hit is told. */
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

/** From when on a search is helped. */
interface Helped {
  /** Files that are looked at before help is asked for, since most pages are full after fewer; 0 where hits are counted. */
  readonly aloneFirst: number;
}

/**
 * Help for a search that looks at many files; null where there can be none: its source cannot be read by another
 * thread, or its pattern has to be watched over in any case. While another search is helped or the thread is still
 * starting, files are looked at alone.
 */
export function helpCounting(
  { source, cpu }: { readonly source: Source; readonly cpu: CpuBudget },
  matcher: Matcher,
  { aloneFirst }: Helped,
): CountingHelp | null {
  const { glanced } = source;
  if (glanced === undefined || (matcher.needsGuard && matcher.telling === null)) return null;
  let helper: Counter | null = null;
  let gone = 0;
  searches += 1;
  const message: CountMessage = { search: searches, recipe: matcher.recipe, glanced };
  const charge = (): void => {
    const spentMs = helper?.counts.spentMs() ?? 0;
    cpu.spend(spentMs);
    noteHelp(spentMs);
  };
  const begin = (numbers: readonly number[]): boolean => {
    if (numbers.length < WORTH_FILES) return false;
    helper ??= takeCounter();
    if (helper?.counts.isFree() !== true) return false;
    helper.counts.begin(numbers);
    helper.thread.postMessage(message);
    return true;
  };
  return {
    through: (files, isCounting) =>
      goThrough({
        takeRound() {
          const round = takeSome(files, roundSize(gone, aloneFirst));
          gone += round.length;
          return round;
        },
        begin: (round) => (aloneFirst > 0 || isCounting(round.at(-1) ?? 0)) && begin(round),
        take: (at) => helper?.counts.take(at) ?? null,
        isCounting,
        charge,
      }),
    end() {
      if (helper === null) return;
      helper.counts.stop();
      charge();
      leaveCountingSlot();
    },
  };
}

/** The counting thread where it helps nobody; it is started when it is first wanted. */
function takeCounter(): Counter | null {
  if (isLost) return null;
  counter ??= startCounter();
  if (!counter.counts.isFree() || !takeCountingSlot()) return null;
  // What the last search's end left running is not this one's.
  counter.counts.spentMs();
  return counter;
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
  /** The next files; none where there are no more. */
  takeRound(): readonly number[];
  /** Offers a round; false where it is gone through alone. */
  begin(round: readonly number[]): boolean;
  take(at: number): number | null;
  isCounting(file: number): boolean;
  /** Counts the CPU time of the other thread. */
  charge(): void;
}

/** Files between two looks at what the other thread has taken. */
const FILES_A_CHARGE = 16;

function goThrough({ takeRound, begin, take, isCounting, charge }: Rounds): CountedFiles {
  let round: readonly number[] = [];
  let at = 0;
  let isShared = false;
  return {
    next() {
      at += 1;
      if (at >= round.length) {
        round = takeRound();
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
      // Of hits that are shown their places have to be found as well.
      return hits === 0 || isCounting(file) ? hits : null;
    },
  };
}

/**
 * A page may fill in the middle of a round, and what was looked at behind that place was looked at in vain: it is no
 * more than a small part of all.
 */
function roundSize(gone: number, aloneFirst: number): number {
  if (gone < aloneFirst) return 1;
  return aloneFirst === 0 ? ROUND_FILES : Math.min(ROUND_FILES, Math.ceil(gone / 2));
}

function takeSome(files: Iterator<number, undefined>, count: number): readonly number[] {
  const round: number[] = [];
  while (round.length < count) {
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

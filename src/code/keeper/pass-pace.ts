// How often all of a tree is looked at, by how long that takes.

/** The last pass over all. */
export interface LastPass {
  /** Since it began; without end before the first one. */
  readonly sinceMs: number;
  readonly tookMs: number;
}

/** Without word of changes the whole tree is looked at anew, no more often than this. */
const PASS_EVERY_MS = 1_000;

/** A tree that keeps changing is listed anew at every question when that takes less than this, else half of the time. */
const LIST_MS_MAX = 150;

/**
 * What no event tells of, such as writing through shared memory or by a name of the same file elsewhere, is found by a pass
 * over all: while questions come every ten seconds, for a large tree so that one part in a hundred of the time goes into
 * it, but at least every five minutes; where its questions never pause, half as often.
 */
const DISTRUST_MS_MIN = 10_000;
const DISTRUST_MS_MAX = 300_000;
const DISTRUST_SHARE = 0.01;

/** A pass that takes longer is made while nobody waits, as far as that can be told. */
const SLOW_PASS_MS = 250;

/** So long after a question the next one is not to be expected at once. */
const QUIET_MS = 2_000;

/** Whether a tree whose changes nobody tells of is to be looked at for this question. */
export function isDueUnwatched({ sinceMs, tookMs }: LastPass): boolean {
  return sinceMs >= Math.max(PASS_EVERY_MS, tookMs);
}

/** Whether a watched tree whose listing has changed is to be listed for this question. */
export function mayListAgain({ sinceMs, tookMs }: LastPass): boolean {
  return tookMs <= LIST_MS_MAX || sinceMs >= Math.min(2 * tookMs, PASS_EVERY_MS);
}

/** Whether those who ask notice that they wait for a pass. */
export function isSlowPass(tookMs: number): boolean {
  return tookMs > SLOW_PASS_MS;
}

/** When a watched tree is to be looked at all the same. */
export function whenToDistrust({ sinceMs, tookMs }: LastPass): 'not_yet' | 'when_quiet' | 'now' {
  const distrustMs = Math.min(DISTRUST_MS_MAX, Math.max(DISTRUST_MS_MIN, tookMs / DISTRUST_SHARE));
  if (sinceMs <= distrustMs) return 'not_yet';
  return isSlowPass(tookMs) && sinceMs <= 2 * distrustMs ? 'when_quiet' : 'now';
}

/** Work that those who ask would wait for, done when no question has come for a while. */
export interface QuietWork {
  /** Nothing more once it is closed. */
  plan(work: () => void): void;
  /** What was planned is not done: somebody asks. */
  noteQuestion(): void;
  close(): void;
}

/** Keeps no process alive. */
export function makeQuietWork(): QuietWork {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const noteQuestion = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    plan(work) {
      if (!isClosed) timer = setTimeout(work, QUIET_MS).unref();
    },
    noteQuestion,
    close() {
      isClosed = true;
      noteQuestion();
    },
  };
}

/**
 * A sliding log: when each counted request came, so that no window of the given length, wherever it starts, holds more
 * than the cap. (Fixed windows let through twice the cap around their border.)
 *
 * The log is a ring of slots, each an instant and how many requests it stands for. Up to `slotsMax` requests a window
 * every request has its own slot. For higher caps the requests of one grain (a window's `slotsMax`-th part) share a
 * slot which is as old as its youngest request: memory stays bounded, and the error is at most one grain, to the side
 * of refusing.
 */
export class SlidingLog {
  /** Set by users of the log; see make-room.ts. */
  recent = true;
  readonly #windowMs: number;
  readonly #slotsMax: number;
  #times = new Float64Array(4);
  #units = new Float64Array(4);
  #head = 0;
  #slots = 0;
  #total = 0;
  /** When the youngest slot was opened. */
  #openedMs = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number, slotsMax: number) {
    this.#windowMs = windowMs;
    this.#slotsMax = slotsMax;
  }

  /** Requests that came within the window that ends now. */
  count(nowMs: number): number {
    while (this.#slots > 0 && (this.#times[this.#head] ?? 0) + this.#windowMs <= nowMs) {
      this.#total -= this.#units[this.#head] ?? 0;
      this.#head = (this.#head + 1) & (this.#times.length - 1);
      this.#slots--;
    }
    return this.#total;
  }

  /** Counts `units` requests at an instant not before the last one. `cap` decides how finely; null counts as high. */
  add(nowMs: number, cap: number | null, units = 1): void {
    const grainMs = cap !== null && cap <= this.#slotsMax ? 0 : this.#windowMs / this.#slotsMax;
    this.#total += units;
    if (this.#slots > 0 && nowMs - this.#openedMs <= grainMs) {
      const youngest = (this.#head + this.#slots - 1) & (this.#times.length - 1);
      this.#times[youngest] = nowMs;
      this.#units[youngest] = (this.#units[youngest] ?? 0) + units;
      return;
    }
    if (this.#slots === this.#times.length) this.#grow();
    const next = (this.#head + this.#slots) & (this.#times.length - 1);
    this.#times[next] = nowMs;
    this.#units[next] = units;
    this.#slots++;
    this.#openedMs = nowMs;
  }

  /** Milliseconds until the oldest counted request leaves the window; a whole window when none is counted. */
  untilFreeMs(nowMs: number): number {
    if (this.count(nowMs) === 0) return this.#windowMs;
    return (this.#times[this.#head] ?? 0) + this.#windowMs - nowMs;
  }

  /**
   * Milliseconds until fewer than `cap` requests are counted, so that one more is let in; 0 when it is so now, and a
   * whole window when the cap lets none in.
   */
  untilBelowMs(nowMs: number, cap: number): number {
    let left = this.count(nowMs);
    if (left < cap) return 0;
    for (let i = 0; i < this.#slots; i++) {
      const slot = (this.#head + i) & (this.#times.length - 1);
      left -= this.#units[slot] ?? 0;
      if (left < cap) return (this.#times[slot] ?? 0) + this.#windowMs - nowMs;
    }
    return this.#windowMs;
  }

  /** Doubles the ring, whose length is always a power of two. */
  #grow(): void {
    const length = this.#times.length;
    const times = new Float64Array(2 * length);
    const units = new Float64Array(2 * length);
    for (let i = 0; i < this.#slots; i++) {
      const slot = (this.#head + i) & (length - 1);
      times[i] = this.#times[slot] ?? 0;
      units[i] = this.#units[slot] ?? 0;
    }
    this.#times = times;
    this.#units = units;
    this.#head = 0;
  }
}

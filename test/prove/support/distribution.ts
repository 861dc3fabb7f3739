/** How numbers are spread, rounded to tenths. */
export interface Distribution {
  readonly min: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** NaN in every place for no numbers. */
export function distribution(numbers: readonly number[]): Distribution {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return Math.round(value * 10) / 10;
  };
  return { min: at(0), median: at(0.5), p99: at(0.99), max: at(1) };
}

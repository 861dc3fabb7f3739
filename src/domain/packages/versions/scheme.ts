import { compareTexts } from '../../../base/compare-texts.ts';
/** How the versions of one ecosystem are ordered and asked for. */
export interface VersionScheme {
  isVersion(text: string): boolean;
  /**
   * Below, at or above zero; zero also for two spellings of one version. A total preorder over all texts: what is no
   * version comes before every version.
   */
  compare(one: string, other: string): number;
  /**
   * Those of many versions that are in a range, in their order; null when the range is not understood. A version alone
   * means what the ecosystem takes it for. A list, since a range is read once and some packages have thousands.
   */
  fitting(versions: readonly string[], range: string): readonly string[] | null;
  isPrerelease(version: string): boolean;
  /** The number whose change announces a break; null when it has none. */
  majorOf(version: string): string | null;
}

/** Makes an order over all texts from one over versions: texts that are none come first, in the order of their letters. */
export function overAllTexts(
  isVersion: (text: string) => boolean,
  compareVersions: (one: string, other: string) => number,
): (one: string, other: string) => number {
  return (one, other) => {
    const [isOne, isOther] = [isVersion(one), isVersion(other)];
    if (isOne && isOther) return compareVersions(one, other);
    if (isOne !== isOther) return isOne ? 1 : -1;
    return compareTexts(one, other);
  };
}

/** Two runs of digits by their value, however long they are. */
export function compareDigits(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
  return a.length === b.length ? compareTexts(a, b) : a.length - b.length;
}

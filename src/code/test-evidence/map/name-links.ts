import type { LinkEvidence } from '../../questions/tests.types.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { nameOf } from '../../text/paths.ts';
import type { Target, TargetFile } from './target.ts';
import { nearness, stemOf, stemWords, wordsOf } from './test-names.ts';

/** A link with its weight, from 0 to 1. */
export interface Weighed {
  readonly evidence: LinkEvidence;
  readonly weight: number;
}

/** How names tie a test file to the target; null when they do not. */
export function nameLink(test: string, target: Target, sharing: (path: string) => number): Weighed | null {
  let best: Weighed | null = null;
  for (const file of target.files) {
    const near = fileName(test, file);
    // Of thirty files that begin alike each is less likely to be the one.
    const weight = near === null ? 0 : near.isWhole ? near.weight : near.weight / Math.log2(1 + sharing(file.path));
    const found = [near === null ? null : { ...near, weight }, symbolName(test, file), wordName(test, file)];
    for (const one of found) if (one !== null && one.weight > (best?.weight ?? 0)) best = one;
  }
  return best;
}

/** How many of the test files a file shares a part of its name with; at least 1. */
export function makeSharing(tests: readonly string[]): (path: string) => number {
  const known = new Map<string, number>();
  return (path) => {
    const count = known.get(path) ?? tests.filter((test) => partOfName(test, path) !== null).length;
    known.set(path, count);
    return Math.max(1, count);
  };
}

/** The same name without the marks of a test, or one that has a part of it. */
function fileName(test: string, { path }: TargetFile): (Weighed & { readonly isWhole: boolean }) | null {
  const own = stemWords(path);
  if (own.join('').length < 2) return null;
  const near = nearness(path, test);
  if (own.join(' ') === stemWords(test).join(' ')) {
    const detail = `${nameOf(test)} has the name of ${nameOf(path)}`;
    return { evidence: { kind: 'name', detail }, weight: 0.55 + 0.3 * near, isWhole: true };
  }
  const part = partOfName(test, path);
  if (part === null) return null;
  const detail = `${nameOf(test)} ${part.how} ${nameOf(path)}`;
  return { evidence: { kind: 'name', detail }, weight: part.weight * (0.6 + 0.4 * near), isWhole: false };
}

/** `reply-trailers.test.ts` begins with `reply.ts`; how two names overlap, null when they do not. */
function partOfName(test: string, path: string): { readonly how: string; readonly weight: number } | null {
  const words = stemWords(path);
  const others = stemWords(test);
  if (words.length === 0 || others.length === 0) return null;
  const isLonger = others.length > words.length;
  if (isLonger && words.every((word, at) => sameWord(word, others[at] ?? ''))) {
    return { how: 'begins with the name of', weight: 0.55 };
  }
  if (words.join('').length >= 4 && words.every((word) => others.some((one) => sameWord(word, one)))) {
    return { how: 'has in its name that of', weight: 0.35 };
  }
  if (others.join('').length >= 4 && others.every((word) => words.some((one) => sameWord(word, one)))) {
    return { how: 'is named by a part of the name of', weight: 0.25 };
  }
  return null;
}

/** Singular and plural count as one. */
function sameWord(a: string, b: string): boolean {
  return a === b || `${a}s` === b || a === `${b}s`;
}

/** `trust-proxy.test.js` for `getTrustProxyFn`: its words stand in a row in a name of the target or of a changed line. */
function wordName(test: string, { symbols, words }: TargetFile): Weighed | null {
  const wanted = stemWords(test);
  if (wanted.length < 2) return null;
  for (const name of [...symbols.map((symbol) => symbol.name), ...(words ?? [])]) {
    const own = wordsOf(name);
    const at = own.findIndex((_, from) => wanted.every((word, index) => sameWord(word, own[from + index] ?? '')));
    if (at === -1) continue;
    const detail = `${nameOf(test)} has in its name words of ${name}`;
    return { evidence: { kind: 'name', detail }, weight: 0.5 };
  }
  return null;
}

/** A test file named after a symbol: `res.send.js` for `res.send`, `parse_args.py` for `parse_args`. */
function symbolName(test: string, { path, symbols }: TargetFile): Weighed | null {
  const stem = stemOf(test);
  for (const symbol of symbols) {
    const name = symbol.name.toLowerCase();
    const container = containerOf(symbol)?.toLowerCase();
    const full = container === undefined ? name : `${container}.${name}`;
    const isFull = container !== undefined && stem === full;
    if (!isFull && (stem !== name || name.length < 4)) continue;
    const shown = container === undefined ? symbol.name : `${containerOf(symbol)}.${symbol.name}`;
    const detail = `${nameOf(test)} is named after ${shown} (${path}:${symbol.line})`;
    return { evidence: { kind: 'name', detail }, weight: isFull ? 0.7 : 0.4 };
  }
  return null;
}

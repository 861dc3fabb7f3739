import type { FileSymbol } from '../../lex/symbol.ts';
import type { LinkEvidence } from '../../questions/tests.types.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { nameOf } from '../../text/paths.ts';
import { makeStemIndex, makeWordMap, type Stem } from './stem-index.ts';
import type { Target, TargetFile } from './target.ts';
import { nearness, stemWords, testedName, wordsOf } from './test-names.ts';

/** A link with its weight, from 0 to 1. */
export interface Weighed {
  readonly evidence: LinkEvidence;
  readonly weight: number;
}

/** How names tie a test file to the target; null when they do not. Each test is compared with what may be tied to it. */
export function makeNameLinks(tests: readonly string[], target: Target): (test: string) => Weighed | null {
  const candidatesOf = makeCandidates(target);
  const sharing = makeSharing(tests);
  return (test) => {
    const name: TestName = { test, words: stemWords(test) };
    const links = candidatesOf(name).flatMap((file) => linksOf(name, file, sharing));
    return links.reduce<Weighed | null>((best, one) => (one.weight > (best?.weight ?? 0) ? one : best), null);
  };
}

function linksOf(name: TestName, file: TargetFile, sharing: ReturnType<typeof makeSharing>): readonly Weighed[] {
  const own = stemWords(file.path);
  const near = fileName(name, { path: file.path, words: own });
  // Of thirty files that begin alike each is less likely to be the one.
  const weight = near === null ? 0 : near.isWhole ? near.weight : near.weight / Math.log2(1 + sharing(own));
  const all = [near === null ? null : { ...near, weight }, symbolName(name.test, file), wordName(name, file)];
  return all.filter((one) => one !== null);
}

/** Files of the target that names may tie to a test, in the order of the target. */
function makeCandidates({ files }: Target): (name: TestName) => readonly TargetFile[] {
  const stems = makeStemIndex(files.map(({ path }) => path));
  const bySymbol = new Map<string, Set<number>>();
  const byWords = makeWordMap<number>();
  for (const [at, { symbols, words }] of files.entries()) {
    for (const name of symbols.flatMap(namesOf)) {
      const known = bySymbol.get(name);
      if (known === undefined) bySymbol.set(name, new Set([at]));
      else known.add(at);
    }
    for (const name of [...symbols.map((symbol) => symbol.name), ...(words ?? [])]) byWords.add(wordsOf(name), at);
  }
  return ({ test, words }) => {
    const near = stems(words).flatMap(({ at }) => at);
    const inNames = words.length < 2 ? [] : byWords.withRarest(words);
    const all = new Set([...near, ...(bySymbol.get(testedName(test)) ?? []), ...inNames]);
    return [...all].sort((a, b) => a - b).flatMap((at) => files[at] ?? []);
  };
}

/** Names of a symbol after which a test file may be called, in small letters. */
function namesOf(symbol: FileSymbol): readonly string[] {
  const name = symbol.name.toLowerCase();
  const container = containerOf(symbol)?.toLowerCase();
  return container === undefined ? [name] : [name, `${container}.${name}`];
}

/** How many of the test files a name shares a part with; at least 1. */
function makeSharing(tests: readonly string[]): (words: readonly string[]) => number {
  const stems = makeStemIndex(tests);
  const known = new Map<string, number>();
  return (words) => {
    const key = words.join(' ');
    const near = (): readonly Stem[] => stems(words).filter((stem) => partOfName(stem.words, words) !== null);
    const count = known.get(key) ?? near().reduce((sum, { at }) => sum + at.length, 0);
    known.set(key, count);
    return Math.max(1, count);
  };
}

interface TestName {
  readonly test: string;
  /** Of its stem. */
  readonly words: readonly string[];
}

interface FileName {
  readonly path: string;
  readonly words: readonly string[];
}

/** The same name without the marks of a test, or one that has a part of it. */
function fileName(
  { test, words }: TestName,
  { path, words: own }: FileName,
): (Weighed & { readonly isWhole: boolean }) | null {
  if (own.join('').length < 2) return null;
  const near = nearness(path, test);
  if (own.join(' ') === words.join(' ')) {
    const detail = `${nameOf(test)} has the name of ${nameOf(path)}`;
    return { evidence: { kind: 'name', detail }, weight: 0.55 + 0.3 * near, isWhole: true };
  }
  const part = partOfName(words, own);
  if (part === null) return null;
  const detail = `${nameOf(test)} ${part.how} ${nameOf(path)}`;
  return { evidence: { kind: 'name', detail }, weight: part.weight * (0.6 + 0.4 * near), isWhole: false };
}

/** `reply-trailers.test.ts` begins with `reply.ts`; how the words of two names overlap, null when they do not. */
function partOfName(
  others: readonly string[],
  words: readonly string[],
): { readonly how: string; readonly weight: number } | null {
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
function wordName({ test, words: wanted }: TestName, { symbols, words }: TargetFile): Weighed | null {
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
  const stem = testedName(test);
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

import { nameOf } from '../../operations/overview/project-files.ts';
import type { LinkEvidence } from '../../operations/tests.types.ts';
import { containerOf } from '../../search/symbols-of.ts';
import type { Target, TargetFile } from './target.ts';
import { nearness, stemOf, stemWords } from './test-names.ts';

/** A link with its weight, from 0 to 1. */
export interface Weighed {
  readonly evidence: LinkEvidence;
  readonly weight: number;
}

/** How names tie a test file to the target; null when they do not. */
export function nameLink(test: string, target: Target): Weighed | null {
  let best: Weighed | null = null;
  for (const file of target.files) {
    for (const found of [fileName(test, file), symbolName(test, file)]) {
      if (found !== null && found.weight > (best?.weight ?? 0)) best = found;
    }
  }
  return best;
}

/** The same name without the marks of a test, or one that begins with it: `reply.test.ts` and `reply-trailers.test.ts`. */
function fileName(test: string, { path }: TargetFile): Weighed | null {
  const [own, other] = [stemOf(path), stemOf(test)];
  if (own.length < 2) return null;
  const near = nearness(path, test);
  const detail = (how: string): LinkEvidence => ({ kind: 'name', detail: `${nameOf(test)} ${how} ${nameOf(path)}` });
  if (own === other) return { evidence: detail('has the name of'), weight: 0.55 + 0.3 * near };
  const words = stemWords(own);
  const others = stemWords(other);
  const isPrefix = others.length > words.length && words.every((word, at) => sameWord(word, others[at] ?? ''));
  if (isPrefix) return { evidence: detail('begins with the name of'), weight: 0.3 + 0.2 * near };
  const isInside = own.length >= 4 && words.every((word) => others.some((one) => sameWord(word, one)));
  if (isInside) return { evidence: detail('has in its name that of'), weight: 0.15 + 0.15 * near };
  const isPart =
    others.length > 0 && other.length >= 4 && others.every((word) => words.some((one) => sameWord(word, one)));
  if (isPart) return { evidence: detail('is named by a part of the name of'), weight: 0.1 + 0.1 * near };
  return null;
}

/** Singular and plural count as one. */
function sameWord(a: string, b: string): boolean {
  return a === b || `${a}s` === b || a === `${b}s`;
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

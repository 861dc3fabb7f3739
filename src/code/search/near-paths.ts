import { compareTexts } from '../../base/compare-texts.ts';
import { editDistance } from '../text/words.ts';

const COMPARED_CHARACTERS_MAX = 80;
const NEAR_MAX = 3;

/**
 * Up to 3 paths that were perhaps meant by one that is not there: the same name elsewhere, in another case, or a name
 * few letters away.
 */
export function nearPaths(wanted: string, paths: readonly string[]): readonly string[] {
  const name = baseName(wanted);
  const scored: { readonly path: string; readonly score: number }[] = [];
  for (const path of paths) {
    const score = distanceTo(wanted, name, path);
    if (score !== null) scored.push({ path, score });
  }
  scored.sort((a, b) => a.score - b.score || a.path.length - b.path.length || compareTexts(a.path, b.path));
  return scored.slice(0, NEAR_MAX).map(({ path }) => path);
}

function distanceTo(wanted: string, name: string, path: string): number | null {
  if (path.toLowerCase() === wanted.toLowerCase()) return 0;
  const own = baseName(path);
  if (path.endsWith(`/${wanted}`)) return 0.5;
  if (own === name) return 1;
  const limit = Math.max(1, Math.floor(name.length / 4));
  const edits = editDistance(name.slice(0, COMPARED_CHARACTERS_MAX), own.slice(0, COMPARED_CHARACTERS_MAX), limit);
  return edits <= limit ? 1 + edits : null;
}

function baseName(path: string): string {
  return (path.split('/').at(-1) ?? '').toLowerCase();
}

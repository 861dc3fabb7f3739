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
  scored.sort((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return scored.slice(0, NEAR_MAX).map(({ path }) => path);
}

function distanceTo(wanted: string, name: string, path: string): number | null {
  if (path.toLowerCase() === wanted.toLowerCase()) return 0;
  const own = baseName(path);
  if (path.endsWith(`/${wanted}`)) return 0.5;
  if (own === name) return 1;
  const limit = Math.max(1, Math.floor(name.length / 4));
  const edits = editDistance(name, own, limit);
  return edits <= limit ? 1 + edits : null;
}

function baseName(path: string): string {
  return (path.split('/').at(-1) ?? '').toLowerCase();
}

/** Levenshtein distance of two short texts; gives up beyond `limit` and answers something larger. */
export function editDistance(a: string, b: string, limit: number): number {
  const left = a.slice(0, COMPARED_CHARACTERS_MAX);
  const right = b.slice(0, COMPARED_CHARACTERS_MAX);
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[right.length] ?? 0;
}

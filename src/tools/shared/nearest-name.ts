/** Names longer than this are compared by their beginning, so that a hostile name costs nothing. */
const COMPARED_MAX = 64;

/**
 * The known name that a misspelt one most likely means, or null when none is near. Case and separators do not count. A
 * name within the other is as near as one slip (`file` for `file_path`); else two slips, or a third of a long name, may
 * be wrong. Of equals the first wins.
 */
export function nearestName(given: string, known: readonly string[]): string | null {
  const wanted = plain(given);
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const candidate = plain(name);
    const isPart =
      wanted.length >= 3 && (candidate.includes(wanted) || (candidate.length >= 3 && wanted.includes(candidate)));
    const distance = isPart ? 1 : editDistance(wanted, candidate);
    if (
      distance <= Math.max(candidate.length > 3 ? 2 : 1, Math.floor(candidate.length / 3)) &&
      (best === null || distance < best.distance)
    ) {
      best = { name, distance };
    }
  }
  return best?.name ?? null;
}

/** Letters and digits alone, so that `maxResults`, `max-results` and `max_results` are one. */
function plain(name: string): string {
  return name
    .slice(0, COMPARED_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

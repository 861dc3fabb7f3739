import type { IndexedSymbol } from '../index/symbols-format.ts';

/**
 * Whether a symbol lies in what was asked for: 0 when the names around it end with the containers, 1 when they are
 * found, in their order, among its folders, its file and the names around it (`http.Server`, `flask.app.Flask`), and
 * null when not. In any case, since callers write them from memory.
 */
export function containerFit(
  containers: readonly string[],
  symbol: Pick<IndexedSymbol, 'path'>,
  file: string,
): 0 | 1 | null {
  if (containers.length === 0) return 0;
  const wanted = containers.map((name) => name.toLowerCase());
  const around = symbol.path.toLowerCase().split('/').slice(0, -1).map(withoutNumber);
  const nearest = around.slice(-wanted.length);
  if (nearest.length === wanted.length && wanted.every((name, at) => isNamed(nearest[at] ?? '', name))) return 0;
  const places = [
    ...file
      .toLowerCase()
      .replace(/\.[^./]*$/, '')
      .split('/'),
    ...around,
  ];
  let next = 0;
  for (const name of wanted) {
    next = places.findIndex((place, at) => at >= next && isNamed(place, name)) + 1;
    if (next === 0) return null;
  }
  return 1;
}

/** A generic type is also found by its bare name: `Vec` for `Vec<T>`. */
function isNamed(place: string, name: string): boolean {
  return place === name || (place.startsWith(name) && place[name.length] === '<');
}

function withoutNumber(name: string): string {
  return name.replace(/\[\d+\]$/, '');
}

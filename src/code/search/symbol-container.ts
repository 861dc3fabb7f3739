import type { IndexedSymbol } from '../index/symbols-format.ts';

/** How near a symbol lies to what was asked for, nearest first. */
export type ContainerFit = 0 | 1 | 2;

/**
 * Whether a symbol lies in what was asked for: 0 when the names around it end with the containers, 1 when they stand one
 * behind the other in its path and the names around it, the file's own name or a later one among them, 2 when they are
 * found there in their order (`flask.Flask`, `http.Server`), and null when not. In any case, since callers write them
 * from memory.
 */
export function containerFit(
  containers: readonly string[],
  symbol: Pick<IndexedSymbol, 'path'>,
  file: string,
): ContainerFit | null {
  if (containers.length === 0) return 0;
  const wanted = containers.map((name) => name.toLowerCase());
  const around = symbol.path.toLowerCase().split('/').slice(0, -1).map(withoutNumber);
  if (standAt(wanted, around, around.length - wanted.length)) return 0;
  const path = file
    .toLowerCase()
    .replace(/\.[^./]*$/, '')
    .split('/');
  const places = [...path, ...around];
  for (let at = path.length - wanted.length; at <= places.length - wanted.length; at += 1) {
    if (standAt(wanted, places, at)) return 1;
  }
  let next = 0;
  for (const name of wanted) {
    next = places.findIndex((place, at) => at >= next && isNamed(place, name)) + 1;
    if (next === 0) return null;
  }
  return 2;
}

function standAt(wanted: readonly string[], places: readonly string[], at: number): boolean {
  return at >= 0 && wanted.every((name, index) => isNamed(places[at + index] ?? '', name));
}

/** A generic type is also found by its bare name: `Vec` for `Vec<T>`. */
function isNamed(place: string, name: string): boolean {
  return place === name || (place.startsWith(name) && place[name.length] === '<');
}

function withoutNumber(name: string): string {
  return name.replace(/\[\d+\]$/, '');
}

import type { SymbolKind } from '../lex/symbol.ts';
import type { PathRole } from '../source/path-role.ts';
import { ROWS_KEPT_MAX } from './limits.ts';
import { ROLE_RANK } from './search.ts';
import { CONTAINER_FITS, type ContainerFit } from './symbol-container.ts';
import { FITS, type SymbolFit } from './symbol-fit.ts';
import { isField } from './symbols-of.ts';

/*
 * A found symbol is kept as one number that sorts in the order of showing, since a short beginning of a name may fit
 * hundreds of thousands. From the highest place down: how near it lies to the container, fit, role, letters beyond the
 * query, depth, kind, file, number in the file; 53 bits together.
 */

/** What decides on the place of a found symbol. */
export interface SymbolHit {
  readonly container: ContainerFit;
  readonly fit: SymbolFit;
  readonly role: PathRole;
  /** Letters of the name beyond those of the query. */
  readonly beyond: number;
  readonly depth: number;
  readonly kind: SymbolKind;
  /** Number of the file, below 2^21. */
  readonly file: number;
  /** Number in the file, below 2^15. */
  readonly number: number;
}

const NUMBERS = 2 ** 15;
const FILES = 2 ** 21;
const KINDS = 2 ** 3;
const DEPTHS = 2 ** 2;
const BEYONDS = 2 ** 5;
const ROLES = 2 ** 2;
const FIT_UNIT = NUMBERS * FILES * KINDS * DEPTHS * BEYONDS * ROLES;

/** What a name most likely means goes first: types, then what runs, then values, then what only mentions it. */
const KIND_ORDER: Readonly<Record<SymbolKind, number>> = {
  class: 0,
  struct: 0,
  interface: 0,
  trait: 0,
  enum: 1,
  type: 1,
  function: 2,
  method: 2,
  macro: 3,
  module: 4,
  variable: 5,
  impl: 6,
  test: 7,
};

/** A field is meant where nothing else is called so, however deep that stands. */
function depthRank({ kind, depth }: Pick<SymbolHit, 'kind' | 'depth'>): number {
  return isField({ kind, depth }) ? DEPTHS - 1 : Math.min(DEPTHS - 1, depth);
}

/** Which of two declarations of one name is likelier to be meant: the same order for all that fit alike. */
export function compareDeclarations(
  a: Pick<SymbolHit, 'role' | 'kind' | 'depth'>,
  b: Pick<SymbolHit, 'role' | 'kind' | 'depth'>,
): number {
  return (
    ROLE_RANK[a.role] - ROLE_RANK[b.role] || depthRank(a) - depthRank(b) || KIND_ORDER[a.kind] - KIND_ORDER[b.kind]
  );
}

function packHit({ container, fit, role, beyond, depth, kind, file, number }: SymbolHit): number {
  let key = container * FITS.length + FITS.indexOf(fit);
  key = key * ROLES + ROLE_RANK[role];
  key = key * BEYONDS + Math.min(BEYONDS - 1, Math.max(0, beyond));
  key = key * DEPTHS + depthRank({ kind, depth });
  key = key * KINDS + KIND_ORDER[kind];
  return (key * FILES + file) * NUMBERS + number;
}

/** A row of the page: which symbol, and how it fits. */
export interface SymbolPlace {
  readonly file: number;
  readonly number: number;
  readonly fit: SymbolFit;
}

/** Kept for sorting, 8 bytes each; beyond, symbols are only counted. */
const HITS_SORTED_MAX = 1_000_000;

/** Found symbols, counted and in order. */
export interface SymbolHits {
  add(hit: SymbolHit): void;
  page(offset: number, limit: number): readonly SymbolPlace[];
  /** How many there are, in how many files, and of each fit at each distance from the container. */
  readonly total: number;
  readonly levels: readonly SymbolLevel[];
  /** The nearest that any of them lies, and how many do; null without any. */
  readonly nearest: { readonly container: ContainerFit | null; readonly count: number };
  files(): number;
}

/** What lies equally near to the container, by how the names fit. */
export interface SymbolLevel {
  readonly container: ContainerFit;
  readonly fits: Readonly<Record<SymbolFit, number>>;
}

/** Makes an empty collection. */
export function makeSymbolHits(): SymbolHits {
  let keys = new Float64Array(64);
  let kept = 0;
  let total = 0;
  const files = makeNumberSet();
  const levels = CONTAINER_FITS.map((container) => ({
    container,
    fits: { exact: 0, case: 0, prefix: 0, hump: 0, typo: 0 },
  }));
  const countAt = (container: ContainerFit): number =>
    Object.values(levels[container]?.fits ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    add(hit) {
      total += 1;
      const level = levels[hit.container];
      if (level !== undefined) level.fits[hit.fit] += 1;
      files.add(hit.file);
      if (kept === HITS_SORTED_MAX) return;
      if (kept === keys.length) {
        const grown = new Float64Array(kept * 2);
        grown.set(keys);
        keys = grown;
      }
      keys[kept++] = packHit(hit);
    },
    page(offset, limit) {
      const sorted = keys.subarray(0, kept).sort();
      const places: SymbolPlace[] = [];
      for (const key of sorted.subarray(offset, Math.min(offset + limit, ROWS_KEPT_MAX))) places.push(placeOf(key));
      return places;
    },
    get total() {
      return total;
    },
    get levels() {
      return levels.filter(({ container }) => countAt(container) > 0);
    },
    get nearest() {
      const container = CONTAINER_FITS.find((fit) => countAt(fit) > 0) ?? null;
      return { container, count: container === null ? 0 : countAt(container) };
    },
    files: () => files.count(),
  };
}

/** Distinct numbers, a bit for each: of a million files a set would take 40 MB. */
function makeNumberSet() {
  let bits = new Uint8Array(64);
  let count = 0;
  return {
    add(number: number): void {
      const at = number >>> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(at + 1, 2 * bits.length));
        grown.set(bits);
        bits = grown;
      }
      const bit = 1 << (number & 7);
      if (((bits[at] ?? 0) & bit) !== 0) return;
      bits[at] = (bits[at] ?? 0) | bit;
      count += 1;
    },
    count: () => count,
  };
}

function placeOf(key: number): SymbolPlace {
  return {
    number: key % NUMBERS,
    file: Math.floor(key / NUMBERS) % FILES,
    fit: FITS[Math.floor(key / FIT_UNIT) % FITS.length] ?? 'exact',
  };
}

import { KIB } from '../../base/units.ts';

/** Most bytes of a structured answer. Source: docs/tools.md, "audit_headers". */
const BYTES_MAX = 8 * KIB;

/** What is shortened when the value is too large, the least needed first. */
const SHORTENED = [
  ['sent'],
  ['csp', 'directives'],
  ['cookies'],
  ['csp', 'weaknesses'],
  ['configuration', 'places'],
  ['leaks'],
  ['hops'],
  ['extras'],
  ['fix_notes'],
  ['fix_lines'],
] as const;

type Value = Readonly<Record<string, unknown>>;

/**
 * The value within its bytes: lists are halved, one after the other, until it fits. What was shortened is named in
 * `shortened`, with what would hold more.
 */
export function fitStructured(value: Value): Value {
  let fitted = value;
  const shortened: string[] = [];
  for (const path of SHORTENED) {
    for (let step = 0; step < 4 && bytesOf(fitted, shortened) > BYTES_MAX; step++) {
      fitted = halveAt(fitted, path);
      if (!shortened.includes(path.join('.'))) shortened.push(path.join('.'));
    }
  }
  return shortened.length === 0 ? fitted : { ...fitted, shortened: [...shortened, MORE] };
}

const MORE = 'ask for less at a time: without detail=full, fix_for or path, or a folder as path';

function bytesOf(value: Value, shortened: readonly string[]): number {
  return Buffer.byteLength(JSON.stringify({ ...value, shortened: [...shortened, MORE] }));
}

function halveAt(value: Value, [name, ...rest]: readonly string[]): Value {
  if (name === undefined) return value;
  const own = value[name];
  if (Array.isArray(own)) return { ...value, [name]: own.slice(0, Math.floor(own.length / 2)) };
  if (typeof own !== 'object' || own === null) return value;
  if (rest.length > 0) return { ...value, [name]: halveAt({ ...own }, rest) };
  const entries = Object.entries(own);
  return { ...value, [name]: Object.fromEntries(entries.slice(0, Math.floor(entries.length / 2))) };
}

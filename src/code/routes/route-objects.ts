import type { Code } from './route-code.ts';

/** What an object says of a route: its methods, and its path, null where it is no literal. */
interface RouteObject {
  readonly methods: readonly string[];
  readonly path: string | null;
}

/** Fields of an object that are looked at. */
const FIELDS_MAX = 50;
const OBJECT = /\s*\{/y;
const FIELD = /\s*(?:(\w+)\s*:)?\s*/y;
const LITERAL = /(['"`])([^'"`\n$]{0,300})\1(?=\s*[,}])/y;
const LIST = /\[((?:\s*(['"])[A-Za-z]{1,20}\2\s*,?){1,20})\s*\]/y;

/** The fields of the object that stands at an offset, those of objects in it apart. No methods where one is not known. */
export function readRouteObject({ text, mask }: Code, at: number, closeOf: (open: number) => number): RouteObject {
  const fields = new Map<string, string>();
  OBJECT.lastIndex = at;
  const open = at + (OBJECT.exec(mask)?.[0].length ?? 0) - 1;
  const end = open < at ? at : closeOf(open);
  for (let from = open + 1; from < end && fields.size < FIELDS_MAX; ) {
    FIELD.lastIndex = from;
    const [whole = '', name] = FIELD.exec(mask) ?? [];
    if (name !== undefined) fields.set(name, valueAt(text, from + whole.length));
    from = fieldEnd(mask, from, { end, closeOf }) + 1;
  }
  const path = fields.get('url') ?? fields.get('path') ?? '';
  const methods = (fields.get('method') ?? '').match(/[A-Za-z]+/g) ?? [];
  return { methods, path: path === '' ? null : path };
}

/** The literal at an offset, or the words of a list of such; `''` for anything else. */
function valueAt(text: string, at: number): string {
  LITERAL.lastIndex = at;
  LIST.lastIndex = at;
  return LITERAL.exec(text)?.[2] ?? LIST.exec(text)?.[1] ?? '';
}

interface Bounds {
  readonly end: number;
  readonly closeOf: (open: number) => number;
}

/** Where a field ends: at the next comma that stands in no bracket. */
function fieldEnd(mask: string, from: number, { end, closeOf }: Bounds): number {
  for (let at = from; at < end; at += 1) {
    const sign = mask.charAt(at);
    if (sign === ',') return at;
    if (sign === '(' || sign === '[' || sign === '{') at = closeOf(at);
  }
  return end;
}

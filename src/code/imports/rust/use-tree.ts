import { IMPORT_LIMITS } from '../limits.ts';

/** One name of a `use`, with its offset in the statement. */
export interface UseLeaf {
  readonly path: readonly string[];
  readonly name: string;
  readonly at: number;
}

/** Deeper groups than somebody writes. */
const DEPTH_MAX = 32;
/** One more than are kept of a file, so that it is told where there are more. */
const LEAVES_MAX = IMPORT_LIMITS.mentionsPerFileMax + 1;
const TOKEN = /::|[{},*]|(?:r#)?[$\w\u0080-\uffff]+/g;

/** A name as far as it has been read. */
interface Reading {
  path: string[];
  /** Null without `as`, empty until the name after it. */
  alias: string | null;
  at: number;
}

/** Unfolds `a::{b, c::{self, d as e}, f::*}`. What does not follow the grammar ends the list. */
export function readUseTree(body: string): readonly UseLeaf[] {
  const leaves: UseLeaf[] = [];
  // Path before each open group.
  const groups: (readonly string[])[] = [];
  let reading: Reading = { path: [], alias: null, at: 0 };
  const restart = (): void => {
    reading = { path: [...(groups.at(-1) ?? [])], alias: null, at: 0 };
  };
  const finish = (): void => {
    if (reading.path.length > (groups.at(-1)?.length ?? 0)) leaves.push(leafOf(reading));
  };
  for (const match of body.matchAll(TOKEN)) {
    if (leaves.length >= LEAVES_MAX || groups.length > DEPTH_MAX || reading.path.length > DEPTH_MAX) break;
    const token = match[0];
    if (token === '{') groups.push([...reading.path]);
    else if (token === ',' || token === '}') {
      finish();
      if (token === '}') groups.pop();
      restart();
    } else readToken(reading, token, match.index);
  }
  finish();
  return leaves;
}

function readToken(reading: Reading, token: string, at: number): void {
  if (token === 'as' && reading.path.length > 0) reading.alias = '';
  else if (reading.alias === '') reading.alias = token;
  else if (token !== '::') {
    reading.path.push(token.replace(/^r#/, ''));
    reading.at = at;
    // `::serde` is the crate, whatever is called so here.
  } else if (reading.path.length === 0) reading.path.push('');
}

/** `a::self` is `a`; what has no other name is called by its last. */
function leafOf({ path, alias, at }: Reading): UseLeaf {
  const whole = path.length > 1 && path.at(-1) === 'self' ? path.slice(0, -1) : path;
  return { path: whole.at(-1) === '*' ? whole.slice(0, -1) : whole, name: alias || (whole.at(-1) ?? ''), at };
}

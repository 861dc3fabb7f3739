import type { CursorRefusal, CursorScope, Cursors } from './cursor.ts';

/*
 * Cursors of tools that learn only by answering which state they answer from: the offset stands readable before the
 * seal, `<base 36>.<sealed>`, so that a page can be made before the seal can be opened. Whoever changes it is found out
 * then, and what was made is thrown away.
 */

/** The offset that a cursor names, not vouched for yet: 0 without a cursor, null for a text that is none. */
export function readOffset(cursor: string | undefined): number | null {
  if (cursor === undefined) return 0;
  const offset = /^([0-9a-z]{1,6})\../.exec(cursor)?.[1];
  return offset === undefined ? null : Number.parseInt(offset, 36);
}

/** Why a cursor is not one of this scope for what `readOffset` read in it; null where it is, or where there is none. */
export function whyNotOffset(cursor: string | undefined, scope: CursorScope, cursors: Cursors): CursorRefusal | null {
  if (cursor === undefined) return null;
  const opened = cursors.open(cursor.slice(cursor.indexOf('.') + 1), scope);
  if (!opened.ok) return opened.error;
  return opened.value === readOffset(cursor) ? null : 'bad_cursor';
}

/** The cursor of an offset. */
export function sealOffset(offset: number, scope: CursorScope, cursors: Cursors): string {
  return `${offset.toString(36)}.${cursors.seal({ ...scope, offset })}`;
}

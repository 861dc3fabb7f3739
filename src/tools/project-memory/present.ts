import type { Note } from '../../domain/memory/index.ts';
import { cutText, moreLine } from '../shared/answer.ts';
import { ANSWER_CHARACTERS_MAX, estimateTokens } from '../shared/budget.ts';
import { fence, safeText } from '../shared/safe-text.ts';
import type { ToolAnswer } from '../tool.ts';
import type { RefNow } from './deps.ts';

/** Largest structured answer, in characters of JSON. Source: docs/tools.md, "project_memory". */
const STRUCTURED_CHARACTERS_MAX = 8_000;
/** Room in it beside the items. */
const STRUCTURED_FRAME = 400;

/** Which part of a note's text an item carries. */
export type BodyPart = 'none' | 'excerpt' | 'whole';

/** A note on its way out. */
export interface ShownNote {
  readonly note: Note;
  readonly refs: readonly RefNow[];
}

/** One note as data. */
export function itemOf({ note, refs }: ShownNote, body: BodyPart): Readonly<Record<string, unknown>> {
  const text = safeText(note.text);
  return {
    key: note.key,
    type: note.type,
    ...bodyOf(text, body),
    tags: note.tags.map(safeText),
    refs: refs.map(({ ref, state }) => ({ ref: safeText(ref), state })),
    ...(note.links.length === 0
      ? {}
      : { links: note.links.map(({ to, rel }) => ({ to: safeText(to), rel: safeText(rel) })) }),
    pinned: note.pinned,
    version: note.version,
    updated_at: note.updatedAt.toISOString(),
    by_key: note.byKey,
    ...(note.expiresAt === null ? {} : { expires_at: note.expiresAt.toISOString() }),
    ...(note.forgottenAt === null ? {} : { forgotten_at: note.forgottenAt.toISOString() }),
  };
}

/** In a structured answer a whole text is at most 3,000 characters; the text beside it has all of it. */
const WHOLE_MAX = 3_000;
const EXCERPT_MAX = 240;

/** A cut text comes under another name, so that nobody takes it for the whole and saves it back. */
function bodyOf(text: string, body: BodyPart): Readonly<Record<string, string>> {
  if (body === 'none') return {};
  const max = body === 'whole' ? WHOLE_MAX : EXCERPT_MAX;
  return text.length <= max ? { text } : { excerpt: cutText(text, max) };
}

/** A note's facts in one safe line; places that have changed are named. */
function noteLine({ note, refs }: ShownNote): string {
  const stale = refs.filter(({ state }) => state === 'changed' || state === 'gone');
  const unchecked = refs.filter(({ state }) => state === 'unchecked').length;
  const facts = [
    `${note.key} (${note.type}) v${note.version}`,
    note.pinned ? 'pinned' : null,
    note.tags.length === 0 ? null : `tags ${note.tags.join(', ')}`,
    `changed ${note.updatedAt.toISOString().slice(0, 10)} by ${note.byKey}`,
    note.expiresAt === null ? null : `expires ${note.expiresAt.toISOString().slice(0, 10)}`,
    note.forgottenAt === null ? null : `forgotten ${note.forgottenAt.toISOString().slice(0, 10)}`,
    stale.length === 0 ? null : `STALE: ${stale.map(({ ref, state }) => `${ref} ${state}`).join(', ')}`,
    unchecked === 0 ? null : `${unchecked} refs not checked`,
  ];
  return safeText(facts.filter((fact) => fact !== null).join(' · ')).replaceAll('\n', ' ');
}

/** A note's facts and its text, fenced as data with the key that wrote it. */
function noteBlock(shown: ShownNote, charactersMax: number): string {
  const text = cutText(safeText(shown.note.text), charactersMax);
  return `${noteLine(shown)}\n${fence(`note ${shown.note.key} written by ${shown.note.byKey}`, text)}`;
}

/** A page of notes. */
export interface NotePage {
  readonly heading: string;
  readonly notes: readonly ShownNote[];
  readonly body: BodyPart;
  readonly from: number;
  readonly total: number;
  readonly budget: number;
  /** Seals a cursor to the offset where the next page starts. */
  seal(offset: number): string;
}

/** As many of the notes as fit into the budget, the longest answer and the structured value; at least one. */
export function presentPage(page: NotePage): ToolAnswer {
  const blocks: string[] = [];
  const items: Readonly<Record<string, unknown>>[] = [];
  // The heading and the line with the cursor.
  let tokens = estimateTokens(page.heading) + 60;
  let characters = page.heading.length + 200;
  let json = STRUCTURED_FRAME;
  for (const shown of page.notes) {
    const block =
      page.body === 'none' ? noteLine(shown) : noteBlock(shown, page.body === 'whole' ? WHOLE_TEXT : EXCERPT_TEXT);
    const item = itemOf(shown, page.body);
    tokens += estimateTokens(`${block}\n`);
    characters += block.length + 1;
    json += JSON.stringify(item).length + 1;
    const isFull = tokens > page.budget || characters > ANSWER_CHARACTERS_MAX || json > STRUCTURED_CHARACTERS_MAX;
    if (isFull && items.length > 0) break;
    blocks.push(block);
    items.push(item);
  }
  const next = page.from + items.length;
  const cursor = next < page.total ? page.seal(next) : null;
  const more = cursor === null ? [] : [moreLine(cursor, next, page.total)];
  return {
    text: [page.heading, ...blocks, ...more].join('\n'),
    structured: { status: 'ok', items, total: page.total, ...(cursor === null ? {} : { cursor }) },
  };
}

/** Characters of a note's text in the text answer. */
const WHOLE_TEXT = 30_000;
const EXCERPT_TEXT = 900;

import type { GitLeftOut, SourceIdentity } from '../../code/index.ts';
import { ANSWER_CHARACTERS_MAX, type ToolAnswer } from '../tool.ts';
import type { CursorRefusal } from './cursor.ts';
import { cutText } from './cut-text.ts';
import { safeText } from './safe-text.ts';
import { statusWordOf, withMessage } from './structured.ts';

export { cutText };

/** Words for expected conditions: not errors. */
export type StatusWord = 'ok' | 'partial' | 'not_found' | 'not_indexed' | 'ambiguous' | 'conflict' | 'stale_cursor';

/** Words for what makes a call fail: bad arguments found late, forbidden paths, failed upstreams, time-outs. */
type FailureWord = 'bad_arguments' | 'bad_cursor' | 'forbidden' | 'upstream_failed' | 'timeout';

const FAILURE_WORDS: ReadonlySet<string> = new Set<FailureWord>([
  'bad_arguments',
  'bad_cursor',
  'forbidden',
  'upstream_failed',
  'timeout',
]);

/** Longest text of a failure. */
const FAILURE_CHARACTERS_MAX = 1_500;

/** Longest next step: it must leave room for what happened. */
const NEXT_CHARACTERS_MAX = 700;

/** What a status answer is made of. */
export interface StatusParts {
  readonly status: StatusWord | FailureWord;
  /** What happened and why; for `not_found` also what was searched. */
  readonly text: string;
  /** The next call to make, or what to change. */
  readonly next?: string;
  readonly structured?: Readonly<Record<string, unknown>>;
}

/**
 * `<status>: <text>` and, on its own line, `next: …`. A failure word makes it an error of at most 1,500 characters. A
 * structured value has the same text as `message`.
 */
export function statusAnswer({ status, text, next, structured }: StatusParts): ToolAnswer {
  const isFailure = FAILURE_WORDS.has(status);
  const tail = next === undefined ? '' : `\nnext: ${cutText(safeText(next), NEXT_CHARACTERS_MAX)}`;
  const room = (isFailure ? FAILURE_CHARACTERS_MAX : ANSWER_CHARACTERS_MAX) - tail.length;
  const answer: ToolAnswer = { text: cutText(safeText(`${status}: ${text}`), room) + tail };
  const told = structured === undefined ? answer : withMessage(answer, structured);
  return isFailure ? { ...told, isError: true } : told;
}

/**
 * A refusal in the format that was asked for, as `statusAnswer` made it; `above` is a line that goes before it. JSON gives
 * its status word and the same text as `message`.
 */
export function inFormat(format: 'text' | 'json', refusal: ToolAnswer, above: string | null = null): ToolAnswer {
  const text = above === null ? refusal.text : `${above}\n${refusal.text}`;
  if (format === 'text') return { ...refusal, text };
  return { ...refusal, ...jsonAnswer({ status: statusWordOf(refusal), message: text }) };
}

const CURSOR_TEXTS: Readonly<Record<CursorRefusal, string>> = {
  stale_cursor:
    'the source, or how much of it is indexed, has changed since this cursor was given, so rows may stand elsewhere. Re-run without cursor.',
  bad_cursor:
    'this cursor was not given for these arguments. Re-run without cursor, or send the arguments of the call that gave it.',
};

/** What to tell a caller whose cursor was refused: how to go on. */
export function refuseCursor(refusal: CursorRefusal, structured?: StatusParts['structured']): ToolAnswer {
  const parts = { status: refusal, text: CURSOR_TEXTS[refusal] };
  return statusAnswer(structured === undefined ? parts : { ...parts, structured });
}

const KIND_WORDS: Readonly<Record<SourceIdentity['kind'], string>> = {
  worktree: 'work tree',
  objects: 'commit',
  folder: 'folder without git',
};

/** Said of a folder that has git which is not used (SECURITY.md, "What Portico promises"). */
const LEFT_OUT_WORDS: Readonly<Record<GitLeftOut, string>> = {
  borrows_objects: 'folder; its git is not used, since it borrows the objects of another repository (alternates)',
  lies_elsewhere: 'folder; its git is not used, since it lies outside of the folder',
  holds_pipes: 'folder; its git is not used, since a file in it is a pipe, socket or device',
  on_two_lines: 'folder; its git is not used, since there is a line break in the path of the folder',
};

/** The one line that every answer about code starts with: `acme-api@main 3f9c2ab · work tree · 412 files`. */
export function provenance(identity: SourceIdentity, project: string, facts: readonly string[]): string {
  const name = identity.branch === null ? project : `${project}@${identity.branch}`;
  const head = identity.commit === null ? name : `${name} ${identity.commit.slice(0, 7)}`;
  const kind = identity.gitLeftOut === undefined ? KIND_WORDS[identity.kind] : LEFT_OUT_WORDS[identity.gitLeftOut];
  return oneLine(safeText([head, kind, ...facts].join(' · ')));
}

/** The line that ends a cut answer: `more: cursor=… (shown 20 of 137)`. */
export function moreLine(cursor: string, shown: number, total: number): string {
  return `more: cursor=${cursor} (shown ${shown} of ${total})`;
}

/** A structured value, and the same JSON as text. */
export function jsonAnswer(structured: Readonly<Record<string, unknown>>): ToolAnswer {
  return { text: JSON.stringify(structured), structured };
}

function oneLine(text: string): string {
  return text.replaceAll('\n', '\\n');
}

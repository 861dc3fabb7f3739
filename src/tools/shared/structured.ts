import type { ToolAnswer } from '../tool.ts';
import { cutText } from './cut-text.ts';

/** Largest structured value of a tool that declares one, in characters of JSON. Source: docs/tools.md, "All tools". */
export const STRUCTURED_CHARACTERS_MAX = 8_000;

type Value = Readonly<Record<string, unknown>>;

/** Characters of JSON that are left beside a value; a text that is added needs room for its name and quotes too. */
export function roomBeside(value: Value): number {
  return STRUCTURED_CHARACTERS_MAX - JSON.stringify(value).length;
}

/** A text whose form in JSON, quotes included, keeps to `max` characters; a cut ends in `…`. */
export function fitJson(text: string, max: number): string {
  let cut = text;
  while (cut !== '' && JSON.stringify(cut).length > max) cut = cutText(text, Math.floor(cut.length * 0.9));
  return cut;
}

/** A stretch of a text. */
export interface TextPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Characters of the whole text. */
  readonly characters: number;
}

/**
 * The text from `from` on, as far as its form in JSON keeps to `max` characters. Nothing marks the cut, so that parts
 * put together are the text again; no part begins or ends within a surrogate pair.
 */
export function partOf(text: string, from: number, max: number): TextPart {
  let part = text.slice(from);
  while (part.length > 2 && JSON.stringify(part).length > max) {
    part = part.slice(0, Math.floor(part.length * 0.95)).replace(/[\ud800-\udbff]$/, '');
  }
  return { text: part, from, to: from + part.length, characters: text.length };
}

/**
 * A short answer whose text stands in the structured value as `message`: agents show a model the structured value in
 * place of the text, so what stood in the text alone would be lost to it.
 */
export function withMessage(answer: ToolAnswer, structured: Value): ToolAnswer {
  const frame = { ...structured, message: '' };
  return { ...answer, structured: { ...structured, message: fitJson(answer.text, roomBeside(frame)) } };
}

/** The status word of a status answer: the beginning of its text. */
export function statusWordOf({ text }: ToolAnswer): string {
  return text.split(':', 1)[0] ?? '';
}

/** A status answer with its word and its text as structured value, and what a tool gives beside them. */
export function withStatus(answer: ToolAnswer, rest: Value = {}): ToolAnswer {
  return withMessage(answer, { status: statusWordOf(answer), ...rest });
}

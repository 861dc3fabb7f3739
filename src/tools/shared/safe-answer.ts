import { ANSWER_CHARACTERS_MAX, type ToolAnswer } from '../tool.ts';
import { maskKeys, safeText } from './safe-text.ts';

/**
 * A tool's answer as it may leave the service: without any key that a caller gave as an argument, and without a
 * character that hides or reorders, wherever it came from. Tools make the texts of others safe where they quote them,
 * since only they know what a text is; this is the net below, one for all of them, so that no tool, present or to come,
 * can forget it. Source: SECURITY.md, docs/tools.md, "All tools".
 */
export function safeAnswer(answer: ToolAnswer): ToolAnswer {
  const { text, structured, isError } = answer;
  const error = isError === true ? { isError } : {};
  if (structured === undefined) return { text: safeLines(text), ...error };
  const json = JSON.stringify(structured);
  const masked = maskKeys(json);
  const isClean = masked === json && !MAY_HIDE.test(json);
  // What was JSON is JSON again; characters that are shown by their number grow it only where there were any.
  const safe = isClean ? structured : safeRecord(JSON.parse(masked));
  if (text !== json) return { text: safeLines(text), structured: safe, ...error };
  return { text: isClean ? text : JSON.stringify(safe), structured: safe, ...error };
}

/**
 * Whether a JSON text may hold an unseen character: JSON writes control characters and lone surrogates as escapes, all
 * others as they are. Only a first look, which spares clean values the walk.
 */
const MAY_HIDE = /\\u[0-9a-f]{4}|\\[bfr]|[^\x20-\x7e]/;

function safeLines(text: string): string {
  const safe = safeText(maskKeys(text));
  return safe.length <= ANSWER_CHARACTERS_MAX ? safe : `${safe.slice(0, ANSWER_CHARACTERS_MAX - 1)}…`;
}

function safeRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [safeText(name), safeValue(value)]));
}

function safeValue(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value);
  if (Array.isArray(value)) return value.map(safeValue);
  // Anything else that JSON can hold and that is no null is a record.
  return typeof value === 'object' && value !== null ? safeRecord({ ...value }) : value;
}

import type { IncomingHttpHeaders } from 'node:http';
import { CANARY_SECRETS, UNSEEN_PATTERN } from './hostile-repository.ts';

/** One answer from the wire. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Longest text of a tool. Source: docs/tools.md, "All tools". */
const TEXT_CHARACTERS_MAX = 40_000;
/** Largest structured value of a tool that declares what it gives. Source: docs/tools.md, "All tools". */
const STRUCTURED_CHARACTERS_MAX = 8_192;

/** What is wrong with an answer, whatever was asked; null when nothing is. `declared` are the tools with an output schema. */
export function findFault(answer: FuzzAnswer, method: string): string | null {
  const { status, headers, text } = answer;
  if (status >= 500 || status < 200) return `status ${status}`;
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(String(headers[name]))) return `${name} is ${headers[name]}`;
  }
  if (CANARY_SECRETS.some((secret) => text.includes(secret))) return 'a secret of the repository came back';
  if (status === 202 || method === 'HEAD') return text === '' ? null : 'an empty answer has a body';
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) {
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map((found) => found[1] ?? '');
    return messages.map((message) => findBodyFault(message)).find((fault) => fault !== null) ?? null;
  }
  return type.startsWith('application/json') ? findBodyFault(text) : `content type ${type}`;
}

function findBodyFault(text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the body is not JSON';
  }
  if (!isRecord(body)) return 'the body is not an object';
  const { result, error } = body;
  if (isRecord(error)) {
    return typeof error.code === 'number' && typeof error.message === 'string' && error.message !== ''
      ? nameUnseen(findUnseen(error), 'an error')
      : 'an error without code or message';
  }
  // The flat body of 429 names its error as a text.
  if (typeof error === 'string') return error === '' ? 'an empty error' : null;
  if (!isRecord(result)) return body.method === undefined ? 'neither result nor error' : null;
  return findResultFault(result);
}

function findResultFault({ content, structuredContent }: Readonly<Record<string, unknown>>): string | null {
  if (!Array.isArray(content)) return null;
  for (const piece of content) {
    const text = isRecord(piece) && typeof piece.text === 'string' ? piece.text : null;
    if (text === null) return 'a piece of content without text';
    if (text === '') return 'an empty text';
    if (text.length > TEXT_CHARACTERS_MAX) return `a text of ${text.length} characters`;
    const unseen = UNSEEN_PATTERN.exec(text.replaceAll(/[\n\t]/g, ''));
    if (unseen !== null) return `an unseen character U+${unseen[0].codePointAt(0)?.toString(16)} in a text`;
  }
  return nameUnseen(findUnseen(structuredContent), 'the structured value');
}

function nameUnseen(unseen: string | null, where: string): string | null {
  return unseen === null ? null : `an unseen character U+${unseen} in ${where}`;
}

function findUnseen(value: unknown): string | null {
  if (typeof value === 'string') {
    return (
      UNSEEN_PATTERN.exec(value.replaceAll(/[\n\t]/g, ''))?.[0]
        .codePointAt(0)
        ?.toString(16) ?? null
    );
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnseen(name) ?? findUnseen(inner);
    if (found !== null) return found;
  }
  return null;
}

/** Why the structured value of a tool that declares one is too large; null when it fits. */
export function findSizeFault(structured: unknown): string | null {
  const size = structured === undefined ? 0 : JSON.stringify(structured).length;
  return size > STRUCTURED_CHARACTERS_MAX ? `a structured value of ${size} characters` : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

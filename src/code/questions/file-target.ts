import { pathBytes, plainPath, showPath } from '../source/path-bytes.ts';

/** A file and the lines of it that are wanted. */
export interface FileTarget {
  readonly file: string;
  /** 1-based and inclusive; null for the whole file. */
  readonly range: { readonly from: number; readonly to: number } | null;
}

/** What a caller may append: `:12`, `:12-20`, `:12+8`, also `#L12-L20` as code hosts write it. */
const RANGE = /^(.+?)(?::(\d{1,9})(?:([-+])(\d{1,9}))?|#L(\d{1,9})(?:-L?(\d{1,9}))?)$/s;

/** Reads `file:120-180`; null when the range is empty or backwards. */
export function parseTarget(text: string): FileTarget | null {
  const match = RANGE.exec(text);
  if (!match) return { file: cleanPath(text), range: null };
  const [, file = '', colonFrom, sign, second, hashFrom, hashTo] = match;
  const from = Number(colonFrom ?? hashFrom);
  let to = Number(second ?? hashTo ?? from);
  if (sign === '+') to = from + to - 1;
  return from >= 1 && to >= from ? { file: cleanPath(file), range: { from, to } } : null;
}

/** `./src//a.ts` and `src/a.ts` are one file (POSIX, "Pathname Resolution"); anything else is judged by the source. */
function cleanPath(file: string): string {
  return file.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/{2,}/g, '/');
}

/** `src/a.ts:12:7` of a compiler or a search is line 12 of the file; null for other texts. */
export function withoutColumn(text: string): string | null {
  return /^(.+:\d{1,9}):\d{0,9}$/s.exec(text)?.[1] ?? null;
}

/** A path within the folder of the project, where it was given with that folder in front of it. */
export function belowFolder(folder: string, text: string): string {
  const start = `${folder.replace(/\/$/, '')}/`;
  return text.startsWith(start) ? text.slice(start.length) : text;
}

/** Whether a path lies in a folder, both from the same place on and spelt in either way. */
export function isBelowFolder(folder: string, path: string): boolean {
  return plainPath(path).startsWith(`${plainPath(folder.replace(/\/+$/, ''))}/`);
}

/** A path below the folder that was selected, spelt as a listing shows it, so that no answer repeats hidden characters. */
export function joinPrefix(prefix: string | null, file: string): string {
  const bytes = pathBytes(file);
  if (bytes === null || prefix === null || prefix === '') return bytes === null ? file : showPath(bytes);
  const folder = pathBytes(prefix);
  return folder === null ? file : showPath(Buffer.concat([folder, Buffer.from('/'), bytes]));
}

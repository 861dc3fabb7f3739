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

/** `./src/a.ts` and `src/a.ts` are one file; anything else stays as it is and is judged by the source. */
function cleanPath(file: string): string {
  return file.replace(/^(?:\.\/)+/, '');
}

/** A path below the folder that was selected. */
export function joinPrefix(prefix: string | null, file: string): string {
  if (prefix === null || prefix === '') return file;
  return file === '' ? prefix : `${prefix}/${file}`;
}

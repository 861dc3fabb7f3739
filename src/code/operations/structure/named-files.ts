/** Words of one question that are taken for paths, and files that it may name. */
const WORDS_MAX = 12;
const NAMED_MAX = 4;

/** What a path may stand in, and what may follow it in prose. */
const AROUND = /^[`'"([<]+|[`'")\]>,;:?!.]+$/g;
const LINE = /:\d+(?:-\d+)?$/;

/** The files that a question names by their paths, or by the end of a path that only one file has. */
export function namedFiles(question: string, files: readonly string[]): readonly string[] {
  const words = question.split(/\s+/).map((word) => word.replace(AROUND, '').replace(LINE, '').replace(/^\.\//, ''));
  const paths = words.filter((word) => /[^/]\/[^/]/.test(word)).slice(0, WORDS_MAX);
  return [...new Set(paths.flatMap((path) => fileOf(path, files) ?? []))].slice(0, NAMED_MAX);
}

function fileOf(word: string, files: readonly string[]): string | null {
  if (files.includes(word)) return word;
  const ending = files.filter((file) => file.endsWith(`/${word}`));
  return ending.length === 1 ? (ending[0] ?? null) : null;
}

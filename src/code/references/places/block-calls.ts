import type { CodeFile } from '../code-file.ts';

/*
 * Swift, Kotlin and Scala call with a block instead of brackets: `list.map { … }`. The same brace opens the body of a
 * type or function whose head ends with a name, and of a condition; what stands before the name tells them apart.
 */

/** Characters before a name that are looked at for what its statement is, and lines of these. */
const HEAD_CHARACTERS_MAX = 400;
const HEAD_LINES_MAX = 8;

/** Words before a brace that are no name of a function. */
const NO_BLOCK_CALLS = new Set(
  (
    'get set willSet didSet _modify _read defer do else repeat init deinit try catch finally throws rethrows async match ' +
    'yield object companion when with self Self return in default where unsafe if while for super this'
  ).split(' '),
);

/** Words of Swift whose brace, at the end of all that follows them, opens a body. */
const SWIFT_HEADS =
  /(?<![\w.$`])(?:if|guard|while|for|switch|catch|func|init|subscript|class|struct|enum|protocol|extension|actor)(?![\w:])/;

/** What leads to a type or to the name of a declaration: its brace opens a body. */
const BEFORE_BODY =
  /(?:[:,]|(?:^|[^&])&|(?<![\w.$`])(?:extends|with|new|class|object|trait|interface|enum|struct|package|func|fun|def|val|var|let|is|as|as\?|any|some|import|type|given|throws))\s*$/;

/** Whether a name, its type arguments left out, that a brace follows on the same line calls with that as a block. */
export function isBlockCall(file: CodeFile, at: number, name: string): boolean {
  const { scanner } = file;
  if (scanner !== 'swift' && scanner !== 'kotlin' && scanner !== 'scala') return false;
  const mask = file.mask();
  const open = file.structure().around(at);
  const start = Math.max(open + 1, at - HEAD_CHARACTERS_MAX);
  const ahead = mask.slice(start, at);
  const path = /[\p{L}\p{N}_$.?!]*$/u.exec(ahead.slice(-200))?.[0] ?? '';
  if (path === '' && NO_BLOCK_CALLS.has(name)) return false;
  const head = ahead.slice(0, ahead.length - path.length);
  const isArgument = mask[open] === '(' || mask[open] === '[';
  // `label: name { … }` hands over what the call gives.
  if (isArgument && scanner === 'swift') return true;
  if (BEFORE_BODY.test(head.slice(-40)) && !path.startsWith('.')) return isArgument && /,\s*$/.test(head);
  if (scanner !== 'swift') return true;
  return !/->\s*$/.test(head) && !SWIFT_HEADS.test(statementOf(head, path));
}

/** The part of a head that belongs to the statement at its end; lines that go on are taken together. */
function statementOf(head: string, path: string): string {
  const [last = '', ...before] = head
    .slice(Math.max(head.lastIndexOf('{'), head.lastIndexOf('}'), head.lastIndexOf(';')) + 1)
    .split('\n')
    .toReversed();
  let statement = last;
  let first = `${last}${path}`;
  for (const line of before.slice(0, HEAD_LINES_MAX)) {
    const isBlank = first.trim() === '';
    if (!isBlank && !/^\s*(?:[.,:&|?]|->|where\b)/.test(first) && !/(?:[,:=&|(]|->|\bwhere)\s*$/.test(line)) break;
    statement = `${line}\n${statement}`;
    first = line;
  }
  return statement;
}

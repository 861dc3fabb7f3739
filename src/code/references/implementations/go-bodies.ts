import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';

/** One line or part of a line in the body of a type of Go, without blanks around it. */
export interface Element {
  readonly text: string;
  readonly at: number;
}

/** What stands in the braces of a type: the first ones behind the word that begins it. */
export function* elementsOf(
  file: CodeFile,
  { line, column }: FileSymbol,
  word: 'interface' | 'struct',
): Generator<Element> {
  const mask = file.mask();
  const from = startOfLine(file, line) + column - 1;
  const open = mask.indexOf('{', mask.indexOf(word, from));
  if (open === -1) return;
  const structure = file.structure();
  const close = structure.closeOf(open);
  let start = open + 1;
  for (let at = start; at <= close; at += 1) {
    if (at < close && '([{'.includes(mask[at] ?? '')) at = Math.min(structure.closeOf(at), close - 1);
    else if (at === close || mask[at] === '\n' || mask[at] === ';') {
      const text = mask.slice(start, at);
      if (text.trim() !== '') yield { text: text.trim(), at: start + text.length - text.trimStart().length };
      start = at + 1;
    }
  }
}

/** Characters of an element that are read for names of fields. */
const FIELDS_MAX = 1_000;

/** The names of a struct's fields, but for what is embedded. Source: The Go Programming Language Specification, "Struct types". */
export function fieldNames(file: CodeFile, type: FileSymbol): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { text } of elementsOf(file, type, 'struct')) {
    const list = /^(\w+(?:[ \t]*,\s*\w+)*)[ \t]+[\w*[(<]/u.exec(text.slice(0, FIELDS_MAX))?.[1] ?? '';
    for (const [name] of list.matchAll(/\w+/g)) names.add(name);
  }
  return names;
}

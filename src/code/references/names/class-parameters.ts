import { after } from '../../lex/code-text.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { outerOf } from '../../lex/symbol-path.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { angleEnd } from '../types/anonymous-types.ts';
import { isType } from '../types/type-heads.ts';
import { listItems } from './list-items.ts';
import { holds, type Range } from './scopes.ts';

/*
 * What the parameters of a class hide in it. Sources: Kotlin language specification, "Constructor declaration" (seen by
 * what initialises the class, not by its functions); Scala 2.13 specification, "Class Definitions"; C# language
 * specification, "Primary constructors".
 */

/** Characters of one list that are looked at: one with more is data. */
const LIST_MAX = 8_000;
/** Lists of one class, and words before them (`private @Inject() constructor(`), that are looked at. */
const LISTS_MAX = 12;
const WORDS_MAX = 12;

/** How a language names the parameters that are no members with declarations of their own. */
const BOUND: Readonly<Partial<Record<ScannedLanguage, (item: string) => string | undefined>>> = {
  kotlin: (item) => (/^[^:]*\bva[lr]\s/.test(item) ? undefined : typedName(item)),
  scala: typedName,
  // What opens an angle is the beginning of a type.
  csharp: (item) => {
    const [head = ''] = item.split('=', 1);
    return head.split('<').length > head.split('>').length ? undefined : /\S\s+@?(\w+)\s*$/.exec(head)?.[1];
  },
};

/** A name before its type. */
function typedName(item: string): string | undefined {
  const [head = '', type] = item.split(':', 2);
  return type === undefined ? undefined : /([\p{L}_][\p{L}\p{N}_]*)$/u.exec(head.trimEnd())?.[1];
}

/** A class with what its parameters are called. */
interface Head {
  readonly names: ReadonlySet<string>;
  /** From its parameters to its end. */
  readonly scope: Range;
  /** Within that what does not see them. */
  readonly apart: readonly Range[];
}

/** Heads of the classes of a file by what their parameters are called, read once for all names. */
const known = new WeakMap<CodeFile, ReadonlyMap<string, readonly Head[]>>();
/** Classes of one file with a parameter of one name: with more, it may be that of any. */
const HEADS_MAX = 1_000;

/** Whether a name at an offset may be that of a parameter of the class around it. */
export function isClassParameter(file: CodeFile, name: string, at: number): boolean {
  if (BOUND[file.scanner] === undefined) return false;
  const byName = known.get(file) ?? headsByName(file);
  known.set(file, byName);
  const heads = byName.get(name) ?? [];
  return (
    heads.length > HEADS_MAX ||
    heads.some(({ scope, apart }) => holds(scope, at) && !apart.some((range) => holds(range, at)))
  );
}

function headsByName(file: CodeFile): ReadonlyMap<string, readonly Head[]> {
  const byName = new Map<string, Head[]>();
  for (const head of readHeads(file)) {
    for (const name of head.names) {
      const heads = byName.get(name) ?? [];
      byName.set(name, heads);
      heads.push(head);
    }
  }
  return byName;
}

function readHeads(file: CodeFile): readonly Head[] {
  const bound = BOUND[file.scanner];
  const symbols = file.symbols();
  // Components of a record are members.
  const types = symbols.filter((symbol) => isType(file.family, symbol) && !/\brecord\b/.test(symbol.signature));
  const members = Map.groupBy(symbols, ({ path }) => outerOf(path));
  return types.flatMap((type) => {
    const lists = listsOf(file, type);
    const [first] = lists;
    const names = new Set(
      lists.flatMap((list) => listItems(textOf(file, list)).flatMap((item) => bound?.(item) ?? [])),
    );
    if (first === undefined || names.size === 0) return [];
    const scope = { from: first.from, to: startOfLine(file, type.endLine + 1) };
    return [{ names, scope, apart: apartOf(file, lists.at(-1) ?? first, members.get(type.path) ?? []) }];
  });
}

function textOf(file: CodeFile, { from, to }: Range): string {
  return file.mask().slice(from + 1, Math.min(to, from + LIST_MAX));
}

/** What stands in a class without seeing its parameters: in Kotlin functions, and types in it. */
function apartOf(file: CodeFile, { to }: Range, members: readonly FileSymbol[]): readonly Range[] {
  if (file.scanner !== 'kotlin') return [];
  return members
    .filter((member) => member.kind !== 'variable')
    .map((member) => ({ from: startOfLine(file, member.startLine), to: startOfLine(file, member.endLine + 1) }))
    .filter(({ from }) => from > to);
}

/** The lists of parameters of a class, from bracket to bracket: Scala may have several. */
function listsOf(file: CodeFile, type: FileSymbol): readonly Range[] {
  const lists: Range[] = [];
  let at = firstList(file, behindTypes(file, startOfLine(file, type.line) + type.column - 1 + type.name.length));
  while (file.mask()[at] === '(' && lists.length < LISTS_MAX) {
    const close = file.structure().closeOf(at);
    if (file.mask()[close] !== ')') break;
    lists.push({ from: at, to: close });
    if (file.scanner !== 'scala') break;
    at = after(file.mask(), close + 1);
  }
  return lists;
}

/** Offset behind the words and annotations that may stand before the first list. */
function firstList(file: CodeFile, from: number): number {
  const mask = file.mask();
  let at = after(mask, from);
  for (let step = 0; step < WORDS_MAX && file.scanner !== 'csharp'; step += 1) {
    const word = WORD.exec(mask.slice(at, at + 100))?.[0];
    if (word === undefined) break;
    at += word.length;
    // What an annotation is given is no list of the class.
    if (word.startsWith('@') && mask[at] === '(') at = file.structure().closeOf(at) + 1;
    at = after(mask, at);
  }
  return at;
}

/** A word that may stand before a list of parameters. */
const WORD = /^(?:@[\w.]+|private|protected|internal|public|constructor)(?!\w)(?:\[\w+\])?/;

/** Offset behind the parameters for types. */
function behindTypes(file: CodeFile, at: number): number {
  const open = after(file.mask(), at);
  if (file.mask()[open] === '<') return angleEnd(file.mask(), open) + 1;
  return file.mask()[open] === '[' ? file.structure().closeOf(open) + 1 : at;
}

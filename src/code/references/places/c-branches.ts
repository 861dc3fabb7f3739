import type { CodeFile } from '../code-file.ts';

/*
 * Under which conditions of the preprocessor code of C and C++ stands. They are not evaluated: of two places in one branch
 * it is known that a compiler reads both or none. Source: ISO C23, 6.10.2, "Conditional inclusion".
 */

const CONDITION = /#[ \t]*(ifdef|ifndef|if|elif|elifdef|elifndef|else|endif)\b/y;

/** Branches have numbers in the order in which they begin, so that those in one of them follow it. */
interface Branches {
  /** For each line the number of the branch that it stands in; 0 outside of all. */
  readonly atLine: Int32Array;
  /** For each branch the last one in it; for who is in none that is the last of all. */
  readonly lastIn: readonly number[];
}

const branches = new WeakMap<CodeFile, Branches>();

/** Whether a compiler that reads what stands at an offset may not have read a line (1-based) of the same file. */
export function isUnderOtherCondition(file: CodeFile, line: number, at: number): boolean {
  const known = branches.get(file) ?? branchesOf(file);
  branches.set(file, known);
  const { atLine, lastIn } = known;
  const sought = atLine[line - 1] ?? 0;
  const branch = atLine[file.structure().lineAt(at)] ?? 0;
  return branch < sought || branch > (lastIn[sought] ?? 0);
}

function branchesOf(file: CodeFile): Branches {
  const mask = file.mask();
  const { directives, lineStarts, lineAt } = file.structure();
  const atLine = new Int32Array(lineStarts.length);
  const lastIn: number[] = [0];
  const open: number[] = [0];
  let from = 0;
  for (const at of directives) {
    CONDITION.lastIndex = at;
    const word = CONDITION.exec(mask)?.[1];
    if (word === undefined) continue;
    const line = lineAt(at);
    atLine.fill(open.at(-1) ?? 0, from, line);
    from = line;
    if (!word.startsWith('if') && open.length > 1) lastIn[open.pop() ?? 0] = lastIn.length - 1;
    if (word !== 'endif') open.push(lastIn.push(0) - 1);
  }
  atLine.fill(open.at(-1) ?? 0, from);
  for (const branch of open) lastIn[branch] = lastIn.length - 1;
  return { atLine, lastIn };
}

import { findScalaDeclaration } from './declarations-scala.ts';
import { caseMembers } from './enum-members.ts';
import { lastCode } from './line-ends.ts';
import { membersOfOneLine } from './one-line-bodies.ts';
import type { Listed } from './scan-lines.ts';
import { afterSpaces } from './statement-head.ts';
import type { Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

const CASE =
  /(?:@[\w.]+(?:\([^()\n]{0,200}\))?\s+)*(?:(?:private|protected)(?:\[\w{1,80}\])?\s+|final\s+)*(?=case\s+(?!class\b|object\b))/y;

/** Kinds that have members. */
const TYPES: ReadonlySet<Listed['kind']> = new Set(['class', 'trait', 'module', 'enum']);

/** The cases of an enum of Scala, and the members of a body that stands on one line. */
export function scalaMembers(structure: Structure, listed: Listed): readonly Declarator[] {
  const { kind, bodyOpen } = listed;
  if (!TYPES.has(kind) || bodyOpen === -1) return [];
  const ofLine = structure.mask[bodyOpen] === '{' ? membersOfOneLine(structure, listed, findScalaDeclaration) : [];
  const cases = scalaCases(structure, listed);
  return cases.length === 0 ? ofLine : [...cases, ...ofLine].sort((a, b) => a.nameAt - b.nameAt);
}

/** The cases of an enum of Scala 3, each on a line of the enum's own; what a `match` asks stands deeper. */
function scalaCases(structure: Structure, { kind, bodyOpen, end }: Listed): readonly Declarator[] {
  if (kind !== 'enum' || bodyOpen === -1) return [];
  const { mask, lineStarts, openAtLine, lineAt } = structure;
  const first = lineAt(bodyOpen);
  const to = Math.min(end + 1, mask.length);
  const cases = casesIn(structure, bodyOpen + 1, Math.min(to, statementEnd(structure, first)));
  const last = lineAt(Math.min(end, mask.length - 1));
  for (let line = first + 1; line <= last; line += 1) {
    if (openAtLine[line] !== bodyOpen) continue;
    CASE.lastIndex = afterSpaces(mask, lineStarts[line] ?? mask.length);
    if (CASE.test(mask)) cases.push(...casesIn(structure, CASE.lastIndex, Math.min(to, statementEnd(structure, line))));
  }
  return cases;
}

/** Lines that a list of cases goes over. */
const LIST_LINES_MAX = 200;

/** Where a line ends, or the last of those that a comma carries it on to. */
function statementEnd({ mask, lineStarts }: Structure, line: number): number {
  for (let next = line + 1; next < Math.min(lineStarts.length, line + LIST_LINES_MAX); next += 1) {
    const start = lineStarts[next] ?? mask.length;
    if (mask[lastCode(mask, start - 1, 0)] !== ',') return start - 1;
  }
  return mask.length;
}

/** Those with parameters are classes of their own, the others values. Source: Scala 3 Reference, "Algebraic Data Types". */
function casesIn(structure: Structure, from: number, to: number): Declarator[] {
  const { mask } = structure;
  return caseMembers(structure, [from, to]).map((one) =>
    /[[(]/.test(mask[one.nameAt + one.name.length] ?? '') ? { ...one, kind: 'class' } : one,
  );
}

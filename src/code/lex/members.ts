import { caseMembers, listedMembers } from './enum-members.ts';
import { kotlinMembersOfLine } from './kotlin-short-bodies.ts';
import { PARAMETER_PROBE_CHARACTERS, parametersAt } from './parameters.ts';
import type { Listed } from './scan-lines.ts';
import { afterSpaces } from './statement-head.ts';
import type { Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

/** The members of an enum that begins with a list of them. */
export function membersOfEnum(structure: Structure, { kind, bodyOpen, end }: Listed): readonly Declarator[] {
  if (kind !== 'enum' || bodyOpen === -1) return [];
  return listedMembers(structure, [bodyOpen + 1, end], ANNOTATED).members;
}

const ANNOTATED = { hasAnnotations: true, hasDirectives: false, hasArguments: true };

/** The members of an enum that begin with `case`. */
export function casesOfEnum(structure: Structure, { kind, bodyOpen, end }: Listed): readonly Declarator[] {
  return kind === 'enum' && bodyOpen !== -1 ? caseMembers(structure, [bodyOpen + 1, end]) : [];
}

/** The properties among the parameters of a class of Kotlin, the members of an enum, and those of a body of one line. */
export function kotlinMembers(structure: Structure, listed: Listed): readonly Declarator[] {
  return [
    ...kotlinProperties(structure, listed),
    ...membersOfEnum(structure, listed),
    ...kotlinMembersOfLine(structure, listed),
  ];
}

/** The properties among the parameters of a constructor of PHP, and the members of an enum. */
export function phpMembers(structure: Structure, listed: Listed): readonly Declarator[] {
  return listed.kind === 'method' ? promotedProperties(structure, listed) : casesOfEnum(structure, listed);
}

const CONSTRUCTOR = /__construct\s*(?=\()/iy;
const PROMOTED =
  /(?:^|[\s\]])(?:public|private|protected|readonly)(?:\(set\))?\s[^$=]{0,300}\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/i;

function promotedProperties(structure: Structure, { nameAt }: Listed): readonly Declarator[] {
  const { mask } = structure;
  CONSTRUCTOR.lastIndex = nameAt;
  if (!CONSTRUCTOR.test(mask)) return [];
  const open = CONSTRUCTOR.lastIndex;
  return parametersAt(structure, open).flatMap(({ from, to }) => {
    const match = PROMOTED.exec(mask.slice(from, Math.min(to, from + PARAMETER_PROBE_CHARACTERS)));
    const name = match?.[1];
    if (match == null || name === undefined) return [];
    const comma = from === open + 1 ? null : from - 1;
    const place = from + match.index + match[0].length - name.length;
    const headFrom = afterSpaces(mask, from);
    return [{ name, comma, nameAt: place, isTop: true, kind: 'variable', headFrom, until: to, isOfOuter: true }];
  });
}

/** What may stand between the name of a class of Kotlin and its parameters: type parameters, and a constructor's words. */
const BEFORE_PARAMETERS =
  /[\w$`\u0080-\uffff]{1,200}\s*(?:<[^<>(){}]{0,200}(?:<[^<>(){}]{0,200}>[^<>(){}]{0,200}){0,4}>\s*)?(?:(?:@[\w.]{1,80}\s+|\w{1,20}\s+){0,6}constructor\s*)?(?=\()/y;
const PROPERTY = /(?:^|[\s)])va[lr]\s+(?:([\w$\u0080-\uffff]+)|`([^`\n]{1,200})`)\s*:/;

function kotlinProperties(structure: Structure, { kind, nameAt, bodyOpen, end }: Listed): readonly Declarator[] {
  const { mask } = structure;
  BEFORE_PARAMETERS.lastIndex = nameAt;
  const open = (kind === 'class' || kind === 'enum') && BEFORE_PARAMETERS.test(mask) ? BEFORE_PARAMETERS.lastIndex : -1;
  if (open === -1 || open > (bodyOpen === -1 ? end : bodyOpen)) return [];
  const found: Declarator[] = [];
  for (const { from, to } of parametersAt(structure, open)) {
    const match = PROPERTY.exec(mask.slice(from, Math.min(to, from + PARAMETER_PROBE_CHARACTERS)));
    const name = match?.[1] ?? match?.[2];
    if (match == null || name === undefined) continue;
    const place = from + match.index + match[0].lastIndexOf(name);
    const comma = from === open + 1 ? null : from - 1;
    found.push({
      name,
      comma,
      nameAt: place,
      isTop: true,
      kind: 'variable',
      headFrom: afterSpaces(mask, from),
      until: to,
    });
  }
  return found;
}

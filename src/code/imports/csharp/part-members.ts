import type { Structure } from '../../lex/structure.ts';

/** A name with its offset. */
export interface NameAt {
  readonly name: string;
  readonly at: number;
}

/** Members of the types of a file. */
export interface Members {
  /** Names of those that stand right in a body, by the offset of its brace. */
  readonly declared: ReadonlyMap<number, ReadonlySet<string>>;
  /** Names that mean a member, and that the file itself gives to nothing; in the order of the text. */
  readonly named: readonly NameAt[];
}

/** A name with what stands around it. */
interface Seen extends NameAt {
  readonly before: string;
  readonly after: string;
}

/** What is called has a capital as methods have, and no local name has; fields of types have a line before theirs. */
const NAME = /(?<![\w@])(?:[A-Z]|_[A-Za-z])\w{0,200}/g;
const LOOK_BACK = 120;
const LOOK_AHEAD = 240;

/** Members that the types of a file declare, and places that name one: by a bare call, as a field, or behind `this`. */
export function findMembers(structure: Structure, bodies: readonly { readonly open: number }[]): Members {
  const { mask, around } = structure;
  const declared = new Map(bodies.map(({ open }) => [open, new Set<string>()]));
  const given = new Set<string>();
  const named: NameAt[] = [];
  for (const { 0: name, index: at } of mask.matchAll(NAME)) {
    const end = at + name.length;
    const before = mask.slice(Math.max(0, at - LOOK_BACK), at);
    const seen = { name, at, before, after: mask.slice(end, end + LOOK_AHEAD) };
    if (isGiven(seen)) {
      given.add(name);
      if (isInHead(before)) declared.get(around(at))?.add(name);
    } else if (isMember(structure, seen)) named.push({ name, at });
  }
  return { declared, named: named.filter(({ name }) => !given.has(name)) };
}

/** A type before a name: a word, or its end. What is compared or chosen between has a blank before its sign. */
const TYPED = /(?:(?<![\w.])(\w+)|[\w>\])?]>|\]|[\w>\]]\?)\s+$/;
/** Words before a name that are no type of it. */
const NO_TYPE =
  /^(?:return|await|else|do|in|and|or|not|is|as|case|throw|yield|new|when|out|ref|select|where|from|goto|using|operator|by|on|equals|into|let|switch|with|public|private|protected|internal|static|unsafe|extern)$/;
const IS_PARAMETER = /^\s*(?:,[\w\s,]{0,100})?\)?\s*=>/;

/** Whether the file declares something by the name: what is one of its own, whatever sort it is, may be meant elsewhere. */
function isGiven({ before, after }: Seen): boolean {
  const typed = TYPED.exec(before);
  if (typed !== null && !NO_TYPE.test(typed[1] ?? '')) return true;
  return /[(,=]\s*$/.test(before) && IS_PARAMETER.test(after);
}

/** Whether no value begins before a name in its statement; those of attributes do not count. */
function isInHead(before: string): boolean {
  const start = Math.max(...[';', '{', '}'].map((sign) => before.lastIndexOf(sign)));
  return !/=(?![^[\]]*\])/.test(before.slice(start + 1));
}

const CALLED = /^\s*(?:<[\w<>,.?[\] ]{0,200}>)?\s*\(/;
const BEFORE_CALL = /(?:[({},;=!&|+\-/%^~:?)<>]|\b(?:return|await|else|do|in)\s)\s*$/;
const OF_THIS = /(?<![\w.])this\s*\.\s*$/;

function isMember({ mask, around, closeOf }: Structure, { name, at, before, after }: Seen): boolean {
  if (OF_THIS.test(before)) return true;
  if (name.startsWith('_')) return !/[.\]>]\s*$/.test(before) && !/^\s*:/.test(after) && !isSetInList(before, after);
  const call = CALLED.exec(after);
  // In square brackets it may be an attribute, behind a colon the base of a type.
  if (call === null || !BEFORE_CALL.test(before) || mask[around(at)] === '[') return false;
  if (/:\s*$/.test(before) && mask[around(at)] === '{' && !/[?;]|\bcase\b|\bdefault\b/.test(before)) return false;
  const close = closeOf(at + name.length + call[0].length - 1);
  // A method of its own, or a pattern.
  return !/^\s*(?:\{|=>|where\b|when\b)/.test(mask.slice(close + 1, close + LOOK_AHEAD));
}

/** `new Other { first = 1, _name = 2 }`. */
function isSetInList(before: string, after: string): boolean {
  return /,\s*$/.test(before) && /^\s*=(?!=)/.test(after);
}

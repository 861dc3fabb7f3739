import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, lineAt } from '../code-file.ts';
import { plain, startBefore } from '../names/c-bindings.ts';
import { offsetOf } from '../names/declarations.ts';
import { superNames } from './type-heads.ts';

// What structs, unions and classes of C and C++ have in them, and of which types that is, as it is written.

/** A type by its name, or by the body that is written in its place; neither where it is not known. */
export interface CType {
  readonly name: string | null;
  readonly body: CBody | null;
}

/** A field, or a method with the type of what it gives. */
export interface CMember {
  /** Offset of its name. */
  readonly at: number;
  readonly line: number;
  readonly isMethod: boolean;
  readonly type: CType;
}

/** A body with its members by their names. */
export interface CBody {
  readonly file: string;
  /** Offsets of its braces. */
  readonly open: number;
  readonly close: number;
  /** Lines of these. */
  readonly line: number;
  readonly endLine: number;
  /** Empty for a type without a name. */
  readonly name: string;
  readonly members: ReadonlyMap<string, CMember>;
  readonly supers: readonly string[];
}

/** What a type's name stands for: a body, or another type. */
export type CMeaning = { readonly body: CBody } | { readonly alias: CType };

const UNKNOWN: CType = { name: null, body: null };
/** Bodies in bodies that are read, and members of one body. */
const DEPTH_MAX = 8;
const MEMBERS_MAX = 2_000;

/** What a symbol of a type stands for; null when that is only announced. */
export function meaningOf(file: CodeFile, symbol: FileSymbol): CMeaning | null {
  const mask = file.mask();
  const at = offsetOf(file, symbol);
  const end = at + symbol.name.length;
  if (symbol.kind !== 'type') {
    const open = mask.slice(end, end + HEAD_MAX).search(/[{;]/);
    return mask[end + open] === '{' ? { body: bodyAt(file, end + open, symbol.name) } : null;
  }
  const using = /^\s*=\s*(?:typename\s+)?([\w:\s]{1,200}[*&\s]*);/.exec(mask.slice(end, end + HEAD_MAX));
  const alias = using === null ? typeBefore(file, at, symbol.name) : cType(using[1] ?? '');
  return alias.body === null ? { alias } : { body: alias.body };
}

/** Characters of a head that are looked at for its body. */
const HEAD_MAX = 400;

/** The type that stands before a name that is declared. */
export function typeBefore(file: CodeFile, at: number, name = ''): CType {
  const mask = file.mask();
  const from = startBefore(mask, at);
  if (from === null) return UNKNOWN;
  const code = mask.slice(from, at);
  const isBehindBody = mask[from - 1] === '}' && /^(?:[\s*]|const\b)*$/.test(code);
  const open = isBehindBody ? file.structure().openOf(from - 1) : -1;
  if (open !== -1) return { name: null, body: bodyAt(file, open, name) };
  return cType(plain(code));
}

/** Words of types that say nothing of what their values have. */
const NO_NAMES =
  /\b(?:const|volatile|restrict|static|extern|register|inline|virtual|mutable|constexpr|explicit|friend|typedef|typename|struct|union|class|enum|__\w+)\b/g;
const POINTS = /\b(?:unique_ptr|shared_ptr|scoped_refptr|weak_ptr)\s*<\s*(?:const\s+)?([\w:]{1,100})[\s*]*>\s*$/;

/** Characters of the code of a type that are read. */
const TYPE_MAX = 300;

/** The type that some code names. */
export function cType(written: string): CType {
  const code = written.slice(-TYPE_MAX);
  const pointed = POINTS.exec(code.trim())?.[1];
  const text = (pointed ?? code).replace(NO_NAMES, ' ');
  if (/[<>(){}]/.test(text)) return UNKNOWN;
  const name = /([A-Za-z_]\w*)[\s*&]*$/.exec(text)?.[1] ?? null;
  return { name, body: null };
}

/** Bodies that were read, by the offset of their brace. */
const bodies = new WeakMap<CodeFile, Map<number, CBody>>();

function bodyAt(file: CodeFile, open: number, name: string): CBody {
  const known = bodies.get(file) ?? new Map<number, CBody>();
  bodies.set(file, known);
  const body = known.get(open) ?? readBody(file, { open, name, depth: 0 });
  known.set(open, body);
  return body;
}

interface Opened {
  readonly open: number;
  readonly name: string;
  readonly depth: number;
}

const TYPE_HEAD = /\b(?:struct|union|class)\b[^()=]*$/;

function readBody(file: CodeFile, { open, name, depth }: Opened): CBody {
  const mask = file.mask();
  const close = file.structure().closeOf(open);
  const members = new Map<string, CMember>();
  let start = open + 1;
  let nested: CBody | null = null;
  for (let at = start; at < close && members.size < MEMBERS_MAX; at = Math.max(at, passed(file, at, close)) + 1) {
    const sign = mask[at] ?? '';
    if (sign !== ';' && sign !== '{') continue;
    const head = mask.slice(start, at);
    if (sign === '{' && TYPE_HEAD.test(head.slice(-HEAD_MAX)))
      nested = readNested(file, { open: at, name: nameIn(head.slice(-HEAD_MAX)), depth: depth + 1 });
    // The body of a method ends without a semicolon.
    else if (sign === ';' || head.includes('(')) {
      addMembers(file, members, { from: start, to: at, nested });
      nested = null;
    }
    start = Math.max(at, passed(file, at, close)) + 1;
  }
  const [line, endLine] = [lineAt(file, open), lineAt(file, close)];
  return {
    file: file.path,
    open,
    close,
    line,
    endLine,
    name,
    members,
    supers: name === '' ? [] : superNames(file, name),
  };
}

function readNested(file: CodeFile, opened: Opened): CBody | null {
  return opened.depth > DEPTH_MAX ? null : readBody(file, opened);
}

/** Where brackets or a directive end that begin at an offset; the offset itself for other code. */
function passed(file: CodeFile, at: number, close: number): number {
  const mask = file.mask();
  const sign = mask[at] ?? '';
  if ('([{'.includes(sign)) return Math.min(close, file.structure().closeOf(at));
  if (sign !== '#') return at;
  const end = mask.indexOf('\n', at);
  return end === -1 ? close : end;
}

function nameIn(head: string): string {
  return /\b(?:struct|union|class)\s+(\w+)\s*(?:final\s*)?(?::[^:][^{}]*)?$/.exec(head)?.[1] ?? '';
}

interface Statement {
  readonly from: number;
  readonly to: number;
  readonly nested: CBody | null;
}

/** Characters of a statement that is read. */
const STATEMENT_MAX = 2_000;
/** What declares no field, nor a method: `struct Rep;` only announces. */
const NO_MEMBER =
  /^\s*(?:(?:using|typedef|friend|static_assert)\b|(?:enum\s+)?(?:struct|class|union|enum)\s+\w+\s*(?::[^:]*)?$)/;

/** Adds what a statement of a body declares; what has no name of its own is had by what is around it. */
function addMembers(file: CodeFile, members: Map<string, CMember>, { from, to, nested }: Statement): void {
  const code = file.mask().slice(from, to);
  if (nested !== null && code.trim() === '') {
    const inner = nested.name === '' ? nested.members : [];
    for (const [name, member] of inner) members.set(name, member);
    return;
  }
  if (code.length > STATEMENT_MAX || NO_MEMBER.test(code.replace(LABELS, ''))) return;
  let type: CType | null = nested === null ? null : { name: null, body: nested };
  let at = from;
  for (const part of topParts(code)) {
    const one = readDeclarator(part);
    if (one !== null) {
      type ??= cType(one.type);
      const nameAt = at + one.at;
      members.set(one.name, {
        at: nameAt,
        line: lineAt(file, nameAt),
        isMethod: one.isMethod,
        type: one.isPointer ? UNKNOWN : type,
      });
    }
    at += part.length + 1;
  }
}

/** Parts of a list between its commas, brackets and type arguments passed over. */
function topParts(code: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) || (sign === '>' && code[at - 1] !== '-')) depth -= 1;
    else if (sign === ',' && depth <= 0) {
      parts.push(code.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, code.slice(from)];
}

interface Declarator {
  readonly name: string;
  /** Offset in the part. */
  readonly at: number;
  readonly type: string;
  readonly isMethod: boolean;
  readonly isPointer: boolean;
}

/** `type name`, `type name[2]`, `type name : 3`, `type name = 1`, `type (*name)(…)`, `type name(…)`. */
function readDeclarator(part: string): Declarator | null {
  const pointer = /\(\s*[*^&]+\s*(?:const\s+)?(\w+)\s*(?:\[[^\]]*\]\s*)*\)\s*[([]/.exec(part);
  if (pointer?.[1] !== undefined)
    return {
      name: pointer[1],
      at: pointer.index + pointer[0].indexOf(pointer[1]),
      type: '',
      isMethod: false,
      isPointer: true,
    };
  // A macro behind the name belongs to it: `int a GUARDED_BY(b)`.
  const code = blank(blank(part, /(?<=\w[\s*&]+\w+\s+)[A-Z_][A-Z0-9_]*\s*\([^()]*\)/g), LABELS);
  const method = /(?<![\w~])(\w+)\s*\(/.exec(code);
  const head =
    method === null
      ? blank(code, /(?:=|(?<!:):(?!:)|\[)[\s\S]*$/g)
      : code.slice(0, method.index + (method[1]?.length ?? 0));
  const name = /(\w+)\s*$/.exec(head);
  if (name?.[1] === undefined || /^\d/.test(name[1])) return null;
  return {
    name: name[1],
    at: name.index,
    type: head.slice(0, name.index),
    isMethod: method !== null,
    isPointer: false,
  };
}

const LABELS = /^\s*(?:(?:public|private|protected)\s*:(?!:)\s*)+/;

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => ' '.repeat(found.length));
}

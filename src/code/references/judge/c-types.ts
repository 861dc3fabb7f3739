import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { bindingsOf } from '../names/c-bindings.ts';
import type { ProjectLinks } from '../names/file-links.ts';
import { includedFiles } from '../names/included-files.ts';
import { functionsAround } from '../places/functions-around.ts';
import { separatorBefore } from '../places/path-before.ts';
import { type CBody, type CMember, type CType, cType } from '../types/c-bodies.ts';
import { typeAround } from '../types/type-heads.ts';

// Of which struct or class of C or C++ something is a member, by the types that are written for what stands before it.

/** What a file declares by a name: what it stands for as a type, and the type that it has as a variable of the file. */
export interface CDeclared {
  readonly file: string;
  readonly bodies: readonly CBody[];
  readonly aliases: readonly CType[];
  readonly variables: readonly { readonly type: CType; readonly isOfOneFile: boolean }[];
}

/** What is known of names; null for one that has not been looked up, which is then remembered as asked for. */
export type LookUpC = (name: string) => readonly CDeclared[] | null;

/** What types are asked with: where from, and by what. */
export interface CView {
  readonly file: Pick<CodeFile, 'path'>;
  readonly links: ProjectLinks;
  readonly lookUp: LookUpC;
}

/** A member with the body that has it. */
export interface FoundMember {
  readonly body: CBody;
  readonly member: CMember;
}

/** Names between a value and its member that are followed. */
const CHAIN_MAX = 8;
/** Steps from a name of a type to what it stands for. */
const STEPS_MAX = 6;

/** The names before a member, from the outside in: `a->b[1].name`; null where something else stands there. */
export function chainBefore(file: CodeFile, at: number): readonly string[] | null {
  const mask = file.mask();
  const names: string[] = [];
  let end = at;
  for (let left = CHAIN_MAX; left > 0; left -= 1) {
    const separator = separatorBefore(file, end);
    if (separator === -1) return names;
    if (mask[separator] === ':') return null;
    let last = before(mask, separator);
    for (let index = CHAIN_MAX; index > 0 && mask[last] === ']'; index -= 1)
      last = before(mask, Math.max(0, file.structure().openOf(last)));
    const word = /[A-Za-z_]\w*$/.exec(mask.slice(Math.max(0, last - 99), last + 1))?.[0] ?? null;
    if (word === null) return pointedBefore(file, last, names);
    names.unshift(word);
    end = last + 1 - word.length;
  }
  return null;
}

/** `(*name)->member` */
function pointedBefore(file: CodeFile, last: number, names: readonly string[]): readonly string[] | null {
  const mask = file.mask();
  const open = mask[last] === ')' ? file.structure().openOf(last) : -1;
  const name =
    open === -1 ? null : /^\s*(?:[*&]\s*)?([A-Za-z_]\w*)\s*$/.exec(mask.slice(open + 1, Math.min(last, open + 99)));
  if (name?.[1] === undefined || /[\w)\]]/.test(mask[before(mask, open)] ?? '')) return null;
  return [name[1], ...names];
}

/** The bodies of the type that a chain of names leads to; empty where that is not known. */
export function bodiesOfChain(view: CView, file: CodeFile, chain: readonly string[], at: number): readonly CBody[] {
  if (chain.length === 1 && chain[0] === 'this') return bodiesAround(view, typeAround(file, at)?.name ?? null, at);
  const type = typeOfChain(view, file, chain, at);
  return type === null ? [] : bodiesOfType(view, type);
}

/** The type that is written for what a chain of names leads to; null where none is. */
function typeOfChain(view: CView, file: CodeFile, chain: readonly string[], at: number): CType | null {
  const [root, ...names] = chain;
  if (root === undefined) return null;
  let type: CType | null =
    root === 'this' ? { name: typeAround(file, at)?.name ?? null, body: null } : typeOfRoot(view, file, root, at);
  for (const name of names) {
    if (type === null) return null;
    type = memberOf(view, bodiesOfType(view, type), name)?.member.type ?? null;
  }
  return type;
}

/** Whether what a chain of names leads to has a type that the project declares nothing by, and that no template is given. */
export function isChainOfOthers(view: CView, file: CodeFile, chain: readonly string[], at: number): boolean {
  const name = typeOfChain(view, file, chain, at)?.name ?? 'auto';
  if (name === 'auto' || view.lookUp(name)?.length !== 0) return false;
  return !new RegExp(`\\b(?:typename|class)\\s*(?:\\.\\.\\.\\s*)?${name}\\b`).test(file.mask());
}

/** The type of a local variable, of a member of the class around a place, or of a variable of a file. */
function typeOfRoot(view: CView, file: CodeFile, root: string, at: number): CType | null {
  const local = localType(file, root, at);
  if (local !== null) return local;
  const owner = classAround(file, at);
  if (owner !== null) {
    const found = memberOf(view, bodiesAround(view, owner, at), root);
    if (found !== null) return found.member.type;
  }
  return typeOfVariable(view, root);
}

/** The class of C++ whose method is around a place; null where a bare name is no member. */
export function classAround(file: CodeFile, at: number): string | null {
  return functionsAround(file, at).length === 0 ? null : (typeAround(file, at)?.name ?? null);
}

/** The type with which the functions around a place bind a name; null when they do not. */
function localType(file: CodeFile, name: string, at: number): CType | null {
  for (const symbol of functionsAround(file, at).toReversed()) {
    const found = bindingsOf(file, name, symbol).filter((one) => one.at < at && holdsAt(file, one.at, at));
    const from = Math.max(-1, ...found.map((one) => file.structure().around(one.at)));
    const nearest = found.findLast((one) => file.structure().around(one.at) === from);
    if (nearest !== undefined) return cType(nearest.type);
  }
  return null;
}

/** Whether the block of a declaration goes on at a place; what parentheses declare is in the block behind them. */
function holdsAt(file: CodeFile, declared: number, at: number): boolean {
  const { around, closeOf } = file.structure();
  const open = around(declared);
  const block = file.mask()[open] === '{' ? open : around(Math.max(0, open));
  return open === -1 || file.mask()[open] === '(' ? block === -1 || at < closeOf(block) : at < closeOf(open);
}

function typeOfVariable(view: CView, name: string): CType | null {
  const all = view.lookUp(name) ?? [];
  const own = all.filter(({ file }) => file === view.file.path).flatMap(({ variables }) => variables);
  const others = all.flatMap(({ variables }) => variables).filter(({ isOfOneFile }) => !isOfOneFile);
  const [first, ...more] = own.length > 0 ? own : others;
  const isOne = first !== undefined && more.every(({ type }) => type.name !== null && type.name === first.type.name);
  return isOne ? first.type : null;
}

/** What a type stands for, as a file sees it: several for the branches of a condition in one file. */
export function bodiesOfType(view: CView, type: CType): readonly CBody[] {
  let one = type;
  for (let left = STEPS_MAX; left > 0; left -= 1) {
    if (one.body !== null) return [one.body];
    if (one.name === null) return [];
    const known = seenFrom(
      view,
      (view.lookUp(one.name) ?? []).filter(({ bodies, aliases }) => bodies.length + aliases.length > 0),
    );
    const bodies = known.flatMap((declared) => declared.bodies);
    const alias = known.flatMap((declared) => declared.aliases)[0];
    if (bodies.length > 0 || alias === undefined || alias.name === one.name) return bodies;
    one = alias;
  }
  return [];
}

/** What the class around a place stands for: of several of its name in one file the one that the place is in. */
export function bodiesAround(view: CView, owner: string | null, at: number): readonly CBody[] {
  const bodies = bodiesOfType(view, { name: owner, body: null });
  const around = bodies.filter(({ file, open, close }) => file === view.file.path && open < at && at < close);
  return around.length > 0 ? around : bodies;
}

/** Of the files that declare a type the one that another file sees; all in it, or none where several may be meant. */
function seenFrom({ file, links }: CView, all: readonly CDeclared[]): readonly CDeclared[] {
  const own = all.filter((declared) => declared.file === file.path);
  if (own.length > 0) return own;
  const included = includedFiles(links, file.path);
  const seen = all.filter((declared) => included.has(declared.file));
  const chosen = seen.length > 0 ? seen : all;
  // A tag may stand in one header, and the name for it in another.
  const withBodies = chosen.filter(({ bodies }) => bodies.length > 0);
  const rest = withBodies.length > 0 ? withBodies : chosen.slice(0, 1);
  return new Set(rest.map((declared) => declared.file)).size === 1 ? rest : [];
}

/** Classes that are looked through for one member. */
const CLASSES_MAX = 100;

/** The member of a name that a type has, or what it is made from; null without such. */
export function memberOf(view: CView, bodies: readonly CBody[], name: string): FoundMember | null {
  const seen = new Set<CBody>(bodies);
  // What is added while the set is gone through is gone through as well.
  for (const body of seen) {
    const member = body.members.get(name);
    if (member !== undefined) return { body, member };
    for (const base of body.supers.slice(0, CLASSES_MAX)) {
      if (seen.size >= CLASSES_MAX) return null;
      for (const one of bodiesOfType(view, { name: base, body: null })) seen.add(one);
    }
  }
  return null;
}

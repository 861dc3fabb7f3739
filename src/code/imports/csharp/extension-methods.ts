import { wordBefore } from '../../lex/code-text.ts';
import type { Structure } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { TypeName } from '../typed/facts.ts';
import { inPackage } from '../typed/names.ts';
import { bodyOf, type TypeHead } from './parts.ts';
import { withParameters } from './type-parameters.ts';

/** What a file says of methods that are called on a value of a type which they do not belong to. */
export interface ExtensionFacts {
  /** Full names, by the namespace, with their type parameters: the class that they stand in is not named where they are called. */
  readonly extensions: readonly string[];
  /** Names of all other methods that the file declares. */
  readonly methods: readonly string[];
  /** Names that are called behind a dot, with the type arguments that they are given. */
  readonly calledMembers: readonly TypeName[];
}

/** The first parameter of such a method, which has `this` before it. Source: C# language specification, "Extension methods". */
const FIRST_PARAMETER = /\(\s{0,80}(?:\[[^\][]{0,200}\]\s{0,80})?this\s/g;
const NAME_BEFORE = /([A-Za-z_]\w{0,200})\s{0,40}(?:<[^<>(){};]{0,200}>\s{0,40})?$/;
const HEAD_MAX = 500;
const METHOD = /[\w>\]?]\s{1,40}([A-Z]\w{0,200})\s{0,40}(?:<[^<>(){};]{0,200}>\s{0,40})?\(/g;
const CALLED = /(?<=\.\s{0,40})[A-Z]\w{0,200}(?=\s{0,40}(?:<[^(){};]{0,200}>)?\()/g;
/** Words before what is called and not declared. */
const BEFORE_CALL = /^(?:await|case|else|in|is|new|not|or|and|return|throw|when|yield)$/;

/** Reads all of them; `heads` are the types of the file. */
export function findExtensions(structure: Structure, heads: readonly TypeHead[]): ExtensionFacts {
  const { mask } = structure;
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  const typed = heads.slice(0, max).flatMap((head) => bodyOf(structure, head) ?? []);
  const bodies = new Map(typed.map((body) => [body.open, body]));
  const declared = [...mask.matchAll(FIRST_PARAMETER)]
    .slice(0, max)
    .flatMap(({ index }) => extensionAt(structure, bodies, index) ?? []);
  const isConditional = findConditional(mask);
  const sure = declared.filter(({ at }) => !isConditional(at));
  const places = new Set(sure.map(({ at }) => at));
  const methods = new Set<string>();
  for (const match of mask.matchAll(METHOD)) {
    const at = match.index + match[0].indexOf(match[1] ?? '', 1);
    if (!places.has(at) && !BEFORE_CALL.test(wordBefore(mask, at))) methods.add(match[1] ?? '');
  }
  return {
    extensions: [...new Set(sure.map(({ full }) => full))].slice(0, max),
    methods: [...methods].slice(0, max),
    calledMembers: findCalled(mask).slice(0, max),
  };
}

function findCalled(mask: string): readonly TypeName[] {
  const found = new Map<string, TypeName>();
  const lines = makeLineIndex(mask);
  for (const { 0: written, index } of mask.matchAll(CALLED)) {
    const name = withParameters(mask, written, index + written.length);
    if (!found.has(name)) found.set(name, { name, line: lines.lineAt(index) });
    if (found.size > IMPORT_LIMITS.mentionsPerFileMax) break;
  }
  return [...found.values()];
}

/**
 * Tells of offsets, to be asked in their order, whether they lie between `#if` and `#endif`. What is declared there often
 * stands in for what older platforms do not have: elsewhere a call of it means the platform's own.
 */
function findConditional(mask: string): (at: number) => boolean {
  const ranges: { readonly from: number; readonly to: number }[] = [];
  const open: number[] = [];
  for (const { 1: word, index } of mask.matchAll(/^[ \t]{0,80}#[ \t]{0,40}(if|endif)(?!\w)/gm)) {
    if (word === 'if') open.push(index);
    const from = word === 'endif' ? open.pop() : undefined;
    if (from !== undefined && open.length === 0) ranges.push({ from, to: index });
  }
  let next = 0;
  return (at) => {
    while ((ranges[next]?.to ?? at) < at) next += 1;
    return (ranges[next]?.from ?? at) < at;
  };
}

/** The method whose parameters begin at an offset; null where it is called there, or lies in no type of a namespace. */
function extensionAt(
  { mask, around }: Structure,
  bodies: ReadonlyMap<number, TypeHead>,
  at: number,
): { readonly full: string; readonly at: number } | null {
  const ahead = mask.slice(Math.max(0, at - HEAD_MAX), at);
  const name = NAME_BEFORE.exec(ahead);
  const head = ahead.slice(Math.max(...[';', '{', '}'].map((sign) => ahead.lastIndexOf(sign))) + 1);
  if (name === null || !/(?<![\w.@])static\s/.test(head)) return null;
  const type = bodies.get(around(at));
  if (type === undefined || type.space === null) return null;
  const [, bare = ''] = name;
  const full = withParameters(name[0], bare, bare.length);
  return { full: inPackage(full, type.space), at: at - ahead.length + name.index };
}

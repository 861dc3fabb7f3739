import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../search/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { findAutoloads } from './autoloads.ts';

/** One `require` and its like. */
export interface RubyRequire {
  readonly path: string;
  readonly line: number;
  /** `require_relative`: from the file's own folder. */
  readonly isRelative: boolean;
  /** `autoload`: when its constant is first used. */
  readonly isLazy: boolean;
  /** Whether the path is made from the name of the constant. */
  readonly isByName: boolean;
}

/** A constant with the modules around it, outermost first. */
export interface RubyConstant {
  readonly name: string;
  readonly scope: string;
  readonly line: number;
}

/** What a Ruby file says. */
export interface RubyFacts {
  readonly requires: readonly RubyRequire[];
  readonly constants: readonly RubyConstant[];
  readonly isCut: boolean;
}

const REQUIRE = new RegExp(
  `(?<![\\w.:@$])(require|require_relative|load|autoload\\s*\\(?\\s*:\\w{1,200}\\s*,)\\s*\\(?\\s*(["'])(${FILLER}{1,300})\\2`,
  'g',
);
const CONSTANT = /(?<![\w.:@$])(?:::)?[A-Z]\w{0,100}(?:::[A-Z]\w{0,100}){0,10}/g;
const OPENING = /^([ \t]*)(?:class|module)[ \t]+((?:::)?[A-Z][\w:]{0,300})/gm;

/** Files that are required by a path that is written out, and constants, which Rails leads to files. */
export function rubyMentions(text: string, mask: string): RubyFacts {
  const byName = findAutoloads(text, mask).map((one) => ({ ...one, isRelative: false, isLazy: true, isByName: true }));
  const requires = [...findRequires(text, mask), ...byName];
  const constants = findConstants(mask);
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  const isCut = requires.length > max || constants.length > max;
  return { requires: requires.slice(0, max), constants: constants.slice(0, max), isCut };
}

function findRequires(text: string, mask: string): readonly RubyRequire[] {
  const lines = makeLineIndex(mask);
  return [...mask.matchAll(REQUIRE)].flatMap((match) => {
    const [whole, word = '', , filled = ''] = match;
    const from = match.index + whole.length - 1 - filled.length;
    const path = text.slice(from, from + filled.length);
    // What is put together at run time names no file.
    if (path.includes('#{')) return [];
    return {
      path,
      line: lines.lineAt(match.index),
      isRelative: word === 'require_relative',
      isLazy: word.startsWith('autoload'),
      isByName: false,
    };
  });
}

/** Each constant once for each scope; scopes are told by indents, as everybody writes Ruby. */
function findConstants(mask: string): readonly RubyConstant[] {
  const openings = [...mask.matchAll(OPENING)].map((match) => {
    const [whole, indent = '', name = ''] = match;
    return { at: match.index, end: match.index + whole.length, indent: indent.length, name };
  });
  const found = new Map<string, RubyConstant>();
  const lines = makeLineIndex(mask);
  const around: { readonly indent: number; readonly name: string }[] = [];
  let next = 0;
  for (const match of mask.matchAll(CONSTANT)) {
    let isDeclared = false;
    for (let one = openings[next]; one !== undefined && one.at <= match.index; one = openings[next]) {
      while (around.length > 0 && (around.at(-1)?.indent ?? 0) >= one.indent) around.pop();
      around.push(one);
      isDeclared = match.index < one.end;
      next += 1;
    }
    if (isDeclared || found.size > IMPORT_LIMITS.mentionsPerFileMax) continue;
    const scope = around.map(({ name }) => name.replace(/^::/, '')).join('::');
    const key = `${scope} ${match[0]}`;
    if (!found.has(key)) found.set(key, { name: match[0], scope, line: lines.lineAt(match.index) });
  }
  return [...found.values()];
}

import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { findAutoloads } from './autoloads.ts';
import { findLoadedFolders } from './loaded-folders.ts';

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
  /** The constant of an `autoload` with a path, without the modules around it. */
  readonly constant: string | null;
}

/** A constant with what is opened around it, outermost first: `Shop Tools::Site`. */
export interface RubyConstant {
  readonly name: string;
  readonly scope: string;
  readonly line: number;
}

/** What a Ruby file says. */
export interface RubyFacts {
  readonly requires: readonly RubyRequire[];
  readonly constants: readonly RubyConstant[];
  /** Full names of classes, modules and what is assigned to a constant. */
  readonly declared: readonly string[];
  /** Folders of an application that its settings say are loaded by name, from its own folder on. */
  readonly loadedFolders: readonly string[];
  readonly isCut: boolean;
}

const REQUIRE = new RegExp(
  `(?<![\\w.:@$])(require|require_relative|load|autoload\\s*(?:\\(\\s*)?:\\w{1,200}\\s*,)\\s*(?:\\(\\s*)?(["'])(${FILLER}{1,300})\\2`,
  'g',
);
const CONSTANT = /(?<![\w.:@$])(?:::)?[A-Z]\w{0,100}(?:::[A-Z]\w{0,100}){0,10}/g;

/** Files that are required by a path that is written out, and constants, whose names lead to files. */
export function rubyMentions(text: string, mask: string): RubyFacts {
  const made = { isRelative: false, isLazy: true, isByName: true, constant: null };
  const byName = findAutoloads(text, mask).map((one) => ({ ...one, ...made }));
  const requires = [...findRequires(text, mask), ...findMadePaths(text, mask), ...byName];
  const { constants, declared, isEnded } = findConstants(mask);
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  const isCut = isEnded || [requires, constants, declared].some(({ length }) => length > max);
  return {
    requires: requires.slice(0, max),
    constants: constants.slice(0, max),
    declared: declared.slice(0, max),
    loadedFolders: findLoadedFolders(text, mask),
    isCut,
  };
}

function findRequires(text: string, mask: string): readonly RubyRequire[] {
  const lines = makeLineIndex(mask);
  return [...mask.matchAll(REQUIRE)].flatMap((match) => {
    const [whole, word = '', , filled = ''] = match;
    const from = match.index + whole.length - 1 - filled.length;
    const path = text.slice(from, from + filled.length);
    // What is put together at run time, or by a template, names no file.
    if (/#\{|<%/.test(path)) return [];
    return {
      path,
      line: lines.lineAt(match.index),
      isRelative: word === 'require_relative',
      isLazy: word.startsWith('autoload'),
      isByName: false,
      constant: /:(\w+)/.exec(word)?.[1] ?? null,
    };
  });
}

const OWN_FOLDER = '(?:__dir__|(?:::)?File\\.dirname\\(\\s*__FILE__\\s*\\))';
const QUOTED = `(["'])(${FILLER}{1,300})\\1`;
/** Up to the end of what is said, but for a condition behind it. */
const ENDS = '(?=[ \\t)]{0,20}(?:$|;|\\b(?:if|unless|rescue)\\b))';
const MADE_PATHS = [
  `(?:::)?File\\.expand_path\\s*(?:\\(\\s*)?${QUOTED}\\s*,\\s*(?:(__FILE__)|${OWN_FOLDER})`,
  `(?:::)?File\\.join\\s*(?:\\(\\s*)?${OWN_FOLDER}\\s*,\\s*${QUOTED}`,
  `${OWN_FOLDER}\\s*\\+\\s*${QUOTED}`,
].map((made) => new RegExp(`(?<![\\w.:@$])(?:require|load)\\s*(?:\\(\\s*)?${made}${ENDS}`, 'gm'));

/** `require File.expand_path('../a', __FILE__)` and its like: from the file's own folder, of which `__FILE__` is one below. */
function findMadePaths(text: string, mask: string): readonly RubyRequire[] {
  const lines = makeLineIndex(mask);
  const matches = MADE_PATHS.flatMap((pattern) => [...mask.matchAll(pattern)]).sort((a, b) => a.index - b.index);
  return matches.flatMap((match) => {
    const [whole, , filled = '', file] = match;
    const from = match.index + whole.indexOf(filled);
    const said = text.slice(from, from + filled.length).replace(/^\/+/, '');
    if (/#\{|<%/.test(said) || (file !== undefined && !said.startsWith('../'))) return [];
    const path = file === undefined ? said : said.slice('../'.length);
    const line = lines.lineAt(match.index);
    return { path, line, isRelative: true, isLazy: false, isByName: false, constant: null };
  });
}

/** A class or module that is open at a place. */
interface Opening {
  readonly indent: number;
  /** As it is written: `::A` is at the top. */
  readonly name: string;
}

/** One place of a constant. */
interface Standing {
  readonly name: string;
  readonly at: number;
  readonly indent: number;
  /** What stands before it on its line, as far as it is looked at. */
  readonly before: string;
}

/** How much before a constant is looked at. */
const LOOK_BACK = 400;
const FAR = '…';
const HEAD = /^[ \t]*(?:class|module)\b/;
const OPENS = /^[ \t]*(?:class|module)[ \t]+$/;
/** A class opens with its own name, and behind it the one that it extends, which is no part of it. */
const EXTENDED = /^[ \t]*class[ \t]+[\w:]+[ \t]*<[ \t]*$/;
/** Whether something is there at all is asked without loading or using it. */
const ASKED = /\bdefined\?[ \t]*(?:\([ \t]*)?$/;
const ASSIGNED = /[ \t]{0,20}=(?![=~>])/y;

/** Places of constants that are looked at in one file: a file of a megabyte that somebody wrote has a tenth of them. */
const PLACES_MAX = 50_000;

/** Each constant once for each scope; scopes are told by indents, as everybody writes Ruby. */
function findConstants(mask: string): Pick<RubyFacts, 'constants' | 'declared'> & { readonly isEnded: boolean } {
  const found = new Map<string, RubyConstant>();
  const declared = new Set<string>();
  const lines = makeLineIndex(mask);
  const around: Opening[] = [];
  let left = PLACES_MAX;
  for (const one of standings(mask)) {
    left -= 1;
    if (left < 0 || Math.max(found.size, declared.size) > IMPORT_LIMITS.mentionsPerFileMax) break;
    closeBefore(around, one);
    const isOpening = OPENS.test(one.before);
    if (isOpening) around.push(one);
    const modules = modulesOf(EXTENDED.test(one.before) ? around.slice(0, -1) : around);
    const scope = modules.join(' ');
    if (scope.length > SCOPE_CHARACTERS_MAX) continue;
    if (isOpening) declared.add(modules.join('::'));
    else if (isAssigned(mask, one)) declared.add([...modules, one.name].join('::'));
    else addOnce(found, { name: one.name, scope, line: lines.lineAt(one.at) });
  }
  return { constants: [...found.values()], declared: [...declared], isEnded: left < 0 };
}

function addOnce(found: Map<string, RubyConstant>, constant: RubyConstant): void {
  const key = `${constant.scope} ${constant.name}`;
  if (!found.has(key)) found.set(key, constant);
}

/** What was opened with the indent of a line is over there, but on the line that opens it. */
function closeBefore(around: Opening[], { before, indent }: Standing): void {
  if (HEAD.test(before) && !OPENS.test(before)) return;
  while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
}

function isAssigned(mask: string, { name, at, before }: Standing): boolean {
  ASSIGNED.lastIndex = at + name.length;
  return /^[ \t]*$/.test(before) && ASSIGNED.test(mask);
}

/** Names of modules around a constant that are longer together are none that somebody wrote. */
const SCOPE_CHARACTERS_MAX = 1_000;

/** Modules deeper than anybody puts them into each other. */
const DEPTH_MAX = 20;

/** From the last one that begins at the top again. */
function modulesOf(around: readonly Opening[]): readonly string[] {
  const top = around.findLastIndex(({ name }) => name.startsWith('::'));
  return around
    .slice(Math.max(0, top))
    .slice(0, DEPTH_MAX)
    .map(({ name }) => name.replace(/^::/, ''));
}

/** How far in a line begins; one that begins within a literal goes on with what is around that, and closes nothing. */
function indentOf(line: string): number {
  return line.startsWith(FILLER) ? Number.POSITIVE_INFINITY : (/^[ \t]*/.exec(line)?.[0].length ?? 0);
}

function* standings(mask: string): Generator<Standing> {
  let start = 0;
  let end = mask.indexOf('\n');
  let measured = -1;
  let indent = 0;
  for (const { 0: name, index: at } of mask.matchAll(CONSTANT)) {
    while (end !== -1 && end < at) {
      start = end + 1;
      end = mask.indexOf('\n', start);
    }
    if (start !== measured) indent = indentOf(mask.slice(start, start + LOOK_BACK));
    measured = start;
    // So far behind the beginning of its line it opens nothing.
    const before = at - start > LOOK_BACK ? FAR : mask.slice(start, at);
    if (!ASKED.test(before)) yield { name, at, indent, before };
  }
}

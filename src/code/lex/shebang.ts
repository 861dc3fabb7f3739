import { nameOf } from '../text/paths.ts';
import { type Language, languageOf } from './languages.ts';

/**
 * The language of a file whose content is known: by its name, and where that has no ending by the interpreter that its
 * first line asks for (`#!/usr/bin/env php`). Null when neither tells. Source: execve(2), "Interpreter scripts".
 */
export function languageIn(path: string, text: string | Buffer): Language | null {
  return languageOf(path) ?? (mayBeProgram(path) ? interpreterLanguage(text) : null);
}

/** Whether only the content of a file tells if it is a program: its name has no ending, and is no known one. */
export function mayBeProgram(path: string): boolean {
  const name = nameOf(path);
  return !name.includes('.') && languageOf(path) === null;
}

/**
 * What the contents of one path are told apart by: the same bytes are other declarations in another language. A content
 * that tells its language itself is one of its own, since under a name with an ending it would be no program.
 */
export function languageKeyOf(path: string): string {
  return languageOf(path)?.id ?? (mayBeProgram(path) ? TOLD_INSIDE : '');
}

const TOLD_INSIDE = '#!';

/** Characters of a first line that are looked at: kernels read no more. */
const FIRST_LINE_MAX = 256;

/** Interpreters by the usual ending of what they read. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  sh: ['sh', 'bash', 'dash', 'ash', 'ksh', 'mksh', 'zsh', 'bats'],
  fish: ['fish'],
  py: ['python', 'pypy', 'uv'],
  rb: ['ruby', 'jruby', 'rake'],
  php: ['php'],
  js: ['node', 'nodejs', 'qjs', 'zx'],
  ts: ['deno', 'bun', 'tsx', 'ts-node'],
  pl: ['perl'],
  lua: ['lua', 'luajit'],
  r: ['rscript'],
  jl: ['julia'],
  exs: ['elixir'],
  erl: ['escript'],
  hs: ['runhaskell', 'runghc'],
  groovy: ['groovy'],
  swift: ['swift'],
  ps1: ['pwsh'],
  mk: ['make', 'gmake'],
};

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(INTERPRETERS).flatMap(([ending, names]) => names.map((name) => [name, ending] as const)),
);

function interpreterLanguage(text: string | Buffer): Language | null {
  const head = typeof text === 'string' ? text.slice(0, FIRST_LINE_MAX) : text.toString('latin1', 0, FIRST_LINE_MAX);
  if (!head.startsWith('#!')) return null;
  const [line = ''] = head.slice(2).split(/[\r\n]/, 1);
  const words = line.split(/[ \t]+/).filter((word) => word !== '');
  const first = programName(words[0] ?? '');
  const ending = ENDINGS.get(first === 'env' ? programName(words.slice(1).find(isCommand) ?? '') : first);
  return ending === undefined ? null : languageOf(`a.${ending}`);
}

/** What `env` runs is the first of its words that is no option and sets no variable. */
function isCommand(word: string): boolean {
  return !word.startsWith('-') && !word.includes('=');
}

/** `/usr/bin/python3.12` is Python. */
function programName(word: string): string {
  const name = nameOf(word).toLowerCase();
  const version = name.search(/[\d.]/);
  return version <= 0 ? name : name.slice(0, version).replace(/-$/, '');
}

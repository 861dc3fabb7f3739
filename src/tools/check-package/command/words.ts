import type { Asked } from '../asked.ts';

/** What one command asks for. */
export interface CommandFound {
  readonly asked: readonly Asked[];
  /** Files of requirements that it takes in. */
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/** Reads the words behind a program's name; null when they install nothing. */
export type CommandReader = (words: readonly string[]) => CommandFound | null;

/** Words of a command, told apart. */
export interface ParsedWords {
  readonly positional: readonly string[];
  /** Values of options, by the option as it is written. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/**
 * Tells options from packages. `withValue` are options whose next word is their value; of any other only `--a=b` has
 * one. After `--` all words are packages; with `stopsAtFirst` the words after the first one belong to the program that
 * is run.
 */
export function parseWords(
  words: readonly string[],
  withValue: ReadonlySet<string>,
  stopsAtFirst = false,
): ParsedWords {
  const positional: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      positional.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      positional.push(word);
      if (stopsAtFirst) break;
      continue;
    }
    const option = readOption(word, words[at + 1] ?? '', withValue);
    options.set(option.name, [...(options.get(option.name) ?? []), option.value]);
    if (option.takesNext) at += 1;
  }
  return { positional, options };
}

function readOption(word: string, next: string, withValue: ReadonlySet<string>) {
  const equals = word.indexOf('=');
  if (equals !== -1) return { name: word.slice(0, equals), value: word.slice(equals + 1), takesNext: false };
  // `-dG test` is `-d -G test`: of short options written as one the last may have a value.
  const last = /^-[A-Za-z]{1,2}([A-Za-z])$/.exec(word)?.[1];
  const name = last !== undefined && !withValue.has(word) && withValue.has(`-${last}`) ? `-${last}` : word;
  const takesNext = withValue.has(name);
  return { name, value: takesNext ? next : '', takesNext };
}

/** The first value of the first of these options that is given; null when none is. */
export function optionOf({ options }: ParsedWords, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = options.get(name)?.[0];
    if (value !== undefined) return value;
  }
  return null;
}

/** All values of these options. */
export function optionsOf({ options }: ParsedWords, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => options.get(name) ?? []);
}

/** A set of the words of a text. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** A command that takes what a manifest says. */
export function fromManifest(manifest: string): CommandFound {
  return {
    asked: [],
    files: [],
    notes: [`it installs what ${manifest} asks for: give path or manifest to check that`],
  };
}

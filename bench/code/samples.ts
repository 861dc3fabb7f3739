import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '../../src/base/units.ts';
import { escapeRegex } from '../../src/code/search/matcher.ts';

// Queries sampled from a folder's own text, by chance that is the same in every run.

const SEED = 20_251_121;
/** Files that queries are drawn from: enough for thousands, and read in a second. */
const FILES_READ = 400;

/** Words, pieces of lines and, one in eight, texts that stand nowhere or nearly so. */
export function sampleLiterals(folder: string, count: number): readonly string[] {
  const { pick, lines } = openSamples(folder);
  return distinct(count, () => {
    const line = pick(lines);
    const words = line.match(/[A-Za-z_][A-Za-z0-9_]{2,}/g) ?? [];
    const word = words.length === 0 ? null : pick(words);
    const kind = pick([0, 1, 2, 3, 4, 5, 6, 7]);
    if (kind === 0) return word === null ? null : absentFrom(word);
    if (kind <= 4) return word;
    return pieceOf(line, pick);
  });
}

/** Patterns around a sampled word: classes, repeats, alternatives, places, lines. */
export function samplePatterns(folder: string, count: number): readonly string[] {
  const { pick, lines } = openSamples(folder);
  return distinct(count, () => {
    const words = pick(lines).match(/[A-Za-z_][A-Za-z0-9_]{3,}/g) ?? [];
    const other = pick(lines).match(/[A-Za-z_][A-Za-z0-9_]{3,}/g) ?? [];
    if (words.length === 0 || other.length === 0) return null;
    const [one, two] = [pick(words), pick(other)];
    const piece = pieceOf(pick(lines), pick);
    return pick([
      `\\b${one}\\b`,
      `${one}[ \\t]*\\(`,
      `(${one}|${two})`,
      `^[ \\t]*${one}`,
      `${one}[a-z0-9_]+`,
      `${one.slice(0, 3)}[a-z]+${one.slice(-3)}`,
      `${one}.*${two}`,
      `${one}[;,)]$`,
      piece === null ? null : piece.split(/\d+/).map(escapeRegex).join('[0-9]+'),
      piece === null ? null : escapeRegex(piece).replace(/ /g, '[ \\t]+'),
    ]);
  });
}

/** So many of a list, spread over all of it. */
export function evenly<Value>(list: readonly Value[], count: number): readonly Value[] {
  const step = Math.max(1, list.length / count);
  return list.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, count);
}

type Pick = <Value>(from: readonly Value[]) => Value;

function openSamples(folder: string): { readonly pick: Pick; readonly lines: readonly string[] } {
  const random = makeRandom();
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] ?? (from[0] as (typeof from)[number]);
  const files = listFiles(folder);
  const lines: string[] = [];
  for (let read = 0; read < FILES_READ; read++) {
    const path = join(folder, pick(files));
    if (statSync(path).size > MIB) continue;
    const text = readFileSync(path, 'latin1');
    if (text.includes('\0')) continue;
    // Other scripts are told apart by bytes, which stand for other characters in files that are not UTF-8.
    for (const line of text.split(/\r?\n/))
      if (/[A-Za-z]{3}/.test(line) && /^[\t\x20-\x7e]*$/.test(line)) lines.push(line);
  }
  return { pick, lines };
}

/** Tracked files of a repository, all files of a plain folder; sorted, so that chance meets the same ones. */
function listFiles(folder: string): readonly string[] {
  const { stdout, status } = spawnSync('git', ['-C', folder, 'ls-files', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * MIB,
  });
  const tracked = status === 0 ? stdout.split('\0').filter((path) => path !== '') : [];
  const all = tracked.length > 0 ? tracked : readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true).sort();
}

function distinct(count: number, draw: () => string | null): readonly string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < 100 * count; tries++) {
    const query = draw();
    if (query !== null) found.add(query);
  }
  return [...found];
}

/** A part of the line with something in it. */
function pieceOf(line: string, pick: Pick): string | null {
  const trimmed = line.trim();
  if (trimmed.length < 8) return null;
  const length = Math.min(trimmed.length, pick([6, 8, 12, 16, 24, 40]));
  const start = pick(Array.from({ length: trimmed.length - length + 1 }, (_, at) => at));
  const piece = trimmed.slice(start, start + length).trim();
  return piece.length >= 4 ? piece : null;
}

function absentFrom(word: string): string {
  const middle = Math.ceil(word.length / 2);
  return `${word.slice(0, middle)}qz${word.slice(middle)}`;
}

/** Marsaglia's xorshift: the same numbers in every run. */
function makeRandom(): () => number {
  let state = SEED;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Language, languageOf } from '../../src/code/lex/languages.ts';
import { scanSymbols } from '../../src/code/lex/scan-symbols.ts';
import type { FileSymbol } from '../../src/code/lex/symbol.ts';
import { hasGrammar } from '../../src/code/syntax/grammars.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';
import type { OracleAnswer } from './scanner-oracle.ts';

/*
 * The symbol scanner against the definitions of syntax trees, by name and line, and its speed with masking: megabytes
 * per second of processor time. Files whose tree has errors are no measure and are left out of the comparison, as are
 * those that were made small for browsers, where nobody looks for a declaration. With SCANNER_SHOW set to a language's id, what differs is printed.
 */

/** Files of one language that are compared; spread over all that there are. */
const FILES_MAX = 400;
const FILE_BYTES_MAX = 300_000;
/** Bytes of one language that the speed is measured on. */
const SPEED_BYTES_MAX = 20e6;
const ROUNDS = 3;
/** Characters; lines are longer on average only where a machine has written them. */
const MEAN_LINE_MAX = 200;

/** A row per language of the repositories: recall, precision, speed. */
export async function measureScanner({ repositories }: CodeBench): Promise<readonly Row[]> {
  const files = collect(repositories);
  const oracle = startOracle();
  const rows: Row[] = [];
  for (const id of [...files.keys()].sort()) rows.push(await measureLanguage(oracle, id, files.get(id) ?? []));
  oracle.stop();
  return rows;
}

interface File {
  readonly path: string;
  readonly language: Language;
}

function collect(repositories: readonly string[]): Map<string, File[]> {
  const files = new Map<string, File[]>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') walk(path);
      const language = entry.isFile() ? languageOf(entry.name) : null;
      if (language?.scanner == null || statSync(path).size > FILE_BYTES_MAX) continue;
      const list = files.get(language.id) ?? [];
      list.push({ path, language });
      files.set(language.id, list);
    }
  };
  for (const repository of repositories) walk(repository);
  return files;
}

/** Counts of one language. */
interface Tally {
  found: number;
  wanted: number;
  both: number;
  skipped: number;
}

async function measureLanguage(oracle: Oracle, id: string, all: readonly File[]): Promise<Row> {
  const step = Math.max(1, all.length / FILES_MAX);
  const files = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const speed = measureSpeed(all);
  if (!hasGrammar(id)) return { what: id, figure: 'no grammar', note: `${all.length} files, ${speed}` };
  const tally: Tally = { found: 0, wanted: 0, both: 0, skipped: 0 };
  for (const { path, language } of files) {
    const text = readFileSync(path, 'utf8');
    const definitions = isMinified(text) ? null : await oracle.ask(id, text);
    if (definitions === null) tally.skipped += 1;
    else compare(tally, path, { wanted: definitions, found: scanSymbols(language, text).filter(isCompared) });
  }
  const recall = (tally.both / Math.max(1, tally.wanted)).toFixed(4);
  const precision = (tally.both / Math.max(1, tally.found)).toFixed(4);
  const note = `${files.length - tally.skipped} of ${files.length} files parsed, ${tally.wanted} definitions, ${speed}`;
  return { what: id, figure: `recall ${recall}, precision ${precision}`, note };
}

function isMinified(text: string): boolean {
  return text.length > MEAN_LINE_MAX * text.split('\n').length;
}

/** Titles of tests and blocks that only extend a type are no definitions of a tree. */
function isCompared({ kind, name, signature }: FileSymbol): boolean {
  return (
    kind !== 'impl' &&
    (kind !== 'test' ||
      (/^\w+[?!]?$/.test(name) && !/^(?:describe|it|test|suite|context|bench|should)\b/.test(signature)))
  );
}

function compare(tally: Tally, path: string, sides: { wanted: readonly string[]; found: readonly FileSymbol[] }): void {
  const wanted = new Set(sides.wanted);
  const found = new Set(sides.found.map(({ line, name }) => `${line}:${name}`));
  tally.wanted += wanted.size;
  tally.found += found.size;
  const missing = [...wanted].filter((one) => !found.has(one));
  const extra = [...found].filter((one) => !wanted.has(one));
  tally.both += wanted.size - missing.length;
  const show = process.env.SCANNER_SHOW;
  if (show !== undefined && languageOf(path)?.id === show) {
    for (const one of missing) console.log(`- ${relative('.', path)}:${one}`);
    for (const one of extra) console.log(`+ ${relative('.', path)}:${one}`);
  }
}

/** The best of some rounds over a part of the files: other work on the machine only takes away. */
function measureSpeed(files: readonly File[]): string {
  const texts: { language: Language; text: string }[] = [];
  let bytes = 0;
  for (const { path, language } of files) {
    if (bytes > SPEED_BYTES_MAX) break;
    const text = readFileSync(path, 'utf8');
    texts.push({ language, text });
    bytes += Buffer.byteLength(text);
  }
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (const { language, text } of texts) scanSymbols(language, text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return `${Math.round(bytes / best)} MB/s of processor time over ${(bytes / 1e6).toFixed(1)} MB`;
}

/** The process that knows the definitions of a text. */
export interface Oracle {
  ask(language: string, text: string): Promise<readonly string[] | null>;
  stop(): void;
}

/** Starts the oracle; stop it. */
export function startOracle(): Oracle {
  const child: ChildProcess = fork(new URL('./scanner-oracle.ts', import.meta.url), { execArgv: ['--liftoff-only'] });
  const waiting = new Map<number, (answer: OracleAnswer) => void>();
  child.on('message', (answer: OracleAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let id = 0;
  return {
    ask: (language, text) =>
      new Promise((resolve) => {
        id += 1;
        waiting.set(id, ({ definitions }) => resolve(definitions));
        child.send({ id, language, text });
      }),
    stop: () => child.kill(),
  };
}

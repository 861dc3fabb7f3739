import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { languageOf } from '../../src/code/lex/languages.ts';
import { find } from '../../src/code/operations/find.ts';
import { read } from '../../src/code/operations/read.ts';
import type { FindInput, FindRow } from '../../src/code/questions/find.types.ts';
import { decodeBytes } from '../../src/code/source/decode.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { decodeText } from '../../src/code/source/searched-text.ts';
import type { Source } from '../../src/code/source/source.ts';
import { hasGrammar } from '../../src/code/syntax/grammars.ts';
import { splitIdentifier } from '../../src/code/text/words.ts';
import { type IndexedSource, indexedSource } from '../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../test/support/plain-question.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';
import { evenly } from './samples.ts';
import { type Oracle, startOracle } from './scanner.ts';

/*
 * Symbol look-up: definitions as the syntax tree has them are sampled, each is asked for by its name and in the ways in
 * which names are mistaken, and what comes first is looked at. Reading a symbol is measured beside it. With SYMBOLS_SHOW
 * set, what came first in the place of others is printed.
 */

const SAMPLES = 500;
const FILE_BYTES_MAX = 300_000;

interface Definition {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** Rows for each repository, whose HEAD is what is searched. */
export async function measureSymbols({ repositories }: CodeBench): Promise<readonly Row[]> {
  const oracle = startOracle();
  const rows: Row[] = [];
  for (const repository of repositories) rows.push(...(await measureRepository(oracle, repository)));
  oracle.stop();
  return rows;
}

async function measureRepository(oracle: Oracle, repository: string): Promise<readonly Row[]> {
  const selector = { location: realpathSync(repository), ref: 'HEAD', denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(`${repository}: ${opened.error}`);
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-symbols-'));
  const source = await indexedSource(opened.value, folder);
  try {
    const name = basename(repository);
    const { definitions, unjudged } = await definitionsOf(oracle, source);
    const counts = new Map<string, number>();
    for (const { name } of definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
    const unique = evenly(
      definitions.filter(({ name }) => counts.get(name) === 1 && !unjudged.has(name)),
      SAMPLES,
    );
    const others = evenly(
      definitions.filter(({ name }) => (counts.get(name) ?? 0) > 1),
      SAMPLES,
    );
    const sameName = new Map<string, Definition[]>();
    for (const one of definitions) sameName.set(one.name, [...(sameName.get(one.name) ?? []), one]);
    return [
      await rowOf(`${name}: unique name`, source, unique, { query: ({ name }) => name, isRight: isSame }),
      await rowOf(`${name}: one of several, by name`, source, others, {
        query: ({ name }) => name,
        isRight: (row, one) =>
          (sameName.get(one.name) ?? []).some((other) => isSame(row, other)) ||
          (unjudged.has(one.name) && row.symbol?.name === one.name),
      }),
      await rowOf(`${name}: one of several, by file and name`, source, others, {
        query: ({ file, name }) => `${file}#${name}`,
        isRight: (row, one) => row.file === one.file && row.symbol?.name === one.name,
      }),
      await rowOf(`${name}: in small letters`, source, unique, {
        query: ({ name }) => name.toLowerCase(),
        isRight: isSame,
      }),
      await rowOf(`${name}: first three quarters`, source, unique, { query: beginning, isRight: isSame }),
      await rowOf(`${name}: one slip`, source, unique, { query: slip, isRight: isSame }),
      await rowOf(`${name}: humps`, source, unique.filter(hasHumps), { query: humps, isRight: isSame }),
      await measureReads(`${name}: read a symbol`, source, unique),
    ];
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
}

/** What the oracle knows, and the words of files that it cannot judge, which may be declared there once more. */
interface Known {
  readonly definitions: readonly Definition[];
  readonly unjudged: ReadonlySet<string>;
}

async function definitionsOf(oracle: Oracle, source: Source): Promise<Known> {
  const { entries } = await source.list(new AbortController().signal);
  const definitions: Definition[] = [];
  const unjudged = new Set<string>();
  for (const { path, kind } of entries) {
    const language = languageOf(path);
    const content = kind === 'file' && language?.scanner != null ? await source.read(path, FILE_BYTES_MAX) : null;
    if (language === null || !content?.ok) continue;
    const text = decodeText(Buffer.from(content.bytes));
    const isJudged = hasGrammar(language.id) && content.bytes.length === content.size && !isMinified(content.bytes);
    const found = isJudged ? await oracle.ask(language.id, text) : null;
    if (found === null) addWords(unjudged, text);
    else definitions.push(...found.flatMap((one) => readDefinition(path, one)));
  }
  return { definitions, unjudged };
}

/** Of what a machine has made short nobody asks for a name, and the scanner reads no such line to its end. */
function isMinified(bytes: Uint8Array): boolean {
  const decoded = decodeBytes(bytes);
  return decoded.kind === 'text' && decoded.marks.includes('minified');
}

function addWords(words: Set<string>, text: string): void {
  for (const [word] of text.matchAll(/[\w$]+/g)) words.add(word);
}

function readDefinition(file: string, text: string): readonly Definition[] {
  const [, line, name] = /^(\d+):(.*)$/s.exec(text) ?? [];
  return line !== undefined && name ? [{ file, line: Number(line), name }] : [];
}

interface Question {
  query(definition: Definition): string;
  isRight(row: FindRow, definition: Definition): boolean;
}

async function rowOf(
  what: string,
  source: IndexedSource,
  definitions: readonly Definition[],
  { query, isRight }: Question,
): Promise<Row> {
  let first = 0;
  let ten = 0;
  const times: number[] = [];
  for (const definition of definitions) {
    const startMs = performance.now();
    const rows = await ask(source, query(definition));
    times.push(performance.now() - startMs);
    const at = rows.findIndex((row) => isRight(row, definition));
    if (at !== 0) showMiss(what, definition, rows[0]);
    first += at === 0 ? 1 : 0;
    ten += at >= 0 ? 1 : 0;
  }
  const share = (count: number): string => `${((100 * count) / Math.max(1, definitions.length)).toFixed(1)} %`;
  const speed = `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;
  return { what, figure: `first ${share(first)}`, note: `of ${definitions.length}; among ten ${share(ten)}; ${speed}` };
}

function showMiss(what: string, { file, line, name }: Definition, first: FindRow | undefined): void {
  if (process.env.SYMBOLS_SHOW === undefined) return;
  console.log(`- ${what}: ${name} at ${file}:${line}, first ${first ? `${first.file}:${first.line}` : 'nothing'}`);
}

async function ask(source: IndexedSource, query: string): Promise<readonly FindRow[]> {
  const input: FindInput = {
    source: { location: '/', ref: null, denied: [] },
    ...PLAIN_QUESTION,
    query,
    mode: 'symbol',
    depth: 1,
    limit: 10,
  };
  const output = await find(input, contextOf(source));
  return output.outcome === 'found' ? output.rows : [];
}

function contextOf(source: Source) {
  return {
    signal: new AbortController().signal,
    deadlineAtMs: performance.now() + 60_000,
    // Kept open: what opening costs is no part of it.
    openSource: async () => ({ ok: true, value: { ...source, close: async () => undefined } }) as const,
  };
}

function isSame(row: FindRow, { file, line }: Definition): boolean {
  return row.file === file && row.line === line;
}

function beginning({ name }: Definition): string {
  return name.slice(0, Math.max(2, Math.ceil(name.length * 0.75)));
}

/** Two letters in the middle change places, or one is left out where they are alike. */
function slip({ name }: Definition): string {
  const middle = Math.floor(name.length / 2);
  const [a = '', b = ''] = [name[middle - 1], name[middle]];
  return name.slice(0, middle - 1) + (a === b ? a : b + a) + name.slice(middle + 1);
}

function hasHumps({ name }: Definition): boolean {
  return splitIdentifier(name).length >= 3;
}

/** The first two letters of each word. */
function humps({ name }: Definition): string {
  return splitIdentifier(name)
    .map((word) => word.slice(0, 2))
    .join('');
}

/** A symbol by its name, twice: the first time its file is parsed, the second time that is remembered. */
async function measureReads(what: string, source: IndexedSource, definitions: readonly Definition[]): Promise<Row> {
  const cold: number[] = [];
  const warm: number[] = [];
  const picked = definitions.filter((_, at) => at % 10 === 0);
  for (const { file, name } of picked) {
    for (const times of [cold, warm]) {
      const startMs = performance.now();
      await read(
        {
          source: { location: '/', ref: null, denied: [] },
          prefix: null,
          files: [file],
          symbol: name,
          wantsOutline: false,
          around: 0,
          diffFrom: null,
          withTests: false,
        },
        contextOf(source),
      );
      times.push(performance.now() - startMs);
    }
  }
  const note = `of ${picked.length}; p99 ${quantile(warm, 0.99).toFixed(2)} ms; first time p50 ${quantile(cold, 0.5).toFixed(1)} ms`;
  return { what, figure: `p50 ${quantile(warm, 0.5).toFixed(2)} ms`, note };
}

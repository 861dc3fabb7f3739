import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BuildEvent, buildIndex } from '../../src/code/index/build-index.ts';
import { indexedText, textOf } from '../../src/code/index/content.ts';
import { type BuildFile, openContents } from '../../src/code/index/content-reader.ts';
import { SYMBOL_BUILDERS, TEXT_BUILDERS } from '../../src/code/index/sections.ts';
import { openStore } from '../../src/code/index/store.ts';
import { languageOf } from '../../src/code/lex/languages.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';

/*
 * What it costs to index a source: processor time, room on disk and memory. Times are of the processor, since a build
 * gives way to everything else; wall time says nothing on a shared machine.
 */

const BATCH = 2_000;
/** One file in so many is taken apart by section. */
const SAMPLE_EVERY = 7;
const GB = 1e9;
const MB = 1e6;

/** Speed, size and memory of an index of each repository's work tree. */
export async function measureBuild({ repositories }: CodeBench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const location of repositories) {
    const files = await listFiles(location);
    const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
    try {
      const name = basename(location);
      rows.push(...(await measureWhole(name, { location, files, folder })));
      rows.push(...(await measureSections(name, location, files)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

async function listFiles(location: string): Promise<readonly BuildFile[]> {
  const source = await openSource({ location, ref: null, denied: [] });
  if (!source.ok) throw new Error(`${location}: ${source.error}`);
  const { entries } = await source.value.list(new AbortController().signal);
  await source.value.close();
  return entries.filter(({ kind }) => kind === 'file').map(({ path }) => ({ path, blobId: null }));
}

interface Subject {
  readonly location: string;
  readonly files: readonly BuildFile[];
  readonly folder: string;
}

async function measureWhole(name: string, subject: Subject): Promise<readonly Row[]> {
  const { location, files, folder } = subject;
  const store = openStore(folder);
  const reader = openContents({ kind: 'below', location, denied: [], objectFormat: 'sha1' });
  const startedAt = process.cpuUsage();
  let textsS = 0;
  let memory = 0;
  let at = 0;
  await buildIndex(reader, store, {
    async nextFiles() {
      memory = Math.max(memory, process.memoryUsage.rss());
      at += BATCH;
      return files.slice(at - BATCH, at);
    },
    isWhole: true,
    replace: [],
    segmentBytesMax: null,
    signal: new AbortController().signal,
    onEvent({ type }: BuildEvent) {
      if (type === 'segment') textsS = secondsSince(startedAt);
    },
  });
  const allS = secondsSince(startedAt);
  reader.close();
  const source = sum(store.segments.map(({ sourceBytes }) => sourceBytes));
  const disk = sum(store.segments.map(({ segment }) => segment.bytes));
  const texts = sum(store.segments.map(({ documents }) => documents));
  const segments = store.segments.length;
  store.close();
  return [
    {
      what: `${name}: index built`,
      figure: `${(source / MB / allS).toFixed(1)} MB per CPU second`,
      note: `${files.length} files, ${texts} texts, ${(source / MB).toFixed(0)} MB, ${allS.toFixed(1)} s; searchable by text after ${textsS.toFixed(1)} s`,
    },
    {
      what: `${name}: index on disk`,
      figure: `${(disk / source).toFixed(3)} of the source`,
      note: `${(disk / MB).toFixed(1)} MB, ${segments} segments`,
    },
    {
      what: `${name}: memory while building`,
      figure: `${(memory / MB).toFixed(0)} MB`,
      note: 'highest seen, of all the process',
    },
    measureMemory(name, folder, source),
  ];
}

/** A process of its own, since what a build leaves behind is no memory of serving. */
function measureMemory(name: string, folder: string, source: number): Row {
  const script = `
    const { openStore } = await import(${JSON.stringify(new URL('../../src/code/index/store.ts', import.meta.url).href)});
    gc(); const before = process.memoryUsage.rss();
    const store = openStore(process.argv[1]);
    gc(); console.log(process.memoryUsage.rss() - before);`;
  const args = ['--expose-gc', '--input-type=module', '-e', script, folder];
  const bytes = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return {
    what: `${name}: memory of an open index`,
    figure: `${((bytes / source) * (GB / MB)).toFixed(1)} MB per GB of source`,
    note: `${(bytes / MB).toFixed(1)} MB, all segments open and every content known by its id`,
  };
}

/** The same contents given to each section alone, and to nothing. */
async function measureSections(name: string, location: string, files: readonly BuildFile[]): Promise<readonly Row[]> {
  const reader = openContents({ kind: 'below', location, denied: [], objectFormat: 'sha1' });
  const builders = [...TEXT_BUILDERS, ...SYMBOL_BUILDERS].map((make) => ({ make, builder: make(), cpuS: 0, bytes: 0 }));
  let [readS, bytes, document] = [0, 0, 0];
  for (const [at, file] of files.entries()) {
    if (at % SAMPLE_EVERY !== 0) continue;
    const startedAt = process.cpuUsage();
    const content = await reader.read(file);
    readS += secondsSince(startedAt);
    const text = content.ok ? textOf(content.bytes) : null;
    if (text === null) continue;
    bytes += text.length;
    const indexed = indexedText({ language: languageOf(file.path), bytes: text, isAsStored: true });
    for (const one of builders) {
      const from = process.cpuUsage();
      one.builder.add(document, indexed);
      one.cpuS += secondsSince(from);
    }
    document += 1;
  }
  reader.close();
  for (const one of builders) {
    const from = process.cpuUsage();
    one.bytes = sum(Object.values(one.builder.finish()).flatMap((pieces) => pieces.map(({ length }) => length)));
    one.cpuS += secondsSince(from);
  }
  const rate = (cpuS: number): string => `${(bytes / MB / cpuS).toFixed(0)} MB per CPU second`;
  return [
    { what: `${name}: contents read and hashed`, figure: rate(readS), note: `one file in ${SAMPLE_EVERY}` },
    ...builders.map(({ make, cpuS, bytes: written }) => ({
      what: `${name}: ${make.name}`,
      figure: rate(cpuS),
      note: `${(written / bytes).toFixed(3)} of the source`,
    })),
  ];
}

function secondsSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { describeFailure } from '../../base/log.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { extentsOf } from './extents.ts';
import { missingImports } from './grammar-imports.ts';
import { grammarFile, runtimeFile } from './grammars.ts';
import type { ParseAnswer, Parsed, ParseRequest, Refused } from './parse-messages.ts';

// The entry of the parser process. Grammars are foreign code that runs over hostile texts: this process has nothing to
// lose, and whoever started it ends it when it does not answer in time.

/**
 * Later than whoever waits gives up and ends this process: only of use when they were ended themselves, since a busy
 * process does not hear that it is alone.
 */
const PARSE_MS_MAX = 10_000;

/** Parsers by language; null for a grammar that is not to be used. */
const parsers = new Map<string, Promise<Parser | string>>();

keepCompiledModules();
process.on('message', (request: ParseRequest) => void answer(request));
// The engine is gone, by whatever death.
process.on('disconnect', () => process.exit(0));

async function answer(request: ParseRequest): Promise<void> {
  try {
    tell(await parse(request));
  } catch (failure) {
    // A grammar that threw may have left its memory in disorder: no further text is trusted to this process.
    const detail = describeFailure(failure);
    tell({ id: request.id, outcome: 'refused', detail }, () => process.exit(1));
  }
}

type Told = Omit<Parsed, 'memoryBytes'> | Omit<Refused, 'memoryBytes'>;

async function parse({ id, language, text, marks }: ParseRequest): Promise<Told> {
  let parser = parsers.get(language);
  if (parser === undefined) {
    parser = openParser(language);
    parsers.set(language, parser);
  }
  const opened = await parser;
  if (typeof opened === 'string') return { id, outcome: 'refused', detail: opened };
  const endAtMs = performance.now() + PARSE_MS_MAX;
  // `as`: by its types it answers nothing, but what it answers is whether to stop.
  const progressCallback = (() => performance.now() > endAtMs) as () => void;
  const tree = opened.parse(text, null, { progressCallback });
  if (tree === null) {
    // Else it would go on with this text when it is given the next.
    opened.reset();
    return { id, outcome: 'refused', detail: 'it took too long' };
  }
  try {
    return { id, outcome: 'parsed', extents: extentsOf(tree, text, marks) };
  } finally {
    // Trees lie in memory that no collector sees.
    tree.delete();
  }
}

/** A text instead of a parser says why there is none. */
async function openParser(language: string): Promise<Parser | string> {
  const file = grammarFile(language);
  if (file === null) return 'no grammar';
  await start();
  const bytes = readFileSync(file);
  const missing = missingImports(bytes, readFileSync(runtimeFile()));
  if (missing.length > 0) return `the grammar imports what is not there: ${missing.join(', ')}`;
  return new Parser().setLanguage(await Language.load(bytes));
}

let started: Promise<void> | null = null;

function start(): Promise<void> {
  started ??= Parser.init();
  return started;
}

function tell(told: Told, afterwards: () => void = () => undefined): void {
  const message: ParseAnswer = { ...told, memoryBytes: process.memoryUsage.rss() };
  process.send?.(message, afterwards);
}

import { cpus } from 'node:os';
import { readAsked } from '../parts.ts';
import { describeMachine } from '../start.ts';
import { formatTable, type Row } from '../table.ts';

/*
 * `npm run bench:code [-- part…] [--repository FOLDER]…`: speed and quality of the code engine, as tables. Repositories
 * are given by their folders; of other people's code only ids, paths and counts are kept here. A benchmark is no test:
 * nothing fails on a clock.
 */

/** What a part is measured on. */
export interface CodeBench {
  /** Folders of repositories, as given; a part says which it needs. */
  readonly repositories: readonly string[];
}

type Part = readonly [title: string, measure: (bench: CodeBench) => Promise<readonly Row[]>];

/** Loaded when asked for: each brings its own oracles. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  scanner: async () => ['The symbol scanner against syntax trees', (await import('./scanner.ts')).measureScanner],
  linear: async () => [
    'Growth of the time of readers, four times the text',
    (await import('./linear.ts')).measureLinear,
  ],
  build: async () => ['Speed, size and memory of an index', (await import('./build.ts')).measureBuild],
  text: async () => ['Text searches beside ripgrep', (await import('./text.ts')).measureText],
  read: async () => ['Reading in process', (await import('./read.ts')).measureRead],
  edges: async () => ['Import edges beside madge', (await import('./edges.ts')).measureEdges],
  endpoint: async () => ['find_code through the endpoint', (await import('./endpoint.ts')).measureEndpoint],
  fairness: async () => ['Small questions beside hostile ones', (await import('./fairness.ts')).measureFairness],
  facts: async () => ['Facts in the first answer', (await import('./facts.ts')).measureFacts],
  symbols: async () => ['Symbol look-up', (await import('./symbols.ts')).measureSymbols],
  references: async () => ["References beside TypeScript's", (await import('./references.ts')).measureReferences],
  localisation: async () => [
    'Files of a change, from its subject',
    (await import('./localisation.ts')).measureLocalisation,
  ],
};

const { parts, repositories } = readAsked(Object.keys(PARTS));
console.log(`${describeMachine(cpus())}\n`);
for (const [name, load] of Object.entries(PARTS)) {
  if (!parts.includes(name)) continue;
  const [title, measure] = await load();
  console.log(formatTable(title, await measure({ repositories })));
}

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { buildImportGraph } from '../../src/code/imports/build-import-graph.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { installPackages } from '../support/install-packages.ts';

/** What madge can parse: of `.mts` and `.cts` it reads no imports. */
const EXTENSIONS = ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx'];

/** How the edges of one repository compare. */
export interface EdgesReport {
  readonly repository: string;
  readonly part: string;
  readonly ours: number;
  readonly theirs: number;
  /** Edges that only one of the two has, the first of them. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** What we use of madge. */
type Madge = (
  paths: readonly string[],
  config: { readonly baseDir: string; readonly fileExtensions: readonly string[] },
) => Promise<{ obj(): Readonly<Record<string, readonly string[]>> }>;

/**
 * Compares the edges of repositories with madge's: of the whole work tree, and of what `lib/` and the main file reach.
 * Files are followed by both beyond what they were started with; edges count by the file that they come from.
 */
export async function compareWithMadge(repositories: readonly string[]): Promise<readonly EdgesReport[]> {
  const madge: Madge = createRequire(join(await installPackages('test/prove/madge'), 'package.json'))('madge');
  const reports: EdgesReport[] = [];
  for (const repository of repositories) {
    const root = realpathSync(repository);
    const ours = await ownEdges(root);
    for (const parts of [['.'], ['lib', mainOf(root)]]) reports.push(await compare(madge, { root, parts, ours }));
  }
  return reports;
}

/** By Node's rule; of a repository that is no package of npm's the whole tree alone is compared. */
function mainOf(root: string): string {
  const path = join(root, 'package.json');
  const manifest: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  const isNamed = typeof manifest === 'object' && manifest !== null && 'main' in manifest;
  return isNamed && typeof manifest.main === 'string' ? manifest.main : 'index.js';
}

async function ownEdges(root: string): Promise<ReadonlySet<string>> {
  const opened = await openSource({ location: root, ref: null, denied: [] });
  if (!opened.ok) throw new Error(`${root}: ${opened.error}`);
  const { signal } = new AbortController();
  const { entries } = await opened.value.list(signal);
  const deadlineAtMs = performance.now() + 600_000;
  const graph = await buildImportGraph({ source: opened.value, entries, base: '', signal, deadlineAtMs });
  await opened.value.close();
  return new Set(graph.edges.map(({ from, to }) => `${graph.units[from]?.path} -> ${graph.units[to]?.path}`));
}

interface Comparison {
  readonly root: string;
  readonly parts: readonly string[];
  readonly ours: ReadonlySet<string>;
}

async function compare(madge: Madge, { root, parts, ours }: Comparison): Promise<EdgesReport> {
  const paths = parts.map((part) => join(root, part)).filter((path) => path === root || existsSync(path));
  const result = await madge(paths, { baseDir: root, fileExtensions: EXTENSIONS });
  const files = Object.entries(result.obj());
  const theirs = new Set(files.flatMap(([from, targets]) => targets.map((to) => `${from} -> ${to}`)));
  const read = new Set(files.map(([from]) => from).filter((from) => EXTENSIONS.includes(extname(from).slice(1))));
  const own = [...ours].filter((edge) => read.has(edge.slice(0, edge.indexOf(' -> '))));
  return {
    repository: basename(root),
    part: parts.join(' '),
    ours: own.length,
    theirs: theirs.size,
    missing: [...theirs].filter((edge) => !ours.has(edge)).slice(0, 20),
    extra: own.filter((edge) => !theirs.has(edge)).slice(0, 20),
  };
}

import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readFacts, type SourceFacts } from './source-facts.ts';

/** What a layer may import: layers of our own and packages. `*` allows every layer or package. */
interface Layer {
  readonly layers: readonly string[];
  readonly packages: readonly string[];
}

/** The import table. The first prefix that fits a file decides. Source: ARCHITECTURE.md, "Who may import whom". */
export const IMPORT_TABLE: Readonly<Record<string, Layer>> = {
  'src/base/': { layers: ['src/base/'], packages: ['node:crypto'] },
  'src/domain/packages/': {
    layers: ['src/base/', 'src/domain/'],
    packages: ['semver', '@renovatebot/pep440', '@renovatebot/ruby-semver', 'packageurl-js'],
  },
  'src/domain/headers/': { layers: ['src/base/', 'src/domain/'], packages: ['csp_evaluator'] },
  'src/domain/': { layers: ['src/base/', 'src/domain/'], packages: ['node:crypto'] },
  // Speaks to the process that starts git, by a socket of the file system, and to nobody else.
  'src/code/source/git-launcher': {
    layers: ['src/base/', 'src/code/'],
    packages: [
      'node:child_process',
      'node:events',
      'node:fs',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:worker_threads',
    ],
  },
  // The service and its engine's threads speak by a socket of the file system, which nobody else may open.
  'src/code/host/wire': {
    layers: ['src/base/', 'src/code/'],
    packages: ['node:crypto', 'node:fs', 'node:net', 'node:os', 'node:path'],
  },
  'src/code/': {
    layers: ['src/base/', 'src/code/'],
    packages: [
      'node:buffer',
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:os',
      'node:path',
      'node:process',
      'node:sqlite',
      'node:stream',
      'node:url',
      'node:util',
      'node:v8',
      'node:vm',
      'node:worker_threads',
      'node:zlib',
      'saxes',
      'semver',
      'smol-toml',
      'web-tree-sitter',
      'yaml',
    ],
  },
  'src/tools/': {
    layers: ['src/base/', 'src/domain/', 'src/code/', 'src/outbound/', 'src/tools/'],
    packages: ['zod', 'node:crypto'],
  },
  'src/outbound/': {
    layers: ['src/base/', 'src/domain/', 'src/outbound/'],
    packages: [
      'node:buffer',
      'node:crypto',
      'node:dns/promises',
      'node:fs',
      'node:fs/promises',
      'node:http',
      'node:https',
      'node:net',
      'node:path',
      'node:stream',
      'node:tls',
      'node:url',
      'node:util',
      'node:zlib',
      'registry-url',
      'yauzl',
    ],
  },
  'src/storage/': {
    layers: ['src/base/', 'src/domain/', 'src/storage/'],
    packages: [
      'kysely',
      'pg',
      'node:sqlite',
      'node:worker_threads',
      'node:fs',
      'node:net',
      'node:path',
      'node:stream',
      'node:string_decoder',
      'node:url',
      'node:crypto',
      'node:zlib',
    ],
  },
  'src/workers/': {
    layers: ['src/base/', 'src/storage/', 'src/workers/'],
    packages: ['kysely', 'node:cluster', 'node:module', 'node:path', 'node:url'],
  },
  'src/pages/': { layers: ['src/base/', 'src/domain/', 'src/pages/'], packages: ['hono'] },
  'src/http/': {
    layers: ['src/base/', 'src/domain/', 'src/tools/', 'src/pages/', 'src/http/'],
    packages: [
      'zod',
      '@modelcontextprotocol/server',
      'hono',
      '@hono/node-server',
      'prom-client',
      'node:http',
      'node:https',
      'node:net',
      'node:stream',
      'node:crypto',
      'node:buffer',
    ],
  },
  'src/control/': {
    layers: ['src/base/', 'src/domain/', 'src/control/'],
    packages: ['zod', 'node:net', 'node:fs', 'node:path', 'node:util', 'node:crypto'],
  },
  'src/': { layers: ['src/'], packages: ['*'] },
};

/**
 * The order of the code engine, low to high: each folder, or file beside them, may import itself and what stands before
 * it, be it types alone. Source: docs/engine.md, "The order of the folders".
 */
export const CODE_ORDER: readonly string[] = [
  'engine-limits.ts',
  'process/',
  'text/',
  'formats/',
  'lex/',
  'syntax/',
  'routes/',
  'source/',
  'index/',
  'keeper/',
  'questions/',
  'engine.ts',
  'history/',
  'search/',
  'manifests/',
  'imports/',
  'references/',
  'structure/',
  'test-evidence/',
  'http-headers/',
  'operations/',
  'host/',
  'index.ts',
];

/** What the rest of the service may import of the code engine: its face, and what a process needs that has no engine. */
const CODE_DOORS: readonly string[] = [
  'src/code/index.ts',
  // Plain numbers, which the settings are read with.
  'src/code/engine-limits.ts',
  // For `portico doctor`, which measures the index on disk.
  'src/code/index/evict.ts',
];

/** Files at which a process or thread starts, or that one loads by address, so that nothing imports them. */
export const ENTRY_FILES: readonly string[] = [
  'src/cli.ts',
  'src/code/host/counting-thread.ts',
  'src/code/host/keeper-thread.ts',
  'src/code/host/lister-thread.ts',
  'src/code/host/process.ts',
  'src/code/host/thread.ts',
  'src/code/index/builder-process.ts',
  'src/code/operations/table.ts',
  'src/code/source/git-launcher-process.ts',
  'src/code/syntax/parse-process.ts',
  'src/storage/sqlite/writer-thread.ts',
  'src/worker.ts',
];

/** What may be used in one place only, and that place. */
const ONE_PLACE: Readonly<Record<string, readonly string[]>> = {
  'process.env': ['src/cli.ts', 'src/config.ts'],
  'Date.now': ['src/base/clock.ts'],
  'new Date()': ['src/base/clock.ts'],
  console: ['src/cli.ts', 'src/log-sink.ts'],
  fetch: ['src/outbound/'],
  setInterval: ['src/operator-side.ts'],
};

/** A breach of the house rules, in words. */
export interface Breach {
  readonly file: string;
  readonly rule:
    | 'import'
    | 'peer'
    | 'cycle'
    | 'dead'
    | 'one place'
    | 'default export'
    | 'barrel'
    | 'work at import'
    | 'made per call'
    | 'slow pattern';
  readonly text: string;
}

/** Every source file of the program by its path; unit tests beside the source are left out. */
export function readSources(pattern = 'src/**/*.ts'): Map<string, string> {
  const files = globSync(pattern).filter((path) => !path.endsWith('.test.ts'));
  return new Map(files.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

/** All breaches in a set of files. Throws when it was given nothing to read, so that it cannot pass on zero files. */
export function findBreaches(sources: ReadonlyMap<string, string>): Breach[] {
  if (sources.size < 50) throw new Error(`only ${sources.size} source files were read: the pattern is wrong`);
  const facts = new Map([...sources].map(([path, text]) => [path, factsOf(path, text)]));
  const breaches: Breach[] = [];
  for (const [path, fact] of facts) {
    breaches.push(...importBreaches(path, fact, facts), ...habitBreaches(path, fact));
  }
  return [...breaches, ...cycleBreaches(facts), ...deadBreaches(facts)];
}

const known = new Map<string, SourceFacts>();

/** Parsing is most of the work, and planted violations change one file of hundreds. */
function factsOf(path: string, text: string): SourceFacts {
  const key = `${path}\0${text}`;
  const facts = known.get(key) ?? readFacts(path, text);
  known.set(key, facts);
  return facts;
}

function importBreaches(path: string, fact: SourceFacts, all: ReadonlyMap<string, SourceFacts>): Breach[] {
  const breaches: Breach[] = [];
  for (const { specifier, form } of fact.references) {
    const target = resolve(path, specifier);
    const problem = target === null ? packageProblem(path, specifier) : fileProblem(path, target, all);
    if (problem !== null)
      breaches.push({ file: path, rule: problem.rule, text: `${form} of ${specifier}: ${problem.text}` });
  }
  return breaches;
}

function packageProblem(path: string, specifier: string): { rule: 'import'; text: string } | null {
  const allowed = layerOf(path).packages;
  const isAllowed = allowed.some((name) => name === '*' || specifier === name || specifier.startsWith(`${name}/`));
  return isAllowed ? null : { rule: 'import', text: 'the layer may not use this package' };
}

function fileProblem(
  path: string,
  target: string,
  all: ReadonlyMap<string, SourceFacts>,
): { rule: 'import' | 'peer'; text: string } | null {
  if (!all.has(target)) return { rule: 'import', text: 'no such source file' };
  if (!layerOf(path).layers.some((prefix) => target.startsWith(prefix))) {
    return { rule: 'import', text: 'the layer may not import upward' };
  }
  if (path.startsWith('src/code/') && placeInCode(path) < placeInCode(target)) {
    return { rule: 'import', text: 'a folder of the code engine may not import one above it' };
  }
  if (target.startsWith('src/code/') && !path.startsWith('src/code/') && !CODE_DOORS.includes(target)) {
    return { rule: 'import', text: 'only src/code/index.ts is public' };
  }
  const [ownTool, otherTool] = [toolOf(path), toolOf(target)];
  if (ownTool !== null && otherTool !== null && ownTool !== otherTool) {
    return { rule: 'peer', text: 'a tool may not know another tool' };
  }
  const [own, other] = [moduleOf(path), moduleOf(target)];
  if (other === null || own === other || target === `${other}/index.ts`) return null;
  return { rule: 'peer', text: `only ${other}/index.ts is public` };
}

/** The place of a file in `CODE_ORDER`; below all where it has none, so that it may import nothing of it. */
function placeInCode(path: string): number {
  return CODE_ORDER.findIndex((entry) => path.startsWith(`src/code/${entry}`));
}

/** The domain module that a file belongs to. Modules meet only at their index.ts. */
function moduleOf(path: string): string | null {
  return /^src\/domain\/[^/]+/.exec(path)?.[0] ?? null;
}

/** The tool that a file belongs to, by the tool's file or folder name. */
function toolOf(path: string): string | null {
  const name = /^src\/tools\/([^/.]+)/.exec(path)?.[1] ?? null;
  return name === null || ['shared', 'tool', 'index', 'registry'].includes(name) ? null : name;
}

function habitBreaches(path: string, fact: SourceFacts): Breach[] {
  const breaches: Breach[] = [];
  for (const use of new Set(fact.uses)) {
    const places = ONE_PLACE[use] ?? [];
    if (!places.some((place) => path.startsWith(place))) {
      breaches.push({ file: path, rule: 'one place', text: `${use} outside ${places.join(', ')}` });
    }
  }
  if (fact.hasDefaultExport) breaches.push({ file: path, rule: 'default export', text: 'exports are named' });
  const reexports = fact.references.filter(({ form }) => form === 're-export').length;
  const mayBeBarrel = /^src\/(domain\/[^/]+|code|tools)\/index\.ts$/.test(path);
  if (reexports > 0 && !mayBeBarrel) breaches.push({ file: path, rule: 'barrel', text: 're-exports another file' });
  if (fact.topLevelCalls > 0 && !ENTRY_FILES.includes(path)) {
    breaches.push({ file: path, rule: 'work at import', text: 'a call at top level' });
  }
  // Each has a map of its own in the old generation, which keeps all that it can see until the next full collection.
  if (fact.madePerCall > 0) {
    breaches.push({ file: path, rule: 'made per call', text: 'a generator function or class inside of a function' });
  }
  for (const pattern of fact.slowPatterns) breaches.push({ file: path, rule: 'slow pattern', text: pattern });
  return breaches;
}

function cycleBreaches(facts: ReadonlyMap<string, SourceFacts>): Breach[] {
  const state = new Map<string, 'open' | 'done'>();
  const breaches: Breach[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      breaches.push({ file: path, rule: 'cycle', text: [...trail.slice(trail.indexOf(path)), path].join(' -> ') });
      return;
    }
    state.set(path, 'open');
    for (const target of targets(path, facts, 'value')) walk(target, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of facts.keys()) walk(path, []);
  return breaches;
}

function deadBreaches(facts: ReadonlyMap<string, SourceFacts>): Breach[] {
  const reached = new Set<string>();
  const queue = ENTRY_FILES.filter((path) => facts.has(path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...targets(path, facts, 'any'));
  }
  return [...facts.keys()]
    .filter((path) => !reached.has(path))
    .map((file) => ({ file, rule: 'dead' as const, text: 'no entry file reaches it' }));
}

function targets(path: string, facts: ReadonlyMap<string, SourceFacts>, want: 'value' | 'any'): string[] {
  const references = facts.get(path)?.references ?? [];
  return references
    .filter(({ form }) => want === 'any' || (form !== 'type import' && form !== 'type query'))
    .map(({ specifier }) => resolve(path, specifier))
    .filter((target): target is string => target !== null && facts.has(target));
}

function resolve(path: string, specifier: string): string | null {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null;
}

function layerOf(path: string): Layer {
  const prefix = Object.keys(IMPORT_TABLE).find((candidate) => path.startsWith(candidate));
  const layer = prefix === undefined ? undefined : IMPORT_TABLE[prefix];
  if (layer === undefined) throw new Error(`no layer holds ${path}`);
  return layer;
}

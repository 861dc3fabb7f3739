/*
 * Which options of a script's runner are kept for some of its files: those that choose files, report or wait are not.
 */

/** What a runner takes with its own value, and what of a script is dropped because it chooses files, reports or waits. */
export interface RunnerRule {
  readonly name: string;
  /** Words after the runner's own. */
  readonly sub: readonly string[];
  readonly keep: RegExp;
  readonly valued: RegExp;
  /** What stands directly before the files. */
  readonly last: readonly string[];
}

const RULES: readonly RunnerRule[] = [
  {
    name: 'mocha',
    sub: [],
    keep: /^(?:--(?:require|import|ui|timeout|config|extension|file|node-option|global|globals|check-leaks|exit|full-trace|inline-diffs|async-only|no-[a-z-]+|loader|experimental-[a-z-]+|opts)|-[rutnA])$/,
    valued:
      /^(?:--(?:require|import|ui|timeout|config|extension|file|node-option|global|globals|loader|experimental-loader|opts|reporter|reporter-option|reporter-options|grep|fgrep|ignore|exclude|spec|retries|jobs|slow|package)|-[rutnRgfjsO])$/,
    last: [],
  },
  {
    name: 'vitest',
    sub: ['run'],
    keep: /^(?:--(?:config|root|dir|environment|project|globals)|-[cr])$/,
    valued: /^(?:--(?:config|root|dir|environment|project|reporter|mode|pool|outputFile|testTimeout|shard)|-[crt])$/,
    last: [],
  },
  {
    name: 'jest',
    sub: [],
    keep: /^(?:--(?:config|rootDir|env|testEnvironment|selectProjects|runInBand|preset|experimental-[a-z-]+)|-[ci])$/,
    valued:
      /^(?:--(?:config|rootDir|env|testEnvironment|selectProjects|preset|reporters|maxWorkers|testTimeout|testPathPattern|shard)|-[cwt])$/,
    last: ['--runTestsByPath'],
  },
  {
    name: 'ava',
    sub: [],
    keep: /^--(?:config|node-arguments)$/,
    valued: /^(?:--(?:config|node-arguments|timeout|match|concurrency)|-[cmT])$/,
    last: [],
  },
  {
    name: 'tap',
    sub: [],
    keep: /^--(?:no-[a-z-]+|disable-coverage|allow-[a-z-]+|node-arg)$/,
    valued: /^(?:--(?:reporter|timeout|jobs|node-arg)|-[RtjC])$/,
    last: [],
  },
  {
    name: 'playwright',
    sub: ['test'],
    keep: /^(?:--(?:config|project)|-c)$/,
    valued: /^(?:--(?:config|project|reporter|workers|grep)|-[cgj])$/,
    last: [],
  },
  { name: 'tape', sub: [], keep: /^(?:--require|-r)$/, valued: /^(?:--require|-r)$/, last: [] },
  { name: 'qunit', sub: [], keep: /^--require$/, valued: /^--(?:require|reporter|filter)$/, last: [] },
];

/** Options of node that change how code is loaded. */
export const NODE_RULE: RunnerRule = {
  name: 'node',
  sub: [],
  keep: /^(?:--(?:import|require|loader|experimental-[a-z-]+|conditions|no-[a-z-]+|env-file|enable-source-maps|test-isolation|test-concurrency|test-timeout)|-[rC])$/,
  valued:
    /^(?:--(?:import|require|loader|experimental-loader|conditions|test-reporter|test-reporter-destination|test-concurrency|test-timeout|test-name-pattern)|-[rC])$/,
  last: [],
};

/** The rule of the runner that a word of a script starts, by its name or path; null for any other word. */
export function ruleOf(word: string): RunnerRule | null {
  const name = word
    .replace(/^.*\//, '')
    .replace(/\.(?:js|cmd)$/, '')
    .replace(/^_/, '');
  return RULES.find((known) => known.name === name) ?? null;
}

/** The words of a script that a rule keeps, with their values. */
export function keptOptions(words: readonly string[], { keep, valued }: RunnerRule): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) continue;
    const [name = '', inline] = word.split('=', 2);
    const hasValue = inline === undefined && valued.test(name) && words[at + 1] !== undefined;
    if (keep.test(name)) kept.push(word, ...(hasValue ? [words[at + 1] ?? ''] : []));
    if (hasValue) at += 1;
  }
  return kept;
}

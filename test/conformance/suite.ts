import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A revision of the protocol whose frozen set of required scenarios the suite knows. */
export type Revision = '2026-07-28' | '2025-11-25';

/** What the suite says of one scenario. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  /** False where the suite runs it for information only. */
  readonly isRequired: boolean;
}

/** What one run of the suite came to. */
export interface SuiteResult {
  readonly revision: Revision;
  readonly scenarios: readonly ScenarioResult[];
  /** Entries of the baseline that failed, as they are written there. */
  readonly expectedFailures: readonly string[];
  /** True when nothing required failed beside the baseline, and nothing in the baseline passed. */
  readonly isAsExpected: boolean;
  /** All that the suite printed, without colours. */
  readonly output: string;
}

const SUITE_PATH = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const BASELINE_PATH = fileURLToPath(new URL('./expected-failures.yml', import.meta.url));

/** Runs the scenarios that a revision requires against `url`, judged by expected-failures.yml. */
export async function runSuite(url: string, revision: Revision): Promise<SuiteResult> {
  const options = ['--url', url, '--requirements', revision, '--expected-failures', BASELINE_PATH];
  const child = spawn(process.execPath, [SUITE_PATH, 'server', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => parts.push(part));
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character.
  const output = parts.join('').replaceAll(/\u001b\[[0-9;]*m/g, '');
  const scenarios = readSummary(output, requiredScenarios(revision));
  // A suite that ran nothing has proven nothing, whatever its exit code says.
  const ran = scenarios.filter((one) => one.isRequired).length;
  const isAsExpected = exitCode === 0 && ran > 0 && ran === requiredScenarios(revision).size;
  return { revision, scenarios, expectedFailures: readList(output, '~'), isAsExpected, output };
}

/** The names under `server:` in the suite's own frozen list: the one section of that file that is about servers. */
function requiredScenarios(revision: Revision): ReadonlySet<string> {
  const path = fileURLToPath(import.meta.resolve(`@modelcontextprotocol/conformance/requirements/${revision}.yaml`));
  const section = /^server:\n((?: {2}- \S+\n)+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  return new Set(readList(section, '-'));
}

function readSummary(output: string, required: ReadonlySet<string>): readonly ScenarioResult[] {
  const summary = output.slice(output.indexOf('=== SUMMARY ==='));
  return [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
    ([, scenario = '', passed, failed]) => ({
      scenario,
      passed: Number(passed),
      failed: Number(failed),
      isRequired: required.has(scenario),
    }),
  );
}

function readList(output: string, mark: string): readonly string[] {
  return [...output.matchAll(new RegExp(`^ {2}${mark} (\\S+)$`, 'gm'))].map((match) => match[1] ?? '');
}

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
  /** Names the run in the table. */
  readonly title: string;
  readonly scenarios: readonly ScenarioResult[];
  /** Entries of the baseline that failed, as they are written there. */
  readonly expectedFailures: readonly string[];
  /** True when nothing required failed beside the baseline, and nothing in the baseline passed. */
  readonly isAsExpected: boolean;
  /** All that the suite printed, without colours. */
  readonly output: string;
}

const SUITE_PATH = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** Runs the scenarios that a revision requires against `url`, judged by expected-failures.yml. */
export async function runRequired(url: string, revision: Revision): Promise<SuiteResult> {
  const { output, exitCode } = await runCommand(url, ['--requirements', revision], 'expected-failures.yml');
  const required = requiredScenarios(revision);
  const scenarios = readSummary(output, required);
  // A suite that ran nothing has proven nothing, whatever its exit code says.
  const ran = scenarios.filter((one) => one.isRequired).length;
  const isAsExpected = exitCode === 0 && ran > 0 && ran === required.size;
  return { title: `Revision ${revision}`, scenarios, expectedFailures: readList(output, '~'), isAsExpected, output };
}

/** Runs one scenario at one revision against `url`, judged by expected-failures-product.yml. */
export async function runScenario(url: string, scenario: string, revision: string): Promise<SuiteResult> {
  const options = ['--scenario', scenario, '--spec-version', revision, '--verbose'];
  const { output, exitCode } = await runCommand(url, options, 'expected-failures-product.yml');
  const count = (status: string) => output.split(`"status": "${status}"`).length - 1;
  const result = { scenario, passed: count('SUCCESS'), failed: count('FAILURE'), isRequired: true };
  const expectedFailures = readList(output, '~');
  const isAsExpected = exitCode === 0 && result.passed + expectedFailures.length > 0;
  return { title: `Product, revision ${revision}`, scenarios: [result], expectedFailures, isAsExpected, output };
}

async function runCommand(url: string, options: readonly string[], baseline: string) {
  const baselinePath = fileURLToPath(new URL(`./${baseline}`, import.meta.url));
  const args = [SUITE_PATH, 'server', '--url', url, ...options, '--expected-failures', baselinePath];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
  return { output: parts.join('').replaceAll(/\u001b\[[0-9;]*m/g, ''), exitCode };
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

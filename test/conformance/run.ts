import { openTokenProxy } from '../support/token-proxy.ts';
import { openWholeService, type WholeServiceOptions } from '../support/whole-service.ts';
import { makeFixtureMount } from './fixtures/mount.ts';
import { runRequired, runScenario, type ScenarioResult, type SuiteResult } from './suite.ts';

/**
 * `npm run conformance`: starts the service and runs the official suite against it: all that two revisions require,
 * with fixtures mounted behind the real edge; and what asks for no fixture, against the product as it is. Prints tables
 * and exits non-zero on any result that the two lists of expected failures do not name.
 */
async function main(): Promise<void> {
  const mounted = await withProxy({ fixture: makeFixtureMount() }, runRevisions);
  const product = await withProxy({}, runProduct);
  const results = [...mounted, ...product];
  for (const result of results.filter((one) => !isGood(one))) console.log(`${result.output}\n`);
  for (const result of mounted) printTable(result);
  console.log('\nThe product as it is');
  for (const result of product) printRows(result);
  console.log(product.every(isGood) ? 'as expected' : 'NOT AS EXPECTED');
  process.exitCode = results.every(isGood) ? 0 : 1;
}

/**
 * Scenarios that the suite does not count yet and the service passes all the same: they speak of headers that every
 * proxy in front of the service relies on, so losing them would be a fault.
 */
const KEPT = ['http-header-validation', 'http-custom-header-server-validation', 'json-schema-2020-12'];

/** Scenarios that need nothing but what the product has; fixtures stand behind code of the SDK that it does not use. */
const PRODUCT_SCENARIOS = [
  ['server-stateless', '2026-07-28'],
  ['tools-list', '2026-07-28'],
  ['http-header-validation', '2026-07-28'],
  ['server-sse-multiple-streams', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28'],
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['dns-rebinding-protection', '2025-11-25'],
  ['tools-list', '2025-06-18'],
] as const;

type Runs = (url: string) => Promise<readonly SuiteResult[]>;

async function withProxy(options: WholeServiceOptions, run: Runs): Promise<readonly SuiteResult[]> {
  const service = await openWholeService(options);
  const proxy = await openTokenProxy(service.origin, service.token);
  try {
    return await run(`${proxy.origin}/mcp`);
  } finally {
    await proxy.close();
    await service.close();
  }
}

// One after the other: scenarios watch for stray messages, and must not see each other's.
async function runRevisions(url: string): Promise<readonly SuiteResult[]> {
  return [await runRequired(url, '2026-07-28'), await runRequired(url, '2025-11-25')];
}

async function runProduct(url: string): Promise<readonly SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const [scenario, revision] of PRODUCT_SCENARIOS) results.push(await runScenario(url, scenario, revision));
  return results;
}

function lost(result: SuiteResult): readonly string[] {
  return result.scenarios.filter((one) => KEPT.includes(one.scenario) && one.failed > 0).map((one) => one.scenario);
}

function isGood(result: SuiteResult): boolean {
  return result.isAsExpected && lost(result).length === 0;
}

function printTable(result: SuiteResult): void {
  console.log(`\n${result.title}`);
  const excused = printRows(result);
  const required = result.scenarios.filter((one) => one.isRequired);
  const green = required.filter((one) => one.failed === 0 && !excused.has(one.scenario)).length;
  const verdict = isGood(result) ? 'as expected' : 'NOT AS EXPECTED';
  console.log(`${green} of ${required.length} required scenarios pass: ${verdict} ${lost(result).join(' ')}`.trimEnd());
}

/** One line a scenario; gives the scenarios that may fail. */
function printRows({ title, scenarios, expectedFailures }: SuiteResult): ReadonlySet<string> {
  const excused = new Set(expectedFailures.map((entry) => entry.split(':')[0] ?? ''));
  for (const one of scenarios) {
    const name = `${one.scenario.padEnd(46)}${title.slice(-10)}`;
    const counts = `${String(one.passed).padStart(4)} passed${String(one.failed).padStart(4)} failed`;
    console.log(`${name}${counts}${noteOn(one, excused.has(one.scenario))}`);
  }
  return excused;
}

function noteOn({ failed, isRequired }: ScenarioResult, isExcused: boolean): string {
  if (isExcused) return failed > 0 ? '  fails as expected' : '  warns as expected';
  return isRequired ? '' : '  not required';
}

await main();

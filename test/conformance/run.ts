import { openTokenProxy } from '../support/token-proxy.ts';
import { openFixtureService } from './service.ts';
import { type Revision, runSuite, type ScenarioResult, type SuiteResult } from './suite.ts';

/**
 * `npm run conformance`: starts the service with fixture tools behind its real edge, runs the official suite for both
 * revisions, prints a table, and exits non-zero on any result that expected-failures.yml does not name.
 */
async function main(): Promise<void> {
  const results = await runAll(['2026-07-28', '2025-11-25']);
  for (const result of results.filter((one) => !one.isAsExpected)) console.log(`${result.output}\n`);
  for (const result of results) printTable(result);
  process.exitCode = results.every((one) => isGood(one)) ? 0 : 1;
}

/**
 * Scenarios that the suite does not count yet and the service passes all the same: they speak of headers that every
 * proxy in front of the service relies on, so losing them would be a fault.
 */
const KEPT = ['http-header-validation', 'http-custom-header-server-validation', 'json-schema-2020-12'];

async function runAll(revisions: readonly Revision[]): Promise<readonly SuiteResult[]> {
  const service = await openFixtureService();
  const proxy = await openTokenProxy(service.origin, service.token);
  try {
    const results: SuiteResult[] = [];
    // One after the other: scenarios watch for stray messages, and must not see each other's.
    for (const revision of revisions) results.push(await runSuite(`${proxy.origin}/mcp`, revision));
    return results;
  } finally {
    await proxy.close();
    await service.close();
  }
}

function lost(result: SuiteResult): readonly string[] {
  return result.scenarios.filter((one) => KEPT.includes(one.scenario) && one.failed > 0).map((one) => one.scenario);
}

function isGood(result: SuiteResult): boolean {
  return result.isAsExpected && lost(result).length === 0;
}

function printTable(result: SuiteResult): void {
  console.log(`\nRevision ${result.revision}`);
  console.log(`${'scenario'.padEnd(52)}passed  failed`);
  const excused = new Set(result.expectedFailures.map((entry) => entry.split(':')[0]));
  for (const one of result.scenarios) {
    const counts = `${String(one.passed).padStart(6)}${String(one.failed).padStart(8)}`;
    console.log(`${one.scenario.padEnd(52)}${counts}${noteOn(one, excused.has(one.scenario))}`);
  }
  const required = result.scenarios.filter((one) => one.isRequired);
  const green = required.filter((one) => one.failed === 0 && !excused.has(one.scenario)).length;
  const verdict = isGood(result) ? 'as expected' : 'NOT AS EXPECTED';
  console.log(`${green} of ${required.length} required scenarios pass: ${verdict} ${lost(result).join(' ')}`.trimEnd());
}

function noteOn({ failed, isRequired }: ScenarioResult, isExcused: boolean): string {
  if (isExcused) return failed > 0 ? '  fails as expected' : '  warns as expected';
  return isRequired ? '' : '  not required';
}

await main();

import { cpus } from 'node:os';
import { measureEndpoint } from './endpoint.ts';
import { measureFleets } from './fleets.ts';
import { measureLeases } from './leases.ts';
import { readAsked } from './parts.ts';
import { describeMachine, measureStart } from './start.ts';
import { formatTable } from './table.ts';
import { measureTogether } from './together.ts';
import { measureUnits } from './units.ts';

/*
 * `npm run bench [-- part…] [--repository FOLDER]`: all figures of one run, as tables. Ratios are what counts: the servers
 * take turns, and each row is compared round by round with the floor of the same round. A benchmark is no test: nothing
 * fails on a clock.
 */
const PARTS = {
  endpoint: ['CPU per request', measureEndpoint],
  fleets: ['Processes and engines', measureFleets],
  together: ['Light calls while heavy ones run', measureTogether],
  units: ['Parts of every call', measureUnits],
  leases: ['Counting on both engines', measureLeases],
  start: ['Start and memory', measureStart],
} as const;

const { parts, repositories } = readAsked(Object.keys(PARTS));
const repository = repositories[0] ?? process.cwd();
console.log(`${describeMachine(cpus())}\n`);
for (const [name, [title, measure]] of Object.entries(PARTS)) {
  if (parts.includes(name)) console.log(formatTable(title, await measure(repository)));
}

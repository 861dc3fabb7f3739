import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '../test/support/process.ts';
import { quantile, sendMany } from './load.ts';
import type { Row } from './table.ts';

const STARTS = 5;
/** How long a service is left alone before its memory is read. */
const IDLE_MS = 4_000;

/** Time from the command to the banner, and memory of a service that nobody uses. Memory is left out where the system does not tell it. */
export async function measureStart(repository: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const options = { dataDir: join(folder, 'data'), args: ['--root', repository], env: { PORTICO_LOG_LEVEL: 'error' } };
  const times: number[] = [];
  const rows: Row[] = [];
  let token = '';
  try {
    for (let start = 0; start <= STARTS; start++) {
      const startedMs = performance.now();
      const service = await startServiceProcess(options);
      times.push(performance.now() - startedMs);
      token = service.firstKey ?? token;
      if (start === STARTS) rows.push(...(await memoryRows(service, token)));
      await service.stop('SIGTERM');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const [cold = Number.NaN, ...warm] = times;
  return [
    { what: 'start, nothing cached', figure: `${cold.toFixed(0)} ms`, note: '' },
    {
      what: 'start, warm',
      figure: `${quantile(warm, 0.5).toFixed(0)} ms`,
      note: `${Math.min(...warm).toFixed(0)}-${Math.max(...warm).toFixed(0)}`,
    },
    ...rows,
  ];
}

async function memoryRows({ url, pid }: { url: string; pid: number }, token: string): Promise<readonly Row[]> {
  await rest();
  const alone = residentMegabytes(pid);
  const call = { name: 'find_code', arguments: { query: 'TODO' } };
  await sendMany({ url, token, face: 'bare', method: 'tools/call', tool: call }, 1, 1);
  await rest();
  const all = residentMegabytes(pid);
  const row = (what: string, figure: number | null): Row[] =>
    figure === null ? [] : [{ what, figure: `${figure.toFixed(0)} MB`, note: 'resident' }];
  return [...row('idle, before the first code call', alone), ...row('idle, with the engine process', all)];
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, IDLE_MS));
}

/** Resident memory of a process and its children; null where it cannot be read. */
function residentMegabytes(pid: number): number | null {
  try {
    const family = [pid, ...childrenOf(pid)];
    const kilobytes = family.map((one) =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1]),
    );
    return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024;
  } catch {
    return null;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The machine, in a line. */
export function describeMachine(cpus: readonly { readonly model: string }[]): string {
  const git = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  return `${cpus.length} x ${cpus[0]?.model.trim() ?? 'unknown'}, Node ${process.version}, commit ${git}`;
}

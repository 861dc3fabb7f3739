import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '../test/support/process.ts';
import { type Load, quantile, sendMany } from './load.ts';
import type { Row } from './table.ts';

const LIGHT_CALLS = 1_500;
const HEAVY_CALLERS = 4;
/** Searches that must have ended before the light calls are enough. */
const HEAVY_CALLS = 40;
/** Patterns that read every file of the repository. */
const HEAVY = { name: 'find_code', arguments: { query: 'e\\w+r\\s*\\(', mode: 'regex', limit: 5 } };
const LIGHT = { name: 'project_memory', arguments: { action: 'list' } };
const UNLIMITED = { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };

/** Waiting time of light calls of one caller, alone and while searches of others run over the repository. */
export async function measureTogether(repository: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ free: UNLIMITED, pro: UNLIMITED, max: UNLIMITED }));
  const env = { PORTICO_PLANS: plans, PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_LOG_LEVEL: 'error' };
  const service = await startServiceProcess({ dataDir: join(folder, 'data'), args: ['--root', repository], env });
  const base = { url: service.url, token: service.firstKey ?? '', face: 'bare', method: 'tools/call' } as const;
  const light: Load = { ...base, tool: LIGHT };
  const heavy: Load = { ...base, tool: HEAVY };
  try {
    await sendMany(light, LIGHT_CALLS, 1);
    await sendMany(heavy, HEAVY_CALLERS, HEAVY_CALLERS);
    const quiet = await sendMany(light, LIGHT_CALLS, 1);
    let searches = 0;
    const callers = Array.from({ length: HEAVY_CALLERS }, async () => {
      while (searches < HEAVY_CALLS) {
        await sendMany(heavy, 1, 1);
        searches += 1;
      }
    });
    const loaded: number[] = [];
    while (searches < HEAVY_CALLS) loaded.push(...(await sendMany(light, 100, 1)));
    await Promise.all(callers);
    const [before, after] = [quantile(quiet, 0.99), quantile(loaded, 0.99)];
    return [
      row('light call alone', quiet, ''),
      row(
        `light call while ${HEAVY_CALLERS} callers search`,
        loaded,
        `p99 ${(after / before).toFixed(2)}x, ${searches} searches ran`,
      ),
    ];
  } finally {
    await service.stop('SIGTERM');
    rmSync(folder, { recursive: true });
  }
}

function row(what: string, times: readonly number[], note: string): Row {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { what, figure: `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`, note };
}

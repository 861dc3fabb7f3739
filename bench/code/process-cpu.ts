import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds by kind of process: `service`, `engine` and so on. */
export type CpuByKind = ReadonlyMap<string, number>;

/** Milliseconds of a clock tick. Source: `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

/** What the service's processes that live now, and those of their children that have ended, have used so far. */
export function cpuByProcess(servicePid: number): CpuByKind {
  const used = new Map<string, number>();
  const add = (kind: string, ms: number): void => void used.set(kind, (used.get(kind) ?? 0) + ms);
  const family = new Set([servicePid]);
  // Children have higher numbers than their parents but after a wrap, which only leaves them out.
  for (const { pid, parent, ownMs, childrenMs, command } of readProcesses()) {
    if (pid !== servicePid && !family.has(parent)) continue;
    family.add(pid);
    add(kindOf(command), ownMs);
    add('ended children', childrenMs);
  }
  return used;
}

/** Shares of one core in the time between, largest first. */
export function cpuShares(before: CpuByKind, after: CpuByKind, ms: number): string {
  const shares = [...after].map(([kind, used]) => [kind, (used - (before.get(kind) ?? 0)) / ms] as const);
  return shares
    .filter(([, share]) => share > 0.005)
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, share]) => `${kind} ${(share * 100).toFixed(0)} %`)
    .join(', ');
}

const KINDS = [
  [/host\/process/, 'engine'],
  [/builder-process/, 'builder'],
  [/parse-process/, 'parser'],
  [/portico\.js/, 'service'],
  [/^git|\/git/, 'git'],
] as const;

function kindOf(command: string): string {
  return KINDS.find(([pattern]) => pattern.test(command))?.[1] ?? 'other';
}

function readProcesses() {
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return numbers
    .toSorted((a, b) => a - b)
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^\d+ \(.*\) /s, '')
          .split(' ');
        const ms = (at: number): number => Number(fields[at]) * TICK_MS;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const [ownMs, childrenMs] = [ms(11) + ms(12), ms(13) + ms(14)];
        return [{ pid, parent: Number(fields[1]), ownMs, childrenMs, command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
